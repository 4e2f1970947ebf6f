/* SPDX-License-Identifier: Apache-2.0 */
/** @file compute.h  Compute models: the seconds of a region without communication on one core.
 *
 * A model is a function of fc_region (what the source says), the counts, and fc_coefficients (what the machine is). It
 * is pure, keeps no state, never fails: costs that were not measured are taken from the nearest that was
 * (fc_cost_known), and the error grows. A user's model has the same signature. */
#ifndef FC_COMPUTE_H
#define FC_COMPUTE_H

#include "forecost.h"

/** Seconds of `entries` executions of the region's loop with `iterations` executions of its body in all, on one core
 * while `active_cores` (>= 1) cores of the node are busy alike. working_set[i] [bytes]: of lines touched between two
 * uses of the same line of stream i; NULL without streams. A region that is no loop has entries == iterations. Counts
 * >= 0; 0 iterations cost the entries only. relative_error (may be NULL) receives the standard error of the seconds,
 * relative. */
typedef double fc_compute_model(const fc_coefficients *machine, int active_cores, const fc_region *region,
                                double entries, double iterations, const double *working_set, double *relative_error);

/** The baseline of [analyzer] section 2.2: sum over the operations of t(op, type), plus reads * t_read + writes *
 * t_write; nothing overlaps, everything is in the first level. */
fc_compute_model fc_compute_ops;

/* clang-format off */
/** Core and memory ([machine] section 2.3, [pmac] convolution):
 *    core   = max(iterations * throughput + entries * t_entry + rest, chains less what the core does ahead of them)
 *    throughput = the largest of loads and stores, real operations, real divisions, integer operations (or, where a
 *             model of the processor told it, the cycles of the loop's code) and the loop itself, and what calls of
 *             functions take
 *    memory = iterations * (sum_i stream_i^r)^(1/r), stream_i from the curve of its walk at its working set, but no less
 *             than what w instructions wait for a random read among W in hand: L w / W, L from the curve `chase`
 *    T      = (core^q + memory^q)^(1/q) + iterations * sum over the nearer streams of what they cost more beside the
 *             farthest, but no less than the core
 *    Where turns go on with what they read (fc_stream.waits), those reads stand in a chain instead: S = its operations +
 *             sum of L at their working sets, of a search the mean of its turns; T is no less than iterations * S, and,
 *             where that chain only tells which way a branch goes, waits * iterations * S more
 * More cores than were measured at once share the memory as fc_node_extended() tells from one and from the most. */
/* clang-format on */
fc_compute_model fc_compute_memory;

/** The core of `memory` alone: all accesses in the first level, whatever the working sets. */
fc_compute_model fc_compute_first_level;

/** The model of that name, "ops" or "memory"; NULL otherwise. */
fc_compute_model *fc_compute_find(const char *name);

/** The two parts of `memory`, for tests and reports: the seconds of the core alone, all accesses in the first level. */
double fc_compute_core(const fc_core *core, const fc_region *region, double entries, double iterations);

/** What a region costs on a core, for any counts: fc_compute_core() = max(iterations * flowing_s + entries * entry +
 * rest * rest_s, C^2 / (C + W)) with C = iterations * chain_s, W = entries * window_s. A core that works W ahead of a
 * chain has 1 + W / C chains in hand, if each entry begins a new one: long ones lose C - W, short ones run side by
 * side. W < 0, what the end of a long chain costs besides: C - W, by the turns from none of it to all. entry: from
 * short_entry_s to entry_s likewise. rest: iterations of an entry that fill no vector
 * of `vector` elements. */
typedef struct fc_core_rate {
    double flowing_s, entry_s, chain_s, window_s;
    double waits, behind_s; /* share of turns that wait for a read of the turn before, and the operations between; then
                               chain_s is 0 */
    double short_entry_s, turn; /* entry of a loop of few turns; iterations a turn of its code */
    double called, told;        /* shares of flowing_s that calls of functions take, and that a person told */
    bool is_uneven;             /* real divisions or roots, or places that data picks */
    double vector, rest_s;      /* what an iteration of the rest costs more; 0: no vector code was read */
} fc_core_rate;
void fc_compute_core_rate(fc_core_rate *out, const fc_core *core, const fc_region *region);
double fc_compute_core_seconds(const fc_core_rate *rate, double entries, double iterations);
/** What of them all entries are. They are rests of rows of hundreds of turns, which differ from kernel to kernel by as
 * much as they are (a copy's 1.7 ns, of sums of two 1.6, of sums of three 0.2, of two stores 0.0): so is their error.
 */
double fc_compute_entering(const fc_core_rate *rate, double entries, double iterations);
/** Its chain takes longer than all else. */
bool fc_compute_is_chained(const fc_core_rate *rate, double entries, double iterations);

/** What the model `memory` errs on alike, whatever the machine. */
typedef enum fc_discrepancy {
    FC_DISCREPANCY_CODE,   /* the core's units, of code that was read */
    FC_DISCREPANCY_UNEVEN, /* the same, with divisions or roots of reals, or with places that data picks: what those
                              take hangs on values and on what was stored before */
    FC_DISCREPANCY_SOURCE, /* the units, judged by the source: not known are vectors, lines of code, calls of memcpy */
    FC_DISCREPANCY_CHAIN,  /* one operation behind the other */
    FC_DISCREPANCY_CALL,   /* functions */
    FC_DISCREPANCY_MEMORY, /* streams beyond the first level */
    FC_DISCREPANCY_FITTED, /* what timed runs told of a part, at another size */
    FC_N_DISCREPANCIES
} fc_discrepancy;
/** Relative standard errors by class: what kernels erred. Where the calibration of a machine found more on loops that
 * it left out, that counts. */
