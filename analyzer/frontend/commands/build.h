/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file build.h  A program's build: its sources, each with its own flags, and its link line. */
#ifndef FC_BUILD_H
#define FC_BUILD_H

#include "support/words.h"

#include <stdbool.h>
#include <time.h>

typedef struct fc_build_source {
    char *path;      /* relative to the current folder if it is below it, else absolute */
    char *directory; /* absolute; paths in the flags are relative to it */
    fc_words flag;
    bool is_preprocessed;
    char key[33];   /* of its content when it was compiled; "": not known */
    time_t written; /* time of that compilation; 0: not known */
} fc_build_source;

typedef struct fc_build {
    fc_build_source *source;
    size_t n_sources;
    size_t capacity;
    char *name;       /* of the executable; NULL: not known */
    char *compiler;   /* the command that compiles and links; NULL: not known */
    bool is_linked;   /* `link` is known */
    fc_words link;    /* flags and libraries of the link line; files by absolute path */
    fc_text warnings; /* one line each */
} fc_build;

void fc_build_source_free(fc_build_source *source);
void fc_build_free(fc_build *build);

/** The build of an executable, a shared library or an object that was made by `forecost cc`. Follows the records to the
 * sources, through objects, static libraries (only the members a linker takes) and shared libraries. Warns of files
 * that were not compiled from C, which are linked unchanged, and of sources edited since the build.
 * FC_E_INPUT: no record, an object of a C source without a record, or a source that no longer exists. */
fc_status fc_build_from_product(FC_GIVE fc_build *out, const char *path, fc_report *report);

/** Adds a source unless the build has it with the same flags. FC_E_INPUT if the build has it with other flags; `where`
 * names the build in the report. */
fc_status fc_build_add(fc_build *build, FC_TAKE fc_build_source *source, const char *where, fc_report *report);
/** The path `path`, relative to `directory` (absolute, or "." for the current folder), as a path relative to the
 * current folder if it is below it, else absolute. */
FC_GIVE char *fc_build_name(const char *directory, const char *path);

#endif
