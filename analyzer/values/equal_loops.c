/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/equal_loops.h"

#include <stdint.h>
#include <stdlib.h>

enum {
    NOT_KNOWN = -2,
    NONE = -1,
    START = -1,     /* among edges: control enters the procedure */
    MOST_EDGES = 16 /* control dependences of a block; one with more is of no class */
};

typedef enum key_kind {
    ENTRY,  /* of a procedure */
    ARM,    /* of a decision: class of its block, value, kind of edge, label */
    BODY,   /* of a loop: class of its entry, trip count */
    EDGES,  /* of a procedure: the control dependences of a block */
    TRIP,   /* relation, variable, bound, form */
    COUNTED /* a loop: class of its entry, trip count */
} key_kind;

typedef struct key {
    int n;
    long part[MOST_EDGES + 2];
} key;

/* A procedure. */
typedef struct state {
    bool is_made;
    fc_numbering *in; /* NULL: it has no classes */
    int *of_block;    /* by block: its class */
    const fc_procedure *caller;
    const fc_node *call; /* the only one, outside of OpenMP constructs; NULL: there are others or none */
    bool is_chained;     /* its entry is being numbered */
} state;

typedef struct finder {
    const fc_equal_loops *of;
    state *state;         /* by procedure id */
    fc_map number_of_key; /* the number and 1, as a pointer */
    int n_numbers;
} finder;

static int number_of(finder *f, const key *k)
{
    const size_t length = (size_t)k->n * sizeof *k->part;
    const uintptr_t found = (uintptr_t)fc_map_get(&f->number_of_key, k->part, length);
    if (found)
        return (int)found - 1;
    fc_map_put(&f->number_of_key, k->part, length, (void *)(uintptr_t)++f->n_numbers);
    return f->n_numbers - 1;
}

/* ---- calls ---- */

static bool is_in_openmp(const fc_node *node)
{
    while (node && node->kind != FC_OPENMP)
        node = node->parent;
    return node != NULL;
}

static void find_calls(finder *f)
{
    const fc_modified_memory *m = fc_value_numbers_memory(f->of->values);
    const int n = f->of->program->n_procedures;
    int *n_calls = fc_allocate((size_t)n + 1, sizeof *n_calls);
    for (int p = 0; p < n; p++)
        for (size_t i = m->first_called[p]; i < m->first_called[p + 1]; i++)
            for (size_t k = 0; k < m->called[i].callees.n; k++) {
                state *callee = &f->state[m->called[i].callees.procedure[k]->id];
                bool is_plain = fc_call_target(m->called[i].call) && !is_in_openmp(m->called[i].call);
                bool is_only = ++n_calls[m->called[i].callees.procedure[k]->id] == 1 && is_plain;
                callee->caller = f->of->program->procedure[p];
                callee->call = is_only ? m->called[i].call : NULL;
            }
    for (int p = 0; p < n; p++)
        if (fc_indirect_calls_may_target(f->of->pointer_calls, f->of->program->procedure[p]))
            f->state[p].call = NULL;
    free(n_calls);
}

/* Each call in the procedure returns once, where the control-flow graph does not show it. */
static bool always_returns(const finder *f, const fc_procedure *procedure)
{
    const fc_modified_memory *m = fc_value_numbers_memory(f->of->values);
    for (size_t i = m->first_called[procedure->id]; i < m->first_called[procedure->id + 1]; i++) {
        const fc_symbol *target = fc_call_target(m->called[i].call);
        if (!target || (target->definition && f->of->may_end[target->definition->id]))
            return false;
    }
    return true;
}

/* A procedure of a header may be instrumented several times. */
static bool is_in_main_file(const finder *f, const fc_procedure *procedure)
{
    const int file = procedure->body->span.file;
    return file >= 0 && f->of->program->file[file].is_main;
}

