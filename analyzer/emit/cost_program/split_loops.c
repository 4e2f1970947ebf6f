/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a loop that is split into its recurrences and its costs (loop_distribution.h):
 *
 *     for (; fc_once_7 && i < n; i++) { fc_trips_7++; if (i % 50 == 0) { fc_then_9++; } }
 *     for (FC_REPEAT(r, fc_once_7 ? fc_trips_7 : 1))
 *         for (int fc_more_7 = 1; fc_once_7 ? fc_more_7 : i < n; fc_once_7 ? (fc_more_7 = 0) : i++)
 *             const int fc_holds_9 = fc_once_7 ? 0 : i % 50 == 0;
 *             for (FC_TAKEN(r, fc_once_7 ? fc_then_9 : fc_holds_9, fc_once_7 ? fc_trips_7 : 1)) { costs }
 *
 * Where each iteration is executed (fc_once_7 is 0), the first loop does not run. It is not printed at all if the
 * counts have a closed form. */
#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/emit/cost_program/emitter.h"
#include "analyzer/model/openmp.h"

#include <stdlib.h>

/* ---- counts in closed form ---- */

typedef struct closed_counts {
    fc_emitter *e;
    fc_view view;
    fc_loop_range range;
} closed_counts;

static bool print_count(closed_counts *closed, const char *name, int id, const fc_sym *each)
{
    const fc_sym *sum = each ? fc_loops_sum(closed->e->analysis->algebra, &closed->range, each) : NULL;
    if (!sum)
        return false;
    fc_residual_indent(&closed->e->residual);
    fc_text_add(closed->e->residual.out, "const double fc_%s_%d = ", name, id);
    fc_sym_print(closed->e->residual.out, sum, FC_NOTATION_C);
    fc_text_add(closed->e->residual.out, ";\n");
    return true;
}

/* `around`: the indicator of the iterations that come to the node. */
static bool print_counts(closed_counts *closed, const fc_cost *cost, const fc_sym *around)
{
    fc_algebra *algebra = closed->e->analysis->algebra;
    bool is_counted = fc_loop_distribution_counts(closed->e->split, cost), can = true;
    const fc_sym *arm[2] = {around, around};
    if (is_counted) {
        const fc_sym *holds = fc_value_condition(&closed->view, cost->node->child[0]);
        arm[0] = holds ? fc_sym_multiply(algebra, around, holds) : NULL;
        arm[1] = holds ? fc_sym_subtract(algebra, around, arm[0]) : NULL;
        can =
            print_count(closed, "then", cost->node->id, arm[0]) && print_count(closed, "else", cost->node->id, arm[1]);
    }
    bool is_plain = is_counted || cost->kind == FC_COST_SEQUENCE;
    for (int i = 0; can && is_plain && i < cost->n_children; i++)
        can = print_counts(closed, cost->child[i], arm[is_counted ? i : 0]);
    return can;
}

static bool outlives(const fc_emitter *e, const fc_cost *loop)
{
    bool found = false;
    for (size_t i = 0; i < e->split->n && !found; i++)
        found = fc_control_outlives(e->analysis->control, e->split->variable[i], loop->node);
    return found;
}

/* False: some count has no closed form, or the loop leaves values behind. */
static bool emit_closed_counts(fc_emitter *e, const fc_cost *loop)
{
    const fc_sym *one = fc_sym_integer(e->analysis->algebra, 1);
    closed_counts closed = {.e = e};
    fc_text declarations = {0}, *out = e->residual.out;
    e->residual.out = &declarations;
    closed.view = (fc_view){.control = e->analysis->control, .algebra = e->analysis->algebra, .root = loop->node};
    bool can = loop->kind == FC_COST_CANONICAL_LOOP && !outlives(e, loop) &&
               fc_loops_range(&closed.range, loop, &closed.view) &&
               print_count(&closed, "trips", loop->node->id, one) && print_counts(&closed, loop->child[0], one);
    e->residual.out = out;
    if (can)
        fc_text_add(out, "%s", declarations.bytes);
    fc_text_free(&declarations);
    return can;
}

/* ---- the loop that counts ---- */

static void declare_count(void *data, const fc_cost *cost)
{
    fc_emitter *e = data;
    if (fc_loop_distribution_counts(e->split, cost))
        fc_emitter_line(e, "double fc_then_%d = 0, fc_else_%d = 0;", cost->node->id, cost->node->id);
}

static void count_arm(fc_emitter *e, const fc_cost *branch, int arm);

static void count_iteration(fc_emitter *e, const fc_cost *cost)
{
    if (fc_loop_distribution_is_recurrence(e->split, cost)) {
        fc_residual_statement(&e->residual, cost->node);
    } else if (fc_loop_distribution_counts(e->split, cost)) {
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "if (");
        fc_residual_expression(&e->residual, cost->node->child[0]);
        fc_text_add(e->residual.out, ")");
        count_arm(e, cost, 0);
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "else");
        count_arm(e, cost, 1);
    } else {
        for (int i = 0; cost->kind == FC_COST_SEQUENCE && i < cost->n_children; i++)
            count_iteration(e, cost->child[i]);
    }
}

static void count_arm(fc_emitter *e, const fc_cost *branch, int arm)
{
    fc_emitter_open(e);
    fc_emitter_line(e, "fc_%s_%d++;", arm ? "else" : "then", branch->node->id);
    count_iteration(e, branch->child[arm]);
    fc_emitter_close(e);
}

static void print_condition(fc_emitter *e, const fc_node *loop)
{
    fc_residual_expression(&e->residual, fc_control_condition(loop));
}

