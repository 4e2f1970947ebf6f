/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/derivation.h"

#include "runtime/taskgraph/relaxed/loop_folding.h"
#include "support/messages/taskgraph.h"

#include <stdlib.h>

static const uint32_t none = UINT32_MAX;

enum {
    HOPELESS = 10 /* nodes per allowed state beyond which path reduction is not attempted */
};

/* A transition under construction, between representative nodes; to `none`: the end. */
typedef struct connection {
    uint32_t from, to;
    int ahead;
    fc_cost_polynomial cost;
} connection;

typedef struct builder {
    const fc_derivation_source *source;
    fc_task_sequences sequences;
    fc_loop_folding folding;
    connection *connection;
    size_t n_links, capacity;
    uint32_t *state; /* [sequences.n] for representative nodes */
    int n_kept;
    fc_relaxed graph;
} builder;

/* ---- links ---- */

/* Adds a link between the representatives of two nodes: `to` may begin `delay` after `from` has ended. */
static void add_link(builder *b, uint32_t from, uint32_t to, int ahead, fc_cost_polynomial delay)
{
    const uint32_t kept = fc_loop_folding_representative(&b->folding, from);
    b->connection = fc_grow(b->connection, &b->capacity, b->n_links + 1, sizeof *b->connection);
    b->connection[b->n_links++] =
        (connection){kept, to, ahead, fc_cost_polynomial_add(&b->sequences.counted, b->sequences.cost[kept], delay)};
}

/* A link out of a loop leaves with the last iteration. A link into a loop applies to every iteration, but determines
 * only the first. */
static void add_links(builder *b)
{
    const fc_task_sequences *s = &b->sequences;
    const fc_loop_folding *folding = &b->folding;
    for (uint32_t node = 0; node < s->n; node++)
        for (size_t e = s->in[node]; e < s->in[node + 1] && folding->twin[node] == node; e++)
            add_link(b, s->from[e], node, 0, s->delay[e]);
    for (size_t i = 0; i < folding->n_ahead; i++)
        if (folding->twin[folding->ahead[i].to] == folding->ahead[i].to)
            add_link(b, folding->ahead[i].from, folding->ahead[i].to, 1, folding->ahead[i].delay);
    for (uint32_t i = 0; i < s->n_sequences; i++)
        add_link(b, s->first[i + 1] - 1, none, 0, (fc_cost_polynomial){0});
}

static int compare_links(const void *a, const void *b)
{
    const connection *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->ahead != y->ahead)
        return x->ahead - y->ahead;
    if ((x->cost.term > 0) != (y->cost.term > 0))
        return x->cost.term > 0 ? 1 : -1;
    return x->cost.s > y->cost.s ? -1 : x->cost.s < y->cost.s;
}

/* ---- the relaxed graph ---- */

static int process_of(const builder *b, uint32_t node)
{
    return b->source->graph->process[b->sequences.task[node]];
}

/* "rank.number site": the number in the process's sequence distinguishes nodes of one site. */
static char *name_node(const builder *b, uint32_t node)
{
    const fc_task_sequences *s = &b->sequences;
    const uint32_t first = s->first[s->sequence[node]];
    const int process = process_of(b, node);
    fc_text name = {0};
    fc_text_add(&name, "%d.%u", process >= 0 ? process : process_of(b, first), node - first);
    if (process < 0)
        fc_text_add(&name, " join");
    else if (s->mark[node] < s->mark[node + 1] && b->source->place) {
        fc_text_add(&name, " ");
        b->source->place(&name, b->source->data, s->item[s->mark[node]]);
    }
    return fc_text_take(&name);
}

/* Counters follow the parameters. */
static void add_loops(builder *b)
{
    fc_relaxed *graph = &b->graph;
    const size_t n = b->folding.n_loops;
    graph->parameter = fc_allocate(n + 1, sizeof *graph->parameter);
    graph->loop = fc_allocate(n + 1, sizeof *graph->loop);
    graph->n_loops = (int)n;
    /* Limits are parameters, so that users can change them. */
    for (size_t i = 0; i < b->folding.n_loops; i++) {
        if (!b->folding.loops[i].is_even)
            continue;
        char *name = fc_format("iterations%zu", i + 1);
        graph->parameter[graph->n_parameters++] = b->folding.loops[i].n_iterations;
        fc_words_add(&graph->names, name);
        free(name);
    }
    for (size_t i = 0; i < n; i++) {
        const fc_loop_folding_loop *loop = &b->folding.loops[i];
        char *counter = fc_format("iteration%zu", i + 1);
        char *limit = loop->is_even ? fc_format("iterations%zu", i + 1) : fc_format("%u", loop->n_iterations);
        graph->loop[i] =
            (fc_relaxed_loop){.counter = graph->n_parameters + (int)i, .around = loop->around, .first = -1};
        fc_words_add(&graph->names, counter);
        fc_expression_parse(&graph->loop[i].limit, limit, &graph->names, FC_NOWHERE, NULL);
        free(counter);
        free(limit);
    }
}

/* The first forward edge between a loop's own states becomes its loop edge. */
static bool becomes_loop_edge(fc_relaxed *graph, const fc_relaxed_transition *edge)
{
    const int loop = graph->state[edge->to].loop;
    if (!edge->ahead || graph->state[edge->from].loop != loop || graph->loop[loop].first >= 0)
        return false;
    graph->loop[loop].first = edge->to;
    graph->loop[loop].last = edge->from;
    graph->loop[loop].cost_s = edge->cost_s;
    return true;
}

