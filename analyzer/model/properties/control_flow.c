/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/control_flow.h"

#include <stdlib.h>

enum {
    NOWHERE = -1
};

typedef struct named_block {
    const fc_symbol *label;
    int block;
} named_block;

/* `at` is the block under construction. Statements that follow a jump get a block without predecessors. */
typedef struct tracer {
    fc_control_flow *flow;
    const fc_procedure *procedure;
    int at;
    int on_break, on_continue; /* targets of these jumps; NOWHERE outside loops and switches */
    int choice;                /* the block that ends in the enclosing switch; NOWHERE: none */
    bool has_default;          /* of the enclosing switch */
    named_block *label;        /* labels seen so far, defined or jumped to */
    size_t n_labels, label_capacity;
} tracer;

static int new_block(tracer *t)
{
    return t->flow->n_blocks++;
}

static void add_edge(tracer *t, int from, int to)
{
    fc_control_flow *flow = t->flow;
    if (to == NOWHERE)
        return;
    flow->edge = fc_grow(flow->edge, &flow->edge_capacity, flow->n_edges + 1, sizeof *flow->edge);
    flow->edge[flow->n_edges++] = (fc_control_flow_edge){from, to};
}

/* Falls through from the current block into `block`. */
static void enter(tracer *t, int block)
{
    add_edge(t, t->at, block);
    t->at = block;
}

static void add_access(tracer *t, fc_node *node, fc_access_kind kind)
{
    fc_control_flow *flow = t->flow;
    if (node->symbol->kind != FC_SYMBOL_LOCAL && node->symbol->kind != FC_SYMBOL_PARAMETER)
        return;
    flow->access = fc_grow(flow->access, &flow->access_capacity, flow->n_accesses + 1, sizeof *flow->access);
    flow->access[flow->n_accesses] = (fc_control_flow_access){node, kind, t->at, (int)flow->n_accesses};
    flow->n_accesses++;
}

/* ---- expressions ---- */

static void trace_expression(tracer *t, fc_node *node);

/* a && b, a || b: b may be skipped. */
static void trace_short_circuit(tracer *t, fc_node *node)
{
    trace_expression(t, node->child[0]);
    int end = new_block(t), right = new_block(t);
    add_edge(t, t->at, end);
    enter(t, right);
    trace_expression(t, node->child[1]);
    enter(t, end);
}

static void trace_conditional(tracer *t, fc_node *node)
{
    trace_expression(t, node->child[0]);
    int end = new_block(t), yes = new_block(t), no = new_block(t);
    add_edge(t, t->at, no);
    enter(t, yes);
    trace_expression(t, node->child[1]);
    add_edge(t, t->at, end);
    t->at = no;
    trace_expression(t, node->child[2]);
    enter(t, end);
}

static void trace_children(tracer *t, fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        trace_expression(t, node->child[i]);
}

static void trace_assignment(tracer *t, fc_node *node)
{
    if (node->child[0]->kind != FC_NAME) {
        trace_children(t, node);
        return;
    }
    trace_expression(t, node->child[1]);
    add_access(t, node->child[0], node->op == FC_OP_NONE ? FC_DEFINES : FC_UPDATES);
}

static void trace_expression(tracer *t, fc_node *node)
{
    if (!node)
        return;
    if (node->kind == FC_NAME)
        add_access(t, node, FC_READS);
    else if (node->kind == FC_ASSIGN)
        trace_assignment(t, node);
    else if (node->kind == FC_STEP && node->child[0]->kind == FC_NAME)
        add_access(t, node->child[0], FC_UPDATES);
    else if (node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR))
        trace_short_circuit(t, node);
    else if (node->kind == FC_CONDITIONAL)
        trace_conditional(t, node);
    else
        trace_children(t, node);
}

/* ---- statements ---- */

static void trace(tracer *t, fc_node *node);

static bool is_constant(const fc_node *condition, bool truth)
{
    return !condition ? truth : condition->kind == FC_INTEGER && (condition->value != 0) == truth;
}

static void trace_if(tracer *t, fc_node *node)
{
    trace_expression(t, node->child[0]);
    int end = new_block(t), yes = new_block(t), no = new_block(t);
    add_edge(t, t->at, no);
    enter(t, yes);
    trace(t, node->child[1]);
    add_edge(t, t->at, end);
    t->at = no;
    trace(t, node->n_children > 2 ? node->child[2] : NULL);
    enter(t, end);
}

static void trace_body(tracer *t, fc_node *body, int on_break, int on_continue)
{
    int outer_break = t->on_break, outer_continue = t->on_continue;
    t->on_break = on_break;
    t->on_continue = on_continue;
    trace(t, body);
    t->on_break = outer_break;
    t->on_continue = outer_continue;
}

/* while (condition) body, and for loops after their initialization; increment may be NULL. */
static void trace_loop(tracer *t, fc_node *condition, fc_node *increment, fc_node *body)
{
    int head = new_block(t), inside = new_block(t), next = new_block(t), end = new_block(t);
    enter(t, head);
    trace_expression(t, condition);
    if (!is_constant(condition, true))
        add_edge(t, t->at, end);
    enter(t, inside);
    trace_body(t, body, end, next);
    enter(t, next);
    trace_expression(t, increment);
    add_edge(t, t->at, head);
    t->at = end;
}

