/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file for_parts.h  Finds the parts of a `for` loop. libclang omits absent parts, so `for (; c;)` and `for (;; i)`
 * have cursor trees of the same shape; the header's text distinguishes them. */
#ifndef FC_FOR_PARTS_H
#define FC_FOR_PARTS_H

#include "analyzer/frontend/reader/reader.h"

/** Entries; -1 where absent. The body is always present. */
typedef struct fc_for_parts {
    int init, condition, increment, body;
} fc_for_parts;

/** Determines which parts are present by scanning the text between '(', the semicolons and ')'. False, with a report,
 * if text and tree disagree. */
bool fc_for_parts_find(fc_for_parts *parts, fc_reader *reader, int entry);

#endif
