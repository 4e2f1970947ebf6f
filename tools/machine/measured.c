/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/measured.h"

#include "machine_properties/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(name, text) text,
static const char *const fit_text[] = {FC_FIT_LIST(TEXT_OF)};

/* "communication bcast 8": its fit and ranks. */
static bool read_series(fc_fit *fit, int *ranks, const char *of)
{
    char name[32];
    if (sscanf(of, "communication %31s %d", name, ranks) != 2)
        return false;
    for (int k = 0; k < FC_N_FITS; k++)
        if (strcmp(fit_text[k], name) == 0) {
            *fit = (fc_fit)k;
            return true;
        }
    return false;
}

static fc_measured_series medians_of(const fc_samples *samples)
{
    const unsigned each = samples->n_at > 0 ? samples->n_seconds / samples->n_at : 0;
    fc_measured_series made = {.n = each > 0 ? (int)samples->n_at : 0};
    made.bytes = fc_allocate((size_t)made.n + 1, sizeof *made.bytes);
    made.seconds = fc_allocate((size_t)made.n + 1, sizeof *made.seconds);
    for (int i = 0; i < made.n; i++) {
        made.bytes[i] = samples->at[i];
        made.seconds[i] = fc_fit_median(samples->seconds + (size_t)i * each, (int)each);
    }
    return made;
}

void fc_measured_make(fc_measured *out, const fc_machine *machine)
{
    *out = (fc_measured){0, fc_allocate(machine->n_samples + 1, sizeof *out->series)};
    for (unsigned i = 0; i < machine->n_samples; i++) {
        fc_fit fit;
        int ranks;
        if (!read_series(&fit, &ranks, machine->samples[i].of))
            continue;
        fc_measured_series *made = &out->series[out->n++];
        *made = medians_of(&machine->samples[i]);
        made->fit = fit;
        made->ranks = ranks;
    }
}

void fc_measured_free(fc_measured *measured)
{
    for (int i = 0; i < measured->n; i++) {
        free(measured->series[i].bytes);
        free(measured->series[i].seconds);
    }
    free(measured->series);
    *measured = (fc_measured){0};
}

static bool time_in(double *seconds, const fc_measured_series *of, double bytes)
{
    int i = 0;
    while (i < of->n && of->bytes[i] < bytes)
        i++;
    if (i == of->n || of->bytes[i] == bytes) {
        *seconds = i < of->n ? of->seconds[i] : 0;
        return i < of->n;
    }
    if (i == 0 || !(of->bytes[i - 1] > 0 && of->seconds[i - 1] > 0 && of->seconds[i] > 0))
        return false;
    const double share = log(bytes / of->bytes[i - 1]) / log(of->bytes[i] / of->bytes[i - 1]);
    *seconds = of->seconds[i - 1] * pow(of->seconds[i] / of->seconds[i - 1], share);
    return true;
}

bool fc_measured_time(double *seconds, const fc_measured *measured, fc_fit fit, double p, double bytes)
{
    for (int k = 0; k < measured->n; k++)
        if (measured->series[k].fit == fit && measured->series[k].ranks == p)
            return time_in(seconds, &measured->series[k], bytes);
    return false;
}
