/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file emitter.h  The state and interfaces shared by the files that print the cost program: cost_program.c, loops.c,
 * directives.c, hoist.c, rounded_means.c and constants.c. */
#ifndef FC_EMITTER_H
#define FC_EMITTER_H

#include "analyzer/cost_tree/collapse.h"
#include "analyzer/emit/cost_program/loop_distribution.h"
#include "analyzer/emit/cost_program/residual.h"
#include "analyzer/summary/formula.h"

/** An executed loop and the hoisted cost printed after it (hoist.c). */
typedef struct fc_hoist {
    struct fc_hoist *around;      /* the enclosing open one; NULL: none */
    struct fc_hoist *inside;      /* while hoisted cost is printed: the innermost open one */
    const fc_node *node;          /* the loop */
    fc_text *out;                 /* receives the texts at the end */
    fc_text declared, loop, paid; /* the numbers of executions; the loop; the hoisted cost */
    int indent, body_indent;      /* indentation of the loop; of the code in its body */
    bool is_open;
} fc_hoist;

/** A cost node that is printed within a probe. */
typedef struct fc_open_probe {
    const struct fc_open_probe *around; /* in the procedure; NULL: none */
    const fc_cost *cost;
    int probe;
} fc_open_probe;

typedef struct fc_emitter {
    fc_residual residual; /* printer of the residual code */
    const fc_analysis *analysis;
    const fc_procedure *procedure;
    unsigned char *origin;    /* by region id: fc_origin */
    int executed;             /* depth of executed loops */
    int counted;              /* depth of counted loops and shares */
    int counted_in_loop;      /* of these, inside the innermost executed loop: its jumps are not printed */
    int counted_in_breakable; /* of these, inside the innermost executed loop or switch */
    const fc_cost *entered;   /* the innermost loop around whose entry is charged; NULL: none */
    fc_loop_frames around;    /* the enclosing loops */
    fc_hoist *hoist;          /* the innermost open one, with no weight in between; NULL: none */
    int n_hoisted_terms;      /* fc_times_<n> so far */
    bool is_large;            /* so many counters that a compiler would take minutes for expressions over them */
    signed char *alike;       /* by procedure id: 1: each call costs the same; -1: not so; 0: not determined yet */
    bool *meets;              /* by procedure id: it communicates, itself or in calls */
    int n_means;              /* rounded means so far */
    const fc_loop_distribution *split; /* of the innermost loop that is split; NULL: none */
    const char *executions;    /* in it: the variable with the executions of the statements around; owned by its user */
    const fc_formula *formula; /* with probes; NULL: none are printed */
    const fc_open_probe *open_probe; /* the innermost; NULL: none */
} fc_emitter;

/** Prints one indented line, truncated to 511 bytes. */
void fc_emitter_line(fc_emitter *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Prints " {" at the end of the current line; prints the line that closes it. */
void fc_emitter_open(fc_emitter *e);
void fc_emitter_close(fc_emitter *e);
/** Opens and closes a counted loop or share: the cost of its body, calls included, depends on counters. */
void fc_emitter_open_counted(fc_emitter *e);
void fc_emitter_close_counted(fc_emitter *e);
/** Prints two arguments: "file", line. */
void fc_emitter_place(fc_emitter *e, const fc_node *node);
/** Prints a node of the cost tree (cost_program.c). */
void fc_emitter_emit(fc_emitter *e, const fc_cost *cost);
/** Prints counts in closed form; records their origin by region. */
void fc_emitter_terms(fc_emitter *e, const fc_terms *terms);
/** Constants declared before the statement, in a block with it. A counter's look-up is a call, and streams of one loop
 * mostly have equal working sets. */
typedef struct fc_emitter_shared {
    fc_text *out;
    const fc_sym **counter;
    size_t n_counters, capacity;
    bool is_open;
} fc_emitter_shared;
/** Declares the constants of the counters in the expression. */
void fc_emitter_share_counters(fc_emitter_shared *s, const fc_sym *expression);
void fc_emitter_close_shared(fc_emitter_shared *s);
/** Prints the body with a weight, a C expression. */
void fc_emitter_repeated(fc_emitter *e, const fc_cost *body, const char *times);
/** Prints the code after data-dependent jumps, weighted by the share of executions that reach it. */
void fc_emitter_after_jumps(fc_emitter *e, const fc_cost *share);
/** Prints a call that limits the number of executed iterations, at the start of the loop's body. */
void fc_emitter_step(fc_emitter *e, const fc_node *node);

/* ---- probes.c ---- */
/** The probe of the node; -1: none. */
int fc_emitter_probe(const fc_emitter *e, const fc_cost *cost);
/** Prints the quantities that the node uses first. */
void fc_emitter_numbers(fc_emitter *e, const fc_cost *cost);
/** After the node: sizes of communicators that it makes. */
void fc_emitter_sizes(fc_emitter *e, const fc_cost *cost);
/** Ends the probes that a jump leaves. */
void fc_emitter_end_probes(fc_emitter *e, const fc_node *jump);

/* ---- loops.c ---- */
/** Prints a loop that has no closed form as a whole. */
void fc_emitter_loop(fc_emitter *e, const fc_cost *loop);
/** Prints the init part of a for loop as statements; nothing for other loops. */
void fc_emitter_loop_start(fc_emitter *e, const fc_node *loop);

/* ---- split_loops.c ---- */
/** Prints a loop by loop distribution; false: it cannot be split. */
bool fc_emitter_split_loop(fc_emitter *e, const fc_cost *loop);
/** Prints a branch that such a loop counts, or a statement of its recurrences; false: the node is neither. */
bool fc_emitter_split_node(fc_emitter *e, const fc_cost *cost);

/* ---- rounded_means.c ---- */
/** Determines which procedures communicate. */
void fc_emitter_find_communication(fc_emitter *e);
/** A mean execution count as a C expression. It is unchanged if the code runs once per run or does not communicate.
 * Otherwise it is rounded so that the rounding errors cancel over successive executions. is_rest: the complement of
 * such a mean to 1. */
FC_GIVE char *fc_emitter_round_mean(fc_emitter *e, const fc_cost *counted, FC_TAKE char *times, bool is_rest);

/* ---- equal_steps.c ---- */
/** Enclose the printing of a data-dependent branch's arms: variables that both arms move by the same steps move once.
 */
void fc_emitter_before_arms(fc_emitter *e, const fc_cost *share);
void fc_emitter_between_arms(fc_emitter *e, const fc_cost *share);
void fc_emitter_after_arms(fc_emitter *e, const fc_cost *share);

/* ---- constants.c ---- */
/** An MPI constant in a cost program's text that no header of the runtime declares; NULL: none. */
const fc_node *fc_emitter_undeclared_constant(const fc_program *program, const char *text);

/* ---- hoist.c ---- */
/** Enclose the printing of an executed loop. */
void fc_hoist_open(fc_emitter *e, fc_hoist *hoist, const fc_cost *loop);
void fc_hoist_close(fc_emitter *e, fc_hoist *hoist);
/** If the cost of the term or call is loop-invariant, the text printed up to fc_hoist_end() is hoisted: the
 * loop counts executions, and the cost follows the loop with this weight. NULL: not hoisted. */
fc_hoist *fc_hoist_begin_term(fc_emitter *e, const fc_term *term);
fc_hoist *fc_hoist_begin_call(fc_emitter *e, const fc_cost *cost);
void fc_hoist_end(fc_emitter *e, fc_hoist *hoist);

/* ---- directives.c ---- */
void fc_emitter_directive(fc_emitter *e, const fc_cost *cost);

#endif
