/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs benchmarks/network.c on the largest number of ranks and fits a topology to its distances and shifts. */
#include "machine_properties/calibration/calibrate_internal.h"
#include "machine_properties/calibration/fit.h"
#include "machine_properties/calibration/fit_network.h"
#include "support/messages/machine.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_WORDS = 4,
    LONG_BYTES = 1 << 20
};

#define TEXT_OF(name, text) text,
static const char *const topology_text[] = {FC_TOPOLOGY_LIST(TEXT_OF)};

/* Room for the samples of n nodes. */
typedef struct table {
    int n;
    double *distance, *shift, bytes, alone_s;
    int n_read;
} table;

static bool take_line(table *t, const fc_benchmark_line *line)
{
    int i = atoi(line->word[1]), j = atoi(line->word[2]);
    double seconds = fc_fit_locate(line->sample, line->n_samples).value;
    bool is_distance = strcmp(line->word[0], "distance") == 0 && i >= 0 && i < j && j < t->n;
    bool is_shift = strcmp(line->word[0], "shift") == 0 && i >= 1 && i < t->n;
    if (is_distance)
        t->distance[i * t->n + j] = seconds;
    else if (is_shift)
        t->shift[i] = seconds;
    else if (strcmp(line->word[0], "long") == 0 && j > 0)
        t->bytes = j, t->alone_s = seconds;
    else
        return false;
    t->n_read++;
    return seconds > 0;
}

static fc_status take_output(table *t, const char *printed, fc_report *report)
{
    for (const char *at = printed; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        fc_benchmark_line line;
        size_t length = strcspn(at, "\n");
        if (*at != '#' && (!fc_benchmark_line_parse(&line, at, LINE_WORDS, 1) || !take_line(t, &line)))
            return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.", FC_MSG_UNEXPECTED_OUTPUT_NETWORK,
                           length > 60 ? 60 : (int)length, at);
    }
    if (t->n_read == t->n * (t->n - 1) / 2 + t->n)
        return FC_OK;
    return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.", FC_MSG_UNEXPECTED_OUTPUT_NETWORK, 3,
                   "end");
}

static void add_shape(fc_text *text, const fc_network *network)
{
    fc_text_add(text, "%s", topology_text[network->model]);
    for (int level = 0; level < network->n_levels && network->model != FC_TOPOLOGY_FLAT; level++)
        fc_text_add(text, "%s%d", level ? " x " : " ", network->shape[level]);
    if (network->model == FC_TOPOLOGY_FAT_TREE)
        fc_text_add(text, ", %d parents of a leaf", network->up[1]);
}

/* The machine's note gets the fit's own errors, or why there is no section `network`. */
static void add_note(fc_machine *machine, const fc_network_fit *fit, int nodes)
{
    fc_text text = {0};
    fc_text_add(&text, "%s%s", machine->note ? machine->note : "", machine->note ? "; " : "");
    if (fit->is_found) {
        fc_text_add(&text, "network fitted to %d nodes: ", nodes);
        add_shape(&text, &fit->network);
        fc_text_add(&text, "; distances within %.1f %%, exchanges of all nodes median %.0f %%, largest %.0f %%",
                    100 * fit->distance_error, 100 * fit->shift_error[0], 100 * fit->shift_error[1]);
    } else {
        fc_text_add(&text, "network abstract: no topology explains the distances among %d nodes (", nodes);
        add_shape(&text, &fit->network);
        fc_text_add(&text, " explains %.0f %% of their variance)", 100 * fit->explained);
    }
    free(machine->note);
    machine->note = fc_text_take(&text);
}

static void fit(fc_machine *machine, const table *t)
{
    fc_network_fit found;
    fc_network_fit_samples(&found, &(fc_network_samples){t->n, t->distance, t->shift, t->bytes, t->alone_s});
    if (found.is_found) {
        machine->coefficients.network = found.network;
        free(machine->network_file);
        machine->network_file = fc_copy_string("the calibration");
    }
    add_note(machine, &found, t->n);
}

fc_status fc_calibrate_network(fc_calibration *c, fc_report *report)
{
    int ranks = c->options->n_ranks ? (int)c->options->ranks[c->options->n_ranks - 1] : 0;
    if (ranks < FC_NETWORK_FIT_LEAST || ranks > FC_NETWORK_FIT_MOST)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                       "Give --ranks and a --launcher, as `forecost help calibrate` shows.", FC_MSG_NETWORK_RANKS,
                       FC_NETWORK_FIT_LEAST, FC_NETWORK_FIT_MOST, ranks);
    fc_status status = fc_benchmark_build(c, "network", c->machine->mpi_compiler, report);
    char *arguments = fc_format("%d %d", c->options->quick ? 3 : 7, LONG_BYTES), *printed = NULL;
    char *command = fc_calibrate_launch(c, "network", ranks, arguments);
    c->stage = "network";
    if (!status)
        status = fc_benchmark_run(&printed, c, command, report);
    c->stage = "";
    table t = {.n = ranks,
               .distance = fc_allocate((size_t)ranks * (size_t)ranks, sizeof(double)),
               .shift = fc_allocate((size_t)ranks, sizeof(double))};
    if (!status)
        status = take_output(&t, printed, report);
    if (!status)
        fit(c->machine, &t);
    free(t.distance);
    free(t.shift);
    free(printed);
    free(command);
    free(arguments);
    return status;
}
