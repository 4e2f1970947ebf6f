/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank equivalence classes: times equal those of an evaluation of every rank, which is the oracle. */
#include "runtime/equivalence/quotient.h"
#include "testsuite/unit/world_program.h"

/* Neighbors in a grid of `wide` columns; periodic or not. */
static void halo(fc_rank *r, int rank, int ranks, int wide, bool periodic)
{
    int high = ranks / wide, x = rank % wide, y = rank / wide, n = 0;
    const int dx[] = {-1, 1, 0, 0}, dy[] = {0, 0, -1, 1};
    fc_request q[8];
    for (int d = 0; d < 4; d++) {
        int at_x = x + dx[d], at_y = y + dy[d];
        if (!periodic && (at_x < 0 || at_x >= wide || at_y < 0 || at_y >= high))
            continue;
        int peer = (at_y + high) % high * wide + (at_x + wide) % wide;
        q[n++] = irecv(r, 32, peer, d ^ 1);
        q[n++] = isend(r, 32, peer, d);
    }
    fc_MPI_Waitall(r, WAIT, n, q);
}

ACTION(closed_grid)
{
    for (int i = 0; i < 6; i++) {
        work(r, 3);
        halo(r, rank, ranks, 8, true);
    }
}
ACTION(open_grid)
{
    for (int i = 0; i < 6; i++) {
        work(r, 3);
        halo(r, rank, ranks, 8, false);
        fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD);
    }
}
/* Back-to-back messages: the rounding of sums of tenths decides nothing, and each Allreduce makes all clocks equal. */
ACTION(open_grid_of_tenths)
{
    for (int i = 0; i < 40; i++) {
        work(r, 0.1);
        halo(r, rank, ranks, 64, false);
        if (i % 5 == 4)
            fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD);
    }
}
/* An event on rank 0 propagates by one rank a step. */
ACTION(slow_end)
{
    for (int i = 0; i < 4; i++) {
        work(r, rank == 0 ? 500 : 3);
        shift(r, 32, rank + 1 < ranks ? rank + 1 : FC_MPI_PROC_NULL, rank > 0 ? rank - 1 : FC_MPI_PROC_NULL);
        shift(r, 32, rank > 0 ? rank - 1 : FC_MPI_PROC_NULL, rank + 1 < ranks ? rank + 1 : FC_MPI_PROC_NULL);
    }
}
ACTION(slow_end_rendezvous)
{
    for (int i = 0; i < 3; i++) {
        work(r, rank == 0 ? 500 : 3);
        shift(r, 100, rank + 1 < ranks ? rank + 1 : FC_MPI_PROC_NULL, rank > 0 ? rank - 1 : FC_MPI_PROC_NULL);
    }
}
/* Pairs of ranks are independent of the others. */
ACTION(pairs)
{
    work(r, rank % 2 ? 40 : 7);
    shift(r, 100, rank ^ 1, rank ^ 1);
}
ACTION(broadcast)
{
    work(r, rank % 4);
    fc_MPI_Bcast(r, BCAST, 1, FC_MPI_DOUBLE, 5, FC_MPI_COMM_WORLD);
}
/* Iteration counts and work of the ranks come from messages of the last rank and from a reduction over all. */
ACTION(counts_from_others)
{
    int iterations = rank == ranks - 1 ? 4 : 0, own = rank % 3, sum = 0, place = rank * rank, places[4096];
    fc_payload_broadcast(r, &iterations, 1, FC_MPI_INT, ranks - 1, FC_MPI_COMM_WORLD);
    fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, ranks - 1, FC_MPI_COMM_WORLD);
    fc_payload_set(r, &own, &sum, FC_MPI_SUM);
    fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_INT, FC_MPI_COMM_WORLD);
    fc_payload_set(r, &place, places, 0);
    fc_MPI_Allgather(r, ALLREDUCE, 1, FC_MPI_INT, 1, FC_MPI_INT, FC_MPI_COMM_WORLD);
    for (int i = 0; i < iterations + sum % 2; i++) {
        work(r, places[5]);
        halo(r, rank, ranks, 8, true);
    }
}
/* A copy made by a split of all ranks. */
ACTION(split_of_all)
{
    fc_comm same;
    fc_MPI_Comm_split(r, MAKE, FC_MPI_COMM_WORLD, 0, 7, &same);
    work(r, rank % 4);
    fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_DOUBLE, same);
}
/* Rows and columns of a grid 16 wide: collective calls and messages in both, also in copies. A delay on rank 5 reaches
 * its row, then the columns, then all ranks. */
