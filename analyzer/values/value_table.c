/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/value_table.h"

#include "support/hash.h"

#include <stdlib.h>
#include <string.h>

void fc_value_table_free(fc_value_table *table)
{
    free(table->value);
    free(table->operand);
    free(table->coefficient);
    free(table->slot);
}

static fc_value_parts parts_of(const fc_value_table *table, int value)
{
    const fc_numbered_value *v = &table->value[value];
    fc_value_parts parts = {v->kind, v->procedure, {v->number[0], v->number[1], v->number[2]}, v->n_operands, NULL,
                            NULL,    v->source};
    if (v->n_operands > 0) {
        parts.operand = &table->operand[v->first_operand];
        parts.coefficient = &table->coefficient[v->first_operand];
    }
    return parts;
}

static bool are_equal(const fc_value_table *table, int value, const fc_value_parts *parts)
{
    const fc_numbered_value *v = &table->value[value];
    bool equal = v->kind == parts->kind && v->procedure == parts->procedure && v->n_operands == parts->n_operands &&
                 memcmp(v->number, parts->number, sizeof v->number) == 0;
    for (int i = 0; equal && i < v->n_operands; i++)
        equal = table->operand[v->first_operand + i] == parts->operand[i] &&
                table->coefficient[v->first_operand + i] == (parts->coefficient ? parts->coefficient[i] : 1);
    return equal;
}

/* The slot that holds the value, or the empty one that it is to get. */
static size_t slot_of(const fc_value_table *table, const fc_value_parts *parts)
{
    uint64_t digest = fc_hash_mix((uint64_t)parts->kind, (uint64_t)(parts->procedure + 1));
    for (int i = 0; i < 3; i++)
        digest = fc_hash_mix(digest, (uint64_t)parts->number[i]);
    for (int i = 0; i < parts->n_operands; i++) {
        digest = fc_hash_mix(digest, (uint64_t)parts->operand[i]);
        digest = fc_hash_mix(digest, (uint64_t)(parts->coefficient ? parts->coefficient[i] : 1));
    }
    size_t at = fc_hash_scramble(digest) & (table->n_slots - 1);
    while (table->slot[at] != FC_VALUE_NONE && !are_equal(table, table->slot[at], parts))
        at = (at + 1) & (table->n_slots - 1);
    return at;
}

static void grow_slots(fc_value_table *table)
{
    free(table->slot);
    table->n_slots = table->n_slots ? 2 * table->n_slots : 1024;
    table->slot = fc_allocate(table->n_slots, sizeof *table->slot);
    for (size_t i = 0; i < table->n_slots; i++)
        table->slot[i] = FC_VALUE_NONE;
    for (int i = 0; i < table->n; i++) {
        fc_value_parts parts = parts_of(table, i);
        table->slot[slot_of(table, &parts)] = i;
    }
}

static void set_properties(const fc_value_table *table, fc_numbered_value *value)
{
    bool is_leaf = value->kind == FC_VALUE_FRESH || value->kind == FC_VALUE_OPAQUE || value->kind == FC_VALUE_LAST;
    value->size = 1;
    value->is_entry = !is_leaf && !(value->kind == FC_VALUE_LOAD && value->number[2] != 0);
    value->has_iteration = value->kind == FC_VALUE_INDUCTION;
    for (int i = 0; i < value->n_operands; i++) {
        const fc_numbered_value *operand = &table->value[table->operand[value->first_operand + i]];
        value->size += operand->size;
        value->is_entry &= operand->is_entry;
        value->has_iteration |= operand->has_iteration;
    }
}

static void append(fc_value_table *table, const fc_value_parts *parts)
{
    size_t n = table->n_operands + (size_t)parts->n_operands;
    fc_numbered_value value = {.kind = parts->kind,
                               .procedure = parts->procedure,
                               .n_operands = parts->n_operands,
                               .first_operand = (int)table->n_operands,
                               .number = {parts->number[0], parts->number[1], parts->number[2]},
                               .source = parts->source};
    table->operand = fc_grow(table->operand, &table->operand_capacity, n + 1, sizeof *table->operand);
    table->coefficient = fc_grow(table->coefficient, &table->coefficient_capacity, n + 1, sizeof *table->coefficient);
    for (int i = 0; i < parts->n_operands; i++) {
        table->operand[table->n_operands] = parts->operand[i];
        table->coefficient[table->n_operands++] = parts->coefficient ? parts->coefficient[i] : 1;
    }
    set_properties(table, &value);
    table->value = fc_grow(table->value, &table->capacity, (size_t)table->n + 1, sizeof *table->value);
    table->value[table->n++] = value;
}

