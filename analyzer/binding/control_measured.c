/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured parts: loops and procedures that the slice must not execute, as it would take too long
 * (fc_program.measured; its allocations are in control_initial_set.c). What such a part defines, and what it decides by
 * differently from iteration to iteration, joins the initial dynamic set. Variables of for loops stay static, so that
 * closed loops in it stay closed. A for loop that is executed all the same, as its count has no closed form, is given
 * by its condition: its own variables are dynamic then, and its iterations counted. */
#include "analyzer/binding/control_state.h"
#include "analyzer/model/node_search.h"

static bool is_defined_below(const fc_control *control, int cell, const fc_node *root)
{
    const fc_definitions *all = &control->definitions;
    bool found = false;
    for (size_t i = all->first[cell]; i < all->first[cell + 1] && !found; i++)
        found = fc_node_is_within(all->definition[i].node, root);
    return found;
}

static bool holds_call(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_CALL || fc_node_any_child(node, holds_call, NULL);
}

/* The loop of a condition; NULL: the part is no condition. */
static const fc_node *counted_loop(const fc_node *part)
{
    const fc_node *loop = part->parent;
    return loop && loop->kind == FC_FOR && loop->child[1] == part ? loop : NULL;
}

/* Starts or steps the variable of a for loop that nothing in the loop's body changes. */
static bool is_of_for_head(const fc_control *control, const fc_definition *definition, const fc_node *root)
{
    for (const fc_node *below = definition->node; below != root; below = below->parent) {
        const fc_node *up = below->parent;
        if (up->kind == FC_FOR && (below == up->child[0] || below == up->child[2]))
            return !is_defined_below(control, definition->cell, up->child[3]) &&
                   !(definition->right && holds_call(definition->right, NULL));
    }
    return false;
}

static bool is_measured(const fc_control *control, const fc_definition *definition, const fc_node *root)
{
    if (counted_loop(root)) {
        const fc_node *loop = counted_loop(root);
        for (int i = 0; i < 3; i += 2)
            if (loop->child[i] && fc_node_is_within(definition->node, loop->child[i]))
                return true;
        return false;
    }
    if (!fc_node_is_within(definition->node, root))
        return false;
    switch (definition->kind) {
    case FC_DEFINED_BY_MPI:
        return false;
    case FC_DEFINED_AS_ARGUMENT: {
        /* An argument that is another one in each iteration, or, where the part is a procedure, in each call of itself.
         */
        const fc_symbol *target = fc_call_target(definition->node);
        const fc_procedure *owner = fc_control_owner(control, root), *callee = target ? target->definition : NULL;
        if (!definition->right || !fc_control_varies(control, definition->right, root))
            return false;
        return fc_node_is_loop(root) || !callee || callee == owner || fc_control_calls(control, callee, owner);
    }
    default:
        return !is_of_for_head(control, definition, root);
    }
}

static void mark_read(fc_control *control, const fc_node *read, const fc_node *root)
{
    if (control->dynamic_read[read->id] || !fc_control_varies(control, read, root))
        return;
    control->dynamic_read[read->id] = fc_allocate(1, sizeof(fc_control_cause));
    *control->dynamic_read[read->id] = (fc_control_cause){.measured = root};
}

static bool reads_memory(const fc_node *node)
{
    bool is_memory = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE) ||
                     (node->kind == FC_MEMBER && node->op == FC_OP_ARROW);
    return is_memory && node->type && node->type->kind != FC_TYPE_ARRAY && node->type->kind != FC_TYPE_RECORD;
}

static void mark_names(fc_control *control, const fc_node *condition, const fc_node *root)
{
    if (condition->kind == FC_NAME && condition->symbol->kind != FC_SYMBOL_PROCEDURE && condition->type &&
        condition->type->kind != FC_TYPE_ARRAY)
        mark_read(control, condition, root);
    for (int i = 0; i < condition->n_children; i++)
        if (condition->child[i])
            mark_names(control, condition->child[i], root);
}

static void mark_reads(fc_control *control, const fc_node *node, const fc_node *root)
{
    if (reads_memory(node))
        mark_read(control, node, root);
    if (node->kind == FC_IF || node->kind == FC_SWITCH || node->kind == FC_CONDITIONAL)
        mark_names(control, node->child[0], root);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            mark_reads(control, node->child[i], root);
}

void fc_control_find_measured(fc_control *control)
{
    const fc_program *program = control->program;
    for (int i = 0; i < program->n_measured; i++) {
        const fc_node *root = program->node[program->measured[i]];
        if (!fc_control_owner(control, root) || root->kind == FC_CALL)
            continue;
        for (size_t k = 0; k < control->definitions.n; k++)
            if (is_measured(control, &control->definitions.definition[k], root))
                control->measured[k] = root;
        if (!counted_loop(root))
            mark_reads(control, root, root);
    }
}
