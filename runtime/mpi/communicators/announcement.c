/* SPDX-License-Identifier: Apache-2.0 */
#include "announcement.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

static void free_one(fc_announcement *of)
{
    free((void *)of->member);
    free(of->came);
    free(of);
}

void fc_announcement_free_all(fc_simulation *w)
{
    while (w->announced) {
        fc_announcement *first = w->announced;
        w->announced = first->next;
        free_one(first);
    }
}

/* The rank's place among the members; -1: it is none. */
static int place_of(const fc_announcement *of, int rank)
{
    for (int i = 0; i < of->n; i++)
        if (of->member[i] == rank)
            return i;
    return -1;
}

/* The rank takes part; the announcement ends with its last member. */
static void take_part(fc_simulation *w, fc_announcement *of, int rank)
{
    int place = place_of(of, rank);
    if (place >= 0)
        of->came[place] = true;
    if (place < 0 || ++of->n_came < of->n)
        return;
    fc_announcement **at = &w->announced;
    while (*at != of)
        at = &(*at)->next;
    *at = of->next;
    free_one(of);
}

void fc_announcement_make(fc_rank *r, const fc_announcement *made)
{
    fc_simulation *w = r->process->world;
    fc_announcement **at = &w->announced;
    for (; *at; at = &(*at)->next)
        if (made->name && (*at)->name == made->name && !(*at)->came[place_of(*at, r->launch.rank)])
            break;
    if (!*at) {
        fc_announcement *kept = malloc(sizeof *kept);
        int *member = malloc((size_t)made->n * sizeof *member + 1);
        bool *came = calloc((size_t)made->n + 1, sizeof *came);
        if (!kept || !member || !came)
            fc_rank_end(r, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for a group of %d ranks", made->n);
        memcpy(member, made->member, (size_t)made->n * sizeof *member);
        *kept = *made;
        kept->next = NULL;
        kept->by = r->launch.rank;
        kept->member = member;
        kept->came = came;
        *at = kept;
    }
    take_part(w, *at, r->launch.rank);
}

/* The first announcement that names this rank, and that it does not take part in yet. */
static fc_announcement *find(const fc_rank *r)
{
    fc_announcement *of = r->process->world->announced;
    for (; of; of = of->next) {
        int place = of->parent == r->process->awaits_group ? place_of(of, r->launch.rank) : -1;
        if (place >= 0 && !of->came[place])
            return of;
    }
    return NULL;
}

static double time_of(fc_rank *r, const void *data)
{
    (void)data;
    return find(r) ? fc_now(r) : INFINITY;
}

/* The content of the announcement, with a copy of its members. */
static void copy(fc_announcement *out, fc_rank *r, const fc_announcement *of)
{
    int *member = fc_memory_keep(r, (double)of->n * sizeof *member);
    memcpy(member, of->member, (size_t)of->n * sizeof *member);
    *out = *of;
    out->member = member;
    out->came = NULL;
}

bool fc_announcement_await(fc_announcement *out, fc_rank *r, int site, const fc_group *parent)
{
    r->process->awaits_group = parent;
    r->process->awaits_name = true;
    fc_message_choose(r, site, &(fc_choice){time_of, NULL, true});
    r->process->awaits_name = false;
    fc_announcement *of = find(r);
    if (!of)
        return false;
    copy(out, r, of);
    take_part(r->process->world, of, r->launch.rank);
    return true;
}

void fc_announcement_assume(fc_announcement *out, fc_rank *r, const fc_group *parent)
{
    const fc_simulation *w = r->process->world;
    int *member = fc_memory_keep(r, (double)w->n_ranks * sizeof *member), n = 0;
    for (int i = 0; i < w->n_run; i++) {
        const fc_process *p = &w->process[i];
        bool waits = p->awaits_name && p->awaits_group == parent;
        if (waits || p == r->process)
            member[n++] = p->number;
    }
    *out = (fc_announcement){.parent = parent, .n = n, .member = member};
    fc_announcement_make(r, out);
}

void fc_announcement_withdraw(fc_rank *r)
{
    fc_announcement **at = &r->process->world->announced;
    while (*at && ((*at)->parent || (*at)->by != r->launch.rank))
        at = &(*at)->next;
    fc_announcement *of = *at;
    if (of) {
        *at = of->next;
        free_one(of);
    }
}
