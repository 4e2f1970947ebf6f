/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fc_machine *fc_machine_create(void)
{
    fc_machine *machine = fc_allocate(1, sizeof *machine);
    const fc_operation_cost unknown = {.throughput_s = -1, .scalar_s = -1, .latency_s = -1};
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            machine->coefficients.core.operation[o][t] = machine->coefficients.busy.operation[o][t] = unknown;
    machine->coefficients.cores = 1;
    machine->coefficients.line_bytes = 64;
    machine->coefficients.memory.overlap = 1;
    machine->coefficients.memory.stream_overlap = 1;
    for (int i = 0; i < FC_N_CONSTANTS; i++)
        machine->coefficients.constants.value[i] = fc_constant_of(&machine->coefficients.constants, (fc_constant)i);
    return machine;
}

/* Floating-point operations of one operation of a class; a multiply-add counts as two. */
static double flops_of(fc_operation operation, fc_numeric type)
{
    bool is_float = type == FC_F32 || type == FC_F64;
    switch (operation) {
    case FC_OP_CLASS_ADD:
    case FC_OP_CLASS_MULTIPLY:
    case FC_OP_CLASS_DIVIDE:
    case FC_OP_CLASS_SQRT:
    case FC_OP_CLASS_SCALE:
    case FC_OP_CLASS_SUM:
        return is_float ? 1 : 0;
    case FC_OP_CLASS_MADD:
    case FC_OP_CLASS_PRODUCT:
    case FC_OP_CLASS_PRODUCT_T:
    case FC_OP_CLASS_SOLVE:
    case FC_OP_CLASS_RANK:
    case FC_OP_CLASS_GEMV:
    case FC_OP_CLASS_GEMV_T:
    case FC_OP_CLASS_GER:
    case FC_OP_CLASS_AXPY:
    case FC_OP_CLASS_DOT:
    case FC_OP_CLASS_NORM:
        return is_float ? 2 : 0;
    default:
        return 0;
    }
}

fc_machine *fc_machine_of_flops(double flops)
{
    fc_machine *machine = fc_machine_create();
    snprintf(machine->coefficients.name, sizeof machine->coefficients.name, "%.4g flop/s", flops);
    machine->cpu = fc_format("%.6g flop/s", flops);
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            double seconds = flops_of((fc_operation)o, (fc_numeric)t) / flops;
            machine->coefficients.core.operation[o][t] = (fc_operation_cost){seconds, seconds, seconds, 0, 0};
        }
    return machine;
}

char **fc_machine_text(fc_machine *machine, int i)
{
    char **const text[FC_MACHINE_TEXTS] = {&machine->note,         &machine->date,         &machine->cpu,
                                           &machine->os,           &machine->compiler,     &machine->compiler_version,
                                           &machine->mpi_compiler, &machine->mpi_version,  &machine->launcher,
                                           &machine->blas,         &machine->network_file, &machine->samples_file};
    return text[i];
}

void fc_machine_free(fc_machine *machine)
{
    if (!machine)
        return;
    fc_machine_drop_samples(machine);
    for (int i = 0; i < FC_MACHINE_TEXTS; i++)
        free(*fc_machine_text(machine, i));
    free(machine);
}

void fc_machine_drop_samples(fc_machine *machine)
{
    for (unsigned i = 0; i < machine->n_samples; i++) {
        free(machine->samples[i].of);
        free(machine->samples[i].at);
        free(machine->samples[i].seconds);
    }
    free(machine->samples);
    free(machine->samples_file);
    machine->samples = NULL;
    machine->samples_file = NULL;
    machine->n_samples = 0;
}

static double *copy_numbers(const double *numbers, unsigned n)
{
    double *copy = fc_allocate(n, sizeof *copy);
    if (n)
        memcpy(copy, numbers, n * sizeof *copy);
    return copy;
}

void fc_machine_add_samples(fc_machine *machine, const char *of, const fc_samples *series)
{
    fc_samples *more = fc_allocate(machine->n_samples + 1, sizeof *more);
    if (machine->n_samples)
        memcpy(more, machine->samples, machine->n_samples * sizeof *more);
    free(machine->samples);
    machine->samples = more;
    more[machine->n_samples++] = (fc_samples){.of = fc_copy_string(of),
                                              .at = copy_numbers(series->at, series->n_at),
                                              .seconds = copy_numbers(series->seconds, series->n_seconds),
                                              .n_at = series->n_at,
                                              .n_seconds = series->n_seconds};
}
