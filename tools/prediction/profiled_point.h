/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file profiled_point.h  The point that a profiling run was: its ranks, its arguments, its input files. */
#ifndef FC_PROFILED_POINT_H
#define FC_PROFILED_POINT_H

#include "analyzer/model/profile.h"
#include "runtime/scaling/evaluate.h"

/** Its parts are of the run, which must outlive it. */
typedef struct fc_profiled_point {
    fc_point point;
    char **argv;
    fc_kept_inputs inputs;
} fc_profiled_point;

/** Of files that were too large to be kept those that still lie there are read where they lie. */
fc_profiled_point fc_profiled_point_open(const fc_profile_run *run);
void fc_profiled_point_close(fc_profiled_point *point);

#endif
