/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/context/state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_REPLACEMENTS = 32,
    MAX_LENGTH = 400 /* summands of a value: longer ones are unknown, as each use multiplies them */
};

typedef struct binding {
    char *key;
    const fc_sym *value;
    long time;
    const fc_sym *on_root; /* where a branch on the rank left `value` unknown: the value on rank 0 */
} binding;

typedef struct pointer {
    int symbol_id;
    char *target;
    bool is_array;
} pointer;

struct fc_state {
    binding *binding; /* by key; the parts of a place follow it */
    size_t n, capacity;
    pointer *pointer;
    size_t n_pointers, pointer_capacity;
    long time;
    fc_state_namer *namer; /* NULL: none */
    void *namer_data;
};

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
    for (size_t i = 0; i < state->n_pointers; i++)
        free(state->pointer[i].target);
    free(state->binding);
    free(state->pointer);
    free(state);
}

/* A dereference "(*s12)" or an element "s12[" at `at` of a bound pointer: the text that replaces it, and its length. */
static const pointer *pointer_at(const fc_state *state, const char *key, size_t at, size_t *length)
{
    bool starred = strncmp(key + at, "(*s", 3) == 0;
    size_t digits = at + (starred ? 3 : 1), end = digits;
    bool starts = starred || (key[at] == 's' && (at == 0 || !isalnum((unsigned char)key[at - 1])));
    while (starts && isdigit((unsigned char)key[end]))
        end++;
    if (!starts || end == digits || key[end] != (starred ? ')' : '['))
        return NULL;
    *length = end - at + starred;
    int symbol_id = atoi(key + digits);
    for (size_t i = 0; i < state->n_pointers; i++)
        if (state->pointer[i].symbol_id == symbol_id && state->pointer[i].target)
            return &state->pointer[i];
    return NULL;
}

static bool replace_one(const fc_state *state, fc_text *key)
{
    for (size_t at = 0; at < key->length; at++) {
        size_t length;
        const pointer *found = pointer_at(state, key->bytes, at, &length);
        if (!found)
            continue;
        fc_text replaced = {0};
        fc_text_append(&replaced, key->bytes, at);
        fc_text_add(&replaced, "%s", found->target);
        bool starred = key->bytes[at] == '(';
        if (starred && found->is_array)
            fc_text_add(&replaced, "[0]");
        if (!starred && !found->is_array && strncmp(key->bytes + at + length, "[0]", 3) == 0)
            length += 3;
        fc_text_add(&replaced, "%s", key->bytes + at + length);
        fc_text_free(key);
        *key = replaced;
        return true;
    }
    return false;
}

char *fc_state_resolve(const fc_state *state, const char *key)
{
    fc_text text = {0};
    fc_text_add(&text, "%s", key);
    for (int i = 0; i < MAX_REPLACEMENTS && replace_one(state, &text); i++)
        continue;
    return fc_text_take(&text);
}

