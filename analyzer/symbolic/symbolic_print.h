/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_print.h  The shape in which expressions are printed. For the symbolic_print*.c files only. */
#ifndef FC_SYMBOLIC_PRINT_H
#define FC_SYMBOLIC_PRINT_H

#include "analyzer/symbolic/symbolic_store.h"

/** The name of calls that stand for a maximum in a printed form. */
#define FC_PRINTED_MAXIMUM "\003max"
#define FC_PRINTED_MINIMUM "\003min"

/** C and JavaScript: all numbers are doubles, and helper functions emulate integer operations. */
static inline bool fc_print_is_c_like(fc_notation notation)
{
    return notation == FC_NOTATION_C || notation == FC_NOTATION_JAVASCRIPT;
}
/** An expression as rest + times * (a mod b), if it holds a - b * floor(a/b). */
typedef struct fc_print_modulo {
    const fc_atom *quotient;    /* floor(a/b), or C's quotient */
    long times;                 /* not 0 */
    const fc_sym *whole, *rest; /* whole = times * (a - b * quotient) */
} fc_print_modulo;

/** False if that is not shorter. */
bool fc_print_find_modulo(fc_print_modulo *out, const fc_sym *expression);

/** One factor of a factorization, to its power. */
typedef struct fc_printed_factor {
    const fc_sym *base;
    ulong exponent;
} fc_printed_factor;

/** The factors of e (a heap array) and its numeric factor. NULL: e is irreducible. */
FC_GIVE fc_printed_factor *fc_print_find_factors(fmpq_t number, int *n, const fc_sym *e);
/** k max(d, 0) + k d' as k max(-d, 0) or k max(d + s, s), and r - k max(a, b) as k min(r/k - a, r/k - b), where that is
 * shorter. */
const fc_sym *fc_print_with_maxima(const fc_sym *e);

#endif
