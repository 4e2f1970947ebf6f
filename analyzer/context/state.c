/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/context/state_tables.h"

#include <stdlib.h>
#include <string.h>

void fc_state_bind(fc_state *state, const char *key, const fc_sym *value)
{
    char *resolved = fc_state_resolve(state, key);
    fc_state_lose_joined(state, resolved);
    fc_state_set(state, resolved, value);
    free(resolved);
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
    const fc_state_value_of *known = fc_state_find(state, resolved);
    const fc_sym *value = known ? known->value : NULL;
    if (known && !value && state->namer)
        value = state->namer(state->namer_data, resolved, place, known->time);
    free(resolved);
    return value;
}

bool fc_state_lookup(const fc_state *state, const char *key, const fc_sym **value)
{
    char *resolved = fc_state_resolve(state, key);
    const fc_state_value_of *known = fc_state_find(state, resolved);
    free(resolved);
    if (known)
        *value = known->value;
    return known != NULL;
}

void fc_state_forget(fc_state *state, const char *key)
{
    char *resolved = fc_state_resolve(state, key);
    fc_state_forget_parts(state, resolved);
    fc_state_lose_pointers(state, resolved);
    fc_state_bind(state, resolved, NULL);
    free(resolved);
}

void fc_state_allocate(fc_state *state, const char *object)
{
    fc_state_lose_targets(state, object);
    fc_state_forget(state, object);
}

void fc_state_forget_all(fc_state *state)
{
    for (size_t i = 0; i < state->n; i++)
        state->binding[i].value = state->binding[i].on_root = NULL, state->binding[i].time = state->time;
    fc_state_free_pointers(state);
}

void fc_state_forget_aliases(fc_state *state, const char *key, fc_state_may_alias *may, const void *data)
{
    const char *member = strrchr(key, ')') ? strrchr(key, ')') + 1 : key;
    size_t length = strlen(member);
    for (size_t i = 0; i < state->n; i++) {
        const char *of = state->binding[i].key;
        size_t n = strlen(of);
        if (n >= length && strcmp(of + n - length, member) == 0 &&
            (fc_state_variable(of) < 0 || may(data, fc_state_variable(of))))
            state->binding[i].value = state->binding[i].on_root = NULL, state->binding[i].time = state->time;
    }
    fc_state_lose_pointers_in(state, member, may, data);
}

void fc_state_copy_parts(fc_state *state, const char *to, const char *from)
{
    char *source = fc_state_resolve(state, from), *target = fc_state_resolve(state, to);
    fc_state_lose_joined(state, target);
    fc_state_copy_values(state, target, source);
    fc_state_copy_pointers_of(state, target, source);
    free(target);
    free(source);
}

void fc_state_restore(fc_state *state, const fc_state *before, int symbol_id)
{
    char *key = fc_format("s%d", symbol_id), *target = NULL;
    bool is_array = false;
    const fc_sym *value = NULL;
    fc_state_forget(state, key);
    if (fc_state_pointee(&target, &is_array, before, key))
        fc_state_point(state, key, target, is_array);
    if (fc_state_lookup(before, key, &value))
        fc_state_bind(state, key, value);
    free(target);
    free(key);
}

static const fc_sym *rank_of(fc_algebra *algebra)
{
    return fc_sym_variable(algebra, "rank", "rank", "rank", FC_FACT_NONNEGATIVE);
}

static const fc_sym *on_rank(fc_algebra *algebra, const fc_sym *value, const fc_sym *which)
{
    return fc_sym_substitute(algebra, value, rank_of(algebra), which);
}

/* NULL: not known. */
static const fc_sym *value_on_rank(fc_algebra *algebra, const fc_state_value_of *bound, const fc_sym *which)
{
    if (!bound)
        return NULL;
    if (bound->on_root && which == fc_sym_integer(algebra, 0))
        return bound->on_root;
    return bound->value ? on_rank(algebra, bound->value, which) : NULL;
}

void fc_state_carry(fc_state *state, fc_algebra *algebra, const char *key, const fc_state_root *root)
{
    char *resolved = fc_state_resolve(state, key);
    const size_t first = fc_state_position(state, resolved), end = fc_state_end_of_prefix(state, first, resolved);
    for (size_t i = first; i < end; i++)
        if (fc_state_is_part(state->binding[i].key, resolved)) {
            const fc_sym *value = value_on_rank(algebra, &state->binding[i], root->rank);
            state->binding[i].value = value && root->may_differ(root->data, value) ? NULL : value;
            state->binding[i].time = state->time;
            state->binding[i].on_root = NULL;
        }
    free(resolved);
}

/* The arms of a branch meet. */
typedef struct choice {
    fc_state *state;
    fc_algebra *algebra;
    const fc_sym *chosen;
    int on_root; /* which arm rank 0 takes; -1: not known */
} choice;

static void choose_one(const choice *of, const fc_state_value_of *a, const fc_state_value_of *b)
{
    const char *key = a ? a->key : b->key;
    const fc_sym *x = a ? a->value : NULL, *y = b ? b->value : NULL;
    bool both = x && y;
    fc_state_set(of->state, key, !both ? NULL : x == y ? x : fc_sym_choose(of->algebra, of->chosen, x, y));
    if (!both && of->on_root >= 0)
        fc_state_find(of->state, key)->on_root =
            value_on_rank(of->algebra, of->on_root ? a : b, fc_sym_integer(of->algebra, 0));
}

void fc_state_choose(fc_state *state, fc_algebra *algebra, const fc_sym *chosen, const fc_state *yes,
                     const fc_state *no)
{
    double taken;
    const bool is_known = fc_sym_is_constant(on_rank(algebra, chosen, fc_sym_integer(algebra, 0)), &taken);
    const choice of = {state, algebra, chosen, is_known ? taken != 0 : -1};
    for (size_t i = 0; i < yes->n; i++)
        choose_one(&of, &yes->binding[i], fc_state_find(no, yes->binding[i].key));
    for (size_t i = 0; i < no->n; i++)
        if (!fc_state_find(yes, no->binding[i].key))
            choose_one(&of, NULL, &no->binding[i]);
    fc_state_join_pointers(state, algebra, chosen, yes, no);
}

void fc_state_meet(fc_state *state, fc_algebra *algebra, const fc_state *before)
{
    fc_state *after = fc_state_copy(state);
    for (size_t i = 0; i < state->n; i++) {
        const fc_state_value_of *known = fc_state_find(before, state->binding[i].key);
        /* Of the element that an iteration sets (fc_state_set_element()). */
        const char *part = strstr(state->binding[i].key, "[*]");
        if (part && (strcmp(part + 3, ".own") == 0 || strcmp(part + 3, ".index") == 0))
            continue;
        if (!known || known->value != state->binding[i].value)
            fc_state_set(state, state->binding[i].key, NULL);
    }
    fc_state_join_pointers(state, algebra, NULL, after, before);
    fc_state_free(after);
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