/* The number of keys below this one. */
static size_t position_of(const fc_state *state, const char *resolved)
{
    size_t low = 0, high = state->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(state->binding[middle].key, resolved) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static binding *find(const fc_state *state, const char *resolved)
{
    const size_t at = position_of(state, resolved);
    return at < state->n && strcmp(state->binding[at].key, resolved) == 0 ? &state->binding[at] : NULL;
}

static void insert(fc_state *state, binding added)
{
    const size_t at = position_of(state, added.key);
    state->binding = fc_grow(state->binding, &state->capacity, state->n + 1, sizeof *state->binding);
    memmove(state->binding + at + 1, state->binding + at, (state->n - at) * sizeof *state->binding);
    state->binding[at] = added;
    state->n++;
}

void fc_state_bind(fc_state *state, const char *key, const fc_sym *value)
{
    char *resolved = fc_state_resolve(state, key);
    binding *known = find(state, resolved);
    if (value && fc_sym_is_longer(value, MAX_LENGTH))
        value = NULL;
    if (known) {
        known->value = value;
        known->time = state->time;
        known->on_root = NULL;
        free(resolved);
        return;
    }
    insert(state, (binding){resolved, value, state->time, NULL});
}

void fc_state_watch(fc_state *state, fc_state_namer *namer, void *data)
{
    state->namer = namer;
    state->namer_data = data;
}

void fc_state_set_time(fc_state *state, long time)
{
    state->time = time;
}

const fc_sym *fc_state_value(const fc_state *state, const char *key, const fc_node *place)
{
    char *resolved = fc_state_resolve(state, key);
    const binding *known = find(state, resolved);
    const fc_sym *value = known ? known->value : NULL;
    if (known && !value && state->namer)
        value = state->namer(state->namer_data, resolved, place, known->time);
    free(resolved);
    return value;
}

bool fc_state_lookup(const fc_state *state, const char *key, const fc_sym **value)
{
    char *resolved = fc_state_resolve(state, key);
    const binding *known = find(state, resolved);
    free(resolved);
    if (known)
        *value = known->value;
    return known != NULL;
}

void fc_state_point(fc_state *state, int symbol_id, const char *target, bool is_array)
{
    for (size_t i = 0; i < state->n_pointers; i++)
        if (state->pointer[i].symbol_id == symbol_id) {
            free(state->pointer[i].target);
            state->pointer[i] = state->pointer[--state->n_pointers];
        }
    if (!target)
        return;
    state->pointer = fc_grow(state->pointer, &state->pointer_capacity, state->n_pointers + 1, sizeof *state->pointer);
    state->pointer[state->n_pointers++] = (pointer){symbol_id, fc_copy_string(target), is_array};
}

/* The bindings whose keys begin with that of `whole`: the place, its parts, and others of longer names. */
static size_t end_of_prefix(const fc_state *state, size_t first, const char *whole)
{
    const size_t length = strlen(whole);
    while (first < state->n && strncmp(state->binding[first].key, whole, length) == 0)
        first++;
    return first;
}

/* The key begins with that of `whole`. */
static bool is_part(const char *key, const char *whole)
{
    const char next = key[strlen(whole)];
    return next == '\0' || next == '.' || next == '[';
}

void fc_state_forget(fc_state *state, const char *key)
{
    char *resolved = fc_state_resolve(state, key);
    const size_t first = position_of(state, resolved), end = end_of_prefix(state, first, resolved);
    for (size_t i = first; i < end; i++)
        if (is_part(state->binding[i].key, resolved))
            state->binding[i].value = NULL, state->binding[i].time = state->time;
    free(resolved);
    fc_state_bind(state, key, NULL);
}

void fc_state_forget_all(fc_state *state)
{
    for (size_t i = 0; i < state->n; i++)
        state->binding[i].value = state->binding[i].on_root = NULL, state->binding[i].time = state->time;
    for (size_t i = 0; i < state->n_pointers; i++)
        free(state->pointer[i].target);
    state->n_pointers = 0;
}

void fc_state_forget_aliases(fc_state *state, const char *key)
{
    const char *member = strrchr(key, ')') ? strrchr(key, ')') + 1 : key;
    size_t length = strlen(member);
    for (size_t i = 0; i < state->n; i++) {
        size_t n = strlen(state->binding[i].key);
        if (n >= length && strcmp(state->binding[i].key + n - length, member) == 0)
            state->binding[i].value = state->binding[i].on_root = NULL, state->binding[i].time = state->time;
    }
}

void fc_state_copy_parts(fc_state *state, const char *to, const char *from)
{
    char *source = fc_state_resolve(state, from);
    const size_t first = position_of(state, source), n = end_of_prefix(state, first, source) - first;
    binding *copied = fc_allocate(n + 1, sizeof *copied);
    memcpy(copied, state->binding + first, n * sizeof *copied); /* each binding may move those behind it */
    for (size_t i = 0; i < n; i++) {
        if (!is_part(copied[i].key, source))
            continue;
        char *part = fc_format("%s%s", to, copied[i].key + strlen(source));
        fc_state_bind(state, part, copied[i].value);
        free(part);
    }
    free(copied);
    free(source);
}

fc_state *fc_state_copy(const fc_state *state)
{
    fc_state *copy = fc_state_create();
    for (size_t i = 0; i < state->n_pointers; i++)
        fc_state_point(copy, state->pointer[i].symbol_id, state->pointer[i].target, state->pointer[i].is_array);
    copy->binding = fc_allocate(state->n, sizeof *copy->binding);
    copy->capacity = copy->n = state->n;
    for (size_t i = 0; i < state->n; i++)
        copy->binding[i] = (binding){fc_copy_string(state->binding[i].key), state->binding[i].value,
                                     state->binding[i].time, state->binding[i].on_root};
    copy->time = state->time;
    copy->namer = state->namer;
    copy->namer_data = state->namer_data;
    return copy;
}

void fc_state_restore(fc_state *state, const fc_state *before, int symbol_id)
{
    char *key = fc_format("s%d", symbol_id), *target = fc_format("(*s%d)", symbol_id);
    const fc_sym *value = NULL;
    fc_state_point(state, symbol_id, NULL, false);
    fc_state_forget(state, target);
    fc_state_forget(state, key);
    for (size_t i = 0; i < before->n_pointers; i++)
        if (before->pointer[i].symbol_id == symbol_id)
            fc_state_point(state, symbol_id, before->pointer[i].target, before->pointer[i].is_array);
    if (fc_state_lookup(before, key, &value))
        fc_state_bind(state, key, value);
    free(target);
    free(key);
}

void fc_state_replace(fc_state *state, fc_state *by)
{
    const fc_state before = *state;
    *state = *by;
    *by = before;
    fc_state_free(by);
}

static const fc_sym *rank_of(fc_algebra *algebra)
{
    return fc_sym_variable(algebra, "rank", "rank", "rank", FC_FACT_NONNEGATIVE);
}

static const fc_sym *at_root(fc_algebra *algebra, const fc_sym *value)
{
    const fc_sym *rank = rank_of(algebra);
    return fc_sym_substitute(algebra, value, rank, fc_sym_integer(algebra, 0));
}

static const fc_sym *root_value(fc_algebra *algebra, const binding *bound)
{
    if (!bound)
        return NULL;
    return bound->on_root ? bound->on_root : bound->value ? at_root(algebra, bound->value) : NULL;
}

void fc_state_carry(fc_state *state, fc_algebra *algebra, const char *key)
{
    char *resolved = fc_state_resolve(state, key);
    const size_t first = position_of(state, resolved), end = end_of_prefix(state, first, resolved);
    for (size_t i = first; i < end; i++)
        if (is_part(state->binding[i].key, resolved)) {
            state->binding[i].value = root_value(algebra, &state->binding[i]);
            state->binding[i].time = state->time;
            state->binding[i].on_root = NULL;
        }
    free(resolved);
}

static void choose_one(fc_state *state, fc_algebra *algebra, const fc_sym *chosen, const binding *a, const binding *b)
{
    double taken;
    const char *key = a ? a->key : b->key;
    const fc_sym *x = a ? a->value : NULL, *y = b ? b->value : NULL;
    bool both = x && y;
    fc_state_bind(state, key, both ? fc_sym_choose(algebra, chosen, x, y) : NULL);
    if (!both && fc_sym_is_constant(at_root(algebra, chosen), &taken))
        find(state, key)->on_root = root_value(algebra, taken != 0 ? a : b);
}

void fc_state_choose(fc_state *state, fc_algebra *algebra, const fc_sym *chosen, const fc_state *yes,
                     const fc_state *no)
{
    for (size_t i = 0; i < yes->n; i++)
        choose_one(state, algebra, chosen, &yes->binding[i], find(no, yes->binding[i].key));
    for (size_t i = 0; i < no->n; i++)
        if (!find(yes, no->binding[i].key))
            choose_one(state, algebra, chosen, NULL, &no->binding[i]);
}

/* ---- filled arrays ---- */

const fc_sym *fc_state_index(fc_algebra *algebra)
{
    return fc_sym_variable(algebra, "\004element", NULL, NULL, FC_FACT_NONE);
}

char *fc_state_array(const fc_state *state, const char *key, bool is_pointer)
{
    char *starred = fc_format(is_pointer ? "(*%s)" : "%s", key), *resolved = fc_state_resolve(state, starred);
    const size_t length = strlen(resolved);
    if (is_pointer && length > 3 && strcmp(resolved + length - 3, "[0]") == 0)
        resolved[length - 3] = '\0';
    free(starred);
    return resolved;
}

static void bind_part(fc_state *state, const char *key, const char *part, const fc_sym *value)
{
    char *whole = fc_format("%s[*]%s", key, part);
    fc_state_bind(state, whole, value);
    free(whole);
}

void fc_state_fill(fc_state *state, const char *key, const fc_sym_range *elements, const fc_sym *each)
{
    bind_part(state, key, "", each);
    bind_part(state, key, ".low", elements->low);
    bind_part(state, key, ".high", elements->high);
}

void fc_state_set_element(fc_state *state, const char *key, const fc_sym *index, const fc_sym *value)
{
    fc_state_forget(state, key);
    bind_part(state, key, ".index", index);
    bind_part(state, key, ".own", value);
}

static const fc_sym *part_of(const fc_state *state, const char *key, const char *part)
{
    const fc_sym *value = NULL;
    char *whole = fc_format("%s[*]%s", key, part);
    fc_state_lookup(state, whole, &value);
    free(whole);
    return value;
}

void fc_state_forget_varying(fc_state *state, const char *key, const fc_sym *variable)
{
    const fc_sym *part[] = {part_of(state, key, ""), part_of(state, key, ".low"), part_of(state, key, ".high")};
    for (int i = 0; i < 3; i++)
        if (part[i] && fc_sym_depends(part[i], variable))
            fc_state_fill(state, key, &(fc_sym_range){0}, NULL);
}

const fc_sym *fc_state_own_element(const fc_state *state, const char *key)
{
    return part_of(state, key, ".own");
}

const fc_sym *fc_state_own_index(const fc_state *state, const char *key)
{
    return part_of(state, key, ".index");
}

bool fc_state_proves_nonnegative(fc_algebra *algebra, const fc_sym *value)
{
    const fc_sym *p = fc_sym_variable(algebra, "p", "p", "p", FC_FACT_POSITIVE);
    const fc_sym *last = fc_sym_subtract(algebra, p, fc_sym_integer(algebra, 1));
    const fc_sym_range ranks = {rank_of(algebra), fc_sym_integer(algebra, 0), last};
    return fc_sym_proves_nonnegative_on(algebra, value, &(fc_sym_domain){.range = &ranks, .n_ranges = 1});
}

/* low <= index <= high is proven. */
static bool is_among(fc_algebra *algebra, const fc_sym *index, const fc_sym *low, const fc_sym *high)
{
    return fc_state_proves_nonnegative(algebra, fc_sym_subtract(algebra, index, low)) &&
           fc_state_proves_nonnegative(algebra, fc_sym_subtract(algebra, high, index));
}

const fc_sym *fc_state_element(const fc_state *state, fc_algebra *algebra, const char *key, const fc_sym *index)
{
    const fc_sym *each = part_of(state, key, ""), *low = part_of(state, key, ".low");
    const fc_sym *high = part_of(state, key, ".high");
    if (fc_state_own_element(state, key) && fc_state_own_index(state, key) == index)
        return fc_state_own_element(state, key);
    if (!each || !low || !high || !is_among(algebra, index, low, high))
        return NULL;
    return fc_sym_substitute(algebra, each, fc_state_index(algebra), index);
}

const fc_sym *fc_state_total(const fc_state *state, fc_algebra *algebra, const char *key, const fc_sym *n)
{
    const fc_sym *each = part_of(state, key, ""), *low = part_of(state, key, ".low");
    const fc_sym *high = part_of(state, key, ".high"), *first = fc_sym_integer(algebra, 0);
    const fc_sym *last = fc_sym_subtract(algebra, n, fc_sym_integer(algebra, 1));
    if (!each || !low || !high || !is_among(algebra, first, low, high) || !is_among(algebra, last, low, high))
        return NULL;
    /* Unlike an index, a number of an element is not negative. */
    const fc_sym *number = fc_sym_variable(algebra, "\004number of element", NULL, NULL, FC_FACT_NONNEGATIVE);
    return fc_sym_sum_or_loop(algebra, number, first, last,
                              fc_sym_substitute(algebra, each, fc_state_index(algebra), number));
}
