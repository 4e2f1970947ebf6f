/* SPDX-License-Identifier: Apache-2.0 */
#include "prices.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAD = 5, /* numbers before a key's more: the item and those of every key */
    SET_BITS = 10,
    SETS = 1 << SET_BITS,
    WAYS = 4 /* places of a set: where the prices of one hash stand, the newest in the place of the oldest */
};

/* hash 0: an empty place. */
struct fc_prices {
    int width; /* numbers of a place */
    uint64_t (*hash)[WAYS];
    double *number; /* [SETS][WAYS][width] */
    fc_price (*price)[WAYS];
    unsigned char *oldest; /* [SETS] */
};

fc_prices *fc_prices_create(const fc_cost_program *program)
{
    fc_prices *prices = calloc(1, sizeof *prices);
    if (!prices)
        return NULL;
    for (int i = 0; i < program->n_regions; i++)
        if (program->region[i].n_streams > prices->width)
            prices->width = program->region[i].n_streams;
    prices->width += HEAD;
    prices->hash = calloc(SETS, sizeof *prices->hash);
    prices->number = calloc((size_t)SETS * WAYS, (size_t)prices->width * sizeof *prices->number);
    prices->price = calloc(SETS, sizeof *prices->price);
    prices->oldest = calloc(SETS, sizeof *prices->oldest);
    if (prices->hash && prices->number && prices->price && prices->oldest)
        return prices;
    fc_prices_free(prices);
    return NULL;
}

void fc_prices_free(fc_prices *prices)
{
    if (!prices)
        return;
    free(prices->hash);
    free(prices->number);
    free(prices->price);
    free(prices->oldest);
    free(prices);
}

static uint64_t mix(uint64_t hash, const double *number, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static double *numbers_of(fc_prices *prices, size_t set, size_t way)
{
    return prices->number + (set * WAYS + way) * (size_t)prices->width;
}

static bool is_equal(const double *number, const fc_price_key *key)
{
    size_t more = (size_t)key->n_more * sizeof *key->more;
    return number[0] == key->item && memcmp(number + 1, key->number, sizeof key->number) == 0 &&
           (more == 0 || memcmp(number + HEAD, key->more, more) == 0);
}

fc_price *fc_prices_find(fc_prices *prices, const fc_price_key *key, bool *known)
{
    uint64_t hash = mix(mix((uint64_t)key->item, key->number, 4), key->more, key->n_more) | 1;
    size_t set = hash >> (64 - SET_BITS);
    for (size_t way = 0; way < WAYS; way++)
        if (prices->hash[set][way] == hash && is_equal(numbers_of(prices, set, way), key)) {
            *known = true;
            return &prices->price[set][way];
        }
    size_t way = prices->oldest[set];
    double *number = numbers_of(prices, set, way);
    prices->oldest[set] = (unsigned char)((way + 1) % WAYS);
    prices->hash[set][way] = hash;
    number[0] = key->item;
    memcpy(number + 1, key->number, sizeof key->number);
    if (key->n_more)
        memcpy(number + HEAD, key->more, (size_t)key->n_more * sizeof *key->more);
    prices->price[set][way] = (fc_price){0};
    *known = false;
    return &prices->price[set][way];
}
