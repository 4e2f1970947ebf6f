/* SPDX-License-Identifier: Apache-2.0 */
/** @file forecost.h  What a cost program sees: the context of one virtual rank, costs, and MPI on virtual ranks.
 *
 * A cost program is C that `forecost` generates: `double cost_<procedure>(fc_rank *r, <the procedure's parameters>)`
 * returns the predicted seconds of one call (analyzer, section 3.2.1). Three kinds of statement remain in it: kept
 * source (the control slice), fc_compute(), and fc_<MPI operation>(). Needs libc and libm only. */
#ifndef FORECOST_H
#define FORECOST_H

#include "coefficients.h"

#include <math.h>
#include <stddef.h>

typedef struct fc_rank fc_rank;

/* clang-format off */
/** Where a count comes from (design, section 2). */
#define FC_ORIGIN_LIST(X)                                                                                              \
    X(CLOSED, "closed") X(EXECUTED, "executed") X(PROFILED, "profiled") X(ANNOTATED, "annotated") X(ASSUMED, "assumed")
/* clang-format on */
typedef enum fc_origin {
#define FC_ORIGIN_ENUM(name, text) FC_ORIGIN_##name,
    FC_ORIGIN_LIST(FC_ORIGIN_ENUM)
#undef FC_ORIGIN_ENUM
    FC_N_ORIGINS
} fc_origin;

/** One array access pattern of a region (design, "stream"). */
typedef struct fc_stream {
    fc_access access;
    fc_pattern pattern; /* UNIT: stride of one element; STRIDED: a larger one or symbolic; RANDOM: indirect */
    int element_bytes;
    double stride_bytes;  /* distance of consecutive accesses in the innermost loop; 0 where symbolic or random */
    double per_iteration; /* accesses an iteration of the region */
    double starts; /* how often it starts anew elsewhere, an entry of the region's loop: a piece of a row, a column's
                      lines; 0: it goes on, as far as anybody knows */
    double waits;  /* share of the turns that go on with what is read here (fc_region.chain stands behind it): 1: it
                      tells the next place or value; less: it tells which way a branch goes that is guessed */
    bool decided;  /* of a read that turns wait for: what it reads chooses between two places, turn for turn, so that k
                      turns lead to 2^k places */
} fc_stream;

enum {
    FC_REGION_LOOP = 1,         /* the body of an innermost loop; `entries` then counts the loop's entries */
    FC_REGION_BRANCHES = 2,     /* holds data-dependent control flow: not vectorised */
    FC_REGION_CHAIN = 4,        /* a reduction or recurrence carried by the loop: chain[] */
    FC_REGION_CHAIN_MEMORY = 8, /* the chain goes through memory (a[i] = f(a[i-1])) */
    FC_REGION_CALLS = 16        /* calls a procedure or library function each iteration */
};

typedef struct fc_count {
    fc_operation operation;
    fc_numeric numeric;
    double n;
} fc_count;

/** What the compiler made of a region's loop, where its machine code was read: a turn of that code does `iterations` of
 * the source's (vector lanes, unrolling), on `lines` lines of 64 bytes of code, and keeps these shares of the bytes
 * that the source loads and stores (1: all). iterations == 0: not read, the models judge by the source alone. */
typedef struct fc_code {
    double iterations;
    double lines;
    int vector_bytes; /* widest operand; 8 or less: scalar */
    double loads, stores;
    double n_loads, n_stores; /* instructions that load or store, an iteration of the source's */
    double lanes;             /* operations on real numbers an instruction does, in the mean; 0: there are none */
    double cycles; /* an iteration of the source's keeps the core's units busy, by a model of the processor; 0: not told
                    */
} fc_code;

/** A piece of source without communication (design, "region"), per execution of its body. Arithmetic of subscripts and
 * the loop's own counting are no operations here: compilers turn them into the loop's step, which loop_s and least_s
 * hold. A read of one place in all iterations counts as a read where the source may store to it between (no stream
 * then). */
