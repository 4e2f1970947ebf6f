/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file value_table.h  Values as hash-consed expressions: equal expressions have one number.
 *
 * Global value numbering by hashing (Cocke, Schwartz 1970; Briggs, Cooper, Simpson 1997). Integer sums are linear
 * combinations in canonical order, so that `n + 1 - 1` is `n`. A value belongs to one activation of its procedure; two
 * occurrences of a number are equal in the same iteration of all loops around both. */
#ifndef FC_VALUE_TABLE_H
#define FC_VALUE_TABLE_H

#include "analyzer/model/program.h"

#include <stdint.h>

enum {
    FC_VALUE_NONE = -1,
    FC_VALUE_LARGEST = 400 /* parts of an expression; a larger one is opaque, which only makes it unequal to others */
};

typedef enum fc_value_kind {
    FC_VALUE_CONSTANT,  /* number[0] */
    FC_VALUE_PARAMETER, /* symbol number[0]: its value at entry of the procedure */
    FC_VALUE_ADDRESS,   /* of the variable or procedure number[0] */
    FC_VALUE_FIELD,     /* address of the field number[0] of the record at operand 0 */
    FC_VALUE_ELEMENT,   /* address of element operand 1, of number[0] bytes, of the array at operand 0 */
    FC_VALUE_LOAD,      /* of type number[0], at address operand 0, from version number[2] of location number[1];
                           version 0: as at entry of the procedure */
    FC_VALUE_SUM,       /* number[0] + the sum of coefficient * operand, of type number[1] */
    FC_VALUE_OPERATION, /* operator number[0] (FC_OP_NONE: a conversion), type number[1], function number[2] or -1 */
    FC_VALUE_INDUCTION, /* of a loop at depth number[0]: operand 0 at first, then operator number[1] with operand 1 */
    FC_VALUE_FRESH,     /* address of the memory that the node number[0] allocates; of a call, that it returns, or of
                           number[1] - 1, memory of the callee, that it leaves elsewhere */
    FC_VALUE_INDEX,     /* an index that a loop runs through; number[0] 1: one that it reads from memory */
    FC_VALUE_LAST,      /* operand 0 when the loop with header number[0] has ended */
    FC_VALUE_OPAQUE     /* of the node number[0]; -1: the phi function of variable number[1] in block number[2], or,
                           for a negative one, the variable before its first assignment */
} fc_value_kind;

typedef struct fc_numbered_value {
    fc_value_kind kind;
    int procedure; /* id; -1: a constant or an address, the same everywhere */
    int n_operands, first_operand;
    int size;           /* parts */
    bool is_entry;      /* determined by memory and parameters at entry of the procedure, and iteration numbers */
    bool has_iteration; /* an induction is part of it */
    long number[3];
    const fc_node *source; /* an expression with this value; NULL: none */
} fc_numbered_value;

typedef struct fc_value_table {
    fc_numbered_value *value;
    int n;
    size_t capacity;
    int *operand;
    long *coefficient; /* of a sum's operands; otherwise 1 */
    size_t n_operands, operand_capacity, coefficient_capacity;
    int *slot; /* open addressing; FC_VALUE_NONE: empty */
    size_t n_slots;
} fc_value_table;

/** What a value is made of; operands and coefficients are copied. */
typedef struct fc_value_parts {
    fc_value_kind kind;
    int procedure;
    long number[3];
    int n_operands;
    const int *operand;
    const long *coefficient; /* NULL: 1 each */
    const fc_node *source;
} fc_value_parts;

void fc_value_table_free(fc_value_table *table);
/** The number of the value. Where it is new, is_entry, has_iteration and size follow from its operands. */
int fc_value_table_add(fc_value_table *table, const fc_value_parts *parts);
int fc_value_table_constant(fc_value_table *table, long number);
/** a + scale * b + constant, as a sum in canonical form. type: of the result. */
int fc_value_table_sum(fc_value_table *table, int a, int b, long scale, const fc_type *type);
/** The sum without its constant, divided by the greatest common divisor of its coefficients; a multiple of one value is
 * that value. FC_VALUE_NONE: a constant. */
int fc_value_table_base(fc_value_table *table, int value);

static inline const fc_numbered_value *fc_value_of(const fc_value_table *table, int value)
{
    return &table->value[value];
}
static inline int fc_value_operand(const fc_value_table *table, int value, int i)
{
    return table->operand[table->value[value].first_operand + i];
}
/** condition ? operand 1 : operand 2 */
static inline bool fc_value_is_selection(const fc_numbered_value *value)
{
    return value->kind == FC_VALUE_OPERATION && value->number[0] == -1 && value->n_operands == 3;
}
static inline bool fc_value_is_constant(const fc_value_table *table, int value)
{
    return table->value[value].kind == FC_VALUE_CONSTANT;
}

#endif
