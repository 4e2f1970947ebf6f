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

static fc_status load_program(fc_prediction_context *subject, fc_report *report)
{
    fc_status status = fc_analysis_create(&subject->analysis, subject->program, report);
    if (!status)
        status = fc_cost_program_write(&subject->text, subject->analysis, report);
    if (!status)
        status = fc_cost_program_load(&subject->loaded, subject->text.bytes, subject->program->name, NULL, report);
    return status;
}

/* "memory", "ops" and "fitted" are names; anything else is a C file. */
static fc_status open_compute_model(fc_prediction_context *subject, fc_report *report)
{
    const char *name = subject->compute_model;
    bool is_file = strchr(name, '/') || strchr(name, '.');
    if (fc_compute_find(name) || strcmp(name, FITTED) == 0)
        return FC_OK;
    if (!is_file)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Choose memory, ops, fitted, or a C file (its name has a dot).",
                       FC_MSG_COMPUTE_MODEL_UNKNOWN_COMPUTE_MODEL, name);
    return fc_user_models_load_compute(&subject->computing, name, &subject->machine->coefficients, subject->sandbox,
                                       report);
}

/* Fits the factors with the calibrated machine, before a what-if scenario changes it. */
static fc_status fit_factors(fc_prediction_context *subject, fc_report *report)
{
    if (strcmp(subject->compute_model, FITTED) != 0)
        return FC_OK;
    fc_region_factors_source source = {subject->analysis, subject->loaded.program, &subject->machine->coefficients,
                                       &subject->counts};
    return fc_region_factors_create(&subject->factors, &source, report);
}

/* With --signature: the signature's traffic on this machine replaces that of the streams, in the model `memory` only.
 */
static fc_status open_signature(fc_prediction_context *subject, const fc_arguments *arguments, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "signature"), *machine = fc_arguments_value(arguments, "machine");
    bool is_assumed;
    fc_cache_shape shape;
    fc_convolution convolution;
    if (!path)
        return FC_OK;
    if (fc_prediction_context_compute(subject) != fc_compute_memory || subject->factors)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_SIGNATURE_NEEDS_COMPUTE_MODEL_MEMORY);
    fc_status status = fc_signature_read(&subject->signature, path, subject->program->key, report);
    if (!status)
        status = fc_signature_shape(&shape, &is_assumed, subject->machine, machine, report);
    if (!status)
        status = fc_convolution_begin(&convolution, subject->signature, subject->machine, &shape,
                                      (const char *const[]){machine, path}, report);
    if (!status)
        subject->traffic = fc_signature_traffic_find(subject->analysis, &convolution);
    return status;
}

/* The sources and the profile are inputs too. */
static fc_status check_outputs(const fc_prediction_context *subject, const fc_arguments *arguments, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < subject->program->n_files && !status; i++)
        status = fc_output_check_unnamed(arguments, subject->program->file[i].path, report);
    if (!status && subject->counts.profile_path)
        status = fc_output_check_unnamed(arguments, subject->counts.profile_path, report);
    return status;
}

