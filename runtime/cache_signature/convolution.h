/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file convolution.h  Convolution of application signature and machine profile: predicted seconds of a region's
 * memory accesses ([pmac] section 2.3, equation 1).
 *
 * Each access uses the machine's curves by the level that served it and by its strides. Of an access of e bytes, a
 * share f(l) was served by level l and fetched a line from there (l > 0; beyond the last level: memory). A curve gives
 * the seconds of a line at a working set between the sizes of level l and of the level before it:
 *
 *    t = f(0) * unit(first level) * e / 8 + sum over l > 0 of f(l) * c(l),     c(l) = unit(l) * line / 8
 *
 * for strides of up to 16 elements within a line. For longer strides c(l) = stride(l), of the nearest measured stride
 * up to 16 elements, strided(l) above. Without a stride c(l) solves
 *
 *    random(b) = sum over k < l of (s(k) - s(k - 1)) / b * c(k)  +  (1 - s(l - 1) / b) * c(l)
 *
 * for level sizes s and the working set b of level l, since the nearer levels hold their share of b. An access with
 * several strides weights each by its lines. */
#ifndef FC_CONVOLUTION_H
#define FC_CONVOLUTION_H

#include "runtime/cache_signature/signature.h"

/** A machine and its caches in a signature. All borrowed. */
typedef struct fc_convolution {
    const fc_signature *signature;
    const fc_coefficients *machine;
    const fc_cache_shape *shape;
    int index; /* index in signature->machines */
} fc_convolution;

/** FC_E_INPUT: the signature lacks these caches; the machine has no curves; or they end within the caches. Also where a
 * pattern is missing with more than 1 % of the lines fetched (rarer ones count as unit stride). names: the machine's
 * file or bundled name, and the signature's file. */
fc_status fc_convolution_begin(fc_convolution *out, const fc_signature *signature, const fc_machine *machine,
                               const fc_cache_shape *shape, const char *const names[2], fc_report *report);
/** Mean seconds of one access while active (>= 1) cores do the same: in total, and for lines from beyond the first
 * level. 0 for an access that was never recorded. */
double fc_convolution_seconds(const fc_convolution *at, const fc_signature_access *access, int active);
double fc_convolution_traffic(const fc_convolution *at, const fc_signature_access *access, int active);
/** Seconds of all accesses of a region, summed over ranks. */
double fc_convolution_region(const fc_convolution *at, const fc_signature_region *region);
/** Equation 1: the sum over regions of their share of all references times their rate [references / s]. */
double fc_convolution_number(const fc_convolution *at);

#endif
