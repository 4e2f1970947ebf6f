/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/support/quote.h"
#include "tools/check/verdicts.h"
#include "tools/output/table.h"

#include <ctype.h>
#include <stdlib.h>

/* Text on one line: line ends and control characters are shown as escapes. */
static FC_GIVE char *visible(const char *text)
{
    fc_text out = {0}, utf8 = {0};
    fc_quote_utf8(&utf8, text);
    for (const char *at = utf8.bytes ? utf8.bytes : ""; *at; at++)
        if (*at == '\n')
            fc_text_add(&out, "\\n");
        else if (iscntrl((unsigned char)*at))
            fc_text_add(&out, "\\x%02x", *at);
        else
            fc_text_append(&out, at, 1);
    fc_text_free(&utf8);
    return fc_text_take(&out);
}

static void put_line(fc_text *out, const fc_judgement *judgement)
{
    char *program = visible(fc_verdict_program(judgement)), *point = fc_verdict_point(judgement);
    char *where = visible(point), *change = fc_verdict_change(judgement);
    const char *fault = fc_verdict_fault(judgement);
    fc_text_add(out, "%s%s%s  %s%s%s", program, where[0] ? "  " : "", where, change, change[0] ? "  " : "",
                fc_verdict_words(judgement->verdict));
    if (judgement->verdict == FC_VERDICT_SLOWER)
        fc_text_add(out, " (limit %.6g %%)", 100 * judgement->limit);
    if (fault)
        fc_text_add(out, ": %s", fault);
    fc_text_add(out, "\n");
    free(program);
    free(point);
    free(where);
    free(change);
}

static void put_causes(fc_text *out, const fc_judgement *judgement, bool prints_point)
{
    char *point = fc_verdict_point(judgement), *where = visible(point);
    if (prints_point && judgement->n_causes)
        fc_text_add(out, "  at %s:\n", where);
    for (int i = 0; i < judgement->n_causes; i++) {
        fc_place place = fc_cause_place(&judgement->cause[i]);
        fc_text_add(out, "    %s:%d: ", place.file, place.line);
        fc_cause_text(out, judgement, &judgement->cause[i]);
        fc_text_add(out, "\n");
    }
    free(point);
    free(where);
}

/* A line for each point whose verdict is not "same"; the causes once for each program. */
static void put_program(fc_text *out, const fc_judgement *first, const fc_judgement *last)
{
    int n_changed = 0;
    for (const fc_judgement *at = first; at < last; at++) {
        if (at->verdict != FC_VERDICT_SAME)
            put_line(out, at);
        n_changed += at->n_causes > 0;
    }
    const fc_judgement *worst = fc_verdict_worst(first, last);
    if (worst)
        put_causes(out, worst, n_changed > 1);
}

void fc_verdicts_text(fc_text *out, const fc_verdicts *verdicts)
{
    const fc_judgements *all = verdicts->judgements;
    for (size_t i = 0; i < all->n; i = fc_verdict_group(all, i))
        put_program(out, &all->item[i], all->item + fc_verdict_group(all, i));
    fc_verdicts_sums(out, all);
    fc_text_add(out, "\n");
}
