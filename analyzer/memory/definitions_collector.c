/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the collection of definitions shares: adding one, calls that lead to a procedure. */
#include "analyzer/memory/definitions_collector.h"

void fc_definitions_add(fc_collector *c, fc_definition definition)
{
    fc_definitions *out = c->out;
    if (definition.cell < 0)
        return;
    out->definition = fc_grow(out->definition, &out->capacity, out->n + 1, sizeof *out->definition);
    out->definition[out->n++] = definition;
}

void fc_definitions_add_behind(fc_collector *c, fc_definition definition)
{
    fc_definitions_add(c, definition);
    definition.cell = fc_cells_of_reals(c->cells, definition.cell);
    fc_definitions_add(c, definition);
}

static bool leads_to(const fc_definitions *definitions, const fc_procedure *callee, const fc_procedure *procedure)
{
    return callee == procedure || definitions->calls[callee->id * definitions->n_procedures + procedure->id];
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

static void add_led_to(bool *called, const fc_definitions *definitions, const fc_procedure *callee)
{
    const unsigned char *calls = &definitions->calls[callee->id * definitions->n_procedures];
    called[callee->id] = true;
    for (int i = 0; i < definitions->n_procedures; i++)
        called[i] |= calls[i] != 0;
}

void fc_definitions_add_called(bool *called, const fc_definitions *definitions, const fc_node *root)
{
    if (!root)
        return;
    const fc_symbol *target = root->kind == FC_CALL ? fc_call_target(root) : NULL;
    if (target && target->definition)
        add_led_to(called, definitions, target->definition);
    if (root->kind == FC_CALL && !target) {
        fc_candidates candidates = fc_indirect_calls_candidates(definitions->pointer_calls, root);
        for (size_t i = 0; i < candidates.n; i++)
            add_led_to(called, definitions, candidates.procedure[i]);
        fc_candidates_free(&candidates);
    }
    for (int i = 0; i < root->n_children; i++)
        fc_definitions_add_called(called, definitions, root->child[i]);
}

bool fc_definitions_is_array_of_integers(const fc_node *address)
{
    while (address->kind == FC_CAST)
        address = address->child[0];
    const fc_type *of = address->type ? address->type->of : NULL;
    return of && of->kind == FC_TYPE_INTEGER;
}
