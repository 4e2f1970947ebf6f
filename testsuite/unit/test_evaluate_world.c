/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Method ranks: clocks that meet, by hand calculation from the rules of world.h. */
#include "runtime/evaluate/message_price.h"
#include "runtime/evaluate/world.h"

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

/* Site i stands in w.c, line i. */
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

static void set_fit(fc_fit fit, double start, double each)
{
    machine.communication[fit] = (fc_runtime_function){
        .n_segments = 1, .segment = {{0, 1e9, {start, 0, 0, each}, 0}}, .low_ranks = 1, .high_ranks = 64};
}

static int make_machine(void **state)
{
    set_fit(FC_FIT_SINGLE, 10, 1);
    machine.communication[FC_FIT_SEND] =
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

static double seconds_of(const fc_coefficients *of, int cores, const fc_region *region, double entries,
                         double iterations, const double *working_set, double *relative_error)
{
    (void)of, (void)cores, (void)region, (void)entries, (void)working_set;
    *relative_error = 0;
    return iterations;
}

typedef void action(fc_rank *r, int rank, int ranks);
static action *acted;

static double main_of_program(fc_rank *r, int argc, char **argv)
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

static fc_world *run(action *what, int ranks, fc_ending *ending)
{
    fc_setting setting = {.program = &program, .machine = &machine, .compute = seconds_of, .step_limit = 1e5};
    fc_seat seat = {0, ranks, 0, NULL, NULL};
    acted = what;
    program.main = main_of_program;
    fc_world *w = fc_world_create(&setting, ranks);
    assert_non_null(w);
    fc_world_run(w, &seat, ending);
    return w;
}

/* What the actions are made of; sizes in bytes. */
static void work(fc_rank *r, double seconds)
{
    fc_compute(r, 0, 1, seconds, NULL);
}
static void send(fc_rank *r, double bytes, int to, int tag)
{
    fc_MPI_Send(r, SEND, bytes, FC_MPI_BYTE, to, tag, FC_MPI_COMM_WORLD);
}
static void recv(fc_rank *r, double bytes, int from, int tag)
{
    fc_MPI_Recv(r, RECV, bytes, FC_MPI_BYTE, from, tag, FC_MPI_COMM_WORLD);
}
static fc_request isend(fc_rank *r, double bytes, int to, int tag)
{
    fc_request made;
    fc_MPI_Isend(r, ISEND, bytes, FC_MPI_BYTE, to, tag, FC_MPI_COMM_WORLD, &made);
    return made;
}
static fc_request irecv(fc_rank *r, double bytes, int from, int tag)
{
    fc_request made;
    fc_MPI_Irecv(r, IRECV, bytes, FC_MPI_BYTE, from, tag, FC_MPI_COMM_WORLD, &made);
    return made;
}
static void shift(fc_rank *r, double bytes, int to, int from)
{
    fc_MPI_Sendrecv(r, SENDRECV, bytes, FC_MPI_BYTE, to, 0, bytes, FC_MPI_BYTE, from, 0, FC_MPI_COMM_WORLD);
}

#define ACTION(name) static void name(fc_rank *r, __attribute__((unused)) int rank, __attribute__((unused)) int ranks)

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
/* Both begin at 50; a synchronous send ends with its receive, T = 18 later. */
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
/* Each works 5 and hands 8 bytes on: rank k starts to send at 5 + 23 k and is done 2 later; the last does not send. */
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
/* At the ends one side only: rank 0 sends in 2, rank 1 has that at 18, and what rank 1 exchanges takes 24. */
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
/* A long one keeps all together: 100 + 20 + 64. */
ACTION(long_broadcast)
{
    work(r, rank == 3 ? 100 : 0);
    fc_MPI_Bcast(r, BCAST, 64, FC_MPI_BYTE, 1, FC_MPI_COMM_WORLD);
}
/* Root 0 waits for the last, at 30; each other hands in its block in 68 and goes on. */
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
/* From 1 at 100, from 2 at 10: there at 118 and 28; 0 takes the one of 2 first, works 5, and has the other at 118. */
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
 * posted behind it and gets the one of 2, at 118. */
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
/* What comes second by time was sent first: messages of one rank do not overtake each other. 30 and 8 bytes: there at
 * 40 and, sent at 2 behind 30 bytes on the way out, at 30 + 18. The first receive has room for 8 only. */
ACTION(overtaking)
{
    if (rank == 0)
        send(r, 30, 1, 0), send(r, 8, 1, 0);
    else
        recv(r, 8, FC_MPI_ANY_SOURCE, 0), recv(r, 30, FC_MPI_ANY_SOURCE, 0);
}
/* Tag 7 is sent second and leaves at 8, when the way out is free: there at 26; tag 3, there since 18, is taken in 2. */
ACTION(tags)
{
    if (rank == 0)
        send(r, 8, 1, 3), send(r, 8, 1, 7);
    else
        recv(r, 8, 0, 7), recv(r, 8, 0, 3);
}
/* Two of 32 bytes come in from two ranks, at 42 and behind that at 74. */
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
ACTION(to_nobody)
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
/* Work that nobody sees is not run a billion times. */
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
/* Rank 1 of the column 2, 5 (world ranks) sends to its rank 0, in the same tag as a message in the world, which waits:
 * communicators keep them apart. The one of the world leaves at 0 (there at 40), the other at 30 (there at 48). */
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

static void test_evaluate_world__clocks_meet(void **state)
{
    static const expected_run rows[] = {
        {communicators_apart, 6, {0, 0, 50, 0, 0, 4}, {0, 0, 30}},
        {late_receiver, 2, {2, 52}, {0, 0}},
        {late_sender, 2, {52, 68}, {0, 50}},
        {late_receiver_rendezvous, 2, {162, 160}, {50, 0}},
        {late_receiver_synchronous, 2, {68, 68}, {50, 0}},
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
        {to_nobody, 2, {0, 0}, {0}},
        {overlap, 2, {42, 42}, {0, 0}},
        {wait_any, 3, {118, 102, 12}, {8 + 71, 0, 0}},
        {polling, 2, {52, 68}, {0, 19}},
        {repeated_messages, 2, {21, 39}, {0, 5}},
        {repeated_work, 2, {6e9, 6e9}, {0}},
        {half_a_message, 2, {1, 9}, {0}},
        {rows_at_the_same_time, 6, {28, 28, 28, 128, 128, 128}, {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_world *w = run(rows[i].act, rows[i].ranks, &ending);
        if (ending.end != FC_END_DONE)
            fail_msg("row %zu: %s", i, ending.what);
        for (int rank = 0; rank < rows[i].ranks; rank++) {
            fc_totals totals;
            fc_rank_totals(fc_world_rank(w, rank), &totals);
            if (fabs(totals.time_s - rows[i].time[rank]) > 1e-9 * fmax(1, totals.time_s) ||
                fabs(totals.wait_s - rows[i].wait[rank]) > 1e-9 * fmax(1, totals.time_s))
                fail_msg("row %zu, rank %d: %.12g s, %.12g of it waiting", i, rank, totals.time_s, totals.wait_s);
        }
        assert_true(fc_world_unmatched(w).n == 0);
        fc_world_free(w);
    }
}

/* A message that is there costs what the machine says of it: 5. */
static void test_evaluate_world__a_receive_has_its_own_cost(void **state)
{
    fc_ending ending;
    fc_totals totals;
    (void)state;
    set_fit(FC_FIT_RECEIVE, 5, 0);
    fc_world *w = run(late_receiver, 2, &ending);
    fc_rank_totals(fc_world_rank(w, 1), &totals);
    machine.communication[FC_FIT_RECEIVE].n_segments = 0;
    assert_int_equal(ending.end, FC_END_DONE);
    assert_true(totals.time_s == 55 && totals.communication_s == 5);
    fc_world_free(w);
}

/* T = 10 + m below 128 bytes, then 60 + m / 2: the part that grows is m, then m / 2. At 120 the next sixteenth crosses
 * the jump: (T(127.5) - T(120)) * 16 = 120 is below it still; at 124, T(131.75) - T(124) = 125.875 - 134 falls. */
static void test_evaluate_world__messages_keep_their_ways_busy(void **state)
{
    static const struct {
        double bytes, gap;
    } rows[] = {{50, 50}, {1000, 500}, {120, 120}, {124, 124}, {0, 0}};
    fc_setting setting = {.program = &program, .machine = &machine};
    static fc_message_prices prices;
    (void)state;
    machine.communication[FC_FIT_SINGLE] =
        (fc_runtime_function){.n_segments = 2, .segment = {{0, 128, {10, 0, 0, 1}, 0}, {128, 1e9, {60, 0, 0, 0.5}, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_float_equal(fc_message_price_of(&prices, &setting, rows[i].bytes, FC_MPI_BYTE)->gap, rows[i].gap, 1e-9);
}

/* The sender's share is 2 below 64 bytes and 12 + m from there, against 10 + m of the whole transfer; errors of 10 %
 * let 9.5 + m count as no less; a share that stays below never waits; without a fit nothing is told. */
static void test_evaluate_world__senders_wait_from_a_size_on(void **state)
{
    fc_setting setting = {.program = &program, .machine = &machine};
    fc_runtime_function *send = &machine.communication[FC_FIT_SEND];
    (void)state;
    assert_true(fc_message_eager_bytes(&setting) == 64);
    send->segment[1].c[0] = 9.5;
    assert_true(isinf(fc_message_eager_bytes(&setting)));
    send->segment[1].error = 0.1;
    assert_true(fc_message_eager_bytes(&setting) == 64);
    set_fit(FC_FIT_SEND, 12, 1);
    assert_true(fc_message_eager_bytes(&setting) == 0);
    send->n_segments = 0;
    assert_true(isinf(fc_message_eager_bytes(&setting)));
}

typedef struct expected_end {
    action *act;
    int ranks;
    fc_end end;
    int line;
    const char *what; /* part of the report */
} expected_end;

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
ACTION(nobody_sends)
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
ACTION(negative_tag)
{
    send(r, 8, 0, -7);
}
ACTION(unknown_partner)
{
    send(r, 8, FC_MPI_ANY_SOURCE, 0);
}
ACTION(one_aborts)
{
    if (rank == 1)
        fc_stop(r, "exit(1)", "w.c", 40);
    recv(r, 8, 1, 0);
}
ACTION(endless)
{
    for (;;)
        fc_step(r, "w.c", 41);
}

static void test_evaluate_world__faults_are_explained(void **state)
{
    static const expected_end rows[] = {
        {both_receive, 2, FC_END_DEADLOCK, RECV,
         "deadlock: rank 0 waits in MPI_Recv (w.c:2) for a message from rank 1 (tag 4); "
         "rank 1 waits in MPI_Recv (w.c:2) for a message from rank 0 (tag 4)"},
        {both_send_long, 2, FC_END_DEADLOCK, SEND,
         "rank 0 waits in MPI_Send (w.c:1) for rank 1 to receive (tag 0); rank 1"},
        {one_leaves, 3, FC_END_DEADLOCK, BARRIER,
         "rank 1 waits in MPI_Barrier (w.c:7) for rank 0 to call it too; rank 0 has ended; 1 other rank waits too"},
        {nobody_sends, 1, FC_END_DEADLOCK, WAIT,
         "rank 0 waits in MPI_Wait (w.c:6) for a message from any rank (tag 0), begun at w.c:5"},
        {wrong_tag, 2, FC_END_DEADLOCK, RECV,
         "rank 1 waits in MPI_Recv (w.c:2) for a message from rank 0 (tag 6); rank 0 has ended"},
        {different_collectives, 2, FC_END_ARGUMENT, BARRIER, "rank 1 calls it where rank 0 calls MPI_Bcast at w.c:8"},
        {different_roots, 2, FC_END_ARGUMENT, BCAST,
         "rank 1 names root 1, where an earlier rank at w.c:8 names root 0"},
        {overtaking, 2, FC_END_ARGUMENT, RECV,
         "a message of 30 bytes from rank 0 is longer than the 8 bytes it has room for"},
        {negative_tag, 1, FC_END_ARGUMENT, SEND, "the tag is -7"},
        {unknown_partner, 2, FC_END_UNKNOWN, SEND, "to whom MPI_Send sends depends on data"},
        {one_aborts, 3, FC_END_STOPPED, 40, "exit(1)"},
        {endless, 2, FC_END_RUNAWAY, 41, "runs away"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_world *w = run(rows[i].act, rows[i].ranks, &ending);
        fc_world_free(w);
        if (ending.end != rows[i].end || ending.line != rows[i].line || !strstr(ending.what, rows[i].what))
            fail_msg("row %zu: %d at line %d: %s", i, ending.end, ending.line, ending.what);
    }
}

ACTION(sends_too_much)
{
    if (rank == 2)
        send(r, 8, 0, 1), send(r, 8, 1, 2);
    else if (rank == 1)
        recv(r, 8, 2, 2), send(r, 8, 0, 3);
}

static void test_evaluate_world__unmatched_sends_are_told(void **state)
{
    fc_ending ending;
    fc_world *w = run(sends_too_much, 3, &ending);
    fc_unmatched left = fc_world_unmatched(w);
    (void)state;
    assert_int_equal(ending.end, FC_END_DONE);
    assert_true(left.n == 2);
    assert_int_equal(left.line, SEND);
    assert_string_equal(left.operation, "MPI_Send");
    assert_int_equal(left.sender, 1);
    assert_int_equal(left.target, 0);
    fc_world_free(w);
}

/* n is read at the root only; the others' own sites know it, too, or do not ask. */
ACTION(broadcast_of_control)
{
    int n = rank == 1 ? 42 : 0;
    if (rank == 1) {
        fc_carry_broadcast(r, &n, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
        fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
    } else if (rank == 2) {
        fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
    } else {
        fc_carry_broadcast(r, &n, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
        fc_MPI_Bcast(r, OTHER_BCAST, 1, FC_MPI_INT, 1, FC_MPI_COMM_WORLD);
    }
    assert_int_equal(n, rank == 2 ? 0 : 42);
}

static void test_evaluate_world__control_values_are_carried(void **state)
{
    fc_ending ending;
    fc_world *w = run(broadcast_of_control, 4, &ending);
    (void)state;
    assert_int_equal(ending.end, FC_END_DONE);
    fc_world_free(w);
}

/* Each rank sends to the next 40,000 times before it looks for what it got. */
ACTION(far_ahead)
{
    for (int i = 0; i < 40000; i++)
        send(r, 8, (rank + 1) % ranks, 0);
    for (int i = 0; i < 40000; i++)
        recv(r, 8, (rank + ranks - 1) % ranks, 0);
}
/* A receiver that takes in any order ends with all, whatever the order of evaluation. */
ACTION(many_to_one)
{
    for (int i = 1; i < ranks; i++) {
        if (rank == 0)
            recv(r, 8, FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG);
        else if (rank == i)
            work(r, 7 * (ranks - rank)), send(r, 8, 0, i);
    }
}

static void test_evaluate_world__many_messages_match(void **state)
{
    static const struct {
        action *act;
        int ranks;
    } rows[] = {{far_ahead, 3}, {many_to_one, 200}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_world *w = run(rows[i].act, rows[i].ranks, &ending);
        assert_int_equal(ending.end, FC_END_DONE);
        assert_true(fc_world_unmatched(w).n == 0);
        fc_world_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_evaluate_world__clocks_meet, make_machine),
        cmocka_unit_test_setup(test_evaluate_world__a_receive_has_its_own_cost, make_machine),
        cmocka_unit_test_setup(test_evaluate_world__messages_keep_their_ways_busy, make_machine),
        cmocka_unit_test_setup(test_evaluate_world__senders_wait_from_a_size_on, make_machine),
        cmocka_unit_test_setup(test_evaluate_world__faults_are_explained, make_machine),
        cmocka_unit_test_setup(test_evaluate_world__unmatched_sends_are_told, make_machine),
        cmocka_unit_test_setup(test_evaluate_world__control_values_are_carried, make_machine),
        cmocka_unit_test_setup(test_evaluate_world__many_messages_match, make_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
