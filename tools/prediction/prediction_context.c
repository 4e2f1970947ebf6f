/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/prediction_context.h"

#include "analyzer/emit/cost_program/cost_program.h"
#include "analyzer/summary/formula.h"
#include "runtime/models/compute.h"
#include "support/clock.h"
#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "support/words.h"
#include "tools/command_line/machine_option.h"
#include "tools/command_line/output_check.h"
#include "tools/output/interrupt.h"
#include "tools/prediction/changed_files.h"
#include "tools/prediction/machine_notes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FITTED "fitted"

static fc_status load_program(fc_prediction_context *context, fc_report *report)
{
    fc_status status = fc_analysis_create(&context->analysis, context->program, report);
    if (!status)
        status = fc_cost_program_write(&context->text, context->analysis, report);
    if (!status)
        status = fc_cost_program_load(&context->loaded, context->text.bytes, context->program->name, NULL, report);
    return status;
}

/* "memory", "ops" and "fitted" are names; anything else is a C file. */
static fc_status open_compute_model(fc_prediction_context *context, fc_report *report)
{
    const char *name = context->compute_model;
    bool is_file = strchr(name, '/') || strchr(name, '.');
    if (fc_compute_find(name) || strcmp(name, FITTED) == 0)
        return FC_OK;
    if (!is_file)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Choose memory, ops, fitted, or a C file (its name has a dot).",
                       FC_MSG_COMPUTE_MODEL_UNKNOWN_COMPUTE_MODEL, name);
    return fc_user_models_load_compute(&context->computing, name, &context->machine->coefficients, context->sandbox,
                                       report);
}

fc_status fc_prediction_context_fit(fc_prediction_context *context, fc_report *report)
{
    if (strcmp(context->compute_model, FITTED) != 0)
        return FC_OK;
    fc_region_factors_source source = {context->analysis, context->loaded.program, &context->machine->coefficients,
                                       &context->counts};
    return fc_region_factors_create(&context->factors, &source, report);
}

/* With --signature: the signature's traffic on this machine replaces that of the streams, in the model `memory` only.
 */
static fc_status open_signature(fc_prediction_context *context, const fc_arguments *arguments, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "signature"), *machine = fc_arguments_value(arguments, "machine");
    bool is_assumed;
    fc_cache_shape shape;
    fc_convolution convolution;
    if (!path)
        return FC_OK;
    if (fc_prediction_context_compute(context) != fc_compute_memory || context->factors)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_SIGNATURE_NEEDS_COMPUTE_MODEL_MEMORY);
    fc_status status = fc_signature_read(&context->signature, path, context->program->key, report);
    if (!status)
        status = fc_signature_shape(&shape, &is_assumed, context->machine, machine, report);
    if (!status)
        status = fc_convolution_begin(&convolution, context->signature, context->machine, &shape,
                                      (const char *const[]){machine, path}, report);
    if (!status)
        context->traffic = fc_signature_traffic_find(context->analysis, &convolution);
    return status;
}

/* The sources and the profile are inputs too. */
static fc_status check_outputs(const fc_prediction_context *context, const fc_arguments *arguments, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < context->program->n_files && !status; i++)
        status = fc_output_check_unnamed(arguments, context->program->file[i].path, report);
    if (!status && context->counts.profile_path)
        status = fc_output_check_unnamed(arguments, context->counts.profile_path, report);
    return status;
}

