/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup_law.h  The table of speedup laws: name, parameters, formula with gradient. */
#ifndef FC_SPEEDUP_LAW_H
#define FC_SPEEDUP_LAW_H

#include <stdbool.h>

enum {
    FC_SPEEDUP_PARAMETERS = 2,
    FC_SPEEDUP_STARTS = 10
};

/** A parameter: name, range, and ascending start values for fits. */
typedef struct fc_speedup_parameter {
    const char *name;
    double low, high;
    double start[FC_SPEEDUP_STARTS];
    int n_starts;
    bool is_of_speedup; /* starts are relative to the greatest observed speedup */
} fc_speedup_parameter;

/** S(n) and its gradient (may be NULL), for parameters within their ranges and n >= 1. */
typedef double fc_speedup_formula(const double *parameter, double n, double *gradient);

typedef struct fc_speedup_law {
    const char *name;
    const char *formula; /* printed formula */
    fc_speedup_formula *speedup;
    fc_speedup_parameter parameter[FC_SPEEDUP_PARAMETERS];
    int n_parameters;
} fc_speedup_law;

/** Index into the table of laws. */
typedef enum fc_speedup_which {
    FC_LAW_DOWNEY,    /* A, sigma: [speedup] eq. 2 and 4 */
    FC_LAW_AMDAHL,    /* f: n / (1 + f (n - 1)) */
    FC_LAW_GUSTAFSON, /* f: n - f (n - 1), speedup scaled with the size */
    FC_LAW_DOWDY,     /* c1, c2: T(n)/T(1) = c1 + c2/n ([speedup] section 1.1), without S(1) = 1 */
    FC_LAW_USL,       /* alpha, beta: n / (1 + alpha (n - 1) + beta n (n - 1)), Gunther's universal scalability law */
    FC_N_LAWS
} fc_speedup_which;

const fc_speedup_law *fc_speedup_law_of(fc_speedup_which which);

#endif
