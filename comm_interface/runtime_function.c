/* SPDX-License-Identifier: Apache-2.0 */
#include "comm_interface/runtime_function.h"

#include "terms.h"

#include <math.h>
#include <stddef.h>

static const double derived_error =
    0.12; /* of a function derived from single transfers: the worst case seen on a simulated cluster */
static const double doubling_error = 0.04;
/* Measured by testsuite/accuracy/smpi/random_networks, seed 1, at 64 and 256 ranks; its README.md says how. */
static const double network_model_error = 0.015, unknown_network_error = 0.2;

/* The variant whose fit is used: the requested one, or ANY. */
static fc_variant variant_of(const fc_coefficients *machine, const fc_runtime_query *use)
{
    return machine->communication[use->variant][use->fit].n_segments > 0 ? use->variant : FC_VARIANT_ANY;
}

const fc_runtime_function *fc_runtime_function_general(const fc_coefficients *machine, fc_fit fit, fc_variant variant)
{
    return &machine->communication[variant_of(machine, &(fc_runtime_query){fit, variant, 0, 0})][fit];
}

/* The fit for p ranks: the non-power-of-two fit, the small-p fit, or the general one, in that order where they exist.
 */
const fc_runtime_function *fc_runtime_function_fit(const fc_coefficients *machine, const fc_runtime_query *use)
{
    const fc_variant variant = variant_of(machine, use);
    const fc_runtime_function *non_power_of_two = &machine->non_power_of_two[variant][use->fit],
                              *few = &machine->few[variant][use->fit];
    if (non_power_of_two->n_segments > 0 && !fc_terms_is_power(use->p))
        return non_power_of_two;
    return few->n_segments > 0 && use->p <= few->high_ranks ? few : &machine->communication[variant][use->fit];
}

static double evaluate_fit(const fc_coefficients *machine, const fc_runtime_query *use, double *relative_error)
{
    const fc_runtime_function *function = fc_runtime_function_fit(machine, use);
    const fc_runtime_query transfer = {FC_FIT_SINGLE, variant_of(machine, use), 2, use->bytes};
    double beyond =
        use->p > function->high_ranks && function->high_ranks >= 1 ? log2(use->p / function->high_ranks) : 0;
    *relative_error = function->segment[fc_terms_segment(function, use->p, use->bytes)].error + doubling_error * beyond;
    return fc_terms_seconds(function, fc_runtime_function_fit(machine, &transfer), use->p, use->bytes);
}

static double copy_time(const fc_coefficients *machine, double bytes)
{
    const fc_curve *curve = machine->memory.curve[0][FC_PATTERN_UNIT];
    return bytes / 8 * (fc_curve_at(&curve[FC_READ], 2 * bytes) + fc_curve_at(&curve[FC_WRITE], 2 * bytes));
}

static double alone_time(const fc_coefficients *machine, fc_fit fit, double bytes, double *relative_error)
{
    *relative_error = 0;
    return bytes == 0 || fit == FC_FIT_BCAST || fit == FC_FIT_BCAST_ELSEWHERE ? 0 : copy_time(machine, bytes);
}

/* A transfer of so many bytes within the operation's variant. */
static double transfer_time(const fc_coefficients *machine, const fc_runtime_query *use, double bytes)
{
    double error;
    return fc_runtime_function_time(machine, (fc_runtime_query){FC_FIT_SINGLE, use->variant, 2, bytes}, &error);
}

/* Sum over the steps of a binomial tree; the bytes change by `factor` from step to step. */
static double tree_time(const fc_coefficients *machine, const fc_runtime_query *use, double bytes, double factor)
{
    double sum = 0;
    for (double reached = 1; reached < use->p; reached *= 2, bytes *= factor)
        sum += transfer_time(machine, use, bytes);
    return sum;
}

