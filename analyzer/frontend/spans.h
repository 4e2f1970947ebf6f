/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file spans.h  Places: libclang's locations -> spans of the program model, and the text at a place. */
#ifndef FC_SPANS_H
#define FC_SPANS_H

#include "analyzer/frontend/frontend.h"

#include <clang-c/Index.h>

/** One file of the unit being read. Lines count from 0 here. */
typedef struct fc_text_file {
    CXFile handle;
    char *real;       /* absolute path, or the name if there is none */
    const char *text; /* owned by libclang */
    size_t length;
    long *line_start; /* offset of each line; n_lines + 1 of them */
    int n_lines;
    bool has_markers;                     /* "#line" or "# 1": the person's file and line differ from these */
    int source;                           /* index in program->file; -1: not asked yet */
    int *presumed_source, *presumed_line; /* of each line, if has_markers; source -2: not asked yet */
} fc_text_file;

typedef struct fc_spans {
    fc_program *program;
    CXTranslationUnit unit;
    const fc_input *input;
    const char *clang_path; /* the main file's name as libclang knows it; shown as input->path */
    fc_text_file **file;
    int n_files;
    size_t capacity;
    fc_text_file *recent;
} fc_spans;

/** A point of a file's text; file NULL: none (scratch space of the preprocessor). */
typedef struct fc_point {
    fc_text_file *file;
    long offset;
} fc_point;

void fc_spans_free(fc_spans *spans);
/** The span of a source range; begin and end are -1 if it starts inside a macro body. */
fc_span fc_spans_of_range(fc_spans *spans, CXSourceRange range);
fc_span fc_spans_of(fc_spans *spans, CXCursor cursor);
/** Where the characters of a location are written: in a macro's definition if it comes from one. */
fc_point fc_spans_spelled(fc_spans *spans, CXSourceLocation location);
/** Where the person sees it: the use of a macro. */
fc_point fc_spans_expanded(fc_spans *spans, CXSourceLocation location);
/** The index in program->file of the file with this name, added if it is new. */
int fc_spans_source(fc_spans *spans, const char *name);
/** The same for a file of libclang's, by the name a person gives it: libclang's is relative to input->directory. */
int fc_spans_file(fc_spans *spans, CXFile handle);
/** Line (from 0) of an offset. */
int fc_spans_line(const fc_text_file *file, long offset);

#endif
