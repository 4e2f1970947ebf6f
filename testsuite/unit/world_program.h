/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file world_program.h  Runs a function as every rank, on a machine of round numbers, with short calls for messages
 * and work. */
#ifndef WORLD_PROGRAM_H
#define WORLD_PROGRAM_H

#include "runtime/mpi/p2p/message_price.h"
#include "runtime/mpi/simulation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 8
};

/* Site i is in w.c, line i. */
enum {
    SEND = 1,
    RECV,
    SENDRECV,
    ISEND,
    IRECV,
    WAIT,
    BARRIER,
    BCAST,
    ALLREDUCE,
    MAKE,
    GATHER,
    SCAN,
    OTHER_BCAST,
    WINDOW,
    N_SITES
};
static const fc_site sites[N_SITES] = {
    {"w.c", 0, "main", "MPI_Init", FC_ORIGIN_CLOSED},         {"w.c", 1, "main", "MPI_Send", FC_ORIGIN_CLOSED},
    {"w.c", 2, "main", "MPI_Recv", FC_ORIGIN_CLOSED},         {"w.c", 3, "main", "MPI_Sendrecv", FC_ORIGIN_CLOSED},
    {"w.c", 4, "main", "MPI_Isend", FC_ORIGIN_CLOSED},        {"w.c", 5, "main", "MPI_Irecv", FC_ORIGIN_CLOSED},
    {"w.c", 6, "main", "MPI_Wait", FC_ORIGIN_CLOSED},         {"w.c", 7, "main", "MPI_Barrier", FC_ORIGIN_CLOSED},
    {"w.c", 8, "main", "MPI_Bcast", FC_ORIGIN_CLOSED},        {"w.c", 9, "main", "MPI_Allreduce", FC_ORIGIN_CLOSED},
    {"w.c", 10, "main", "MPI_Cart_create", FC_ORIGIN_CLOSED}, {"w.c", 11, "main", "MPI_Gather", FC_ORIGIN_CLOSED},
    {"w.c", 12, "main", "MPI_Scan", FC_ORIGIN_CLOSED},        {"w.c", 13, "main", "MPI_Bcast", FC_ORIGIN_CLOSED},
    {"w.c", 14, "main", "MPI_Win_X", FC_ORIGIN_CLOSED},
};
static const fc_region regions[] = {{.file = "w.c", .line = 20, .function = "main"}};
static const fc_origin origins[] = {FC_ORIGIN_CLOSED};
static fc_cost_program program = {.version = FC_COST_PROGRAM_VERSION,
                                  .name = "test",
                                  .region = regions,
                                  .region_origin = origins,
                                  .n_regions = 1,
                                  .site = sites,
                                  .n_sites = N_SITES};

/* m bytes, seconds: T = 10 + m; S = 2, from 64 bytes on 12 + m, no less than T: rendezvous; P = 1; Sendrecv 16 + m;
 * barrier 100, broadcast 20 + m, allreduce 40 + m, gather 60 + m, scan 50 + m. G is m. */
static fc_coefficients machine = {.name = "test", .cores = 4};

static inline void set_fit(fc_fit fit, double start, double each)
{
    machine.communication[FC_VARIANT_ANY][fit] = (fc_runtime_function){
        .n_segments = 1, .segment = {{0, 1e9, {start, 0, 0, each}, 0}}, .low_ranks = 1, .high_ranks = 64};
}

static inline int make_machine(void **state)
{
    set_fit(FC_FIT_SINGLE, 10, 1);
    machine.communication[FC_VARIANT_ANY][FC_FIT_SEND] =
        (fc_runtime_function){.n_segments = 2, .segment = {{0, 64, {2}, 0}, {64, 1e9, {12, 0, 0, 1}, 0}}};
    set_fit(FC_FIT_POST, 1, 0);
    set_fit(FC_FIT_SENDRECV, 16, 1);
    set_fit(FC_FIT_BARRIER, 100, 0);
    set_fit(FC_FIT_BCAST, 20, 1);
    set_fit(FC_FIT_ALLREDUCE, 40, 1);
    set_fit(FC_FIT_GATHER, 60, 1);
    set_fit(FC_FIT_SCAN, 50, 1);
    *state = NULL;
    return 0;
}

static inline double seconds_of(const fc_coefficients *of, int cores, const fc_region *region, double entries,
                                double iterations, const double *working_set, double *relative_error)
{
    (void)of, (void)cores, (void)region, (void)entries, (void)working_set;
    *relative_error = 0;
    return iterations;
}

typedef void action(fc_rank *r, int rank, int ranks);
static action *acted;

static inline double main_of_program(fc_rank *r, int argc, char **argv)
{
    int rank, ranks;
    (void)argc, (void)argv;
    fc_MPI_Init(r, 0);
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    fc_MPI_Comm_size(r, 0, FC_MPI_COMM_WORLD, &ranks);
    acted(r, rank, ranks);
    fc_MPI_Finalize(r, 0);
    return 0;
}

static inline fc_simulation *run(action *what, int ranks, fc_ending *ending)
{
    fc_setting setting = {.program = &program, .machine = &machine, .compute = seconds_of, .step_limit = 1e5};
    fc_launch launch = {0, ranks, 0, NULL, NULL};
    acted = what;
    program.main = main_of_program;
    fc_simulation *w = fc_simulation_create(&setting, ranks, NULL);
    assert_non_null(w);
    fc_simulation_run(w, &launch, ending);
    return w;
}

/* The calls of an action; sizes in bytes. */
static inline void work(fc_rank *r, double seconds)
{
    fc_compute(r, 0, 1, seconds, NULL);
}
static inline void send(fc_rank *r, double bytes, int to, int tag)
{
    fc_MPI_Send(r, SEND, bytes, FC_MPI_BYTE, to, tag, FC_MPI_COMM_WORLD);
}
static inline void recv(fc_rank *r, double bytes, int from, int tag)
{
    fc_MPI_Recv(r, RECV, bytes, FC_MPI_BYTE, from, tag, FC_MPI_COMM_WORLD);
}
static inline fc_request isend(fc_rank *r, double bytes, int to, int tag)
{
    fc_request made;
    fc_MPI_Isend(r, ISEND, bytes, FC_MPI_BYTE, to, tag, FC_MPI_COMM_WORLD, &made);
    return made;
}
static inline fc_request irecv(fc_rank *r, double bytes, int from, int tag)
{
    fc_request made;
    fc_MPI_Irecv(r, IRECV, bytes, FC_MPI_BYTE, from, tag, FC_MPI_COMM_WORLD, &made);
    return made;
}
static inline void shift(fc_rank *r, double bytes, int to, int from)
{
    fc_MPI_Sendrecv(r, SENDRECV, bytes, FC_MPI_BYTE, to, 0, bytes, FC_MPI_BYTE, from, 0, FC_MPI_COMM_WORLD);
}

#define ACTION(name) static void name(fc_rank *r, __attribute__((unused)) int rank, __attribute__((unused)) int ranks)

#endif
