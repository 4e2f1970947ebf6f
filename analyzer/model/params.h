/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file params.h  Parameters of the formula that the source hides:
 *
 *     #pragma forecost param(PLACE)            the statement behind it sets PLACE: what `-D NAME=VALUE` tells
 *     #pragma forecost param(PLACE, argv[K])   ... what the application's argument K tells, unless -D does
 *     #pragma forecost param(PLACE, NUMBER)    ... that number, unless -D tells another
 *
 * PLACE is a number of the procedure, as it writes it: n, grid.nx, g->n. Its last word is the parameter's name. */
#ifndef FC_PARAMS_H
#define FC_PARAMS_H

#include "analyzer/model/program.h"

/** What the place is given in the model, behind the statement: place = FC_PARAMETER_TOLD(), (K) an FC_INTEGER, or
 * (NUMBER) an FC_REAL. A function that nobody defines. */
#define FC_PARAMETER_TOLD "__parameter_told"

/** Puts those assignments into the program, before any pass has seen it: ids change. FC_E_INPUT with the pragma's place
 * where it tells no place, number or argument, or nothing stands behind it. The program is then of no use. */
fc_status fc_params_apply(fc_program *program, fc_report *report);
bool fc_params_is(const fc_node *pragma);
/** A call of FC_PARAMETER_TOLD: its parent is the assignment, that one's the statement. */
bool fc_params_is_told(const fc_node *node);
/** The node lies in a statement that the call's pragma is about: what it gives the place is not looked at. */
bool fc_params_sets(const fc_node *call, const fc_node *node);

#endif
