/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sandbox_option.h  --allow-read, --memory and --unsafe: what the evaluation of a program may do. */
#ifndef FC_SANDBOX_OPTION_H
#define FC_SANDBOX_OPTION_H

#include "runtime/host/sandbox.h"
#include "tools/command_line/command.h"

#define FC_SANDBOX_OPTIONS                                                                                             \
    {0,                                                                                                                \
     "allow-read",                                                                                                     \
     "DIR",                                                                                                            \
     NULL,                                                                                                             \
     NULL,                                                                                                             \
     true,                                                                                                             \
     "the program may read files below DIR, besides those below the working folder or named by its arguments"},        \
        {0,                                                                                                            \
         "memory",                                                                                                     \
         "BYTES",                                                                                                      \
         NULL,                                                                                                         \
         NULL,                                                                                                         \
         false,                                                                                                        \
         "memory that the evaluation of all ranks may use; default: half of this machine's"},                          \
    {                                                                                                                  \
        0, "unsafe", NULL, NULL, NULL, false, "evaluate without a sandbox; only for programs that you trust"           \
    }

/** Reads the three options and warns of --unsafe. The strings belong to the arguments. FC_E_USAGE: --memory is no
 * number of bytes. */
fc_status fc_sandbox_option_read(FC_GIVE fc_sandbox_options **out, const fc_arguments *arguments, fc_report *report);
void fc_sandbox_option_free(FC_TAKE fc_sandbox_options *options);

#endif
