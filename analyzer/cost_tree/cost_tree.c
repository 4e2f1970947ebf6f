/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/cost_tree.h"

#include "analyzer/binding/busy_wait.h"
#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_annotated.h"
#include "analyzer/cost_tree/cost_builder.h"
#include "analyzer/effects/cost_pragma.h"
#include "analyzer/effects/external.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/openmp.h"
#include "analyzer/model/properties/irregular_flow.h"
#include "analyzer/regions/machine_code.h"
#include "analyzer/regions/mispredictions.h"
#include "analyzer/regions/operations.h"
#include "analyzer/regions/recurrence.h"
#include "analyzer/regions/streams.h"
#include "analyzer/regions/unrolled_loops.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>

static fc_cost *build_body(fc_cost_builder *b, const fc_node *node)
{
    fc_cost *sequence = fc_cost_builder_node(FC_COST_SEQUENCE, node);
    if (node)
        fc_cost_build(b, sequence, node);
    return sequence;
}

static bool is_kept_effect(const fc_node *node, const void *control)
{
    bool is_effect = node->kind == FC_ASSIGN || node->kind == FC_STEP || node->kind == FC_DECLARE ||
                     (node->kind == FC_CALL && fc_external_writes(node));
    return is_effect && fc_control_in_slice(control, node);
}

static void build_statements(fc_cost_builder *b, fc_cost *sequence, fc_cost_statements of);

/* The code after a jump that may skip it starts a new region. */
static void build_before_others(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    int before = b->n_skips;
    fc_cost_build(b, sequence, node);
    if (b->n_skips != before)
        sequence->region = NULL;
}

/* The code after dynamic jumps becomes a share of its own. False: there are no such jumps. */
static bool build_after(fc_cost_builder *b, fc_cost *sequence, fc_cost_statements of)
{
    const fc_sym *share = of.first < of.end ? fc_cost_jumps_share_after(b, sequence, of) : NULL;
    if (!share)
        return false;
    const fc_node *first = of.block->child[of.first];
    fc_cost *after = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_SHARE, first));
    after->share = share;
    fc_cost *rest = fc_cost_builder_append(after, fc_cost_builder_node(FC_COST_SEQUENCE, first));
    fc_cost_builder_append(after, fc_cost_builder_node(FC_COST_SEQUENCE, first));
    build_statements(b, rest, of);
    if (fc_cost_jumps_leave_statically(b, rest, of.block)) { /* a share cannot hold such a jump */
        after->share = fc_sym_integer(b->analysis->algebra, 1);
        after->kind = FC_COST_SEQUENCE;
    }
    return true;
}

/* if (c) { ...; jump } rest  is  if (c) { ...; jump } else { rest }. */
static void build_rest(fc_cost_builder *b, fc_cost *sequence, fc_cost_statements rest)
{
    if (rest.block && !build_after(b, sequence, rest))
        build_statements(b, sequence, rest);
}

/* A dynamic branch without cost (if (x > most) most = x) needs no counter: compilers emit a conditional move. */
static void drop_costless_share(fc_cost_builder *b, fc_cost *sequence, fc_cost *share)
{
    bool stays = share->kind != FC_COST_SHARE || share != sequence->child[sequence->n_children - 1] ||
                 share->counter + 1 != (int)b->analysis->n_counters;
    if (stays || !fc_cost_is_free(share->child[0]) || !fc_cost_is_free(share->child[1]))
        return;
    fc_cost_builder_keep_counters(b, b->analysis->n_counters - 1);
    sequence->n_children--;
    fc_cost_free(share);
}

/* The results of the preceding statement become parameters. */
static void build_given(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    fc_control_input *number = NULL;
    if (fc_control_reads_inputs(b->analysis->control, node) &&
        fc_control_inputs(&number, b->analysis->control, node) > 0)
        fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_INPUT, node));
    free(number);
}

