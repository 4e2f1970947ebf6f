/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of runtime functions ([analyzer], table 1) by the placement of ranks, by hand calculation. Two ranks a node.
 * Within a node a message of m bytes takes 3 + m and its sender 1, and Allreduce 7 + m; with one rank a node Allreduce
 * takes 25 + m. All other costs are those of world_program.h: 10 + m, 2 and 40 + m. */
#include "testsuite/unit/world_program.h"

static void set_variant(fc_variant variant, fc_fit fit, double start, double each)
{
    machine.communication[variant][fit] = (fc_runtime_function){
        .n_segments = 1, .segment = {{0, 1e9, {start, 0, 0, each}, 0}}, .low_ranks = 1, .high_ranks = 64};
}

static int make_variants(void **state)
{
    make_machine(state);
    machine.cores = 2;
    machine.network = (fc_network){0};
    set_variant(FC_VARIANT_INTRA, FC_FIT_SINGLE, 3, 1);
    set_variant(FC_VARIANT_INTRA, FC_FIT_SEND, 1, 0);
    set_variant(FC_VARIANT_INTRA, FC_FIT_ALLREDUCE, 7, 1);
    set_variant(FC_VARIANT_INTER, FC_FIT_ALLREDUCE, 25, 1);
    return 0;
}

static const fc_placement cyclic = {FC_DISTRIBUTION_CYCLIC, NULL, 0};

static fc_setting setting_of(const fc_placement *placement)
{
    return (fc_setting){
        .program = &program, .machine = &machine, .compute = seconds_of, .step_limit = 1e5, .placement = placement};
}

/* The end time of a rank, method ranks. */
static double end_of(action *what, int ranks, int rank, const fc_placement *placement)
{
    int stands_for;
    fc_ending ending;
    fc_setting setting = setting_of(placement);
    fc_launch launch = {0, ranks, 0, NULL, NULL};
    acted = what;
    program.main = main_of_program;
    fc_simulation *w = fc_simulation_create(&setting, ranks, NULL);
    assert_non_null(w);
    fc_simulation_run(w, &launch, &ending);
    if (ending.end != FC_END_DONE)
        fail_msg("%s", ending.what);
    double seconds = fc_now(fc_simulation_rank(w, rank, &stands_for));
    fc_simulation_free(w);
    return seconds;
}

/* The same, method sum. */
static double sum_of(action *what, int ranks, int rank, const fc_placement *placement)
{
    fc_setting setting = setting_of(placement);
    fc_launch launch = {rank, ranks, 0, NULL, NULL};
    acted = what;
    program.main = main_of_program;
    fc_rank *r = fc_rank_create(&setting);
    assert_int_equal(fc_rank_run(r, &launch), FC_END_DONE);
    double seconds = fc_now(r);
    fc_rank_free(r);
    return seconds;
}

static void pass(fc_rank *r, int rank, int to)
{
    if (rank == 0)
        send(r, 8, to, 0);
    if (rank == to)
        recv(r, 8, 0, 0);
}

static void to_next(fc_rank *r, int rank, int ranks)
{
    (void)ranks;
    pass(r, rank, 1);
}

static void to_second(fc_rank *r, int rank, int ranks)
{
    (void)ranks;
    pass(r, rank, 2);
}

static void allreduce(fc_rank *r, int rank, int ranks)
{
    (void)rank, (void)ranks;
    fc_MPI_Allreduce(r, ALLREDUCE, 8, FC_MPI_BYTE, FC_MPI_COMM_WORLD);
}

/* Of ranks of the same color: of a node, then of one rank of each. */
static void allreduce_of(fc_rank *r, int color)
{
    fc_comm part = FC_MPI_COMM_NULL;
    fc_MPI_Comm_split(r, MAKE, FC_MPI_COMM_WORLD, color, 0, &part);
    fc_MPI_Allreduce(r, ALLREDUCE, 8, FC_MPI_BYTE, part);
}

static void allreduce_of_halves(fc_rank *r, int rank, int ranks)
{
    (void)ranks;
    allreduce_of(r, rank / 2);
}

static void allreduce_of_every_second(fc_rank *r, int rank, int ranks)
{
    (void)ranks;
    allreduce_of(r, rank % 2);
}

