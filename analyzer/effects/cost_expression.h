/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_expression.h  Cost expressions, in the table of library functions and in cost annotations, with
 * the grammar of support/infix.h, without powers and comparisons. Functions: log2(a), min(a, b), max(a, b), ceil(a, b)
 * and floor(a, b).
 *
 * A NUMBER is decimal (2, 0.5, 3e-9) and exact. A divisor must be a positive integer constant; ceil(a, b) and floor(a,
 * b) round a / b. A NAME consists of words joined by "." and "->"; the caller resolves it. */
#ifndef FC_COST_EXPRESSION_H
#define FC_COST_EXPRESSION_H

#include "analyzer/symbolic/symbolic.h"

/** Returns the value of a name; NULL: it has none. */
typedef struct fc_cost_names {
    const fc_sym *(*value)(void *data, const char *name, size_t length);
    void *data;
} fc_cost_names;

/** The error and its offset in the text; {NULL}: none. */
typedef struct fc_cost_fault {
    const char *what;
    size_t at;
} fc_cost_fault;

/** The whole text is one expression. *out: its value; NULL if a name has no value or the text is malformed. */
fc_cost_fault fc_cost_expression_read(const fc_sym **out, fc_algebra *algebra, const char *text, fc_cost_names names);

#endif
