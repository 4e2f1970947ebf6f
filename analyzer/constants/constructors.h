/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file constructors.h  Fields that are set before they are read: the zeros of fresh memory are no values of theirs.
 *
 * A constructor allocates one record and sets the field of it, itself or by calls of setters, before any code that it
 * calls reads the field. All objects that accesses of the field may refer to come from constructors (../points_to). */
#ifndef FC_CONSTRUCTORS_H
#define FC_CONSTRUCTORS_H

#include "analyzer/binding/control.h"

/** By symbol id. */
FC_GIVE bool *fc_constructors_find(const fc_program *program, const fc_control *control);

#endif
