/* SPDX-License-Identifier: Apache-2.0 */
/* Deadlock report: follows the wait-for graph from the first waiting rank, until a cycle, an ended rank, or a wildcard.
 */
#include "match.h"
#include "skipped_calls.h"
#include "sync.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LINKS = 5 /* ranks in a report, at most */
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

const fc_message *fc_deadlock_awaited(const fc_process *p)
{
    for (int i = 0; i < p->n_waits && !p->waits_in; i++)
        if (p->waits[i] && !p->waits[i]->matched)
            return p->waits[i];
    return NULL;
}

/* Appends the collective that a rank waits in, and its communicator; returns the first rank that has not come. */
static int explain_collective(const fc_simulation *w, const fc_process *p, fc_ending *ending)
{
    int lacks = fc_sync_first_missing(w, p->waits_in);
    const fc_site *call = fc_sync_site(p->waits_in);
    const fc_group *group = fc_sync_group(p->waits_in);
    if (call->operation == p->site->operation || strcmp(call->operation, p->site->operation) == 0)
        add(ending, "rank %d to call it too", lacks);
    else
        add(ending, "rank %d to call %s, begun at %s:%d", lacks, call->operation, call->file, call->line);
    if (group->made_by)
        add(ending, ", on the communicator of %s at %s:%d", group->made_by->operation, group->made_by->file,
            group->made_by->line);
    return lacks;
}

/* Appends what `rank` waits for; returns the rank it waits for, -1: any or unknown. */
static int explain_rank(const fc_simulation *w, int rank, fc_ending *ending)
{
    const fc_process *p = &w->process[fc_process_index(w, rank)];
    const fc_message *m = fc_deadlock_awaited(p);
    add(ending, "rank %d waits in %s (%s:%d) for ", rank, p->site->operation, p->site->file, p->site->line);
    if (p->waits_in) {
        return explain_collective(w, p, ending);
    }
    if (p->waits_for_lock)
        add(ending, "the lock of a window, held by another rank");
    if (!m)
        return -1;
    if (m->partner < 0)
        add(ending, "a message from any rank");
    else
        add(ending, m->sends ? "rank %d to receive" : "a message from rank %d", m->partner);
    if (m->tag != FC_MPI_ANY_TAG && !(m->context & FC_MATCH_HIDDEN))
        add(ending, " (tag %d)", m->tag);
    if (m->site != p->site)
        add(ending, ", begun by %s at %s:%d", m->site->operation, m->site->file, m->site->line);
    return m->partner;
}

/* The call that began what the rank waits for; of a nonblocking collective, that of its first rank. */
static const fc_site *begun_at(const fc_process *p)
{
    const fc_site *call = p->waits_in ? fc_sync_site(p->waits_in) : NULL;
    const fc_message *m = fc_deadlock_awaited(p);
    if (call && strcmp(call->operation, p->site->operation) != 0)
        return call;
    return m ? m->site : p->site;
}

static fc_finding_place place_of(const fc_site *site)
{
    return fc_finding_place_of(site->file, site->line, site->operation);
}

static const fc_process *first_waiting(const fc_simulation *w)
{
    const fc_process *p = w->process;
    while (p->ended)
        p++;
    return p;
}

/* A call for which a rank waits that is in `data`. */
static bool is_awaited(const fc_mpi_operation *operation, const void *data)
{
    const fc_process *p = data;
    const fc_message *m = fc_deadlock_awaited(p);
    fc_mpi_side side;
    if (p->waits_in)
        return strcmp(operation->name, fc_sync_site(p->waits_in)->operation) == 0;
    return m && (m->sends ? fc_mpi_receive_side(&side, operation) : fc_mpi_send_side(&side, operation));
}

/* `rank` has ended, and `waiting` waits for it: the condition that left out the call. */
static void explain_ended(const fc_simulation *w, int rank, const fc_process *waiting, fc_ending *ending)
{
    add(ending, "; rank %d has ended", rank);
    const fc_skipped_call *left_out = fc_skipped_calls_find(w->rank[fc_process_index(w, rank)], is_awaited, waiting);
    if (!left_out)
        return;
    const fc_site *at = left_out->site;
    add(ending, ": the condition at %s:%d left out %s at line %d", at->file, at->line, left_out->operation->name,
        left_out->line);
    if (!ending->other.file[0])
        ending->other = fc_finding_place_of(at->file, at->line, NULL);
}

static int count_waiting(const fc_simulation *w)
{
    int n = 0;
    for (int i = 0; i < w->n_run; i++)
        if (!w->process[i].ended)
            n += w->alike ? w->alike->size[i] : 1;
    return n;
}

static bool uses_counters(const fc_simulation *w)
{
    bool uses = false;
    for (int i = 0; i < w->n_run; i++)
        uses |= w->rank[i]->counted_origin >= 0;
    return uses;
}

/* Some rank waits in a standard send that is a rendezvous only by an eager limit that was not measured. */
static bool waits_in_inferred_rendezvous(const fc_simulation *w)
{
    bool found = false;
    for (int i = 0; i < w->n_run && !(w->setting.machine->eager_bytes > 0); i++) {
        const fc_process *p = &w->process[i];
        const fc_message *m = p->ended ? NULL : fc_deadlock_awaited(p);
        found |= m && m->sends && !m->eager && !strstr(m->site->operation, "Ss") && !strstr(m->site->operation, "Iss");
    }
    return found;
}

void fc_deadlock_explain(const fc_simulation *w, fc_ending *ending)
{
    const fc_process *first = first_waiting(w);
    int path[LINKS], n = 0, rank = first->number, known = 0, all = count_waiting(w);
    const fc_site *site = w->setting.findings ? begun_at(first) : first->site;
    *ending = (fc_ending){.end = FC_END_DEADLOCK,
                          .kind = FC_FINDING_DEADLOCK,
                          .rank = first->number,
                          .file = site->file,
                          .line = site->line};
    snprintf(ending->next, sizeof ending->next, "%sheck partners, tags, communicators, and the order of calls.",
             uses_counters(w) ? "Profiled counts are means: calls in data-dependent loops or branches, such as "
                                "polling loops, may not match. Otherwise c"
                              : "C");
    if (waits_in_inferred_rendezvous(w))
        snprintf(
            ending->next, sizeof ending->next,
            "Sends of %.17g bytes and more wait for their receives; this limit is inferred. Calibrate the machine, "
            "or write eager_limit: BYTES into its file.",
            w->eager_bytes);
    add(ending, "deadlock: ");
    while (n < LINKS && rank >= 0 && !w->process[fc_process_index(w, rank)].ended && !known) {
        add(ending, n ? "; " : "");
        path[n++] = rank;
        if (n == 2)
            ending->other = place_of(begun_at(&w->process[fc_process_index(w, rank)]));
        rank = explain_rank(w, rank, ending);
        for (int i = 0; i < n; i++)
            known |= path[i] == rank;
    }
    if (rank >= 0 && w->process[fc_process_index(w, rank)].ended)
        explain_ended(w, rank, &w->process[fc_process_index(w, path[n - 1])], ending);
    if (all > n)
        add(ending, all == n + 1 ? "; %d other rank waits too" : "; %d other ranks wait too", all - n);
}
