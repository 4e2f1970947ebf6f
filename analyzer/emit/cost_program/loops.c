/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a loop of the cost program. Weighted: the body once, if all iterations cost the same. Counted: with a profiled
 * trip count. Split: split_loops.c. Executed: the loop itself, with its residual head. */
#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/loop_effects.h"
#include "analyzer/emit/cost_program/emitter.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/openmp.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>

/* True if all iterations cost the same. A body with OpenMP directives must be executed in each iteration. */
static bool is_uniform(const fc_emitter *e, const fc_cost *loop)
{
    return fc_loop_effects_repeats(e->analysis, loop) && !fc_openmp_binds_outside(e->analysis->program, loop->node);
}

static bool emit_weighted_loop(fc_emitter *e, const fc_cost *loop)
{
    fc_view view = {.control = e->analysis->control, .algebra = e->analysis->algebra, .root = loop->node};
    fc_loop_range range;
    if (!is_uniform(e, loop) || !fc_loops_range(&range, loop, &view))
        return false;
    fc_text times = {0};
    fc_sym_print(&times, range.trips, FC_NOTATION_C);
    const size_t n_run = e->around.n_run;
    fc_loop_frames_enter(&e->around, e->analysis, loop, true);
    fc_emitter_repeated(e, loop->child[0], times.bytes);
    fc_loop_frames_leave(&e->around, n_run);
    fc_text_free(&times);
    return true;
}

/* True for a for loop with several declarations, which are printed in a block around the loop. */
static bool has_block_start(const fc_node *node)
{
    const fc_node *init = node->kind == FC_FOR ? node->child[0] : NULL;
    return init && init->kind == FC_BLOCK && init->n_children > 1;
}

static void emit_head(fc_emitter *e, const fc_node *node)
{
    fc_residual *residual = &e->residual;
    const fc_node *condition = node->kind == FC_FOR ? node->child[1] : node->child[0];
    fc_text_add(residual->out, node->kind == FC_FOR ? "for (" : "while (");
    if (node->kind == FC_FOR) {
        fc_residual_loop_init(residual, node->child[0]);
        fc_text_add(residual->out, "; ");
    }
    if (condition)
        fc_residual_expression(residual, condition);
    if (node->kind == FC_FOR) {
        fc_text_add(residual->out, "; ");
        if (node->child[2])
            fc_residual_effects(residual, node->child[2]);
    }
    fc_text_add(residual->out, ")");
}

/* Prints the declarations of for (int i = 0, j = n; ...). */
static void emit_block_start(fc_emitter *e, const fc_node *loop)
{
    for (int i = 0; i < loop->child[0]->n_children; i++)
        fc_residual_statement(&e->residual, loop->child[0]->child[i]);
}

static void emit_executed_loop(fc_emitter *e, const fc_cost *loop)
{
    const fc_node *node = loop->node;
    size_t n_run = e->around.n_run;
    fc_hoist hoist;
    fc_hoist_open(e, &hoist, loop);
    const bool block = has_block_start(node);
    fc_residual_indent(&e->residual);
    if (block) {
        fc_emitter_open(e);
        emit_block_start(e, node);
        fc_residual_indent(&e->residual);
    }
    if (node->kind == FC_DO)
        fc_text_add(e->residual.out, "do");
    else
        emit_head(e, node);
    fc_emitter_open(e);
    e->executed++;
    int counted_in_loop = e->counted_in_loop, counted_in_breakable = e->counted_in_breakable;
    e->counted_in_loop = e->counted_in_breakable = 0;
    fc_emitter_step(e, node);
    fc_loop_frames_enter(&e->around, e->analysis, loop, false);
    fc_emitter_emit(e, loop->child[0]);
    fc_loop_frames_leave(&e->around, n_run);
    e->counted_in_loop = counted_in_loop;
    e->counted_in_breakable = counted_in_breakable;
    e->executed--;
    fc_emitter_close(e);
    if (node->kind == FC_DO) {
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "while (");
        fc_residual_expression(&e->residual, node->child[1]);
        fc_text_add(e->residual.out, ");\n");
    }
    if (block)
        fc_emitter_close(e);
    fc_hoist_close(e, &hoist);
}

