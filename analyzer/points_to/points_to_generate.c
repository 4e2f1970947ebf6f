/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/points_to/points_to_generate.h"

int fc_points_to_new_variable(generator *g)
{
    g->out->n_variables++;
    return fc_inclusion_add_variable(g->out->inclusion);
}

int fc_points_to_new_pointer(generator *g, int object)
{
    int pointer = fc_points_to_new_variable(g);
    fc_inclusion_add_element(g->out->inclusion, pointer, object);
    return pointer;
}

int fc_points_to_fresh(generator *g)
{
    return fc_points_to_new_pointer(g, fc_inclusion_add_object(g->out->inclusion, fc_points_to_new_variable(g)));
}

void fc_points_to_copy(generator *g, int into, int from)
{
    if (into != FC_POINTS_TO_NONE && from != FC_POINTS_TO_NONE)
        fc_inclusion_add_copy(g->out->inclusion, into, from);
}

void fc_points_to_add_store(generator *g, int pointer, int from)
{
    fc_points_to_system *out = g->out;
    if (pointer == FC_POINTS_TO_NONE || from == FC_POINTS_TO_NONE)
        return;
    fc_inclusion_add_store(out->inclusion, pointer, from);
    out->store = fc_grow(out->store, &out->store_capacity, out->n_stores + 1, sizeof *out->store);
    out->store[out->n_stores++] = (fc_points_to_store){pointer, from, false};
}

int fc_points_to_load(generator *g, int pointer)
{
    int into = fc_points_to_new_variable(g);
    if (pointer != FC_POINTS_TO_NONE)
        fc_inclusion_add_load(g->out->inclusion, into, pointer);
    return into;
}

int fc_points_to_variable_of(const context *c, const fc_symbol *symbol)
{
    for (int i = 0; i < c->n_renamed; i++)
        if (c->renamed[i] == symbol)
            return c->variable[i];
    return symbol->id;
}
