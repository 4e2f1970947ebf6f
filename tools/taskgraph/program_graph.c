/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/program_graph.h"

#include "runtime/taskgraph/taskgraph_write.h"
#include "tools/prediction/recording.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TASKS = 4000000
};

static const uint32_t none = UINT32_MAX;

/* An event: the task that ends with it. task is `none` of what was told of a clock that began anew. */
typedef struct event {
    uint32_t task;
    double at; /* s */
} event;

/* A rank while its tasks are made. */
typedef struct lane {
    uint32_t task;
    bool is_ended; /* an event stands at the task's end: what follows is another's */
    bool waits;    /* the slices told follow from edges */
    event *event;  /* [n_events] by number - 1 */
    size_t n_events, capacity;
} lane;

typedef struct builder {
    fc_taskgraph graph;
    lane *lane;     /* [ranks] */
    uint32_t *join; /* [n_joins] by meeting; none: nobody has come */
    size_t n_joins, join_capacity;
    int ranks;
} builder;

static uint32_t add_task(builder *b, int rank)
{
    uint32_t task = fc_taskgraph_add_task(&b->graph, 0, b->graph.n, 0);
    fc_taskgraph_set_process(&b->graph, task, rank);
    return task;
}

static void begin(builder *b, int ranks)
{
    double no_usage = 0;
    *b = (builder){.ranks = ranks};
    fc_taskgraph_usage(&b->graph, &no_usage);
    fc_taskgraph_add_block(&b->graph, "stretch", &(fc_task_block){.slots = 1, .split_of = 1});
    b->lane = fc_allocate((size_t)ranks, sizeof *b->lane);
    for (int i = 0; i < ranks; i++)
        b->lane[i].task = add_task(b, i);
}

static void end(builder *b)
{
    for (int i = 0; i < b->ranks; i++)
        free(b->lane[i].event);
    free(b->lane);
    free(b->join);
    fc_taskgraph_free(&b->graph);
}

/* The rank's next task, after its last. */
static void go_on(builder *b, int rank)
{
    lane *of = &b->lane[rank];
    uint32_t before = of->task;
    of->task = add_task(b, rank);
    of->is_ended = false;
    fc_taskgraph_add_edge(&b->graph, before, of->task, 0);
}

static void take_slice(builder *b, const fc_trace_record *record)
{
    lane *of = &b->lane[record->rank];
    if (of->waits)
        return;
    if (of->is_ended)
        go_on(b, record->rank);
    b->graph.demand_s[of->task] += record->end - record->begin;
}

static void take_event(builder *b, const fc_trace_record *record)
{
    lane *of = &b->lane[record->rank];
    size_t n = (size_t)record->item;
    of->event = fc_grow(of->event, &of->capacity, n, sizeof *of->event);
    for (; of->n_events < n; of->n_events++)
        of->event[of->n_events].task = none;
    of->event[n - 1] = (event){of->task, record->begin};
    of->is_ended = true;
}

/* A task of the rank that begins where its call ends. */
static void wait(builder *b, int rank)
{
    lane *of = &b->lane[rank];
    if (!of->waits && (of->is_ended || b->graph.demand_s[of->task] > 0))
        go_on(b, rank);
    of->waits = true;
}

static void take_after(builder *b, const fc_trace_record *record)
{
    const lane *peer = &b->lane[record->peer];
    size_t n = (size_t)record->item;
    event from = n <= peer->n_events ? peer->event[n - 1] : (event){none, 0};
    wait(b, record->rank);
    double delay = fmax(0, record->end - from.at);
    bool is_order = record->peer == record->rank && delay == 0;
    if (from.task != none && !is_order)
        fc_taskgraph_add_edge(&b->graph, from.task, b->lane[record->rank].task, delay);
}

static uint32_t join_of(builder *b, int meeting)
{
    size_t n = (size_t)meeting + 1;
    b->join = fc_grow(b->join, &b->join_capacity, n, sizeof *b->join);
    while (b->n_joins < n)
        b->join[b->n_joins++] = none;
    if (b->join[meeting] == none)
        b->join[meeting] = fc_taskgraph_add_task(&b->graph, 0, FC_SLOT_JOIN, 0);
    return b->join[meeting];
}

