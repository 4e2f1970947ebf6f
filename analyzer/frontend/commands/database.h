/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file database.h  Reads compile_commands.json (Clang's "JSON Compilation Database Format Specification"), as written
 * by CMake, Meson, Bear and others, and selects one program's files. It records each compilation, but no links. */
#ifndef FC_DATABASE_H
#define FC_DATABASE_H

#include "analyzer/frontend/commands/build.h"

/** One compilation of a C file. */
typedef struct fc_database_entry {
    fc_build_source source;
    char *compiler; /* the compiler's command, words separated by blanks */
    char *object;   /* absolute path of the product */
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

/** Reads `path`, the file or its folder. FC_E_INPUT with file:line:column for invalid JSON, with the entry's number for
 * an invalid compile command, and if no entry is C. */
fc_status fc_database_read(FC_GIVE fc_database *out, const char *path, fc_report *report);
void fc_database_free(fc_database *database);

/** The program whose main function is in the file `main` (NULL: in the only file that has one). It consists of:
 * - the files of the same CMake target;
 * - of targets without a main function (libraries), the files whose objects are needed to resolve symbols. If an object
 *   is missing from the build, all files of libraries.
 * FC_E_INPUT: no file with main, several (the hint lists them), or a missing source. */
fc_status fc_database_choose(FC_GIVE fc_build *out, const fc_database *database, const char *main, fc_report *report);
/** The program made of the given files. FC_E_INPUT for a file without an entry. */
fc_status fc_database_take(FC_GIVE fc_build *out, const fc_database *database, const char *const *file, int n,
                           fc_report *report);

#endif
