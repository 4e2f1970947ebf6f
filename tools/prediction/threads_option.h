/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file threads_option.h  --threads and --omp-schedule: the values of OMP_NUM_THREADS and OMP_SCHEDULE. */
#ifndef FC_THREADS_OPTION_H
#define FC_THREADS_OPTION_H

#include "analyzer/model/program.h"
#include "machine_properties/coefficients.h"
#include "runtime/core/rank.h"
#include "tools/command_line/command.h"
#include "tools/command_line/range.h"

/** values: "N", or "RANGE" for a command that sweeps threads. */
#define FC_THREADS_OPTIONS_OF(values)                                                                                  \
    {0, "threads", values, NULL, NULL, false, "threads of each rank, as OMP_NUM_THREADS; default: 1"},                 \
    {                                                                                                                  \
        0, "omp-schedule", "KIND[,N]", NULL, NULL, false,                                                              \
            "the schedule of schedule(runtime): static, dynamic or guided, in chunks of N; default: dynamic,1"         \
    }
#define FC_THREADS_OPTIONS FC_THREADS_OPTIONS_OF("N")

/** Sets the first number of threads and the schedule. FC_E_USAGE: a syntax error, or several numbers for a command that
 * takes one. {0} for a command without these options. */
fc_status fc_threads_option_read(fc_team_setting *out, const fc_arguments *arguments, fc_report *report);
/** All values of --threads, after fc_threads_option_read(); the value 0 if the option is absent. */
FC_GIVE fc_range fc_threads_option_range(const fc_arguments *arguments);
/** Threads of the program's regions without a number of their own: --threads, else 1; 0: there is no such region. */
int fc_threads_option_given(const fc_team_setting *team, const fc_program *program);
/** Adds the options as environment variables of a run: "OMP_NUM_THREADS=4". */
void fc_threads_option_environment(fc_words *out, const fc_team_setting *team, const fc_arguments *arguments);
/** Prints notes to arguments->errors on what is assumed: one thread, the schedule of schedule(runtime), and OpenMP
 * costs that the machine file lacks. */
void fc_threads_option_note(const fc_team_setting *team, const fc_program *program, const fc_coefficients *machine,
                            const fc_arguments *arguments);

#endif
