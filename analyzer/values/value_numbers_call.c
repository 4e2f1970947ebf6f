/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values at entry of a callee, as values of the caller at a call; and what the call leaves in memory. */
#include "analyzer/values/value_numbers_state.h"

#include <stdint.h>

typedef struct mapping {
    fc_value_numbers *values;
    fc_numbering *caller;
    const fc_node *call;
    const fc_procedure *callee;
} mapping;

static int map(const mapping *m, int value);

/* A load at entry of the callee is one directly before the call. */
static int map_load(const mapping *m, int value, int address)
{
    const fc_numbered_value v = *fc_value_of(&m->values->table, value);
    fc_value_numbers_load load = {.address = address,
                                  .cell = (int)v.number[1],
                                  .position = fc_cfg_position(&m->caller->ir.cfg, m->call),
                                  .type = m->values->program->type[v.number[0]],
                                  .source = v.source};
    return fc_value_numbers_read(m->values, m->caller, &load);
}

static int map_sum(const mapping *m, int value)
{
    const fc_numbered_value v = *fc_value_of(&m->values->table, value);
    const fc_type *type = v.number[1] ? m->values->program->type[v.number[1] - 1] : NULL;
    int sum = fc_value_table_constant(&m->values->table, v.number[0]);
    for (int i = 0; i < v.n_operands; i++) {
        int operand = map(m, fc_value_operand(&m->values->table, value, i));
        long coefficient = m->values->table.coefficient[v.first_operand + i];
        if (operand == FC_VALUE_NONE)
            return FC_VALUE_NONE;
        sum = fc_value_numbers_sum(m->values, m->caller, sum, operand, coefficient, type);
    }
    return sum;
}

static int map_parts(const mapping *m, int value, const int *operand)
{
    const fc_numbered_value v = *fc_value_of(&m->values->table, value);
    if (v.kind == FC_VALUE_ELEMENT)
        return fc_value_numbers_element(m->values, m->caller, operand[0], operand[1], v.number[0]);
    fc_value_parts parts = {v.kind, -1, {v.number[0], v.number[1], v.number[2]}, v.n_operands, operand, NULL, v.source};
    if (v.kind == FC_VALUE_INDUCTION)
        parts.number[0] += fc_loop_nest_depth(&m->caller->ir.nest, fc_cfg_block_of(&m->caller->ir.cfg, m->call));
    parts.procedure = v.kind == FC_VALUE_INDUCTION ? m->caller->procedure->id : -1;
    return fc_value_numbers_make(m->values, m->caller, &parts);
}

static int map(const mapping *m, int value)
{
    enum {
        MOST_OPERANDS = 4
    };
    const fc_numbered_value v = *fc_value_of(&m->values->table, value);
    int operand[MOST_OPERANDS];
    if (v.kind == FC_VALUE_CONSTANT || v.kind == FC_VALUE_INDEX || (v.kind == FC_VALUE_ADDRESS && v.procedure < 0))
        return value;
    if (v.kind == FC_VALUE_PARAMETER) {
        long symbol = v.number[0];
        for (int i = 0; i < m->callee->n_parameters; i++)
            if (m->callee->parameter[i]->id == symbol && i + 1 < m->call->n_children)
                return fc_value_numbers_of(m->values, m->caller, m->call->child[i + 1]);
        return FC_VALUE_NONE;
    }
    if (v.kind == FC_VALUE_SUM)
        return map_sum(m, value);
    if (v.kind == FC_VALUE_ADDRESS || v.n_operands > MOST_OPERANDS)
        return FC_VALUE_NONE;
    for (int i = 0; i < v.n_operands; i++) {
        operand[i] = map(m, fc_value_operand(&m->values->table, value, i));
        if (operand[i] == FC_VALUE_NONE)
            return FC_VALUE_NONE;
    }
    return v.kind == FC_VALUE_LOAD ? map_load(m, value, operand[0]) : map_parts(m, value, operand);
}

