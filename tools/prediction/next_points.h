/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file next_points.h  Which points of a program a person would ask for, for the commands proposed to them. */
#ifndef FC_NEXT_POINTS_H
#define FC_NEXT_POINTS_H

#include "analyzer/model/program.h"

/** Options of `predict`, each with a blank before it: " -n 1:1024:x2" of a program with MPI, " --threads N" of one
 * whose OpenMP regions take their number of threads from the environment. */
const char *fc_next_points(const fc_program *program);

#endif
