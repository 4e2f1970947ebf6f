/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/constants/constant_values.h"

#include "analyzer/constants/constructors.h"
#include "analyzer/effects/external.h"
#include "comm_interface/operations.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST_TARGET = 8 /* pointers to pointers; memory of all kinds may be one location that points to itself */
};

/* ---- what locations hold before any statement ---- */

static bool is_scalar(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_BOOL || type->kind == FC_TYPE_REAL ||
                    type->kind == FC_TYPE_POINTER);
}

static bool is_place(const fc_node *node)
{
    return node->kind == FC_NAME || node->kind == FC_MEMBER || node->kind == FC_INDEX ||
           (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
}

/* A location that is accessed by numbers of two widths holds any value. */
static void note_width(fc_constant_values *values, long *width, int cell, const fc_type *type)
{
    if (cell < 0 || !is_scalar(type))
        return;
    if (width[cell] && width[cell] != type->size)
        values->of_cell[cell] = fc_constant_sets_any();
    width[cell] = type->size;
}

static void check_widths(fc_constant_values *values, const fc_program *program, const fc_cells *cells)
{
    long *width = fc_allocate((size_t)fc_cells_count(cells), sizeof *width);
    for (int i = 0; i < program->n_symbols; i++)
        note_width(values, width, fc_cells_of_symbol(cells, program->symbol[i]), program->symbol[i]->type);
    for (int i = 0; i < program->n_nodes; i++)
        if (is_place(program->node[i]))
            note_width(values, width, fc_cells_of_place(cells, program->node[i]), program->node[i]->type);
    free(width);
}

/* By symbol id: automatic variables and results of procedures, which hold nothing at first. A variable whose address is
 * taken may share its location with memory that holds zeros. */
static FC_GIVE bool *find_automatic(const fc_program *program)
{
    bool *is_automatic = fc_allocate((size_t)program->n_symbols, sizeof *is_automatic);
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        bool is_variable = symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER;
        is_automatic[i] = (is_variable && is_scalar(symbol->type)) || symbol->kind == FC_SYMBOL_PROCEDURE;
    }
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        const fc_node *of = node->kind == FC_UNARY && node->op == FC_OP_ADDRESS ? node->child[0] : NULL;
        if (of && of->kind == FC_NAME && of->symbol->kind != FC_SYMBOL_PROCEDURE)
            is_automatic[of->symbol->id] = false;
    }
    return is_automatic;
}

static void hold_any(fc_constant_values *values, const fc_cells *cells, const fc_symbol *symbol)
{
    int cell = fc_cells_of_symbol(cells, symbol);
    if (cell >= 0)
        values->of_cell[cell] = fc_constant_sets_any();
}

/* What a value of the type holds whose place is the cell, and what it points to. */
static void lose_memory(fc_constant_values *values, const fc_cells *cells, int cell, const fc_type *type)
{
    const fc_type *of = type->kind == FC_TYPE_POINTER ? type->of : NULL;
    for (int i = 0; of && of->kind == FC_TYPE_RECORD && i < of->n_fields; i++)
        hold_any(values, cells, of->field[i]);
    for (int depth = 0; cell >= 0 && depth < DEEPEST_TARGET; depth++) {
        values->of_cell[cell] = values->of_cell[fc_cells_of_reals(cells, cell)] = fc_constant_sets_any();
        cell = fc_cells_pointee(cells, cell);
    }
}

/* The fields of a record of a library, and of all records that they lead to. */
static void lose_records(fc_constant_values *values, const fc_cells *cells, const fc_type *type, bool *is_lost)
{
    while (type && (type->kind == FC_TYPE_POINTER || type->kind == FC_TYPE_ARRAY))
        type = type->of;
    if (!type || type->kind != FC_TYPE_RECORD || is_lost[type->id])
        return;
    is_lost[type->id] = true;
    for (int i = 0; i < type->n_fields; i++) {
        hold_any(values, cells, type->field[i]);
        lose_records(values, cells, type->field[i]->type, is_lost);
    }
}

/* Memory that external functions return the address of (errno, the result of localtime), and that arguments without a
 * parameter lead to. */
static void lose_call(fc_constant_values *values, const fc_cells *cells, const fc_node *call, bool *is_lost)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_procedure *callee = target ? target->definition : NULL;
    bool is_outside = target && !callee && !fc_external_is_allocation(target->name);
    if (is_outside && fc_type_is_address(call->type)) {
        lose_memory(values, cells, fc_cells_of_target(cells, call), call->type);
        lose_records(values, cells, call->type, is_lost);
    }
    for (int i = (callee ? callee->n_parameters : call->n_children) + 1; i < call->n_children; i++)
        if (fc_type_is_address(call->child[i]->type))
            lose_memory(values, cells, fc_cells_of_target(cells, call->child[i]), call->child[i]->type);
}

