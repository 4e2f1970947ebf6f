/* SPDX-License-Identifier: Apache-2.0 */
/** @file lanes.h  Four doubles in one vector, and masks of them, for loops over rows.
 *
 * Each lane has the bits of the scalar expression, on every processor: functions with lanes add, multiply, divide,
 * compare and select, and files that include this header are compiled without contraction to fused multiply-adds. */
#ifndef FC_LANES_H
#define FC_LANES_H

#include <stdint.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* lanes are passed to inlined functions only */

enum {
    FC_LANES = 4
};
typedef double fc_lanes __attribute__((vector_size(FC_LANES * sizeof(double))));
/** All bits of a lane are equal: the results of a comparison. */
typedef int64_t fc_lanes_mask __attribute__((vector_size(FC_LANES * sizeof(int64_t))));
/** Lanes in an array of doubles. */
typedef double fc_lanes_stored
    __attribute__((vector_size(FC_LANES * sizeof(double)), aligned(sizeof(double)), may_alias));

/** A function with loops over lanes, compiled for several instruction sets; the loader chooses. (The resolvers of such
 * clones run before a sanitizer is ready.) */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&               \
    !defined(__SANITIZE_THREAD__)
#define FC_LANES_CLONED __attribute__((target_clones("default", "avx2")))
#else
#define FC_LANES_CLONED
#endif
/** A part of such a function. */
#define FC_LANES_PART static inline __attribute__((always_inline))

/** Lanes of the array's group i: elements i * FC_LANES, ... */
FC_LANES_PART fc_lanes fc_lanes_load(const double *array, int i)
{
    return *(const fc_lanes_stored *)(array + i * FC_LANES);
}

FC_LANES_PART void fc_lanes_store(double *array, int i, fc_lanes value)
{
    *(fc_lanes_stored *)(array + i * FC_LANES) = value;
}

FC_LANES_PART fc_lanes fc_lanes_of(double x)
{
    return (fc_lanes){x, x, x, x};
}

FC_LANES_PART fc_lanes fc_lanes_select(fc_lanes_mask mask, fc_lanes yes, fc_lanes no)
{
    return (fc_lanes)((mask & (fc_lanes_mask)yes) | (~mask & (fc_lanes_mask)no));
}

FC_LANES_PART int64_t fc_lanes_any(fc_lanes_mask mask)
{
    return mask[0] | mask[1] | mask[2] | mask[3];
}

FC_LANES_PART fc_lanes fc_lanes_absolute(fc_lanes x)
{
    return (fc_lanes)((fc_lanes_mask)x & INT64_MAX);
}

#endif
