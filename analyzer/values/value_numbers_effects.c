/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which objects a call of a procedure modifies which locations: MOD sets with the pointers, at entry of the
 * procedure, that lead there. An object that the activation itself made is no effect on its caller. */
#include "analyzer/values/value_numbers_state.h"
#include "support/hash.h"

#include <stdlib.h>
#include <string.h>

typedef struct collector {
    fc_value_numbers *values;
    fc_numbering *in;
    fc_effect *effect; /* each location, object and field once */
    size_t n, capacity;
    size_t enough;  /* effects from which on those of a location are joined */
    size_t *slot;   /* hash table with linear probing: the number of an effect and 1; 0: empty */
    size_t n_slots; /* 0 or a power of two */
} collector;

/* The slot of the effect on this location, object and field, or the empty one where it belongs. */
static size_t slot_of(const collector *c, const fc_effect *effect)
{
    const uint64_t object = (uint64_t)(unsigned)effect->access.object << 32 | (unsigned)effect->access.field;
    size_t at = fc_hash_mix((uint64_t)effect->cell, object) & (c->n_slots - 1);
    while (c->slot[at]) {
        const fc_effect *other = &c->effect[c->slot[at] - 1];
        if (other->cell == effect->cell && other->access.object == effect->access.object &&
            other->access.field == effect->access.field)
            break;
        at = (at + 1) & (c->n_slots - 1);
    }
    return at;
}

/* Rebuilds the hash table, with room for as many effects again. */
static void fill_slots(collector *c)
{
    c->n_slots = c->n_slots ? c->n_slots : 64;
    while (c->n_slots < 4 * c->n)
        c->n_slots *= 2;
    free(c->slot);
    c->slot = fc_allocate(c->n_slots, sizeof *c->slot);
    for (size_t i = 0; i < c->n; i++)
        c->slot[slot_of(c, &c->effect[i])] = i + 1;
}

static void add(collector *c, int cell, fc_memory_access access)
{
    const fc_effect effect = {cell, access};
    if (2 * c->n >= c->n_slots)
        fill_slots(c);
    const size_t at = slot_of(c, &effect);
    if (c->slot[at]) {
        fc_objects *objects = &c->effect[c->slot[at] - 1].access.objects;
        *objects = fc_points_to_union(c->values->points, *objects, access.objects);
        return;
    }
    c->effect = fc_grow(c->effect, &c->capacity, c->n + 1, sizeof *c->effect);
    c->effect[c->n++] = effect;
    c->slot[at] = c->n;
}

static void add_any(collector *c, int cell)
{
    add(c, cell, (fc_memory_access){FC_VALUE_NONE, FC_OBJECTS_ANY, FC_VALUE_NONE});
}

static void add_access(collector *c, int cell, fc_memory_access access);

/* Through a pointer that a condition selects. */
static void add_arms(collector *c, int cell, fc_memory_access access)
{
    fc_memory_access arm;
    for (int i = 1; i <= 2; i++)
        if (fc_value_numbers_arm(&arm, c->values, access, i))
            add_access(c, cell, arm);
}

/* The access as the caller sees it. */
static void add_access(collector *c, int cell, fc_memory_access access)
{
    if (fc_value_is_selection(fc_value_of(&c->values->table, access.object))) {
        add_arms(c, cell, access);
        return;
    }
    const fc_numbered_value *v = fc_value_of(&c->values->table, access.object);
    bool is_own = v->kind == FC_VALUE_FRESH || (v->kind == FC_VALUE_ADDRESS && v->procedure >= 0);
    bool is_known =
        v->is_entry && (v->kind == FC_VALUE_LOAD || v->kind == FC_VALUE_PARAMETER || v->kind == FC_VALUE_ADDRESS);
    if (!is_known)
        access.object = FC_VALUE_NONE;
    if (!is_own)
        add(c, cell, access);
}