/* The maximum iterations per entry, without regard to the loop's bound, as a C expression. */
static FC_GIVE char *most_iterations(fc_emitter *e, const fc_cost *loop)
{
    char *most = loop->reached < 0 ? fc_format("fc_counted(r, %d)", loop->counter)
                                   : fc_format("fc_trip_limit(r, %d, %d)", loop->counter, loop->reached);
    return fc_emitter_round_mean(e, loop, most, false);
}

static const fc_node *bound_of(const fc_emitter *e, const fc_cost *loop)
{
    return loop->reached < 0 ? NULL : e->analysis->counter[loop->reached].node;
}

void fc_emitter_loop_start(fc_emitter *e, const fc_node *loop)
{
    if (has_block_start(loop))
        emit_block_start(e, loop);
    else if (loop->kind == FC_FOR && loop->child[0])
        fc_residual_statement(&e->residual, loop->child[0]);
}

static void emit_counted_head(fc_emitter *e, const fc_cost *loop)
{
    const fc_node *node = loop->node, *bound = bound_of(e, loop);
    char *most = most_iterations(e, loop);
    fc_emitter_loop_start(e, node);
    fc_emitter_line(e, "const double fc_most_%d = %s;", node->id, most);
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "for (double fc_turns_%d = fc_whole_trips(fc_most_%d); fc_turns_%d > 0", node->id,
                node->id, node->id);
    if (bound && node->kind != FC_DO) {
        fc_text_add(e->residual.out, " && ");
        fc_residual_expression(&e->residual, bound);
    }
    fc_text_add(e->residual.out, "; fc_turns_%d--)", node->id);
    free(most);
}

/* A condition that never ends the loop is not its count's, but it may call: while (next() == 0), where next() returns 0
 * or ends the program. */
static void emit_endless_condition(fc_emitter *e, const fc_cost *loop)
{
    const fc_node *condition = fc_control_condition(loop->node);
    bool calls = false;
    for (int i = 0; condition && i < loop->child[0]->n_children && !calls; i++) {
        const fc_cost *child = loop->child[0]->child[i];
        calls = child->value_kept && fc_node_is_within(child->node, condition);
    }
    if (!calls || !fc_control_is_static(e->analysis->control, condition))
        return;
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "(void)(");
    fc_residual_expression(&e->residual, condition);
    fc_text_add(e->residual.out, ");\n");
}

/* Prints a counted loop whose body changes values of the slice. It is executed for the counted number of iterations and
 * while its bound holds. The fraction of a mean trip count is a weight of each iteration. */
static void emit_counted_run(fc_emitter *e, const fc_cost *loop)
{
    const fc_node *node = loop->node, *bound = bound_of(e, loop);
    char *weight = fc_format("fc_trip_weight(fc_most_%d)", node->id);
    fc_residual_indent(&e->residual);
    fc_emitter_open(e);
    emit_counted_head(e, loop);
    fc_emitter_open(e);
    fc_emitter_step(e, node);
    emit_endless_condition(e, loop);
    fc_emitter_repeated(e, loop->child[0], weight);
    if (node->kind == FC_FOR && node->child[2])
        fc_residual_statement(&e->residual, node->child[2]);
    if (bound && node->kind == FC_DO) {
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "if (!");
        fc_residual_expression(&e->residual, bound);
        fc_text_add(e->residual.out, ")\n");
        fc_emitter_line(e, "    break;");
    }
    fc_emitter_close(e);
    fc_emitter_close(e);
    free(weight);
}

/* Prints a counted loop with uniform iterations. Its head is executed alone to count the iterations that the bound
 * allows; then follows the body once with this weight. */
