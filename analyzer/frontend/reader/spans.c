/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines come from a table of line starts by binary search. libclang's presumed location is looked up once per line, and
 * only in files with line markers. */
#include "analyzer/frontend/reader/spans.h"
#include "analyzer/frontend/commands/build.h"

#include <stdlib.h>
#include <string.h>

static bool is_marker(const char *line, const char *end)
{
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if (line == end || *line != '#')
        return false;
    line++;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if (line < end && *line >= '0' && *line <= '9')
        return true;
    return end - line > 4 && strncmp(line, "line", 4) == 0;
}

/* One pass over the text: fills the line starts and looks for line markers. */
static void split_lines(fc_text_file *file)
{
    size_t capacity = 0;
    const char *end = file->text + file->length;
    for (const char *line = file->text; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next + 1 : end;
        file->line_start = fc_grow(file->line_start, &capacity, (size_t)file->n_lines + 2, sizeof(long));
        file->line_start[file->n_lines++] = line - file->text;
        file->has_markers = file->has_markers || is_marker(line, next);
        line = next;
    }
    if (!file->line_start)
        file->line_start = fc_allocate(2, sizeof(long));
    file->n_lines += file->n_lines == 0;
    file->line_start[file->n_lines] = (long)file->length;
}

static fc_text_file *add_file(fc_spans *spans, CXFile handle)
{
    fc_text_file *file = fc_allocate(1, sizeof *file);
    CXString real = clang_File_tryGetRealPathName(handle), name = clang_getFileName(handle);
    bool is_real = clang_getCString(real) && *clang_getCString(real);
    file->handle = handle;
    file->source = -1;
    file->real = fc_copy_string(clang_getCString(is_real ? real : name));
    clang_disposeString(real);
    clang_disposeString(name);
    file->text = clang_getFileContents(spans->unit, handle, &file->length);
    if (!file->text) {
        file->text = "";
        file->length = 0;
    }
    split_lines(file);
    if (file->has_markers) {
        file->presumed_source = fc_allocate((size_t)file->n_lines, sizeof(int));
        file->presumed_line = fc_allocate((size_t)file->n_lines, sizeof(int));
        for (int i = 0; i < file->n_lines; i++)
            file->presumed_source[i] = -2;
    }
    spans->file = fc_grow(spans->file, &spans->capacity, (size_t)spans->n_files + 1, sizeof *spans->file);
    spans->file[spans->n_files++] = file;
    return file;
}

static fc_text_file *find_file(fc_spans *spans, CXFile handle)
{
    if (!handle)
        return NULL;
    if (spans->recent && spans->recent->handle == handle)
        return spans->recent;
    for (int i = 0; i < spans->n_files; i++)
        if (spans->file[i]->handle == handle || clang_File_isEqual(spans->file[i]->handle, handle))
            return spans->recent = spans->file[i];
    return spans->recent = add_file(spans, handle);
}

void fc_spans_free(fc_spans *spans)
{
    for (int i = 0; i < spans->n_files; i++) {
        free(spans->file[i]->real);
        free(spans->file[i]->line_start);
        free(spans->file[i]->presumed_source);
        free(spans->file[i]->presumed_line);
        free(spans->file[i]);
    }
    free(spans->file);
    *spans = (fc_spans){0};
}

int fc_spans_line(const fc_text_file *file, long offset)
{
    int low = 0, high = file->n_lines - 1;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (file->line_start[middle] <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int fc_spans_source(fc_spans *spans, const char *name)
{
    if (strcmp(name, spans->clang_path) == 0)
        name = spans->input->path;
    for (int i = 0; i < spans->program->n_files; i++)
        if (strcmp(spans->program->file[i].path, name) == 0)
            return i;
    fc_program_add_file(spans->program, name);
    return spans->program->n_files - 1;
}

int fc_spans_file(fc_spans *spans, CXFile handle)
{
    CXString string = clang_getFileName(handle);
    const char *name = clang_getCString(string), *directory = spans->input->directory;
    bool is_main = strcmp(name, spans->clang_path) == 0;
    char *seen = directory && !is_main ? fc_build_name(directory, name) : NULL;
    int source = fc_spans_source(spans, seen ? seen : name);
    free(seen);
    clang_disposeString(string);
    return source;
}

static int source_of(fc_spans *spans, fc_text_file *file)
{
    if (file->source < 0)
        file->source = fc_spans_file(spans, file->handle);
    return file->source;
}

static void set_line(fc_spans *spans, fc_span *span, fc_text_file *file, int line)
{
    if (!file->has_markers) {
        span->file = source_of(spans, file);
        span->line = line + 1;
        return;
    }
    if (file->presumed_source[line] == -2) {
        CXString name;
        unsigned presumed;
        CXSourceLocation start =
            clang_getLocationForOffset(spans->unit, file->handle, (unsigned)file->line_start[line]);
        clang_getPresumedLocation(start, &name, &presumed, NULL);
        const char *text = clang_getCString(name);
        file->presumed_source[line] = text && *text ? fc_spans_source(spans, text) : source_of(spans, file);
        file->presumed_line[line] = (int)presumed;
        clang_disposeString(name);
    }
    span->file = file->presumed_source[line];
    span->line = file->presumed_line[line];
}

fc_point fc_spans_spelled(fc_spans *spans, CXSourceLocation location)
{
    CXFile handle;
    unsigned offset;
    clang_getSpellingLocation(location, &handle, NULL, NULL, &offset);
    return (fc_point){.file = find_file(spans, handle), .offset = (long)offset};
}

fc_point fc_spans_expanded(fc_spans *spans, CXSourceLocation location)
{
    CXFile handle;
    unsigned offset;
    clang_getExpansionLocation(location, &handle, NULL, NULL, &offset);
    return (fc_point){.file = find_file(spans, handle), .offset = (long)offset};
}

/* True if the location is in a macro's body or argument. */
static bool is_macro(CXSourceLocation location)
{
    CXFile seen, spelled;
    unsigned seen_offset, spelled_offset;
    clang_getExpansionLocation(location, &seen, NULL, NULL, &seen_offset);
    clang_getSpellingLocation(location, &spelled, NULL, NULL, &spelled_offset);
    return seen_offset != spelled_offset || seen != spelled;
}

fc_span fc_spans_of_range(fc_spans *spans, CXSourceRange range)
{
    fc_span span = {.file = -1, .begin = -1, .end = -1};
    CXSourceLocation start = clang_getRangeStart(range);
    fc_point from = fc_spans_expanded(spans, start);
    fc_point to = fc_spans_expanded(spans, clang_getRangeEnd(range));
    if (!from.file)
        return span;
    int line = fc_spans_line(from.file, from.offset);
    bool is_same = to.file == from.file && to.offset >= from.offset;
    if (is_same) {
        fc_span end = {0};
        int end_line = fc_spans_line(from.file, to.offset > from.offset ? to.offset - 1 : to.offset);
        set_line(spans, &end, from.file, end_line);
        span.end_line = end.line;
    }
    set_line(spans, &span, from.file, line);
    span.column = (int)(from.offset - from.file->line_start[line]) + 1;
    if (!is_same || span.end_line < span.line)
        span.end_line = span.line;
    if (is_same && !is_macro(start)) {
        span.begin = from.offset;
        span.end = to.offset;
    }
    return span;
}

fc_span fc_spans_of(fc_spans *spans, CXCursor cursor)
{
    return fc_spans_of_range(spans, clang_getCursorExtent(cursor));
}
