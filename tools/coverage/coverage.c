/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/coverage/coverage.h"

#include "analyzer/summary/formula.h"
#include "support/path.h"
#include "tools/coverage/coverage_counters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const origins[] = {
#define ORIGIN_NAME(name, text) text,
    FC_ORIGIN_LIST(ORIGIN_NAME)
#undef ORIGIN_NAME
};

/* The inputs of the rows. */
typedef struct making {
    fc_prediction_context *context;
    const fc_prediction *prediction;
    fc_counter_query question; /* complete except for the counter */
    int *counter;              /* by item: the counter of its count; -1: none */
    fc_text *count;            /* by item: closed counts */
} making;

/* ---- closed counts ---- */

static bool has_sym(const fc_text *text)
{
    return text->length > 0;
}

/* "sum of n - k over k = 0 .. n - 1" */
static void add_sum(fc_text *out, const fc_formula_term *term, const fc_sym *times)
{
    fc_text_add(out, "%ssum of ", has_sym(out) ? " + " : "");
    fc_sym_print(out, times, FC_NOTATION_TEXT);
    for (int i = 0; i < term->n_sums; i++) {
        fc_text_add(out, " over ");
        fc_sym_print(out, term->sum[i].variable, FC_NOTATION_TEXT);
        fc_text_add(out, " = ");
        fc_sym_print(out, term->sum[i].low, FC_NOTATION_TEXT);
        fc_text_add(out, " .. ");
        fc_sym_print(out, term->sum[i].high, FC_NOTATION_TEXT);
    }
}

/* Terms of one place are added: those without sums as one expression. */
static void add_terms(fc_text *count, const fc_formula *formula, size_t n_items)
{
    fc_algebra *algebra = formula->analysis->algebra;
    const fc_sym **plain = fc_allocate(n_items, sizeof *plain);
    for (size_t i = 0; i < formula->n_terms; i++) {
        const fc_formula_term *term = &formula->term[i];
        if (term->executed)
            continue;
        size_t item = fc_coverage_item(formula->analysis, term);
        const fc_sym *times = term->iterations ? fc_sym_multiply(algebra, term->count, term->iterations) : term->count;
        if (item < n_items && term->n_sums > 0)
            add_sum(&count[item], term, times);
        else if (item < n_items)
            plain[item] = plain[item] ? fc_sym_add(algebra, plain[item], times) : times;
    }
    for (size_t i = 0; i < n_items; i++) {
        if (!plain[i])
            continue;
        fc_text_add(&count[i], "%s", has_sym(&count[i]) ? " + " : "");
        fc_sym_print(&count[i], plain[i], FC_NOTATION_TEXT);
    }
    free(plain);
}

/* By item of the cost program; empty texts if the program has no formula. */
static FC_GIVE fc_text *closed_counts(const fc_analysis *analysis)
{
    size_t n_items = analysis->n_regions + analysis->n_sites;
    fc_text *count = fc_allocate(n_items, sizeof *count);
    fc_formula *formula = NULL;
    fc_report ignored;
    if (fc_formula_create(&formula, analysis, NULL, &ignored))
        return count;
    add_terms(count, formula, n_items);
    fc_formula_free(formula);
    return count;
}

/* ---- rows ---- */

static bool is_loop(const fc_site *counter)
{
    return strcmp(counter->operation, "loop") == 0;
}

/* Counts the entries that reach a loop's bound; follows the loop's own counter. */
static bool is_of_bound(const fc_site *counter)
{
    return strcmp(counter->operation, "bound") == 0;
}

/* "31 iterations of the loop cg.c:88" */
static FC_GIVE char *counted_text(const making *m, int index, const fc_counter_value *answer)
{
    const fc_site *counter = &m->context->loaded.program->counter[index];
    fc_text text = {0};
    const char *form = is_loop(counter)               ? "%.4g iterations of the %s %s:%d"
                       : fc_counter_is_time(counter)  ? "%.4g ns a call, waiting included: its %s at %s:%d"
                       : fc_counter_is_share(counter) ? "%.3g of the %s %s:%d"
                                                      : "%.4g, the %s at %s:%d";
    fc_text_add(&text, form, answer->value, counter->operation, fc_path_name(counter->file), counter->line);
    if (answer->origin == FC_ORIGIN_PROFILED && fc_count_fits_has(m->context->counts.fits, index)) {
        fc_text_add(&text, " = ");
        fc_count_fits_print(&text, m->context->counts.fits, index);
    }
    return fc_text_take(&text);
}

/* The advice to make a counter's value more certain. */
static FC_GIVE char *advice(const making *m, int index, const fc_counter_value *answer)
{
    const fc_site *counter = &m->context->loaded.program->counter[index];
    const char *pragma = is_loop(counter) ? "trip" : "probability";
    bool can_annotate = is_loop(counter) || strcmp(counter->operation, "branch") == 0;
    if (answer->origin == FC_ORIGIN_ASSUMED && !can_annotate)
        return fc_copy_string("profile it");
    if (answer->origin == FC_ORIGIN_ASSUMED)
        return fc_format("profile it, or #pragma forecost %s(...) at %s:%d", pragma, fc_path_name(counter->file),
                         counter->line);
    if (answer->origin == FC_ORIGIN_ANNOTATED)
        return fc_copy_string("");
    if (fc_count_fits_has(m->context->counts.fits, index))
        return fc_copy_string(answer->relative_error > 0.1 ? "profile another size (profile --planned)" : "");
    return fc_copy_string(answer->relative_error > 0 ? "profile these arguments, or several sizes (profile --planned)"
                                                     : "profile other sizes to fit it (profile --planned)");
}

