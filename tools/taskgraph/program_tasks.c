/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/program_tasks.h"

#include "support/messages/taskgraph.h"
#include "tools/taskgraph/program_teams.h"
#include "tools/timeline/timeline.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const uint32_t none = UINT32_MAX;

/* An event, with the task that ends there; `none` for an event before its rank's clock was restarted. */
typedef struct event {
    uint32_t task;
    double at; /* s */
} event;

/* The state of one rank. */
typedef struct lane {
    uint32_t task;
    double longest_s; /* the longest slice so far, which names the task */
    bool is_ended;    /* an event ends the task: the next slice belongs to a new task */
    bool waits;       /* in a waiting call: its slices follow from edges and add no demand */
    event *event;     /* [n_events] by number - 1 */
    size_t n_events, capacity;
} lane;

typedef struct builder {
    fc_program_tasks tasks;
    lane *lane; /* [ranks] */
    fc_program_team team;
    uint32_t *join; /* [n_joins] by collective call; none: no rank has entered it */
    size_t n_joins, join_capacity, mark_capacity;
} builder;

static uint32_t add_task(builder *b, int rank)
{
    fc_taskgraph *graph = &b->tasks.graph;
    uint32_t task = fc_taskgraph_add_task(graph, 0, graph->n, 0);
    fc_taskgraph_set_process(graph, task, rank * b->tasks.threads);
    if (graph->queue_names.n > 0)
        fc_taskgraph_set_queue(graph, task, rank);
    return task;
}

static void begin(builder *b, int ranks)
{
    double no_usage = 0;
    *b = (builder){.tasks.ranks = ranks, .tasks.threads = 1};
    fc_taskgraph_usage(&b->tasks.graph, &no_usage);
    fc_taskgraph_add_block(&b->tasks.graph, "stretch", &(fc_task_block){.slots = 1, .split_of = 1});
    b->lane = fc_allocate((size_t)ranks, sizeof *b->lane);
    for (int i = 0; i < ranks; i++)
        b->lane[i].task = none;
}

static void end(builder *b)
{
    for (int i = 0; i < b->tasks.ranks; i++)
        free(b->lane[i].event);
    free(b->lane);
    free(b->join);
    fc_program_team_free(&b->team);
}

/* The rank's lane, with a first task. */
static lane *lane_of(builder *b, int rank)
{
    lane *of = &b->lane[rank];
    if (of->task == none) {
        of->task = add_task(b, rank);
        b->tasks.with_tasks++;
    }
    return of;
}

/* Starts the rank's next task, after its last one. */
static void start_next_task(builder *b, int rank)
{
    lane *of = lane_of(b, rank);
    uint32_t before = of->task;
    of->task = add_task(b, rank);
    of->longest_s = 0;
    of->is_ended = false;
    fc_taskgraph_add_edge(&b->tasks.graph, before, of->task, 0);
}

static void take_slice(builder *b, const fc_trace_record *record)
{
    lane *of = lane_of(b, record->rank);
    if (of->is_ended && !of->waits)
        start_next_task(b, record->rank);
    if (record->kind != FC_TRACE_WAIT) {
        uint32_t task = of->task;
        int item = record->item;
        fc_program_tasks *to = &b->tasks;
        to->mark = fc_grow(to->mark, &b->mark_capacity, to->n_marks + 1, sizeof *to->mark);
        to->mark[to->n_marks++] = (fc_derivation_mark){task, item};
    }
    if (!of->waits && record->end - record->begin > of->longest_s) {
        of->longest_s = record->end - record->begin;
        fc_taskgraph_set_label(&b->tasks.graph, of->task, (uint32_t)record->item + 1);
    }
    if (!of->waits)
        b->tasks.graph.demand_s[of->task] += record->end - record->begin;
}

static void take_event(builder *b, const fc_trace_record *record)
{
    lane *of = lane_of(b, record->rank);
    size_t n = (size_t)record->item;
    of->event = fc_grow(of->event, &of->capacity, n, sizeof *of->event);
    for (; of->n_events < n; of->n_events++)
        of->event[of->n_events].task = none;
    of->event[n - 1] = (event){of->task, record->begin};
    of->is_ended = true;
}

/* Starts a task that begins at the end of the waiting call. */
static void wait(builder *b, int rank)
{
    lane *of = lane_of(b, rank);
    if (!of->waits && (of->is_ended || b->tasks.graph.demand_s[of->task] > 0))
        start_next_task(b, rank);
    of->waits = true;
}

static void take_after(builder *b, const fc_trace_record *record)
{
    const lane *peer = &b->lane[record->peer];
    size_t n = (size_t)record->item;
    event from = n <= peer->n_events ? peer->event[n - 1] : (event){none, 0};
    wait(b, record->rank);
    double delay = fmax(0, record->end - from.at);
    bool is_order = record->peer == record->rank && delay <= DBL_EPSILON * record->end; /* up to rounding */
    if (from.task != none && !is_order)
        fc_taskgraph_add_edge(&b->tasks.graph, from.task, b->lane[record->rank].task, delay);
}

