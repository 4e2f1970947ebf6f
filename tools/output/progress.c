/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/progress.h"

#include "support/clock.h"
#include "support/text.h"

#include <math.h>
#include <unistd.h>

enum {
    WIDTH = 79
};
static const double every_s = 10;

fc_progress_line fc_progress_on(FILE *stream)
{
    return (fc_progress_line){stream, isatty(fileno(stream)), fc_clock_seconds() + every_s};
}

void fc_progress_show(fc_progress_line *progress, const char *what, double seconds_left)
{
    if (!progress->is_terminal && fc_clock_seconds() < progress->next)
        return;
    fc_text line = {0};
    fc_text_add(&line, "%.60s", what);
    if (seconds_left >= 0)
        fc_text_add(&line, "  %ld:%02ld left", lround(seconds_left) / 60, lround(seconds_left) % 60);
    if (progress->is_terminal) {
        fprintf(progress->stream, "\r%-*.*s", WIDTH, WIDTH, line.bytes);
    } else {
        fprintf(progress->stream, "progress: %s\n", line.bytes);
        progress->next = fc_clock_seconds() + every_s;
    }
    fc_text_free(&line);
    fflush(progress->stream);
}

void fc_progress_clear(const fc_progress_line *progress)
{
    if (!progress->is_terminal)
        return;
    fprintf(progress->stream, "\r%*s\r", WIDTH, "");
    fflush(progress->stream);
}
