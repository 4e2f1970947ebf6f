/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file profile.h  Profiles: execution counts of loops and branches, and times, from profiling runs (analyzer, section
 * 3.3).
 *
 * The profile file is JSON: "forecost": version, "kind": "profile", "program": name, "key": of the program model, and
 * "runs":
 *     [{ranks, arguments, command, inputs: input_files.h,
 *       counters: [{file, line, column, kind, node, entries: [per rank], count: [per rank], simulated, mispredicted}],
 *       timers: [{file, line, column, node, executions: [per rank], touched: [per rank],
 *                 nanoseconds: [[per rank] per repeat], quiet: [per rank], unsure: [per rank]}],
 *       code: [[file, line, lines, vector_bytes, real_operations, load_bytes, store_bytes,
 *               n_real, n_loads, n_stores]]}]
 *
 * timers, inputs and code are optional, and so are quiet and unsure, and simulated and mispredicted together.
 * "partial": true marks a run that failed.
 */
#ifndef FC_PROFILE_H
#define FC_PROFILE_H

#include "analyzer/model/profile/input_files.h"
#include "analyzer/model/program.h"

/* Name in the file, meaning of entries and of count. For an extent count/entries is the object size in pages, weighted
 * by size: small objects at the same pointer hardly change it. */
#define FC_COUNTER_KIND_LIST(X)                                                                                        \
    X(LOOP, "loop")     /* entries of the loop, executions of its body */                                              \
    X(BRANCH, "branch") /* evaluations of the condition, executions of the first branch or right operand */            \
    X(BOUND, "bound")   /* entries of the loop, exits by this part of its condition */                                 \
    X(CASE, "case")     /* executions of the switch, of the case */                                                    \
    X(CALL, "call") /* a procedure called through pointers (node: its body): executions of its group, of this one */   \
    X(RECURSION, "recursion") /* a procedure that calls itself (node: its body): calls from outside, executions */     \
    X(PIECE, "piece")   /* a straight-line region of irregular control flow: executions of the block, of the region */ \
    X(TIME, "time")     /* a call of a function of unknown cost: executions, their time in nanoseconds */              \
    X(NUMBER, "number") /* an argument that is a number of elements: executions of the call, sum of its values */      \
    X(DATATYPE, "datatype") /* a datatype argument: executions of the call, sum of its sizes in bytes */               \
    X(EXTENT, "extent") /* a pointer of a gather: sum of the object's pages at entry of each gathering loop nest, sum  \
                           of their squares */                                                                         \
    X(BLOCKS, "blocks") /* element counts, one per rank: executions of the call, sum over all ranks */
typedef enum fc_counter_kind {
#define FC_COUNTER_KIND_ENUM(name, text) FC_COUNTER_##name,
    FC_COUNTER_KIND_LIST(FC_COUNTER_KIND_ENUM)
#undef FC_COUNTER_KIND_ENUM
    FC_N_COUNTER_KINDS
} fc_counter_kind;

typedef struct fc_profile_counter {
    int node; /* id in the program; the file gives its source position too */
    fc_counter_kind kind;
    unsigned long *entries, *count; /* [ranks of the run] */
    unsigned long simulated;        /* branch: executions on all ranks that a branch predictor followed; 0: none */
    unsigned long mispredicted;     /* of these */
} fc_profile_counter;

/** The executions of a timed region on one rank, in order. A slice holds 2^doublings consecutive executions, so that
 * all of them fit into FC_TIMER_SLICES slices. */
enum {
    FC_TIMER_SLICES = 64
};
typedef struct fc_timer_slices {
    unsigned long executions, doublings;
    unsigned long nanoseconds[FC_TIMER_SLICES], touched[FC_TIMER_SLICES]; /* per slice, as in fc_profile_timer */
} fc_timer_slices;

/** A timed region of the source (timers.h). */
typedef struct fc_profile_timer {
    int node;
    unsigned long *executions;  /* [ranks of the run], in its first repeat */
    unsigned long *touched;     /* [ranks], in its first repeat: bytes of memory touched for the first time */
    unsigned long *nanoseconds; /* [repeats][ranks]: exclusive time, without nested timed regions */
    unsigned long *quiet;       /* [ranks]: estimated nanoseconds on an otherwise idle core
                                   (tools/measure/undisturbed_time.h),       with `unsure`; NULL: not estimated */
    unsigned long *unsure;      /* [ranks]: standard deviation of `quiet` */
    fc_timer_slices *slices;    /* [repeats][ranks] of new runs, input of the `quiet` estimate; NULL: none are kept */
    bool is_short;              /* too short to be timed; never written to a file */
} fc_profile_timer;

typedef struct fc_profile_run {
    int ranks;
    char **argument; /* of the application */
    int n_arguments;
    char *command;               /* the command line, as a user would type it */
    fc_input_files inputs;       /* files that it read */
    bool is_partial;             /* the run failed: its counts end there */
    fc_profile_counter *counter; /* sorted by node, at most one per node */
    int n_counters;
    fc_profile_timer *timer; /* sorted by node, at most one per node */
    int n_timers, n_repeats; /* number of timed repeats */
    fc_code_loop *code; /* machine code of the loops in the timed program, where timers move code and occupy registers;
                           NULL: not read */
    int n_code;
} fc_profile_run;

