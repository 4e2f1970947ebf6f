/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Virtual ranks on a network: distance and shared links, by hand calculation. One rank a node; T = 10 + m. */
#include "testsuite/unit/world_program.h"

static int make_network(void **state)
{
    make_machine(state);
    machine.cores = 1;
    return 0;
}

/* A switch whose lines carry a byte a second. */
static void share_a_switch(void)
{
    machine.network =
        (fc_network){.contention = FC_CONTENTION_FAIR, .n_levels = 1, .link = {{0, 1}}, .measured = {0, 1}};
}

/* Nodes on a torus of 4 x 4, 3 s a link. */
static void place_on_a_torus(fc_contention contention, double bandwidth)
{
    machine.network = (fc_network){.model = FC_TOPOLOGY_TORUS,
                                   .contention = contention,
                                   .n_levels = 2,
                                   .shape = {4, 4},
                                   .link = {{3, bandwidth}, {3, bandwidth}},
                                   .measured = {0, 1}};
}

static double time_of(action *what, int ranks, int rank)
{
    int stands_for;
    fc_ending ending;
    fc_simulation *w = run(what, ranks, &ending);
    if (ending.end != FC_END_DONE)
        fail_msg("%s", ending.what);
    double seconds = fc_now(fc_simulation_rank(w, rank, &stands_for));
    fc_simulation_free(w);
    return seconds;
}

/* Ranks begin up to a microsecond apart (environment.c). */
static bool is(double seconds, double expected)
{
    return fabs(seconds - expected) < 2e-6;
}

/* The bytes of both enter the line to rank 1 at 10 and share it: 20 are through at 50, and of the 40 the other half
 * at 70. */
ACTION(two_to_one)
{
    if (rank != 1)
        send(r, rank == 0 ? 20 : 40, 1, 0);
    else
        recv(r, 20, 0, 0), recv(r, 40, 2, 0);
}
/* The 40 enter at 25, when 15 of the 20 are through: the last 5 are at 35, the other 35 of the 40 at 70. */
ACTION(one_later)
{
    if (rank == 2)
        work(r, 15);
    if (rank != 1)
        send(r, rank == 0 ? 20 : 40, 1, 0);
    else
        recv(r, 20, 0, 0), work(r, 1), recv(r, 40, 2, 0);
}
/* Different lines, no sharing: there at 30 and 50. */
ACTION(apart)
{
    if (rank < 2)
        send(r, rank == 0 ? 20 : 40, rank + 2, 0);
    else
        recv(r, rank == 2 ? 20 : 40, rank - 2, 0);
}
/* 100 bytes wait for their receiver, at 50; both ends are known when they are there: 160, the sender 162. */
ACTION(late_receiver_rendezvous)
{
    if (rank == 0)
        send(r, 100, 1, 0);
    else
        work(r, 50), recv(r, 100, 0, 0);
}
/* From any source: 15 bytes at half speed are there at 40, the other half of the 30 at 55. */
ACTION(any_source)
{
    if (rank > 0) {
        send(r, rank == 1 ? 30 : 15, 0, 0);
        return;
    }
    recv(r, 30, FC_MPI_ANY_SOURCE, 0);
    work(r, 0);
    recv(r, 30, FC_MPI_ANY_SOURCE, 0);
}
ACTION(first_of_any)
{
    if (rank > 0)
        send(r, rank == 1 ? 30 : 15, 0, 0);
    else
        recv(r, 30, FC_MPI_ANY_SOURCE, 0);
}

static void test_network__messages_share_a_line(void **state)
{
    (void)state;
    share_a_switch();
    assert_true(is(time_of(two_to_one, 3, 1), 70));
    assert_true(is(time_of(two_to_one, 3, 0), 2));
    assert_true(is(time_of(one_later, 3, 1), 70));
    assert_true(is(time_of(apart, 4, 2), 30));
    assert_true(is(time_of(apart, 4, 3), 50));
    assert_true(is(time_of(late_receiver_rendezvous, 2, 1), 160));
    assert_true(is(time_of(late_receiver_rendezvous, 2, 0), 162));
    assert_true(is(time_of(first_of_any, 3, 0), 40));
    assert_true(is(time_of(any_source, 3, 0), 55));
}

