/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file replay_command.h  `predict --trace`: the time of a recorded trace of MPI calls on a machine. */
#ifndef FC_REPLAY_COMMAND_H
#define FC_REPLAY_COMMAND_H

#include "tools/command_line/command.h"

#define FC_REPLAY_OPTIONS                                                                                              \
    {0,                                                                                                                \
     "trace",                                                                                                          \
     "FILE",                                                                                                           \
     NULL,                                                                                                             \
     NULL,                                                                                                             \
     false,                                                                                                            \
     "instead of a model: replay a time-independent trace, as smpirun -trace-ti writes it, by method ranks"},          \
    {                                                                                                                  \
        0, "flop-rate", "FLOPS", NULL, NULL, false,                                                                    \
            "with --trace: flops per second of a core, in the trace's unit (that of smpi/host-speed)"                  \
    }

/** Reads the trace, replays it, and prints the point as for a model. FC_E_USAGE: an option that needs a model. */
fc_status fc_replay_command(const fc_arguments *arguments, fc_report *report);

#endif
