/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMP directives in the cost tree: what it requires of them, and the loops that they share. */
#include "analyzer/cost_tree/cost_builder.h"
#include "analyzer/effects/external.h"
#include "analyzer/memory/definitions.h"

#include <stdlib.h>

/* A task dependence must be on an element, at known subscripts, of a variable or of the target of a pointer variable.
 */
static void check_dependence(fc_cost_builder *b, const fc_node *element)
{
    const fc_control *control = b->analysis->control;
    const fc_node *base = element;
    bool is_known = true;
    for (; base->kind == FC_INDEX || base->kind == FC_CAST; base = base->child[0])
        is_known &= base->kind == FC_CAST || fc_control_is_static(control, base->child[1]);
    if (!is_known || base->kind != FC_NAME) {
        fc_cost_builder_refuse(b, element->span, "a task dependence on an unknown element", NULL);
        return;
    }
    const fc_node *made = fc_node_without_casts(fc_control_only_definition(control, base->symbol));
    const fc_symbol *maker = made && made->kind == FC_CALL ? fc_call_target(made) : NULL;
    if (base->symbol->type->kind != FC_TYPE_POINTER || (maker && fc_external_is_allocation(maker->name)))
        return;
    char *text =
        fc_format("task dependences through %s are assumed to be on elements of one array", base->symbol->name);
    fc_cost_builder_warn(b, element->span, text);
    free(text);
}

void fc_cost_openmp_check_clauses(fc_cost_builder *b, const fc_node *node, const fc_openmp *of)
{
    for (int i = 0; i < of->n_expressions; i++)
        if (of->expression[i].role >= FC_OMP_DEPEND_IN)
            check_dependence(b, node->child[i]);
        else if (fc_control_is_static(b->analysis->control, node->child[i]))
            continue;
        else if (of->expression[i].role == FC_OMP_NUM_THREADS)
            fc_cost_builder_warn(b, node->child[i]->span,
                                 "num_threads depends on data; the number of --threads is used");
        else
            fc_cost_builder_refuse(b, node->child[i]->span, "a clause with a dynamic value", NULL);
}

static bool is_loop(const fc_cost *cost)
{
    return cost->kind == FC_COST_CANONICAL_LOOP || cost->kind == FC_COST_COUNTED_LOOP ||
           cost->kind == FC_COST_EXECUTED_LOOP;
}

const fc_cost *fc_cost_shared_loop(const fc_cost *directive)
{
    const fc_cost *body = directive->child[0];
    const fc_cost *last = body->n_children > 0 ? body->child[body->n_children - 1] : NULL;
    return last && is_loop(last) ? last : NULL;
}

const fc_cost *fc_cost_joined_loop(const fc_cost *loop)
{
    const fc_cost *inner = NULL, *body = loop->child[0];
    for (int i = 0; i < body->n_children; i++)
        inner = is_loop(body->child[i]) ? body->child[i] : inner;
    return inner;
}

static bool has_known_range(const fc_cost *loop)
{
    return loop && loop->kind != FC_COST_EXECUTED_LOOP && loop->low && loop->bound && loop->step_sign != 0;
}

void fc_cost_openmp_check_loop(fc_cost_builder *b, const fc_cost *directive)
{
    const fc_openmp of = fc_openmp_of(directive->node);
    const fc_cost *loop = fc_cost_shared_loop(directive);
    bool fits = has_known_range(loop);
    for (long level = fc_openmp_joined_loops(directive->node, &of); fits && level > 1; level--) {
        loop = fc_cost_joined_loop(loop);
        fits = has_known_range(loop);
    }
    if (!fits)
        fc_cost_builder_refuse(b, directive->node->span,
                               "a worksharing loop that is not of the form for (i = a; i < b; i += c)",
                               "its variable must be a local integer, its step a constant or known to be positive; so "
                               "must those of the loops that collapse joins with it");
}
