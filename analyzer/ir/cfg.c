/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/cfg_builder.h"

#include <stdlib.h>

typedef struct labeled_block {
    const fc_symbol *label;
    int block;
} labeled_block;

/* `at` is the block under construction. Statements after a jump get a block that nothing enters. */
typedef struct tracer {
    fc_cfg_builder to;
    fc_cfg *cfg;
    const fc_cfg_calls *calls;
    int at;
    int on_break, on_continue; /* targets of these jumps; FC_GRAPH_NONE: outside loops and switches */
    int choice;                /* the block that ends in the enclosing switch; FC_GRAPH_NONE: none */
    bool has_default;          /* of the enclosing switch */
    int dispatch;              /* the block that computed gotos jump to; FC_GRAPH_NONE: none */
    labeled_block *label;      /* of the procedure, by symbol id */
    size_t n_labels, label_capacity;
    const fc_node **extent; /* lengths of array types that are evaluated already */
    size_t n_extents, extent_capacity;
} tracer;

static int new_block(tracer *t)
{
    return fc_cfg_builder_add_block(&t->to);
}

/* Leaves the current block for `block`, and goes on there. */
static void enter(tracer *t, int block)
{
    fc_cfg_builder_add_edge(&t->to, t->at, block, FC_CFG_ALWAYS, NULL);
    t->at = block;
}

static void jump(tracer *t, int block, fc_cfg_edge_kind kind)
{
    fc_cfg_builder_add_edge(&t->to, t->at, block, kind, NULL);
    t->at = new_block(t);
}

static void add(tracer *t, const fc_node *node)
{
    fc_cfg_builder_add_instruction(&t->to, t->at, node);
}

/* ---- expressions ---- */

static void evaluate(tracer *t, const fc_node *node);

static bool is_short_circuit(const fc_node *node)
{
    return node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR);
}

static bool is_not(const fc_node *node)
{
    return node->kind == FC_UNARY && node->op == FC_OP_NOT;
}

/* A conversion of the 0 or 1 of a logical operator. */
static bool is_converted_truth(const fc_node *node)
{
    return node->kind == FC_CAST && (is_short_circuit(node->child[0]) || is_not(node->child[0]));
}

/* ---- conditions: the caller goes on in `yes` or `no` ---- */

static void branch(tracer *t, const fc_node *node, int yes, int no);

static void branch_value(tracer *t, const fc_node *node, int yes, int no)
{
    evaluate(t, node);
    if (node->kind == FC_INTEGER) {
        fc_cfg_builder_add_edge(&t->to, t->at, node->value ? yes : no, FC_CFG_ALWAYS, NULL);
        return;
    }
    t->to.block[t->at].decision = node;
    fc_cfg_builder_add_edge(&t->to, t->at, yes, FC_CFG_TRUE, NULL);
    fc_cfg_builder_add_edge(&t->to, t->at, no, FC_CFG_FALSE, NULL);
}

static void branch(tracer *t, const fc_node *node, int yes, int no)
{
    if (is_short_circuit(node)) {
        int right = new_block(t);
        if (node->op == FC_OP_AND)
            branch(t, node->child[0], right, no);
        else
            branch(t, node->child[0], yes, right);
        t->at = right;
        branch(t, node->child[1], yes, no);
    } else if (node->kind == FC_CONDITIONAL) {
        int then = new_block(t), other = new_block(t);
        branch(t, node->child[0], then, other);
        t->at = then;
        branch(t, node->child[1], yes, no);
        t->at = other;
        branch(t, node->child[2], yes, no);
    } else if (is_not(node)) {
        branch(t, node->child[0], no, yes);
    } else if (is_converted_truth(node)) {
        branch(t, node->child[0], yes, no);
    } else if (node->kind == FC_COMMA) {
        evaluate(t, node->child[0]);
        branch(t, node->child[1], yes, no);
    } else {
        branch_value(t, node, yes, no);
    }
}

/* ---- values ---- */

static void evaluate_conditional(tracer *t, const fc_node *node)
{
    int then = new_block(t), other = new_block(t), join = new_block(t);
    branch(t, node->child[0], then, other);
    t->at = then;
    evaluate(t, node->child[1]);
    fc_cfg_builder_add_edge(&t->to, t->at, join, FC_CFG_ALWAYS, NULL);
    t->at = other;
    evaluate(t, node->child[2]);
    enter(t, join);
    add(t, node);
}

static void evaluate_call(tracer *t, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        evaluate(t, node->child[i]);
    add(t, node);
    fc_cfg_call effect = t->calls ? t->calls->classify(t->calls->data, node) : FC_CFG_RETURNS;
    if (effect == FC_CFG_STOPS)
        jump(t, FC_CFG_BUILDER_EXIT, FC_CFG_STOP);
    if (effect == FC_CFG_RETURNS_TWICE) {
        t->cfg->twice = fc_grow(t->cfg->twice, &t->cfg->twice_capacity, t->cfg->n_twice + 1, sizeof(const fc_node *));
        t->cfg->twice[t->cfg->n_twice++] = node;
    }
}

