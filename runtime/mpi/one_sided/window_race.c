/* SPDX-License-Identifier: Apache-2.0 */
#include "window_race.h"

#include "call.h"
#include "message_race.h"

#include <stdio.h>

enum {
    MOST_EVENTS = 4096 /* of an epoch; later ones are not compared */
};

struct fc_window_event {
    int actor, owner; /* ranks in the window */
    double low, high; /* bytes of the owner's memory */
    fc_window_use use;
    bool ended, is_exclusive;
    unsigned end; /* the actor's clock */
    int site;
};

static bool is_local(const fc_window_event *e)
{
    return e->use == FC_WINDOW_LOAD || e->use == FC_WINDOW_STORE;
}

static bool reads(const fc_window_event *e)
{
    return e->use == FC_WINDOW_LOAD || e->use == FC_WINDOW_GET;
}

/* The rank of `of` knows that the earlier access has ended. */
static bool is_ordered(fc_rank *r, const fc_window *of, const fc_window_event *earlier)
{
    int actor = fc_group_member(r->comm[of->comm].group, earlier->actor);
    return earlier->ended && (actor == r->launch.rank || fc_message_race_knows(r, actor, earlier->end));
}

static const char *word_of(const fc_window_event *e)
{
    return reads(e) ? "reads" : "writes";
}

static void find(fc_rank *r, const fc_window_event *e, const fc_window_event *earlier)
{
    const fc_site *here = fc_rank_site(r, e->site), *there = fc_rank_site(r, earlier->site);
    fc_finding made = {.kind = FC_FINDING_WINDOW_RACE,
                       .place = fc_finding_place_of(here->file, here->line, is_local(e) ? NULL : here->operation),
                       .other =
                           fc_finding_place_of(there->file, there->line, is_local(earlier) ? NULL : there->operation),
                       .rank = r->launch.rank,
                       .ranks = r->launch.ranks};
    snprintf(
        made.what, sizeof made.what,
        "rank %d %s memory of the window of rank %d, which rank %d %s at %s:%d without synchronization between them",
        e->actor, word_of(e), e->owner, earlier->actor, word_of(earlier), there->file, there->line);
    fc_finding_add(r->setting.findings, &made);
}

/* The same access, made before; the later one stands for both. */
static fc_window_event *find_equal(const fc_shared_window *exposure, const fc_window_event *e)
{
    for (int i = 0; i < exposure->n_events; i++) {
        fc_window_event *known = &exposure->event[i];
        if (known->site == e->site && known->actor == e->actor && known->owner == e->owner && known->low == e->low &&
            known->high == e->high && known->use == e->use && known->is_exclusive == e->is_exclusive)
            return known;
    }
    return NULL;
}

static void add(fc_rank *r, const fc_window *of, fc_window_event made)
{
    fc_shared_window *exposure = fc_window_shared(r, of);
    for (int i = 0; i < exposure->n_events; i++) {
        const fc_window_event *a = &exposure->event[i];
        bool harmless = (reads(a) && reads(&made)) || (a->use == FC_WINDOW_UPDATE && made.use == FC_WINDOW_UPDATE) ||
                        (a->is_exclusive && made.is_exclusive) ||
                        (a->actor == made.actor && (is_local(a) == is_local(&made)) && is_local(a));
        if (a->owner == made.owner && a->low < made.high && made.low < a->high && !harmless &&
            !is_ordered(r, of, &exposure->event[i]))
            find(r, &made, &exposure->event[i]);
    }
    fc_window_event *known = find_equal(exposure, &made);
    if (known)
        *known = made;
    if (known || exposure->n_events == MOST_EVENTS)
        return;
    exposure->event =
        fc_rank_grow(r, exposure->event, &exposure->event_capacity, exposure->n_events, sizeof *exposure->event);
    exposure->event[exposure->n_events++] = made;
}

static bool is_exclusive(const fc_window *of, int target)
{
    const fc_held_lock *held = fc_window_held(of, target);
    return held && held->is_exclusive;
}

void fc_window_race_remote(fc_rank *r, int site, const fc_window *of, int target, const double span[2],
                           fc_window_use use)
{
    if (r->setting.findings && fc_window_shared(r, of))
        add(r, of,
            (fc_window_event){.actor = r->comm[of->comm].rank,
                              .owner = target,
                              .low = span[0],
                              .high = span[1],
                              .use = use,
                              .is_exclusive = is_exclusive(of, target),
                              .site = site});
}

void fc_window_race_local(fc_rank *r, int site, const fc_buffer *b)
{
    for (int i = 0; i < r->n_windows; i++) {
        const fc_window *of = &r->window[i];
        if (!of->alive || of->object != b->object || !fc_window_shared(r, of))
            continue;
        int own = r->comm[of->comm].rank;
        add(r, of,
            (fc_window_event){.actor = own,
                              .owner = own,
                              .low = b->low - of->base,
                              .high = b->high - of->base,
                              .use = b->writes ? FC_WINDOW_STORE : FC_WINDOW_LOAD,
                              .ended = true,
                              .is_exclusive = is_exclusive(of, own),
                              .end = fc_message_race_now(r),
                              .site = site});
    }
}

void fc_window_race_end(fc_rank *r, const fc_window *of, int target)
{
    fc_shared_window *exposure = r->setting.findings ? fc_window_shared(r, of) : NULL;
    unsigned now = exposure ? fc_message_race_now(r) : 0;
    for (int i = 0; exposure && i < exposure->n_events; i++) {
        fc_window_event *e = &exposure->event[i];
        if (e->actor != r->comm[of->comm].rank || e->ended || (target >= 0 && e->owner != target))
            continue;
        e->ended = true;
        e->end = now;
    }
}

void fc_window_race_lock(fc_rank *r, const fc_window *of)
{
    fc_shared_window *exposure = r->setting.findings ? fc_window_shared(r, of) : NULL;
    int left = 0;
    for (int i = 0; exposure && i < exposure->n_events; i++)
        if (exposure->event[i].actor != r->comm[of->comm].rank || !is_local(&exposure->event[i]))
            exposure->event[left++] = exposure->event[i];
    if (exposure)
        exposure->n_events = left;
}

void fc_window_race_fence(fc_shared_window *exposure)
{
    exposure->n_events = 0;
}
