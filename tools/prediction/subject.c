/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/subject.h"

#include "analyzer/emit/cost_program.h"
#include "runtime/models/compute.h"
#include "tools/command_line/machine_option.h"
#include "tools/prediction/flags_note.h"
#include "tools/prediction/function_note.h"
#include "tools/prediction/sources_note.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FITTED "fitted"

static fc_status load_program(fc_subject *subject, fc_report *report)
{
    fc_status status = fc_analysis_create(&subject->analysis, subject->program, report);
    if (!status)
        status = fc_cost_program_write(&subject->text, subject->analysis, report);
    if (!status)
        status = fc_cost_program_load(&subject->loaded, subject->text.bytes, subject->program->name, NULL, report);
    return status;
}

/* "memory", "ops" and "fitted" are names; anything else is a C file. */
static fc_status open_compute_model(fc_subject *subject, fc_report *report)
{
    const char *name = subject->compute_model;
    bool is_file = strchr(name, '/') || strchr(name, '.');
    if (fc_compute_find(name) || strcmp(name, FITTED) == 0)
        return FC_OK;
    if (!is_file)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Choose memory, ops, fitted, or a C file (its name has a dot).",
                       "--compute-model %s: unknown compute model", name);
    return fc_user_models_load_compute(&subject->computing, name, &subject->machine->coefficients, report);
}

/* Fits the factors with the calibrated machine, before a what-if scenario changes it. */
static fc_status fit_factors(fc_subject *subject, fc_report *report)
{
    if (strcmp(subject->compute_model, FITTED) != 0)
        return FC_OK;
    fc_region_factors_source source = {subject->analysis, subject->loaded.program, &subject->machine->coefficients,
                                       &subject->counts};
    return fc_region_factors_create(&subject->factors, &source, report);
}

/* With --signature: the signature's traffic on this machine replaces that of the streams, in the model `memory` only.
 */
static fc_status open_signature(fc_subject *subject, const fc_arguments *arguments, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "signature"), *machine = fc_arguments_value(arguments, "machine");
    bool is_assumed;
    fc_cache_shape shape;
    fc_convolution convolution;
    if (!path)
        return FC_OK;
    if (fc_subject_compute(subject) != fc_compute_memory || subject->factors)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, "--signature needs --compute-model memory");
    fc_status status = fc_signature_read(&subject->signature, path, subject->program->key, report);
    if (!status)
        status = fc_signature_shape(&shape, &is_assumed, subject->machine, machine, report);
    if (!status)
        status = fc_convolution_begin(&convolution, subject->signature, subject->machine, &shape,
                                      (const char *const[]){machine, path}, report);
    if (!status)
        subject->traffic = fc_region_traffic_find(subject->analysis, &convolution);
    return status;
}

static void take_collectives(fc_coefficients *machine, const char *name)
{
    static const char *const names[] = {
#define NAME(name, text) [FC_COLLECTIVES_##name] = text,
        FC_COLLECTIVES_LIST(NAME)
#undef NAME
    };
    for (int i = 0; name && i < FC_N_COLLECTIVES; i++)
        if (strcmp(name, names[i]) == 0)
            machine->collectives = (fc_collectives)i;
}

