/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file pragmas.h  Finds `#pragma forecost ...` lines in a source text, since libclang drops unknown pragmas. */
#ifndef FC_PRAGMAS_H
#define FC_PRAGMAS_H

#include "analyzer/frontend/openmp/omp_lines.h"

#include <stdbool.h>
#include <stddef.h>

/** One line; [begin, end) are offsets in the scanned text. */
typedef struct fc_pragma {
    char *text; /* the text after "forecost", trimmed */
    long begin, end;
    bool is_used;
} fc_pragma;

typedef struct fc_pragmas {
    fc_pragma *item; /* sorted by offset */
    int n;
    size_t capacity;
} fc_pragmas;

/** Finds the lines outside of comments and literals. openmp receives the OpenMP directives, whose text is replaced
 * (openmp.h); NULL: they are left alone. */
void fc_pragmas_find(fc_pragmas *pragmas, fc_omp_lines *openmp, char *text, size_t length);
/** Marks the lines that begin in [begin, end) as used: text the preprocessor skipped. */
void fc_pragmas_drop(fc_pragmas *pragmas, long begin, long end);
/** Index of the first unused line that begins in [begin, end); -1: none. */
int fc_pragmas_next(const fc_pragmas *pragmas, long begin, long end);
void fc_pragmas_free(fc_pragmas *pragmas);

#endif
