/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which objects a call of a procedure modifies which locations: MOD sets with the pointers, at entry of the
 * procedure, that lead there. An object that the activation itself made is no effect on its caller. */
#include "analyzer/values/value_numbers_state.h"

#include <stdlib.h>

typedef struct collector {
    fc_value_numbers *values;
    fc_numbering *in;
    fc_effect *effect;
    size_t n, capacity;
} collector;

static void add(collector *c, int cell, int object)
{
    c->effect = fc_grow(c->effect, &c->capacity, c->n + 1, sizeof *c->effect);
    c->effect[c->n++] = (fc_effect){cell, object};
}

/* The object as the caller sees it. */
static void add_object(collector *c, int cell, int object)
{
    const fc_numbered_value *v = fc_value_of(&c->values->table, object);
    bool is_own = v->kind == FC_VALUE_FRESH || (v->kind == FC_VALUE_ADDRESS && v->procedure >= 0);
    bool is_known =
        v->is_entry && (v->kind == FC_VALUE_LOAD || v->kind == FC_VALUE_PARAMETER || v->kind == FC_VALUE_ADDRESS);
    if (!is_own)
        add(c, cell, is_known ? object : FC_VALUE_NONE);
}

static void add_statement(collector *c, const fc_modification *done)
{
    const fc_value_table *table = &c->values->table;
    if (fc_cfg_position(&c->in->ir.cfg, done->node) == FC_GRAPH_NONE || done->node->kind == FC_DECLARE)
        return;
    if (done->place)
        add_object(c, done->cell,
                   fc_value_numbers_object(table, fc_value_numbers_address(c->values, c->in, done->place)));
    else if (done->memory)
        add_object(c, done->cell, fc_value_numbers_object(table, fc_value_numbers_of(c->values, c->in, done->memory)));
    else
        add(c, done->cell, FC_VALUE_NONE);
}

/* All objects, of all locations of the procedure's MOD set. */
static void add_all(collector *c, const fc_procedure *procedure)
{
    const int n = fc_cells_count(c->values->modified.cells);
    for (int cell = 0; cell < n; cell++)
        if (fc_modified_memory_has(&c->values->modified, procedure, cell))
            add(c, cell, FC_VALUE_NONE);
}

static void add_mapped(collector *c, const fc_node *call, const fc_effect *effect, size_t n)
{
    for (; n > 0; n--, effect++) {
        int object;
        if (!fc_value_numbers_effect_at_call(&object, c->values, c->in, call, effect))
            continue;
        if (object == FC_VALUE_NONE)
            add(c, effect->cell, FC_VALUE_NONE);
        else
            add_object(c, effect->cell, object);
    }
}

static void add_call(collector *c, const fc_called *called)
{
    if (fc_cfg_position(&c->in->ir.cfg, called->call) == FC_GRAPH_NONE)
        return;
    const int n = fc_cells_count(c->values->modified.cells);
    for (int cell = 0; cell < n && called->is_mpi; cell++)
        if (fc_modified_memory_by_mpi(&c->values->modified, called, cell))
            add(c, cell, FC_VALUE_NONE);
    for (size_t i = 0; i < called->callees.n; i++) {
        const fc_procedure *procedure = called->callees.procedure[i];
        const fc_numbering *callee = c->values->numbering[procedure->id];
        bool is_direct = fc_call_target(called->call) == procedure->symbol;
        if (is_direct && callee && callee->effect)
            add_mapped(c, called->call, callee->effect, callee->n_effects);
        else if (!is_direct || callee != c->in)
            add_all(c, procedure);
    }
}

static int by_cell(const void *a, const void *b)
{
    const fc_effect *x = a, *y = b;
    int order = (x->cell > y->cell) - (x->cell < y->cell);
    return order ? order : (x->object > y->object) - (x->object < y->object);
}

/* One effect on any object of a location is all that counts of its effects. */
static void drop_repeated(collector *c)
{
    size_t n = 0;
    if (c->n)
        qsort(c->effect, c->n, sizeof *c->effect, by_cell);
    for (size_t i = 0; i < c->n; i++) {
        const fc_effect *last = n > 0 ? &c->effect[n - 1] : NULL;
        bool is_covered = last && last->cell == c->effect[i].cell &&
                          (last->object == FC_VALUE_NONE || last->object == c->effect[i].object);
        if (!is_covered)
            c->effect[n++] = c->effect[i];
    }
    c->n = n;
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
        add(c, again.effect[i].cell, again.effect[i].object);
    drop_repeated(c);
    if (c->n != before)
        add_all(c, procedure);
    drop_repeated(c);
    free(again.effect);
}

static void find_effects(fc_value_numbers *values, const fc_procedure *procedure)
{
    const fc_modified_memory *m = &values->modified;
    collector c = {.values = values, .in = fc_value_numbers_in(values, procedure)};
    for (size_t i = m->first[procedure->id]; i < m->first[procedure->id + 1]; i++)
        add_statement(&c, &m->modification[i]);
    for (size_t i = m->first_called[procedure->id]; i < m->first_called[procedure->id + 1]; i++)
        add_call(&c, &m->called[i]);
    drop_repeated(&c);
    add_recursion(&c, procedure);
    c.in->effect = c.effect ? c.effect : fc_allocate(1, sizeof *c.effect);
    c.in->n_effects = c.n;
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
