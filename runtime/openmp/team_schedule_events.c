/* SPDX-License-Identifier: Apache-2.0 */
/* One event of one thread in the simulation of a team: frames, chunks, locks, tasks, and the parts of the trace. */
#include "team_schedule.h"

#include <stdlib.h>

enum {
    TASKS_A_THREAD = 64
};

/* ---- frames ---- */

void fc_schedule_push(fc_team_schedule *all, fc_schedule_thread *p, int sequence, const fc_schedule_frame *of)
{
    if (p->depth == p->capacity) {
        int grown = p->capacity ? 2 * p->capacity : 8;
        fc_schedule_frame *bigger = realloc(p->frame, (size_t)grown * sizeof *bigger);
        if (!bigger) {
            all->short_of_memory = true;
            return;
        }
        p->frame = bigger;
        p->capacity = grown;
    }
    p->frame[p->depth] = *of;
    p->frame[p->depth].event = fc_team_sequence(all->team, sequence)->first;
    p->frame[p->depth].waited_for = p->waits_for;
    p->frame[p->depth++].back = p->standing;
    p->standing = FC_SCHEDULE_RUNNING;
}

/* ---- parts of the trace ---- */

/* Begins a part of the trace, unless one is open. */
static void begin_part(fc_team_schedule *all, fc_schedule_thread *p)
{
    if (!all->trace.rank || p->part != FC_SCHEDULE_NONE)
        return;
    p->part = fc_team_trace_new_part(&all->trace);
    p->part_began = p->clock;
    fc_team_trace_dependence(&all->trace, p->part, fc_schedule_top(p)->last);
}

static void end_part(fc_team_schedule *all, fc_schedule_thread *p)
{
    if (p->part == FC_SCHEDULE_NONE)
        return;
    const double span[2] = {p->part_began, p->clock};
    fc_team_trace_part(&all->trace, p->part, (int)(p - all->player), fc_schedule_top(p)->site, span);
    fc_schedule_top(p)->last = p->part;
    p->part = FC_SCHEDULE_NONE;
}

/* What follows depends on the finished tasks of the list. */
static void begin_after_tasks(fc_team_schedule *all, fc_schedule_thread *p, int *done, bool of_group)
{
    if (!all->trace.rank || *done == FC_SCHEDULE_NONE)
        return;
    begin_part(all, p);
    for (int task = *done; task != FC_SCHEDULE_NONE;) {
        fc_schedule_task *s = &all->task[task];
        fc_team_trace_dependence(&all->trace, p->part, s->last_part);
        task = of_group ? s->next_of_group : s->next_of_parent;
    }
    *done = FC_SCHEDULE_NONE;
}

/* The task whose sequence the thread executes; otherwise the thread's implicit task, numbered after all tasks. */
static int task_in_hand(const fc_team_schedule *all, const fc_schedule_thread *p)
{
    for (int i = p->depth - 1; i >= 0; i--)
        if (p->frame[i].task != FC_SCHEDULE_NONE)
            return p->frame[i].task;
    return all->team->tasks.n + (int)(p - all->player);
}

/* ---- tasks ---- */

static void make_ready(fc_team_schedule *all, int task)
{
    all->ready[all->n_ready++] = task;
}

void fc_schedule_start_task(fc_team_schedule *all, fc_schedule_thread *p, int task, double now)
{
    const fc_team_task *of = fc_team_task_at(all->team, task);
    all->task[task].taken = true;
    p->clock = fc_max(p->clock, now);
    fc_schedule_push(all, p, of->sequence,
                     &(fc_schedule_frame){.task = task, .group = all->task[task].group, .site = of->site});
    p->part = all->task[task].first_part;
    p->part_began = p->clock;
}

/* Records for the trace that the first task of a link has finished. */
static void trace_dependence(fc_team_schedule *all, int link, int last_part)
{
    fc_schedule_task *after = &all->task[fc_team_link(all->team, link)->task];
    if (!all->trace.rank)
        return;
    if (after->made) {
        fc_team_trace_dependence(&all->trace, after->first_part, last_part);
        return;
    }
    all->early[link] = (fc_schedule_early){last_part, after->early};
    after->early = link;
}

