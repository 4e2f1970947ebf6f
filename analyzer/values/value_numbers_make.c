/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes values from their parts, and the numbering of a procedure. */
#include "analyzer/values/value_numbers_state.h"

#include "analyzer/effects/external.h"

#include <stdlib.h>

static FC_GIVE int *unknown(int n)
{
    int *of = fc_allocate((size_t)n + 1, sizeof *of);
    for (int i = 0; i < n; i++)
        of[i] = FC_VALUE_NUMBERS_UNKNOWN;
    return of;
}

fc_numbering *fc_value_numbers_in(fc_value_numbers *values, const fc_procedure *procedure)
{
    fc_numbering *in = values->numbering[procedure->id];
    if (in)
        return in;
    in = fc_allocate(1, sizeof *in);
    values->numbering[procedure->id] = in;
    in->procedure = procedure;
    in->result = FC_VALUE_NUMBERS_UNKNOWN;
    fc_procedure_ir_create(&in->ir, procedure, &fc_external_calls, NULL);
    const fc_graph *graph = &in->ir.cfg.graph;
    fc_dominance_create(&in->postdominance, graph, graph->n - 1, FC_GRAPH_BACKWARD);
    fc_control_dependence_create(&in->dependence, graph, &in->postdominance);
    fc_memory_versions_open(&in->memory, &in->ir, &values->modified, procedure->id);
    in->of_node = unknown(in->ir.cfg.n_ids);
    in->of_ssa = unknown(in->ir.ssa.n_values);
    return in;
}

int fc_value_numbers_make(fc_value_numbers *values, const fc_numbering *in, const fc_value_parts *parts)
{
    fc_value_parts own = *parts;
    int size = 1;
    for (int i = 0; i < parts->n_operands; i++) {
        const fc_numbered_value *operand = fc_value_of(&values->table, parts->operand[i]);
        own.procedure = operand->procedure >= 0 ? operand->procedure : own.procedure;
        size += operand->size;
    }
    if (size > FC_VALUE_LARGEST)
        return fc_value_numbers_opaque(values, in, parts->source);
    return fc_value_table_add(&values->table, &own);
}

int fc_value_numbers_opaque(fc_value_numbers *values, const fc_numbering *in, const fc_node *node)
{
    const long id = node ? node->id : -2 - values->table.n;
    return fc_value_table_add(&values->table,
                              &(fc_value_parts){FC_VALUE_OPAQUE, in->procedure->id, {id}, 0, NULL, NULL, node});
}

int fc_value_numbers_selection(fc_value_numbers *values, const fc_numbering *in, const int operand[3],
                               const fc_type *type)
{
    int size = 1;
    for (int i = 0; i < 3; i++)
        size += fc_value_of(&values->table, operand[i])->size;
    if (size > FC_VALUE_LARGEST)
        return FC_VALUE_NONE;
    if (operand[1] == operand[2])
        return operand[1];
    return fc_value_numbers_make(values, in,
                                 &(fc_value_parts){FC_VALUE_OPERATION, -1, {-1, type->id, -1}, 3, operand, NULL, NULL});
}

/* (c ? x : y) + scale * (c ? u : v) is c ? x + scale * u : y + scale * v. */
static int sum_of_selections(fc_value_numbers *values, const fc_numbering *in, int a, int b, long scale,
                             const fc_type *type)
{
    const fc_value_table *table = &values->table;
    int operand[3] = {fc_value_operand(table, a, 0)};
    const long result_type = fc_value_of(table, a)->number[1];
    for (int i = 1; i < 3; i++)
        operand[i] =
            fc_value_numbers_sum(values, in, fc_value_operand(table, a, i), fc_value_operand(table, b, i), scale, type);
    return operand[1] == operand[2]
               ? operand[1]
               : fc_value_numbers_make(
                     values, in,
                     &(fc_value_parts){FC_VALUE_OPERATION, -1, {-1, result_type, -1}, 3, operand, NULL, NULL});
}

int fc_value_numbers_sum(fc_value_numbers *values, const fc_numbering *in, int a, int b, long scale,
                         const fc_type *type)
{
    const fc_numbered_value *x = fc_value_of(&values->table, a), *y = fc_value_of(&values->table, b);
    if (fc_value_is_selection(x) && fc_value_is_selection(y) &&
        fc_value_operand(&values->table, a, 0) == fc_value_operand(&values->table, b, 0))
        return sum_of_selections(values, in, a, b, scale, type);
    int sum = fc_value_table_sum(&values->table, a, b, scale, type);
    return fc_value_of(&values->table, sum)->size > FC_VALUE_LARGEST ? fc_value_numbers_opaque(values, in, NULL) : sum;
}

