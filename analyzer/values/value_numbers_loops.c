/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of SSA variables and of loops: functions of the iteration number, and values that outlive their loop. */
#include "analyzer/values/value_numbers_state.h"

#include <stdlib.h>

/* ---- values in and after loops ---- */

static bool has_block_in(const fc_numbering *in, int loop, int block)
{
    return block != FC_GRAPH_NONE && fc_loop_nest_holds(&in->ir.nest, loop, block);
}

/* The block that computes a value that is not made of others. */
static int block_of_node(const fc_value_numbers *values, const fc_numbering *in, long id)
{
    return id >= 0 ? fc_cfg_block_of(&in->ir.cfg, values->program->node[id]) : FC_GRAPH_NONE;
}

static bool leaf_varies(const fc_value_numbers *values, fc_numbering *in, const fc_numbered_value *v, int loop)
{
    switch (v->kind) {
    case FC_VALUE_INDUCTION:
        return v->number[0] >= in->ir.nest.loop[loop].depth;
    case FC_VALUE_LOAD: {
        const fc_location *location = fc_memory_versions_of(&in->memory, (int)v->number[1]);
        return v->number[2] != 0 && has_block_in(in, loop, location->version[v->number[2]].block);
    }
    case FC_VALUE_FRESH:
        return has_block_in(in, loop, block_of_node(values, in, v->number[0]));
    case FC_VALUE_LAST:
        return has_block_in(in, loop, (int)v->number[0]);
    case FC_VALUE_OPAQUE:
        return v->number[0] == -1 ? has_block_in(in, loop, (int)v->number[2])
                                  : v->number[0] < 0 || has_block_in(in, loop, block_of_node(values, in, v->number[0]));
    default:
        return false;
    }
}

bool fc_value_numbers_varies(const fc_value_numbers *values, fc_numbering *in, int value, int loop)
{
    const fc_numbered_value *v = fc_value_of(&values->table, value);
    bool varies = leaf_varies(values, in, v, loop);
    for (int i = 0; i < v->n_operands && !varies && v->kind != FC_VALUE_LAST; i++)
        varies = fc_value_numbers_varies(values, in, fc_value_operand(&values->table, value, i), loop);
    return varies;
}

int fc_value_numbers_after_loops(fc_value_numbers *values, fc_numbering *in, int value, int from, int to)
{
    int loop = to == FC_GRAPH_NONE ? FC_GRAPH_NONE : fc_loop_nest_left(&in->ir.nest, from, to);
    if (loop == FC_GRAPH_NONE || !fc_value_numbers_varies(values, in, value, loop))
        return value;
    fc_value_parts parts = {FC_VALUE_LAST,
                            in->procedure->id,
                            {in->ir.nest.loop[loop].header},
                            1,
                            &value,
                            NULL,
                            fc_value_of(&values->table, value)->source};
    return fc_value_numbers_make(values, in, &parts);
}

/* ---- phi functions ---- */

static int opaque_ssa(fc_value_numbers *values, const fc_numbering *in, int ssa)
{
    const fc_ssa_value *v = &in->ir.ssa.value[ssa];
    const long variable = in->ir.ssa.variable[v->variable]->id;
    return fc_value_table_add(&values->table, &(fc_value_parts){FC_VALUE_OPAQUE,
                                                                in->procedure->id,
                                                                {-1, variable, v->block},
                                                                0,
                                                                NULL,
                                                                NULL,
                                                                v->node && v->node->type ? v->node : NULL});
}

/* The update of a loop variable: phi op step. */
typedef struct update {
    fc_operator op;
    const fc_node *step; /* NULL: 1 */
    const fc_type *type;
} update;

static bool reads(const fc_numbering *in, const fc_node *node, int phi)
{
    node = fc_node_without_casts(node);
    return node->kind == FC_NAME && fc_ssa_value_read(&in->ir.ssa, node) == phi;
}

