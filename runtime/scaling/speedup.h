/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup.h  Infers average parallelism and variance in parallelism from run times ([speedup], sections 3 and
 * 4). */
#ifndef FC_SPEEDUP_H
#define FC_SPEEDUP_H

#include "runtime/scaling/downey.h"
#include "runtime/scaling/speedup_data.h"
#include "runtime/scaling/speedup_fit.h"

/** How an observation is used ([speedup] section 4.1). */
typedef enum fc_speedup_use {
    FC_SPEEDUP_FITTED,
    FC_SPEEDUP_SUPERLINEAR, /* excluded at the low end: it makes sigma negative */
    FC_SPEEDUP_FALLING      /* excluded at the high end: after the maximum, where speedups clearly decline */
} fc_speedup_use;

/** How well A is determined. */
typedef enum fc_speedup_knowledge {
    FC_SPEEDUP_KNOWN,     /* the curve bends more than any unbounded curve */
    FC_SPEEDUP_UNCERTAIN, /* Amdahl's law, which has no A, fits equally well (F test, 5 %) */
    FC_SPEEDUP_AT_LEAST   /* no observation is above the kink: every greater A fits equally well */
} fc_speedup_knowledge;

/** A fitted law, for comparison. */
typedef struct fc_speedup_rival {
    fc_speedup_fit fit;
    double cross_validated; /* root mean square relative error; NAN: too few points */
} fc_speedup_rival;

/** The result, in ranks instead of units. */
typedef struct fc_speedup_inference {
    int unit;                    /* ranks of one processing unit: the fewest fitted ones, where efficiency is 1 */
    double base;                 /* the unit's value: seconds, or the speedup defined as 1 */
    fc_downey downey;            /* A in ranks; sigma 0 if A is 1, as there is no parallelism */
    double A_error, sigma_error; /* standard errors; NAN: not determined */
    double A_interval[2], sigma_interval[2]; /* 95 %; NAN: not determined; the upper end may be infinite */
    double knee;                             /* in ranks */
    fc_speedup_knowledge knowledge;
    bool sigma_held;          /* sigma was negative by less than its standard error, and was fixed at 0 */
    double superlinear;       /* the negative sigma of the first fit; 0: none */
    fc_speedup_use *use;      /* for each row of the data */
    fc_speedup_points points; /* the fitted points, in units, the unit included */
    fc_speedup_point *point;  /* their memory */
} fc_speedup_inference;

/** Speedups are relative to the mean time of the fewest ranks. Observed speedups are relative to one rank, unless the
 * one of the fewest ranks is 1. The high end is trimmed where it declines by 10 % and 5 standard deviations. The low
 * end is trimmed where it is superlinear; the fewest remaining ranks are then the unit. FC_E_INPUT with `name` if
 * fewer than three different rank counts remain. */
fc_status fc_speedup_infer(FC_GIVE fc_speedup_inference *out, const fc_speedup_data *data, const char *name,
                           fc_report *report);
void fc_speedup_inference_free(fc_speedup_inference *inference);

/** Fits all laws to the same points, sorted by cross-validated error; parameters in units. */
void fc_speedup_rank(fc_speedup_rival rival[FC_N_LAWS], const fc_speedup_inference *inference);

/** The observed speedup of row i over one rank, with efficiency 1 on the unit; and the fitted curve at `ranks`. */
double fc_speedup_observed(const fc_speedup_inference *inference, const fc_speedup_data *data, int i);
double fc_speedup_fitted(const fc_speedup_inference *inference, double ranks);

#endif