typedef struct fc_profile {
    fc_profile_run *run; /* oldest first */
    size_t n_runs, capacity;
} fc_profile;

FC_GIVE fc_profile *fc_profile_create(void);
void fc_profile_free(FC_TAKE fc_profile *profile);
/** Adds a run, whose parts are moved in. It replaces a run with the same ranks, arguments and input files. */
void fc_profile_add(fc_profile *profile, FC_TAKE fc_profile_run *run);
/** A zero counter for `ranks` ranks. */
fc_profile_counter fc_profile_counter_create(int node, fc_counter_kind kind, int ranks);
/** A zero timer with one repeat. */
fc_profile_timer fc_profile_timer_create(int node, int ranks);
/** Appends the times of another run with the same timers and ranks as a repeat. */
void fc_profile_run_repeat(fc_profile_run *run, const fc_profile_run *again);
void fc_profile_run_free(fc_profile_run *run);

fc_status fc_profile_write(const fc_profile *profile, const char *path, const fc_program *program, fc_report *report);
/** Reads untrusted input. FC_E_INPUT with the position: not a profile, malformed, or of another program (the message
 * names both). */
fc_status fc_profile_read(FC_GIVE fc_profile **out, const char *path, const fc_program *program, fc_report *report);

/** A requested run. ranks 0: any number. "{ranks}" in an argument stands for that number. Borrowed. */
typedef struct fc_profile_request {
    int ranks;
    const char *const *argument;
    int n_arguments;
    const fc_input_files *inputs; /* present input files of all runs; NULL: not compared */
} fc_profile_request;

/** The run with a count of the node that is the best substitute for the requested run. A run with the same arguments
 * and input files comes first, then the one with the least fc_profile_error(), then the latest. NULL: no run counted
 * the node. */
const fc_profile_run *fc_profile_select(const fc_profile *profile, int node, const fc_profile_request *wish);
/** The run's i-th argument equals the requested one, with "{ranks}" replaced by the run's ranks. */
bool fc_profile_has_argument(const fc_profile_run *run, int i, const char *wanted);
/** The run had the same arguments and the same input files. */
bool fc_profile_matches(const fc_profile_run *run, const fc_profile_request *wish);
/** The number of files read by the run that have changed or are missing. */
int fc_profile_n_changed_inputs(const fc_profile_run *run, const fc_profile_request *wish);
/** The present content of the files that the runs read, for fc_profile_request.inputs. */
FC_GIVE fc_input_files fc_profile_present_inputs(const fc_profile *profile);
/** Prior standard deviation of the exponent of a count as a power of an argument, and as a power of the ranks. */
#define FC_PROFILE_BY_ARGUMENT 0.5
#define FC_PROFILE_BY_RANKS 0.125
/** Relative standard deviation of the run's counts as estimates for the requested run; 0 for equal ranks and arguments.
 * A count is taken as a power of each changed quantity, with an unknown exponent of mean 0 and these standard
 * deviations: sqrt(sum of (exponent * ln ratio)^2). A changed, added or removed word, a number that is not positive,
 * and a changed input file count as a ratio of 2. Of files that differ in numbers alone, each number counts. */
double fc_profile_error(const fc_profile_run *run, const fc_profile_request *wish);
/** The same for the iterations of a loop that data ends. The exponents of arguments and input files have the root mean
 * square of exponents evenly spread from 0 to 2: iterations until convergence do not grow in one method, and with the
 * square of a grid's side in another. The result's 90 % interval is that of the power, a factor of exp(1.645 error). */
double fc_profile_loop_error(const fc_profile_run *run, const fc_profile_request *wish);
/** The same for parameters that were set directly: sum of (ln ratio)^2 -> relative standard deviation. */
double fc_profile_parameter_error(double squares);
/** Where an argument's number may begin: at its start, or after the last equals sign (--n=1000). */
size_t fc_profile_number_at(const char *argument);
/** The argument is a positive number, by itself or as the value of an option. */
bool fc_profile_number(const char *argument, double *value);
/** Both are, of the same option. */
bool fc_profile_numbers(const char *a, const char *b, double *x, double *y);
/** The sum of entries over all ranks; 0 if there are none. */
double fc_profile_entries(const fc_profile_run *run, int node);
/** The mean trip count of a loop, or the probability 0..1 of a branch or case: the sum of count over all ranks by the
 * sum of entries; 0 without entries. */
double fc_profile_mean(const fc_profile_run *run, int node);
/** The same for one rank. It is the mean over all ranks if that rank has no entries or is not in the run. */
double fc_profile_mean_of_rank(const fc_profile_run *run, int node, int rank);
/** Standard deviation of the means per rank, relative to the mean over all; 0 if that mean is 0. */
double fc_profile_spread(const fc_profile_run *run, int node);
/** The name of a kind in the file: "loop". */
const char *fc_counter_kind_text(fc_counter_kind kind);

#endif
