/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the formula as a program in C or JavaScript: the machine, the regions, one statement per term, T. */
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/emit/cost_program/tables.h"
#include "analyzer/emit/formula/formula_view.h"

#include "runtime/host/machine_source.h"
#include "runtime/openmp/team_costs.h"
#include "support/quote.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct source {
    fc_text *out;
    const fc_formula_view *view;
    bool c;        /* otherwise JavaScript */
    bool is_table; /* of JavaScript: the seconds of executed terms are in fc_parts, by number */
    int indent;
} source;

static void begin(const source *s)
{
    fc_text_add(s->out, "%*s", 4 * s->indent, "");
}

static void put(const source *s, const fc_sym *expression)
{
    fc_sym_print(s->out, expression, s->view->notation);
}

static bool is_one(const fc_sym *expression)
{
    double value;
    return fc_sym_is_constant(expression, &value) && value == 1;
}

/* ---- terms ---- */

static void put_working_sets(const source *s, const fc_formula_term *term)
{
    size_t n = fc_region_model_n_sizes(term->region);
    if (s->c && n == 0) {
        fc_text_add(s->out, "NULL");
        return;
    }
    fc_text_add(s->out, s->c ? "(const double[]){" : "[");
    for (size_t i = 0; i < n; i++) {
        if (term->working_set[i])
            put(s, term->working_set[i]);
        else
            fc_text_add(s->out, s->c ? "INFINITY" : "Infinity");
        fc_text_add(s->out, i + 1 < n ? ", " : "");
    }
    fc_text_add(s->out, s->c ? "}" : "]");
}

static void put_function(const source *s, const fc_formula_term *term)
{
    static const char *const fit[] = {
#define NAME(name, text) "FC_FIT_" #name,
        FC_FIT_LIST(NAME)
#undef NAME
    };
    static const char *const variant[] = {
#define NAME(name, text) "FC_VARIANT_" #name,
        FC_VARIANT_LIST(NAME)
#undef NAME
    };
    if (s->c) {
        fc_text_add(s->out, "%s, %s", fit[term->fit], variant[term->variant]);
        return;
    }
    char *name = fc_formula_function_name(term->fit, term->variant);
    fc_text_add(s->out, "\"%s\"", name);
    free(name);
}

static void put_cost(const source *s, const fc_formula_term *term)
{
    const char *object = s->c ? "fc_" : "fc_model.", *suffix = s->c ? "_seconds" : "";
    if (term->region) {
        fc_text_add(s->out, "%sregion%s(p, %d, ", object, suffix, term->region->id);
        put(s, term->entries);
        fc_text_add(s->out, ", ");
        put(s, term->iterations);
        fc_text_add(s->out, ", ");
        put_working_sets(s, term);
    } else if (term->operation) {
        fc_text_add(s->out, "%scommunication%s(", object, suffix);
        put_function(s, term);
        fc_text_add(s->out, ", ");
        put(s, term->ranks);
        fc_text_add(s->out, ", ");
        put(s, term->bytes);
    } else if (term->executed) {
        const fc_formula_fit *fit = s->view->options->is_fitted ? fc_formula_fit_of_term(s->view, term) : NULL;
        fc_text_add(s->out, s->c ? "(" : "{ seconds: ");
        if (s->is_table)
            fc_text_add(s->out, "fc_parts[%d]", s->view->formula->probe[term->probe].number);
        else if (fit)
            fc_formula_fit_print(s->out, s->view, fit, s->view->notation);
        else
            fc_machine_source_number(s->out, fc_formula_executed_seconds(s->view->formula, term, s->view->options));
        fc_text_add(s->out, s->c ? ")" : ", error: 0 }");
        return;
    } else if (term->is_overhead) {
        fc_text_add(s->out, "%soverhead%s(%d", object, suffix, term->overhead);
    } else {
        fc_text_add(s->out, "%sallocation%s(", object, suffix);
        put(s, term->bytes);
    }
    fc_text_add(s->out, ")");
}

