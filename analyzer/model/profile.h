/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file profile.h  What profiling runs counted: how often loops turned and branches were taken (analyzer,
 * section 3.3).
 *
 * The profile file: JSON, "forecost": version, "kind": "profile", "program": name, "key": of the program model, and
 * "runs":
 * [{ranks, arguments, command, inputs: input_files.h, counters: [{file, line, column, kind, node, entries: [a rank],
 * count: [a rank]}], timers: [{file, line, column, node, executions: [a rank], touched: [a rank], nanoseconds: [[a
 * rank] a repeat], quiet: [a rank], unsure: [a rank]}], code: [[file, line, lines, vector_bytes, real_operations,
 * load_bytes, store_bytes, n_real, n_loads, n_stores]]}]; timers may be absent, and so may inputs, quiet and unsure,
 * both, and code; "partial": true stands in runs that did not end well.
 */
#ifndef FC_PROFILE_H
#define FC_PROFILE_H

#include "analyzer/model/input_files.h"
#include "analyzer/model/program.h"

/* Name in the file, entries, count. Of an extent their quotient is what a page lies in, in the mean, whatever small
 * arrays come through the same place. */
#define FC_COUNTER_KIND_LIST(X)                                                                                        \
    X(LOOP, "loop")     /* entries of the loop, executions of its body */                                              \
    X(BRANCH, "branch") /* evaluations of the condition, executions of the first branch (&&, ||: of the right side) */ \
    X(BOUND, "bound")   /* entries of the loop, times that this part of its condition ended it */                      \
    X(CASE, "case")     /* executions of the switch, of what the label marks */                                        \
    X(CALL, "call")     /* of a procedure called through pointers (node: its body): executions of all that are called  \
                           through the same ones, of this one */                                                       \
    X(RECURSION, "recursion") /* of a procedure that calls itself (node: its body): calls from outside, executions */  \
    X(PIECE, "piece")         /* of a block of jumps that no nesting tells: executions of the block, of the piece */   \
    X(TIME, "time")           /* of a call of a function whose cost nobody knows: executions, nanoseconds they took */ \
    X(NUMBER, "number") /* of an argument that tells how many elements: executions of the call, sum of its values */   \
    X(DATATYPE, "datatype") /* of one that is their datatype: executions of the call, sum of its bytes */              \
    X(EXTENT, "extent")     /* of a pointer's name: pages there before each nest that picks, sum of their squares */   \
    X(BLOCKS, "blocks")     /* of one that tells how many each rank gets: executions of the call, sum of all of them */
typedef enum fc_counter_kind {
#define FC_COUNTER_KIND_ENUM(name, text) FC_COUNTER_##name,
    FC_COUNTER_KIND_LIST(FC_COUNTER_KIND_ENUM)
#undef FC_COUNTER_KIND_ENUM
    FC_N_COUNTER_KINDS
} fc_counter_kind;

typedef struct fc_profile_counter {
    int node; /* id in the program; its place is written from there */
    fc_counter_kind kind;
    unsigned long *entries, *count; /* [ranks of the run] */
} fc_profile_counter;

/** A piece's executions on a rank in their order, 2^doublings together, so that they fill the slices at most. */
enum {
    FC_TIMER_SLICES = 64
};
typedef struct fc_timer_slices {
    unsigned long executions, doublings;
    unsigned long nanoseconds[FC_TIMER_SLICES], touched[FC_TIMER_SLICES]; /* as fc_profile_timer's, by slice */
} fc_timer_slices;

/** A timed piece of source (timers.h). */
typedef struct fc_profile_timer {
    int node;
    unsigned long *executions;  /* [ranks of the run], in its first repeat */
    unsigned long *touched;     /* [ranks], likewise: bytes of fresh memory */
    unsigned long *nanoseconds; /* [repeats][ranks]: its own, without those of timed pieces within */
    unsigned long *quiet;       /* [ranks]: nanoseconds where nobody else disturbs the core (tools/launch/quiet_time.h),
                                   with `unsure`; NULL: not told */
    unsigned long *unsure;      /* [ranks]: standard deviation of those; with `quiet` */
    fc_timer_slices *slices;    /* [repeats][ranks] of runs just made, of which quiet is told; NULL: none are kept */
    bool is_short;              /* too short for timing: such are in no profile */
} fc_profile_timer;

