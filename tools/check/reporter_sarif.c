/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SARIF 2.1.0, OASIS standard of 27 March 2020: sections 3.13 (sarifLog), 3.14 (run), 3.27 (result), 3.28 (location).
 */
#include "tools/check/reporter.h"
#include "tools/output/json_writer.h"
#include "tools/output/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A URI reference (RFC 3986): other bytes than path characters are percent-encoded. */
static void put_uri(fc_json_writer *json, const char *path)
{
    fc_text uri = {0};
    if (path[0] == '/')
        fc_text_add(&uri, "file://");
    for (const char *at = path; *at; at++)
        fc_text_add(&uri, isalnum((unsigned char)*at) || strchr("/._-~", *at) ? "%c" : "%%%02X", (unsigned char)*at);
    fc_json_writer_string(json, "uri", uri.bytes ? uri.bytes : "");
    fc_text_free(&uri);
}

static void put_message(fc_json_writer *json, const char *key, const char *text)
{
    fc_json_writer_object(json, key, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "text", text);
    fc_json_writer_end(json);
}

static void put_location(fc_json_writer *json, fc_place place, const char *message)
{
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_object(json, "physicalLocation", FC_JSON_ONE_LINE);
    fc_json_writer_object(json, "artifactLocation", FC_JSON_ONE_LINE);
    put_uri(json, place.file);
    if (place.file[0] != '/')
        fc_json_writer_string(json, "uriBaseId", "%SRCROOT%");
    fc_json_writer_end(json);
    if (place.line > 0) {
        fc_json_writer_object(json, "region", FC_JSON_ONE_LINE);
        fc_json_writer_whole(json, "startLine", place.line);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
    if (message)
        put_message(json, "message", message);
    fc_json_writer_end(json);
}

/* GitHub matches results of different runs by it, so it must not contain line numbers. */
static void put_fingerprint(fc_json_writer *json, const fc_regression_decision *judgement)
{
    char key[33], *point = fc_reporter_point(judgement);
    fc_text text = {0};
    fc_text_add(&text, "%s\n%s\n%s", fc_reporter_program(judgement), point, fc_verdict_words(judgement->verdict));
    if (judgement->n_causes) {
        const fc_baseline_term *term = fc_regression_cause_term(&judgement->cause[0]);
        fc_text_add(&text, "\n%s\n%s\n%s", term->function, term->operation, term->source);
    }
    fc_content_key(key, text.bytes, text.length);
    fc_json_writer_break(json, 7);
    fc_json_writer_object(json, "partialFingerprints", FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "forecost/v1", key);
    fc_json_writer_end(json);
    fc_text_free(&text);
    free(point);
}

static FC_GIVE char *message_of(const fc_regression_decision *judgement)
{
    char *point = fc_reporter_point(judgement), *change = fc_reporter_change(judgement);
    const char *fault = fc_reporter_fault(judgement);
    fc_text text = {0};
    fc_text_add(&text, "%s%s%s: predicted %s", fc_reporter_program(judgement), point[0] ? ", " : "", point,
                fc_verdict_words(judgement->verdict));
    if (fault || change[0])
        fc_text_add(&text, ": %s", fault ? fault : change);
    if (judgement->n_causes) {
        fc_text_add(&text, ". ");
        fc_reporter_cause_text(&text, judgement, &judgement->cause[0]);
    }
    free(point);
    free(change);
    return fc_text_take(&text);
}

/* The other causes, and the place of the first cost if an enclosing statement is its cause. */
static void put_related(fc_json_writer *json, const fc_regression_decision *judgement)
{
    fc_json_writer_break(json, 7);
    fc_json_writer_array(json, "relatedLocations", FC_JSON_ONE_LINE);
    for (int i = 0; i < judgement->n_causes; i++) {
        const fc_regression_cause *cause = &judgement->cause[i];
        const fc_baseline_term *term = fc_regression_cause_term(cause);
        fc_text text = {0};
        if (i == 0 && !cause->changed)
            continue;
        fc_reporter_cause_text(&text, judgement, cause);
        put_location(json, i == 0 ? (fc_place){term->file, term->line, 0} : fc_reporter_cause_place(cause), text.bytes);
        fc_text_free(&text);
    }
    fc_json_writer_end(json);
}

static void put_result(fc_json_writer *json, const fc_reporter_input *verdicts, const fc_regression_decision *judgement)
{
    char *message = message_of(judgement);
    fc_place place =
        judgement->n_causes ? fc_reporter_cause_place(&judgement->cause[0]) : (fc_place){verdicts->settings, 1, 0};
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "ruleId", fc_verdict_words(judgement->verdict));
    fc_json_writer_whole(json, "ruleIndex", judgement->verdict);
    fc_json_writer_string(json, "level", fc_verdict_fails(judgement->verdict) ? "error" : "note");
    fc_json_writer_break(json, 7);
    put_message(json, "message", message);
    fc_json_writer_break(json, 7);
    fc_json_writer_array(json, "locations", FC_JSON_ONE_LINE);
    put_location(json, place, NULL);
    fc_json_writer_end(json);
    put_related(json, judgement);
    put_fingerprint(json, judgement);
    fc_json_writer_end(json);
    free(message);
}

static void put_rules(fc_json_writer *json)
{
    fc_json_writer_array(json, "rules", FC_JSON_ONE_LINE);
    for (int v = 0; v < FC_N_VERDICTS; v++) {
        const char *words = fc_verdict_words((fc_verdict)v);
        char *about = fc_format("Predicted run time or communication: %s", words);
        fc_json_writer_break(json, 8);
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_string(json, "id", words);
        put_message(json, "shortDescription", about);
        fc_json_writer_end(json);
        free(about);
    }
    fc_json_writer_end(json);
}

void fc_reporter_sarif(fc_text *out, const fc_reporter_input *verdicts)
{
    const fc_regression_decisions *all = verdicts->judgements;
    fc_json_writer json = {.out = out};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    fc_json_writer_string(&json, "version", "2.1.0");
    fc_json_writer_break(&json, 2);
    fc_json_writer_array(&json, "runs", FC_JSON_ONE_LINE);
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_break(&json, 4);
    fc_json_writer_object(&json, "tool", FC_JSON_ONE_LINE);
    fc_json_writer_object(&json, "driver", FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "name", "forecost check");
    fc_json_writer_string(&json, "version", FORECOST_VERSION);
    put_rules(&json);
    fc_json_writer_end(&json);
    fc_json_writer_end(&json);
    fc_json_writer_break(&json, 4);
    fc_json_writer_string(&json, "columnKind", "utf16CodeUnits");
    fc_json_writer_break(&json, 4);
    fc_json_writer_array(&json, "results", FC_JSON_ONE_LINE);
    for (size_t i = 0; i < all->n; i++)
        if (all->item[i].verdict != FC_VERDICT_SAME) {
            fc_json_writer_break(&json, 6);
            put_result(&json, verdicts, &all->item[i]);
        }
    while (json.depth > 0)
        fc_json_writer_end(&json);
}