fc_status fc_prediction_context_create(fc_prediction_context *out, fc_program *program, const fc_arguments *arguments,
                                       fc_report *report)
{
    fc_prediction_context context = {.model = arguments->n_operands ? arguments->operand[0] : program->name,
                                     .program = program,
                                     .compute_model = fc_arguments_value(arguments, "compute-model")};
    const char *user_models = fc_arguments_value(arguments, "comm-model");
    fc_status status = fc_sandbox_option_read(&context.sandbox, arguments, report);
    if (!status)
        status = fc_counts_begin(&context.counts, arguments, program, report);
    context.counts.sandbox = context.sandbox;
    if (!status)
        status = load_program(&context, report);
    if (!status)
        status = fc_machine_option_costs(&context.machine, fc_arguments_value(arguments, "machine"), report);
    if (!status)
        status = open_compute_model(&context, report);
    if (!status && user_models)
        status = fc_user_models_load(&context.models, user_models, NULL, report);
    if (!status)
        status = fc_counts_open(&context.counts, arguments, &context.loaded, context.analysis, report);
    if (!status)
        status = check_outputs(&context, arguments, report);
    if (!status)
        fc_placement_option_take_collectives(&context.machine->coefficients, arguments);
    if (!status)
        status = fc_placement_option_read(&context.placement, arguments, context.machine, report);
    if (!status)
        status = fc_threads_option_read(&context.team, arguments, report);
    if (!status)
        status = open_signature(&context, arguments, report);
    if (status) {
        fc_prediction_context_close(&context);
        return status;
    }
    fc_counts_fit(&context.counts, &context.machine->coefficients);
    if (!context.program->is_verified) {
        fc_machine_notes_flags(context.program, context.machine, arguments->errors);
        fc_machine_notes_throughput(context.program, context.machine, arguments->errors);
        fc_machine_notes_functions(context.analysis, context.machine, arguments->errors);
        if (!context.models.object)
            fc_machine_notes_communicators(context.analysis, context.machine, arguments->errors);
    }
    fc_threads_option_note(&context.team, context.program, &context.machine->coefficients, arguments);
    *out = context;
    return FC_OK;
}

void fc_prediction_context_close(fc_prediction_context *context)
{
    fc_region_factors_free(context->factors);
    fc_signature_free(context->signature);
    free(context->traffic);
    fc_counts_close(&context->counts);
    fc_sandbox_option_free(context->sandbox);
    fc_placement_option_free(&context->placement);
    if (context->models.object)
        fc_user_models_unload(&context->models);
    if (context->computing.object)
        fc_user_models_unload(&context->computing);
    fc_machine_free(context->machine);
    if (context->probed.object)
        fc_cost_program_unload(&context->probed);
    if (context->loaded.object)
        fc_cost_program_unload(&context->loaded);
    fc_text_free(&context->text);
    fc_analysis_free(context->analysis);
    fc_program_free(context->program);
    *context = (fc_prediction_context){0};
}

fc_status fc_prediction_context_add_probes(fc_prediction_context *context, const fc_formula *formula, fc_report *report)
{
    fc_text text = {0};
    if (context->probed.object)
        fc_cost_program_unload(&context->probed);
    context->probed = (fc_loaded_program){0};
    if (formula->n_numbers == 0)
        return FC_OK;
    fc_status status = fc_cost_program_write_probed(&text, formula, report);
    if (!status)
        status = fc_cost_program_load(&context->probed, text.bytes, context->program->name, NULL, report);
    fc_text_free(&text);
    return status;
}

fc_compute_model *fc_prediction_context_compute(const fc_prediction_context *context)
{
    fc_compute_model *named = fc_compute_find(context->compute_model);
    if (context->models.compute)
        return context->models.compute;
    if (context->computing.compute)
        return context->computing.compute;
    return named ? named : fc_compute_memory;
}

fc_status fc_prediction_context_needs_predefined(const fc_prediction_context *context, const char *what,
                                                 fc_report *report)
{
    if (fc_compute_find(context->compute_model))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Choose memory or ops.",
                   FC_MSG_COMPUTE_MODEL_NEEDS_PREDEFINED_COMPUTE, context->compute_model, what);
}

/* Whether the trip count comes from another point's run in which the loop always reached its bound. Its value is then
 * that run's bound, and not this point's. */
static bool is_bound_of_other_run(fc_prediction_context *context, const fc_counter_query *loop,
                                  const fc_counter_value *trip_count)
{
    const fc_cost_program *program = context->loaded.program;
    fc_counter_query reached = *loop;
    fc_counter_value share;
    reached.counter++;
    return trip_count->origin == FC_ORIGIN_PROFILED && trip_count->relative_error > 0 &&
           reached.counter < program->n_counters && strcmp(program->counter[reached.counter].operation, "bound") == 0 &&
           fc_counts_lookup(&context->counts, &reached, &share) && share.value >= 1;
}

double *fc_prediction_context_counts(fc_prediction_context *context, const fc_sweep *sweep, const double *parameter)
{
    double moved = sweep->n_parameters > 0; /* the distance affects errors only, which are not used here */
    int n = context->loaded.program->n_counters;
    double *value = fc_allocate((size_t)n, sizeof *value);
    for (int i = 0; i < n; i++) {
        fc_counter_query question = {
            i, 0, fc_sweep_ranks(sweep, 0), parameter, context->loaded.program->n_parameters, moved, false};
        fc_counter_value answer;
        bool is_known = fc_counts_lookup(&context->counts, &question, &answer) &&
                        !is_bound_of_other_run(context, &question, &answer);
        value[i] = is_known ? answer.value : NAN;
    }
    return value;
}

