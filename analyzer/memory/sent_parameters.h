/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sent_parameters.h  Parameters of wrappers of MPI_Send: pointers to integers of which the procedure only sends
 * the target.
 *
 * Content flows from the arguments' targets to that of the parameter and never back, so a call does not unify them
 * (one-level flow: Das, PLDI 2000). A value that is sent then stays apart from a buffer that another call sends. */
#ifndef FC_SENT_PARAMETERS_H
#define FC_SENT_PARAMETERS_H

#include "analyzer/model/program.h"

/** By symbol id. A greatest fixed point over the uses of parameters, since wrappers call wrappers. */
FC_GIVE bool *fc_sent_parameters_find(const fc_program *program);

#endif
