/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file preprocessed.h  Preprocesses a program's main files, parses the result, and builds the program from modified
 * texts, as often as needed: a unit whose text is that of the build before is not compiled again. Instrumentation is
 * inserted into preprocessed text (design, section 10). */
#ifndef FC_PREPROCESSED_H
#define FC_PREPROCESSED_H

#include "analyzer/emit/instrument/instrument.h"
#include "tools/launch/launch.h"
#include "tools/process/scratch.h"

/** The object of a unit's latest build. */
typedef struct fc_preprocessed_object {
    char *path;
    char *text; /* what it was compiled from; NULL: it does not exist */
    bool has_lines;
} fc_preprocessed_object;

/** {0} is the closed state. Units are the main files in their order. */
typedef struct fc_preprocessed {
    const fc_program *program;
    const fc_finite_source **file;
    fc_instrument_unit *unit;
    int n;
    fc_program **parsed;
    char **text;
    fc_scratch scratch;
    char **path; /* files of the units, first the preprocessed text, then the text that is built; last the runtime's */
    fc_preprocessed_object *object; /* by unit */
} fc_preprocessed;

/** What to build instead of the program's own files. */
typedef struct fc_preprocessed_parts {
    const char *const *text;  /* [n units] */
    const char *runtime;      /* an additional C source; NULL: none */
    const char *runtime_flag; /* its optimization flag, "-O1" */
    bool is_timed, has_lines; /* fc_launch_parts */
} fc_preprocessed_parts;

/** Preprocesses each main file with the program's own compiler and flags, and parses it. Does nothing if they are
 * open. Closed after an error, otherwise by the caller after the apps that are built from them are freed.
 * FC_E_ENVIRONMENT: no compiler, no scratch folder. FC_E_INPUT with the place: a file does not compile.
 * FC_E_INTERRUPTED. */
fc_status fc_preprocessed_open(fc_preprocessed *units, const fc_program *program, fc_report *report);
/** Compiles the texts with the units' own flags and links them. Errors of fc_launch_build(). */
fc_status fc_preprocessed_build(FC_GIVE fc_launch_app **out, fc_preprocessed *units, const fc_preprocessed_parts *parts,
                                fc_report *report);
/** Removes the files and frees what was parsed. */
void fc_preprocessed_close(fc_preprocessed *units);

#endif
