/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file openmp.h  `#pragma omp ...` lines as statements.
 *
 * libclang has no cursors for clauses. So the text it parses holds "while (E, E, ...)" in place of a directive, byte
 * for byte as long: the clauses' expressions stand where they stood, with macros, types and names as usual, and the
 * structured block is its body. No offset changes. */
#ifndef FC_FRONTEND_OPENMP_H
#define FC_FRONTEND_OPENMP_H

#include "analyzer/model/openmp.h"

#include <stdbool.h>
#include <stddef.h>

/** One line; [begin, end) in the text, expressions' offsets are from the text's start too. */
typedef struct fc_omp_line {
    char *text; /* what stands behind "omp", trimmed */
    fc_openmp directive;
    long begin, end;
    bool is_threadprivate;
    bool is_wrong;
    fc_openmp_fault fault; /* if it is wrong; its offset is in the text */
} fc_omp_line;

typedef struct fc_omp_lines {
    fc_omp_line *item; /* by offset */
    int n;
    size_t capacity;
} fc_omp_lines;

/** Takes over the line whose text behind "omp" is text[behind .. end), '#' at `begin`: `text` is changed. */
void fc_omp_lines_take(fc_omp_lines *lines, char *text, size_t begin, size_t behind, size_t end);
/** The line that a statement at `offset` stands for; NULL: none. */
const fc_omp_line *fc_omp_lines_at(const fc_omp_lines *lines, long offset);
void fc_omp_lines_free(fc_omp_lines *lines);

/** A header omp.h for libclang, of which Debian's package has none: what programs use of gcc's. */
extern const char fc_omp_header[];

#endif
