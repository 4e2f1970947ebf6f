/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_expression.h  The expressions that costs are told in, by the table of library functions and by people:
 *
 *     sum     = product { ("+" | "-") product }
 *     product = factor { ("*" | "/") factor }
 *     factor  = NUMBER | NAME | "(" sum ")" | "-" factor | log2(sum) | min(sum, sum) | max(sum, sum)
 *             | ceil(sum, sum) | floor(sum, sum)
 *
 * A NUMBER is decimal (2, 0.5, 3e-9) and exact. Only numbers divide; ceil(a, b) and floor(a, b) are those of a / b. A
 * NAME is what the caller knows: words joined by "." and "->". */
#ifndef FC_PASSES_COST_EXPRESSION_H
#define FC_PASSES_COST_EXPRESSION_H

#include "analyzer/model/symbolic.h"

/** Tells the value of a name; NULL: none here. */
typedef struct fc_cost_names {
    const fc_sym *(*value)(void *data, const char *name, size_t length);
    void *data;
} fc_cost_names;

/** What is wrong, and where in the text; {NULL}: nothing. */
typedef struct fc_cost_fault {
    const char *what;
    size_t at;
} fc_cost_fault;

/** The whole text is one expression. *out: its value; NULL where a name has none or it is no expression. */
fc_cost_fault fc_cost_expression_read(const fc_sym **out, fc_algebra *algebra, const char *text, fc_cost_names names);

#endif
