/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs of MPI calls on a virtual rank under method sum, and refused calls. */
#include "runtime/core/rank.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum {
    RANKS = 6,
    SELF = 2
};

static const fc_site sites[] = {{"b.c", 5, "main", "MPI_Call", FC_ORIGIN_CLOSED}};
static const fc_origin no_origin[1];
static fc_cost_program program = {
    .version = FC_COST_PROGRAM_VERSION, .name = "test", .site = sites, .n_sites = 1, .region_origin = no_origin};
static fc_coefficients machine = {.name = "test", .cores = 4};

/* Fit f costs (f + 1) + m / 1024 seconds for every p: the sum shows which functions were paid. */
static int make_machine(void **state)
{
    for (int fit = 0; fit < FC_N_FITS; fit++)
        machine.communication[FC_VARIANT_ANY][fit] = (fc_runtime_function){
            .n_segments = 1, .segment = {{0, 1e12, {fit + 1, 0, 0, 1. / 1024}, 0}}, .low_ranks = 1, .high_ranks = 64};
    *state = NULL;
    return 0;
}

typedef void call(fc_rank *r);
static call *called;

static double main_of_program(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    called(r);
    return 0;
}

static fc_rank *run(call *what)
{
    fc_setting setting = {.program = &program, .machine = &machine};
    fc_launch launch = {SELF, RANKS, 0, NULL, NULL};
    called = what;
    program.main = main_of_program;
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    fc_rank_run(r, &launch);
    return r;
}

static const int counts[RANKS] = {10, 20, 30, 40, 50, 60}; /* 210 in all, mean 35 */

/* One function a row: the call's name is the description. */
#define CALL(name, ...)                                                                                                \
    static void name(fc_rank *r)                                                                                       \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
CALL(send, fc_MPI_Send(r, 0, 128, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_WORLD))
CALL(ssend, fc_MPI_Ssend(r, 0, 128, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_WORLD))
CALL(recv, fc_MPI_Recv(r, 0, 256, FC_MPI_INT, FC_MPI_RANK_UNKNOWN, 0, FC_MPI_COMM_WORLD))
CALL(send_to_proc_null, fc_MPI_Send(r, 0, 128, FC_MPI_DOUBLE, FC_MPI_PROC_NULL, 0, FC_MPI_COMM_WORLD))
CALL(recv_from_proc_null, fc_MPI_Recv(r, 0, 128, FC_MPI_DOUBLE, FC_MPI_PROC_NULL, 0, FC_MPI_COMM_WORLD))
CALL(sendrecv, fc_MPI_Sendrecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, 512, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_WORLD))
CALL(sendrecv_at_left_end,
     fc_MPI_Sendrecv(r, 0, 128, FC_MPI_DOUBLE, FC_MPI_PROC_NULL, 0, 512, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_WORLD))
CALL(sendrecv_at_right_end,
     fc_MPI_Sendrecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, 512, FC_MPI_DOUBLE, FC_MPI_PROC_NULL, 0, FC_MPI_COMM_WORLD))
CALL(sendrecv_replace, fc_MPI_Sendrecv_replace(r, 0, 128, FC_MPI_DOUBLE, 1, 0, 3, 0, FC_MPI_COMM_WORLD))
CALL(isend_wait, fc_request q; fc_MPI_Isend(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, &q);
     fc_MPI_Wait(r, 0, &q))
CALL(irecv_wait_twice, fc_request q; fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, &q);
     fc_MPI_Wait(r, 0, &q); fc_MPI_Wait(r, 0, &q))
CALL(irecv_never_completed, fc_request q; fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, &q))
CALL(irecv_from_proc_null, fc_request q;
     fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, FC_MPI_PROC_NULL, 0, FC_MPI_COMM_WORLD, &q); fc_MPI_Wait(r, 0, &q))
CALL(halo, fc_request q[5] = {0}; fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, &q[0]);
     fc_MPI_Irecv(r, 0, 256, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_WORLD, &q[1]);
     fc_MPI_Isend(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, &q[2]);
     fc_MPI_Isend(r, 0, 256, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_WORLD, &q[3]); fc_MPI_Waitall(r, 0, 5, q))
