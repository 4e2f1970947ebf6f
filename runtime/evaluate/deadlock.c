/* SPDX-License-Identifier: Apache-2.0 */
/* Why nobody can go on: who waits where for whom. */
#include "match.h"
#include "meeting.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LINKS = 5 /* ranks named in a report */
};

static void add(fc_ending *ending, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(fc_ending *ending, const char *format, ...)
{
    size_t used = strlen(ending->what);
    va_list args;
    va_start(args, format);
    vsnprintf(ending->what + used, sizeof ending->what - used, format, args);
    va_end(args);
}

static const fc_message *awaited_message(const fc_process *p)
{
    for (int i = 0; i < p->waits.n; i++)
        if (p->waits.message[i] && p->waits.message[i]->awaited)
            return p->waits.message[i];
    return NULL;
}

/* The rank that r waits for, -1: any; says so. */
static int explain_rank(const fc_world *w, int rank, fc_ending *ending)
{
    const fc_process *p = &w->process[fc_process_place(w, rank)];
    const fc_message *m = p->waits_in ? NULL : awaited_message(p);
    add(ending, "rank %d waits in %s (%s:%d) for ", rank, p->site->operation, p->site->file, p->site->line);
    if (p->waits_in) {
        int lacks = fc_meeting_lacks(w, p->waits_in);
        add(ending, "rank %d to call it too", lacks);
        return lacks;
    }
    if (p->waits_for_lock)
        add(ending, "the lock of a window, which another holds");
    if (!m)
        return -1;
    if (m->partner < 0)
        add(ending, "a message from any rank");
    else
        add(ending, m->sends ? "rank %d to receive" : "a message from rank %d", m->partner);
    if (m->tag != FC_MPI_ANY_TAG && !(m->context & FC_MATCH_HIDDEN))
        add(ending, " (tag %d)", m->tag);
    if (m->site != p->site)
        add(ending, ", begun at %s:%d", m->site->file, m->site->line);
    return m->partner;
}

static const fc_process *first_waiting(const fc_world *w)
{
    const fc_process *p = w->process;
    while (p->ended)
        p++;
    return p;
}

static int count_waiting(const fc_world *w)
{
    int n = 0;
    for (int i = 0; i < w->n_run; i++)
        if (!w->process[i].ended)
            n += w->alike ? w->alike->size[i] : 1;
    return n;
}

static bool rests_on_counters(const fc_world *w)
{
    bool rests = false;
    for (int i = 0; i < w->n_run; i++)
        rests |= w->rank[i]->counted_origin >= 0;
    return rests;
}

void fc_deadlock_explain(const fc_world *w, fc_ending *ending)
{
    const fc_process *first = first_waiting(w);
    int path[LINKS], n = 0, rank = first->number, known = 0, all = count_waiting(w);
    const fc_site *site = first->site;
    *ending = (fc_ending){.end = FC_END_DEADLOCK, .file = site->file, .line = site->line};
    snprintf(ending->next, sizeof ending->next, "%sheck partners, tags, communicators, and the order of calls.",
             rests_on_counters(w)
                 ? "Counts of a profile are means: calls that data repeats or leaves out, as where a loop "
                   "asks whether a message is there, may not meet. Otherwise c"
                 : "C");
    add(ending, "deadlock: ");
    while (n < LINKS && rank >= 0 && !w->process[fc_process_place(w, rank)].ended && !known) {
        add(ending, n ? "; " : "");
        path[n++] = rank;
        rank = explain_rank(w, rank, ending);
        for (int i = 0; i < n; i++)
            known |= path[i] == rank;
    }
    if (rank >= 0 && w->process[fc_process_place(w, rank)].ended)
        add(ending, "; rank %d has ended", rank);
    if (all > n)
        add(ending, all == n + 1 ? "; %d other rank waits too" : "; %d other ranks wait too", all - n);
}