static void begin_sum(source *s, const fc_formula_sum *sum)
{
    fc_text name = {0};
    fc_sym_print(&name, sum->variable, FC_NOTATION_TEXT);
    begin(s);
    fc_text_add(s->out, s->c ? "for (double %s = " : "for (let %s = ", name.bytes);
    put(s, sum->low);
    fc_text_add(s->out, ", fc_last_%s = ", name.bytes);
    put(s, sum->high);
    fc_text_add(s->out, "; %s <= fc_last_%s; %s += 1) {\n", name.bytes, name.bytes, name.bytes);
    s->indent++;
    fc_text_free(&name);
}

/* count * cost; the cost is not evaluated if the count is 0. */
static void put_product(source *s, size_t index)
{
    const fc_formula_term *term = &s->view->term[index];
    begin(s);
    if (!is_one(term->count)) {
        fc_text_add(s->out, "if ((fc_times = ");
        put(s, term->count);
        fc_text_add(s->out, ") != 0)\n");
        s->indent++;
        begin(s);
        s->indent--;
    }
    if (s->c)
        fc_text_add(s->out, "fc_sum += %s", is_one(term->count) ? "" : "fc_times * ");
    else
        fc_text_add(s->out, "fc_add(%zu, %s, ", index, is_one(term->count) ? "1" : "fc_times");
    put_cost(s, term);
    fc_text_add(s->out, s->c ? ";\n" : ");\n");
}

static void put_term(source *s, size_t index)
{
    const fc_formula_term *term = &s->view->term[index];
    fc_place place = fc_formula_place(s->view->formula, term);
    begin(s);
    fc_text_add(s->out, s->c ? "/* " : "// ");
    fc_quote_comment(s->out, place.file);
    fc_text_add(s->out, ":%d ", place.line);
    fc_quote_comment(s->out, term->procedure->symbol->name);
    fc_text_add(s->out, "%s%s%s\n", term->operation ? " " : "", term->operation ? term->operation->name : "",
                s->c ? " */" : "");
    for (int i = 0; i < term->n_sums; i++)
        begin_sum(s, &term->sum[i]);
    put_product(s, index);
    for (int i = 0; i < term->n_sums; i++) {
        s->indent--;
        begin(s);
        fc_text_add(s->out, "}\n");
    }
}

/* ---- tables ---- */

static bool first_of_region(const fc_formula_view *view, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (view->term[k].region == view->term[i].region)
            return false;
    return view->term[i].region != NULL;
}

static void put_regions(source *s)
{
    const fc_formula_view *view = s->view;
    fc_residual residual = {.analysis = view->formula->analysis, .out = s->out};
    int n = 0;
    if (s->c)
        fc_tables_loops(&residual);
    fc_text_add(s->out, s->c ? "static const fc_region fc_regions[] = {\n" : "    regions: {\n");
    for (size_t i = 0; i < view->n_terms; i++) {
        if (!first_of_region(view, i))
            continue;
        n++;
        if (s->c) {
            fc_text_add(s->out, "    [%d] =\n", view->term[i].region->id);
            fc_tables_region(&residual, view->term[i].region);
        } else {
            fc_text_add(s->out, "    %d: ", view->term[i].region->id);
            fc_formula_print_region(s->out, view->formula->analysis->program, view->term[i].region);
            fc_text_add(s->out, ",\n");
        }
    }
    if (s->c && n == 0)
        fc_text_add(s->out, "    {.file = NULL},\n");
    fc_text_add(s->out, s->c ? "};\n\n" : "    },\n");
}

/* Parts without closed form: constants, which are right at one point. */
static void put_executed_parts(fc_text *out, const fc_formula_view *view, const char *lead)
{
    int n = 0;
    for (size_t i = 0; i < view->n_terms; i++) {
        if (!view->term[i].executed || view->term[i].is_setup)
            continue;
        fc_place place = fc_formula_place(view->formula, &view->term[i]);
        fc_text_add(out, n ? ", " : "%sT_run, parts without closed form: ", lead);
        fc_quote_comment(out, place.file);
        fc_text_add(out, ":%d", place.line);
        n++;
    }
    if (n)
        fc_text_add(out, ". Their time is that at p = %d; elsewhere T is not the prediction.\n",
                    view->options->point ? view->options->point->ranks : 1);
}

