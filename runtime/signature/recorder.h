/* SPDX-License-Identifier: Apache-2.0 */
/** @file recorder.h  What an instrumented program reports its accesses to ([pmac] section 2.2, MetaSim): it bins their
 * strides and asks every machine's caches, in bursts of references if only a sample is wanted.
 *
 * The generated plan (fc_tally_plan_print) tells sizes and machines. The names begin with forecost_: they stand in the
 * user's program. Needs libc only. At exit each process writes "record.<process id>" into the folder that the
 * environment variable FORECOST_SIGNATURE names; without it nothing. Its text, all counts:
 *
 *    forecost-record 1 <loops> <blocks> <sites> <machines>
 *    <iterations, all> <iterations, recorded>           a line a loop; the latter of loops made two for a sample, else
 * 0 <executions>                                       a line a block <recorded> <by stride: FC_N_STRIDES> then for
 * each machine <by level that served: FC_RECORD_LEVELS>    a site
 *
 * A sample is taken in bursts of references, each followed by so many times as many that are left out. Each burst but
 * the first begins with empty caches: what misses while its set has room is not known to miss. Of such references as
 * many miss as of the site's references to full sets of that level (all sites', where it has none; no full set: none,
 * all that is used fits). After Laha, Patel and Iyer 1988. */
#ifndef FC_RECORDER_H
#define FC_RECORDER_H

#include "cache.h"

#include <stdbool.h>

/** Distance of an access from the last one of the same site, in elements: none, 1, 2, up to 4, 8, 16, more but the
 * same as the time before, any other. */
#define FC_STRIDE_LIST(X)                                                                                              \
    X(SAME, "0") X(1, "1") X(2, "2") X(4, "4") X(8, "8") X(16, "16") X(FAR, "far") X(RANDOM, "random")
typedef enum fc_stride {
#define FC_STRIDE_ENUM(name, text) FC_STRIDE_##name,
    FC_STRIDE_LIST(FC_STRIDE_ENUM)
#undef FC_STRIDE_ENUM
    FC_N_STRIDES
} fc_stride;

enum {
    FC_RECORD_LEVELS = FC_CACHE_MAX_LEVELS + 1, /* a machine's: n_levels of its own is memory */
    FC_RECORD_MACHINES = 8
};

typedef struct forecost_record_plan {
    int n_loops, n_blocks, n_sites, n_machines;
    const fc_cache_shape *machine;
    /* References that a burst tells, those apart that the program counts by itself; and how many are left out then for
     * each that was recorded, 0: all are recorded. */
    long burst, left_out;
    unsigned long (*loop)[2], *block;
} forecost_record_plan;
extern const forecost_record_plan forecost_plan;

/** Where a site's next access is if it goes on by the stride of the last one; `next` - `stride` is 0 where there was
 * none. If it is there, and the place that was the last one's still holds its line, the nearest level serves it: the
 * program moves `next` on, adds one to `again` and notes the clock in the place. */
typedef struct forecost_place {
    unsigned long next;
    long stride; /* bytes */
    unsigned long again;
    fc_cache_place *where; /* one that holds nothing: the site has to ask */
} forecost_place;
extern forecost_place forecost_places[]; /* by site; in the plan's text */
extern unsigned long forecost_clock;     /* of the caches */
/** Whether the program may do so: with more machines, or another policy than LRU, every access is told. */
static inline bool forecost_counts_in_place(const fc_cache_shape *machine, int n_machines)
{
    return n_machines == 1 && machine->level[0].policy == FC_CACHE_LRU;
}

extern int forecost_recording; /* references are reported */
extern long forecost_left;     /* references to be told, or, while none are recorded, left out, until that changes */
/** An access of so many bytes by the site, that the program did not count by itself. While none are recorded, begins a
 * burst if it is time. */
void forecost_touch(int site, const volatile void *place, unsigned long bytes);
/** Begins a burst. */
void forecost_record(void);

#endif