static void trace_do(tracer *t, fc_node *node)
{
    int inside = new_block(t), next = new_block(t), end = new_block(t);
    enter(t, inside);
    trace_body(t, node->child[0], end, next);
    enter(t, next);
    trace_expression(t, node->child[1]);
    if (!is_constant(node->child[1], false))
        add_edge(t, t->at, inside);
    enter(t, end);
}

static void trace_switch(tracer *t, fc_node *node)
{
    trace_expression(t, node->child[0]);
    int outer = t->choice, end = new_block(t);
    bool outer_default = t->has_default;
    t->choice = t->at;
    t->has_default = false;
    t->at = new_block(t);
    trace_body(t, node->child[1], end, t->on_continue);
    if (!t->has_default)
        add_edge(t, t->choice, end);
    enter(t, end);
    t->choice = outer;
    t->has_default = outer_default;
}

static void trace_case(tracer *t, fc_node *node)
{
    int block = new_block(t);
    enter(t, block);
    if (t->choice != NOWHERE)
        add_edge(t, t->choice, block);
    t->has_default |= node->kind == FC_DEFAULT;
    trace(t, node->child[node->kind == FC_CASE ? 1 : 0]);
}

static int block_of_label(tracer *t, const fc_symbol *label)
{
    for (size_t i = 0; i < t->n_labels; i++)
        if (t->label[i].label == label)
            return t->label[i].block;
    t->label = fc_grow(t->label, &t->label_capacity, t->n_labels + 1, sizeof *t->label);
    t->label[t->n_labels++] = (named_block){label, new_block(t)};
    return t->label[t->n_labels - 1].block;
}

static void trace_declaration(tracer *t, fc_node *node)
{
    if (node->n_children > 0)
        trace_expression(t, node->child[0]);
    add_access(t, node, FC_DEFINES);
}

/* A computed goto has an edge to every label of the procedure. */
static void trace_computed(tracer *t, const fc_node *node)
{
    if (node->kind == FC_LABEL)
        add_edge(t, t->at, block_of_label(t, node->symbol));
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && node->child[i]->kind < FC_INTEGER)
            trace_computed(t, node->child[i]);
}

static void trace_jump(tracer *t, fc_node *node)
{
    trace_children(t, node);
    if (node->kind == FC_GOTO && !node->symbol) {
        trace_computed(t, t->procedure->body);
        t->at = new_block(t);
        return;
    }
    add_edge(t, t->at,
             node->kind == FC_BREAK      ? t->on_break
             : node->kind == FC_CONTINUE ? t->on_continue
             : node->kind == FC_GOTO     ? block_of_label(t, node->symbol)
                                         : NOWHERE);
    t->at = new_block(t);
}

static void trace_directive(tracer *t, fc_node *node)
{
    for (int i = 0; i + 1 < node->n_children; i++)
        trace_expression(t, node->child[i]);
    trace(t, node->child[node->n_children - 1]);
}

static void trace_for(tracer *t, fc_node *node)
{
    trace(t, node->child[0]);
    trace_loop(t, node->child[1], node->child[2], node->child[3]);
}

static void trace(tracer *t, fc_node *node)
{
    if (!node)
        return;
    switch (node->kind) {
    case FC_BLOCK:
        for (int i = 0; i < node->n_children; i++)
            trace(t, node->child[i]);
        break;
    case FC_DECLARE:
        trace_declaration(t, node);
        break;
    case FC_IF:
        trace_if(t, node);
        break;
    case FC_FOR:
        trace_for(t, node);
        break;
    case FC_WHILE:
        trace_loop(t, node->child[0], NULL, node->child[1]);
        break;
    case FC_DO:
        trace_do(t, node);
        break;
    case FC_SWITCH:
        trace_switch(t, node);
        break;
    case FC_CASE:
    case FC_DEFAULT:
        trace_case(t, node);
        break;
    case FC_OPENMP:
        trace_directive(t, node);
        break;
    case FC_LABEL:
        enter(t, block_of_label(t, node->symbol));
        trace(t, node->child[0]);
        break;
    case FC_BREAK:
    case FC_CONTINUE:
    case FC_GOTO:
    case FC_RETURN:
        trace_jump(t, node);
        break;
    default:
        trace_children(t, node);
    }
}

static int by_target(const void *a, const void *b)
{
    const fc_control_flow_edge *x = a, *y = b;
    return x->to != y->to ? (x->to > y->to) - (x->to < y->to) : (x->from > y->from) - (x->from < y->from);
}

void fc_control_flow_create(fc_control_flow *out, const fc_procedure *procedure)
{
    *out = (fc_control_flow){.n_blocks = 1};
    tracer t = {.flow = out, .procedure = procedure, .on_break = NOWHERE, .on_continue = NOWHERE, .choice = NOWHERE};
    trace(&t, procedure->body);
    if (out->n_edges)
        qsort(out->edge, out->n_edges, sizeof *out->edge, by_target);
    out->first = fc_allocate((size_t)out->n_blocks + 1, sizeof *out->first);
    size_t at = 0;
    for (int block = 0; block <= out->n_blocks; block++) {
        while (at < out->n_edges && out->edge[at].to < block)
            at++;
        out->first[block] = at;
    }
    free(t.label);
}

void fc_control_flow_free(fc_control_flow *flow)
{
    free(flow->access);
    free(flow->edge);
    free(flow->first);
    *flow = (fc_control_flow){0};
}
