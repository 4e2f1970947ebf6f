/* SPDX-License-Identifier: Apache-2.0 */
/** @file recorder.h  The recorder of an instrumented program's memory accesses ([pmac] section 2.2, MetaSim): bins
 * strides and simulates the caches of every machine, optionally for a sample of bursts.
 *
 * The generated plan (fc_access_record_print_plan) holds sizes and machines. Names begin with forecost_, as they are in
 * the user's program. Needs libc only. At exit each process writes "record.<process id>" into the folder of the
 * environment variable FORECOST_SIGNATURE, if set. The text consists of counts:
 *
 *    forecost-record 1 <loops> <blocks> <sites> <machines>
 *    <iterations, all> <iterations, recorded>            one line a loop; the latter 0 unless duplicated for sampling
 *    <executions>                                        one line a block
 *    <recorded> <by stride: FC_N_STRIDES> then for each machine <by level: FC_RECORD_LEVELS>     one line a site
 *
 * A sample consists of bursts, each followed by left_out times as many references that are not recorded. Every burst
 * but the first starts with empty caches, so a miss in a set with empty ways may not be real. Such references are
 * assumed to miss at the rate of the site's references to full sets of that level; of all sites if the site has none;
 * and to hit if there are none at all, as then all data fits. After Laha, Patel and Iyer 1988. */
#ifndef FC_CACHE_SIGNATURE_RECORDER_H
#define FC_CACHE_SIGNATURE_RECORDER_H

#include "cache.h"

#include <stdbool.h>

/** Distance of an access from the previous one of the same site, in elements: 0, 1, 2, up to 4, 8, 16; FAR: longer and
 * equal to the previous distance; RANDOM: any other. */
#define FC_STRIDE_LIST(X)                                                                                              \
    X(SAME, "0") X(1, "1") X(2, "2") X(4, "4") X(8, "8") X(16, "16") X(FAR, "far") X(RANDOM, "random")
typedef enum fc_stride {
#define FC_STRIDE_ENUM(name, text) FC_STRIDE_##name,
    FC_STRIDE_LIST(FC_STRIDE_ENUM)
#undef FC_STRIDE_ENUM
    FC_N_STRIDES
} fc_stride;

enum {
    FC_RECORD_LEVELS = FC_CACHE_MAX_LEVELS + 1, /* levels of a machine; index n_levels is memory */
    FC_RECORD_MACHINES = 8
};

typedef struct forecost_record_plan {
    int n_loops, n_blocks, n_sites, n_machines;
    const fc_cache_shape *machine;
    /* Recorded references of a burst, without those counted in place; and references left out for each recorded one,
     * 0: none. */
    long burst, left_out;
    unsigned long (*loop)[2], *block;
} forecost_record_plan;
extern const forecost_record_plan forecost_plan;

/** Prediction of a site's next access by its last stride; `next` - `stride` is 0 before the first access. If the access
 * is at `next`, and the entry `where` still holds its line, the nearest level serves it. The program then advances
 * `next`, increments `again` and stores the clock in the entry. */
typedef struct forecost_place {
    unsigned long next;
    long stride; /* bytes */
    unsigned long again;
    fc_cache_place *where; /* an empty entry: the site must call the recorder */
} forecost_place;
extern forecost_place forecost_places[]; /* by site; defined in the plan's text */
extern unsigned long forecost_clock;     /* clock of the caches */
/** Whether the program may count in place; otherwise (several machines, or a policy other than LRU) it reports every
 * access. */
static inline bool forecost_counts_in_place(const fc_cache_shape *machine, int n_machines)
{
    return n_machines == 1 && machine->level[0].policy == FC_CACHE_LRU;
}

extern int forecost_recording; /* references are being recorded */
extern long forecost_left;     /* references until recording stops or resumes */
/** Reports an access of so many bytes by the site that was not counted in place. Outside a burst, begins one when it is
 * due. */
void forecost_touch(int site, const volatile void *place, unsigned long bytes);
/** Begins a burst. */
void forecost_record(void);

#endif
