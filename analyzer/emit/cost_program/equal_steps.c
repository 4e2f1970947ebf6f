/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables of the slice that both arms of a data-dependent branch move by the same steps. The cost program may execute
 * either arm, or both with weights, but moves such a variable once:
 *
 *     const int fc_start_9_0 = c;
 *     for (FC_TAKEN(...)) { ... c++; ... }
 *     const int fc_moved_9_0 = c;
 *     c = fc_start_9_0;
 *     for (FC_TAKEN(...)) { ... c++; ... }
 *     if (c == fc_start_9_0) c = fc_moved_9_0; */
#include "analyzer/emit/cost_program/emitter.h"

#include <stdlib.h>

typedef struct variables {
    const fc_symbol **symbol;
    size_t n, capacity;
} variables;

static void add_variable(variables *found, const fc_symbol *symbol)
{
    for (size_t i = 0; i < found->n; i++)
        if (found->symbol[i] == symbol)
            return;
    found->symbol = fc_grow(found->symbol, &found->capacity, found->n + 1, sizeof(fc_symbol *));
    found->symbol[found->n++] = symbol;
}

static void find_in(variables *found, const fc_emitter *e, const fc_node *node, const fc_node *branch)
{
    const fc_control *control = e->analysis->control;
    bool assigns = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    if (assigns && fc_control_in_slice(control, node) && fc_control_steps_in_both_arms(control, node, branch))
        add_variable(found, node->child[0]->symbol);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            find_in(found, e, node->child[i], branch);
}

/* const int fc_start_9_0 = c; */
static void keep(fc_emitter *e, const fc_cost *share, const fc_symbol *symbol, const char *kept)
{
    fc_residual *residual = &e->residual;
    fc_residual_indent(residual);
    fc_text_add(residual->out, "const ");
    fc_residual_type(residual->out, residual, symbol->type, kept);
    fc_text_add(residual->out, " = ");
    fc_control_print_name(residual->out, e->analysis->control, symbol);
    fc_text_add(residual->out, "; /* line %d */\n", share->node->span.line);
}

static void print_each(fc_emitter *e, const fc_cost *share,
                       void (*print)(fc_emitter *e, const fc_cost *share, const fc_symbol *symbol, size_t number))
{
    const fc_node *branch = share->node;
    variables found = {0};
    for (int i = 1; branch->kind == FC_IF && i < branch->n_children; i++)
        if (branch->child[i])
            find_in(&found, e, branch->child[i], branch);
    for (size_t i = 0; i < found.n; i++)
        print(e, share, found.symbol[i], i);
    free(found.symbol);
}

static void print_start(fc_emitter *e, const fc_cost *share, const fc_symbol *symbol, size_t number)
{
    char *start = fc_format("fc_start_%d_%zu", share->node->id, number);
    keep(e, share, symbol, start);
    free(start);
}

static void print_return(fc_emitter *e, const fc_cost *share, const fc_symbol *symbol, size_t number)
{
    char *moved = fc_format("fc_moved_%d_%zu", share->node->id, number);
    keep(e, share, symbol, moved);
    fc_residual_indent(&e->residual);
    fc_control_print_name(e->residual.out, e->analysis->control, symbol);
    fc_text_add(e->residual.out, " = fc_start_%d_%zu;\n", share->node->id, number);
    free(moved);
}

static void print_choice(fc_emitter *e, const fc_cost *share, const fc_symbol *symbol, size_t number)
{
    fc_text name = {0};
    fc_control_print_name(&name, e->analysis->control, symbol);
    fc_emitter_line(e, "if (%s == fc_start_%d_%zu)", name.bytes, share->node->id, number);
    fc_emitter_line(e, "    %s = fc_moved_%d_%zu;", name.bytes, share->node->id, number);
    fc_text_free(&name);
}

void fc_emitter_before_arms(fc_emitter *e, const fc_cost *share)
{
    print_each(e, share, print_start);
}

void fc_emitter_between_arms(fc_emitter *e, const fc_cost *share)
{
    print_each(e, share, print_return);
}

void fc_emitter_after_arms(fc_emitter *e, const fc_cost *share)
{
    print_each(e, share, print_choice);
}