static void end_task(fc_team_schedule *all, int task, int last_part)
{
    const fc_team *team = all->team;
    fc_schedule_task *s = &all->task[task];
    all->left--;
    s->last_part = last_part;
    for (int i = fc_team_task_at(team, task)->first_after; i != FC_SCHEDULE_NONE; i = fc_team_link(team, i)->next) {
        int after = fc_team_link(team, i)->task;
        trace_dependence(all, i, last_part);
        if (--all->task[after].before > 0 || !all->task[after].made)
            continue;
        if (fc_team_task_at(team, after)->deferred)
            make_ready(all, after);
    }
    fc_schedule_task *parent = &all->task[s->parent];
    parent->children--;
    s->next_of_parent = parent->done;
    parent->done = task;
    if (s->group == FC_SCHEDULE_NONE)
        return;
    fc_schedule_group *in = &all->group[s->group];
    in->left--;
    s->next_of_group = in->done;
    in->done = task;
}

/* The task's first part follows its creation and the tasks it depends on that have finished already. */
static void trace_creation(fc_team_schedule *all, const fc_schedule_thread *p, int number)
{
    if (!all->trace.rank)
        return;
    fc_schedule_task *s = &all->task[number];
    s->first_part = fc_team_trace_new_part(&all->trace);
    fc_team_trace_dependence(&all->trace, s->first_part, fc_schedule_top(p)->last);
    for (int link = s->early; link != FC_SCHEDULE_NONE; link = all->early[link].next)
        fc_team_trace_dependence(&all->trace, s->first_part, all->early[link].part);
}

static void make_task(fc_team_schedule *all, fc_schedule_thread *p, int number)
{
    const fc_team_task *task = fc_team_task_at(all->team, number);
    fc_schedule_task *s = &all->task[number];
    s->made = true;
    s->group = fc_schedule_top(p)->group;
    s->parent = task_in_hand(all, p);
    all->task[s->parent].children++;
    if (s->group != FC_SCHEDULE_NONE)
        all->group[s->group].left++;
    all->left++;
    begin_part(all, p);
    p->clock += fc_team_overhead(all->costs, FC_OVERHEAD_TASK, all->team->n_threads);
    s->made_at = p->clock;
    end_part(all, p);
    trace_creation(all, p, number);
    bool crowded = all->left > TASKS_A_THREAD * all->team->n_threads;
    if (s->before == 0 && (!task->deferred || crowded)) {
        fc_schedule_start_task(all, p, number, p->clock);
    } else if (s->before == 0) {
        make_ready(all, number);
    } else if (!task->deferred) {
        p->standing = FC_SCHEDULE_AT_TASK;
        p->waits_for = number;
    }
}

int fc_schedule_task_for(fc_team_schedule *all, const fc_schedule_thread *p)
{
    while (all->first_ready < all->n_ready && all->task[all->ready[all->first_ready]].taken)
        all->first_ready++;
    if (p->standing == FC_SCHEDULE_AT_BARRIER || p->standing == FC_SCHEDULE_AT_END ||
        p->standing == FC_SCHEDULE_AT_TASK)
        return all->first_ready < all->n_ready ? all->ready[all->first_ready] : FC_SCHEDULE_NONE;
    if (p->standing != FC_SCHEDULE_AT_TASKWAIT && p->standing != FC_SCHEDULE_AT_GROUP)
        return FC_SCHEDULE_NONE;
    int own = task_in_hand(all, p), in = fc_schedule_top(p)->group;
    for (int i = all->n_ready - 1; i >= all->first_ready; i--) {
        int task = all->ready[i];
        bool fits = p->standing == FC_SCHEDULE_AT_GROUP ? all->task[task].group == in : all->task[task].parent == own;
        if (fits && !all->task[task].taken)
            return task;
    }
    return FC_SCHEDULE_NONE;
}

/* ---- events ---- */

/* Enters a chunk or a single block: its parts follow the team's latest barrier only. */
static void push_shared(fc_team_schedule *all, fc_schedule_thread *p, int sequence, int site)
{
    fc_schedule_push(
        all, p, sequence,
        &(fc_schedule_frame){
            .task = FC_SCHEDULE_NONE, .group = fc_schedule_top(p)->group, .site = site, .last = all->trace.phase});
}

