/* SPDX-License-Identifier: Apache-2.0 */
#include "team_trace.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables ---- */

void *fc_team_add(fc_rank *r, fc_team_table *table, size_t size)
{
    enum {
        LIMIT = 1 << 25
    };
    if (table->n == table->capacity) {
        int grown = table->capacity ? 2 * table->capacity : 64;
        void *bigger = grown <= LIMIT ? realloc(table->item, (size_t)grown * size) : NULL;
        if (!bigger)
            fc_rank_end(r, FC_END_LIMIT, "Evaluate a smaller size.",
                        "a parallel region has more events than an evaluation can hold (%d)", table->n);
        table->item = bigger;
        table->capacity = grown;
    }
    void *item = (char *)table->item + (size_t)table->n++ * size;
    memset(item, 0, size);
    return item;
}

void fc_team_free(fc_team *team)
{
    if (!team)
        return;
    free(team->events.item);
    free(team->sequences.item);
    free(team->instances.item);
    free(team->tasks.item);
    free(team->links.item);
    free(team->elements.item);
    free(team);
}

void fc_team_reset(fc_rank *r)
{
    if (r->team)
        r->team->open = r->team->told_threads = 0;
}

/* ---- task sequences ---- */

int fc_team_add_sequence(fc_rank *r, double copies)
{
    fc_team_events *sequence = fc_team_add(r, &r->team->sequences, sizeof *sequence);
    *sequence = (fc_team_events){-1, -1, copies};
    return r->team->sequences.n - 1;
}

static fc_event *add_event(fc_rank *r, fc_event_kind kind, int ref)
{
    fc_team *team = r->team;
    fc_event *event = fc_team_add(r, &team->events, sizeof *event);
    *event = (fc_event){kind, ref, -1, 0};
    fc_team_events *sequence = fc_team_sequence(team, team->sequence);
    int number = team->events.n - 1;
    if (sequence->last >= 0)
        fc_team_event(team, sequence->last)->next = number;
    else
        sequence->first = number;
    sequence->last = number;
    return event;
}

void fc_team_add_event(fc_rank *r, fc_event_kind kind, int ref)
{
    add_event(r, kind, ref);
}

double fc_team_add_work(fc_rank *r, double seconds)
{
    fc_team *team = r->team;
    const fc_team_events *sequence = fc_team_sequence(team, team->sequence);
    fc_event *last = sequence->last >= 0 ? fc_team_event(team, sequence->last) : NULL;
    seconds *= team->n_threads > 1 ? team->slow : team->slow / team->outer_weight;
    if (!last || last->kind != FC_EVENT_WORK)
        last = add_event(r, FC_EVENT_WORK, 0);
    last->seconds += seconds / fc_team_sequence(team, team->sequence)->copies;
    team->busy_s += seconds;
    return seconds * team->outer_weight / team->n_threads;
}

int fc_team_encounter(fc_rank *r, bool *is_new)
{
    fc_team *team = r->team;
    int number = team->next_instance++;
    *is_new = number == team->instances.n;
    if (*is_new)
        fc_team_add(r, &team->instances, sizeof(fc_construct));
    return number;
}

/* ---- the region ---- */

static void open_team(fc_rank *r, int site, int threads)
{
    fc_team *team = r->team;
    int cores = r->setting.machine->cores > 1 ? r->setting.machine->cores : 1;
    int busy = r->active_cores * threads;
    team->open = 1;
    team->site = site;
    team->n_threads = threads;
    team->thread = team->sequence = team->next_instance = 0;
    team->task = -1;
    team->busy_s = 0;
    team->slow = busy > cores ? (double)busy / cores : 1;
    team->outer_weight = r->weight;
    team->outer_active = r->active_cores;
    r->active_cores = busy < cores ? busy : cores;
    r->weight = threads > 1 ? 1 : r->weight;
    team->events.n = team->sequences.n = team->instances.n = team->tasks.n = team->links.n = team->elements.n = 0;
    for (int i = 0; i < FC_TEAM_BUCKETS; i++)
        team->bucket[i] = -1;
    for (int i = 0; i < threads; i++)
        fc_team_add_sequence(r, 1);
}

int fc_team_begin(fc_rank *r, int site, double threads)
{
    fc_rank_site(r, site);
    if (!r->team)
        r->team = calloc(1, sizeof *r->team);
    if (!r->team)
        fc_rank_end(r, FC_END_LIMIT, "Free memory.", "out of memory for a team of threads");
    if (r->team->open > 0) {
        r->team->open++;
        return 1;
    }
    if (threads == 0)
        threads = fc_omp_get_max_threads(r);
    if (!(threads >= 1 && threads <= FC_MAX_THREADS))
        fc_rank_end(r, FC_END_ARGUMENT, "Check --threads, num_threads and the arguments after --.",
                    "a team of %.17g threads is outside 1 ... %d", threads, FC_MAX_THREADS);
    open_team(r, site, (int)threads);
    fc_team_trace_begin(r);
    return 1;
}

