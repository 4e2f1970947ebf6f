/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/analysis/task_analysis.h"

#include "runtime/taskgraph/analysis/active_set.h"
#include "runtime/taskgraph/schedules/ready_list.h"
#include "support/messages/report.h"
#include "support/messages/taskgraph.h"

#include <math.h>
#include <stdlib.h>

/* The last message a task waits for, in transit. */
typedef struct arrival {
    double time_s;
    uint32_t task, by;
} arrival;

typedef struct analysis {
    const fc_taskgraph *graph;
    const fc_task_analysis_options *options;
    fc_active_set executing;
    fc_ready_list ready;
    uint32_t *waits; /* [n] ctr_i: parents that have not ended */
    uint32_t *task;  /* [processes] the executing task; FC_TASKGRAPH_JOIN: idle */
    double *start_s; /* [processes] start of that task */
    double *busy_s;  /* [processes] */
    double *lock_s;  /* [processes] lock time of the executing task */
    double *last_s;  /* [processes] end of the process's last task */
    uint32_t *idle;  /* [n_idle] a heap, lowest number first; static schedules: a list of processes to check */
    size_t n_idle, idle_capacity;
    uint32_t *joins; /* [n_joins] joins that are ready */
    size_t n_joins, join_capacity;
    arrival *arrival; /* [n_arrivals] a heap by time, then by task */
    size_t n_arrivals, arrival_capacity;
    uint32_t n_done;  /* tasks and joins */
    uint32_t n_ended; /* tasks */
    double think_s;   /* execution time of ended tasks, lock time excluded */
    double active_s;  /* process-seconds in execution since the start */
    bool is_static;
    fc_analysis result;
} analysis;

/* ---- idle processes ---- */

static void push_idle(analysis *a, uint32_t process)
{
    size_t at = a->n_idle++;
    a->idle = fc_grow(a->idle, &a->idle_capacity, a->n_idle, sizeof *a->idle);
    for (; !a->is_static && at > 0 && process < a->idle[(at - 1) / 2]; at = (at - 1) / 2)
        a->idle[at] = a->idle[(at - 1) / 2];
    a->idle[at] = process;
}

static uint32_t pop_idle(analysis *a)
{
    const uint32_t top = a->idle[0], last = a->idle[--a->n_idle];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < a->n_idle; at = child) {
        if (child + 1 < a->n_idle && a->idle[child + 1] < a->idle[child])
            child++;
        if (last <= a->idle[child])
            break;
        a->idle[at] = a->idle[child];
    }
    a->idle[at] = last;
    return top;
}

/* ---- messages under way ---- */

static bool arrives_before(const arrival *a, const arrival *b)
{
    return a->time_s < b->time_s || (a->time_s == b->time_s && a->task < b->task);
}

static arrival pop_arrival(analysis *a)
{
    const arrival top = a->arrival[0], last = a->arrival[--a->n_arrivals];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < a->n_arrivals; at = child) {
        if (child + 1 < a->n_arrivals && arrives_before(&a->arrival[child + 1], &a->arrival[child]))
            child++;
        if (!arrives_before(&a->arrival[child], &last))
            break;
        a->arrival[at] = a->arrival[child];
    }
    a->arrival[at] = last;
    return top;
}

/* ---- step 4: newly ready tasks ---- */

static void make_ready(analysis *a, uint32_t task, uint32_t by)
{
    if (a->graph->slot[task] == FC_TASKGRAPH_JOIN) {
        a->joins = fc_grow(a->joins, &a->join_capacity, a->n_joins + 1, sizeof *a->joins);
        a->joins[a->n_joins++] = task;
        return;
    }
    fc_ready_list_add(&a->ready, task, by);
    if (a->is_static)
        push_idle(a, a->ready.owner[task]);
}

static void release(analysis *a, uint32_t task, uint32_t by)
{
    if (--a->waits[task] == 0)
        make_ready(a, task, by);
}

