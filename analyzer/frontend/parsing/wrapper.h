/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file wrapper.h  Queries an MPI compiler wrapper for the flags it adds to the command line. */
#ifndef FC_WRAPPER_H
#define FC_WRAPPER_H

#include "support/words.h"

/** Adds the folders and macros that `compiler` (a command of one or more words) passes to the underlying compiler, as
 * "-isystem DIR" and "-DX". Queries --showme:compile (Open MPI), -compile_info (MPICH), then -show (others). Adds
 * nothing if the command is missing, fails, or does not answer within ten seconds. Uses no shell. */
void fc_wrapper_flags(fc_words *flags, const char *compiler);
typedef enum fc_wrapper_streams {
    FC_WRAPPER_OUTPUT, /* standard output */
    FC_WRAPPER_BOTH    /* standard output and standard error */
} fc_wrapper_streams;

/** Runs a command in a folder (NULL: the current one), and appends what it prints. False if it is missing, fails or
 * takes more than two minutes. Uses no shell. */
bool fc_wrapper_run(fc_text *answer, const fc_words *command, const char *directory, fc_wrapper_streams streams);

#endif