static bool is_update_operator(fc_operator op)
{
    return op == FC_OP_ADD || op == FC_OP_SUBTRACT || op == FC_OP_MULTIPLY || op == FC_OP_DIVIDE ||
           op == FC_OP_SHIFT_LEFT || op == FC_OP_SHIFT_RIGHT;
}

static bool find_update(update *out, const fc_numbering *in, int next, int phi)
{
    const fc_node *node = in->ir.ssa.value[next].kind == FC_SSA_DEFINITION ? in->ir.ssa.value[next].node : NULL;
    if (!node || node->kind == FC_DECLARE || !reads(in, node->child[0], phi)) {
        const fc_node *right = node && node->kind == FC_ASSIGN && node->op == FC_OP_NONE ? node->child[1] : NULL;
        right = right ? fc_node_without_casts(right) : NULL;
        if (!right || right->kind != FC_BINARY || !is_update_operator(right->op))
            return false;
        bool first = reads(in, right->child[0], phi);
        bool second = (right->op == FC_OP_ADD || right->op == FC_OP_MULTIPLY) && reads(in, right->child[1], phi);
        *out = (update){right->op, right->child[first ? 1 : 0], node->type};
        return first || second;
    }
    if (node->kind == FC_STEP) {
        bool up = node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_POST_INCREMENT;
        *out = (update){up ? FC_OP_ADD : FC_OP_SUBTRACT, NULL, node->type};
        return true;
    }
    *out = (update){node->op, node->child[1], node->type};
    return node->kind == FC_ASSIGN && is_update_operator(node->op);
}

/* The operands of a loop's phi function: the one value from outside, and the one SSA value from inside. */
static bool find_operands(fc_value_numbers *values, fc_numbering *in, int phi, int *start, int *next)
{
    const fc_ssa_value *v = &in->ir.ssa.value[phi];
    const fc_graph *graph = &in->ir.cfg.graph;
    const int loop = fc_loop_nest_headed_by(&in->ir.nest, v->block);
    *start = *next = FC_GRAPH_NONE;
    for (int i = graph->in_first[v->block], k = v->first_operand; i < graph->in_first[v->block + 1]; i++, k++) {
        const int operand = in->ir.ssa.operand[k], from = graph->edge[graph->in[i]].from;
        bool is_inside = fc_loop_nest_holds(&in->ir.nest, loop, from);
        int *found = is_inside ? next : start, one = operand;
        if (!is_inside)
            one = fc_value_numbers_after_loops(values, in, fc_value_numbers_of_ssa(values, in, operand),
                                               in->ir.ssa.value[operand].block, v->block);
        if (*found != FC_GRAPH_NONE && *found != one)
            return false;
        *found = one;
    }
    return *start != FC_GRAPH_NONE && *next != FC_GRAPH_NONE;
}

/* A function of the iteration number; FC_VALUE_NONE: it is none. */
static int induction(fc_value_numbers *values, fc_numbering *in, int phi)
{
    const int block = in->ir.ssa.value[phi].block, loop = fc_loop_nest_headed_by(&in->ir.nest, block);
    int start, next;
    update by;
    if (in->ir.nest.loop[loop].is_irreducible || !find_operands(values, in, phi, &start, &next) ||
        !find_update(&by, in, next, phi) || !by.type ||
        (by.type->kind != FC_TYPE_INTEGER && by.type->kind != FC_TYPE_POINTER))
        return FC_VALUE_NONE;
    int step = by.step ? fc_value_numbers_of(values, in, by.step) : fc_value_table_constant(&values->table, 1);
    if (by.op == FC_OP_SUBTRACT) {
        by.op = FC_OP_ADD;
        step = fc_value_numbers_sum(values, in, fc_value_table_constant(&values->table, 0), step, -1, NULL);
    }
    if (fc_value_numbers_varies(values, in, step, loop))
        return FC_VALUE_NONE;
    fc_value_parts parts = {FC_VALUE_INDUCTION,
                            in->procedure->id,
                            {in->ir.nest.loop[loop].depth, by.op, by.type->id},
                            2,
                            (int[]){start, step},
                            NULL,
                            in->ir.ssa.value[next].node->child[0]};
    return fc_value_numbers_make(values, in, &parts);
}

