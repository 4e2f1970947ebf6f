/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file bundled.h  Files embedded in the library: benchmark sources and bundled machines (embed.cmake writes the
 * table).
 */
#ifndef FC_BUNDLED_H
#define FC_BUNDLED_H

#include "support/status.h"
#include "support/text.h"

#include <stddef.h>

typedef struct fc_bundled_file {
    const char *path;  /* relative to machine_properties/: "benchmarks/core.c", "machines/default.yaml" */
    const char *bytes; /* with a terminating NUL that length does not count; samples are compressed */
    size_t length;
} fc_bundled_file;

extern const fc_bundled_file fc_bundled_files[];
extern const int fc_bundled_n_files;
/** NULL if there is none. */
const fc_bundled_file *fc_bundled_find(const char *path);
/** Writes a benchmark's file, "core.c", into the folder. Errors of fc_file_write(); FC_E_BUG if it is not bundled. */
fc_status fc_bundled_unpack_benchmark(const char *name, const char *folder, fc_report *report);
/** Appends the name of each bundled machine, followed by `after`: "default\nparsytec-gc-powerplus\n". */
void fc_bundled_list_machines(fc_text *out, const char *after);

#endif
