/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory that an unknown call makes dynamic: the argument's targets, their records, and all memory reachable from
 * them. */
#include "analyzer/memory/definitions_collector.h"

#include <string.h>

void fc_definitions_lose_fields(fc_collector *c, const fc_type *type, const fc_node *call)
{
    while (type && type->kind == FC_TYPE_ARRAY)
        type = type->of;
    for (int i = 0; type && type->kind == FC_TYPE_RECORD && i < type->n_fields; i++) {
        int cell = fc_cells_of_symbol(c->cells, type->field[i]);
        bool is_known = c->data[cell];
        fc_definitions_lose_cell(c, cell, call);
        if (!is_known)
            fc_definitions_lose_fields(c, type->field[i]->type, call);
    }
}

void fc_definitions_lose_cell(fc_collector *c, int cell, const fc_node *call)
{
    while (cell >= 0 && !c->data[cell]) {
        c->data[cell] = !c->annotated[cell];
        fc_definitions_add_behind(c, (fc_definition){.kind = FC_DEFINED_BY_DATA, .cell = cell, .node = call});
        if (c->annotated[cell])
            return;
        /* The fields of all records in the memory of the cell. */
        const fc_mod_ref *reach = &c->out->reach;
        for (size_t i = reach->first[cell]; i < reach->first[cell + 1]; i++)
            fc_definitions_lose_fields(c, reach->record[i].type, call);
        cell = fc_cells_pointee(c->cells, cell);
    }
}

void fc_definitions_lose_reals(fc_collector *c, int cell, const fc_node *call)
{
    if (cell >= 0)
        fc_definitions_lose_cell(c, c->names_whole[cell] ? cell : fc_cells_of_reals(c->cells, cell), call);
}

void fc_definitions_lose(fc_collector *c, const fc_node *argument, const fc_node *call)
{
    argument = fc_node_without_casts(argument);
    const fc_type *of = argument->type ? argument->type->of : NULL;
    int target = fc_cells_of_target(c->cells, argument);
    if (of && (of->kind == FC_TYPE_REAL || of->kind == FC_TYPE_COMPLEX))
        fc_definitions_lose_reals(c, target, call);
    else
        fc_definitions_lose_cell(c, target, call);
    fc_definitions_lose_fields(c, of, call);
}

bool *fc_definitions_names_whole(const fc_program *program, const fc_cells *cells)
{
    bool *names = fc_allocate((size_t)fc_cells_count(cells), sizeof *names);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        bool is_behind = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
        int cell = is_behind && node->type && node->type->kind == FC_TYPE_INTEGER ? fc_cells_of_place(cells, node) : -1;
        if (cell >= 0)
            names[cell] = true;
    }
    return names;
}
