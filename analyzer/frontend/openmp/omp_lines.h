/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file omp_lines.h  Replaces `#pragma omp ...` lines by statements before the parse.
 *
 * libclang has no cursors for clauses. The text it parses therefore contains "while (E, E, ...)" in place of a
 * directive, of the same length in bytes. The clauses' expressions keep their offsets, and the structured block becomes
 * the loop's body. */
#ifndef FC_OMP_LINES_H
#define FC_OMP_LINES_H

#include "analyzer/model/openmp.h"

#include <stdbool.h>
#include <stddef.h>

/** One directive; [begin, end) and the offsets of its expressions count from the text's start. */
typedef struct fc_omp_line {
    char *text; /* the text after "omp", trimmed */
    fc_openmp directive;
    long begin, end;
    bool is_threadprivate;
    bool is_wrong;
    fc_openmp_fault fault; /* if is_wrong; its offset counts from the text's start */
} fc_omp_line;

typedef struct fc_omp_lines {
    fc_omp_line *item; /* sorted by offset */
    int n;
    size_t capacity;
} fc_omp_lines;

/** Appends the directive whose '#' is at `begin` and whose text after "omp" is text[after .. end). Replaces it in
 * `text`: by a while statement, or by blanks if it is a declaration or invalid. */
void fc_omp_lines_take(fc_omp_lines *lines, char *text, size_t begin, size_t after, size_t end);
/** The directive that the statement at `offset` replaces; NULL: none. */
const fc_omp_line *fc_omp_lines_at(const fc_omp_lines *lines, long offset);
void fc_omp_lines_free(fc_omp_lines *lines);

/** The text of an omp.h, which Debian's libclang lacks: the declarations of gcc's that programs use. */
extern const char fc_omp_header[];

#endif
