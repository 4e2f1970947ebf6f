/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_builder.h  Shared parts of the construction of cost trees, for the cost_*.c files only. */
#ifndef FC_COST_BUILDER_H
#define FC_COST_BUILDER_H

#include "analyzer/context/values.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/model/openmp.h"

/** A loop whose body is being built, in front of which optimized code moves invariant operations. */
typedef struct fc_cost_open_loop {
    const fc_node *statement;
    fc_cost *sequence; /* that holds the loop as its last cost */
    const struct fc_cost_open_loop *outer;
} fc_cost_open_loop;

typedef struct fc_cost_builder {
    fc_analysis *analysis;
    const fc_procedure *procedure;
    fc_report *report;
    fc_status status;              /* of the first refused construct */
    int n_skips;                   /* jumps so far that skip costs after them */
    bool may_be_left;              /* one of these jumps is a dynamic return */
    const fc_cost_open_loop *loop; /* the innermost; NULL: none */
} fc_cost_builder;

/** A node without children; the caller releases it with fc_cost_free(). */
FC_GIVE fc_cost *fc_cost_builder_node(fc_cost_node_kind kind, const fc_node *node);
/** Returns the child, which the parent takes. */
fc_cost *fc_cost_builder_append(fc_cost *parent, FC_TAKE fc_cost *child);
/** A new region, owned by the analysis. */
fc_region_model *fc_cost_builder_region(fc_cost_builder *b, const fc_node *node);
/** The region of a sequence: the operations of all its statements outside inner loops and branches. */
fc_region_model *fc_cost_builder_region_of(fc_cost_builder *b, fc_cost *sequence, const fc_node *node);
/** Likewise, but in front of the sequence's last cost, a loop. */
fc_region_model *fc_cost_builder_region_before(fc_cost_builder *b, fc_cost *sequence, const fc_node *node);
/** The number of a new site or counter. condition: the dynamic expression that makes the counter necessary; NULL: none.
 */
int fc_cost_builder_site(fc_analysis *analysis, const fc_procedure *procedure, const fc_node *node,
                         const char *operation);
int fc_cost_builder_counter(fc_cost_builder *b, const fc_node *node, const char *operation, const fc_node *condition);
/** Removes the last counters until n are left, if no cost uses them. */
void fc_cost_builder_keep_counters(fc_cost_builder *b, size_t n);
void fc_cost_builder_warn(fc_cost_builder *b, fc_span span, const char *text);
/** FC_E_INPUT with the position; only the first error is kept. why: NULL: no explanation. */
void fc_cost_builder_refuse(fc_cost_builder *b, fc_span span, const char *what, const char *why);

/* ---- cost_calls.c ---- */

/** Adds the expression's operations to the sequence's region and its calls after it, arguments before the call. */
void fc_cost_calls_build(fc_cost_builder *b, fc_cost *sequence, const fc_node *expression);
/** Adds only the calls. */
void fc_cost_calls_append(fc_cost_builder *b, fc_cost *sequence, const fc_node *expression);

/* ---- cost_tree.c ---- */

/** Appends the cost of the statement to the sequence. */
void fc_cost_build(fc_cost_builder *b, fc_cost *sequence, const fc_node *statement);
/** Describes the streams of all regions below that lie in no inner loop. */
void fc_cost_describe(fc_cost_builder *b, fc_cost *cost, const fc_cost *loop);

/* ---- cost_walk.c ---- */

/** A loop that is not unrolled lies below, or any directly in a procedure that is called below. */
bool fc_cost_has_loop(const fc_cost *cost);
/** All regions below are without operations. */
bool fc_cost_is_free(const fc_cost *cost);

/* ---- cost_openmp.c ---- */

/** All values of the clauses must be static at the directive. In place of a dynamic number of threads, the team has the
 * default number. */
void fc_cost_openmp_check_clauses(fc_cost_builder *b, const fc_node *node, const fc_openmp *of);
/** The worksharing loop, and those that collapse joins with it, must have a known range. */
void fc_cost_openmp_check_loop(fc_cost_builder *b, const fc_cost *directive);

/* ---- cost_early_exits.c ---- */

/** The statement ends in a jump, so that the code after it runs only if that is not taken. */
bool fc_cost_jumps_at_end(const fc_node *node);
/** The statement ends the program with a failure, which a successful run never reaches. */
bool fc_cost_jumps_end_program(const fc_cost_builder *b, const fc_node *node);
/** A break, continue or return. */
void fc_cost_jumps_build(fc_cost_builder *b, fc_cost *sequence, const fc_node *jump);
/** Statements of a block, from child `first` up to the one before child `end`. */
typedef struct fc_cost_statements {
    const fc_node *block; /* NULL: there are none */
    int first, end;
} fc_cost_statements;
/** The place of the last label among the statements that a dynamic goto before it leads to; of.end: none. */
int fc_cost_jumps_label_of_gotos(const fc_cost_builder *b, fc_cost_statements of);
/** The probability that an execution of the sequence reaches the statements `rest` after it; NULL: 1. */
const fc_sym *fc_cost_jumps_share_after(fc_cost_builder *b, const fc_cost *sequence, fc_cost_statements rest);
/** A jump with a static condition leaves the block from below `rest`. Warns that the preceding dynamic jump then counts
 * as never taken. */
bool fc_cost_jumps_leave_statically(fc_cost_builder *b, const fc_cost *rest, const fc_node *block);
void fc_cost_jumps_build_goto(fc_cost_builder *b, fc_cost *sequence, const fc_node *jump);
/** The dynamic condition of a goto loop; NULL: all conditions are static. */
const fc_node *fc_cost_jumps_goto_condition(const fc_cost_builder *b, const fc_node *label);

#endif
