/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/progress.h"

#include "support/text.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

enum {
    WIDTH = 79
};
static const double every_s = 10;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

fc_progress_line fc_progress_on(FILE *stream)
{
    return (fc_progress_line){stream, isatty(fileno(stream)), now() + every_s};
}

void fc_progress_show(fc_progress_line *progress, const char *what, double seconds_left)
{
    if (!progress->is_terminal && now() < progress->next)
        return;
    fc_text line = {0};
    fc_text_add(&line, "%.60s", what);
    if (seconds_left >= 0)
        fc_text_add(&line, "  %ld:%02ld left", lround(seconds_left) / 60, lround(seconds_left) % 60);
    if (progress->is_terminal) {
        fprintf(progress->stream, "\r%-*.*s", WIDTH, WIDTH, line.bytes);
    } else {
        fprintf(progress->stream, "progress: %s\n", line.bytes);
        progress->next = now() + every_s;
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
