/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file threads_option.h  --threads and --omp-schedule: what an OpenMP program's environment would say. */
#ifndef FC_THREADS_OPTION_H
#define FC_THREADS_OPTION_H

#include "analyzer/model/program.h"
#include "machine_properties/coefficients.h"
#include "runtime/evaluate/rank.h"
#include "tools/command_line/command.h"
#include "tools/command_line/range.h"

/** values: "N", or "RANGE" for a command that takes several. */
#define FC_THREADS_OPTIONS_OF(values)                                                                                  \
    {                                                                                                                  \
        0,                                                                                                             \
        "threads",                                                                                                     \
        values,                                                                                                        \
        NULL,                                                                                                          \
        NULL,                                                                                                          \
        false,                                                                                                         \
        "threads of each rank's OpenMP regions that tell no number; standard: 1"},                                     \
    {                                                                                                                  \
        0, "omp-schedule", "KIND[,N]", NULL, NULL, false,                                                              \
            "what schedule(runtime) is: static, dynamic or guided, in chunks of N; standard: dynamic,1"                \
    }
#define FC_THREADS_OPTIONS FC_THREADS_OPTIONS_OF("N")

/** With the first number of threads. FC_E_USAGE for what is no number of threads or no schedule, or several numbers
 * where the command takes one. A command without these options has none. */
fc_status fc_threads_option_read(fc_team_setting *out, const fc_arguments *arguments, fc_report *report);
/** All numbers of threads that are asked for, after fc_threads_option_read(); 0 alone where none is. */
FC_GIVE fc_range fc_threads_option_range(const fc_arguments *arguments);
/** Threads of the program's regions that tell no number: those of --threads, else 1; 0: there is no such region. */
int fc_threads_option_given(const fc_team_setting *team, const fc_program *program);
/** What they say as variables of a run: "OMP_NUM_THREADS=4". */
void fc_threads_option_environment(fc_words *out, const fc_team_setting *team, const fc_arguments *arguments);
/** Says on the errors' stream what is assumed: one thread for want of a number, schedule(runtime), and OpenMP costs
 * that the machine file does not tell. */
void fc_threads_option_note(const fc_team_setting *team, const fc_program *program, const fc_coefficients *machine,
                            const fc_arguments *arguments);

#endif
