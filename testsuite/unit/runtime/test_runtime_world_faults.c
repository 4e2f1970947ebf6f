/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Method ranks: deadlocks, mismatched calls, and unreceived messages. */
#include "testsuite/unit/world_program.h"

typedef struct expected_end {
    action *act;
    int ranks;
    fc_end end;
    int line;
    const char *what; /* part of the report */
} expected_end;

/* Messages of one rank do not overtake each other: the first sent is received first. 30 and 8 bytes: there at 40 and,
 * sent at 2 after 30 bytes on the link, at 30 + 18. The first receive has room for 8 only. */
ACTION(overtaking)
{
    if (rank == 0)
        send(r, 30, 1, 0), send(r, 8, 1, 0);
    else
        recv(r, 8, FC_MPI_ANY_SOURCE, 0), recv(r, 30, FC_MPI_ANY_SOURCE, 0);
}
ACTION(both_receive)
{
    recv(r, 8, 1 - rank, 4);
}
ACTION(both_send_long)
{
    send(r, 64, 1 - rank, 0);
    recv(r, 64, 1 - rank, 0);
}
ACTION(one_leaves)
{
    if (rank > 0)
        fc_MPI_Barrier(r, BARRIER, FC_MPI_COMM_WORLD);
}
ACTION(no_sender)
{
    fc_request q = irecv(r, 8, FC_MPI_ANY_SOURCE, 0);
    fc_MPI_Wait(r, WAIT, &q);
}
ACTION(wrong_tag)
{
    if (rank == 0)
        send(r, 8, 1, 5);
    else
        recv(r, 8, 0, 6);
}
ACTION(different_collectives)
{
    if (rank == 1)
        fc_MPI_Barrier(r, BARRIER, FC_MPI_COMM_WORLD);
    else
        fc_MPI_Bcast(r, BCAST, 8, FC_MPI_BYTE, 0, FC_MPI_COMM_WORLD);
}
ACTION(different_roots)
{
    fc_MPI_Bcast(r, BCAST, 8, FC_MPI_BYTE, rank, FC_MPI_COMM_WORLD);
}
ACTION(different_sizes)
{
    fc_MPI_Allreduce(r, ALLREDUCE, 1 + rank, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD);
}
ACTION(other_numbers)
{
    if (rank == 0)
        fc_MPI_Send(r, SEND, 2, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD);
    else
        fc_MPI_Recv(r, RECV, 1, FC_MPI_DOUBLE, 0, 0, FC_MPI_COMM_WORLD);
}
/* Equal bytes, different type. */
ACTION(other_sign)
{
    if (rank == 0)
        fc_MPI_Send(r, SEND, 1, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD);
    else
        fc_MPI_Recv(r, RECV, 1, FC_MPI_FLOAT, 0, 0, FC_MPI_COMM_WORLD);
}
ACTION(other_vector)
{
    fc_datatype pair;
    fc_MPI_Type_contiguous(r, MAKE, 2, rank ? FC_MPI_INT : FC_MPI_FLOAT, &pair);
    fc_MPI_Allreduce(r, ALLREDUCE, 3, pair, FC_MPI_COMM_WORLD);
}
ACTION(room_for_nothing)
{
    if (rank == 0)
        send(r, 8, 1, 0);
    else
        recv(r, 0, 0, 0);
}
ACTION(waits_twice)
{
    fc_request q = isend(r, 8, rank, 0), again = q;
    fc_MPI_Wait(r, WAIT, &q);
    fc_MPI_Wait(r, WAIT, &again);
}
ACTION(freed_communicator)
{
    fc_comm copy, kept;
    fc_MPI_Comm_dup(r, MAKE, FC_MPI_COMM_WORLD, &copy);
    kept = copy;
    fc_MPI_Comm_free(r, OTHER_BCAST, &copy);
    fc_MPI_Barrier(r, BARRIER, kept);
}
ACTION(count_overflow)
{
    send(r, 4294967296.0, rank, 0);
}
ACTION(negative_tag)
{
    send(r, 8, 0, -7);
}
ACTION(unknown_partner)
{
    send(r, 8, FC_MPI_RANK_UNKNOWN, 0);
}
ACTION(wildcard_partner)
{
    send(r, 8, FC_MPI_ANY_SOURCE, 0);
}
ACTION(wildcard_tag)
{
    send(r, 8, 0, FC_MPI_ANY_TAG);
}
ACTION(negative_root)
{
    fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, -1, FC_MPI_COMM_WORLD);
}
ACTION(begun_on_others)
{
    fc_comm copy;
    fc_request q;
    fc_MPI_Comm_dup(r, MAKE, FC_MPI_COMM_WORLD, &copy);
    fc_MPI_Ibarrier(r, BARRIER, rank ? FC_MPI_COMM_WORLD : copy, &q);
    fc_MPI_Wait(r, WAIT, &q);
}
ACTION(one_aborts)
{
    if (rank == 1)
        fc_stop(r, "exit(1)", NULL, "w.c", 40);
    recv(r, 8, 1, 0);
}
ACTION(endless)
{
    for (;;)
        fc_step(r, "w.c", 41);
}

