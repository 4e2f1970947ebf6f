/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a part of the program that the cost program executes (formula_parts.c) leaves in a symbolic run: the numbers
 * that arguments give are parameters, and every other place that the part may write is unknown. */
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/effects/external.h"
#include "analyzer/summary/formula_arguments.h"
#include "analyzer/summary/formula_filled.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_CALLS = 12,  /* one within the other */
    MOST_LOOKS = 2000 /* into procedures, on all ways */
};

/* A walk over what may run. */
typedef struct walk {
    fc_run *run;
    bool binds; /* what arguments give becomes a parameter; otherwise all else becomes unknown */
    int calls;
    int looks;
    fc_run_frame frame;
} walk;

static void forget(fc_run *run, const char *key)
{
    char *resolved = fc_state_resolve(run->state, key);
    fc_state_forget(run->state, resolved);
    if (strstr(resolved, "(*")) /* any place that the pointer may lead to */
        fc_state_forget_aliases(run->state, resolved);
    free(resolved);
}

static void forget_target(fc_run *run, const fc_node *address)
{
    char *key = NULL;
    bool is_array;
    if (address && fc_run_target(run, &key, &is_array, address))
        forget(run, key);
    free(key);
}

/* A place without a key has a subscript that varies: all elements become unknown. */
static void forget_place(fc_run *run, const fc_node *place)
{
    fc_view view = fc_run_view(run, place);
    char *key = NULL;
    fc_filling_lose(run, place);
    if (fc_value_key(&key, &view, place)) {
        forget(run, key);
        if (place->kind == FC_NAME && place->type->kind == FC_TYPE_POINTER)
            fc_state_point(run->state, place->symbol->id, NULL, false);
    } else {
        while (place->kind == FC_INDEX || place->kind == FC_MEMBER || place->kind == FC_CAST)
            place = place->child[0];
        forget_target(run, place);
    }
    free(key);
}

/* The place of the key is behind a pointer that may lead to any place. */
static bool is_behind_unknown(const fc_run *run, const char *key)
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
    bool is = fc_value_key(&key, &view, place) && is_behind_unknown(run, key);
    free(key);
    return is;
}

static void set_below(const walk *w, const fc_node *node)
{
    const fc_control *control = w->run->analysis->control;
    bool changes = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    if (changes && fc_control_in_slice(control, node)) {
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
        if (fc_argument_is_result(arguments[i]) || (is_read && strchr("wbO", arguments[i])))
            forget_target(w->run, argument);
    }
    if (!w->binds)
        bind_unknown(w->run, "call", cost->node->id);
}

static void set_object(walk *w, const fc_cost *cost)
{
    int object = w->run->analysis->object[cost->node->id];
    if (object >= 0 && !w->binds)
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

void fc_run_given_numbers(fc_run *run, const fc_cost *cost)
{
    fc_control_input *number = NULL;
    size_t n = fc_control_inputs(&number, run->analysis->control, cost->node);
    for (size_t i = 0; i < n; i++) {
        const fc_node *place = number[i].place;
        fc_view view = fc_run_view(run, place);
        char *key = NULL;
        const fc_sym *value = NULL;
        bool is_place = fc_value_key(&key, &view, place) && !is_behind_unknown(run, key);
        bool is_known = is_place && fc_state_lookup(run->state, key, &value) && value;
        if (is_place && (number[i].is_read || !is_known))
            fc_state_bind(run->state, key, fc_run_parameter(run, key, place->type, fc_run_name_of(run, place)));
        free(key);
    }
    free(number);
}
