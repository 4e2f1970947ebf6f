/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/loops/recurrences.h"

typedef struct walk {
    const fc_procedure_ir *ir;
    int loop, phi;
    int joins; /* remaining joins: bounds the paths that are compared */
} walk;

enum {
    MOST_JOINS = 64
};

static bool follow(fc_recurrence *out, walk *w, int value);

/* ---- steps ---- */

static fc_recurrence_kind kind_of(fc_operator op)
{
    switch (op) {
    case FC_OP_ADD:
    case FC_OP_SUBTRACT:
        return FC_RECURRENCE_ADD;
    case FC_OP_MULTIPLY:
        return FC_RECURRENCE_MULTIPLY;
    case FC_OP_DIVIDE:
        return FC_RECURRENCE_DIVIDE;
    case FC_OP_SHIFT_LEFT:
        return FC_RECURRENCE_SHIFT_LEFT;
    case FC_OP_SHIFT_RIGHT:
        return FC_RECURRENCE_SHIFT_RIGHT;
    default:
        return FC_RECURRENCE_NONE;
    }
}

/* Only additive steps compose. */
static bool add_step(fc_recurrence *out, fc_operator op, const fc_node *value)
{
    fc_recurrence_kind kind = kind_of(op);
    bool fits = out->n_steps == 0 || (kind == FC_RECURRENCE_ADD && out->kind == kind);
    if (kind == FC_RECURRENCE_NONE || !fits || out->n_steps == FC_RECURRENCE_STEPS)
        return false;
    out->kind = kind;
    out->step[out->n_steps++] = (fc_recurrence_step){value, op == FC_OP_SUBTRACT ? -1 : 1};
    return true;
}

/* The remainder comes last in an iteration, after additive steps. */
static bool wrap(fc_recurrence *out, const fc_node *modulus)
{
    if (out->n_steps > 0 || out->modulus)
        return false;
    out->modulus = modulus;
    return true;
}

/* ---- expressions ---- */

static bool follow_expression(fc_recurrence *out, walk *w, const fc_node *node);

static bool follow_operand(fc_recurrence *out, walk *w, const fc_node *node, int side)
{
    fc_recurrence before = *out;
    if (add_step(out, node->op, node->child[1 - side]) && follow_expression(out, w, node->child[side]))
        return true;
    *out = before;
    return false;
}

static bool is_whole(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_POINTER);
}

static bool follow_expression(fc_recurrence *out, walk *w, const fc_node *node)
{
    node = fc_node_without_casts(node);
    if (!is_whole(node->type))
        return false;
    if (node->kind == FC_NAME)
        return follow(out, w, fc_ssa_value_read(&w->ir->ssa, node));
    if (node->kind != FC_BINARY)
        return false;
    if (node->op == FC_OP_REMAINDER)
        return wrap(out, node->child[1]) && follow_expression(out, w, node->child[0]);
    bool commutes = node->op == FC_OP_ADD || node->op == FC_OP_MULTIPLY;
    return follow_operand(out, w, node, 0) || (commutes && follow_operand(out, w, node, 1));
}

/* ---- definitions ---- */

static bool follow_definition(fc_recurrence *out, walk *w, const fc_node *node)
{
    const fc_ssa *ssa = &w->ir->ssa;
    if (node->kind == FC_DECLARE)
        return node->n_children > 0 && node->child[0] && follow_expression(out, w, node->child[0]);
    if (node->kind == FC_ASSIGN && node->op == FC_OP_NONE)
        return follow_expression(out, w, node->child[1]);
    if (node->kind == FC_ASSIGN && node->op == FC_OP_REMAINDER)
        return wrap(out, node->child[1]) && follow(out, w, fc_ssa_value_read(ssa, node->child[0]));
    bool up = node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_POST_INCREMENT;
    bool added = node->kind == FC_STEP ? add_step(out, up ? FC_OP_ADD : FC_OP_SUBTRACT, NULL)
                                       : add_step(out, node->op, node->child[1]);
    return added && follow(out, w, fc_ssa_value_read(ssa, node->child[0]));
}

