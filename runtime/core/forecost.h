/* SPDX-License-Identifier: Apache-2.0 */
/** @file forecost.h  Interface of a cost program: the context of one virtual rank, costs, and virtual MPI.
 *
 * `forecost` generates cost programs in C: `double cost_<procedure>(fc_rank *r, <the procedure's parameters>)` returns
 * the predicted seconds of one call ([analyzer], section 3.2.1). Three kinds of statement remain in it: the program
 * slice (residual code), fc_compute(), and fc_<MPI operation>(). Needs libc and libm only. */
#ifndef FORECOST_H
#define FORECOST_H

#include "region.h"

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
    const char *key; /* hash of the program model */
    const fc_region *region;
    const fc_origin *region_origin;
    int n_regions;
    const fc_site *site;
    int n_sites; /* MPI and library calls */
    const fc_site *counter;
    int n_counters; /* loops, branches and sizes whose value comes from a profile, an annotation or an assumption */
    const char *const *parameter;
    int n_parameters;    /* names for -D, in order of first use */
    size_t globals_size; /* bytes of the per-rank struct of globals */
    void (*globals_init)(void *globals);
    double (*main)(fc_rank *r, int argc, char **argv);
    bool rank_dependent; /* the slice calls MPI_Comm_rank: ranks may differ */
    int n_probes;        /* 0 except in the cost program of a formula */
} fc_cost_program;
enum {
    FC_COST_PROGRAM_VERSION = 7
};
/** Defines the exported object: FC_COST_PROGRAM_EXPORT = {.version = FC_COST_PROGRAM_VERSION, ...};
 * In C its name is fc_exported_cost_program, because the typedef has the name of the symbol. */
#define FC_COST_PROGRAM_EXPORT                                                                                         \
    extern const fc_cost_program fc_exported_cost_program __asm__("fc_cost_program")                                   \
        __attribute__((visibility("default")));                                                                        \
    const fc_cost_program fc_exported_cost_program

/* ---- context ---- */
void *fc_globals(fc_rank *r);
double fc_now(const fc_rank *r); /* virtual seconds since the rank started */
/** The value of a named parameter: that of -D name=..., else `value` (computed by the slice). Recorded for the output.
 */
long fc_parameter(fc_rank *r, int parameter, long value);
double fc_parameter_real(fc_rank *r, int parameter, double value);
/** The value of an annotated parameter that the slice does not compute: that of -D, else the application's argument of
 * that number (> 0), else `value` (NAN: none). Ends the evaluation if there is none of these. */
double fc_parameter_annotated(fc_rank *r, int parameter, long argument, double value);
/** The address of memory that is not part of the slice: every access to it faults. It lies in the kernel's half. */
#define FC_NO_MEMORY ((void *)0xffff800000000000)
/** The address is of memory: neither FC_NO_MEMORY nor near it, as that of an element. */
static inline int fc_is_memory(const void *address)
{
    return (const char *)address < (const char *)FC_NO_MEMORY - (1L << 46);
}
/** The place of a word, &argv[i]; a read beyond the last argument is noted for the report of a crash. */
void *fc_word(fc_rank *r, void *word, const char *file, int line);
/** The slice reached exit, abort or MPI_Abort: ends the evaluation with a located error. message: what the program
 * prints before; NULL: unknown. */
_Noreturn void fc_stop(fc_rank *r, const char *what, const char *message, const char *file, int line);
/** Before a successful end of the program: one before MPI_Init, in a program that calls it, is fc_stop(), since nothing
 * is left to predict. */
void fc_stop_before_init(fc_rank *r, const char *what, const char *message, const char *file, int line);
/** Before a successful end that the application's arguments or input files lead to: it is kept for a report. */
void fc_end_by_inputs(fc_rank *r, const char *what, const char *message, const char *file, int line);
/** The slice reached exit(0): ends the evaluation successfully. */
_Noreturn void fc_leave(fc_rank *r);
/** An invalid count (negative, not finite, beyond 2^53) or a divisor of 0: ends the evaluation with a located error. */
_Noreturn void fc_bad_count(fc_rank *r, const char *what, double value, const char *file, int line);
/** Called before each executed loop iteration and procedure entry of the slice: ends the evaluation beyond the step
 * limit or the recursion limit. */
void fc_step(fc_rank *r, const char *file, int line);

/* ---- counts ---- */
/** Value of counter `counter`: mean trip count of a loop, or probability (0..1) of a branch, from a profile, an
 * annotation or --assume. If it has no value, the evaluation ends with a located error and the three remedies. */
double fc_counted(fc_rank *r, int counter);
/** Mean object size [bytes] behind a pointer, by its counter of 4 KiB pages; 0: unknown. */
double fc_counted_object_size(fc_rank *r, int counter);
/** A datatype with the counter's mean size [bytes] for the call at the site. */
long fc_counted_datatype(fc_rank *r, int site, int counter);
/** Counts for a v-collective at the site: the counter's elements evenly divided over the ranks of `comm`. Valid until
 * the next call with this counter. */