typedef struct fc_region {
    const char *file;
    int line;
    const char *function;
    int flags;
    const fc_count *operation;
    int n_operations; /* all operations, those of the chain too */
    const fc_count *chain;
    int n_chain;                 /* operations one iteration adds to the longest loop-carried chain */
    double reads[FC_N_NUMERICS]; /* all memory accesses by element type (scalars in registers do not count) */
    double writes[FC_N_NUMERICS];
    const fc_stream *stream;
    int n_streams;
    double calls;
    fc_code code;
    double seconds; /* of an execution besides, told by a person whatever the machine */
    double
        around; /* instructions of other regions between two executions, while reads that data picks are waited for */
} fc_region;

/** An MPI call site or library call site, and a counter site. */
typedef struct fc_site {
    const char *file;
    int line;
    const char *function;
    const char *operation; /* "MPI_Allgather", "malloc", "loop", "branch" */
    fc_origin origin;      /* of its count, as the analyzer knows it */
} fc_site;

/** What a cost program exports under the name fc_cost_program. */
typedef struct fc_cost_program {
    int version; /* FC_COST_PROGRAM_VERSION */
    const char *name;
    const char *key; /* of the program model */
    const fc_region *region;
    const fc_origin *region_origin;
    int n_regions;
    const fc_site *site;
    int n_sites; /* MPI and library calls */
    const fc_site *counter;
    int n_counters; /* loops and branches whose count comes from a profile or an assumption */
    const char *const *parameter;
    int n_parameters;    /* names for -D, in order of first use */
    size_t globals_size; /* bytes of the per-rank struct of globals */
    void (*globals_init)(void *globals);
    double (*main)(fc_rank *r, int argc, char **argv);
    bool rank_dependent; /* the slice asks for MPI_Comm_rank: ranks may differ */
} fc_cost_program;
enum {
    FC_COST_PROGRAM_VERSION = 6
};
/** Defines the object of that name (as a typedef has it too, C code reaches it as fc_exported_cost_program):
 *    FC_COST_PROGRAM_EXPORT = {.version = FC_COST_PROGRAM_VERSION, ...}; */
#define FC_COST_PROGRAM_EXPORT                                                                                         \
    extern const fc_cost_program fc_exported_cost_program __asm__("fc_cost_program")                                   \
        __attribute__((visibility("default")));                                                                        \
    const fc_cost_program fc_exported_cost_program

/* ---- context ---- */
void *fc_globals(fc_rank *r);
double fc_now(const fc_rank *r); /* virtual seconds since the rank started */
/** The value of a named parameter: that of -D name=..., else `value` (what the kept source computed). Recorded for the
 * output. */
long fc_parameter(fc_rank *r, int parameter, long value);
double fc_parameter_real(fc_rank *r, int parameter, double value);
/** The value of a parameter that the source hides, -D aside: the application's argument of that number, > 0, or else
 * `value`. NAN: only -D tells it. Without any the evaluation ends. */
double fc_parameter_told(fc_rank *r, int parameter, long argument, double value);
/** Kept source reached exit, abort or MPI_Abort: ends the evaluation with a located report. Does not return. */
_Noreturn void fc_stop(fc_rank *r, const char *what, const char *file, int line);
/** Kept source reached exit(0): a good end. Does not return. */
_Noreturn void fc_leave(fc_rank *r);
/** A count that is no count (negative, not finite, beyond 2^53) or a divisor of 0: ends the evaluation likewise. */
_Noreturn void fc_bad_count(fc_rank *r, const char *what, double value, const char *file, int line);
/** Called before each kept loop iteration and procedure entry that is executed: ends an evaluation that runs away
 *  (more than the step limit, or recursion deeper than the limit). */
void fc_step(fc_rank *r, const char *file, int line);

/* ---- counts ---- */
/** Mean iterations an entry of counter `counter`'s loop, or share (0..1) of a branch, from the profile or --assume.
 * Without one the evaluation ends with the place and the three ways out. */
double fc_counted(fc_rank *r, int counter);
/** Bytes that lie where a pointer leads, by its counter of pages of 4 KiB; 0: nothing tells that. */
double fc_counted_extent(fc_rank *r, int counter);
/** Likewise the datatype that a call at the site has, of that many bytes in the mean; and how many elements each rank
 * of the communicator gets there, the same of all: valid until the counter is asked for again. */
