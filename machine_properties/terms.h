/* SPDX-License-Identifier: Apache-2.0 */
/** @file terms.h  Terms of runtime functions and their values ([analyzer], table 1; design, section 7).
 *
 * p ranks, m bytes, T(m): seconds of a transfer of m bytes between two ranks (the fit SINGLE). The first terms are
 * those of table 1. The others are sums of transfers over the steps of the usual algorithms, so collectives inherit T's
 * breakpoints (Thakur, Rabenseifner, Gropp 2005: Optimization of Collective Communication Operations in MPICH). */
#ifndef FC_TERMS_H
#define FC_TERMS_H

#include "coefficients.h"

#include <math.h>
#include <stddef.h>

static inline double fc_terms_seconds(const fc_runtime_function *function, const fc_runtime_function *single, double p,
                                      double m);

/** Seconds of a transfer. */
static inline double fc_terms_transfer(const fc_runtime_function *single, double m)
{
    return single ? fc_terms_seconds(single, NULL, 2, m) : 0;
}

/** Steps of a binomial tree, recursive doubling or halving: ceil(log2 p). */
static inline double fc_terms_steps(double p)
{
    int exponent = 0;
    if (!(p > 1))
        return 0;
    return frexp(p, &exponent) == 0.5 ? exponent - 1 : exponent;
}

static inline bool fc_terms_is_power(double p)
{
    int exponent = 0;
    return p >= 1 && frexp(p, &exponent) == 0.5;
}

/** Recursive doubling of blocks of m bytes: each step transfers all blocks held so far, the last step the remainder. */
static inline double fc_terms_doubling(const fc_runtime_function *single, double p, double m)
{
    double sum = 0;
    for (double reached = 1; reached < p; reached *= 2)
        sum += fc_terms_transfer(single, m * fmin(reached, p - reached));
    return sum;
}

/** Recursive halving of a vector of m bytes: each step transfers half of the remaining vector. */
static inline double fc_terms_halving(const fc_runtime_function *single, double p, double m)
{
    double sum = 0;
    for (double reached = 1; reached < p; reached *= 2)
        sum += fc_terms_transfer(single, m / (2 * reached));
    return sum;
}

/** Term k for p ranks, whose logarithm is log2_p, and m bytes. */
static inline double fc_terms_value_at(int k, const fc_runtime_function *single, double p, double log2_p, double m)
{
    switch ((fc_time_term)k) {
    case FC_TERM_ONE:
        return 1;
    case FC_TERM_LOG:
        return log2_p;
    case FC_TERM_RANKS:
        return p - 1;
    case FC_TERM_BYTES:
        return m;
    case FC_TERM_BYTES_LOG:
        return m * log2_p;
    case FC_TERM_BYTES_RANKS:
        return m * (p - 1);
    case FC_TERM_BYTES_LOG_LOG:
        return m * log2_p * log2_p;
    case FC_TERM_TREE:
        return fc_terms_steps(p) * fc_terms_transfer(single, m);
    case FC_TERM_RING:
        return (p - 1) * fc_terms_transfer(single, m);
    case FC_TERM_DOUBLING:
        return fc_terms_doubling(single, p, m);
    case FC_TERM_HALVING:
        return fc_terms_halving(single, p, m);
    case FC_TERM_SPLIT_RING:
        return (p - 1) * fc_terms_transfer(single, m / p);
    case FC_TERM_HALF_BLOCKS:
        return fc_terms_steps(p) * fc_terms_transfer(single, m * p / 2);
    case FC_TERM_REMAINDER:
        return fc_terms_is_power(p) ? 0 : fc_terms_transfer(single, m);
    default:
        return 0;
    }
}

/** Term k (fc_time_term) for p >= 1 ranks and m >= 0 bytes. Nondecreasing in m, as T is unless it `falls`. */
static inline double fc_terms_value(int k, const fc_runtime_function *single, double p, double m)
{
    return fc_terms_value_at(k, single, p, log2(p), m);
}

static inline double fc_terms_sum(const fc_segment *segment, const fc_runtime_function *single, double p, double m)
{
    const double *c = segment->c;
    const bool has_log = c[FC_TERM_LOG] != 0 || c[FC_TERM_BYTES_LOG] != 0 || c[FC_TERM_BYTES_LOG_LOG] != 0;
    double seconds = 0, log2_p = has_log ? log2(p) : 0;
    for (int k = 0; k < FC_N_TERMS; k++)
        if (c[k] != 0)
            seconds += c[k] * fc_terms_value_at(k, single, p, log2_p, m);
    return seconds;
}

/** Index of the segment that contains m bytes for p ranks; the last one beyond the range. n_segments > 0. */
static inline int fc_terms_segment(const fc_runtime_function *function, double p, double m)
{
    double at = function->by_total ? m * p : m;
    int i = 0;
    while (i + 1 < function->n_segments && at >= function->segment[i].high_bytes)
        i++;
    return i;
}

/** Seconds of a runtime function of at least one segment: its segment's sum, at least 0. Unless the function `falls`,
 * it is for calibrated p at least the value at the end of each earlier segment. single: T; NULL if no term needs it. */
static inline double fc_terms_seconds(const fc_runtime_function *function, const fc_runtime_function *single, double p,
                                      double m)
{
    int in = fc_terms_segment(function, p, m);
    double seconds = fmax(fc_terms_sum(&function->segment[in], single, p, m), 0);
    for (int i = 0; i < in && p <= function->high_ranks && !function->falls; i++) {
        double end = function->segment[i].high_bytes / (function->by_total ? p : 1);
        seconds = fmax(seconds, fc_terms_sum(&function->segment[i], single, p, end));
    }
    return seconds;
}

#endif