/* The points of a sweep, with the memory of their overrides and arguments. */
typedef struct point_list {
    fc_point *point;
    fc_prediction_override *override;
    double *value;
} point_list;

/* main's argv: the program's name, then the application's own arguments, then NULL. */
static FC_GIVE char **make_argv(const fc_prediction_context *context, const fc_arguments *application, int ranks)
{
    char **argv = fc_allocate((size_t)application->n_rest + 2, sizeof *argv);
    argv[0] = fc_copy_string(context->program->name);
    for (int i = 0; i < application->n_rest; i++)
        argv[i + 1] = fc_words_with_ranks(application->rest[i], ranks);
    return argv;
}

static point_list make_points(const fc_prediction_context *context, const fc_sweep *sweep,
                              const fc_arguments *application)
{
    size_t n = (size_t)sweep->n_points, width = (size_t)sweep->n_parameters;
    point_list list = {.point = fc_allocate(n, sizeof *list.point),
                       .override = fc_allocate(n * width, sizeof *list.override),
                       .value = fc_allocate(width, sizeof *list.value)};
    /* points share their argv otherwise */
    bool is_own = false;
    for (int i = 0; i < application->n_rest; i++)
        is_own |= strstr(application->rest[i], FC_RANKS_MARK) != NULL;
    for (size_t i = 0; i < n; i++) {
        fc_sweep_values(list.value, sweep, (int)i);
        for (size_t k = 0; k < width; k++)
            list.override[i * width + k] = (fc_prediction_override){sweep->name[k], list.value[k]};
        int ranks = fc_sweep_ranks(sweep, (int)i);
        list.point[i] =
            (fc_point){.ranks = ranks,
                       .argc = application->n_rest + 1,
                       .argv = i == 0 || is_own ? make_argv(context, application, ranks) : list.point[0].argv,
                       .override = list.override + i * width,
                       .n_overrides = (int)width};
    }
    return list;
}

static void free_points(point_list *list, int n)
{
    for (int i = 0; i < n; i++) {
        if (i > 0 && list->point[i].argv == list->point[0].argv)
            continue;
        for (char **word = list->point[i].argv; *word; word++)
            free(*word);
        free(list->point[i].argv);
    }
    free(list->value);
    free(list->override);
    free(list->point);
}

/* The data of show_progress(). */
typedef struct progress {
    fc_progress_line *line;
    int n_points;
    double start; /* s, of fc_clock_seconds() */
} progress;

/* Shows the progress, from half a second on; false after Ctrl-C. */
static bool show_progress(void *data, int done, double share)
{
    const progress *of = data;
    double spent = fc_clock_seconds() - of->start;
    if (spent > 0.5) {
        char *what = fc_format("predicting  point %d/%d", done, of->n_points);
        fc_progress_show(of->line, what, share > 0 ? spent * (1 - share) / share : -1);
        free(what);
    }
    return *fc_interrupt_flag() == 0;
}

/* Once for each context: notes that method ranks predicted some point instead of method sum. */
static void note_apart(fc_prediction_context *context, const fc_prediction *prediction, int n, FILE *errors)
{
    for (int i = 0; i < n && !context->has_noted_method_ranks; i++) {
        const fc_prediction_fallback *at = &prediction[i].apart;
        if (!at->file)
            continue;
        fc_diagnose(errors, FC_NOTE, (fc_place){at->file, at->line, 0}, FC_MSG_CONTROL_FLOW_DEPENDS_RECEIVED_DATA);
        context->has_noted_method_ranks = true;
    }
}

