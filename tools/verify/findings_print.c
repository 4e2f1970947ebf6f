/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/verify/findings_print.h"

#include "support/messages/messages.h"
#include "support/quote.h"
#include "tools/output/sarif_writer.h"
#include "tools/verify/findings_message.h"

#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

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

/* ---- JSON ---- */

static void put_place(fc_json_writer *json, const char *key, const fc_finding_place *place)
{
    if (!place->file[0]) {
        fc_json_writer_string(json, key, NULL);
        return;
    }
    fc_json_writer_object(json, key, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "file", place->file);
    fc_json_writer_whole(json, "line", place->line);
    fc_json_writer_string(json, "op", place->operation[0] ? place->operation : NULL);
    fc_json_writer_end(json);
}

static void put_finding(fc_json_writer *json, const fc_finding *of)
{
    char code[8];
    fc_findings_message_code(code, of->kind);
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "code", code);
    fc_json_writer_string(json, "kind", fc_finding_word(of->kind));
    fc_json_writer_string(json, "severity", fc_findings_message_severity(of->kind));
    put_place(json, "place", &of->place);
    put_place(json, "other", &of->other);
    fc_json_writer_whole(json, "ranks", of->ranks);
    fc_json_writer_whole(json, "most_ranks", of->most_ranks);
    fc_json_writer_array(json, "on_ranks", FC_JSON_ONE_LINE);
    for (int i = 0; i < FC_FINDING_RANKS; i++)
        if (of->found_on[i / 64] >> i % 64 & 1)
            fc_json_writer_whole(json, NULL, i);
    fc_json_writer_end(json);
    fc_json_writer_string(json, "what", of->what);
    fc_json_writer_string(json, "next", fc_findings_message_remedy(of->kind));
    fc_json_writer_end(json);
}

static void put_json(fc_text *out, const fc_findings_report *report)
{
    fc_json_writer json = fc_json_writer_document(out);
    fc_json_writer_string(&json, "program", report->model);
    fc_json_writer_array(&json, "points", 4);
    for (int i = 0; i < report->n_points; i++) {
        fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_whole(&json, "ranks", report->ranks[i]);
        fc_json_writer_string(&json, "failure", report->failure[i]);
        fc_json_writer_end(&json);
    }
    fc_json_writer_end(&json);
    fc_json_writer_array(&json, "findings", 4);
    for (int i = 0; i < report->findings->n; i++)
        put_finding(&json, &report->findings->finding[i]);
    fc_json_writer_end(&json);
    fc_json_writer_end(&json);
}

/* ---- SARIF ---- */

static void put_result(fc_json_writer *json, const fc_finding *of)
{
    char code[8];
    fc_text text = {0};
    fc_findings_message_code(code, of->kind);
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "ruleId", code);
    fc_json_writer_whole(json, "ruleIndex", of->kind - 1);
    fc_json_writer_string(json, "level", fc_findings_message_severity(of->kind));
    fc_text_add(&text, "%s: %s. %s", fc_finding_word(of->kind), of->what, fc_findings_message_remedy(of->kind));
    fc_sarif_message(json, "message", text.bytes);
    fc_json_writer_array(json, "locations", FC_JSON_ONE_LINE);
    fc_sarif_location(json, (fc_place){of->place.file, of->place.line, 0}, NULL);
    fc_json_writer_end(json);
    fc_json_writer_array(json, "relatedLocations", FC_JSON_ONE_LINE);
    if (of->other.file[0])
        fc_sarif_location(json, (fc_place){of->other.file, of->other.line, 0}, of->other.operation);
    fc_json_writer_end(json);
    fc_text_free(&text);
    fc_text_add(&text, "%s\n%s\n%s\n%s", code, of->place.file, of->place.operation, of->other.operation);
    fc_sarif_fingerprint(json, &text);
    fc_json_writer_end(json);
    fc_text_free(&text);
}

static void put_sarif(fc_text *out, const fc_findings_report *report)
{
    fc_json_writer json = fc_sarif_begin(out, "forecost verify");
    for (int kind = 1; kind < FC_N_FINDING_KINDS; kind++) {
        char code[8];
        fc_findings_message_code(code, (fc_finding_kind)kind);
        fc_sarif_rule(&json, code, fc_finding_word((fc_finding_kind)kind));
    }
    fc_sarif_results(&json);
    for (int i = 0; i < report->findings->n; i++) {
        fc_json_writer_break(&json, 6);
        put_result(&json, &report->findings->finding[i]);
    }
    fc_sarif_end(&json);
}

/* ---- JUnit ---- */

static void put_failure(fc_text *out, const fc_finding *of)
{
    char *extent = fc_findings_message_extent(of);
    fc_text_add(out, "      <failure");
    fc_quote_xml_attribute(out, "message", of->what);
    fc_quote_xml_attribute(out, "type", fc_finding_word(of->kind));
    fc_text_add(out, ">");
    fc_quote_xml(out, of->place.file);
    fc_text_add(out, ":%d (%s): ", of->place.line, extent);
    fc_quote_xml(out, of->what);
    if (of->other.file[0]) {
        fc_text_add(out, "\n");
        fc_quote_xml(out, of->other.file);
        fc_text_add(out, ":%d", of->other.line);
    }
    fc_text_add(out, "</failure>\n");
    free(extent);
}

static int count_failures(const fc_findings_report *report, int point)
{
    int n = 0;
    for (int i = 0; i < report->findings->n; i++)
        n += report->findings->finding[i].ranks == report->ranks[point];
    return n;
}

static void put_junit(fc_text *out, const fc_findings_report *report)
{
    int failures = 0, errors = 0;
    for (int i = 0; i < report->n_points; i++) {
        failures += count_failures(report, i) > 0;
        errors += report->failure[i] != NULL;
    }
    fc_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"forecost verify\">\n  <testsuite");
    fc_quote_xml_attribute(out, "name", report->model);
    fc_text_add(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", report->n_points, failures, errors);
    for (int i = 0; i < report->n_points; i++) {
        fc_text_add(out, "    <testcase");
        fc_quote_xml_attribute(out, "classname", report->model);
        fc_text_add(out, " name=\"p = %d\">\n", report->ranks[i]);
        for (int k = 0; k < report->findings->n; k++)
            if (report->findings->finding[k].ranks == report->ranks[i])
                put_failure(out, &report->findings->finding[k]);
        if (report->failure[i]) {
            fc_text_add(out, "      <error");
            fc_quote_xml_attribute(out, "message", report->failure[i]);
            fc_text_add(out, "/>\n");
        }
        fc_text_add(out, "    </testcase>\n");
    }
    fc_text_add(out, "  </testsuite>\n</testsuites>\n");
}

void fc_findings_print(fc_text *out, const fc_findings_report *report, const char *format)
{
    static const struct {
        const char *name;
        void (*print)(fc_text *out, const fc_findings_report *report);
    } formats[] = {{"text", put_text}, {"json", put_json}, {"sarif", put_sarif}, {"junit", put_junit}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0)
            formats[i].print(out, report);
}