void fc_formula_description(fc_text *out, const fc_formula_view *view, const char *lead)
{
    fc_text_add(out, "Seconds of ");
    fc_quote_comment(out, view->formula->analysis->program->name);
    fc_text_add(out, " on p ranks of machine ");
    fc_quote_comment(out, view->options->machine->name);
    fc_text_add(out, ", compute model %s: the prediction of `forecost predict`%s (forecost %s).\n",
                view->options->compute_model, view->options->is_fitted ? ", with fitted quantities" : "",
                FORECOST_VERSION);
    put_executed_parts(out, view, lead);
    for (size_t i = 0; i < view->n_counters; i++) {
        const fc_analysis *analysis = view->formula->analysis;
        const fc_site_model *site = &analysis->counter[view->counter[i].counter];
        fc_text_add(out, "%s%s: %s at ", lead, view->counter[i].name, fc_cost_counts_wording(site).meaning);
        fc_place place = fc_program_place(analysis->program, site->node->span);
        fc_quote_comment(out, place.file);
        fc_text_add(out, ":%d", place.line);
        if (fc_formula_is_counter_replaced(view, i))
            fc_text_add(out, ", fitted to %d runs", fc_formula_fit_of_counter(view, view->counter[i].counter)->n_runs);
        if (!isnan(view->counter[i].value))
            fc_text_add(out, ", %.17g when it was printed", view->counter[i].value);
        fc_text_add(out, "\n");
    }
}

void fc_formula_known_parameters(fc_text *out, const fc_formula_view *view)
{
    fc_text_add(out, "p");
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        if (fc_formula_is_listed(view, i))
            fc_text_add(out, ", %s", view->parameter[i]);
    for (size_t i = 0; i < view->n_counters; i++) {
        if (fc_formula_is_counter_replaced(view, i))
            continue;
        fc_text_add(out, ", %s", view->counter[i].name);
        if (!isnan(view->counter[i].value)) {
            fc_text_add(out, "=");
            fc_machine_source_number(out, view->counter[i].value);
        }
    }
}

/* ---- C ---- */

static const char c_helpers[] =
    "static int fc_is_count(double value)\n{\n    return value >= 0 && value <= 9007199254740992.0;\n}\n\n"
    "static inline double fc_region_seconds(double p, int number, double entries, double iterations,\n"
    "                                       const double *working_set)\n{\n"
    "    int active = p < fc_machine.cores ? (int)p : fc_machine.cores;\n"
    "    if (!fc_is_count(entries) || !fc_is_count(iterations))\n        return NAN;\n"
    "    if (entries == 0 && iterations == 0)\n        return 0;\n"
    "    return fc_compute_%s(&fc_machine, active < 1 ? 1 : active, &fc_regions[number], entries, iterations,\n"
    "                         working_set, NULL);\n}\n\n"
    "static inline double fc_communication_seconds(fc_fit fit, fc_variant variant, double ranks, double bytes)\n{\n"
    "    double error;\n"
    "    return fc_is_count(bytes) ? fc_runtime_function_time(&fc_machine, (fc_runtime_query){fit, variant, ranks, "
    "bytes}, &error) : NAN;\n}\n\n"
    "static inline double fc_allocation_seconds(double bytes)\n{\n"
    "    return fc_is_count(bytes) ? fc_machine.memory.allocate_s + bytes * fc_machine.memory.first_touch_s : "
    "NAN;\n}\n\n";

/* Of OpenMP constructs in a team of one thread, by fc_overhead_kind. */
static void put_overheads(source *s)
{
    const fc_openmp_costs *costs = fc_team_costs(s->view->options->machine);
    bool any = false;
    for (size_t i = 0; i < s->view->n_terms; i++)
        any |= s->view->term[i].is_overhead;
    if (!any)
        return;
    fc_text_add(s->out, "static inline double fc_overhead_seconds(int kind)\n{\n    static const double seconds[] = {");
    for (int kind = 0; kind < FC_N_OVERHEADS; kind++) {
        fc_text_add(s->out, kind > 0 ? ", " : "");
        fc_machine_source_number(s->out, fc_team_overhead(costs, (fc_overhead_kind)kind, 1));
    }
    fc_text_add(s->out, "};\n    return seconds[kind];\n}\n\n");
}

static void put_c_signature(source *s, const char *name, const char *rank)
{
    fc_text_add(s->out, "double %s(%s", name, rank);
    fc_formula_parameters(s->out, s->view, "double ");
    fc_text_add(s->out, ")\n{\n");
}

