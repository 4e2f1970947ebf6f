/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file parse.h  Parses one source file with libclang, and finds the pragmas that libclang does not expose. Parses
 * share no state, so threads may run them concurrently (parse_queue.h). */
#ifndef FC_PARSE_H
#define FC_PARSE_H

#include "analyzer/frontend/flags.h"
#include "analyzer/frontend/pragmas.h"

#include <clang-c/Index.h>

typedef struct fc_parse {
    const fc_input *input;
    char *path; /* libclang's name of the file */
    char *text; /* as libclang parsed it: OpenMP directives replaced; in gcc's preprocessed text, _Atomic removed */
    size_t length;
    char key[33]; /* fc_content_key of the unchanged file */
    fc_pragmas pragmas;
    fc_omp_lines openmp;
    CXTranslationUnit unit;
    char *rejected; /* what clang rejected in the compiler's reading, so that this is clang's own; NULL: it is not */
    char *rejected_file;
    int rejected_line;
    fc_status status; /* FC_OK; FC_E_INPUT: no such file, or not parsable; FC_E_BUG: libclang crashed. See report */
    fc_report report;
} fc_parse;

typedef struct fc_parse_setting {
    const fc_words *mpi;                  /* flags of the MPI wrapper */
    const fc_predefined_list *predefined; /* macros of the program's compiler */
    bool wants_warnings;
} fc_parse_setting;

/** Reads and parses the file. Errors in the source are diagnostics of the unit, not failures. `index` outlives the
 * parse. */
FC_GIVE fc_parse *fc_parse_file(CXIndex index, const fc_input *input, const fc_parse_setting *setting);
void fc_parse_free(FC_TAKE fc_parse *parse);

#endif
