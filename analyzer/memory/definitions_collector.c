/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the collection of definitions shares: adding one, calls that lead to a procedure, and the memory that an unknown
 * call makes dynamic. */
#include "analyzer/memory/definitions_collector.h"

void fc_definitions_add(fc_collector *c, fc_definition definition)
{
    fc_definitions *out = c->out;
    if (definition.cell < 0)
        return;
    out->definition = fc_grow(out->definition, &out->capacity, out->n + 1, sizeof *out->definition);
    out->definition[out->n++] = definition;
}

void fc_definitions_add_target(fc_collector *c, fc_definition definition)
{
    fc_definitions_add(c, definition);
    definition.cell = fc_cells_of_reals(c->cells, definition.cell);
    fc_definitions_add(c, definition);
}

static bool leads_to(const fc_definitions *definitions, const fc_procedure *callee, const fc_procedure *procedure)
{
    return callee == procedure || fc_definitions_leads(definitions, callee, procedure);
}

static bool call_leads_to(const fc_definitions *definitions, const fc_node *call, const fc_procedure *procedure)
{
    const fc_symbol *target = fc_call_target(call);
    if (target)
        return target->definition && leads_to(definitions, target->definition, procedure);
    fc_candidates candidates = fc_indirect_calls_candidates(definitions->pointer_calls, call);
    bool leads = false;
    for (size_t i = 0; i < candidates.n && !leads; i++)
        leads = leads_to(definitions, candidates.procedure[i], procedure);
    fc_candidates_free(&candidates);
    return leads;
}

bool fc_definitions_calls(const fc_definitions *definitions, const fc_node *root, const fc_procedure *procedure)
{
    if (!root)
        return false;
    if (root->kind == FC_CALL && call_leads_to(definitions, root, procedure))
        return true;
    for (int i = 0; i < root->n_children; i++)
        if (fc_definitions_calls(definitions, root->child[i], procedure))
            return true;
    return false;
}

/* What a walk over calls looks for. */
typedef struct definer_search {
    const fc_definitions *definitions;
    int cell;
    const fc_procedure *beside;
} definer_search;

static bool leads_to_definer(const definer_search *s, const fc_procedure *callee)
{
    const uint64_t *definer = fc_definers_procedures(&s->definitions->definers, s->cell);
    return (callee != s->beside && fc_bits_has(definer, callee->id)) ||
           fc_bits_meet_beside(fc_definitions_called_by(s->definitions, callee), definer,
                               s->beside ? s->beside->id : -1, s->definitions->call_words);
}

static bool call_leads_to_definer(const definer_search *s, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (target)
        return target->definition && leads_to_definer(s, target->definition);
    fc_candidates candidates = fc_indirect_calls_candidates(s->definitions->pointer_calls, call);
    bool leads = false;
    for (size_t i = 0; i < candidates.n && !leads; i++)
        leads = leads_to_definer(s, candidates.procedure[i]);
    fc_candidates_free(&candidates);
    return leads;
}

/* The number of calls before the node, by id. */
static size_t calls_before(const fc_definitions *definitions, const fc_node *node)
{
    size_t low = 0, high = definitions->n_calls;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (definitions->call[middle]->id < node->id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool fc_definitions_calls_definer(const fc_definitions *definitions, const fc_node *root, int cell,
                                  const fc_procedure *beside)
{
    const definer_search search = {definitions, cell, beside};
    bool found = false;
    if (!root || fc_definers_n(&definitions->definers, cell) == 0)
        return false;
    const int last = definitions->last[root->id];
    for (size_t i = calls_before(definitions, root);
         i < definitions->n_calls && definitions->call[i]->id <= last && !found; i++)
        found = call_leads_to_definer(&search, definitions->call[i]);
    return found;
}

bool fc_definitions_is_array_of_integers(const fc_node *address)
{
    address = fc_node_without_casts(address);
    const fc_type *of = address->type ? address->type->of : NULL;
    return of && of->kind == FC_TYPE_INTEGER;
}

/* ---- the memory that an unknown call makes dynamic: the argument's targets, their records, and all memory reachable
 * from them ---- */

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
        fc_definitions_add_target(c, (fc_definition){.kind = FC_DEFINED_BY_DATA, .cell = cell, .node = call});
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
        bool is_after = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
        int cell = is_after && node->type && node->type->kind == FC_TYPE_INTEGER ? fc_cells_of_place(cells, node) : -1;
        if (cell >= 0)
            names[cell] = true;
    }
    return names;
}