/* A length is evaluated once, where the first declaration or conversion has the type. */
static void evaluate_extents(tracer *t, const fc_type *type)
{
    for (; type; type = type->of) {
        bool is_known = !type->extent;
        for (size_t i = 0; i < t->n_extents && !is_known; i++)
            is_known = t->extent[i] == type->extent;
        if (is_known)
            continue;
        t->extent = fc_grow(t->extent, &t->extent_capacity, t->n_extents + 1, sizeof *t->extent);
        t->extent[t->n_extents++] = type->extent;
        evaluate(t, type->extent);
    }
}

static void evaluate(tracer *t, const fc_node *node)
{
    if (!node)
        return;
    if (is_short_circuit(node)) {
        int right = new_block(t), join = new_block(t);
        bool is_and = node->op == FC_OP_AND;
        branch(t, node->child[0], is_and ? right : join, is_and ? join : right);
        t->at = right;
        evaluate(t, node->child[1]);
        enter(t, join);
        add(t, node);
    } else if (node->kind == FC_CONDITIONAL) {
        evaluate_conditional(t, node);
    } else if (node->kind == FC_CALL) {
        evaluate_call(t, node);
    } else if (node->kind == FC_ASSIGN) {
        evaluate(t, node->child[1]);
        evaluate(t, node->child[0]);
        add(t, node);
    } else {
        for (int i = 0; i < node->n_children; i++)
            evaluate(t, node->child[i]);
        if (node->kind == FC_CAST)
            evaluate_extents(t, node->type);
        add(t, node);
    }
}

/* ---- statements ---- */

static void trace(tracer *t, const fc_node *node);

/* Enters a block that begins with the statement. */
static void begin(tracer *t, int block, const fc_node *statement)
{
    enter(t, block);
    t->to.block[block].statement = statement;
}

static void trace_if(tracer *t, const fc_node *node)
{
    int yes = new_block(t), no = new_block(t), end = new_block(t);
    branch(t, node->child[0], yes, no);
    t->at = yes;
    trace(t, node->child[1]);
    fc_cfg_builder_add_edge(&t->to, t->at, end, FC_CFG_ALWAYS, NULL);
    t->at = no;
    trace(t, node->n_children > 2 ? node->child[2] : NULL);
    enter(t, end);
}

static void trace_body(tracer *t, const fc_node *body, int on_break, int on_continue)
{
    int outer_break = t->on_break, outer_continue = t->on_continue;
    t->on_break = on_break;
    t->on_continue = on_continue;
    trace(t, body);
    t->on_break = outer_break;
    t->on_continue = outer_continue;
}

/* A for or while loop. A missing condition is true. */
static void trace_loop(tracer *t, const fc_node *loop)
{
    bool is_for = loop->kind == FC_FOR;
    const fc_node *condition = loop->child[is_for ? 1 : 0];
    trace(t, is_for ? loop->child[0] : NULL);
    int head = new_block(t), body = new_block(t), latch = new_block(t), end = new_block(t);
    begin(t, head, loop);
    if (condition) {
        branch(t, condition, body, end);
        t->at = body;
    } else {
        enter(t, body);
    }
    trace_body(t, loop->child[loop->n_children - 1], end, latch);
    enter(t, latch);
    evaluate(t, is_for ? loop->child[2] : NULL);
    enter(t, head);
    t->at = end;
}

static void trace_do(tracer *t, const fc_node *node)
{
    int body = new_block(t), latch = new_block(t), end = new_block(t);
    begin(t, body, node);
    trace_body(t, node->child[0], end, latch);
    enter(t, latch);
    branch(t, node->child[1], body, end);
    t->at = end;
}

static void trace_switch(tracer *t, const fc_node *node)
{
    int outer = t->choice, end = new_block(t);
    bool outer_default = t->has_default;
    evaluate(t, node->child[0]);
    t->to.block[t->at].decision = node->child[0];
    t->choice = t->at;
    t->has_default = false;
    t->at = new_block(t);
    trace_body(t, node->child[1], end, t->on_continue);
    enter(t, end);
    if (!t->has_default)
        fc_cfg_builder_add_edge(&t->to, t->choice, end, FC_CFG_CASE, NULL);
    t->choice = outer;
    t->has_default = outer_default;
}

static void trace_case(tracer *t, const fc_node *node)
{
    int block = new_block(t);
    begin(t, block, node);
    fc_cfg_builder_add_edge(&t->to, t->choice, block, FC_CFG_CASE, node);
    t->has_default |= node->kind == FC_DEFAULT;
    trace(t, node->child[node->kind == FC_CASE ? 1 : 0]);
}

static int by_label(const void *a, const void *b)
{
    const labeled_block *x = a, *y = b;
    return (x->label->id > y->label->id) - (x->label->id < y->label->id);
}

