/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs benchmarks/network.c on the largest number of ranks, fits a topology to its distances and shifts, or else
 * classes of distances and groups of nodes, and checks the fit by permutations and collectives. */
#include "machine_properties/calibration/calibrate_internal.h"
#include "machine_properties/calibration/fit.h"
#include "machine_properties/calibration/fit_abstract.h"
#include "support/messages/machine.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_WORDS = 4,
    LONG_BYTES = 1 << 20,
    PERMUTATIONS = 4,
    MOST_EXCHANGES = PERMUTATIONS + FC_ABSTRACT_MOST_EXCHANGES
};

#define TEXT_OF(name, text) text,
static const char *const topology_text[] = {FC_TOPOLOGY_LIST(TEXT_OF)}, *const library_text[] = {
                                                                            FC_COLLECTIVES_LIST(TEXT_OF)};

/* The samples of n nodes; n_read: lines of the output so far. */
typedef struct table {
    int n;
    double distance[FC_NETWORK_FIT_MOST * FC_NETWORK_FIT_MOST], shift[FC_NETWORK_FIT_MOST], bytes, alone_s;
    int to[MOST_EXCHANGES][FC_NETWORK_FIT_MOST]; /* permutations first, then those of the plan */
    double exchange[MOST_EXCHANGES];
    int n_exchanges, n_read;
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
    else if (strcmp(line->word[0], "exchange") == 0 && i >= 0 && i < t->n_exchanges)
        t->exchange[i] = seconds;
    else
        return false;
    t->n_read++;
    return seconds > 0;
}

static fc_status take_output(table *t, const char *printed, int lines, fc_report *report)
{
    t->n_read = 0;
    for (const char *at = printed; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        fc_benchmark_line line;
        size_t length = strcspn(at, "\n");
        if (*at != '#' && (!fc_benchmark_line_parse(&line, at, LINE_WORDS, 1) || !take_line(t, &line)))
            return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.", FC_MSG_UNEXPECTED_OUTPUT_NETWORK,
                           length > 60 ? 60 : (int)length, at);
    }
    if (t->n_read == lines)
        return FC_OK;
    return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.", FC_MSG_UNEXPECTED_OUTPUT_NETWORK, 3,
                   "end");
}

/* Runs the benchmark: distances and shifts, or the given exchanges. */
static fc_status measure(fc_calibration *c, table *t, const char *exchanges, int lines, fc_report *report)
{
    char *arguments = fc_format("%d %d%s", c->options->quick ? 3 : 7, LONG_BYTES, exchanges), *printed = NULL;
    char *command = fc_calibrate_launch(c, "network", t->n, arguments);
    c->stage = "network";
    fc_status status = fc_benchmark_run(&printed, c, command, report);
    c->stage = "";
    if (!status)
        status = take_output(t, printed, lines, report);
    free(printed);
    free(command);
    free(arguments);
    return status;
}

/* Random permutations of one cycle, so that no node sends to itself. */
static void add_permutations(table *t)
{
    int order[FC_NETWORK_FIT_MOST];
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    for (int i = 0; i < t->n; i++)
        order[i] = i;
    for (; t->n_exchanges < PERMUTATIONS; t->n_exchanges++) {
        gsl_ran_shuffle(random, order, (size_t)t->n, sizeof *order);
        for (int i = 0; i < t->n; i++)
            t->to[t->n_exchanges][order[i]] = order[(i + 1) % t->n];
    }
    gsl_rng_free(random);
}

static fc_status measure_exchanges(fc_calibration *c, table *t, const fc_abstract_plan *plan, fc_report *report)
{
    fc_text lists = {0};
    add_permutations(t);
    for (int k = 0; k < plan->n_exchanges; k++)
        fc_abstract_plan_exchange(t->to[t->n_exchanges++], plan, k);
    for (int k = 0; k < t->n_exchanges; k++)
        for (int i = 0; i < t->n; i++)
            fc_text_add(&lists, "%c%d", i ? ',' : ' ', t->to[k][i]);
    fc_status status = measure(c, t, lists.bytes, t->n_exchanges, report);
    fc_text_free(&lists);
    return status;
}

/* ---- the note ---- */

static void add_shape(fc_text *text, const fc_network *network)
{
    fc_text_add(text, "%s", topology_text[network->model]);
    for (int level = 0; level < network->n_levels && network->shape[level] > 0; level++)
        fc_text_add(text, "%s%d", level ? " x " : " ", network->shape[level]);
    if (network->model == FC_TOPOLOGY_FAT_TREE)
        fc_text_add(text, ", %d parents of a leaf", network->up[1]);
}

