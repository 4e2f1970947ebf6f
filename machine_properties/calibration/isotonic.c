/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/isotonic.h"

#include "support/text.h"

#include <stdlib.h>

/* Neighbors that share their weighted mean. */
typedef struct pool {
    double sum, weight;
    int n;
} pool;

static double mean(const pool *of)
{
    return of->sum / of->weight;
}

void fc_isotonic_fit(double *value, const double *weight, int n)
{
    pool *pools = fc_allocate((size_t)n, sizeof *pools);
    int n_pools = 0;
    for (int i = 0; i < n; i++) {
        double w = weight ? weight[i] : 1;
        pools[n_pools++] = (pool){w * value[i], w, 1};
        for (; n_pools > 1 && mean(&pools[n_pools - 2]) > mean(&pools[n_pools - 1]); n_pools--) {
            pool *into = &pools[n_pools - 2], *from = &pools[n_pools - 1];
            *into = (pool){into->sum + from->sum, into->weight + from->weight, into->n + from->n};
        }
    }
    for (int k = 0, first = 0; k < n_pools; first += pools[k++].n)
        for (int i = 0; i < pools[k].n && pools[k].n > 1; i++) /* a value alone stays as it is, to the last bit */
            value[first + i] = mean(&pools[k]);
    free(pools);
}
