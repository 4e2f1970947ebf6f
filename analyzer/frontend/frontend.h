/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file frontend.h  Sources -> program model, with libclang 19. The only room that knows libclang. */
#ifndef FC_FRONTEND_H
#define FC_FRONTEND_H

#include "analyzer/model/program.h"

/** One translation unit to parse. */
typedef struct fc_input {
    const char *path;
    const char *directory;       /* flags are relative to it; NULL: the current folder */
    const char *const *argument; /* the program's own flags: -I, -D, -std, -O...; no compiler, no output */
    int n_arguments;
    bool is_preprocessed; /* text with line markers, as `cc -E` prints it: parsed as cpp-output */
} fc_input;

/** Parses every input and links them into one program: one symbol a global and a procedure, whichever file names it.
 *  compiler: the MPI compiler wrapper whose mpi.h serves ("mpicc"); its include flags are asked with --showme:compile
 *  (Open MPI) or -compile_info (MPICH) unless the flags find mpi.h already.
 *  warnings (may be NULL) receives the sources' own warnings, a line each.
 *  FC_E_INPUT with file:line:column of the first error of a source that does not compile, or of a construct the model
 * does not cover; FC_E_ENVIRONMENT if mpi.h or a library is missing, naming the package. *out untouched on error. */
fc_status fc_frontend_read(FC_GIVE fc_program **out, const fc_input *input, int n_inputs, const char *compiler,
                           fc_text *warnings, fc_report *report);

/** A warning, a line each, of the inputs' flags that clang does not know, with the first file compiled with it: the
 * parse goes on without them. */
void fc_frontend_tell_unknown_flags(fc_text *warnings, const fc_input *input, int n_inputs);

/** out[i]: input i can be read and defines a function main, whatever else the text holds. FC_E_ENVIRONMENT if libclang
 * is missing. */
fc_status fc_frontend_find_main(bool *out, const fc_input *input, int n_inputs, const char *compiler,
                                fc_report *report);

#endif
