/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file parse.h  One source file as libclang has it, and what of its text libclang does not tell. No two parses share
 * anything: threads make them side by side (parse_queue.h). */
#ifndef FC_PARSE_H
#define FC_PARSE_H

#include "analyzer/frontend/flags.h"
#include "analyzer/frontend/pragmas.h"

#include <clang-c/Index.h>

typedef struct fc_parse {
    const fc_input *input;
    char *path; /* as libclang calls the file */
    char *text; /* OpenMP directives in it are statements; gcc's has no atomic types */
    size_t length;
    char key[33]; /* fc_content_key of the file as it stands */
    fc_pragmas pragmas;
    fc_omp_lines openmp;
    CXTranslationUnit unit;
    fc_status status; /* FC_OK; FC_E_INPUT: no such file, or libclang gives it up; the report says why */
    fc_report report;
} fc_parse;

typedef struct fc_parse_setting {
    const fc_words *mpi; /* flags of the MPI wrapper */
    bool wants_warnings;
} fc_parse_setting;

/** Reads and parses the file; what compilers call an error is no failure, but a diagnostic of the unit. `index`
 * outlives the parse. */
FC_GIVE fc_parse *fc_parse_file(CXIndex index, const fc_input *input, const fc_parse_setting *setting);
void fc_parse_free(FC_TAKE fc_parse *parse);

#endif
