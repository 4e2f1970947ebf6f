/* SPDX-License-Identifier: Apache-2.0 */
#include "message_race.h"

#include "call.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 64 /* wildcard receives of a rank that later ones are compared with */
};

/* A completed receive from any source. */
typedef struct wildcard {
    const fc_site *site;
    unsigned context;
    unsigned long number;  /* of the receive, in the order of posts */
    int asked_tag;         /* or FC_MPI_ANY_TAG */
    int source, tag;       /* of its message */
    unsigned ended;        /* the rank's own clock at its end */
    unsigned char *passed; /* [n_ranks] senders whose next message was received */
    bool overwritten;      /* what it receives is lost if a later receive of its call follows */
} wildcard;

/* A send whose request was freed while it was active. */
typedef struct freed_send {
    const fc_site *site;
    int freed_at; /* the site that freed it */
    int partner;
    unsigned sent; /* the rank's own clock at the send */
} freed_send;

struct fc_message_races {
    unsigned *clock; /* [n_ranks] */
    unsigned long n_receives;
    wildcard kept[KEPT];
    int n_kept, next;
    freed_send *freed;
    int n_freed, freed_capacity;
    unsigned *received; /* by the rank's own clock at a send: the receiver's clock when it had the message; 0: never */
    int n_received, received_capacity;
};

static struct fc_message_races *races_of(fc_rank *r)
{
    fc_process *p = r->process;
    size_t n = (size_t)p->world->n_ranks;
    if (!r->setting.findings || n > FC_FINDING_RANKS)
        return NULL;
    if (!p->races)
        p->races = calloc(1, sizeof *p->races);
    if (p->races && !p->races->clock)
        p->races->clock = calloc(n, sizeof *p->races->clock);
    if (!p->races || !p->races->clock)
        fc_rank_end(r, FC_END_LIMIT, "Verify fewer ranks.", "out of memory for the clocks of the ranks");
    return p->races;
}

void fc_message_race_free(fc_process *p)
{
    if (!p->races)
        return;
    for (int i = 0; i < KEPT; i++)
        free(p->races->kept[i].passed);
    free(p->races->clock);
    free(p->races->freed);
    free(p->races->received);
    free(p->races);
    p->races = NULL;
}

static unsigned *copy_clock(fc_rank *r, const struct fc_message_races *of)
{
    size_t bytes = (size_t)r->process->world->n_ranks * sizeof *of->clock;
    unsigned *copy = malloc(bytes);
    if (!copy)
        fc_rank_end(r, FC_END_LIMIT, "Verify fewer ranks.", "out of memory for the clocks of the messages");
    memcpy(copy, of->clock, bytes);
    return copy;
}

static void merge(unsigned *into, const unsigned *from, int n)
{
    for (int i = 0; i < n; i++)
        if (from[i] > into[i])
            into[i] = from[i];
}

void fc_message_race_send(fc_rank *r, fc_message *m)
{
    struct fc_message_races *of = races_of(r);
    if (!of)
        return;
    m->posted_number = ++of->clock[r->launch.rank];
    m->clock = copy_clock(r, of);
}

void fc_message_race_ask(fc_rank *r, fc_message *m)
{
    struct fc_message_races *of = races_of(r);
    m->asked_source = m->source;
    m->asked_tag = m->tag;
    m->posted_number = of ? ++of->n_receives : 0;
}

static bool takes(int asked, int any, int given)
{
    return asked == any || asked == given;
}

/* The receive m got the first message of its sender after the wildcard receive. */
static void compare(fc_rank *r, const wildcard *w, const fc_message *m)
{
    bool could_take = w->source != m->source && m->clock && m->clock[r->launch.rank] < w->ended;
    bool could_swap =
        takes(m->asked_source, FC_MPI_ANY_SOURCE, w->source) && takes(m->asked_tag, FC_MPI_ANY_TAG, w->tag);
    if (could_take && could_swap && w->overwritten && w->site == m->site)
        fc_call_find(r, (int)(w->site - r->setting.program->site), (fc_defect){FC_FINDING_MESSAGE_RACE, m->sent_at},
                     "it receives from ranks %d and %d in any order; each message overwrites the one before, and only "
                     "the last is read",
                     w->source, m->source);
    else if (could_take && !could_swap)
        fc_call_find(r, (int)(w->site - r->setting.program->site), (fc_defect){FC_FINDING_MESSAGE_RACE, m->site},
                     "it takes any of the messages of ranks %d and %d, sent at %s:%d; the receive at %s:%d needs the "
                     "latter",
                     w->source, m->source, m->sent_at->file, m->sent_at->line, m->site->file, m->site->line);
}

