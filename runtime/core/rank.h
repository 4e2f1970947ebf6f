/* SPDX-License-Identifier: Apache-2.0 */
/** @file rank.h  The context of one virtual rank, as its host sees it: created once, run for each point, then read.
 *
 * Init (fc_rank_create), step (fc_rank_run), done (fc_rank_free). A run allocates memory only if the program creates
 * communicators, requests and the like; these tables are reused by the next run. */
#ifndef FC_RANK_H
#define FC_RANK_H

#include "compute.h"
#include "cost_cache.h"
#include "finding.h"
#include "forecost.h"
#include "mapping.h"
#include "runtime_function.h"
#include "step_sample.h"
#include "trace.h"
#include "type_signature.h"

#include <setjmp.h>

typedef struct fc_process fc_process;
typedef struct fc_team fc_team;
typedef struct fc_deferred fc_deferred;

/** How a run ended. */
typedef enum fc_end {
    FC_END_DONE,
    FC_END_STOPPED,  /* the program's own exit, abort or MPI_Abort */
    FC_END_ARGUMENT, /* a count, divisor or MPI argument that cannot be */
    FC_END_UNKNOWN,  /* a counter without a value */
    FC_END_LIMIT,    /* the step or the stack limit */
    FC_END_MEMORY,   /* the limit of the slice's arrays; at the allocation of the largest */
    FC_END_DEFERRED, /* it needs data of ranks that have not run yet (deferred.h); fc_rank_run never returns this */
    FC_END_NEEDS_MESSAGE, /* method sum: control flow depends on a received message, which only method ranks simulates
                           */
    FC_END_NO_QUOTIENT, /* the representatives of rank classes cannot go on (quotient_match.h); quotient.h never returns
                           this */
    FC_END_DEADLOCK,    /* virtual ranks wait for each other */
    FC_END_MACHINE      /* the machine has no runtime function for an operation, or the model gives no time */
} fc_end;

/** file NULL: no place is known. `next`: the hint, what to do. */
typedef struct fc_ending {
    fc_end end;
    const char *file;
    int line;
    char what[800];
    char next[320];
    fc_finding_kind kind;   /* of a defect of the program; NONE: the evaluation itself cannot go on */
    fc_finding_place other; /* the second call that takes part */
    int rank;
} fc_ending;

/** The source position that an evaluation passed last; it lies in memory that survives a crash of the evaluation. */
typedef struct fc_source_mark {
    const char *file;
    int line;
    int argument, last_argument; /* argv[argument] was read there, beyond the last; 0: no such read since */
    char absent[160];            /* the last input file that could not be opened; "": none */
} fc_source_mark;

/** Seconds an iteration of a region spends on memory beyond the first cache level, from an application signature: by
 * the levels of the machine's memory (fc_memory). */
typedef struct fc_region_traffic {
    bool is_known; /* the signature has a value */
    double seconds[FC_MAX_ACTIVE];
} fc_region_traffic;

/** What a counter's value may depend on. parameter[i] is NAN until the run, or another rank of the point, has passed
 * parameter i: often one rank reads it, and broadcasts it. moved: by how much
 * -D has changed parameters so far, the sum of ln(new / old)^2. A change of sign, or from or to 0, counts as a factor
 * of 2. side_by_side: method ranks asks for the value of this rank, not for the mean of all ranks. */
typedef struct fc_counter_query {
    int counter;
    int rank, ranks;
    const double *parameter;
    int n_parameters;
    double moved;
    bool side_by_side;
} fc_counter_query;

/** A counter's value. origin: PROFILED, ANNOTATED or ASSUMED; relative_error: one standard deviation, >= 0. */
typedef struct fc_counter_value {
    double value;
    fc_origin origin;
    double relative_error;
} fc_counter_value;

/** A counter's looked-up value; valid while the rank's n_changes is the same. */
typedef struct fc_counter_known {
    unsigned long n_changes; /* 0: not looked up */
    bool has_value;
    fc_counter_value value;
} fc_counter_known;

/** The counter is a branch probability, at most 1, not a trip count. */
bool fc_counter_is_share(const fc_site *counter);
/** The counter is the time of a call that a profile measured, in nanoseconds. */
bool fc_counter_is_time(const fc_site *counter);
/** False: no value is known. The answer is {0, PROFILED, 0} before the call. */
typedef bool fc_counter_lookup(void *data, const fc_counter_query *question, fc_counter_value *answer);