fc_status fc_prediction_context_create(fc_prediction_context *out, fc_program *program, const fc_arguments *arguments,
                                       fc_report *report)
{
    fc_prediction_context subject = {.model = arguments->n_operands ? arguments->operand[0] : program->name,
                                     .program = program,
                                     .compute_model = fc_arguments_value(arguments, "compute-model")};
    const char *user_models = fc_arguments_value(arguments, "comm-model");
    fc_status status = fc_sandbox_option_read(&subject.sandbox, arguments, report);
    if (!status)
        status = fc_counts_begin(&subject.counts, arguments, program, report);
    subject.counts.sandbox = subject.sandbox;
    if (!status)
        status = load_program(&subject, report);
    if (!status)
        status = fc_machine_option_costs(&subject.machine, fc_arguments_value(arguments, "machine"), report);
    if (!status)
        status = open_compute_model(&subject, report);
    if (!status && user_models)
        status = fc_user_models_load(&subject.models, user_models, NULL, report);
    if (!status)
        status = fc_counts_open(&subject.counts, arguments, &subject.loaded, subject.analysis, report);
    if (!status)
        status = check_outputs(&subject, arguments, report);
    if (!status)
        fc_placement_option_take_collectives(&subject.machine->coefficients, arguments);
    if (!status)
        status = fc_placement_option_read(&subject.placement, arguments, subject.machine, report);
    if (!status)
        status = fc_threads_option_read(&subject.team, arguments, report);
    if (!status)
        status = fit_factors(&subject, report);
    if (!status)
        status = open_signature(&subject, arguments, report);
    if (status) {
        fc_prediction_context_close(&subject);
        return status;
    }
    fc_counts_fit(&subject.counts, &subject.machine->coefficients);
    if (!subject.program->is_verified) {
        fc_machine_notes_flags(subject.program, subject.machine, arguments->errors);
        fc_machine_notes_throughput(subject.program, subject.machine, arguments->errors);
        fc_machine_notes_functions(subject.analysis, subject.machine, arguments->errors);
        if (!subject.models.object)
            fc_machine_notes_communicators(subject.analysis, subject.machine, arguments->errors);
    }
    fc_threads_option_note(&subject.team, subject.program, &subject.machine->coefficients, arguments);
    *out = subject;
    return FC_OK;
}

void fc_prediction_context_close(fc_prediction_context *subject)
{
    fc_region_factors_free(subject->factors);
    fc_signature_free(subject->signature);
    free(subject->traffic);
    fc_counts_close(&subject->counts);
    fc_sandbox_option_free(subject->sandbox);
    fc_placement_option_free(&subject->placement);
    if (subject->models.object)
        fc_user_models_unload(&subject->models);
    if (subject->computing.object)
        fc_user_models_unload(&subject->computing);
    fc_machine_free(subject->machine);
    if (subject->probed.object)
        fc_cost_program_unload(&subject->probed);
    if (subject->loaded.object)
        fc_cost_program_unload(&subject->loaded);
    fc_text_free(&subject->text);
    fc_analysis_free(subject->analysis);
    fc_program_free(subject->program);
    *subject = (fc_prediction_context){0};
}

fc_status fc_prediction_context_add_probes(fc_prediction_context *subject, const fc_formula *formula, fc_report *report)
{
    fc_text text = {0};
    if (subject->probed.object)
        fc_cost_program_unload(&subject->probed);
    subject->probed = (fc_loaded_program){0};
    if (formula->n_numbers == 0)
        return FC_OK;
    fc_status status = fc_cost_program_write_probed(&text, formula, report);
    if (!status)
        status = fc_cost_program_load(&subject->probed, text.bytes, subject->program->name, NULL, report);
    fc_text_free(&text);
    return status;
}

fc_compute_model *fc_prediction_context_compute(const fc_prediction_context *subject)
{
    fc_compute_model *named = fc_compute_find(subject->compute_model);
    if (subject->models.compute)
        return subject->models.compute;
    if (subject->computing.compute)
        return subject->computing.compute;
    return named ? named : fc_compute_memory;
}

fc_status fc_prediction_context_needs_predefined(const fc_prediction_context *subject, const char *what,
                                                 fc_report *report)
{
    if (fc_compute_find(subject->compute_model))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Choose memory or ops.",
                   FC_MSG_COMPUTE_MODEL_NEEDS_PREDEFINED_COMPUTE, subject->compute_model, what);
}

/* Whether the trip count comes from another point's run in which the loop always reached its bound. Its value is then
 * that run's bound, and not this point's. */
