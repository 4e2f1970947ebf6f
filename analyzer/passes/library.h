/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file library.h  Library functions whose cost is known from their arguments: memory copies and fills. */
#ifndef FC_LIBRARY_H
#define FC_LIBRARY_H

#include "analyzer/passes/analysis.h"
#include "analyzer/passes/values.h"

/** Index of the argument that tells an allocation's bytes (calloc: with the next one), in child[] of the call; 0: it
 * allocates nothing. */
int fc_library_allocated_argument(const char *name);
/** The argument (counted from 1) that tells the bytes memcpy, memmove and memset touch; 0: another function. */
int fc_library_bytes_argument(const char *name);
/** The region of such a call: a loop over words of 8 bytes, written, and read too unless it is a fill. */
void fc_library_describe(fc_region_model *region, const char *name);
/** Bytes of the call, seen from the view; NULL: not closed. */
const fc_sym *fc_library_bytes(const fc_view *view, const fc_node *call);

#endif
