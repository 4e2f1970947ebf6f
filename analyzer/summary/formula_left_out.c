/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls whose received message decides how the program goes on: the slice reads what they receive, or their status.
 * Method sum has no messages, so that only method ranks follows the program behind them. */
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/summary/formula_arguments.h"
#include "analyzer/summary/formula_run.h"

#include <stdlib.h>
#include <string.h>

static bool is_wildcard(const fc_cost *cost)
{
    const fc_node *peer = fc_run_argument(cost, FC_ARG_PEER, 0);
    while (peer && peer->kind == FC_CAST)
        peer = peer->child[0];
    return peer && peer->kind == FC_HANDLE && strcmp(peer->text, "MPI_ANY_SOURCE") == 0;
}

static bool completes(const char *name)
{
    return strncmp(name, "MPI_Wait", 8) == 0 || strncmp(name, "MPI_Test", 8) == 0;
}

/* A receive, a probe or a completion. */
static bool needs_message(const fc_control *control, const fc_cost *cost)
{
    bool has_message = fc_run_argument(cost, FC_ARG_PEER, 0) || completes(cost->operation->name);
    const fc_node *status = fc_run_argument(cost, FC_ARG_STATUS, 0);
    return has_message &&
           (fc_control_receives_values(control, cost->node) || (status && fc_control_needs_value(control, status)));
}

static void note(void *data, const fc_cost *cost, bool is_called)
{
    fc_formula *formula = data;
    bool is_known = cost->kind != FC_COST_MPI || !needs_message(formula->analysis->control, cost);
    (void)is_called;
    for (size_t i = 0; i < formula->n_left_out && !is_known; i++)
        is_known = formula->left_out[i].call == cost->node;
    if (is_known)
        return;
    formula->left_out =
        fc_grow(formula->left_out, &formula->left_out_capacity, formula->n_left_out + 1, sizeof *formula->left_out);
    formula->left_out[formula->n_left_out++] = (fc_formula_left_out){
        cost->node, cost->operation->name, is_wildcard(cost) ? "wildcard receive" : "received value"};
}

static int by_node(const void *a, const void *b)
{
    const fc_formula_left_out *one = a, *other = b;
    int by_kind = strcmp(other->why, one->why);
    return by_kind ? by_kind : one->call->id - other->call->id;
}

void fc_run_find_left_out(fc_formula *formula)
{
    const fc_analysis *analysis = formula->analysis;
    const fc_procedure *start = fc_program_find(analysis->program, "main");
    fc_cost_walk_called(analysis, analysis->tree[start->id], note, formula);
    if (formula->n_left_out)
        qsort(formula->left_out, formula->n_left_out, sizeof *formula->left_out, by_node);
}
