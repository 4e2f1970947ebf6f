/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/sample_medians.h"

#include "machine_properties/calibration/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(name, text) text,
static const char *const fit_text[] = {FC_FIT_LIST(TEXT_OF)};

static int index_of(const char *const *names, int n, const char *name)
{
    int i = 0;
    while (i < n && strcmp(names[i], name) != 0)
        i++;
    return i;
}

/* Parses "communication bcast 8" or "communication bcast@intra 2": operation, variant and ranks. */
static bool read_series(fc_sample_medians_series *out, const char *of)
{
    static const char *const variant_text[] = {FC_VARIANT_LIST(TEXT_OF)};
    char name[32], *mark;
    if (sscanf(of, "communication %31s %d", name, &out->ranks) != 2)
        return false;
    mark = strchr(name, '@');
    if (mark)
        *mark++ = '\0';
    out->fit = (fc_fit)index_of(fit_text, FC_N_FITS, name);
    out->variant = mark ? (fc_variant)index_of(variant_text, FC_N_VARIANTS, mark) : FC_VARIANT_ANY;
    return out->fit < FC_N_FITS && out->variant < FC_N_VARIANTS;
}

static fc_sample_medians_series medians_of(const fc_samples *samples)
{
    const unsigned each = samples->n_at > 0 ? samples->n_seconds / samples->n_at : 0;
    fc_sample_medians_series made = {.n = each > 0 ? (int)samples->n_at : 0};
    made.bytes = fc_allocate((size_t)made.n + 1, sizeof *made.bytes);
    made.seconds = fc_allocate((size_t)made.n + 1, sizeof *made.seconds);
    made.low_s = fc_allocate((size_t)made.n + 1, sizeof *made.low_s);
    made.high_s = fc_allocate((size_t)made.n + 1, sizeof *made.high_s);
    for (int i = 0; i < made.n; i++) {
        const double *of = samples->seconds + (size_t)i * each;
        made.bytes[i] = samples->at[i];
        made.seconds[i] = fc_fit_median(of, (int)each);
        made.low_s[i] = fc_fit_quantile(of, (int)each, 0.25);
        made.high_s[i] = fc_fit_quantile(of, (int)each, 0.75);
    }
    return made;
}

void fc_sample_medians_make(fc_sample_medians *out, const fc_machine *machine)
{
    *out = (fc_sample_medians){0, fc_allocate(machine->n_samples + 1, sizeof *out->series)};
    for (unsigned i = 0; i < machine->n_samples; i++) {
        fc_sample_medians_series of = {0};
        if (!read_series(&of, machine->samples[i].of))
            continue;
        fc_sample_medians_series *made = &out->series[out->n++];
        *made = medians_of(&machine->samples[i]);
        made->fit = of.fit;
        made->variant = of.variant;
        made->ranks = of.ranks;
    }
}

void fc_sample_medians_free(fc_sample_medians *measured)
{
    for (int i = 0; i < measured->n; i++) {
        free(measured->series[i].bytes);
        free(measured->series[i].seconds);
        free(measured->series[i].low_s);
        free(measured->series[i].high_s);
    }
    free(measured->series);
    *measured = (fc_sample_medians){0};
}

/* Log-log interpolation of `value` [s] between the sizes of a series. */
static bool value_at(double *seconds, const fc_sample_medians_series *of, const double *value, double bytes)
{
    int i = 0;
    while (i < of->n && of->bytes[i] < bytes)
        i++;
    if (i == of->n || of->bytes[i] == bytes) {
        *seconds = i < of->n ? value[i] : 0;
        return i < of->n;
    }
    if (i == 0 || !(of->bytes[i - 1] > 0 && value[i - 1] > 0 && value[i] > 0))
        return false;
    const double share = log(bytes / of->bytes[i - 1]) / log(of->bytes[i] / of->bytes[i - 1]);
    *seconds = value[i - 1] * pow(value[i] / value[i - 1], share);
    return true;
}

static const fc_sample_medians_series *find(const fc_sample_medians *measured, fc_runtime_query use)
{
    for (int k = 0; k < measured->n; k++) {
        const fc_sample_medians_series *of = &measured->series[k];
        if (of->fit == use.fit && of->variant == use.variant && of->ranks == use.p)
            return of;
    }
    return NULL;
}

bool fc_sample_medians_time(double *seconds, const fc_sample_medians *measured, fc_runtime_query use)
{
    const fc_sample_medians_series *of = find(measured, use);
    return of && value_at(seconds, of, of->seconds, use.bytes);
}

bool fc_sample_medians_quartiles(double quartile[2], const fc_sample_medians *measured, fc_runtime_query use)
{
    const fc_sample_medians_series *of = find(measured, use);
    return of && value_at(&quartile[0], of, of->low_s, use.bytes) && value_at(&quartile[1], of, of->high_s, use.bytes);
}