/** The OpenMP environment of the program. */
typedef struct fc_team_setting {
    int threads;              /* OMP_NUM_THREADS, for regions without num_threads; 0: 1 */
    bool has_schedule;        /* OMP_SCHEDULE, for schedule(runtime); false: dynamic, 1 */
    fc_omp_schedule schedule; /* static, dynamic or guided */
    double chunk;             /* 0: no chunk size is specified */
} fc_team_setting;

/** An input file as the profiled run read it. bytes NULL: it was too large to be recorded, and has changed since. */
typedef struct fc_recorded_input {
    const char *name; /* as the program spells it */
    const char *bytes;
    size_t n;
} fc_recorded_input;
typedef struct fc_recorded_inputs {
    fc_recorded_input *file;
    int n;
} fc_recorded_inputs;

/** Whether standard sends wait for their receives. */
typedef enum fc_sends {
    FC_SENDS_MEASURED, /* by the machine's eager limit */
    FC_SENDS_BUFFERED, /* never */
    FC_SENDS_WAIT      /* always */
} fc_sends;

/** All borrowed for the context's life. */
typedef struct fc_setting {
    const fc_cost_program *program;
    const fc_coefficients *machine;
    fc_compute_model *compute;
    const fc_region_factor *factor;     /* [program->n_regions]; NULL: 1 for each */
    const fc_region_traffic *traffic;   /* [program->n_regions]; NULL: the compute model derives it */
    const fc_comm_model *communication; /* functions that the user replaced; NULL: none */
    fc_counter_lookup *counter;         /* NULL: no counter has a value */
    void *counter_data;
    double step_limit;             /* fc_step calls a run may make; 0: 1e11 */
    fc_step_sample *steps;         /* NULL: steps are not sampled */
    size_t stack_limit;            /* bytes of stack the program may use; 0: 4 MiB */
    const fc_trace *trace;         /* of a world; NULL: no trace */
    const fc_placement *placement; /* of ranks on nodes; NULL: the machine file's */
    fc_source_mark *mark;          /* NULL: the context has its own */
    fc_team_setting team;
    const fc_recorded_inputs *inputs; /* recorded input files, read instead of the present ones; NULL: none */
    bool (*may_open)(void *data, const char *path); /* whether the program may read a file; NULL: it may read any */
    void *may_open_data;
    double *point_parameter; /* [program->n_parameters] the first value that any rank passed at this point, NAN: none so
                                far; written by the ranks; NULL: each rank knows its own only */
    fc_sends sends;
    fc_findings *findings; /* NULL: errors end the run, and other defects pass */
    const void *replayed;  /* what the main() of a replay reads; NULL: a generated cost program */
    fc_cost_cache *prices; /* shared with other contexts of the same program, machine and models; NULL: its own */
} fc_setting;

/** A probe's sum and number. */
typedef struct fc_probe {
    double sum;     /* seconds or executions */
    double entered; /* executions around those that are counted */
    double number;  /* NAN if it varied */
    bool is_set;    /* the number */
} fc_probe;

/** One launch of the program: the virtual rank, the number of ranks, and the arguments. argv[argc] is NULL.
 * override[i]: the value that -D gives parameter i, NAN: none; override NULL: no -D. */
enum {
    FC_ARGUMENT_PADDING = 64 /* words after argv[argc] whose reads are recognized; the caller may add them, NULL */
};

typedef struct fc_launch {
    int rank, ranks;
    int argc;
    char **argv;
    const double *override;
} fc_launch;

/* clang-format off */
/** Assumptions about calls whose effect is dynamic: the warning, with the call's name. */
#define FC_ASSUMPTION_LIST(X)                                                                                          \
    X(WORLD)     /* a communicator depends on data; MPI_COMM_WORLD is taken */                                         \
    X(UNSTARTED) /* started requests depend on data; their messages are not charged */                                 \
    X(LONGS)     /* MPI_LONG meets MPI_LONG_LONG */                                                                    \
    X(SPAWNED)   /* the program starts processes, which are not simulated */
