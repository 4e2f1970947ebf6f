/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file progress.h  Progress of long work: on a terminal a line that is rewritten in place, elsewhere a line every ten
 * seconds, "progress: ...". */
#ifndef FC_PROGRESS_H
#define FC_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct fc_progress_line {
    FILE *stream;
    bool is_terminal;
    double next; /* s of fc_clock_seconds(): elsewhere, when the next line is due */
} fc_progress_line;

/** Progress on `stream`, from now on. */
fc_progress_line fc_progress_on(FILE *stream);
/** Shows "calibrating  collectives 14/36  0:41 left". seconds_left < 0: unknown, omitted. */
void fc_progress_show(fc_progress_line *progress, const char *what, double seconds_left);
/** Erases the line on a terminal. */
void fc_progress_clear(const fc_progress_line *progress);

#endif
