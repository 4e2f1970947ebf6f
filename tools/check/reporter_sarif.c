/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/reporter.h"
#include "tools/output/sarif_writer.h"
#include "tools/output/table.h"

#include <stdlib.h>

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
        fc_sarif_location(json, i == 0 ? (fc_place){term->file, term->line, 0} : fc_reporter_cause_place(cause),
                          text.bytes);
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
    fc_sarif_message(json, "message", message);
    fc_json_writer_break(json, 7);
    fc_json_writer_array(json, "locations", FC_JSON_ONE_LINE);
    fc_sarif_location(json, place, NULL);
    fc_json_writer_end(json);
    put_related(json, judgement);
    /* GitHub matches results of different runs by it, so it must not contain line numbers. */
    char *point = fc_reporter_point(judgement);
    fc_text text = {0};
    fc_text_add(&text, "%s\n%s\n%s", fc_reporter_program(judgement), point, fc_verdict_words(judgement->verdict));
    if (judgement->n_causes) {
        const fc_baseline_term *term = fc_regression_cause_term(&judgement->cause[0]);
        fc_text_add(&text, "\n%s\n%s\n%s", term->function, term->operation, term->source);
    }
    fc_sarif_fingerprint(json, &text);
    fc_text_free(&text);
    free(point);
    fc_json_writer_end(json);
    free(message);
}

void fc_reporter_sarif(fc_text *out, const fc_reporter_input *verdicts)
{
    const fc_regression_decisions *all = verdicts->judgements;
    fc_json_writer json = fc_sarif_begin(out, "forecost check");
    for (int v = 0; v < FC_N_VERDICTS; v++) {
        const char *words = fc_verdict_words((fc_verdict)v);
        char *about = fc_format("Predicted run time or communication: %s", words);
        fc_sarif_rule(&json, words, about);
        free(about);
    }
    fc_sarif_results(&json);
    for (size_t i = 0; i < all->n; i++)
        if (all->item[i].verdict != FC_VERDICT_SAME) {
            fc_json_writer_break(&json, 6);
            put_result(&json, verdicts, &all->item[i]);
        }
    fc_sarif_end(&json);
}
