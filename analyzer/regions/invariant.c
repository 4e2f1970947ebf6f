/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/invariant.h"

#include "analyzer/model/node_search.h"

enum {
    MAX_DEFINITIONS = 16 /* nested definitions that are followed */
};

/* The loop that values are compared with, in both representations. */
typedef struct motion {
    const fc_control *control;
    const fc_procedure_loops *loops;
    const fc_node *statement;
    int loop; /* of loops->ir.nest */
    int depth;
} motion;

static bool is_invariant(motion *at, const fc_node *value);

/* The right side of a definition; NULL: an update, or without value. */
static const fc_node *defined_as(const fc_node *definition)
{
    if (definition->kind == FC_ASSIGN && definition->op == FC_OP_NONE)
        return definition->child[1];
    return definition->kind == FC_DECLARE && definition->n_children > 0 ? definition->child[0] : NULL;
}

static bool is_invariant_definition(motion *at, const fc_ssa_value *value)
{
    const fc_node *right = value->kind == FC_SSA_DEFINITION ? defined_as(value->node) : NULL;
    if (!right || at->depth == MAX_DEFINITIONS)
        return false;
    at->depth++;
    bool is = is_invariant(at, right);
    at->depth--;
    return is;
}

/* The place lies in a variable of its own, not behind a pointer. */
static bool is_in_variable(const fc_node *place)
{
    bool is_part = place->kind == FC_INDEX || (place->kind == FC_MEMBER && place->op == FC_OP_DOT);
    if (is_part && place->child[0]->type->kind != FC_TYPE_POINTER)
        return is_in_variable(fc_node_without_casts(place->child[0]));
    return place->kind == FC_NAME;
}

static bool stores_through_pointer(const fc_node *node, const void *type)
{
    const fc_node *place = node->kind == FC_ASSIGN || node->kind == FC_STEP ? node->child[0] : NULL;
    const fc_type *read = type;
    return place && !is_in_variable(place) && place->type->kind == read->kind && place->type->bits == read->bits;
}

/* A variable or field in memory: no store of the loop changes it, nor may one through a pointer, which has its type
 * (C17, 6.5). */
static bool stays_in_memory(const motion *at, const fc_node *place)
{
    return fc_control_is_invariant(at->control, place, at->statement) &&
           !fc_node_search_first(at->statement, stores_through_pointer, place->type);
}

static bool is_invariant_name(motion *at, const fc_node *name)
{
    const fc_ssa *ssa = &at->loops->ir.ssa;
    int read = fc_ssa_value_read(ssa, name);
    if (read == FC_GRAPH_NONE)
        return stays_in_memory(at, name);
    const fc_ssa_value *value = &ssa->value[read];
    return !fc_loop_nest_holds(&at->loops->ir.nest, at->loop, value->block) || is_invariant_definition(at, value);
}

static bool is_arithmetic(const fc_node *node)
{
    if (node->kind == FC_UNARY)
        return node->op != FC_OP_DEREFERENCE && node->op != FC_OP_ADDRESS && node->op != FC_OP_NOT;
    bool is_value =
        node->op != FC_OP_AND && node->op != FC_OP_OR && !(node->op >= FC_OP_LESS && node->op <= FC_OP_NOT_EQUAL);
    return node->kind == FC_CAST || (node->kind == FC_BINARY && is_value);
}

static bool is_element(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
}

static bool is_invariant(motion *at, const fc_node *value)
{
    switch (value->kind) {
    case FC_INTEGER:
    case FC_REAL:
    case FC_SIZEOF:
        return true;
    case FC_NAME:
        return is_invariant_name(at, value);
    case FC_MEMBER:
        return !fc_node_search_first(value, is_element, NULL) && stays_in_memory(at, value);
    default:
        break;
    }
    bool is = is_arithmetic(value);
    for (int i = 0; i < value->n_children && is; i++)
        is = is_invariant(at, value->child[i]);
    return is;
}

/* Each iteration evaluates the node: its block dominates the ends of all iterations. */
static bool is_always_evaluated(const motion *at, const fc_node *node)
{
    const fc_procedure_ir *ir = &at->loops->ir;
    const fc_graph *graph = &ir->cfg.graph;
    int block = fc_cfg_block_of(&ir->cfg, node), header = ir->nest.loop[at->loop].header;
    bool is = block != FC_GRAPH_NONE;
    for (int i = graph->in_first[header]; i < graph->in_first[header + 1] && is; i++) {
        int before = graph->edge[graph->in[i]].from;
        is = !fc_loop_nest_holds(&ir->nest, at->loop, before) || fc_dominance_holds(&ir->dominance, block, before);
    }
    return is;
}

static bool can_trap(const fc_node *node)
{
    return node->type->kind != FC_TYPE_INTEGER || node->op == FC_OP_DIVIDE || node->op == FC_OP_REMAINDER;
}

bool fc_invariant_is(const fc_control *control, const fc_node *expression, const fc_node *loop)
{
    const fc_procedure_loops *loops = fc_control_loops(control, loop);
    motion at = {control, loops, loop, loops ? fc_procedure_loops_of(loops, loop) : FC_GRAPH_NONE, 0};
    return at.loop != FC_GRAPH_NONE && is_arithmetic(expression) && is_invariant(&at, expression) &&
           (!can_trap(expression) || is_always_evaluated(&at, expression));
}
