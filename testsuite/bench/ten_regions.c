/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hand-written cost program of ten regions, as the emitter would print it: loops of different operations over two or
 * three streams, counts closed in n, p and the iteration number, an exchange and an allreduce. */
#include "forecost.h"

#include <stdlib.h>

static const fc_count operations[][4] = {
    {{FC_OP_CLASS_MADD, FC_F64, 1}, {FC_OP_CLASS_ADD, FC_F64, 2}},
    {{FC_OP_CLASS_MULTIPLY, FC_F64, 3}, {FC_OP_CLASS_ADD, FC_F64, 1}, {FC_OP_CLASS_COMPARE, FC_I32, 1}},
    {{FC_OP_CLASS_DIVIDE, FC_F64, 1}, {FC_OP_CLASS_ADD, FC_F32, 1}, {FC_OP_CLASS_ADD, FC_I64, 2}},
    {{FC_OP_CLASS_ADD, FC_F64, 4}, {FC_OP_CLASS_MULTIPLY, FC_F64, 4}, {FC_OP_CLASS_ADD, FC_I32, 1}},
};
static const fc_stream streams[][3] = {
    {{FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0}, {FC_WRITE, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0}},
    {{FC_READ, FC_PATTERN_UNIT, 8, 8, 2, 0, 0, false, 0},
     {FC_READ, FC_PATTERN_STRIDED, 8, 64, 1, 0, 0, false, 0},
     {FC_WRITE, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0}},
};
#define REGION(k)                                                                                                      \
    {                                                                                                                  \
        .file = "ten.c", .line = 10 + (k), .function = "step",                                                         \
        .flags = FC_REGION_LOOP | ((k) % 3 ? 0 : FC_REGION_RECURRENCE), .operation = operations[(k) % 4],              \
        .n_operations = 2 + ((k) % 4 > 0), .chain = operations[0], .n_chain = (k) % 3 ? 0 : 1,                         \
        .reads = {[FC_F64] = 2}, .writes = {[FC_F64] = 1}, .stream = streams[(k) % 2], .n_streams = 2 + (k) % 2        \
    }
static const fc_region regions[] = {REGION(0), REGION(1), REGION(2), REGION(3), REGION(4),
                                    REGION(5), REGION(6), REGION(7), REGION(8), REGION(9)};
static const fc_origin region_origins[10] = {FC_ORIGIN_CLOSED};
static const fc_site sites[] = {{"ten.c", 1, "main", "MPI_Init", FC_ORIGIN_CLOSED},
                                {"ten.c", 2, "main", "MPI_Comm_size", FC_ORIGIN_CLOSED},
                                {"ten.c", 30, "step", "MPI_Sendrecv", FC_ORIGIN_CLOSED},
                                {"ten.c", 31, "step", "MPI_Allreduce", FC_ORIGIN_CLOSED},
                                {"ten.c", 40, "main", "MPI_Finalize", FC_ORIGIN_CLOSED}};
static const char *const parameters[] = {"n", "iters"};

static double cost_main(fc_rank *r, int argc, char **argv)
{
    int p;
    if (argc < 3)
        fc_stop(r, "exit(1)", NULL, "ten.c", 3);
    double n = fc_parameter(r, 0, atoi(argv[1])), iters = fc_parameter(r, 1, atoi(argv[2]));
    fc_MPI_Init(r, 0);
    fc_MPI_Comm_size(r, 1, FC_MPI_COMM_WORLD, &p);
    double rows = fc_floor_div(n + p - 1, p);
    for (FC_REPEAT(r, iters)) {
        for (int k = 0; k < 10; k++)
            fc_compute(r, k, rows, rows * (n - k), (double[]){8 * n, 8 * rows * n, 16 * n});
        fc_MPI_Sendrecv(r, 2, n, FC_MPI_DOUBLE, 0, 0, n, FC_MPI_DOUBLE, 0, 0, FC_MPI_COMM_WORLD);
        fc_MPI_Allreduce(r, 3, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD);
    }
    fc_MPI_Finalize(r, 4);
    return fc_now(r);
}

FC_COST_PROGRAM_EXPORT = {.version = FC_COST_PROGRAM_VERSION,
                          .name = "ten_regions",
                          .key = "by hand",
                          .region = regions,
                          .region_origin = region_origins,
                          .n_regions = 10,
                          .site = sites,
                          .n_sites = 5,
                          .parameter = parameters,
                          .n_parameters = 2,
                          .globals_size = 1,
                          .main = cost_main};
