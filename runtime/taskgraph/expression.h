/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file expression.h  Cost expressions over named values, as the transitions of a relaxed task graph have them.
 *
 *    expression = sum [ ( "<" | "<=" | ">" | ">=" | "==" ) sum ]        1 or 0
 *    sum        = product { ( "+" | "-" ) product }
 *    product    = power { ( "*" | "/" ) power }
 *    power      = "-" power | atom [ "^" power ]
 *    atom       = number | name | name "(" expression { "," expression } ")" | "(" expression ")"
 *
 * Functions: ceil, floor, sqrt, log2, abs of one value; min, max, mod of two; if(condition, then, else); node(p, proc,
 * mem): [machine] eq. 3 and 7, tau(p) of p processes with proc and mem each. */
#ifndef FC_EXPRESSION_H
#define FC_EXPRESSION_H

#include "machine_properties/support/words.h"

#include <stdbool.h>

typedef struct fc_expression fc_expression;

/** Compiles. A name is looked up in `names`; its index there is that of its value. FC_E_INPUT at `place`, moved to the
 *  column within the text (of JSON, without escapes), for what is no expression or a name that is not known. */
fc_status fc_expression_parse(FC_GIVE fc_expression **out, const char *text, const fc_words *names, fc_place place,
                              fc_report *report);
/** value[i] belongs to name i. May give what is not finite. */
double fc_expression_value(const fc_expression *expression, const double *value);
/** Whether a name with uses[its index] stands in it. */
bool fc_expression_uses(const fc_expression *expression, const bool *uses);
/** Writes it so that parsing gives it again; a number alone without anything around. */
void fc_expression_write(fc_text *out, const fc_expression *expression, const fc_words *names);
/** Whether it is a number. */
bool fc_expression_is_number(const fc_expression *expression);
/** a + b; terms that differ by a factor alone become one, so a number if both are. */
FC_GIVE fc_expression *fc_expression_add(FC_TAKE fc_expression *a, FC_TAKE fc_expression *b);
void fc_expression_free(FC_TAKE fc_expression *expression);

#endif
