/* SPDX-License-Identifier: Apache-2.0 */
/** @file rank.h  The context of one virtual rank, from the host's side: made once, run for each point, read afterwards.
 *
 * init (fc_rank_create), step (fc_rank_run), done (fc_rank_free), as a simulator. A run allocates nothing unless the
 * program makes communicators or requests, whose tables are kept for the next run. */
#ifndef FC_RANK_H
#define FC_RANK_H

#include "compute.h"
#include "forecost.h"
#include "layout.h"
#include "prices.h"
#include "runtime_function.h"
#include "trace.h"
#include "type_signature.h"

#include <setjmp.h>

typedef struct fc_process fc_process;
typedef struct fc_team fc_team;
typedef struct fc_exchange fc_exchange;

/** How a run ended. */
typedef enum fc_end {
    FC_END_DONE,
    FC_END_STOPPED,  /* the program's own exit, abort or MPI_Abort */
    FC_END_ARGUMENT, /* a count, divisor or MPI argument that cannot be */
    FC_END_UNKNOWN,  /* a counter without a value */
    FC_END_RUNAWAY,  /* the step or the stack limit */
    FC_END_UNHEARD,  /* it needs what other ranks have not said yet (exchange.h); no run of fc_rank_run ends so */
    FC_END_APART,    /* method sum: it needs what a message brings, which only a world tells */
    FC_END_UNALIKE,  /* what stands for alike ranks cannot go on (fold.h); no run of alike.h ends so */
    FC_END_DEADLOCK, /* virtual ranks wait for each other */
    FC_END_MACHINE   /* the machine has no runtime function for an operation, or the model gives no time */
} fc_end;

/** file NULL: no place known. `next` is the next step. */
typedef struct fc_ending {
    fc_end end;
    const char *file;
    int line;
    char what[800];
    char next[320];
} fc_ending;

/** The last place an evaluation passed; lies where a crash does not take it along. */
typedef struct fc_mark {
    const char *file;
    int line;
} fc_mark;

/** What an iteration of a region spends on memory beyond the first level, while 1 .. FC_MAX_ACTIVE cores do the same,
 * as an application signature tells it. */
typedef struct fc_region_traffic {
    bool is_told;
    double seconds[FC_MAX_ACTIVE];
} fc_region_traffic;

/** What a counter's value may depend on. parameter[i] is NAN until the run has passed parameter i. moved: what -D
 * changed so far, the sum over the parameters of ln(new / old)^2; a change from, to or across 0 counts as one by 2.
 * side_by_side: each rank asks (method ranks), so that its own value is wanted, not that of all. */
typedef struct fc_question {
    int counter;
    int rank, ranks;
    const double *parameter;
    int n_parameters;
    double moved;
    bool side_by_side;
} fc_question;

/** A counter's value. origin: PROFILED, ANNOTATED or ASSUMED; relative_error: one standard deviation, >= 0. */
typedef struct fc_answer {
    double value;
    fc_origin origin;
    double relative_error;
} fc_answer;

/** The counter's value is at most 1: how often a branch is taken, not how often a loop turns. */
bool fc_counter_is_share(const fc_site *counter);
/** False: no value is known. Otherwise fills the answer, which is 0 of origin PROFILED before. */
typedef bool fc_counter_lookup(void *data, const fc_question *question, fc_answer *answer);

/** What an OpenMP program's environment says. */
typedef struct fc_team_setting {
    int threads;        /* OMP_NUM_THREADS, for regions that tell no number; 0: 1 */
    bool has_schedule;  /* OMP_SCHEDULE, for schedule(runtime); false: dynamic, 1 */
    fc_chunks schedule; /* static, dynamic or guided */
    double chunk;       /* 0: none is told */
} fc_team_setting;

/** An input file as the run had it that is followed. bytes NULL: there were too many, and others lie there now. */
typedef struct fc_kept_input {
    const char *name; /* as the program says it */
    const char *bytes;
    size_t n;
} fc_kept_input;
typedef struct fc_kept_inputs {
    fc_kept_input *file;
    int n;
} fc_kept_inputs;

