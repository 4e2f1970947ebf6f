/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that ranks of a split communicator share under method sum, where they run one after the other; copies that are
 * ready later; communicators made by their members alone, under both methods. */
#include "runtime/mpi/simulation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    RANKS = 6
};

static const fc_site sites[] = {{"s.c", 8, "main", "MPI_Comm_split", FC_ORIGIN_CLOSED}};
static fc_coefficients machine = {.name = "test", .cores = 4};
static int seen_size[RANKS], seen_rank[RANKS];

static fc_ending run_all(double (*program_main)(fc_rank *, int, char **))
{
    fc_cost_program program = {
        .version = FC_COST_PROGRAM_VERSION, .name = "test", .site = sites, .n_sites = 1, .main = program_main};
    fc_setting setting = {.program = &program, .machine = &machine};
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    for (int rank = 0; rank < RANKS && (rank == 0 || r->ending.end == FC_END_DONE); rank++) {
        fc_launch launch = {rank, RANKS, 0, NULL, NULL};
        fc_rank_run(r, &launch);
    }
    fc_ending ending = r->ending;
    fc_rank_free(r);
    return ending;
}

static void look(fc_rank *r, fc_comm comm)
{
    int self;
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &self);
    fc_MPI_Comm_size(r, 0, comm, &seen_size[self]);
    fc_MPI_Comm_rank(r, 0, comm, &seen_rank[self]);
}

/* Colors 0 1 0 1 0 1; keys descend in color 0 (ranks 0 2 4 -> 2 1 0) and are equal in color 1. */
static double odd_and_even(fc_rank *r, int argc, char **argv)
{
    fc_comm made;
    int rank;
    (void)argc, (void)argv;
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    fc_MPI_Comm_split(r, 0, FC_MPI_COMM_WORLD, rank % 2, rank % 2 ? 7 : -rank, &made);
    look(r, made);
    return 0;
}

/* The second split's colors need the first's sizes: 6 ranks in rows of 4 and 2; then by (size of the row) / (rank + 1).
 * Rows: {0 1 2 3} {4 5}. Row 0, size 4: 4/1, 4/2, 4/3, 4/4 = 4 2 1 1; row 1, size 2: 2/1, 2/2 = 2 1. */
static double twice(fc_rank *r, int argc, char **argv)
{
    fc_comm row, part;
    int rank, size;
    (void)argc, (void)argv;
    fc_MPI_Comm_split_type(r, 0, FC_MPI_COMM_WORLD, FC_MPI_COMM_TYPE_SHARED, 0, &row); /* nodes of 4 cores */
    fc_MPI_Comm_rank(r, 0, row, &rank);
    fc_MPI_Comm_size(r, 0, row, &size);
    fc_MPI_Comm_split(r, 0, row, size / (rank + 1), 0, &part);
    look(r, part);
    return 0;
}

static void test_runtime_split__sizes_and_ranks_are_those_of_the_groups(void **state)
{
    static const int sizes[2][RANKS] = {{3, 3, 3, 3, 3, 3}, {1, 1, 2, 2, 1, 1}};
    static const int ranks[2][RANKS] = {{2, 0, 1, 1, 0, 2}, {0, 0, 0, 1, 0, 0}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(run_all(i ? twice : odd_and_even).end, FC_END_DONE);
        assert_memory_equal(seen_size, sizes[i], sizeof seen_size);
        assert_memory_equal(seen_rank, ranks[i], sizeof seen_rank);
    }
}

