/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file progress.h  One line that tells how far long work is, rewritten in place, on a terminal only. */
#ifndef FC_PROGRESS_H
#define FC_PROGRESS_H

#include <stdio.h>

typedef struct fc_progress_line {
    FILE *stream; /* NULL: silent */
} fc_progress_line;

/** Shows on `stream` if it is a terminal, and stays silent otherwise. */
fc_progress_line fc_progress_on(FILE *stream);
/** "calibrating  collectives 14/36  0:41 left". seconds_left < 0: not known, and left out. */
void fc_progress_show(const fc_progress_line *progress, const char *what, double seconds_left);
/** Takes the line away. */
void fc_progress_clear(const fc_progress_line *progress);

#endif
