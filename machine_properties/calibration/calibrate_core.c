/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits operation and access costs to the output of benchmarks/core.c: per kernel a Theil-Sen slope over row lengths,
 * then differences between kernels. */
#include "machine_properties/calibration/calibrate_internal.h"

#include "machine_properties/calibration/fit.h"
#include "machine_properties/calibration/isotonic.h"
#include "support/messages/machine.h"
#include "support/quote.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_WORDS = 7,
    MOST_LENGTHS = 8,
    MOST_ROWS = 512
};

/* A kernel's fit: seconds of a row of n iterations = slope * n + rest. */
typedef struct row {
    char name[24], type[8], what[16];
    int operations, reads, writes;
    double slope, rest, error;
} row;

typedef struct rows {
    row all[MOST_ROWS];
    int n;
    double length[MOST_LENGTHS];
    int n_lengths;
    int active; /* cores busy */
} rows;

#define TEXT_OF(name, text) text,
static const char *const numeric_text[] = {FC_NUMERIC_LIST(TEXT_OF)};
static const char *const operation_text[] = {FC_OPERATION_LIST(TEXT_OF)};

/* Seconds of rows with n lengths; the samples of one round were measured one after the other. */
typedef struct row_samples {
    const double *length, *seconds; /* seconds[i * rounds + k]: length i, round k */
    int n, rounds;
} row_samples;

/* Theil-Sen estimator (Sen 1968): the median slope over all pairs of points, robust to one outlier. n >= 2. */
static double slope_through(const double *length, const double *seconds, int n)
{
    double slopes[MOST_LENGTHS * MOST_LENGTHS];
    int n_slopes = 0;
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            slopes[n_slopes++] = (seconds[k] - seconds[i]) / (length[k] - length[i]);
    return fc_fit_median(slopes, n_slopes);
}

/* The k-th least of each length's times: other guests of the host only add time, up to as much again for milliseconds,
 * so that few of the samples may be undisturbed. */
static void least_times(double *time, const row_samples *s, int k)
{
    const double share = s->rounds > k && k > 0 ? k / (s->rounds - 1.0) : 0;
    for (int i = 0; i < s->n; i++)
        time[i] = fc_fit_quantile(s->seconds + i * s->rounds, s->rounds, share);
}

/* The error is the distance to what the second least times give. */
static void fit_row(row *out, const row_samples *s)
{
    double time[MOST_LENGTHS] = {0}, second[MOST_LENGTHS] = {0}, rests[MOST_LENGTHS];
    least_times(time, s, 0);
    least_times(second, s, 1);
    out->slope = fmax(s->n > 1 ? slope_through(s->length, time, s->n) : time[0], 0);
    double again = s->n > 1 ? slope_through(s->length, second, s->n) : second[0];
    for (int i = 0; i < s->n; i++)
        rests[i] = time[i] - out->slope * s->length[i];
    out->rest = s->n > 1 ? fc_fit_median(rests, s->n) : 0;
    out->error = fmax(out->slope > 0 ? fabs(again / out->slope - 1) : 0, 0.01);
}

static bool take_row(rows *r, fc_machine *machine, const fc_benchmark_output *printed)
{
    fc_benchmark_line line;
    char what[24] = "";
    bool is_once = sscanf(printed->line[0], "%*s %*s %23s", what) == 1 && strcmp(what, "once") == 0;
    int n = is_once ? 1 : r->n_lengths;
    if (r->n == MOST_ROWS || n == 0 || !fc_benchmark_output_parse(&line, printed, LINE_WORDS, n))
        return false;
    row *to = &r->all[r->n++];
    snprintf(to->name, sizeof to->name, "%s", line.word[0]);
    snprintf(to->type, sizeof to->type, "%.7s", line.word[1]);
    snprintf(to->what, sizeof to->what, "%.15s", line.word[2]);
    to->operations = atoi(line.word[3]);
    to->reads = atoi(line.word[4]);
    to->writes = atoi(line.word[5]);
    fit_row(to, &(row_samples){r->length, line.sample, n, line.n_samples / n});
    char of[96];
    snprintf(of, sizeof of, "core %d %s %s %s", r->active, line.word[0], line.word[1], line.word[2]);
    double once = 1;
    fc_samples series = {.at = n == 1 ? &once : (double *)(uintptr_t)r->length,
                         .seconds = line.sample,
                         .n_at = (unsigned)n,
                         .n_seconds = (unsigned)line.n_samples};
    fc_machine_add_samples(machine, of, &series);
    return true;
}

