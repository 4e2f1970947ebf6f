/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file told_text.h  How a cost is told: `cost(EXPRESSION)`, seconds; `cost(EXPRESSION, OPERATION TYPE)`, so many
 * operations of the machine file, as cost(2*n, madd f64); `ignore`, nothing. The grammar of EXPRESSION is
 * cost_expression.h's. */
#ifndef FC_TOLD_TEXT_H
#define FC_TOLD_TEXT_H

#include "analyzer/model/program.h"
#include "machine_properties/coefficients.h"

#include <stdbool.h>

typedef struct fc_told_text {
    char *expression; /* NULL: ignore */
    fc_operation operation;
    fc_numeric numeric;
    bool is_seconds;
    const char *fault; /* NULL: none */
} fc_told_text;

/** The text behind "procedure ", with which a pragma in a body tells it of the whole body; the text itself where that
 * is not in front. */
const char *fc_told_text_plain(const char *text);
/** Begins like one of them. */
bool fc_told_text_is(const char *text);
/** A text that does. */
FC_GIVE fc_told_text fc_told_text_read(const char *text);
/** The line that tells it of a function, with its parameters as far as they are known; and the text in that line. */
FC_GIVE char *fc_told_text_line(const fc_symbol *function, const char *text);
const char *fc_told_text_of_line(const fc_symbol *function);
void fc_told_text_free(fc_told_text *told);

#endif
