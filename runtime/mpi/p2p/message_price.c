/* SPDX-License-Identifier: Apache-2.0 */
#include "message_price.h"

#include "support/hash.h"
#include "terms.h"

#include <stdint.h>

static double seconds_of(const fc_setting *setting, const fc_transfer *of)
{
    double error;
    return fc_comm_model_time(setting->communication, setting->machine, of, &error);
}

/* The part of the fit's segment that grows with the bytes. The fit itself is constant beyond a breakpoint where
 * transfers become shorter. */
static double growth_of_fit(const fc_runtime_function *function, double bytes)
{
    const fc_segment *segment = &function->segment[fc_terms_segment(function, 2, bytes)];
    return fmax(fc_terms_sum(segment, NULL, 2, bytes) - fc_terms_sum(segment, NULL, 2, 0), 0);
}

/* Of a user's function: the smaller one-sided difference quotient times the size. Quotients outside [0, T] come from a
 * jump and are discarded. */
static double growth_of_function(const fc_setting *setting, const fc_transfer *of)
{
    const double step = 1. / 16;
    fc_transfer less = *of, more = *of;
    less.n *= 1 - step;
    more.n *= 1 + step;
    double at = seconds_of(setting, of), gap = INFINITY;
    double side[2] = {(at - seconds_of(setting, &less)) / step, (seconds_of(setting, &more) - at) / step};
    for (int i = 0; i < 2; i++)
        if (side[i] >= 0 && side[i] <= at)
            gap = fmin(gap, side[i]);
    return isinf(gap) ? 0 : gap;
}

static double growth_of(const fc_setting *setting, const fc_transfer *of)
{
    const fc_comm_model *user = setting->communication;
    double bytes = of->n * fc_datatype_bytes(of->type);
    const fc_runtime_query query = {of->fit, of->variant, 2, bytes};
    const fc_runtime_function *function = fc_runtime_function_fit(setting->machine, &query);
    bool is_fitted = function->n_segments > 0 && !(user && user->single[of->fit]);
    return is_fitted ? growth_of_fit(function, bytes) : growth_of_function(setting, of);
}

/* If the growing part is less than a quarter of T(n) - T(0), that rise is used. */
double fc_message_gap(const fc_setting *setting, double n, fc_datatype type, fc_variant variant)
{
    const fc_transfer whole = {FC_FIT_SINGLE, 2, n, type, variant}, empty = {FC_FIT_SINGLE, 2, 0, type, variant};
    double gap = growth_of(setting, &whole), rise = seconds_of(setting, &whole) - seconds_of(setting, &empty);
    return gap < rise / 4 ? rise : gap;
}

static bool is_measured(const fc_setting *setting, fc_fit fit, fc_variant variant)
{
    const fc_comm_model *user = setting->communication;
    const fc_runtime_query query = {fit, variant, 2, 0};
    return (user && user->single[fit]) || fc_runtime_function_fit(setting->machine, &query)->n_segments > 0;
}

/* The part of a processor's cost that grows with the bytes; 0: not measured. */
static double copying(const fc_setting *setting, const fc_transfer *of, fc_fit fit)
{
    fc_transfer side = *of;
    side.fit = fit;
    return is_measured(setting, fit, of->variant) ? growth_of(setting, &side) : 0;
}

static void fill(fc_message_price *price, const fc_setting *setting, const fc_transfer *of)
{
    double bytes = of->n * fc_datatype_bytes(of->type);
    price->n = of->n;
    price->type = of->type;
    price->variant = of->variant;
    price->beyond = 0;
    for (int fit = 0; fit < FC_N_SINGLES; fit++) {
        fc_transfer asked = *of;
        asked.fit = (fc_fit)fit;
        price->seconds[fit] = fc_comm_model_time(setting->communication, setting->machine, &asked, &price->error[fit]);
        if (!fc_runtime_function_calibrated(setting->machine, (fc_runtime_query){(fc_fit)fit, of->variant, 2, bytes}))
            price->beyond |= 1u << fit;
    }
    price->receive = fmin(price->seconds[FC_FIT_RECEIVE], price->seconds[FC_FIT_SINGLE]);
    price->gap = fc_message_gap(setting, of->n, of->type, of->variant);
    double copied = copying(setting, of, FC_FIT_SEND) + copying(setting, of, FC_FIT_RECEIVE);
    price->wire = fmax(price->gap - copied, 0);
    price->is_exchange_measured = is_measured(setting, FC_FIT_SENDRECV, of->variant);
}

const fc_message_price *fc_message_price_of(fc_message_prices *prices, const fc_setting *setting, double n,
                                            fc_datatype type, fc_variant variant)
{
    uint64_t key = fc_hash_mix((uint64_t)n, (uint64_t)type << 32 | (unsigned)variant);
    fc_message_price *price = &prices->entry[(key >> 32) % FC_N_PRICES];
    if (price->type != type || price->n != n || price->variant != variant || type == 0)
        fill(price, setting, &(fc_transfer){FC_FIT_SINGLE, 2, n, type, variant});
    return price;
}

/* The sender waits for the receiver: its share of the transfer is that of a waiting one, within the errors. */
static bool waits(const fc_setting *setting, double bytes)
{
    double whole_error, share_error;
    double whole =
        fc_comm_model_time(setting->communication, setting->machine,
                           &(fc_transfer){FC_FIT_SINGLE, 2, bytes, FC_MPI_BYTE, FC_VARIANT_ANY}, &whole_error);
    double share = fc_comm_model_time(setting->communication, setting->machine,
                                      &(fc_transfer){FC_FIT_SEND, 2, bytes, FC_MPI_BYTE, FC_VARIANT_ANY}, &share_error);
    const double least = fc_constant_of(&setting->machine->constants, FC_CONSTANT_SENDER_SHARE);
    return share * (1 + 2 * share_error) >= least * whole * (1 - 2 * whole_error);
}

double fc_message_eager_bytes(const fc_setting *setting)
{
    if (setting->sends != FC_SENDS_MEASURED)
        return setting->sends == FC_SENDS_BUFFERED ? INFINITY : 0;
    const fc_runtime_function *send = &setting->machine->communication[FC_VARIANT_ANY][FC_FIT_SEND];
    double limit = INFINITY;
    if (setting->machine->eager_bytes > 0)
        return setting->machine->eager_bytes;
    for (int i = send->n_segments - 1; i >= 0; i--) {
        const fc_segment *segment = &send->segment[i];
        double inside = nextafter(segment->high_bytes, 0);
        if (!waits(setting, segment->low_bytes) || !waits(setting, (segment->low_bytes + inside) / 2) ||
            !waits(setting, inside))
            break;
        limit = segment->low_bytes;
    }
    return limit;
}
