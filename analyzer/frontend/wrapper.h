/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file wrapper.h  Queries an MPI compiler wrapper for the flags it adds to the command line. */
#ifndef FC_WRAPPER_H
#define FC_WRAPPER_H

#include "support/words.h"

/** Adds the folders and macros that `compiler` (a command of one or more words) passes to the underlying compiler, as
 * "-isystem DIR" and "-DX". Queries --showme:compile (Open MPI), -compile_info (MPICH), then -show (others). Adds
 * nothing if the command is missing, fails, or does not answer within ten seconds. Uses no shell. */
void fc_wrapper_flags(fc_words *flags, const char *compiler);
/** Runs a command, and appends all that it prints to standard output and standard error. False if it is missing, fails
 * or does not answer within ten seconds. Uses no shell. */
bool fc_wrapper_run(fc_text *answer, const fc_words *command);

#endif
