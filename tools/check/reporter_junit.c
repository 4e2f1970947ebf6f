/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/quote.h"
#include "tools/check/reporter.h"
#include "tools/output/table.h"

#include <stdlib.h>

/* "failure": the point became worse; "error": it cannot be compared. */
static const char *element_of(fc_regression_outcome outcome)
{
    if (!fc_regression_outcome_fails(outcome))
        return "system-out";
    return outcome == FC_REGRESSION_FAILED || outcome == FC_REGRESSION_UNMEASURED ? "error" : "failure";
}

static void put_result(fc_text *out, const fc_regression_decision *decision)
{
    const char *element = element_of(decision->outcome), *fault = fc_reporter_fault(decision);
    char *change = fc_reporter_change(decision);
    char *message = fc_format("%s%s%s", fc_regression_outcome_words(decision->outcome), change[0] || fault ? ": " : "",
                              fault ? fault : change);
    fc_text_add(out, "      <%s", element);
    if (fc_regression_outcome_fails(decision->outcome)) {
        fc_quote_xml_attribute(out, "message", message);
        fc_quote_xml_attribute(out, "type", fc_regression_outcome_words(decision->outcome));
    }
    fc_text_add(out, ">");
    fc_quote_xml(out, message);
    for (int i = 0; i < decision->n_causes; i++) {
        fc_place place = fc_reporter_cause_place(&decision->cause[i]);
        fc_text cause = {0};
        fc_text_add(&cause, "\n%s:%d: ", place.file, place.line);
        fc_reporter_cause_text(&cause, decision, &decision->cause[i]);
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
        failures += element_of(at->outcome)[0] == 'f';
        errors += element_of(at->outcome)[0] == 'e';
    }
    fc_text_add(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", (int)(last - first), failures, errors);
}

void fc_reporter_junit(fc_text *out, const fc_reporter_input *input)
{
    const fc_regression_decisions *all = input->decisions;
    fc_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"forecost check\"");
    put_counts(out, all->item, all->item + all->n);
    for (size_t i = 0; i < all->n;) {
        size_t end = fc_reporter_group_end(all, i);
        fc_text_add(out, "  <testsuite");
        fc_quote_xml_attribute(out, "name", fc_reporter_program(&all->item[i]));
        put_counts(out, &all->item[i], all->item + end);
        for (; i < end; i++) {
            const fc_regression_decision *decision = &all->item[i];
            char *point = fc_reporter_point(decision);
            fc_text_add(out, "    <testcase");
            fc_quote_xml_attribute(out, "classname", fc_reporter_program(decision));
            fc_quote_xml_attribute(out, "name", point[0] ? point : "analysis");
            if (decision->n_causes) {
                fc_place place = fc_reporter_cause_place(&decision->cause[0]);
                fc_quote_xml_attribute(out, "file", place.file);
                fc_text_add(out, " line=\"%d\"", place.line);
            }
            fc_text_add(out, ">\n");
            put_result(out, decision);
            fc_text_add(out, "    </testcase>\n");
            free(point);
        }
        fc_text_add(out, "  </testsuite>\n");
    }
    fc_text_add(out, "</testsuites>\n");
}
