/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/context/state_tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_LENGTH = 400 /* summands of a value: longer ones are unknown, as each use multiplies them */
};

/* ---- keys ---- */

bool fc_state_is_part(const char *key, const char *whole)
{
    if (strncmp(key, whole, strlen(whole)) != 0)
        return false;
    const char next = key[strlen(whole)];
    return next == '\0' || next == '.' || next == '[';
}

int fc_state_variable(const char *key)
{
    return key[0] == 's' && isdigit((unsigned char)key[1]) && !strpbrk(key, ".[") ? atoi(key + 1) : -1;
}

/* The number of keys below this one in a sorted table, whose records of so many bytes begin with their keys. */
static size_t position_in(const void *table, size_t n, size_t bytes, const char *key)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(*(char *const *)((const char *)table + middle * bytes), key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- values ---- */

size_t fc_state_position(const fc_state *state, const char *resolved)
{
    return position_in(state->binding, state->n, sizeof *state->binding, resolved);
}

fc_state_value_of *fc_state_find(const fc_state *state, const char *resolved)
{
    const size_t at = fc_state_position(state, resolved);
    return at < state->n && strcmp(state->binding[at].key, resolved) == 0 ? &state->binding[at] : NULL;
}

void fc_state_set(fc_state *state, const char *resolved, const fc_sym *value)
{
    fc_state_value_of *known = fc_state_find(state, resolved);
    if (value && fc_sym_is_longer(value, MAX_LENGTH))
        value = NULL;
    if (known) {
        known->value = value;
        known->time = state->time;
        known->on_root = NULL;
        return;
    }
    fc_state_value_of added = (fc_state_value_of){fc_copy_string(resolved), value, state->time, NULL};
    const size_t at = fc_state_position(state, added.key);
    state->binding = fc_grow(state->binding, &state->capacity, state->n + 1, sizeof *state->binding);
    memmove(state->binding + at + 1, state->binding + at, (state->n - at) * sizeof *state->binding);
    state->binding[at] = added;
    state->n++;
}

size_t fc_state_end_of_prefix(const fc_state *state, size_t first, const char *whole)
{
    const size_t length = strlen(whole);
    while (first < state->n && strncmp(state->binding[first].key, whole, length) == 0)
        first++;
    return first;
}

void fc_state_forget_parts(fc_state *state, const char *resolved)
{
    const size_t first = fc_state_position(state, resolved), end = fc_state_end_of_prefix(state, first, resolved);
    for (size_t i = first; i < end; i++)
        if (fc_state_is_part(state->binding[i].key, resolved))
            state->binding[i].value = NULL, state->binding[i].time = state->time;
}

void fc_state_copy_values(fc_state *state, const char *to, const char *from)
{
    const size_t first = fc_state_position(state, from), n = fc_state_end_of_prefix(state, first, from) - first;
    fc_state_value_of *copied = fc_allocate(n + 1, sizeof *copied);
    memcpy(copied, state->binding + first, n * sizeof *copied); /* each new one may move those after it */
    for (size_t i = 0; i < n; i++) {
        if (!fc_state_is_part(copied[i].key, from))
            continue;
        char *part = fc_format("%s%s", to, copied[i].key + strlen(from));
        fc_state_set(state, part, copied[i].value);
        free(part);
    }
    free(copied);
}

/* ---- pointers ---- */

static size_t pointer_position(const fc_state *state, const char *place)
{
    return position_in(state->pointer, state->n_pointers, sizeof *state->pointer, place);
}

const fc_state_pointer *fc_state_find_pointer(const fc_state *state, const char *place)
{
    const size_t at = pointer_position(state, place);
    return at < state->n_pointers && strcmp(state->pointer[at].place, place) == 0 ? &state->pointer[at] : NULL;
}

void fc_state_drop_pointer(fc_state *state, size_t at)
{
    free(state->pointer[at].place);
    free(state->pointer[at].target);
    state->n_pointers--;
    memmove(state->pointer + at, state->pointer + at + 1, (state->n_pointers - at) * sizeof *state->pointer);
}

void fc_state_set_pointer(fc_state *state, const char *place, const char *target, bool is_array)
{
    char *copy = fc_copy_string(target);
    const fc_state_pointer *before = fc_state_find_pointer(state, place);
    if (before)
        fc_state_drop_pointer(state, (size_t)(before - state->pointer));
    const size_t at = pointer_position(state, place);
    state->pointer = fc_grow(state->pointer, &state->pointer_capacity, state->n_pointers + 1, sizeof *state->pointer);
    memmove(state->pointer + at + 1, state->pointer + at, (state->n_pointers - at) * sizeof *state->pointer);
    state->pointer[at] = (fc_state_pointer){fc_copy_string(place), copy, is_array};
    state->n_pointers++;
}

void fc_state_clear_pointers(fc_state *state)
{
    while (state->n_pointers > 0)
        fc_state_drop_pointer(state, state->n_pointers - 1);
}

void fc_state_free_pointers(fc_state *state)
{
    fc_state_clear_pointers(state);
    for (size_t i = 0; i < state->n_joined; i++) {
        free(state->joined[i].object);
        free(state->joined[i].of[0]);
        free(state->joined[i].of[1]);
    }
    free(state->pointer);
    free(state->joined);
    state->pointer = NULL;
    state->joined = NULL;
    state->pointer_capacity = state->n_joined = state->joined_capacity = 0;
}

bool fc_state_is_joined(const fc_state *state, const char *object)
{
    for (size_t i = 0; i < state->n_joined; i++)
        if (strcmp(state->joined[i].object, object) == 0)
            return true;
    return false;
}

void fc_state_add_joined(fc_state *state, const char *object, const char *a, const char *b)
{
    if (fc_state_is_joined(state, object))
        return;
    state->joined = fc_grow(state->joined, &state->joined_capacity, state->n_joined + 1, sizeof *state->joined);
    state->joined[state->n_joined++] =
        (fc_state_joined){fc_copy_string(object), {fc_copy_string(a), fc_copy_string(b)}};
}

void fc_state_copy_joined(fc_state *to, const fc_state *from)
{
    for (size_t i = 0; i < from->n_joined; i++)
        fc_state_add_joined(to, from->joined[i].object, from->joined[i].of[0], from->joined[i].of[1]);
}

/* ---- whole states ---- */

fc_state *fc_state_create(void)
{
    return fc_allocate(1, sizeof(fc_state));
}

void fc_state_free(fc_state *state)
{
    if (!state)
        return;
    for (size_t i = 0; i < state->n; i++)
        free(state->binding[i].key);
    fc_state_free_pointers(state);
    free(state->binding);
    free(state);
}

fc_state *fc_state_copy(const fc_state *state)
{
    fc_state *copy = fc_state_create();
    for (size_t i = 0; i < state->n_pointers; i++)
        fc_state_set_pointer(copy, state->pointer[i].place, state->pointer[i].target, state->pointer[i].is_array);
    fc_state_copy_joined(copy, state);
    copy->binding = fc_allocate(state->n, sizeof *copy->binding);
    copy->capacity = copy->n = state->n;
    for (size_t i = 0; i < state->n; i++)
        copy->binding[i] = (fc_state_value_of){fc_copy_string(state->binding[i].key), state->binding[i].value,
                                               state->binding[i].time, state->binding[i].on_root};
    copy->time = state->time;
    copy->namer = state->namer;
    copy->namer_data = state->namer_data;
    return copy;
}

void fc_state_replace(fc_state *state, fc_state *by)
{
    const fc_state before = *state;
    *state = *by;
    *by = before;
    fc_state_free(by);
}
