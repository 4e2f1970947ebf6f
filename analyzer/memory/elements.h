/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file elements.h  Arrays whose elements are told apart: variables in all but name.
 *
 * Programs pack their parameters into a local array, each at a number of its own, and broadcast it whole. */
#ifndef FC_ELEMENTS_H
#define FC_ELEMENTS_H

#include "analyzer/model/program.h"

/** By symbol id: a local array of whole numbers that is only read and written at constant subscripts, and broadcast. */
FC_GIVE bool *fc_elements_apart(const fc_program *program);

#endif
