/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the symbolic run does not follow statement by statement: what a part that the cost program executes
 * (formula_parts.c) may write, and what the iterations of a loop leave to the next one. The numbers that arguments give
 * are parameters, every other place is unknown, and pointers that iterations move have any of their targets. */
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/effects/external.h"
#include "analyzer/memory/cells.h"
#include "analyzer/model/node_search.h"
#include "analyzer/summary/formula_arguments.h"
#include "analyzer/summary/formula_filled.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_CALLS = 12,  /* one within the other */
    MOST_LOOKS = 2000 /* into procedures, on all ways */
};

/* Assignments of pointers. */
typedef struct pointer_flows {
    fc_state_flow *flow;
    size_t n, capacity;
} pointer_flows;

/* A walk over what may run. */
typedef struct walk {
    fc_run *run;
    bool binds;                 /* what arguments give becomes a parameter; otherwise all else becomes unknown */
    bool is_iteration;          /* of a loop: pointers keep the targets that fc_run_forget_carried() gives them */
    pointer_flows *flows;       /* not NULL: pointers are noted here */
    const pointer_flows *moved; /* those that the walk finds without a target */
    int calls;
    int looks;
    fc_run_frame frame;
} walk;

static void forget(fc_run *run, const char *key, int cell)
{
    fc_state_forget(run->state, key);
    fc_run_forget_aliases(run, key, cell);
}

/* A place without a key has a subscript that varies: all elements become unknown. */
static void forget_place(fc_run *run, const fc_node *place)
{
    const fc_cells *cells = fc_control_cells(run->analysis->control);
    char *key = NULL;
    fc_filling_lose(run, place);
    if (fc_run_key(run, &key, place) || fc_run_around(run, &key, place))
        forget(run, key, fc_cells_of_place(cells, place));
    free(key);
}

/* The place of the key is behind a pointer that may lead to several places. */
static bool is_in_unknown_target(const fc_run *run, const char *key)
{
    char *resolved = fc_state_resolve(run->state, key);
    bool is = strstr(resolved, "(*");
    free(resolved);
    return is;
}

static bool is_somewhere(const fc_run *run, const fc_node *place)
{
    fc_view view = fc_run_view(run, place);
    char *key = NULL;
    bool is = fc_value_key(&key, &view, place) && is_in_unknown_target(run, key);
    free(key);
    return is;
}

/* ---- pointers that an iteration moves ---- */

static bool is_pointer(const fc_type *type)
{
    return type->kind == FC_TYPE_POINTER && !fc_run_holds_procedures(type);
}

static bool moves(const pointer_flows *flows, const char *place)
{
    for (size_t i = 0; flows && i < flows->n; i++)
        if (strcmp(flows->flow[i].place, place) == 0)
            return true;
    return false;
}

/* The place whose pointer the value is; NULL: it is none, or behind a pointer without a known target. */
static FC_GIVE char *pointer_place(const fc_run *run, const fc_node *value)
{
    bool is_place = value->kind == FC_NAME || value->kind == FC_MEMBER || value->kind == FC_INDEX ||
                    (value->kind == FC_UNARY && value->op == FC_OP_DEREFERENCE);
    char *key = NULL;
    if (!is_place || value->type->kind != FC_TYPE_POINTER || !fc_run_key(run, &key, value))
        return NULL;
    char *resolved = fc_state_resolve(run->state, key);
    free(key);
    if (!fc_state_is_open(resolved))
        return resolved;
    free(resolved);
    return NULL;
}

/* A pointer that becomes null has no further target: it is not followed. */
static void note_flow(const walk *w, const char *place, const fc_node *value, bool is_first)
{
    pointer_flows *flows = w->flows;
    fc_state_flow flow = {.place = fc_state_resolve(w->run->state, place), .is_first = is_first};
    value = value ? fc_node_without_casts(value) : NULL;
    if (value && fc_node_is_null(value)) {
        free(flow.place);
        return;
    }
    flow.source = value ? pointer_place(w->run, value) : NULL;
    if (!moves(w->moved, flow.source ? flow.source : "")) {
        free(flow.source);
        flow.source = NULL;
        if (value && !fc_run_target(w->run, &flow.target, &flow.is_array, value))
            flow.target = NULL;
        if (flow.target && fc_state_is_open(flow.target)) {
            free(flow.target);
            flow.target = NULL;
        }
    }
    flows->flow = fc_grow(flows->flow, &flows->capacity, flows->n + 1, sizeof *flows->flow);
    flows->flow[flows->n++] = flow;
}

