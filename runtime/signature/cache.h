/* SPDX-License-Identifier: Apache-2.0 */
/** @file cache.h  Data caches, simulated: which level serves each reference of a program ([pmac] section 2.2).
 *
 * Level 0 is the nearest. A reference asks it first; a level that does not hold the line asks the next and keeps the
 * line, written or read (write-allocate). Nothing that a farther level drops is taken from a nearer one: so does
 * cachegrind with its D1 and LL, which two levels of policy LRU equal. A reference over the end of a line is one
 * reference, served by the farther of both lines' levels. Several machines are several caches. Needs libc only: this
 * file is compiled into instrumented programs. */
#ifndef FC_CACHE_H
#define FC_CACHE_H

#include "cache_policy.h"

#include <stdint.h>

enum {
    FC_CACHE_MAX_LEVELS = 5,
    FC_CACHE_MAX_WAYS = 64
};

/** One level: bytes in all, bytes a line (a power of two), lines a set. bytes is a multiple of line * ways. */
typedef struct fc_cache_level {
    unsigned long bytes;
    unsigned line, ways;
    fc_cache_policy policy;
} fc_cache_level;

typedef struct fc_cache_shape {
    int n_levels;
    fc_cache_level level[FC_CACHE_MAX_LEVELS];
} fc_cache_shape;

typedef struct fc_cache fc_cache;

/** What a place of the nearest level holds: the number of a line plus one, 0: nothing; and when the level was asked for
 * it last (policy FIFO: first), counted in references, 0: never. */
typedef struct fc_cache_place {
    uint64_t line, used;
} fc_cache_place;

/** NULL: these caches can be; else what is wrong, and *level is the first level (from 0) with a fault. */
const char *fc_cache_fault(int *level, const fc_cache_shape *shape);
/** Empty caches of a shape without fault; NULL: no memory. */
fc_cache *fc_cache_create(const fc_cache_shape *shape);
void fc_cache_free(fc_cache *cache); /* NULL allowed */
/** References bytes (>= 1) at the address. Returns the level that served it, n_levels: memory. */
int fc_cache_reference(fc_cache *cache, uintptr_t address, unsigned bytes);
/** Where the last reference (its last line) is in the nearest level. A reference within the line that such a place
 * holds is served there and changes nothing but, of policy LRU, when it was used. Callers who know that need not ask:
 * they set used to the clock. Of lines used between two references that were asked for, that leaves the order open,
 * which matters only where they fill a set. */
fc_cache_place *fc_cache_nearest(const fc_cache *cache);
uint64_t fc_cache_clock(const fc_cache *cache);
/** Levels that missed in the last touch while their set had room left, a bit each: in a cache that starts empty
 * amidst a program nobody knows whether the line would have been there. */
unsigned fc_cache_unknown(const fc_cache *cache);
/** Levels, the first apart, that were asked in the last reference while their set was full, a bit each. */
unsigned fc_cache_known(const fc_cache *cache);
/** All levels become empty. */
void fc_cache_empty(fc_cache *cache);

#endif
