/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/reachable.h"
#include "analyzer/model/node_search.h"

#include <stdlib.h>

typedef struct walk {
    const fc_reachable_filter *filter; /* NULL: none */
    bool *procedure;
    bool *symbol; /* by id: globals and statics whose initializer was visited */
} walk;

/* A procedure or variable counts as used wherever its name occurs. */
static void reach(walk *w, const fc_node *node)
{
    if (!node)
        return;
    bool is_left_out = w->filter && node->kind == FC_CALL && w->filter->leaves_out(w->filter->data, node);
    const fc_symbol *symbol = node->kind == FC_NAME || node->kind == FC_DECLARE ? node->symbol : NULL;
    fc_procedure *procedure = symbol ? symbol->definition : NULL;
    if (procedure && !w->procedure[procedure->id]) {
        w->procedure[procedure->id] = true;
        reach(w, procedure->body);
    }
    if (symbol && symbol->initializer && !w->symbol[symbol->id]) {
        w->symbol[symbol->id] = true;
        reach(w, symbol->initializer);
    }
    for (int i = is_left_out; i < node->n_children; i++)
        reach(w, node->child[i]);
}

static void leave_out(const fc_node *node, void *data)
{
    bool *nodes = data;
    if (!node)
        return;
    nodes[node->id] = false;
    fc_node_each_child(node, leave_out, nodes);
}

void fc_reachable_find(fc_reachable *out, const fc_program *program, const fc_reachable_filter *filter)
{
    walk w = {filter, fc_allocate((size_t)program->n_procedures, sizeof(bool)),
              fc_allocate((size_t)program->n_symbols, sizeof(bool))};
    const fc_procedure *start = fc_program_find(program, "main");
    for (int i = 0; i < program->n_procedures; i++)
        w.procedure[i] = !start || program->procedure[i] == start;
    if (start)
        reach(&w, start->body);
    out->procedure = w.procedure;
    out->node = fc_allocate((size_t)program->n_nodes, sizeof *out->node);
    for (int i = 0; i < program->n_nodes; i++)
        out->node[i] = true;
    for (int i = 0; i < program->n_procedures; i++)
        if (!w.procedure[i])
            leave_out(program->procedure[i]->body, out->node);
    free(w.symbol);
}

void fc_reachable_free(fc_reachable *reached)
{
    free(reached->procedure);
    free(reached->node);
    *reached = (fc_reachable){0};
}