long fc_counted_datatype(fc_rank *r, int site, int counter);
const int *fc_counted_blocks(fc_rank *r, int site, int counter, int comm);
/** Turns that an entry of counter `loop`'s loop takes at most, which its bound may end sooner: INFINITY where the bound
 * ended it each time it was profiled (counter `reached`), else as fc_counted() tells. */
double fc_most_turns(fc_rank *r, int loop, int reached);
/** Everything cost within `body` counts `times` times: method `sum` runs body once, weighted; method `ranks` runs a
 * body with MPI calls that others take part in round(times), at least one time, each weighted to make `times`. Nested
 * weights multiply. for (FC_REPEAT(r, times)) { body }
 * Where a run comes to such a body again and again, with a mean each time, it is fc_mean_times(r, place, times): method
 * `ranks` then runs it as a whole or not at all, and of the means m1, m2, ... floor(m1 + ... + mk + 1/2) times in all
 * when it has come there k times. fc_mean_rest: what another place's mean, at most 1, leaves of 1: the one or the
 * other. `place`: any number, of this place alone. */
#define FC_REPEAT(r, times)                                                                                            \
    double fc_weight_before = fc_repeat_begin((r), (times));                                                           \
    fc_weight_before >= 0;                                                                                             \
    fc_weight_before = fc_repeat_end((r), fc_weight_before)
double fc_repeat_begin(fc_rank *r, double times);       /* returns the weight before, >= 0; -1 when times == 0 */
double fc_repeat_end(fc_rank *r, double weight_before); /* restores; returns -1 */
double fc_mean_times(fc_rank *r, int place, double times);
double fc_mean_rest(fc_rank *r, int place, double times);

/** Everything cost within `body` rests on counters: for (FC_ON_COUNTER(r)) { body } */
#define FC_ON_COUNTER(r)                                                                                               \
    int fc_on_counter = fc_counter_scope((r), 1);                                                                      \
    fc_on_counter;                                                                                                     \
    fc_on_counter = fc_counter_scope((r), -1)
int fc_counter_scope(fc_rank *r, int by); /* 1: goes in, returns 1; -1: goes out, returns 0 */

/* ---- compute cost ---- */
/** `entries` executions of region `region`'s loop, `iterations` executions of its body in all; working_set[i]: bytes
 * of cache lines touched between two uses of the same line of stream i (NULL when the region has no stream). Where a
 * chain goes on over the loop's entries (its variable is not set again at an entry), `entries` is 1 for each time it is
 * set. */
void fc_compute(fc_rank *r, int region, double entries, double iterations, const double *working_set);
/** malloc, calloc, realloc of `bytes`: fresh memory pays its first touch. */
void fc_memory_allocate(fc_rank *r, int site, double bytes, double times);
/** Zeroed memory for an array of the control slice; the rank owns it until the evaluation ends. Beyond 1 GiB a rank in
 * all the evaluation ends with a report. */
void *fc_memory_keep(fc_rank *r, double bytes);
/** The same, beginning with what is in the memory at `old` (NULL: nothing), as realloc does. */
void *fc_memory_keep_on(fc_rank *r, const void *old, double bytes);
/** The same of a size that data decides: room for `bytes`, the part of it that is told, and for 64 MiB at least, of
 * which only what is used takes memory. What is beyond ends the evaluation. */
void *fc_memory_keep_untold(fc_rank *r, const void *old, double bytes);
/** argv and its strings, for a program that writes into them: the rank's own, for this evaluation. */
char **fc_own_arguments(fc_rank *r, int argc, char **argv);
/** As getopt.h's struct option. */
typedef struct fc_long_option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
} fc_long_option;
/** What getopt_long() is told, and where its globals are; NULL: getopt() has no long options, or nobody reads it. */
typedef struct fc_getopt_call {
    int argc;
    char **argv;
    const char *options;
    const fc_long_option *long_options;
    int *long_index;
    int *index;
    char **argument;
    int *unknown;
} fc_getopt_call;
int fc_getopt(fc_rank *r, const fc_getopt_call *options);
/** fopen() to read; of a run that was profiled the file as it was then (fc_setting.inputs). */
void *fc_open_input(fc_rank *r, const char *name, const char *mode);
/** Where strtok() keeps its place, for strtok_r(). */
char **fc_token(fc_rank *r);
/** qsort(base, n, size, compare), at no cost. Equal elements keep their order. */
void fc_sort(fc_rank *r, void *base, size_t n, size_t size, int (*compare)(fc_rank *r, const void *a, const void *b));
/** A file that the slice reads, as it was opened. NULL, or `r` for one that is opened to be written: the evaluation
 * ends by this function, at this place. */
