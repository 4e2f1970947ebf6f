/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file profiling.h  Profiling runs of the command `profile`: what they share, and one run. */
#ifndef FC_PROFILING_H
#define FC_PROFILING_H

#include "tools/command_line/command.h"
#include "tools/measure/timing.h"
#include "tools/profile/input_template.h"

struct fc_analysis;

/** One run of the command. */
typedef struct fc_profiling {
    const fc_arguments *arguments;
    fc_program *program;
    struct fc_analysis *analysis;
    char *output;
    long ranks, timeout;
    fc_words asked; /* the application's arguments of --for; empty: those after "--" */
    bool has_template;
    fc_input_template input; /* of --template */
    double deadline_s;       /* of runs, on fc_clock_seconds(); 0: none */
    const char *folder;      /* working folder of the runs; NULL: the current one */
    fc_profile *profile;     /* the earlier runs, then the new ones */
    int *input_call;         /* the calls that open files for reading */
    int n_input_calls;
    int *more; /* nodes counted for parts that the slice may leave to the profile: measured_parts.h */
    int n_more;
    bool is_counted, is_timed;
    fc_preprocessed units;             /* of both builds */
    fc_instrumented_program *counting; /* if is_counted */
    fc_timing timing;                  /* if is_timed */
} fc_profiling;

/** The run that the command asks for. Borrows from the arguments. */
fc_profile_request fc_profiling_wish(const fc_profiling *at);
/** Runs the program, and writes its counts and times to the profile. A run that broke off is not timed, since
 * predictions are of complete runs. A run past the deadline is killed: FC_E_INPUT. */
fc_status fc_profiling_run(fc_profiling *at, const fc_profile_request *asked, fc_report *report);
/** " 200 5": the run's arguments, each with a space before it. */
void fc_profiling_add_arguments(fc_text *text, const fc_profile_request *asked);
/** "mpirun -n 2 ./jacobi 200 5" */
FC_GIVE char *fc_profiling_command(const fc_profiling *at, const fc_profile_request *asked);

#endif