CALL(polling, fc_request q; int flag = 0; fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, &q);
     while (!flag) fc_MPI_Test(r, 0, &q, &flag))
CALL(
    repeated, for (FC_REPEAT(r, 100)) {
        fc_request q;
        fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, &q);
        fc_MPI_Wait(r, 0, &q);
    })
CALL(posted_once_waited_in_loop, fc_request q; fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, &q);
     for (FC_REPEAT(r, 100)) fc_MPI_Wait(r, 0, &q))
/* Results that the control slice does not need are not computed. */
CALL(dynamic_requests, fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, NULL);
     fc_MPI_Irecv(r, 0, 256, FC_MPI_DOUBLE, FC_MPI_RANK_UNKNOWN, 0, FC_MPI_COMM_WORLD, NULL);
     fc_MPI_Isend(r, 0, 128, FC_MPI_DOUBLE, FC_MPI_RANK_UNKNOWN, 0, FC_MPI_COMM_WORLD, NULL);
     fc_MPI_Waitall(r, 0, 0, NULL); fc_MPI_Waitall(r, 0, 0, NULL))
CALL(dynamic_request, fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, NULL);
     fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_WORLD, NULL); fc_MPI_Wait(r, 0, NULL))
CALL(unneeded_results, const int one[2] = {1, 1}; fc_comm grid; fc_MPI_Comm_size(r, 0, FC_MPI_COMM_WORLD, NULL);
     fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, NULL); fc_MPI_Comm_dup(r, 0, FC_MPI_COMM_WORLD, NULL);
     fc_MPI_Comm_free(r, 0, NULL); fc_MPI_Init_thread(r, 0, 0, NULL); fc_MPI_Waitany(r, 0, 0, NULL, NULL);
     fc_MPI_Cart_create(r, 0, FC_MPI_COMM_SELF, 2, one, one, 0, &grid); fc_MPI_Cart_shift(r, 0, grid, 1, 1, NULL, NULL);
     fc_MPI_Cart_get(r, 0, grid, 2, NULL, NULL, NULL); fc_MPI_Cart_coords(r, 0, grid, 0, 2, NULL))
CALL(barrier, fc_MPI_Barrier(r, 0, FC_MPI_COMM_WORLD))
CALL(bcast, fc_MPI_Bcast(r, 0, 128, FC_MPI_DOUBLE, 5, FC_MPI_COMM_WORLD))
CALL(reduce, fc_MPI_Reduce(r, 0, 128, FC_MPI_DOUBLE, 0, FC_MPI_COMM_WORLD))
CALL(allreduce, fc_MPI_Allreduce(r, 0, 1, FC_MPI_DOUBLE_INT, FC_MPI_COMM_WORLD))
CALL(gather_at_root, fc_MPI_Gather(r, 0, 0, FC_MPI_DATATYPE_NULL, 128, FC_MPI_DOUBLE, SELF, FC_MPI_COMM_WORLD))
CALL(gather_elsewhere, fc_MPI_Gather(r, 0, 128, FC_MPI_DOUBLE, -1, 0, 0, FC_MPI_COMM_WORLD))
CALL(gatherv_at_root, fc_MPI_Gatherv(r, 0, 0, 0, counts, FC_MPI_DOUBLE, SELF, FC_MPI_COMM_WORLD))
CALL(gatherv_elsewhere, fc_MPI_Gatherv(r, 0, 64, FC_MPI_DOUBLE, NULL, 0, 0, FC_MPI_COMM_WORLD))
CALL(scatter_at_root, fc_MPI_Scatter(r, 0, 128, FC_MPI_DOUBLE, 0, 0, SELF, FC_MPI_COMM_WORLD))
CALL(scatter_elsewhere, fc_MPI_Scatter(r, 0, -1, 0, 128, FC_MPI_DOUBLE, 0, FC_MPI_COMM_WORLD))
CALL(scatterv_at_root, fc_MPI_Scatterv(r, 0, counts, FC_MPI_DOUBLE, 0, 0, SELF, FC_MPI_COMM_WORLD))
CALL(scatterv_elsewhere, fc_MPI_Scatterv(r, 0, NULL, 0, 64, FC_MPI_DOUBLE, 0, FC_MPI_COMM_WORLD))
CALL(allgather, fc_MPI_Allgather(r, 0, 128, FC_MPI_DOUBLE, 256, FC_MPI_INT, FC_MPI_COMM_WORLD))
CALL(allgather_in_place, fc_MPI_Allgather(r, 0, 0, FC_MPI_DATATYPE_NULL, 128, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD))
CALL(allgatherv, fc_MPI_Allgatherv(r, 0, 30, FC_MPI_DOUBLE, counts, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD))
CALL(alltoall, fc_MPI_Alltoall(r, 0, 128, FC_MPI_DOUBLE, 128, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD))
CALL(alltoallv, fc_MPI_Alltoallv(r, 0, counts, FC_MPI_INT, counts, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD))
CALL(reduce_scatter, fc_MPI_Reduce_scatter(r, 0, counts, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD))
CALL(reduce_scatter_block, fc_MPI_Reduce_scatter_block(r, 0, 128, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD))
CALL(scan, fc_MPI_Scan(r, 0, 128, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD))
CALL(exscan, fc_MPI_Exscan(r, 0, 128, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD))

