/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Method ranks: data and times of receives and probes (MPI 3.1, sections 3.2.5, 3.5, 3.8), by hand from the rules of
 * simulation.h. */
#include "testsuite/unit/world_program.h"

enum {
    PROBE = RECV
};

static void expect_status(const fc_mpi_status *status, int source, int tag, double bytes)
{
    assert_int_equal(status->MPI_SOURCE, source);
    assert_int_equal(status->MPI_TAG, tag);
    assert_true(status->bytes == bytes);
}

static void probe(fc_rank *r, int from, int tag, fc_mpi_status *status)
{
    fc_payload_set_status(r, status);
    fc_MPI_Probe(r, PROBE, from, tag, FC_MPI_COMM_WORLD);
}

static int probe_now(fc_rank *r, int from, int tag, fc_mpi_status *status)
{
    int flag;
    fc_payload_set_status(r, status);
    fc_MPI_Iprobe(r, PROBE, from, tag, FC_MPI_COMM_WORLD, &flag);
    return flag;
}

/* A number goes round: each adds its rank; 0 has 0 + 1 + 2 + ... at the end. 18 s a hop. */
ACTION(ring_of_numbers)
{
    int n = rank, got = -1;
    for (int step = 0; step < 2; step++) {
        bool sends = step == (rank > 0), receives = step != (rank > 0);
        if (sends) {
            fc_payload_set(r, &n, NULL, 0);
            fc_MPI_Send(r, SEND, 1, FC_MPI_INT, (rank + 1) % ranks, 0, FC_MPI_COMM_WORLD);
        }
        if (receives) {
            fc_payload_set(r, NULL, &got, 0);
            fc_MPI_Recv(r, RECV, 1, FC_MPI_INT, (rank + ranks - 1) % ranks, 0, FC_MPI_COMM_WORLD);
            n += got;
        }
    }
    assert_int_equal(n, rank > 0 ? rank * (rank + 1) / 2 : ranks * (ranks - 1) / 2);
}
/* A message has the variable's value at the send, not at the receive. */
ACTION(overwritten_after_the_send)
{
    int n = 5, got = 0;
    fc_request q;
    if (rank == 0) {
        fc_payload_set(r, &n, NULL, 0);
        fc_MPI_Isend(r, ISEND, 1, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD, &q);
        fc_MPI_Wait(r, WAIT, &q);
        n = 6;
    } else {
        work(r, 50);
        fc_payload_set(r, NULL, &got, 0);
        fc_MPI_Recv(r, RECV, 4, FC_MPI_INT, 0, 0, FC_MPI_COMM_WORLD);
        assert_int_equal(got, 5);
    }
}
/* 1 works 17 and sends 8 bytes, there at 35; 2 sends 16 at once, there at 26 and first, in any order of evaluation. */
ACTION(statuses_of_any)
{
    fc_mpi_status status;
    if (rank > 0) {
        work(r, rank == 1 ? 17 : 0);
        send(r, 8 * rank, 0, 30 + rank);
        return;
    }
    for (int i = 2; i > 0; i--) {
        fc_payload_set_status(r, &status);
        recv(r, 100, FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG);
        expect_status(&status, i, 30 + i, 8 * i);
    }
}
ACTION(statuses_of_nothing)
{
    fc_mpi_status status[2];
    fc_request q[2] = {FC_MPI_REQUEST_NULL, irecv(r, 8, FC_MPI_PROC_NULL, 3)};
    fc_payload_set_status(r, status);
    recv(r, 8, FC_MPI_PROC_NULL, 0);
    expect_status(status, FC_MPI_PROC_NULL, FC_MPI_ANY_TAG, 0);
    probe(r, FC_MPI_PROC_NULL, 0, status);
    expect_status(status, FC_MPI_PROC_NULL, FC_MPI_ANY_TAG, 0);
    fc_payload_set_status(r, status);
    fc_MPI_Waitall(r, WAIT, 2, q);
    expect_status(&status[0], FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG, 0);
    expect_status(&status[1], FC_MPI_PROC_NULL, FC_MPI_ANY_TAG, 0);
}
/* Sent at 50, there at 68; the probe leaves it, and a second one sees it again at once. */
ACTION(probe_waits)
{
    fc_mpi_status status;
    if (rank == 0) {
        work(r, 50), send(r, 8, 1, 4);
        return;
    }
    probe(r, FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG, &status);
    expect_status(&status, 0, 4, 8);
    assert_true(fc_now(r) == 68);
    probe(r, 0, 4, &status);
    assert_true(fc_now(r) == 68);
    recv(r, 8, 0, 4);
}
/* 100 bytes are a rendezvous: visible when the envelope is there, at 10, and then received in 110. */
ACTION(probe_of_a_rendezvous)
{
    fc_mpi_status status;
    if (rank == 0) {
        send(r, 100, 1, 4);
        return;
    }
    probe(r, 0, 4, &status);
    assert_true(fc_now(r) == 10 && status.bytes == 100);
    recv(r, 100, 0, 4);
}
/* A receive posted before takes the first message; the probe sees the second. */
ACTION(probe_after_a_receive)
{
    fc_mpi_status status;
    if (rank == 0) {
        send(r, 8, 1, 0), send(r, 16, 1, 0);
        return;
    }
    fc_request q = irecv(r, 8, FC_MPI_ANY_SOURCE, 0);
    probe(r, 0, 0, &status);
    assert_true(status.bytes == 16);
    recv(r, 16, 0, 0);
    fc_MPI_Wait(r, WAIT, &q);
}
/* A message taken by a matched probe is gone for other receives. */
ACTION(matched_probe)
{
    fc_mpi_message message;
    fc_mpi_status status;
    if (rank == 0) {
        send(r, 8, 1, 0), send(r, 16, 1, 0);
        return;
    }
    fc_payload_set_status(r, &status);
    fc_MPI_Mprobe(r, PROBE, 0, FC_MPI_ANY_TAG, FC_MPI_COMM_WORLD, &message);
    expect_status(&status, 0, 0, 8);
    recv(r, 16, 0, 0);
    fc_MPI_Mrecv(r, RECV, 8, FC_MPI_BYTE, &message);
    assert_int_equal(message, FC_MPI_MESSAGE_NULL);
}
/* No message yet at 0; polled in a loop it waits for it, to 68; another tag is not seen. */
ACTION(polling_probe)
{
    fc_mpi_status status;
    int asked = 0;
    if (rank == 0) {
        work(r, 50), send(r, 8, 1, 4);
        return;
    }
    while (!probe_now(r, 0, 4, &status))
        asked++;
    assert_int_equal(asked, 2);
    assert_true(fc_now(r) == 68 && status.bytes == 8);
    assert_false(probe_now(r, 0, 5, &status));
    recv(r, 8, 0, 4);
}
/* Polling for two things: 1 tests its own request and serves 0, which answers only then. Sent at 0, there at 18. */
ACTION(polling_for_two)
{
    int flag = 0, served = 0;
    if (rank == 0) {
        send(r, 8, 1, 1);
        recv(r, 8, 1, 2);
        send(r, 8, 1, 3);
        return;
    }
    for (fc_request q = irecv(r, 8, 0, 3); !flag; fc_MPI_Test(r, WAIT, &q, &flag))
        if (probe_now(r, FC_MPI_ANY_SOURCE, 1, NULL)) {
            recv(r, 8, 0, 1);
            send(r, 8, 0, 2);
            served++;
        }
    assert_int_equal(served, 1);
}
/* A poll of each kind fails, and none waits: 0 and 1 send only then. */
ACTION(polls_of_several_kinds)
{
    int flag;
    fc_request q[2] = {irecv(r, 8, 1 - rank, 3), irecv(r, 8, 1 - rank, 4)};
    const double before = fc_now(r);
    assert_false(probe_now(r, 1 - rank, 1, NULL));
    assert_false(probe_now(r, 1 - rank, 2, NULL));
    fc_MPI_Test(r, WAIT, &q[0], &flag);
    assert_false(flag);
    fc_MPI_Test(r, WAIT, &q[1], &flag);
    assert_false(flag);
    assert_true(fc_now(r) == before);
    send(r, 8, 1 - rank, 3);
    send(r, 8, 1 - rank, 4);
    fc_MPI_Waitall(r, WAIT, 2, q);
}
/* Repeated in vain, while no rank can go on: it goes on after the time of an empty receive's post. */
ACTION(polls_again_and_again)
{
    if (rank == 1) {
        recv(r, 8, 0, 1);
        return;
    }
    for (int i = 0; i < 5; i++)
        assert_false(probe_now(r, 1, 1, NULL));
    assert_true(fc_now(r) > 0);
    send(r, 8, 1, 1);
}
/* The barrier has ended once the other rank comes to it, at 50; until then a test fails. */
ACTION(tested_barrier)
{
    int flag = 0, asked = 0;
    fc_request q;
    work(r, rank * 50);
    fc_MPI_Ibarrier(r, BARRIER, FC_MPI_COMM_WORLD, &q);
    for (; !flag; asked++)
        fc_MPI_Test(r, WAIT, &q, &flag);
    assert_true(fc_now(r) >= 50);
    assert_int_equal(asked, rank == 0 ? 2 : asked);
}
/* A synchronous send that its receiver has not matched is cancelled, and no message is left. */
ACTION(cancelled_send)
{
    int gone;
    fc_mpi_status status = {0};
    fc_request q;
    (void)rank;
    fc_MPI_Issend(r, SEND, 100, FC_MPI_BYTE, 0, 0, FC_MPI_COMM_WORLD, &q);
    fc_MPI_Cancel(r, WAIT, &q);
    fc_payload_set_status(r, &status);
    fc_MPI_Wait(r, WAIT, &q);
    fc_MPI_Test_cancelled(r, WAIT, &status, &gone);
    assert_true(gone);
}
ACTION(elements_of_a_record)
{
    int n;
    fc_datatype record, types[2] = {FC_MPI_INT, FC_MPI_DOUBLE};
    fc_mpi_status status = {0, 0, 0, 24};
    (void)rank;
    fc_MPI_Type_create_struct(r, RECV, 2, (const int[]){1, 1}, (const long[]){0, 8}, types, &record);
    fc_MPI_Get_elements(r, RECV, &status, record, &n);
    assert_int_equal(n, 4);
    status.bytes = 20; /* a pair of double and int, and a double */
    fc_MPI_Get_elements(r, RECV, &status, FC_MPI_DOUBLE_INT, &n);
    assert_int_equal(n, 3);
    status.bytes = 22;
    fc_MPI_Get_elements(r, RECV, &status, FC_MPI_DOUBLE_INT, &n);
    assert_int_equal(n, FC_MPI_UNDEFINED);
}
ACTION(counts)
{
    int n;
    fc_mpi_status status = {0, 0, 0, 24};
    fc_MPI_Get_count(r, RECV, &status, FC_MPI_DOUBLE, &n);
    assert_int_equal(n, 3);
    fc_MPI_Get_count(r, RECV, &status, FC_MPI_C_DOUBLE_COMPLEX, &n);
    assert_int_equal(n, FC_MPI_UNDEFINED);
    fc_MPI_Get_elements(r, RECV, &status, FC_MPI_SHORT, &n);
    assert_int_equal(n, 12);
    fc_MPI_Test_cancelled(r, RECV, &status, &n);
    assert_int_equal(n, 0);
}