static bool take_lengths(rows *r, const char *text)
{
    int used = 7, at;
    while (r->n_lengths < MOST_LENGTHS && sscanf(text + used, "%lf%n", &r->length[r->n_lengths], &at) == 1) {
        used += at;
        r->n_lengths++;
    }
    return r->n_lengths >= 2;
}

static fc_status take_output(rows *r, fc_machine *machine, fc_benchmark_output *printed, fc_report *report)
{
    while (fc_benchmark_output_next(printed)) {
        const char *line = printed->line[0];
        if (line && strncmp(line, "blas ", 5) == 0) {
            free(machine->blas);
            machine->blas = fc_copy_string(line + 5);
            continue;
        }
        bool is_good =
            line && (strncmp(line, "lengths", 7) == 0 ? take_lengths(r, line) : take_row(r, machine, printed));
        if (!is_good)
            return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.",
                           FC_MSG_UNEXPECTED_OUTPUT_CORE_BENCHMARK, line ? line : "");
    }
    return FC_OK;
}

/* The row of a kernel; NULL if the benchmark lacks it. */
static const row *find(const rows *r, const char *name, const char *type, const char *what)
{
    for (int i = 0; i < r->n; i++)
        if (strcmp(r->all[i].name, name) == 0 && strcmp(r->all[i].type, type) == 0 && strcmp(r->all[i].what, what) == 0)
            return &r->all[i];
    return NULL;
}

static double slope(const rows *r, const char *name, const char *type, const char *what)
{
    const row *found = find(r, name, type, what);
    return found ? found->slope : 0;
}

enum {
    MOST_ACCESS_KERNELS = 7
};

typedef struct access_kernels {
    const row *row[MOST_ACCESS_KERNELS];
    int n;
} access_kernels;

/* Time of a load and a store, and the minimum time of an iteration. */
typedef struct access_costs {
    double read, write, least;
} access_costs;

static double access_time(const access_costs *costs, const row *r)
{
    return fmax(fmax(r->reads * costs->read, r->writes * costs->write), costs->least);
}

/* Sum of |log(model / measured)| of the model max(reads * read, writes * write, least) over the kernels. */
static double access_error(const access_kernels *k, const access_costs *costs)
{
    double sum = 0;
    for (int i = 0; i < k->n; i++)
        sum += fabs(log(access_time(costs, k->row[i]) / k->row[i]->slope));
    return sum;
}

static void find_access_kernels(access_kernels *out, const rows *r, const char *type, const char *what)
{
    static const char *const kernel[MOST_ACCESS_KERNELS] = {"fill",  "copy",   "read2", "read3",
                                                            "read4", "write2", "update"};
    out->n = 0;
    for (int i = 0; i < MOST_ACCESS_KERNELS; i++) {
        const row *found = find(r, kernel[i], type, what);
        if (found && found->slope > 0)
            out->row[out->n++] = found;
    }
}

/* Loads and stores overlap. Each cost candidate is a kernel's time divided by its own loads or stores; the pair with
 * the least error in the L1 norm (robust to one outlier) is taken, and of equal pairs the smaller one. */
