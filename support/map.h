/* SPDX-License-Identifier: Apache-2.0 */
/** @file map.h  A hash map from bytes (a name, a pointer's value) to a pointer.
 *
 * Open addressing with linear probing (Knuth, vol. 3, 6.4) and the FNV-1a hash; at most half of the slots are used. */
#ifndef FC_MAP_H
#define FC_MAP_H

#include <stddef.h>

/** {0} is the empty map. Keys are copied, values are borrowed. */
typedef struct fc_map {
    struct fc_map_slot *slot;
    size_t n_slots; /* 0 or a power of two */
    size_t n;
} fc_map;

/** The value stored under the key; NULL if there is none. */
void *fc_map_get(const fc_map *map, const void *key, size_t length);
/** Stores a value that is not NULL; it replaces an earlier value of the same key. */
void fc_map_put(fc_map *map, const void *key, size_t length, void *value);
void fc_map_free(fc_map *map);

#endif
