/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file emitter.h  What the parts of the cost program's printing share; for cost_program.c, loops.c and directives.c
 *  alone. emitter.c prints what they put around their own. */
#ifndef FC_EMITTER_H
#define FC_EMITTER_H

#include "analyzer/emit/kept.h"
#include "analyzer/passes/collapse.h"

/** A loop that is run, and what is paid behind it (behind.c). */
typedef struct fc_behind {
    struct fc_behind *around; /* what was open before; NULL: nothing */
    fc_text *out;             /* where both go in the end */
    fc_text loop, paid;
    int first;               /* number of its first fc_times_<n> */
    int indent, turn_indent; /* of the loop; of what is now paid behind it, in its turn */
    bool is_open;
} fc_behind;

typedef struct fc_emitter {
    fc_kept kept; /* where and how source is printed */
    const fc_analysis *analysis;
    const fc_procedure *procedure;
    unsigned char *origin;  /* by region id: fc_origin */
    int executed;           /* depth of loops that are run */
    int counted;            /* depth of counted loops and shares */
    int around_jump;        /* of them, inside the innermost loop that is run: its jumps are not printed */
    int around_break;       /* of them, inside the innermost loop or switch that is run */
    const fc_cost *turning; /* the innermost loop that is run turn by turn; NULL: none, or its turns are counted */
    fc_frames around;       /* the loops around that are run */
    fc_behind *behind;      /* open, and with no weight in between; NULL: none */
    int n_behind;           /* fc_times_<n> so far */
    signed char *alike;     /* by procedure id: 1: costs the same in each call; -1: does not; 0: not asked yet */
    bool *meets;            /* by procedure id: it, or one that it calls, meets other ranks */
    int n_means;            /* means that are carried so far */
} fc_emitter;

/** One line, indented; beyond 511 bytes it is cut. */
void fc_emitter_line(fc_emitter *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** " {" behind what stands in the line, and the line that closes it. */
void fc_emitter_open(fc_emitter *e);
void fc_emitter_close(fc_emitter *e);
/** Into a loop or share that is counted, and out of it: what its body costs, also in the procedures it calls, rests on
 * counters. */
void fc_emitter_open_counted(fc_emitter *e);
void fc_emitter_close_counted(fc_emitter *e);
/** "file", line: two arguments. */
void fc_emitter_place(fc_emitter *e, const fc_node *node);
/** What a cost costs; of cost_program.c. */
void fc_emitter_emit(fc_emitter *e, const fc_cost *cost);
/** Counts in closed form; notes what the regions' counts rest on. */
void fc_emitter_terms(fc_emitter *e, const fc_terms *terms);
/** The body with a weight, a C expression. */
void fc_emitter_repeated(fc_emitter *e, const fc_cost *body, const char *times);
/** The body of what stands behind jumps on data, with its share. */
void fc_emitter_behind_jumps(fc_emitter *e, const fc_cost *share);
/** What ends an evaluation that runs away, before an iteration of the loop. */
void fc_emitter_step(fc_emitter *e, const fc_node *node);

/* ---- loops.c ---- */
/** A loop that is not closed as a whole. */
void fc_emitter_loop(fc_emitter *e, const fc_cost *loop);

/* ---- means.c ---- */
/** Notes which procedures meet other ranks. */
void fc_emitter_find_meetings(fc_emitter *e);
/** How often what is counted runs, a mean as a C expression: as it is where a run comes there once or nothing in it
 * meets other ranks, else made whole from one time to the next. is_rest: it is what such a mean leaves of 1. */
FC_GIVE char *fc_emitter_mean(fc_emitter *e, const fc_cost *counted, FC_TAKE char *times, bool is_rest);

/* ---- constants.c ---- */
/** A constant of MPI that the text of a cost program names and no header of it declares; NULL: there is none. */
const fc_node *fc_emitter_undeclared(const fc_program *program, const char *text);

/* ---- behind.c ---- */
/** Around the printing of a loop that is run. */
void fc_emitter_behind_open(fc_emitter *e, fc_behind *behind, const fc_cost *loop);
void fc_emitter_behind_close(fc_emitter *e, fc_behind *behind);
/** Where the term, or the call, costs the same in each turn: what is printed up to fc_emitter_behind_end() is paid
 * behind the loop. NULL: it is not. */
fc_behind *fc_emitter_behind_term(fc_emitter *e, const fc_term *term);
fc_behind *fc_emitter_behind_call(fc_emitter *e, const fc_cost *cost);
void fc_emitter_behind_end(fc_emitter *e, fc_behind *behind);

/* ---- directives.c ---- */
void fc_emitter_directive(fc_emitter *e, const fc_cost *cost);

#endif
