/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Method ranks: point-to-point events (a send or a receive is one) a second, and memory for a rank. Every rank
 * exchanges a message with both neighbors of a ring, by blocking and by non-blocking calls, with some compute cost
 * between; on a flat network, on a fat tree with and without shared links (neighbors there are half of all ranks
 * apart). Processor time. world_events [RANKS [ROUNDS]]; see bench/README.md. */
#include "runtime/mpi/simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum {
    REPEATS = 5,
    EVENTS = 4 /* of a rank in a round */
};

static int rounds = 2000;
static bool blocking;
static int apart = 1; /* distance of the neighbors */
static const fc_region regions[] = {{.file = "b.c", .line = 1, .function = "main"}};
static const fc_origin origins[] = {FC_ORIGIN_CLOSED};
static const fc_site sites[] = {{"b.c", 2, "main", "MPI_Send", FC_ORIGIN_CLOSED}};
static fc_coefficients machine = {.name = "bench", .cores = 4};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void exchange(fc_rank *r, int left, int right)
{
    fc_request q[EVENTS];
    if (blocking) {
        fc_MPI_Send(r, 0, 100, FC_MPI_DOUBLE, right, 0, FC_MPI_COMM_WORLD);
        fc_MPI_Recv(r, 0, 100, FC_MPI_DOUBLE, left, 0, FC_MPI_COMM_WORLD);
        fc_MPI_Send(r, 0, 100, FC_MPI_DOUBLE, left, 1, FC_MPI_COMM_WORLD);
        fc_MPI_Recv(r, 0, 100, FC_MPI_DOUBLE, right, 1, FC_MPI_COMM_WORLD);
        return;
    }
    fc_MPI_Irecv(r, 0, 100, FC_MPI_DOUBLE, left, 0, FC_MPI_COMM_WORLD, &q[0]);
    fc_MPI_Irecv(r, 0, 100, FC_MPI_DOUBLE, right, 1, FC_MPI_COMM_WORLD, &q[1]);
    fc_MPI_Isend(r, 0, 100, FC_MPI_DOUBLE, right, 0, FC_MPI_COMM_WORLD, &q[2]);
    fc_MPI_Isend(r, 0, 100, FC_MPI_DOUBLE, left, 1, FC_MPI_COMM_WORLD, &q[3]);
    fc_MPI_Waitall(r, 0, EVENTS, q);
}

static double main_of_program(fc_rank *r, int argc, char **argv)
{
    int rank, ranks;
    (void)argc, (void)argv;
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    fc_MPI_Comm_size(r, 0, FC_MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < rounds; i++) {
        fc_step(r, "b.c", 3);
        fc_compute(r, 0, 1, rank % 7, NULL);
        exchange(r, (rank + ranks - apart) % ranks, (rank + apart) % ranks);
    }
    return 0;
}

static double seconds_of(const fc_coefficients *of, int cores, const fc_region *region, double entries,
                         double iterations, const double *working_set, double *relative_error)
{
    (void)of, (void)cores, (void)region, (void)entries, (void)working_set;
    *relative_error = 0.05;
    return 1e-6 * iterations;
}

/* Seconds of one run; exits on an error. */
static double run(int ranks)
{
    static const fc_cost_program program = {.version = FC_COST_PROGRAM_VERSION,
                                            .name = "bench",
                                            .region = regions,
                                            .region_origin = origins,
                                            .n_regions = 1,
                                            .site = sites,
                                            .n_sites = 1,
                                            .main = main_of_program};
    fc_setting setting = {.program = &program, .machine = &machine, .compute = seconds_of};
    fc_launch launch = {.ranks = ranks};
    fc_ending ending;
    double start = now();
    fc_simulation *w = fc_simulation_create(&setting, ranks, NULL);
    if (!w || fc_simulation_run(w, &launch, &ending) != FC_END_DONE)
        exit(1);
    fc_simulation_free(w);
    return now() - start;
}

static void measure(const char *name, int ranks)
{
    double best = INFINITY;
    for (int i = 0; i < REPEATS; i++)
        best = fmin(best, run(ranks));
    printf("world_events %s ranks=%d rounds=%d best=%.2f million events a second\n", name, ranks, rounds,
           1e-6 * EVENTS * ranks * rounds / best);
}

/* Leaves of 32 nodes, each with 16 lines up; half of all ranks are on other leaves. */
static void measure_network(const char *name, int ranks, bool shares)
{
    machine.cores = 1;
    machine.network = (fc_network){.model = FC_TOPOLOGY_FAT_TREE,
                                   .contention = shares ? FC_CONTENTION_FAIR : FC_CONTENTION_NONE,
                                   .n_levels = 2,
                                   .shape = {32, (ranks + 31) / 32},
                                   .up = {1, 16},
                                   .link = {{1e-6, 1e10}, {1e-6, 1e10}},
                                   .measured = {0, 1}};
    apart = ranks / 2;
    measure(name, ranks);
}

int main(int argc, char **argv)
{
    int ranks = argc > 1 ? atoi(argv[1]) : 64;
    struct rusage usage;
    rounds = argc > 2 ? atoi(argv[2]) : rounds;
    for (int fit = 0; fit < FC_N_FITS; fit++)
        machine.communication[FC_VARIANT_ANY][fit] = (fc_runtime_function){
            .n_segments = 2,
            .segment = {{0, 4096, {1e-6, 0, 0, 1e-10}, 0.05}, {4096, 1e9, {4e-6, 0, 0, 1e-10}, 0.05}},
            .low_ranks = 2,
            .high_ranks = 64};
    machine.communication[FC_VARIANT_ANY][FC_FIT_SEND].segment[0].c[0] = 2e-7;
    blocking = true;
    measure("blocking", ranks);
    blocking = false;
    measure("non-blocking", ranks);
    measure_network("non-blocking, fat tree", ranks, false);
    measure_network("non-blocking, fat tree, shared links", ranks, true);
    getrusage(RUSAGE_SELF, &usage);
    printf("world_events most memory: %.0f MiB, %.1f KiB a rank\n", (double)usage.ru_maxrss / 1024,
           (double)usage.ru_maxrss / ranks);
    return 0;
}