extern const double fc_compute_discrepancies[FC_N_DISCREPANCIES];
/** Variance of a sum of which each part has a standard deviation, told by the sum of these and of their squares: the
 * parts of one program err partly alike. */
double fc_compute_variance(double squares, double sum);
/** The lower end of an interval whose upper one lies half_s >= 0 above time_s >= 0: errors are factors, and what may
 * take twice as long may as well take half. > 0 where time_s is. */
double fc_compute_low(double time_s, double half_s);

/** What timed runs made of a part of a region's time: it is multiplied by `factor`, whose relative standard deviation
 * is relative_error; < 0: no run told of it, the factor is 1 and the model's own error stays. */
typedef struct fc_part_factor {
    double factor, relative_error;
} fc_part_factor;
/** Of the core, and of the traffic beyond the first level. */
typedef struct fc_region_factor {
    fc_part_factor core, memory;
} fc_region_factor;

/** A model with what depends on machine and region alone found before, for those who ask for many counts. All
 * borrowed. */
typedef struct fc_prepared {
    fc_compute_model *model;
    const fc_coefficients *machine;
    const fc_region *region;
    fc_core_rate alone, busy;  /* of `memory` */
    double error;              /* of `memory`: the largest of the region's operations */
    const double *discrepancy; /* [FC_N_DISCREPANCIES] of `memory` */
    fc_region_factor factor;   /* `alone` and `busy` hold the core's already */
} fc_prepared;
void fc_compute_prepare(fc_prepared *out, fc_compute_model *model, const fc_coefficients *machine,
                        const fc_region *region);
/** Model `fitted`: the parts of `memory` times these factors; of another model the whole times the core's. */
void fc_compute_fit(fc_prepared *prepared, const fc_region_factor *factor);
/** What model(machine, active_cores, region, ...) gives, bit by bit, where nothing was fitted. */
double fc_compute_prepared(const fc_prepared *prepared, int active_cores, double entries, double iterations,
                           const double *working_set, double *relative_error);

/** `memory`, prepared, with what an iteration spends on memory beyond the first level told from elsewhere, traffic_s >=
 * 0 [s], not by streams: (core^q + (iterations * traffic_s)^q)^(1/q). number: those of fc_prices: active cores,
 * entries, iterations. */
double fc_compute_with_traffic(const fc_prepared *prepared, const double *number, double traffic_s,
                               double *relative_error);

/** The extra of fc_beside -> seconds for 8 bytes of the nearer stream, < 0 where all overlaps better than the model of
 * single streams says; 0 when not measured. Arguments > 0. */
double fc_beside_at(const fc_beside *beside, double near_bytes, double far_bytes, double pace_s);

/** How an operation is used: one of many independent ones in a vectorised loop, in a scalar one, in a chain. */
typedef enum fc_operation_use {
    FC_USE_THROUGHPUT,
    FC_USE_SCALAR,
    FC_USE_LATENCY
} fc_operation_use;
/** A cost of an operation that was measured, or that of the nearest one: another type of the same kind, an addition; of
 * a function's call so many divisions. >= 0. */
double fc_cost_known(const fc_core *core, fc_operation operation, fc_numeric numeric, fc_operation_use use);
/** A function's call that was measured for no type of the kind. */
bool fc_cost_is_assumed(const fc_core *core, fc_operation operation, fc_numeric numeric);
/** Relative standard error of the cost. */
double fc_cost_error(const fc_core *core, fc_operation operation, fc_numeric numeric);

/* clang-format off */
/** A user's C file (`--compute-model my.c`; [analyzer] section 4) includes this header and defines one or more of
 *    fc_compute_time     the whole model, an fc_compute_model; it may call fc_compute_memory and fc_compute_ops
 *    fc_operation_time   an fc_operation_expression: seconds of one operation, instead of what was measured; what it
 *                        does not want to change it takes from fc_cost_known()
 *    fc_access_time      an fc_access_expression: seconds of an access of 8 bytes (UNIT) or of one element (STRIDED,
 *                        RANDOM) to a stream of this working set [bytes], while active_cores cores are busy; what was
 *                        measured is fc_curve_at(&machine->memory.curve[active_cores - 1][pattern][access], working_set)
 * Expressions are asked once, for every class and at the calibrated working sets; the model `memory` goes on with what
 * they say. Pure functions; >= 0 and finite. */
/* clang-format on */
typedef double fc_operation_expression(const fc_core *core, fc_operation operation, fc_numeric numeric,
                                       fc_operation_use use);
typedef double fc_access_expression(const fc_coefficients *machine, int active_cores, fc_pattern pattern,
                                    fc_access access, double working_set);
extern fc_compute_model fc_compute_time;
extern fc_operation_expression fc_operation_time;
extern fc_access_expression fc_access_time;

#endif