static state *state_of(finder *f, const fc_procedure *procedure)
{
    state *s = &f->state[procedure->id];
    if (s->is_made)
        return s;
    s->is_made = true;
    if (!is_in_main_file(f, procedure) || !always_returns(f, procedure))
        return s;
    s->in = fc_value_numbers_in(f->of->values, procedure);
    if (s->in->ir.cfg.n_twice > 0) {
        s->in = NULL;
        return s;
    }
    const int blocks = fc_cfg_n_blocks(&s->in->ir.cfg);
    s->of_block = fc_allocate((size_t)blocks, sizeof *s->of_block);
    for (int i = 0; i < blocks; i++)
        s->of_block[i] = NOT_KNOWN;
    return s;
}

/* The procedure runs once for each execution of its call in the caller. */
static bool follows_call(finder *f, const state *s)
{
    const state *caller = s->call ? state_of(f, s->caller) : NULL;
    return caller && caller->in && !caller->is_chained &&
           fc_cfg_block_of(&caller->in->ir.cfg, s->call) != FC_GRAPH_NONE;
}

/* The value as one of the callers', as far as single calls determine it. */
static int value_above(finder *f, const state *s, int value)
{
    const fc_value_table *table = fc_value_numbers_table(f->of->values);
    while (fc_value_of(table, value)->is_entry && follows_call(f, s)) {
        state *caller = state_of(f, s->caller);
        int above = fc_value_numbers_at_call(f->of->values, caller->in, s->call, value);
        if (above == FC_VALUE_NONE)
            return value;
        value = above;
        s = caller;
    }
    return value;
}

/* ---- classes of blocks ---- */

static int class_of_block(finder *f, state *s, int block);

static int class_of_entry(finder *f, state *s)
{
    const long procedure = s->in->procedure->id;
    if (follows_call(f, s)) {
        state *caller = state_of(f, s->caller);
        s->is_chained = true;
        int number = class_of_block(f, caller, fc_cfg_block_of(&caller->in->ir.cfg, s->call));
        s->is_chained = false;
        if (number != NONE)
            return number;
    }
    return number_of(f, &(key){2, {ENTRY, procedure}});
}

static int number_of_trip(finder *f, const state *s, const fc_trip *trip)
{
    const long form = trip->is_unsigned + 2 * trip->is_do;
    return number_of(
        f, &(key){5, {TRIP, trip->relation, value_above(f, s, trip->variable), value_above(f, s, trip->bound), form}});
}

/* The loop's statement and trip count; false: it is not counted by its header. */
static bool trip_of(finder *f, const state *s, int loop, fc_trip *trip)
{
    const fc_node *statement = s->in->ir.cfg.block[s->in->ir.nest.loop[loop].header].statement;
    return statement && fc_node_is_loop(statement) && !is_in_openmp(statement) &&
           fc_trips_of(trip, f->of->values, s->in, statement) == FC_TRIP_FOUND;
}

/* The edges that a node depends on, without those of one loop; false: too many, or others of the loop. A node that
 * runs in each call depends on the procedure's start too. */
static bool edges_of(key *out, const state *s, int block, int loop)
{
    const fc_procedure_ir *ir = &s->in->ir;
    int n_inside = 0;
    *out = (key){2, {EDGES, s->in->procedure->id}};
    if (fc_dominance_holds(&s->in->postdominance, block, 0))
        out->part[out->n++] = START;
    for (int i = s->in->dependence.first[block]; i < s->in->dependence.first[block + 1]; i++) {
        const int edge = s->in->dependence.edge[i];
        if (ir->cfg.edge[edge].kind == FC_CFG_ENDLESS)
            continue;
        bool is_inside = loop != FC_GRAPH_NONE && fc_loop_nest_holds(&ir->nest, loop, ir->cfg.graph.edge[edge].from);
        n_inside += is_inside;
        if (is_inside)
            continue;
        if (out->n == MOST_EDGES + 2)
            return false;
        out->part[out->n++] = edge;
    }
    return loop == FC_GRAPH_NONE || n_inside == 1;
}

/* The class of the loop's entries: of what runs whenever the loop is entered from outside. */
static int class_of_edges(finder *f, state *s, const key *edges);

static int class_of_loop_entry(finder *f, state *s, int loop)
{
    key edges;
    return edges_of(&edges, s, s->in->ir.nest.loop[loop].header, loop) ? class_of_edges(f, s, &edges) : NONE;
}

