/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file scalar_replacement.h  Local arrays whose elements are separate cells (scalar replacement).
 *
 * Programs pack their parameters into a local array, one at each constant subscript, and broadcast the array. */
#ifndef FC_SCALAR_REPLACEMENT_H
#define FC_SCALAR_REPLACEMENT_H

#include "analyzer/model/program.h"

/** By symbol id: a local integer array that is accessed at constant subscripts only, and broadcast. */
FC_GIVE bool *fc_scalar_replacement_find(const fc_program *program);

#endif
