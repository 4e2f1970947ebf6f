/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file database.h  compile_commands.json, as CMake, Meson, Bear and others write it (Clang's "JSON Compilation
 * Database Format Specification"): how each file is compiled. What an executable is linked of does not stand in it. */
#ifndef FC_DATABASE_H
#define FC_DATABASE_H

#include "analyzer/frontend/commands/build.h"

/** One compilation of a C file. */
typedef struct fc_database_entry {
    fc_build_source source;
    char *compiler; /* its command, words parted by blanks */
    char *object;   /* absolute path of what it makes */
    char *target;   /* "DIR/CMakeFiles/NAME" if the object is below "DIR/CMakeFiles/NAME.dir/"; else NULL */
    bool has_main;  /* set by the caller before fc_database_choose() */
} fc_database_entry;

typedef struct fc_database {
    char *path; /* of the file, for reports */
    fc_database_entry *entry;
    size_t n;
    size_t capacity;
    size_t n_foreign; /* entries in other languages, left out */
} fc_database;

/** Reads `path`, the file itself or a folder with it. FC_E_INPUT with file:line:column for what is no JSON, with the
 * entry's number for what is no compile command; FC_E_INPUT if no entry is C. */
fc_status fc_database_read(FC_GIVE fc_database *out, const char *path, fc_report *report);
void fc_database_free(fc_database *database);

/** The program with the main function in the file `main` (NULL: in the one file that has one): that file, what CMake
 * compiles for the same target, and of what is compiled for targets without a main function (libraries) the files that
 * the objects in the build, if they are there, show to be needed; else all. FC_E_INPUT: no file with main, several (the
 * candidates are listed), or a source that is not there. */
fc_status fc_database_choose(FC_GIVE fc_build *out, const fc_database *database, const char *main, fc_report *report);
/** The program of the files named. FC_E_INPUT for a file that has no entry. */
fc_status fc_database_take(FC_GIVE fc_build *out, const fc_database *database, const char *const *file, int n,
                           fc_report *report);

#endif
