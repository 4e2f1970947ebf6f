/* SPDX-License-Identifier: Apache-2.0 */
/* What was noted of a team, played on its threads: always the thread goes on that is first in time. A list schedule, as
 * [taskgraph] figure 2 with its basic model: work takes the same whatever runs beside it, since the threads' busy cores
 * are in its price already. Which task a thread takes is libgomp's choice: at a barrier the oldest of the team, at a
 * taskwait the newest child; beyond 64 tasks a thread, who makes a task runs it. */
#include "team.h"

#include <stdlib.h>

enum {
    NONE = -1,
    TASKS_A_THREAD = 64
};

typedef enum standing {
    GOES,
    AT_BARRIER,
    AT_END, /* the region's own barrier */
    AT_TASKWAIT,
    AT_GROUP,
    AT_LOCK,
    AT_TASK /* one it has made waits for others, and is not deferred */
} standing;

/** A strand that a thread is in. */
typedef struct frame {
    int event;     /* next; NONE: it ends */
    int task;      /* whose strand it is; NONE: no task's */
    int group;     /* task group that new tasks belong to; NONE */
    standing back; /* what the thread was at before, and is again behind it */
} frame;

typedef struct player {
    double clock;
    standing standing;
    int waits_for; /* lock or task */
    frame *frame;
    int depth, capacity;
} player;

/** Tasks at play. */
typedef struct state {
    int before;   /* tasks it still waits for */
    int children; /* that are not done; n_tasks + thread: those of a thread itself */
    int group, parent;
    bool made, taken;
} state;

typedef struct group {
    int outer, left;
} group;

typedef struct play {
    const fc_team *team;
    const fc_threads *costs;
    player *player;
    state *task;
    group *group;
    int n_groups, group_capacity;
    int *ready; /* in the order they became so */
    int first_ready, n_ready;
    int left;   /* tasks made and not done */
    int *taken; /* by instance: chunks; strands of several copies one by one */
    double *copies;
    int *holder; /* by lock: thread; NONE */
    bool short_of_memory;
} play;

/* ---- frames ---- */

static frame *top(player *p)
{
    return &p->frame[p->depth - 1];
}

static void push(play *all, player *p, int strand, int task, int in_group)
{
    if (p->depth == p->capacity) {
        int grown = p->capacity ? 2 * p->capacity : 8;
        frame *bigger = realloc(p->frame, (size_t)grown * sizeof *bigger);
        if (!bigger) {
            all->short_of_memory = true;
            return;
        }
        p->frame = bigger;
        p->capacity = grown;
    }
    p->frame[p->depth++] = (frame){fc_team_strand(all->team, strand)->first, task, in_group, p->standing};
    p->standing = GOES;
}

/* The task whose strand the thread is in; else the thread's own, counted behind all tasks. */
static int task_in_hand(const play *all, const player *p)
{
    for (int i = p->depth - 1; i >= 0; i--)
        if (p->frame[i].task != NONE)
            return p->frame[i].task;
    return all->team->tasks.n + (int)(p - all->player);
}

/* ---- tasks ---- */

static void make_ready(play *all, int task)
{
    all->ready[all->n_ready++] = task;
}

static void start_task(play *all, player *p, int task, double now)
{
    all->task[task].taken = true;
    p->clock = fc_max(p->clock, now);
    push(all, p, fc_team_task_at(all->team, task)->strand, task, all->task[task].group);
}

static void end_task(play *all, int task)
{
    const fc_team *team = all->team;
    all->left--;
    for (int i = fc_team_task_at(team, task)->first_after; i != NONE; i = fc_team_link(team, i)->next) {
        int after = fc_team_link(team, i)->task;
        if (--all->task[after].before > 0 || !all->task[after].made)
            continue;
        if (fc_team_task_at(team, after)->deferred)
            make_ready(all, after);
    }
    all->task[all->task[task].parent].children--;
    if (all->task[task].group != NONE)
        all->group[all->task[task].group].left--;
}

static void make_task(play *all, player *p, int number)
{
    const fc_team_task *task = fc_team_task_at(all->team, number);
    state *s = &all->task[number];
    s->made = true;
    s->group = top(p)->group;
    s->parent = task_in_hand(all, p); /* its parent */
    all->task[s->parent].children++;
    if (s->group != NONE)
        all->group[s->group].left++;
    all->left++;
    p->clock += fc_team_overhead(&all->costs->task, all->costs, all->team->n_threads);
    bool crowded = all->left > TASKS_A_THREAD * all->team->n_threads;
    if (s->before == 0 && (!task->deferred || crowded)) {
        start_task(all, p, number, p->clock);
    } else if (s->before == 0) {
        make_ready(all, number);
    } else if (!task->deferred) {
        p->standing = AT_TASK;
        p->waits_for = number;
    }
}