/* clang-format on */
typedef enum fc_assumption {
#define FC_ASSUMPTION_ENUM(name) FC_ASSUMED_##name,
    FC_ASSUMPTION_LIST(FC_ASSUMPTION_ENUM)
#undef FC_ASSUMPTION_ENUM
    FC_N_ASSUMPTIONS
} fc_assumption;

/** A negative number of repetitions that rests on counters, so that 0 was used; file NULL: none. */
typedef struct fc_negative_count {
    const char *file; /* owned by the program */
    int line;
    double value;
} fc_negative_count;

/** A successful end of the run that the application's arguments or input files lead to; file NULL: none. */
typedef struct fc_input_end {
    const char *file; /* texts are owned by the program */
    int line;
    const char *what, *message; /* "exit"; what the program prints before, NULL: unknown */
} fc_input_end;

/** The result of a run. Seconds from MPI_Init's return to MPI_Finalize's entry; of the whole run without these calls.
 */
typedef struct fc_totals {
    double time_s;
    /* 90 % interval: 1.645 standard deviations, as factors (twice as long and half as long are equally probable).
     * Errors of sites are independent. Errors of regions, and of counters on the seconds that rest on each, are
     * partly correlated (fc_uncertainty_variance). */
    double low_s, high_s;
    double compute_s;
    double communication_s;
    double wait_s;                 /* for other ranks; 0 under method sum */
    double block_s;                /* of the timed region; < 0: the program marks none */
    double messages;               /* point-to-point sends and collective calls of this rank */
    double bytes;                  /* sent by this rank; of a collective the larger of its input and output */
    double origin[FC_N_ORIGINS];   /* shares of time_s, sum 1; all 0 if time_s is 0 */
    unsigned extrapolated;         /* bit f: fit f was used beyond its calibrated range */
    double steps;                  /* loop iterations and procedure calls that the evaluation executed */
    int assumed[FC_N_ASSUMPTIONS]; /* 1 + the first site with this assumption; 0: none */
    fc_negative_count negative;    /* the first one */
    fc_input_end input_end;
} fc_totals;

/** The sums of region or site `item` (regions first, then sites); error_s: one standard deviation. messages, bytes:
 * as in fc_totals. */
typedef struct fc_item {
    double seconds;
    double messages, bytes;
    double error_s;
    double counted_s; /* the part of `seconds` within FC_ON_COUNTER */
    bool assumed;     /* the call rests on an fc_assumption */
    unsigned run;     /* the run that these sums belong to */
} fc_item;

/** The time that rests on one counter. */
typedef struct fc_counter_use_sum {
    double seconds;
    double relative_error; /* the largest of its answers */
    bool is_relied;        /* listed in fc_rank.relied */
} fc_counter_use_sum;

typedef struct fc_communicator {
    int size, rank;
    bool alive;
    int n_dims; /* -1: no Cartesian topology */
    int dims[16];
    int periods[16];
    const struct fc_graph *graph; /* NULL: no graph topology */
    struct fc_group *group;       /* in a world: the ranks that share it */
    unsigned collective_calls;    /* in a world: collective calls of this rank on it */
    unsigned exchanges;           /* calls of this rank on it that exchange control data or create communicators */
    unsigned long context;        /* identifies the communicator: equal at all its ranks, different elsewhere */
    unsigned long kind; /* equal at all ranks that created theirs by the same calls, whoever the members are */
    const int *member;  /* ranks in MPI_COMM_WORLD; NULL: the same numbers, or those of the group */
    fc_variant variant; /* placement of its ranks */
    int made_at;        /* 1 + the site that made it; 0: predefined or internal */
    bool stands_in;     /* no handle of the program's: synchronizes the ranks of a group (MPI_Comm_create_group), or of
                           both groups of an inter-communicator */
    bool is_spawned;    /* with processes that the program starts (spawn.c): its calls cost, and wait for no rank */
    const int *remote;  /* [n_remote] an inter-communicator's remote group: ranks in MPI_COMM_WORLD; NULL: it is none */
    int n_remote;
    int whole; /* handle of the communicator of both groups; only of an inter-communicator */
} fc_communicator;

/** A non-blocking collective of a world that has begun and not ended; collective NULL: none. */
typedef struct fc_begun {
    struct fc_sync_call *collective;
    int rule, root, rank;
    double came;         /* s: when this rank began it */
    unsigned long event; /* dependence.h */
} fc_begun;

