/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/verify/findings_print.h"

#include "support/messages/messages.h"
#include "tools/verify/findings_message.h"

#include <stdlib.h>
#include <string.h>

static void put_text(fc_text *out, const fc_findings_report *report)
{
    for (int i = 0; i < report->findings->n; i++) {
        const fc_finding *of = &report->findings->finding[i];
        char code[8], place[512], *extent = fc_findings_message_extent(of);
        const char *format;
        fc_place_write(place, sizeof place, (fc_place){of->place.file, of->place.line, 0});
        fc_message_split(code, &format, fc_findings_message_of(of->kind));
        fc_text_add(out, "%s%s[%s]: %.*s%s (%s)\n", place, fc_findings_message_severity(of->kind), code,
                    (int)strcspn(format, "%"), format, of->what, extent);
        if (of->other.file[0])
            fc_text_add(out, "  The other %s: %s:%d%s%s\n", of->other.operation[0] ? "call" : "place", of->other.file,
                        of->other.line, of->other.operation[0] ? ": " : "", of->other.operation);
        fc_text_add(out, "  %s\n", fc_findings_message_remedy(of->kind));
        free(extent);
    }
    /* "2 findings in ring.fc on 2, 4, 8 ranks." */
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
