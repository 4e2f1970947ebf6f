/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/quote.h"
#include "tools/check/reporter.h"
#include "tools/output/table.h"

#include <stdlib.h>

/* "failure": the point became worse; "error": it cannot be compared. */
static const char *element_of(fc_verdict verdict)
{
    if (!fc_verdict_fails(verdict))
        return "system-out";
    return verdict == FC_VERDICT_FAILED || verdict == FC_VERDICT_UNMEASURED ? "error" : "failure";
}

static void put_result(fc_text *out, const fc_regression_decision *judgement)
{
    const char *element = element_of(judgement->verdict), *fault = fc_reporter_fault(judgement);
    char *change = fc_reporter_change(judgement);
    char *message = fc_format("%s%s%s", fc_verdict_words(judgement->verdict), change[0] || fault ? ": " : "",
                              fault ? fault : change);
    fc_text_add(out, "      <%s", element);
    if (fc_verdict_fails(judgement->verdict)) {
        fc_quote_xml_attribute(out, "message", message);
        fc_quote_xml_attribute(out, "type", fc_verdict_words(judgement->verdict));
    }
    fc_text_add(out, ">");
    fc_quote_xml(out, message);
    for (int i = 0; i < judgement->n_causes; i++) {
        fc_place place = fc_reporter_cause_place(&judgement->cause[i]);
        fc_text cause = {0};
        fc_text_add(&cause, "\n%s:%d: ", place.file, place.line);
        fc_reporter_cause_text(&cause, judgement, &judgement->cause[i]);
        fc_quote_xml(out, cause.bytes);
        fc_text_free(&cause);
    }
    fc_text_add(out, "</%s>\n", element);
    free(message);
    free(change);
}

static void put_counts(fc_text *out, const fc_regression_decision *first, const fc_regression_decision *last)
{
    int failures = 0, errors = 0;
    for (const fc_regression_decision *at = first; at < last; at++) {
        failures += element_of(at->verdict)[0] == 'f';
        errors += element_of(at->verdict)[0] == 'e';
    }
    fc_text_add(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", (int)(last - first), failures, errors);
}

void fc_reporter_junit(fc_text *out, const fc_reporter_input *verdicts)
{
    const fc_regression_decisions *all = verdicts->judgements;
    fc_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"forecost check\"");
    put_counts(out, all->item, all->item + all->n);
    for (size_t i = 0; i < all->n;) {
        size_t end = fc_reporter_group_end(all, i);
        fc_text_add(out, "  <testsuite");
        fc_quote_xml_attribute(out, "name", fc_reporter_program(&all->item[i]));
        put_counts(out, &all->item[i], all->item + end);
        for (; i < end; i++) {
            const fc_regression_decision *judgement = &all->item[i];
            char *point = fc_reporter_point(judgement);
            fc_text_add(out, "    <testcase");
            fc_quote_xml_attribute(out, "classname", fc_reporter_program(judgement));
            fc_quote_xml_attribute(out, "name", point[0] ? point : "analysis");
            if (judgement->n_causes) {
                fc_place place = fc_reporter_cause_place(&judgement->cause[0]);
                fc_quote_xml_attribute(out, "file", place.file);
                fc_text_add(out, " line=\"%d\"", place.line);
            }
            fc_text_add(out, ">\n");
            put_result(out, judgement);
            fc_text_add(out, "    </testcase>\n");
            free(point);
        }
        fc_text_add(out, "  </testsuite>\n");
    }
    fc_text_add(out, "</testsuites>\n");
}
