/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/network_check.h"

#include "machine_properties/calibration/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int add_series(fc_exchange *out, int n, const fc_samples *series, fc_exchange like)
{
    int each = (int)(series->n_seconds / series->n_at);
    double next = series->at[0];
    for (unsigned k = 0; k < series->n_at && n < FC_NETWORK_CHECK_MOST; k++)
        if (series->at[k] >= next) {
            next = 8 * series->at[k];
            out[n] = like;
            out[n].bytes = series->at[k];
            out[n++].seconds = fc_fit_locate(series->seconds + (int)k * each, each).value;
        }
    return n;
}

int fc_network_check_collectives(fc_exchange out[FC_NETWORK_CHECK_MOST], const fc_machine *machine, int nodes)
{
    static const struct {
        fc_fit fit;
        const char *name;
    } row[] = {{FC_FIT_ALLTOALL, "alltoall"}, {FC_FIT_ALLREDUCE, "allreduce"}, {FC_FIT_BCAST, "bcast"}};
    int n = 0;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char *of = fc_format("communication %s %d", row[i].name, nodes);
        for (unsigned k = 0; k < machine->n_samples; k++)
            if (strcmp(machine->samples[k].of, of) == 0 && machine->samples[k].n_at > 0)
                n = add_series(out, n, &machine->samples[k], (fc_exchange){.fit = row[i].fit, .nodes = nodes});
        free(of);
    }
    return n;
}

/* The errors with one library's algorithms. */
static fc_status check_library(fc_network_check *out, const fc_coefficients *machine, const fc_exchange *exchange,
                               fc_exchange_predict *predict, fc_report *report)
{
    double deviation[FC_NETWORK_CHECK_MOST], error[FC_NETWORK_CHECK_MOST];
    fc_status status = FC_OK;
    out->library = machine->collectives;
    for (int i = 0; i < out->n && !status; i++) {
        double seconds;
        status = predict(&seconds, machine, &exchange[i], report);
        if (status)
            return status;
        deviation[i] = log(seconds / exchange[i].seconds);
        error[i] = fabs(seconds / exchange[i].seconds - 1);
        out->largest = fmax(out->largest, error[i]);
    }
    out->median = fc_fit_median(error, out->n);
    out->model_error = fc_fit_standard_error(deviation, out->n);
    return FC_OK;
}

fc_status fc_network_check_run(fc_network_check *out, const fc_coefficients *machine, const fc_exchange *exchange,
                               int n, fc_exchange_predict *predict, fc_report *report)
{
    fc_coefficients *other = fc_allocate(1, sizeof *other); /* too large for the stack */
    fc_network_check best = {.model_error = INFINITY};
    fc_status status = FC_OK;
    *other = *machine;
    for (int library = FC_COLLECTIVES_FITTED + 1; library < FC_N_COLLECTIVES && !status; library++) {
        fc_network_check check = {.n = n};
        other->collectives = (fc_collectives)library;
        status = check_library(&check, other, exchange, predict, report);
        if (!status && check.model_error < best.model_error)
            best = check;
    }
    free(other);
    if (!status)
        *out = best;
    return status;
}
