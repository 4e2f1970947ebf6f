/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Method ranks: windows (MPI 3.1, chapter 11): times and data of accesses and epochs, by hand from the rules of
 * window.h with T(m) = 10 + m, P = 1, S = 2, G(m) = m, a barrier 100. A window of 64 bytes is made until 100. */
#include "testsuite/unit/world_program.h"

enum {
    BYTES = 64
};

static fc_mpi_window window_over(fc_rank *r, void *memory)
{
    fc_mpi_window made;
    fc_payload_set(r, NULL, memory, 0);
    fc_MPI_Win_create(r, WINDOW, BYTES, 1, FC_MPI_COMM_WORLD, &made);
    return made;
}

static void fence(fc_rank *r, fc_mpi_window window)
{
    fc_MPI_Win_fence(r, WINDOW, 0, window);
}

static void put(fc_rank *r, double bytes, int target, long at, fc_mpi_window window)
{
    fc_MPI_Put(r, WINDOW, bytes, FC_MPI_BYTE, target, at, bytes, FC_MPI_BYTE, window);
}

static void get(fc_rank *r, double bytes, int target, long at, fc_mpi_window window)
{
    fc_MPI_Get(r, WINDOW, bytes, FC_MPI_BYTE, target, at, bytes, FC_MPI_BYTE, window);
}

static void lock(fc_rank *r, int type, int target, fc_mpi_window window)
{
    fc_MPI_Win_lock(r, WINDOW, type, target, 0, window);
}

static void expect_now(const fc_rank *r, double seconds)
{
    assert_true(fabs(fc_now(r) - seconds) < 1e-9);
}

/* ---- fences: made 100, a first fence 200 ---- */

/* The origin goes on at 201; over at 200 + 30; the barrier after that for both. */
ACTION(a_put_between_fences)
{
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    expect_now(r, 200);
    if (rank == 0) {
        put(r, 20, 1, 0, w);
        expect_now(r, 201);
    }
    fence(r, w);
    expect_now(r, 330);
    fc_MPI_Win_free(r, WINDOW, &w);
    assert_int_equal(w, FC_MPI_WIN_NULL);
    expect_now(r, 430);
}
/* Asked at 200, at the target 210, back at 240. */
ACTION(a_get_between_fences)
{
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    if (rank == 0)
        get(r, 20, 1, 0, w);
    fence(r, w);
    expect_now(r, 340);
}
/* The second leaves 20 after the first: at 220, over at 250. */
ACTION(two_puts_of_one)
{
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    for (int i = 0; i < 2 && rank == 0; i++)
        put(r, 20, 1 + i, 0, w);
    fence(r, w);
    expect_now(r, 350);
}
/* Both would be in at 230: the second enters 20 after the first. */
ACTION(two_puts_into_one)
{
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    if (rank > 0)
        put(r, 20, 0, 20 * rank, w);
    fence(r, w);
    expect_now(r, 350);
}
/* Both are asked for at 210; the answers leave 20 apart and are there at 240, 260. */
ACTION(two_gets_from_one)
{
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    if (rank > 0)
        get(r, 20, 0, 0, w);
    fence(r, w);
    expect_now(r, 360);
}

/* ---- locks: asked for at 100, there at 110 ---- */

/* Released at 120, 140, 160 by the origins, known 10 later, granted 10 later; in the order of ranks. */
ACTION(exclusive_locks_queue)
{
    fc_mpi_window w = window_over(r, NULL);
    lock(r, FC_MPI_LOCK_EXCLUSIVE, 0, w);
    expect_now(r, 120 + 20 * rank);
    fc_MPI_Win_unlock(r, WINDOW, 0, w);
    expect_now(r, 121 + 20 * rank);
}
ACTION(shared_locks_do_not)
{
    fc_mpi_window w = window_over(r, NULL);
    lock(r, FC_MPI_LOCK_SHARED, 0, w);
    expect_now(r, 120);
    fc_MPI_Win_unlock(r, WINDOW, 0, w);
}
/* 0 has it from 110 on and works 50 at 120: released at 170, known at 180; all others share it then, also one lock of
 * all. */