int fc_value_numbers_at_call(fc_value_numbers *values, fc_numbering *caller, const fc_node *call, int value)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_numbered_value *v = fc_value_of(&values->table, value);
    bool is_evaluated = fc_cfg_position(&caller->ir.cfg, call) != FC_GRAPH_NONE;
    if (!target || !target->definition || !v->is_entry || !is_evaluated)
        return FC_VALUE_NONE;
    /* A load before this call looks past the calls before it, each of whose effects has loads before it, and so on:
     * every value is mapped once, or the time grows exponentially with the calls. */
    const int key[] = {call->id, value};
    const uintptr_t known = (uintptr_t)fc_map_get(&values->at_call, key, sizeof key);
    if (known)
        return (int)known - 2;
    if (values->depth >= FC_VALUE_NUMBERS_DEEPEST)
        return FC_VALUE_NONE;
    values->depth++;
    int mapped = map(&(mapping){values, caller, call, target->definition}, value);
    values->depth--;
    fc_map_put(&values->at_call, key, sizeof key, (void *)(uintptr_t)(mapped + 2));
    return mapped;
}

/* A parameter void * may be passed pointers to numbers of different kinds; memory of one kind holds no other. */
static bool has_other_kind(const fc_value_numbers *values, const fc_node *call, const fc_effect *effect)
{
    const fc_cells *cells = values->modified.cells;
    const fc_numbered_value *v = fc_value_of(&values->table, effect->access.object);
    const fc_procedure *callee = fc_call_target(call)->definition;
    if (v->kind != FC_VALUE_PARAMETER ||
        fc_cells_pointee(cells, fc_cells_of_symbol(cells, values->program->symbol[v->number[0]])) != effect->cell)
        return false;
    for (int i = 0; i < callee->n_parameters && i + 1 < call->n_children; i++)
        if (callee->parameter[i]->id == v->number[0])
            return fc_cells_of_target(cells, call->child[i + 1]) != effect->cell;
    return false;
}

bool fc_value_numbers_effect_at_call(fc_effect *out, fc_value_numbers *values, fc_numbering *caller,
                                     const fc_node *call, const fc_effect *effect)
{
    *out = *effect;
    if (effect->access.object == FC_VALUE_NONE)
        return true;
    if (has_other_kind(values, call, effect))
        return false;
    int here = fc_value_numbers_at_call(values, caller, call, effect->access.object);
    if (here == FC_VALUE_NONE) {
        out->access.object = FC_VALUE_NONE;
        return true;
    }
    if (fc_value_numbers_leads_nowhere(values, here))
        return false;
    out->access = fc_value_numbers_access(values, here);
    if (effect->access.field != FC_VALUE_NONE)
        out->access.field = effect->access.field;
    return true;
}

size_t fc_value_numbers_first_effect(const fc_numbering *in, int cell)
{
    size_t low = 0, high = in->n_effects;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (in->effect[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- what a call leaves: the value at the exit of its callee ---- */

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

static int value_in_caller(const leaving *l, int value, const fc_node *source);

/* A value that selects in the callee; if the caller cannot express it, one that belongs to the call. */
static int condition_in_caller(const leaving *l, int condition)
{
    const int value = value_in_caller(l, condition, NULL);
    return value != FC_VALUE_NONE
               ? value
               : fc_value_table_add(
                     &l->values->table,
                     &(fc_value_parts){
                         FC_VALUE_OPAQUE, l->caller->procedure->id, {l->call->id, condition + 1}, 0, NULL, NULL, NULL});
}

static int selection_in_caller(const leaving *l, int selection, const fc_node *source)
{
    const fc_type *type = l->values->program->type[fc_value_of(&l->values->table, selection)->number[1]];
    int operand[3];
    for (int i = 1; i < 3; i++) {
        operand[i] = value_in_caller(l, fc_value_operand(&l->values->table, selection, i), source);
        if (operand[i] == FC_VALUE_NONE)
            return FC_VALUE_NONE;
    }
    operand[0] = condition_in_caller(l, fc_value_operand(&l->values->table, selection, 0));
    return fc_value_numbers_selection(l->values, l->caller, operand, type);
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
    if (v.is_entry && !v.has_iteration)
        return fc_value_numbers_at_call(l->values, l->caller, l->call, value);
    return fc_value_is_selection(&v) ? selection_in_caller(l, value, source) : FC_VALUE_NONE;
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
