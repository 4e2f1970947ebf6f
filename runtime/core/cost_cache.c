/* SPDX-License-Identifier: Apache-2.0 */
#include "cost_cache.h"

#include "support/hash.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAD = 5, /* leading numbers of a stored key: the item and its four numbers; the key's `more` follow */
    SET_BITS = 10,
    SETS = 1 << SET_BITS,
    WAYS = 4, /* entries of a set; a new one replaces the oldest */
    PLACES = SETS * WAYS
};

/* A set-associative table; hash 0 marks an empty entry. */
struct fc_cost_cache {
    int width;                /* numbers stored for an entry */
    uint64_t *hash;           /* [PLACES] */
    double *number;           /* [PLACES][width] */
    fc_cached_cost *price;    /* [PLACES] */
    unsigned char *oldest;    /* [SETS] */
    unsigned *latest;         /* by item: the entry used last, counted over all sets */
    fc_prepared_model *model; /* by region */
};

fc_cost_cache *fc_cost_cache_create(const fc_cost_program *program)
{
    fc_cost_cache *prices = calloc(1, sizeof *prices);
    if (!prices)
        return NULL;
    for (int i = 0; i < program->n_regions; i++)
        if (fc_region_n_sizes(&program->region[i]) > prices->width)
            prices->width = fc_region_n_sizes(&program->region[i]);
    prices->width += HEAD;
    prices->hash = calloc(PLACES, sizeof *prices->hash);
    prices->number = calloc(PLACES, (size_t)prices->width * sizeof *prices->number);
    prices->price = calloc(PLACES, sizeof *prices->price);
    prices->oldest = calloc(SETS, sizeof *prices->oldest);
    prices->latest = calloc((size_t)program->n_regions + (size_t)program->n_sites + 1, sizeof *prices->latest);
    prices->model = calloc((size_t)program->n_regions + 1, sizeof *prices->model);
    if (prices->hash && prices->number && prices->price && prices->oldest && prices->latest && prices->model)
        return prices;
    fc_cost_cache_free(prices);
    return NULL;
}

void fc_cost_cache_free(fc_cost_cache *prices)
{
    if (!prices)
        return;
    free(prices->hash);
    free(prices->number);
    free(prices->price);
    free(prices->oldest);
    free(prices->latest);
    free(prices->model);
    free(prices);
}

static double *numbers_of(fc_cost_cache *prices, unsigned place)
{
    return prices->number + (size_t)place * (size_t)prices->width;
}

static bool is_equal(const double *number, const fc_cost_key *key)
{
    size_t more = (size_t)key->n_more * sizeof *key->more;
    return number[0] == key->item && memcmp(number + 1, key->number, sizeof key->number) == 0 &&
           (more == 0 || memcmp(number + HEAD, key->more, more) == 0);
}

/* The key's entry in its set. If there is none, the oldest entry is emptied and reused. */
static unsigned place_of(fc_cost_cache *prices, const fc_cost_key *key, bool *known)
{
    uint64_t hash = fc_hash_reals(fc_hash_reals((uint64_t)key->item, key->number, 4), key->more, key->n_more) | 1;
    unsigned set = (unsigned)(hash >> (64 - SET_BITS)) * WAYS, place;
    for (place = set; place < set + WAYS; place++)
        if (prices->hash[place] == hash && is_equal(numbers_of(prices, place), key)) {
            *known = true;
            return place;
        }
    place = set + prices->oldest[set / WAYS];
    prices->oldest[set / WAYS] = (unsigned char)((place + 1) % WAYS);
    prices->hash[place] = hash;
    double *number = numbers_of(prices, place);
    number[0] = key->item;
    memcpy(number + 1, key->number, sizeof key->number);
    if (key->n_more)
        memcpy(number + HEAD, key->more, (size_t)key->n_more * sizeof *key->more);
    prices->price[place] = (fc_cached_cost){0};
    *known = false;
    return place;
}

fc_cached_cost *fc_cost_cache_find(fc_cost_cache *prices, const fc_cost_key *key, bool *known)
{
    unsigned *latest = &prices->latest[key->item];
    *known = prices->hash[*latest] && is_equal(numbers_of(prices, *latest), key);
    if (!*known)
        *latest = place_of(prices, key, known);
    return &prices->price[*latest];
}

fc_prepared_model *fc_cost_cache_model(fc_cost_cache *prices, int region)
{
    return &prices->model[region];
}