/* base: the sum of (fit + 1) of the functions paid; bytes: the argument of the /1024. */
static const struct {
    const char *name;
    call *what;
    double base, bytes, messages, moved;
} rows[] = {
#define ROW(name, ...)                                                                                                 \
    {                                                                                                                  \
#name, name, __VA_ARGS__                                                                                       \
    }
#define C(fit) (FC_FIT_##fit + 1)
    ROW(send, C(SEND), 1024, 1, 1024),
    ROW(ssend, C(SINGLE) + C(SINGLE), 1024, 1, 1024), /* and the answer of 0 bytes */
    ROW(recv, C(SINGLE), 1024, 0, 0),
    ROW(send_to_proc_null, 0, 0, 0, 0),
    ROW(recv_from_proc_null, 0, 0, 0, 0),
    ROW(sendrecv, C(SENDRECV), 4096, 1, 1024),
    ROW(sendrecv_at_left_end, C(SINGLE), 4096, 0, 0),
    ROW(sendrecv_at_right_end, C(SEND), 1024, 1, 1024),
    ROW(sendrecv_replace, C(SENDRECV), 1024, 1, 1024),
    ROW(isend_wait, C(POST), 1024, 1, 1024),
    ROW(irecv_wait_twice, C(POST_RECEIVE) + C(SINGLE), 2 * 1024, 0, 0),
    ROW(irecv_never_completed, C(POST_RECEIVE), 1024, 0, 0),
    ROW(irecv_from_proc_null, 0, 0, 0, 0),
    ROW(halo, 2 * C(POST) + 2 * C(POST_RECEIVE) + 2 * C(SINGLE), 2 * (1024 + 2048) + 1024 + 2048, 2, 3072),
    ROW(polling, C(POST_RECEIVE) + C(SINGLE), 2 * 1024, 0, 0),
    ROW(repeated, 100 * (C(POST_RECEIVE) + C(SINGLE)), 100 * 2 * 1024, 0, 0),
    ROW(posted_once_waited_in_loop, C(POST_RECEIVE) + C(SINGLE), 2 * 1024, 0, 0),
    ROW(dynamic_requests, C(POST) + 2 * C(POST_RECEIVE) + 2 * C(SINGLE), (1024 + 2048 + 1024) + 1024 + 2048, 1, 1024),
    ROW(dynamic_request, 2 * C(POST_RECEIVE) + C(SINGLE), 3 * 1024, 0, 0),
    ROW(unneeded_results, C(COMM_DUP), 0, 0, 0),
    ROW(barrier, C(BARRIER), 0, 1, 0),
    ROW(bcast, C(BCAST_ELSEWHERE), 1024, 1, 1024),
    ROW(reduce, C(REDUCE), 1024, 1, 1024),
    ROW(allreduce, C(ALLREDUCE), 12, 1, 12),
    ROW(gather_at_root, C(GATHER), 1024, 1, 1024),
    ROW(gather_elsewhere, C(GATHER), 1024, 1, 1024),
    ROW(gatherv_at_root, C(GATHERV), 35 * 8, 1, 35 * 8),
    ROW(gatherv_elsewhere, C(GATHERV), 512, 1, 512),
    ROW(scatter_at_root, C(SCATTER), 1024, 1, 1024),
    ROW(scatter_elsewhere, C(SCATTER), 1024, 1, 1024),
    ROW(scatterv_at_root, C(SCATTERV), 35 * 8, 1, 35 * 8),
    ROW(scatterv_elsewhere, C(SCATTERV), 512, 1, 512),
    ROW(allgather, C(ALLGATHER), 1024, 1, RANKS * 1024),
    ROW(allgather_in_place, C(ALLGATHER), 1024, 1, RANKS * 1024),
    ROW(allgatherv, C(ALLGATHERV), 35 * 8, 1, 210 * 8),
    ROW(alltoall, C(ALLTOALL), 1024, 1, RANKS * 1024),
    ROW(alltoallv, C(ALLTOALLV), 35 * 8, 1, 210 * 8),
    ROW(reduce_scatter, C(REDUCE_SCATTER), 210 * 8, 1, 210 * 8),
    ROW(reduce_scatter_block, C(REDUCE_SCATTER), RANKS * 1024, 1, RANKS * 1024),
    ROW(scan, C(SCAN), 1024, 1, 1024),
    ROW(exscan, C(SCAN), 1024, 1, 1024),
};