fc_status fc_subject_create(fc_subject *out, fc_program *program, const fc_arguments *arguments, fc_report *report)
{
    fc_subject subject = {.model = arguments->n_operands ? arguments->operand[0] : program->name,
                          .program = program,
                          .compute_model = fc_arguments_value(arguments, "compute-model")};
    const char *user_models = fc_arguments_value(arguments, "comm-model");
    fc_status status = fc_counts_begin(&subject.counts, arguments, program, report);
    if (!status)
        status = load_program(&subject, report);
    if (!status)
        status = fc_machine_option_costs(&subject.machine, fc_arguments_value(arguments, "machine"), report);
    if (!status)
        status = open_compute_model(&subject, report);
    if (!status && user_models)
        status = fc_user_models_load(&subject.models, user_models, NULL, report);
    if (!status)
        status = fc_counts_open(&subject.counts, arguments, subject.loaded.program, subject.analysis, report);
    if (!status)
        take_collectives(&subject.machine->coefficients, fc_arguments_value(arguments, "collectives"));
    if (!status)
        status = fc_placement_option_read(&subject.placement, arguments, subject.machine, report);
    if (!status)
        status = fc_threads_option_read(&subject.team, arguments, report);
    if (!status)
        status = fit_factors(&subject, report);
    if (!status)
        status = open_signature(&subject, arguments, report);
    if (status) {
        fc_subject_close(&subject);
        return status;
    }
    fc_counts_fit(&subject.counts, &subject.machine->coefficients);
    fc_flags_note(subject.program, subject.machine, arguments->errors);
    fc_cycles_note(subject.program, subject.machine, arguments->errors);
    fc_function_note(subject.analysis, subject.machine, arguments->errors);
    if (!user_models)
        fc_communicator_note(subject.analysis, subject.machine, arguments->errors);
    fc_threads_option_note(&subject.team, subject.program, &subject.machine->coefficients, arguments);
    *out = subject;
    return FC_OK;
}

fc_status fc_subject_open(fc_subject *out, const fc_arguments *arguments, fc_report *report)
{
    fc_program *program = NULL;
    fc_status status = fc_program_read(&program, arguments->operand[0], report);
    if (status)
        return status;
    status = fc_subject_create(out, program, arguments, report);
    if (!status)
        fc_sources_note(program, arguments->operand[0], arguments->errors);
    return status;
}

void fc_subject_close(fc_subject *subject)
{
    fc_region_factors_free(subject->factors);
    fc_signature_free(subject->signature);
    free(subject->traffic);
    fc_counts_close(&subject->counts);
    fc_placement_option_free(&subject->placement);
    if (subject->models.object)
        fc_user_models_unload(&subject->models);
    if (subject->computing.object)
        fc_user_models_unload(&subject->computing);
    fc_machine_free(subject->machine);
    if (subject->loaded.object)
        fc_cost_program_unload(&subject->loaded);
    fc_text_free(&subject->text);
    fc_analysis_free(subject->analysis);
    fc_program_free(subject->program);
    *subject = (fc_subject){0};
}

fc_compute_model *fc_subject_compute(const fc_subject *subject)
{
    fc_compute_model *named = fc_compute_find(subject->compute_model);
    if (subject->models.compute)
        return subject->models.compute;
    if (subject->computing.compute)
        return subject->computing.compute;
    return named ? named : fc_compute_memory;
}

fc_status fc_subject_needs_predefined(const fc_subject *subject, const char *what, fc_report *report)
{
    if (fc_compute_find(subject->compute_model))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Choose memory or ops.",
                   "--compute-model %s: %s needs a predefined compute model", subject->compute_model, what);
}

/* Whether the trip count comes from another point's run in which the loop always reached its bound. Its value is then
 * that run's bound, and not this point's. */
static bool is_bound_of_other_run(fc_subject *subject, const fc_question *loop, const fc_answer *trip_count)
{
    const fc_cost_program *program = subject->loaded.program;
    fc_question reached = *loop;
    fc_answer share;
    reached.counter++;
    return trip_count->origin == FC_ORIGIN_PROFILED && trip_count->relative_error > 0 &&
           reached.counter < program->n_counters && strcmp(program->counter[reached.counter].operation, "bound") == 0 &&
           fc_counts_lookup(&subject->counts, &reached, &share) && share.value >= 1;
}

double *fc_subject_counts(fc_subject *subject, const fc_sweep *sweep, const double *parameter)
{
    double moved = sweep->n_parameters > 0; /* the distance affects errors only, which are not used here */
    int n = subject->loaded.program->n_counters;
    double *value = fc_allocate((size_t)n, sizeof *value);
    for (int i = 0; i < n; i++) {
        fc_question question = {i,     0,    fc_sweep_ranks(sweep, 0), parameter, subject->loaded.program->n_parameters,
                                moved, false};
        fc_answer answer;
        bool is_known = fc_counts_lookup(&subject->counts, &question, &answer) &&
                        !is_bound_of_other_run(subject, &question, &answer);
        value[i] = is_known ? answer.value : NAN;
    }
    return value;
}