static void add_transitions(builder *b)
{
    fc_relaxed *graph = &b->graph;
    graph->transition = fc_allocate(b->n_links + 1, sizeof *graph->transition);
    for (size_t i = 0; i < b->n_links; i++) {
        const connection *of = &b->connection[i];
        const int to = of->to == none ? graph->n_states - 1 : (int)b->state[of->to];
        fc_relaxed_transition edge = {NULL, (int)b->state[of->from], to, of->ahead, NULL, false};
        /* Writes the cost as an expression in the counters of the enclosing loops. */
        fc_text text = {0};
        fc_cost_polynomial_write(&text, &b->sequences.counted, of->cost, b->graph.names.item + b->graph.n_parameters);
        edge.name = fc_text_take(&text);
        fc_expression_parse(&edge.cost_s, edge.name, &b->graph.names, FC_NOWHERE, NULL);
        if (becomes_loop_edge(graph, &edge))
            free(edge.name);
        else
            graph->transition[graph->n_transitions++] = edge;
    }
    /* A loop without a loop edge gets a state that only counts. */
    for (int i = 0; i < graph->n_loops; i++) {
        fc_relaxed_loop *of = &graph->loop[i];
        if (of->first >= 0)
            continue;
        graph->state[graph->n_states] = (fc_relaxed_state){fc_format("%s", graph->names.item[of->counter]), i};
        of->first = of->last = graph->n_states++;
        fc_expression_parse(&of->cost_s, "0", &graph->names, FC_NOWHERE, NULL);
    }
}

static void build(builder *b)
{
    add_links(b);
    /* Of parallel links with constant costs keeps the longest. */
    size_t kept = 0;
    qsort(b->connection, b->n_links, sizeof *b->connection, compare_links);
    for (size_t i = 0; i < b->n_links; i++) {
        const connection *last = kept > 0 ? &b->connection[kept - 1] : NULL, *of = &b->connection[i];
        if (!last || last->from != of->from || last->to != of->to || last->ahead != of->ahead || of->cost.term > 0)
            b->connection[kept++] = *of;
    }
    b->n_links = kept;
    b->graph.name = fc_copy_string(b->source->name);
    b->graph.path = fc_copy_string(b->source->name);
    fc_relaxed *graph = &b->graph;
    graph->state = fc_allocate((size_t)b->sequences.n + b->folding.n_loops + 2, sizeof *graph->state);
    b->state = fc_allocate((size_t)b->sequences.n + 1, sizeof *b->state);
    for (uint32_t node = 0; node < b->sequences.n; node++)
        if (b->folding.twin[node] == node) {
            b->state[node] = (uint32_t)graph->n_states;
            graph->state[graph->n_states++] = (fc_relaxed_state){name_node(b, node), b->folding.loop[node]};
        }
    graph->state[graph->n_states++] = (fc_relaxed_state){fc_copy_string("end"), -1};
    add_loops(b);
    add_transitions(b);
    fc_relaxed_reduce_paths(&b->graph);
}

/* Frees everything except the source and the sequences. */
static void clear(builder *b)
{
    fc_relaxed_free(&b->graph);
    fc_loop_folding_free(&b->folding);
    free(b->connection);
    free(b->state);
    *b = (builder){.source = b->source, .sequences = b->sequences};
}

static void fold(builder *b, fc_derivation_mismatch *unlike)
{
    fc_loop_folding_make(&b->folding, unlike, &b->sequences);
    if (unlike->is_found && b->source->graph->process[unlike->task] >= 0)
        unlike->process = b->source->graph->process[unlike->task];
    else if (unlike->is_found)
        unlike->process = process_of(b, b->sequences.first[unlike->sequence]);
    int n = 0;
    for (uint32_t node = 0; node < b->sequences.n; node++)
        n += b->folding.twin[node] == node;
    b->n_kept = n;
    if (b->n_kept <= HOPELESS * FC_DERIVATION_MOST_STATES)
        build(b);
}

fc_status fc_derivation_make(fc_relaxed *out, fc_derivation_summary *summary, const fc_derivation_source *source,
                             fc_report *report)
{
    builder b = {.source = source};
    *summary = (fc_derivation_summary){0};
    fc_task_sequences_make(&b.sequences, source);
    fold(&b, &summary->unlike);
    summary->states = b.graph.state ? b.graph.n_states : b.n_kept;
    summary->is_path = summary->states > FC_DERIVATION_MOST_STATES;
    if (summary->is_path) {
        clear(&b);
        /* Replaces the sequences, rebuilt without folded loops, by the longest path. */
        fc_task_sequences path;
        fc_task_sequences_free(&b.sequences);
        fc_task_sequences_make(&b.sequences, b.source);
        fc_task_sequences_longest_path(&path, &b.sequences);
        fc_task_sequences_free(&b.sequences);
        b.sequences = path;
        summary->unlike = (fc_derivation_mismatch){0};
        fold(&b, &summary->unlike);
    }
    fc_status status = FC_OK;
    if (!b.graph.state || b.graph.n_states > FC_RELAXED_MOST || b.graph.n_transitions > FC_RELAXED_MOST)
        status = fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, FC_MSG_LONGEST_PATH_STATES_MORE_THAN,
                         b.graph.state ? b.graph.n_states : b.n_kept, FC_RELAXED_MOST);
    if (!status)
        status = fc_relaxed_order(&b.graph, report);
    if (!status) {
        *out = b.graph;
        b.graph = (fc_relaxed){0};
    }
    clear(&b);
    fc_task_sequences_free(&b.sequences);
    return status;
}
