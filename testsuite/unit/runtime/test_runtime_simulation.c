/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Method ranks: clocks of communicating ranks, by hand from the rules of simulation.h. */
#include "testsuite/unit/world_program.h"

/* 0 sends 8 bytes at 0: there at 18; 1 asks at 50 and has to take it in, 2 s. */
ACTION(late_receiver)
{
    if (rank == 0)
        send(r, 8, 1, 0);
    else
        work(r, 50), recv(r, 8, 0, 0);
}
/* Sent at 50, there at 68. */
ACTION(late_sender)
{
    if (rank == 0)
        work(r, 50), send(r, 8, 1, 0);
    else
        recv(r, 8, 0, 0);
}
/* 100 bytes begin to move when both are there, at 50: the receiver has them at 160, the sender is free at 162. */
ACTION(late_receiver_rendezvous)
{
    if (rank == 0)
        send(r, 100, 1, 0);
    else
        work(r, 50), recv(r, 100, 0, 0);
}
/* The message is there at 18, and received from 50 on; the answer, T(0) = 10, ends the synchronous send at 60. */
ACTION(late_receiver_synchronous)
{
    if (rank == 0)
        fc_MPI_Ssend(r, SEND, 8, FC_MPI_BYTE, 1, 0, FC_MPI_COMM_WORLD);
    else
        work(r, 50), recv(r, 8, 0, 0);
}
/* A buffered send of any size goes on after S = 112; taking it in at 300 is no more than the transfer, 110. */
ACTION(buffered)
{
    if (rank == 0)
        fc_MPI_Bsend(r, SEND, 100, FC_MPI_BYTE, 1, 0, FC_MPI_COMM_WORLD);
    else
        work(r, 300), recv(r, 100, 0, 0);
}
/* Each works 5 and forwards 8 bytes: rank k starts to send at 5 + 23 k and is done 2 later; the last does not send. */
ACTION(pipeline)
{
    if (rank > 0)
        recv(r, 8, rank - 1, 0);
    work(r, 5);
    if (rank + 1 < ranks)
        send(r, 8, rank + 1, 0);
}
/* All exchange at 0, in 24. */
ACTION(ring)
{
    shift(r, 8, (rank + 1) % ranks, (rank + ranks - 1) % ranks);
}
/* Rank 2 exchanges at 100 and finds its message there: 2 to send and take in; rank 3 needs what it sends, at 124. */
ACTION(ring_with_a_late_rank)
{
    work(r, rank == 2 ? 100 : 0);
    ring(r, rank, ranks);
}
/* 64 bytes are a rendezvous (80 s): rank 1, too, waits for 2 to take its message. */
ACTION(long_ring_with_a_late_rank)
{
    work(r, rank == 2 ? 100 : 0);
    shift(r, 64, (rank + 1) % ranks, (rank + ranks - 1) % ranks);
}
/* Ranks at the ends have one side only: rank 0 sends in 2, rank 1 has that at 18, and its exchange takes 24. */
ACTION(open_ring)
{
    shift(r, 8, rank + 1 < ranks ? rank + 1 : FC_MPI_PROC_NULL, rank > 0 ? rank - 1 : FC_MPI_PROC_NULL);
}
/* All leave 48 after the last arrives, at 30. */
ACTION(imbalance)
{
    work(r, 10 * rank);
    fc_MPI_Allreduce(r, ALLREDUCE, 1, FC_MPI_DOUBLE, FC_MPI_COMM_WORLD);
}
/* Root 1 arrives at 10, is done at 38, and so are 0 and 2, there before; 3 arrives at 100 and takes it in, 2 s. */
ACTION(broadcast)
{
    work(r, rank == 1 ? 10 : rank == 3 ? 100 : 0);
    fc_MPI_Bcast(r, BCAST, 8, FC_MPI_BYTE, 1, FC_MPI_COMM_WORLD);
}
/* A long one synchronizes all: 100 + 20 + 64. */
ACTION(long_broadcast)
{
    work(r, rank == 3 ? 100 : 0);
    fc_MPI_Bcast(r, BCAST, 64, FC_MPI_BYTE, 1, FC_MPI_COMM_WORLD);
}
/* Root 0 waits for the last, at 30; each other delivers its block in 68 and continues. */
ACTION(gather)
{
    work(r, 10 * rank);
    fc_MPI_Gather(r, GATHER, 8, FC_MPI_BYTE, 8, FC_MPI_BYTE, 0, FC_MPI_COMM_WORLD);
}
/* Rank k needs ranks 0 ... k: rank 1 arrives at 30, the others at 0; 58 s. */
ACTION(scan)
{
    work(r, rank == 1 ? 30 : 0);
    fc_MPI_Scan(r, SCAN, 8, FC_MPI_BYTE, FC_MPI_COMM_WORLD);
}
/* From 1 at 100, from 2 at 10: there at 118 and 28; 0 takes the message of 2 first, works 5, and has the other at 118.
 */