static void add_fit(fc_text *text, const fc_network_fit *fit, const fc_network_fit *best, int nodes)
{
    if (fit->is_found) {
        fc_text_add(text, "network fitted to %d nodes: ", nodes);
        add_shape(text, &fit->network);
    } else {
        fc_text_add(text, "network abstract: no topology explains the distances among %d nodes (", nodes);
        add_shape(text, &best->network);
        fc_text_add(text, " explains %.0f %% of their variance); %d classes of distances, %d groups of nodes",
                    100 * best->explained, fit->network.abstract.n_distances, fit->network.abstract.n_groups);
    }
    fc_text_add(text, "; distances within %.1f %%, exchanges of all nodes median %.0f %%, largest %.0f %%",
                100 * fit->distance_error, 100 * fit->shift_error[0], 100 * fit->shift_error[1]);
}

/* ---- fit and check ---- */

static fc_status check_fit(fc_network_check *out, const fc_calibration *c, const table *t, fc_report *report)
{
    fc_exchange exchange[FC_NETWORK_CHECK_MOST + PERMUTATIONS];
    int n = fc_network_check_collectives(exchange, c->machine, t->n);
    n = n < FC_NETWORK_CHECK_MOST - PERMUTATIONS ? n : FC_NETWORK_CHECK_MOST - PERMUTATIONS;
    for (int k = 0; k < PERMUTATIONS; k++)
        exchange[n++] = (fc_exchange){FC_FIT_SENDRECV, t->n, t->to[k], LONG_BYTES, t->exchange[k]};
    return fc_network_check_run(out, &c->machine->coefficients, exchange, n, c->options->predict, report);
}

/* A network whose exchanges cannot be predicted is kept without a check, and the note says why. */
static void fit(fc_calibration *c, table *t, const fc_network_fit *found, const fc_network_fit *best)
{
    fc_machine *machine = c->machine;
    fc_network_check check;
    fc_report failed = {0};
    fc_text note = {0};
    add_fit(&note, found, best, t->n);
    machine->coefficients.network = found->network;
    free(machine->network_file);
    machine->network_file = fc_copy_string("the calibration");
    if (c->options->predict && check_fit(&check, c, t, &failed) == FC_OK) {
        machine->coefficients.network.model_error = check.model_error;
        fc_text_add(&note,
                    "; model error %.3g: %d permutations and %d alltoall, allreduce and bcast by the algorithms of %s, "
                    "errors median %.1f %%, largest %.0f %%",
                    check.model_error, PERMUTATIONS, check.n - PERMUTATIONS, library_text[check.library],
                    100 * check.median, 100 * check.largest);
    } else if (c->options->predict) {
        fc_text_add(&note, "; not checked: %.*s", (int)strcspn(failed.text, "\n"), failed.text);
    }
    char *more = fc_text_take(&note);
    char *before = machine->note;
    machine->note = fc_format("%s%s%s", before ? before : "", before ? "; " : "", more);
    free(before);
    free(more);
}

static fc_status measure_and_fit(fc_calibration *c, table *t, fc_report *report)
{
    fc_status status = measure(c, t, "", t->n * (t->n - 1) / 2 + t->n, report);
    if (status)
        return status;
    const fc_network_samples samples = {t->n, t->distance, t->shift, t->bytes, t->alone_s};
    fc_abstract_plan *plan = fc_allocate(1, sizeof *plan);
    fc_network_fit *best = fc_allocate(2, sizeof *best), *found = best + 1;
    fc_network_fit_samples(best, &samples);
    if (!best->is_found)
        fc_abstract_plan_make(plan, &samples);
    status = measure_exchanges(c, t, plan, report);
    *found = *best;
    if (!status && !best->is_found)
        fc_abstract_plan_fit(found, plan, &samples, t->exchange + PERMUTATIONS);
    if (!status)
        fit(c, t, found, best);
    free(plan);
    free(best);
    return status;
}

fc_status fc_calibrate_network(fc_calibration *c, fc_report *report)
{
    int ranks = c->options->n_ranks ? (int)c->options->ranks[c->options->n_ranks - 1] : 0;
    if (ranks < FC_NETWORK_FIT_LEAST || ranks > FC_NETWORK_FIT_MOST)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                       "Give --ranks and a --launcher, as `forecost help calibrate` shows.", FC_MSG_NETWORK_RANKS,
                       FC_NETWORK_FIT_LEAST, FC_NETWORK_FIT_MOST, ranks);
    fc_status status = fc_benchmark_build(c, "network", c->machine->mpi_compiler, report);
    table *t = fc_allocate(1, sizeof *t);
    t->n = ranks;
    if (!status)
        status = measure_and_fit(c, t, report);
    free(t);
    return status;
}
