/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file told_text.h  How a cost is told: `cost(EXPRESSION)`, seconds; `cost(EXPRESSION, OPERATION TYPE)`, so many
 * operations of the machine file, as cost(2*n, madd f64); `ignore`, nothing. The grammar of EXPRESSION is
 * cost_expression.h's. */
#ifndef FC_TOLD_TEXT_H
#define FC_TOLD_TEXT_H

#include "machine_properties/coefficients.h"
#include "machine_properties/support/text.h"

#include <stdbool.h>

typedef struct fc_told_text {
    char *expression; /* NULL: ignore */
    fc_operation operation;
    fc_numeric numeric;
    bool is_seconds;
    const char *fault; /* NULL: none */
} fc_told_text;

/** Begins like one of them. */
bool fc_told_text_is(const char *text);
/** A text that does. */
FC_GIVE fc_told_text fc_told_text_read(const char *text);
void fc_told_text_free(fc_told_text *told);

#endif