static double steps_time(const fc_coefficients *machine, const fc_runtime_query *use)
{
    double error;
    switch (use->fit) {
    case FC_FIT_SEND:
    case FC_FIT_SENDRECV:
        return transfer_time(machine, use, use->bytes);
    case FC_FIT_POST:
    case FC_FIT_COMPLETE:
        return 0;
    case FC_FIT_RECEIVE:
        return fmin(fc_runtime_function_time(machine, (fc_runtime_query){FC_FIT_SEND, use->variant, use->p, use->bytes},
                                             &error),
                    transfer_time(machine, use, use->bytes));
    case FC_FIT_GATHER:
    case FC_FIT_SCATTER:
    case FC_FIT_ALLGATHER: {
        /* Recursive doubling (Bruck): each step moves as many blocks as were collected before, the last one the
         * remaining blocks. */
        double sum = 0;
        for (double reached = 1; reached < use->p; reached *= 2)
            sum += transfer_time(machine, use, use->bytes * fmin(reached, use->p - reached));
        return sum;
    }
    case FC_FIT_REDUCE_SCATTER:
        return tree_time(machine, use, use->bytes / 2, 0.5);
    case FC_FIT_ALLTOALL: {
        /* Pairwise exchange, or Bruck's algorithm (log2 p steps of half of all blocks): libraries use the faster one.
         */
        double pairs = (use->p - 1) * transfer_time(machine, use, use->bytes);
        return fmin(pairs, tree_time(machine, use, use->bytes * use->p / 2, 1));
    }
    default:
        return tree_time(machine, use, use->bytes, 1);
    }
}