static access_costs fit_accesses(const access_kernels *k)
{
    access_costs best = {0, 0, HUGE_VAL};
    double least_error = HUGE_VAL;
    for (int i = 0; i < k->n; i++)
        best.least = fmin(best.least, k->row[i]->slope);
    for (int i = 0; i < k->n; i++)
        for (int j = 0; j < k->n; j++) {
            access_costs tried = {k->row[i]->slope / fmax(k->row[i]->reads, 1), k->row[j]->slope / k->row[j]->writes,
                                  best.least};
            double off = access_error(k, &tried);
            if (off < least_error - 1e-12 ||
                (off < least_error + 1e-12 && tried.read + tried.write < best.read + best.write)) {
                least_error = fmin(off, least_error);
                best = tried;
            }
        }
    return best;
}

/* Leave-one-out cross-validation: log errors of each kernel under the costs fitted to the others. */
static int add_deviations(double *out, const access_kernels *k)
{
    int n = 0;
    for (int left_out = 0; k->n > 2 && left_out < k->n; left_out++) {
        access_kernels others = {.n = 0};
        for (int i = 0; i < k->n; i++)
            if (i != left_out)
                others.row[others.n++] = k->row[i];
        access_costs costs = fit_accesses(&others);
        out[n++] = log(access_time(&costs, k->row[left_out]) / k->row[left_out]->slope);
    }
    return n;
}

static void take_accesses(fc_core *core, const rows *r)
{
    double deviation[FC_N_NUMERICS * 2 * MOST_ACCESS_KERNELS];
    int n = 0;
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        access_kernels together, alone;
        find_access_kernels(&together, r, numeric_text[t], "throughput");
        find_access_kernels(&alone, r, numeric_text[t], "scalar");
        access_costs costs = fit_accesses(&together), scalar = fit_accesses(&alone);
        core->read_s[t] = costs.read, core->write_s[t] = costs.write;
        core->scalar_read_s[t] = scalar.read, core->scalar_write_s[t] = scalar.write;
        core->least_s[t] = slope(r, "fill", numeric_text[t], "throughput");
        n += add_deviations(deviation + n, &together);
        n += add_deviations(deviation + n, &alone);
    }
    core->model_error = fc_fit_standard_error(deviation, n);
}

static bool is_function(const row *k)
{
    bool is_one = k->type[0] == 'f' && strcmp(k->name, "rem") == 0;
    for (int o = FC_OP_CLASS_SQRT; o < FC_N_OPERATIONS; o++)
        is_one |= strcmp(k->name, operation_text[o]) == 0;
    return is_one;
}

/* Time of an iteration's other work on the same units, as benchmarks/core.c writes it. A square root uses the divider
 * and overlaps loads and stores; a library call overlaps nothing. A BLAS kernel has no other work. */
static double other_work(const rows *r, const row *k)
{
    bool is_latency = strcmp(k->what, "latency") == 0, is_real = k->type[0] == 'f';
    bool is_one = false;
    for (int o = FC_OP_CLASS_PRODUCT; o < FC_N_OPERATIONS; o++)
        is_one |= strcmp(k->name, operation_text[o]) == 0;
    if (is_one)
        return 0;
    if (is_function(k) && is_latency)
        return slope(r, "mul", k->type, k->what) + slope(r, "add", k->type, k->what);
    if (is_function(k))
        return strcmp(k->name, "sqrt") == 0 ? 0 : slope(r, "copy", k->type, k->what);
    double add = slope(r, "add", k->type, k->what) / (is_latency ? 1 : 8);
    double bit = slope(r, "bit", k->type, k->what) / (is_latency ? 1 : 6);
    double add_i32 = slope(r, "add", "i32", k->what) / 8;
    const char *other_type = strcmp(k->type, "f64") == 0 ? "i32" : "f64"; /* converted to, added and converted back */
    if (strcmp(k->name, "cmp") == 0)
        return is_latency ? 0 : 5 * add_i32;
    if (strcmp(k->name, "conv") == 0)
        return is_latency ? slope(r, "add", other_type, k->what) : 3 * add;
    if (strcmp(k->name, "shift") == 0)
        return is_latency ? bit : 3 * bit;
    if (strcmp(k->name, "logic") == 0)
        return add_i32;
    return is_latency && !is_real && (strcmp(k->name, "div") == 0 || strcmp(k->name, "rem") == 0) ? bit : 0;
}