/** All borrowed for the context's life. */
typedef struct fc_setting {
    const fc_cost_program *program;
    const fc_coefficients *machine;
    fc_compute_model *compute;
    const fc_region_factor *factor;     /* [program->n_regions]; NULL: 1 for each */
    const fc_region_traffic *traffic;   /* [program->n_regions]; NULL: the model tells it of each */
    const fc_comm_model *communication; /* what the user replaced; NULL: nothing */
    fc_counter_lookup *counter;         /* NULL: no counter has a value */
    void *counter_data;
    double step_limit;             /* fc_step calls a run may make; 0: 1e11 */
    size_t stack_limit;            /* bytes of stack the program may use; 0: 4 MiB */
    const fc_trace *trace;         /* of a world; NULL: not wanted */
    const fc_placement *placement; /* where ranks live; NULL: as the machine says */
    fc_mark *mark;                 /* NULL: not wanted */
    fc_team_setting team;
    const fc_kept_inputs *inputs; /* read in place of what lies there; NULL: none */
    fc_prices *prices; /* to be shared with other contexts of the same program, machine and models; NULL: its own */
} fc_setting;

/** Which virtual rank a run is, with which arguments. argv[argc] is NULL. override[i]: value of parameter i from -D,
 * NAN: none; override NULL: none at all. */
typedef struct fc_seat {
    int rank, ranks;
    int argc;
    char **argv;
    const double *override;
} fc_seat;

/* clang-format off */
/** What is assumed where data decides what a call does: in what words, with the call's name. */
#define FC_ASSUMPTION_LIST(X)                                                                                          \
    X(WORLD, "which communicator %s uses here depends on data: MPI_COMM_WORLD assumed")                                \
    X(UNSTARTED, "which requests %s starts here depends on data: their messages are not charged")
/* clang-format on */
typedef enum fc_assumption {
#define FC_ASSUMPTION_ENUM(name, text) FC_ASSUMED_##name,
    FC_ASSUMPTION_LIST(FC_ASSUMPTION_ENUM)
#undef FC_ASSUMPTION_ENUM
    FC_N_ASSUMPTIONS
} fc_assumption;

/** What a run came to; seconds from MPI_Init's return to MPI_Finalize's entry (the whole run without them). */
typedef struct fc_totals {
    double time_s;
    /* 90 %: 1.645 standard deviations, as factors: what may be twice as much may as well be half. The errors of sites,
     * independent; those of regions, and of counters on the seconds that rest on each, partly alike
     * (fc_compute_variance). */
    double low_s, high_s;
    double compute_s;
    double communication_s;
    double wait_s;                 /* for other ranks; 0 under method sum */
    double block_s;                /* of the computational block; < 0: the program marks none */
    double messages;               /* point-to-point sends and collective calls of this rank */
    double bytes;                  /* that this rank sends, or in a collective hands in or gets, whichever is more */
    double origin[FC_N_ORIGINS];   /* shares of time_s, sum 1; all 0 if time_s is 0 */
    unsigned extrapolated;         /* bit f: fit f was used beyond its calibrated range */
    double steps;                  /* turns of loops and recursions that were executed */
    int assumed[FC_N_ASSUMPTIONS]; /* 1 + the first site of which that was assumed; 0: none */
} fc_totals;

/** What region or site `item` (regions first, then sites) comes to; error_s: one standard deviation. messages, bytes:
 * as in fc_totals. */
typedef struct fc_item {
    double seconds;
    double messages, bytes;
    double error_s;
    double counted_s; /* of the seconds: those within FC_ON_COUNTER */
    bool assumed;     /* something was, of the call (fc_assumption) */
    unsigned run;     /* of which run these are */
} fc_item;

/** What rests on one counter. */
typedef struct fc_reliance {
    double seconds;
    double relative_error; /* the largest of its answers */
    bool is_relied;        /* among fc_rank.relied */
} fc_reliance;

typedef struct fc_communicator {
    int size, rank;
    bool alive;
    int n_dims; /* -1: no Cartesian topology */
    int dims[16];
    int periods[16];
    const struct fc_graph *graph; /* NULL: no graph topology */
    struct fc_group *group;       /* in a world: the ranks that share it */
    unsigned meetings;            /* in a world: collective calls of this rank on it */
    unsigned exchanges;           /* its calls on it in which ranks tell each other what decides how they go on */
    unsigned long context;        /* the same at all its ranks, and nowhere else */
    unsigned long kind;           /* the same at all ranks that came to one by the same calls, whoever shares it */
    const int *member;            /* ranks in MPI_COMM_WORLD; NULL: the same, or as the group says */
    fc_variant variant;           /* where its ranks live */
    bool stands_in; /* no handle of the program's: where the ranks of a group meet (MPI_Comm_create_group) */
} fc_communicator;

/** A collective call of a world that has begun and not ended; meeting NULL: none. */
typedef struct fc_begun {
    struct fc_meeting *meeting;
    int rule, root, rank;
    double came;         /* s */
    unsigned long event; /* dependence.h */
} fc_begun;

