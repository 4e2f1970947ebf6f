/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/reporter.h"
#include "tools/output/sarif_writer.h"
#include "tools/output/table.h"

#include <stdlib.h>

static FC_GIVE char *message_of(const fc_regression_decision *decision)
{
    char *point = fc_reporter_point(decision), *change = fc_reporter_change(decision);
    const char *fault = fc_reporter_fault(decision);
    fc_text text = {0};
    fc_text_add(&text, "%s%s%s: predicted %s", fc_reporter_program(decision), point[0] ? ", " : "", point,
                fc_regression_outcome_words(decision->outcome));
    if (fault || change[0])
        fc_text_add(&text, ": %s", fault ? fault : change);
    if (decision->n_causes) {
        fc_text_add(&text, ". ");
        fc_reporter_cause_text(&text, decision, &decision->cause[0]);
    }
    free(point);
    free(change);
    return fc_text_take(&text);
}

/* The other causes, and the place of the first cost if an enclosing statement is its cause. */
static void put_related(fc_json_writer *json, const fc_regression_decision *decision)
{
    fc_json_writer_break(json, 7);
    fc_json_writer_array(json, "relatedLocations", FC_JSON_ONE_LINE);
    for (int i = 0; i < decision->n_causes; i++) {
        const fc_regression_cause *cause = &decision->cause[i];
        const fc_baseline_term *term = fc_regression_cause_term(cause);
        fc_text text = {0};
        if (i == 0 && !cause->changed)
            continue;
        fc_reporter_cause_text(&text, decision, cause);
        fc_sarif_location(json, i == 0 ? (fc_place){term->file, term->line, 0} : fc_reporter_cause_place(cause),
                          text.bytes);
        fc_text_free(&text);
    }
    fc_json_writer_end(json);
}

static void put_result(fc_json_writer *json, const fc_reporter_input *input, const fc_regression_decision *decision)
{
    char *message = message_of(decision);
    fc_place place =
        decision->n_causes ? fc_reporter_cause_place(&decision->cause[0]) : (fc_place){input->settings, 1, 0};
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "ruleId", fc_regression_outcome_words(decision->outcome));
    fc_json_writer_whole(json, "ruleIndex", decision->outcome);
    fc_json_writer_string(json, "level", fc_regression_outcome_fails(decision->outcome) ? "error" : "note");
    fc_json_writer_break(json, 7);
    fc_sarif_message(json, "message", message);
    fc_json_writer_break(json, 7);
    fc_json_writer_array(json, "locations", FC_JSON_ONE_LINE);
    fc_sarif_location(json, place, NULL);
    fc_json_writer_end(json);
    put_related(json, decision);
    /* GitHub matches results of different runs by it, so it must not contain line numbers. */
    char *point = fc_reporter_point(decision);
    fc_text text = {0};
    fc_text_add(&text, "%s\n%s\n%s", fc_reporter_program(decision), point,
                fc_regression_outcome_words(decision->outcome));
    if (decision->n_causes) {
        const fc_baseline_term *term = fc_regression_cause_term(&decision->cause[0]);
        fc_text_add(&text, "\n%s\n%s\n%s", term->function, term->operation, term->source);
    }
    fc_sarif_fingerprint(json, &text);
    fc_text_free(&text);
    free(point);
    fc_json_writer_end(json);
    free(message);
}

void fc_reporter_sarif(fc_text *out, const fc_reporter_input *input)
{
    const fc_regression_decisions *all = input->decisions;
    fc_json_writer json = fc_sarif_begin(out, "forecost check");
    for (int v = 0; v < FC_N_REGRESSION_OUTCOMES; v++) {
        const char *words = fc_regression_outcome_words((fc_regression_outcome)v);
        char *about = fc_format("Predicted run time or communication: %s", words);
        fc_sarif_rule(&json, words, about);
        free(about);
    }
    fc_sarif_results(&json);
    for (size_t i = 0; i < all->n; i++)
        if (all->item[i].outcome != FC_REGRESSION_SAME) {
            fc_json_writer_break(&json, 6);
            put_result(&json, input, &all->item[i]);
        }
    fc_sarif_end(&json);
}
