/* SPDX-License-Identifier: Apache-2.0 */
/** @file compute.h  Compute models: the seconds of a region without communication on one core.
 *
 * A model is a pure function of fc_region (from the source), the counts, and fc_coefficients (of the machine). It keeps
 * no state and never fails: a cost that was not measured is replaced by the nearest measured one (fc_cost_known), with
 * a larger error. A user's model has the same signature. */
#ifndef FC_COMPUTE_H
#define FC_COMPUTE_H

#include "region.h"

/** Seconds of `entries` executions of the region's loop with `iterations` executions of its body in all, on one core.
 * active_cores >= 1: cores of the node that run the same. working_set[i] [bytes]: of lines touched between two uses of
 * the same line of stream i; NULL without streams. A region that is not a loop has entries == iterations. Counts are
 * >= 0; with 0 iterations only the entries cost time. relative_error (may be NULL) receives the relative standard error
 * of the seconds. */
typedef double fc_compute_model(const fc_coefficients *machine, int active_cores, const fc_region *region,
                                double entries, double iterations, const double *working_set, double *relative_error);

/** The baseline of [analyzer] section 2.2: sum over the operations of t(op, type), plus reads * t_read + writes *
 * t_write. Nothing overlaps, and all data is in the first cache level. */
fc_compute_model fc_compute_ops;

/* clang-format off */
/** Core and memory ([machine] section 2.3, [pmac] convolution):
 *    core   = max(iterations * throughput + entries * t_entry + remainder, loop-carried dependence chains less the part
 *             that overlaps in the out-of-order window)
 *    throughput = max(loads and stores, real operations, real divisions, integer operations, the loop itself), or the
 *             cycles of the loop's code from a processor model; plus calls of functions
 *    memory = iterations * (sum_i stream_i^r)^(1/r), stream_i from the curve of its access pattern at its working set,
 *             but at least L w / W: a random read of latency L (curve `chase`) overlaps with the others in the window of
 *             W instructions, w of them an iteration
 *    T      = max(core, (core^q + memory^q)^(1/q) + iterations * sum of the interference of each nearer stream with the
 *             farthest one)
 *    Reads that later iterations depend on (fc_stream.waits) are part of a dependence chain S = its operations + sum of
 *             L at their working sets (of a search: the mean over its iterations). Then T >= iterations * S; if the
 *             chain only decides branches, T grows by waits * iterations * S instead
 * Between two measured numbers of cores fc_node_share() interpolates, beyond the largest fc_node_extrapolate()
 * extrapolates. */
/* clang-format on */
fc_compute_model fc_compute_memory;

/** The core of `memory` alone: all accesses hit the first cache level, whatever the working sets are. */
fc_compute_model fc_compute_first_level;

/** The model of that name, "ops" or "memory"; NULL otherwise. */
fc_compute_model *fc_compute_find(const char *name);

/** The core's part of `memory`, for tests and reports: seconds with all accesses in the first cache level, and assumed
 * constants. */
double fc_compute_core(const fc_core *core, const fc_region *region, double entries, double iterations);

/** The cost of a region on a core, for any counts: fc_compute_core() = max(iterations * flowing_s + entries * entry +
 * remainder * rest_s, C^2 / (C + W)) with C = iterations * chain_s, W = entries * window_s. W is what the out-of-order
 * window overlaps: 1 + W / C chains run concurrently if each entry begins a new chain. Long chains lose C - W, short
 * ones overlap. W < 0 is the cost of the end of a long chain: C - W, interpolated from no cost at few iterations to all
 * of it at many. entry: from short_entry_s to entry_s likewise. remainder: iterations of an entry that fill no vector
 * of `vector` elements. */
typedef struct fc_core_rate {
    double flowing_s, entry_s, chain_s, window_s;
    double waits, dependent_s; /* share of iterations that wait for a read of the preceding one, and the operations on
                               that dependence chain; chain_s is then 0 */
    double short_entry_s,
        iterations;                 /* entry of a loop of few iterations; source iterations an iteration of its code */
    double called, annotated;       /* shares of flowing_s: calls of functions, and costs from user annotations */
    bool is_irregular;              /* real divisions or roots, or indirect accesses */
    double vector, rest_s;          /* extra cost of a remainder iteration; vector 0: no vector code was read */
    double short_trips, long_trips; /* fc_constants */
} fc_core_rate;
void fc_compute_core_rate(fc_core_rate *out, const fc_core *core, const fc_constants *constants,
                          const fc_region *region);
typedef struct fc_core_time {
    double seconds;
    double entry_s; /* the part due to loop entries. Calibration extrapolates it from rows of hundreds of iterations. It
                       varies between kernels as much as it amounts to (a copy 1.7 ns, sums of two 1.6, sums of three
                       0.2, two stores 0.0); its error is therefore 100 % */
    bool is_latency_bound; /* the dependence chain takes longer than all other operations */
} fc_core_time;
fc_core_time fc_compute_core_time(const fc_core_rate *rate, double entries, double iterations);