static void emit_counts(fc_emitter *e, const fc_cost *loop)
{
    const fc_node *node = loop->node;
    fc_emitter_line(e, "const int fc_once_%d = fc_weighs_iterations(r);", node->id);
    if (emit_closed_counts(e, loop))
        return;
    fc_emitter_line(e, "double fc_trips_%d = 0;", node->id);
    fc_cost_walk(loop->child[0], declare_count, e);
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "for (; fc_once_%d && ", node->id);
    print_condition(e, node);
    fc_text_add(e->residual.out, "; ");
    if (node->kind == FC_FOR && node->child[2])
        fc_residual_effects(&e->residual, node->child[2]);
    fc_text_add(e->residual.out, ")");
    fc_emitter_open(e);
    fc_emitter_step(e, node);
    fc_emitter_line(e, "fc_trips_%d++;", node->id);
    count_iteration(e, loop->child[0]);
    fc_emitter_close(e);
}

/* ---- the costs ---- */

static void emit_cost_head(fc_emitter *e, const fc_node *node)
{
    int id = node->id;
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "for (int fc_more_%d = 1; fc_once_%d ? fc_more_%d : ", id, id, id);
    print_condition(e, node);
    fc_text_add(e->residual.out, "; fc_once_%d ? (void)(fc_more_%d = 0) : (void)(", id, id);
    fc_text step = {0}, *out = e->residual.out;
    if (node->kind == FC_FOR && node->child[2]) {
        e->residual.out = &step;
        fc_residual_effects(&e->residual, node->child[2]);
        e->residual.out = out;
    }
    fc_text_add(out, "%s))", step.length > 0 ? step.bytes : "0");
    fc_text_free(&step);
}

static void emit_costs(fc_emitter *e, const fc_cost *loop)
{
    const size_t n_run = e->around.n_run;
    int counted_in_loop = e->counted_in_loop, counted_in_breakable = e->counted_in_breakable;
    fc_hoist *hoist = e->hoist;
    fc_emitter_line(e, "for (FC_REPEAT(r, fc_once_%d ? fc_trips_%d : 1))", loop->node->id, loop->node->id);
    emit_cost_head(e, loop->node);
    fc_emitter_open(e);
    e->executed++;
    e->hoist = NULL;
    e->counted_in_loop = e->counted_in_breakable = 0;
    fc_emitter_step(e, loop->node);
    fc_loop_frames_enter(&e->around, e->analysis, loop, false);
    fc_emitter_emit(e, loop->child[0]);
    fc_loop_frames_leave(&e->around, n_run);
    e->counted_in_loop = counted_in_loop;
    e->counted_in_breakable = counted_in_breakable;
    e->hoist = hoist;
    e->executed--;
    fc_emitter_close(e);
}

static void emit_arm(fc_emitter *e, const fc_cost *branch, int arm)
{
    const char *around = e->executions, *name = arm ? "else" : "then";
    int id = branch->node->id, loop = e->split->loop->node->id;
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "for (FC_TAKEN(r, fc_once_%d ? fc_%s_%d : %sfc_holds_%d, fc_once_%d ? %s : 1))", loop,
                name, id, arm ? "!" : "", id, loop, around);
    char *own = fc_format("fc_%s_%d", name, id);
    fc_emitter_open(e);
    e->executions = own;
    fc_emitter_emit(e, branch->child[arm]);
    e->executions = around;
    fc_emitter_close(e);
    free(own);
}

bool fc_emitter_split_node(fc_emitter *e, const fc_cost *cost)
{
    if (!e->split)
        return false;
    if (fc_loop_distribution_counts(e->split, cost)) {
        /* The condition is evaluated once, since it and the arms may change what it reads. */
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "const int fc_holds_%d = fc_once_%d ? 0 : !!(", cost->node->id,
                    e->split->loop->node->id);
        fc_residual_expression(&e->residual, cost->node->child[0]);
        fc_text_add(e->residual.out, ");\n");
        for (int arm = 0; arm < 2; arm++)
            if (cost->child[arm]->n_children > 0)
                emit_arm(e, cost, arm);
        return true;
    }
    if (!fc_loop_distribution_is_recurrence(e->split, cost))
        return false;
    bool declares = cost->node->kind == FC_DECLARE;
    if (!declares) {
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "if (!fc_once_%d)", e->split->loop->node->id);
        fc_emitter_open(e);
    }
    fc_residual_statement(&e->residual, cost->node);
    if (!declares)
        fc_emitter_close(e);
    return true;
}

/* ---- all of it ---- */

bool fc_emitter_split_loop(fc_emitter *e, const fc_cost *loop)
{
    const fc_node *node = loop->node;
    const fc_loop_distribution *split_around = e->split;
    const char *executions_around = e->executions;
    fc_loop_distribution split;
    /* A probe of a formula reads a value in each iteration. */
    const fc_formula *formula = e->formula;
    bool found = false;
    for (size_t i = 0; formula && i < formula->n_quantities && !found; i++)
        found = formula->quantity[i].kind == FC_QUANTITY_VALUE && formula->quantity[i].cost &&
                fc_cost_contains(loop, formula->quantity[i].cost->node);
    for (size_t i = 0; formula && i < formula->n_targets && !found; i++)
        found = fc_cost_contains(loop, formula->target[i].cost->node);
    if (found || fc_openmp_binds_outside(e->analysis->program, node) ||
        !fc_loop_distribution_find(&split, e->analysis, loop))
        return false;
    char *trips = fc_format("fc_trips_%d", node->id);
    e->split = &split;
    e->executions = trips;
    fc_residual_indent(&e->residual);
    fc_emitter_open(e);
    fc_emitter_loop_start(e, node);
    emit_counts(e, loop);
    emit_costs(e, loop);
    fc_emitter_close(e);
    e->split = split_around;
    e->executions = executions_around;
    fc_loop_distribution_free(&split);
    free(trips);
    return true;
}