static void rows_and_columns(fc_rank *r, int rank, int ranks, double late)
{
    fc_comm row, column, copy;
    int x = rank % 16, y = rank / 16, high = ranks / 16;
    fc_MPI_Comm_split(r, MAKE, FC_MPI_COMM_WORLD, y, x, &row);
    fc_MPI_Comm_split(r, MAKE, FC_MPI_COMM_WORLD, x, y, &column);
    fc_MPI_Comm_dup(r, MAKE, row, &copy);
    for (int i = 0; i < 3; i++) {
        work(r, rank == 5 && i == 1 ? late : 3 + x % 2);
        fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_DOUBLE, row);
        fc_MPI_Bcast(r, BCAST, 1, FC_MPI_DOUBLE, 1, column);
        fc_MPI_Sendrecv(r, SENDRECV, 8, FC_MPI_BYTE, (x + 1) % 16, 0, 8, FC_MPI_BYTE, (x + 15) % 16, 0, copy);
        fc_MPI_Sendrecv(r, SENDRECV, 100, FC_MPI_BYTE, y + 1 < high ? y + 1 : FC_MPI_PROC_NULL, 0, 100, FC_MPI_BYTE,
                        y > 0 ? y - 1 : FC_MPI_PROC_NULL, 0, column);
    }
    fc_MPI_Comm_free(r, MAKE, &row);
    fc_MPI_Gather(r, GATHER, 1, FC_MPI_DOUBLE, 1, FC_MPI_DOUBLE, 15, copy);
}
ACTION(even_rows)
{
    rows_and_columns(r, rank, ranks, 3);
}
ACTION(late_in_a_row)
{
    rows_and_columns(r, rank, ranks, 700);
}
/* Quarters of halves, in the other order, made anew in each iteration; odd ranks of a quarter are excluded at the end.
 * Their ranks reach the splits at different times. */
ACTION(parts_of_parts)
{
    fc_comm half, quarter, rest;
    int left = rank < ranks / 2;
    fc_MPI_Comm_split(r, MAKE, FC_MPI_COMM_WORLD, left, 0, &half);
    for (int i = 0; i < 3; i++) {
        int own, size;
        work(r, left ? 5 : 9);
        fc_MPI_Comm_rank(r, 0, half, &own);
        fc_MPI_Comm_size(r, 0, half, &size);
        fc_MPI_Comm_split(r, MAKE, half, own < size / 2, -own, &quarter);
        fc_MPI_Comm_rank(r, 0, quarter, &own);
        fc_MPI_Bcast(r, BCAST, 1, FC_MPI_DOUBLE, 0, quarter);
        work(r, own == 0 ? 50 : 7);
        fc_MPI_Comm_split(r, MAKE, quarter, own % 2 ? FC_MPI_UNDEFINED : 1, 0, &rest);
        if (rest != FC_MPI_COMM_NULL)
            fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_DOUBLE, rest);
        fc_MPI_Comm_free(r, MAKE, &quarter);
    }
}
/* Parts of a grid, and a communicator of a group. */
ACTION(parts_of_a_grid)
{
    fc_comm grid, plane, pair;
    fc_mpi_group whole, two;
    const int dims[] = {ranks / 16, 4, 4}, periods[] = {1, 0, 1}, remain[] = {0, 1, 1};
    int source, target, members[] = {rank / 2 * 2, rank / 2 * 2 + 1};
    fc_MPI_Cart_create(r, MAKE, FC_MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    fc_MPI_Cart_sub(r, MAKE, grid, remain, &plane);
    fc_MPI_Comm_group(r, 0, FC_MPI_COMM_WORLD, &whole);
    fc_MPI_Group_incl(r, 0, whole, 2, members, &two);
    fc_MPI_Comm_create(r, MAKE, FC_MPI_COMM_WORLD, two, &pair);
    work(r, rank % 2 ? 20 : 4);
    fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_DOUBLE, pair);
    work(r, rank < 16 ? 3 : 4);
    fc_MPI_Cart_shift(r, 0, plane, 0, 1, &source, &target);
    fc_MPI_Sendrecv(r, SENDRECV, 8, FC_MPI_BYTE, target, 0, 8, FC_MPI_BYTE, source, 0, plane);
    fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_DOUBLE, plane);
}
/* Iteration counts come from other ranks of the same part. */
ACTION(counts_in_parts)
{
    fc_comm part;
    int own = rank % 64 / 4, most;
    fc_MPI_Comm_split(r, MAKE, FC_MPI_COMM_WORLD, rank / 64 % 2 + 2 * (rank % 4), 0, &part);
    fc_payload_set(r, &own, &most, FC_MPI_MAX);
    fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_INT, part);
    for (int i = 0; i < most; i++) {
        work(r, rank % 4);
        fc_MPI_Barrier(r, BARRIER, part);
    }
}
ACTION(wavefront)
{
    if (rank > 0)
        recv(r, 8, rank - 1, 0);
    work(r, 5);
    if (rank + 1 < ranks)
        send(r, 8, rank + 1, 0);
}
ACTION(from_anybody)
{
    if (rank == 0)
        for (int i = 1; i < ranks; i++)
            recv(r, 8, FC_MPI_ANY_SOURCE, 0);
    else
        send(r, 8, 0, 0);
}
ACTION(scan)
{
    fc_MPI_Scan(r, SCAN, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD);
}
ACTION(unreceived)
{
    if (rank % 2 == 0)
        send(r, 8, rank + 1, 3);
}
ACTION(stuck)
{
    recv(r, 8, (rank + 1) % ranks, 7);
}

