/* SPDX-License-Identifier: Apache-2.0 */
/* Costs of operations: measured values, substitutes for missing ones, and their errors. */
#include "compute.h"

/* Types of the same kind, nearest first, for a cost that was not measured. */
static const fc_numeric nearest[FC_N_NUMERICS][4] = {
    [FC_I32] = {FC_I32, FC_U32, FC_I64, FC_U64}, [FC_U32] = {FC_U32, FC_I32, FC_U64, FC_I64},
    [FC_I64] = {FC_I64, FC_U64, FC_I32, FC_U32}, [FC_U64] = {FC_U64, FC_I64, FC_U32, FC_I32},
    [FC_F32] = {FC_F32, FC_F64, FC_F32, FC_F64}, [FC_F64] = {FC_F64, FC_F32, FC_F64, FC_F32}};

static double measured(const fc_operation_cost *cost, fc_operation_use use)
{
    double choice[3] = {cost->throughput_s, cost->scalar_s, cost->latency_s};
    if (choice[use] >= 0)
        return choice[use];
    for (int i = 0; i < 3; i++)
        if (choice[i] >= 0)
            return choice[i];
    return -1;
}

/* Substitute for a BLAS function that was not measured: another operation class (0: none), and the reads and writes of
 * its C source for an element. */
static const struct stand_in {
    fc_operation operation;
    double reads, writes;
} stand_in[FC_N_OPERATIONS] = {
    [FC_OP_CLASS_PRODUCT_T] = {FC_OP_CLASS_PRODUCT, 0, 0}, [FC_OP_CLASS_SOLVE] = {FC_OP_CLASS_PRODUCT, 0, 0},
    [FC_OP_CLASS_RANK] = {FC_OP_CLASS_PRODUCT, 0, 0},      [FC_OP_CLASS_GEMV] = {FC_OP_CLASS_MADD, 1, 0},
    [FC_OP_CLASS_GEMV_T] = {FC_OP_CLASS_MADD, 1, 0},       [FC_OP_CLASS_GER] = {FC_OP_CLASS_MADD, 1, 1},
    [FC_OP_CLASS_AXPY] = {FC_OP_CLASS_MADD, 2, 1},         [FC_OP_CLASS_SCALE] = {FC_OP_CLASS_MULTIPLY, 1, 1},
    [FC_OP_CLASS_DOT] = {FC_OP_CLASS_MADD, 2, 0},          [FC_OP_CLASS_NORM] = {FC_OP_CLASS_MADD, 1, 0},
    [FC_OP_CLASS_SUM] = {FC_OP_CLASS_MADD, 1, 0}};

static double measured_near(const fc_core *core, fc_operation operation, fc_numeric numeric, fc_operation_use use)
{
    for (int i = 0; i < 4; i++) {
        double cost = measured(&core->operation[operation][nearest[numeric][i]], use);
        if (cost >= 0)
            return cost;
    }
    return operation == FC_OP_CLASS_MISPREDICT && core->mispredict_s > 0 ? core->mispredict_s : -1;
}

/* Default cost of a function call, in divisions of doubles. Measured with gcc 12, glibc 2.36 on an AMD EPYC
 * (benchmarks/core.c, -O2); PRODUCT as in a vectorized BLAS, four times as fast as its C source. */
static const double assumed_cost[FC_N_OPERATIONS] = {
    [FC_OP_CLASS_SQRT] = 1,      [FC_OP_CLASS_EXP] = 4,     [FC_OP_CLASS_LOG] = 4,      [FC_OP_CLASS_POW] = 12,
    [FC_OP_CLASS_SIN] = 7,       [FC_OP_CLASS_TAN] = 12,    [FC_OP_CLASS_ATAN] = 8,     [FC_OP_CLASS_TANH] = 12,
    [FC_OP_CLASS_CBRT] = 12,     [FC_OP_CLASS_ERF] = 12,    [FC_OP_CLASS_TRUNCATE] = 1, [FC_OP_CLASS_LARGER] = 2,
    [FC_OP_CLASS_RANDOM] = 6,    [FC_OP_CLASS_PRINT] = 170, [FC_OP_CLASS_SORT] = 3,     [FC_OP_CLASS_MISPREDICT] = 3,
    [FC_OP_CLASS_PRODUCT] = 0.05};