/** Relative standard error of the class: the machine's own, else a general one, from kernels on one machine
 * (compute_discrepancy.c). A general one is at least the error that calibration found on loops left out of its fits. */
double fc_compute_discrepancy(const fc_coefficients *machine, fc_discrepancy kind);

/** A correction from timed runs: a part of a region's time is multiplied by `factor`, with this relative standard
 * deviation; < 0: no timed run, the factor is 1 and the model's own error applies. */
typedef struct fc_part_factor {
    double factor, relative_error;
} fc_part_factor;
/** The factors of the core, and of the traffic beyond the first cache level. */
typedef struct fc_region_factor {
    fc_part_factor core, memory;
} fc_region_factor;

/** A model with everything that depends only on machine and region precomputed, for evaluation at many counts. All
 * pointers are borrowed. */
typedef struct fc_prepared_model {
    fc_compute_model *model;
    const fc_coefficients *machine;
    const fc_region *region;
    fc_core_rate alone, busy;               /* of `memory` */
    double error;                           /* of `memory`: the largest error of the region's operations */
    double discrepancy[FC_N_DISCREPANCIES]; /* of `memory` */
    fc_region_factor factor;                /* `alone` and `busy` already include the core's */
} fc_prepared_model;
void fc_compute_prepare(fc_prepared_model *out, fc_compute_model *model, const fc_coefficients *machine,
                        const fc_region *region);
/** Model `fitted`: multiplies the parts of `memory` by these factors, or the time of another model by the core's. */
void fc_compute_set_factors(fc_prepared_model *prepared, const fc_region_factor *factor);
/** Bitwise equal to model(machine, active_cores, region, ...) unless fc_compute_set_factors() was called. */
double fc_compute_prepared(const fc_prepared_model *prepared, int active_cores, double entries, double iterations,
                           const double *working_set, double *relative_error);

/** `memory`, prepared, with traffic_s >= 0: the seconds an iteration spends on memory beyond the first cache level,
 * from an application signature instead of the streams: (core^q + (iterations * traffic_s)^q)^(1/q). number: those of
 * fc_cost_cache: active cores, entries, iterations. */
double fc_compute_with_traffic(const fc_prepared_model *prepared, const double *number, double traffic_s,
                               double *relative_error);

/** Stream interference from fc_interference: extra seconds for 8 bytes of the nearer stream. < 0 where the streams
 * overlap better than the model of single streams; 0 if it was not measured. Arguments > 0. */
double fc_interference_at(const fc_interference *beside, double near_bytes, double far_bytes, double pace_s);

/** The use of an operation: independent in a vectorized loop, independent in a scalar loop, or in a dependence chain.
 */
typedef enum fc_operation_use {
    FC_USE_THROUGHPUT,
    FC_USE_SCALAR,
    FC_USE_LATENCY
} fc_operation_use;
/** The measured cost of an operation, or a substitute: another type of the same kind, an addition, or for a function a
 * multiple of a division. >= 0. */
double fc_cost_known(const fc_core *core, fc_operation operation, fc_numeric numeric, fc_operation_use use);
/** A function call that was measured for no type of the kind. */
bool fc_cost_is_assumed(const fc_core *core, fc_operation operation, fc_numeric numeric);
/** Relative standard error of the cost. */
double fc_cost_error(const fc_core *core, fc_operation operation, fc_numeric numeric);

/* clang-format off */
/** A user's C file (`--compute-model my.c`; [analyzer] section 4) includes this header and defines one or more of
 *    fc_compute_time     the whole model, an fc_compute_model; it may call fc_compute_memory and fc_compute_ops
 *    fc_operation_time   an fc_operation_expression: seconds of one operation, instead of the measured cost, which
 *                        fc_cost_known() returns
 *    fc_access_time      an fc_access_expression: seconds of an access of 8 bytes (UNIT) or of one element (STRIDED,
 *                        RANDOM) to a stream of this working set [bytes], while active_cores cores are busy; measured:
 *                        fc_curve_at(&machine->memory.curve[fc_memory_level(&machine->memory, active_cores)][pattern][access],
 *                        working_set)
 * Expressions are evaluated once, for every class and at the calibrated working sets; the model `memory` uses their
 * results. Pure functions; >= 0 and finite. */
/* clang-format on */
typedef double fc_operation_expression(const fc_core *core, fc_operation operation, fc_numeric numeric,
                                       fc_operation_use use);
typedef double fc_access_expression(const fc_coefficients *machine, int active_cores, fc_pattern pattern,
                                    fc_access access, double working_set);
extern fc_compute_model fc_compute_time;
extern fc_operation_expression fc_operation_time;
extern fc_access_expression fc_access_time;

#endif
