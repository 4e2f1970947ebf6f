/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighborhood collectives cost as much as their messages written out; vector and in-place collectives deliver each
 * rank's values. MPI's answers to the same calls: oracles/mpi_answers. */
#include "testsuite/unit/world_program.h"

static fc_comm make_ring(fc_rank *r, int ranks)
{
    fc_comm ring;
    fc_MPI_Cart_create(r, MAKE, FC_MPI_COMM_WORLD, 1, &ranks, (const int[]){1}, 0, &ring);
    return ring;
}

ACTION(neighbors)
{
    fc_MPI_Neighbor_alltoall(r, ALLREDUCE, 8, FC_MPI_BYTE, 8, FC_MPI_BYTE, make_ring(r, ranks));
}
ACTION(begun_neighbors)
{
    fc_request request;
    fc_MPI_Ineighbor_alltoall(r, ALLREDUCE, 8, FC_MPI_BYTE, 8, FC_MPI_BYTE, make_ring(r, ranks), &request);
    fc_MPI_Wait(r, WAIT, &request);
}
ACTION(written_out)
{
    int below = (rank + ranks - 1) % ranks, above = (rank + 1) % ranks;
    fc_request all[] = {irecv(r, 8, below, 1), irecv(r, 8, above, 0), isend(r, 8, below, 0), isend(r, 8, above, 1)};
    fc_MPI_Waitall(r, WAIT, 4, all);
}

/* Four posts of 1 s; the second message leaves 8 s after the first, at 2 + 8, and takes 18 s. */
static void test_runtime_neighbor__blocks_cost_what_their_messages_do(void **state)
{
    action *const actions[] = {written_out, neighbors, begun_neighbors};
    (void)state;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        for (int ranks = 3; ranks <= MOST; ranks++) {
            fc_ending ending;
            fc_totals totals;
            int stands_for;
            fc_simulation *w = run(actions[i], ranks, &ending);
            assert_int_equal(ending.end, FC_END_DONE);
            fc_rank_totals(fc_simulation_rank(w, ranks - 1, &stands_for), &totals);
            assert_true(fabs(totals.time_s - 28) < 1e-9);
            assert_true(totals.messages == 2 && totals.bytes == 16);
            fc_simulation_free(w);
        }
}

ACTION(other_block)
{
    fc_MPI_Neighbor_alltoall(r, ALLREDUCE, 8, FC_MPI_BYTE, rank ? 8 : 9, FC_MPI_BYTE, make_ring(r, ranks));
}
ACTION(no_topology)
{
    fc_MPI_Neighbor_alltoall(r, ALLREDUCE, 8, FC_MPI_BYTE, 8, FC_MPI_BYTE, FC_MPI_COMM_WORLD);
}
ACTION(too_many_nodes)
{
    fc_comm graph;
    fc_MPI_Graph_create(r, MAKE, FC_MPI_COMM_WORLD, ranks + 1, (const int[]){0, 0, 0}, NULL, 0, &graph);
}
ACTION(other_collective)
{
    fc_comm ring = make_ring(r, ranks);
    if (rank == 0)
        fc_MPI_Barrier(r, BARRIER, ring);
    else
        fc_MPI_Neighbor_alltoall(r, ALLREDUCE, 8, FC_MPI_BYTE, 8, FC_MPI_BYTE, ring);
}

static void test_runtime_neighbor__what_does_not_fit_is_refused(void **state)
{
    static const struct {
        action *act;
        const char *what;
    } rows[] = {
        {other_block, "a block of 8 bytes from rank 1, sent at w.c:9, comes where 9 bytes are expected"},
        {no_topology, "the communicator has no topology"},
        {too_many_nodes, "a graph of 3 nodes does not fit a communicator of 2 ranks"},
        {other_collective, "where rank 1 calls MPI_Allreduce at w.c:9"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_simulation_free(run(rows[i].act, 2, &ending));
        if (ending.end != FC_END_ARGUMENT || !strstr(ending.what, rows[i].what))
            fail_msg("row %zu: %d: %s", i, ending.end, ending.what);
    }
}

/* Rank r sends r + i to neighbor i, down first: from below comes its second number, from above its first. */
ACTION(numbers_of_neighbors)
{
    int out[2] = {10 * rank, 10 * rank + 1}, in[2] = {-1, -1};
    fc_comm ring = make_ring(r, ranks);
    fc_payload_set(r, out, in, 0);
    fc_MPI_Neighbor_alltoall(r, ALLREDUCE, 1, FC_MPI_INT, 1, FC_MPI_INT, ring);
    assert_int_equal(in[0], 10 * ((rank + ranks - 1) % ranks) + 1);
    assert_int_equal(in[1], 10 * ((rank + 1) % ranks));
}
/* Rank r has r numbers r, one place between two blocks. */
ACTION(unequal_numbers)
{
    int out[MOST] = {0}, in[MOST * MOST], counts[MOST], places[MOST], at = 1;
    for (int i = 0; i < ranks; at += i + 1, i++) {
        counts[i] = i;
        places[i] = at;
        out[i] = rank;
    }
    fc_payload_set(r, out, in, 0);
    fc_payload_set_displacements(r, NULL, places);
    fc_MPI_Allgatherv(r, GATHER, rank, FC_MPI_INT, counts, FC_MPI_INT, FC_MPI_COMM_WORLD);
    for (int i = 0; i < ranks; i++)
        for (int k = 0; k < i; k++)
            assert_int_equal(in[places[i] + k], i);
}
ACTION(sum_in_place)
{
    int sum = rank + 1;
    fc_payload_set(r, FC_MPI_IN_PLACE, &sum, FC_MPI_SUM);
    fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_INT, FC_MPI_COMM_WORLD);
    assert_int_equal(sum, ranks * (ranks + 1) / 2);
}

static void test_runtime_neighbor__numbers_come_to_their_places(void **state)
{
    action *const actions[] = {numbers_of_neighbors, unequal_numbers, sum_in_place};
    (void)state;
    set_fit(FC_FIT_ALLGATHERV, 60, 1);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        for (int ranks = 1; ranks <= MOST; ranks++) {
            fc_ending ending;
            fc_simulation_free(run(actions[i], ranks, &ending));
            if (ending.end != FC_END_DONE)
                fail_msg("row %zu: %s", i, ending.what);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_neighbor__blocks_cost_what_their_messages_do),
        cmocka_unit_test(test_runtime_neighbor__what_does_not_fit_is_refused),
        cmocka_unit_test(test_runtime_neighbor__numbers_come_to_their_places),
    };
    return cmocka_run_group_tests(tests, make_machine, NULL);
}
