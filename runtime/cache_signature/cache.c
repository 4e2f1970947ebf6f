/* SPDX-License-Identifier: Apache-2.0 */
#include "cache.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOST_LINE = 64,
    LANES = 4
};

/* Entries compared in one SIMD step. */
typedef uint32_t lanes __attribute__((vector_size(LANES * sizeof(uint32_t))));

/* A cache level. In the nearest level, entries stay in place and hold the line's number plus one (0: empty) and the
 * time of use. Farther levels have large tables: an entry is a 32-bit tag (tag_of), and the last entry of a set is the
 * next victim (policy random: any). There LRU moves hits to the front, FIFO leaves them. */
typedef struct level {
    fc_cache_place *nearest; /* of level 0 */
    uint32_t *place;         /* of the other levels: `width` entries a set, `ways` of them used */
    uint64_t n_sets;
    uint64_t mask; /* n_sets - 1 where that is a power of two, else 0 */
    unsigned shift, ways, width;
    fc_cache_policy policy;
} level;

struct fc_cache {
    int n_levels;
    unsigned unknown, known;
    fc_cache_place *last; /* of level 0: the entry of the last reference */
    uint64_t clock;       /* references to level 0 */
    uint64_t random;
    level level[FC_CACHE_MAX_LEVELS];
};

