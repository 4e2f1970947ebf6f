/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/leaves.h"

#include "analyzer/values/trips.h"

/* ---- arrays as functions of any index ---- */

static bool varies_in_a_loop(const fc_value_numbers *values, fc_numbering *in, int value)
{
    for (int i = 0; i < in->ir.nest.n_loops; i++)
        if (in->ir.nest.loop[i].parent == FC_GRAPH_NONE && fc_value_numbers_varies(values, in, value, i))
            return true;
    return false;
}

/* A sum of iteration numbers and values that no loop changes. */
static bool is_affine(const fc_value_numbers *values, fc_numbering *in, const fc_value_table *table, int value)
{
    const fc_numbered_value *v = fc_value_of(table, value);
    bool is_affine_sum = v->kind == FC_VALUE_SUM;
    if (v->kind == FC_VALUE_INDUCTION)
        return true;
    for (int i = 0; i < v->n_operands && is_affine_sum; i++)
        is_affine_sum = is_affine(values, in, table, fc_value_operand(table, value, i));
    return is_affine_sum || !varies_in_a_loop(values, in, value);
}

static int general_index(fc_value_numbers *values, fc_numbering *in, int index)
{
    fc_value_table *table = fc_value_numbers_table(values);
    const fc_numbered_value v = *fc_value_of(table, index);
    if (!varies_in_a_loop(values, in, index))
        return index;
    const long kind = is_affine(values, in, table, index) ? 0 : 1;
    int any = fc_value_table_add(table, &(fc_value_parts){FC_VALUE_INDEX, -1, {kind}, 0, NULL, NULL, NULL});
    int offset = fc_value_table_constant(table, v.kind == FC_VALUE_SUM ? v.number[0] : 0);
    return fc_value_numbers_sum(values, in, any, offset, 1, NULL);
}

/* The value with each index that a loop runs through replaced by the same one. */
static int general(fc_value_numbers *values, fc_numbering *in, int value)
{
    enum {
        MOST_OPERANDS = 8
    };
    fc_value_table *table = fc_value_numbers_table(values);
    const fc_numbered_value v = *fc_value_of(table, value);
    int operand[MOST_OPERANDS];
    long coefficient[MOST_OPERANDS];
    if (v.n_operands == 0 || v.n_operands > MOST_OPERANDS || v.kind == FC_VALUE_LAST || v.kind == FC_VALUE_INDUCTION)
        return value;
    bool changes = false;
    for (int i = 0; i < v.n_operands; i++) {
        int old = fc_value_operand(table, value, i);
        bool is_index = v.kind == FC_VALUE_ELEMENT && i == 1;
        coefficient[i] = table->coefficient[v.first_operand + i];
        operand[i] = is_index ? general_index(values, in, old) : general(values, in, old);
        changes |= operand[i] != old;
    }
    if (!changes)
        return value;
    fc_value_parts parts = {v.kind,      v.procedure, {v.number[0], v.number[1], v.number[2]}, v.n_operands, operand,
                            coefficient, v.source};
    return fc_value_table_add(table, &parts);
}

/* ---- taking apart ---- */

static void add(fc_leaves *out, int value)
{
    for (size_t i = 0; i < out->n; i++)
        if (out->value[i] == value)
            return;
    out->value = fc_grow(out->value, &out->capacity, out->n + 1, sizeof *out->value);
    out->value[out->n++] = value;
}

static bool is_leaf(fc_value_kind kind)
{
    return kind == FC_VALUE_LOAD || kind == FC_VALUE_PARAMETER || kind == FC_VALUE_OPAQUE || kind == FC_VALUE_LAST ||
           kind == FC_VALUE_FRESH;
}

/* a - b of two leaves. */
static bool is_difference(const fc_value_table *table, int value)
{
    const fc_numbered_value *v = fc_value_of(table, value);
    bool is_pair = v->kind == FC_VALUE_SUM && v->n_operands == 2;
    for (int i = 0; i < v->n_operands && is_pair; i++)
        is_pair = is_leaf(fc_value_of(table, fc_value_operand(table, value, i))->kind);
    return is_pair && table->coefficient[v->first_operand] == -table->coefficient[v->first_operand + 1];
}

int fc_leaves_whole(fc_value_numbers *values, fc_numbering *in, int value)
{
    const int base = fc_value_table_base(fc_value_numbers_table(values), fc_trips_first_value(values, in, value));
    return base == FC_VALUE_NONE ? base : general(values, in, base);
}

void fc_leaves_add(fc_leaves *out, fc_value_numbers *values, fc_numbering *in, int value)
{
    fc_value_table *table = fc_value_numbers_table(values);
    const int base = fc_value_table_base(table, fc_trips_first_value(values, in, value));
    if (base == FC_VALUE_NONE)
        return;
    const fc_numbered_value v = *fc_value_of(table, base);
    bool is_query = v.kind == FC_VALUE_OPERATION && v.number[0] == FC_VALUE_NUMBERS_QUERY;
    bool is_whole = is_query || is_leaf(v.kind) || is_difference(table, base);
    if (is_whole && v.procedure >= 0)
        add(out, general(values, in, base));
    for (int i = 0; i < v.n_operands && !is_whole; i++)
        fc_leaves_add(out, values, in, fc_value_operand(table, base, i));
}
