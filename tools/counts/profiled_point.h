/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file profiled_point.h  The point of a profiling run: its ranks, its arguments, its input files. */
#ifndef FC_PROFILED_POINT_H
#define FC_PROFILED_POINT_H

#include "analyzer/model/profile/profile.h"
#include "runtime/host/evaluate.h"

/** Borrows from the run, which must outlive it. */
typedef struct fc_profiled_point {
    fc_point point;
    char **argv;
    fc_recorded_inputs inputs;
} fc_profiled_point;

/** A file that was too large to be kept in the profile is read from its path, if it is unchanged. */
fc_profiled_point fc_profiled_point_open(const fc_profile_run *run);
void fc_profiled_point_close(fc_profiled_point *point);

#endif