static void test_runtime_world_faults__are_explained(void **state)
{
    static const expected_end rows[] = {
        {both_receive, 2, FC_END_DEADLOCK, RECV,
         "deadlock: rank 0 waits in MPI_Recv (w.c:2) for a message from rank 1 (tag 4); "
         "rank 1 waits in MPI_Recv (w.c:2) for a message from rank 0 (tag 4)"},
        {both_send_long, 2, FC_END_DEADLOCK, SEND,
         "rank 0 waits in MPI_Send (w.c:1) for rank 1 to receive (tag 0); rank 1"},
        {one_leaves, 3, FC_END_DEADLOCK, BARRIER,
         "rank 1 waits in MPI_Barrier (w.c:7) for rank 0 to call it too; rank 0 has ended; 1 other rank waits too"},
        {no_sender, 1, FC_END_DEADLOCK, WAIT,
         "rank 0 waits in MPI_Wait (w.c:6) for a message from any rank (tag 0), begun by MPI_Irecv at w.c:5"},
        {wrong_tag, 2, FC_END_DEADLOCK, RECV,
         "rank 1 waits in MPI_Recv (w.c:2) for a message from rank 0 (tag 6); rank 0 has ended"},
        {different_collectives, 2, FC_END_ARGUMENT, BARRIER, "rank 1 calls it where rank 0 calls MPI_Bcast at w.c:8"},
        {different_roots, 2, FC_END_ARGUMENT, BCAST,
         "rank 1 names root 1, where an earlier rank at w.c:8 names root 0"},
        {overtaking, 2, FC_END_ARGUMENT, RECV,
         "a message of 30 bytes from rank 0, sent at w.c:1, is longer than the 8 bytes it has room for"},
        {different_sizes, 2, FC_END_ARGUMENT, ALLREDUCE,
         "rank 1 calls it with 16 bytes where an earlier rank has 8 at w.c:9"},
        {other_numbers, 2, FC_END_ARGUMENT, RECV,
         "a message of MPI_INT from rank 0, sent at w.c:1, is received as MPI_DOUBLE"},
        {other_sign, 2, FC_END_ARGUMENT, RECV,
         "a message of MPI_INT from rank 0, sent at w.c:1, is received as MPI_FLOAT"},
        {other_vector, 2, FC_END_ARGUMENT, ALLREDUCE,
         "rank 1 calls it with MPI_INT where an earlier rank has MPI_FLOAT at w.c:9"},
        {room_for_nothing, 2, FC_END_ARGUMENT, RECV, "is longer than the 0 bytes it has room for"},
        {waits_twice, 1, FC_END_ARGUMENT, WAIT, "completed before"},
        {freed_communicator, 2, FC_END_ARGUMENT, BARRIER, "freed"},
        {count_overflow, 1, FC_END_ARGUMENT, SEND, "not between 0 and 2147483647"},
        {negative_tag, 1, FC_END_ARGUMENT, SEND, "the tag is -7"},
        {unknown_partner, 2, FC_END_UNKNOWN, SEND, "the destination of MPI_Send depends on data"},
        {wildcard_partner, 2, FC_END_ARGUMENT, SEND, "partner -1 is not in a communicator"},
        {wildcard_tag, 2, FC_END_ARGUMENT, SEND, "the tag is -1"},
        {negative_root, 2, FC_END_ARGUMENT, BCAST, "root -1 is not in a communicator of 2 ranks"},
        {begun_on_others, 2, FC_END_DEADLOCK, WAIT,
         "rank 0 waits in MPI_Wait (w.c:6) for rank 1 to call MPI_Barrier, begun at w.c:7, on the communicator of"},
        {one_aborts, 3, FC_END_STOPPED, 40, "exit(1)"},
        {endless, 2, FC_END_LIMIT, 41, "more than 100000 steps"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_simulation *w = run(rows[i].act, rows[i].ranks, &ending);
        fc_simulation_free(w);
        if (ending.end != rows[i].end || ending.line != rows[i].line || !strstr(ending.what, rows[i].what))
            fail_msg("row %zu: %d at line %d: %s", i, ending.end, ending.line, ending.what);
    }
}

ACTION(counted_iterations)
{
    r->counted_origin = FC_ORIGIN_PROFILED; /* as returned by fc_counted() */
    both_receive(r, rank, ranks);
}

static void test_runtime_world_faults__ranks_with_mean_counts_may_mismatch(void **state)
{
    fc_ending ending;
    (void)state;
    fc_simulation_free(run(both_receive, 2, &ending));
    assert_string_equal(ending.next, "Check partners, tags, communicators, and the order of calls.");
    fc_simulation_free(run(counted_iterations, 2, &ending));
    assert_int_equal(ending.end, FC_END_DEADLOCK);
    assert_non_null(strstr(ending.next, "Profiled counts are means: "));
    assert_non_null(strstr(ending.next, "Otherwise check partners, tags, communicators, and the order of calls."));
}

ACTION(sends_too_much)
{
    if (rank == 2)
        send(r, 8, 0, 1), send(r, 8, 1, 2);
    else if (rank == 1)
        recv(r, 8, 2, 2), send(r, 8, 0, 3);
}

static void test_runtime_world_faults__unmatched_sends_are_reported(void **state)
{
    fc_ending ending;
    fc_simulation *w = run(sends_too_much, 3, &ending);
    fc_unmatched left = fc_simulation_unmatched(w);
    (void)state;
    assert_int_equal(ending.end, FC_END_DONE);
    assert_true(left.n == 2);
    assert_int_equal(left.line, SEND);
    assert_string_equal(left.operation, "MPI_Send");
    assert_int_equal(left.sender, 1);
    assert_int_equal(left.target, 0);
    fc_simulation_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_runtime_world_faults__are_explained, make_machine),
        cmocka_unit_test_setup(test_runtime_world_faults__ranks_with_mean_counts_may_mismatch, make_machine),
        cmocka_unit_test_setup(test_runtime_world_faults__unmatched_sends_are_reported, make_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
