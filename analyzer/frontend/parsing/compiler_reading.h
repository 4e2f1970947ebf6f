/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file compiler_reading.h  The text that the program's own compiler reads: preprocessed by it. It replaces the source
 * where libclang, even with the compiler's macros, would read something else. */
#ifndef FC_COMPILER_READING_H
#define FC_COMPILER_READING_H

#include "analyzer/frontend/reader/input.h"
#include "support/text.h"

#include <clang-c/Index.h>

/** A loop, branch or operator that branches. */
typedef struct fc_shape_entry {
    int kind; /* enum CXCursorKind, or -1, -2 for && and || */
    int line; /* presumed */
} fc_shape_entry;

/** The control flow of a unit's own code, in order. {0} is empty. */
typedef struct fc_shape {
    fc_shape_entry *entry;
    size_t n, capacity;
} fc_shape;

/** The text, or a header of the program, asks which features the compiler has (__has_builtin and the like): libclang
 * answers for itself. */
bool fc_compiler_reading_is_uncertain(CXTranslationUnit unit, const char *text, size_t length);
/** The compiler compiles the input without an error (-fsyntax-only). path: of the source, as libclang is given it. */
bool fc_compiler_reading_accepts(const char *compiler, const fc_input *input, const char *path);
/** The preprocessed text with line markers; NULL: the compiler fails. */
FC_GIVE char *fc_compiler_reading_text(size_t *length, const char *compiler, const fc_input *input, const char *path);
void fc_compiler_reading_shape(fc_shape *out, CXTranslationUnit unit);
/** The line of the first difference; 0: none. */
int fc_compiler_reading_difference(const fc_shape *a, const fc_shape *b);
void fc_compiler_reading_free(fc_shape *shape);

#endif