static void test_runtime_mpi__calls_cost_their_runtime_functions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_totals totals;
        fc_rank *r = run(rows[i].what);
        double expected = rows[i].base + rows[i].bytes / 1024;
        fc_rank_totals(r, &totals);
        if (r->ending.end != FC_END_DONE)
            fail_msg("%s: %s", rows[i].name, r->ending.what);
        if (fabs(totals.communication_s - expected) > 1e-9 * expected)
            fail_msg("%s: %.17g s, expected %.17g", rows[i].name, totals.communication_s, expected);
        if (totals.messages != rows[i].messages || totals.bytes != rows[i].moved)
            fail_msg("%s: %g messages of %g bytes", rows[i].name, totals.messages, totals.bytes);
        assert_true(totals.time_s == totals.communication_s);
        fc_rank_free(r);
    }
}

static const int negative_counts[RANKS] = {1, 2, -3, 4, 5, 6};
CALL(bad_negative, fc_MPI_Bcast(r, 0, -8, FC_MPI_DOUBLE, 0, FC_MPI_COMM_WORLD))
CALL(bad_overflow, fc_MPI_Bcast(r, 0, 2147483648.0, FC_MPI_CHAR, 0, FC_MPI_COMM_WORLD))
CALL(bad_nan, fc_MPI_Send(r, 0, NAN, FC_MPI_CHAR, 0, 0, FC_MPI_COMM_WORLD))
CALL(bad_type, fc_MPI_Bcast(r, 0, 8, 12345678, 0, FC_MPI_COMM_WORLD))
CALL(bad_null_type, fc_MPI_Allreduce(r, 0, 8, FC_MPI_DATATYPE_NULL, FC_MPI_COMM_WORLD))
CALL(bad_root, fc_MPI_Bcast(r, 0, 8, FC_MPI_DOUBLE, RANKS, FC_MPI_COMM_WORLD))
CALL(bad_peer, fc_MPI_Send(r, 0, 8, FC_MPI_DOUBLE, RANKS, 0, FC_MPI_COMM_WORLD))
CALL(bad_peer_of_self, fc_MPI_Recv(r, 0, 8, FC_MPI_DOUBLE, 1, 0, FC_MPI_COMM_SELF))
CALL(bad_null_comm, fc_MPI_Barrier(r, 0, FC_MPI_COMM_NULL))
CALL(bad_comm, fc_MPI_Barrier(r, 0, 99))
CALL(bad_freed_comm, fc_comm c; fc_comm d; fc_MPI_Comm_dup(r, 0, FC_MPI_COMM_WORLD, &c); d = c;
     fc_MPI_Comm_free(r, 0, &c); fc_MPI_Barrier(r, 0, d))
