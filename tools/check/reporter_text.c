/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/quote.h"
#include "tools/check/reporter.h"
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

static void put_line(fc_text *out, const fc_regression_decision *decision)
{
    char *program = visible(fc_reporter_program(decision)), *point = fc_reporter_point(decision);
    char *where = visible(point), *change = fc_reporter_change(decision);
    const char *fault = fc_reporter_fault(decision);
    fc_text_add(out, "%s%s%s  %s%s%s", program, where[0] ? "  " : "", where, change, change[0] ? "  " : "",
                fc_regression_outcome_words(decision->outcome));
    if (decision->outcome == FC_REGRESSION_SLOWER)
        fc_text_add(out, " (limit %.6g %%)", 100 * decision->limit);
    if (fault)
        fc_text_add(out, ": %s", fault);
    fc_text_add(out, "\n");
    free(program);
    free(point);
    free(where);
    free(change);
}

static void put_causes(fc_text *out, const fc_regression_decision *decision, bool prints_point)
{
    char *point = fc_reporter_point(decision), *where = visible(point);
    if (prints_point && decision->n_causes)
        fc_text_add(out, "  at %s:\n", where);
    for (int i = 0; i < decision->n_causes; i++) {
        fc_place place = fc_reporter_cause_place(&decision->cause[i]);
        fc_text_add(out, "    %s:%d: ", place.file, place.line);
        fc_reporter_cause_text(out, decision, &decision->cause[i]);
        fc_text_add(out, "\n");
    }
    free(point);
    free(where);
}

void fc_reporter_text(fc_text *out, const fc_reporter_input *input)
{
    const fc_regression_decisions *all = input->decisions;
    for (size_t i = 0; i < all->n; i = fc_reporter_group_end(all, i)) {
        /* A line for each point whose outcome is not "same"; the causes once for each program. */
        const fc_regression_decision *last = all->item + fc_reporter_group_end(all, i);
        int n_changed = 0;
        for (const fc_regression_decision *at = &all->item[i]; at < last; at++) {
            if (at->outcome != FC_REGRESSION_SAME)
                put_line(out, at);
            n_changed += at->n_causes > 0;
        }
        const fc_regression_decision *worst = fc_reporter_worst(&all->item[i], last);
        if (worst)
            put_causes(out, worst, n_changed > 1);
    }
    fc_reporter_counts(out, all);
    fc_text_add(out, "\n");
}
