/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/machine_notes.h"

#include "comm_interface/operations.h"
#include "comm_interface/runtime_function.h"
#include "runtime/models/compute.h"
#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "support/words.h"

#include <string.h>

typedef struct optimization {
    const char *level, *processor;
    bool is_fast; /* -ffast-math */
} optimization;

static void take(optimization *of, const char *flag)
{
    if (strncmp(flag, "-O", 2) == 0)
        of->level = strcmp(flag, "-O") == 0 ? "-O1" : flag;
    else if (strncmp(flag, "-march=", 7) == 0)
        of->processor = flag;
    else if (strcmp(flag, "-ffast-math") == 0 || strcmp(flag, "-fno-fast-math") == 0)
        of->is_fast = flag[2] == 'f';
}

static bool is_same(const optimization *a, const optimization *b)
{
    bool is_fast[2] = {a->is_fast || strcmp(a->level, "-Ofast") == 0, b->is_fast || strcmp(b->level, "-Ofast") == 0};
    return strcmp(a->level, b->level) == 0 && strcmp(a->processor, b->processor) == 0 && is_fast[0] == is_fast[1];
}

void fc_machine_notes_flags(const fc_program *program, const fc_machine *machine, FILE *out)
{
    optimization calibrated = {"-O0", "", false};
    fc_words words = {0};
    if (!machine->compiler || !machine->compiler[0])
        return;
    fc_words_split(&words, machine->compiler);
    for (size_t i = 0; i < words.n; i++)
        take(&calibrated, words.item[i]);
    bool is_noted = false;
    for (int i = 0; i < program->n_files && !is_noted; i++) {
        const fc_finite_source *source = &program->file[i];
        optimization is = {"-O0", "", false};
        for (int k = 0; k < source->n_arguments; k++)
            take(&is, source->argument[k]);
        is_noted = source->is_main && !is_same(&is, &calibrated);
        if (is_noted)
            fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_COMPILED_BUT_MACHINE_CALIBRATED_COMPUTATION, source->path,
                        is.level, is.processor[0] ? " " : "", is.processor, is.is_fast ? " -ffast-math" : "",
                        machine->coefficients.name, machine->compiler);
    }
    fc_words_free(&words);
}

void fc_machine_notes_throughput(const fc_program *program, const fc_machine *machine, FILE *out)
{
    if (program->code_cpu)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_LOOP_THROUGHPUT_COMES_LLVM_MCA, program->code_cpu,
                    machine->coefficients.name);
}

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
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_MACHINE_NO_COSTS_FILE_ACCESS, machine->name, list.bytes,
                    1e3 * fc_constant_of(&machine->constants, FC_CONSTANT_FILE_CALL_S),
                    1e-6 * fc_constant_of(&machine->constants, FC_CONSTANT_FILE_BANDWIDTH));
    fc_text_free(&list);
}

void fc_machine_notes_functions(const fc_analysis *analysis, const fc_machine *machine, FILE *out)
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
        fc_diagnose(
            out, FC_NOTE, FC_NOWHERE, FC_MSG_CALL_COSTS_ASSUMED, costs->name, list.bytes,
            is_other ? "\n  Calibrate again to measure them." : "",
            is_product
                ? "\n  A product is a multiplication and addition in your BLAS. Calibrate with libblas.so.3 installed "
                  "(Debian: libblas3 or libopenblas0) or with --blas LIB, or add its cost to the machine file's "
                  "core.operations."
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

void fc_machine_notes_communicators(const fc_analysis *analysis, const fc_machine *machine, FILE *out)
{
    const char *operation = first_without_cost(analysis, &machine->coefficients);
    if (operation && machine->coefficients.collectives == FC_COLLECTIVES_FITTED)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_MACHINE_NO_COST_MAKING_COMMUNICATOR, machine->coefficients.name,
                    operation);
}
