/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_postfix.h  Expressions in postfix notation, which the runtime evaluates (runtime/core/postfix.c). A
 * compiler takes minutes for a hundred thousand expressions over counters; their texts are data to it. */
#ifndef FC_SYMBOLIC_POSTFIX_H
#define FC_SYMBOLIC_POSTFIX_H

#include "analyzer/symbolic/symbolic.h"
#include "support/text.h"

/** Values in postfix notation. {0} has none. */
typedef struct fc_postfix {
    fc_text text;
    const fc_sym **variable; /* those that are no counters, by their numbers in the text */
    size_t n_variables, capacity;
    int depth, most; /* values on the stack at the text's end; the most at any place */
} fc_postfix;

/** Adds a value. False: the expression holds a sum, or calls a function; the text is not complete then. */
bool fc_postfix_add(fc_postfix *out, const fc_sym *expression);
/** Adds a value that was added before, by its number; infinity; a mark (postfix.c). */
void fc_postfix_repeat(fc_postfix *out, int value);
void fc_postfix_add_infinity(fc_postfix *out);
void fc_postfix_mark(fc_postfix *out);
void fc_postfix_free(fc_postfix *postfix);

#endif