/* Split of 6: 100 s + 10 a further rank; a new communicator: 7 s + 1 a further rank. Odd and even make threes. */
static void test_runtime_split__costs_the_split_and_what_it_makes(void **state)
{
    fc_runtime_function split = {1, {{0, 0, {100, 0, 10}, 0}}, 2, 8, false, false},
                        dup = {1, {{0, 0, {7, 0, 1}, 0}}, 2, 8, false, false};
    fc_cost_program program = {
        .version = FC_COST_PROGRAM_VERSION, .name = "test", .site = sites, .n_sites = 1, .main = odd_and_even};
    fc_coefficients priced = machine;
    fc_totals totals;
    (void)state;
    priced.communication[FC_VARIANT_ANY][FC_FIT_COMM_SPLIT] = split;
    priced.communication[FC_VARIANT_ANY][FC_FIT_COMM_DUP] = dup;
    fc_setting setting = {.program = &program, .machine = &priced};
    fc_simulation *world = fc_simulation_create(&setting, RANKS, NULL);
    fc_launch launch = {0, RANKS, 0, NULL, NULL};
    int stands_for;
    fc_ending ending;
    assert_int_equal(fc_simulation_run(world, &launch, &ending), FC_END_DONE);
    for (int i = 0; i < RANKS; i++) {
        fc_rank_totals(fc_simulation_rank(world, i, &stands_for), &totals);
        assert_true(fabs(totals.time_s - (150 + 9)) < 1e-9 && fabs(totals.communication_s - 159) < 1e-9);
    }
    fc_simulation_free(world);
    fc_rank *alone = fc_rank_create(&setting); /* method sum pays the same */
    assert_int_equal(fc_rank_run(alone, &launch), FC_END_DONE);
    fc_rank_totals(alone, &totals);
    assert_true(fabs(totals.time_s - 159) < 1e-9);
    fc_rank_free(alone);
}

static double one_stays_away(fc_rank *r, int argc, char **argv)
{
    int rank;
    (void)argc, (void)argv;
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    if (rank != 3)
        fc_MPI_Comm_split(r, 0, FC_MPI_COMM_WORLD, 0, 0, NULL);
    return 0;
}

/* {0 2 4}, made by these ranks alone, twice: the first freed. */
static double evens_alone(fc_rank *r, int argc, char **argv)
{
    int every_second[1][3] = {{0, RANKS - 1, 2}}, rank;
    fc_mpi_group all, even;
    fc_comm made, part;
    (void)argc, (void)argv;
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    fc_MPI_Comm_group(r, 0, FC_MPI_COMM_WORLD, &all);
    fc_MPI_Group_range_incl(r, 0, all, 1, every_second, &even);
    fc_MPI_Comm_create_group(r, 0, FC_MPI_COMM_WORLD, even, &made);
    seen_size[rank] = seen_rank[rank] = -1;
    if (made == FC_MPI_COMM_NULL)
        return 0;
    fc_MPI_Comm_split(r, 0, made, rank == 4, 0, &part); /* {0 2} {4} */
    fc_MPI_Comm_free(r, 0, &made);
    fc_MPI_Comm_create_group(r, 0, FC_MPI_COMM_WORLD, even, &made);
    fc_MPI_Comm_split(r, 0, made, rank == 0, 0, &part); /* {2 4} {0}: a different result than the first one's */
    look(r, part);
    return 0;
}

static double nodes(fc_rank *r, int argc, char **argv)
{
    fc_comm node;
    (void)argc, (void)argv;
    fc_MPI_Comm_split_type(r, 0, FC_MPI_COMM_WORLD, FC_MPI_COMM_TYPE_SHARED, 0, &node);
    look(r, node);
    return 0;
}

static double later_copy(fc_rank *r, int argc, char **argv)
{
    fc_comm made;
    fc_request request;
    (void)argc, (void)argv;
    fc_MPI_Comm_idup(r, 0, FC_MPI_COMM_WORLD, &made, &request);
    look(r, made);
    fc_MPI_Wait(r, 0, &request);
    return 0;
}

/* Runs all ranks as virtual ranks; the time of each. */
static fc_ending run_world(double (*program_main)(fc_rank *, int, char **), const fc_coefficients *on, double *seconds)
{
    fc_cost_program program = {
        .version = FC_COST_PROGRAM_VERSION, .name = "test", .site = sites, .n_sites = 1, .main = program_main};
    fc_setting setting = {.program = &program, .machine = on};
    fc_simulation *world = fc_simulation_create(&setting, RANKS, NULL);
    fc_launch launch = {0, RANKS, 0, NULL, NULL};
    fc_ending ending;
    int stands_for;
    assert_non_null(world);
    fc_simulation_run(world, &launch, &ending);
    for (int i = 0; i < RANKS; i++) {
        fc_totals totals;
        fc_rank_totals(fc_simulation_rank(world, i, &stands_for), &totals);
        seconds[i] = totals.time_s;
    }
    fc_simulation_free(world);
    return ending;
}

