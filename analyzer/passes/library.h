/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file library.h  Library functions whose cost is known: those of the C library and libm, and BLAS and LAPACK by
 * their names in C (cblas_dgemm, LAPACKE_dgetrf) and in Fortran (dgemm_). library_table.c holds them all. */
#ifndef FC_LIBRARY_H
#define FC_LIBRARY_H

#include "analyzer/passes/analysis.h"
#include "analyzer/passes/values.h"

/** What a call costs whatever the values of its arguments: `times` operations. */
typedef struct fc_library_operation {
    const char *name;
    fc_operation operation;
    fc_numeric numeric;
    double times;
} fc_library_operation;

/** A part of what a call costs: so many turns of a loop that does `n` operations and as many accesses, streams of unit
 * stride in `bytes` bytes of data. Expressions (cost_expression.h) over the letters of the form's arguments. */
struct fc_library_part {
    const char *turns, *right; /* right: where the argument 'S' or 'J' says so; NULL: turns too */
    fc_operation operation;    /* n == 0: none; those of a BLAS hold the accesses to the first level */
    int n, reads, writes;
    const char *bytes;   /* "w": bytes of an element */
    fc_operation turned; /* where the argument 'T' says so; 0: operation too */
};

enum {
    FC_LIBRARY_PARTS = 4
};

/** A function. Of BLAS and LAPACK `name` lacks the letter of its type and what its language adds. */
typedef struct fc_library_form {
    const char *name;
    const char *arguments; /* a letter each, in the order of C or, of BLAS and LAPACK, of Fortran; '.': not looked at;
                              'O': whole numbers that it writes; 'S': which side a matrix stands on; 'J': whether
                              vectors are wanted; 'T': whether the first matrix is transposed, 'U': the second one */
    struct fc_library_part part[FC_LIBRARY_PARTS];
    enum {
        FC_LIBRARY_C,
        FC_LIBRARY_VECTOR, /* BLAS level 1: cblas_ has the arguments of Fortran */
        FC_LIBRARY_MATRIX  /* cblas_ and LAPACKE_ have the order of the matrices before them */
    } family;
} fc_library_form;

/** A form as one function has it. form == NULL: it is not known. */
typedef struct fc_library_match {
    const fc_library_form *form;
    fc_numeric numeric; /* of its elements */
    bool is_complex, is_by_address;
    int first; /* the argument (counted from 1) that the form's first letter stands for */
} fc_library_match;

/** NULL: none. What compilers put in place of a call (__builtin_popcount) is an instruction. */
const fc_library_operation *fc_library_operation_find(const char *name);
/** How many operations the call is: by its format where it has one that is written there, else `times`. */
double fc_library_times(const fc_library_operation *operation, const fc_node *call);
fc_library_match fc_library_find(const char *name);
/** Index of the argument that tells an allocation's bytes (calloc: with the next one), in child[] of the call; 0: it
 * allocates nothing. */
int fc_library_allocated_argument(const char *name);
/** Whether the call may write through that argument (index in child[]); true where nothing is known of it. BLAS and
 * LAPACK only read their numbers and letters. */
bool fc_library_writes(const fc_node *call, int argument);
/** The part's turns are known where the slice can compute what they are told from. */
bool fc_library_is_told(const fc_control *control, const fc_node *call);
/** Calls visit for each argument of the call that the form reads. is_by_address: what it points to. */
void fc_library_arguments(const fc_node *call, void (*visit)(void *data, const fc_node *argument, bool is_by_address),
                          void *data);
/** What a pointer argument points to: x of &x, else *argument, made in the caller's `made` and `child`; NULL: it is no
 * pointer. */
const fc_node *fc_library_pointed(fc_node *made, const fc_node **child, const fc_node *argument);
/** What a turn of the part does. Where no constant says whether a matrix is transposed, it is taken not to be. */
void fc_library_describe(fc_region_model *region, const fc_node *call, int part);
/** An expression of the part, seen from the view; NULL: not closed. */
const fc_sym *fc_library_turns(const fc_view *view, const fc_node *call, int part);
const fc_sym *fc_library_bytes(const fc_view *view, const fc_node *call, int part);

/** The table. */
extern const fc_library_operation fc_library_operations[];
extern const fc_library_form fc_library_forms[];

#endif
