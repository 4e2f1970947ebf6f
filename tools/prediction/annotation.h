/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file annotation.h  Counts that the source itself tells: `#pragma forecost trip(NUMBER)` before a loop, mean
 * iterations an entry; `#pragma forecost probability(NUMBER)` before an if, the share of its entries that take it. */
#ifndef FC_ANNOTATION_H
#define FC_ANNOTATION_H

#include "analyzer/passes/analysis.h"

#include <stdio.h>

/** *value: NAN where nothing is annotated. FC_E_INPUT with the place of a pragma that tells no number of its range. */
fc_status fc_annotation_find(double *value, const fc_program *program, const fc_site_model *counter, fc_report *report);

/** A pragma right before the loop or branch tells its count. */
bool fc_annotation_tells(const fc_node *statement);

/** Pragmas that change nothing, because their word is not known or nothing asks for their count: a line each to
 * `warnings`; FC_E_INPUT with its place in the source for a person's note (notes.h). */
fc_status fc_annotation_check(const fc_analysis *analysis, FILE *warnings, fc_report *report);

#endif
