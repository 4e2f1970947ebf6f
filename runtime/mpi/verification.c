/* SPDX-License-Identifier: Apache-2.0 */
#include "verification.h"

#include "communicator.h"
#include "group.h"
#include "request.h"

#include <stdio.h>
#include <string.h>

static fc_finding_place place_of(const fc_site *site)
{
    return fc_finding_place_of(site->file, site->line, site->operation);
}

/* A start of this persistent request would match the message m that rank `waiting` waits for. */
static bool would_match(const fc_rank *r, const fc_persistent *of, const fc_message *m, int waiting)
{
    const fc_envelope *e = &of->envelope;
    if (of->collective)
        return false;
    const fc_communicator *comm = &r->comm[e->comm];
    bool is_idle = !of->was_started || (of->alive && !of->started); /* or freed before its first start */
    if (!is_idle || of->receives != m->sends || e->peer == FC_MPI_PROC_NULL || !comm->alive)
        return false;
    bool any_peer = e->peer == FC_MPI_ANY_SOURCE, any_tag = e->tag == FC_MPI_ANY_TAG || m->tag == FC_MPI_ANY_TAG;
    return comm->group->context == m->context && (any_tag || e->tag == m->tag) &&
           (m->partner < 0 || m->partner == r->process->number) &&
           (any_peer || fc_communicator_partner(comm, e->peer) == waiting);
}

/* Persistent requests that are not started while a rank waits for their messages. */
static void find_unstarted(const fc_simulation *w, const fc_process *waiting)
{
    const fc_message *m = waiting->ended ? NULL : fc_deadlock_awaited(waiting);
    for (int i = 0; i < w->n_run && m; i++) {
        const fc_rank *r = w->rank[i];
        for (int k = 0; k < r->n_persistent; k++) {
            if (!would_match(r, &r->persistent[k], m, waiting->number))
                continue;
            fc_finding made = {.kind = FC_FINDING_REQUEST,
                               .place = place_of(&w->setting.program->site[r->persistent[k].made_at]),
                               .other = place_of(m->site),
                               .rank = r->launch.rank,
                               .ranks = w->n_ranks};
            snprintf(made.what, sizeof made.what,
                     "%s: the persistent request is not started, while rank %d waits for it", made.place.operation,
                     waiting->number);
            fc_finding_add(w->setting.findings, &made);
        }
    }
}

/* The error that ended the run is a finding; false: the evaluation could not go on for another reason. */
static bool find_end(const fc_simulation *w, const fc_ending *ending, bool waits)
{
    fc_finding made = {.kind = ending->kind,
                       .place = fc_finding_place_of(ending->file, ending->line, NULL),
                       .other = ending->other,
                       .rank = ending->rank,
                       .ranks = w->n_ranks};
    if (ending->kind == FC_FINDING_NONE)
        return false;
    if (ending->kind == FC_FINDING_DEADLOCK) {
        made.kind = waits ? FC_FINDING_BUFFERING : FC_FINDING_DEADLOCK;
        /* Marks the ranks that have not ended: they take part in a deadlock. */
        for (int i = 0; i < w->n_run && i < FC_FINDING_RANKS; i++)
            if (!w->process[i].ended)
                made.found_on[i / 64] |= 1ULL << i % 64;
        for (int i = 0; i < w->n_run; i++)
            find_unstarted(w, &w->process[i]);
    }
    bool is_deadlock = ending->kind == FC_FINDING_DEADLOCK;
    snprintf(made.what, sizeof made.what, "%s", ending->what + (is_deadlock ? strlen("deadlock: ") : 0));
    fc_finding_add(w->setting.findings, &made);
    return true;
}

/* Messages that no rank has received; returns whether there are any. */
static bool find_lost(const fc_simulation *w)
{
    bool found = false;
    for (int i = 0; i < w->n_run; i++)
        for (const fc_message *m = w->process[i].arrived.first; m; m = m->next) {
            fc_finding made = {.kind = FC_FINDING_LOST,
                               .place = place_of(m->site),
                               .rank = m->owner->launch.rank,
                               .ranks = w->n_ranks};
            snprintf(made.what, sizeof made.what, "%s: rank %d does not receive the message of rank %d with tag %d",
                     m->site->operation, w->process[i].number, m->owner->launch.rank, m->tag);
            fc_finding_add(w->setting.findings, &made);
            found = true;
        }
    return found;
}

/* Ranks that end without MPI_Finalize. */
static bool find_unfinished(const fc_simulation *w)
{
    bool found = false;
    for (int i = 0; i < w->n_run; i++) {
        const fc_rank *r = w->rank[i];
        if (r->phase != FC_PHASE_RUNNING)
            continue;
        fc_finding made = {.kind = FC_FINDING_ORDER,
                           .place = place_of(&w->setting.program->site[r->begun_at]),
                           .rank = r->launch.rank,
                           .ranks = w->n_ranks};
        snprintf(made.what, sizeof made.what, "%s: the rank ends without MPI_Finalize", made.place.operation);
        fc_finding_add(w->setting.findings, &made);
        found = true;
    }
    return found;
}

static fc_end run_once(const fc_setting *setting, const fc_launch *launch, fc_ending *ending, bool *goes_on)
{
    fc_simulation *w = fc_simulation_create(setting, launch->ranks, NULL);
    *goes_on = false;
    if (!w) {
        *ending = (fc_ending){.end = FC_END_LIMIT, .what = "not enough memory for so many virtual ranks"};
        return FC_END_LIMIT;
    }
    fc_end end = fc_simulation_run(w, launch, ending);
    if (end == FC_END_DONE) {
        bool lost = find_lost(w), unfinished = find_unfinished(w);
        *goes_on = !lost && !unfinished;
    } else if (find_end(w, ending, setting->sends == FC_SENDS_WAIT)) {
        *ending = (fc_ending){.end = FC_END_DONE};
        end = FC_END_DONE;
    }
    fc_simulation_free(w);
    return end;
}

fc_end fc_verification_run(fc_setting *setting, const fc_launch *launch, fc_ending *ending)
{
    bool goes_on;
    setting->sends = FC_SENDS_BUFFERED;
    fc_end end = run_once(setting, launch, ending, &goes_on);
    setting->sends = FC_SENDS_WAIT;
    if (end == FC_END_DONE && goes_on)
        end = run_once(setting, launch, ending, &goes_on);
    return end;
}
