/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_annotation.h  User annotations of counts in the source: `#pragma forecost trip(NUMBER)` before a loop,
 * its mean trip count; `#pragma forecost probability(NUMBER)` before an if, the share of its entries that take it. */
#ifndef FC_COUNT_ANNOTATION_H
#define FC_COUNT_ANNOTATION_H

#include "analyzer/cost_tree/analysis.h"

#include <stdio.h>

/** *value: the annotated value of a counter; NAN: none. FC_E_INPUT with the place of a pragma whose argument is not a
 * number, or out of range. */
fc_status fc_count_annotation_find(double *value, const fc_program *program, const fc_site_model *counter,
                                   fc_report *report);

/** A pragma right before the loop or branch annotates its count. */
bool fc_count_annotation_exists(const fc_node *statement);

/** Writes a warning for each pragma without effect: an unknown word, or a count that is not needed. FC_E_INPUT with its
 * place for such an annotation of --notes (annotation_file.h). */
fc_status fc_count_annotation_check(const fc_analysis *analysis, FILE *warnings, fc_report *report);

#endif
