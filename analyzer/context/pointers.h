/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file pointers.h  Whether a pointer is null, as seen in a symbolic run. */
#ifndef FC_POINTERS_H
#define FC_POINTERS_H

#include "analyzer/context/values.h"

/** The pointer as an indicator: 1 not null, 0 null; NULL: not known. The state has it under the pointer's key. An
 * allocation succeeds, as in a run that ends well. */
const fc_sym *fc_pointer_truth(const fc_view *view, const fc_node *pointer);
/** The truth of `pointer == NULL` and `pointer != NULL`; NULL: not known, also of two pointers. */
const fc_sym *fc_pointer_comparison(const fc_view *view, const fc_node *comparison);

#endif