static void keep(fc_rank *r, struct fc_message_races *of, const fc_message *m)
{
    wildcard *w = &of->kept[of->next];
    size_t n = (size_t)r->process->world->n_ranks;
    unsigned char *passed = w->passed ? w->passed : malloc(n);
    if (!passed)
        return;
    memset(passed, 0, n);
    *w =
        (wildcard){m->site, m->context,    m->posted_number, m->asked_tag, m->source, m->tag, of->clock[r->launch.rank],
                   passed,  m->overwritten};
    of->next = (of->next + 1) % KEPT;
    of->n_kept = of->n_kept < KEPT ? of->n_kept + 1 : KEPT;
}

/* Notes at the sender when this rank has its message. */
static void note_received(fc_rank *r, const fc_message *m)
{
    fc_simulation *w = r->process->world;
    struct fc_message_races *sender = races_of(w->rank[fc_process_index(w, m->partner)]);
    int sent = (int)m->clock[m->partner];
    while (sender->n_received <= sent) {
        sender->received =
            fc_rank_grow(r, sender->received, &sender->received_capacity, sender->n_received, sizeof *sender->received);
        sender->received[sender->n_received++] = 0;
    }
    sender->received[sent] = races_of(r)->clock[r->launch.rank];
}

void fc_message_race_free_send(fc_rank *r, int site, const fc_message *m)
{
    struct fc_message_races *of = races_of(r);
    if (!of)
        return;
    of->freed = fc_rank_grow(r, of->freed, &of->freed_capacity, of->n_freed, sizeof *of->freed);
    of->freed[of->n_freed++] = (freed_send){m->site, site, m->partner, (unsigned)m->posted_number};
}

void fc_message_race_find_freed(fc_rank *r)
{
    const struct fc_message_races *of = races_of(r);
    for (int i = 0; of && i < of->n_freed; i++) {
        const freed_send *f = &of->freed[i];
        unsigned received = (int)f->sent < of->n_received ? of->received[f->sent] : 0;
        if (!received || of->clock[f->partner] < received)
            fc_call_find(r, (int)(f->site - r->setting.program->site),
                         (fc_defect){FC_FINDING_REQUEST, fc_rank_site(r, f->freed_at)},
                         "its request is freed before the send is completed, and no later message or collective shows "
                         "that rank %d has received it",
                         f->partner);
    }
}

void fc_message_race_receive(fc_rank *r, const fc_message *m)
{
    struct fc_message_races *of = races_of(r);
    if (!of)
        return;
    bool is_program = !(m->context & FC_MATCH_HIDDEN);
    for (int i = 0; i < of->n_kept && is_program; i++) {
        wildcard *w = &of->kept[i];
        bool concerns = w->context == m->context && takes(w->asked_tag, FC_MPI_ANY_TAG, m->tag) &&
                        w->number < m->posted_number && !w->passed[m->source];
        if (!concerns)
            continue;
        w->passed[m->source] = 1;
        compare(r, w, m);
    }
    if (m->clock)
        merge(of->clock, m->clock, r->process->world->n_ranks);
    of->clock[r->launch.rank]++;
    if (is_program && m->clock)
        note_received(r, m);
    if (is_program && m->asked_source == FC_MPI_ANY_SOURCE)
        keep(r, of, m);
}

void fc_message_race_arrive(fc_rank *r, unsigned **clock)
{
    struct fc_message_races *of = races_of(r);
    if (!of)
        return;
    of->clock[r->launch.rank]++;
    if (*clock)
        merge(*clock, of->clock, r->process->world->n_ranks);
    else
        *clock = copy_clock(r, of);
}

void fc_message_race_leave(fc_rank *r, const unsigned *clock)
{
    struct fc_message_races *of = races_of(r);
    if (of && clock)
        merge(of->clock, clock, r->process->world->n_ranks);
}

unsigned fc_message_race_now(fc_rank *r)
{
    struct fc_message_races *of = races_of(r);
    return of ? ++of->clock[r->launch.rank] : 0;
}

bool fc_message_race_knows(fc_rank *r, int rank, unsigned time)
{
    struct fc_message_races *of = races_of(r);
    return !of || of->clock[rank] >= time;
}
