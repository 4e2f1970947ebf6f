/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables that every path of an iteration moves by the same steps, such as c in
 * while (c < n) if (a[i] < b[j]) t[c++] = a[i++]; else t[c++] = b[j++]: a branch of the iteration does not affect them,
 * whatever decides it (recurrences of ../loops). */
#include "analyzer/binding/control_state.h"
#include "analyzer/model/node_search.h"

/* The recurrence that the step moves on in the innermost loop around it, *statement; NULL: none. */
static const fc_recurrence *recurrence_of(const fc_node **statement, const fc_procedure_loops *loops,
                                          const fc_node *step)
{
    const fc_procedure_ir *ir = &loops->ir;
    int value = fc_ssa_value_defined(&ir->ssa, step);
    int loop = value == FC_GRAPH_NONE ? FC_GRAPH_NONE : ir->nest.innermost[ir->ssa.value[value].block];
    if (loop == FC_GRAPH_NONE || !loops->form[loop].statement)
        return NULL;
    const fc_loop_form *form = &loops->form[loop];
    const fc_recurrence *found = NULL;
    for (int i = 0; i < form->n_recurrences && !found; i++)
        if (ir->ssa.value[form->recurrence[i].phi].variable == ir->ssa.value[value].variable)
            found = &form->recurrence[i];
    *statement = form->statement;
    return found;
}

static bool holds_jump(const fc_node *node, const void *unused)
{
    (void)unused;
    bool jumps =
        node->kind == FC_BREAK || node->kind == FC_CONTINUE || node->kind == FC_GOTO || node->kind == FC_RETURN;
    return jumps || fc_node_any_child(node, holds_jump, NULL);
}

bool fc_control_steps_in_both_arms(const fc_control *control, const fc_node *step, const fc_node *branch)
{
    bool is_assigned = step->kind == FC_ASSIGN || step->kind == FC_STEP;
    if (branch->kind != FC_IF || !is_assigned || step->child[0]->kind != FC_NAME)
        return false;
    const fc_procedure_loops *loops = fc_control_loops(control, step);
    const fc_node *statement = NULL;
    const fc_recurrence *recurrence = loops ? recurrence_of(&statement, loops, step) : NULL;
    return recurrence && recurrence->kind != FC_RECURRENCE_NONE && fc_node_is_within(branch, statement) &&
           !holds_jump(branch, NULL);
}
