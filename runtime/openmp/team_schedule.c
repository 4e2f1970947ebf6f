/* SPDX-License-Identifier: Apache-2.0 */
/* Discrete-event simulation of an OpenMP team: the thread with the earliest clock goes on. A list schedule, as
 * [taskgraph] figure 2 with its basic model: the cost of work already includes the contention of busy cores. Tasks are
 * chosen as libgomp does: at a barrier the team's oldest ready task, at a taskwait the newest child. Beyond 64
 * unfinished tasks per thread, the creator runs a task at once. A step costs O(threads). */
#include "team_schedule.h"

#include <stdlib.h>

/* All threads have reached a barrier, and no task is left. False: it is the end of the region. */
static bool pass_barrier(fc_team_schedule *all)
{
    double latest = 0;
    for (int i = 0; i < all->team->n_threads; i++)
        latest = fc_max(latest, all->player[i].clock);
    const double delay = fc_team_overhead(all->costs, FC_OVERHEAD_BARRIER, all->team->n_threads);
    if (all->trace.rank)
        fc_team_trace_barrier(&all->trace, latest, delay);
    latest += delay;
    bool is_end = true;
    for (int i = 0; i < all->team->n_threads; i++) {
        fc_schedule_thread *p = &all->player[i];
        is_end &= p->standing == FC_SCHEDULE_AT_END;
        if (p->standing != FC_SCHEDULE_AT_BARRIER)
            continue;
        p->clock = latest;
        p->standing = FC_SCHEDULE_RUNNING;
        fc_schedule_top(p)->last = all->trace.phase;
    }
    return !is_end;
}

/* One step of the earliest thread that can go on; false: none can. `now` is the time of the latest step. */
static bool step(fc_team_schedule *all, double *now)
{
    fc_schedule_thread *first = NULL;
    double begins = 0;
    int task = FC_SCHEDULE_NONE, waiting = 0;
    for (int i = 0; i < all->team->n_threads; i++) {
        fc_schedule_thread *p = &all->player[i];
        waiting += p->standing == FC_SCHEDULE_AT_BARRIER || p->standing == FC_SCHEDULE_AT_END;
        int own = fc_schedule_can_run(all, p) ? FC_SCHEDULE_NONE : fc_schedule_task_for(all, p);
        if (!fc_schedule_can_run(all, p) && own == FC_SCHEDULE_NONE)
            continue;
        double at = p->standing == FC_SCHEDULE_RUNNING ? p->clock : fc_max(p->clock, *now);
        if (own != FC_SCHEDULE_NONE)
            at = fc_max(at, all->task[own].made_at);
        if (first && at >= begins)
            continue;
        first = p;
        begins = at;
        task = own;
    }
    if (!first)
        return waiting == all->team->n_threads && all->left == 0 && pass_barrier(all);
    first->clock = begins;
    *now = fc_max(*now, begins);
    if (task != FC_SCHEDULE_NONE)
        fc_schedule_start_task(all, first, task, first->clock);
    else
        fc_schedule_run_event(all, first);
    return true;
}

static double end_of(const fc_team_schedule *all)
{
    double end = 0;
    for (int i = 0; i < all->team->n_threads; i++) {
        if (all->player[i].standing != FC_SCHEDULE_AT_END)
            return NAN;
        end = fc_max(end, all->player[i].clock);
    }
    return all->short_of_memory || all->trace.short_of_memory || all->left > 0 ? NAN : end;
}

static void free_play(fc_team_schedule *all)
{
    for (int i = 0; all->player && i < all->team->n_threads; i++)
        free(all->player[i].frame);
    free(all->player);
    free(all->task);
    free(all->group);
    free(all->ready);
    free(all->taken);
    free(all->copies);
    free(all->holder);
    free(all->given);
    free(all->early);
    fc_team_trace_close(&all->trace);
}

static bool begin_play(fc_team_schedule *all)
{
    const fc_team *team = all->team;
    size_t threads = (size_t)team->n_threads, tasks = (size_t)team->tasks.n, instances = (size_t)team->instances.n;
    all->player = calloc(threads, sizeof *all->player);
    all->task = calloc(tasks + threads, sizeof *all->task);
    all->ready = calloc(tasks + 1, sizeof *all->ready);
    all->taken = calloc(instances + 1, sizeof *all->taken);
    all->copies = calloc(instances + 1, sizeof *all->copies);
    all->holder = calloc(FC_MAX_LOCKS, sizeof *all->holder);
    all->given = calloc(FC_MAX_LOCKS, sizeof *all->given);
    all->early = calloc((size_t)team->links.n + 1, sizeof *all->early);
    if (!all->player || !all->task || !all->ready || !all->taken || !all->copies || !all->holder || !all->given ||
        !all->early)
        return false;
    for (int i = 0; i < FC_MAX_LOCKS; i++)
        all->holder[i] = all->given[i] = FC_SCHEDULE_NONE;
    for (int i = 0; i < team->tasks.n + team->n_threads; i++)
        all->task[i] = (fc_schedule_task){.group = FC_SCHEDULE_NONE,
                                          .parent = FC_SCHEDULE_NONE,
                                          .first_part = FC_SCHEDULE_NONE,
                                          .done = FC_SCHEDULE_NONE,
                                          .early = FC_SCHEDULE_NONE};
    for (int i = 0; i < team->tasks.n; i++)
        all->task[i].before = fc_team_task_at(team, i)->n_before;
    for (int i = 0; i < team->n_threads; i++) {
        all->player[i].part = FC_SCHEDULE_NONE;
        fc_schedule_push(all, &all->player[i], i,
                         &(fc_schedule_frame){.task = FC_SCHEDULE_NONE, .group = FC_SCHEDULE_NONE, .site = team->site});
    }
    return !all->short_of_memory;
}

double fc_team_schedule_run(const fc_rank *r)
{
    fc_team_schedule all = {.team = r->team, .costs = fc_team_costs(r->setting.machine)};
    double now = 0, end = NAN;
    fc_team_trace_open(&all.trace, r);
    if (begin_play(&all)) {
        while (!all.short_of_memory && step(&all, &now))
            continue;
        end = end_of(&all);
    }
    free_play(&all);
    return end;
}
