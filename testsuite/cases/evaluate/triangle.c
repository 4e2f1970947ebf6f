/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hand-written cost program whose ranks differ: rank k does k + 1 times n iterations, the last but one sends them on,
 * and a counted loop follows. On the machine of test_host_evaluate.c, n = 100, the counter 5.5 (profiled), p = 4:
 *    slowest is rank 3: 4 * 100 * 2 ns + 10 ns = 810 ns; counted loop 5.5 * 2 ns + 10 ns = 21 ns
 *    rank 2 sends 800 B: SEND = 1 us + 0.1 ns * 800 B = 1.08 us, and works 3 * 100 * 2 ns + 10 ns + 21 ns = 631 ns:
 *    1.711 us, so that rank 2 is the slowest; rank 3 receives nothing. One message of 800 B in all. The last rank's
 *    computational block is all of its work, 831 ns, that of the others the counted loop. */
#include "forecost.h"

static const fc_region regions[] = {{.file = "triangle.c", .line = 10, .function = "main", .flags = FC_REGION_LOOP},
                                    {.file = "triangle.c", .line = 20, .function = "main", .flags = FC_REGION_LOOP}};
static const fc_origin region_origins[] = {FC_ORIGIN_EXECUTED, FC_ORIGIN_PROFILED};
static const fc_site sites[] = {{"triangle.c", 5, "main", "MPI_Comm_rank", FC_ORIGIN_CLOSED},
                                {"triangle.c", 15, "main", "MPI_Send", FC_ORIGIN_EXECUTED}};
static const fc_site counters[] = {{"triangle.c", 20, "main", "loop", FC_ORIGIN_PROFILED}};
static const char *const parameters[] = {"n"};

static double cost_main(fc_rank *r, int argc, char **argv)
{
    int rank, size;
    (void)argc, (void)argv;
    long n = fc_parameter(r, 0, 100);
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    fc_MPI_Comm_size(r, 0, FC_MPI_COMM_WORLD, &size);
    if (rank == size - 1)
        fc_block_begin(r);
    fc_compute(r, 0, 1, (double)(rank + 1) * n, NULL);
    if (rank == size - 2)
        fc_MPI_Send(r, 1, n, FC_MPI_DOUBLE, rank + 1, 0, FC_MPI_COMM_WORLD);
    if (rank < size - 1)
        fc_block_begin(r);
    fc_compute(r, 1, 1, fc_counted(r, 0), NULL);
    return 0;
}

FC_COST_PROGRAM_EXPORT = {.version = FC_COST_PROGRAM_VERSION,
                          .name = "triangle",
                          .region = regions,
                          .region_origin = region_origins,
                          .n_regions = 2,
                          .site = sites,
                          .n_sites = 2,
                          .counter = counters,
                          .n_counters = 1,
                          .parameter = parameters,
                          .n_parameters = 1,
                          .main = cost_main,
                          .rank_dependent = true};