void *fc_input_file(fc_rank *r, void *file, const char *function, const char *source, int line);
/** fread(memory, size, n, file), unless that is more than the memory holds: the evaluation then ends. */
size_t fc_input_read(fc_rank *r, void *memory, size_t size, size_t n, void *file);
/** The same, where nobody keeps what it brings: only the file's position moves. */
size_t fc_input_pass(size_t size, size_t n, void *file);
/** Of a record: `bytes` bytes at `from` in the file's one are those at `to` in the one here. */
typedef struct fc_input_piece {
    size_t from, to, bytes;
} fc_input_piece;
/** Records of `bytes` bytes in a file, of `here` in this memory, which has n pieces of each. */
typedef struct fc_input_record {
    void *memory;
    size_t bytes, here;
    int n;
    const fc_input_piece *piece;
} fc_input_record;
size_t fc_input_records(fc_rank *r, const fc_input_record *to, size_t size, size_t n, void *file);
/** getline(line, room, file); the line lies in memory of the rank's own. */
long fc_input_line(fc_rank *r, char **line, size_t *room, void *file);
/** The computational block begins here (analyzer, section 3.2.1): what is added from now on is also the block's time.
 */
void fc_block_begin(fc_rank *r);

/* ---- exact helpers of generated counts ---- */
static inline double fc_floor_div(double a, double b)
{
    double q = floor(a / b);
    double rest = fma(-q, b, a);
    if (rest != 0 && (rest < 0) != (b < 0))
        q -= 1;
    else if ((b > 0 && rest >= b) || (b < 0 && rest <= b))
        q += 1;
    return q;
}
static inline double fc_mod(double a, double b)
{
    return a - b * fc_floor_div(a, b);
}
static inline double fc_c_div(double a, double b)
{
    return trunc((a < 0) == (b < 0) ? fc_floor_div(fabs(a), fabs(b)) : -fc_floor_div(fabs(a), fabs(b)));
}
static inline double fc_c_rem(double a, double b)
{
    return a - b * fc_c_div(a, b);
}
static inline double fc_min(double a, double b)
{
    return a < b ? a : b;
}
static inline double fc_max(double a, double b)
{
    return a > b ? a : b;
}
/** How often a loop is run that turns `turns` times in the mean, and what each of those turns weighs: `turns` in all.
 */
static inline double fc_whole_turns(double turns)
{
    return turns > 0 ? fc_max(round(turns), 1) : 0;
}
static inline double fc_turn_weight(double turns)
{
    return isinf(turns) ? 1 : turns / fc_whole_turns(turns);
}
static inline double fc_log2(double a)
{
    return log2(a);
}
static inline double fc_ge0(double a)
{
    return a >= 0;
}
static inline double fc_eq0(double a)
{
    return a == 0;
}

/* ---- MPI on a virtual rank: fc_MPI_X(r, site, <the control arguments of MPI_X in their order: no buffers, ops,
 * statuses>) ---- */
#include "datatype.h"       /* fc_datatype, FC_MPI_DOUBLE, ... */
typedef int fc_comm;        /* 0: MPI_COMM_WORLD, 1: MPI_COMM_SELF, -1: MPI_COMM_NULL, >= 2: made by the program */
typedef int fc_request;     /* 0: MPI_REQUEST_NULL */
typedef int fc_mpi_message; /* 0: MPI_MESSAGE_NULL, -1: MPI_MESSAGE_NO_PROC */
typedef int fc_mpi_group;   /* 0: MPI_GROUP_NULL, 1: MPI_GROUP_EMPTY */
typedef int fc_mpi_window;  /* 0: MPI_WIN_NULL */
typedef int fc_mpi_file;    /* 0: MPI_FILE_NULL */
#include "mpi_file.h"
#include "mpi_local.h"
#include "mpi_virtual.h"
#include "mpi_window.h"
#include "openmp.h"

#endif