/* The counter's loop reached its bound in every profiled entry. */
static bool always_reached_bound(const making *m, int index, const fc_counter_value *answer)
{
    const fc_cost_program *program = m->context->loaded.program;
    fc_counter_value reached = {0};
    fc_counter_query question = m->question;
    question.counter = index + 1;
    return answer->origin == FC_ORIGIN_PROFILED && is_loop(&program->counter[index]) &&
           index + 1 < program->n_counters && is_of_bound(&program->counter[index + 1]) &&
           fc_counts_lookup(&m->context->counts, &question, &reached) && reached.value >= 1;
}

static fc_origin own_origin(const fc_cost_program *program, int item)
{
    return item < program->n_regions ? program->region_origin[item] : program->site[item - program->n_regions].origin;
}

static fc_coverage_row make_row(const making *m, const fc_prediction_place *by)
{
    const fc_cost_program *program = m->context->loaded.program;
    int counter = m->counter[by->item];
    fc_coverage_row row = {.time_s = by->time_s,
                           .share = by->time_s / m->prediction->totals.time_s,
                           .file = by->file,
                           .line = by->line,
                           .function = by->function,
                           .operation = by->operation ? by->operation : ""};
    fc_counter_value answer = {.origin = FC_ORIGIN_PROFILED};
    fc_counter_query question = m->question;
    question.counter = counter;
    if (counter >= 0 && fc_counts_lookup(&m->context->counts, &question, &answer)) {
        const fc_site *site = &program->counter[counter];
        bool is_bound = always_reached_bound(m, counter, &answer);
        row.origin = origins[answer.origin];
        row.count = is_bound ? fc_format("bound of %s:%d; no early exit profiled", fc_path_name(site->file), site->line)
                             : counted_text(m, counter, &answer);
        row.next = is_bound ? fc_copy_string("") : advice(m, counter, &answer);
        return row;
    }
    if (counter >= 0 && fc_counts_is_at_bound(&m->context->counts, counter)) {
        const fc_site *site = &program->counter[counter];
        row.origin = origins[FC_ORIGIN_ASSUMED];
        row.count = fc_format("bound of %s:%d, which may end earlier", fc_path_name(site->file), site->line);
        row.next = fc_copy_string("profile it");
        return row;
    }
    row.origin = origins[own_origin(program, by->item)];
    row.count = fc_copy_string(has_sym(&m->count[by->item]) ? m->count[by->item].bytes : "");
    row.next = fc_copy_string("");
    return row;
}

/* The unknown counts on this number of ranks. */
static void list_unknown(fc_coverage *out, int ranks)
{
    fc_prediction_context *context = out->context;
    const fc_cost_program *program = context->loaded.program;
    out->row = fc_allocate((size_t)program->n_counters, sizeof *out->row);
    for (int i = 0; i < program->n_counters; i++) {
        const fc_site *counter = &program->counter[i];
        const char *why = context->analysis->counter[i].why;
        fc_counter_query question = {.counter = i, .ranks = ranks};
        fc_counter_value answer = {.origin = FC_ORIGIN_PROFILED};
        if (is_of_bound(counter) || fc_counts_is_at_bound(&context->counts, i) ||
            fc_counts_lookup(&context->counts, &question, &answer))
            continue;
        out->row[out->n_rows++] = (fc_coverage_row){
            .time_s = NAN,
            .share = NAN,
            .origin = "unknown",
            .count = fc_copy_string(why ? why : ""),
            .file = counter->file,
            .line = counter->line,
            .function = counter->function,
            .operation = counter->operation,
            .next = fc_format("forecost profile, or --assume %s:%d=VALUE", fc_path_name(counter->file), counter->line)};
    }
}

static void take_prediction(fc_coverage *out, const fc_prediction *prediction)
{
    fc_prediction_context *context = out->context;
    const fc_analysis *analysis = context->analysis;
    making m = {.context = context,
                .prediction = prediction,
                .question = {.rank = prediction->slowest_rank,
                             .ranks = prediction->ranks,
                             .parameter = prediction->parameter,
                             .n_parameters = context->loaded.program->n_parameters},
                .counter = fc_coverage_counters(analysis),
                .count = closed_counts(analysis)};
    out->row = fc_allocate((size_t)m.prediction->n_by, sizeof *out->row);
    for (int i = 0; i < m.prediction->n_by; i++)
        if (m.prediction->by[i].time_s > 0)
            out->row[out->n_rows++] = make_row(&m, &m.prediction->by[i]);
    out->is_complete = true;
    out->time_s = prediction->totals.time_s;
    memcpy(out->origin, prediction->totals.origin, sizeof out->origin);
    for (size_t i = 0; i < analysis->n_regions + analysis->n_sites; i++)
        fc_text_free(&m.count[i]);
    free(m.count);
    free(m.counter);
}

fc_status fc_coverage_create(fc_coverage *out, fc_prediction_context *context, const fc_sweep *sweep,
                             const fc_arguments *arguments, fc_report *report)
{
    fc_coverage made = {.model = context->model, .context = context, .ranks = fc_sweep_ranks(sweep, 0)};
    fc_prediction *prediction = NULL;
    fc_status status = FC_OK;
    list_unknown(&made, made.ranks);
    if (made.n_rows == 0) {
        free(made.row);
        made.row = NULL;
        status = fc_prediction_context_predict(&prediction, context, sweep, arguments, report);
        if (!status)
            take_prediction(&made, prediction);
    }
    if (prediction)
        fc_evaluate_free(prediction, sweep->n_points);
    if (!status)
        *out = made;
    return status;
}

void fc_coverage_free(fc_coverage *coverage)
{
    for (size_t i = 0; i < coverage->n_rows; i++) {
        free(coverage->row[i].count);
        free(coverage->row[i].next);
    }
    free(coverage->row);
    *coverage = (fc_coverage){0};
}