static void test_runtime_split__members_alone_make_a_communicator(void **state)
{
    static const int sizes[RANKS] = {1, -1, 2, -1, 2, -1}, ranks[RANKS] = {0, -1, 0, -1, 1, -1};
    double seconds[RANKS];
    (void)state;
    for (int by_world = 0; by_world < 2; by_world++) {
        memset(seen_size, 0, sizeof seen_size);
        fc_ending ending = by_world ? run_world(evens_alone, &machine, seconds) : run_all(evens_alone);
        assert_int_equal(ending.end, FC_END_DONE);
        assert_memory_equal(seen_size, sizes, sizeof sizes);
        assert_memory_equal(seen_rank, ranks, sizeof ranks);
    }
}

/* 6 ranks on nodes of 4 cores: in order {0 1 2 3} {4 5}; distributed over two nodes {0 2 4} {1 3 5}. */
static void test_runtime_split__nodes_are_those_ranks_live_on(void **state)
{
    static const int sizes[2][RANKS] = {{4, 4, 4, 4, 2, 2}, {3, 3, 3, 3, 3, 3}};
    static const int ranks[2][RANKS] = {{0, 1, 2, 3, 0, 1}, {0, 0, 1, 1, 2, 2}};
    fc_coefficients dealt = machine;
    double seconds[RANKS];
    (void)state;
    dealt.network.dealing = FC_DISTRIBUTION_CYCLIC;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(run_world(nodes, i ? &dealt : &machine, seconds).end, FC_END_DONE);
        assert_memory_equal(seen_size, sizes[i], sizeof sizes[i]);
        assert_memory_equal(seen_rank, ranks[i], sizeof ranks[i]);
    }
}

/* A copy costs 7 s + 1 a further rank, 12 of 6; nothing where that was not measured. */
static void test_runtime_split__completion_pays_a_later_copy(void **state)
{
    fc_coefficients priced = machine;
    double seconds[RANKS];
    (void)state;
    priced.communication[FC_VARIANT_ANY][FC_FIT_COMM_DUP] =
        (fc_runtime_function){1, {{0, 0, {7, 0, 1}, 0}}, 2, 8, false, false};
    for (int measured = 0; measured < 2; measured++) {
        memset(seen_size, 0, sizeof seen_size);
        assert_int_equal(run_world(later_copy, measured ? &priced : &machine, seconds).end, FC_END_DONE);
        for (int i = 0; i < RANKS; i++) {
            assert_true(fabs(seconds[i] - 12 * measured) < 1e-9);
            assert_true(seen_size[i] == RANKS && seen_rank[i] == i);
        }
    }
    assert_int_equal(run_all(later_copy).end, FC_END_DONE);
}

static double bad_color(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_MPI_Comm_split(r, 0, FC_MPI_COMM_WORLD, -3, 0, NULL);
    return 0;
}

static double bad_type(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_MPI_Comm_split_type(r, 0, FC_MPI_COMM_WORLD, 77, 0, NULL);
    return 0;
}

static double unknown_color(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_MPI_Comm_split(r, 0, FC_MPI_COMM_WORLD, (int)fc_unknown(r, 0), 0, NULL);
    return 0;
}

static void test_runtime_split__what_cannot_be_ends_at_its_site(void **state)
{
    static const struct {
        double (*what)(fc_rank *, int, char **);
        fc_end end;
        const char *text;
    } rows[] = {
        {one_stays_away, FC_END_DEADLOCK, "MPI_Comm_split: rank 5 waits here for rank 3, which never calls it"},
        {bad_color, FC_END_ARGUMENT, "MPI_Comm_split: the color is -3, neither >= 0 nor MPI_UNDEFINED"},
        {bad_type, FC_END_ARGUMENT, "MPI_Comm_split: split type 77 is neither MPI_COMM_TYPE_SHARED nor MPI_UNDEFINED"},
        {unknown_color, FC_END_ARGUMENT, "MPI_Comm_split: an argument depends on data"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending = run_all(rows[i].what);
        assert_int_equal(ending.end, rows[i].end);
        assert_string_equal(ending.what, rows[i].text);
        assert_int_equal(ending.line, 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_split__sizes_and_ranks_are_those_of_the_groups),
        cmocka_unit_test(test_runtime_split__costs_the_split_and_what_it_makes),
        cmocka_unit_test(test_runtime_split__members_alone_make_a_communicator),
        cmocka_unit_test(test_runtime_split__nodes_are_those_ranks_live_on),
        cmocka_unit_test(test_runtime_split__completion_pays_a_later_copy),
        cmocka_unit_test(test_runtime_split__what_cannot_be_ends_at_its_site),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