static double cost_of(const rows *r, const char *name, const char *type, const char *what, fc_operation_cost *cost)
{
    const row *k = find(r, name, type, what);
    if (!k)
        return -1;
    cost->error = fmax(cost->error, k->error);
    if (strcmp(what, "latency") == 0)
        cost->window_s = -k->rest;
    return fmax(k->slope - other_work(r, k), k->slope / 3) / k->operations;
}

static void take_operations(fc_core *core, const rows *r)
{
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            fc_operation_cost *cost = &core->operation[o][t];
            const char *name = o == FC_OP_CLASS_NEGATE ? "add" : operation_text[o]; /* a negation costs an addition */
            cost->throughput_s = cost_of(r, name, numeric_text[t], "throughput", cost);
            cost->scalar_s = cost_of(r, name, numeric_text[t], "scalar", cost);
            cost->latency_s = cost_of(r, name, numeric_text[t], "latency", cost);
        }
}

/* Solves for two costs from triangles of 32 x 32 and 128 x 128 elements with n rows or columns. A row costs side^2 / 2
 * multiply-adds and `side` edge elements; the edge cost covers the lower efficiency of small blocks. */
static void take_triangle(fc_core *core, const rows *r, fc_operation operation, fc_numeric type)
{
    const double small = 32, large = 128;
    fc_operation_cost *madd = &core->operation[operation][type], *edge = &core->operation[operation + 1][type];
    char name[2][24];
    snprintf(name[0], sizeof name[0], "%s_32", operation_text[operation]);
    snprintf(name[1], sizeof name[1], "%s_128", operation_text[operation]);
    const row *of[2] = {find(r, name[0], numeric_text[type], "throughput"),
                        find(r, name[1], numeric_text[type], "throughput")};
    if (!of[0] || !of[1])
        return;
    double share = large / small;
    edge->throughput_s = fmax((share * share * of[0]->slope - of[1]->slope) / (share * share * small - large), 0);
    madd->throughput_s = (of[1]->slope - large * edge->throughput_s) / (large * large / 2);
    edge->error = madd->error = fmax(of[0]->error, of[1]->error);
}

/* Minimum time of a scalar loop's iteration, over the empty loop and the smallest kernels: whether one of them reaches
 * the minimum depends on its code placement. */
static double least_loop(const rows *r)
{
    static const char *const kernel[] = {"fill", "copy", "update"};
    double least = slope(r, "loop", "i32", "cost");
    for (int k = 0; k < 3; k++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            const row *found = find(r, kernel[k], numeric_text[t], "scalar");
            if (found && found->slope > 0)
                least = fmin(least, found->slope);
        }
    return least;
}

enum {
    N_TRIP_COUNTS = 8
};
static const int trip_count[N_TRIP_COUNTS] = {8, 16, 24, 32, 40, 48, 64, 96};

/* Entry costs of loops with so many iterations, beyond the iterations themselves. */
static void find_entries(double entry_s[N_TRIP_COUNTS], const rows *r, double loop_s)
{
    for (int i = 0; i < N_TRIP_COUNTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "turns_%d", trip_count[i]);
        entry_s[i] = slope(r, name, "i32", "cost") - trip_count[i] * loop_s;
    }
}

bool fc_calibrate_core_trips(fc_constants *to, const double entry_s[], double loop_s)
{
    double cost[N_TRIP_COUNTS]; /* more iterations are never predicted better */
    memcpy(cost, entry_s, sizeof cost);
    fc_isotonic_fit(cost, NULL, N_TRIP_COUNTS);
    const double low = cost[0], rise = cost[N_TRIP_COUNTS - 1] - low;
    int first = 0, last = 0;
    if (rise <= loop_s)
        return false;
    while (cost[first + 1] <= low + rise / 4)
        first++;
    while (cost[last] < low + 3 * rise / 4)
        last++;
    to->value[FC_CONSTANT_SHORT_TRIPS] = trip_count[first];
    to->value[FC_CONSTANT_LONG_TRIPS] = trip_count[last];
    return true;
}

