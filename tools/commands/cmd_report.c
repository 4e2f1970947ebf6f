/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages/report.h"
#include "tools/command_line/command_table.h"
#include "tools/report/report_data.h"
#include "tools/report/report_page.h"
#include "tools/report/report_sources.h"

#include <gsl/gsl_sort.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PROGRAMS = 20,
    MOST_POINTS = 2000 /* the page holds all points with their places */
};

/* "jacobi_row, jacobi_col on here". */
static FC_GIVE char *title_of(const fc_comparison *comparison)
{
    fc_text title = {0};
    for (int i = 0; i < comparison->n; i++)
        fc_text_add(&title, "%s%s", i ? ", " : "", comparison->contender[i].name);
    fc_text_add(&title, " on %s", fc_comparison_machine(comparison));
    return fc_text_take(&title);
}

static void make_page(fc_text *out, const fc_comparison *comparison, const fc_text *data, char *const *script)
{
    char *title = title_of(comparison);
    fc_report_page page = {title, data->bytes, script, comparison->n};
    fc_report_page_write(out, &page);
    free(title);
}

static fc_status write_text(const fc_text *text, const char *path, const fc_arguments *arguments, fc_report *report)
{
    if (path)
        return fc_file_write(path, text->bytes, text->length, report);
    fwrite(text->bytes, 1, text->length, arguments->out);
    return FC_OK;
}

static fc_status write_report(const fc_comparison *comparison, bool is_page, const fc_arguments *arguments,
                              fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "output");
    char **script = fc_allocate((size_t)comparison->n, sizeof *script);
    fc_text data = {0}, page = {0};
    fc_status status = fc_report_data_write(&data, script, comparison, arguments, report);
    if (!status && is_page)
        make_page(&page, comparison, &data, script);
    if (!status)
        status = write_text(is_page ? &page : &data, path || !is_page ? path : "report.html", arguments, report);
    if (!status && is_page)
        fprintf(arguments->out, "Next: open %s in a browser.\n", path ? path : "report.html");
    for (int i = 0; i < comparison->n; i++)
        free(script[i]);
    free(script);
    fc_text_free(&data);
    fc_text_free(&page);
    return status;
}

/* No other scheme: a browser runs the text of some of them. */
static fc_status check_source_url(const fc_arguments *arguments, fc_report *report)
{
    const char *url = fc_arguments_value(arguments, "source-url");
    bool is_web = url && (strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0);
    if (!url || (is_web && strstr(url, FC_REPORT_PATH_MARK)))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "--source-url 'https://example.org/me/app/blob/main/{path}#L{line}'",
                   FC_MSG_SOURCE_URL_INVALID, url);
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_sweep sweep = {0};
    fc_text printed_notes = {0};
    fc_comparison comparison = {0};
    bool is_page = strcmp(fc_arguments_value(arguments, "format"), "html") == 0;
    fc_status status = check_source_url(arguments, report);
    if (!status && is_page)
        status = fc_report_page_check(report);
    if (!status)
        status = fc_sweep_parse(&sweep, arguments, MOST_POINTS, report);
    if (!status) {
        gsl_sort(sweep.ranks.value, 1, (size_t)sweep.ranks.n);
        status = fc_comparison_create(
            &comparison,
            &(fc_comparison_source){&sweep, arguments, fc_arguments_value(arguments, "machine"), &printed_notes},
            report);
    }
    if (!status)
        status = write_report(&comparison, is_page, arguments, report);
    fc_comparison_free(&comparison);
    fc_text_free(&printed_notes);
    fc_sweep_free(&sweep);
    return status;
}

static const fc_option options[] = {
    FC_CONTEXT_OPTIONS,
    {'o', "output", "FILE", NULL, NULL, false, "the file to write; default: report.html, for json standard output"},
    {0, "format", "FORMAT", "html|json", "html", false, "an HTML page, or its data as JSON"},
    {0, "source-url", "URL", NULL, NULL, false,
     "where lines of the sources link to, for example https://example.org/me/app/blob/main/{path}#L{line}. The path is "
     "relative to the current folder. default: the file on this machine"},
};

const fc_command fc_command_report = {
    .name = "report",
    .workflow = FC_WORKFLOW_FIRST_STEPS,
    .operands = "MODEL.fc ...",
    .least_operands = 1,
    .most_operands = MOST_PROGRAMS,
    .rest = "the applications' own arguments, the same for all, as after `mpirun -n P ./app`",
    .help = "write an HTML report: formula, curves, annotated sources, sliders",
    .about =
        "Writes one HTML file that needs neither server nor network. It shows the formula, with sliders for ranks, "
        "parameters and machine properties that re-evaluate it in the page. It shows time and speedup with their "
        "intervals, and the time by source line over the ranks. The sources have each line's share and the origin of "
        "its counts. It also shows the machine with the errors of its fits and, for several programs, the fastest one "
        "at each point. The points of -n and -D are predicted as by `forecost predict`. A program without a closed "
        "formula has only these points, with the reason.",
    .example = "forecost report row.fc col.fc -m here.yaml -n 1:1024:x2 -o report.html -- 4000 100",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