static void lock_next(fc_rank *r, int rank, int ranks)
{
    fc_mpi_window window;
    (void)ranks;
    fc_payload_set(r, NULL, NULL, 0);
    fc_MPI_Win_create(r, WINDOW, 8, 1, FC_MPI_COMM_WORLD, &window);
    if (rank != 0)
        return;
    fc_MPI_Win_lock(r, WINDOW, FC_MPI_LOCK_SHARED, 1, 0, window);
    fc_MPI_Win_unlock(r, WINDOW, 1, window);
}

static void test_variants__of_messages(void **state)
{
    (void)state;
    assert_true(end_of(to_next, 4, 1, NULL) == 11);
    assert_true(end_of(to_next, 4, 0, NULL) == 1);
    assert_true(end_of(to_second, 4, 2, NULL) == 18);
    assert_true(end_of(to_second, 4, 0, NULL) == 2);
    assert_true(end_of(to_next, 4, 1, &cyclic) == 18);
    assert_true(end_of(to_second, 4, 2, &cyclic) == 11);
    assert_true(sum_of(to_next, 4, 1, NULL) == 11);
    assert_true(sum_of(to_second, 4, 2, NULL) == 18);
    assert_true(sum_of(to_second, 4, 2, &cyclic) == 11);
}

static void test_variants__of_communicators(void **state)
{
    (void)state;
    const int apart[] = {0, 2, 4, 6};
    const fc_placement named = {FC_DISTRIBUTION_BLOCK, apart, 4};
    assert_true(end_of(allreduce, 2, 0, NULL) == 15);
    assert_true(end_of(allreduce, 3, 0, NULL) == 48);
    assert_true(end_of(allreduce, 4, 0, &named) == 33);
    assert_true(sum_of(allreduce, 2, 0, NULL) == 15);
    assert_true(sum_of(allreduce, 4, 0, NULL) == 48);
    assert_true(sum_of(allreduce, 4, 3, &named) == 33);
    assert_true(end_of(allreduce_of_halves, 4, 3, NULL) == 15);
    assert_true(end_of(allreduce_of_every_second, 4, 3, NULL) == 33);
    assert_true(end_of(allreduce_of_halves, 4, 3, &cyclic) == 33);
    assert_true(end_of(allreduce_of_every_second, 4, 3, &cyclic) == 15);
}

/* A window is made until 100; request and grant are empty messages, a release is a post. */
static void test_variants__of_locks(void **state)
{
    (void)state;
    set_variant(FC_VARIANT_INTRA, FC_FIT_POST, 0.25, 0);
    assert_true(end_of(lock_next, 4, 0, NULL) == 100 + 2 * 3 + 0.25);
    assert_true(end_of(lock_next, 4, 0, &cyclic) == 100 + 2 * 10 + 1);
    assert_true(sum_of(lock_next, 4, 0, NULL) == 100 + 2 * 3 + 0.25);
    assert_true(sum_of(lock_next, 4, 0, &cyclic) == 100 + 2 * 10 + 1);
}

/* A network's own cost of messages within a node is used only if these were not measured. */
static void test_variants__beside_a_network(void **state)
{
    (void)state;
    machine.network = (fc_network){.model = FC_TOPOLOGY_MESH,
                                   .n_levels = 1,
                                   .shape = {8},
                                   .link = {{3, 0}},
                                   .has_inside = true,
                                   .inside = {0.5, 2},
                                   .measured = {0, 1}};
    assert_true(end_of(to_next, 6, 1, NULL) == 11);
    assert_true(end_of(to_second, 6, 2, NULL) == 18); /* one link, as measured */
    assert_true(sum_of(to_next, 6, 1, NULL) == 11);
    machine.communication[FC_VARIANT_INTRA][FC_FIT_SINGLE].n_segments = 0;
    assert_true(end_of(to_next, 6, 1, NULL) == 18 - 3 + 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_variants__of_messages, make_variants),
        cmocka_unit_test_setup(test_variants__of_communicators, make_variants),
        cmocka_unit_test_setup(test_variants__of_locks, make_variants),
        cmocka_unit_test_setup(test_variants__beside_a_network, make_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