static bool is_power_of_two(uint64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static const char *fault_of(const fc_cache_level *level, const fc_cache_level *nearer)
{
    if (level->line < 8 || level->line > 65536 || !is_power_of_two(level->line))
        return "the line size must be a power of two from 8 to 65536 bytes";
    if (level->ways < 1 || level->ways > FC_CACHE_MAX_WAYS)
        return "a set must have 1 to 64 ways";
    if (level->bytes == 0 || level->bytes % ((unsigned long)level->line * level->ways) != 0)
        return "its size must be a multiple of the set size, ways times line";
    if (level->bytes > 1ul << 34)
        return "it exceeds 16 GiB";
    if (level->policy >= FC_CACHE_N_POLICIES)
        return "its policy must be lru, fifo or random";
    if (nearer && level->bytes < nearer->bytes)
        return "it is smaller than the previous level";
    return NULL;
}

const char *fc_cache_fault(int *level, const fc_cache_shape *shape)
{
    *level = 0;
    if (shape->n_levels < 1 || shape->n_levels > FC_CACHE_MAX_LEVELS)
        return "there must be 1 to 5 levels of cache";
    for (int l = 0; l < shape->n_levels; l++) {
        *level = l;
        const char *fault = fault_of(&shape->level[l], l > 0 ? &shape->level[l - 1] : NULL);
        if (fault)
            return fault;
    }
    return NULL;
}

static void init_level(level *out, const fc_cache_level *shape)
{
    out->ways = shape->ways;
    out->width = (shape->ways + LANES - 1) / LANES * LANES;
    out->policy = shape->policy;
    out->n_sets = shape->bytes / shape->line / shape->ways;
    out->mask = is_power_of_two(out->n_sets) ? out->n_sets - 1 : 0;
    while (1u << out->shift < shape->line)
        out->shift++;
}

/* Allocates zeroed entries; NULL: out of memory. */
static void *allocate_entries(const level *of, size_t each)
{
    size_t bytes = (of->n_sets * of->width * each + HOST_LINE - 1) / HOST_LINE * HOST_LINE;
    void *places = aligned_alloc(HOST_LINE, bytes);
    if (places)
        memset(places, 0, bytes);
    return places;
}

fc_cache *fc_cache_create(const fc_cache_shape *shape)
{
    fc_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return NULL;
    cache->random = 88172645463325252u;
    bool good = true;
    for (; good && cache->n_levels < shape->n_levels; cache->n_levels++) {
        level *at = &cache->level[cache->n_levels];
        init_level(at, &shape->level[cache->n_levels]);
        if (cache->n_levels == 0)
            good = (cache->last = at->nearest = allocate_entries(at, sizeof *at->nearest));
        else
            good = (at->place = allocate_entries(at, sizeof *at->place));
    }
    if (good)
        return cache;
    fc_cache_free(cache);
    return NULL;
}

void fc_cache_free(fc_cache *cache)
{
    for (int l = 0; cache && l < cache->n_levels; l++) {
        free(cache->level[l].nearest);
        free(cache->level[l].place);
    }
    free(cache);
}

/* xorshift64 [Marsaglia 2003]. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A 32-bit tag of a line number, never 0 (empty): unique for numbers below 2^32 - 1. Larger numbers in one set collide
 * with the probability of random numbers. Compact tables reduce cache misses of the simulation itself. */
static uint32_t tag_of(uint64_t number)
{
    uint32_t tag = (uint32_t)number + (uint32_t)(number >> 32) * 0x9e3779b1u + 1;
    return tag ? tag : 1;
}

/* The entry that holds the tag, from 1; 0: none. */
static unsigned place_of(const uint32_t *set, unsigned width, uint32_t tag)
{
    const lanes wanted = {tag, tag, tag, tag}, step = {LANES, LANES, LANES, LANES};
    lanes number = {1, 2, 3, 4}, found = {0}, here;
    for (unsigned i = 0; i < width; i += LANES) {
        memcpy(&here, set + i, sizeof here);
        found |= (lanes)(here == wanted) & number;
        number += step;
    }
    return found[0] | found[1] | found[2] | found[3];
}

/* Moves entries 0 .. at - 1 back by one and stores the tag in front. */
static void put_in_front(uint32_t *set, unsigned at, uint32_t tag)
{
    memmove(set + 1, set, at * sizeof *set);
    set[0] = tag;
}

/* Inserts a line on a miss. Empty entries are the last ones; with policy random they are filled in order. */
static void fill(fc_cache *cache, level *at, uint32_t *set, uint32_t tag)
{
    bool has_room = set[at->ways - 1] == 0;
    unsigned place = at->ways - 1;
    if (has_room)
        cache->unknown |= 1u << (at - cache->level);
    if (at->policy != FC_CACHE_RANDOM) {
        put_in_front(set, place, tag);
        return;
    }
    if (has_room)
        for (place = 0; set[place] != 0;)
            place++;
    else
        place = (unsigned)(next_random(&cache->random) % at->ways);
    set[place] = tag;
}

static uint64_t first_place(const level *at, uint64_t number)
{
    return at->width * (at->mask || at->n_sets == 1 ? number & at->mask : number % at->n_sets);
}

static uint32_t *set_of(const level *at, uint64_t number)
{
    return at->place + first_place(at, number);
}

/* The victim of a set of the nearest level: the least recently used entry, empty ones first; with policy random any,
 * if none is empty. */
static fc_cache_place *victim(fc_cache *cache, const level *at, fc_cache_place *set)
{
    fc_cache_place *oldest = set;
    for (unsigned i = 1; i < at->ways; i++)
        if (set[i].used < oldest->used)
            oldest = &set[i];
    if (oldest->used == 0)
        cache->unknown |= 1;
    else if (at->policy == FC_CACHE_RANDOM)
        oldest = &set[next_random(&cache->random) % at->ways];
    return oldest;
}

/* find() for the nearest level. */
static bool find_nearest(fc_cache *cache, uint64_t number)
{
    const level *at = cache->level;
    fc_cache_place *set = at->nearest + first_place(at, number);
    unsigned way = 0;
    while (way < at->ways && set[way].line != number + 1)
        way++;
    bool found = way < at->ways;
    cache->last = found ? &set[way] : victim(cache, at, set);
    cache->last->line = number + 1;
    cache->clock++;
    if (!found || at->policy == FC_CACHE_LRU)
        cache->last->used = cache->clock;
    return found;
}

/* Looks up the address in one level and inserts its line on a miss. True: hit. */
static bool find(fc_cache *cache, level *at, uintptr_t address)
{
    uint64_t number = (uint64_t)address >> at->shift;
    if (at == cache->level)
        return find_nearest(cache, number);
    uint32_t *set = set_of(at, number), tag = tag_of(number);
    if (set[at->ways - 1] != 0)
        cache->known |= 1u << (at - cache->level);
    if (set[0] == tag)
        return true;
    unsigned place = place_of(set, at->width, tag);
    if (place == 0)
        fill(cache, at, set, tag);
    else if (at->policy == FC_CACHE_LRU)
        put_in_front(set, place - 1, tag);
    return place > 0;
}

/* Looks up all lines of the reference in one level. True: all hit. */
static bool find_all(fc_cache *cache, level *at, uintptr_t first, uintptr_t last)
{
    bool found = find(cache, at, first);
    for (uintptr_t line = (first >> at->shift) + 1; line <= last >> at->shift; line++)
        found &= find(cache, at, line << at->shift);
    return found;
}

int fc_cache_reference(fc_cache *cache, uintptr_t address, unsigned bytes)
{
    uintptr_t last = address + bytes - 1;
    const level *nearest = cache->level;
    cache->unknown = cache->known = 0;
    if (cache->last->line == (last >> nearest->shift) + 1 && address >> nearest->shift == last >> nearest->shift) {
        cache->clock++;
        if (nearest->policy == FC_CACHE_LRU)
            cache->last->used = cache->clock;
        return 0;
    }
    if (find_all(cache, &cache->level[0], address, last))
        return 0;
    /* Prefetches the sets of the farther levels, as the tables of large caches are not in the host's caches. */
    for (int l = 2; l < cache->n_levels; l++) {
        const level *at = &cache->level[l];
        const uint32_t *set = set_of(at, (uint64_t)address >> at->shift);
        for (unsigned i = 0; i < at->ways; i += HOST_LINE / sizeof *set)
            __builtin_prefetch(set + i, 1);
    }
    int served = 1;
    while (served < cache->n_levels && !find_all(cache, &cache->level[served], address, last))
        served++;
    return served;
}

fc_cache_place *fc_cache_nearest(const fc_cache *cache)
{
    return cache->last;
}

uint64_t fc_cache_clock(const fc_cache *cache)
{
    return cache->clock;
}

unsigned fc_cache_uncertain_misses(const fc_cache *cache)
{
    return cache->unknown;
}

unsigned fc_cache_full_lookups(const fc_cache *cache)
{
    return cache->known;
}

void fc_cache_empty(fc_cache *cache)
{
    const level *nearest = cache->level;
    memset(nearest->nearest, 0, nearest->n_sets * nearest->width * sizeof *nearest->nearest);
    for (int l = 1; l < cache->n_levels; l++)
        memset(cache->level[l].place, 0, cache->level[l].n_sets * cache->level[l].width * sizeof(uint32_t));
}
