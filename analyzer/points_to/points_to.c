/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to solved points-to sets; equal sets have one number. */
#include "analyzer/points_to/points_to_state.h"
#include "support/map.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct fc_points_to {
    int *of_value;      /* by node id: a variable, or FC_POINTS_TO_NONE */
    fc_objects *set_of; /* by variable, those of symbols first; NULL: the constraints were too many to solve */
    fc_number_set *set; /* by fc_objects; of the first two it is empty */
    size_t n_sets, capacity;
    int n_objects;
    fc_map by_content, unions, disjoint;
};

static fc_objects number_of(fc_points_to *points, const int *item, int n)
{
    const size_t bytes = (size_t)n * sizeof *item;
    const uintptr_t known = n ? (uintptr_t)fc_map_get(&points->by_content, item, bytes) : FC_OBJECTS_NONE;
    if (known)
        return (fc_objects)known;
    fc_number_set copy = {.n = n};
    copy.item = fc_grow(NULL, &copy.capacity, (size_t)n, sizeof *copy.item);
    memcpy(copy.item, item, bytes);
    points->set = fc_grow(points->set, &points->capacity, points->n_sets + 1, sizeof *points->set);
    points->set[points->n_sets] = copy;
    fc_map_put(&points->by_content, item, bytes, (void *)(uintptr_t)points->n_sets);
    return (fc_objects)points->n_sets++;
}

static const fc_number_set *solution(const fc_points_to_system *system, int variable)
{
    return fc_inclusion_of(system->inclusion, fc_inclusion_representative(system->inclusion, variable));
}

static bool is_unknown(const fc_points_to_system *system, int variable)
{
    const fc_number_set *set = solution(system, variable);
    for (int i = 0; i < set->n; i++)
        if (set->item[i] == system->unknown)
            return true;
    return false;
}

/* What is stored through an unknown pointer may be in every object. False: an unknown pointer is, so that nothing is
 * known of any other. */
static bool spread_stores(bool *changed, fc_points_to_system *system)
{
    *changed = false;
    for (size_t i = 0; i < system->n_stores; i++) {
        fc_points_to_store *store = &system->store[i];
        if (store->is_spread || !is_unknown(system, store->pointer) || solution(system, store->from)->n == 0)
            continue;
        if (is_unknown(system, store->from))
            return false;
        fc_inclusion_add_everywhere(system->inclusion, store->from);
        store->is_spread = *changed = true;
    }
    return true;
}

static bool solve(fc_points_to_system *system)
{
    for (bool changed = true; changed;)
        if (!fc_inclusion_solve(system->inclusion) || !spread_stores(&changed, system))
            return false;
    return true;
}

fc_points_to *fc_points_to_create(const fc_program *program, const fc_indirect_calls *calls)
{
    fc_points_to *points = fc_allocate(1, sizeof *points);
    points->n_sets = 2; /* FC_OBJECTS_ANY, FC_OBJECTS_NONE */
    points->set = fc_grow(NULL, &points->capacity, points->n_sets, sizeof *points->set);
    points->set[0] = points->set[1] = (fc_number_set){0};
    fc_points_to_system system;
    fc_points_to_constrain(&system, program, calls);
    points->of_value = system.of_value;
    if (solve(&system)) {
        /* All sets get their numbers at once, so that questions about pointers change nothing. */
        points->set_of = fc_allocate((size_t)system.n_variables, sizeof *points->set_of);
        for (int i = 0; i < system.n_variables; i++)
            points->set_of[i] = -1;
        for (int i = 0; i < system.n_variables; i++) {
            const int like = fc_inclusion_representative(system.inclusion, i);
            const fc_number_set *set = fc_inclusion_of(system.inclusion, like);
            if (points->set_of[like] < 0)
                points->set_of[like] =
                    is_unknown(&system, like) ? FC_OBJECTS_ANY : number_of(points, set->item, set->n);
            points->set_of[i] = points->set_of[like];
        }
    }
    points->n_objects = fc_inclusion_n_objects(system.inclusion);
    fc_inclusion_free(system.inclusion);
    free(system.store);
    return points;
}

void fc_points_to_free(fc_points_to *points)
{
    if (!points)
        return;
    for (size_t i = 0; i < points->n_sets; i++)
        free(points->set[i].item);
    free(points->set);
    free(points->set_of);
    free(points->of_value);
    fc_map_free(&points->by_content);
    fc_map_free(&points->unions);
    fc_map_free(&points->disjoint);
    free(points);
}

fc_objects fc_points_to_of_value(const fc_points_to *points, const fc_node *expression)
{
    const int variable = points->of_value[expression->id];
    return points->set_of && variable != FC_POINTS_TO_NONE ? points->set_of[variable] : FC_OBJECTS_ANY;
}

fc_objects fc_points_to_of_symbol(const fc_points_to *points, const fc_symbol *symbol)
{
    return points->set_of ? points->set_of[symbol->id] : FC_OBJECTS_ANY;
}

const int *fc_points_to_list(const fc_points_to *points, fc_objects objects, int *n)
{
    *n = points->set[objects].n;
    return points->set[objects].item;
}

int fc_points_to_n_objects(const fc_points_to *points)
{
    return points->n_objects;
}

fc_objects fc_points_to_variable(fc_points_to *points, const fc_symbol *symbol)
{
    return number_of(points, &symbol->id, 1);
}

static bool have_no_common(const fc_number_set *a, const fc_number_set *b)
{
    for (int i = 0, k = 0; i < a->n && k < b->n;) {
        if (a->item[i] == b->item[k])
            return false;
        bool is_less = a->item[i] < b->item[k];
        i += is_less;
        k += !is_less;
    }
    return true;
}

bool fc_points_to_are_disjoint(fc_points_to *points, fc_objects a, fc_objects b)
{
    if (a <= FC_OBJECTS_NONE || b <= FC_OBJECTS_NONE || a == b)
        return false;
    const fc_objects key[2] = {a < b ? a : b, a < b ? b : a};
    uintptr_t known = (uintptr_t)fc_map_get(&points->disjoint, key, sizeof key);
    if (!known) {
        known = have_no_common(&points->set[a], &points->set[b]) ? 2 : 1;
        fc_map_put(&points->disjoint, key, sizeof key, (void *)known);
    }
    return known == 2;
}

fc_objects fc_points_to_union(fc_points_to *points, fc_objects a, fc_objects b)
{
    if (a <= FC_OBJECTS_NONE || b <= FC_OBJECTS_NONE || a == b)
        return a == b ? a : FC_OBJECTS_ANY;
    const fc_objects key[2] = {a < b ? a : b, a < b ? b : a};
    const uintptr_t known = (uintptr_t)fc_map_get(&points->unions, key, sizeof key);
    if (known)
        return (fc_objects)known;
    const fc_number_set *x = &points->set[a], *y = &points->set[b];
    int *all = fc_allocate((size_t)x->n + (size_t)y->n, sizeof *all), n = 0;
    for (int i = 0, k = 0; i < x->n || k < y->n;) {
        int next = k == y->n || (i < x->n && x->item[i] <= y->item[k]) ? x->item[i] : y->item[k];
        i += i < x->n && x->item[i] == next;
        k += k < y->n && y->item[k] == next;
        all[n++] = next;
    }
    const fc_objects both = number_of(points, all, n);
    free(all);
    fc_map_put(&points->unions, key, sizeof key, (void *)(uintptr_t)both);
    return both;
}
