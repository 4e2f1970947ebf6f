/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup.h  Average parallelism and variance of a program from its run times ([speedup], sections 3 and 4). */
#ifndef FC_SPEEDUP_H
#define FC_SPEEDUP_H

#include "runtime/scaling/downey.h"
#include "runtime/scaling/speedup_data.h"
#include "runtime/scaling/speedup_fit.h"

/** Why an observation is not fitted ([speedup] section 4.1). */
typedef enum fc_speedup_use {
    FC_SPEEDUP_FITTED,
    FC_SPEEDUP_SUPERLINEAR, /* at the low end: sigma came out negative with it */
    FC_SPEEDUP_FALLING      /* at the high end, beyond the greatest speedup: the last is clearly less */
} fc_speedup_use;

/** What is known of A. */
typedef enum fc_speedup_knowledge {
    FC_SPEEDUP_KNOWN,     /* the curve bends as no curve without end could */
    FC_SPEEDUP_UNCERTAIN, /* Amdahl's law, which has no A, explains the observations as well (F test, 5 %) */
    FC_SPEEDUP_AT_LEAST   /* no observation lies beyond the kink: every greater A explains them as well */
} fc_speedup_knowledge;

/** A law beside Downey's. */
typedef struct fc_speedup_rival {
    fc_speedup_fit fit;
    double cross_validated; /* root mean square relative error; NAN: too few points */
} fc_speedup_rival;

/** Everything in ranks, not in units. */
typedef struct fc_speedup_inference {
    int unit;                    /* ranks taken as one processing unit: the fewest fitted ones; efficiency is 1 there */
    double base;                 /* the unit's value: seconds, or the speedup that stands for 1 */
    fc_downey downey;            /* A in ranks; sigma 0 where A is 1: nothing runs in parallel */
    double A_error, sigma_error; /* standard errors; NAN: not determined */
    double A_interval[2], sigma_interval[2]; /* 95 %; NAN: not determined; the upper end may be infinite */
    double knee;                             /* in ranks */
    fc_speedup_knowledge knowledge;
    bool sigma_held;          /* sigma came out below 0 by less than its standard error, and is held at 0 */
    double superlinear;       /* the negative sigma of the first fit; 0: none */
    fc_speedup_use *use;      /* by row of the data */
    fc_speedup_points points; /* what was fitted, in units, the unit itself included */
    fc_speedup_point *point;  /* their memory */
} fc_speedup_inference;

/** Speedups are taken against the mean time of the fewest ranks; observed speedups against one rank, unless the one on
 * the fewest ranks is 1. Then the high end is trimmed where it falls (by 10 % and by 5 standard deviations), and the
 * low end where it is superlinear, in which case the fewest ranks left are the new unit. FC_E_INPUT, with `name`, where
 * fewer than three different numbers of ranks are left to be fitted. */
fc_status fc_speedup_infer(FC_GIVE fc_speedup_inference *out, const fc_speedup_data *data, const char *name,
                           fc_report *report);
void fc_speedup_inference_free(fc_speedup_inference *inference);

/** All laws fitted to the same points, the least cross-validated error first; parameters in units. */
void fc_speedup_rank(fc_speedup_rival rival[FC_N_LAWS], const fc_speedup_inference *inference);

/** The observed speedup of row i over one rank, with efficiency 1 on the unit; and the fitted curve there. */
double fc_speedup_observed(const fc_speedup_inference *inference, const fc_speedup_data *data, int i);
double fc_speedup_fitted(const fc_speedup_inference *inference, double ranks);

#endif
