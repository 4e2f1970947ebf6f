/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file gather_pointer.h  Pointers of gathers whose object size a profiling run can count. */
#ifndef FC_GATHER_POINTER_H
#define FC_GATHER_POINTER_H

#include "analyzer/model/program.h"

/** The node names a local pointer or parameter whose subscript reads memory, in a loop that does not change the
 * pointer: x in x[column[k]]. */
bool fc_gather_pointer_is(const fc_node *node);
/** The outermost enclosing loop that does not change the pointer; NULL: none. */
const fc_node *fc_gather_pointer_nest(const fc_node *name);

#endif
