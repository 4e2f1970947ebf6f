/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input.h  A translation unit to parse. */
#ifndef FC_INPUT_H
#define FC_INPUT_H

#include <stdbool.h>

typedef struct fc_input {
    const char *path;
    const char *text;            /* its content, if it is no file of the program; NULL: the file's */
    const char *directory;       /* paths in the flags are relative to it; NULL: the current folder */
    const char *const *argument; /* the program's own flags: -I, -D, -std, -O...; no compiler, no output */
    int n_arguments;
    bool is_preprocessed; /* text with line markers, as `cc -E` prints it: parsed as cpp-output */
    bool is_accepted;     /* the program's compiler accepts the text: errors of clang alone are ignored */
} fc_input;

#endif