/* Locations other than fields that no statement defines, and records of variables that a library may define. */
static void lose_undefined(fc_constant_values *values, const fc_program *program, const fc_cells *cells, bool *is_lost)
{
    const int n = fc_cells_count(cells);
    const size_t *first = fc_control_definitions(values->control)->first;
    bool *is_field = fc_allocate((size_t)n, sizeof *is_field);
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        int cell = fc_cells_of_symbol(cells, symbol);
        if (symbol->kind == FC_SYMBOL_FIELD && cell >= 0)
            is_field[cell] = true;
        if (symbol->kind == FC_SYMBOL_GLOBAL && !symbol->is_static && !symbol->initializer)
            lose_records(values, cells, symbol->type, is_lost);
    }
    for (int i = 0; i < n; i++)
        if (first[i] == first[i + 1] && !is_field[i])
            values->of_cell[i] = fc_constant_sets_any();
    free(is_field);
}

static void lose_outside(fc_constant_values *values, const fc_program *program, const fc_cells *cells)
{
    bool *is_lost = fc_allocate((size_t)program->n_types, sizeof *is_lost); /* by type id */
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_CALL)
            lose_call(values, cells, program->node[i], is_lost);
    lose_undefined(values, program, cells, is_lost);
    free(is_lost);
}

/* Code outside the program calls main and procedures whose address is taken. */
static void lose_parameters(fc_constant_values *values, const fc_program *program, const fc_cells *cells)
{
    const fc_indirect_calls *calls = fc_control_definitions(values->control)->pointer_calls;
    for (int p = 0; p < program->n_procedures; p++) {
        const fc_procedure *procedure = program->procedure[p];
        bool is_called_outside =
            strcmp(procedure->symbol->name, "main") == 0 || fc_indirect_calls_may_target(calls, procedure);
        for (int i = 0; i < procedure->n_parameters && is_called_outside; i++)
            lose_memory(values, cells, fc_cells_of_symbol(cells, procedure->parameter[i]),
                        procedure->parameter[i]->type);
    }
}

/* Pointers that an external function gets the address of: definitions do not list what strtol stores there. */
static void lose_pointers(fc_constant_values *values, const fc_program *program, const fc_cells *cells)
{
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *call = program->node[i];
        const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
        for (int k = 1; k < call->n_children && target && !target->definition; k++) {
            const fc_node *argument = fc_node_without_casts(call->child[k]);
            int cell = fc_type_is_address(argument->type) && fc_type_is_address(argument->type->of)
                           ? fc_cells_of_target(cells, argument)
                           : -1;
            if (cell >= 0)
                values->of_cell[cell] = fc_constant_sets_any();
        }
    }
}

static bool is_in_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The clauses of the directive give threads own variables with other values. */
static bool sets_variables(const fc_node *node)
{
    return node->kind == FC_OPENMP && (strstr(node->text, "reduction") || strstr(node->text, "linear"));
}

static bool names_within(const char *text, const char *name)
{
    const size_t length = strlen(name);
    bool found = false;
    for (const char *at = strstr(text, name); at && length > 0 && !found; at = strstr(at + 1, name))
        found = (at == text || !is_in_name(at[-1])) && !is_in_name(at[length]);
    return found;
}

static void lose_clauses(fc_constant_values *values, const fc_program *program, const fc_cells *cells)
{
    for (int i = 0; i < program->n_nodes; i++)
        for (int k = 0; k < program->n_symbols && sets_variables(program->node[i]); k++)
            if (program->symbol[k]->kind < FC_SYMBOL_PROCEDURE &&
                names_within(program->node[i]->text, program->symbol[k]->name))
                hold_any(values, cells, program->symbol[k]);
}

void fc_constant_values_begin(fc_constant_values *out, const fc_program *program, const fc_control *control)
{
    const fc_cells *cells = fc_control_cells(control);
    const int n = fc_cells_count(cells);
    bool *is_automatic = find_automatic(program), *is_set_first = fc_constructors_find(program, control);
    *out = (fc_constant_values){control, fc_allocate((size_t)n, sizeof *out->of_cell)};
    for (int i = 0; i < n; i++)
        out->of_cell[i] = fc_control_starts_dynamic(control, i) ? fc_constant_sets_any() : fc_constant_sets_one(0);
    for (int i = 0; i < program->n_symbols; i++) {
        int cell = fc_cells_of_symbol(cells, program->symbol[i]);
        if ((is_automatic[i] || is_set_first[i]) && cell >= 0 && !out->of_cell[cell].is_any)
            out->of_cell[cell].n = 0;
    }
    for (int i = 0; i < program->n_symbols; i++)
        if (program->symbol[i]->field_offset < -1) /* a bit field: it truncates values */
            hold_any(out, cells, program->symbol[i]);
    check_widths(out, program, cells);
    lose_parameters(out, program, cells);
    lose_pointers(out, program, cells);
    lose_outside(out, program, cells);
    lose_clauses(out, program, cells);
    free(is_automatic);
    free(is_set_first);
}

void fc_constant_values_free(fc_constant_values *values)
{
    free(values->of_cell);
    *values = (fc_constant_values){0};
}

/* ---- expressions ---- */

