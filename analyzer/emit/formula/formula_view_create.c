/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares a formula for a notation: copies the terms and substitutes variables by ones with valid, distinct names. */
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/emit/formula/formula_view.h"

#include "support/messages/analysis.h"
#include "support/path.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A variable and its replacement in printed expressions. */
typedef struct renaming {
    const fc_sym *variable, *printed;
} renaming;

typedef struct namer {
    fc_formula_view *view;
    const fc_formula_term *term; /* the term whose variables are being named */
    renaming *list;
    size_t n, capacity;
    char **taken; /* names in use */
    size_t n_taken, taken_capacity;
    const fc_sym *unknown; /* the first variable that is not a parameter, and its term */
    const fc_formula_term *unknown_at;
    bool counts; /* a counter was found */
} namer;

/* ---- names ---- */

static bool is_program(const namer *n)
{
    return fc_formula_is_program(n->view->notation);
}

/* True for reserved words of C, Python, JavaScript and of the surrounding printed code. */
static bool is_word(const char *name)
{
    static const char *const words[] = {
        "False",   "None",      "T",          "True",       "abs",       "and",    "argv",    "as",         "assert",
        "async",   "await",     "auto",       "break",      "case",      "char",   "class",   "const",      "continue",
        "def",     "default",   "del",        "do",         "double",    "elif",   "else",    "enum",       "except",
        "extern",  "finally",   "float",      "floor",      "for",       "from",   "global",  "goto",       "if",
        "import",  "in",        "inline",     "int",        "is",        "lambda", "log2",    "long",       "main",
        "math",    "max",       "min",        "nonlocal",   "not",       "or",     "pass",    "pow",        "print",
        "raise",   "range",     "register",   "repr",       "restrict",  "return", "short",   "signed",     "sizeof",
        "static",  "struct",    "sum",        "switch",     "sys",       "try",    "typedef", "union",      "Infinity",
        "Math",    "NaN",       "arguments",  "catch",      "debugger",  "delete", "eval",    "export",     "extends",
        "false",   "function",  "implements", "instanceof", "interface", "let",    "new",     "null",       "package",
        "private", "protected", "public",     "super",      "this",      "throw",  "true",    "typeof",     "undefined",
        "var",     "unsigned",  "void",       "volatile",   "while",     "with",   "yield",   "dims_create"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return strncmp(name, "fc_", 3) == 0 || strncmp(name, "FC_", 3) == 0 || strncmp(name, "__", 2) == 0;
}

static bool is_taken(const namer *n, const char *name)
{
    for (size_t i = 0; i < n->n_taken; i++)
        if (strcmp(n->taken[i], name) == 0)
            return true;
    return is_program(n) && is_word(name);
}

static const char *take(namer *n, const char *name)
{
    n->taken = fc_grow(n->taken, &n->taken_capacity, n->n_taken + 1, sizeof *n->taken);
    return n->taken[n->n_taken++] = fc_copy_string(name);
}

/* The name, made unique by a number; in a program also made an identifier. */
static const char *name_like(namer *n, const char *wanted)
{
    fc_text name = {0};
    if (is_program(n) && isdigit((unsigned char)wanted[0]))
        fc_text_add(&name, "_");
    for (const char *c = wanted; *c; c++)
        fc_text_append(&name, !is_program(n) || isalnum((unsigned char)*c) ? c : "_", 1);
    size_t length = name.length;
    for (int i = 2; is_taken(n, name.bytes); i++) {
        name.length = length;
        fc_text_add(&name, "_%d", i);
    }
    const char *given = take(n, name.bytes);
    fc_text_free(&name);
    return given;
}

static void name_parameters(namer *n)
{
    const fc_formula *formula = n->view->formula;
    take(n, "p");
    take(n, "rank");
    n->view->parameter = fc_allocate(formula->n_parameters, sizeof *n->view->parameter);
    for (size_t i = 0; i < formula->n_parameters; i++)
        n->view->parameter[i] = fc_copy_string(name_like(n, fc_formula_key(formula->parameter[i])));
}

/* ---- variables ---- */

static const char *name_counter(namer *n, int counter)
{
    fc_formula_view *view = n->view;
    const fc_analysis *analysis = view->formula->analysis;
    fc_place place = fc_program_place(analysis->program, analysis->counter[counter].node->span);
    const char *file = fc_path_name(place.file);
    const char *word = fc_cost_counts_wording(&analysis->counter[counter]).word;
    char *wanted = fc_format(is_program(n) ? "%s_%s_%d" : "%s(%s:%d)", word, file, place.line);
    view->counter = fc_grow(view->counter, &view->counter_capacity, view->n_counters + 1, sizeof *view->counter);
    fc_formula_counter *known = &view->counter[view->n_counters++];
    known->counter = counter;
    known->name = fc_copy_string(name_like(n, wanted));
    known->value = view->options->counter ? view->options->counter[counter] : NAN;
    free(wanted);
    return known->name;
}

static bool is_counter(const namer *n, const char *key, int *counter)
{
    char *end;
    if (key[0] != 'c' || !isdigit((unsigned char)key[1]))
        return false;
    long number = strtol(key + 1, &end, 10);
    *counter = (int)number;
    return *end == '\0' && number >= 0 && (size_t)number < n->view->formula->analysis->n_counters;
}

static bool is_summed(const namer *n, const fc_sym *variable)
{
    for (int i = 0; i < n->term->n_sums; i++)
        if (n->term->sum[i].variable == variable)
            return true;
    return false;
}

/* The printed name; NULL: not a parameter, counter or index of a sum. */
static const char *name_of(namer *n, const fc_sym *variable)
{
    const fc_formula *formula = n->view->formula;
    const char *key = fc_sym_key(variable);
    int counter;
    if (strcmp(key, "p") == 0 || strcmp(key, "rank") == 0)
        return key;
    for (size_t i = 0; i < formula->n_parameters; i++)
        if (strcmp(fc_formula_key(formula->parameter[i]), key) == 0)
            return n->view->parameter[i];
    if (is_summed(n, variable)) {
        fc_text label = {0};
        fc_sym_print(&label, variable, FC_NOTATION_TEXT);
        const char *name = name_like(n, label.bytes);
        fc_text_free(&label);
        return name;
    }
    return is_counter(n, key, &counter) ? name_counter(n, counter) : NULL;
}

/* The index of the parameter; n_parameters: the variable is none. */
static size_t parameter_of(const namer *n, const fc_sym *variable)
{
    const fc_formula *formula = n->view->formula;
    size_t i = 0;
    while (i < formula->n_parameters && strcmp(fc_formula_key(formula->parameter[i]), fc_sym_key(variable)) != 0)
        i++;
    return i;
}

/* A variable with the printed name; one of its own where only values >= 1 are printed. */
static const fc_sym *printed_variable(const namer *n, const fc_sym *variable, const char *name)
{
    const fc_formula_view *view = n->view;
    fc_algebra *algebra = view->formula->analysis->algebra;
    size_t parameter = parameter_of(n, variable);
    bool positive = parameter < view->formula->n_parameters && view->is_positive[parameter];
    int facts = fc_sym_proves_nonnegative(algebra, variable) ? FC_FACT_NONNEGATIVE : 0;
    fc_text label = {0};
    fc_sym_print(&label, variable, FC_NOTATION_TEXT);
    if (positive || strcmp(label.bytes, name) != 0 || view->notation == FC_NOTATION_C) {
        char *key = fc_format(positive ? "printed %s >= 1" : "printed %s", name);
        variable = fc_sym_variable(algebra, key, name, name, positive ? FC_FACT_POSITIVE : facts);
        free(key);
    }
    fc_text_free(&label);
    return variable;
}

static double value_of(const namer *n, const fc_sym *variable)
{
    const fc_formula_point *point = n->view->options->point;
    const char *key = fc_sym_key(variable);
    size_t parameter = parameter_of(n, variable);
    int counter;
    if (parameter < n->view->formula->n_parameters)
        return point ? point->parameter[parameter] : NAN;
    if (strcmp(key, "p") == 0 || strcmp(key, "rank") == 0)
        return !point ? NAN : key[0] == 'p' ? point->ranks : point->rank >= 0 ? point->rank : NAN;
    return is_counter(n, key, &counter) && n->view->options->counter ? n->view->options->counter[counter] : NAN;
}

static void add_variable(fc_formula_view *view, const fc_sym *printed, double value)
{
    view->variable = fc_grow(view->variable, &view->variable_capacity, view->n_variables + 1, sizeof *view->variable);
    view->variable[view->n_variables++] = (fc_formula_variable){printed, value};
}

static void rename_variable(void *data, const fc_sym *variable)
{
    namer *n = data;
    for (size_t i = 0; i < n->n; i++)
        if (n->list[i].variable == variable)
            return;
    const char *name = name_of(n, variable);
    if (!name) {
        n->unknown_at = n->unknown ? n->unknown_at : n->term;
        n->unknown = n->unknown ? n->unknown : variable;
        return;
    }
    const fc_sym *printed = printed_variable(n, variable, name);
    n->list = fc_grow(n->list, &n->capacity, n->n + 1, sizeof *n->list);
    n->list[n->n++] = (renaming){variable, printed};
    if (!is_summed(n, variable))
        add_variable(n->view, printed, value_of(n, variable));
}

static void find_variables(void *data, const fc_sym **part)
{
    fc_sym_variables(*part, rename_variable, data);
}

static void replace_variables(void *data, const fc_sym **part)
{
    const namer *n = data;
    fc_algebra *algebra = n->view->formula->analysis->algebra;
    for (size_t i = 0; i < n->n; i++)
        if (n->list[i].printed != n->list[i].variable && fc_sym_depends(*part, n->list[i].variable))
            *part = fc_sym_substitute(algebra, *part, n->list[i].variable, n->list[i].printed);
}

/* What the fits are functions of, and the seconds of the parts that they replace. */
static void name_fit_variables(namer *n)
{
    fc_formula_view *view = n->view;
    const fc_formula_fits *fits = view->options->is_fitted ? view->options->fits : NULL;
    fc_algebra *algebra = view->formula->analysis->algebra;
    for (int v = 0; fits && v < fits->n_variables; v++) {
        long parameter = fits->variable[v].parameter;
        const char *key = parameter >= 0 ? fc_formula_key(view->formula->parameter[parameter]) : "p";
        if (parameter != FC_FIT_BY_ARGUMENT)
            rename_variable(n, fc_sym_variable(algebra, key, key, NULL, FC_FACT_NONNEGATIVE));
    }
    for (size_t i = 0; i < view->n_terms; i++) {
        const fc_sym *part = fc_formula_part_variable(view, &view->term[i]);
        if (part)
            add_variable(view, part, fc_formula_executed_seconds(view->formula, &view->term[i], view->options));
    }
}

static fc_status name_variables(namer *n, fc_report *report)
{
    fc_formula_view *view = n->view;
    for (size_t i = 0; i < view->n_terms; i++) {
        n->term = &view->formula->term[i];
        fc_formula_parts(&view->term[i], find_variables, n);
    }
    if (n->unknown) {
        fc_text label = {0};
        fc_sym_print(&label, n->unknown, FC_NOTATION_TEXT);
        fc_fail(report, FC_E_INPUT, fc_program_place(view->formula->analysis->program, n->unknown_at->node->span),
                "`forecost predict` still evaluates the program; `forecost emit` prints it as C.",
                FC_MSG_NO_FORMULA_CLOSED_FORM_NOT, label.bytes);
        fc_text_free(&label);
        return FC_E_INPUT;
    }
    for (size_t i = 0; i < view->n_terms; i++)
        fc_formula_parts(&view->term[i], replace_variables, n);
    name_fit_variables(n);
    /* Counters without a value first: Python requires parameters with a default last. */
    for (size_t i = 1; i < view->n_counters; i++)
        for (size_t k = i; k > 0 && isnan(view->counter[k].value) && !isnan(view->counter[k - 1].value); k--) {
            fc_formula_counter unknown = view->counter[k];
            view->counter[k] = view->counter[k - 1];
            view->counter[k - 1] = unknown;
        }
    return FC_OK;
}

static void find_counter(void *data, const fc_sym *variable)
{
    namer *n = data;
    int counter;
    n->counts |= is_counter(n, fc_sym_key(variable), &counter);
}

static void find_counters(void *data, const fc_sym **part)
{
    fc_sym_variables(*part, find_counter, data);
}

/* Marks terms that depend on counters; all terms of a region if one of them does, as in the cost program. */
static void find_counted(namer *n)
{
    fc_formula_view *view = n->view;
    for (size_t i = 0; i < view->n_terms; i++) {
        n->counts = false;
        fc_formula_parts(&view->formula->term[i], find_counters, n);
        view->counted[i] = n->counts || view->term[i].executed;
    }
    for (size_t i = 0; i < view->n_terms; i++)
        for (size_t k = 0; k < view->n_terms; k++)
            if (view->term[i].region && view->term[i].region == view->term[k].region && view->counted[k])
                view->counted[i] = true;
}

/* ---- the view ---- */

static void copy_terms(fc_formula_view *view)
{
    const fc_formula *formula = view->formula;
    view->n_terms = formula->n_terms;
    view->term = fc_allocate(formula->n_terms, sizeof *view->term);
    view->counted = fc_allocate(formula->n_terms, sizeof *view->counted);
    view->printed_with = fc_allocate(formula->n_terms, sizeof *view->printed_with);
    for (size_t i = 0; i < formula->n_terms; i++) {
        const fc_formula_term *from = &formula->term[i];
        fc_formula_term *term = &view->term[i];
        *term = *from;
        view->printed_with[i] = i;
        term->sum = fc_allocate((size_t)from->n_sums, sizeof *term->sum);
        if (from->n_sums)
            memcpy(term->sum, from->sum, (size_t)from->n_sums * sizeof *term->sum);
        size_t streams = from->region ? fc_region_model_n_sizes(from->region) : 0;
        term->working_set = fc_allocate(streams, sizeof *term->working_set);
        if (streams)
            memcpy(term->working_set, from->working_set, streams * sizeof *term->working_set);
    }
}

static bool is_number(const fc_formula *formula, size_t parameter)
{
    const fc_quantity *quantity = fc_formula_quantity_at(formula, parameter);
    return quantity ? quantity->kind != FC_QUANTITY_VARIANT : !formula->is_signed[parameter];
}

/* Text is for integer parameters of at least 1, unless the point's value is smaller. */
static void find_positive(fc_formula_view *view)
{
    const fc_formula *formula = view->formula;
    const fc_formula_point *point = view->options->point;
    view->is_positive = fc_allocate(formula->n_parameters, sizeof *view->is_positive);
    view->is_at_least_p = fc_allocate(formula->n_parameters, sizeof *view->is_at_least_p);
    view->is_fixed = fc_allocate(formula->n_parameters, sizeof *view->is_fixed);
    for (size_t i = 0; i < formula->n_parameters; i++)
        view->is_positive[i] = !fc_formula_is_program(view->notation) && !formula->is_real[i] &&
                               is_number(formula, i) && (!point || point->parameter[i] >= 1);
}

static fc_status know_seconds(fc_formula_view *view, fc_report *report)
{
    bool known = false;
    if (!view->options->machine || !view->options->point)
        return FC_OK;
    view->seconds = fc_allocate(view->n_terms, sizeof *view->seconds);
    fc_status status = fc_formula_seconds(view->seconds, &known, view->formula, view->options, report);
    for (size_t i = 0; known && i < view->n_terms; i++)
        view->total += view->seconds[i];
    if (!known) {
        free(view->seconds);
        view->seconds = NULL;
    }
    return status;
}

fc_status fc_formula_view_create(fc_formula_view **out, const fc_formula *formula, fc_notation notation,
                                 const fc_formula_options *options, fc_report *report)
{
    fc_formula_view *view = fc_allocate(1, sizeof *view);
    *view = (fc_formula_view){.formula = formula, .options = options, .notation = notation};
    namer n = {.view = view};
    view->uses_rank = formula->uses_rank;
    copy_terms(view);
    find_positive(view);
    name_parameters(&n);
    find_counted(&n);
    fc_status status = name_variables(&n, report);
    if (!status)
        status = know_seconds(view, report);
    if (!status && !fc_formula_is_program(notation) && !options->plain)
        fc_formula_view_simplify(view);
    while (n.n_taken > 0)
        free(n.taken[--n.n_taken]);
    free(n.taken);
    free(n.list);
    if (status)
        fc_formula_view_free(view);
    else
        *out = view;
    return status;
}