CALL(bad_free_of_world, fc_comm c = FC_MPI_COMM_WORLD; fc_MPI_Comm_free(r, 0, &c))
CALL(bad_counts, fc_MPI_Allgatherv(r, 0, 1, FC_MPI_INT, negative_counts, FC_MPI_INT, FC_MPI_COMM_WORLD))
CALL(bad_no_counts, fc_MPI_Reduce_scatter(r, 0, NULL, FC_MPI_INT, FC_MPI_COMM_WORLD))
CALL(bad_request, fc_request q = 77; fc_MPI_Wait(r, 0, &q))
CALL(bad_stale_request, fc_request q; fc_request s; fc_MPI_Irecv(r, 0, 1, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD, &q);
     s = q; fc_MPI_Wait(r, 0, &q); fc_MPI_Wait(r, 0, &s))
CALL(bad_n_requests, fc_MPI_Waitall(r, 0, -1, NULL))
CALL(bad_second_init, fc_MPI_Init(r, 0); fc_MPI_Init(r, 0))
CALL(bad_topology, int n; fc_MPI_Cartdim_get(r, 0, FC_MPI_COMM_WORLD, &n))
CALL(bad_grid, const int dims[2] = {3, 3}; fc_comm c; fc_MPI_Cart_create(r, 0, FC_MPI_COMM_WORLD, 2, dims, dims, 0, &c))
CALL(bad_empty_grid, const int dims[2] = {3, 0}; fc_comm c;
     fc_MPI_Cart_create(r, 0, FC_MPI_COMM_WORLD, 2, dims, dims, 0, &c))
CALL(bad_dimensions, fc_comm c; fc_MPI_Cart_create(r, 0, FC_MPI_COMM_WORLD, 17, counts, counts, 0, &c))
CALL(bad_dims, int dims[2] = {4, 0}; fc_MPI_Dims_create(r, 0, 6, 2, dims))
CALL(bad_negative_dims, int dims[2] = {-4, 0}; fc_MPI_Dims_create(r, 0, 4, 2, dims))
CALL(bad_fixed_dims, int dims[2] = {2, 2}; fc_MPI_Dims_create(r, 0, 8, 2, dims))
CALL(bad_no_ranks, int dims[2] = {0}; fc_MPI_Dims_create(r, 0, 0, 2, dims))
CALL(bad_many_requests, fc_request q; for (;;) fc_MPI_Irecv(r, 0, 1, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD, &q))
CALL(bad_site, fc_MPI_Barrier(r, 1, FC_MPI_COMM_WORLD))

