/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Datatypes in a symbolic run: in its state a handle is the bytes of one element. */
#include "analyzer/summary/formula_arguments.h"
#include "comm_interface/datatype.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BLOCKS = 16
};

const fc_sym *fc_run_datatype_bytes(const fc_run *run, const fc_node *type)
{
    const fc_sym *bytes = NULL;
    char *key = NULL;
    type = fc_node_without_casts(type);
    if (type->kind == FC_HANDLE) {
        int size = fc_datatype_bytes_of_name(type->text);
        return size > 0 ? fc_sym_integer(run->analysis->algebra, size) : NULL;
    }
    fc_view view = {
        .control = run->analysis->control, .algebra = run->analysis->algebra, .root = type, .state = run->state};
    if (fc_value_key(&key, &view, type))
        fc_state_lookup(run->state, key, &bytes);
    free(key);
    return bytes;
}

static const fc_sym *multiply(fc_run *run, const fc_sym *a, const fc_sym *b)
{
    return a && b ? fc_sym_multiply(run->analysis->algebra, a, b) : NULL;
}

/* The call's first number; 0: no small constant. */
static int blocks_of(fc_run *run, const fc_cost *cost)
{
    const fc_sym *number = fc_run_value(run, fc_run_argument(cost, FC_ARG_VALUE, 0));
    double n = 0;
    return number && fc_sym_is_constant(number, &n) && n >= 1 && n <= MOST_BLOCKS ? (int)n : 0;
}

/* Of the blocks' elements of the nth array; NULL: one is not known. */
static const fc_sym *fold(fc_run *run, const fc_cost *cost, int nth,
                          const fc_sym *(*join)(fc_algebra *, const fc_sym *, const fc_sym *))
{
    const int n = blocks_of(run, cost);
    const fc_sym *result = NULL;
    for (int i = 0; i < n; i++) {
        const fc_sym *element = fc_run_read_element(run, fc_run_argument(cost, FC_ARG_VALUES, nth), i);
        if (!element)
            return NULL;
        result = i ? join(run->analysis->algebra, result, element) : element;
    }
    return result;
}

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

/* How many elements of the old type one of the new has. */
static const fc_sym *elements_of(fc_run *run, const fc_cost *cost)
{
    static const char *const blocks[] = {"MPI_Type_vector", "MPI_Type_create_hvector", "MPI_Type_create_indexed_block",
                                         "MPI_Type_create_hindexed_block", NULL};
    static const char *const same[] = {"MPI_Type_dup", "MPI_Type_create_resized", NULL};
    static const char *const indexed[] = {"MPI_Type_indexed", "MPI_Type_create_hindexed", NULL};
    const char *name = cost->operation->name;
    const fc_node *first = fc_run_argument(cost, FC_ARG_VALUE, 0), *second = fc_run_argument(cost, FC_ARG_VALUE, 1);
    if (strcmp(name, "MPI_Type_contiguous") == 0)
        return fc_run_value(run, first);
    if (is_one_of(name, blocks))
        return multiply(run, fc_run_value(run, first), fc_run_value(run, second));
    if (is_one_of(name, indexed))
        return fold(run, cost, 0, fc_sym_add);
    if (strcmp(name, "MPI_Type_create_subarray") == 0)
        return fold(run, cost, 1, fc_sym_multiply);
    return is_one_of(name, same) ? fc_sym_integer(run->analysis->algebra, 1) : NULL;
}

/* The lengths of the blocks times the bytes of their types, of MPI_Type_create_struct. */
static const fc_sym *struct_bytes(fc_run *run, const fc_cost *cost)
{
    const int n = blocks_of(run, cost);
    const fc_sym *sum = NULL;
    for (int i = 0; i < n; i++) {
        const fc_sym *block = multiply(run, fc_run_read_element(run, fc_run_argument(cost, FC_ARG_VALUES, 0), i),
                                       fc_run_read_element(run, fc_run_argument(cost, FC_ARG_DATATYPES, 0), i));
        if (!block)
            return NULL;
        sum = i ? fc_sym_add(run->analysis->algebra, sum, block) : block;
    }
    return sum;
}

void fc_run_make_datatype(fc_run *run, const fc_cost *cost)
{
    const fc_node *old = fc_run_argument(cost, FC_ARG_DATATYPE, 0); /* MPI_Type_create_struct has none */
    const fc_sym *bytes =
        old ? multiply(run, elements_of(run, cost), fc_run_datatype_bytes(run, old)) : struct_bytes(run, cost);
    fc_run_write(run, fc_run_argument(cost, FC_ARG_NEW_DATATYPE, 0), bytes);
}
