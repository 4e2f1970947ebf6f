/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/coverage/coverage.h"

#include "analyzer/model/source_files.h"
#include "support/messages/report.h"
#include "support/quote.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_SOURCE_BYTES = 64 << 20
};

/* The state of writing one file. */
typedef struct page {
    fc_text *out;
    const fc_coverage *coverage;
    bool is_html;
    const char *file;
} page;

/* Reads the file, and checks that it is unchanged since the analysis; headers are not checked. */
static fc_status read_source(char **out, const page *p, fc_report *report)
{
    const fc_program *program = p->coverage->context->program;
    size_t length;
    fc_status status = fc_file_read(out, &length, p->file, MOST_SOURCE_BYTES, report);
    if (status)
        return status;
    for (int i = 0; i < program->n_files; i++) {
        const fc_finite_source *source = &program->file[i];
        if (strcmp(source->path, p->file) != 0 || !fc_source_files_differ(source, *out, length))
            continue;
        free(*out);
        *out = NULL;
        return fc_fail(report, FC_E_INPUT, (fc_place){p->file, 0, 0}, "Run `forecost analyze` again.",
                       FC_MSG_CHANGED_SINCE_MADE, p->coverage->model);
    }
    return FC_OK;
}

static void add_text(const page *p, const char *text)
{
    if (p->is_html)
        fc_quote_html(p->out, text, strlen(text));
    else
        fc_text_add(p->out, "%s", text);
}

static bool is_of(const fc_coverage_row *row, const char *file, int line)
{
    return row->line == line && strcmp(row->file, file) == 0;
}

/* The longest row of the line; NULL: none. *share: the sum over the line's rows. */
static const fc_coverage_row *row_of(const page *p, int line, double *share)
{
    const fc_coverage_row *first = NULL;
    *share = 0;
    for (size_t i = 0; i < p->coverage->n_rows; i++) {
        const fc_coverage_row *row = &p->coverage->row[i];
        if (!is_of(row, p->file, line))
            continue;
        first = first ? first : row;
        *share += isnan(row->share) ? 0 : row->share;
    }
    return first;
}

static void add_text_line(const page *p, int line, const char *source, int length)
{
    double share;
    const fc_coverage_row *row = row_of(p, line, &share);
    char percent[16] = "";
    if (row && !isnan(row->share))
        snprintf(percent, sizeof percent, "%s%.1f %%", share > 0 && share < 0.0005 ? "< " : "",
                 fmax(100 * share, share > 0 ? 0.1 : 0));
    fc_text_add(p->out, "%7s  %-9s %5d  %.*s\n", percent, row ? row->origin : "", line, length, source);
    if (row && (*row->count || *row->next))
        fc_text_add(p->out, "%7s  %-9s %5s  ^ %s%s%s\n", "", "", "", row->count, *row->count && *row->next ? "; " : "",
                    row->next);
}

static void add_html_line(const page *p, int line, const char *source, int length)
{
    double share;
    const fc_coverage_row *row = row_of(p, line, &share);
    fc_text_add(p->out, "<tr");
    if (row)
        fc_text_add(p->out, " class=\"%s\" style=\"--heat:%.3f\"", row->origin, share);
    fc_text_add(p->out, "><td>");
    if (row && !isnan(row->share))
        fc_text_add(p->out, "%s%.1f&nbsp;%%", share > 0 && share < 0.0005 ? "&lt;&nbsp;" : "",
                    fmax(100 * share, share > 0 ? 0.1 : 0));
    fc_text_add(p->out, "</td><td>%s</td><td>%d</td><td><code>", row ? row->origin : "", line);
    fc_quote_html(p->out, source, (size_t)length);
    fc_text_add(p->out, "</code>");
    if (row && (*row->count || *row->next)) {
        fc_text_add(p->out, "<small>");
        add_text(p, row->count);
        fc_text_add(p->out, "%s", *row->count && *row->next ? "; " : "");
        add_text(p, row->next);
        fc_text_add(p->out, "</small>");
    }
    fc_text_add(p->out, "</td></tr>\n");
}

static fc_status add_file(const page *p, fc_report *report)
{
    char *source = NULL;
    fc_status status = read_source(&source, p, report);
    if (status)
        return status;
    fc_text_add(p->out, p->is_html ? "<h2>" : "\n");
    add_text(p, p->file);
    fc_text_add(p->out, p->is_html
                            ? "</h2>\n<table><tr><th>share</th><th>origin</th><th>line</th><th>source</th></tr>\n"
                            : "\n");
    int line = 1;
    for (const char *at = source; *at; line++) {
        int length = (int)strcspn(at, "\n");
        (p->is_html ? add_html_line : add_text_line)(p, line, at, length);
        at += length + (at[length] == '\n');
    }
    fc_text_add(p->out, "%s", p->is_html ? "</table>\n" : "");
    free(source);
    return FC_OK;
}

static const char html_head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
    ":root{color-scheme:light dark}body{font:15px system-ui,sans-serif;margin:1.5rem}\n"
    "table{border-collapse:collapse}td,th{padding:0 .7rem;text-align:left;vertical-align:top}\n"
    "td:first-child,td:nth-child(3){text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\n"
    "code{white-space:pre;font:13px ui-monospace,monospace}small{display:block;opacity:.75}\n"
    "tr[style]{background:rgb(230 120 0/calc(.08 + .5*var(--heat)))}\n"
    "tr.unknown td:nth-child(2),tr.assumed td:nth-child(2){font-weight:bold}\n"
    "</style>\n";

static void add_head(const page *p)
{
    char *title = p->coverage->is_complete
                      ? fc_format("%s: predicted time on %d rank%s of %s by line, and the origins of the counts",
                                  p->coverage->context->program->name, p->coverage->ranks,
                                  p->coverage->ranks == 1 ? "" : "s", p->coverage->context->machine->coefficients.name)
                      : fc_format("%s: unknown counts", p->coverage->context->program->name);
    if (p->is_html)
        fc_text_add(p->out, "%s<title>", html_head);
    add_text(p, title);
    if (p->is_html) {
        fc_text_add(p->out, "</title></head>\n<body>\n<h1>");
        add_text(p, title);
        fc_text_add(p->out, "</h1>");
    }
    fc_text_add(p->out, "\n");
    free(title);
}

fc_status fc_coverage_annotate(fc_text *out, const fc_coverage *coverage, bool is_html, fc_report *report)
{
    page p = {out, coverage, is_html, NULL};
    fc_status status = FC_OK;
    add_head(&p);
    for (int i = 0; i < coverage->context->program->n_files && !status; i++) {
        p.file = coverage->context->program->file[i].path;
        bool has_rows = false;
        for (size_t k = 0; k < coverage->n_rows; k++)
            has_rows |= strcmp(coverage->row[k].file, p.file) == 0;
        if (has_rows)
            status = add_file(&p, report);
    }
    fc_text_add(out, "%s", is_html ? "</body></html>\n" : "");
    return status;
}