/* What the fits give, as constants of the function. */
static void put_fits(const source *s)
{
    const fc_formula_view *view = s->view;
    const char *lead = s->c ? "    const double" : "        const";
    for (size_t i = 0; i < view->formula->n_parameters + view->n_counters; i++) {
        bool is_counter = i >= view->formula->n_parameters;
        size_t at = is_counter ? i - view->formula->n_parameters : i;
        if (is_counter ? !fc_formula_is_counter_replaced(view, at) : !fc_formula_is_replaced(view, at))
            continue;
        fc_text_add(s->out, "%s %s = ", lead, is_counter ? view->counter[at].name : view->parameter[at]);
        fc_formula_fit_print(s->out, view,
                             is_counter ? fc_formula_fit_of_counter(view, view->counter[at].counter)
                                        : fc_formula_fit_of_parameter(view, at),
                             view->notation);
        fc_text_add(s->out, ";\n");
    }
}

static void put_c_rank(source *s)
{
    const fc_formula_view *view = s->view;
    fc_text_add(s->out, "static ");
    put_c_signature(s, "fc_rank_seconds", "double rank, ");
    put_fits(s);
    fc_text_add(s->out, "    double fc_sum = 0, fc_times = 0;\n    (void)rank, (void)fc_times, (void)p");
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        fc_text_add(s->out, ", (void)%s", view->parameter[i]);
    for (size_t i = 0; i < view->n_counters; i++)
        fc_text_add(s->out, ", (void)%s", view->counter[i].name);
    fc_text_add(s->out, ";\n");
    for (size_t i = 0; i < view->n_terms; i++)
        put_term(s, i);
    fc_text_add(s->out, "    return fc_sum;\n}\n\n");
}

static void put_c_time(source *s)
{
    fc_text_add(s->out, "/* NAN where the formula has no value. */\n");
    put_c_signature(s, "T", "");
    const fc_formula *formula = s->view->formula;
    fc_text_add(s->out, "    if (!(p >= 1");
    for (size_t i = 0; i < formula->n_parameters; i++)
        if (fc_formula_is_count(s->view, i) && !formula->is_signed[i])
            fc_text_add(s->out, " && %s >= 0", s->view->parameter[i]);
    fc_text_add(s->out, "))\n        return NAN;\n");
    fc_text_add(s->out, "    double fc_longest = 0;\n    long fc_n = %s;\n",
                s->view->formula->uses_rank ? "p < 4096 ? (long)p : 4096" : "1");
    fc_text_add(s->out, "    for (long fc_i = 0; fc_i < fc_n && !isnan(fc_longest); fc_i++) {\n"
                        "        double fc_rank_number = fc_n < 2 ? 0 : (double)(fc_i * ((long)p - 1) / (fc_n - 1));\n"
                        "        double fc_seconds = fc_rank_seconds(fc_rank_number, ");
    fc_formula_parameters(s->out, s->view, "");
    fc_text_add(s->out, ");\n        fc_longest = fc_seconds <= fc_longest ? fc_longest : fc_seconds;\n    }\n"
                        "    return fc_longest;\n}\n");
}

static void print_c(source *s)
{
    fc_text terms = {0};
    source inner = *s;
    inner.out = &terms;
    put_c_rank(&inner);
    fc_text_add(s->out, "/* ");
    fc_formula_description(s->out, s->view, " * ");
    fc_text_add(s->out, " *\n *    cc -std=gnu17 -c formula.c $(pkg-config --cflags forecost)\n */\n"
                        "#include \"forecost.h\"\n#include \"compute.h\"\n#include \"runtime_function.h\"\n\n");
    if (terms.bytes && strstr(terms.bytes, "dims_create("))
        fc_text_add(s->out, "%s\n", fc_formula_dims);
    fc_text_add(s->out, "static ");
    fc_machine_source_add(s->out, s->view->options->machine, "fc_machine");
    fc_text_add(s->out, "\n");
    put_regions(s);
    fc_text_add(s->out, c_helpers, s->view->options->compute_model);
    put_overheads(s);
    fc_text_append(s->out, terms.bytes, terms.length);
    put_c_time(s);
    fc_text_free(&terms);
}

/* ---- JavaScript ---- */

