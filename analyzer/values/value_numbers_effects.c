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
    bool widens;    /* an effect that is not there yet becomes one on an unknown object */
    bool has_grown; /* since this was last reset */
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

/* The effect on the location, object and field; NULL: none. */
static fc_effect *found(const collector *c, const fc_effect *effect)
{
    const size_t at = c->n_slots ? c->slot[slot_of(c, effect)] : 0;
    return at ? &c->effect[at - 1] : NULL;
}

static void add(collector *c, int cell, fc_memory_access access)
{
    fc_effect effect = {cell, access}, *known = found(c, &effect);
    /* An effect on any object covers all others. */
    const fc_effect *any = found(c, &(fc_effect){cell, {FC_VALUE_NONE, FC_OBJECTS_ANY, FC_VALUE_NONE}});
    if (any && any->access.objects == FC_OBJECTS_ANY)
        return;
    if (!known && c->widens) {
        effect.access.object = FC_VALUE_NONE;
        known = found(c, &effect);
    }
    if (!known) {
        if (2 * c->n >= c->n_slots)
            fill_slots(c);
        c->effect = fc_grow(c->effect, &c->capacity, c->n + 1, sizeof *c->effect);
        c->effect[c->n++] = effect;
        c->slot[slot_of(c, &effect)] = c->n;
        c->has_grown = true;
        return;
    }
    const fc_objects all = fc_points_to_union(c->values->points, known->access.objects, access.objects);
    c->has_grown |= all != known->access.objects;
    known->access.objects = all;
}

static void add_any(collector *c, int cell)
{
    add(c, cell, (fc_memory_access){FC_VALUE_NONE, FC_OBJECTS_ANY, FC_VALUE_NONE});
}

static void add_access(collector *c, int cell, fc_memory_access access);

