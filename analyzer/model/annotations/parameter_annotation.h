/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file parameter_annotation.h  User-specified parameters of the formula.
 *
 *     #pragma forecost param(PLACE)            the following statement sets PLACE; `-D NAME=VALUE` gives its value
 *     #pragma forecost param(PLACE, argv[K])   ... the application's argument K gives it, unless -D does
 *     #pragma forecost param(PLACE, NUMBER)    ... NUMBER gives it, unless -D does
 *
 * PLACE is a scalar as the procedure writes it: n, grid.nx, g->n. Its last word is the parameter's name. */
#ifndef FC_PARAMETER_ANNOTATION_H
#define FC_PARAMETER_ANNOTATION_H

#include "analyzer/model/program.h"

/** The annotation becomes an assignment after the statement: place = FC_PARAMETER_VALUE(). The call's argument is K as
 * an FC_INTEGER, or NUMBER as an FC_REAL. No source defines this function. */
#define FC_PARAMETER_VALUE "__parameter_told"

/** Inserts those assignments into the program, before any pass reads it; node ids change. FC_E_INPUT at the pragma for
 * a malformed text, an unknown place, or a missing statement. After an error the program is unusable. */
fc_status fc_parameter_annotation_apply(fc_program *program, fc_report *report);
bool fc_parameter_annotation_is(const fc_node *pragma);
/** The node is a call of FC_PARAMETER_VALUE. Its parent is the assignment, whose parent is the statement. */
bool fc_parameter_annotation_is_call(const fc_node *node);
/** The node lies in a statement that the call's pragma annotates. The value that it stores there is not analyzed. */
bool fc_parameter_annotation_covers(const fc_node *call, const fc_node *node);

#endif
