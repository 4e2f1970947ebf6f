/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file progress.h  A progress line, rewritten in place, on a terminal only. */
#ifndef FC_PROGRESS_H
#define FC_PROGRESS_H

#include <stdio.h>

typedef struct fc_progress_line {
    FILE *stream; /* NULL: silent */
} fc_progress_line;

/** Progress on `stream` if it is a terminal; silent otherwise. */
fc_progress_line fc_progress_on(FILE *stream);
/** Shows "calibrating  collectives 14/36  0:41 left". seconds_left < 0: unknown, omitted. */
void fc_progress_show(const fc_progress_line *progress, const char *what, double seconds_left);
/** Erases the line. */
void fc_progress_clear(const fc_progress_line *progress);

#endif
