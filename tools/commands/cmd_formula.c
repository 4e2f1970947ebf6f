/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula.h"
#include "support/diagnostics.h"
#include "support/messages/analysis.h"
#include "support/messages/command_line.h"
#include "support/messages/report.h"
#include "tools/command_line/command_table.h"
#include "tools/prediction/fitted_quantities.h"
#include "tools/prediction/prediction_open.h"
#include "tools/sweep/closed_form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One run of the command, gathered as it goes. */
typedef struct session {
    fc_prediction_context context;
    fc_sweep sweep;
    fc_formula *formula;
    double *counter;
    double *parameter; /* by formula->parameter; NAN: not known */
    fc_formula_point point;
    bool has_point;
    bool is_filled;        /* parameters that the run did not read have the least value of the formula's domain */
    bool by_ranks;         /* method ranks evaluated the point */
    double predicted;      /* seconds by the cost program; NAN: it did not run, or only with method ranks */
    double *probe;         /* by formula->probe; NULL: likewise */
    const char *no_point;  /* why the formula has no value where the cost program has one; NULL: another reason */
    double *read;          /* by parameter of the cost program, its values at the point; NULL: it did not run */
    fc_formula_fits *fits; /* NULL: none */
} session;

/* ---- the point of the shares ---- */

static bool all_known(const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(value[i]))
            return false;
    return true;
}

static bool has_parameter(const fc_formula *formula, const char *name, size_t *index)
{
    for (size_t i = 0; i < formula->n_parameters; i++)
        if (strcmp(formula->parameter[i], name) == 0) {
            *index = i;
            return true;
        }
    return false;
}

/* The first value of each -D. */
static fc_status take_definitions(session *of, fc_report *report)
{
    double *value = fc_allocate((size_t)of->sweep.n_parameters, sizeof *value);
    fc_status status = FC_OK;
    fc_sweep_values(value, &of->sweep, 0);
    for (int i = 0; i < of->sweep.n_parameters && !status; i++) {
        size_t index;
        if (has_parameter(of->formula, of->sweep.name[i], &index))
            of->parameter[index] = value[i];
        else
            status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "`forecost formula` prints the names in T(...).",
                             FC_MSG_D_FORMULA_NO_PARAMETER_NAME, of->sweep.name[i]);
    }
    free(value);
    return status;
}

/* Runs the cost program at the sweep's first point, which gives the parameters' values and the slowest rank. */
static fc_status run_first_point(session *of, const fc_arguments *arguments, fc_report *report)
{
    fc_prediction *prediction = NULL;
    const fc_cost_program *program = of->context.loaded.program;
    fc_status status = fc_prediction_context_predict(&prediction, &of->context, &of->sweep, arguments, report);
    if (status)
        return status;
    for (int i = 0; i < program->n_parameters; i++) {
        size_t index;
        if (has_parameter(of->formula, program->parameter[i], &index))
            of->parameter[index] = prediction->parameter[i];
    }
    free(of->read);
    of->read = fc_allocate((size_t)program->n_parameters, sizeof *of->read);
    memcpy(of->read, prediction->parameter, (size_t)program->n_parameters * sizeof *of->read);
    for (size_t i = 0; i < of->formula->n_quantities; i++)
        of->parameter[of->formula->quantity[i].parameter] = prediction->probe[of->formula->quantity[i].number];
    free(of->counter);
    of->counter = fc_prediction_context_counts(&of->context, &of->sweep, prediction->parameter);
    of->point.rank = prediction->slowest_rank;
    of->by_ranks = prediction->apart.file != NULL;
    of->predicted = of->by_ranks ? NAN : prediction->totals.time_s;
    of->probe = prediction->probe;
    prediction->probe = NULL;
    fc_evaluate_free(prediction, of->sweep.n_points);
    return FC_OK;
}

/* The counters of entries that reach a loop's bound are optional, and those of loops that the formula counts by their
 * bound. */
static bool counts_are_known(const session *of)
{
    const fc_cost_program *program = of->context.loaded.program;
    for (int i = 0; i < program->n_counters; i++)
        if (isnan(of->counter[i]) && strcmp(program->counter[i].operation, "bound") != 0 &&
            !of->context.analysis->counter[i].is_reached)
            return false;
    return true;
}

