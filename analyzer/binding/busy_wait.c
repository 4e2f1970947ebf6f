/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/binding/busy_wait.h"

#include "analyzer/model/node_search.h"
#include "analyzer/model/openmp.h"

/* The reads of a condition. */
typedef struct reading {
    bool is_variable;     /* some variable */
    bool through_pointer; /* memory that stores through other names may change */
    bool acts;            /* a call or assignment of its own */
} reading;

static void read(const fc_node *node, void *data)
{
    reading *to = data;
    to->is_variable |= node->kind == FC_NAME;
    to->through_pointer |= node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE) ||
                           (node->kind == FC_MEMBER && node->op == FC_OP_ARROW);
    to->acts |= node->kind == FC_CALL || node->kind == FC_ASSIGN || node->kind == FC_STEP;
    fc_node_each_child(node, read, to);
}

/* The code assigns, or calls a function that may. A library function without arguments (sched_yield) does not. */
static bool assigns(const fc_node *node, const void *unused)
{
    (void)unused;
    if (node->kind == FC_ASSIGN || node->kind == FC_STEP)
        return true;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return node->kind == FC_CALL && (!target || target->definition || node->n_children > 1);
}

/* The loop's condition, increment or body assigns. */
static bool iteration_assigns(const fc_node *loop)
{
    for (int i = loop->kind == FC_FOR ? 1 : 0; i < loop->n_children; i++)
        if (fc_node_search_first(loop->child[i], assigns, NULL))
            return true;
    return false;
}

bool fc_busy_wait_is(const fc_control *control, const fc_program *program, const fc_node *loop)
{
    const fc_node *condition = loop->child[loop->kind == FC_WHILE ? 0 : 1];
    reading of = {0};
    if (condition)
        read(condition, &of);
    if (!of.is_variable || of.acts || fc_control_leaves_early(control, loop))
        return false;
    bool may_end = of.through_pointer ? iteration_assigns(loop) : fc_control_varies(control, condition, loop);
    return !may_end && fc_openmp_is_used(program);
}