static void begin_range(fc_team_schedule *all, fc_schedule_thread *p, int site)
{
    end_part(all, p);
    fc_schedule_top(p)->before_range = fc_schedule_top(p)->last;
    fc_schedule_top(p)->last = all->trace.phase;
    fc_schedule_top(p)->site = site;
}

static void take_chunk(fc_team_schedule *all, fc_schedule_thread *p, int number)
{
    const fc_construct *instance = fc_team_instance(all->team, number);
    if (all->taken[number] == instance->n_sequences) {
        begin_part(all, p);
        p->clock += instance->chunk_s;
        fc_schedule_top(p)->event = fc_team_event(all->team, fc_schedule_top(p)->event)->next;
        return;
    }
    int sequence = instance->first_sequence + all->taken[number];
    if (++all->copies[number] >= fc_team_sequence(all->team, sequence)->copies) {
        all->copies[number] = 0;
        all->taken[number]++;
    }
    end_part(all, p);
    push_shared(all, p, sequence, instance->site);
    begin_part(all, p);
    p->clock += instance->chunk_s;
}

static void begin_group(fc_team_schedule *all, fc_schedule_thread *p)
{
    if (all->n_groups == all->group_capacity) {
        int grown = all->group_capacity ? 2 * all->group_capacity : 8;
        fc_schedule_group *bigger = realloc(all->group, (size_t)grown * sizeof *bigger);
        if (!bigger) {
            all->short_of_memory = true;
            return;
        }
        all->group = bigger;
        all->group_capacity = grown;
    }
    all->group[all->n_groups] = (fc_schedule_group){fc_schedule_top(p)->group, 0, FC_SCHEDULE_NONE};
    fc_schedule_top(p)->group = all->n_groups++;
}

static void hold(fc_team_schedule *all, fc_schedule_thread *p, int number)
{
    all->holder[number] = (int)(p - all->player);
    begin_part(all, p);
    if (p->part != FC_SCHEDULE_NONE && all->given[number] != FC_SCHEDULE_NONE)
        fc_team_trace_dependence(&all->trace, p->part, all->given[number]);
}

static void lock(fc_team_schedule *all, fc_schedule_thread *p, int number)
{
    begin_part(all, p);
    p->clock += fc_team_overhead(all->costs, FC_OVERHEAD_CRITICAL, all->team->n_threads);
    end_part(all, p);
    if (all->holder[number] == FC_SCHEDULE_NONE) {
        hold(all, p, number);
        return;
    }
    p->standing = FC_SCHEDULE_AT_LOCK;
    p->waits_for = number;
}

/* Passes the lock to the thread that has waited longest. */
static void unlock(fc_team_schedule *all, fc_schedule_thread *giver, int number)
{
    fc_schedule_thread *first = NULL;
    all->holder[number] = FC_SCHEDULE_NONE;
    end_part(all, giver);
    all->given[number] = fc_schedule_top(giver)->last;
    for (int i = 0; i < all->team->n_threads; i++) {
        fc_schedule_thread *p = &all->player[i];
        if (p->standing == FC_SCHEDULE_AT_LOCK && p->waits_for == number && (!first || p->clock < first->clock))
            first = p;
    }
    if (!first)
        return;
    first->standing = FC_SCHEDULE_RUNNING;
    first->clock = fc_max(first->clock, giver->clock);
    hold(all, first, number);
}

static void single(fc_team_schedule *all, fc_schedule_thread *p, int number)
{
    const fc_construct *instance = fc_team_instance(all->team, number);
    if (all->taken[number]++ > 0)
        return;
    end_part(all, p);
    push_shared(all, p, instance->first_sequence, instance->site);
}