static void release_children(analysis *a, uint32_t task, uint32_t by)
{
    const fc_taskgraph *graph = a->graph;
    for (size_t e = graph->child_start[task]; e < graph->child_start[task + 1]; e++) {
        if (graph->delay_s && graph->delay_s[e] > 0) {
            arrival one = (arrival){a->executing.now + graph->delay_s[e], graph->child[e], by};
            size_t at = a->n_arrivals++;
            a->arrival = fc_grow(a->arrival, &a->arrival_capacity, a->n_arrivals, sizeof *a->arrival);
            for (; at > 0 && arrives_before(&one, &a->arrival[(at - 1) / 2]); at = (at - 1) / 2)
                a->arrival[at] = a->arrival[(at - 1) / 2];
            a->arrival[at] = one;
        } else
            release(a, graph->child[e], by);
    }
    a->n_done++;
}

/* Joins take no time: each ends as soon as it is ready. */
static void run_joins(analysis *a, uint32_t by)
{
    while (a->n_joins > 0)
        release_children(a, a->joins[--a->n_joins], by);
}

static void end_task(analysis *a, uint32_t process)
{
    const uint32_t task = a->task[process];
    const double now = a->executing.now;
    a->task[process] = FC_TASKGRAPH_JOIN;
    a->busy_s[process] += now - a->start_s[process];
    a->think_s += now - a->start_s[process] - a->lock_s[process];
    a->last_s[process] = now;
    a->n_ended++;
    if (a->options->observer.ran)
        a->options->observer.ran(a->options->observer.data, task, process, a->start_s[process], now);
    push_idle(a, process);
    release_children(a, task, process);
    run_joins(a, process);
}

/* ---- step 5: the scheduling function ---- */

/* Taking a task from the queue holds the lock once. As in [taskgraph, section 3.2], K is the mean number of busy
 * processes since the start. The paper derives the request rate from the mean interval between completions. That
 * interval contains the lock waits themselves, so a saturated lock would serve more requests than it can. Here the
 * rate comes from task times without lock waits. */
static double lock_delay(const analysis *a)
{
    const double now = a->executing.now, hold = a->options->lock_s;
    if (a->is_static || hold <= 0)
        return 0;
    return a->n_ended > 0 && now > 0 ? fc_task_lock_seconds(hold, a->active_s / now, fmax(a->think_s / a->n_ended, 0))
                                     : hold;
}

static void begin_task(analysis *a, uint32_t process, uint32_t task)
{
    const double lock = lock_delay(a), demand = a->graph->demand_s[task];
    a->task[process] = task;
    a->start_s[process] = a->executing.now;
    a->result.cpu_s += demand;
    a->result.lock_s += lock;
    a->lock_s[process] = lock;
    fc_active_set_add(&a->executing, process, a->graph->usage[task], demand + lock);
    if (a->executing.n > a->result.most)
        a->result.most = a->executing.n;
}

static bool try_process(analysis *a, uint32_t process)
{
    const uint32_t task =
        a->task[process] == FC_TASKGRAPH_JOIN ? fc_ready_list_take(&a->ready, process) : FC_TASKGRAPH_JOIN;
    if (task == FC_TASKGRAPH_JOIN)
        return false;
    begin_task(a, process, task);
    return true;
}

static void dispatch(analysis *a)
{
    if (a->is_static) {
        /* Only processes that ended a task, or whose own task became ready, can start a task. */
        for (size_t i = 0; i < a->n_idle; i++)
            try_process(a, a->idle[i]);
        a->n_idle = 0;
    } else {
        /* Tries idle processes in the order of their numbers while tasks are ready. A process may find no task it is
         * allowed to take. */
        uint32_t *refused = NULL;
        size_t n = 0, capacity = 0;
        while (a->ready.n > 0 && a->n_idle > 0) {
            uint32_t process = pop_idle(a);
            if (try_process(a, process))
                continue;
            refused = fc_grow(refused, &capacity, n + 1, sizeof *refused);
            refused[n++] = process;
        }
        for (size_t i = 0; i < n; i++)
            push_idle(a, refused[i]);
        free(refused);
    }
}

