/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/function_note.h"

#include "comm_interface/operations.h"
#include "comm_interface/runtime_function.h"
#include "runtime/models/compute.h"

#include <string.h>

#define TEXT_OF(name, text) text,
static const char *const operation_text[] = {FC_OPERATION_LIST(TEXT_OF)};
static const char *const numeric_text[] = {FC_NUMERIC_LIST(TEXT_OF)};

static bool is_used(const fc_analysis *analysis, int operation, int numeric)
{
    for (size_t i = 0; i < analysis->n_regions; i++) {
        const fc_region_model *region = analysis->region[i];
        if (region->operation[operation][numeric] > 0 && analysis->reached[region->procedure->id])
            return true;
    }
    return false;
}

static bool is_first_of_name(const fc_analysis *analysis, size_t site)
{
    for (size_t i = 0; i < site; i++)
        if (strcmp(analysis->site[i].operation, analysis->site[site].operation) == 0)
            return false;
    return true;
}

/* The MPI-IO calls whose costs the machine file lacks. */
static void note_files(const fc_analysis *analysis, const fc_coefficients *machine, FILE *out)
{
    fc_text list = {0};
    for (size_t i = 0; i < analysis->n_sites; i++) {
        const fc_mpi_operation *operation = fc_mpi_operation_find(analysis->site[i].operation);
        if (operation && operation->kind == FC_MPI_FILE && fc_runtime_function_assumed(machine, operation->fit) &&
            is_first_of_name(analysis, i))
            fc_text_add(&list, "%s%s", list.length ? ", " : "", operation->name);
    }
    if (list.length)
        fprintf(out,
                "note: machine %s has no costs of file access: %s; assumed: %g ms a call and %g MB/s a rank, "
                "+- 50 %%.\n  Add file_open, file_read and file_write to the machine file's communication, or give "
                "--comm-model FILE.c.\n",
                machine->name, list.bytes, 1e3 * FC_FILE_LATENCY, 1e-6 * FC_FILE_BANDWIDTH);
    fc_text_free(&list);
}

void fc_function_note(const fc_analysis *analysis, const fc_machine *machine, FILE *out)
{
    const fc_coefficients *costs = &machine->coefficients;
    fc_text list = {0};
    bool is_product = false, is_other = false;
    note_files(analysis, costs, out);
    if (!machine->compiler || !machine->compiler[0])
        return;
    for (int o = FC_OP_CLASS_SQRT; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            if (fc_cost_is_assumed(&costs->core, (fc_operation)o, (fc_numeric)t) && is_used(analysis, o, t)) {
                fc_text_add(&list, "%s%s %s", list.length ? ", " : "", operation_text[o], numeric_text[t]);
                is_product |= fc_is_blas((fc_operation)o);
                is_other |= !fc_is_blas((fc_operation)o);
            }
    if (list.length)
        fprintf(
            out, "note: machine %s has no costs of these calls: %s; assumed, each +- 50 %%.\n%s%s", costs->name,
            list.bytes, is_other ? "  Calibrate again to measure them.\n" : "",
            is_product
                ? "  A product is a multiplication and addition in your BLAS. Calibrate with libblas.so.3 installed "
                  "(Debian: libblas3 or libopenblas0) or with --blas LIB, or add its cost to the machine file's "
                  "core.operations.\n"
                : "");
    fc_text_free(&list);
}

/* The first call that makes a communicator and whose cost the machine lacks; NULL: none. */
static const char *first_without_cost(const fc_analysis *analysis, const fc_coefficients *machine)
{
    for (size_t i = 0; i < analysis->n_sites; i++) {
        const fc_site_model *site = &analysis->site[i];
        const fc_mpi_operation *operation = fc_mpi_operation_find(site->operation);
        bool makes = operation && (operation->fit == FC_FIT_COMM_DUP || operation->fit == FC_FIT_COMM_SPLIT);
        if (makes && analysis->reached[site->procedure->id] &&
            machine->communication[FC_VARIANT_ANY][operation->fit].n_segments == 0)
            return operation->name;
    }
    return NULL;
}

void fc_communicator_note(const fc_analysis *analysis, const fc_machine *machine, FILE *out)
{
    const char *operation = first_without_cost(analysis, &machine->coefficients);
    if (operation && machine->coefficients.collectives == FC_COLLECTIVES_FITTED)
        fprintf(out,
                "note: machine %s has no cost of making a communicator (%s); counted as 0 s.\n"
                "  Calibrate again to measure it, or give --comm-model FILE.c.\n",
                machine->coefficients.name, operation);
}