static fc_status find_point(session *of, const fc_arguments *arguments, fc_report *report)
{
    size_t n = of->formula->n_parameters;
    of->parameter = fc_allocate(n, sizeof *of->parameter);
    for (size_t i = 0; i < n; i++)
        of->parameter[i] = NAN;
    of->point = (fc_formula_point){fc_sweep_ranks(&of->sweep, 0), -1, of->parameter};
    of->predicted = NAN;
    fc_status status = take_definitions(of, report);
    bool counted = counts_are_known(of);
    fc_report unused = {0};
    if (!status && counted && arguments->n_rest > 0)
        status = run_first_point(of, arguments, report);
    else if (!status && run_first_point(of, arguments, &unused) == FC_E_INTERRUPTED)
        status = fc_fail(report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED_WHILE_EVALUATING);
    if (!status && of->probe && !isnan(of->predicted)) {
        /* What the program did not read at the point, such as the number of elements of a table that no option selects,
         * stands in parts that did not run. */
        of->is_filled = false;
        for (size_t i = 0; i < of->formula->n_parameters; i++)
            if (isnan(of->parameter[i])) {
                of->parameter[i] = 1;
                of->is_filled = true;
            }
    }
    counted |= !isnan(of->predicted); /* the point needs none of the others */
    const bool is_for_counts = fc_formula_is_for_counts(of->formula, of->counter);
    of->no_point = isnan(of->predicted) || is_for_counts ? NULL : "the mean count of a loop is no whole number";
    of->has_point = counted && all_known(of->parameter, n) && is_for_counts;
    return status;
}

/* The same with the probes of the formula, which loses the quantities that vary at the point. */
static fc_status find_probed_point(session *of, const fc_arguments *arguments, fc_report *report)
{
    fc_status status;
    do {
        free(of->parameter);
        free(of->probe);
        of->parameter = of->probe = NULL;
        status = fc_prediction_context_add_probes(&of->context, of->formula, report);
        if (!status)
            status = find_point(of, arguments, report);
    } while (!status && of->probe && fc_formula_refine(&of->formula, of->probe));
    return status;
}

/* ---- fits ---- */

/* The values that the fits need and the formula had no place for. */
static void grow_parameters(session *of, size_t before)
{
    const fc_cost_program *program = of->context.loaded.program;
    double *parameter = fc_allocate(of->formula->n_parameters, sizeof *parameter);
    memcpy(parameter, of->parameter, before * sizeof *parameter);
    for (size_t i = before; i < of->formula->n_parameters; i++)
        for (int k = 0; k < program->n_parameters && of->read; k++)
            if (strcmp(program->parameter[k], of->formula->parameter[i]) == 0)
                parameter[i] = of->read[k];
    free(of->parameter);
    of->point.parameter = of->parameter = parameter;
}

/* Fits of what the formula reads; where they exist without a profile of several runs, FC_E_INPUT for --fitted. */
static fc_status find_fits(session *of, const fc_arguments *arguments, fc_report *report)
{
    bool is_fitted = fc_arguments_has(arguments, "fitted");
    bool has_unknown = of->context.loaded.program->n_counters > 0 || of->formula->n_numbers > 0;
    size_t before = of->formula->n_parameters;
    if (is_fitted && has_unknown && !of->context.counts.fits)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE,
                       "Run `forecost profile` at several numbers of ranks and sizes, and give the application's "
                       "arguments after --.",
                       FC_MSG_FITTED_NEEDS_RUNS);
    of->fits = fc_fitted_quantities_create(&of->context, of->formula, is_fitted);
    if (of->formula->n_parameters > before)
        grow_parameters(of, before);
    return FC_OK;
}

static bool has_value(double *value, const session *of, const fc_formula_fit *fit)
{
    *value = fit->n_runs > 0 ? fc_formula_fits_value(of->fits, fit, of->point.ranks, of->parameter) : NAN;
    return !isnan(*value);
}

/* What the fits give at the point takes the place of what was measured and computed there. */
static void take_fitted_values(session *of)
{
    double value;
    for (int i = 0; i < of->context.loaded.program->n_counters; i++)
        if (has_value(&value, of, &of->fits->counter[i]))
            of->counter[i] = value;
    for (int i = 0; i < of->formula->n_numbers && of->probe && of->fits->number; i++)
        if (has_value(&value, of, &of->fits->number[i]))
            of->probe[i] = value;
    for (size_t i = 0; i < of->formula->n_quantities && of->probe; i++)
        of->parameter[of->formula->quantity[i].parameter] = of->probe[of->formula->quantity[i].number];
}

/* ---- printing ---- */

static bool communicates(const fc_formula *formula)
{
    for (size_t i = 0; i < formula->n_terms; i++)
        if (formula->term[i].operation)
            return true;
    return false;
}

/* Formula and cost program are derived from one tree in two ways, so they must agree, except for the machine
 * properties that no formula contains. */