static const struct {
    const char *name;
    call *what;
    const char *says;
} bad_rows[] = {
#define BAD(name, says)                                                                                                \
    {                                                                                                                  \
#name, name, says                                                                                              \
    }
    BAD(bad_negative, "MPI_Call: the count is -8"),
    BAD(bad_overflow, "the count is 2147483648,"),
    BAD(bad_nan, "the count is nan"),
    BAD(bad_type, "datatype"),
    BAD(bad_null_type, "datatype"),
    BAD(bad_root, "root 6 is not in a communicator of 6 ranks"),
    BAD(bad_peer, "partner 6 is not in a communicator of 6 ranks"),
    BAD(bad_peer_of_self, "communicator of 1 ranks"),
    BAD(bad_null_comm, "MPI_COMM_NULL"),
    BAD(bad_comm, "never made"),
    BAD(bad_freed_comm, "freed"),
    BAD(bad_free_of_world, "predefined"),
    BAD(bad_counts, "the count is -3"),
    BAD(bad_no_counts, "depends on data"),
    BAD(bad_request, "never posted"),
    BAD(bad_stale_request, "completed before"),
    BAD(bad_n_requests, "number of requests is -1"),
    BAD(bad_second_init, "already initialized"),
    BAD(bad_topology, "no Cartesian topology"),
    BAD(bad_grid, "more than the communicator's 6 ranks"),
    BAD(bad_empty_grid, "dimension 1 has 0 ranks"),
    BAD(bad_dimensions, "17 dimensions"),
    BAD(bad_dims, "6 ranks are not divisible"),
    BAD(bad_negative_dims, "dimension 0 is negative: -4"),
    BAD(bad_fixed_dims, "8 ranks are not divisible"),
    BAD(bad_no_ranks, "0 ranks cannot be arranged in 2 dimensions"),
    BAD(bad_many_requests, "more communicators, requests or datatypes"),
    BAD(bad_site, "names site 1 of 1"),
};

static void test_runtime_mpi__what_mpi_does_not_allow_ends_at_its_site(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows; i++) {
        fc_rank *r = run(bad_rows[i].what);
        if (r->ending.end == FC_END_DONE || !strstr(r->ending.what, bad_rows[i].says))
            fail_msg("%s: \"%s\" does not say \"%s\"", bad_rows[i].name, r->ending.what, bad_rows[i].says);
        if (bad_rows[i].what != bad_site) {
            assert_string_equal(r->ending.file, "b.c");
            assert_int_equal(r->ending.line, 5);
        }
        assert_true(strlen(r->ending.next) > 10);
        fc_rank_free(r);
    }
}

static void test_runtime_mpi__a_machine_without_the_operation_ends_the_run(void **state)
{
    (void)state;
    fc_coefficients full = machine;
    machine = (fc_coefficients){.name = "bare"};
    fc_rank *r = run(bcast);
    machine = full;
    assert_int_equal(r->ending.end, FC_END_MACHINE);
    assert_string_equal(r->ending.what, "machine \"bare\" has no runtime function for MPI_Call");
    fc_rank_free(r);
}

static void test_runtime_mpi__use_beyond_the_calibrated_range_is_flagged(void **state)
{
    (void)state;
    fc_totals totals;
    machine.communication[FC_VARIANT_ANY][FC_FIT_BCAST_ELSEWHERE].high_ranks = 4;
    fc_rank *r = run(bcast);
    machine.communication[FC_VARIANT_ANY][FC_FIT_BCAST_ELSEWHERE].high_ranks = 64;
    fc_rank_totals(r, &totals);
    assert_int_equal(totals.extrapolated, 1u << FC_FIT_BCAST_ELSEWHERE);
    fc_rank_free(r);
}

/* Calls with a data-dependent communicator, also for a copy of MPI_COMM_WORLD. */
CALL(picks, fc_comm c; int size, rank; fc_request q; fc_MPI_Comm_dup(r, 0, FC_MPI_COMM_UNKNOWN, &c);
     fc_MPI_Allreduce(r, 0, 1, FC_MPI_DOUBLE_INT, FC_MPI_COMM_UNKNOWN);
     fc_MPI_Send(r, 0, 128, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_UNKNOWN);
     fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_UNKNOWN, &q); fc_MPI_Wait(r, 0, &q);
     fc_MPI_Sendrecv(r, 0, 1, FC_MPI_INT, 1, 0, 1, FC_MPI_INT, 3, 0, FC_MPI_COMM_UNKNOWN);
     fc_MPI_Comm_size(r, 0, FC_MPI_COMM_UNKNOWN, &size); assert_int_equal(size, r->launch.ranks);
     fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_UNKNOWN, &rank); assert_int_equal(rank, r->launch.rank))
