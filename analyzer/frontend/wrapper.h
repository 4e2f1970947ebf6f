/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file wrapper.h  What an MPI compiler wrapper adds to the command line. */
#ifndef FC_WRAPPER_H
#define FC_WRAPPER_H

#include "machine_properties/support/text.h"

/** A list of strings it owns. */
typedef struct fc_strings {
    char **item;
    int n;
    size_t capacity;
} fc_strings;

void fc_strings_add(fc_strings *list, const char *item);
void fc_strings_free(fc_strings *list);

/** Adds the folders and macros that `compiler` (a command of one or more words) passes to the compiler behind it, as
 *  "-isystem DIR" and "-DX": asked with --showme:compile (Open MPI), -compile_info (MPICH) and -show (others). Adds
 *  nothing if the command is missing, fails, or does not answer within ten seconds. No shell is involved. */
void fc_wrapper_flags(fc_strings *flags, const char *compiler);

#endif
