/* SPDX-License-Identifier: Apache-2.0 */
#include "support/map.h"
#include "support/hash.h"
#include "support/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct fc_map_slot {
    void *key;
    size_t length;
    void *value; /* NULL: free slot */
} fc_map_slot;

/* Linear probing: returns the slot that holds the key, or the free slot where it would be inserted. */
static fc_map_slot *find(const fc_map *map, const void *key, size_t length)
{
    size_t at = fc_hash_bytes(FC_HASH_EMPTY, key, length) & (map->n_slots - 1);
    for (;; at = (at + 1) & (map->n_slots - 1)) {
        fc_map_slot *slot = &map->slot[at];
        if (!slot->value || (slot->length == length && memcmp(slot->key, key, length) == 0))
            return slot;
    }
}

void *fc_map_get(const fc_map *map, const void *key, size_t length)
{
    return map->n_slots ? find(map, key, length)->value : NULL;
}

void fc_map_put(fc_map *map, const void *key, size_t length, void *value)
{
    if (2 * (map->n + 1) > map->n_slots) {
        fc_map bigger = {.n_slots = map->n_slots ? 2 * map->n_slots : 64, .n = map->n};
        bigger.slot = fc_allocate(bigger.n_slots, sizeof *bigger.slot);
        for (size_t i = 0; i < map->n_slots; i++)
            if (map->slot[i].value)
                *find(&bigger, map->slot[i].key, map->slot[i].length) = map->slot[i];
        free(map->slot);
        *map = bigger;
    }
    fc_map_slot *slot = find(map, key, length);
    if (!slot->value) {
        slot->key = fc_allocate(length, 1);
        memcpy(slot->key, key, length);
        slot->length = length;
        map->n++;
    }
    slot->value = value;
}

void fc_map_free(fc_map *map)
{
    for (size_t i = 0; i < map->n_slots; i++)
        if (map->slot[i].value)
            free(map->slot[i].key);
    free(map->slot);
    *map = (fc_map){0};
}
