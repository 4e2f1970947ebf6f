/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file watched_parse.h  Parsing that gives up where libclang waits: a source can include a pipe or a terminal. */
#ifndef FC_WATCHED_PARSE_H
#define FC_WATCHED_PARSE_H

#include "support/words.h"

#include <clang-c/Index.h>
#include <stdbool.h>

typedef struct fc_watched_parse {
    CXIndex index;
    const char *path;
    fc_words flags; /* the words are the caller's */
    struct CXUnsavedFile *file;
    unsigned n_files, options;
    const void *kept; /* owns what a parse that waits may still read; NULL: nothing does */
} fc_watched_parse;

/** As clang_parseTranslationUnit2(). *waits: the process has used no processor time for ten seconds; then a thread
 * still uses the index and the texts, which must not be freed. */
enum CXErrorCode fc_watched_parse_run(CXTranslationUnit *out, const fc_watched_parse *request, bool *waits);

#endif