/* Of T = 10 + m the ends take m / 4 each: the line is busy with the other half. The 20 bytes enter it at 20 and leave
 * at 30, when the 40 enter it. If no end is measured, both share it from 10 on. */
static void test_network__copies_of_the_ends_keep_no_line_busy(void **state)
{
    (void)state;
    share_a_switch();
    machine.network.link[0].bandwidth = 4;
    set_fit(FC_FIT_SEND, 2, 0.25);
    set_fit(FC_FIT_RECEIVE, 2, 0.25);
    assert_true(is(time_of(two_to_one, 3, 1), 50));
    set_fit(FC_FIT_SEND, 2, 0);
    set_fit(FC_FIT_RECEIVE, 2, 0);
    assert_true(is(time_of(two_to_one, 3, 1), 70));
    machine.communication[FC_VARIANT_ANY][FC_FIT_RECEIVE].n_segments = 0;
}

ACTION(nothing)
{
    (void)r;
}

/* Within a microsecond, and no two alike, where messages share links. */
static void test_network__ranks_do_not_begin_at_one_instant(void **state)
{
    (void)state;
    share_a_switch();
    for (int i = 0; i < MOST; i++) {
        double begun = time_of(nothing, MOST, i);
        assert_true(begun > 0 && begun < 1e-6);
        for (int j = 0; j < i; j++)
            assert_true(begun != time_of(nothing, MOST, j));
    }
    machine.network.contention = FC_CONTENTION_NONE;
    assert_true(time_of(nothing, MOST, 1) == 0);
}

ACTION(far_send)
{
    if (rank == 0)
        send(r, 8, ranks - 1, 0);
    else if (rank == ranks - 1)
        recv(r, 8, 0, 0);
}

/* 0 to 5, two links: 18 + 3; to 10, four: 18 + 9; shared or not. The bytes of half a byte a second double the 8 s that
 * were measured at a byte a second, between 0 and 1 along the first axis. If all links carry half a byte a second, the
 * measured time says that they carry more than is stated. */
static void test_network__distance(void **state)
{
    (void)state;
    place_on_a_torus(FC_CONTENTION_NONE, 0);
    assert_true(is(time_of(far_send, 2, 1), 18));
    assert_true(is(time_of(far_send, 6, 5), 21));
    assert_true(is(time_of(far_send, 11, 10), 27));
    place_on_a_torus(FC_CONTENTION_FAIR, 1);
    assert_true(is(time_of(far_send, 11, 10), 27));
    for (fc_contention shared = FC_CONTENTION_NONE; shared <= FC_CONTENTION_FAIR; shared++) {
        place_on_a_torus(shared, 1);
        machine.network.link[0].bandwidth = 0.5;
        machine.network.link[1].bandwidth = 0.5;
        assert_true(is(time_of(far_send, 2, 1), 18));
        assert_true(is(time_of(far_send, 11, 10), 27));
        machine.network.link[0].bandwidth = 1;
        assert_true(is(time_of(far_send, 2, 1), 18));
        assert_true(is(time_of(far_send, 11, 10), 35));
    }
}

/* To node 1, one link, and to node 2, two: the 30 bytes to 1 enter the first link at 10, those to 2, sent at 2, at 15,
 * when 25 are left of the others. Fairly, both are at 1/2: there at 65, and the last 5 at 70. By round trips, 3 s and
 * 6 s, they are at 2/3 and 1/3: 25 take until 52.5, when 17.5 are left: there at 70. */
ACTION(near_and_far)
{
    if (rank == 0)
        send(r, 30, 1, 0), send(r, 30, 2, 0);
    else if (rank < 3)
        recv(r, 30, 0, 0);
}
static void test_network__shares_by_round_trips(void **state)
{
    (void)state;
    place_on_a_torus(FC_CONTENTION_FAIR, 1);
    assert_true(is(time_of(near_and_far, 3, 1), 65) && is(time_of(near_and_far, 3, 2), 70));
    place_on_a_torus(FC_CONTENTION_ROUND_TRIP, 1);
    assert_true(is(time_of(near_and_far, 3, 1), 52.5) && is(time_of(near_and_far, 3, 2), 70));
}

