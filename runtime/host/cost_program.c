/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/cost_program.h"

#include "runtime/host/user_compute.h"
#include "support/messages/evaluation.h"
#include "support/text.h"

#include <stdlib.h>
#include <string.h>

/* Converts dlsym's object pointer to a function pointer, as POSIX permits. */
typedef union symbol {
    void *object;
    fc_single_time *single;
    fc_collective_time *collective;
    fc_compute_model *compute;
    fc_operation_expression *operation;
    fc_access_expression *access;
} symbol;

static bool is_complete(const fc_cost_program *program)
{
    return program && program->version == FC_COST_PROGRAM_VERSION && program->main && program->n_regions >= 0 &&
           program->n_sites >= 0 && program->n_counters >= 0 && program->n_parameters >= 0 && program->n_probes >= 0 &&
           program->name;
}

fc_status fc_cost_program_load(fc_loaded_program *out, const char *text, const char *name, const char *compiler,
                               fc_report *report)
{
    fc_shared_source source = {text, strlen(text), name, compiler, true, false};
    fc_shared_object *object = NULL;
    fc_status status = fc_shared_object_load(&object, &source, report);
    if (status)
        return status;
    const fc_cost_program *program = fc_shared_object_symbol(object, "fc_cost_program");
    if (!is_complete(program)) {
        fc_shared_object_free(object);
        return fc_fail(report, FC_E_BUG, FC_NOWHERE, "Please report this with the program's sources.",
                       FC_MSG_COST_PROGRAM_DOES_NOT_MATCH, name);
    }
    *out = (fc_loaded_program){object, program};
    return FC_OK;
}

void fc_cost_program_unload(fc_loaded_program *loaded)
{
    fc_shared_object_free(loaded->object);
    *loaded = (fc_loaded_program){0};
}

static void find_replacements(fc_user_models *models)
{
    for (int fit = 0; fit < FC_N_FITS; fit++) {
        symbol found = {fc_shared_object_symbol(models->object, fc_comm_model_symbol((fc_fit)fit))};
        if (!found.object)
            continue;
        models->n_replaced++;
        if (fc_comm_model_predefined.single[fit])
            models->communication.single[fit] = found.single;
        else
            models->communication.collective[fit] = found.collective;
    }
    models->compute = (symbol){fc_shared_object_symbol(models->object, "fc_compute_time")}.compute;
    models->n_replaced += models->compute != NULL;
}

static fc_status load_user_file(fc_shared_object **out, const char *path, const char *compiler, fc_report *report)
{
    char *text = NULL;
    size_t length = 0;
    fc_status status = fc_file_read(&text, &length, path, 1 << 24, report);
    if (status)
        return status;
    fc_shared_source source = {text, length, path, compiler, false, true};
    status = fc_shared_object_load(out, &source, report);
    free(text);
    return status;
}

fc_status fc_user_models_load(fc_user_models *out, const char *path, const char *compiler, fc_report *report)
{
    fc_user_models models = {0};
    fc_status status = load_user_file(&models.object, path, compiler, report);
    if (status)
        return status;
    find_replacements(&models);
    if (models.n_replaced == 0) {
        fc_shared_object_free(models.object);
        return fc_fail(
            report, FC_E_INPUT, (fc_place){path, 0, 0},
            "Define, for example: double fc_time_MPI_Bcast(const fc_coefficients *machine, double n, fc_datatype "
            "type, int p)",
            FC_MSG_FILE_REPLACES_NO_RUNTIME_FUNCTION);
    }
    *out = models;
    return FC_OK;
}

fc_status fc_user_models_load_compute(fc_user_models *out, const char *path, fc_coefficients *machine,
                                      const fc_sandbox_options *sandbox, fc_report *report)
{
    fc_user_models models = {0};
    fc_status status = load_user_file(&models.object, path, NULL, report);
    if (status)
        return status;
    models.compute = (symbol){fc_shared_object_symbol(models.object, "fc_compute_time")}.compute;
    fc_user_compute own = {.path = path,
                           .operation = (symbol){fc_shared_object_symbol(models.object, "fc_operation_time")}.operation,
                           .access = (symbol){fc_shared_object_symbol(models.object, "fc_access_time")}.access};
    models.n_replaced = (models.compute != NULL) + (own.operation != NULL) + (own.access != NULL);
    if (models.n_replaced == 0)
        status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0},
                         "Define fc_compute_time, fc_operation_time or fc_access_time; see examples/compute_model.",
                         FC_MSG_FILE_REPLACES_NO_COMPUTE_COST);
    else if (own.operation || own.access)
        status = fc_user_compute_apply(machine, &own, sandbox, report);
    if (status)
        fc_shared_object_free(models.object);
    else
        *out = models;
    return status;
}

void fc_user_models_unload(fc_user_models *models)
{
    fc_shared_object_free(models->object);
    *models = (fc_user_models){0};
}
