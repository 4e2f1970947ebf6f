/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file build.h  What a program is built of: its sources, each with its own flags, and what it is linked with. */
#ifndef FC_BUILD_H
#define FC_BUILD_H

#include "machine_properties/support/words.h"

#include <stdbool.h>
#include <time.h>

typedef struct fc_build_source {
    char *path;      /* as a person names it: relative to the current folder if it is below it, else absolute */
    char *directory; /* absolute: what its flags are relative to */
    fc_words flag;
    bool is_preprocessed;
    char key[33];   /* of its content when it was compiled; "": not known */
    time_t written; /* when that was; 0: not known */
} fc_build_source;

typedef struct fc_build {
    fc_build_source *source;
    size_t n_sources;
    size_t capacity;
    char *name;     /* of the executable; NULL: not known */
    char *compiler; /* the command that compiles and links; NULL: not known */
    bool is_linked; /* `link` is what it is linked with: flags and libraries, files by absolute path */
    fc_words link;
    fc_text warnings; /* a line each */
} fc_build;

void fc_build_source_free(fc_build_source *source);
void fc_build_free(fc_build *build);

/** The build of an executable, a shared library or an object that `forecost cc` made: from its record back to the
 * sources, through objects, static libraries (only the members a linker takes) and shared libraries. What has no record
 * and comes of no C source is linked as it is, with a warning; so are sources that were edited since.
 * FC_E_INPUT: no record, an object of a C source without one, or a source that is gone. */
fc_status fc_build_of_product(FC_GIVE fc_build *out, const char *path, fc_report *report);

/** Adds a source unless it is there with the same flags. FC_E_INPUT if it is there with others: `where` names the place
 * for the report. Takes the source over. */
fc_status fc_build_add(fc_build *build, FC_TAKE fc_build_source *source, const char *where, fc_report *report);
/** The name a person gives a file: `path`, relative to `directory` (absolute, or "." for the current folder), seen from
 * the current folder. */
FC_GIVE char *fc_build_name(const char *directory, const char *path);

#endif