/* On each line 20 bytes of one message and half as many that acknowledge the other. An exchange takes 16 + 20 = 36 as
 * measured, 10 of it for these: the bytes enter at 6. If exchanges are not measured, they enter at 10. */
ACTION(exchange_of_two)
{
    shift(r, 20, 1 - rank, 1 - rank);
}
ACTION(one_to_the_other)
{
    if (rank == 0)
        send(r, 20, 1, 0);
    else
        recv(r, 20, 0, 0);
}
static void test_network__acknowledgements_share_the_way_back(void **state)
{
    (void)state;
    share_a_switch();
    machine.network.acknowledgements = 0.5;
    assert_true(is(time_of(exchange_of_two, 2, 0), 36));
    machine.communication[FC_VARIANT_ANY][FC_FIT_SENDRECV].n_segments = 0;
    assert_true(is(time_of(exchange_of_two, 2, 0), 40));
    assert_true(is(time_of(one_to_the_other, 2, 1), 30));
    machine.network.acknowledgements = 0;
}

/* Without concurrent messages, a network with sharing gives the times of one without. */
ACTION(ring)
{
    for (int i = 0; i < 5; i++) {
        work(r, rank % 3);
        shift(r, 8, (rank + 1) % ranks, (rank + ranks - 1) % ranks);
        shift(r, 100, (rank + 1) % ranks, (rank + ranks - 1) % ranks);
    }
}
static void test_network__no_concurrent_messages(void **state)
{
    (void)state;
    double alone[8], shared[8];
    place_on_a_torus(FC_CONTENTION_NONE, 1e9);
    for (int i = 0; i < 8; i++)
        alone[i] = time_of(ring, 8, i);
    place_on_a_torus(FC_CONTENTION_FAIR, 1e9);
    for (int i = 0; i < 8; i++)
        shared[i] = time_of(ring, 8, i);
    for (int i = 0; i < 8; i++)
        assert_true(is(shared[i], alone[i]));
}

