/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file expression.h  Cost expressions over named values, for the transitions of relaxed task graphs, as
 * trees. support/infix.h has the grammar; a comparison is 1 or 0.
 *
 * Functions: ceil, floor, sqrt, log2, abs of one value; min, max, mod of two; if(condition, then, else); node(p, proc,
 * mem): tau(p) of [machine] eq. 3 and 7 for p processes with proc and mem each. */
#ifndef FC_EXPRESSION_H
#define FC_EXPRESSION_H

#include "support/words.h"

#include <stdbool.h>

typedef struct fc_expression fc_expression;

/** Parses `text`. The value of a name has the name's index in `names`. FC_E_INPUT at `place`, its column advanced
 * within the text (of JSON, without escapes), for a syntax error or an unknown name. */
fc_status fc_expression_parse(FC_GIVE fc_expression **out, const char *text, const fc_words *names, fc_place place,
                              fc_report *report);
/** Evaluates the expression; value[i] is the value of name i. The result may be infinite or NaN. */
double fc_expression_value(const fc_expression *expression, const double *value);
/** Whether the expression contains a name i with uses[i]. */
bool fc_expression_uses(const fc_expression *expression, const bool *uses);
/** Writes the expression so that parsing it gives an equal tree; a number without parentheses. */
void fc_expression_write(fc_text *out, const fc_expression *expression, const fc_words *names);
/** Whether the expression is a number. */
bool fc_expression_is_number(const fc_expression *expression);
/** a + b. Terms that differ only in their numeric factor are combined, so the sum of two numbers is a number. */
FC_GIVE fc_expression *fc_expression_add(FC_TAKE fc_expression *a, FC_TAKE fc_expression *b);
void fc_expression_free(FC_TAKE fc_expression *expression);

#endif
