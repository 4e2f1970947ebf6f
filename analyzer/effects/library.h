/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file library.h  Cost models of library functions: the C library, libm, and BLAS and LAPACK by their names in C
 * (cblas_dgemm, LAPACKE_dgetrf) and in Fortran (dgemm_). library_table.c has the table. */
#ifndef FC_LIBRARY_H
#define FC_LIBRARY_H

#include "analyzer/model/program.h"
#include "machine_properties/coefficients.h"

/** A call whose cost does not depend on argument values: `times` operations. */
typedef struct fc_library_operation {
    const char *name;
    fc_operation operation;
    fc_numeric numeric;
    double times;
} fc_library_operation;

/** A part of a call's cost: a loop with `n` operations and some unit-stride accesses per iteration, in `bytes` bytes of
 * data. The trip count and the bytes are expressions (cost_expression.h) over the letters of the form's arguments. */
struct fc_library_part {
    const char *trips, *right; /* right: alternative trip count, selected by 'S' or 'J'; NULL: none */
    fc_operation operation;    /* n == 0: none; BLAS operations include their accesses to the first level */
    int n, reads, writes;
    const char *bytes;   /* "w": bytes of an element */
    fc_operation turned; /* the operation if argument 'T' or 'U' says transposed; 0: the same operation */
};

enum {
    FC_LIBRARY_PARTS = 4
};

/** A function. For BLAS and LAPACK `name` has neither the type's letter nor the language's prefix or suffix. */
typedef struct fc_library_form {
    const char *name;
    const char *arguments; /* one letter per argument, in the order of C or, for BLAS and LAPACK, of Fortran. '.':
                              ignored; 'O': integers that it writes; 'S': side of a matrix; 'J': whether vectors are
                              computed; 'T', 'U': first and second matrix transposed */
    struct fc_library_part part[FC_LIBRARY_PARTS];
    enum {
        FC_LIBRARY_C,
        FC_LIBRARY_VECTOR, /* BLAS level 1: cblas_ has the arguments of Fortran */
        FC_LIBRARY_MATRIX  /* cblas_ and LAPACKE_ have the matrix order as an extra first argument */
    } family;
} fc_library_form;

/** A form as one function implements it. form == NULL: unknown function. */
typedef struct fc_library_match {
    const fc_library_form *form;
    fc_numeric numeric; /* of its elements */
    bool is_complex, is_by_address;
    int first; /* the argument (counted from 1) of the form's first letter */
} fc_library_match;

/** NULL: none. Compiler builtins of one instruction (__builtin_popcount) are included. */
const fc_library_operation *fc_library_operation_find(const char *name);
/** The operation that a call of a library function costs; NULL: unknown, or the program defines the function. Compilers
 * make pow(x, 2) a product. */
const fc_library_operation *fc_library_operation_of(const fc_node *call);
enum {
    FC_LIBRARY_COSTS = 2
};

/** Operations of one class. */
typedef struct fc_library_cost {
    fc_operation operation;
    fc_numeric numeric;
    double times;
} fc_library_cost;

/** The operations of the call, and their number of classes: by its format if that is a literal, otherwise `times` of
 * one class. */
int fc_library_costs(fc_library_cost out[FC_LIBRARY_COSTS], const fc_library_operation *operation, const fc_node *call);
fc_library_match fc_library_find(const char *name);
/** The index in child[] of an allocation call's size argument (calloc: and the next one); 0: not an allocation. */
int fc_library_allocated_argument(const char *name);
/** The call may write through that argument (index in child[]); true for unknown functions. BLAS and LAPACK only read
 * their integer arguments, apart from letters 'O'. */
bool fc_library_writes(const fc_node *call, int argument);
/** The argument with that letter; NULL: the call has too few arguments. */
const fc_node *fc_library_argument(const fc_library_match *match, const fc_node *call, char letter);
/** An option argument selects one of the letters, or a number low ... high of cblas.h: 1; another value: 0. -1:
 * missing, or not constant. */
int fc_library_selects(const fc_library_match *match, const fc_node *call, char letter, const char *letters,
                       const int numbers[2]);
/** The argument, with its values, that selects the alternative trip count `right`. */
typedef struct fc_library_selector {
    char letter;
    const char *letters;
    int numbers[2];
} fc_library_selector;
/** NULL: the form has a single trip count. */
const fc_library_selector *fc_library_selector_of(const fc_library_form *form);
/** The cost does not depend on this argument's value. */
bool fc_library_ignores(const fc_library_match *match, const fc_node *call, char letter);
/** Calls visit for each argument that the cost depends on. is_by_address: for its target. */
void fc_library_visit_arguments(const fc_node *call,
                                void (*visit)(void *data, const fc_node *argument, bool is_by_address), void *data);
/** The target of a pointer argument: x for &x, otherwise *argument, built in the caller's `made` and `child`. NULL: not
 * a pointer. */
const fc_node *fc_library_pointed(fc_node *made, const fc_node **child, const fc_node *argument);
/** The table. */
extern const fc_library_operation fc_library_operations[];
extern const fc_library_form fc_library_forms[];

#endif