static uint32_t join_of(builder *b, int collective)
{
    size_t n = (size_t)collective + 1;
    b->join = fc_grow(b->join, &b->join_capacity, n, sizeof *b->join);
    while (b->n_joins < n)
        b->join[b->n_joins++] = none;
    if (b->join[collective] == none)
        b->join[collective] = fc_taskgraph_add_task(&b->tasks.graph, 0, FC_TASKGRAPH_JOIN, 0);
    return b->join[collective];
}

static void take_part(builder *b, const fc_trace_record *record)
{
    fc_taskgraph *graph = &b->tasks.graph;
    fc_program_team_add_part(&b->team, graph, record, record->rank * b->tasks.threads);
    uint32_t task = graph->n - 1;
    if (graph->queue_names.n > 0 && graph->slot[task] != FC_TASKGRAPH_JOIN)
        fc_taskgraph_set_queue(graph, task, record->rank);
}

/* Starts the rank's task after its team. */
static void end_team(builder *b, const fc_trace_record *record)
{
    lane *of = lane_of(b, record->rank);
    of->task = add_task(b, record->rank);
    of->longest_s = 0;
    of->is_ended = of->waits = false;
    fc_program_team_end(&b->team, &b->tasks.graph, of->task, record->end);
}

static void take_record(builder *b, const fc_trace_record *record)
{
    lane *of = lane_of(b, record->rank);
    switch (record->kind) {
    case FC_TRACE_COMPUTE:
    case FC_TRACE_COMMUNICATION:
    case FC_TRACE_WAIT:
        if (!b->team.is_open)
            take_slice(b, record);
        break;
    case FC_TRACE_TEAM:
        fc_program_team_begin(&b->team, of->task);
        break;
    case FC_TRACE_PART:
        take_part(b, record);
        break;
    case FC_TRACE_PART_AFTER:
        fc_program_team_add_edge(&b->team, record);
        break;
    case FC_TRACE_TEAM_END:
        end_team(b, record);
        break;
    case FC_TRACE_EVENT:
        take_event(b, record);
        break;
    case FC_TRACE_AFTER:
        take_after(b, record);
        break;
    case FC_TRACE_ARRIVAL:
        fc_taskgraph_add_edge(&b->tasks.graph, of->task, join_of(b, record->item), 0);
        break;
    case FC_TRACE_SYNC:
        wait(b, record->rank);
        fc_taskgraph_add_edge(&b->tasks.graph, join_of(b, record->item), of->task, record->end - record->begin);
        break;
    case FC_TRACE_OVER:
        of->waits = false;
        break;
    default: /* a message: its edge is the receiver's FC_TRACE_AFTER */
        break;
    }
}

static fc_status build(builder *b, fc_recording *recording, fc_report *report)
{
    const fc_trace_record *record;
    size_t n;
    fc_status status = fc_recording_read(&record, &n, recording, report);
    if (!status) {
        /* Finds the largest team. With teams and several ranks, each rank gets a queue. */
        fc_program_tasks *tasks = &b->tasks;
        for (size_t i = 0; i < n; i++)
            if (record[i].kind == FC_TRACE_TEAM && record[i].peer > tasks->threads)
                tasks->threads = record[i].peer;
        for (int rank = 0; rank < tasks->ranks && tasks->threads > 1 && tasks->ranks > 1; rank++) {
            char *name = fc_format("rank %d", rank);
            fc_words_add(&tasks->graph.queue_names, name);
            free(name);
        }
    }
    for (size_t i = 0; !status && i < n; i++) {
        take_record(b, &record[i]);
        if (b->tasks.graph.n > FC_TASKGRAPH_MOST_TASKS)
            status = fc_fail(report, FC_E_INPUT, FC_NOWHERE,
                             "Give fewer ranks or iterations; a smaller graph shows the same pattern.",
                             FC_MSG_PROGRAM_S_TASK_GRAPH_MORE, FC_TASKGRAPH_MOST_TASKS);
    }
    return status;
}

fc_status fc_program_tasks_make(fc_program_tasks *out, fc_recording *recording, const fc_cost_program *program,
                                fc_report *report)
{
    builder b;
    begin(&b, recording->trace.ranks);
    /* Labels for every region and site, by number: "heat.c:40 compute", "heat.c:52 MPI_Recv". */
    for (int item = 0; item < program->n_regions + program->n_sites; item++) {
        fc_timeline_place place = fc_timeline_place_of(program, item);
        char *label = fc_format("%s:%d %s", place.file, place.line, place.what);
        fc_taskgraph_add_label(&b.tasks.graph, label);
        free(label);
    }
    fc_status status = build(&b, recording, report);
    if (b.tasks.graph.n == 0)
        lane_of(&b, 0);
    b.tasks.graph.block[0].slots = b.tasks.graph.n;
    end(&b);
    if (status)
        fc_program_tasks_free(&b.tasks);
    else
        *out = b.tasks;
    return status;
}

void fc_program_tasks_free(fc_program_tasks *tasks)
{
    fc_taskgraph_free(&tasks->graph);
    free(tasks->mark);
    *tasks = (fc_program_tasks){0};
}