static fc_simulation *run_alike(action *what, int ranks, fc_quotient *alike, fc_ending *ending)
{
    fc_setting setting = {.program = &program, .machine = &machine, .compute = seconds_of, .step_limit = 1e5};
    fc_launch launch = {0, ranks, 0, NULL, NULL};
    acted = what;
    program.main = main_of_program;
    fc_rank *r = fc_rank_create(&setting);
    fc_simulation *w = fc_quotient_run(alike, r, &launch, ending);
    fc_rank_free(r);
    return w;
}

static double time_of(const fc_simulation *w, int i)
{
    int stands_for;
    fc_totals totals;
    fc_rank_totals(fc_simulation_rank(w, i, &stands_for), &totals);
    return totals.time_s;
}

static void test_runtime_quotient__times_are_those_of_all_ranks(void **state)
{
    static const struct {
        action *act;
        int ranks, most_run;
    } rows[] = {
        {closed_grid, 64, 25},
        {open_grid, 64, 32},
        {open_grid, 4096, 32},
        {open_grid_of_tenths, 1024, 128},
        {slow_end, 256, 24},
        {pairs, 64, 2},
        {pairs, 1024, 2},
        {slow_end_rendezvous, 256, 32},
        {broadcast, 256, 6},
        {counts_from_others, 256, 32},
        {counts_from_others, 1024, 32},
        {split_of_all, 256, 4},
        {even_rows, 256, 48},
        {even_rows, 4096, 48},
        {late_in_a_row, 4096, 512},
        {parts_of_parts, 256, 32},
        {parts_of_parts, 1024, 32},
        {parts_of_a_grid, 256, 32},
        {counts_in_parts, 512, 128},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending, all;
        fc_quotient alike;
        fc_simulation *w = run_alike(rows[i].act, rows[i].ranks, &alike, &ending);
        if (!w || ending.end != FC_END_DONE)
            fail_msg("row %zu: %s %s", i, alike.why ? alike.why : "", ending.what);
        if (fc_simulation_n_run(w) > rows[i].most_run)
            fail_msg("row %zu: %d ranks were run", i, fc_simulation_n_run(w));
        fc_simulation *each = run(rows[i].act, rows[i].ranks, &all);
        for (int rank = 0; rank < rows[i].ranks; rank++) {
            double predicted = time_of(w, alike.classes.of[rank]), right = time_of(each, rank);
            if (fabs(predicted - right) > 1e-9 * right)
                fail_msg("row %zu, rank %d: %.12g, not %.12g", i, rank, predicted, right);
        }
        fc_simulation_free(each);
        fc_simulation_free(w);
        fc_quotient_free(&alike);
    }
}

static void test_runtime_quotient__other_programs_need_every_rank(void **state)
{
    static const struct {
        action *act;
        const char *why;
    } rows[] = {{wavefront, "too few"}, {from_anybody, "which message"}, {scan, "scan"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_quotient alike;
        fc_simulation *w = run_alike(rows[i].act, 64, &alike, &ending);
        if (w || !alike.why || !strstr(alike.why, rows[i].why))
            fail_msg("row %zu: %s", i, alike.why ? alike.why : "alike");
        fc_quotient_free(&alike);
    }
}

static void test_runtime_quotient__faults_are_reported(void **state)
{
    fc_ending ending;
    fc_quotient alike;
    (void)state;
    fc_simulation *w = run_alike(unreceived, 64, &alike, &ending);
    assert_non_null(w);
    fc_unmatched left = fc_simulation_unmatched(w);
    assert_true(left.n == 32 && left.sender == 0 && left.target == 1 && left.line == SEND);
    fc_simulation_free(w);
    fc_quotient_free(&alike);
    w = run_alike(stuck, 64, &alike, &ending);
    assert_null(w);
    fc_quotient_free(&alike);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_quotient__times_are_those_of_all_ranks),
        cmocka_unit_test(test_runtime_quotient__other_programs_need_every_rank),
        cmocka_unit_test(test_runtime_quotient__faults_are_reported),
    };
    return cmocka_run_group_tests(tests, make_machine, NULL);
}