/* The task that a waiting thread may take; NONE. */
static int task_for(play *all, player *p)
{
    while (all->first_ready < all->n_ready && all->task[all->ready[all->first_ready]].taken)
        all->first_ready++;
    if (p->standing == AT_BARRIER || p->standing == AT_END)
        return all->first_ready < all->n_ready ? all->ready[all->first_ready] : NONE;
    if (p->standing != AT_TASKWAIT && p->standing != AT_GROUP)
        return NONE;
    int own = task_in_hand(all, p), in = top(p)->group;
    for (int i = all->n_ready - 1; i >= all->first_ready; i--) {
        int task = all->ready[i];
        bool fits = p->standing == AT_GROUP ? all->task[task].group == in : all->task[task].parent == own;
        if (fits && !all->task[task].taken)
            return task;
    }
    return NONE;
}

/* ---- events ---- */

static void take_chunk(play *all, player *p, int number)
{
    const fc_instance *instance = fc_team_instance(all->team, number);
    p->clock += instance->chunk_s;
    if (all->taken[number] == instance->n_strands) {
        top(p)->event = fc_team_event(all->team, top(p)->event)->next;
        return;
    }
    int strand = instance->first_strand + all->taken[number];
    if (++all->copies[number] >= fc_team_strand(all->team, strand)->copies) {
        all->copies[number] = 0;
        all->taken[number]++;
    }
    push(all, p, strand, NONE, top(p)->group);
}

static void begin_group(play *all, player *p)
{
    if (all->n_groups == all->group_capacity) {
        int grown = all->group_capacity ? 2 * all->group_capacity : 8;
        group *bigger = realloc(all->group, (size_t)grown * sizeof *bigger);
        if (!bigger) {
            all->short_of_memory = true;
            return;
        }
        all->group = bigger;
        all->group_capacity = grown;
    }
    all->group[all->n_groups] = (group){top(p)->group, 0};
    top(p)->group = all->n_groups++;
}

static void lock(play *all, player *p, int number)
{
    p->clock += fc_team_overhead(&all->costs->critical, all->costs, all->team->n_threads);
    if (all->holder[number] == NONE) {
        all->holder[number] = (int)(p - all->player);
        return;
    }
    p->standing = AT_LOCK;
    p->waits_for = number;
}

/* To the thread that came first. */
static void unlock(play *all, int number, double now)
{
    player *first = NULL;
    all->holder[number] = NONE;
    for (int i = 0; i < all->team->n_threads; i++) {
        player *p = &all->player[i];
        if (p->standing == AT_LOCK && p->waits_for == number && (!first || p->clock < first->clock))
            first = p;
    }
    if (!first)
        return;
    all->holder[number] = (int)(first - all->player);
    first->standing = GOES;
    first->clock = fc_max(first->clock, now);
}

static void single(play *all, player *p, int number)
{
    if (all->taken[number]++ == 0)
        push(all, p, fc_team_instance(all->team, number)->first_strand, NONE, top(p)->group);
}

/* The strand ends. */
static void leave(play *all, player *p)
{
    int task = top(p)->task;
    if (p->depth == 1) {
        p->standing = AT_END;
        return;
    }
    p->standing = top(p)->back;
    p->depth--;
    if (task != NONE)
        end_task(all, task);
}

static void act(play *all, player *p)
{
    if (top(p)->event == NONE) {
        leave(all, p);
        return;
    }
    const fc_event *event = fc_team_event(all->team, top(p)->event);
    if (event->kind == FC_EVENT_CHUNKS) {
        take_chunk(all, p, event->ref);
        return;
    }
    top(p)->event = event->next;
    switch (event->kind) {
    case FC_EVENT_WORK:
        p->clock += event->seconds;
        break;
    case FC_EVENT_BARRIER:
        p->standing = AT_BARRIER;
        break;
    case FC_EVENT_SINGLE:
        single(all, p, event->ref);
        break;
    case FC_EVENT_LOCK:
        lock(all, p, event->ref);
        break;
    case FC_EVENT_UNLOCK:
        unlock(all, event->ref, p->clock);
        break;
    case FC_EVENT_TASK:
        make_task(all, p, event->ref);
        break;
    case FC_EVENT_TASKWAIT:
        p->standing = AT_TASKWAIT;
        break;
    case FC_EVENT_GROUP:
        begin_group(all, p);
        break;
    case FC_EVENT_GROUP_END:
        p->standing = AT_GROUP;
        break;
    case FC_EVENT_CHUNKS:
        break;
    }
}

