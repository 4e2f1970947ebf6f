/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file extent_name.h  Names of pointers of which a profile can count how much lies there. */
#ifndef FC_EXTENT_NAME_H
#define FC_EXTENT_NAME_H

#include "analyzer/model/program.h"

/** The name of a pointer, a local variable or parameter, through which memory tells the place, in a loop that leaves it
 * as it is: x in x[column[k]]. */
bool fc_extent_name_is(const fc_node *node);
/** The outermost loop around such a name that leaves the pointer as it is; NULL: none. */
const fc_node *fc_extent_name_nest(const fc_node *name);

#endif
