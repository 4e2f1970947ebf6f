/* SPDX-License-Identifier: Apache-2.0 */
#include "comm_interface/runtime_function.h"

#include "terms.h"

#include <math.h>
#include <stddef.h>

static const double told_error =
    0.12; /* of a function told by single transfers: the worst seen on a simulated cluster */
static const double doubling_error = 0.04;

/* That for so many ranks, where it was told apart. */
static const fc_runtime_function *function_of(const fc_coefficients *machine, fc_fit fit, double p)
{
    const fc_runtime_function *uneven = &machine->uneven[fit], *few = &machine->few[fit];
    if (uneven->n_segments > 0 && !fc_terms_is_power(p))
        return uneven;
    return few->n_segments > 0 && p <= few->high_ranks ? few : &machine->communication[fit];
}

static double evaluate_fit(const fc_coefficients *machine, fc_fit fit, double p, double bytes, double *relative_error)
{
    const fc_runtime_function *function = function_of(machine, fit, p);
    double beyond = p > function->high_ranks && function->high_ranks >= 1 ? log2(p / function->high_ranks) : 0;
    *relative_error = function->segment[fc_terms_segment(function, p, bytes)].error + doubling_error * beyond;
    return fc_terms_seconds(function, &machine->communication[FC_FIT_SINGLE], p, bytes);
}

/* Seconds an access of 8 bytes at a working set, interpolated in log(bytes). */
static double curve_at(const fc_curve *curve, double bytes)
{
    int i = 0;
    while (i < curve->n && curve->bytes[i] < bytes)
        i++;
    if (curve->n == 0)
        return 0;
    if (i == 0 || i == curve->n)
        return curve->seconds[i == 0 ? 0 : curve->n - 1];
    double share = log(bytes / curve->bytes[i - 1]) / log(curve->bytes[i] / curve->bytes[i - 1]);
    return curve->seconds[i - 1] + share * (curve->seconds[i] - curve->seconds[i - 1]);
}

static double copy_time(const fc_coefficients *machine, double bytes)
{
    const fc_curve *curve = machine->memory.curve[0][FC_PATTERN_UNIT];
    return bytes / 8 * (curve_at(&curve[FC_READ], 2 * bytes) + curve_at(&curve[FC_WRITE], 2 * bytes));
}

static double alone_time(const fc_coefficients *machine, fc_fit fit, double bytes, double *relative_error)
{
    *relative_error = 0;
    return bytes == 0 || fit == FC_FIT_BCAST || fit == FC_FIT_BCAST_ELSEWHERE ? 0 : copy_time(machine, bytes);
}

/* The steps of a binomial tree whose messages change by `factor` from step to step. */
static double tree_time(const fc_coefficients *machine, double p, double bytes, double factor)
{
    double error, sum = 0;
    for (double reached = 1; reached < p; reached *= 2, bytes *= factor)
        sum += fc_runtime_function_time(machine, FC_FIT_SINGLE, 2, bytes, &error);
    return sum;
}

/* Recursive doubling (Bruck): in each step as many blocks as were reached before, the rest in the last. */
static double doubling_time(const fc_coefficients *machine, double p, double bytes)
{
    double error, sum = 0;
    for (double reached = 1; reached < p; reached *= 2)
        sum += fc_runtime_function_time(machine, FC_FIT_SINGLE, 2, bytes * fmin(reached, p - reached), &error);
    return sum;
}

/* Pairs in turn, or for short blocks in log2 p steps half of all blocks (Bruck): an MPI takes what is faster. */
static double alltoall_time(const fc_coefficients *machine, double p, double bytes)
{
    double error;
    double pairs = (p - 1) * fc_runtime_function_time(machine, FC_FIT_SINGLE, 2, bytes, &error);
    return fmin(pairs, tree_time(machine, p, bytes * p / 2, 1));
}

static double steps_time(const fc_coefficients *machine, fc_fit fit, double p, double bytes)
{
    double error;
    switch (fit) {
    case FC_FIT_SEND:
    case FC_FIT_SENDRECV:
        return fc_runtime_function_time(machine, FC_FIT_SINGLE, 2, bytes, &error);
    case FC_FIT_POST:
        return 0;
    case FC_FIT_RECEIVE:
        return fmin(fc_runtime_function_time(machine, FC_FIT_SEND, 2, bytes, &error),
                    fc_runtime_function_time(machine, FC_FIT_SINGLE, 2, bytes, &error));
    case FC_FIT_GATHER:
    case FC_FIT_SCATTER:
    case FC_FIT_ALLGATHER:
        return doubling_time(machine, p, bytes);
    case FC_FIT_REDUCE_SCATTER:
        return tree_time(machine, p, bytes / 2, 0.5);
    case FC_FIT_ALLTOALL:
        return alltoall_time(machine, p, bytes);
    default:
        return tree_time(machine, p, bytes, 1);
    }
}

static fc_fit regular_of(fc_fit fit)
{
    switch (fit) {
    case FC_FIT_BCAST_ELSEWHERE:
        return FC_FIT_BCAST;
    case FC_FIT_GATHERV:
        return FC_FIT_GATHER;
    case FC_FIT_SCATTERV:
        return FC_FIT_SCATTER;
    case FC_FIT_ALLGATHERV:
        return FC_FIT_ALLGATHER;
    case FC_FIT_ALLTOALLV:
        return FC_FIT_ALLTOALL;
    default:
        return fit;
    }
}