static void emit_counted_ahead(fc_emitter *e, const fc_cost *loop)
{
    const fc_node *node = loop->node;
    char *weight = fc_format("fc_passed_%d * fc_trip_weight(fc_most_%d)", node->id, node->id);
    fc_residual_indent(&e->residual);
    fc_emitter_open(e);
    fc_emitter_line(e, "double fc_passed_%d = 0;", node->id);
    emit_counted_head(e, loop);
    fc_emitter_open(e);
    fc_emitter_step(e, node);
    fc_emitter_line(e, "fc_passed_%d++;", node->id);
    if (node->child[2])
        fc_residual_statement(&e->residual, node->child[2]);
    fc_emitter_close(e);
    fc_emitter_repeated(e, loop->child[0], weight);
    fc_emitter_close(e);
    free(weight);
}

/* The trip count as a weight, a C expression; NULL: the bound has no closed form here. */
static FC_GIVE char *trip_weight(fc_emitter *e, const fc_cost *loop)
{
    char *most = most_iterations(e, loop);
    if (loop->reached < 0)
        return most;
    fc_view view = {.control = e->analysis->control, .algebra = e->analysis->algebra, .root = loop->node};
    fc_loop_range range;
    fc_text bound = {0};
    char *text = NULL;
    if (loop->bound && fc_loops_range(&range, loop, &view)) {
        fc_sym_print(&bound, range.trips, FC_NOTATION_C);
        text = fc_format("fc_min(%s, %s)", most, bound.bytes);
    }
    fc_text_free(&bound);
    free(most);
    return text;
}

static void emit_counted(fc_emitter *e, const fc_cost *loop)
{
    const bool uniform = is_uniform(e, loop);
    char *times = uniform ? trip_weight(e, loop) : NULL;
    const size_t n_run = e->around.n_run;
    fc_emitter_open_counted(e);
    fc_loop_frames_enter(&e->around, e->analysis, loop, true);
    if (times)
        fc_emitter_repeated(e, loop->child[0], times);
    else if (uniform && loop->node->kind == FC_FOR)
        emit_counted_ahead(e, loop);
    else
        emit_counted_run(e, loop);
    fc_loop_frames_leave(&e->around, n_run);
    fc_emitter_close_counted(e);
    free(times);
}

void fc_emitter_loop(fc_emitter *e, const fc_cost *loop)
{
    const fc_cost *entered = e->entered;
    fc_terms entry = {0};
    const bool has_entry = fc_collapse_entry(&entry, e->analysis, loop);
    fc_emitter_terms(e, &entry);
    fc_terms_free(&entry);
    if (has_entry)
        e->entered = loop;
    if (loop->kind == FC_COST_COUNTED_LOOP)
        emit_counted(e, loop);
    else if ((loop->kind != FC_COST_CANONICAL_LOOP || !emit_weighted_loop(e, loop)) &&
             ((loop->kind == FC_COST_EXECUTED_LOOP && has_entry) || !fc_emitter_split_loop(e, loop)))
        emit_executed_loop(e, loop);
    e->entered = entered;
}

void fc_emitter_repeated(fc_emitter *e, const fc_cost *body, const char *times)
{
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "for (FC_REPEAT(r, %s))", times);
    fc_emitter_open(e);
    fc_hoist *hoist = e->hoist;
    e->hoist = NULL;
    fc_emitter_emit(e, body);
    e->hoist = hoist;
    fc_emitter_close(e);
}

void fc_emitter_after_jumps(fc_emitter *e, const fc_cost *share)
{
    fc_emitter_shared s = {.out = e->residual.out};
    fc_text expression = {0};
    fc_residual_indent(&e->residual);
    fc_emitter_share_counters(&s, share->share);
    fc_text_add(e->residual.out, "\n");
    fc_sym_print(&expression, share->share, FC_NOTATION_C);
    char *times = fc_emitter_round_mean(e, share, fc_copy_string(expression.bytes), false);
    fc_emitter_repeated(e, share->child[0], times);
    fc_residual_indent(&e->residual);
    fc_emitter_close_shared(&s);
    fc_text_add(e->residual.out, "\n");
    fc_text_free(&expression);
    free(times);
}