int fc_value_numbers_element(fc_value_numbers *values, const fc_numbering *in, int base, int index, long bytes)
{
    fc_value_table *table = &values->table;
    if (fc_value_is_constant(table, index) && fc_value_of(table, index)->number[0] == 0)
        return base;
    if (fc_value_of(table, base)->kind == FC_VALUE_ELEMENT && fc_value_of(table, base)->number[0] == bytes) {
        index = fc_value_numbers_sum(values, in, fc_value_operand(table, base, 1), index, 1, NULL);
        base = fc_value_operand(table, base, 0);
        return fc_value_numbers_element(values, in, base, index, bytes);
    }
    return fc_value_numbers_make(values, in,
                                 &(fc_value_parts){FC_VALUE_ELEMENT, -1, {bytes}, 2, (int[]){base, index}, NULL, NULL});
}

static fc_objects objects_of(const fc_value_numbers *values, int value)
{
    const fc_numbered_value *v = fc_value_of(&values->table, value);
    if (fc_value_is_selection(v)) {
        const int one = fc_value_operand(&values->table, value, 1), other = fc_value_operand(&values->table, value, 2);
        if (fc_value_numbers_leads_nowhere(values, one) || fc_value_numbers_leads_nowhere(values, other))
            return objects_of(values, fc_value_numbers_leads_nowhere(values, one) ? other : one);
        return fc_points_to_union(values->points, objects_of(values, one), objects_of(values, other));
    }
    if (v->kind == FC_VALUE_ADDRESS)
        return fc_points_to_variable(values->points, values->program->symbol[v->number[0]]);
    if (v->kind == FC_VALUE_PARAMETER)
        return fc_points_to_of_symbol(values->points, values->program->symbol[v->number[0]]);
    if (v->kind == FC_VALUE_OPAQUE && v->number[0] == -1)
        return fc_points_to_of_symbol(values->points, values->program->symbol[v->number[1]]);
    return v->source && v->source->type ? fc_points_to_of_value(values->points, v->source) : FC_OBJECTS_ANY;
}

fc_memory_access fc_value_numbers_access(const fc_value_numbers *values, int address)
{
    fc_memory_access found = {.field = FC_VALUE_NONE};
    for (;;) {
        const fc_numbered_value *value = fc_value_of(&values->table, address);
        bool is_part = value->kind == FC_VALUE_FIELD || value->kind == FC_VALUE_ELEMENT ||
                       value->kind == FC_VALUE_INDUCTION || value->kind == FC_VALUE_LAST;
        if (!is_part)
            break;
        bool is_member = value->kind == FC_VALUE_FIELD && value->source && value->source->kind == FC_MEMBER;
        if (is_member && fc_points_to_is_object(value->source))
            found.field = (int)value->number[0];
        address = fc_value_operand(&values->table, address, 0);
    }
    found.object = address;
    found.objects = objects_of(values, address);
    return found;
}

bool fc_value_numbers_leads_nowhere(const fc_value_numbers *values, int pointer)
{
    const fc_numbered_value *v = fc_value_of(&values->table, pointer);
    return (v->kind == FC_VALUE_CONSTANT && v->number[0] == 0) ||
           (v->kind == FC_VALUE_OPAQUE && v->number[0] == -1 && v->number[2] == FC_GRAPH_NONE);
}

int fc_value_numbers_followed(const fc_value_numbers *values, int pointer)
{
    while (fc_value_is_selection(fc_value_of(&values->table, pointer))) {
        const int one = fc_value_operand(&values->table, pointer, 1);
        const int other = fc_value_operand(&values->table, pointer, 2);
        const bool is_other = fc_value_numbers_leads_nowhere(values, one);
        if (is_other == fc_value_numbers_leads_nowhere(values, other))
            break;
        pointer = is_other ? other : one;
    }
    return pointer;
}

bool fc_value_numbers_arm(fc_memory_access *out, const fc_value_numbers *values, fc_memory_access access, int arm)
{
    const int pointer = fc_value_operand(&values->table, access.object, arm);
    if (fc_value_numbers_leads_nowhere(values, pointer))
        return false;
    *out = fc_value_numbers_access(values, pointer);
    if (out->field == FC_VALUE_NONE)
        out->field = access.field;
    return true;
}