/* Once for each context and kind of assumption: the first call with that assumption. */
static void note_assumed(fc_prediction_context *context, const fc_prediction *prediction, int n, FILE *errors)
{
    static const char *const text[] = {
        [FC_ASSUMED_WORLD] = FC_MSG_COMMUNICATOR_ASSUMED,
        [FC_ASSUMED_UNSTARTED] = FC_MSG_STARTED_REQUESTS_UNKNOWN,
        [FC_ASSUMED_LONGS] = FC_MSG_LONGS_MIXED,
        [FC_ASSUMED_SPAWNED] = FC_MSG_SPAWNED_NOT_SIMULATED,
    };
    const fc_cost_program *program = context->loaded.program;
    for (int i = 0; i < n; i++)
        for (int what = 0; what < FC_N_ASSUMPTIONS; what++) {
            int assumed = prediction[i].totals.assumed[what];
            if (!assumed || context->has_noted_assumed[what])
                continue;
            const fc_site *site = &program->site[assumed - 1];
            fc_diagnose(errors, FC_NOTE, (fc_place){site->file, site->line, 0}, text[what], site->operation);
            context->has_noted_assumed[what] = true;
        }
}

/* Once for each context: the first negative number of repetitions. */
static void note_negative(fc_prediction_context *context, const fc_prediction *prediction, int n, FILE *errors)
{
    for (int i = 0; i < n && !context->has_noted_negative; i++) {
        const fc_negative_count *negative = &prediction[i].totals.negative;
        if (!negative->file)
            continue;
        fc_diagnose(errors, FC_NOTE, (fc_place){negative->file, negative->line, 0}, FC_MSG_NEGATIVE_COUNT,
                    negative->value, prediction[i].ranks);
        context->has_noted_negative = true;
    }
}

/* Once for each context: the first point whose communication rests on an unknown network. */
static void note_network(fc_prediction_context *context, const fc_prediction *prediction, int n, FILE *errors)
{
    const fc_coefficients *machine = &context->machine->coefficients;
    bool is_known = machine->network.n_levels > 0 || context->models.object;
    for (int i = 0; i < n && !is_known && !context->has_noted_network; i++) {
        int ranks = prediction[i].ranks;
        if (prediction[i].totals.communication_s > 0 && fc_runtime_function_network_error(machine, ranks) > 0) {
            fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_NETWORK_UNKNOWN, ranks, machine->name);
            context->has_noted_network = true;
        }
    }
}

/* Once for each context: the first run that ends by its inputs, for example after a line of usage. */
static void note_input_end(fc_prediction_context *context, const fc_prediction *prediction, int n, FILE *errors)
{
    for (int i = 0; i < n && !context->has_noted_input_end; i++) {
        const fc_input_end *end = &prediction[i].totals.input_end;
        if (!end->file)
            continue;
        fc_diagnose(errors, FC_NOTE, (fc_place){end->file, end->line, 0}, FC_MSG_RUN_ENDS_BY_INPUTS, end->what,
                    end->message ? ", after \"" : "", end->message ? end->message : "", end->message ? "\"" : "",
                    prediction[i].ranks);
        context->has_noted_input_end = true;
    }
}

static bool is_set_somewhere(const fc_prediction *prediction, int n, int parameter)
{
    bool is_set = false;
    for (int i = 0; i < n && !is_set; i++)
        is_set = !isnan(prediction[i].parameter[parameter]);
    return is_set;
}

/* Once for each context: warns of a -D whose parameter is never set with these arguments, for example because it
 * belongs to an option that is absent. */
static void note_idle(fc_prediction_context *context, const fc_prediction *prediction, const fc_sweep *sweep,
                      FILE *errors)
{
    const fc_cost_program *program = context->loaded.program;
    for (int i = 0; i < sweep->n_parameters && !context->has_noted_unset_parameters; i++)
        for (int k = 0; k < program->n_parameters; k++)
            if (strcmp(program->parameter[k], sweep->name[i]) == 0 && !is_set_somewhere(prediction, sweep->n_points, k))
                fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_D_NO_EFFECT_THESE_ARGUMENTS, sweep->name[i],
                            context->model);
    context->has_noted_unset_parameters = true;
}

void fc_prediction_context_note(fc_prediction_context *context, const fc_sweep *sweep, FILE *errors)
{
    if (context->has_noted)
        return;
    fc_counts_note(&context->counts, sweep, errors);
    if (context->factors || context->counts.program->n_counters > 0)
        fc_changed_files_note_inputs(&context->counts, errors);
    if (context->factors)
        fc_region_factors_note(context->factors, context->program, errors);
    if (context->traffic)
        fc_signature_traffic_note(context->traffic, context->analysis, context->signature, errors);
    context->has_noted = true;
}

