/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/progress.h"

#include "support/text.h"

#include <math.h>
#include <unistd.h>

enum {
    WIDTH = 79
};

fc_progress_line fc_progress_on(FILE *stream)
{
    return (fc_progress_line){isatty(fileno(stream)) ? stream : NULL};
}

void fc_progress_show(const fc_progress_line *progress, const char *what, double seconds_left)
{
    if (!progress->stream)
        return;
    fc_text line = {0};
    fc_text_add(&line, "%.60s", what);
    if (seconds_left >= 0)
        fc_text_add(&line, "  %ld:%02ld left", lround(seconds_left) / 60, lround(seconds_left) % 60);
    fprintf(progress->stream, "\r%-*.*s", WIDTH, WIDTH, line.bytes);
    fc_text_free(&line);
    fflush(progress->stream);
}

void fc_progress_clear(const fc_progress_line *progress)
{
    if (!progress->stream)
        return;
    fprintf(progress->stream, "\r%*s\r", WIDTH, "");
    fflush(progress->stream);
}
