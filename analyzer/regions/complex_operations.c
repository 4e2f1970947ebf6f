/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/complex_operations.h"

/* The columns of both tables. */
typedef struct parts {
    double add, multiply, divide, compare;
} parts;

typedef struct entry {
    fc_operation operation;
    parts both, with_real; /* of two complex operands; of a complex and a real one */
} entry;

/* (a + bi)(c + di) = ac - bd + (ad + bc)i; libgcc divides by Smith's method, with comparisons for its scaling. */
static const entry all[] = {{FC_OP_CLASS_ADD, {.add = 2}, {.add = 1}},
                            {FC_OP_CLASS_MULTIPLY, {.add = 2, .multiply = 4, .compare = 1}, {.multiply = 2}},
                            {FC_OP_CLASS_MADD, {.add = 4, .multiply = 4, .compare = 1}, {.add = 2, .multiply = 2}},
                            {FC_OP_CLASS_DIVIDE, {.add = 3, .multiply = 4, .divide = 3, .compare = 6}, {.divide = 2}},
                            {FC_OP_CLASS_COMPARE, {.compare = 2}, {.compare = 2}}};

static const entry chained[] = {
    {FC_OP_CLASS_ADD, {.add = 1}, {.add = 1}},
    {FC_OP_CLASS_MULTIPLY, {.add = 1, .multiply = 1}, {.multiply = 1}},
    {FC_OP_CLASS_MADD, {.add = 1}, {.add = 1}},
    {FC_OP_CLASS_DIVIDE, {.add = 1, .multiply = 1, .divide = 2, .compare = 2}, {.divide = 1}},
    {FC_OP_CLASS_COMPARE, {.compare = 1}, {.compare = 1}}};

static double find(const entry *table, size_t n, fc_operation operation, fc_operation part, bool with_real)
{
    for (size_t i = 0; i < n; i++)
        if (table[i].operation == operation) {
            const parts *of = with_real ? &table[i].with_real : &table[i].both;
            switch (part) {
            case FC_OP_CLASS_ADD:
                return of->add;
            case FC_OP_CLASS_MULTIPLY:
                return of->multiply;
            case FC_OP_CLASS_DIVIDE:
                return of->divide;
            case FC_OP_CLASS_COMPARE:
                return of->compare;
            default:
                return 0;
            }
        }
    return operation != part ? 0 : table == all ? 2 : 1;
}

bool fc_complex_is_real(const fc_node *operand)
{
    while (operand->kind == FC_CAST && fc_complex_is(operand->type))
        operand = operand->child[0];
    return !fc_complex_is(operand->type);
}

double fc_complex_parts(fc_operation operation, fc_operation part, bool with_real)
{
    return find(all, sizeof all / sizeof *all, operation, part, with_real);
}

double fc_complex_chain(fc_operation operation, fc_operation part, bool with_real)
{
    return find(chained, sizeof chained / sizeof *chained, operation, part, with_real);
}