static void take_record(builder *b, const fc_trace_record *record)
{
    lane *of = &b->lane[record->rank];
    switch (record->kind) {
    case FC_TRACE_COMPUTE:
    case FC_TRACE_COMMUNICATION:
    case FC_TRACE_WAIT:
        take_slice(b, record);
        break;
    case FC_TRACE_EVENT:
        take_event(b, record);
        break;
    case FC_TRACE_AFTER:
        take_after(b, record);
        break;
    case FC_TRACE_MEET:
        fc_taskgraph_add_edge(&b->graph, of->task, join_of(b, record->item), 0);
        break;
    case FC_TRACE_MET:
        wait(b, record->rank);
        fc_taskgraph_add_edge(&b->graph, join_of(b, record->item), of->task, record->end - record->begin);
        break;
    case FC_TRACE_OVER:
        of->waits = false;
        break;
    default: /* a message: its receiver's FC_TRACE_AFTER tells it */
        break;
    }
}

static fc_status build(builder *b, fc_recording *recording, fc_report *report)
{
    const fc_trace_record *record;
    size_t n;
    fc_status status = fc_recording_read(&record, &n, recording, report);
    for (size_t i = 0; !status && i < n; i++) {
        take_record(b, &record[i]);
        if (b->graph.n > MOST_TASKS)
            status = fc_fail(report, FC_E_INPUT, FC_NOWHERE,
                             "Ask for fewer ranks or iterations: the graph of a part shows the pattern of the whole.",
                             "the program's task graph has more than %d tasks", MOST_TASKS);
    }
    b->graph.block[0].slots = b->graph.n;
    return status;
}

static fc_status write(const fc_arguments *arguments, const builder *b, double time_s, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "output");
    fc_text text = {0};
    fc_taskgraph_write_listed(&text, &b->graph, arguments->operand[0]);
    fc_status status = fc_file_write(path, text.bytes, text.length, report);
    if (!status)
        fprintf(arguments->out, "%s: %u tasks, %zu edges, %d rank%s, predicted %.17g s\n", path, b->graph.n,
                b->graph.n_edges, b->ranks, b->ranks == 1 ? "" : "s", time_s);
    fc_text_free(&text);
    return status;
}

/* The options that a program takes. */
static fc_status check(const fc_arguments *arguments, const fc_sweep *sweep, fc_report *report)
{
    static const char *const known[] = {"machine", "ranks",     "define",      "compute-model", "profile",
                                        "assume",  "placement", "collectives", "comm-model",    "output"};
    const char *next = "For example forecost taskgraph app.fc -n 64 -o app.tg.json -- ARGUMENTS.";
    for (int i = 0; i < arguments->n_given; i++) {
        const char *name = arguments->given[i].option->name;
        size_t k = 0;
        while (k < sizeof known / sizeof *known && strcmp(known[k], name) != 0)
            k++;
        if (k == sizeof known / sizeof *known)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                           "Write its graph with -o GRAPH.json, and give the option with that.",
                           "--%s is of task graphs, and %s is a program", name, arguments->operand[0]);
    }
    if (!fc_arguments_has(arguments, "output"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, "-o is missing: where a program's task graph goes");
    if (sweep->n_points != 1)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, "a task graph is of one point, and %d are asked for",
                       sweep->n_points);
    return FC_OK;
}

bool fc_program_graph_is(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".fc") == 0;
}

static fc_status predict(fc_recording *recording, fc_prediction **prediction, const fc_sweep *sweep,
                         const fc_arguments *arguments, fc_report *report)
{
    fc_subject subject = {0};
    fc_trace wanted = {.ranks = fc_sweep_ranks(sweep, 0), .dependences = true};
    fc_status status = fc_subject_open(&subject, arguments, report);
    if (!status)
        status = fc_recording_open(recording, &wanted, report);
    subject.trace = &recording->trace;
    if (!status)
        status = fc_subject_predict(prediction, &subject, sweep, arguments, report);
    fc_subject_close(&subject);
    return status;
}

fc_status fc_program_graph_run(const fc_arguments *arguments, fc_report *report)
{
    fc_sweep sweep = {0};
    fc_recording recording = {0};
    fc_prediction *prediction = NULL;
    builder b = {0};
    fc_status status = fc_sweep_parse(&sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status)
        status = check(arguments, &sweep, report);
    if (!status)
        status = predict(&recording, &prediction, &sweep, arguments, report);
    if (!status) {
        begin(&b, recording.trace.ranks);
        status = build(&b, &recording, report);
    }
    if (!status)
        status = write(arguments, &b, prediction[0].totals.time_s, report);
    end(&b);
    if (prediction)
        fc_predictions_free(prediction, sweep.n_points);
    fc_recording_close(&recording);
    fc_sweep_free(&sweep);
    return status;
}