typedef struct fc_pending {
    bool active;
    bool is_null; /* to or from MPI_PROC_NULL */
    bool is_cancelled;
    bool receives; /* or is a collective: pays its runtime function at its end under method sum */
    fc_fit fit;    /* that one, and its ranks */
    int ranks;
    double n;
    fc_datatype type;
    fc_variant variant;
    double weight; /* at the post */
    int next_free;
    struct fc_message *message; /* in a world; NULL: it has ended */
    double over, error;         /* s: when a one-sided access is; 0: it is none, or it is paid. Relative */
    fc_begun begun;
    int parts; /* a neighbourhood collective: the first of the slots that end with it, by next_free; 0: none */
} fc_pending;

/** Of a derived datatype, in bytes: what its elements take from its origin on, and the same without what
 * MPI_Type_create_resized and alignment add (true_). */
typedef struct fc_bounds {
    bool placed;  /* its displacements are known; otherwise only the size is */
    bool resized; /* low and high were set */
    fc_type_signature signature;
    long align;
    long size;
    long low, high;
    long true_low, true_high;
    int next_free;   /* -1: none */
    bool dense;      /* predefined elements one behind the other, in their order, and nothing else */
    bool is_counted; /* of the size that a profile tells, and nothing else is known of it */
} fc_bounds;

/** A group: ranks in MPI_COMM_WORLD, in memory of the run. */
typedef struct fc_members {
    bool alive;
    int n;
    int *rank;
} fc_members;

/** Control values that a broadcast hands on. */
typedef struct fc_carried {
    char *bytes;
    size_t size;
} fc_carried;

/** An array of the control slice. */
typedef struct fc_kept {
    char *memory;
    double bytes;
} fc_kept;

/** Memory of control values for the next call; NULL: none. */
typedef struct fc_hand {
    const void *in;
    const void *compared; /* of a compare and swap */
    void *out;
    int op;
    const int *place_in, *place_out; /* of the blocks, where the call is told them */
    fc_mpi_status *status;           /* one, or one a request */
} fc_hand;

typedef enum fc_phase {
    FC_PHASE_BEFORE,
    FC_PHASE_RUNNING,
    FC_PHASE_AFTER
} fc_phase;

struct fc_rank {
    fc_setting setting;
    fc_seat seat;
    int active_cores;
    double weight; /* of FC_REPEAT, >= 0 */
    double compute_s, communication_s, wait_s, messages, bytes;
    unsigned extrapolated;
    int assumed[FC_N_ASSUMPTIONS]; /* as in fc_totals */
    bool makes_others;             /* fc_communication_makes_others() */
    bool assumes_world; /* for the communicator of the collective in hand: nobody knows who takes part in it */
    fc_phase phase;
    char absent[160]; /* the input file that could not be opened last; "": none */
    fc_item *item;    /* [n_regions + n_sites] */
    int *touched;     /* items of this run, in order of first use */
    int n_touched;
    unsigned run;
    double *parameter;     /* [n_parameters], NAN: not passed yet */
    int on_counter;        /* FC_ON_COUNTERs around */
    int counted_origin;    /* the least certain origin of the counters used; -1: none */
    fc_reliance *reliance; /* by counter; NULL until one is read */
    int *relied; /* counters that a cost now rests on: of repetitions and scopes around, then those read since */
    int n_relied, relied_capacity, n_held; /* n_held: the former */
    int *hold;                             /* n_held before each repetition and scope around */
    int n_holds, hold_capacity;
    double moved;       /* as in fc_question */
    const char *option; /* of fc_getopt: the rest of an argument of several letters, at option_index; NULL: none */
    int option_index;
    char *token; /* of fc_token */
    void *globals;
    fc_communicator *comm;
    int n_comms, comm_capacity;
    fc_pending *pending; /* [0] is MPI_REQUEST_NULL */
    int n_pending, pending_capacity, free_pending;
    fc_bounds *bounds; /* by the derived datatype's number */
    int n_bounds, bounds_capacity, free_bounds;
    struct fc_window *window; /* by handle less one */
    int n_windows, window_capacity;
    struct fc_file *file; /* by handle less one */
    int n_files, file_capacity;
    struct fc_persistent *persistent; /* requests that begin again and again */
    int n_persistent, persistent_capacity;
    bool begins; /* the next collective only begins, and gives its request: request NULL: not told */
    fc_request *begun_request;
    fc_members *members; /* groups the program made */
    int n_members, members_capacity;
    double steps;
    const char *stack_base;
    fc_ending ending;
    jmp_buf jump;
    fc_mark own_mark;
    fc_prices *own_prices;
    double block_begin; /* seconds at the mark; < 0: not passed */
    int **shared_out;   /* by counter: fc_counted_blocks(); NULL until one is asked for */
    fc_kept *kept;      /* arrays of the control slice */
    int n_kept, kept_capacity;
    double kept_bytes;
    struct fc_message **chosen; /* messages that probes took; NULL: received since */
    int n_chosen, chosen_capacity;
    fc_hand hand;          /* told by fc_carry() and fc_carry_status() */
    fc_exchange *exchange; /* what ranks told each other; lives over the ranks of a point */
    int n_exchanges, exchange_capacity;
    int *exchange_index; /* [exchange_places] where each is found (exchange.c) */
    int exchange_places;
    fc_process *process;      /* its part in a world; NULL: method sum */
    fc_team *team;            /* of its threads; NULL: none so far */
    struct fc_sketch *sketch; /* what it does is only noted there; NULL: it is priced */
    fc_layout layout;         /* of method sum's ranks */
    double eager_bytes;       /* as fc_message_eager_bytes() */
};