static void add_statement(collector *c, const fc_modification *done)
{
    if (fc_cfg_position(&c->in->ir.cfg, done->node) == FC_GRAPH_NONE || done->node->kind == FC_DECLARE)
        return;
    if (done->place)
        add_access(c, done->cell,
                   fc_value_numbers_access(c->values, fc_value_numbers_address(c->values, c->in, done->place)));
    else if (done->memory)
        add_access(c, done->cell,
                   fc_value_numbers_access(c->values, fc_value_numbers_of(c->values, c->in, done->memory)));
    else
        add_any(c, done->cell);
}

/* All objects, of all locations of the procedure's MOD set. */
static void add_all(collector *c, const fc_procedure *procedure)
{
    const int n = fc_cells_count(c->values->modified.cells);
    for (int cell = 0; cell < n; cell++)
        if (fc_modified_memory_has(&c->values->modified, procedure, cell))
            add_any(c, cell);
}

static void add_mapped(collector *c, const fc_node *call, const fc_effect *effect, size_t n)
{
    for (; n > 0; n--, effect++) {
        fc_effect here;
        if (!fc_value_numbers_effect_at_call(&here, c->values, c->in, call, effect))
            continue;
        if (here.access.object == FC_VALUE_NONE)
            add(c, here.cell, here.access);
        else
            add_access(c, here.cell, here.access);
    }
}

/* At a call through a pointer, whose arguments are not matched with parameters. */
static void add_unmapped(collector *c, const fc_numbering *callee)
{
    for (size_t i = 0; i < callee->n_effects; i++) {
        fc_memory_access access = callee->effect[i].access;
        access.object = FC_VALUE_NONE;
        add(c, callee->effect[i].cell, access);
    }
}

static int by_cell(const void *a, const void *b)
{
    const fc_effect *x = a, *y = b;
    const int one[] = {x->cell, x->access.object, x->access.field},
              other[] = {y->cell, y->access.object, y->access.field};
    int order = 0;
    for (int i = 0; i < 3 && order == 0; i++)
        order = (one[i] > other[i]) - (one[i] < other[i]);
    return order;
}

/* Equal effects become one. */
static void unite_equal(collector *c)
{
    size_t n = 0;
    if (c->n)
        qsort(c->effect, c->n, sizeof *c->effect, by_cell);
    for (size_t i = 0; i < c->n; i++) {
        fc_effect *last = n > 0 ? &c->effect[n - 1] : NULL;
        const fc_effect *next = &c->effect[i];
        if (last && by_cell(last, next) == 0)
            last->access.objects = fc_points_to_union(c->values->points, last->access.objects, next->access.objects);
        else
            c->effect[n++] = *next;
    }
    c->n = n;
}

/* The effects on one location, effect[first] .. effect[end - 1]: one on any object covers all others, and many objects
 * become unknown ones. Returns the number that remains there. */
static size_t cover(collector *c, size_t first, size_t end)
{
    enum {
        MOST_OBJECTS = 64
    };
    fc_effect *effect = &c->effect[first];
    for (size_t i = 0; i < end - first; i++)
        if (effect[i].access.object == FC_VALUE_NONE && effect[i].access.objects == FC_OBJECTS_ANY &&
            effect[i].access.field == FC_VALUE_NONE) {
            effect[0] = effect[i];
            return 1;
        }
    if (end - first <= MOST_OBJECTS)
        return end - first;
    for (size_t i = 0; i < end - first; i++)
        effect[i].access.object = FC_VALUE_NONE;
    collector one = {.values = c->values, .effect = effect, .n = end - first};
    unite_equal(&one);
    return one.n;
}

/* Sorts the effects; those that another one covers go. */
static void join_effects(collector *c)
{
    unite_equal(c);
    size_t n = 0;
    for (size_t first = 0, end; first < c->n; first = end) {
        for (end = first + 1; end < c->n && c->effect[end].cell == c->effect[first].cell;)
            end++;
        const size_t left = cover(c, first, end);
        memmove(&c->effect[n], &c->effect[first], left * sizeof *c->effect);
        n += left;
    }
    c->n = n;
    fill_slots(c);
}

