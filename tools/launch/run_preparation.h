/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file run_preparation.h  The user's command before each run of the program (--prepare). */
#ifndef FC_RUN_PREPARATION_H
#define FC_RUN_PREPARATION_H

#include "support/diagnostics.h"

/** The option --prepare of the commands that run the program. */
#define FC_PREPARE_OPTION                                                                                              \
    {                                                                                                                  \
        0, "prepare", "COMMAND", NULL, NULL, false,                                                                    \
            "a command that sh runs before each run of the program, in the same folder: for a program that stops if "  \
            "its "                                                                                                     \
            "output files exist"                                                                                       \
    }

/** Runs the command by sh; NULL: does nothing. FC_E_USAGE: it ended with an exit code other than 0. */
fc_status fc_run_preparation(const char *command, const char *directory, fc_report *report);

#endif
