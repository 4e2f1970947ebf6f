/* SPDX-License-Identifier: Apache-2.0 */
/** @file cost_cache.h  Memoizes the costs of regions and MPI calls, and holds the model prepared for each region.
 *
 * Equivalent virtual ranks ask for the same costs, and so do the iterations of a loop. Models are pure functions
 * (runtime/models/compute.h, runtime_function.h): equal arguments give bitwise equal costs. A 4-way set-associative
 * table of 4096 entries; a lookup costs O(length of the key). */
#ifndef FC_COST_CACHE_H
#define FC_COST_CACHE_H

#include "compute.h"
#include "forecost.h"

/** What a cost model returned. */
typedef struct fc_cached_cost {
    double seconds;
    double relative_error;
    bool calibrated; /* of a call: within the fit's range */
} fc_cached_cost;

/** The arguments of a cost model besides machine and models: the item (regions first, then sites) and these numbers.
 *  Region: busy cores, entries, iterations, n_more; more: each stream's working set. Site: fit, ranks, elements, type.
 */
typedef struct fc_cost_key {
    int item;
    double number[4];
    const double *more; /* [n_more], n_more <= the streams of the region */
    int n_more;
} fc_cost_key;

typedef struct fc_cost_cache fc_cost_cache;

/** For one program on one machine with one set of models; holds 4096 costs. NULL: out of memory. */
fc_cost_cache *fc_cost_cache_create(const fc_cost_program *program);
void fc_cost_cache_free(fc_cost_cache *prices);

/** The entry of the key, valid until the next call. *known false: the entry is all 0, and the caller fills it in. */
fc_cached_cost *fc_cost_cache_find(fc_cost_cache *prices, const fc_cost_key *key, bool *known);

/** The region's model; all 0 until the caller prepares it. Valid as long as the table. */
fc_prepared_model *fc_cost_cache_model(fc_cost_cache *prices, int region);

#endif
