/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loops.h  The parts of a `for`: libclang leaves out absent ones, so that `for (; c;)` and `for (;; i)` look
 * alike. */
#ifndef FC_LOOPS_H
#define FC_LOOPS_H

#include "analyzer/frontend/reader.h"

/** Entries; -1 where absent. body is always there. */
typedef struct fc_loops_parts {
    int init, condition, increment, body;
} fc_loops_parts;

/** Tells the parts by the blanks between '(', the semicolons and ')'. False, with a report, if text and tree disagree.
 */
bool fc_loops_find_parts(fc_loops_parts *parts, fc_reader *reader, int entry);

#endif