/* The edge of the decision in block `from` by which control came to the block's i-th incoming edge. */
static int arm_of(const fc_procedure_ir *ir, int from, int block, int i)
{
    const fc_graph *graph = &ir->cfg.graph;
    const int edge = graph->in[graph->in_first[block] + i];
    if (graph->edge[edge].from == from)
        return edge;
    for (int k = graph->out_first[from]; k < graph->out_first[from + 1]; k++) {
        int to = graph->edge[graph->out[k]].to;
        bool only_way = graph->in_first[to + 1] - graph->in_first[to] == 1;
        if (only_way && fc_dominance_holds(&ir->dominance, to, graph->edge[edge].from))
            return graph->out[k];
    }
    return FC_GRAPH_NONE;
}

/* The values of the two branches of an if, selected by its condition, as in gated SSA (Ottenstein, Ballance, MacCabe
 * 1990); FC_VALUE_NONE: the join is of another form. */
static int selected_value(fc_value_numbers *values, fc_numbering *in, const fc_joined_values *join)
{
    const fc_procedure_ir *ir = &in->ir;
    const int from = ir->dominance.parent[join->block];
    const fc_node *decision = from == FC_GRAPH_NONE ? NULL : ir->cfg.block[from].decision;
    if (!decision || join->n != 2 || ir->nest.innermost[from] != ir->nest.innermost[join->block])
        return FC_VALUE_NONE;
    int operand[3] = {FC_VALUE_NONE, FC_VALUE_NONE, FC_VALUE_NONE};
    for (int i = 0; i < 2; i++) {
        const int edge = arm_of(ir, from, join->block, i);
        const fc_cfg_edge_kind kind = edge == FC_GRAPH_NONE ? FC_CFG_ALWAYS : ir->cfg.edge[edge].kind;
        if (kind != FC_CFG_TRUE && kind != FC_CFG_FALSE)
            return FC_VALUE_NONE;
        operand[kind == FC_CFG_TRUE ? 1 : 2] = join->value[i];
    }
    operand[0] = fc_value_numbers_of(values, in, decision);
    if (operand[1] == FC_VALUE_NONE || operand[2] == FC_VALUE_NONE)
        return FC_VALUE_NONE;
    return fc_value_numbers_selection(values, in, operand, join->type);
}

/* One pointer or a null pointer: itself ? the pointer : null. */
static int pointer_or_null(fc_value_numbers *values, fc_numbering *in, const fc_joined_values *join)
{
    int only = FC_VALUE_NONE;
    for (int i = 0; i < join->n; i++) {
        const int pointer = fc_value_numbers_followed(values, join->value[i]);
        if (fc_value_numbers_leads_nowhere(values, pointer))
            continue;
        if (only != FC_VALUE_NONE && only != pointer)
            return FC_VALUE_NONE;
        only = pointer;
    }
    const int operand[3] = {join->itself, only, fc_value_table_constant(&values->table, 0)};
    return only == FC_VALUE_NONE ? FC_VALUE_NONE : fc_value_numbers_selection(values, in, operand, join->type);
}

int fc_value_numbers_joined(fc_value_numbers *values, fc_numbering *in, const fc_joined_values *join)
{
    bool are_equal = join->n > 0;
    for (int i = 1; i < join->n && are_equal; i++)
        are_equal = join->value[i] == join->value[0];
    if (are_equal)
        return join->value[0];
    const int selected = join->may_select ? selected_value(values, in, join) : FC_VALUE_NONE;
    return selected == FC_VALUE_NONE && fc_type_is_address(join->type) ? pointer_or_null(values, in, join) : selected;
}