CALL(names_world, fc_comm c; fc_request q; fc_MPI_Comm_dup(r, 0, FC_MPI_COMM_WORLD, &c);
     fc_MPI_Allreduce(r, 0, 1, FC_MPI_DOUBLE_INT, FC_MPI_COMM_WORLD);
     fc_MPI_Send(r, 0, 128, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_WORLD);
     fc_MPI_Irecv(r, 0, 128, FC_MPI_DOUBLE, 3, 0, FC_MPI_COMM_WORLD, &q); fc_MPI_Wait(r, 0, &q);
     fc_MPI_Sendrecv(r, 0, 1, FC_MPI_INT, 1, 0, 1, FC_MPI_INT, 3, 0, FC_MPI_COMM_WORLD))
CALL(picks_alone, fc_MPI_Barrier(r, 0, FC_MPI_COMM_UNKNOWN))
CALL(picks_and_carries, int n = 3; fc_payload_broadcast(r, &n, 1, FC_MPI_INT, 0, FC_MPI_COMM_UNKNOWN);
     fc_MPI_Bcast(r, 0, 1, FC_MPI_INT, 0, FC_MPI_COMM_UNKNOWN))
CALL(picks_and_sums, int n = 3; fc_payload_set(r, &n, &n, 0);
     fc_MPI_Allreduce(r, 0, 1, FC_MPI_INT, FC_MPI_COMM_UNKNOWN))
CALL(picks_and_sends, int n = 3; fc_payload_set(r, &n, NULL, 0);
     fc_MPI_Send(r, 0, 1, FC_MPI_INT, 3, 0, FC_MPI_COMM_UNKNOWN))
CALL(picks_and_receives, int n; fc_payload_set(r, NULL, &n, 0);
     fc_MPI_Recv(r, 0, 1, FC_MPI_INT, 3, 0, FC_MPI_COMM_UNKNOWN))
CALL(picks_and_prepares, int n; fc_request q; fc_payload_set(r, NULL, &n, 0);
     fc_MPI_Recv_init(r, 0, 1, FC_MPI_INT, 3, 0, FC_MPI_COMM_UNKNOWN, &q))
CALL(picks_and_exchanges, int n; fc_payload_set(r, NULL, &n, 0);
     fc_MPI_Sendrecv(r, 0, 1, FC_MPI_INT, 3, 0, 1, FC_MPI_INT, 3, 0, FC_MPI_COMM_UNKNOWN))

static void test_runtime_mpi__a_dynamic_communicator_is_the_world_if_it_is_the_only_one(void **state)
{
    (void)state;
    fc_totals named, picked;
    fc_rank *r = run(names_world);
    fc_rank_totals(r, &named);
    fc_rank_free(r);
    r = run(picks);
    fc_rank_totals(r, &picked);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_free(r);
    assert_true(named.time_s > 0 && picked.time_s == named.time_s && picked.messages == named.messages);
    assert_int_equal(named.assumed[FC_ASSUMED_WORLD], 0);
    assert_int_equal(picked.assumed[FC_ASSUMED_WORLD], 1);
    assert_true(named.origin[FC_ORIGIN_ASSUMED] == 0 && fabs(picked.origin[FC_ORIGIN_ASSUMED] - 1) < 1e-12);
}

static void test_runtime_mpi__a_dynamic_communicator_among_several_carries_no_control_values(void **state)
{
    (void)state;
    static const fc_site others[] = {{"b.c", 5, "main", "MPI_Call", FC_ORIGIN_CLOSED},
                                     {"b.c", 6, "main", "MPI_Comm_split", FC_ORIGIN_CLOSED}};
    static call *const carry[] = {picks_and_sums,     picks_and_sends,     picks_and_receives,
                                  picks_and_prepares, picks_and_exchanges, picks_and_carries};
    fc_setting setting = {.program = &program, .machine = &machine};
    program.site = others, program.n_sites = 2;
    fc_rank *r = run(picks_alone);
    assert_int_equal(r->ending.end, FC_END_DONE);
    assert_int_equal(r->assumed[FC_ASSUMED_WORLD], 1);
    fc_rank_free(r);
    for (size_t i = 0; i < sizeof carry / sizeof *carry; i++) {
        r = run(carry[i]);
        assert_int_equal(r->ending.end, FC_END_ARGUMENT);
        assert_string_equal(r->ending.what, "MPI_Call: which communicator it uses depends on data");
        fc_rank_free(r);
    }
    r = fc_rank_create(&setting);
    assert_int_equal(fc_rank_run(r, &(fc_launch){0, 1, 0, NULL, NULL}),
                     FC_END_DONE); /* on 1 rank all communicators are equivalent */
    fc_rank_free(r);
    program.site = sites, program.n_sites = 1;
}

