/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hand-written cost program as the emitter would print it: row-wise Jacobi, [analyzer] section 5. Every count is
 * closed.
 *
 * On the machine of test_host_evaluate.c (2 ns an iteration, 10 ns an entry; T_allgather = 4 us + 1 us log2 p +
 * 0.5 ns m (p - 1); T_bcast = 3 us + 2 us log2 p + 0.25 ns m log2 p), with n = 1000, iters = 50, p = 8, rows =
 * ceil(1000 / 8) = 125: inner loop   50 * (125 * 10 ns + 125 * 1000 * 2 ns)          = 12.5625 ms allgather    50 * (4
 * us + 3 us + 0.5 ns * 1000 B * 7)         = 0.525 ms bcast        3 us + 6 us + 0.25 ns * 4 B * 3 = 9.003 us malloc
 * before MPI_Init: not counted                     */
#include "forecost.h"

#include <stdlib.h>

static const fc_count inner_operations[] = {{FC_OP_CLASS_MADD, FC_F64, 1}};
static const fc_stream inner_streams[] = {{FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0}};
static const fc_region regions[] = {{.file = "jacobi.c",
                                     .line = 44,
                                     .function = "jacobi_row",
                                     .flags = FC_REGION_LOOP | FC_REGION_RECURRENCE,
                                     .operation = inner_operations,
                                     .n_operations = 1,
                                     .chain = inner_operations,
                                     .n_chain = 1,
                                     .reads = {[FC_F64] = 2},
                                     .stream = inner_streams,
                                     .n_streams = 1}};
static const fc_origin region_origins[] = {FC_ORIGIN_CLOSED};
static const fc_site sites[] = {{"jacobi.c", 70, "main", "malloc", FC_ORIGIN_CLOSED},
                                {"jacobi.c", 71, "main", "MPI_Init", FC_ORIGIN_CLOSED},
                                {"jacobi.c", 72, "main", "MPI_Comm_size", FC_ORIGIN_CLOSED},
                                {"jacobi.c", 73, "main", "MPI_Bcast", FC_ORIGIN_CLOSED},
                                {"jacobi.c", 51, "jacobi_row", "MPI_Allgather", FC_ORIGIN_CLOSED},
                                {"jacobi.c", 80, "main", "MPI_Finalize", FC_ORIGIN_CLOSED}};
static const char *const parameters[] = {"n", "iters"};

typedef struct globals {
    int p;
} globals;

static double cost_jacobi_row(fc_rank *r, int n, int iters)
{
    globals *g = fc_globals(r);
    double start = fc_now(r);
    int rows = (n + g->p - 1) / g->p;
    for (FC_REPEAT(r, iters)) {
        fc_compute(r, 0, rows, (double)rows * n, (double[]){8.0 * rows * n});
        fc_MPI_Allgather(r, 4, rows, FC_MPI_DOUBLE, rows, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD);
    }
    return fc_now(r) - start;
}

static double cost_main(fc_rank *r, int argc, char **argv)
{
    globals *g = fc_globals(r);
    if (argc < 3)
        fc_stop(r, "exit(1)", NULL, "jacobi.c", 69);
    int n = fc_parameter(r, 0, atoi(argv[1]));
    int iters = fc_parameter(r, 1, atoi(argv[2]));
    fc_charge_allocation(r, 0, 8e6, 1);
    fc_MPI_Init(r, 1);
    fc_MPI_Comm_size(r, 2, FC_MPI_COMM_WORLD, &g->p);
    fc_MPI_Bcast(r, 3, 1, FC_MPI_INT, 0, FC_MPI_COMM_WORLD);
    cost_jacobi_row(r, n, iters);
    fc_MPI_Finalize(r, 5);
    return fc_now(r);
}

FC_COST_PROGRAM_EXPORT = {.version = FC_COST_PROGRAM_VERSION,
                          .name = "jacobi_row",
                          .key = "by hand",
                          .region = regions,
                          .region_origin = region_origins,
                          .n_regions = 1,
                          .site = sites,
                          .n_sites = 6,
                          .parameter = parameters,
                          .n_parameters = 2,
                          .globals_size = sizeof(globals),
                          .main = cost_main};
