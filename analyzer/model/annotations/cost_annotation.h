/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_annotation.h  The text of a cost annotation: `cost(EXPRESSION)` in seconds; `cost(EXPRESSION, OPERATION
 * TYPE)` as a number of operations of the machine file, for example cost(2*n, madd f64); `ignore` for no cost.
 * cost_expression.h has the grammar of EXPRESSION. */
#ifndef FC_COST_ANNOTATION_H
#define FC_COST_ANNOTATION_H

#include "analyzer/model/program.h"
#include "machine_properties/coefficients.h"

#include <stdbool.h>

typedef struct fc_cost_annotation {
    char *expression; /* NULL: ignore */
    fc_operation operation;
    fc_numeric numeric;
    bool is_seconds;
    const char *fault; /* NULL: no error */
} fc_cost_annotation;

/** The text without a leading "procedure ", which makes a pragma inside a body annotate the whole procedure. */
const char *fc_cost_annotation_plain(const char *text);
/** The text begins like a cost annotation. */
bool fc_cost_annotation_is(const char *text);
/** Parses such a text. */
FC_GIVE fc_cost_annotation fc_cost_annotation_read(const char *text);
/** The annotation of a declared function as one line, with its parameters if known; and the text within that line. */
FC_GIVE char *fc_cost_annotation_line(const fc_symbol *function, const char *text);
const char *fc_cost_annotation_of_line(const fc_symbol *function);
void fc_cost_annotation_free(fc_cost_annotation *annotation);

#endif