typedef struct fc_pending {
    bool active;
    bool is_null; /* to or from MPI_PROC_NULL */
    bool is_cancelled;
    bool is_generalized, awaits_program; /* begun by MPI_Grequest_start; not yet completed by the program */
    bool receives; /* a receive or a collective: method sum charges its runtime function at completion */
    fc_fit fit;    /* that runtime function, and its ranks */
    int ranks;
    double n;
    fc_datatype type;
    fc_variant variant;
    double weight; /* at the post */
    int probe;     /* open at the post; -1: none */
    int next_free;
    struct fc_message *message; /* in a world; NULL: it has ended */
    double over, error;         /* s: end of a one-sided access, 0: none or already charged; its relative error */
    fc_begun begun;
    int made_at; /* 1 + the site that began it */
    int parts;   /* of a neighborhood collective or an exchange: its first request, linked by next_free; 0: none */
} fc_pending;

/** The extent of a derived datatype, in bytes. low, high: lower and upper bound (MPI 3.1, section 4.1.7). true_low,
 * true_high: the same without the effect of MPI_Type_create_resized and alignment (section 4.1.8). */
typedef struct fc_bounds {
    bool placed;  /* the displacements are known; otherwise only the size is */
    bool resized; /* low and high were set explicitly */
    fc_type_signature signature;
    long align;
    long size;
    long low, high;
    long true_low, true_high;
    int next_free;   /* -1: none */
    bool dense;      /* contiguous predefined elements in their order, without gaps */
    bool is_counted; /* only its size is known, measured by a profile */
    int made_at;     /* 1 + the site that made it; 0: freed, or made by no call */
} fc_bounds;

/** A group: ranks in MPI_COMM_WORLD, in an array of the rank. */
typedef struct fc_members {
    bool alive;
    int n;
    int *rank;
    int made_at; /* 1 + the site that made it */
} fc_members;

/** Payload of a broadcast: control data. */
typedef struct fc_carried {
    char *bytes;
    size_t size;
} fc_carried;

/** An array of the program slice. */
typedef struct fc_slice_array {
    char *memory;
    double bytes;
    char *mapping;    /* of a guarded array: pages that end with one without access, right after the array */
    size_t mapped;    /* 0: not guarded by a page, but by a pattern after the array */
    const char *file; /* the place passed before its allocation */
    int line;
} fc_slice_array;

/** Buffers of control data for the next MPI call; NULL: none. */
typedef struct fc_payload_arguments {
    const void *in;
    const void *compared; /* operand of a compare-and-swap */
    void *out;
    int op;
    const int *place_in, *place_out; /* displacements of the blocks, of calls that have such arguments */
    fc_mpi_status *status;           /* one, or one for each request */
} fc_payload_arguments;

typedef enum fc_phase {
    FC_PHASE_BEFORE,
    FC_PHASE_RUNNING,
    FC_PHASE_AFTER
} fc_phase;

/** A list of large counts as ints (large_counts.c). */
typedef struct fc_narrowed {
    const int *list;
    int n;
} fc_narrowed;
enum {
    FC_N_NARROWED = 4
};

