/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/support/quote.h"
#include "tools/check/verdicts.h"
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

static void put_row(fc_text *out, const fc_judgement *judgement)
{
    char *point = fc_verdict_point(judgement), *change = fc_verdict_change(judgement);
    const char *fault = fc_verdict_fault(judgement);
    bool fails = fc_verdict_fails(judgement->verdict);
    fc_text_add(out, "| ");
    put_code(out, fc_verdict_program(judgement));
    fc_text_add(out, " | ");
    fc_quote_markdown(out, point);
    fc_text_add(out, " | ");
    fc_quote_markdown(out, fault ? fault : change);
    fc_text_add(out, fails ? " | **%s** |\n" : " | %s |\n", fc_verdict_words(judgement->verdict));
    free(point);
    free(change);
}

static void put_causes(fc_text *out, const fc_judgement *judgement)
{
    char *point = fc_verdict_point(judgement);
    fc_text_add(out, "\nWhy ");
    put_code(out, fc_verdict_program(judgement));
    fc_text_add(out, " is %s at ", fc_verdict_words(judgement->verdict));
    fc_quote_markdown(out, point);
    fc_text_add(out, ":\n\n");
    for (int i = 0; i < judgement->n_causes; i++) {
        fc_place place = fc_cause_place(&judgement->cause[i]);
        fc_text cause = {0};
        char *where = fc_format("%s:%d", place.file, place.line);
        fc_cause_text(&cause, judgement, &judgement->cause[i]);
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

void fc_verdicts_markdown(fc_text *out, const fc_verdicts *verdicts)
{
    const fc_judgements *all = verdicts->judgements;
    fc_text_add(out, "### Predicted scalability: %s\n\n", fc_judgements_fail(all) ? "check failed" : "check passed");
    fc_verdicts_sums(out, all);
    fc_text_add(out, ".\n");
    if (all->count[FC_VERDICT_SAME] < all->n)
        fc_text_add(out, "\n| program | point | predicted | verdict |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < all->n; i++)
        if (all->item[i].verdict != FC_VERDICT_SAME)
            put_row(out, &all->item[i]);
    for (size_t i = 0; i < all->n; i = fc_verdict_group(all, i)) {
        const fc_judgement *worst = fc_verdict_worst(&all->item[i], all->item + fc_verdict_group(all, i));
        if (worst)
            put_causes(out, worst);
    }
}
