/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that begin and end later: non-blocking collectives on clocks; persistent requests and their refusals. */
#include "runtime/mpi/simulation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    RANKS = 4
};

static const fc_site sites[] = {{"l.c", 3, "main", "MPI_Call", FC_ORIGIN_CLOSED}};
static const fc_region regions[] = {{.file = "l.c", .line = 20, .function = "main"}};
static const fc_origin origins[] = {FC_ORIGIN_CLOSED};
static fc_cost_program program = {.version = FC_COST_PROGRAM_VERSION,
                                  .name = "test",
                                  .region = regions,
                                  .region_origin = origins,
                                  .n_regions = 1,
                                  .site = sites,
                                  .n_sites = 1};

/* Seconds of m bytes: allreduce 40 + m, single 10 + m, send 2, post 1. */
static fc_coefficients machine = {.name = "test", .cores = 4};

static int make_machine(void **state)
{
    static const struct {
        fc_fit fit;
        double start, each;
    } rows[] = {{FC_FIT_ALLREDUCE, 40, 1}, {FC_FIT_SINGLE, 10, 1}, {FC_FIT_SEND, 2, 0}, {FC_FIT_POST, 1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        machine.communication[FC_VARIANT_ANY][rows[i].fit] =
            (fc_runtime_function){.n_segments = 1,
                                  .segment = {{0, 1e9, {rows[i].start, 0, 0, rows[i].each}, 0}},
                                  .low_ranks = 1,
                                  .high_ranks = 64};
    *state = NULL;
    return 0;
}

static double seconds_of(const fc_coefficients *of, int cores, const fc_region *region, double entries,
                         double iterations, const double *working_set, double *relative_error)
{
    (void)of, (void)cores, (void)region, (void)entries, (void)working_set;
    *relative_error = 0;
    return iterations;
}

typedef void action(fc_rank *r, int rank);
static action *acted;
static double ended[RANKS];

static double main_of_program(fc_rank *r, int argc, char **argv)
{
    int rank;
    (void)argc, (void)argv;
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    acted(r, rank);
    ended[rank] = fc_now(r);
    return 0;
}

static fc_setting setting_of(action *what)
{
    acted = what;
    program.main = main_of_program;
    return (fc_setting){.program = &program, .machine = &machine, .compute = seconds_of, .step_limit = 1e5};
}

static fc_ending run_world(action *what)
{
    fc_setting setting = setting_of(what);
    fc_launch launch = {0, RANKS, 0, NULL, NULL};
    fc_ending ending;
    fc_simulation *w = fc_simulation_create(&setting, RANKS, NULL);
    assert_non_null(w);
    fc_simulation_run(w, &launch, &ending);
    fc_simulation_free(w);
    return ending;
}

static fc_ending run_alone(action *what)
{
    fc_setting setting = setting_of(what);
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    for (int rank = 0; rank < RANKS; rank++)
        fc_rank_run(r, &(fc_launch){rank, RANKS, 0, NULL, NULL});
    fc_ending ending = r->ending;
    fc_rank_free(r);
    return ending;
}

/* Rank k begins at 10 k; the last at 30: done at 30 + 48. Rank 0 works 100 in between and is late for that; alone each
 * pays 48 when it waits. */
static void overlap(fc_rank *r, int rank)
{
    fc_request request;
    fc_compute(r, 0, 1, 10 * rank, NULL);
    fc_MPI_Iallreduce(r, 0, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD, &request);
    fc_compute(r, 0, 1, rank == 0 ? 100 : 0, NULL);
    fc_MPI_Wait(r, 0, &request);
    assert_int_equal(request, FC_MPI_REQUEST_NULL);
}

static void test_runtime_begin__a_collective_ends_at_its_completion(void **state)
{
    static const double together[RANKS] = {100, 78, 78, 78}, alone[RANKS] = {148, 58, 68, 78};
    (void)state;
    assert_int_equal(run_world(overlap).end, FC_END_DONE);
    assert_memory_equal(ended, together, sizeof ended);
    assert_int_equal(run_alone(overlap).end, FC_END_DONE);
    assert_memory_equal(ended, alone, sizeof ended);
}

/* The same, started twice by one persistent request: the second time all ranks wait for the latest, alone each pays 48
 * more. A second request that odd ranks start first does not change this: starts match by their requests. */
static void overlap_twice(fc_rank *r, int rank)
{
    fc_request sum, other;
    fc_MPI_Allreduce_init(r, 0, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD, &sum);
    fc_MPI_Allreduce_init(r, 0, 2, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD, &other);
    fc_compute(r, 0, 1, 10 * rank, NULL);
    fc_MPI_Start(r, 0, rank % 2 ? &other : &sum);
    fc_MPI_Start(r, 0, rank % 2 ? &sum : &other);
    fc_MPI_Wait(r, 0, &sum);
    fc_MPI_Wait(r, 0, &other);
    fc_MPI_Start(r, 0, &sum);
    fc_MPI_Wait(r, 0, &sum);
    fc_MPI_Wait(r, 0, &sum); /* inactive: nothing */
    fc_MPI_Request_free(r, 0, &sum);
    fc_MPI_Request_free(r, 0, &other);
    assert_int_equal(sum, FC_MPI_REQUEST_NULL);
}

/* Together: both are done at 30 + 56, the second sum 48 later. */
static void test_runtime_begin__starts_of_persistent_collectives_match_by_request(void **state)
{
    static const double together[RANKS] = {134, 134, 134, 134}, alone[RANKS] = {152, 162, 172, 182};
    (void)state;
    assert_int_equal(run_world(overlap_twice).end, FC_END_DONE);
    assert_memory_equal(ended, together, sizeof ended);
    assert_int_equal(run_alone(overlap_twice).end, FC_END_DONE);
    assert_memory_equal(ended, alone, sizeof ended);
}

/* 8 bytes from 0 to 1 twice by the same two requests. Alone: each start posts, 1; the receiver pays 18 each time. With
 * all ranks nothing has arrived before 18, and the messages may overlap. */
static void twice(fc_rank *r, int rank)
{
    fc_request request;
    if (rank > 1)
        return;
    if (rank == 0)
        fc_MPI_Send_init(r, 0, 8, FC_MPI_BYTE, 1, 0, FC_MPI_COMM_WORLD, &request);
    else
        fc_MPI_Recv_init(r, 0, 8, FC_MPI_BYTE, 0, 0, FC_MPI_COMM_WORLD, &request);
    fc_MPI_Wait(r, 0, &request); /* inactive: nothing */
    for (int i = 0; i < 2; i++) {
        fc_MPI_Start(r, 0, &request);
        fc_MPI_Wait(r, 0, &request);
    }
    fc_MPI_Request_free(r, 0, &request);
    assert_int_equal(request, FC_MPI_REQUEST_NULL);
}

static void test_runtime_begin__a_persistent_request_costs_each_start(void **state)
{
    static const double alone[RANKS] = {2, 38, 0, 0};
    (void)state;
    assert_int_equal(run_alone(twice).end, FC_END_DONE);
    assert_memory_equal(ended, alone, sizeof ended);
    assert_int_equal(run_world(twice).end, FC_END_DONE);
    assert_true(ended[1] >= 18 && ended[1] <= alone[1]);
}

static void start_twice(fc_rank *r, int rank)
{
    fc_request request;
    (void)rank;
    fc_MPI_Recv_init(r, 0, 8, FC_MPI_BYTE, 0, 0, FC_MPI_COMM_WORLD, &request);
    fc_MPI_Start(r, 0, &request);
    fc_MPI_Start(r, 0, &request);
}

static void start_another(fc_rank *r, int rank)
{
    fc_request request;
    (void)rank;
    fc_MPI_Irecv(r, 0, 8, FC_MPI_BYTE, 0, 0, FC_MPI_COMM_WORLD, &request);
    fc_MPI_Start(r, 0, &request);
}

static void free_collective(fc_rank *r, int rank)
{
    fc_request request;
    (void)rank;
    fc_MPI_Iallreduce(r, 0, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD, &request);
    fc_MPI_Request_free(r, 0, &request);
}

static void free_persistent(fc_rank *r, int rank)
{
    fc_request request;
    (void)rank;
    fc_MPI_Allreduce_init(r, 0, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD, &request);
    fc_MPI_Start(r, 0, &request);
    fc_MPI_Request_free(r, 0, &request);
}

static void test_runtime_begin__what_mpi_does_not_allow_is_refused(void **state)
{
    static const struct {
        action *what;
        const char *text;
    } rows[] = {
        {start_twice, "MPI_Call: the request is already active"},
        {start_another, "MPI_Call: the request is not persistent, or depends on data"},
        {free_persistent, "MPI_Call: the request of a collective cannot be freed before it completes"},
        {free_collective, "MPI_Call: the request of a collective cannot be freed before it completes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int together = 0; together < 2; together++) {
            fc_ending ending = together ? run_world(rows[i].what) : run_alone(rows[i].what);
            assert_int_equal(ending.end, FC_END_ARGUMENT);
            assert_string_equal(ending.what, rows[i].text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_begin__a_collective_ends_at_its_completion),
        cmocka_unit_test(test_runtime_begin__starts_of_persistent_collectives_match_by_request),
        cmocka_unit_test(test_runtime_begin__a_persistent_request_costs_each_start),
        cmocka_unit_test(test_runtime_begin__what_mpi_does_not_allow_is_refused),
    };
    return cmocka_run_group_tests(tests, make_machine, NULL);
}