const int *fc_counted_blocks(fc_rank *r, int site, int counter, int comm);
/** Limit on the trip count of counter `loop`'s loop by its early exits. INFINITY: in the profile its bound ended each
 * entry (counter `reached` is 1). Otherwise fc_counted(loop). */
double fc_trip_limit(fc_rank *r, int loop, int reached);
/** for (FC_REPEAT(r, times)) { body }   Charges `times` executions of body. Method `sum` runs body once with this
 * weight. Method `ranks` runs a body that communicates max(1, round(times)) times, with weights that add up to `times`.
 * Nested weights multiply.
 *
 * fc_mean_times(r, place, times) is for a body that is reached repeatedly with a mean count each time. Under method
 * `ranks` it returns whole numbers: after means m1, ..., mk their sum is floor(m1 + ... + mk + 1/2). fc_mean_rest() is
 * for the complementary branch: it rounds 1/2 the other way. `place`: a number unique to this statement. */
#define FC_REPEAT(r, times)                                                                                            \
    double fc_weight_before = fc_repeat_begin((r), (times));                                                           \
    fc_weight_before >= 0;                                                                                             \
    fc_weight_before = fc_repeat_end((r), fc_weight_before)
double fc_repeat_begin(fc_rank *r, double times);       /* returns the previous weight, >= 0; -1 if times == 0 */
double fc_repeat_end(fc_rank *r, double weight_before); /* restores; returns -1 */
double fc_mean_times(fc_rank *r, int place, double times);
double fc_mean_rest(fc_rank *r, int place, double times);

/** for (FC_TAKEN(r, taken, of)) { body }   Within an FC_REPEAT of `of` iterations, `taken` of which execute body:
 * charges body that often. Weights of whole numbers stay exact. */
#define FC_TAKEN(r, taken, of)                                                                                         \
    double fc_weight_around = fc_taken_begin((r), (taken), (of));                                                      \
    fc_weight_around >= 0;                                                                                             \
    fc_weight_around = fc_taken_end((r), fc_weight_around)
double fc_taken_begin(fc_rank *r, double taken, double of); /* returns the previous weight, >= 0; -1 if taken == 0 */
double fc_taken_end(fc_rank *r, double weight_around);      /* restores; returns -1 */
/** Method `sum`: equal iterations are charged once, with a weight. Method `ranks` executes each that communicates. */
int fc_weighs_iterations(const fc_rank *r);

/** for (FC_ON_COUNTER(r)) { body }   All costs of body depend on the counters read so far. */
#define FC_ON_COUNTER(r)                                                                                               \
    int fc_on_counter = fc_counter_scope((r), 1);                                                                      \
    fc_on_counter;                                                                                                     \
    fc_on_counter = fc_counter_scope((r), -1)
int fc_counter_scope(fc_rank *r, int by); /* 1: enters, returns 1; -1: leaves, returns 0 */

/* ---- compute cost ---- */
/** Charges `entries` executions of region `region`'s loop with `iterations` executions of its body in total.
 * working_set[i]: bytes of the cache lines touched between two uses of a line of stream i, then the strides that are no
 * constants (fc_stream.stride_at); NULL: the region has no stream. If a recurrence continues across entries, `entries`
 * counts its initializations instead. */
void fc_compute(fc_rank *r, int region, double entries, double iterations, const double *working_set);
/** The same with entries, iterations and working sets in postfix notation (postfix.c), and at most FC_POSTFIX_DEPTH
 * values at a time. variable: the values of v0, v1, ...; NULL: none. */
enum {
    FC_POSTFIX_DEPTH = 512
};
void fc_compute_postfix(fc_rank *r, int region, const char *text, const double *variable);
/** Charges malloc, calloc or realloc of `bytes`: the call and the first touch. */
void fc_charge_allocation(fc_rank *r, int site, double bytes, double times);
/** Zeroed memory for an array of the slice; lives until the evaluation ends. More than 1 GiB per rank ends the
 * evaluation with an error. */
void *fc_memory_keep(fc_rank *r, double bytes);
/** The same with the contents of `old` (NULL: none), as realloc. */
void *fc_memory_keep_on(fc_rank *r, const void *old, double bytes);
/** The same for a data-dependent size with known lower bound `bytes`: reserves at least 64 MiB, of which only touched
 * pages take memory. */
void *fc_memory_keep_untold(fc_rank *r, const void *old, double bytes);
/** A copy of argv and its strings for a program that writes to them. */
char **fc_own_arguments(fc_rank *r, int argc, char **argv);
/** As getopt.h's struct option. */
typedef struct fc_long_option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
} fc_long_option;
/** Arguments of getopt_long() and pointers to its globals; NULL: no long options, or the program does not read it. */
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
/** fopen() for reading; a profiled run's recorded copy (fc_setting.inputs) takes precedence. Ends the run for a pipe or
 * device, and for a file that fc_setting.may_open refuses. */
void *fc_open_input(fc_rank *r, const char *name, const char *mode);
/** The standard input of rank 0; fc_is_no_input() if that is no regular file. Other ranks read an end of file, as under
 * mpirun. */
