/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file pragmas.h  `#pragma forecost ...` lines: libclang drops pragmas it does not know, so they are found in the
 * text. */
#ifndef FC_PRAGMAS_H
#define FC_PRAGMAS_H

#include "analyzer/frontend/openmp.h"

#include <stdbool.h>
#include <stddef.h>

/** One line; [begin, end) in the text it was found in. */
typedef struct fc_pragma {
    char *text; /* what stands behind "forecost", trimmed */
    long begin, end;
    bool is_used;
} fc_pragma;

typedef struct fc_pragmas {
    fc_pragma *item; /* by offset */
    int n;
    size_t capacity;
} fc_pragmas;

/** Finds the lines outside of comments and literals. openmp: takes over those of OpenMP, whose text is changed
 * (openmp.h); NULL: they stay what they are. */
void fc_pragmas_find(fc_pragmas *pragmas, fc_omp_lines *openmp, char *text, size_t length);
/** Drops those that begin in [begin, end): text the preprocessor skipped. */
void fc_pragmas_drop(fc_pragmas *pragmas, long begin, long end);
/** Index of the first unused one that begins in [begin, end); -1: none. */
int fc_pragmas_next(const fc_pragmas *pragmas, long begin, long end);
void fc_pragmas_free(fc_pragmas *pragmas);

#endif