enum {
    DISPATCHED = 26 /* instructions of an iteration of the benchmark "dispatch" */
};

static void take_costs(fc_core *core, const rows *r)
{
    static const char *const entered[] = {"copy", "read2", "read3", "update", "write2"};
    double entries[5], entry_of_trips[N_TRIP_COUNTS];
    for (int i = 0; i < 5; i++) {
        const row *k = find(r, entered[i], "f64", "throughput");
        entries[i] = k ? k->rest : 0;
    }
    core->mispredict_s = fmax(2 * (slope(r, "surprise", "i32", "cost") - slope(r, "expected", "i32", "cost")), 0);
    core->loop_entry_s = fmax(fc_fit_median(entries, 5), 0);
    if (core->mispredict_s > 0) /* of the exit: more is noise of the extrapolation */
        core->loop_entry_s = fmin(core->loop_entry_s, core->mispredict_s);
    core->loop_s = least_loop(r);
    find_entries(entry_of_trips, r, core->loop_s);
    fc_isotonic_fit(entry_of_trips, NULL, N_TRIP_COUNTS); /* as in fc_calibrate_core_trips() */
    core->short_entry_s = fmin(fmax(entry_of_trips[0], 0), core->loop_entry_s);
    core->line_s = fmax(slope(r, "two_lines", "i32", "cost") - slope(r, "one_line", "i32", "cost"), 0);
    core->call_s = fmax(slope(r, "call", "i32", "cost") - core->loop_s, 0);
    core->issue_s = slope(r, "issue", "i32", "cost") / 8;
    core->instruction_s = fmax(slope(r, "dispatch", "i32", "cost"), 0) / DISPATCHED;
    core->forward_s = fmax(slope(r, "forward", "f64", "latency") - slope(r, "add", "f64", "latency"), 0);
}

char *fc_calibrate_core_command(const fc_calibration *c, int active)
{
    char *units = fc_core_counts_units(&c->cores, active);
    fc_text command = {0};
    fc_text_add(&command, "./core 3 %s%s", units, c->options->blas ? " " : "");
    if (c->options->blas)
        fc_quote_shell(&command, c->options->blas);
    free(units);
    return fc_text_take(&command);
}

fc_status fc_calibrate_core(fc_calibration *c, int active, fc_benchmark_output *printed, fc_report *report)
{
    fc_coefficients *to = &c->machine->coefficients;
    rows *r = fc_allocate(1, sizeof *r);
    r->active = active;
    fc_status status = take_output(r, c->machine, printed, report);
    if (status == FC_OK) {
        fc_core *core = active == 1 ? &to->core : &to->busy;
        take_accesses(core, r);
        take_operations(core, r);
        for (int t = FC_F32; t <= FC_F64; t++) {
            take_triangle(core, r, FC_OP_CLASS_SOLVE, (fc_numeric)t);
            take_triangle(core, r, FC_OP_CLASS_RANK, (fc_numeric)t);
        }
        take_costs(core, r);
    }
    if (status == FC_OK && active == 1) {
        double entries[N_TRIP_COUNTS];
        find_entries(entries, r, to->core.loop_s);
        fc_machine *machine = c->machine;
        if (fc_calibrate_core_trips(&machine->coefficients.constants, entries, to->core.loop_s))
            machine->is_constant_measured[FC_CONSTANT_SHORT_TRIPS] =
                machine->is_constant_measured[FC_CONSTANT_LONG_TRIPS] = true;
        to->memory.allocate_s = slope(r, "allocate", "i32", "once");
        to->memory.first_touch_s = fmax(slope(r, "touch", "i32", "once") - slope(r, "again", "i32", "once"), 0);
    } else if (status == FC_OK)
        to->busy_cores = active;
    free(r);
    return status;
}