/* After a join that is no loop's header; FC_VALUE_NONE: no expression of what is joined. */
static int value_of_join(fc_value_numbers *values, fc_numbering *in, int phi)
{
    const fc_ssa_value *v = &in->ir.ssa.value[phi];
    const int *first = &in->ir.cfg.graph.in_first[v->block];
    fc_joined_values join = {.block = v->block,
                             .type = in->ir.ssa.variable[v->variable]->type,
                             .itself = in->of_ssa[phi],
                             .may_select = true,
                             .n = first[1] - first[0]};
    join.value = fc_allocate((size_t)join.n + 1, sizeof *join.value);
    for (int i = 0; i < join.n; i++) {
        const int operand = in->ir.ssa.operand[v->first_operand + i];
        join.value[i] = fc_value_numbers_after_loops(values, in, fc_value_numbers_of_ssa(values, in, operand),
                                                     in->ir.ssa.value[operand].block, v->block);
    }
    const int value = fc_value_numbers_joined(values, in, &join);
    free(join.value);
    return value;
}

/* Of a variable before its first assignment. */
static int undefined(fc_value_numbers *values, const fc_numbering *in, const fc_symbol *symbol)
{
    const fc_value_parts parts = {
        FC_VALUE_OPAQUE, in->procedure->id, {-1, symbol->id, FC_GRAPH_NONE}, 0, NULL, NULL, NULL};
    return fc_value_table_add(&values->table, &parts);
}

static int entry_of_variable(fc_value_numbers *values, const fc_numbering *in, int ssa)
{
    const fc_symbol *symbol = in->ir.ssa.variable[in->ir.ssa.value[ssa].variable];
    if (symbol->kind != FC_SYMBOL_PARAMETER)
        return undefined(values, in, symbol);
    return fc_value_table_add(
        &values->table, &(fc_value_parts){FC_VALUE_PARAMETER, in->procedure->id, {symbol->id}, 0, NULL, NULL, NULL});
}

static int defined_value(fc_value_numbers *values, fc_numbering *in, int ssa)
{
    const fc_node *node = in->ir.ssa.value[ssa].node;
    if (node->kind == FC_DECLARE)
        return node->n_children > 0 && node->child[0] ? fc_value_numbers_of(values, in, node->child[0])
                                                      : undefined(values, in, node->symbol);
    int value = fc_value_numbers_of(values, in, node);
    bool is_after = node->kind == FC_STEP && (node->op == FC_OP_POST_INCREMENT || node->op == FC_OP_POST_DECREMENT);
    if (!is_after)
        return value;
    bool up = node->op == FC_OP_POST_INCREMENT;
    int one = fc_value_table_constant(&values->table, up ? 1 : -1);
    if (node->type->kind == FC_TYPE_POINTER)
        return fc_value_numbers_element(values, in, value, one, node->type->of->size);
    return node->type->kind == FC_TYPE_INTEGER ? fc_value_numbers_sum(values, in, value, one, 1, node->type)
                                               : opaque_ssa(values, in, ssa);
}

/* While the operands of a phi function are being determined, it is opaque. */
static int joined_value(fc_value_numbers *values, fc_numbering *in, int ssa)
{
    bool is_loop = fc_loop_nest_headed_by(&in->ir.nest, in->ir.ssa.value[ssa].block) != FC_GRAPH_NONE;
    in->of_ssa[ssa] = opaque_ssa(values, in, ssa);
    const int value = is_loop ? induction(values, in, ssa) : value_of_join(values, in, ssa);
    return value == FC_VALUE_NONE ? in->of_ssa[ssa] : value;
}

int fc_value_numbers_of_ssa(fc_value_numbers *values, fc_numbering *in, int ssa)
{
    if (in->of_ssa[ssa] != FC_VALUE_NUMBERS_UNKNOWN)
        return in->of_ssa[ssa];
    if (values->depth >= FC_VALUE_NUMBERS_DEEPEST)
        return in->of_ssa[ssa] = opaque_ssa(values, in, ssa);
    values->depth++;
    const fc_ssa_kind kind = in->ir.ssa.value[ssa].kind;
    int value = kind == FC_SSA_ENTRY ? entry_of_variable(values, in, ssa)
                : kind == FC_SSA_PHI ? joined_value(values, in, ssa)
                                     : defined_value(values, in, ssa);
    values->depth--;
    return in->of_ssa[ssa] = value;
}