static fc_status compare(const session *of, double total, FILE *errors, fc_report *report)
{
    fc_text left_out = {0};
    fc_status status = FC_OK;
    fc_closed_form_omitted_properties(&left_out, &of->context);
    bool is_whole = left_out.length == 0;
    if (!isnan(total) && is_whole)
        status = fc_fail(report, FC_E_BUG, FC_NOWHERE,
                         "Please report this with the model. `forecost predict` gives the cost program's time.",
                         FC_MSG_FORMULA_DIFFERS, total, of->point.ranks, of->predicted);
    else if (!isnan(total))
        fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_FORMULA_GIVES_S_HERE_COST, total, of->predicted);
    if (!is_whole && communicates(of->formula))
        fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_FORMULA_LEAVES_OUT_THESE_PROPERTIES, left_out.bytes);
    fc_text_free(&left_out);
    return status;
}

/* The first parts of the program that have no closed form. */
static void note_parts(const session *of, FILE *errors)
{
    enum {
        MOST_NOTES = 3
    };
    const fc_formula *formula = of->formula;
    int n = 0;
    for (size_t i = 0; i < formula->n_probes && n < MOST_NOTES; i++) {
        const fc_formula_probe *probe = &formula->probe[i];
        if (!probe->why || !probe->where)
            continue;
        fc_diagnose(errors, FC_NOTE, fc_program_place(formula->analysis->program, probe->where->span),
                    FC_MSG_NO_CLOSED_FORM, probe->why);
        n++;
    }
}

/* A loop has no count but its bound, which the formula may lack. */
static bool lacks_count(const session *of)
{
    for (int i = 0; i < of->context.loaded.program->n_counters; i++)
        if (isnan(of->counter[i]) && of->context.analysis->counter[i].is_reached)
            return true;
    return false;
}

static fc_status check_point(session *of, fc_formula_options *options, const fc_arguments *arguments, fc_report *report)
{
    bool known = false;
    double total = 0, *seconds = fc_allocate(of->formula->n_terms, sizeof *seconds);
    fc_status status = FC_OK;
    if (of->has_point && !isnan(of->predicted))
        status = fc_formula_seconds(seconds, &known, of->formula, options, report);
    bool differs = known && !fc_formula_agrees(&total, of->formula, seconds, of->predicted);
    free(seconds);
    bool is_open = status == FC_E_INPUT && lacks_count(of);
    bool is_outside = differs && fc_formula_stops(of->formula, options);
    if (is_open || is_outside || (of->is_filled && (differs || status == FC_E_INPUT))) {
        of->has_point = differs = false;
        options->point = NULL;
        status = FC_OK;
    }
    note_parts(of, arguments->errors);
    return status ? status : compare(of, differs ? total : NAN, arguments->errors, report);
}

static fc_status print(fc_text *out, const session *of, const char *notation, const fc_formula_options *options,
                       fc_report *report)
{
    size_t i = 0;
    static const struct {
        const char *name;
        fc_notation notation;
    } notations[] = {{"text", FC_NOTATION_TEXT},
                     {"latex", FC_NOTATION_LATEX},
                     {"c", FC_NOTATION_C},
                     {"python", FC_NOTATION_PYTHON},
                     {"javascript", FC_NOTATION_JAVASCRIPT}};
    while (strcmp(notations[i].name, notation) != 0) /* it is one of the option's choices */
        i++;
    return fc_formula_print(out, of->formula, notations[i].notation, options, report);
}

static fc_status write_formula(session *of, const fc_arguments *arguments, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "output");
    fc_formula_options options = {.machine = &of->context.machine->coefficients,
                                  .compute_model = of->context.compute_model,
                                  .counter = of->counter,
                                  .point = of->has_point ? &of->point : NULL,
                                  .probe = of->probe,
                                  .all = fc_arguments_has(arguments, "all"),
                                  .numbers = fc_arguments_has(arguments, "numbers")};
    fc_text text = {0};
    fc_status status = check_point(of, &options, arguments, report);
    if (!status)
        status = find_fits(of, arguments, report);
    options.fits = of->fits;
    options.is_fitted = of->fits && fc_arguments_has(arguments, "fitted");
    options.by_ranks = of->by_ranks;
    options.predicted = of->predicted;
    options.no_point = of->no_point;
    if (!status && options.is_fitted)
        take_fitted_values(of);
    if (!status && options.numbers && !options.point)
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give the application's arguments after --, or -D for each.",
                         FC_MSG_NUMBERS_NEED_POINT);
    if (!status && strcmp(fc_arguments_value(arguments, "format"), "json") == 0)
        status = fc_formula_print_json(&text, of->formula, &options, report);
    else if (!status)
        status = print(&text, of, fc_arguments_value(arguments, "notation"), &options, report);
    if (!status && path)
        status = fc_file_write(path, text.bytes, text.length, report);
    else if (!status)
        fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    return status;
}

/* Without counts of parts over the slice's budget, the formula has names for them and no values, as without a profile.
 */
