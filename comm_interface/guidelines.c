/* SPDX-License-Identifier: Apache-2.0 */
#include "guidelines.h"

#include <math.h>

/* Bytes are counted as in operations.c: the vector for bcast, reduce, allreduce, reduce_scatter; one rank's block
 * otherwise. */
/* clang-format off */
const fc_guideline fc_guidelines[] = {
    {"Single(2m) <= 2 Single(m)",                      FC_FIT_SINGLE,    2, 1, {{FC_FIT_SINGLE, 1, 0, 2}}},
    {"Bcast(2m) <= 2 Bcast(m)",                        FC_FIT_BCAST,     2, 1, {{FC_FIT_BCAST, 1, 0, 2}}},
    {"Allreduce(2m) <= 2 Allreduce(m)",                FC_FIT_ALLREDUCE, 2, 1, {{FC_FIT_ALLREDUCE, 1, 0, 2}}},
    {"Alltoall(2m) <= 2 Alltoall(m)",                  FC_FIT_ALLTOALL,  2, 1, {{FC_FIT_ALLTOALL, 1, 0, 2}}},
    {"Bcast(m) <= Scatter(m/p) + Allgather(m/p)",      FC_FIT_BCAST,     1, 2, {{FC_FIT_SCATTER, 1, -1, 1}, {FC_FIT_ALLGATHER, 1, -1, 1}}},
    {"Scatter(m) <= Bcast(p m)",                       FC_FIT_SCATTER,   1, 1, {{FC_FIT_BCAST, 1, 1, 1}}},
    {"Scatter(m) <= Scatterv(m)",                      FC_FIT_SCATTER,   1, 1, {{FC_FIT_SCATTERV, 1, 0, 1}}},
    {"Gather(m) <= Allgather(m)",                      FC_FIT_GATHER,    1, 1, {{FC_FIT_ALLGATHER, 1, 0, 1}}},
    {"Gather(m) <= Gatherv(m)",                        FC_FIT_GATHER,    1, 1, {{FC_FIT_GATHERV, 1, 0, 1}}},
    {"Allgather(m) <= Gather(m) + Bcast(p m)",         FC_FIT_ALLGATHER, 1, 2, {{FC_FIT_GATHER, 1, 0, 1}, {FC_FIT_BCAST, 1, 1, 1}}},
    {"Allgather(m) <= Alltoall(m)",                    FC_FIT_ALLGATHER, 1, 1, {{FC_FIT_ALLTOALL, 1, 0, 1}}},
    {"Allgather(m) <= Allgatherv(m)",                  FC_FIT_ALLGATHER, 1, 1, {{FC_FIT_ALLGATHERV, 1, 0, 1}}},
    {"Alltoall(m) <= Alltoallv(m)",                    FC_FIT_ALLTOALL,  1, 1, {{FC_FIT_ALLTOALLV, 1, 0, 1}}},
    {"Reduce(m) <= Allreduce(m)",                      FC_FIT_REDUCE,    1, 1, {{FC_FIT_ALLREDUCE, 1, 0, 1}}},
    {"Reduce(m) <= Reduce_scatter(m) + Gather(m/p)",   FC_FIT_REDUCE,    1, 2, {{FC_FIT_REDUCE_SCATTER, 1, 0, 1}, {FC_FIT_GATHER, 1, -1, 1}}},
    {"Allreduce(m) <= Reduce(m) + Bcast(m)",           FC_FIT_ALLREDUCE, 1, 2, {{FC_FIT_REDUCE, 1, 0, 1}, {FC_FIT_BCAST, 1, 0, 1}}},
    {"Allreduce(m) <= Reduce_scatter(m) + Allgather(m/p)", FC_FIT_ALLREDUCE, 1, 2, {{FC_FIT_REDUCE_SCATTER, 1, 0, 1}, {FC_FIT_ALLGATHER, 1, -1, 1}}},
    {"Reduce_scatter(m) <= Reduce(m) + Scatter(m/p)",  FC_FIT_REDUCE_SCATTER, 1, 2, {{FC_FIT_REDUCE, 1, 0, 1}, {FC_FIT_SCATTER, 1, -1, 1}}},
    {"Reduce_scatter(m) <= Allreduce(m)",              FC_FIT_REDUCE_SCATTER, 1, 1, {{FC_FIT_ALLREDUCE, 1, 0, 1}}},
};
/* clang-format on */
const int fc_n_guidelines = sizeof fc_guidelines / sizeof *fc_guidelines;

