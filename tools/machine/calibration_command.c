/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/calibration_command.h"

#include "tools/output/progress.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

fc_status fc_calibration_command_ranks(fc_range *out, const char *text, fc_report *report)
{
    static const fc_range_limits limits = {"--ranks", 2, 4096, true};
    fc_range range;
    fc_status status = text ? fc_range_parse(&range, text, &limits, report) : FC_OK;
    if (!text || status)
        return status;
    qsort(range.value, (size_t)range.n, sizeof *range.value, by_value);
    *out = (fc_range){range.value, 0};
    for (int i = 0; i < range.n; i++)
        if (i == 0 || range.value[i] > out->value[out->n - 1])
            out->value[out->n++] = range.value[i];
    return FC_OK;
}

void fc_calibration_command_progress(void *line, const fc_progress *progress)
{
    char *what = fc_format("calibrating  %s %d/%d", progress->stage, progress->done, progress->total);
    fc_progress_show(line, what, progress->seconds_left);
    free(what);
}