/* The pointer in the place has another target. */
static void move_pointer(const walk *w, const fc_node *node)
{
    char *key = NULL;
    const fc_node *value = node->kind == FC_ASSIGN && node->op == FC_OP_NONE ? node->child[1] : NULL;
    if (fc_run_key(w->run, &key, node->child[0])) {
        if (w->flows)
            note_flow(w, key, value, false);
        else
            fc_state_bind(w->run->state, key, NULL);
    } else {
        forget_place(w->run, node->child[0]);
    }
    free(key);
}

/* ---- what may be written ---- */

static void set_below(const walk *w, const fc_node *node)
{
    const fc_control *control = w->run->analysis->control;
    bool changes = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    if (w->flows && node->kind == FC_DECLARE && node->n_children > 0 && node->child[0] &&
        is_pointer(node->symbol->type) && fc_control_symbol_in_slice(control, node->symbol)) {
        char *key = fc_format("s%d", node->symbol->id);
        note_flow(w, key, node->child[0], true);
        free(key);
    } else if (w->is_iteration && changes && is_pointer(node->child[0]->type) && fc_control_in_slice(control, node)) {
        move_pointer(w, node);
    } else if (changes && fc_control_in_slice(control, node)) {
        bool is_annotated = node->kind == FC_ASSIGN && node->op == FC_OP_NONE &&
                            fc_control_is_parameter(control, node->child[1]) && !is_somewhere(w->run, node->child[0]);
        if (is_annotated && w->binds)
            fc_run_effects(w->run, node);
        if (!is_annotated && !w->binds)
            forget_place(w->run, node->child[0]);
    } else if (node->kind == FC_CALL && fc_external_writes(node) && fc_control_in_slice(control, node) &&
               fc_control_is_parameter(control, node->child[1]) == w->binds)
        fc_run_effects(w->run, node);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            set_below(w, node->child[i]);
}

/* What ends the run is not gone into: the predicted run does not take it. */
static bool ends_run(const fc_run *run, const fc_cost *part)
{
    const fc_cost *last = part;
    while (last->kind == FC_COST_SEQUENCE && last->n_children > 0)
        last = last->child[last->n_children - 1];
    bool is_of_main = strcmp(run->procedure->symbol->name, "main") == 0;
    return fc_run_arm_stops(run, part) || (is_of_main && last->kind == FC_COST_JUMP && last->node->kind == FC_RETURN);
}

static bool set_by(walk *w, const fc_cost *cost);

static bool set_by_children(walk *w, const fc_cost *cost)
{
    bool done = true;
    for (int i = 0; i < cost->n_children && done; i++)
        done = ends_run(w->run, cost->child[i]) || set_by(w, cost->child[i]);
    return done;
}

static void bind_unknown(fc_run *run, const char *prefix, int id)
{
    char *key = fc_format("%s%d", prefix, id);
    fc_state_bind(run->state, key, NULL);
    free(key);
}

static bool set_by_call(walk *w, const fc_cost *cost)
{
    fc_run *run = w->run;
    const fc_procedure *caller = run->procedure;
    const fc_cost *tree = run->analysis->tree[cost->callee->id];
    if (!tree || w->calls >= MOST_CALLS || ++w->looks > MOST_LOOKS)
        return false;
    fc_run_bind_arguments(run, cost->callee, cost->node);
    run->procedure = cost->callee;
    w->calls++;
    bool done = ends_run(run, tree) || set_by(w, tree);
    w->calls--;
    run->procedure = caller;
    if (!w->binds) {
        bind_unknown(run, "result", cost->callee->id);
        bind_unknown(run, "call", cost->node->id);
    }
    return done;
}

