/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_builder.h  What the parts of a cost tree's making share; for the files cost_*.c alone. */
#ifndef FC_COST_BUILDER_H
#define FC_COST_BUILDER_H

#include "analyzer/passes/cost_tree.h"

typedef struct fc_builder {
    fc_analysis *analysis;
    const fc_procedure *procedure;
    fc_report *report;
    fc_status status; /* of the first thing refused */
    int n_skips;      /* jumps so far over costs behind them */
    bool may_be_left; /* one of them is a return that data decides */
} fc_builder;

/** A node without children; fc_cost_free() gives it back. */
FC_GIVE fc_cost *fc_builder_cost(fc_cost_node_kind kind, const fc_node *node);
/** Returns the child, which the parent takes. */
fc_cost *fc_builder_append(fc_cost *parent, FC_TAKE fc_cost *child);
/** A new region of the analysis; it owns it. */
fc_region_model *fc_builder_region(fc_builder *b, const fc_node *node);
/** A sequence's one region: the operations of all its statements outside inner loops and branches. */
fc_region_model *fc_builder_region_of(fc_builder *b, fc_cost *sequence, const fc_node *node);
/** The new site's or counter's number. condition: what would tell the count; NULL: nothing in the source. */
int fc_builder_site(fc_builder *b, const fc_node *node, const char *operation);
int fc_builder_counter(fc_builder *b, const fc_node *node, const char *operation, const fc_node *condition);
/** Takes the last counters back until n are left: nothing costs what they would count. */
void fc_builder_keep_counters(fc_builder *b, size_t n);
void fc_builder_warn(fc_builder *b, fc_span span, const char *text);
/** FC_E_INPUT with the place; the first one stays. why: NULL: nothing more to say. */
void fc_builder_refuse(fc_builder *b, fc_span span, const char *what, const char *why);

/* ---- cost_calls.c ---- */

/** The expression's operations into the sequence's region, and its calls behind, arguments before the call. */
void fc_cost_calls_build(fc_builder *b, fc_cost *sequence, const fc_node *expression);
/** Its calls only. */
void fc_cost_calls_append(fc_builder *b, fc_cost *sequence, const fc_node *expression);

/* ---- cost_tree.c ---- */

/** What the statement costs, behind what is in the sequence. */
void fc_cost_build(fc_builder *b, fc_cost *sequence, const fc_node *statement);
/** Streams of a sequence's region and of everything below it that lies in no inner loop. */
void fc_cost_describe(fc_builder *b, fc_cost *cost, const fc_cost *loop);
/** There is nothing in it but regions without operations. */
bool fc_cost_is_free(const fc_cost *cost);

/* ---- cost_pieces.c ---- */

/** The block is one that is cut into pieces. */
bool fc_cost_pieces_are_in(const fc_node *block);
void fc_cost_pieces_build(fc_builder *b, fc_cost *sequence, const fc_node *block);

/* ---- cost_jumps.c ---- */

/** The statement ends in a jump: what follows it runs only where it does not. */
bool fc_cost_jumps_at_end(const fc_node *node);
/** The statement ends the program: on a run that ends well it is never reached. */
bool fc_cost_jumps_end_program(const fc_builder *b, const fc_node *node);
/** A break, continue or return. */
void fc_cost_jumps_build(fc_builder *b, fc_cost *sequence, const fc_node *jump);
/** What share of the runs of the sequence, of statements of the block, comes to what stands behind it; NULL: all. */
const fc_sym *fc_cost_jumps_behind(const fc_builder *b, const fc_cost *sequence, const fc_node *block);
/** Kept values decide a jump in there out of the block; told, with what stands before it on data. */
bool fc_cost_jumps_need_running(fc_builder *b, const fc_cost *rest, const fc_node *block);
void fc_cost_jumps_build_goto(fc_builder *b, fc_cost *sequence, const fc_node *jump);
/** The condition on data that decides how often gotos repeat what the label labels; NULL: only kept values decide. */
const fc_node *fc_cost_jumps_repeated_by_data(const fc_builder *b, const fc_node *label);

#endif
