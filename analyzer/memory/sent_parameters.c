/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/sent_parameters.h"

#include "comm_interface/operations.h"

static bool points_to_integers(const fc_type *type)
{
    return fc_type_is_address(type) && type->of->kind == FC_TYPE_INTEGER;
}

/* The argument is the buffer of a message to one rank, which receives nothing itself. */
static bool is_send_buffer(const fc_node *call, const fc_node *argument)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_mpi_operation *operation = target && !target->definition ? fc_mpi_operation_find(target->name) : NULL;
    fc_mpi_side sent, received;
    return operation && fc_mpi_send_side(&sent, operation) && !fc_mpi_receive_side(&received, operation) &&
           sent.buffer + 1 < call->n_children && call->child[sent.buffer + 1] == argument;
}

/* Passed on to such a parameter. */
static bool is_passed_on(const bool *is_sent, const fc_node *call, const fc_node *argument)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_procedure *callee = target ? target->definition : NULL;
    for (int i = 0; callee && i < callee->n_parameters && i + 1 < call->n_children; i++)
        if (call->child[i + 1] == argument)
            return is_sent[callee->parameter[i]->id];
    return false;
}

static bool is_compared(const fc_node *user)
{
    return user->kind == FC_EVALUATE || (user->kind == FC_UNARY && user->op == FC_OP_NOT) ||
           (user->kind == FC_BINARY && (user->op == FC_OP_EQUAL || user->op == FC_OP_NOT_EQUAL));
}

/* The use of the parameter sends or compares it. */
static bool only_sends(const bool *is_sent, const fc_node *name)
{
    const fc_node *below = name;
    while (below->parent && below->parent->kind == FC_CAST)
        below = below->parent;
    const fc_node *user = below->parent;
    bool is_argument = user && user->kind == FC_CALL && user->child[0] != below;
    return user &&
           (is_compared(user) || (is_argument && (is_send_buffer(user, below) || is_passed_on(is_sent, user, below))));
}

/* A call that passes memory of other types, and a procedure whose address is taken, have the usual rules. */
static void exclude_other_calls(bool *is_sent, const fc_node *node)
{
    bool is_callee = node->parent && node->parent->kind == FC_CALL && node->parent->child[0] == node;
    bool is_name = node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PROCEDURE && node->symbol->definition;
    const fc_symbol *symbol = is_name ? node->symbol : NULL;
    const fc_procedure *callee = symbol ? symbol->definition : NULL;
    for (int i = 0; callee && i < callee->n_parameters; i++) {
        const fc_node *argument =
            is_callee && i + 1 < node->parent->n_children ? fc_node_without_casts(node->parent->child[i + 1]) : NULL;
        is_sent[callee->parameter[i]->id] &= argument && points_to_integers(argument->type);
    }
}

FC_GIVE bool *fc_sent_parameters_find(const fc_program *program)
{
    bool *is_sent = fc_allocate((size_t)program->n_symbols, sizeof *is_sent);
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        is_sent[i] = symbol->kind == FC_SYMBOL_PARAMETER && points_to_integers(symbol->type);
    }
    for (int i = 0; i < program->n_nodes; i++)
        exclude_other_calls(is_sent, program->node[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < program->n_nodes; i++) {
            const fc_node *node = program->node[i];
            if (node->kind != FC_NAME || !is_sent[node->symbol->id] || only_sends(is_sent, node))
                continue;
            is_sent[node->symbol->id] = false;
            changed = true;
        }
    }
    return is_sent;
}