/* ---- the play ---- */

/* What the thread waits for has come. */
static bool may_go(const play *all, const player *p)
{
    const frame *in = &p->frame[p->depth - 1];
    switch (p->standing) {
    case GOES:
        return true;
    case AT_TASKWAIT:
        return all->task[task_in_hand(all, p)].children == 0;
    case AT_GROUP:
        return all->group[in->group].left == 0;
    case AT_TASK:
        return all->task[p->waits_for].before == 0;
    default:
        return false;
    }
}

static void go_on(play *all, player *p)
{
    if (p->standing == AT_GROUP)
        top(p)->group = all->group[top(p)->group].outer;
    standing was = p->standing;
    p->standing = GOES;
    if (was == AT_TASK)
        start_task(all, p, p->waits_for, p->clock);
    else if (was == GOES)
        act(all, p);
}

/* The whole team stands at a barrier, and no task is left. False: it is the region's end. */
static bool pass_barrier(play *all)
{
    double latest = 0;
    for (int i = 0; i < all->team->n_threads; i++)
        latest = fc_max(latest, all->player[i].clock);
    latest += fc_team_overhead(&all->costs->barrier, all->costs, all->team->n_threads);
    bool is_end = true;
    for (int i = 0; i < all->team->n_threads; i++) {
        player *p = &all->player[i];
        is_end &= p->standing == AT_END;
        if (p->standing != AT_BARRIER)
            continue;
        p->clock = latest;
        p->standing = GOES;
    }
    return !is_end;
}

/* One step of the first thread in time that can make one; false: none can. `now` is the time of the latest step. */
static bool step(play *all, double *now)
{
    player *first = NULL;
    int task = NONE, waiting = 0;
    for (int i = 0; i < all->team->n_threads; i++) {
        player *p = &all->player[i];
        waiting += p->standing == AT_BARRIER || p->standing == AT_END;
        int own = may_go(all, p) ? NONE : task_for(all, p);
        double at = p->standing == GOES ? p->clock : fc_max(p->clock, *now);
        if (!may_go(all, p) && own == NONE)
            continue;
        if (first && at >= (first->standing == GOES ? first->clock : fc_max(first->clock, *now)))
            continue;
        first = p;
        task = own;
    }
    if (!first)
        return waiting == all->team->n_threads && all->left == 0 && pass_barrier(all);
    if (first->standing != GOES)
        first->clock = fc_max(first->clock, *now);
    *now = fc_max(*now, first->clock);
    if (task != NONE)
        start_task(all, first, task, first->clock);
    else
        go_on(all, first);
    return true;
}

static double end_of(const play *all)
{
    double end = 0;
    for (int i = 0; i < all->team->n_threads; i++) {
        if (all->player[i].standing != AT_END)
            return NAN;
        end = fc_max(end, all->player[i].clock);
    }
    return all->short_of_memory || all->left > 0 ? NAN : end;
}

static void free_play(play *all)
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
}

static bool begin_play(play *all)
{
    const fc_team *team = all->team;
    size_t threads = (size_t)team->n_threads, tasks = (size_t)team->tasks.n, instances = (size_t)team->instances.n;
    all->player = calloc(threads, sizeof *all->player);
    all->task = calloc(tasks + threads, sizeof *all->task);
    all->ready = calloc(tasks + 1, sizeof *all->ready);
    all->taken = calloc(instances + 1, sizeof *all->taken);
    all->copies = calloc(instances + 1, sizeof *all->copies);
    all->holder = calloc(FC_MAX_LOCKS, sizeof *all->holder);
    if (!all->player || !all->task || !all->ready || !all->taken || !all->copies || !all->holder)
        return false;
    for (int i = 0; i < FC_MAX_LOCKS; i++)
        all->holder[i] = NONE;
    for (int i = 0; i < team->tasks.n; i++)
        all->task[i] = (state){.before = fc_team_task_at(team, i)->n_before, .group = NONE, .parent = NONE};
    for (int i = 0; i < team->n_threads; i++)
        push(all, &all->player[i], i, NONE, NONE);
    return !all->short_of_memory;
}

double fc_team_play(const fc_rank *r)
{
    play all = {.team = r->team, .costs = fc_team_costs(r)};
    double now = 0, end = NAN;
    if (begin_play(&all)) {
        while (!all.short_of_memory && step(&all, &now))
            continue;
        end = end_of(&all);
    }
    free_play(&all);
    return end;
}
