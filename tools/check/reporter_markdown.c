/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/quote.h"
#include "tools/check/reporter.h"
#include "tools/output/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* As code, in which @names and #numbers do not become links. */
static void put_code(fc_text *out, const char *text)
{
    fc_text_add(out, "<code>");
    fc_quote_markdown(out, text);
    fc_text_add(out, "</code>");
}

static void put_row(fc_text *out, const fc_regression_decision *decision)
{
    char *point = fc_reporter_point(decision), *change = fc_reporter_change(decision);
    const char *fault = fc_reporter_fault(decision);
    bool fails = fc_regression_outcome_fails(decision->outcome);
    fc_text_add(out, "| ");
    put_code(out, fc_reporter_program(decision));
    fc_text_add(out, " | ");
    fc_quote_markdown(out, point);
    fc_text_add(out, " | ");
    fc_quote_markdown(out, fault ? fault : change);
    fc_text_add(out, fails ? " | **%s** |\n" : " | %s |\n", fc_regression_outcome_words(decision->outcome));
    free(point);
    free(change);
}

static void put_causes(fc_text *out, const fc_regression_decision *decision)
{
    char *point = fc_reporter_point(decision);
    fc_text_add(out, "\nWhy ");
    put_code(out, fc_reporter_program(decision));
    fc_text_add(out, " is %s at ", fc_regression_outcome_words(decision->outcome));
    fc_quote_markdown(out, point);
    fc_text_add(out, ":\n\n");
    for (int i = 0; i < decision->n_causes; i++) {
        fc_place place = fc_reporter_cause_place(&decision->cause[i]);
        fc_text cause = {0};
        char *where = fc_format("%s:%d", place.file, place.line);
        fc_reporter_cause_text(&cause, decision, &decision->cause[i]);
        fc_text_add(out, "- ");
        put_code(out, where);
        fc_text_add(out, " ");
        fc_quote_markdown(out, cause.bytes);
        fc_text_add(out, "\n");
        free(where);
        fc_text_free(&cause);
    }
    free(point);
}

void fc_reporter_markdown(fc_text *out, const fc_reporter_input *input)
{
    const fc_regression_decisions *all = input->decisions;
    fc_text_add(out, "### Predicted scalability: %s\n\n",
                fc_regression_decisions_fail(all) ? "check failed" : "check passed");
    fc_reporter_counts(out, all);
    fc_text_add(out, ".\n");
    if (all->count[FC_REGRESSION_SAME] < all->n)
        fc_text_add(out, "\n| program | point | predicted | verdict |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < all->n; i++)
        if (all->item[i].outcome != FC_REGRESSION_SAME)
            put_row(out, &all->item[i]);
    for (size_t i = 0; i < all->n; i = fc_reporter_group_end(all, i)) {
        const fc_regression_decision *worst =
            fc_reporter_worst(&all->item[i], all->item + fc_reporter_group_end(all, i));
        if (worst)
            put_causes(out, worst);
    }
}
