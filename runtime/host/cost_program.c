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

/* ---- the tables: read in the parent, so every address in them is checked ---- */

static bool is_text(const fc_shared_object *in, const char *text)
{
    return !text || fc_shared_object_holds(in, text, 1);
}

static bool is_array(const fc_shared_object *in, const void *array, int n, size_t size)
{
    return n == 0 || (n > 0 && fc_shared_object_holds(in, array, (size_t)n * size));
}

static bool are_counts(const fc_shared_object *in, const fc_count *count, int n)
{
    bool are = is_array(in, count, n, sizeof *count);
    for (int i = 0; i < n && are; i++)
        are = (unsigned)count[i].operation < FC_N_OPERATIONS && (unsigned)count[i].numeric < FC_N_NUMERICS;
    return are;
}

static bool are_streams(const fc_shared_object *in, const fc_stream *stream, int n)
{
    bool are = is_array(in, stream, n, sizeof *stream);
    for (int i = 0, next = n; i < n && are; i++) {
        are = (unsigned)stream[i].access < FC_N_ACCESSES && (unsigned)stream[i].pattern < FC_N_PATTERNS &&
              (stream[i].stride_at == 0 || stream[i].stride_at == next);
        next += stream[i].stride_at > 0;
    }
    return are;
}

static bool are_regions(const fc_shared_object *in, const fc_cost_program *program)
{
    bool are = is_array(in, program->region, program->n_regions, sizeof *program->region) &&
               is_array(in, program->region_origin, program->n_regions, sizeof *program->region_origin);
    for (int i = 0; i < program->n_regions && are; i++) {
        const fc_region *region = &program->region[i];
        are = is_text(in, region->file) && is_text(in, region->function) &&
              are_counts(in, region->operation, region->n_operations) &&
              are_counts(in, region->chain, region->n_chain) && are_streams(in, region->stream, region->n_streams) &&
              (unsigned)program->region_origin[i] < FC_N_ORIGINS;
    }
    return are;
}

static bool are_sites(const fc_shared_object *in, const fc_site *site, int n)
{
    bool are = is_array(in, site, n, sizeof *site);
    for (int i = 0; i < n && are; i++)
        are = is_text(in, site[i].file) && is_text(in, site[i].function) && site[i].operation &&
              is_text(in, site[i].operation) && (unsigned)site[i].origin < FC_N_ORIGINS;
    return are;
}

static bool are_parameters(const fc_shared_object *in, const fc_cost_program *program)
{
    bool are = is_array(in, program->parameter, program->n_parameters, sizeof *program->parameter);
    for (int i = 0; i < program->n_parameters && are; i++)
        are = program->parameter[i] && is_text(in, program->parameter[i]);
    return are;
}

static bool is_complete(const fc_shared_object *in, const fc_cost_program *program)
{
    return program && fc_shared_object_holds(in, program, sizeof *program) &&
           program->version == FC_COST_PROGRAM_VERSION && program->main && program->n_probes >= 0 && program->name &&
           is_text(in, program->name) && is_text(in, program->key) && are_regions(in, program) &&
           are_sites(in, program->site, program->n_sites) && are_sites(in, program->counter, program->n_counters) &&
           are_parameters(in, program);
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
    if (!is_complete(object, program)) {
        fc_shared_object_free(object);
        return fc_fail(report, FC_E_BUG, FC_NOWHERE, "Please report this with the program's sources.",
                       FC_MSG_COST_PROGRAM_DOES_NOT_MATCH, name);
    }
    *out = (fc_loaded_program){object, program};
    return FC_OK;
}

void fc_cost_program_here(fc_cost_program *out, const fc_shared_object *object, const fc_cost_program *program)
{
    typedef double(main_function)(fc_rank *, int, char **);
    typedef void(globals_function)(void *);
    *out = *program;
    out->main = (main_function *)fc_shared_object_here(object, (uintptr_t)program->main);
    out->globals_init = (globals_function *)fc_shared_object_here(object, (uintptr_t)program->globals_init);
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
                           .object = models.object,
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