ACTION(shared_after_exclusive)
{
    fc_mpi_window w = window_over(r, NULL);
    if (rank == 0) {
        lock(r, FC_MPI_LOCK_EXCLUSIVE, 0, w);
        work(r, 50);
        fc_MPI_Win_unlock(r, WINDOW, 0, w);
        return;
    }
    work(r, 1);
    if (rank == 1)
        lock(r, FC_MPI_LOCK_SHARED, 0, w);
    else
        fc_MPI_Win_lock_all(r, WINDOW, 0, w);
    expect_now(r, 190);
    if (rank == 1)
        fc_MPI_Win_unlock(r, WINDOW, 0, w);
    else
        fc_MPI_Win_unlock_all(r, WINDOW, w);
}
/* Locked at 120: the put leaves then, its memory is free at 140, it is over at 150. */
ACTION(flushes)
{
    fc_mpi_window w = window_over(r, NULL);
    if (rank > 0)
        return;
    lock(r, FC_MPI_LOCK_SHARED, 1, w);
    put(r, 20, 1, 0, w);
    expect_now(r, 121);
    fc_MPI_Win_flush_local(r, WINDOW, 1, w);
    expect_now(r, 140);
    fc_MPI_Win_flush(r, WINDOW, 1, w);
    expect_now(r, 150);
    fc_MPI_Win_unlock(r, WINDOW, 1, w);
    expect_now(r, 151);
}
ACTION(a_request_ends_when_it_has_what_it_asked_for)
{
    fc_request q;
    fc_mpi_window w = window_over(r, NULL);
    if (rank > 0)
        return;
    fc_MPI_Win_lock_all(r, WINDOW, FC_MPI_MODE_NOCHECK, w);
    fc_MPI_Rget(r, WINDOW, 20, FC_MPI_BYTE, 1, 0, 20, FC_MPI_BYTE, w, &q);
    expect_now(r, 101);
    fc_MPI_Wait(r, WAIT, &q);
    expect_now(r, 140);
    assert_int_equal(q, FC_MPI_REQUEST_NULL);
}

/* ---- post, start, complete, wait ---- */

/* 1 posts at 100, goes on at 102; there at 110; the put leaves at 110, is over at 140, its memory free at 130; that it
 * is complete leaves at 130 and is there at 140. */
ACTION(a_put_between_start_and_complete)
{
    int flag, partner = 1 - rank;
    fc_mpi_group world, group;
    fc_mpi_window w = window_over(r, NULL);
    fc_MPI_Comm_group(r, WINDOW, FC_MPI_COMM_WORLD, &world);
    fc_MPI_Group_incl(r, WINDOW, world, 1, &partner, &group);
    if (rank == 0) {
        fc_MPI_Win_start(r, WINDOW, group, 0, w);
        expect_now(r, 110);
        put(r, 20, 1, 0, w);
        fc_MPI_Win_complete(r, WINDOW, w);
        expect_now(r, 132);
        return;
    }
    fc_MPI_Win_post(r, WINDOW, group, 0, w);
    expect_now(r, 102);
    for (flag = 0; !flag;)
        fc_MPI_Win_test(r, WINDOW, w, &flag);
    expect_now(r, 140);
}

/* ---- values ---- */

/* Work is distributed by a counter at rank 0; at equal times the lower rank is first. 1 works less and returns earlier.
 */
