/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file proposed_options.h  The options and arguments that "Next:" lines propose. */
#ifndef FC_PROPOSED_OPTIONS_H
#define FC_PROPOSED_OPTIONS_H

#include "analyzer/model/program.h"

/** Options of `predict`, each after a blank: " -n 1:1024:x2" for a program with MPI, " --threads N" for one whose
 * OpenMP regions take their number of threads from the environment. */
const char *fc_proposed_options(const fc_program *program);
/** " -- ARGUMENTS", with " < FILE" for a program that may read its standard input. */
const char *fc_proposed_arguments(const fc_program *program);

#endif