static void build_if(fc_cost_builder *b, fc_cost *sequence, const fc_node *node, fc_cost_statements rest)
{
    const fc_node *condition = node->child[0], *then = node->child[1];
    const fc_node *other = node->n_children > 2 ? node->child[2] : NULL;
    fc_cost_calls_build(b, sequence, condition);
    bool executable = fc_control_is_static(b->analysis->control, condition);
    if (!executable && (fc_cost_jumps_end_program(b, then) || fc_cost_jumps_end_program(b, other))) {
        const fc_node *taken = fc_cost_jumps_end_program(b, then) ? other : then;
        if (taken)
            fc_cost_build(b, sequence, taken);
        build_rest(b, sequence, rest);
        return;
    }
    fc_cost *branch =
        fc_cost_builder_append(sequence, fc_cost_builder_node(executable ? FC_COST_BRANCH : FC_COST_SHARE, node));
    if (!executable)
        branch->counter = fc_cost_builder_counter(b, node, "branch", condition);
    fc_cost *yes = fc_cost_builder_append(branch, build_body(b, then));
    fc_cost *no = fc_cost_builder_append(branch, build_body(b, other));
    fc_cost *after = sequence;
    if (fc_cost_jumps_at_end(then) && rest.block)
        after = no;
    else if (fc_cost_jumps_at_end(other) && rest.block)
        after = yes;
    if (executable)
        build_given(b, after, node);
    build_rest(b, after, rest);
    drop_costless_share(b, sequence, branch);
}

/* ---- irregular control flow (model/properties/irregular_flow.h): each straight-line region costs as often as a
 * profile counted it ---- */

typedef struct cut_block {
    fc_cost_builder *b;
    fc_cost *sequence; /* of the block */
    const char *why;
    fc_cost *piece; /* the current region; NULL: the block's first one, which runs once */
    fc_cost *open;  /* the sequence that takes the next statement */
} cut_block;

/* A region without cost (a single goto) needs no counter. */
static void end_piece(cut_block *at)
{
    if (!at->piece) {
        at->sequence->region = NULL;
        return;
    }
    if (fc_cost_is_free(at->open)) {
        fc_cost_builder_keep_counters(at->b, (size_t)at->piece->counter);
        at->sequence->n_children--;
        fc_cost_free(at->piece);
    } else {
        fc_cost_describe(at->b, at->open, NULL);
    }
    at->piece = NULL;
}

static void begin_piece(cut_block *at, const fc_node *node)
{
    end_piece(at);
    if (node->text) {
        at->why = node->text;
        at->open = at->sequence;
        return;
    }
    at->piece = fc_cost_builder_append(at->sequence, fc_cost_builder_node(FC_COST_COUNTED_LOOP, node));
    at->piece->counter = fc_cost_builder_counter(at->b, node, "piece", NULL);
    at->b->analysis->counter[at->piece->counter].why = fc_copy_string(at->why);
    at->open = fc_cost_builder_append(at->piece, fc_cost_builder_node(FC_COST_SEQUENCE, node));
}

static void build_cut(cut_block *at, const fc_node *node);

static void build_cut_value(cut_block *at, const fc_node *expression)
{
    if (expression)
        fc_cost_calls_build(at->b, at->open, expression);
}

/* Conditions and increments follow the body here: they belong to the region in which the body ends. */
static void build_cut_loop(cut_block *at, const fc_node *node)
{
    bool is_for = node->kind == FC_FOR;
    if (is_for && node->child[0])
        fc_cost_build(at->b, at->open, node->child[0]);
    build_cut(at, node->child[is_for ? 3 : node->kind == FC_WHILE ? 1 : 0]);
    build_cut_value(at, node->child[node->kind == FC_WHILE ? 0 : 1]);
    if (is_for)
        build_cut_value(at, node->child[2]);
}

static void build_cut_parts(cut_block *at, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && node->child[i]->kind < FC_INTEGER)
            build_cut(at, node->child[i]);
        else if (node->kind != FC_CASE)
            build_cut_value(at, node->child[i]);
}

