/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file stops.h  Procedures that never return: they print a message and end the program. */
#ifndef FC_STOPS_H
#define FC_STOPS_H

#include "analyzer/model/program.h"

/** A call of the function ends the program: exit, MPI_Abort and the like, or a short procedure that leads to such a
 * call on every path. At most a constant number of nodes is visited; false: unknown. */
bool fc_stops_certainly(const fc_symbol *function);

#endif
