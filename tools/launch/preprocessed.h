/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file preprocessed.h  A program's main files as their compiler's preprocessor leaves them, read again, and built
 * with other texts in their places: what is put into a program goes there (design, section 10). */
#ifndef FC_PREPROCESSED_H
#define FC_PREPROCESSED_H

#include "analyzer/emit/instrument.h"
#include "tools/launch/launch.h"

/** {0} is closed. Units are the main files in their order. */
typedef struct fc_preprocessed {
    const fc_program *program;
    const fc_source **file;
    fc_instrument_unit *unit;
    int n;
    fc_program **parsed;
    char **text;
    char *folder;
    char **path; /* of the units' texts, first as preprocessed, then as built; last the runtime's */
} fc_preprocessed;

/** What is built in place of the program. */
typedef struct fc_preprocessed_parts {
    const char *const *text;  /* by unit */
    const char *runtime;      /* a C source compiled along; NULL: none */
    const char *runtime_flag; /* "-O1" */
    bool is_timed, has_lines; /* fc_launch_parts */
} fc_preprocessed_parts;

/** Preprocesses each main file with the program's own compiler and flags, and parses it. To be closed on error too.
 * FC_E_ENVIRONMENT: no compiler, no scratch folder. FC_E_INPUT with the place: it does not compile.
 * FC_E_INTERRUPTED. */
fc_status fc_preprocessed_open(FC_GIVE fc_preprocessed *out, const fc_program *program, fc_report *report);
/** Compiles the texts with the units' own flags, and links them. Errors of fc_launch_build(). */
fc_status fc_preprocessed_build(FC_GIVE fc_launch_app **out, const fc_preprocessed *units,
                                const fc_preprocessed_parts *parts, fc_report *report);
/** Removes its files and frees what was parsed. */
void fc_preprocessed_close(fc_preprocessed *units);

#endif
