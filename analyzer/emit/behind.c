/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What costs the same in each turn of a loop that is run: the turns only count how often it is passed, and behind the
 * loop it is paid once with that weight. */
#include "analyzer/emit/emitter.h"
#include "analyzer/passes/collapse.h"
#include "analyzer/passes/cost_tree.h"

#include <stdlib.h>

/* Counters have one value throughout an evaluation. */
static void look_for_other(void *data, const fc_sym *variable)
{
    bool *is_alike = data;
    *is_alike &= fc_sym_key(variable)[0] == 'c';
}

static bool is_alike(const fc_sym *expression)
{
    bool alike = expression != NULL;
    if (alike)
        fc_sym_variables(expression, look_for_other, &alike);
    return alike;
}

static bool term_is_alike(const fc_term *term)
{
    bool alike = term->region && is_alike(term->entries) && is_alike(term->iterations);
    for (size_t i = 0; alike && i < term->region->n_streams; i++)
        alike = !term->working_set[i] || is_alike(term->working_set[i]);
    return alike;
}

static bool collapses_alike(const fc_emitter *e, const fc_cost *cost)
{
    fc_view view = {e->analysis->control, e->analysis->algebra, cost->node, NULL, NULL, NULL, NULL};
    fc_terms terms = {0};
    bool alike = fc_collapse(&terms, e->analysis, cost, &view);
    for (size_t i = 0; alike && i < terms.n; i++)
        alike = term_is_alike(&terms.term[i]);
    fc_terms_free(&terms);
    return alike;
}

static bool call_is_alike(fc_emitter *e, const fc_cost *call);

static bool cost_is_alike(fc_emitter *e, const fc_procedure *procedure, const fc_cost *cost);

static bool children_are_alike(fc_emitter *e, const fc_procedure *procedure, const fc_cost *cost)
{
    bool alike = true;
    for (int i = 0; alike && i < cost->n_children; i++)
        alike = cost_is_alike(e, procedure, cost->child[i]);
    return alike;
}

static bool cost_is_alike(fc_emitter *e, const fc_procedure *procedure, const fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_SEQUENCE:
        return children_are_alike(e, procedure, cost);
    case FC_COST_SHARE:
        return collapses_alike(e, cost) || children_are_alike(e, procedure, cost);
    case FC_COST_REGION:
    case FC_COST_LIBRARY:
    case FC_COST_TOLD:
    case FC_COST_LOOP:
    case FC_COST_COUNTED:
        return collapses_alike(e, cost);
    case FC_COST_CALL:
        return call_is_alike(e, cost);
    case FC_COST_JUMP:
        return cost->node->kind == FC_RETURN && !fc_control_kept_result(e->analysis->control, procedure);
    default:
        return false;
    }
}

/* The procedure keeps nothing and reads nothing that is kept. */
static bool procedure_is_alike(fc_emitter *e, const fc_procedure *procedure)
{
    signed char *known = &e->alike[procedure->id];
    if (*known)
        return *known > 0;
    *known = -1; /* also where it calls itself */
    bool alike = e->analysis->tree[procedure->id] != NULL;
    for (int i = 0; alike && i < procedure->n_parameters; i++)
        alike = !fc_control_kept_symbol(e->analysis->control, procedure->parameter[i]);
    alike = alike && cost_is_alike(e, procedure, e->analysis->tree[procedure->id]);
    *known = alike ? 1 : -1;
    return alike;
}

static bool call_is_alike(fc_emitter *e, const fc_cost *call)
{
    const fc_node *node = call->node;
    bool alike = !call->value_kept && call->callee && e->analysis->object[node->id] < 0;
    for (int i = 1; alike && i < node->n_children; i++)
        alike = !fc_control_needs_value(e->analysis->control, node->child[i]);
    return alike && procedure_is_alike(e, call->callee);
}

/* ---- the loop ---- */

static void look_for_bounds(void *data, const fc_cost *cost, bool is_called)
{
    bool *is_free = data;
    const fc_cost_node_kind kind = cost->kind;
    *is_free &= kind != FC_COST_MPI && kind != FC_COST_OPENMP && kind != FC_COST_THREADS && kind != FC_COST_MARK;
    if (kind == FC_COST_JUMP)
        *is_free &= cost->node->kind == FC_BREAK || cost->node->kind == FC_CONTINUE ||
                    (is_called && cost->node->kind == FC_RETURN);
    *is_free &= kind != FC_COST_LABEL || is_called;
}

/* do ... while (0), as macros have it. */
static bool turns_once(const fc_node *loop)
{
    return loop->kind == FC_DO && loop->child[1]->kind == FC_INTEGER && loop->child[1]->value == 0;
}

/* Nothing in the loop communicates, or leaves it but to what stands behind it. */
static bool can_pay_behind(const fc_emitter *e, const fc_cost *loop)
{
    bool is_free = !turns_once(loop->node);
    return is_free && fc_cost_walk_called(e->analysis, loop, look_for_bounds, &is_free) && is_free;
}

void fc_emitter_behind_open(fc_emitter *e, fc_behind *behind, const fc_cost *loop)
{
    *behind = (fc_behind){.around = e->behind, .out = e->kept.out, .first = e->n_behind};
    if (e->behind || !can_pay_behind(e, loop))
        return;
    behind->is_open = true;
    behind->indent = e->kept.indent;
    e->behind = behind;
    e->kept.out = &behind->loop;
}

void fc_emitter_behind_close(fc_emitter *e, fc_behind *behind)
{
    e->behind = behind->around;
    if (!behind->is_open)
        return;
    e->kept.out = behind->out;
    for (int i = behind->first; i < e->n_behind; i++)
        fc_emitter_line(e, "double fc_times_%d = 0;", i);
    fc_text_append(e->kept.out, behind->loop.bytes, behind->loop.length);
    fc_text_append(e->kept.out, behind->paid.bytes, behind->paid.length);
    fc_text_free(&behind->loop);
    fc_text_free(&behind->paid);
}

/* From here on what is printed is paid behind the loop. */
static fc_behind *begin(fc_emitter *e)
{
    fc_behind *behind = e->behind;
    fc_emitter_line(e, "fc_times_%d++;", e->n_behind);
    e->behind = NULL;
    e->kept.out = &behind->paid;
    behind->turn_indent = e->kept.indent;
    e->kept.indent = behind->indent;
    fc_emitter_line(e, "for (FC_REPEAT(r, fc_times_%d))", e->n_behind++);
    e->kept.indent++;
    return behind;
}

fc_behind *fc_emitter_behind_term(fc_emitter *e, const fc_term *term)
{
    bool is_turning = e->turning && term->region && e->turning->region == term->region;
    return e->behind && !is_turning && term_is_alike(term) ? begin(e) : NULL;
}

fc_behind *fc_emitter_behind_call(fc_emitter *e, const fc_cost *cost)
{
    return e->behind && cost->kind == FC_COST_CALL && call_is_alike(e, cost) ? begin(e) : NULL;
}

void fc_emitter_behind_end(fc_emitter *e, fc_behind *behind)
{
    if (!behind)
        return;
    e->kept.indent = behind->turn_indent;
    e->behind = behind;
    e->kept.out = &behind->loop;
}
