/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cost program and its host in one file, built only with the installed headers and archive. */
#include <rank.h>

#include <stdio.h>

static const fc_region region = {.file = "tiny.c", .line = 1, .function = "main"};
static const fc_origin region_origin = FC_ORIGIN_CLOSED;
static const fc_site site[] = {{"tiny.c", 1, "main", "MPI_Init", FC_ORIGIN_CLOSED},
                               {"tiny.c", 2, "main", "MPI_Finalize", FC_ORIGIN_CLOSED}};

/* 2 ns an iteration, on every machine. */
static double two_nanoseconds(const fc_coefficients *machine, int active_cores, const fc_region *of, double entries,
                              double iterations, const double *working_set, double *relative_error)
{
    (void)machine, (void)active_cores, (void)of, (void)entries, (void)working_set;
    *relative_error = 0;
    return 2e-9 * iterations;
}

static double cost_main(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_MPI_Init(r, 0);
    for (FC_REPEAT(r, 3))
        fc_compute(r, 0, 1, fc_floor_div(1000, 7), NULL);
    fc_MPI_Finalize(r, 1);
    return 0;
}

int main(void)
{
    static fc_coefficients machine = {.cores = 1};
    const fc_cost_program program = {.version = FC_COST_PROGRAM_VERSION,
                                     .name = "tiny",
                                     .key = "",
                                     .region = &region,
                                     .region_origin = &region_origin,
                                     .n_regions = 1,
                                     .site = site,
                                     .n_sites = 2,
                                     .main = cost_main};
    char *argv[] = {"tiny", NULL};
    fc_rank *rank = fc_rank_create(&(fc_setting){.program = &program, .machine = &machine, .compute = two_nanoseconds});
    if (!rank || fc_rank_run(rank, &(fc_launch){.ranks = 1, .argc = 1, .argv = argv}) != FC_END_DONE)
        return 1;
    fc_totals totals;
    fc_rank_totals(rank, &totals);
    printf("%.0f ns\n", 1e9 * totals.time_s);
    fc_rank_free(rank);
    return 0;
}