/* ---- the whole ---- */

static void begin(analysis *a)
{
    const uint32_t processes = a->options->processes, n = a->graph->n;
    fc_active_set_begin(&a->executing, a->graph, &a->options->system);
    fc_ready_list_begin(&a->ready, a->graph, &a->options->schedule, processes);
    a->is_static = fc_schedule_is_static(&a->options->schedule);
    a->waits = fc_allocate(n, sizeof *a->waits);
    a->task = fc_allocate(processes, sizeof *a->task);
    a->start_s = fc_allocate(processes, sizeof *a->start_s);
    a->busy_s = fc_allocate(processes, sizeof *a->busy_s);
    a->lock_s = fc_allocate(processes, sizeof *a->lock_s);
    a->last_s = fc_allocate(processes, sizeof *a->last_s);
    for (uint32_t p = 0; p < processes; p++) {
        a->task[p] = FC_TASKGRAPH_JOIN;
        push_idle(a, p);
    }
    for (uint32_t i = 0; i < n; i++)
        a->waits[i] = a->graph->n_parents[i];
    for (uint32_t i = 0; i < n; i++)
        if (a->graph->n_parents[i] == 0)
            make_ready(a, i, 0);
    run_joins(a, 0);
    dispatch(a);
}

static void end(analysis *a)
{
    void *arrays[] = {a->waits, a->task, a->start_s, a->busy_s, a->lock_s, a->last_s, a->idle, a->joins, a->arrival};
    fc_active_set_end(&a->executing);
    fc_ready_list_end(&a->ready);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

/* Advances to the next event, a task's end or a message's arrival, and handles everything at that time. False: no
 * event is left. */
static bool step(analysis *a, double *time)
{
    uint32_t process;
    *time = fc_active_set_next(&a->executing);
    if (a->n_arrivals > 0)
        *time = fmin(*time, a->arrival[0].time_s);
    if (!isfinite(*time))
        return false;
    a->active_s += a->executing.n * (*time - a->executing.now);
    fc_active_set_advance(&a->executing, *time);
    while (a->n_arrivals > 0 && a->arrival[0].time_s <= *time) {
        arrival one = pop_arrival(a);
        release(a, one.task, one.by);
        run_joins(a, one.by);
    }
    while (fc_active_set_take(&process, &a->executing))
        end_task(a, process);
    dispatch(a);
    return true;
}

/* ---- what can never be executed ---- */

/* The unfinished task that blocks the head of a process's list; joins are skipped. */
static uint32_t blocker_of(const analysis *a, const uint32_t *blocker, uint32_t task)
{
    do
        task = blocker[task];
    while (a->graph->slot[task] == FC_TASKGRAPH_JOIN);
    return task;
}

static void add_wait(fc_text *out, const analysis *a, uint32_t head, uint32_t blocker)
{
    const uint32_t other = a->ready.first[a->ready.owner[blocker]];
    fc_text_add(out, "\n  process %u waits at ", a->ready.owner[head]);
    fc_taskgraph_name(out, a->graph, head);
    fc_text_add(out, " for ");
    fc_taskgraph_name(out, a->graph, blocker);
    if (other == blocker)
        return;
    fc_text_add(out, ", which comes after ");
    fc_taskgraph_name(out, a->graph, other);
    fc_text_add(out, " on process %u", a->ready.owner[blocker]);
}

static fc_status report_deadlock(const analysis *a, fc_report *report)
{
    /* A task has ended unless it waits for parents or is still in a process's list. */
    const fc_taskgraph *graph = a->graph;
    bool *has_ended = fc_allocate(graph->n, sizeof *has_ended);
    for (uint32_t i = 0; i < graph->n; i++)
        has_ended[i] = a->waits[i] == 0;
    for (uint32_t p = 0; p < a->options->processes; p++)
        for (uint32_t i = a->ready.first[p]; i != FC_TASKGRAPH_JOIN; i = a->ready.next[i])
            has_ended[i] = false;
    uint32_t *blocker = fc_allocate(graph->n, sizeof *blocker), head = FC_TASKGRAPH_JOIN;
    fc_text text = {0};
    for (uint32_t i = 0; i < graph->n; i++) /* one unfinished parent of each unfinished task */
        for (size_t e = graph->child_start[i]; !has_ended[i] && e < graph->child_start[i + 1]; e++)
            blocker[graph->child[e]] = i;
    for (uint32_t p = 0; head == FC_TASKGRAPH_JOIN; p++)
        head = a->ready.first[p];
    for (uint32_t p = 0; p < a->options->processes; p++) /* after P steps the walk is on the cycle */
        head = a->ready.first[a->ready.owner[blocker_of(a, blocker, head)]];
    const uint32_t first = head;
    int n = 0;
    do {
        uint32_t before = blocker_of(a, blocker, head);
        if (n++ < 6)
            add_wait(&text, a, head, before);
        head = a->ready.first[a->ready.owner[before]];
    } while (head != first);
    fc_status status = fc_fail(report, FC_E_INPUT, a->options->place,
                               "Number the tasks in an order that satisfies their edges, or use a dynamic schedule.",
                               FC_MSG_STATIC_SCHEDULE_DEADLOCKS, text.bytes);
    fc_text_free(&text);
    free(blocker);
    free(has_ended);
    return status;
}

/* With fixed queues, a queue may have no process. */
static fc_status report_unserved(const analysis *a, fc_report *report)
{
    uint32_t queue = 0;
    while (a->ready.length[queue] == 0)
        queue++;
    return fc_fail(report, FC_E_INPUT, a->options->place, "Use more processes, or the schedule queues.",
                   FC_MSG_NO_PROCESS_SERVES_QUEUE_NONE, a->graph->queue_names.item[queue]);
}

static fc_status report_end(const analysis *a, double time, fc_report *report)
{
    if (a->n_done == a->graph->n)
        return FC_OK;
    if (a->options->stop && *a->options->stop)
        return fc_fail(report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED);
    if (isnan(time))
        return fc_fail(report, FC_E_INPUT, a->options->place,
                       "The model must return seconds of overhead per CPU second, >= 0.",
                       FC_MSG_SYSTEM_MODEL_RETURNED_INVALID_OVERHEAD);
    if (isinf(time) && a->executing.n > 0)
        return fc_fail(report, FC_E_INPUT, a->options->place, "Specify times in seconds.",
                       FC_MSG_SIMULATED_TIME_OVERFLOWS);
    return a->is_static ? report_deadlock(a, report) : report_unserved(a, report);
}

fc_status fc_task_analysis_run(fc_analysis *out, const fc_taskgraph *graph, const fc_task_analysis_options *options,
                               fc_report *report)
{
    analysis a = {.graph = graph, .options = options};
    double time = 0;
    fc_status status = fc_schedule_check(&options->schedule, graph, options->processes, options->place, report);
    if (status)
        return status;
    begin(&a);
    for (size_t i = 0; step(&a, &time); i++)
        if (i % 1024 == 0 && options->stop && *options->stop)
            break;
    status = report_end(&a, time, report);
    if (!status) {
        const uint32_t processes = a.options->processes;
        fc_analysis *result = &a.result;
        double busy = 0;
        result->time_s = a.executing.now;
        for (uint32_t p = 0; p < processes; p++) {
            busy += a.busy_s[p];
            result->wait_s += a.last_s[p] - a.busy_s[p];
            result->idle_s += result->time_s - a.last_s[p];
        }
        result->overhead_s = fmax(0, busy - result->cpu_s - result->lock_s);
        if (!a.options->system.overhead)
            result->overhead_s = 0; /* without contention only rounding remains */
        result->n_sets = a.executing.n_results;
        *out = a.result;
    }
    end(&a);
    return status;
}
