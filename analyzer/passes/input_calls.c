/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/input_calls.h"

#include "analyzer/passes/external.h"

static bool opens_input(const fc_analysis *analysis, const fc_node *node)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target && fc_external_opens_to_read(node) && fc_control_kept(analysis->control, node);
}

FC_GIVE int *fc_input_calls_find(int *n, const fc_analysis *analysis)
{
    const fc_program *program = analysis->program;
    int *node = NULL;
    size_t capacity = 0;
    *n = 0;
    for (int i = 0; i < program->n_nodes; i++) {
        if (!opens_input(analysis, program->node[i]))
            continue;
        node = fc_grow(node, &capacity, (size_t)*n + 1, sizeof *node);
        node[(*n)++] = i;
    }
    return node;
}