static bool is_bound_of_other_run(fc_prediction_context *subject, const fc_counter_query *loop,
                                  const fc_counter_value *trip_count)
{
    const fc_cost_program *program = subject->loaded.program;
    fc_counter_query reached = *loop;
    fc_counter_value share;
    reached.counter++;
    return trip_count->origin == FC_ORIGIN_PROFILED && trip_count->relative_error > 0 &&
           reached.counter < program->n_counters && strcmp(program->counter[reached.counter].operation, "bound") == 0 &&
           fc_counts_lookup(&subject->counts, &reached, &share) && share.value >= 1;
}

double *fc_prediction_context_counts(fc_prediction_context *subject, const fc_sweep *sweep, const double *parameter)
{
    double moved = sweep->n_parameters > 0; /* the distance affects errors only, which are not used here */
    int n = subject->loaded.program->n_counters;
    double *value = fc_allocate((size_t)n, sizeof *value);
    for (int i = 0; i < n; i++) {
        fc_counter_query question = {
            i, 0, fc_sweep_ranks(sweep, 0), parameter, subject->loaded.program->n_parameters, moved, false};
        fc_counter_value answer;
        bool is_known = fc_counts_lookup(&subject->counts, &question, &answer) &&
                        !is_bound_of_other_run(subject, &question, &answer);
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
static FC_GIVE char **make_argv(const fc_prediction_context *subject, const fc_arguments *application, int ranks)
{
    char **argv = fc_allocate((size_t)application->n_rest + 2, sizeof *argv);
    argv[0] = fc_copy_string(subject->program->name);
    for (int i = 0; i < application->n_rest; i++)
        argv[i + 1] = fc_words_with_ranks(application->rest[i], ranks);
    return argv;
}

static point_list make_points(const fc_prediction_context *subject, const fc_sweep *sweep,
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
                       .argv = i == 0 || is_own ? make_argv(subject, application, ranks) : list.point[0].argv,
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

/* Once for each subject: notes that method ranks predicted some point instead of method sum. */
static void note_apart(fc_prediction_context *subject, const fc_prediction *prediction, int n, FILE *errors)
{
    for (int i = 0; i < n && !subject->has_noted_method_ranks; i++) {
        const fc_prediction_fallback *at = &prediction[i].apart;
        if (!at->file)
            continue;
        fc_diagnose(errors, FC_NOTE, (fc_place){at->file, at->line, 0}, FC_MSG_CONTROL_FLOW_DEPENDS_RECEIVED_DATA);
        subject->has_noted_method_ranks = true;
    }
}

/* Once for each subject and kind of assumption: the first call with that assumption. */
static void note_assumed(fc_prediction_context *subject, const fc_prediction *prediction, int n, FILE *errors)
{
    static const char *const text[] = {
        [FC_ASSUMED_WORLD] = FC_MSG_COMMUNICATOR_ASSUMED,
        [FC_ASSUMED_UNSTARTED] = FC_MSG_STARTED_REQUESTS_UNKNOWN,
        [FC_ASSUMED_LONGS] = FC_MSG_LONGS_MIXED,
        [FC_ASSUMED_SPAWNED] = FC_MSG_SPAWNED_NOT_SIMULATED,
    };
    const fc_cost_program *program = subject->loaded.program;
    for (int i = 0; i < n; i++)
        for (int what = 0; what < FC_N_ASSUMPTIONS; what++) {
            int assumed = prediction[i].totals.assumed[what];
            if (!assumed || subject->has_noted_assumed[what])
                continue;
            const fc_site *site = &program->site[assumed - 1];
            fc_diagnose(errors, FC_NOTE, (fc_place){site->file, site->line, 0}, text[what], site->operation);
            subject->has_noted_assumed[what] = true;
        }
}

/* Once for each subject: the first negative number of repetitions. */
static void note_negative(fc_prediction_context *subject, const fc_prediction *prediction, int n, FILE *errors)
{
    for (int i = 0; i < n && !subject->has_noted_negative; i++) {
        const fc_negative_count *negative = &prediction[i].totals.negative;
        if (!negative->file)
            continue;
        fc_diagnose(errors, FC_NOTE, (fc_place){negative->file, negative->line, 0}, FC_MSG_NEGATIVE_COUNT,
                    negative->value, prediction[i].ranks);
        subject->has_noted_negative = true;
    }
}

/* Once for each subject: the first point whose communication rests on an unknown network. */
static void note_network(fc_prediction_context *subject, const fc_prediction *prediction, int n, FILE *errors)
{
    const fc_coefficients *machine = &subject->machine->coefficients;
    bool is_known = machine->network.n_levels > 0 || subject->models.object;
    for (int i = 0; i < n && !is_known && !subject->has_noted_network; i++) {
        int ranks = prediction[i].ranks;
        if (prediction[i].totals.communication_s > 0 && fc_runtime_function_network_error(machine, ranks) > 0) {
            fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_NETWORK_UNKNOWN, ranks, machine->name);
            subject->has_noted_network = true;
        }
    }
}

/* Once for each subject: the first run that ends by its inputs, for example after a line of usage. */
static void note_input_end(fc_prediction_context *subject, const fc_prediction *prediction, int n, FILE *errors)
{
    for (int i = 0; i < n && !subject->has_noted_input_end; i++) {
        const fc_input_end *end = &prediction[i].totals.input_end;
        if (!end->file)
            continue;
        fc_diagnose(errors, FC_NOTE, (fc_place){end->file, end->line, 0}, FC_MSG_RUN_ENDS_BY_INPUTS, end->what,
                    end->message ? ", after \"" : "", end->message ? end->message : "", end->message ? "\"" : "",
                    prediction[i].ranks);
        subject->has_noted_input_end = true;
    }
}

static bool is_set_somewhere(const fc_prediction *prediction, int n, int parameter)
{
    bool is_set = false;
    for (int i = 0; i < n && !is_set; i++)
        is_set = !isnan(prediction[i].parameter[parameter]);
    return is_set;
}

/* Once for each subject: warns of a -D whose parameter is never set with these arguments, for example because it
 * belongs to an option that is absent. */
static void note_idle(fc_prediction_context *subject, const fc_prediction *prediction, const fc_sweep *sweep,
                      FILE *errors)
{
    const fc_cost_program *program = subject->loaded.program;
    for (int i = 0; i < sweep->n_parameters && !subject->has_noted_unset_parameters; i++)
        for (int k = 0; k < program->n_parameters; k++)
            if (strcmp(program->parameter[k], sweep->name[i]) == 0 && !is_set_somewhere(prediction, sweep->n_points, k))
                fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_D_NO_EFFECT_THESE_ARGUMENTS, sweep->name[i],
                            subject->model);
    subject->has_noted_unset_parameters = true;
}

void fc_prediction_context_note(fc_prediction_context *subject, const fc_sweep *sweep, FILE *errors)
{
    if (subject->has_noted)
        return;
    fc_counts_note(&subject->counts, sweep, errors);
    if (subject->factors || subject->counts.program->n_counters > 0)
        fc_changed_files_note_inputs(&subject->counts, errors);
    if (subject->factors)
        fc_region_factors_note(subject->factors, subject->program, errors);
    if (subject->traffic)
        fc_signature_traffic_note(subject->traffic, subject->analysis, subject->signature, errors);
    subject->has_noted = true;
}

/* Once for each subject: the counts without which this point, and probably others, cannot be predicted. */
static void note_missing(fc_prediction_context *subject, const fc_evaluation *evaluation, const fc_point *point,
                         FILE *errors)
{
    fc_evaluation supplied = *evaluation;
    fc_report unused = {0};
    fc_prediction *made = NULL;
    if (subject->has_noted_missing || !fc_missing_counts_any(&subject->counts.missing, subject->loaded.program))
        return;
    supplied.skips_failed = false;
    supplied.trace = NULL;
    subject->counts.missing.supplies = true;
    if (fc_evaluate_points(&made, &supplied, point, 1, &unused) == FC_OK)
        fc_evaluate_free(made, 1);
    subject->counts.missing.supplies = false;
    fc_missing_counts_note(&subject->counts.missing, subject->loaded.program, errors);
    subject->has_noted_missing = true;
}

fc_status fc_prediction_context_predict(fc_prediction **out, fc_prediction_context *subject, const fc_sweep *sweep,
                                        const fc_arguments *application, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < sweep->n_points && !status; i++)
        status = fc_placement_option_check(&subject->placement, subject->machine, fc_sweep_ranks(sweep, i), report);
    if (status)
        return status;
    const char *method = fc_arguments_value(application, "method"); /* NULL: a command that has no choice */
    bool side_by_side = !subject->budget &&
                        (subject->trace || subject->forces_method_ranks || (method && strcmp(method, "ranks") == 0));
    point_list list = make_points(subject, sweep, application);
    fc_progress_line line = fc_progress_on(application->errors);
    line.next = subject->progress_due > 0 ? subject->progress_due : line.next;
    progress shown = {&line, sweep->n_points, fc_clock_seconds()};
    const fc_loaded_program *evaluated = subject->probed.object ? &subject->probed : &subject->loaded;
    fc_evaluation evaluation = {.program = evaluated->program,
                                .object = evaluated->object,
                                .user_model = {subject->models.object, subject->computing.object},
                                .machine = &subject->machine->coefficients,
                                .compute = fc_prediction_context_compute(subject),
                                .factor = subject->factors ? subject->factors->by_region : NULL,
                                .traffic = subject->traffic,
                                .communication = subject->models.object ? &subject->models.communication : NULL,
                                .placement = subject->placement.is_given ? &subject->placement.placement : NULL,
                                .team = subject->team,
                                .trace = subject->trace,
                                .counter = fc_counts_lookup,
                                .counter_data = &subject->counts,
                                .method = side_by_side ? FC_METHOD_RANKS : FC_METHOD_SUM,
                                .every_rank = method && fc_arguments_has(application, "every-rank"),
                                .sandbox = subject->sandbox,
                                .findings = subject->findings,
                                .timeout_s = subject->most_seconds,
                                .ended = &subject->ended,
                                .budget = subject->budget,
                                .skips_failed = subject->skips_failed,
                                .children = subject->children,
                                .watch = show_progress,
                                .watch_data = &shown};
    if (!subject->findings && !subject->budget)
        fc_prediction_context_note(subject, sweep, application->errors);
    fc_interrupt_watch();
    subject->ended = FC_END_DONE;
    fc_missing_counts_reset(&subject->counts.missing);
    status = fc_evaluate_points(out, &evaluation, list.point, sweep->n_points, report);
    if (status != FC_E_INTERRUPTED)
        note_missing(subject, &evaluation, list.point, application->errors);
    fc_interrupt_release();
    fc_progress_clear(&line);
    subject->progress_due = line.next;
    if (!status && !subject->budget) {
        note_apart(subject, *out, sweep->n_points, application->errors);
        note_assumed(subject, *out, sweep->n_points, application->errors);
        note_negative(subject, *out, sweep->n_points, application->errors);
        note_network(subject, *out, sweep->n_points, application->errors);
        note_input_end(subject, *out, sweep->n_points, application->errors);
        note_idle(subject, *out, sweep, application->errors);
    }
    free_points(&list, sweep->n_points);
    return status;
}

fc_formula_nodes fc_prediction_context_nodes(const fc_prediction_context *subject)
{
    fc_mapping layout;
    fc_mapping_init(&layout, &subject->machine->coefficients,
                    subject->placement.is_given ? &subject->placement.placement : NULL, 1);
    bool is_closed = layout.has_variants && !layout.placement.place;
    return is_closed ? (fc_formula_nodes){layout.cores, layout.placement.dealing} : (fc_formula_nodes){0};
}