ACTION(a_counter_deals_out)
{
    static const int expected[3][2] = {{0, 4}, {1, 3}, {2, 5}};
    int counter[BYTES / 4] = {0}, one = 1, got = -1;
    fc_mpi_window w = window_over(r, counter);
    fc_MPI_Win_lock_all(r, WINDOW, FC_MPI_MODE_NOCHECK, w);
    for (int step = 0; step < 2; step++) {
        fc_payload_set(r, &one, &got, FC_MPI_SUM);
        fc_MPI_Fetch_and_op(r, WINDOW, FC_MPI_INT, 0, 8, w);
        fc_MPI_Win_flush(r, WINDOW, 0, w);
        assert_int_equal(got, expected[rank][step]);
        work(r, rank == 1 ? 10 : 500);
    }
    fc_MPI_Win_unlock_all(r, WINDOW, w);
    fc_MPI_Barrier(r, BARRIER, FC_MPI_COMM_WORLD);
    assert_int_equal(counter[2], rank == 0 ? 6 : 0);
}
/* Each puts its rank and adds 10 (rank + 1) on its right; what was put is a copy. */
ACTION(values_between_fences)
{
    int memory[BYTES / 4] = {-1, 1000}, number = rank, more = 10 * (rank + 1), right = (rank + 1) % ranks, read = -1;
    int left = (rank + ranks - 1) % ranks;
    fc_mpi_window w = window_over(r, memory);
    fence(r, w);
    fc_payload_set(r, &number, NULL, 0);
    fc_MPI_Put(r, WINDOW, 1, FC_MPI_INT, right, 0, 1, FC_MPI_INT, w);
    number = 77;
    fc_payload_set(r, &more, NULL, FC_MPI_SUM);
    fc_MPI_Accumulate(r, WINDOW, 1, FC_MPI_INT, right, 4, 1, FC_MPI_INT, w);
    fence(r, w);
    assert_int_equal(memory[0], left);
    assert_int_equal(memory[1], 1000 + 10 * (left + 1));
    fc_payload_set(r, NULL, &read, 0);
    fc_MPI_Get(r, WINDOW, 1, FC_MPI_INT, right, 0, 1, FC_MPI_INT, w);
    fence(r, w);
    assert_int_equal(read, rank);
}
/* Each tries to change 0 into its rank + 1: the first succeeds, and the others get its value. */
ACTION(only_the_first_swaps)
{
    int *memory, zero = 0, own = rank + 1, was = -1;
    fc_mpi_window w;
    fc_payload_set(r, NULL, r, 0);
    fc_MPI_Win_allocate(r, WINDOW, 4, 4, FC_MPI_COMM_WORLD, &memory, &w);
    work(r, 3 - rank);
    lock(r, FC_MPI_LOCK_SHARED, 1, w);
    fc_payload_set(r, &own, &was, 0);
    fc_payload_set_compared(r, &zero);
    fc_MPI_Compare_and_swap(r, WINDOW, FC_MPI_INT, 1, 0, w);
    fc_MPI_Win_unlock(r, WINDOW, 1, w);
    assert_int_equal(was, rank == 2 ? 0 : 3);
    fc_MPI_Barrier(r, BARRIER, FC_MPI_COMM_WORLD);
    assert_int_equal(*memory, rank == 1 ? 3 : 0);
}

static const struct {
    const char *name;
    action *what;
    int ranks;
} good[] = {
#define GOOD(what, ranks)                                                                                              \
    {                                                                                                                  \
#what, what, ranks                                                                                             \
    }
    GOOD(a_put_between_fences, 2),
    GOOD(a_get_between_fences, 2),
    GOOD(two_puts_of_one, 3),
    GOOD(two_puts_into_one, 3),
    GOOD(two_gets_from_one, 3),
    GOOD(exclusive_locks_queue, 3),
    GOOD(shared_locks_do_not, 3),
    GOOD(shared_after_exclusive, 3),
    GOOD(flushes, 2),
    GOOD(a_request_ends_when_it_has_what_it_asked_for, 2),
    GOOD(a_put_between_start_and_complete, 2),
    GOOD(a_counter_deals_out, 3),
    GOOD(values_between_fences, 3),
    GOOD(only_the_first_swaps, 3),
};

static void well_used_windows_end_when_the_rules_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        fc_ending ending;
        fc_simulation *w = run(good[i].what, good[i].ranks, &ending);
        if (ending.end != FC_END_DONE)
            fail_msg("%s: %s", good[i].name, ending.what);
        fc_simulation_free(w);
    }
}

/* ---- errors by the MPI standard ---- */