/** Forgets what ranks told each other (exchange.h): a new point begins. */
void fc_rank_carry_reset(fc_rank *r);
/** Bytes from an address of control values on that are theirs to write: to the end of an array of the control slice, of
 * the globals, or of the run's stack; 0: it is in none of them. */
double fc_memory_room(const fc_rank *r, const void *address);
/** Gives back what fc_counted_blocks() gave. */
void fc_counted_blocks_free(fc_rank *r);
/** Gives back the arrays of the control slice. */
void fc_rank_release(fc_rank *r);
/** Gives back the array that was kept last, of so many bytes. */
void fc_rank_drop(fc_rank *r, double bytes);
/** NULL when memory is short. */
fc_rank *fc_rank_create(const fc_setting *setting);
void fc_rank_free(fc_rank *r);
/** One run; forgets the one before. What ended it otherwise than by its return from main is in r->ending. */
fc_end fc_rank_run(fc_rank *r, const fc_seat *seat);
void fc_rank_totals(const fc_rank *r, fc_totals *totals);
/** Seconds since the last mark of a computational block; < 0: none was passed. */
double fc_rank_block_seconds(const fc_rank *r);
/** Seconds of item i in the last run, 0 if it has none. */
double fc_rank_item_seconds(const fc_rank *r, int item);

/* ---- for the other files of this room ---- */
/** One run of fc_rank_run; may end with FC_END_UNHEARD. */
fc_end fc_rank_attempt(fc_rank *r, const fc_seat *seat);
/** The item of this run, all 0 at first. */
fc_item *fc_rank_touch(fc_rank *r, int item);
/** Adds seconds, weighted by the caller, to an item and returns what was added; 0 outside Init ... Finalize. */
double fc_rank_charge(fc_rank *r, int item, double seconds, double relative_error);
/** A cost that comes next rests on the counter. */
void fc_rely_on(fc_rank *r, int counter, double relative_error);
/** What is read so far holds for all costs up to the release: a repetition or scope begins, ends. */
void fc_rely_hold(fc_rank *r);
void fc_rely_release(fc_rank *r);
/** What is read so far holds for the repetition or scope around. */
void fc_rely_keep(fc_rank *r);
/** Seconds that rest on what is relied on; what no repetition or scope holds is relied on no more. */
void fc_rely_charge(fc_rank *r, double seconds);
/** Forgets the seconds. */
void fc_rely_forget(fc_rank *r);
/** Variance of the time by the counters' errors [s^2]: each errs on all that rests on it, partly alike. */
double fc_rely_variance(const fc_rank *r);
/** Forgets what was charged so far. */
void fc_rank_forget(fc_rank *r);
/** Tells the trace, if there is one, of a piece of the rank's time. */
void fc_rank_trace(const fc_rank *r, fc_trace_kind kind, int item, double begin, double end);
_Noreturn void fc_rank_end(fc_rank *r, fc_end end, const char *next, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/** Notes the place for reports. */
static inline void fc_rank_pass(fc_rank *r, const char *file, int line)
{
    r->setting.mark->file = file;
    r->setting.mark->line = line;
}
/** A site of the program, noted as the place; a number that is none ends the run. */
const fc_site *fc_rank_site(fc_rank *r, int site);
/** A number of iterations or bytes: finite, 0 ... 2^53, and 0 where rounding leaves less than a thousandth below it;
 * ends the run otherwise, at the noted place. */
double fc_rank_check_count(fc_rank *r, const char *what, double value);
/** Grows a table of the context to hold one more; ends the run beyond `limit` or when memory is short. */
void *fc_rank_grow(fc_rank *r, void *table, int *capacity, int used, size_t size);

#endif