void *fc_standard_input(fc_rank *r);
/** freopen(name, "r", stdin). */
void *fc_reopen_input(fc_rank *r, const char *name);
/** The rank's strtok() state, for strtok_r(). */
char **fc_token(fc_rank *r);
/** Stable qsort(base, n, size, compare), at no cost. */
void fc_sort(fc_rank *r, void *base, size_t n, size_t size, int (*compare)(fc_rank *r, const void *a, const void *b));
/** It stands for a file opened for writing (r), or for a standard input that is no regular file. */
bool fc_is_no_input(const fc_rank *r, const void *file);
/** Returns `file` if the slice can read it. Otherwise the evaluation ends at `source` and `line`: it could not be
 * opened (NULL), or fc_is_no_input(). */
void *fc_input_file(fc_rank *r, void *file, const char *source, int line);
/** fread(memory, size, n, file); ends the evaluation if the memory is too small. */
size_t fc_input_read(fc_rank *r, void *memory, size_t size, size_t n, void *file);
/** fread() without its data: only moves the file's position. */
size_t fc_input_pass(size_t size, size_t n, void *file);
/** A field of a record: `bytes` bytes at offset `from` in the file's record and `to` in memory's. */
typedef struct fc_input_piece {
    size_t from, to, bytes;
} fc_input_piece;
/** Reads records of `bytes` bytes into records of `here` bytes in `memory`; copies n fields of each. */
typedef struct fc_input_record {
    void *memory;
    size_t bytes, here;
    int n;
    const fc_input_piece *piece;
} fc_input_record;
size_t fc_input_records(fc_rank *r, const fc_input_record *to, size_t size, size_t n, void *file);
/** getline(line, room, file) into the slice's memory. */
long fc_input_line(fc_rank *r, char **line, size_t *room, void *file);
/** Probes are numbered from 0. All seconds charged between begin and end count for this probe too, except within
 * another one that is open: the outermost counts. A nonblocking operation counts for the probe that was open when it
 * was posted. A probe is ended on each way out but the end of the run. */
void fc_probe_begin(fc_rank *r, int probe);
void fc_probe_end(fc_rank *r, int probe);
/** The probe is this number; another number at a later time makes it NAN. */
void fc_probe_number(fc_rank *r, int probe, double value);
/** The probe is the mean number of counts per entry, by their weights. Code within an open probe does not count. */
void fc_probe_enter(fc_rank *r, int probe);
void fc_probe_count(fc_rank *r, int probe);
/** The computational block begins ([analyzer], section 3.2.1): later costs also count for the block. */
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
/** Whole number of executed iterations for a mean trip count. */
static inline double fc_whole_trips(double trips)
{
    return trips > 0 ? fc_max(round(trips), 1) : 0;
}
/** Weight of each of these iterations; they add up to `trips`. */
static inline double fc_trip_weight(double trips)
{
    return isinf(trips) ? 1 : trips / fc_whole_trips(trips);
}
static inline double fc_log2(double a)
{
    return log2(a);
}
/** The greatest whole t with t * t <= a; -1 where a < 0. */
static inline double fc_isqrt(double a)
{
    const double t = a < 0 ? -1 : floor(sqrt(a));
    return a >= 0 && t * t > a ? t - 1 : t;
}
/** The greatest whole t with pow(base, t) <= a; -1 where a < 1. */
static inline double fc_ilog(double a, double base)
{
    double t = -1;
    for (double power = 1; power <= a && t < 1100; power *= base)
        t++;
    return t;
}
static inline double fc_power(double exponent, double base)
{
    return pow(base, exponent);
}
/** C's a ^ b of whole numbers; NAN where one is beyond 62 bits. */
static inline double fc_xor(double a, double b)
{
    return fmax(fabs(a), fabs(b)) < 0x1p62 ? (double)((long long)a ^ (long long)b) : NAN;
}
static inline double fc_ge0(double a)
{
    return a >= 0;
}
static inline double fc_eq0(double a)
{
    return a == 0;
}

/* ---- MPI on a virtual rank: fc_MPI_X(r, site, <the arguments of MPI_X in their order, without buffers, operations and
 * statuses>) ---- */
#include "datatype.h"       /* fc_datatype, FC_MPI_DOUBLE, ... */
typedef int fc_comm;        /* 0: MPI_COMM_WORLD, 1: MPI_COMM_SELF, -1: MPI_COMM_NULL, >= 2: created by the program */
typedef int fc_request;     /* 0: MPI_REQUEST_NULL */
typedef int fc_mpi_message; /* 0: MPI_MESSAGE_NULL, -1: MPI_MESSAGE_NO_PROC */
typedef int fc_mpi_group;   /* 0: MPI_GROUP_NULL, 1: MPI_GROUP_EMPTY */
typedef int fc_mpi_window;  /* 0: MPI_WIN_NULL */
typedef int fc_mpi_file;    /* 0: MPI_FILE_NULL */
#include "mpi_check.h"
#include "mpi_file.h"
#include "mpi_local.h"
#include "mpi_virtual.h"
#include "mpi_window.h"
#include "openmp.h"

#endif