/* Handles, numbers and statuses that an MPI call writes; what it receives, where the slice reads it. */
static void set_by_mpi(walk *w, const fc_cost *cost)
{
    const char *arguments = cost->operation->arguments, *name = cost->operation->name;
    const fc_control *control = w->run->analysis->control;
    w->frame.starts |= strcmp(name, "MPI_Init") == 0 || strcmp(name, "MPI_Init_thread") == 0;
    w->frame.ends |= strcmp(name, "MPI_Finalize") == 0;
    for (int i = 0; arguments[i] && i + 1 < cost->node->n_children && !w->binds; i++) {
        const fc_node *argument = cost->node->child[i + 1];
        bool is_read = fc_control_needs_value(control, argument) || fc_control_receives_values(control, cost->node) ||
                       fc_control_distributes_values(control, cost->node);
        if (fc_argument_is_result(arguments[i]) || (is_read && strchr("wbO", arguments[i]))) {
            fc_run *run = w->run;
            const fc_cells *cells = fc_control_cells(run->analysis->control);
            char *key = NULL;
            bool is_array;
            if (argument && (fc_run_target(run, &key, &is_array, argument) || fc_run_around(run, &key, argument)))
                forget(run, key, fc_cells_of_target(cells, argument));
            free(key);
        }
    }
    if (!w->binds)
        bind_unknown(w->run, "call", cost->node->id);
}

static void set_object(walk *w, const fc_cost *cost)
{
    int object = w->run->analysis->object[cost->node->id];
    if (object >= 0 && !w->binds && !w->is_iteration)
        fc_run_bind_object(w->run, object, NULL);
}

static bool set_by(walk *w, const fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_SLICE:
        set_below(w, cost->node);
        return true;
    case FC_COST_BRANCH:
    case FC_COST_SWITCH:
        set_below(w, cost->node->child[0]);
        return set_by_children(w, cost);
    case FC_COST_EXECUTED_LOOP:
    case FC_COST_CANONICAL_LOOP:
    case FC_COST_COUNTED_LOOP:
        set_below(w, cost->node);
        return set_by_children(w, cost);
    case FC_COST_CALL:
        set_object(w, cost);
        return set_by_call(w, cost);
    case FC_COST_ALLOCATE:
        set_object(w, cost);
        return true;
    case FC_COST_MPI:
        set_by_mpi(w, cost);
        return true;
    case FC_COST_INPUT:
        if (w->binds)
            fc_run_given_numbers(w->run, cost);
        return true;
    case FC_COST_JUMP:
        if (!w->binds && cost->node->kind == FC_RETURN)
            bind_unknown(w->run, "result", w->run->procedure->id);
        return true;
    default:
        return set_by_children(w, cost);
    }
}

static void note_frame(void *data, const fc_cost *cost, bool is_called)
{
    walk *w = data;
    (void)is_called;
    if (cost->kind == FC_COST_MPI)
        set_by_mpi(w, cost);
}

fc_run_frame fc_run_set_written(fc_run *run, const fc_cost *cost)
{
    walk given = {.run = run, .binds = true}, all = {.run = run};
    fc_filling_forget(run, cost->node);
    if (!set_by(&all, cost)) { /* too many ways: all that may run, and all that it may write */
        fc_cost_walk_called(run->analysis, cost, note_frame, &all);
        fc_state_forget_all(run->state);
    }
    set_by(&given, cost);
    return all.frame;
}

/* ---- what an iteration leaves to the next one ---- */

static void free_flows(pointer_flows *flows)
{
    for (size_t i = 0; i < flows->n; i++) {
        free(flows->flow[i].place);
        free(flows->flow[i].source);
        free(flows->flow[i].target);
    }
    free(flows->flow);
    *flows = (pointer_flows){0};
}

/* The pointers that the body moves, with those of `moved` without a target. False: too many ways. */
static bool collect_flows(pointer_flows *out, fc_run *run, const fc_cost *body, const pointer_flows *moved)
{
    walk all = {.run = run, .is_iteration = true, .flows = out, .moved = moved};
    for (size_t i = 0; i < moved->n; i++)
        fc_state_point(run->state, moved->flow[i].place, NULL, false);
    return set_by(&all, body);
}

static bool are_all_in(const pointer_flows *flows, const pointer_flows *moved)
{
    for (size_t i = 0; i < flows->n; i++)
        if (!fc_state_is_open(flows->flow[i].place) && !moves(moved, flows->flow[i].place))
            return false;
    return true;
}