static fc_fit regular_of(fc_fit fit)
{
    switch (fit) {
    case FC_FIT_POSTED:
        return FC_FIT_SINGLE;
    case FC_FIT_POST_RECEIVE:
        return FC_FIT_POST;
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

static bool is_fitted(const fc_coefficients *machine, fc_fit fit, fc_variant variant)
{
    return machine->communication[variant][fit].n_segments > 0 ||
           machine->communication[FC_VARIANT_ANY][fit].n_segments > 0;
}

static double derived_time(const fc_coefficients *machine, const fc_runtime_query *use, double *relative_error)
{
    double seconds, other = 0;
    fc_runtime_query part = *use;
    if (use->fit == FC_FIT_ALLREDUCE && is_fitted(machine, FC_FIT_REDUCE, use->variant) &&
        is_fitted(machine, FC_FIT_BCAST, use->variant)) {
        part.fit = FC_FIT_REDUCE;
        seconds = fc_runtime_function_time(machine, part, relative_error);
        part.fit = FC_FIT_BCAST;
        seconds += fc_runtime_function_time(machine, part, &other);
        *relative_error = fmax(fmax(*relative_error, other), derived_error);
        return seconds;
    }
    if (!is_fitted(machine, FC_FIT_SINGLE, use->variant)) {
        *relative_error = 0;
        return NAN;
    }
    part.fit = FC_FIT_SINGLE;
    fc_runtime_function_time(machine, part, relative_error);
    *relative_error = fmax(*relative_error, derived_error);
    return steps_time(machine, use);
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
    return is_of_files(fit) && machine->communication[FC_VARIANT_ANY][fit].n_segments == 0;
}

static double assumed_time(const fc_coefficients *machine, double bytes, double *relative_error)
{
    *relative_error = 0.5;
    return fc_constant_of(&machine->constants, FC_CONSTANT_FILE_CALL_S) +
           bytes / fc_constant_of(&machine->constants, FC_CONSTANT_FILE_BANDWIDTH);
}

/* Creation of a communicator, on a machine that was not measured for it. */
static bool is_free(const fc_coefficients *machine, fc_fit fit)
{
    bool makes = fit == FC_FIT_COMM_DUP || fit == FC_FIT_COMM_SPLIT;
    return makes && machine->communication[FC_VARIANT_ANY][fit].n_segments == 0;
}

double fc_runtime_function_time(const fc_coefficients *machine, fc_runtime_query use, double *relative_error)
{
    if (fc_runtime_function_assumed(machine, use.fit))
        return assumed_time(machine, use.bytes, relative_error);
    if (is_free(machine, use.fit)) {
        *relative_error = 0;
        return 0;
    }
    const fc_runtime_function *function = fc_runtime_function_general(machine, use.fit, use.variant);
    if (is_single(use.fit))
        use.p = 2;
    if (is_of_files(use.fit))
        use.p = fmax(use.p, function->low_ranks);
    if (use.p <= 1 && (function->n_segments == 0 || function->low_ranks > 1))
        return alone_time(machine, use.fit, use.bytes, relative_error);
    if (function->n_segments)
        return evaluate_fit(machine, &use, relative_error);
    fc_fit regular = regular_of(use.fit);
    if (regular == use.fit)
        return derived_time(machine, &use, relative_error);
    use.fit = regular;
    return fc_runtime_function_time(machine, use, relative_error);
}

bool fc_runtime_function_calibrated(const fc_coefficients *machine, fc_runtime_query use)
{
    if (fc_runtime_function_assumed(machine, use.fit) || is_free(machine, use.fit))
        return true; /* the assumption is reported separately */
    if (is_single(use.fit))
        use.p = 2;
    const fc_runtime_function *function = fc_runtime_function_fit(machine, &use);
    if (function->n_segments == 0 && is_single(use.fit) && regular_of(use.fit) != use.fit) {
        use.fit = regular_of(use.fit);
        function = fc_runtime_function_fit(machine, &use);
    }
    if (function->n_segments == 0 && use.fit == FC_FIT_COMPLETE)
        return true;
    if (function->n_segments == 0)
        return !is_single(use.fit) && use.p <= 1;
    double most = function->segment[function->n_segments - 1].high_bytes;
    if (use.bytes * (function->by_total ? use.p : 1) > most)
        return false;
    return is_single(use.fit) || use.p <= function->high_ranks;
}

double fc_runtime_function_known_ranks(const fc_coefficients *machine)
{
    double most = fmax(1, machine->cores);
    for (int v = 0; v < FC_N_VARIANTS; v++)
        for (int fit = 0; fit < FC_N_FITS; fit++)
            if (machine->communication[v][fit].n_segments > 0)
                most = fmax(most, machine->communication[v][fit].high_ranks);
    return most;
}

double fc_runtime_function_network_error_beyond(const fc_coefficients *machine, double known, double p)
{
    const fc_network *network = &machine->network;
    if (p <= machine->cores)
        return 0;
    if (network->n_levels > 0)
        return network->model_error > 0 ? network->model_error : network_model_error;
    return p > known ? unknown_network_error * log2(p / known) : 0;
}

double fc_runtime_function_network_error(const fc_coefficients *machine, double p)
{
    return fc_runtime_function_network_error_beyond(machine, fc_runtime_function_known_ranks(machine), p);
}

#define SINGLE_TIME(fit, name)                                                                                         \
    double fc_time_##name(const fc_coefficients *machine, double n, fc_datatype type)                                  \
    {                                                                                                                  \
        double error;                                                                                                  \
        const double bytes = n * fc_datatype_bytes(type);                                                              \
        return fc_runtime_function_time(machine, (fc_runtime_query){FC_FIT_##fit, FC_VARIANT_ANY, 2, bytes}, &error);  \
    }
#define COLLECTIVE_TIME(fit, name)                                                                                     \
    double fc_time_##name(const fc_coefficients *machine, double n, fc_datatype type, int p)                           \
    {                                                                                                                  \
        double error;                                                                                                  \
        const double bytes = n * fc_datatype_bytes(type);                                                              \
        return fc_runtime_function_time(machine, (fc_runtime_query){FC_FIT_##fit, FC_VARIANT_ANY, p, bytes}, &error);  \
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

double fc_comm_model_time(const fc_comm_model *user, const fc_coefficients *machine, const fc_transfer *transfer,
                          double *relative_error)
{
    const fc_fit regular = transfer->fit <= FC_FIT_SENDRECV ? regular_of(transfer->fit) : transfer->fit;
    const bool is_regular = user && user->single[regular] && !user->single[transfer->fit];
    const fc_fit fit = is_regular ? regular : transfer->fit;
    *relative_error = 0;
    if (user && user->single[fit])
        return user->single[fit](machine, transfer->n, transfer->type);
    if (user && user->collective[fit])
        return user->collective[fit](machine, transfer->n, transfer->type, transfer->ranks);
    const double bytes = transfer->n * fc_datatype_bytes(transfer->type);
    return fc_runtime_function_time(machine, (fc_runtime_query){fit, transfer->variant, transfer->ranks, bytes},
                                    relative_error);
}
