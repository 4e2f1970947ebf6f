/* SPDX-License-Identifier: Apache-2.0 */
/** @file cache.h  Simulates data caches: which level serves each reference of a program ([pmac] section 2.2).
 *
 * Level 0 is the nearest. A reference looks up level 0; a level that misses looks up the next one and then keeps the
 * line, for reads and writes (write-allocate). Lines evicted from a farther level stay in nearer ones, as in
 * cachegrind's D1 and LL, which two levels of policy LRU reproduce. A reference across the end of a line counts once,
 * at the farther level of both lines. Each machine has its own caches. Needs libc only, as this file is compiled into
 * instrumented programs. O(ways) a level. */
#ifndef FC_CACHE_H
#define FC_CACHE_H

#include "cache_policy.h"

#include <stdint.h>

enum {
    FC_CACHE_MAX_LEVELS = 5,
    FC_CACHE_MAX_WAYS = 64
};

/** One level: capacity in bytes, bytes a line (a power of two), lines a set. bytes is a multiple of line * ways. */
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

/** An entry of the nearest level: the line's number plus one (0: empty), and the time of its last lookup (policy FIFO:
 * first), counted in references; 0: never. */
typedef struct fc_cache_place {
    uint64_t line, used;
} fc_cache_place;

/** NULL: the shape is valid; otherwise the error, and *level is the first invalid level (from 0). */
const char *fc_cache_fault(int *level, const fc_cache_shape *shape);
/** Creates empty caches of a valid shape; NULL: out of memory. */
fc_cache *fc_cache_create(const fc_cache_shape *shape);
void fc_cache_free(fc_cache *cache); /* NULL allowed */
/** Simulates a reference to bytes (>= 1) at the address. Returns the level that served it; n_levels: memory. */
int fc_cache_reference(fc_cache *cache, uintptr_t address, unsigned bytes);
/** The entry of the last reference (of its last line) in the nearest level. A reference within the line of such an
 * entry hits, and changes only the time of use, with policy LRU. Callers that check this may skip the lookup and set
 * `used` to the clock. The order of lines used between two lookups is then unknown, which matters only where they fill
 * a set. */
fc_cache_place *fc_cache_nearest(const fc_cache *cache);
uint64_t fc_cache_clock(const fc_cache *cache);
/** Bit set of levels that missed in the last reference while their set had empty ways. In a cache that started empty
 * within a program such a miss may not be a real one. */
unsigned fc_cache_uncertain_misses(const fc_cache *cache);
/** Bit set of levels, except the first, that were looked up in the last reference with a full set. */
unsigned fc_cache_full_lookups(const fc_cache *cache);
/** Empties all levels. */
void fc_cache_empty(fc_cache *cache);

#endif