int fc_value_table_add(fc_value_table *table, const fc_value_parts *parts)
{
    if ((size_t)table->n * 2 >= table->n_slots)
        grow_slots(table);
    size_t at = slot_of(table, parts);
    if (table->slot[at] != FC_VALUE_NONE) {
        fc_numbered_value *value = &table->value[table->slot[at]];
        value->source = value->source ? value->source : parts->source;
        return table->slot[at];
    }
    append(table, parts);
    return table->slot[at] = table->n - 1;
}

int fc_value_table_constant(fc_value_table *table, long number)
{
    return fc_value_table_add(table, &(fc_value_parts){FC_VALUE_CONSTANT, -1, {number}, 0, NULL, NULL, NULL});
}

/* ---- sums ---- */

typedef struct linear {
    long constant;
    int n, operand[2 * FC_VALUE_LARGEST];
    long coefficient[2 * FC_VALUE_LARGEST];
} linear;

/* Wraps as the program's unsigned numbers do; signed ones do not overflow. */
static long multiply(long a, long b)
{
    return (long)((unsigned long)a * (unsigned long)b);
}

static long add(long a, long b)
{
    return (long)((unsigned long)a + (unsigned long)b);
}

static void add_term(linear *sum, int operand, long coefficient)
{
    int at = 0;
    while (at < sum->n && sum->operand[at] < operand)
        at++;
    if (at < sum->n && sum->operand[at] == operand) {
        sum->coefficient[at] = add(sum->coefficient[at], coefficient);
        return;
    }
    for (int i = sum->n++; i > at; i--) {
        sum->operand[i] = sum->operand[i - 1];
        sum->coefficient[i] = sum->coefficient[i - 1];
    }
    sum->operand[at] = operand;
    sum->coefficient[at] = coefficient;
}

static void add_value(linear *sum, const fc_value_table *table, int value, long scale)
{
    const fc_numbered_value *v = &table->value[value];
    if (v->kind == FC_VALUE_CONSTANT || v->kind == FC_VALUE_SUM)
        sum->constant = add(sum->constant, multiply(scale, v->number[0]));
    else
        add_term(sum, value, scale);
    for (int i = 0; v->kind == FC_VALUE_SUM && i < v->n_operands; i++)
        add_term(sum, table->operand[v->first_operand + i], multiply(scale, table->coefficient[v->first_operand + i]));
}

static int value_of_linear(fc_value_table *table, linear *sum, long type)
{
    int n = 0;
    for (int i = 0; i < sum->n; i++)
        if (sum->coefficient[i] != 0) {
            sum->operand[n] = sum->operand[i];
            sum->coefficient[n++] = sum->coefficient[i];
        }
    sum->n = n;
    if (sum->n == 0)
        return fc_value_table_constant(table, sum->constant);
    if (sum->n == 1 && sum->constant == 0 && sum->coefficient[0] == 1)
        return sum->operand[0];
    int procedure = -1;
    for (int i = 0; i < sum->n; i++)
        if (table->value[sum->operand[i]].procedure >= 0)
            procedure = table->value[sum->operand[i]].procedure;
    return fc_value_table_add(
        table, &(fc_value_parts){
                   FC_VALUE_SUM, procedure, {sum->constant, type}, sum->n, sum->operand, sum->coefficient, NULL});
}

int fc_value_table_sum(fc_value_table *table, int a, int b, long scale, const fc_type *type)
{
    linear sum = {0};
    add_value(&sum, table, a, 1);
    add_value(&sum, table, b, scale);
    bool wraps = type && type->is_unsigned;
    return value_of_linear(table, &sum, wraps ? type->id + 1 : 0);
}

int fc_value_table_base(fc_value_table *table, int value)
{
    const fc_numbered_value *v = &table->value[value];
    if (v->kind == FC_VALUE_CONSTANT)
        return FC_VALUE_NONE;
    if (v->kind != FC_VALUE_SUM)
        return value;
    linear sum = {0};
    long divisor = 0, type = v->number[1];
    add_value(&sum, table, value, 1);
    for (int i = 0; i < sum.n; i++) {
        long a = sum.coefficient[i];
        long b = divisor;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        divisor = a < 0 ? -a : a;
    }
    divisor = sum.n == 1 && sum.coefficient[0] < 0 ? -divisor : divisor;
    sum.constant = 0;
    for (int i = 0; i < sum.n && divisor != 0; i++)
        sum.coefficient[i] /= divisor;
    return value_of_linear(table, &sum, type);
}