static fc_status open_context(session *of, const fc_arguments *arguments, fc_report *report)
{
    fc_report opening = {0};
    fc_status status = fc_prediction_open(&of->context, arguments, &opening);
    if (status == FC_E_INPUT && of->context.lacks_counts)
        return FC_OK;
    *report = opening;
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    session of = {0};
    if (fc_arguments_has(arguments, "notation") && strcmp(fc_arguments_value(arguments, "format"), "json") == 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave one of them out.",
                       FC_MSG_NOTATION_FORMAT_JSON_EXCLUDE_EACH);
    fc_status status = fc_sweep_parse(&of.sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status)
        status = open_context(&of, arguments, report);
    if (!status)
        status = fc_prediction_context_needs_predefined(&of.context, "a formula", report);
    if (!status) {
        const fc_formula_nodes nodes = fc_prediction_context_nodes(&of.context);
        status = fc_formula_create(&of.formula, of.context.analysis, &nodes, report);
    }
    if (!status) {
        of.counter = fc_prediction_context_counts(&of.context, &of.sweep, NULL);
        status = find_probed_point(&of, arguments, report);
    }
    if (!status) {
        fc_prediction_context_note(&of.context, &of.sweep, arguments->errors);
        status = write_formula(&of, arguments, report);
    }
    free(of.parameter);
    free(of.counter);
    free(of.probe);
    free(of.read);
    fc_formula_fits_free(of.fits);
    fc_formula_free(of.formula);
    fc_prediction_context_close(&of.context);
    fc_sweep_free(&of.sweep);
    return status;
}

static const fc_option options[] = {
    FC_CONTEXT_OPTIONS,
    FC_PLACEMENT_OPTION,
    {0, "notation", "NOTATION", "text|latex|c|python|javascript", "text", false, "the notation of the formula"},
    {0, "all", NULL, NULL, NULL, false, "print every term, and the growth in each parameter with its places"},
    {0, "fitted", NULL, NULL, NULL, false,
     "replace measured counts, quantities and parts by functions of ranks and parameters, fitted to several runs"},
    {0, "numbers", NULL, NULL, NULL, false, "print the machine's numbers instead of its runtime functions"},
    {0, "format", "FORMAT", "text|json", "text", false, "the format of the output"},
    {'o', "output", "FILE", NULL, NULL, false, "the file to write; default: standard output"},
};

#define OLD_FORMAT(notation)                                                                                           \
    {                                                                                                                  \
        .option = "format", .value = notation, .replacement = "--notation=" notation                                   \
    }
static const fc_old_spelling old[] = {OLD_FORMAT("latex"), OLD_FORMAT("c"), OLD_FORMAT("python"),
                                      OLD_FORMAT("javascript")};

const fc_command fc_command_formula = {
    .name = "formula",
    .workflow = FC_WORKFLOW_FIRST_STEPS,
    .old = old,
    .n_old = sizeof old / sizeof *old,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`: the point of the shares",
    .help = "print the run time as a formula of ranks and parameters",
    .about =
        "Prints T(p, parameters), the time from MPI_Init's return to MPI_Finalize's entry, as a sum of terms with "
        "their source places. With the application's arguments, or with every parameter given by -D, the terms are "
        "sorted by their share at the first point. The first lines give the leading terms there, and the products that "
        "no "
        "other dominates as all parameters grow (Theta). Terms that take less than 1 % together are left out; --all "
        "prints them, and the growth of computation and communication in each parameter, the others fixed, with the "
        "places that grow fastest; what is not proven there is a bound (at most) or unknown. --numbers prints seconds "
        "as coefficients, which hold while working sets stay in their cache levels. The C, Python and JavaScript "
        "notations include the machine and the models, "
        "and agree with `forecost predict`. Python compiles the models, whose C it contains, with cc (or CC) when it "
        "is "
        "imported; JavaScript contains them as WebAssembly. They leave out networks and collectives as algorithms. On "
        "a "
        "machine with variants of runtime functions (T_bcast@intra: all ranks on one node; @inter: each on its own), "
        "the "
        "number of ranks and the placement select the variant of each term. Code that reads the arguments, such as a "
        "loop over options, runs with the given "
        "arguments: its time is T_setup, and the numbers it reads are parameters. Counts of loops and branches that "
        "are not closed in the parameters, but that the program slice evaluates, are quantities, such as "
        "iterations(list.c:42) and taken(sort.c:17): means at the first point, which other points do not have. "
        "Another part of the program whose counts are not closed is a term of its own, T_run: the cost program gives "
        "its time at the first point. With several profiled runs, each measured count is followed by its fit. --fitted "
        "prints the formula "
        "with the fits in place of measured counts, quantities and parts; it holds for all ranks and parameters, but "
        "not exactly at the point.",
    .example = "forecost formula jacobi.fc -m here.yaml -n 64 -- 4000 100",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
