/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/verify/findings_print.h"

#include "support/messages.h"
#include "support/messages/verify.h"

#include <stdlib.h>
#include <string.h>

const char *fc_findings_message(fc_finding_kind kind)
{
    static const char *const messages[] = {
        [FC_FINDING_NONE] = "",
        [FC_FINDING_DEADLOCK] = FC_MSG_FINDING_DEADLOCK,
        [FC_FINDING_BUFFERING] = FC_MSG_FINDING_BUFFERING,
        [FC_FINDING_COLLECTIVE] = FC_MSG_FINDING_COLLECTIVE,
        [FC_FINDING_TYPE] = FC_MSG_FINDING_TYPE,
        [FC_FINDING_TRUNCATION] = FC_MSG_FINDING_TRUNCATION,
        [FC_FINDING_LOST] = FC_MSG_FINDING_LOST,
        [FC_FINDING_ARGUMENT] = FC_MSG_FINDING_ARGUMENT,
        [FC_FINDING_BUFFER_RACE] = FC_MSG_FINDING_BUFFER_RACE,
        [FC_FINDING_WINDOW_RACE] = FC_MSG_FINDING_WINDOW_RACE,
        [FC_FINDING_MESSAGE_RACE] = FC_MSG_FINDING_MESSAGE_RACE,
        [FC_FINDING_EPOCH] = FC_MSG_FINDING_EPOCH,
        [FC_FINDING_REQUEST] = FC_MSG_FINDING_REQUEST,
        [FC_FINDING_LEAK] = FC_MSG_FINDING_LEAK,
        [FC_FINDING_ORDER] = FC_MSG_FINDING_ORDER,
    };
    return messages[kind];
}

void fc_findings_code(char code[8], fc_finding_kind kind)
{
    const char *text;
    fc_message_split(code, &text, fc_findings_message(kind));
}

static const fc_message *row_of(fc_finding_kind kind)
{
    char code[8];
    fc_findings_code(code, kind);
    return fc_message_find(code);
}

const char *fc_findings_severity(fc_finding_kind kind)
{
    return row_of(kind)->severity;
}

const char *fc_findings_remedy(fc_finding_kind kind)
{
    return row_of(kind)->remedy;
}

char *fc_findings_extent(const fc_finding *of)
{
    fc_text text = {0};
    int n = fc_finding_n_ranks(of);
    if (n == 1)
        fc_text_add(&text, "rank %d of %d", of->rank, of->ranks);
    else
        fc_text_add(&text, "%d of %d ranks", n, of->ranks);
    if (of->n_runs > 1)
        fc_text_add(&text, ", and up to %d ranks", of->most_ranks);
    return fc_text_take(&text);
}

static void put_finding(fc_text *out, const fc_finding *of)
{
    char code[8], place[512], *extent = fc_findings_extent(of);
    const char *format;
    fc_place_write(place, sizeof place, (fc_place){of->place.file, of->place.line, 0});
    fc_message_split(code, &format, fc_findings_message(of->kind));
    fc_text_add(out, "%s%s[%s]: %.*s%s (%s)\n", place, fc_findings_severity(of->kind), code, (int)strcspn(format, "%"),
                format, of->what, extent);
    if (of->other.file[0])
        fc_text_add(out, "  The other %s: %s:%d%s%s\n", of->other.operation[0] ? "call" : "place", of->other.file,
                    of->other.line, of->other.operation[0] ? ": " : "", of->other.operation);
    fc_text_add(out, "  %s\n", fc_findings_remedy(of->kind));
    free(extent);
}

/* "2 findings in ring.fc on 2, 4, 8 ranks." */
static void put_summary(fc_text *out, const fc_findings_report *report)
{
    const fc_findings *all = report->findings;
    int n = 0;
    if (all->n)
        fc_text_add(out, "%d finding%s in %s on ", all->n, all->n == 1 ? "" : "s", report->model);
    else
        fc_text_add(out, "No finding in %s on ", report->model);
    for (int i = 0; i < report->n_points; i++)
        if (!report->failure[i])
            fc_text_add(out, "%s%d", n++ ? ", " : "", report->ranks[i]);
    fc_text_add(out, " rank%s.", n == 1 && report->ranks[0] == 1 ? "" : "s");
    if (all->n_lost)
        fc_text_add(out, " %d more are not listed.", all->n_lost);
    fc_text_add(out, "\n");
}

static void put_text(fc_text *out, const fc_findings_report *report)
{
    for (int i = 0; i < report->findings->n; i++)
        put_finding(out, &report->findings->finding[i]);
    put_summary(out, report);
}

void fc_findings_print(fc_text *out, const fc_findings_report *report, const char *format)
{
    static const struct {
        const char *name;
        void (*print)(fc_text *out, const fc_findings_report *report);
    } formats[] = {
        {"text", put_text}, {"json", fc_findings_json}, {"sarif", fc_findings_sarif}, {"junit", fc_findings_junit}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0)
            formats[i].print(out, report);
}