enum {
    ASSUMED_ERROR = 50,    /* percent */
    MISPREDICT_ERROR = 50, /* percent: the wrong path varies, and on ordered data predictors fail less often */
    DIGITS_ERROR = 30      /* percent: the digits of numbers in texts are not known */
};

/* Numbers in texts that were not measured, in lines of printf (glibc 2.36, a Xeon of 2.1 GHz and an EPYC). */
static double lines_of(fc_operation operation, fc_numeric numeric)
{
    bool is_real = numeric == FC_F32 || numeric == FC_F64;
    if (operation == FC_OP_CLASS_SCAN)
        return is_real ? 0.9 : 0.55;
    return operation == FC_OP_CLASS_PRINT && is_real ? 1.05 : 0;
}

/* An additive correction: an element at an edge, a call. It is 0 if not measured. */
static bool is_correction(fc_operation operation)
{
    return operation == FC_OP_CLASS_SOLVE_EDGE || operation == FC_OP_CLASS_RANK_EDGE ||
           operation == FC_OP_CLASS_MATRIX_CALL;
}

bool fc_cost_is_assumed(const fc_core *core, fc_operation operation, fc_numeric numeric)
{
    if (!fc_is_function(operation) || measured_near(core, operation, numeric, FC_USE_THROUGHPUT) >= 0)
        return false;
    if (lines_of(operation, numeric) > 0)
        return fc_cost_is_assumed(core, FC_OP_CLASS_PRINT, FC_I32);
    fc_operation other = stand_in[operation].operation;
    return !is_correction(operation) && (other == 0 || fc_cost_is_assumed(core, other, numeric));
}

double fc_cost_error(const fc_core *core, fc_operation operation, fc_numeric numeric)
{
    fc_operation other = stand_in[operation].operation;
    if (fc_cost_is_assumed(core, operation, numeric))
        return ASSUMED_ERROR / 100.0;
    if (operation == FC_OP_CLASS_MISPREDICT)
        return MISPREDICT_ERROR / 100.0;
    if (operation == FC_OP_CLASS_PRINT || operation == FC_OP_CLASS_SCAN)
        return hypot(DIGITS_ERROR / 100.0, fmax(core->operation[FC_OP_CLASS_PRINT][FC_I32].error, 0));
    if (other != 0 && measured_near(core, operation, numeric, FC_USE_THROUGHPUT) < 0)
        return fc_cost_error(core, other, numeric);
    return core->operation[operation][numeric].error;
}

double fc_cost_known(const fc_core *core, fc_operation operation, fc_numeric numeric, fc_operation_use use)
{
    double cost = measured_near(core, operation, numeric, use);
    if (cost < 0 && is_correction(operation))
        return 0;
    if (cost < 0 && stand_in[operation].operation != 0) {
        const struct stand_in *other = &stand_in[operation];
        const double *read = use == FC_USE_THROUGHPUT ? core->read_s : core->scalar_read_s,
                     *write = use == FC_USE_THROUGHPUT ? core->write_s : core->scalar_write_s;
        return fmax(fc_cost_known(core, other->operation, numeric, use),
                    fmax(other->reads * read[numeric], other->writes * write[numeric]));
    }
    if (cost < 0 && lines_of(operation, numeric) > 0)
        return lines_of(operation, numeric) * fc_cost_known(core, FC_OP_CLASS_PRINT, FC_I32, use);
    if (cost < 0 && fc_is_function(operation))
        return assumed_cost[operation] * fc_cost_known(core, FC_OP_CLASS_DIVIDE, FC_F64, FC_USE_THROUGHPUT);
    if (cost < 0 && operation == FC_OP_CLASS_MADD) {
        double product = measured_near(core, FC_OP_CLASS_MULTIPLY, numeric, use);
        double sum = measured_near(core, FC_OP_CLASS_ADD, numeric, use);
        return use == FC_USE_LATENCY ? fmax(sum, 0) : fmax(product, 0) + fmax(sum, 0);
    }
    if (cost < 0 && operation == FC_OP_CLASS_REMAINDER)
        cost = measured_near(core, FC_OP_CLASS_DIVIDE, numeric, use);
    if (cost < 0)
        cost = measured_near(core, FC_OP_CLASS_ADD, numeric, use);
    if (cost < 0)
        cost = measured_near(core, FC_OP_CLASS_ADD, FC_F64, use);
    return cost < 0 ? 0 : cost;
}
