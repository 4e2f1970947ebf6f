/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smpi_points MACHINE: reads "<operation> <ranks> <bytes> <seconds>" and prints a table: the times by the machine's
 * runtime function, and by a + b p + c m fitted to the same samples (least squares of the relative error). Below it
 * median and largest errors, by operation and in total. */
#include "comm_interface/runtime_function.h"
#include "machine_properties/calibration/fit.h"
#include "machine_properties/machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 4096
};

typedef struct errors {
    double predicted[MOST], linear[MOST];
    int n;
} errors;

#define TEXT_OF(name, text) text,
static const char *const fit_text[] = {FC_FIT_LIST(TEXT_OF)};

/* c[0] + c[1] p + c[2] m through the samples of one operation. */
static void fit_linear(double c[3], const fc_machine *machine, const char *operation)
{
    static double x[3 * MOST], y[MOST], weight[MOST];
    char name[40];
    int n = 0, ranks;
    memset(c, 0, 3 * sizeof *c);
    for (unsigned i = 0; i < machine->n_samples; i++) {
        const fc_samples *s = &machine->samples[i];
        if (sscanf(s->of, "communication %39s %d", name, &ranks) != 2 || strcmp(name, operation) != 0)
            continue;
        unsigned each = s->n_seconds / s->n_at;
        for (unsigned k = 0; k < s->n_at && n < MOST; k++, n++) {
            x[3 * n] = 1, x[3 * n + 1] = ranks, x[3 * n + 2] = s->at[k];
            y[n] = fc_fit_locate(s->seconds + k * each, (int)each).value;
            weight[n] = 1 / (y[n] * y[n]);
        }
    }
    fc_fit_problem problem = {x, y, weight, n, 3, false, false};
    fc_fit_linear(c, NULL, &problem, NULL);
}

static double quantile(const double *errors, int n, double share)
{
    double *size = malloc(sizeof *size * (size_t)n);
    for (int i = 0; i < n; i++)
        size[i] = fabs(errors[i]);
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && size[k] < size[k - 1]; k--) {
            double swap = size[k];
            size[k] = size[k - 1], size[k - 1] = swap;
        }
    int at = (int)ceil(share * n) - 1;
    double value = size[at < 0 ? 0 : at];
    free(size);
    return 100 * value;
}

static void summarise(const char *name, const errors *e)
{
    if (e->n > 0)
        printf("| %s | %d | %.1f %% | %.1f %% | %.1f %% | %.0f %% |\n", name, e->n, quantile(e->predicted, e->n, 0.5),
               quantile(e->predicted, e->n, 0.9), quantile(e->predicted, e->n, 1), quantile(e->linear, e->n, 0.5));
}

static void take(errors *all, const fc_machine *machine)
{
    char name[40];
    double ranks, bytes, seconds, error, c[3];
    printf("| operation | ranks | bytes | simulated | error | a + b p + c m |\n|---|---:|---:|---:|---:|---:|\n");
    while (scanf("%39s %lf %lf %lf", name, &ranks, &bytes, &seconds) == 4) {
        int fit = 0;
        while (fit < FC_N_FITS && strcmp(fit_text[fit], name) != 0)
            fit++;
        if (fit == FC_N_FITS || all[fit].n == MOST)
            continue;
        fit_linear(c, machine, name);
        double predicted =
            fc_runtime_function_time(&machine->coefficients,
                                     (fc_runtime_query){(fc_fit)fit, FC_VARIANT_ANY, ranks, bytes}, &error) /
                seconds -
            1;
        double linear = (c[0] + c[1] * ranks + c[2] * bytes) / seconds - 1;
        printf("| %s | %g | %g | %.4g ms | %+.1f %% | %+.0f %% |\n", name, ranks, bytes, 1e3 * seconds, 100 * predicted,
               100 * linear);
        errors *to[] = {&all[fit], &all[FC_N_FITS]};
        for (int i = 0; i < 2; i++) {
            to[i]->predicted[to[i]->n] = predicted;
            to[i]->linear[to[i]->n++] = linear;
        }
    }
}

int main(int argc, char **argv)
{
    fc_machine *machine = NULL;
    fc_report report;
    errors *all = calloc(FC_N_FITS + 1, sizeof *all);
    if (!all || argc != 2 || fc_machine_read(&machine, argv[1], &report)) {
        fprintf(stderr, "%s\n", argc == 2 ? report.text : "usage: smpi_points MACHINE.yaml <measured");
        free(all);
        return 1;
    }
    if (machine->n_samples == 0)
        fprintf(stderr, "%s: its samples are not beside it; the last column is empty\n", argv[1]);
    take(all, machine);
    printf("\n| operation | points | median | 90 %% | largest | a + b p + c m, median "
           "|\n|---|---:|---:|---:|---:|---:|\n");
    for (int k = 0; k < FC_N_FITS; k++)
        summarise(fit_text[k], &all[k]);
    summarise("all", &all[FC_N_FITS]);
    fc_machine_free(machine);
    free(all);
    return 0;
}
