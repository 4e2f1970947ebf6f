/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/plot.h"
#include "tools/scaling/scaling.h"

#include <math.h>
#include <stdlib.h>

/* Weak scaling is known for some numbers of ranks only. */
typedef struct drawing {
    double *ranks, *strong, *weak_ranks, *weak, *enough;
    int n_weak;
} drawing;

static drawing open_drawing(const fc_scaling *scaling, double enough)
{
    size_t n = (size_t)scaling->n;
    drawing d = {.ranks = fc_allocate(5 * n, sizeof *d.ranks)};
    d.strong = d.ranks + n;
    d.weak_ranks = d.strong + n;
    d.weak = d.weak_ranks + n;
    d.enough = d.weak + n;
    for (size_t i = 0; i < n; i++) {
        const fc_scaling_row *row = &scaling->row[i];
        d.ranks[i] = row->ranks;
        d.strong[i] = row->efficiency;
        d.enough[i] = enough;
        if (!isfinite(row->weak_efficiency))
            continue;
        d.weak_ranks[d.n_weak] = row->ranks;
        d.weak[d.n_weak++] = row->weak_efficiency;
    }
    return d;
}

fc_status fc_scaling_plot(const char *path, const fc_scaling *scaling, const fc_scaling_request *question,
                          fc_report *report)
{
    drawing d = open_drawing(scaling, question->efficiency);
    char *weak = fc_format("weak: %s grows", question->size ? question->size : "");
    char *title =
        fc_format("%s on %s", question->context->loaded.program->name, question->context->machine->coefficients.name);
    const fc_plot_series series[] = {
        {"wanted", FC_PLOT_THIN, d.ranks, d.enough, scaling->n, NULL},
        {"strong: fixed size", FC_PLOT_MARKED, d.ranks, d.strong, scaling->n, NULL},
        {weak, FC_PLOT_MARKED, d.weak_ranks, d.weak, d.n_weak, NULL},
    };
    fc_plot plot = {title, {"ranks", FC_PLOT_NUMBER, true}, {"efficiency", FC_PLOT_SHARE, false}, series, 3};
    fc_status status = fc_plot_write(path, &plot, report);
    free(title);
    free(weak);
    free(d.ranks);
    return status;
}