ACTION(without_an_epoch)
{
    fc_mpi_window w = window_over(r, NULL);
    if (rank == 0)
        put(r, 1, 1, 0, w);
}
ACTION(target_beyond)
{
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    put(r, 1, ranks, 0, w);
}
ACTION(place_beyond)
{
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    put(r, 20, 1, 45, w);
}
ACTION(place_before)
{
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    get(r, 20, 1, -1, w);
}
ACTION(unlocked_without_lock)
{
    fc_MPI_Win_unlock(r, WINDOW, 0, window_over(r, NULL));
}
ACTION(another_is_locked)
{
    fc_mpi_window w = window_over(r, NULL);
    lock(r, FC_MPI_LOCK_SHARED, 1, w);
    put(r, 1, 0, 0, w);
}
ACTION(locked_twice)
{
    fc_mpi_window w = window_over(r, NULL);
    lock(r, FC_MPI_LOCK_SHARED, rank, w);
    lock(r, FC_MPI_LOCK_SHARED, rank, w);
}
ACTION(complete_without_start)
{
    fc_MPI_Win_complete(r, WINDOW, window_over(r, NULL));
}
ACTION(wait_without_post)
{
    fc_MPI_Win_wait(r, WINDOW, window_over(r, NULL));
}
ACTION(freed_in_an_epoch)
{
    fc_mpi_window w = window_over(r, NULL);
    lock(r, FC_MPI_LOCK_SHARED, 0, w);
    fc_MPI_Win_free(r, WINDOW, &w);
}
ACTION(used_after_its_end)
{
    fc_mpi_window w = window_over(r, NULL), copy = w;
    fc_MPI_Win_free(r, WINDOW, &w);
    fence(r, copy);
}
ACTION(a_request_in_a_fence)
{
    fc_request q;
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    fc_MPI_Rput(r, WINDOW, 1, FC_MPI_BYTE, 0, 0, 1, FC_MPI_BYTE, w, &q);
}
ACTION(never_posted)
{
    int other = 1;
    fc_mpi_group world, group;
    fc_mpi_window w = window_over(r, NULL);
    fc_MPI_Comm_group(r, WINDOW, FC_MPI_COMM_WORLD, &world);
    fc_MPI_Group_incl(r, WINDOW, world, 1, &other, &group);
    if (rank == 0)
        fc_MPI_Win_start(r, WINDOW, group, 0, w);
}
ACTION(never_unlocked)
{
    fc_mpi_window w = window_over(r, NULL);
    lock(r, FC_MPI_LOCK_EXCLUSIVE, 0, w);
}
ACTION(data_that_decides)
{
    int got;
    fc_mpi_window w = window_over(r, NULL);
    fence(r, w);
    fc_payload_set(r, NULL, &got, 0);
    fc_MPI_Get(r, WINDOW, 1, FC_MPI_INT, 0, 0, 1, FC_MPI_INT, w);
    fence(r, w);
}

static void faults_are_reported_with_their_place(void **state)
{
    static const struct {
        action *what;
        fc_end end;
        const char *message;
    } bad[] = {
        {without_an_epoch, FC_END_ARGUMENT, "no access epoch is open"},
        {target_beyond, FC_END_ARGUMENT, "target 2 is not in a window of 2 ranks"},
        {place_beyond, FC_END_ARGUMENT, "the access reaches bytes 45 to 65 of the window of rank 1, which has 64"},
        {place_before, FC_END_ARGUMENT, "the access reaches bytes -1 to 19"},
        {unlocked_without_lock, FC_END_ARGUMENT, "rank 0 is not locked"},
        {another_is_locked, FC_END_ARGUMENT, "rank 0 is not locked"},
        {locked_twice, FC_END_ARGUMENT, "already holds the lock"},
        {complete_without_start, FC_END_ARGUMENT, "there is no preceding MPI_Win_start"},
        {wait_without_post, FC_END_ARGUMENT, "there is no preceding MPI_Win_post"},
        {freed_in_an_epoch, FC_END_ARGUMENT, "freed while it is locked"},
        {used_after_its_end, FC_END_ARGUMENT, "the window was freed"},
        {a_request_in_a_fence, FC_END_ARGUMENT, "it needs an epoch opened by MPI_Win_lock"},
        {never_posted, FC_END_DEADLOCK,
         "rank 0 waits in MPI_Win_X (w.c:14) for a message from rank 1; rank 1 has ended"},
        {never_unlocked, FC_END_DEADLOCK, "rank 1 waits in MPI_Win_X (w.c:14) for the lock of a window"},
        {data_that_decides, FC_END_ARGUMENT, "depend on data"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fc_ending ending;
        fc_simulation *w = run(bad[i].what, 2, &ending);
        assert_int_equal(ending.end, bad[i].end);
        assert_int_equal(ending.line, 14);
        if (!strstr(ending.what, bad[i].message))
            fail_msg("reported \"%s\", expected \"%s\"", ending.what, bad[i].message);
        fc_simulation_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(well_used_windows_end_when_the_rules_say, make_machine),
        cmocka_unit_test_setup(faults_are_reported_with_their_place, make_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
