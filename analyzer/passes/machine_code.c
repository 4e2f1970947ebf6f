/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/machine_code.h"

/* What an iteration of the source does. */
typedef struct iteration {
    double real_operations, load_bytes, store_bytes;
} iteration;

static iteration source_of(const fc_region_model *region)
{
    static const double bytes[FC_N_NUMERICS] = {4, 4, 8, 8, 4, 8};
    static const fc_operation counted[] = {FC_OP_CLASS_ADD, FC_OP_CLASS_MULTIPLY, FC_OP_CLASS_DIVIDE, FC_OP_CLASS_MADD};
    iteration source = {0, 0, 0};
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        source.load_bytes += region->reads[t] * bytes[t];
        source.store_bytes += region->writes[t] * bytes[t];
        for (int i = 0; i < 4 && (t == FC_F32 || t == FC_F64); i++)
            source.real_operations += region->operation[counted[i]][t] * (counted[i] == FC_OP_CLASS_MADD ? 2 : 1);
    }
    return source;
}

/* Iterations of the source a turn of the code does; 0: cannot be told. */
static double iterations_of(const fc_code_loop *code, const iteration *source)
{
    double turns = 0;
    if (source->real_operations > 0)
        turns = code->real_operations / source->real_operations;
    else if (source->store_bytes > 0)
        turns = code->store_bytes / source->store_bytes;
    else if (source->load_bytes > 0)
        turns = code->load_bytes / source->load_bytes;
    return turns >= 0.75 ? turns : 0;
}

static bool is_of(const fc_code_loop *code, const fc_region_model *region)
{
    return code->file == region->span.file && code->line >= region->span.line && code->line <= region->span.end_line;
}

static double share(double code, double iterations, double source)
{
    return source > 0 ? code / iterations / source : 1;
}

fc_code fc_machine_code_of(const fc_program *program, const fc_region_model *region)
{
    const iteration source = source_of(region);
    fc_code best = {0};
    int alike = 0;
    for (int i = 0; i < program->n_code && region->flags & FC_REGION_LOOP; i++) {
        const fc_code_loop *code = &program->code[i];
        double iterations = is_of(code, region) ? iterations_of(code, &source) : 0;
        if (iterations == 0 || iterations < best.iterations)
            continue;
        alike = iterations > best.iterations ? 1 : alike + 1;
        double lines = iterations > best.iterations ? code->lines : best.lines + (code->lines - best.lines) / alike;
        best = (fc_code){.iterations = iterations,
                         .lines = lines,
                         .vector_bytes = code->vector_bytes,
                         .loads = share(code->load_bytes, iterations, source.load_bytes),
                         .stores = share(code->store_bytes, iterations, source.store_bytes)};
    }
    return best;
}
