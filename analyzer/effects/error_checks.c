/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/effects/error_checks.h"

#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

/* Optimistic: all candidates are 0 until a definition differs. */
typedef struct zeros {
    bool *symbol;    /* by id: an integer variable whose address is not taken */
    bool *is_set;    /* likewise: it has a definition */
    bool *procedure; /* by id: its result */
    bool changed;
} zeros;

static bool is_integer(const fc_type *type)
{
    return type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_BOOL;
}

static bool is_zero(const zeros *z, const fc_node *node);

static bool is_zero(const zeros *z, const fc_node *node)
{
    node = fc_node_without_casts(node);
    switch (node->kind) {
    case FC_INTEGER:
        return node->value == 0;
    case FC_HANDLE:
        return node->text && strcmp(node->text, "MPI_SUCCESS") == 0;
    case FC_NAME:
        return z->symbol[node->symbol->id];
    case FC_ASSIGN:
        return node->op == FC_OP_NONE && is_integer(node->type) && is_zero(z, node->child[1]);
    case FC_CALL: {
        /* MPI_Comm_c2f and the like return handles. */
        const fc_symbol *target = fc_call_target(node);
        if (!target || !is_integer(node->type))
            return false;
        if (target->definition)
            return z->procedure[target->definition->id];
        return node->type->size == sizeof(int) && fc_mpi_operation_find(target->name) && !strstr(target->name, "_c2f");
    }
    case FC_CONDITIONAL:
        return node->child[2] && is_zero(z, node->child[1]) && is_zero(z, node->child[2]);
    default:
        return false;
    }
}

static void define(zeros *z, const fc_symbol *symbol, const fc_node *value)
{
    z->is_set[symbol->id] = true;
    if (!z->symbol[symbol->id] || (value && is_zero(z, value)))
        return;
    z->symbol[symbol->id] = false;
    z->changed = true;
}

static void define_parameters(zeros *z, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    for (int i = 0; target && target->definition && i < target->definition->n_parameters; i++)
        define(z, target->definition->parameter[i], i + 1 < call->n_children ? call->child[i + 1] : NULL);
}

/* A procedure that is called through a pointer may get any argument. */
static void define_by_pointer(zeros *z, const fc_node *name)
{
    const fc_procedure *of = name->symbol->definition;
    const bool is_callee = name->parent && name->parent->kind == FC_CALL && name->parent->child[0] == name;
    for (int i = 0; of && !is_callee && i < of->n_parameters; i++)
        define(z, of->parameter[i], NULL);
}

static void return_value(zeros *z, const fc_procedure *of, const fc_node *value)
{
    if (!z->procedure[of->id] || (value && is_zero(z, value)))
        return;
    z->procedure[of->id] = false;
    z->changed = true;
}

/* The definitions in a procedure; of: that procedure. */
static void look_at(zeros *z, const fc_procedure *of, const fc_node *node)
{
    const fc_node *first = node->n_children > 0 && node->child[0] ? node->child[0] : NULL;
    const fc_node *target = first ? fc_node_without_casts(first) : NULL;
    if (node->kind == FC_DECLARE && first)
        define(z, node->symbol, first);
    else if (node->kind == FC_ASSIGN && target->kind == FC_NAME)
        define(z, target->symbol, node->op == FC_OP_NONE ? node->child[1] : NULL);
    else if (node->kind == FC_STEP && target->kind == FC_NAME)
        define(z, target->symbol, NULL);
    else if (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS && target->kind == FC_NAME)
        define(z, target->symbol, NULL);
    else if (node->kind == FC_CALL)
        define_parameters(z, node);
    else if (node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PROCEDURE)
        define_by_pointer(z, node);
    else if (node->kind == FC_RETURN)
        return_value(z, of, first);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            look_at(z, of, node->child[i]);
}

static void narrow(zeros *z, const fc_program *program)
{
    for (z->changed = true; z->changed;) {
        z->changed = false;
        for (int i = 0; i < program->n_symbols; i++)
            if (program->symbol[i]->initializer)
                define(z, program->symbol[i], program->symbol[i]->initializer);
        for (int i = 0; i < program->n_procedures; i++)
            look_at(z, program->procedure[i], program->procedure[i]->body);
    }
}