struct fc_rank {
    fc_setting setting;
    fc_launch launch;
    int active_cores;
    double weight; /* of FC_REPEAT, >= 0 */
    double compute_s, communication_s, wait_s, messages, bytes;
    unsigned extrapolated;
    int assumed[FC_N_ASSUMPTIONS]; /* as in fc_totals */
    fc_negative_count negative;
    fc_input_end input_end;
    bool makes_others;     /* fc_call_makes_comms() */
    bool takes_all_rounds; /* method ranks cannot evaluate the point: method sum may take many rounds (rank_run.c) */
    bool assumes_world;    /* the current collective waits for no rank: its communicator is dynamic, and MPI_COMM_WORLD
                              stands for it; or it has spawned processes */
    fc_phase phase;
    int begun_at;     /* the site of MPI_Init */
    char absent[160]; /* the last input file that could not be opened; "": none */
    fc_item *item;    /* [n_regions + n_sites] */
    int *touched;     /* items of this run, in order of first use */
    int n_touched;
    unsigned run;
    double *parameter;            /* [n_parameters], NAN: not passed yet */
    fc_probe *probe;              /* [n_probes] */
    int open_probe;               /* the outermost open one; -1: none */
    int probe_depth;              /* how often it was begun */
    double *asked_parameter;      /* [n_parameters] those of counter queries */
    int on_counter;               /* depth of enclosing FC_ON_COUNTER scopes */
    int counted_origin;           /* the least certain origin of the counters used; -1: none */
    unsigned long n_changes;      /* of `parameter` and the launch, over all runs */
    fc_counter_known *known;      /* by counter; NULL until one is read, and with method ranks */
    fc_counter_use_sum *reliance; /* by counter; NULL until one is read */
    int *relied; /* counters that the next cost rests on: those of enclosing repetitions and scopes, then later ones */
    int n_relied, relied_capacity, n_held; /* n_held: those of enclosing repetitions and scopes */
    int *hold;                             /* stack of n_held before each enclosing repetition or scope */
    int n_holds, hold_capacity;
    double moved;       /* as in fc_counter_query */
    const char *option; /* of fc_getopt: the rest of a cluster of short options, at option_index; NULL: none */
    int option_index;
    char *token;          /* strtok()'s position, see fc_token() */
    void *standard_input; /* NULL: not opened yet */
    void *globals;
    fc_communicator *comm;
    int n_comms, comm_capacity;
    fc_pending *pending; /* [0] is MPI_REQUEST_NULL */
    int n_pending, pending_capacity, free_pending;
    fc_bounds *bounds; /* by the derived datatype's number */
    int n_bounds, bounds_capacity, free_bounds;
    struct fc_window *window; /* by handle - 1 */
    int n_windows, window_capacity;
    struct fc_file *file; /* by handle - 1 */
    int n_files, file_capacity;
    struct fc_file_content *content;  /* files that it opened or deleted; in a world, the world has them */
    struct fc_persistent *persistent; /* persistent requests */
    int n_persistent, persistent_capacity;
    struct fc_buffer_races *buffers;  /* buffer_race.h; NULL: none */
    struct fc_skipped_calls *skipped; /* skipped_calls.h; NULL: none */
    bool begins; /* the next collective is non-blocking and returns begun_request (NULL: the request is not wanted) */
    fc_request *begun_request;
    fc_members *members; /* groups that the program created */
    int n_members, members_capacity;
    int *operation_made_at; /* operations of reductions that the program created: 1 + the site; 0: freed */
    int n_operations, operation_capacity;
    int *freed_at; /* [n_sites] leaks.h: 1 + the site that last freed an object of this site; NULL: none yet */
    fc_narrowed narrowed[FC_N_NARROWED];
    unsigned n_narrowed;
    unsigned freed_unknown; /* bits of fc_object: a dynamic handle of that kind was freed */
    int reduces_by;         /* operation.h */
    int n_keys;             /* of attributes, created in this run */
    double steps;
    const char *stack_base;
    fc_ending ending;
    jmp_buf jump;
    fc_source_mark own_mark;
    fc_cost_cache *own_prices;
    double block_begin;          /* seconds when the timed region began; < 0: not reached */
    int **shared_out;            /* by counter: the arrays of fc_counted_blocks(); NULL until one is needed */
    fc_slice_array *slice_array; /* arrays of the program slice */
    int n_slice_arrays, slice_array_capacity;
    double slice_bytes;
    struct fc_message **chosen; /* messages that probes matched; NULL: received since */
    int n_chosen, chosen_capacity;
    fc_payload_arguments hand; /* set by fc_payload_set() and fc_payload_set_status() */
    fc_deferred *exchange;     /* deferred collectives; they persist over the ranks of a point */
    int n_exchanges, exchange_capacity;
    int *exchange_index; /* [exchange_places] hash table into `exchange` (exchange.c) */
    int exchange_places;
    fc_process *process;                /* its state in a world; NULL: method sum */
    fc_team *team;                      /* of its OpenMP threads; NULL: none so far */
    struct fc_fingerprint *fingerprint; /* the fingerprint that this run computes; NULL: the run computes costs */
    fc_mapping layout;                  /* placement of the ranks under method sum */
    double eager_bytes;                 /* as fc_message_eager_bytes() */
};

/** Discards the deferred collectives (deferred.h): a new point begins. */
void fc_deferred_reset(fc_rank *r);
/** Writable bytes from an address of control data on: to the end of the array of the program slice, of the globals, or
 * of the run's stack that holds it. 0: the address is in none of them. */