/* Prints by term its item (fc_formula_item()), and whether it communicates and depends on counters. */
static void put_items(source *s)
{
    const fc_formula_view *view = s->view;
    const char *between = "";
    fc_text_add(s->out, "    items: [");
    for (size_t i = 0; i < view->n_terms; i++, between = ", ")
        fc_text_add(s->out, "%s%zu", between, fc_formula_item(view->formula, &view->term[i]));
    fc_text_add(s->out, "],\n    communicates: [");
    between = "";
    for (size_t i = 0; i < view->n_terms; i++, between = ", ")
        fc_text_add(s->out, "%s%d", between, view->term[i].operation != NULL);
    fc_text_add(s->out, "],\n    counted: [");
    between = "";
    for (size_t i = 0; i < view->n_terms; i++, between = ", ")
        fc_text_add(s->out, "%s%d", between, view->counted[i]);
    fc_text_add(s->out, "],\n    whole: [");
    between = "";
    for (size_t i = 0; i < view->formula->n_parameters; i++) {
        if (!fc_formula_is_listed(view, i))
            continue;
        fc_text_add(s->out, "%s%d", between, fc_formula_is_count(view, i));
        between = ", ";
    }
    fc_text_add(s->out, "],\n");
}

/* Prints the formula as a function of the helpers of formula_runtime.mjs. It returns { usesRank, items, communicates,
 * counted (by term), whole (by parameter), regions, terms(model, add, rank, p, ...) }. */
static void put_javascript_formula(source *s)
{
    const fc_formula_view *view = s->view;
    fc_text_add(
        s->out,
        "({ fc_floor_div, fc_mod, fc_c_div, fc_c_rem, fc_ge0, fc_eq0, fc_isqrt, fc_ilog, fc_power, fc_xor, fc_sum,\n"
        "    dims_create }) => ({\n"
        "    computeModel: \"%s\",\n    usesRank: %d,\n",
        view->options->compute_model, view->formula->uses_rank);
    put_items(s);
    put_regions(s);
    fc_text_add(s->out, "    terms(fc_model, fc_add, rank, ");
    fc_formula_parameters(s->out, view, "");
    fc_text_add(s->out, "%s) {\n        let fc_times;\n", s->is_table ? ", fc_parts" : "");
    put_fits(s);
    s->indent = 2;
    for (size_t i = 0; i < view->n_terms; i++)
        put_term(s, i);
    fc_text_add(s->out, "    },\n})");
}

static void print_javascript(source *s)
{
    fc_text_add(s->out, "// ");
    fc_formula_description(s->out, s->view, "// ");
    fc_text_add(
        s->out,
        "// The code up to fc_machine is the same in every formula: the compute models and runtime functions of "
        "Forecost.\n\n%s\nconst fc_machine = ",
        fc_formula_javascript);
    fc_formula_print_machine(s->out, s->view->options->machine);
    fc_text_add(s->out, ";\n\nconst fc_formula = (");
    put_javascript_formula(s);
    fc_text_add(s->out, ")(fc_helpers);\nconst fc_with_machine = fc_model(fc_machine, fc_formula);\n\n");
    fc_text_add(s->out, "/** The result of fc_evaluate(): time_s, low_s, high_s, compute_s, communication_s, ... */\n"
                        "export function fc_predict(");
    fc_formula_known_parameters(s->out, s->view);
    fc_text_add(s->out, ") {\n    return fc_evaluate(fc_formula, fc_with_machine, [");
    fc_formula_parameters(s->out, s->view, "");
    fc_text_add(s->out,
                "]);\n}\n\n/** Seconds from MPI_Init to MPI_Finalize; throws a RangeError where the formula has no "
                "value. */\nexport function T(...values) {\n    return fc_predict(...values).time_s;\n}\n");
}

void fc_formula_print_source(fc_text *out, const fc_formula_view *view)
{
    source s = {.out = out, .view = view, .c = view->notation == FC_NOTATION_C, .indent = 1};
    if (s.c)
        print_c(&s);
    else
        print_javascript(&s);
}

void fc_formula_print_function(fc_text *out, const fc_formula_view *view)
{
    source s = {.out = out, .view = view, .is_table = true, .indent = 1};
    put_javascript_formula(&s);
}
