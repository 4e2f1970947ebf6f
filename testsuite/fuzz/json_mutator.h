/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file json_mutator.h  Mutates JSON by its structure: a value anywhere in the document is replaced, copied over
 * another one, or removed. Mutations of bytes alone hardly ever give JSON. */
#ifndef FC_FUZZ_JSON_MUTATOR_H
#define FC_FUZZ_JSON_MUTATOR_H

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/** A value's container and its place in there. */
typedef struct json_spot {
    json_t *container;
    const char *key; /* NULL: an array */
    size_t index;
} json_spot;

/** Draws one spot of all with equal probability; *n counts those seen so far. */
static inline void json_draw(json_t *container, unsigned *seed, size_t *n, json_spot *spot)
{
    const char *key;
    json_t *value;
    size_t i;
    json_object_foreach(container, key, value)
    {
        if ((size_t)rand_r(seed) % ++*n == 0)
            *spot = (json_spot){container, key, 0};
        json_draw(value, seed, n, spot);
    }
    json_array_foreach(container, i, value)
    {
        if ((size_t)rand_r(seed) % ++*n == 0)
            *spot = (json_spot){container, NULL, i};
        json_draw(value, seed, n, spot);
    }
}

static inline json_t *json_at(const json_spot *spot)
{
    return spot->key ? json_object_get(spot->container, spot->key) : json_array_get(spot->container, spot->index);
}

static inline json_t *json_odd_value(const json_t *old, unsigned *seed)
{
    static const char *const text[] = {"", "0", "-1", "\n", "*/", "..", "/", "a b", "\xc3\xa9", "2147483648"};
    static const double number[] = {0, -1, 0.5, 1e308, -1e308, 1e-308, 4294967296.0, 2147483648.0};
    static const json_int_t whole[] = {0, 1, -1, 2, 7, 255, 65536, 2147483647, 2147483648, 9223372036854775807};
    switch (rand_r(seed) % 8) {
    case 0:
        return json_string(text[(size_t)rand_r(seed) % (sizeof text / sizeof *text)]);
    case 1:
        return json_real(number[(size_t)rand_r(seed) % (sizeof number / sizeof *number)]);
    case 2:
        return rand_r(seed) % 2 ? json_array() : json_object();
    case 3:
        return rand_r(seed) % 2 ? json_null() : json_boolean(rand_r(seed) % 2);
    case 4:
        return json_is_integer(old)
                   ? json_integer((json_int_t)((uint64_t)json_integer_value(old) + (uint64_t)(rand_r(seed) % 5) - 2))
                   : json_integer(3);
    default:
        return json_integer(whole[(size_t)rand_r(seed) % (sizeof whole / sizeof *whole)]);
    }
}

static inline void json_change(const json_spot *to, const json_spot *from, unsigned *seed)
{
    json_t *value = rand_r(seed) % 3 ? json_odd_value(json_at(to), seed) : json_deep_copy(json_at(from));
    if (to->key && rand_r(seed) % 8 == 0)
        json_object_del(to->container, to->key);
    else if (to->key)
        json_object_set(to->container, to->key, value);
    else if (rand_r(seed) % 4 == 0)
        json_array_insert(to->container, to->index, value);
    else if (rand_r(seed) % 6 == 0)
        json_array_remove(to->container, to->index);
    else
        json_array_set(to->container, to->index, value);
    json_decref(value);
}

/** One in ten mutations, and each of what is no JSON, is of bytes. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    json_t *root = rand_r(&seed) % 10 ? json_loadb((const char *)data, size, 0, NULL) : NULL;
    size_t n_from = 0, n_to = 0;
    json_spot from = {0}, to = {0};
    if (root)
        json_draw(root, &seed, &n_from, &from);
    if (n_from == 0) {
        json_decref(root);
        return LLVMFuzzerMutate(data, size, max_size);
    }
    for (int i = rand_r(&seed) % 3; i >= 0; i--) {
        n_from = n_to = 0;
        json_draw(root, &seed, &n_from, &from);
        json_draw(root, &seed, &n_to, &to);
        if (n_to > 0)
            json_change(&to, &from, &seed);
    }
    size_t made = json_dumpb(root, (char *)data, max_size, JSON_COMPACT);
    json_decref(root);
    return made <= max_size ? made : size;
}

#endif
