/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults of a machine file: what is expected at a path. */
#include "machine_properties/machine_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void fc_machine_reject(fc_machine_reader *r, const char *expected, const char *path_format, ...)
{
    if (r->status)
        return;
    char path[256];
    va_list args;
    va_start(args, path_format);
    vsnprintf(path, sizeof path, path_format, args);
    va_end(args);
    r->status = fc_yaml_fault(r->yaml, path, expected, r->report);
}

void fc_machine_check_list(fc_machine_reader *r, const double *values, unsigned n, bool ascends, const char *where)
{
    for (unsigned i = 0; i < n; i++)
        if (!(values[i] >= 0) || isinf(values[i]))
            fc_machine_reject(r, "a number >= 0", "%s[%u]", where, i);
        else if (ascends && i > 0 && !(values[i] > values[i - 1]))
            fc_machine_reject(r, "a number larger than the one before it", "%s[%u]", where, i);
}

fc_link fc_machine_read_link(fc_machine_reader *r, const file_link *file, const char *list, unsigned index)
{
    fc_link link = {file->latency_s ? *file->latency_s : 0, file->bandwidth ? *file->bandwidth : 0};
    if (!(link.latency_s >= 0 && link.latency_s < 1e6))
        fc_machine_reject(r, "a time in seconds >= 0", "network.%s[%u].latency_s", list, index);
    if (file->bandwidth && !(link.bandwidth > 0 && link.bandwidth < 1e18))
        fc_machine_reject(r, "bytes per second > 0", "network.%s[%u].bandwidth", list, index);
    return link;
}

file_link fc_machine_write_link(const fc_link *link)
{
    return (file_link){(double *)(uintptr_t)&link->latency_s,
                       link->bandwidth > 0 ? (double *)(uintptr_t)&link->bandwidth : NULL};
}