/* The sequence ends. */
static void leave(fc_team_schedule *all, fc_schedule_thread *p)
{
    end_part(all, p);
    const fc_schedule_frame left = *fc_schedule_top(p);
    if (p->depth == 1) {
        p->standing = FC_SCHEDULE_AT_END;
        return;
    }
    p->standing = left.back;
    p->waits_for = left.waited_for;
    p->depth--;
    if (left.task == FC_SCHEDULE_NONE)
        return;
    end_task(all, left.task, left.last);
    if (p->standing == FC_SCHEDULE_RUNNING && !fc_team_task_at(all->team, left.task)->deferred) {
        /* The creator of an undeferred task continues after the task. */
        int part = left.last;
        begin_part(all, p);
        if (p->part != FC_SCHEDULE_NONE)
            fc_team_trace_dependence(&all->trace, p->part, part);
    }
}

/* Ends the part: the thread waits for other threads. */
static void await(fc_team_schedule *all, fc_schedule_thread *p, fc_schedule_state standing)
{
    end_part(all, p);
    p->standing = standing;
}

static void end_range(fc_team_schedule *all, fc_schedule_thread *p)
{
    end_part(all, p);
    fc_schedule_top(p)->last = fc_schedule_top(p)->before_range;
    fc_schedule_top(p)->site = all->team->site;
}

static void act(fc_team_schedule *all, fc_schedule_thread *p)
{
    if (fc_schedule_top(p)->event == FC_SCHEDULE_NONE) {
        leave(all, p);
        return;
    }
    const fc_event *event = fc_team_event(all->team, fc_schedule_top(p)->event);
    if (event->kind == FC_EVENT_CHUNKS) {
        take_chunk(all, p, event->ref);
        return;
    }
    fc_schedule_top(p)->event = event->next;
    switch (event->kind) {
    case FC_EVENT_WORK:
        begin_part(all, p);
        p->clock += event->seconds;
        break;
    case FC_EVENT_BARRIER:
        await(all, p, FC_SCHEDULE_AT_BARRIER);
        break;
    case FC_EVENT_SINGLE:
        single(all, p, event->ref);
        break;
    case FC_EVENT_LOCK:
        lock(all, p, event->ref);
        break;
    case FC_EVENT_UNLOCK:
        unlock(all, p, event->ref);
        break;
    case FC_EVENT_TASK:
        make_task(all, p, event->ref);
        break;
    case FC_EVENT_TASKWAIT:
        await(all, p, FC_SCHEDULE_AT_TASKWAIT);
        break;
    case FC_EVENT_GROUP:
        begin_group(all, p);
        break;
    case FC_EVENT_GROUP_END:
        await(all, p, FC_SCHEDULE_AT_GROUP);
        break;
    case FC_EVENT_RANGE:
        begin_range(all, p, event->ref);
        break;
    case FC_EVENT_RANGE_END:
        end_range(all, p);
        break;
    case FC_EVENT_CHUNKS:
        break;
    }
}

/* ---- steps ---- */

bool fc_schedule_can_run(const fc_team_schedule *all, const fc_schedule_thread *p)
{
    const fc_schedule_frame *in = fc_schedule_top(p);
    switch (p->standing) {
    case FC_SCHEDULE_RUNNING:
        return true;
    case FC_SCHEDULE_AT_TASKWAIT:
        return all->task[task_in_hand(all, p)].children == 0;
    case FC_SCHEDULE_AT_GROUP:
        return all->group[in->group].left == 0;
    case FC_SCHEDULE_AT_TASK:
        return all->task[p->waits_for].before == 0;
    default:
        return false;
    }
}

void fc_schedule_run_event(fc_team_schedule *all, fc_schedule_thread *p)
{
    fc_schedule_state was = p->standing;
    p->standing = FC_SCHEDULE_RUNNING;
    if (was == FC_SCHEDULE_AT_TASKWAIT)
        begin_after_tasks(all, p, &all->task[task_in_hand(all, p)].done, false);
    if (was == FC_SCHEDULE_AT_GROUP) {
        begin_after_tasks(all, p, &all->group[fc_schedule_top(p)->group].done, true);
        fc_schedule_top(p)->group = all->group[fc_schedule_top(p)->group].outer;
    }
    if (was == FC_SCHEDULE_AT_TASK)
        fc_schedule_start_task(all, p, p->waits_for, p->clock);
    else if (was == FC_SCHEDULE_RUNNING)
        act(all, p);
}
