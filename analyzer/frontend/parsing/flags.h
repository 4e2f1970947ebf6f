/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file flags.h  Translates a program's compiler flags into the flags libclang parses it with. */
#ifndef FC_FLAGS_H
#define FC_FLAGS_H

#include "analyzer/frontend/parsing/predefined.h"
#include "analyzer/frontend/parsing/wrapper.h"

typedef struct fc_flags_options {
    const fc_words *mpi;             /* flags the MPI compiler wrapper adds */
    const fc_predefined *predefined; /* macros of the program's compiler; NULL: those of clang */
    bool wants_warnings;
    bool is_gcc_text; /* preprocessed by gcc */
    bool is_plain;    /* also drop -m... and -f...: for a second parse after libclang rejected a flag */
} fc_flags_options;

/** The path under which libclang is given fc_predefined_header(). */
#define FC_FLAGS_PREDEFINED "/usr/include/forecost_predefined.h"

/** True if the flags enable OpenMP: -fopenmp, -fopenmp=LIB or -qopenmp, not followed by -fno-openmp. */
bool fc_flags_has_openmp(const fc_input *input);

/** Appends the flags that change the meaning of the text: folders, macros, the standard, -m..., -f..., -O....
 * Drops flags for gcc, the assembler or the linker only, -Werror, and -fopenmp. libclang sees OpenMP directives as
 * statements (openmp.h).
 */
void fc_flags_build(fc_words *out, const fc_input *input, fc_flags_options options);
/** True if one of the -I, -isystem, -idirafter or -iquote folders of the input holds mpi.h. */
bool fc_flags_find_mpi(const fc_input *input);

#endif