ACTION(any_source)
{
    if (rank > 0) {
        work(r, rank == 1 ? 100 : 10);
        send(r, 8, 0, 0);
        return;
    }
    recv(r, 8, FC_MPI_ANY_SOURCE, 0);
    work(r, 5);
    recv(r, 8, FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG);
}
/* A receive from any source posted first may take the message of 1, which arrives first, at 18; the receive from 2 is
 * posted after it and gets the one of 2, at 118. */
ACTION(any_source_before_a_named_one)
{
    if (rank > 0) {
        work(r, rank == 2 ? 100 : 0);
        send(r, 8, 0, 0);
        return;
    }
    fc_request q[2] = {irecv(r, 8, FC_MPI_ANY_SOURCE, 0), irecv(r, 8, 2, 0)};
    fc_MPI_Waitall(r, WAIT, 2, q);
}
/* Tag 7 is sent second and leaves at 8, when the way out is free: there at 26; tag 3, there since 18, is taken in 2. */
ACTION(tags)
{
    if (rank == 0)
        send(r, 8, 1, 3), send(r, 8, 1, 7);
    else
        recv(r, 8, 0, 7), recv(r, 8, 0, 3);
}
/* Two of 32 bytes come in from two ranks, at 42 and after that at 74. */
ACTION(two_come_in)
{
    if (rank > 0) {
        send(r, 32, 0, 0);
        return;
    }
    fc_request q[2] = {irecv(r, 32, 1, 0), irecv(r, 32, 2, 0)};
    fc_MPI_Waitall(r, WAIT, 2, q);
}
/* To itself: posted in 1, there at 18, the request is done. */
ACTION(to_itself)
{
    fc_request q = isend(r, 8, rank, 0);
    recv(r, 8, rank, 0);
    fc_MPI_Wait(r, WAIT, &q);
}
/* No bytes: there at 10. */
ACTION(nothing_in_it)
{
    if (rank == 0)
        send(r, 0, 1, 0);
    else
        recv(r, 0, 0, 0);
}
ACTION(to_proc_null)
{
    send(r, 8, FC_MPI_PROC_NULL, 0);
    recv(r, 8, FC_MPI_PROC_NULL, 0);
}
/* Posting takes 1 each, 40 of work go over it: all has come in by 42. */
ACTION(overlap)
{
    fc_request q[2] = {irecv(r, 8, 1 - rank, 0), isend(r, 8, 1 - rank, 0)};
    work(r, 40);
    fc_MPI_Waitall(r, WAIT, 2, q);
}
/* Three of 8 bytes, each there 8 after the one before, from 18 on. The first request's comes in last, at 34: meanwhile
 * the rank takes in the others. After 40 of work it takes in the fourth and the fifth, there since 42 and 50, for 2
 * each. */