/* Once for each context: the counts without which this point, and probably others, cannot be predicted. */
static void note_missing(fc_prediction_context *context, const fc_evaluation *evaluation, const fc_point *point,
                         FILE *errors)
{
    fc_evaluation supplied = *evaluation;
    fc_report unused = {0};
    fc_prediction *made = NULL;
    if (context->has_noted_missing || !fc_missing_counts_any(&context->counts.missing, context->loaded.program))
        return;
    supplied.skips_failed = false;
    supplied.trace = NULL;
    context->counts.missing.supplies = true;
    if (fc_evaluate_points(&made, &supplied, point, 1, &unused) == FC_OK)
        fc_evaluate_free(made, 1);
    context->counts.missing.supplies = false;
    fc_missing_counts_note(&context->counts.missing, context->loaded.program, errors);
    context->has_noted_missing = true;
}

fc_status fc_prediction_context_predict(fc_prediction **out, fc_prediction_context *context, const fc_sweep *sweep,
                                        const fc_arguments *application, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < sweep->n_points && !status; i++)
        status = fc_placement_option_check(&context->placement, context->machine, fc_sweep_ranks(sweep, i), report);
    if (status)
        return status;
    const char *method = fc_arguments_value(application, "method"); /* NULL: a command that has no choice */
    bool side_by_side = !context->budget &&
                        (context->trace || context->forces_method_ranks || (method && strcmp(method, "ranks") == 0));
    point_list list = make_points(context, sweep, application);
    fc_progress_line line = fc_progress_on(application->errors);
    line.next = context->progress_due > 0 ? context->progress_due : line.next;
    progress shown = {&line, sweep->n_points, fc_clock_seconds()};
    const fc_loaded_program *evaluated = context->probed.object ? &context->probed : &context->loaded;
    fc_evaluation evaluation = {.program = evaluated->program,
                                .object = evaluated->object,
                                .user_model = {context->models.object, context->computing.object},
                                .machine = &context->machine->coefficients,
                                .compute = fc_prediction_context_compute(context),
                                .factor = context->factors ? context->factors->by_region : NULL,
                                .traffic = context->traffic,
                                .communication = context->models.object ? &context->models.communication : NULL,
                                .placement = context->placement.is_given ? &context->placement.placement : NULL,
                                .team = context->team,
                                .trace = context->trace,
                                .counter = fc_counts_lookup,
                                .counter_data = &context->counts,
                                .method = side_by_side ? FC_METHOD_RANKS : FC_METHOD_SUM,
                                .every_rank = method && fc_arguments_has(application, "every-rank"),
                                .sandbox = context->sandbox,
                                .findings = context->findings,
                                .timeout_s = context->most_seconds,
                                .ended = &context->ended,
                                .budget = context->budget,
                                .skips_failed = context->skips_failed,
                                .children = context->children,
                                .watch = show_progress,
                                .watch_data = &shown};
    if (!context->findings && !context->budget)
        fc_prediction_context_note(context, sweep, application->errors);
    fc_interrupt_watch();
    context->ended = FC_END_DONE;
    fc_missing_counts_reset(&context->counts.missing);
    status = fc_evaluate_points(out, &evaluation, list.point, sweep->n_points, report);
    if (status != FC_E_INTERRUPTED)
        note_missing(context, &evaluation, list.point, application->errors);
    fc_interrupt_release();
    fc_progress_clear(&line);
    context->progress_due = line.next;
    if (!status && !context->budget) {
        note_apart(context, *out, sweep->n_points, application->errors);
        note_assumed(context, *out, sweep->n_points, application->errors);
        note_negative(context, *out, sweep->n_points, application->errors);
        note_network(context, *out, sweep->n_points, application->errors);
        note_input_end(context, *out, sweep->n_points, application->errors);
        note_idle(context, *out, sweep, application->errors);
    }
    free_points(&list, sweep->n_points);
    return status;
}

fc_formula_nodes fc_prediction_context_nodes(const fc_prediction_context *context)
{
    fc_mapping layout;
    fc_mapping_init(&layout, &context->machine->coefficients,
                    context->placement.is_given ? &context->placement.placement : NULL, 1);
    bool is_closed = layout.has_variants && !layout.placement.place;
    return is_closed ? (fc_formula_nodes){layout.cores, layout.placement.dealing} : (fc_formula_nodes){0};
}
