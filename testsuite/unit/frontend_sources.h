/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file frontend_sources.h  Writes sources to a folder of their own, reads them into programs, and finds nodes in
 * them. */
#ifndef FRONTEND_SOURCES_H
#define FRONTEND_SOURCES_H

#include "analyzer/frontend/frontend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    MAX_SOURCES = 4
};

/** Files in a temporary folder, and the result of reading them. */
typedef struct sources {
    char folder[64];
    char *path[MAX_SOURCES];
    const char *text[MAX_SOURCES];
    int n;
    fc_program *program;
    fc_report report;
    fc_text warnings;
} sources;

static inline void sources_open(sources *all)
{
    *all = (sources){0};
    snprintf(all->folder, sizeof all->folder, "/tmp/forecost-test-XXXXXX");
    assert_non_null(mkdtemp(all->folder));
}

static inline const char *sources_write(sources *all, const char *name, const char *text)
{
    assert_true(all->n < MAX_SOURCES);
    char *path = fc_format("%s/%s", all->folder, name);
    assert_int_equal(fc_file_write(path, text, strlen(text), NULL), FC_OK);
    all->text[all->n] = text;
    all->path[all->n++] = path;
    return path;
}

/** Reads the .c and .i files among the sources as one program. */
static inline fc_status sources_read(sources *all, const char *const *argument, int n_arguments, const char *compiler)
{
    fc_input input[MAX_SOURCES] = {0};
    int n = 0;
    for (int i = 0; i < all->n; i++) {
        const char *end = all->path[i] + strlen(all->path[i]) - 2;
        if (strcmp(end, ".h") == 0)
            continue;
        input[n++] = (fc_input){.path = all->path[i],
                                .argument = argument,
                                .n_arguments = n_arguments,
                                .is_preprocessed = strcmp(end, ".i") == 0};
    }
    return fc_frontend_read(&all->program, input, n, compiler, &all->warnings, &all->report);
}

static inline void sources_close(sources *all)
{
    fc_program_free(all->program);
    fc_text_free(&all->warnings);
    for (int i = 0; i < all->n; i++) {
        unlink(all->path[i]);
        free(all->path[i]);
    }
    rmdir(all->folder);
}

/** One file without MPI; its program, or a failed test with the report. */
static inline const fc_program *sources_program(sources *all, const char *text)
{
    sources_open(all);
    sources_write(all, "a.c", text);
    fc_status status = sources_read(all, NULL, 0, NULL);
    if (status)
        print_error("%s\n", all->report.text);
    assert_int_equal(status, FC_OK);
    if (!fc_program_is_valid(all->program, &all->report))
        fail_msg("%s", all->report.text);
    return all->program;
}

/** One file that must be refused; the report is in all->report. */
static inline void sources_refused(sources *all, const char *text, fc_status wanted)
{
    sources_open(all);
    sources_write(all, "a.c", text);
    assert_int_equal(sources_read(all, NULL, 0, NULL), wanted);
    assert_null(all->program);
}

/** The n-th node (from 0) of a kind, in order of the walk. */
static inline const fc_node *nth_node(const fc_program *program, fc_node_kind kind, int n)
{
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == kind && n-- == 0)
            return program->node[i];
    fail_msg("no such %s", fc_node_kind_text(kind));
    return NULL;
}

static inline const fc_symbol *symbol_named(const fc_program *program, const char *name)
{
    for (int i = 0; i < program->n_symbols; i++)
        if (strcmp(program->symbol[i]->name, name) == 0)
            return program->symbol[i];
    fail_msg("no symbol %s", name);
    return NULL;
}

static inline void assert_type(const fc_type *type, const char *wanted)
{
    fc_text text = {0};
    assert_non_null(type);
    fc_type_print(&text, type, "");
    while (text.length && text.bytes[text.length - 1] == ' ')
        text.bytes[--text.length] = '\0';
    assert_string_equal(text.bytes ? text.bytes : "", wanted);
    fc_text_free(&text);
}

/** The text at the node's [begin, end) in `source`. */
static inline void assert_text_at(const char *source, const fc_node *node, const char *wanted)
{
    assert_true(node->span.begin >= 0 && node->span.end >= node->span.begin);
    assert_true((size_t)node->span.end <= strlen(source));
    char *text = fc_format("%.*s", (int)(node->span.end - node->span.begin), source + node->span.begin);
    assert_string_equal(text, wanted);
    free(text);
}

static inline void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" not in \"%s\"", part, text);
}

#endif