/* Data-dependent requests. */
CALL(starts_by_data, fc_MPI_Barrier(r, 0, FC_MPI_COMM_WORLD); fc_MPI_Startall(r, 0, 0, NULL))

static void test_runtime_mpi__dynamic_requests_start_nothing(void **state)
{
    (void)state;
    fc_totals totals;
    fc_rank *r = run(starts_by_data);
    fc_rank_totals(r, &totals);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_free(r);
    assert_true(totals.time_s == FC_FIT_BARRIER + 1 && totals.messages == 1);
    assert_int_equal(totals.assumed[FC_ASSUMED_UNSTARTED], 1);
}

CALL(completes_some, fc_request q[3] = {0}; int index = 9, n = 9, indices[3];
     fc_MPI_Irecv(r, 0, 1, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD, &q[1]);
     fc_MPI_Irecv(r, 0, 1, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD, &q[2]); fc_MPI_Waitany(r, 0, 3, q, &index);
     assert_int_equal(index, 1); fc_MPI_Waitsome(r, 0, 3, q, &n, indices); assert_int_equal(n, 1);
     assert_int_equal(indices[0], 2); fc_MPI_Waitany(r, 0, 3, q, &index); assert_int_equal(index, FC_MPI_UNDEFINED);
     fc_MPI_Testsome(r, 0, 3, q, &n, indices); assert_int_equal(n, FC_MPI_UNDEFINED);
     fc_MPI_Irecv(r, 0, 1, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD, &q[0]); fc_MPI_Request_free(r, 0, &q[0]);
     assert_int_equal(q[0], FC_MPI_REQUEST_NULL))

CALL(asks, int flag = 9, version[2]; fc_MPI_Initialized(r, 0, &flag); assert_int_equal(flag, 0);
     fc_MPI_Init_thread(r, 0, FC_MPI_THREAD_FUNNELED, &flag); assert_int_equal(flag, FC_MPI_THREAD_FUNNELED);
     fc_MPI_Finalized(r, 0, &flag); assert_int_equal(flag, 0); fc_MPI_Get_version(r, 0, &version[0], &version[1]);
     assert_int_equal(version[0], 3); fc_MPI_Barrier(r, 0, FC_MPI_COMM_WORLD);
     assert_true(fc_MPI_Wtime(r, 0) == FC_FIT_BARRIER + 1); fc_MPI_Finalize(r, 0); fc_MPI_Finalized(r, 0, &flag);
     assert_int_equal(flag, 1))

static void test_runtime_mpi__queries_and_completions_give_values(void **state)
{
    (void)state;
    fc_rank *r = run(completes_some);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_free(r);
    r = run(asks);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_mpi__calls_cost_their_runtime_functions),
        cmocka_unit_test(test_runtime_mpi__what_mpi_does_not_allow_ends_at_its_site),
        cmocka_unit_test(test_runtime_mpi__a_machine_without_the_operation_ends_the_run),
        cmocka_unit_test(test_runtime_mpi__use_beyond_the_calibrated_range_is_flagged),
        cmocka_unit_test(test_runtime_mpi__dynamic_requests_start_nothing),
        cmocka_unit_test(test_runtime_mpi__a_dynamic_communicator_is_the_world_if_it_is_the_only_one),
        cmocka_unit_test(test_runtime_mpi__a_dynamic_communicator_among_several_carries_no_control_values),
        cmocka_unit_test(test_runtime_mpi__queries_and_completions_give_values),
    };
    return cmocka_run_group_tests(tests, make_machine, NULL);
}
