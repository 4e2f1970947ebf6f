/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file frontend.h  Translates C sources into the program model with libclang 19. Only this folder uses libclang. */
#ifndef FC_FRONTEND_H
#define FC_FRONTEND_H

#include "analyzer/model/program.h"

/** One translation unit to parse. */
typedef struct fc_input {
    const char *path;
    const char *directory;       /* paths in the flags are relative to it; NULL: the current folder */
    const char *const *argument; /* the program's own flags: -I, -D, -std, -O...; no compiler, no output */
    int n_arguments;
    bool is_preprocessed; /* text with line markers, as `cc -E` prints it: parsed as cpp-output */
    bool is_accepted;     /* the program's compiler accepts the text: errors of clang alone are ignored */
} fc_input;

/** Parses all inputs and links them into one program, with one symbol for each global and procedure.
 * compiler: the MPI compiler wrapper whose mpi.h is used ("mpicc"). Its include flags are queried (wrapper.h) unless
 * the inputs' flags already find an mpi.h.
 * warnings (may be NULL) receives the warnings, one line each.
 * FC_E_INPUT with file:line:column of the first compile error or unsupported construct. FC_E_ENVIRONMENT if mpi.h or
 * libclang is missing, naming the package. *out untouched on error. */
fc_status fc_frontend_read(FC_GIVE fc_program **out, const fc_input *input, int n_inputs, const char *compiler,
                           fc_text *warnings, fc_report *report);

/** Appends one warning for each flag that clang does not know, with the first file compiled with it. The parse ignores
 * such flags. */
void fc_frontend_warn_unknown_flags(fc_text *warnings, const fc_input *input, int n_inputs);

/** out[i]: input i can be read and defines a function main. Errors in the sources are ignored. FC_E_ENVIRONMENT if
 * libclang is missing. */
fc_status fc_frontend_find_main(bool *out, const fc_input *input, int n_inputs, const char *compiler,
                                fc_report *report);

#endif
