/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/scaling/workload_print.h"

#include "runtime/scaling/downey.h"
#include "runtime/scaling/workload.h"
#include "support/messages/command_line.h"
#include "tools/command_line/range.h"
#include "tools/output/table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What the options ask for. */
typedef struct request {
    long jobs, seed;
    double most; /* the largest A */
} request;

static fc_status refuse_others(const fc_arguments *arguments, fc_report *report)
{
    static const char *const allowed[] = {"generate", "seed", "max-parallelism", "format"};
    for (int i = 0; i < arguments->n_given; i++) {
        bool is_allowed = false;
        for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
            is_allowed |= strcmp(arguments->given[i].option->name, allowed[k]) == 0;
        if (!is_allowed)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave one of them out.", FC_MSG_GENERATE_EXCLUDES, "--",
                           arguments->given[i].option->name);
    }
    if (arguments->n_operands > 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave one of them out.", FC_MSG_GENERATE_EXCLUDES, "",
                       arguments->operand[0]);
    return FC_OK;
}

static fc_status read_request(request *out, const fc_arguments *arguments, fc_report *report)
{
    static const long jobs[2] = {1, 10000000}, seeds[2] = {0, 1000000000};
    static const fc_range_limits limits = {"--max-parallelism", 1, INT_MAX, true};
    fc_range most = {0};
    fc_status status = refuse_others(arguments, report);
    if (!status)
        status = fc_arguments_whole(&out->jobs, arguments, "generate", jobs, report);
    if (!status)
        status = fc_arguments_whole(&out->seed, arguments, "seed", seeds, report);
    if (!status)
        status = fc_range_parse(&most, fc_arguments_value(arguments, "max-parallelism"), &limits, report);
    if (!status)
        out->most = most.value[most.n - 1]; /* of a range, as the old spelling allowed: its last value */
    fc_range_free(&most);
    return status;
}

static fc_table jobs_table(const fc_workload_job *job, long n)
{
    fc_table table = {0};
    fc_table_column(&table, "job", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    fc_table_column(&table, "A", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    fc_table_column(&table, "sigma", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    fc_table_column(&table, "work_s", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    fc_table_column(&table, "knee", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    for (long i = 0; i < n; i++) {
        fc_table_row(&table);
        fc_table_number(&table, 0, (double)(i + 1));
        fc_table_number(&table, 1, job[i].A);
        fc_table_number(&table, 2, job[i].sigma);
        fc_table_number(&table, 3, job[i].work_s);
        fc_table_number(&table, 4, fc_downey_knee(&(fc_downey){job[i].A, job[i].sigma}));
    }
    return table;
}

static int by_size(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* The members of all jobs at `offset`, sorted; the caller frees them. */
static double *sorted(const fc_workload_job *job, long n, size_t offset)
{
    double *value = fc_allocate((size_t)n, sizeof *value);
    for (long i = 0; i < n; i++)
        value[i] = *(const double *)(const void *)((const char *)&job[i] + offset);
    qsort(value, (size_t)n, sizeof *value, by_size);
    return value;
}

/* Deciles: what a share of the drawn jobs, and of the distribution, does not exceed. */
static fc_table distribution_table(const fc_workload_job *job, const request *of)
{
    fc_table table = {0};
    double *drawn[] = {sorted(job, of->jobs, offsetof(fc_workload_job, A)),
                       sorted(job, of->jobs, offsetof(fc_workload_job, sigma)),
                       sorted(job, of->jobs, offsetof(fc_workload_job, work_s))};
    static const char *const title[] = {"share of jobs", "A", "expected", "sigma", "expected", "work", "expected"};
    for (int i = 0; i < 7; i++)
        fc_table_column(&table, NULL, title[i],
                        i == 0  ? FC_UNIT_SHARE
                        : i < 5 ? FC_UNIT_RATIO
                                : FC_UNIT_SECONDS,
                        FC_SHOW_TABLE);
    for (int decile = 1; decile <= 10; decile++) {
        const double share = decile / 10.0;
        const long at = (of->jobs * decile + 9) / 10 - 1; /* the smallest one with that share at or below it */
        fc_workload_job expected = fc_workload_quantile(share, of->most);
        fc_table_row(&table);
        fc_table_number(&table, 0, share);
        for (int i = 0; i < 3; i++)
            fc_table_number(&table, (size_t)(2 * i + 1), drawn[i][at]);
        fc_table_number(&table, 2, expected.A);
        fc_table_number(&table, 4, expected.sigma);
        fc_table_number(&table, 6, expected.work_s);
    }
    for (int i = 0; i < 3; i++)
        free(drawn[i]);
    return table;
}

fc_status fc_workload_print(const fc_arguments *arguments, fc_report *report)
{
    request of = {0};
    fc_status status = read_request(&of, arguments, report);
    if (status)
        return status;
    const char *format = fc_arguments_value(arguments, "format");
    fc_workload_job *job = fc_allocate((size_t)of.jobs, sizeof *job);
    fc_text text = {0};
    fc_workload_draw(job, (int)of.jobs, (uint64_t)of.seed, of.most);
    const bool is_table = strcmp(format, "table") == 0;
    fc_table table = is_table ? distribution_table(job, &of) : jobs_table(job, of.jobs);
    if (is_table) {
        fc_text_add(&text, "%ld jobs, seed %ld: what a share of them does not exceed. --format csv lists them.\n",
                    of.jobs, of.seed);
        fc_table_print(&text, &table);
    } else if (strcmp(format, "csv") == 0) {
        fc_table_csv(&text, &table);
    } else {
        fc_table_json(&(fc_json_writer){.out = &text}, NULL, &table, 0);
    }
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    fc_table_free(&table);
    free(job);
    return FC_OK;
}
