/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file input_numbers.h  Numbers of input files as variables of fitted counts: those that differ between profiled
 * runs, or between a run and the present file.
 *
 * A program may read its sizes in ways that the slice does not follow. If the files are equal but for positive numbers,
 * as from a template, the counts can still be functions of them. */
#ifndef FC_INPUT_NUMBERS_H
#define FC_INPUT_NUMBERS_H

#include "analyzer/model/profile/profile.h"

enum {
    FC_INPUT_NUMBERS_MOST = 8 /* in one file: a file with more that differ holds data */
};

typedef struct fc_input_number {
    char *name;     /* "mesh.in:3": the file and line; "mesh.in:3.2": the second number of that line */
    double wanted;  /* in the present file */
    double *in_run; /* by run */
} fc_input_number;

typedef struct fc_input_numbers {
    fc_input_number *number;
    size_t n, capacity;
    double other; /* relative standard deviation of counts, from files that differ otherwise: FC_PROFILE_BY_ARGUMENT
                     times the distance of the nearest run's file (fc_input_copy_distance) */
} fc_input_numbers;

/** wanted: the arguments and present files. An argument that names a file may have named another one in each run. */
void fc_input_numbers_find(FC_GIVE fc_input_numbers *out, const fc_profile_run *const *run, int n_runs,
                           const fc_profile_request *wanted);
void fc_input_numbers_free(fc_input_numbers *numbers);

#endif
