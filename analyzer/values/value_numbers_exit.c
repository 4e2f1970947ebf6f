/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a call leaves in memory: the value at the callee's exit, as a value of the caller. */
#include "analyzer/values/value_numbers_state.h"

typedef struct leaving {
    fc_value_numbers *values;
    fc_numbering *caller, *callee;
    const fc_node *call;
} leaving;

static int parameter_for(const leaving *l, int address)
{
    const fc_procedure *procedure = l->callee->procedure;
    for (int i = 0; i < procedure->n_parameters && i + 1 < l->call->n_children; i++)
        if (fc_value_numbers_of(l->values, l->caller, l->call->child[i + 1]) == address)
            return fc_value_table_add(
                &l->values->table,
                &(fc_value_parts){
                    FC_VALUE_PARAMETER, procedure->id, {procedure->parameter[i]->id}, 0, NULL, NULL, NULL});
    return FC_VALUE_NONE;
}

/* The caller's address as one of the callee; FC_VALUE_NONE: no argument and no new memory leads there. */
static int address_in_callee(const leaving *l, int address)
{
    const fc_numbered_value v = *fc_value_of(&l->values->table, address);
    const int parameter = parameter_for(l, address);
    if (parameter != FC_VALUE_NONE)
        return parameter;
    if (v.kind == FC_VALUE_FRESH && v.number[0] == l->call->id)
        return v.number[1] ? (int)v.number[1] - 1 : fc_value_numbers_result(l->values, l->callee);
    if (v.kind != FC_VALUE_FIELD && v.kind != FC_VALUE_ELEMENT)
        return FC_VALUE_NONE;
    const int index = v.kind == FC_VALUE_ELEMENT ? fc_value_operand(&l->values->table, address, 1) : FC_VALUE_NONE;
    if (index != FC_VALUE_NONE && !fc_value_is_constant(&l->values->table, index))
        return FC_VALUE_NONE;
    const int base = address_in_callee(l, fc_value_operand(&l->values->table, address, 0));
    if (base == FC_VALUE_NONE)
        return FC_VALUE_NONE;
    if (v.kind == FC_VALUE_ELEMENT)
        return fc_value_numbers_element(l->values, l->callee, base, index, v.number[0]);
    return fc_value_numbers_make(l->values, l->callee,
                                 &(fc_value_parts){FC_VALUE_FIELD, -1, {v.number[0]}, 1, &base, NULL, v.source});
}

/* Memory that the callee allocates is new to the caller too, and each of its allocations is another one. */
static int value_in_caller(const leaving *l, int value, const fc_node *source)
{
    const fc_numbered_value v = *fc_value_of(&l->values->table, value);
    if (v.kind == FC_VALUE_FRESH && value == fc_value_numbers_result(l->values, l->callee))
        value = -1;
    if (v.kind == FC_VALUE_FRESH)
        return fc_value_table_add(
            &l->values->table,
            &(fc_value_parts){
                FC_VALUE_FRESH, l->caller->procedure->id, {l->call->id, value + 1}, 0, NULL, NULL, source});
    return v.is_entry && !v.has_iteration ? fc_value_numbers_at_call(l->values, l->caller, l->call, value)
                                          : FC_VALUE_NONE;
}

int fc_value_numbers_left_by_call(fc_value_numbers *values, fc_numbering *caller, const fc_node *call,
                                  const fc_value_numbers_load *load)
{
    const fc_symbol *target = fc_call_target(call);
    fc_numbering *callee = target && target->definition ? values->numbering[target->definition->id] : NULL;
    if (!callee || !callee->effect || values->depth >= FC_VALUE_NUMBERS_DEEPEST)
        return FC_VALUE_NONE;
    const leaving l = {values, caller, callee, call};
    values->depth++;
    const int address = address_in_callee(&l, load->address);
    int value = FC_VALUE_NONE;
    if (address != FC_VALUE_NONE) {
        fc_value_numbers_load at_exit = *load;
        at_exit.address = address;
        value = value_in_caller(&l, fc_value_numbers_read_at_exit(values, callee, &at_exit), load->source);
    }
    values->depth--;
    return value;
}
