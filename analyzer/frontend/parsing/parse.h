/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file parse.h  Parses one source file with libclang, and finds the pragmas that libclang does not expose. Parses
 * share no state, so threads may run them concurrently (parse_queue.h). */
#ifndef FC_PARSE_H
#define FC_PARSE_H

#include "analyzer/frontend/parsing/flags.h"
#include "analyzer/frontend/reader/pragmas.h"

#include <clang-c/Index.h>

typedef enum fc_reading {
    FC_READING_SOURCE,    /* the file itself */
    FC_READING_DIFFERENT, /* the compiler's preprocessed text: the source has other control flow for libclang */
    FC_READING_REJECTED   /* likewise: libclang rejects the source, and the compiler accepts it */
} fc_reading;

typedef struct fc_parse {
    const fc_input *input;
    char *path; /* libclang's name of the file */
    char *text; /* as libclang parsed it: OpenMP directives replaced; in gcc's preprocessed text, _Atomic removed */
    size_t length;
    char key[33]; /* fc_content_key of the unchanged file */
    fc_pragmas pragmas;
    fc_omp_lines openmp;
    CXTranslationUnit unit;
    bool waits;         /* libclang waits for a pipe or a terminal */
    fc_input own;       /* of the compiler's text: parse->input points here */
    fc_reading reading; /* which text this is */
    char *because;      /* if the source is rejected: what clang says, and its place */
    char *because_file;
    int because_line;
    fc_status status; /* FC_OK; FC_E_INPUT: no such file, or not parsable; FC_E_BUG: libclang crashed. See report */
    fc_report report;
} fc_parse;

typedef struct fc_parse_setting {
    const fc_words *mpi;                  /* flags of the MPI wrapper */
    const fc_predefined_list *predefined; /* macros of the program's compiler */
    const char *compiler;                 /* its command; NULL: none */
    bool wants_warnings;
} fc_parse_setting;

/** Reads and parses the file. Errors in the source are diagnostics of the unit, not failures. `index` outlives the
 * parse. */
FC_GIVE fc_parse *fc_parse_file(CXIndex index, const fc_input *input, const fc_parse_setting *setting);
void fc_parse_free(FC_TAKE fc_parse *parse);

#endif
