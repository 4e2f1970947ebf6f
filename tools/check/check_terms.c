/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/check_terms.h"

#include "analyzer/emit/formula/formula.h"
#include "tools/check/source_fingerprints.h"
#include "tools/prediction/prediction_context.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *operation_of(const char *operation)
{
    return operation ? operation : "compute";
}

static bool is_of(const fc_baseline_term *term, const fc_prediction_place *by)
{
    return term->line == by->line && strcmp(term->function, by->function) == 0 && strcmp(term->file, by->file) == 0 &&
           strcmp(term->operation, operation_of(by->operation)) == 0;
}

static fc_baseline_term *find_term(fc_baseline_program *out, const fc_prediction_place *by)
{
    for (size_t i = 0; i < out->n_terms; i++)
        if (is_of(&out->term[i], by))
            return &out->term[i];
    fc_baseline_term *term = fc_baseline_add_term(out);
    term->function = fc_copy_string(by->function);
    term->operation = fc_copy_string(operation_of(by->operation));
    term->file = fc_copy_string(by->file);
    term->line = by->line;
    return term;
}

static int compare_terms(const void *a, const void *b)
{
    const fc_baseline_term *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    if (!order)
        order = (x->line > y->line) - (x->line < y->line);
    if (!order)
        order = strcmp(x->operation, y->operation);
    return order ? order : strcmp(x->function, y->function);
}

/* ---- formulas ---- */

typedef struct formulas {
    fc_formula *formula;
    fc_formula_entry *entry;
    size_t n;
} formulas;

static bool is_entry_of(const fc_formula_entry *entry, const fc_baseline_term *term)
{
    return entry->place.line == term->line && entry->place.file && strcmp(entry->place.file, term->file) == 0 &&
           strcmp(entry->function, term->function) == 0 && strcmp(operation_of(entry->operation), term->operation) == 0;
}

static FC_GIVE char *formula_of(const formulas *all, const fc_baseline_term *term)
{
    enum {
        MOST_LENGTH = 160
    };
    fc_text text = {0};
    for (size_t i = 0; i < all->n; i++)
        if (is_entry_of(&all->entry[i], term))
            fc_text_add(&text, "%s%s", text.length ? " + " : "", all->entry[i].text);
    if (text.length > MOST_LENGTH) {
        text.length = MOST_LENGTH;
        fc_text_add(&text, "...");
    }
    return fc_text_take(&text);
}

/* ---- terms ---- */

/* Makes a path below the current folder relative to it, so that baselines do not depend on the folder's place. */
static void shorten(char **path, const char *folder)
{
    size_t length = strlen(folder);
    if (!*path || strncmp(*path, folder, length) != 0 || (*path)[length] != '/')
        return;
    char *within = fc_copy_string(*path + length + 1);
    free(*path);
    *path = within;
}

static void shorten_all(fc_baseline_term *term)
{
    char *folder = getcwd(NULL, 0);
    if (!folder)
        return;
    shorten(&term->file, folder);
    for (size_t i = 0; i < term->n_within; i++)
        shorten(&term->within[i].file, folder);
    free(folder);
}

void fc_check_terms_add(fc_baseline_program *out, const fc_prediction_context *context,
                        const fc_prediction *const *prediction)
{
    fc_source_fingerprints *statements = fc_source_fingerprints_create(context->program);
    /* Empty if the program has no formula in closed form. */
    formulas all = {0};
    fc_report ignored;
    const fc_formula_nodes nodes = fc_prediction_context_nodes(context);
    if (!fc_formula_create(&all.formula, context->analysis, &nodes, &ignored))
        fc_formula_list(&all.entry, &all.n, all.formula, &ignored);
    for (size_t i = 0; i < out->n_points; i++)
        if (prediction[i])
            for (int k = 0; k < prediction[i]->n_by; k++) {
                const fc_prediction_place *by = &prediction[i]->by[k];
                fc_baseline_cost *cost = &find_term(out, by)->cost[i];
                cost->of[FC_MEASURE_TIME] += by->time_s;
                cost->of[FC_MEASURE_MESSAGES] += by->messages;
                cost->of[FC_MEASURE_BYTES] += by->bytes;
            }
    for (size_t i = 0; i < out->n_terms; i++) {
        fc_source_fingerprints_describe(&out->term[i], statements);
        out->term[i].formula = formula_of(&all, &out->term[i]);
        shorten_all(&out->term[i]);
    }
    if (out->n_terms)
        qsort(out->term, out->n_terms, sizeof *out->term, compare_terms);
    fc_formula_list_free(all.entry, all.n);
    fc_formula_free(all.formula);
    fc_source_fingerprints_free(statements);
}
