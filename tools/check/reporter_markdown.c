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

static void put_row(fc_text *out, const fc_regression_decision *judgement)
{
    char *point = fc_reporter_point(judgement), *change = fc_reporter_change(judgement);
    const char *fault = fc_reporter_fault(judgement);
    bool fails = fc_verdict_fails(judgement->verdict);
    fc_text_add(out, "| ");
    put_code(out, fc_reporter_program(judgement));
    fc_text_add(out, " | ");
    fc_quote_markdown(out, point);
    fc_text_add(out, " | ");
    fc_quote_markdown(out, fault ? fault : change);
    fc_text_add(out, fails ? " | **%s** |\n" : " | %s |\n", fc_verdict_words(judgement->verdict));
    free(point);
    free(change);
}

static void put_causes(fc_text *out, const fc_regression_decision *judgement)
{
    char *point = fc_reporter_point(judgement);
    fc_text_add(out, "\nWhy ");
    put_code(out, fc_reporter_program(judgement));
    fc_text_add(out, " is %s at ", fc_verdict_words(judgement->verdict));
    fc_quote_markdown(out, point);
    fc_text_add(out, ":\n\n");
    for (int i = 0; i < judgement->n_causes; i++) {
        fc_place place = fc_reporter_cause_place(&judgement->cause[i]);
        fc_text cause = {0};
        char *where = fc_format("%s:%d", place.file, place.line);
        fc_reporter_cause_text(&cause, judgement, &judgement->cause[i]);
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

void fc_reporter_markdown(fc_text *out, const fc_reporter_input *verdicts)
{
    const fc_regression_decisions *all = verdicts->judgements;
    fc_text_add(out, "### Predicted scalability: %s\n\n",
                fc_regression_decisions_fail(all) ? "check failed" : "check passed");
    fc_reporter_counts(out, all);
    fc_text_add(out, ".\n");
    if (all->count[FC_VERDICT_SAME] < all->n)
        fc_text_add(out, "\n| program | point | predicted | verdict |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < all->n; i++)
        if (all->item[i].verdict != FC_VERDICT_SAME)
            put_row(out, &all->item[i]);
    for (size_t i = 0; i < all->n; i = fc_reporter_group_end(all, i)) {
        const fc_regression_decision *worst =
            fc_reporter_worst(&all->item[i], all->item + fc_reporter_group_end(all, i));
        if (worst)
            put_causes(out, worst);
    }
}
