/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps: the loops that they leave, and the nodes that they skip or repeat. */
#include "analyzer/memory/definitions_collector.h"

#include <string.h>

static void add_skip(fc_collector *c, const fc_node *jump, const fc_node *top, int last)
{
    fc_definitions *out = c->out;
    out->skip = fc_grow(out->skip, &out->skip_capacity, out->n_skips + 1, sizeof *out->skip);
    out->skip[out->n_skips++] = (fc_skip){jump, top, jump->id + 1, last};
}

/* The target of a goto; NULL: it is computed, or another node. */
static const fc_node *label_of(const fc_collector *c, const fc_node *jump)
{
    return jump->kind == FC_GOTO && jump->symbol ? c->out->label[jump->symbol->id] : NULL;
}

static void collect_goto_skip(fc_collector *c, const fc_node *jump)
{
    const fc_node *label = label_of(c, jump);
    if (!label)
        return;
    add_skip(c, jump, label->parent, label->id - 1);
    if (label->id < jump->id) {
        c->out->skip[c->out->n_skips - 1].first = label->id;
        c->out->skip[c->out->n_skips - 1].last = jump->id;
    }
}

/* main returns a failure: a successful run never takes this return. */
static bool ends_in_failure(const fc_collector *c, const fc_node *jump)
{
    const fc_node *value = jump->kind == FC_RETURN && jump->n_children > 0 ? jump->child[0] : NULL;
    return value && value->kind == FC_INTEGER && value->value != 0 &&
           strcmp(c->out->owner[jump->id]->symbol->name, "main") == 0;
}

static void collect_skip(fc_collector *c, const fc_node *jump)
{
    if (ends_in_failure(c, jump))
        return;
    if (jump->kind == FC_GOTO) {
        collect_goto_skip(c, jump);
        return;
    }
    const fc_node *top = jump->parent, *root = jump->parent;
    while (root->parent)
        root = root->parent;
    while (top && jump->kind != FC_RETURN && !fc_node_is_loop(top) &&
           !(jump->kind == FC_BREAK && top->kind == FC_SWITCH))
        top = top->parent;
    if (jump->kind == FC_RETURN)
        add_skip(c, jump, NULL, c->out->last[root->id]);
    else if (top && (jump->kind == FC_CONTINUE || top->kind == FC_SWITCH))
        add_skip(c, jump, top, c->out->last[top->id]);
}

static void collect_exits(fc_collector *c, const fc_node *jump)
{
    const fc_node *label = label_of(c, jump), *end = label ? label->parent : NULL;
    for (const fc_node *up = jump->parent; up && up != end; up = up->parent) {
        if (jump->kind == FC_BREAK && up->kind == FC_SWITCH)
            return;
        if (!fc_node_is_loop(up))
            continue;
        fc_definitions *out = c->out;
        int id = up->id;
        out->jump[id] = fc_grow(out->jump[id], &out->jump_capacity[id], out->n_jumps[id] + 1, sizeof **out->jump);
        out->jump[id][out->n_jumps[id]++] = jump;
        if (jump->kind == FC_BREAK)
            return;
    }
}

void fc_definitions_collect_jump(fc_collector *c, const fc_node *jump)
{
    collect_skip(c, jump);
    if (jump->kind != FC_CONTINUE)
        collect_exits(c, jump);
}