static double told_time(const fc_coefficients *machine, fc_fit fit, double p, double bytes, double *relative_error)
{
    const fc_runtime_function *fits = machine->communication;
    double seconds, other = 0;
    if (fit == FC_FIT_ALLREDUCE && fits[FC_FIT_REDUCE].n_segments && fits[FC_FIT_BCAST].n_segments) {
        seconds = fc_runtime_function_time(machine, FC_FIT_REDUCE, p, bytes, relative_error) +
                  fc_runtime_function_time(machine, FC_FIT_BCAST, p, bytes, &other);
        *relative_error = fmax(fmax(*relative_error, other), told_error);
        return seconds;
    }
    if (fits[FC_FIT_SINGLE].n_segments == 0) {
        *relative_error = 0;
        return NAN;
    }
    fc_runtime_function_time(machine, FC_FIT_SINGLE, 2, bytes, relative_error);
    *relative_error = fmax(*relative_error, told_error);
    return steps_time(machine, fit, p, bytes);
}

static bool is_single(fc_fit fit)
{
    return fit <= FC_FIT_SENDRECV;
}

static bool is_of_files(fc_fit fit)
{
    return fit >= FC_FIT_FILE_OPEN && fit <= FC_FIT_FILE_WRITE;
}

bool fc_runtime_function_assumed(const fc_coefficients *machine, fc_fit fit)
{
    return is_of_files(fit) && machine->communication[fit].n_segments == 0;
}

static double assumed_time(double bytes, double *relative_error)
{
    *relative_error = 0.5;
    return FC_FILE_LATENCY + bytes / FC_FILE_BANDWIDTH;
}

double fc_runtime_function_time(const fc_coefficients *machine, fc_fit fit, double p, double bytes,
                                double *relative_error)
{
    if (fc_runtime_function_assumed(machine, fit))
        return assumed_time(bytes, relative_error);
    const fc_runtime_function *function = &machine->communication[fit];
    if (is_single(fit))
        p = 2;
    if (is_of_files(fit))
        p = fmax(p, function->low_ranks);
    if (p <= 1 && (function->n_segments == 0 || function->low_ranks > 1))
        return alone_time(machine, fit, bytes, relative_error);
    if (function->n_segments)
        return evaluate_fit(machine, fit, p, bytes, relative_error);
    fc_fit regular = regular_of(fit);
    if (regular != fit)
        return fc_runtime_function_time(machine, regular, p, bytes, relative_error);
    return told_time(machine, fit, p, bytes, relative_error);
}

bool fc_runtime_function_calibrated(const fc_coefficients *machine, fc_fit fit, double p, double bytes)
{
    const fc_runtime_function *function = function_of(machine, fit, is_single(fit) ? 2 : p);
    if (fc_runtime_function_assumed(machine, fit))
        return true; /* told of by itself */
    if (function->n_segments == 0)
        return !is_single(fit) && p <= 1;
    double most = function->segment[function->n_segments - 1].high_bytes;
    if (bytes * (function->by_total ? p : 1) > most)
        return false;
    return is_single(fit) || p <= function->high_ranks;
}

#define SINGLE_TIME(fit, name)                                                                                         \
    double fc_time_##name(const fc_coefficients *machine, double n, fc_datatype type)                                  \
    {                                                                                                                  \
        double error;                                                                                                  \
        return fc_runtime_function_time(machine, FC_FIT_##fit, 2, n * fc_datatype_bytes(type), &error);                \
    }
#define COLLECTIVE_TIME(fit, name)                                                                                     \
    double fc_time_##name(const fc_coefficients *machine, double n, fc_datatype type, int p)                           \
    {                                                                                                                  \
        double error;                                                                                                  \
        return fc_runtime_function_time(machine, FC_FIT_##fit, p, n * fc_datatype_bytes(type), &error);                \
    }
FC_SINGLE_TIME_LIST(SINGLE_TIME)
FC_COLLECTIVE_TIME_LIST(COLLECTIVE_TIME)

#define SINGLE_ENTRY(fit, name) .single[FC_FIT_##fit] = fc_time_##name,
#define COLLECTIVE_ENTRY(fit, name) .collective[FC_FIT_##fit] = fc_time_##name,
const fc_comm_model fc_comm_model_predefined = {FC_SINGLE_TIME_LIST(SINGLE_ENTRY)
                                                    FC_COLLECTIVE_TIME_LIST(COLLECTIVE_ENTRY)};

const char *fc_comm_model_symbol(fc_fit fit)
{
#define SYMBOL(fit, name) [FC_FIT_##fit] = "fc_time_" #name,
    static const char *const symbol[FC_N_FITS] = {FC_SINGLE_TIME_LIST(SYMBOL) FC_COLLECTIVE_TIME_LIST(SYMBOL)};
#undef SYMBOL
    return symbol[fit];
}

double fc_comm_model_time(const fc_comm_model *user, const fc_coefficients *machine, fc_fit fit, int p, double n,
                          fc_datatype type, double *relative_error)
{
    *relative_error = 0;
    if (user && user->single[fit])
        return user->single[fit](machine, n, type);
    if (user && user->collective[fit])
        return user->collective[fit](machine, n, type, p);
    return fc_runtime_function_time(machine, fit, p, n * fc_datatype_bytes(type), relative_error);
}