ACTION(taken_in_while_waiting)
{
    if (rank == 1) {
        send(r, 8, 0, 2), send(r, 8, 0, 1), send(r, 8, 0, 0), send(r, 8, 0, 3), send(r, 8, 0, 4);
        return;
    }
    fc_request q[5];
    for (int i = 0; i < 5; i++)
        q[i] = irecv(r, 8, 1, i);
    fc_MPI_Waitall(r, WAIT, 3, q);
    work(r, 40);
    fc_MPI_Waitall(r, WAIT, 2, q + 3);
}
/* An Isend, whose transfer takes POSTED; 1 receives at 50. */
static void post_to_one(fc_rank *r, int rank, int bytes)
{
    if (rank == 0) {
        fc_request q = isend(r, bytes, 1, 0);
        fc_MPI_Wait(r, WAIT, &q);
    } else {
        work(r, 50), recv(r, bytes, 0, 0);
    }
}
ACTION(posted_eager)
{
    post_to_one(r, rank, 45);
}
ACTION(posted_rendezvous)
{
    post_to_one(r, rank, 100);
}
/* From 1 at 100 and 2 at 10: the second request ends first, at 28; then the first, at 118. */
ACTION(wait_any)
{
    int index[2];
    if (rank > 0) {
        work(r, rank == 1 ? 100 : 10);
        send(r, 8, 0, 0);
        return;
    }
    fc_request q[2] = {irecv(r, 8, 1, 0), irecv(r, 8, 2, 0)};
    fc_MPI_Waitany(r, WAIT, 2, q, &index[0]);
    work(r, 1);
    fc_MPI_Waitany(r, WAIT, 2, q, &index[1]);
    assert_int_equal(index[0], 1);
    assert_int_equal(index[1], 0);
}
/* 68: the message is there. Asked at 1 (no), at 31 (no), and again at 31: then it waits. */
ACTION(polling)
{
    int flag, asked = 0;
    if (rank == 0) {
        work(r, 50);
        send(r, 8, 1, 0);
        return;
    }
    fc_request q = irecv(r, 8, 0, 0);
    fc_MPI_Test(r, WAIT, &q, &flag);
    assert_false(flag);
    work(r, 30);
    for (flag = 0; !flag; asked++)
        fc_MPI_Test(r, WAIT, &q, &flag);
    assert_int_equal(asked, 2);
    assert_int_equal(q, FC_MPI_REQUEST_NULL);
}
/* Three times: work 5, then 8 bytes from 0 to 1: sent at 5, 12, 19, they leave at 5, 13, 21, as 8 bytes keep the way
 * out busy for 8. */
ACTION(repeated_messages)
{
    for (FC_REPEAT(r, 3)) {
        if (rank == 0)
            work(r, 5), send(r, 8, 1, 0);
        else
            recv(r, 8, 0, 0);
    }
}
/* Work without messages is not evaluated a billion times. */
ACTION(repeated_work)
{
    for (FC_REPEAT(r, 1e9))
        for (FC_REPEAT(r, 3))
            work(r, 2);
}
/* Half a message: a branch that is taken every other time costs half, 1 s to send, 9 s to arrive. */
ACTION(half_a_message)
{
    for (FC_REPEAT(r, 0.5)) {
        if (rank == 0)
            send(r, 8, 1, 0);
        else
            recv(r, 8, 0, 0);
    }
}
/* 4 messages in 134 iterations of 1 s, received in a third of 12 iterations of 1 s: iterations 17, 51, 84, 118 send, at
 * 17, 53, 88 and 124, each 2 s; iterations 2, 5, 8, 11 receive, at 35, 71, 106 and 142, and have waited since 2, 38, 74
 * and 109. */
static void mean_message(fc_rank *r, int rank)
{
    work(r, 1);
    for (FC_REPEAT(r, fc_mean_times(r, rank, rank == 0 ? 4. / 134 : 1. / 3))) {
        if (rank == 0)
            send(r, 8, 1, 0);
        else
            recv(r, 8, 0, 0);
    }
}
ACTION(mean_share_of_a_loop)
{
    for (int i = 0; i < (rank == 0 ? 134 : 12); i++)
        mean_message(r, rank);
}
ACTION(mean_share_of_a_repetition)
{
    for (FC_REPEAT(r, rank == 0 ? 134 : 12))
        mean_message(r, rank);
}
/* A half is one branch or the other: from 0 to 1 in iterations 1 and 3, back in iterations 2 and 4, each 18. */
ACTION(halves)
{
    for (int i = 0; i < 4; i++) {
        for (FC_REPEAT(r, fc_mean_times(r, 0, 0.5)))
            rank == 0 ? send(r, 8, 1, 0) : recv(r, 8, 0, 0);
        for (FC_REPEAT(r, fc_mean_rest(r, 1, 0.5)))
            rank == 1 ? send(r, 8, 0, 0) : recv(r, 8, 1, 0);
    }
}
/* Rows of a 2 x 3 grid broadcast at the same time, each from its rank 0: 28; the second row starts at 100. */
ACTION(rows_at_the_same_time)
{
    fc_comm grid, row;
    fc_MPI_Cart_create(r, MAKE, FC_MPI_COMM_WORLD, 2, (int[]){2, 3}, (int[]){0, 0}, 0, &grid);
    fc_MPI_Cart_sub(r, MAKE, grid, (int[]){0, 1}, &row);
    work(r, rank >= 3 ? 100 : 0);
    fc_MPI_Bcast(r, BCAST, 8, FC_MPI_BYTE, 0, row);
    fc_MPI_Comm_free(r, MAKE, &row);
    fc_MPI_Comm_free(r, MAKE, &grid);
}
/* Rank 1 of the column 2, 5 (world ranks) sends to its rank 0 with the same tag as a message in the world, which waits:
 * communicators keep them apart. The world's leaves at 0 (there at 40), the other at 30 (there at 48). */