typedef struct fc_profile_run {
    int ranks;
    char **argument; /* the application's own */
    int n_arguments;
    char *command;               /* as a person would type it */
    fc_input_files inputs;       /* what it read */
    bool is_partial;             /* it did not end well: its counts are those up to there */
    fc_profile_counter *counter; /* by ascending node, one a node */
    int n_counters;
    fc_profile_timer *timer; /* likewise */
    int n_timers, n_repeats; /* how often the run was timed */
    fc_code_loop *code; /* what the compiler made of the timed program's loops: timers move code and take registers.
                           NULL: not read */
    int n_code;
} fc_profile_run;

typedef struct fc_profile {
    fc_profile_run *run; /* in order of their making */
    size_t n_runs, capacity;
} fc_profile;

FC_GIVE fc_profile *fc_profile_create(void);
void fc_profile_free(FC_TAKE fc_profile *profile);
/** Adds a run (its parts are moved in); one of the same ranks, arguments and input files is replaced. */
void fc_profile_add(fc_profile *profile, FC_TAKE fc_profile_run *run);
/** An empty counter for `ranks` ranks. */
fc_profile_counter fc_profile_counter_create(int node, fc_counter_kind kind, int ranks);
/** An empty timer, timed once. */
fc_profile_timer fc_profile_timer_create(int node, int ranks);
/** Adds the times of another run of the same timers and ranks as a repeat. */
void fc_profile_run_repeat(fc_profile_run *run, const fc_profile_run *again);
void fc_profile_run_free(fc_profile_run *run);

fc_status fc_profile_write(const fc_profile *profile, const char *path, const fc_program *program, fc_report *report);
/** Untrusted input. FC_E_INPUT with the place: no profile, broken, or of another program (tells both names). */
fc_status fc_profile_read(FC_GIVE fc_profile **out, const char *path, const fc_program *program, fc_report *report);

/** A run somebody wants the counts of. ranks 0: any number; "{ranks}" in an argument is that number. Borrowed. */
typedef struct fc_profile_wish {
    int ranks;
    const char *const *argument;
    int n_arguments;
    const fc_input_files *inputs; /* files that lie there, by all names that the profile's runs read; NULL: any */
} fc_profile_wish;

/** The run that counted the node and stands in best for the wish: one that was given the same before others, then that
 * of the least fc_profile_error(), the latest of equals. NULL: no run counted it. */
const fc_profile_run *fc_profile_choose(const fc_profile *profile, int node, const fc_profile_wish *wish);
/** The run's i-th argument is the one wanted, "{ranks}" in that being the run's own ranks. */
bool fc_profile_has_argument(const fc_profile_run *run, int i, const char *wanted);
/** The run was given the same arguments and the same input files. */
bool fc_profile_was_given(const fc_profile_run *run, const fc_profile_wish *wish);
/** How many of the files that the run read are others in the wish, or not there. */
int fc_profile_n_other_inputs(const fc_profile_run *run, const fc_profile_wish *wish);
/** What now lies where the runs read their files: for a wish. */
FC_GIVE fc_input_files fc_profile_present_inputs(const fc_profile *profile);
/** Standard deviation of the exponent that nobody saw of a count in an argument, and in the ranks. */
#define FC_PROFILE_BY_ARGUMENT 0.5
#define FC_PROFILE_BY_RANKS 0.125
/** Relative standard deviation of the run's counts as those of the wish; 0 where ranks and arguments are the same. A
 * count goes with a power of what changed that nobody knows; its exponent is taken to be 0 with these
 * standard deviations: sqrt(sum of (exponent * ln ratio)^2). A word that changed, came or
 * went, a number that is not positive, and an input file that is another one, count as a ratio of 2. */
double fc_profile_error(const fc_profile_run *run, const fc_profile_wish *wish);
/** Likewise for parameters that were changed behind the arguments: sum of (ln ratio)^2 -> relative standard deviation.
 */
double fc_profile_moved_error(double squares);
/** An argument that is a positive number. */
bool fc_profile_number(const char *text, double *value);
/** The sum of entries over all ranks; 0 for what was never entered or counted. */
double fc_profile_entries(const fc_profile_run *run, int node);
/** Mean trips an entry of a loop, or share 0..1 of a branch or case: the sum of count over all ranks by the sum of
 * entries. 0 for what was never entered or counted. */
double fc_profile_mean(const fc_profile_run *run, int node);
/** The same of one rank; the mean of all where it never came there, or is no rank of the run. */
double fc_profile_mean_of_rank(const fc_profile_run *run, int node, int rank);
/** Standard deviation of the ranks' own means, relative to that of all: 0 where it is 0. */
double fc_profile_spread(const fc_profile_run *run, int node);
/** The text of a kind: "loop". */
const char *fc_counter_kind_text(fc_counter_kind kind);

#endif