/* ---- joins ---- */

static bool is_same_node(const fc_ssa *ssa, const fc_node *a, const fc_node *b)
{
    if (!a || !b)
        return a == b;
    a = fc_node_without_casts(a);
    b = fc_node_without_casts(b);
    if (a->kind == FC_INTEGER && b->kind == FC_INTEGER)
        return a->value == b->value;
    int read = a->kind == FC_NAME && b->kind == FC_NAME ? fc_ssa_value_read(ssa, a) : FC_GRAPH_NONE;
    return a == b || (read != FC_GRAPH_NONE && read == fc_ssa_value_read(ssa, b));
}

static bool is_same(const fc_ssa *ssa, const fc_recurrence *a, const fc_recurrence *b)
{
    bool same = a->kind == b->kind && a->n_steps == b->n_steps && is_same_node(ssa, a->modulus, b->modulus);
    for (int i = 0; same && i < a->n_steps; i++)
        same = a->step[i].sign == b->step[i].sign && is_same_node(ssa, a->step[i].value, b->step[i].value);
    return same;
}

/* Every path of the iteration makes the same steps. */
static bool follow_join(fc_recurrence *out, walk *w, const fc_ssa_value *join)
{
    const fc_procedure_ir *ir = w->ir;
    const fc_graph *graph = &ir->cfg.graph;
    if (w->joins-- <= 0 || ir->nest.innermost[join->block] != w->loop)
        return false;
    const fc_recurrence before = *out;
    int n = graph->in_first[join->block + 1] - graph->in_first[join->block];
    for (int i = 0; i < n; i++) {
        fc_recurrence path = before;
        if (!follow(&path, w, ir->ssa.operand[join->first_operand + i]) || (i > 0 && !is_same(&ir->ssa, out, &path)))
            return false;
        *out = path;
    }
    return true;
}

static bool follow(fc_recurrence *out, walk *w, int value)
{
    if (value == w->phi || value == FC_GRAPH_NONE)
        return value != FC_GRAPH_NONE;
    const fc_ssa_value *at = &w->ir->ssa.value[value];
    if (!fc_loop_nest_holds(&w->ir->nest, w->loop, at->block))
        return false;
    if (at->kind == FC_SSA_DEFINITION)
        return w->ir->nest.innermost[at->block] == w->loop && follow_definition(out, w, at->node);
    return at->kind == FC_SSA_PHI && at->block != w->ir->nest.loop[w->loop].header && follow_join(out, w, at);
}

/* ---- the header ---- */

bool fc_recurrences_find(fc_recurrence *out, const fc_procedure_ir *ir, int loop, int phi)
{
    const fc_graph *graph = &ir->cfg.graph;
    const fc_ssa_value *value = &ir->ssa.value[phi];
    walk w = {ir, loop, phi, MOST_JOINS};
    bool is_first = true, good = !ir->nest.loop[loop].is_irreducible, has_start = false;
    *out = (fc_recurrence){.phi = phi, .start = FC_GRAPH_NONE};
    for (int i = graph->in_first[value->block]; i < graph->in_first[value->block + 1]; i++) {
        int operand = ir->ssa.operand[value->first_operand + i - graph->in_first[value->block]];
        if (!fc_loop_nest_holds(&ir->nest, loop, graph->edge[graph->in[i]].from)) {
            out->start = has_start && out->start != operand ? FC_GRAPH_NONE : operand;
            has_start = true;
            continue;
        }
        fc_recurrence path = {.phi = phi};
        good = good && follow(&path, &w, operand) && (is_first || is_same(&ir->ssa, out, &path));
        path.start = out->start;
        if (good)
            *out = path;
        is_first = false;
    }
    bool is_additive = out->kind == FC_RECURRENCE_ADD;
    if (good && out->n_steps > 0 && (!out->modulus || is_additive)) {
        out->kind = out->modulus ? FC_RECURRENCE_WRAP : out->kind;
        return true;
    }
    out->modulus = NULL;
    out->kind = FC_RECURRENCE_NONE;
    return false;
}