/* FC_GRAPH_NONE: the procedure has no such label. */
static int block_of_label(const tracer *t, const fc_symbol *label)
{
    labeled_block key = {label, FC_GRAPH_NONE};
    const labeled_block *found = t->n_labels ? bsearch(&key, t->label, t->n_labels, sizeof key, by_label) : NULL;
    return found ? found->block : FC_GRAPH_NONE;
}

static void find_labels(tracer *t, const fc_node *node)
{
    if (node->kind == FC_LABEL) {
        t->label = fc_grow(t->label, &t->label_capacity, t->n_labels + 1, sizeof *t->label);
        t->label[t->n_labels++] = (labeled_block){node->symbol, new_block(t)};
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && node->child[i]->kind < FC_INTEGER)
            find_labels(t, node->child[i]);
}

static void trace_jump(tracer *t, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        evaluate(t, node->child[i]);
    add(t, node);
    if (node->kind == FC_GOTO) {
        if (!node->symbol && t->dispatch == FC_GRAPH_NONE)
            t->dispatch = new_block(t);
        jump(t, node->symbol ? block_of_label(t, node->symbol) : t->dispatch, FC_CFG_ALWAYS);
    } else if (node->kind == FC_RETURN)
        jump(t, FC_CFG_BUILDER_EXIT, FC_CFG_ALWAYS);
    else
        jump(t, node->kind == FC_BREAK ? t->on_break : t->on_continue, FC_CFG_ALWAYS);
}

static void trace_directive(tracer *t, const fc_node *node)
{
    for (int i = 0; i + 1 < node->n_children; i++)
        evaluate(t, node->child[i]);
    add(t, node);
    trace(t, node->child[node->n_children - 1]);
}

static void trace_declaration(tracer *t, const fc_node *node)
{
    evaluate_extents(t, node->symbol->type);
    evaluate(t, node->n_children > 0 ? node->child[0] : NULL);
    add(t, node);
}

static void trace_labeled(tracer *t, const fc_node *node)
{
    begin(t, block_of_label(t, node->symbol), node);
    trace(t, node->child[0]);
}

static void trace_block(tracer *t, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        trace(t, node->child[i]);
}

static void trace(tracer *t, const fc_node *node)
{
    if (!node)
        return;
    switch (node->kind) {
    case FC_BLOCK:
        trace_block(t, node);
        break;
    case FC_DECLARE:
        trace_declaration(t, node);
        break;
    case FC_EVALUATE:
        evaluate(t, node->child[0]);
        break;
    case FC_IF:
        trace_if(t, node);
        break;
    case FC_FOR:
    case FC_WHILE:
        trace_loop(t, node);
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
        trace_labeled(t, node);
        break;
    case FC_BREAK:
    case FC_CONTINUE:
    case FC_GOTO:
    case FC_RETURN:
        trace_jump(t, node);
        break;
    default: /* FC_PRAGMA, FC_EMPTY, FC_IRREGULAR_REGION */
        add(t, node);
    }
}

void fc_cfg_create(fc_cfg *out, const fc_procedure *procedure, const fc_cfg_calls *calls)
{
    *out = (fc_cfg){.procedure = procedure};
    tracer t = {.cfg = out,
                .calls = calls,
                .at = FC_CFG_BUILDER_ENTRY,
                .on_break = FC_GRAPH_NONE,
                .on_continue = FC_GRAPH_NONE,
                .choice = FC_GRAPH_NONE,
                .dispatch = FC_GRAPH_NONE};
    fc_cfg_builder_create(&t.to);
    find_labels(&t, procedure->body);
    if (t.n_labels)
        qsort(t.label, t.n_labels, sizeof *t.label, by_label);
    for (int i = 0; i < procedure->n_parameters; i++)
        evaluate_extents(&t, procedure->parameter[i]->type);
    trace(&t, procedure->body);
    enter(&t, FC_CFG_BUILDER_EXIT);
    /* Any label may be the target of a computed goto. */
    for (size_t i = 0; i < t.n_labels; i++) {
        const fc_node *label = t.to.block[t.label[i].block].statement;
        fc_cfg_builder_add_edge(&t.to, t.dispatch, t.label[i].block, FC_CFG_COMPUTED, label);
    }
    fc_cfg_builder_finish(out, &t.to);
    free(t.label);
    free(t.extent);
}

void fc_cfg_free(fc_cfg *cfg)
{
    fc_graph_free(&cfg->graph);
    free(cfg->block);
    free(cfg->edge);
    free(cfg->instruction);
    free(cfg->twice);
    free(cfg->position);
    free(cfg->block_of_position);
    *cfg = (fc_cfg){0};
}

int fc_cfg_position(const fc_cfg *cfg, const fc_node *node)
{
    int id = node->id - cfg->first_id;
    return id >= 0 && id < cfg->n_ids ? cfg->position[id] : FC_GRAPH_NONE;
}

int fc_cfg_block_of(const fc_cfg *cfg, const fc_node *node)
{
    int position = fc_cfg_position(cfg, node);
    return position == FC_GRAPH_NONE ? FC_GRAPH_NONE : cfg->block_of_position[position];
}
