/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hoists loop-invariant cost out of executed loops: the iterations only count how often it occurs, and after the loop
 * it is printed once with this weight. */
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/emit/cost_program/emitter.h"

#include <stdlib.h>

typedef struct invariance {
    const fc_emitter *e;
    const fc_node *loop; /* NULL: in any */
    bool holds;
} invariance;

static bool stays(const fc_emitter *e, const fc_sym *variable, const fc_node *loop)
{
    const fc_control *control = e->analysis->control;
    const fc_symbol *local = fc_value_local(e->analysis->program, variable);
    const fc_node *place = fc_sym_origin(variable);
    return local ? !fc_control_changes_within(control, local, loop)
                 : place && fc_control_is_invariant(control, place, loop);
}

/* Counters are constant during an evaluation, and places in a loop that does not change them. */
static void check_variable(void *data, const fc_sym *variable)
{
    invariance *check = data;
    check->holds &= fc_sym_key(variable)[0] == 'c' || (check->loop && stays(check->e, variable, check->loop));
}

static bool is_invariant(const fc_emitter *e, const fc_sym *expression, const fc_node *loop)
{
    invariance check = {e, loop, expression != NULL};
    if (expression)
        fc_sym_variables(expression, check_variable, &check);
    return check.holds;
}

static bool term_is_invariant(const fc_emitter *e, const fc_term *term, const fc_node *loop)
{
    bool invariant = term->region && is_invariant(e, term->entries, loop) && is_invariant(e, term->iterations, loop);
    for (size_t i = 0; invariant && i < fc_region_model_n_sizes(term->region); i++)
        invariant = !term->working_set[i] || is_invariant(e, term->working_set[i], loop);
    return invariant;
}

static bool collapses_to_invariant(const fc_emitter *e, const fc_cost *cost)
{
    fc_view view = {.control = e->analysis->control, .algebra = e->analysis->algebra, .root = cost->node};
    fc_terms terms = {0};
    bool invariant = fc_collapse(&terms, e->analysis, cost, &view);
    for (size_t i = 0; invariant && i < terms.n; i++)
        invariant = term_is_invariant(e, &terms.term[i], NULL);
    fc_terms_free(&terms);
    return invariant;
}

static bool call_is_invariant(fc_emitter *e, const fc_cost *call);

static bool cost_is_invariant(fc_emitter *e, const fc_procedure *procedure, const fc_cost *cost);

static bool children_are_invariant(fc_emitter *e, const fc_procedure *procedure, const fc_cost *cost)
{
    bool invariant = true;
    for (int i = 0; invariant && i < cost->n_children; i++)
        invariant = cost_is_invariant(e, procedure, cost->child[i]);
    return invariant;
}

static bool cost_is_invariant(fc_emitter *e, const fc_procedure *procedure, const fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_SEQUENCE:
        return children_are_invariant(e, procedure, cost);
    case FC_COST_SHARE:
        return collapses_to_invariant(e, cost) || children_are_invariant(e, procedure, cost);
    case FC_COST_REGION:
    case FC_COST_LIBRARY:
    case FC_COST_ANNOTATED:
    case FC_COST_CANONICAL_LOOP:
    case FC_COST_COUNTED_LOOP:
        return collapses_to_invariant(e, cost);
    case FC_COST_CALL:
        return call_is_invariant(e, cost);
    case FC_COST_JUMP:
        return cost->node->kind == FC_RETURN && !fc_control_result_in_slice(e->analysis->control, procedure);
    default:
        return false;
    }
}

/* True if every call of the procedure costs the same, and none of its parameters is in the slice. */
static bool procedure_is_invariant(fc_emitter *e, const fc_procedure *procedure)
{
    signed char *known = &e->alike[procedure->id];
    if (*known)
        return *known > 0;
    *known = -1; /* for recursive calls */
    bool invariant = e->analysis->tree[procedure->id] != NULL;
    for (int i = 0; invariant && i < procedure->n_parameters; i++)
        invariant = !fc_control_symbol_in_slice(e->analysis->control, procedure->parameter[i]);
    invariant = invariant && cost_is_invariant(e, procedure, e->analysis->tree[procedure->id]);
    *known = invariant ? 1 : -1;
    return invariant;
}