static void build_cut(cut_block *at, const fc_node *node)
{
    if (node == at->b->procedure->init_end)
        fc_cost_builder_refuse(at->b, node->span, "an initialization block that ends in irregular control flow",
                               at->why);
    switch (node->kind) {
    case FC_IRREGULAR_REGION:
        begin_piece(at, node);
        return;
    case FC_CASE:
    case FC_DEFAULT:
    case FC_LABEL:
    case FC_GOTO:
    case FC_BREAK:
    case FC_CONTINUE:
    case FC_RETURN:
        build_cut_parts(at, node);
        return;
    case FC_FOR:
    case FC_WHILE:
    case FC_DO:
        if (fc_irregular_flow_is_within(node)) {
            build_cut_loop(at, node);
            return;
        }
        break;
    default:
        if (fc_irregular_flow_is_within(node)) {
            build_cut_parts(at, node);
            return;
        }
    }
    fc_cost_build(at->b, at->open, node);
}

/* ---- statements ---- */

/* The statements up to a label that dynamic gotos lead to: these skip the rest of them, but not what follows. */
static bool build_up_to_label(fc_cost_builder *b, fc_cost *sequence, fc_cost_statements of)
{
    int label = fc_cost_jumps_label_of_gotos(b, of);
    if (label == of.end)
        return false;
    fc_cost *before =
        fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_SEQUENCE, of.block->child[of.first]));
    build_statements(b, before, (fc_cost_statements){of.block, of.first, label});
    sequence->region = NULL;
    build_rest(b, sequence, (fc_cost_statements){of.block, label, of.end});
    return true;
}

static void build_statements(fc_cost_builder *b, fc_cost *sequence, fc_cost_statements of)
{
    if (build_up_to_label(b, sequence, of))
        return;
    for (int i = of.first; i < of.end; i++) {
        const fc_node *node = of.block->child[i];
        const fc_cost_statements rest = {of.block, i + 1, of.end};
        if (node->kind == FC_IF && !fc_cost_pragma_of_statement(node) &&
            (fc_cost_jumps_at_end(node->child[1]) ||
             fc_cost_jumps_at_end(node->n_children > 2 ? node->child[2] : NULL))) {
            build_if(b, sequence, node, rest);
            return;
        }
        int skips = b->n_skips;
        build_before_others(b, sequence, node);
        if (b->n_skips != skips && build_after(b, sequence, rest))
            return;
    }
}

static void build_block(fc_cost_builder *b, fc_cost *sequence, const fc_node *block)
{
    if (fc_irregular_flow_is_block(block)) {
        cut_block at = {.b = b, .sequence = sequence, .open = sequence};
        for (int i = 0; i < block->n_children; i++)
            build_cut(&at, block->child[i]);
        end_piece(&at);
        sequence->region = NULL;
    } else
        build_statements(b, sequence, (fc_cost_statements){block, 0, block->n_children});
}

static void mark_branches(void *data, const fc_cost *cost)
{
    fc_cost *loop = data;
    if (!loop->region)
        return;
    if (cost->kind == FC_COST_SHARE || cost->kind == FC_COST_SWITCH)
        loop->region->flags |= FC_REGION_BRANCHES;
    if (cost->kind == FC_COST_CALL || (cost->region && cost->region->calls > 0))
        loop->region->flags |= FC_REGION_CALLS;
}

void fc_cost_describe(fc_cost_builder *b, fc_cost *cost, const fc_cost *loop)
{
    fc_view view = {
        .control = b->analysis->control, .algebra = b->analysis->algebra, .root = fc_cost_outermost_loop(cost->node)};
    if (cost->kind == FC_COST_REGION)
        fc_streams_describe(cost->region, &view, loop);
    for (int i = 0; i < cost->n_children; i++)
        if (!fc_cost_is_loop(cost->child[i]) && cost->child[i]->node)
            fc_cost_describe(b, cost->child[i], loop);
}

