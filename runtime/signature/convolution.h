/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file convolution.h  Application signature times machine profile: what the accesses of a region take on a machine
 * ([pmac] section 2.3, equation 1).
 *
 * Each access is mapped on the machine's curves by the level that served it and by its strides. Of an access of e bytes
 * a share f(l) was served by level l, and brought a line from there (l > 0; beyond the last: memory). The curves tell a
 * line's seconds at a working set in the middle of that level, between its size and that of the one before it:
 *
 *    t = f(0) * unit(first level) * e / 8 + sum over l > 0 of f(l) * c(l),     c(l) = unit(l) * line / 8
 *
 * where strides are up to 16 elements and within a line. An access with a line of its own takes c(l) = stride(l), of
 * the measured stride nearest to its own where that is up to 16 elements, strided(l) where it is longer, random(l)
 * where there is none. Of an access with several strides, each counts by the lines it is to bring. */
#ifndef FC_CONVOLUTION_H
#define FC_CONVOLUTION_H

#include "runtime/signature/signature.h"

/** A machine with its caches in a signature. All borrowed. */
typedef struct fc_convolution {
    const fc_signature *signature;
    const fc_coefficients *machine;
    const fc_cache_shape *shape;
    int index; /* in signature->machines */
} fc_convolution;

/** FC_E_INPUT: the signature was not made with these caches; the machine has no curves, or they end within the caches,
 * or lack a pattern of more than 1 % of the lines that the signature's accesses bring (rarer ones count as unit).
 * names: the machine's file or bundled name, and the signature's file. */
fc_status fc_convolution_begin(fc_convolution *out, const fc_signature *signature, const fc_machine *machine,
                               const fc_cache_shape *shape, const char *const names[2], fc_report *report);
/** Seconds of one access, in the mean, while active (>= 1) cores do the same: all, and what lines from beyond the first
 * level take of them. An access that was never recorded: 0. */
double fc_convolution_seconds(const fc_convolution *at, const fc_signature_access *access, int active);
double fc_convolution_traffic(const fc_convolution *at, const fc_signature_access *access, int active);
/** Seconds of all accesses of a region, on all ranks together. */
double fc_convolution_region(const fc_convolution *at, const fc_signature_region *region);
/** Equation 1: sum over regions of their share of all references times their rate [references / s]. */
double fc_convolution_number(const fc_convolution *at);

#endif