static bool call_is_invariant(fc_emitter *e, const fc_cost *call)
{
    const fc_node *node = call->node;
    bool invariant = !call->value_kept && call->callee && e->analysis->object[node->id] < 0;
    for (int i = 1; invariant && i < node->n_children; i++)
        invariant = !fc_control_needs_value(e->analysis->control, node->child[i]);
    return invariant && procedure_is_invariant(e, call->callee);
}

/* ---- the loop ---- */

/* Clears *is_free for cost that must not be reordered with the hoisted one: communication, OpenMP, jumps out. */
static void find_obstacle(void *data, const fc_cost *cost, bool is_called)
{
    bool *is_free = data;
    const fc_cost_node_kind kind = cost->kind;
    *is_free &= kind != FC_COST_MPI && kind != FC_COST_OPENMP && kind != FC_COST_THREADS && kind != FC_COST_MARK;
    if (kind == FC_COST_JUMP)
        *is_free &= cost->node->kind == FC_BREAK || cost->node->kind == FC_CONTINUE ||
                    (is_called && cost->node->kind == FC_RETURN);
    *is_free &= kind != FC_COST_LABEL || is_called;
}

/* True if nothing in the loop communicates, and every jump out of it continues after it. */
static bool can_hoist(const fc_emitter *e, const fc_cost *loop)
{
    const fc_node *node = loop->node;
    /* do ... while (0), as in macros, is no loop. */
    bool is_free = node->kind != FC_DO || node->child[1]->kind != FC_INTEGER || node->child[1]->value != 0;
    return is_free && fc_cost_walk_called(e->analysis, loop, find_obstacle, &is_free) && is_free;
}

void fc_hoist_open(fc_emitter *e, fc_hoist *hoist, const fc_cost *loop)
{
    *hoist = (fc_hoist){.around = e->hoist, .node = loop->node, .out = e->residual.out, .indent = e->residual.indent};
    hoist->is_open = can_hoist(e, loop);
    if (!hoist->is_open)
        return;
    e->hoist = hoist;
    e->residual.out = &hoist->loop;
}

void fc_hoist_close(fc_emitter *e, fc_hoist *hoist)
{
    e->hoist = hoist->around;
    if (!hoist->is_open)
        return;
    e->residual.out = hoist->out;
    fc_text *part[] = {&hoist->declared, &hoist->loop, &hoist->paid};
    for (int i = 0; i < 3; i++) {
        fc_text_append(e->residual.out, part[i]->bytes, part[i]->length);
        fc_text_free(part[i]);
    }
}

/* Redirects the printing to the code after the loop. */
static fc_hoist *begin(fc_emitter *e, fc_hoist *hoist)
{
    int number = e->n_hoisted_terms++;
    fc_emitter_line(e, "fc_times_%d++;", number);
    hoist->inside = e->hoist;
    hoist->body_indent = e->residual.indent;
    e->hoist = NULL;
    e->residual.indent = hoist->indent;
    e->residual.out = &hoist->declared;
    fc_emitter_line(e, "double fc_times_%d = 0;", number);
    e->residual.out = &hoist->paid;
    fc_emitter_line(e, "for (FC_REPEAT(r, fc_times_%d))", number);
    e->residual.indent++;
    return hoist;
}

fc_hoist *fc_hoist_begin_term(fc_emitter *e, const fc_term *term)
{
    fc_hoist *outermost = NULL;
    for (fc_hoist *hoist = e->hoist; hoist && term_is_invariant(e, term, hoist->node); hoist = hoist->around)
        outermost = hoist;
    return outermost ? begin(e, outermost) : NULL;
}

fc_hoist *fc_hoist_begin_call(fc_emitter *e, const fc_cost *cost)
{
    fc_hoist *outermost = cost->kind == FC_COST_CALL && e->hoist && call_is_invariant(e, cost) ? e->hoist : NULL;
    while (outermost && outermost->around)
        outermost = outermost->around;
    return outermost ? begin(e, outermost) : NULL;
}

void fc_hoist_end(fc_emitter *e, fc_hoist *hoist)
{
    if (!hoist)
        return;
    e->residual.indent = hoist->body_indent;
    e->hoist = hoist->inside;
    e->residual.out = &hoist->inside->loop;
}