static void finish_loop(fc_cost_builder *b, fc_cost *loop)
{
    fc_cost *body = loop->child[0];
    fc_region_model *own = body->child[0]->region; /* the condition's region */
    fc_view view = {
        .control = b->analysis->control, .algebra = b->analysis->algebra, .root = fc_cost_outermost_loop(loop->node)};
    loop->innermost = !fc_cost_has_loop(body);
    loop->region = own;
    if (loop->innermost)
        fc_unrolled_loops_join(loop, &view);
    fc_cost_describe(b, body, loop);
    if (!loop->innermost)
        return;
    own->flags |= FC_REGION_LOOP;
    fc_cost_walk(body, mark_branches, loop);
    if (!fc_unrolled_loops_find(loop, b->analysis->program, &view))
        fc_recurrence_find(own, &view, loop, fc_machine_code_has_moves(b->analysis->program, own));
    fc_mispredictions_add(b->analysis->program, loop);
}

/* The initialization of a for loop; the loop's head prints its statements of the slice. */
static void build_start(fc_cost_builder *b, fc_cost *sequence, const fc_node *init)
{
    for (int i = 0; i < init->n_children; i++)
        if (init->kind == FC_BLOCK)
            build_start(b, sequence, init->child[i]);
        else if (init->child[i])
            fc_cost_calls_build(b, sequence, init->child[i]);
}

/* The condition or increment of a loop. Counting by one variable is part of the cost of an iteration (fc_core.loop_s).
 */
static void build_head(fc_cost_builder *b, fc_cost *inside, const fc_cost *loop, const fc_node *part)
{
    if (loop->kind == FC_COST_CANONICAL_LOOP && fc_loops_only_counts(loop, b->analysis->control))
        fc_cost_calls_append(b, inside, part);
    else
        fc_cost_calls_build(b, inside, part);
}

/* No value of the condition ends the loop, as in `while (next() == 0)` where next() returns 0 or ends the program. */
static bool is_always_true(const fc_analysis *analysis, const fc_node *condition, const fc_node *loop)
{
    const fc_view view = {.control = analysis->control, .algebra = analysis->algebra, .root = loop};
    const fc_sym *truth = fc_value_condition(&view, condition);
    double value;
    return truth && fc_sym_is_constant(truth, &value) && value == 1;
}

static const fc_node *loop_condition(const fc_node *loop)
{
    return loop->child[loop->kind == FC_WHILE ? 0 : 1];
}

/* Condition, body and increment of the loop, the sequence's last cost. */
static void build_iteration(fc_cost_builder *b, fc_cost *sequence, fc_cost *loop)
{
    const fc_node *node = loop->node;
    const fc_node *condition = loop_condition(node);
    const fc_node *body = node->child[node->kind == FC_FOR ? 3 : node->kind == FC_WHILE ? 1 : 0];
    const fc_cost_open_loop own = {node, sequence, b->loop}, *outer = b->loop;
    if (fc_program_is_optimized(b->analysis->program, node->span.file))
        b->loop = &own;
    fc_cost *inside = fc_cost_builder_append(loop, fc_cost_builder_node(FC_COST_SEQUENCE, body));
    fc_cost_builder_region_of(b, inside, node);
    if (condition)
        build_head(b, inside, loop, condition);
    fc_cost_build(b, inside, body);
    if (node->kind == FC_FOR && node->child[2])
        build_head(b, inside, loop, node->child[2]);
    b->loop = outer;
}