/* Two ranks a node: block puts 0 and 1 together, cyclic 0 and the one after the last node. */
static void test_layout__places(void **state)
{
    (void)state;
    fc_mapping l;
    const int file[] = {9, 8, 3, 2};
    const fc_placement cyclic = {FC_DISTRIBUTION_CYCLIC, NULL, 0}, named = {FC_DISTRIBUTION_BLOCK, file, 4};
    place_on_a_torus(FC_CONTENTION_NONE, 0);
    machine.cores = 2;
    fc_mapping_init(&l, &machine, NULL, 5);
    assert_true(fc_mapping_max_ranks(&machine) == 32);
    for (int i = 0; i < 5; i++)
        assert_int_equal(fc_mapping_endpoint(&l, i), i / 2);
    assert_int_equal(fc_mapping_path(&l, 0, 1).links, 0);
    assert_true(fc_mapping_path(&l, 0, 1).latency_s == 3); /* as measured: no network model */
    fc_mapping_init(&l, &machine, &cyclic, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(fc_mapping_endpoint(&l, i), i % 3);
    fc_mapping_init(&l, &machine, &named, 4);
    assert_int_equal(fc_mapping_endpoint(&l, 0), 4);
    assert_int_equal(fc_mapping_endpoint(&l, 3), 1);
    machine.network.has_inside = true;
    machine.network.inside = (fc_link){0.5, 7};
    assert_true(fc_mapping_path(&l, 0, 1).latency_s == 0.5 && fc_mapping_path(&l, 0, 1).bandwidth == 7);
}

/* The mean over pairs of different ranks on a line of Y nodes: (Y + 1) / 3, [machine] eq. 8 without a row to itself;
 * beyond 128 ranks it is a sample. */
static void test_layout__mean_distance(void **state)
{
    (void)state;
    fc_mapping l;
    machine.network =
        (fc_network){.model = FC_TOPOLOGY_MESH, .n_levels = 1, .shape = {1000}, .link = {{1, 10}}, .measured = {0, 1}};
    fc_mapping_init(&l, &machine, NULL, 16);
    assert_true(fabs(l.mean.latency_s - 17. / 3) < 1e-12);
    assert_true(fabs(l.mean.bandwidth - 10) < 1e-12);
    fc_mapping_init(&l, &machine, NULL, 1000);
    assert_true(fabs(l.mean.latency_s - 1001. / 3) < 0.01 * 1001. / 3);
}

/* Under method sum a receive costs T and what the mean of the distances adds: 0 and 1 are one link apart, of 3 on a
 * line 4/3 in the mean, 1/3 * 3 s more than the one link measured. */
static void test_network__method_sum_takes_the_mean(void **state)
{
    (void)state;
    machine.network =
        (fc_network){.model = FC_TOPOLOGY_MESH, .n_levels = 1, .shape = {3}, .link = {{3, 0}}, .measured = {0, 1}};
    fc_setting setting = {.program = &program, .machine = &machine, .compute = seconds_of, .step_limit = 1e5};
    fc_launch launch = {2, 3, 0, NULL, NULL};
    acted = far_send;
    program.main = main_of_program;
    fc_rank *r = fc_rank_create(&setting);
    assert_int_equal(fc_rank_run(r, &launch), FC_END_DONE);
    assert_true(fabs(fc_now(r) - 19) < 1e-12);
    launch.rank = 0;
    assert_int_equal(fc_rank_run(r, &launch), FC_END_DONE);
    assert_true(fc_now(r) == 2); /* an eager send does not wait for the way */
    fc_rank_free(r);
}

/* Collectives message by message on an idle switch: their closed forms among 2^k ranks. For other p stages overlap, and
 * the closed form, the sum of the stages, is larger. */
ACTION(barrier)
{
    fc_MPI_Barrier(r, BARRIER, FC_MPI_COMM_WORLD);
}
ACTION(broadcast)
{
    fc_MPI_Bcast(r, BCAST, 8, FC_MPI_BYTE, 1, FC_MPI_COMM_WORLD);
}
ACTION(allreduce)
{
    fc_MPI_Allreduce(r, ALLREDUCE, 8, FC_MPI_BYTE, FC_MPI_COMM_WORLD);
}
ACTION(gather)
{
    fc_MPI_Gather(r, GATHER, 1, FC_MPI_BYTE, 1, FC_MPI_BYTE, 1, FC_MPI_COMM_WORLD);
}

static double latest_of(action *what, int ranks)
{
    double latest = 0;
    for (int i = 0; i < ranks; i++)
        latest = fmax(latest, time_of(what, ranks, i));
    return latest;
}

static void test_network__collectives_by_messages(void **state)
{
    (void)state;
    action *const what[] = {barrier, broadcast, allreduce, gather};
    double shared[4][20];
    share_a_switch();
    machine.network.link[0].bandwidth = 0;
    set_fit(FC_FIT_SINGLE, 10, 0); /* without a gap: no line is saturated */
    set_fit(FC_FIT_SENDRECV, 16, 0);
    for (int rules = FC_COLLECTIVES_OPENMPI; rules <= FC_COLLECTIVES_MPICH; rules++) {
        machine.collectives = (fc_collectives)rules;
        for (int shares = 1; shares >= 0; shares--)
            for (int k = 0; k < 4; k++)
                for (int p = 2; p < 20; p++) {
                    machine.network.contention = shares ? FC_CONTENTION_FAIR : FC_CONTENTION_NONE;
                    double seconds = latest_of(what[k], p);
                    if (shares)
                        shared[k][p] = seconds;
                    else if (!(seconds >= shared[k][p] - 2e-6 && seconds <= 1.6 * shared[k][p]) ||
                             ((p & (p - 1)) == 0 && !is(seconds, shared[k][p])))
                        fail_msg("rules %d, collective %d, %d ranks: %g by messages, %g closed", rules, k, p,
                                 shared[k][p], seconds);
                }
    }
    machine.collectives = FC_COLLECTIVES_FITTED;
}

/* SMPI's broadcast of 8 bytes from 1 among 4: 0 has them at 18, sends them to 2, where they are at 36, and at 20 to 1;
 * 2 sends them to 3. A specified algorithm has no way round by 0. */
static void test_network__broadcasts_by_way_of_rank_0(void **state)
{
    (void)state;
    share_a_switch();
    machine.network.link[0].bandwidth = 0;
    machine.collectives = FC_COLLECTIVES_SMPI;
    assert_true(is(time_of(broadcast, 4, 0), 22));
    assert_true(is(time_of(broadcast, 4, 1), 38));
    assert_true(is(time_of(broadcast, 4, 3), 54));
    machine.algorithm[FC_FIT_BCAST] = FC_ALGORITHM_BINOMIAL;
    assert_true(is(time_of(broadcast, 4, 0), 36));
    machine.algorithm[FC_FIT_BCAST] = FC_ALGORITHM_CHOSEN;
    machine.collectives = FC_COLLECTIVES_FITTED;
}

/* MPICH's broadcast of 8 bytes from 0 by a binomial tree among 4: 2 has it at 18, 3 at 36; 1, sent to after 2, at 20
 * but it comes at 100 and takes it in. What 0 does next does not wait for it. */
ACTION(broadcast_to_a_late_rank)
{
    work(r, rank == 1 ? 100 : 0);
    fc_MPI_Bcast(r, BCAST, 8, FC_MPI_BYTE, 0, FC_MPI_COMM_WORLD);
}
static void test_network__a_collective_waits_for_the_ranks_it_needs(void **state)
{
    (void)state;
    share_a_switch();
    machine.network.link[0].bandwidth = 0;
    machine.collectives = FC_COLLECTIVES_MPICH;
    assert_true(is(time_of(broadcast_to_a_late_rank, 4, 0), 4));
    assert_true(is(time_of(broadcast_to_a_late_rank, 4, 1), 102));
    assert_true(is(time_of(broadcast_to_a_late_rank, 4, 2), 20));
    assert_true(is(time_of(broadcast_to_a_late_rank, 4, 3), 36));
    machine.collectives = FC_COLLECTIVES_FITTED;
}

/* The root's control value reaches all; a receive from any source takes no message of the broadcast. */
ACTION(carry)
{
    int value = rank == 2 ? 7 : 0;
    if (rank == 0) {
        fc_request q = irecv(r, 8, FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG);
        fc_payload_broadcast(r, &value, 1, FC_MPI_INT, 2, FC_MPI_COMM_WORLD);
        fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, 2, FC_MPI_COMM_WORLD);
        fc_MPI_Wait(r, WAIT, &q);
    } else {
        fc_payload_broadcast(r, &value, 1, FC_MPI_INT, 2, FC_MPI_COMM_WORLD);
        fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, 2, FC_MPI_COMM_WORLD);
        if (rank == 1)
            send(r, 8, 0, 5);
    }
    assert_int_equal(value, 7);
}
ACTION(different_roots)
{
    fc_MPI_Bcast(r, BCAST, 1, FC_MPI_INT, rank == 3, FC_MPI_COMM_WORLD);
}
static void test_network__collectives_carry_and_are_checked(void **state)
{
    (void)state;
    fc_ending ending;
    share_a_switch();
    machine.collectives = FC_COLLECTIVES_OPENMPI;
    time_of(carry, 5, 0);
    fc_simulation_free(run(different_roots, 4, &ending));
    assert_int_equal(ending.end, FC_END_ARGUMENT);
    assert_non_null(strstr(ending.what, "names root 1"));
    machine.collectives = FC_COLLECTIVES_FITTED;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_network__messages_share_a_line),
        cmocka_unit_test_setup(test_network__ranks_do_not_begin_at_one_instant, make_network),
        cmocka_unit_test(test_network__distance),
        cmocka_unit_test(test_network__shares_by_round_trips),
        cmocka_unit_test_setup(test_network__copies_of_the_ends_keep_no_line_busy, make_network),
        cmocka_unit_test_setup(test_network__acknowledgements_share_the_way_back, make_network),
        cmocka_unit_test(test_network__no_concurrent_messages),
        cmocka_unit_test_setup(test_layout__places, make_network),
        cmocka_unit_test_setup(test_layout__mean_distance, make_network),
        cmocka_unit_test_setup(test_network__method_sum_takes_the_mean, make_network),
        cmocka_unit_test_setup(test_network__collectives_by_messages, make_network),
        cmocka_unit_test_setup(test_network__broadcasts_by_way_of_rank_0, make_network),
        cmocka_unit_test_setup(test_network__a_collective_waits_for_the_ranks_it_needs, make_network),
        cmocka_unit_test_setup(test_network__collectives_carry_and_are_checked, make_network),
    };
    return cmocka_run_group_tests(tests, make_network, NULL);
}