static void add_call(collector *c, const fc_called *called)
{
    if (fc_cfg_position(&c->in->ir.cfg, called->call) == FC_GRAPH_NONE)
        return;
    const int n = fc_cells_count(c->values->modified.cells);
    for (int cell = 0; cell < n && called->is_mpi; cell++)
        if (fc_modified_memory_by_mpi(&c->values->modified, called, cell))
            add_any(c, cell);
    for (size_t i = 0; i < called->callees.n; i++) {
        const fc_procedure *procedure = called->callees.procedure[i];
        const fc_numbering *callee = c->values->numbering[procedure->id];
        bool is_direct = fc_call_target(called->call) == procedure->symbol;
        if (is_direct && callee && callee->effect)
            add_mapped(c, called->call, callee->effect, callee->n_effects);
        else if (callee && callee->effect)
            add_unmapped(c, callee);
        else if (!is_direct || callee != c->in)
            add_all(c, procedure);
        if (c->n <= c->enough)
            continue;
        join_effects(c);
        c->enough = 2 * c->n + 1024;
    }
}

/* Calls of the procedure by itself: a second pass over them must find nothing new. */
static void add_recursion(collector *c, const fc_procedure *procedure)
{
    const fc_modified_memory *m = &c->values->modified;
    collector again = {.values = c->values, .in = c->in};
    for (size_t i = m->first_called[procedure->id]; i < m->first_called[procedure->id + 1]; i++)
        if (fc_call_target(m->called[i].call) == procedure->symbol)
            add_mapped(&again, m->called[i].call, c->effect, c->n);
    const size_t before = c->n;
    for (size_t i = 0; i < again.n; i++)
        add(c, again.effect[i].cell, again.effect[i].access);
    join_effects(c);
    if (c->n != before)
        add_all(c, procedure);
    join_effects(c);
    free(again.effect);
    free(again.slot);
}

static void find_effects(fc_value_numbers *values, const fc_procedure *procedure)
{
    const fc_modified_memory *m = &values->modified;
    collector c = {.values = values, .in = fc_value_numbers_in(values, procedure)};
    for (size_t i = m->first[procedure->id]; i < m->first[procedure->id + 1]; i++)
        add_statement(&c, &m->modification[i]);
    for (size_t i = m->first_called[procedure->id]; i < m->first_called[procedure->id + 1]; i++)
        add_call(&c, &m->called[i]);
    join_effects(&c);
    add_recursion(&c, procedure);
    c.in->effect = fc_allocate(c.n, sizeof *c.effect); /* without the room that the list has grown to */
    c.in->n_effects = c.n;
    if (c.n)
        memcpy(c.in->effect, c.effect, c.n * sizeof *c.effect);
    free(c.effect);
    free(c.slot);
}

static void callees_first(fc_value_numbers *values, int procedure, bool *seen)
{
    const fc_modified_memory *m = &values->modified;
    seen[procedure] = true;
    for (size_t i = m->first_called[procedure]; i < m->first_called[procedure + 1]; i++)
        for (size_t k = 0; k < m->called[i].callees.n; k++)
            if (!seen[m->called[i].callees.procedure[k]->id])
                callees_first(values, m->called[i].callees.procedure[k]->id, seen);
    find_effects(values, values->program->procedure[procedure]);
}

void fc_value_numbers_find_effects(fc_value_numbers *values)
{
    const int n = values->program->n_procedures;
    bool *seen = fc_allocate((size_t)n + 1, sizeof *seen);
    const bool *is_reached = fc_indirect_calls_reachable(values->modified.pointer_calls)->procedure;
    for (int i = 0; i < n; i++)
        if (is_reached[i] && !seen[i])
            callees_first(values, i, seen);
    free(seen);
}