static void build_loop(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    const fc_control *control = b->analysis->control;
    const fc_node *condition = loop_condition(node);
    fc_cost *loop = fc_cost_builder_node(FC_COST_EXECUTED_LOOP, node);
    b->analysis->n_loops++;
    if (node->kind == FC_FOR && node->child[0])
        build_start(b, sequence, node->child[0]);
    fc_cost_builder_append(sequence, loop);
    bool canonical = fc_loops_recognize(loop, control);
    bool ends = (condition && !is_always_true(b->analysis, condition, node)) || fc_control_leaves_early(control, node);
    const fc_node *by = fc_control_dynamic_loop_decision(control, node);
    if (by || !ends) {
        loop->kind = FC_COST_COUNTED_LOOP;
        loop->counter = fc_cost_builder_counter(b, node, "loop", by ? fc_control_condition(by) : NULL);
        const fc_node *bound = fc_control_bound(control, node);
        if (bound)
            loop->reached = fc_cost_builder_counter(b, bound, "bound", NULL);
    } else if (fc_busy_wait_is(control, b->analysis->program, node)) {
        fc_cost_builder_refuse(
            b, node->span, "a busy wait for another thread",
            "nothing in the loop changes its condition; use a barrier, a critical section or a taskwait");
    } else if (canonical) {
        loop->kind = FC_COST_CANONICAL_LOOP;
    }
    build_iteration(b, sequence, loop);
    finish_loop(b, loop);
}

/* The statements of a switch, split at its labels. */
static void build_switch(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    bool executable = fc_control_is_static(b->analysis->control, node->child[0]);
    fc_cost_calls_build(b, sequence, node->child[0]);
    fc_cost *cases = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_SWITCH, node));
    cases->value_kept = executable;
    const fc_node *body = node->child[1];
    fc_cost *current = NULL;
    for (int i = 0; i < body->n_children; i++) {
        const fc_node *statement = body->child[i];
        while (statement && (statement->kind == FC_CASE || statement->kind == FC_DEFAULT)) {
            current = fc_cost_builder_append(cases, fc_cost_builder_node(FC_COST_CASE, statement));
            if (!executable)
                current->counter = fc_cost_builder_counter(b, statement, "case", node->child[0]);
            fc_cost_builder_append(current, fc_cost_builder_node(FC_COST_SEQUENCE, statement));
            statement = statement->child[statement->kind == FC_CASE ? 1 : 0];
        }
        if (current && statement)
            build_before_others(b, current->child[0], statement);
    }
}

static void build_mark(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    if (node == b->procedure->init_end)
        fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_MARK, node));
}

/* A goto loop with a dynamic condition gets a counted trip count; otherwise the cost program itself jumps. */
static void build_label(fc_cost_builder *b, fc_cost *sequence, const fc_node *label)
{
    const fc_node *decision = fc_cost_jumps_goto_condition(b, label);
    build_mark(b, sequence, label);
    if (!decision) {
        fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_LABEL, label));
        sequence->region = NULL;
        fc_cost_build(b, sequence, label->child[0]);
        return;
    }
    fc_cost *loop = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_COUNTED_LOOP, label));
    b->analysis->n_loops++;
    loop->counter = fc_cost_builder_counter(b, label, "loop", fc_node_is_loop(decision) ? NULL : decision);
    fc_cost *inside = fc_cost_builder_append(loop, fc_cost_builder_node(FC_COST_SEQUENCE, label));
    fc_cost_builder_region_of(b, inside, label);
    fc_cost_build(b, inside, label->child[0]);
    finish_loop(b, loop);
}

static void build_simple(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            fc_cost_calls_build(b, sequence, node->child[i]);
    bool declared = node->kind == FC_DECLARE && fc_control_symbol_in_slice(b->analysis->control, node->symbol);
    if (declared || fc_node_search_first(node, is_kept_effect, b->analysis->control))
        fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_SLICE, node));
}

/* Statements before the first section directive are a section too. */
static void build_sections(fc_cost_builder *b, fc_cost *directive, const fc_node *block)
{
    if (block->kind != FC_BLOCK) {
        fc_cost_builder_append(directive, build_body(b, block));
        return;
    }
    for (int i = 0; i < block->n_children; i++) {
        const fc_node *node = block->child[i];
        bool is_section = node->kind == FC_OPENMP && (fc_openmp_of(node).parts & FC_OMP_SECTION);
        fc_cost_builder_append(directive, build_body(b, is_section ? fc_openmp_body(node) : node));
    }
}