ACTION(communicators_apart)
{
    fc_comm grid, column;
    fc_MPI_Cart_create(r, MAKE, FC_MPI_COMM_WORLD, 2, (int[]){2, 3}, (int[]){0, 0}, 0, &grid);
    fc_MPI_Cart_sub(r, MAKE, grid, (int[]){1, 0}, &column);
    if (rank == 5) {
        send(r, 30, 2, 0);
        fc_MPI_Send(r, SEND, 8, FC_MPI_BYTE, 0, 0, column);
    } else if (rank == 2) {
        fc_MPI_Recv(r, RECV, 8, FC_MPI_BYTE, 1, 0, column);
        recv(r, 30, 5, 0);
    }
}

typedef struct expected_run {
    action *act;
    int ranks;
    double time[MOST];
    double wait[MOST];
} expected_run;

static void test_runtime_simulation__clocks_synchronize(void **state)
{
    static const expected_run rows[] = {
        {communicators_apart, 6, {0, 0, 50, 0, 0, 4}, {0, 0, 30}},
        {late_receiver, 2, {2, 52}, {0, 0}},
        {late_sender, 2, {52, 68}, {0, 50}},
        {late_receiver_rendezvous, 2, {162, 160}, {50, 0}},
        {late_receiver_synchronous, 2, {60, 52}, {32, 0}},
        {buffered, 2, {112, 410}, {0}},
        {pipeline, 4, {7, 30, 53, 74}, {0, 5, 28, 51}},
        {ring, 5, {24, 24, 24, 24, 24}, {0}},
        {ring_with_a_late_rank, 5, {24, 24, 102, 124, 24}, {0, 0, 0, 100, 0}},
        {long_ring_with_a_late_rank, 5, {80, 180, 180, 180, 80}, {0, 100, 0, 100, 0}},
        {open_ring, 3, {2, 18, 24}, {0}},
        {imbalance, 4, {78, 78, 78, 78}, {30, 20, 10, 0}},
        {broadcast, 4, {38, 38, 38, 102}, {10, 0, 10, 0}},
        {long_broadcast, 4, {184, 184, 184, 184}, {100, 100, 100, 0}},
        {gather, 4, {98, 78, 88, 98}, {30, 0, 0, 0}},
        {scan, 3, {58, 88, 88}, {0, 0, 30}},
        {any_source, 3, {118, 102, 12}, {10 + 67, 0, 0}},
        {any_source_before_a_named_one, 3, {118, 2, 102}, {98 - 16}},
        {tags, 2, {4, 28}, {0, 8}},
        {two_come_in, 3, {74, 2, 2}, {0}},
        {to_itself, 1, {18}, {0}},
        {nothing_in_it, 2, {2, 10}, {0}},
        {to_proc_null, 2, {0, 0}, {0}},
        {overlap, 2, {42, 42}, {0, 0}},
        {wait_any, 3, {118, 102, 12}, {8 + 71, 0, 0}},
        {polling, 2, {52, 68}, {0, 19}},
        {repeated_messages, 2, {21, 39}, {0, 5}},
        {repeated_work, 2, {6e9, 6e9}, {0}},
        {half_a_message, 2, {1, 9}, {0}},
        {mean_share_of_a_loop, 2, {142, 143}, {0, 15 + 15 + 14 + 15}},
        {mean_share_of_a_repetition, 2, {142, 143}, {0, 15 + 15 + 14 + 15}},
        {halves, 2, {72, 56}, {16 + 16, 16}},
        {rows_at_the_same_time, 6, {28, 28, 28, 128, 128, 128}, {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_simulation *w = run(rows[i].act, rows[i].ranks, &ending);
        if (ending.end != FC_END_DONE)
            fail_msg("row %zu: %s", i, ending.what);
        for (int rank = 0; rank < rows[i].ranks; rank++) {
            fc_totals totals;
            int alone;
            fc_rank_totals(fc_simulation_rank(w, rank, &alone), &totals);
            if (fabs(totals.time_s - rows[i].time[rank]) > 1e-9 * fmax(1, totals.time_s) ||
                fabs(totals.wait_s - rows[i].wait[rank]) > 1e-9 * fmax(1, totals.time_s))
                fail_msg("row %zu, rank %d: %.12g s, %.12g of it waiting", i, rank, totals.time_s, totals.wait_s);
        }
        assert_true(fc_simulation_unmatched(w).n == 0);
        fc_simulation_free(w);
    }
}

/* A message that is there costs the machine file's value, 5. */
static void test_runtime_simulation__a_receive_has_its_own_cost(void **state)
{
    fc_ending ending;
    fc_totals totals;
    int alone;
    (void)state;
    set_fit(FC_FIT_RECEIVE, 5, 0);
    fc_simulation *w = run(late_receiver, 2, &ending);
    fc_rank_totals(fc_simulation_rank(w, 1, &alone), &totals);
    machine.communication[FC_VARIANT_ANY][FC_FIT_RECEIVE].n_segments = 0;
    assert_int_equal(ending.end, FC_END_DONE);
    assert_true(totals.time_s == 55 && totals.communication_s == 5);
    fc_simulation_free(w);
}

/* The five posts take 3 each. */
static void test_runtime_simulation__messages_are_taken_in_one_by_one(void **state)
{
    fc_ending ending;
    fc_totals totals;
    int alone;
    (void)state;
    set_fit(FC_FIT_POST_RECEIVE, 3, 0);
    set_fit(FC_FIT_COMPLETE, 2, 0);
    fc_simulation *w = run(taken_in_while_waiting, 2, &ending);
    fc_rank_totals(fc_simulation_rank(w, 0, &alone), &totals);
    machine.communication[FC_VARIANT_ANY][FC_FIT_POST_RECEIVE].n_segments = 0;
    machine.communication[FC_VARIANT_ANY][FC_FIT_COMPLETE].n_segments = 0;
    assert_int_equal(ending.end, FC_END_DONE);
    assert_true(totals.time_s == 78 && totals.wait_s == 34 - 15 - 18);
    fc_simulation_free(w);
}

/* 13 + 45 = 58, where a blocking send of 45 bytes would be there at 55. The rendezvous begins 3 after the post: the
 * receiver has 100 bytes at 50 + 113, the sender is free at 50 + 112 + 3. */
static void test_runtime_simulation__posted_sends_have_times_of_their_own(void **state)
{
    fc_ending ending;
    fc_totals totals;
    int alone;
    (void)state;
    set_fit(FC_FIT_POSTED, 13, 1);
    fc_simulation *eager = run(posted_eager, 2, &ending);
    assert_int_equal(ending.end, FC_END_DONE);
    fc_rank_totals(fc_simulation_rank(eager, 1, &alone), &totals);
    assert_true(totals.time_s == 58);
    fc_simulation *late = run(posted_rendezvous, 2, &ending);
    machine.communication[FC_VARIANT_ANY][FC_FIT_POSTED].n_segments = 0;
    assert_int_equal(ending.end, FC_END_DONE);
    fc_rank_totals(fc_simulation_rank(late, 1, &alone), &totals);
    assert_true(totals.time_s == 163);
    fc_rank_totals(fc_simulation_rank(late, 0, &alone), &totals);
    assert_true(totals.time_s == 165);
    fc_simulation_free(eager);
    fc_simulation_free(late);
}

/* T = 10 + m below 128 bytes, then 60 + m / 2: the growing part is m, then m / 2. At 132 bytes 60 + m / 2 = 126 is less
 * than the 138 of 128 bytes, which a fit keeps: its bytes still take m / 2. */
static void test_runtime_simulation__messages_keep_their_ways_busy(void **state)
{
    static const struct {
        double bytes, gap;
    } rows[] = {{50, 50}, {1000, 500}, {120, 120}, {124, 124}, {132, 66}, {0, 0}};
    fc_setting setting = {.program = &program, .machine = &machine};
    static fc_message_prices prices;
    (void)state;
    machine.communication[FC_VARIANT_ANY][FC_FIT_SINGLE] =
        (fc_runtime_function){.n_segments = 2, .segment = {{0, 128, {10, 0, 0, 1}, 0}, {128, 1e9, {60, 0, 0, 0.5}, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_float_equal(fc_message_price_of(&prices, &setting, rows[i].bytes, FC_MPI_BYTE, FC_VARIANT_ANY)->gap,
                           rows[i].gap, 1e-9);
}

/* The sender's share is 2 below 64 bytes and 12 + m from there, against 10 + m of the whole transfer. 8 + 0.7 m is less
 * than three quarters of it, 52.8 of 74 at 64 bytes; with errors of 10 % it counts as no less. Without a fit there is
 * no prediction. */
static void test_runtime_simulation__senders_wait_from_a_size_on(void **state)
{
    fc_setting setting = {.program = &program, .machine = &machine};
    fc_runtime_function *send = &machine.communication[FC_VARIANT_ANY][FC_FIT_SEND];
    (void)state;
    assert_true(fc_message_eager_bytes(&setting) == 64);
    send->segment[1].c[0] = 8;
    send->segment[1].c[FC_TERM_BYTES] = 0.7;
    assert_true(isinf(fc_message_eager_bytes(&setting)));
    send->segment[1].error = 0.1;
    assert_true(fc_message_eager_bytes(&setting) == 64);
    set_fit(FC_FIT_SEND, 12, 1);
    assert_true(fc_message_eager_bytes(&setting) == 0);
    send->n_segments = 0;
    assert_true(isinf(fc_message_eager_bytes(&setting)));
}

/* n is read at the root only; the other ranks' sites know it too, or do not need it. */
ACTION(broadcast_of_control)
{
    int n = rank == 1 ? 42 : 0;
    if (rank == 1) {
        fc_payload_broadcast(r, &n, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
        fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
    } else if (rank == 2) {
        fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
    } else {
        fc_payload_broadcast(r, &n, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
        fc_MPI_Bcast(r, OTHER_BCAST, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
    }
    assert_int_equal(n, rank == 2 ? 0 : 42);
}

static void test_runtime_simulation__control_values_are_carried(void **state)
{
    fc_ending ending;
    fc_simulation *w = run(broadcast_of_control, 4, &ending);
    (void)state;
    assert_int_equal(ending.end, FC_END_DONE);
    fc_simulation_free(w);
}

/* Each rank sends to the next 40,000 times before it receives. */
ACTION(far_ahead)
{
    for (int i = 0; i < 40000; i++)
        send(r, 8, (rank + 1) % ranks, 0);
    for (int i = 0; i < 40000; i++)
        recv(r, 8, (rank + ranks - 1) % ranks, 0);
}
/* A receiver from any source completes with all, in any order of evaluation. */
ACTION(many_to_one)
{
    for (int i = 1; i < ranks; i++) {
        if (rank == 0)
            recv(r, 8, FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG);
        else if (rank == i)
            work(r, 7 * (ranks - rank)), send(r, 8, 0, i);
    }
}

static void test_runtime_simulation__many_messages_match(void **state)
{
    static const struct {
        action *act;
        int ranks;
    } rows[] = {{far_ahead, 3}, {many_to_one, 200}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_simulation *w = run(rows[i].act, rows[i].ranks, &ending);
        assert_int_equal(ending.end, FC_END_DONE);
        assert_true(fc_simulation_unmatched(w).n == 0);
        fc_simulation_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_runtime_simulation__clocks_synchronize, make_machine),
        cmocka_unit_test_setup(test_runtime_simulation__a_receive_has_its_own_cost, make_machine),
        cmocka_unit_test_setup(test_runtime_simulation__messages_are_taken_in_one_by_one, make_machine),
        cmocka_unit_test_setup(test_runtime_simulation__posted_sends_have_times_of_their_own, make_machine),
        cmocka_unit_test_setup(test_runtime_simulation__messages_keep_their_ways_busy, make_machine),
        cmocka_unit_test_setup(test_runtime_simulation__senders_wait_from_a_size_on, make_machine),
        cmocka_unit_test_setup(test_runtime_simulation__control_values_are_carried, make_machine),
        cmocka_unit_test_setup(test_runtime_simulation__many_messages_match, make_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