/* Follows the flows in the state; a place behind a pointer that moves may be any of its name. */
static void follow(fc_run *run, pointer_flows *flows)
{
    size_t n = 0;
    for (size_t i = 0; i < flows->n; i++) {
        const fc_state_flow flow = flows->flow[i];
        if (fc_state_is_open(flow.place)) {
            fc_run_forget_aliases(run, flow.place, -1);
            free(flow.place);
            free(flow.source);
            free(flow.target);
        } else {
            flows->flow[n++] = flow;
        }
    }
    flows->n = n;
    fc_state_follow_flows(run->state, run->analysis->algebra, flows->flow, n);
}

/* A loop of which too much may run to be followed. */
typedef struct unfollowed {
    const fc_run *run;
    const fc_node *loop;
} unfollowed;

static bool may_change(const void *data, int symbol_id)
{
    const unfollowed *of = data;
    const fc_analysis *analysis = of->run->analysis;
    return fc_control_changes_within(analysis->control, analysis->program->symbol[symbol_id], of->loop);
}

/* All places become unknown but the variables that nothing in the loop may change. */
static void forget_unfollowed(fc_run *run, const fc_node *loop)
{
    fc_state_forget_aliases(run->state, "", may_change, &(unfollowed){run, loop});
}

/* The first flows are found by the targets at the loop's entry, the others without those of pointers that move. */
static void move_pointers(fc_run *run, const fc_cost *loop)
{
    enum {
        MOST_ROUNDS = 4
    };
    pointer_flows moved = {0}, flows = {0};
    fc_state *entry = run->state;
    bool done = false, is_known = true;
    for (int i = 0; i < MOST_ROUNDS && !done && is_known; i++) {
        free_flows(&moved);
        moved = flows;
        flows = (pointer_flows){0};
        run->state = fc_state_copy(entry);
        is_known = collect_flows(&flows, run, loop->child[0], &moved);
        fc_state_free(run->state);
        done = is_known && are_all_in(&flows, &moved);
    }
    run->state = entry;
    if (done)
        follow(run, &flows);
    else
        forget_unfollowed(run, loop->node);
    free_flows(&moved);
    free_flows(&flows);
}

static bool set_called(walk *w, const fc_cost *cost)
{
    bool done = true;
    if (cost->kind == FC_COST_CALL)
        return set_by_call(w, cost);
    if (cost->kind == FC_COST_MPI)
        set_by_mpi(w, cost);
    for (int i = 0; i < cost->n_children && done; i++)
        done = ends_run(w->run, cost->child[i]) || set_called(w, cost->child[i]);
    return done;
}

/* Variables that the body's statements change are not known at its start, nor is any element of an array that they set
 * at a varying subscript. */
static void forget_changes(const fc_node *node, void *data)
{
    const walk *w = data;
    fc_run *run = w->run;
    bool changes =
        (node->kind == FC_ASSIGN || node->kind == FC_STEP) && fc_control_in_slice(run->analysis->control, node);
    char *key = NULL;
    if (changes && is_pointer(node->child[0]->type))
        move_pointer(w, node);
    else if (changes && (fc_run_key(run, &key, node->child[0]) || fc_run_around(run, &key, node->child[0])))
        fc_state_forget(run->state, key);
    free(key);
    fc_node_each_child(node, forget_changes, data);
}

void fc_run_forget_carried(fc_run *run, const fc_cost *loop)
{
    walk iteration = {.run = run, .is_iteration = true};
    move_pointers(run, loop);
    forget_changes(loop->node, &iteration);
    if (!set_called(&iteration, loop->child[0]))
        forget_unfollowed(run, loop->node);
}

void fc_run_given_numbers(fc_run *run, const fc_cost *cost)
{
    fc_control_input *number = NULL;
    size_t n = fc_control_inputs(&number, run->analysis->control, cost->node);
    for (size_t i = 0; i < n; i++) {
        const fc_node *place = number[i].place;
        fc_view view = fc_run_view(run, place);
        char *key = NULL;
        const fc_sym *value = NULL;
        bool is_place = fc_value_key(&key, &view, place) && !is_in_unknown_target(run, key);
        bool is_known = is_place && fc_state_lookup(run->state, key, &value) && value;
        if (is_place && (number[i].is_read || !is_known))
            fc_state_bind(run->state, key, fc_run_parameter(run, key, place->type, fc_run_name_of(run, place)));
        free(key);
    }
    free(number);
}
