/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SARIF 2.1.0, OASIS standard of 27 March 2020: sections 3.13 (sarifLog), 3.14 (run), 3.27 (result), 3.28 (location).
 */
#include "support/quote.h"
#include "tools/check/reporter.h"
#include "tools/output/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void put_text(fc_text *out, const char *before, const char *text)
{
    fc_text_add(out, "%s", before);
    fc_quote_json(out, text);
}

/* A URI reference (RFC 3986): other bytes than path characters are percent-encoded. */
static void put_uri(fc_text *out, const char *path)
{
    fc_text uri = {0};
    if (path[0] == '/')
        fc_text_add(&uri, "file://");
    for (const char *at = path; *at; at++)
        fc_text_add(&uri, isalnum((unsigned char)*at) || strchr("/._-~", *at) ? "%c" : "%%%02X", (unsigned char)*at);
    fc_quote_json(out, uri.bytes ? uri.bytes : "");
    fc_text_free(&uri);
}

static void put_location(fc_text *out, fc_place place, const char *message)
{
    fc_text_add(out, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    put_uri(out, place.file);
    fc_text_add(out, "%s}", place.file[0] == '/' ? "" : ", \"uriBaseId\": \"%SRCROOT%\"");
    if (place.line > 0)
        fc_text_add(out, ", \"region\": {\"startLine\": %d}", place.line);
    fc_text_add(out, "}");
    if (message) {
        put_text(out, ", \"message\": {\"text\": ", message);
        fc_text_add(out, "}");
    }
    fc_text_add(out, "}");
}

/* GitHub matches results of different runs by it, so it must not contain line numbers. */
static void put_fingerprint(fc_text *out, const fc_regression_decision *judgement)
{
    char key[33], *point = fc_reporter_point(judgement);
    fc_text text = {0};
    fc_text_add(&text, "%s\n%s\n%s", fc_reporter_program(judgement), point, fc_verdict_words(judgement->verdict));
    if (judgement->n_causes) {
        const fc_baseline_term *term = fc_regression_cause_term(&judgement->cause[0]);
        fc_text_add(&text, "\n%s\n%s\n%s", term->function, term->operation, term->source);
    }
    fc_content_key(key, text.bytes, text.length);
    fc_text_add(out, ",\n       \"partialFingerprints\": {\"forecost/v1\": \"%s\"}", key);
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
static void put_related(fc_text *out, const fc_regression_decision *judgement)
{
    const char *between = "";
    fc_text_add(out, ",\n       \"relatedLocations\": [");
    for (int i = 0; i < judgement->n_causes; i++) {
        const fc_regression_cause *cause = &judgement->cause[i];
        const fc_baseline_term *term = fc_regression_cause_term(cause);
        fc_text text = {0};
        if (i == 0 && !cause->changed)
            continue;
        fc_reporter_cause_text(&text, judgement, cause);
        fc_text_add(out, "%s", between);
        put_location(out, i == 0 ? (fc_place){term->file, term->line, 0} : fc_reporter_cause_place(cause), text.bytes);
        fc_text_free(&text);
        between = ", ";
    }
    fc_text_add(out, "]");
}

static void put_result(fc_text *out, const fc_reporter_input *verdicts, const fc_regression_decision *judgement)
{
    char *message = message_of(judgement);
    fc_place place =
        judgement->n_causes ? fc_reporter_cause_place(&judgement->cause[0]) : (fc_place){verdicts->settings, 1, 0};
    fc_text_add(out, "      {\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"%s\",\n",
                fc_verdict_words(judgement->verdict), judgement->verdict,
                fc_verdict_fails(judgement->verdict) ? "error" : "note");
    put_text(out, "       \"message\": {\"text\": ", message);
    fc_text_add(out, "},\n       \"locations\": [");
    put_location(out, place, NULL);
    fc_text_add(out, "]");
    put_related(out, judgement);
    put_fingerprint(out, judgement);
    fc_text_add(out, "}");
    free(message);
}

static void put_rules(fc_text *out)
{
    for (int v = 0; v < FC_N_VERDICTS; v++) {
        const char *words = fc_verdict_words((fc_verdict)v);
        fc_text_add(out,
                    "%s\n        {\"id\": \"%s\", "
                    "\"shortDescription\": {\"text\": \"Predicted run time or communication: %s\"}}",
                    v ? "," : "", words, words);
    }
}

void fc_reporter_sarif(fc_text *out, const fc_reporter_input *verdicts)
{
    const fc_regression_decisions *all = verdicts->judgements;
    const char *between = "\n";
    fc_text_add(out, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n"
                     "  \"runs\": [{\n    \"tool\": {\"driver\": {\"name\": \"forecost check\", \"version\": "
                     "\"" FORECOST_VERSION "\", \"rules\": [");
    put_rules(out);
    fc_text_add(out, "]}},\n    \"columnKind\": \"utf16CodeUnits\",\n    \"results\": [");
    for (size_t i = 0; i < all->n; i++) {
        if (all->item[i].verdict == FC_VERDICT_SAME)
            continue;
        fc_text_add(out, "%s", between);
        put_result(out, verdicts, &all->item[i]);
        between = ",\n";
    }
    fc_text_add(out, "]}]}\n");
}
