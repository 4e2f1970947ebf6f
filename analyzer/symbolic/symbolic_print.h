/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_print.h  Shared parts of printing expressions and atoms. For the symbolic_print*.c files only. */
#ifndef FC_SYMBOLIC_PRINT_H
#define FC_SYMBOLIC_PRINT_H

#include "analyzer/symbolic/symbolic_store.h"

/** The name of calls that stand for a maximum in a printed form. */
#define FC_PRINTED_MAXIMUM "\003max"

/** C and JavaScript: all numbers are doubles, and helper functions emulate integer operations. */
static inline bool fc_print_is_c_like(fc_notation notation)
{
    return notation == FC_NOTATION_C || notation == FC_NOTATION_JAVASCRIPT;
}
/** The atom as one factor, which needs no parentheses. */
void fc_print_atom(fc_text *out, const fc_atom *atom, fc_notation notation);
/** The expression as one factor: in parentheses unless it is an atom or a number >= 0. */
void fc_print_factor(fc_text *out, const fc_sym *expression, fc_notation notation);

/** An expression as rest + times * (a mod b), if it holds a - b * floor(a/b). */
typedef struct fc_print_modulo {
    const fc_atom *quotient;    /* floor(a/b), or C's quotient */
    long times;                 /* not 0 */
    const fc_sym *whole, *rest; /* whole = times * (a - b * quotient) */
} fc_print_modulo;

/** False if that is not shorter. */
bool fc_print_find_modulo(fc_print_modulo *out, const fc_sym *expression);
/** "(a mod b)" as one factor. */
void fc_print_remainder(fc_text *out, const fc_atom *quotient, fc_notation notation);

#endif
