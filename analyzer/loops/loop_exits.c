/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/loops/loop_exits.h"

#include <stdlib.h>

/* In every iteration that comes to its end. */
static bool dominates_latches(const fc_procedure_ir *ir, int loop, int block)
{
    const fc_graph *graph = &ir->cfg.graph;
    int header = ir->nest.loop[loop].header;
    for (int i = graph->in_first[header]; i < graph->in_first[header + 1]; i++) {
        int from = graph->edge[graph->in[i]].from;
        if (fc_loop_nest_holds(&ir->nest, loop, from) && !fc_dominance_holds(&ir->dominance, block, from))
            return false;
    }
    return true;
}

static bool is_in_head(const fc_procedure_ir *ir, int loop, const fc_node *decision)
{
    const fc_node *statement = ir->cfg.block[ir->nest.loop[loop].header].statement, *at = decision;
    while (at && at->parent != statement)
        at = at->parent;
    if (!statement || !at)
        return false;
    return (statement->kind == FC_WHILE && at == statement->child[0]) ||
           (statement->kind == FC_FOR && at == statement->child[1]);
}

fc_loop_comparison fc_loop_exits_comparison(const fc_node *decision, bool leaves_on_true)
{
    bool compares = decision->kind == FC_BINARY && decision->op >= FC_OP_LESS && decision->op <= FC_OP_NOT_EQUAL;
    fc_operator op = compares ? decision->op : FC_OP_NOT_EQUAL;
    return (fc_loop_comparison){leaves_on_true ? fc_operator_negated(op) : op, compares ? decision->child[0] : decision,
                                compares ? decision->child[1] : NULL};
}

bool fc_loop_exits_is_regular(const fc_procedure_ir *ir, int loop, int block)
{
    return ir->nest.innermost[block] == loop && dominates_latches(ir, loop, block);
}

static void add_exit(fc_loop_exits *out, const fc_procedure_ir *ir, int loop, int edge)
{
    int from = ir->cfg.graph.edge[edge].from;
    fc_cfg_edge_kind kind = ir->cfg.edge[edge].kind;
    const fc_node *decision = ir->cfg.block[from].decision;
    bool decides = decision && (kind == FC_CFG_TRUE || kind == FC_CFG_FALSE);
    out->exit = fc_grow(out->exit, &out->capacity, out->n + 1, sizeof *out->exit);
    out->exit[out->n++] = (fc_loop_exit){.decision = decides ? decision : NULL,
                                         .on_true = kind == FC_CFG_TRUE,
                                         .is_head = decides && is_in_head(ir, loop, decision),
                                         .is_regular = decides && fc_loop_exits_is_regular(ir, loop, from)};
}

/* ---- where an edge leads ---- */

typedef enum way {
    STOPS, /* every path ends the program, or never ends, within the statement */
    MEETS, /* some path leads after the statement, and none leaves it in another way */
    FAR    /* some path returns or is a goto */
} way;

typedef struct leaving {
    const fc_procedure_ir *ir;
    const fc_node *statement;
    bool *visited; /* by block */
} leaving;

static bool is_within(const fc_node *node, const fc_node *statement)
{
    while (node && node != statement)
        node = node->parent;
    return node != NULL;
}

/* What the block's own instructions say; STOPS: nothing. */
static way way_in(const leaving *l, int block)
{
    const fc_cfg_block *at = &l->ir->cfg.block[block];
    for (int i = at->first; i < at->first + at->n; i++) {
        const fc_node *node = l->ir->cfg.instruction[i];
        if (!is_within(node, l->statement))
            return MEETS;
        if (node->kind == FC_RETURN || node->kind == FC_GOTO)
            return FAR;
    }
    return block == fc_cfg_n_blocks(&l->ir->cfg) - 1 ? MEETS : STOPS;
}

static way way_from(leaving *l, int block)
{
    const fc_graph *graph = &l->ir->cfg.graph;
    if (l->visited[block])
        return STOPS;
    l->visited[block] = true;
    way most = way_in(l, block);
    for (int i = graph->out_first[block]; most == STOPS && i < graph->out_first[block + 1]; i++) {
        fc_cfg_edge_kind kind = l->ir->cfg.edge[graph->out[i]].kind;
        way next = kind == FC_CFG_STOP || kind == FC_CFG_ENDLESS ? STOPS : way_from(l, graph->edge[graph->out[i]].to);
        most = next > most ? next : most;
    }
    return most;
}

static way way_of(const fc_procedure_ir *ir, const fc_node *statement, int edge)
{
    fc_cfg_edge_kind kind = ir->cfg.edge[edge].kind;
    if (kind == FC_CFG_STOP || kind == FC_CFG_ENDLESS)
        return STOPS;
    leaving l = {ir, statement, fc_allocate((size_t)ir->cfg.graph.n, sizeof *l.visited)};
    way found = way_from(&l, ir->cfg.graph.edge[edge].to);
    free(l.visited);
    return found;
}

/* ---- the exits ---- */

void fc_loop_exits_find(fc_loop_exits *out, const fc_procedure_ir *ir, int loop)
{
    const fc_graph *graph = &ir->cfg.graph;
    const fc_loop *of = &ir->nest.loop[loop];
    const fc_node *statement = ir->cfg.block[of->header].statement;
    *out = (fc_loop_exits){.meet = true};
    for (int i = of->first; i < of->first + of->n_nodes; i++) {
        int block = ir->nest.node[i];
        for (int k = graph->out_first[block]; k < graph->out_first[block + 1]; k++) {
            int edge = graph->out[k];
            if (fc_loop_nest_holds(&ir->nest, loop, graph->edge[edge].to))
                continue;
            way leads = way_of(ir, statement, edge);
            out->meet &= leads != FAR;
            if (leads != STOPS)
                add_exit(out, ir, loop, edge);
        }
    }
}

void fc_loop_exits_free(fc_loop_exits *exits)
{
    free(exits->exit);
    *exits = (fc_loop_exits){0};
}
