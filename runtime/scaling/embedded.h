/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file embedded.h  The sources a cost program stands on, carried in the command (embed.cmake makes the table): what
 * compiles a cost program, and what `forecost emit` writes beside it, is exactly what this build was made of. */
#ifndef FC_EMBEDDED_H
#define FC_EMBEDDED_H

#include <stddef.h>

typedef struct fc_embedded_file {
    const char *path; /* in the source tree, "runtime/evaluate/forecost.h" */
    const char *bytes;
    size_t length;
} fc_embedded_file;

extern const fc_embedded_file fc_embedded_files[];
extern const int fc_embedded_n_files;
extern const char fc_embedded_key[]; /* of all their bytes */
/** NULL if there is none. */
const fc_embedded_file *fc_embedded_find(const char *path);

#endif
