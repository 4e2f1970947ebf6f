/* SPDX-License-Identifier: Apache-2.0 */
/** @file step_sample.h  A sample of the steps of an evaluation by source place: where the program slice spends its
 * work.
 *
 * One step in 64, on average, is taken, at distances from a linear congruential generator (Knuth, TAOCP 2, 3.3.4), so
 * that no loop is in phase with the sample. The sample depends on the steps alone, not on the machine's load. */
#ifndef FC_STEP_SAMPLE_H
#define FC_STEP_SAMPLE_H

enum {
    FC_STEP_PLACES = 512 /* further places are not taken */
};

typedef struct fc_step_place {
    const char *file; /* of the cost program; NULL: unused */
    int line;
    double samples;
} fc_step_place;

/** Zeroed: an empty sample. It has no pointers into the process but to the cost program, so it may be in shared memory.
 */
typedef struct fc_step_sample {
    fc_step_place place[FC_STEP_PLACES];
    unsigned random;
    int left; /* steps up to the next one that is taken */
} fc_step_sample;

/** Counts a step at this place. */
void fc_step_sample_count(fc_step_sample *sample, const char *file, int line);

#endif
