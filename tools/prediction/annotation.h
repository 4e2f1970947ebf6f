/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file annotation.h  Counts that the source itself tells: `#pragma forecost trip(NUMBER)` before a loop, mean
 * iterations an entry; `#pragma forecost probability(NUMBER)` before an if, the share of its entries that take it. */
#ifndef FC_ANNOTATION_H
#define FC_ANNOTATION_H

#include "analyzer/passes/analysis.h"

/** *value: NAN where nothing is annotated. FC_E_INPUT with the place of a pragma that tells no number of its range. */
fc_status fc_annotation_find(double *value, const fc_program *program, const fc_site_model *counter, fc_report *report);

/** FC_E_INPUT with its place in the source where a person's note (notes.h) tells a count that nothing asks for. */
fc_status fc_annotation_check_notes(const fc_analysis *analysis, fc_report *report);

#endif