static int class_of_arm(finder *f, state *s, int edge)
{
    const fc_cfg *cfg = &s->in->ir.cfg;
    const int from = cfg->graph.edge[edge].from, loop = fc_loop_nest_headed_by(&s->in->ir.nest, from);
    fc_trip trip;
    bool goes_on = loop != FC_GRAPH_NONE && fc_loop_nest_holds(&s->in->ir.nest, loop, cfg->graph.edge[edge].to);
    if (goes_on && trip_of(f, s, loop, &trip) && !trip.is_do) {
        /* An edge on which the loop's header goes on. */
        int entry = class_of_loop_entry(f, s, loop);
        return entry == NONE ? NONE : number_of(f, &(key){3, {BODY, entry, number_of_trip(f, s, &trip)}});
    }
    const fc_cfg_edge_kind kind = cfg->edge[edge].kind;
    int number = kind == FC_CFG_TRUE || kind == FC_CFG_FALSE || kind == FC_CFG_CASE ? class_of_block(f, s, from) : NONE;
    if (number == NONE || !cfg->block[from].decision)
        return number_of(f, &(key){3, {EDGES, s->in->procedure->id, edge}});
    int value = value_above(f, s, fc_value_numbers_of(f->of->values, s->in, cfg->block[from].decision));
    const long label = kind == FC_CFG_CASE ? edge + 1L : 0, where = label ? s->in->procedure->id : 0;
    return number_of(f, &(key){6, {ARM, number, value, kind, label, where}});
}

static int class_of_edges(finder *f, state *s, const key *edges)
{
    if (edges->n != 3)
        return number_of(f, edges);
    return edges->part[2] == START ? class_of_entry(f, s) : class_of_arm(f, s, (int)edges->part[2]);
}

static int class_of_block(finder *f, state *s, int block)
{
    if (s->of_block[block] != NOT_KNOWN)
        return s->of_block[block];
    key edges;
    s->of_block[block] = NONE;
    if (edges_of(&edges, s, block, FC_GRAPH_NONE))
        s->of_block[block] = class_of_edges(f, s, &edges);
    return s->of_block[block];
}

/* ---- loops ---- */

static void find_in(finder *f, const fc_procedure *procedure, int *class_of_node, fc_map *first_of_class)
{
    state *s = state_of(f, procedure);
    for (int loop = 0; s->in && loop < s->in->ir.nest.n_loops; loop++) {
        fc_trip trip;
        if (!trip_of(f, s, loop, &trip))
            continue;
        const fc_node *statement = s->in->ir.cfg.block[s->in->ir.nest.loop[loop].header].statement;
        int entry = class_of_loop_entry(f, s, loop);
        if (entry == NONE)
            continue;
        const int number = number_of(f, &(key){3, {COUNTED, entry, number_of_trip(f, s, &trip)}});
        const fc_node *first = fc_map_get(first_of_class, &number, sizeof number);
        if (!first)
            fc_map_put(first_of_class, &number, sizeof number, (void *)statement);
        class_of_node[statement->id] = first ? first->id : statement->id;
    }
}

int *fc_equal_loops_find(const fc_equal_loops *request)
{
    const fc_program *program = request->program;
    const bool *is_reached = fc_indirect_calls_reachable(request->pointer_calls)->procedure;
    finder f = {.of = request};
    fc_map first_of_class = {0};
    int *class_of_node = fc_allocate((size_t)program->n_nodes + 1, sizeof *class_of_node);
    for (int i = 0; i < program->n_nodes; i++)
        class_of_node[i] = NONE;
    f.state = fc_allocate((size_t)program->n_procedures + 1, sizeof *f.state);
    find_calls(&f);
    for (int p = 0; p < program->n_procedures; p++)
        if (is_reached[p])
            find_in(&f, program->procedure[p], class_of_node, &first_of_class);
    for (int p = 0; p < program->n_procedures; p++)
        free(f.state[p].of_block);
    free(f.state);
    fc_map_free(&f.number_of_key);
    fc_map_free(&first_of_class);
    return class_of_node;
}
