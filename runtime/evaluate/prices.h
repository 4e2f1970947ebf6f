/* SPDX-License-Identifier: Apache-2.0 */
/** @file prices.h  What regions and calls cost when they were last priced, so that equal ones are priced once, and the
 * models prepared for each region.
 *
 * Virtual ranks that behave alike ask for the same prices, and so do the turns of a loop. Models are pure
 * (runtime/models/compute.h, runtime_function.h): equal arguments have equal prices, bit by bit. */
#ifndef FC_PRICES_H
#define FC_PRICES_H

#include "compute.h"

/** What a model said. */
typedef struct fc_price {
    double seconds;
    double relative_error;
    bool calibrated; /* of a call: within the fit's range */
} fc_price;

/** What a price depends on, besides machine and models: the item (regions first, then sites) and these numbers.
 *  Region: busy cores, entries, iterations, n_more; more: each stream's working set. Site: fit, ranks, elements, type.
 */
typedef struct fc_price_key {
    int item;
    double number[4];
    const double *more; /* [n_more], n_more <= the streams of the region */
    int n_more;
} fc_price_key;

typedef struct fc_prices fc_prices;

/** Of one program on one machine with one set of models; holds 4096 prices. NULL when memory is short. */
fc_prices *fc_prices_create(const fc_cost_program *program);
void fc_prices_free(fc_prices *prices);

/** The price, valid until the next call. *known false: it is all 0 and waits to be filled in. */
fc_price *fc_prices_find(fc_prices *prices, const fc_price_key *key, bool *known);

/** The region's model, to be prepared once: all 0 until the caller does. Valid as long as the prices. */
fc_prepared *fc_prices_model(fc_prices *prices, int region);

#endif