/* The place is reached through a null pointer, and so never. */
static bool is_at_null(const fc_constant_values *values, const fc_node *place)
{
    bool leads = place->kind == FC_INDEX || (place->kind == FC_MEMBER && place->op == FC_OP_ARROW) ||
                 (place->kind == FC_UNARY && place->op == FC_OP_DEREFERENCE);
    const fc_node *pointer = leads ? place->child[fc_type_is_address(place->child[0]->type) ? 0 : 1] : NULL;
    if (!pointer || pointer->type->kind != FC_TYPE_POINTER)
        return false;
    const fc_constant_set target = fc_constant_values_of(values, pointer);
    return !fc_constant_sets_may_hold(&target);
}

static fc_constant_set held_by(const fc_constant_values *values, int cell, const fc_type *type)
{
    return cell < 0 ? fc_constant_sets_any() : fc_constant_sets_convert(&values->of_cell[cell], type);
}

/* MPI calls return MPI_SUCCESS, as the virtual ones do. */
static fc_constant_set result_of(const fc_constant_values *values, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (!target || !is_scalar(call->type))
        return fc_constant_sets_any();
    if (target->definition)
        return held_by(values, fc_cells_of_symbol(fc_control_cells(values->control), target), call->type);
    const fc_mpi_operation *operation = fc_mpi_operation_find(target->name);
    bool is_code = operation && !fc_mpi_returns_value(operation) && call->type->kind == FC_TYPE_INTEGER &&
                   call->type->size == sizeof(int) && !strstr(target->name, "_c2f");
    return is_code ? fc_constant_sets_one(0) : fc_constant_sets_any();
}

static fc_constant_set one_of(const fc_constant_values *values, const fc_node *node)
{
    const fc_constant_set condition = fc_constant_values_of(values, node->child[0]);
    fc_constant_set out = {0};
    for (int i = 1; i <= 2; i++)
        if (i == 1 ? fc_constant_sets_may_hold(&condition) : fc_constant_sets_may_fail(&condition)) {
            const fc_constant_set arm = fc_constant_values_of(values, node->child[i]);
            fc_constant_sets_join(&out, &arm);
        }
    return out;
}

static fc_constant_set real_constant(double value)
{
    bool is_small = value >= INT_MIN && value <= INT_MAX && value == (double)(long)value;
    return is_small ? fc_constant_sets_one((long)value) : fc_constant_sets_any();
}

fc_constant_set fc_constant_values_of(const fc_constant_values *values, const fc_node *node)
{
    if (!is_scalar(node->type) || node->kind == FC_STEP)
        return fc_constant_sets_any();
    if (is_place(node) && is_at_null(values, node))
        return (fc_constant_set){0};
    if (is_place(node))
        return held_by(values, fc_cells_of_place(fc_control_cells(values->control), node), node->type);
    switch (node->kind) {
    case FC_INTEGER:
        return fc_constant_sets_one(node->value);
    case FC_REAL:
        return real_constant(node->real);
    case FC_SIZEOF:
        return node->n_children == 0 ? fc_constant_sets_one(node->value) : fc_constant_sets_any();
    case FC_HANDLE:
        return node->text && strcmp(node->text, "MPI_SUCCESS") == 0 ? fc_constant_sets_one(0) : fc_constant_sets_any();
    case FC_CALL:
        return result_of(values, node);
    case FC_CONDITIONAL:
        return node->op == FC_OP_OR ? fc_constant_sets_any() : one_of(values, node);
    case FC_UNARY: {
        const fc_constant_set a = fc_constant_values_of(values, node->child[0]);
        return fc_constant_sets_unary(node->op, &a, node->type);
    }
    case FC_BINARY: {
        const fc_constant_set a = fc_constant_values_of(values, node->child[0]);
        const fc_constant_set b = fc_constant_values_of(values, node->child[1]);
        return fc_constant_sets_binary(node->op, &a, &b, node->type);
    }
    case FC_CAST: {
        const fc_constant_set a = fc_constant_values_of(values, node->child[0]);
        return fc_constant_sets_convert(&a, node->type);
    }
    case FC_COMMA:
        return fc_constant_values_of(values, node->child[1]);
    case FC_ASSIGN: {
        const fc_constant_set a =
            node->op == FC_OP_NONE ? fc_constant_values_of(values, node->child[1]) : fc_constant_sets_any();
        return fc_constant_sets_convert(&a, node->type);
    }
    default:
        return fc_constant_sets_any();
    }
}

bool fc_constant_values_define(fc_constant_values *values, const fc_definition *definition)
{
    fc_constant_set *cell = &values->of_cell[definition->cell];
    if (cell->is_any)
        return false;
    bool is_value = definition->kind == FC_DEFINED_BY_VALUE || definition->kind == FC_DEFINED_AS_ARGUMENT ||
                    definition->kind == FC_DEFINED_AS_RESULT;
    const fc_constant_set stored = is_value && definition->right ? fc_constant_values_of(values, definition->right)
                                   : definition->kind == FC_DEFINED_AS_TARGET && definition->from >= 0
                                       ? values->of_cell[definition->from]
                                       : fc_constant_sets_any();
    return fc_constant_sets_join(cell, &stored);
}