/* Atomic statements and vectorized loops cost the same with and without the directive. */
static void build_directive(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    const unsigned transparent = FC_OMP_ATOMIC | FC_OMP_SIMD | FC_OMP_NOTHING;
    fc_openmp of = fc_openmp_of(node);
    const fc_node *body = fc_openmp_body(node);
    fc_cost_openmp_check_clauses(b, node, &of);
    if (!(of.parts & ~transparent)) {
        if (body)
            fc_cost_build(b, sequence, body);
        return;
    }
    fc_cost *directive = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_OPENMP, node));
    directive->site = fc_cost_builder_site(b->analysis, b->procedure, node, fc_openmp_title(&of));
    sequence->region = NULL;
    if (of.parts & FC_OMP_SECTIONS)
        build_sections(b, directive, body);
    else if (body)
        fc_cost_builder_append(directive, build_body(b, body));
    if (of.parts & (FC_OMP_FOR | FC_OMP_TASKLOOP))
        fc_cost_openmp_check_loop(b, directive);
}

static void build_plain(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    switch (node->kind) {
    case FC_BLOCK:
        build_block(b, sequence, node);
        break;
    case FC_IF:
        build_if(b, sequence, node, (fc_cost_statements){0});
        break;
    case FC_FOR:
    case FC_WHILE:
    case FC_DO:
        build_loop(b, sequence, node);
        build_given(b, sequence, node);
        break;
    case FC_SWITCH:
        build_switch(b, sequence, node);
        build_given(b, sequence, node);
        break;
    case FC_RETURN:
    case FC_BREAK:
    case FC_CONTINUE:
        build_simple(b, sequence, node);
        fc_cost_jumps_build(b, sequence, node);
        break;
    case FC_GOTO:
        fc_cost_jumps_build_goto(b, sequence, node);
        break;
    case FC_LABEL:
        build_label(b, sequence, node);
        break;
    case FC_OPENMP:
        build_directive(b, sequence, node);
        break;
    case FC_PRAGMA:
        build_mark(b, sequence, node);
        break;
    case FC_CASE:
    case FC_DEFAULT:
        fc_cost_builder_refuse(b, node->span, "a case label inside another statement", NULL);
        break;
    default:
        build_simple(b, sequence, node);
        build_given(b, sequence, node);
    }
}

void fc_cost_build(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    const fc_node *pragma = fc_cost_pragma_of_statement(node);
    if (!pragma) {
        build_plain(b, sequence, node);
        return;
    }
    const fc_cost_open_loop *loop = b->loop;
    fc_cost_annotated_mark mark = fc_cost_annotated_begin(b);
    fc_cost *own = fc_cost_builder_node(FC_COST_SEQUENCE, node);
    b->loop = NULL; /* the annotation replaces all operations of the statement */
    build_plain(b, own, node);
    b->loop = loop;
    fc_cost_annotated_end(b, sequence, own, pragma, &mark);
}

/* The procedure's body, or its cost annotation. */
static fc_cost *build_procedure(fc_cost_builder *b)
{
    const fc_node *body = b->procedure->body, *pragma = fc_cost_pragma_of_procedure(b->procedure);
    fc_cost_annotated_mark mark = fc_cost_annotated_begin(b);
    fc_cost *own = build_body(b, body);
    if (!pragma)
        return own;
    fc_cost *sequence = fc_cost_builder_node(FC_COST_SEQUENCE, body);
    fc_cost_annotated_end(b, sequence, own, pragma, &mark);
    return sequence;
}

fc_status fc_cost_tree_build(fc_analysis *analysis, const fc_procedure *procedure, fc_report *report)
{
    fc_cost_builder b = {analysis, procedure, report, FC_OK, 0, false, NULL};
    fc_cost *tree = build_procedure(&b);
    fc_cost_describe(&b, tree, NULL);
    analysis->tree[procedure->id] = tree;
    return b.status;
}
