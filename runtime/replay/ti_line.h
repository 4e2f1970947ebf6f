/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ti_line.h  The actions of a line of a time-independent trace. */
#ifndef FC_TI_LINE_H
#define FC_TI_LINE_H

#include "runtime/replay/ti_trace.h"

/** A word of a line; not terminated. */
typedef struct fc_ti_word {
    const char *bytes;
    size_t length;
} fc_ti_word;

/** A line in words, word[0] being the rank. */
typedef struct fc_ti_line {
    const char *path;
    const char *start; /* of the line */
    int number;
    const fc_ti_word *word;
    size_t n;
    int n_ranks;      /* of the trace */
    bool has_doubles; /* elements without a datatype are MPI_DOUBLE, else MPI_BYTE: `init` has an argument */
} fc_ti_line;

/** The number of a word that is a whole number of low .. high; also written as 1e6. */
fc_status fc_ti_line_whole(long *out, const fc_ti_line *line, size_t word, const long limits[2], fc_report *report);
/** The action of word[1]. FC_E_INPUT: unknown, or one that traces do not record whole. */
fc_status fc_ti_line_action(fc_ti_action *out, const fc_ti_line *line, fc_report *report);
/** The arguments of the action into *out; the counts of a collective into count[0 .. 2 n_ranks - 1], with their number
 * in *n_counts. *is_derived: it has a datatype whose size is not recorded. */
fc_status fc_ti_line_arguments(fc_ti_event *out, int *count, size_t *n_counts, bool *is_derived, const fc_ti_line *line,
                               fc_report *report);
/** Fails at a word of the line; beyond the last one: after it. */
fc_status fc_ti_line_refuse(const fc_ti_line *line, size_t word, const char *what, fc_report *report);

#endif
