/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/binding/input_calls.h"

#include "analyzer/effects/external.h"

#include <string.h>

FC_GIVE int *fc_input_calls_find(int *n, const fc_program *program)
{
    int *node = NULL;
    size_t capacity = 0;
    *n = 0;
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *call = program->node[i];
        if (call->kind != FC_CALL || !fc_call_target(call) ||
            !(fc_external_opens_to_read(call) || fc_external_reopens_to_read(call)))
            continue;
        node = fc_grow(node, &capacity, (size_t)*n + 1, sizeof *node);
        node[(*n)++] = i;
    }
    return node;
}

static bool reads_standard_input(const fc_node *node)
{
    static const char *const names[] = {"scanf", "vscanf", "getchar", "getchar_unlocked", "gets"};
    if (node->kind == FC_NAME)
        return fc_external_is_standard_input(node->symbol);
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && target && !target->definition; i++)
        found |= strcmp(names[i], target->name) == 0;
    return found;
}

const fc_node *fc_input_calls_standard(const fc_program *program)
{
    const fc_node *first = NULL;
    for (int i = 0; i < program->n_nodes && !first; i++)
        if (reads_standard_input(program->node[i]))
            first = program->node[i];
    return first;
}
