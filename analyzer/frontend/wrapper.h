/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file wrapper.h  What an MPI compiler wrapper adds to the command line. */
#ifndef FC_WRAPPER_H
#define FC_WRAPPER_H

#include "machine_properties/support/words.h"

/** Adds the folders and macros that `compiler` (a command of one or more words) passes to the compiler behind it, as
 *  "-isystem DIR" and "-DX": asked with --showme:compile (Open MPI), -compile_info (MPICH) and -show (others). Adds
 *  nothing if the command is missing, fails, or does not answer within ten seconds. No shell is involved. */
void fc_wrapper_flags(fc_words *flags, const char *compiler);
/** Adds "-idirafter DIR": the folder of the compiler's own headers (omp.h), behind all others; asked with
 * -print-file-name=include (gcc, clang), and what clang needs to read gcc's. Nothing if it is not answered. */
void fc_wrapper_own_headers(fc_words *flags, const char *compiler);

#endif
