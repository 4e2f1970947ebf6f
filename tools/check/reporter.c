/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/reporter.h"

#include "tools/output/table.h"

#include <math.h>
#include <string.h>

const char *fc_reporter_program(const fc_regression_decision *decision)
{
    return decision->after ? decision->after->name : decision->before->name;
}

char *fc_reporter_point(const fc_regression_decision *decision)
{
    const fc_baseline_point *point = decision->is ? decision->is : decision->was;
    return point ? fc_baseline_label(point) : fc_copy_string("");
}

const char *fc_reporter_fault(const fc_regression_decision *decision)
{
    if (decision->is)
        return decision->is->fault;
    return decision->after && decision->outcome != FC_REGRESSION_GONE ? decision->after->fault : NULL;
}

static void put_value(fc_text *out, fc_measure measure, double value)
{
    if (measure == FC_MEASURE_TIME)
        fc_table_seconds(out, value, 4);
    else
        fc_text_add(out, "%.15g %s", value, fc_measure_word(measure));
}

double fc_reporter_ratio(const fc_regression_decision *decision)
{
    return decision->is->cost.of[decision->measure] / decision->was->cost.of[decision->measure];
}

char *fc_reporter_change(const fc_regression_decision *decision)
{
    fc_text text = {0};
    bool differs = decision->outcome == FC_REGRESSION_SLOWER || decision->outcome == FC_REGRESSION_FASTER;
    const fc_baseline_point *one = decision->is ? decision->is : decision->was;
    if (differs) {
        put_value(&text, decision->measure, decision->was->cost.of[decision->measure]);
        fc_text_add(&text, " -> ");
        put_value(&text, decision->measure, decision->is->cost.of[decision->measure]);
        fc_text_add(&text, ", ");
        double ratio = fc_reporter_ratio(decision);
        double percent = 100 * (ratio - 1);
        if (!isfinite(ratio))
            fc_text_add(&text, "from nothing");
        else if (ratio >= 10)
            fc_text_add(&text, "%.3g times", ratio);
        else
            fc_text_add(&text, fabs(percent) < 10 ? "%+.1f %%" : "%+.0f %%", percent);
    } else if (one && !one->fault) {
        put_value(&text, FC_MEASURE_TIME, one->cost.of[FC_MEASURE_TIME]);
    }
    return fc_text_take(&text);
}

/* The worse of two decisions with causes: slower before faster, time before messages before bytes, then the larger
 * change, else b. */
static const fc_regression_decision *worse(const fc_regression_decision *a, const fc_regression_decision *b)
{
    if (!a || a->outcome != b->outcome)
        return !a || b->outcome == FC_REGRESSION_SLOWER ? b : a;
    if (a->measure != b->measure)
        return b->measure < a->measure ? b : a;
    double more = fc_reporter_ratio(b) - fc_reporter_ratio(a);
    return (b->outcome == FC_REGRESSION_SLOWER ? more : -more) < 0 ? a : b;
}

const fc_regression_decision *fc_reporter_worst(const fc_regression_decision *first, const fc_regression_decision *last)
{
    const fc_regression_decision *worst = NULL;
    for (const fc_regression_decision *at = first; at < last; at++)
        if (at->n_causes)
            worst = worse(worst, at);
    return worst;
}

size_t fc_reporter_group_end(const fc_regression_decisions *decisions, size_t first)
{
    size_t end = first + 1;
    while (end < decisions->n &&
           strcmp(fc_reporter_program(&decisions->item[end]), fc_reporter_program(&decisions->item[first])) == 0)
        end++;
    return end;
}

/* ---- causes ---- */

fc_place fc_reporter_cause_place(const fc_regression_cause *cause)
{
    const fc_baseline_term *term = fc_regression_cause_term(cause);
    if (cause->changed && cause->changed->file)
        return (fc_place){cause->changed->file, cause->changed->line, 0};
    return (fc_place){term->file, term->line, 0};
}

void fc_reporter_cause_text(fc_text *out, const fc_regression_decision *decision, const fc_regression_cause *cause)
{
    const fc_baseline_term *term = fc_regression_cause_term(cause);
    bool computes = strcmp(term->operation, "compute") == 0;
    const char *kind = cause->before ? cause->after ? cause->is > cause->was ? "more" : "less" : "gone" : "new";
    fc_text_add(out, "%s: %s in %s", kind, computes ? "computation" : term->operation, term->function);
    if (cause->changed)
        fc_text_add(out, ", line %d, now inside: %s", term->line, cause->changed->text);
    fc_text_add(out, ": ");
    put_value(out, decision->measure, cause->was);
    fc_text_add(out, " -> ");
    put_value(out, decision->measure, cause->is);
    const char *was = cause->before ? cause->before->formula : "", *is = cause->after ? cause->after->formula : "";
    if (was[0] && is[0] && strcmp(was, is) != 0)
        fc_text_add(out, "; %s, was %s", is, was);
    else if (was[0] || is[0])
        fc_text_add(out, "; %s", is[0] ? is : was);
}

/* ---- summary ---- */

void fc_reporter_counts(fc_text *out, const fc_regression_decisions *decisions)
{
    for (int v = 0; v < FC_N_REGRESSION_OUTCOMES; v++)
        fc_text_add(out, "%s%zu %s", v ? ", " : "", decisions->count[v],
                    fc_regression_outcome_words((fc_regression_outcome)v));
}
