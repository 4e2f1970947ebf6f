/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input.h  Bytes of the fuzzer as a file or a string, for readers of files and of texts. */
#ifndef FC_FUZZ_INPUT_H
#define FC_FUZZ_INPUT_H

#include "support/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/** libFuzzer's entry: reads one input; returns 0. It has no declaration in any header. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** A file in memory; its path is valid until input_close(). */
typedef struct input_file {
    int descriptor;
    char path[40];
} input_file;

static inline input_file input_open(const uint8_t *data, size_t size)
{
    input_file file = {memfd_create("input", MFD_CLOEXEC), ""};
    snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.descriptor);
    if (file.descriptor < 0 || write(file.descriptor, data, size) != (ssize_t)size)
        abort();
    return file;
}

static inline void input_close(input_file *file)
{
    close(file->descriptor);
}

static inline char *input_string(const uint8_t *data, size_t size)
{
    return fc_format("%.*s", (int)size, (const char *)data);
}

#endif