double fc_memory_room(const fc_rank *r, const void *address);
/** Frees the arrays that fc_counted_blocks() returned. */
void fc_counted_blocks_free(fc_rank *r);
/** Frees the arrays of the program slice. */
void fc_heap_free_all(fc_rank *r);
/** Ends the run if something was written past the end of an array. */
void fc_heap_check(fc_rank *r);
/** Frees the most recently allocated array of the program slice, which has so many bytes. */
void fc_heap_free_last(fc_rank *r, double bytes);
/** NULL: out of memory. */
fc_rank *fc_rank_create(const fc_setting *setting);
void fc_rank_free(fc_rank *r);
/** One run; it discards the results of the previous one. r->ending holds why a run did not return from main. */
fc_end fc_rank_run(fc_rank *r, const fc_launch *launch);
void fc_rank_totals(const fc_rank *r, fc_totals *totals);
/** Seconds since the last mark of the timed region; < 0: no mark was passed. */
double fc_rank_block_seconds(const fc_rank *r);
/** Seconds of item i in the last run, 0 if it has none. */
double fc_rank_item_seconds(const fc_rank *r, int item);
/** Value of a probe in the last run: its number, if it has one (NAN: the number varied); otherwise its mean count, if
 * it has one; otherwise its seconds. */
double fc_rank_probe_value(const fc_rank *r, int probe);

/* ---- internal to the runtime ---- */
/** One run of fc_rank_run; may end with FC_END_DEFERRED. */
fc_end fc_rank_run_once(fc_rank *r, const fc_launch *launch);
/** The sums of this run for the item, all 0 at first. */
fc_item *fc_rank_item(fc_rank *r, int item);
/** Adds seconds, weighted by the caller, to an item and returns what was added; 0 outside Init ... Finalize. */
double fc_rank_charge(fc_rank *r, int item, double seconds, double relative_error);
/** The next cost rests on the counter. */
void fc_counter_use(fc_rank *r, int counter, double relative_error);
/** Counters read so far apply to all costs until the release: begin and end of a repetition or scope. */
void fc_counter_scope_begin(fc_rank *r);
void fc_counter_scope_end(fc_rank *r);
/** Counters read so far apply to the whole enclosing repetition or scope. */
void fc_counter_scope_keep(fc_rank *r);
/** Adds seconds to the counters in use, and drops the counters that no enclosing repetition or scope holds. */
void fc_counter_charge(fc_rank *r, double seconds);
/** Resets the seconds of all counters. */
void fc_counter_reset(fc_rank *r);
/** Variance of the time due to errors of counters [s^2]: each counter scales all seconds that rest on it; the counters
 * are partly correlated. */
double fc_counter_variance(const fc_rank *r);
/** Resets the costs charged so far. */
void fc_rank_reset_costs(fc_rank *r);
/** Adds an interval of the rank's time to the trace, if there is one. */
void fc_rank_trace(const fc_rank *r, fc_trace_kind kind, int item, double begin, double end);
_Noreturn void fc_rank_end(fc_rank *r, fc_end end, const char *next, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/** Ends the run if the argument read last is beyond the last one. */
void fc_rank_check_argument(fc_rank *r);
/** Records the source position for reports. */
static inline void fc_rank_set_position(fc_rank *r, const char *file, int line)
{
    r->setting.mark->file = file;
    r->setting.mark->line = line;
    r->setting.mark->argument = 0;
}
/** A site of the program, recorded as the source position. Ends the run if the number is out of range. */
const fc_site *fc_rank_site(fc_rank *r, int site);
/** Checks a number of iterations or bytes: 0 ... 2^53. A rounding error of less than a thousandth below 0 gives 0;
 * other values end the run at the recorded source position. */
double fc_rank_check_count(fc_rank *r, const char *what, double value);
/** The same for repetitions. Counters of different runs, and their fits, need not agree with each other: a negative
 * number is 0, once some counter was read, and the first one is kept for fc_totals. */
double fc_rank_check_repetitions(fc_rank *r, const char *what, double value);
/** Grows a table of the context by at least one element. Ends the run beyond 2^22 elements or when out of memory. */
void *fc_rank_grow(fc_rank *r, void *table, int *capacity, int used, size_t size);

#endif