/* The access as the caller sees it. */
static void add_access(collector *c, int cell, fc_memory_access access)
{
    if (fc_value_is_selection(fc_value_of(&c->values->table, access.object))) {
        /* Through a pointer that a condition selects. */
        fc_memory_access arm;
        for (int i = 1; i <= 2; i++)
            if (fc_value_numbers_arm(&arm, c->values, access, i))
                add_access(c, cell, arm);
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
static void add_unmapped(collector *c, const fc_effect *effect, size_t n)
{
    for (; n > 0; n--, effect++) {
        fc_memory_access access = effect->access;
        access.object = FC_VALUE_NONE;
        add(c, effect->cell, access);
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

/* A strongly connected component of the call graph: procedures that call each other, or one procedure. */
typedef struct component {
    fc_value_numbers *values;
    const int *member; /* procedure ids */
    int n;
    collector *of_member;
    int *place; /* by procedure id: its place among the members; -1: none */
} component;

/* The effects of a procedure of this component so far, or of one before it. A copy: a procedure that calls itself adds
 * to its own. */
static FC_GIVE fc_effect *effects_of(const component *of, const fc_procedure *procedure, size_t *n)
{
    const int place = of->place[procedure->id];
    const fc_numbering *in = of->values->numbering[procedure->id];
    const fc_effect *effect = place >= 0 ? of->of_member[place].effect : in->effect;
    *n = place >= 0 ? of->of_member[place].n : in->n_effects;
    fc_effect *copy = fc_allocate(*n + 1, sizeof *copy);
    if (*n)
        memcpy(copy, effect, *n * sizeof *copy);
    return copy;
}

static void add_callee(const component *of, collector *c, const fc_node *call, const fc_procedure *callee)
{
    size_t n;
    fc_effect *effect = effects_of(of, callee, &n);
    if (fc_call_target(call) == callee->symbol)
        add_mapped(c, call, effect, n);
    else
        add_unmapped(c, effect, n);
    free(effect);
    if (c->n <= c->enough)
        return;
    join_effects(c);
    c->enough = 2 * c->n + 1024;
}

/* The effects of the member's calls: of those within the component, or of the others. False: there are none. */
static bool add_calls(const component *of, int member, bool within)
{
    bool has_any = false;
    const fc_modified_memory *m = &of->values->modified;
    collector *c = &of->of_member[member];
    for (size_t i = m->first_called[of->member[member]]; i < m->first_called[of->member[member] + 1]; i++) {
        const fc_called *called = &m->called[i];
        if (fc_cfg_position(&c->in->ir.cfg, called->call) == FC_GRAPH_NONE)
            continue;
        if (!within) {
            /* Of the procedure's MPI calls. */
            const int n = fc_cells_count(c->values->modified.cells);
            for (int cell = 0; cell < n && called->is_mpi; cell++)
                if (fc_modified_memory_by_mpi(&c->values->modified, called, cell))
                    add_any(c, cell);
        }
        for (size_t k = 0; k < called->callees.n; k++)
            if ((of->place[called->callees.procedure[k]->id] >= 0) == within) {
                add_callee(of, c, called->call, called->callees.procedure[k]);
                has_any = true;
            }
    }
    return has_any;
}

static void begin_member(const component *of, int member)
{
    const fc_modified_memory *m = &of->values->modified;
    const int procedure = of->member[member];
    collector *c = &of->of_member[member];
    *c = (collector){.values = of->values,
                     .in = fc_value_numbers_in(of->values, of->values->program->procedure[procedure])};
    for (size_t i = m->first[procedure]; i < m->first[procedure + 1]; i++)
        add_statement(c, &m->modification[i]);
    add_calls(of, member, false);
    join_effects(c);
}

/* Calls within the component, until nothing is added (Cooper, Kennedy 1988). False: there are none. Pointers that lead
 * from one activation to the next could go on without end: from the second pass on, what is new is an effect on unknown
 * objects. */
static bool close_component(const component *of)
{
    bool has_grown = true, has_calls = false;
    for (int pass = 0; has_grown; pass++) {
        has_grown = false;
        for (int i = 0; i < of->n; i++) {
            of->of_member[i].widens = pass > 0;
            of->of_member[i].has_grown = false;
            has_calls |= add_calls(of, i, true);
            has_grown |= of->of_member[i].has_grown;
        }
    }
    return has_calls;
}

static void end_member(collector *c, bool is_recursive)
{
    join_effects(c);
    c->in->effect = fc_allocate(c->n, sizeof *c->effect); /* without the room that the list has grown to */
    c->in->n_effects = c->n;
    if (c->n)
        memcpy(c->in->effect, c->effect, c->n * sizeof *c->effect);
    if (is_recursive) {
        /* Values of a procedure that calls itself were determined without its effects. */
        fc_value_numbers *values = c->values;
        fc_numbering *in = c->in;
        for (int i = 0; i < in->ir.cfg.n_ids; i++)
            in->of_node[i] = FC_VALUE_NUMBERS_UNKNOWN;
        for (int i = 0; i < in->ir.ssa.n_values; i++)
            in->of_ssa[i] = FC_VALUE_NUMBERS_UNKNOWN;
        in->result = FC_VALUE_NUMBERS_UNKNOWN;
        fc_map_free(&values->at_call);
        fc_map_free(&values->joined);
        values->at_call = values->joined = (fc_map){0};
    }
    free(c->effect);
    free(c->slot);
}

/* The components before it are done. */
static void find_effects(component *of)
{
    of->of_member = fc_allocate((size_t)of->n, sizeof *of->of_member);
    for (int i = 0; i < of->n; i++)
        of->place[of->member[i]] = i;
    for (int i = 0; i < of->n; i++)
        begin_member(of, i);
    const bool is_recursive = close_component(of);
    for (int i = 0; i < of->n; i++) {
        end_member(&of->of_member[i], is_recursive);
        of->place[of->member[i]] = -1;
    }
    free(of->of_member);
}

/* Tarjan's algorithm (1972) on the call graph; components are complete callees first. */
typedef struct components {
    fc_value_numbers *values;
    int *index, *low; /* by procedure id; index 0: not visited */
    bool *is_open;
    int *stack, *place;
    int n_stack, n_visited;
} components;

static void visit(components *all, int procedure)
{
    const fc_modified_memory *m = &all->values->modified;
    all->index[procedure] = all->low[procedure] = ++all->n_visited;
    all->is_open[procedure] = true;
    all->stack[all->n_stack++] = procedure;
    for (size_t i = m->first_called[procedure]; i < m->first_called[procedure + 1]; i++)
        for (size_t k = 0; k < m->called[i].callees.n; k++) {
            const int callee = m->called[i].callees.procedure[k]->id;
            if (!all->index[callee])
                visit(all, callee);
            if (all->is_open[callee] && all->low[callee] < all->low[procedure])
                all->low[procedure] = all->low[callee];
        }
    if (all->low[procedure] != all->index[procedure])
        return;
    int first = all->n_stack;
    do
        all->is_open[all->stack[--first]] = false;
    while (all->stack[first] != procedure);
    find_effects(&(component){all->values, &all->stack[first], all->n_stack - first, NULL, all->place});
    all->n_stack = first;
}

void fc_value_numbers_find_effects(fc_value_numbers *values)
{
    const int n = values->program->n_procedures;
    const size_t size = (size_t)n + 1;
    components all = {.values = values,
                      .index = fc_allocate(size, sizeof(int)),
                      .low = fc_allocate(size, sizeof(int)),
                      .is_open = fc_allocate(size, sizeof(bool)),
                      .stack = fc_allocate(size, sizeof(int)),
                      .place = fc_allocate(size, sizeof(int))};
    for (int i = 0; i < n; i++)
        all.place[i] = -1;
    const bool *is_reached = fc_indirect_calls_reachable(values->modified.pointer_calls)->procedure;
    for (int i = 0; i < n; i++)
        if (is_reached[i] && !all.index[i])
            visit(&all, i);
    free(all.index);
    free(all.low);
    free(all.is_open);
    free(all.stack);
    free(all.place);
}