static zeros find_zeros(const fc_program *program)
{
    zeros z = {0};
    z.symbol = fc_allocate((size_t)program->n_symbols, sizeof *z.symbol);
    z.is_set = fc_allocate((size_t)program->n_symbols, sizeof *z.is_set);
    z.procedure = fc_allocate((size_t)program->n_procedures, sizeof *z.procedure);
    for (int i = 0; i < program->n_symbols; i++)
        z.symbol[i] = program->symbol[i]->kind < FC_SYMBOL_PROCEDURE && is_integer(program->symbol[i]->type);
    for (int i = 0; i < program->n_procedures; i++)
        z.procedure[i] = is_integer(program->procedure[i]->symbol->type->of);
    narrow(&z, program);
    for (int i = 0; i < program->n_symbols; i++) /* what other code sets */
        z.symbol[i] &= z.is_set[i];
    narrow(&z, program);
    return z;
}

/* ---- conditions ---- */

typedef enum truth {
    FALSE,
    TRUE,
    UNKNOWN
} truth;

static truth negated(truth of)
{
    return of == UNKNOWN ? UNKNOWN : of == TRUE ? FALSE : TRUE;
}

static bool constant_of(const zeros *z, const fc_node *node, long *value)
{
    node = fc_node_without_casts(node);
    *value = node->kind == FC_INTEGER ? node->value : 0;
    return node->kind == FC_INTEGER || is_zero(z, node);
}

static truth truth_of_comparison(const zeros *z, const fc_node *node)
{
    long a, b;
    if (!constant_of(z, node->child[0], &a) || !constant_of(z, node->child[1], &b))
        return UNKNOWN;
    switch (node->op) {
    case FC_OP_EQUAL:
        return a == b ? TRUE : FALSE;
    case FC_OP_NOT_EQUAL:
        return a != b ? TRUE : FALSE;
    case FC_OP_LESS:
        return a < b ? TRUE : FALSE;
    case FC_OP_GREATER:
        return a > b ? TRUE : FALSE;
    default:
        return UNKNOWN;
    }
}

static truth truth_of(const zeros *z, const fc_node *condition)
{
    condition = fc_node_without_casts(condition);
    if (is_zero(z, condition))
        return FALSE;
    if (condition->kind == FC_UNARY && condition->op == FC_OP_NOT)
        return negated(truth_of(z, condition->child[0]));
    if (condition->kind != FC_BINARY)
        return UNKNOWN;
    if (condition->op != FC_OP_AND && condition->op != FC_OP_OR)
        return truth_of_comparison(z, condition);
    const truth a = truth_of(z, condition->child[0]), b = truth_of(z, condition->child[1]);
    const truth decides = condition->op == FC_OP_AND ? FALSE : TRUE;
    return a == decides || b == decides ? decides : a == UNKNOWN || b == UNKNOWN ? UNKNOWN : negated(decides);
}

void fc_error_checks_remove(fc_removed_nodes *removed, fc_program *program)
{
    zeros z = find_zeros(program);
    truth *met = fc_allocate((size_t)program->n_nodes, sizeof *met);
    for (int i = 0; i < program->n_nodes; i++)
        met[i] = program->node[i]->kind == FC_IF ? truth_of(&z, program->node[i]->child[0]) : UNKNOWN;
    for (int i = 0; i < program->n_nodes; i++) {
        fc_node *node = program->node[i];
        const int arm = met[i] == UNKNOWN ? 0 : met[i] == FALSE ? 1 : 2;
        if (node->kind == FC_IF && arm > 0 && arm < node->n_children && node->child[arm] &&
            fc_node_removal_is_possible(node->child[arm], false))
            fc_node_removal_empty(node->child[arm], removed);
    }
    free(met);
    free(z.symbol);
    free(z.is_set);
    free(z.procedure);
}