/* Charges the region's time beyond the mean work of its threads as waiting: fork, join, barriers, idle threads. */
static void close_team(fc_rank *r)
{
    fc_team *team = r->team;
    const fc_openmp_costs *costs = fc_team_costs(r->setting.machine);
    double elapsed =
        r->fingerprint ? 0 : fc_team_schedule_run(r) + fc_team_overhead(costs, FC_OVERHEAD_REGION, team->n_threads);
    double rest = team->outer_weight * (elapsed - team->busy_s / team->n_threads), begin = fc_now(r);
    team->open = 0;
    r->weight = team->outer_weight;
    r->active_cores = team->outer_active;
    if (r->fingerprint)
        return;
    if (!isfinite(elapsed))
        fc_rank_end(r, FC_END_LIMIT, "Check critical sections and task dependences, or evaluate a smaller size.",
                    "the threads of this region deadlock, or are out of memory");
    int item = r->setting.program->n_regions + team->site;
    r->wait_s += fc_rank_charge(r, item, fc_max(rest, 0), 0);
    fc_rank_trace(r, FC_TRACE_WAIT, item, begin, fc_now(r));
    fc_team_trace_end(r, team->outer_weight * fc_team_overhead(costs, FC_OVERHEAD_REGION, team->n_threads));
}

int fc_team_next(fc_rank *r)
{
    fc_team *team = r->team;
    if (team->open > 1) {
        team->open--;
        return 0;
    }
    fc_rank_site(r, team->site);
    if (++team->thread < team->n_threads) {
        team->sequence = team->thread;
        team->next_instance = 0;
        return 1;
    }
    close_team(r);
    return 0;
}

void fc_team_barrier(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    if (fc_team_is_outermost(r))
        fc_team_add_event(r, FC_EVENT_BARRIER, 0);
}

int fc_omp_single_begin(fc_rank *r, int site)
{
    bool is_new;
    fc_rank_site(r, site);
    if (!fc_team_is_outermost(r))
        return 1;
    int number = fc_team_encounter(r, &is_new);
    fc_team_add_event(r, FC_EVENT_SINGLE, number);
    if (!is_new)
        return 0;
    int sequence = fc_team_add_sequence(r, 1);
    *fc_team_instance(r->team, number) = (fc_construct){site, sequence, 1, 0};
    r->team->sequence = sequence;
    return 1;
}

void fc_omp_single_end(fc_rank *r)
{
    if (fc_team_is_outermost(r))
        r->team->sequence = r->team->thread;
}

void fc_omp_lock_set(fc_rank *r, int site, int lock)
{
    fc_rank_site(r, site);
    if (lock < 0 || lock >= FC_MAX_LOCKS)
        fc_rank_end(r, FC_END_ARGUMENT, "Use fewer names.", "more than %d named critical sections", FC_MAX_LOCKS);
    if (fc_team_is_open(r))
        fc_team_add_event(r, FC_EVENT_LOCK, lock);
}

void fc_omp_lock_unset(fc_rank *r, int lock)
{
    if (fc_team_is_open(r))
        fc_team_add_event(r, FC_EVENT_UNLOCK, lock);
}

/* ---- omp.h ---- */

int fc_omp_get_thread_num(fc_rank *r)
{
    return fc_team_is_outermost(r) ? r->team->thread : 0;
}

int fc_omp_get_num_threads(fc_rank *r)
{
    return fc_team_is_outermost(r) ? r->team->n_threads : 1;
}

int fc_omp_get_max_threads(fc_rank *r)
{
    int requested = r->team ? r->team->told_threads : 0;
    return requested > 0 ? requested : r->setting.team.threads > 0 ? r->setting.team.threads : 1;
}

int fc_omp_get_num_procs(fc_rank *r)
{
    return r->setting.machine->cores > 1 ? r->setting.machine->cores : 1;
}

int fc_omp_in_parallel(fc_rank *r)
{
    return fc_team_is_parallel(r);
}

int fc_omp_get_level(fc_rank *r)
{
    return r->team ? r->team->open : 0;
}

int fc_omp_get_dynamic(fc_rank *r)
{
    (void)r;
    return 0;
}

void fc_omp_set_num_threads(fc_rank *r, double threads)
{
    if (!r->team)
        r->team = calloc(1, sizeof *r->team);
    if (!r->team || !(threads >= 1 && threads <= FC_MAX_THREADS))
        fc_rank_end(r, FC_END_ARGUMENT, "Check the arguments after --.",
                    "omp_set_num_threads(%.17g) is outside 1 ... %d", threads, FC_MAX_THREADS);
    r->team->told_threads = (int)threads;
}
