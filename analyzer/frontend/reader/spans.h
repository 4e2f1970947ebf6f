/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file spans.h  Translates libclang's locations into spans of the program model, and gives the text at a location. */
#ifndef FC_SPANS_H
#define FC_SPANS_H

#include "analyzer/frontend/reader/input.h"
#include "analyzer/model/program.h"

#include <clang-c/Index.h>

/** One file of the unit being read. Lines count from 0 here. */
typedef struct fc_text_file {
    CXFile handle;
    char *real;       /* absolute path, or the name if it has none */
    const char *text; /* owned by libclang */
    size_t length;
    long *line_start; /* offset of each line; n_lines + 1 of them */
    int n_lines;
    bool has_markers;                     /* it has "#line" or "# 1": presumed places differ from these */
    int source;                           /* index in program->file; -1: not looked up yet */
    int *presumed_source, *presumed_line; /* of each line, if has_markers; source -2: not looked up yet */
} fc_text_file;

typedef struct fc_spans {
    fc_program *program;
    CXTranslationUnit unit;
    const fc_input *input;
    const char *clang_path; /* libclang's name of the main file; shown as input->path */
    fc_text_file **file;
    int n_files;
    size_t capacity;
    fc_text_file *recent;
} fc_spans;

/** A position in a file's text; file NULL: in no file (the preprocessor's scratch space). */
typedef struct fc_point {
    fc_text_file *file;
    long offset;
} fc_point;

void fc_spans_free(fc_spans *spans);
/** The span of a source range; begin and end are -1 if it starts in a macro expansion. */
fc_span fc_spans_of_range(fc_spans *spans, CXSourceRange range);
fc_span fc_spans_of(fc_spans *spans, CXCursor cursor);
/** The spelling position of a location: in the macro's definition if it comes from one. */
fc_point fc_spans_spelled(fc_spans *spans, CXSourceLocation location);
/** The expansion position of a location: the use of the macro if it comes from one. */
fc_point fc_spans_expanded(fc_spans *spans, CXSourceLocation location);
/** The index in program->file of the file with this name, added if it is new. */
int fc_spans_source(fc_spans *spans, const char *name);
/** The same for a libclang file, whose name is relative to input->directory. */
int fc_spans_file(fc_spans *spans, CXFile handle);
/** Line (from 0) of an offset. */
int fc_spans_line(const fc_text_file *file, long offset);

#endif