static void test_runtime_delivery__brings_what_mpi_says(void **state)
{
    static const struct {
        action *act;
        int ranks;
        double time; /* of the last rank that receives */
    } rows[] = {{ring_of_numbers, 4, 4 * 14},
                {overwritten_after_the_send, 2, 52},
                {statuses_of_any, 3, -1},
                {statuses_of_nothing, 1, 0},
                {probe_waits, 2, 70},
                {probe_of_a_rendezvous, 2, 120},
                {probe_after_a_receive, 2, -1},
                {matched_probe, 2, -1},
                {polling_probe, 2, 70},
                {polling_for_two, 2, -1},
                {polls_of_several_kinds, 2, -1},
                {polls_again_and_again, 2, -1},
                {tested_barrier, 2, -1},
                {elements_of_a_record, 1, -1},
                {cancelled_send, 1, -1},
                {counts, 1, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int one;
        fc_ending ending;
        fc_simulation *w = run(rows[i].act, rows[i].ranks, &ending);
        const fc_rank *last = fc_simulation_rank(w, i == 0 ? 0 : rows[i].ranks - 1, &one);
        if (ending.end != FC_END_DONE || (rows[i].time >= 0 && fabs(fc_now(last) - rows[i].time) > 1e-9))
            fail_msg("row %zu: %d %s, %g s", i, ending.end, ending.what, fc_now(last));
        fc_simulation_free(w);
    }
}

ACTION(numbers_that_are_data)
{
    int n;
    if (rank == 0) {
        fc_MPI_Send(r, SEND, 1, FC_MPI_INT, 1, 0, FC_MPI_COMM_WORLD);
        return;
    }
    fc_payload_set(r, NULL, &n, 0);
    fc_MPI_Recv(r, RECV, 1, FC_MPI_INT, 0, 0, FC_MPI_COMM_WORLD);
}
ACTION(tag_that_is_data)
{
    fc_mpi_status status;
    if (rank == 0) {
        send(r, 8, 1, FC_MPI_TAG_UNKNOWN);
        return;
    }
    fc_payload_set_status(r, &status);
    recv(r, 8, 0, FC_MPI_ANY_TAG);
}
ACTION(message_taken_twice)
{
    fc_mpi_message message, again;
    if (rank == 0) {
        send(r, 8, 1, 0);
        return;
    }
    fc_MPI_Mprobe(r, PROBE, 0, 0, FC_MPI_COMM_WORLD, &message);
    again = message;
    fc_MPI_Mrecv(r, RECV, 8, FC_MPI_BYTE, &message);
    fc_MPI_Mrecv(r, RECV, 8, FC_MPI_BYTE, &again);
}
ACTION(probe_for_ever)
{
    fc_mpi_status status;
    if (rank == 0)
        send(r, 8, 1, 0);
    else
        probe(r, 0, 1, &status);
}
ACTION(poll_for_ever)
{
    if (rank == 0)
        send(r, 8, 1, 0);
    else
        while (!probe_now(r, 0, 1, NULL))
            fc_step(r, "w.c", 41);
}

static void test_runtime_delivery__says_what_cannot_be(void **state)
{
    static const struct {
        action *act;
        fc_end end;
        const char *what;
    } rows[] = {
        {numbers_that_are_data, FC_END_ARGUMENT, "a message from rank 0 whose content depends on data"},
        {tag_that_is_data, FC_END_ARGUMENT, "the tag of a message from rank 0 depends on data"},
        {message_taken_twice, FC_END_ARGUMENT, "the message was received before or never probed"},
        {probe_for_ever, FC_END_DEADLOCK, "rank 1 waits in MPI_Recv (w.c:2) for a message from rank 0 (tag 1)"},
        {poll_for_ever, FC_END_DEADLOCK, "rank 1 waits in MPI_Recv (w.c:2) for a message from any rank"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending;
        fc_simulation_free(run(rows[i].act, 2, &ending));
        if (ending.end != rows[i].end || ending.line != RECV || !strstr(ending.what, rows[i].what))
            fail_msg("row %zu: %d at line %d: %s", i, ending.end, ending.line, ending.what);
    }
}

/* Under method sum no rank receives it: the run ends at the receive, not at the send. */
static void test_runtime_delivery__method_sum_has_no_messages(void **state)
{
    fc_setting setting = {.program = &program, .machine = &machine, .compute = seconds_of, .step_limit = 1e5};
    program.main = main_of_program;
    acted = ring_of_numbers;
    fc_rank *r = fc_rank_create(&setting);
    fc_launch launch = {1, 2, 0, NULL, NULL};
    (void)state;
    assert_int_equal(fc_rank_run(r, &launch), FC_END_NEEDS_MESSAGE);
    assert_int_equal(r->ending.line, RECV);
    fc_rank_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_runtime_delivery__brings_what_mpi_says, make_machine),
        cmocka_unit_test_setup(test_runtime_delivery__says_what_cannot_be, make_machine),
        cmocka_unit_test_setup(test_runtime_delivery__method_sum_has_no_messages, make_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