static const double most_bytes = 4 << 20;

/* Predicted seconds and relative errors of both sides; false: an operation is not calibrated at this point. */
static bool predict(double seconds[2], double error[2], const fc_guideline *of, const fc_coefficients *machine,
                    const double at[2])
{
    const double p = at[0], bytes = of->times * at[1];
    double relative;
    seconds[0] = fc_runtime_function_time(machine, (fc_runtime_query){of->fit, FC_VARIANT_ANY, p, bytes}, &error[0]);
    seconds[1] = error[1] = 0;
    bool known = fc_runtime_function_calibrated(machine, (fc_runtime_query){of->fit, FC_VARIANT_ANY, p, bytes});
    for (int i = 0; i < of->n_parts; i++) {
        const double part = of->part[i].times * at[1] * pow(p, of->part[i].power);
        const double time =
            of->part[i].repeat *
            fc_runtime_function_time(machine, (fc_runtime_query){of->part[i].fit, FC_VARIANT_ANY, p, part}, &relative);
        known = known &&
                fc_runtime_function_calibrated(machine, (fc_runtime_query){of->part[i].fit, FC_VARIANT_ANY, p, part});
        seconds[1] += time;
        error[1] += time * relative;
    }
    error[1] = seconds[1] > 0 ? error[1] / seconds[1] : 0;
    return known && seconds[0] > 0 && seconds[1] > 0;
}

/* A point of a guideline: seconds and relative errors of both sides. */
typedef struct point {
    double p, bytes, seconds[2], error[2];
    bool is_clear, is_counted;
} point;

static bool exceeds(const point *at, double deviations)
{
    return at->seconds[0] * (1 - deviations * at->error[0]) > at->seconds[1] * (1 + deviations * at->error[1]);
}

/* Quartiles of the samples of both sides; false: they do not cover the point. */
static bool measured(double whole[2], double parts[2], const fc_guideline *of, const fc_guideline_samples *witness,
                     const point *at)
{
    double part[2];
    parts[0] = parts[1] = 0;
    if (!witness || !witness->time(witness->data, whole, of->fit, (double[]){at->p, of->times * at->bytes}))
        return false;
    for (int i = 0; i < of->n_parts; i++) {
        const double bytes = of->part[i].times * at->bytes * pow(at->p, of->part[i].power);
        if (!witness->time(witness->data, part, of->part[i].fit, (double[]){at->p, bytes}))
            return false;
        for (int k = 0; k < 2; k++)
            parts[k] += of->part[i].repeat * part[k];
    }
    return true;
}

static void examine(fc_guideline_result *result, point *at, const fc_guideline *of, const fc_guideline_samples *witness)
{
    double whole[2], parts[2];
    result->points++;
    if (!exceeds(at, 1))
        return;
    result->broken++;
    at->is_clear = exceeds(at, 2);
    if (!measured(whole, parts, of, witness, at))
        return;
    at->is_clear = whole[0] > parts[1];
    result->seen++;
    result->confirmed += at->is_clear;
}

/* Counts a point that is clear, as a neighbor is. */
static void count(fc_guideline_result *result, point *at)
{
    const double factor = at->seconds[0] / at->seconds[1];
    if (at->is_counted)
        return;
    at->is_counted = true;
    result->low_bytes = result->clear ? fmin(result->low_bytes, at->bytes) : at->bytes;
    result->high_bytes = fmax(result->high_bytes, at->bytes);
    result->clear++;
    if (factor <= result->factor)
        return;
    result->factor = factor;
    result->p = at->p;
    result->bytes = at->bytes;
    result->whole_s = at->seconds[0];
    result->parts_s = at->seconds[1];
}

fc_guideline_result fc_guideline_check(const fc_guideline *of, const fc_coefficients *machine,
                                       const fc_guideline_samples *witness)
{
    const fc_runtime_function *function = &machine->communication[FC_VARIANT_ANY][of->fit];
    const double most = function->n_segments > 0 ? fmax(2, function->high_ranks) : 0;
    fc_guideline_result result = {0};
    for (double p = 2; p <= most; p *= 2) {
        point before = {0};
        for (double bytes = 8; bytes <= most_bytes; bytes *= 2) {
            point at = {.p = p, .bytes = bytes};
            if (predict(at.seconds, at.error, of, machine, (double[]){p, bytes}))
                examine(&result, &at, of, witness);
            if (at.is_clear && before.is_clear) {
                count(&result, &before);
                count(&result, &at);
            }
            before = at;
        }
    }
    return result;
}
