/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file flags.h  A program's compiler flags -> the flags libclang parses it with. */
#ifndef FC_FLAGS_H
#define FC_FLAGS_H

#include "analyzer/frontend/frontend.h"
#include "analyzer/frontend/wrapper.h"

typedef struct fc_flags_options {
    const fc_words *mpi; /* what the MPI wrapper adds */
    bool wants_warnings;
    bool is_gcc_text; /* preprocessed by gcc */
    bool is_plain;    /* leave out -m... and -f... too: for a parse that failed on one of them */
} fc_flags_options;

/** The flags ask for OpenMP: -fopenmp, or other compilers' name of it. */
bool fc_flags_has_openmp(const fc_input *input);

/** Keeps what changes the meaning of the text (folders, macros, the standard, -m..., -f..., -O...), leaves out what
 * only gcc, the assembler or the linker knows, -Werror and -fopenmp: its directives are statements when libclang sees
 * them (openmp.h).
 */
void fc_flags_build(fc_words *out, const fc_input *input, fc_flags_options options);
/** True if one of the -I, -isystem, -idirafter or -iquote folders of the input holds mpi.h. */
bool fc_flags_find_mpi(const fc_input *input);

#endif
