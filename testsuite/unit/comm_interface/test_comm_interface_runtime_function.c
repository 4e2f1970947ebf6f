/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runtime functions: values by hand from [analyzer] table 1's forms. */
#include "comm_interface/runtime_function.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Relative difference 1e-12. */
#define assert_close(a, b) assert_true(fabs((a) - (b)) <= 1e-12 * fabs(b))

static fc_coefficients machine;
static fc_coefficients bare;

/* single: 3 us + 2 ns/B below 1000 B, 7 us + 1.5 ns/B from there on; broadcast: all six terms. */
static int make_machines(void **state)
{
    fc_runtime_function single = {.n_segments = 2, .low_ranks = 2, .high_ranks = 2};
    single.segment[0] = (fc_segment){0, 1000, {3e-6, 0, 0, 2e-9}, 0.05};
    single.segment[1] = (fc_segment){1000, 1e6, {7e-6, 0, 0, 1.5e-9}, 0.07};
    fc_runtime_function bcast = {.n_segments = 1, .low_ranks = 2, .high_ranks = 16};
    bcast.segment[0] = (fc_segment){0, 1e6, {5e-6, 2e-6, 1e-7, 1e-9, 3e-10, 2e-11}, 0.03};
    machine.communication[FC_VARIANT_ANY][FC_FIT_SINGLE] = bare.communication[FC_VARIANT_ANY][FC_FIT_SINGLE] = single;
    machine.communication[FC_VARIANT_ANY][FC_FIT_BCAST] = bcast;
    machine.communication[FC_VARIANT_ANY][FC_FIT_REDUCE] = bcast;
    /* 2 ns to read, 3 ns to write 8 bytes, whatever the working set */
    machine.memory.curve[0][FC_PATTERN_UNIT][FC_READ] = (fc_curve){2, {1e3, 1e6}, {2e-9, 2e-9}, {0}};
    machine.memory.curve[0][FC_PATTERN_UNIT][FC_WRITE] = (fc_curve){2, {1e3, 1e6}, {3e-9, 3e-9}, {0}};
    *state = NULL;
    return 0;
}

static void test_comm_interface_runtime_function__segments_are_chosen_by_bytes(void **state)
{
    (void)state;
    double error;
    assert_close(fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_SINGLE, FC_VARIANT_ANY, 2, 500}, &error),
                 3e-6 + 500 * 2e-9);
    assert_close(error, 0.05);
    assert_close(fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_SINGLE, FC_VARIANT_ANY, 2, 1000}, &error),
                 7e-6 + 1000 * 1.5e-9);
    assert_close(error, 0.07);
    assert_close(fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_SINGLE, FC_VARIANT_ANY, 2, 5e6}, &error),
                 7e-6 + 5e6 * 1.5e-9);
}

static void test_comm_interface_runtime_function__all_terms_count(void **state)
{
    (void)state;
    double error;
    /* p = 8, m = 2000: 5 us + 3 * 2 us + 7 * 0.1 us + 2000 * (1 + 3 * 0.3 + 7 * 0.02) ns = 11.7 us + 4.08 us */
    assert_close(fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 8, 2000}, &error),
                 15.78e-6);
    assert_close(error, 0.03);
}

static void test_comm_interface_runtime_function__error_grows_beyond_the_calibrated_ranks(void **state)
{
    (void)state;
    double error;
    fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 64, 8}, &error);
    assert_close(error, 0.03 + 2 * 0.04); /* 16 -> 64: two doublings */
    assert_true(fc_runtime_function_calibrated(&machine, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 16, 8}));
    assert_false(fc_runtime_function_calibrated(&machine, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 17, 8}));
    assert_false(fc_runtime_function_calibrated(&machine, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 16, 2e6}));
    assert_false(fc_runtime_function_calibrated(&machine, (fc_runtime_query){FC_FIT_ALLGATHER, FC_VARIANT_ANY, 2, 8}));
}

static void test_comm_interface_runtime_function__alone_a_collective_is_a_copy_at_most(void **state)
{
    (void)state;
    double error;
    assert_true(fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 1, 4000}, &error) ==
                0);
    assert_true(fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_BARRIER, FC_VARIANT_ANY, 1, 0}, &error) ==
                0);
    /* 4000 bytes are 500 times 8, 2 ns read and 3 ns written each */
    assert_close(
        fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_ALLGATHER, FC_VARIANT_ANY, 1, 4000}, &error),
        500 * 5e-9);
}

static void test_comm_interface_runtime_function__operations_without_fit_are_derived_from_others(void **state)
{
    (void)state;
    double error, small = 3e-6 + 2e-9 * 16; /* a transfer of 16 bytes */
    assert_close(
        fc_runtime_function_time(&machine, (fc_runtime_query){FC_FIT_ALLREDUCE, FC_VARIANT_ANY, 8, 2000}, &error),
        2 * 15.78e-6);
    assert_close(fc_runtime_function_time(&bare, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 9, 16}, &error),
                 4 * small); /* tree of 9: 4 steps */
    assert_close(error, 0.12);
    /* allgather of 9 blocks in 4 steps: 1, 2, 4 and the last 1 */
    assert_close(fc_runtime_function_time(&bare, (fc_runtime_query){FC_FIT_ALLGATHERV, FC_VARIANT_ANY, 9, 16}, &error),
                 4 * 3e-6 + 2e-9 * 16 * 8);
    /* alltoall of 4 blocks of 16 bytes: 2 steps of 2 blocks; of 10 kB: 3 exchanges of 22 us (2 steps of 20 kB would
     * take 74 us) */
    assert_close(fc_runtime_function_time(&bare, (fc_runtime_query){FC_FIT_ALLTOALL, FC_VARIANT_ANY, 4, 16}, &error),
                 2 * (3e-6 + 2e-9 * 32));
    assert_close(
        fc_runtime_function_time(&bare, (fc_runtime_query){FC_FIT_ALLTOALLV, FC_VARIANT_ANY, 4, 10000}, &error),
        3 * (7e-6 + 1.5e-9 * 10000));
    /* gather on a tree of 4: 16 and 32 bytes */
    assert_close(fc_runtime_function_time(&bare, (fc_runtime_query){FC_FIT_GATHER, FC_VARIANT_ANY, 4, 16}, &error),
                 2 * 3e-6 + 2e-9 * 48);
    /* reduce_scatter of 64 bytes in all by halving among 4: 32 and 16 bytes */
    assert_close(
        fc_runtime_function_time(&bare, (fc_runtime_query){FC_FIT_REDUCE_SCATTER, FC_VARIANT_ANY, 4, 64}, &error),
        2 * 3e-6 + 2e-9 * 48);
    assert_close(fc_runtime_function_time(&bare, (fc_runtime_query){FC_FIT_SEND, FC_VARIANT_ANY, 77, 16}, &error),
                 small);
    assert_true(fc_runtime_function_time(&bare, (fc_runtime_query){FC_FIT_POST, FC_VARIANT_ANY, 2, 16}, &error) == 0);
}

static void test_comm_interface_runtime_function__a_machine_without_transfers_gives_no_number(void **state)
{
    (void)state;
    static const fc_coefficients empty;
    double error;
    for (int fit = 0; fit < FC_FIT_COMM_DUP; fit++)
        assert_true(
            isnan(fc_runtime_function_time(&empty, (fc_runtime_query){(fc_fit)fit, FC_VARIANT_ANY, 4, 8}, &error)));
    /* Communicators cost nothing where they were not measured. */
    for (int fit = FC_FIT_COMM_DUP; fit < FC_FIT_FILE_OPEN; fit++)
        assert_true(fc_runtime_function_time(&empty, (fc_runtime_query){(fc_fit)fit, FC_VARIANT_ANY, 4, 0}, &error) ==
                    0);
    /* File operations are assumed: 0.1 ms a call and 500 MB/s, +- 50 %. */
    assert_close(
        fc_runtime_function_time(&empty, (fc_runtime_query){FC_FIT_FILE_WRITE, FC_VARIANT_ANY, 4, 1e6}, &error),
        1e-4 + 2e-3);
    assert_true(error == 0.5);
}

static void test_comm_interface_runtime_function__never_below_zero(void **state)
{
    (void)state;
    fc_coefficients odd = {0};
    double error;
    odd.communication[FC_VARIANT_ANY][FC_FIT_SINGLE] =
        (fc_runtime_function){1, {{0, 100, {-1e-6, 0, 0, 1e-9}, 0.1}}, 2, 2, false, false};
    assert_true(fc_runtime_function_time(&odd, (fc_runtime_query){FC_FIT_SINGLE, FC_VARIANT_ANY, 2, 8}, &error) == 0);
}

static double users_bcast(const fc_coefficients *on, double n, fc_datatype type, int p)
{
    return on == &machine ? 1e-3 * n * fc_datatype_bytes(type) + p : -1;
}

static void test_comm_interface_runtime_function__users_functions_replace_ours(void **state)
{
    (void)state;
    fc_comm_model user = {0};
    double error = -1;
    user.collective[FC_FIT_BCAST] = users_bcast;
    assert_close(
        fc_comm_model_time(&user, &machine, &(fc_transfer){FC_FIT_BCAST, 3, 5, FC_MPI_DOUBLE, FC_VARIANT_ANY}, &error),
        1e-3 * 40 + 3);
    assert_true(error == 0);
    assert_close(
        fc_comm_model_time(&user, &machine, &(fc_transfer){FC_FIT_SINGLE, 2, 5, FC_MPI_DOUBLE, FC_VARIANT_ANY}, &error),
        3e-6 + 40 * 2e-9);
    assert_close(
        fc_comm_model_time(NULL, &machine, &(fc_transfer){FC_FIT_BCAST, 8, 250, FC_MPI_DOUBLE, FC_VARIANT_ANY}, &error),
        15.78e-6);
}

static void test_comm_interface_runtime_function__every_fit_has_one_function_and_one_symbol(void **state)
{
    (void)state;
    for (int fit = 0; fit < FC_N_FITS; fit++) {
        assert_true((fc_comm_model_predefined.single[fit] != NULL) !=
                    (fc_comm_model_predefined.collective[fit] != NULL));
        assert_int_equal(strncmp(fc_comm_model_symbol((fc_fit)fit), "fc_time_MPI_", 12), 0);
    }
    assert_string_equal(fc_comm_model_symbol(FC_FIT_SINGLE), "fc_time_MPI_Recv");
    assert_close(fc_time_MPI_Bcast(&machine, 250, FC_MPI_DOUBLE, 8), 15.78e-6);
    assert_close(fc_time_MPI_Recv(&machine, 125, FC_MPI_INT), 3e-6 + 500 * 2e-9);
}

/* Within a node: single 1 us + 1 ns/B, a gather of T's along its steps; reduce 4 us. Missing functions are taken from
 * ANY. */
static void test_comm_interface_runtime_function__variants(void **state)
{
    (void)state;
    double error;
    fc_coefficients nodes = machine;
    nodes.communication[FC_VARIANT_INTRA][FC_FIT_SINGLE] =
        (fc_runtime_function){.n_segments = 1, .segment = {{0, 1e6, {1e-6, 0, 0, 1e-9}, 0.01}}, .high_ranks = 2};
    nodes.communication[FC_VARIANT_INTRA][FC_FIT_REDUCE] =
        (fc_runtime_function){.n_segments = 1, .segment = {{0, 1e6, {4e-6}, 0.02}}, .low_ranks = 2, .high_ranks = 2};
    nodes.communication[FC_VARIANT_INTRA][FC_FIT_SCAN] = (fc_runtime_function){
        .n_segments = 1, .segment = {{0, 1e6, {[FC_TERM_RING] = 2}, 0}}, .low_ranks = 2, .high_ranks = 4};
    const fc_runtime_query near = {FC_FIT_SINGLE, FC_VARIANT_INTRA, 2, 500},
                           far = {FC_FIT_SINGLE, FC_VARIANT_INTER, 2, 500};
    assert_close(fc_runtime_function_time(&nodes, near, &error), 1.5e-6);
    assert_close(error, 0.01);
    assert_close(fc_runtime_function_time(&nodes, far, &error), 4e-6);
    assert_close(fc_runtime_function_time(&nodes, (fc_runtime_query){FC_FIT_REDUCE, FC_VARIANT_INTRA, 2, 8}, &error),
                 4e-6);
    assert_close(fc_runtime_function_time(&nodes, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_INTRA, 8, 2000}, &error),
                 15.78e-6);
    /* no gather anywhere: 2 steps of 500 and 1000 bytes; twice 3 transfers of a scan's 500 */
    assert_close(fc_runtime_function_time(&nodes, (fc_runtime_query){FC_FIT_GATHER, FC_VARIANT_INTRA, 4, 500}, &error),
                 3.5e-6);
    assert_close(fc_runtime_function_time(&nodes, (fc_runtime_query){FC_FIT_SCAN, FC_VARIANT_INTRA, 4, 500}, &error),
                 9e-6);
    assert_true(fc_runtime_function_calibrated(&nodes, (fc_runtime_query){FC_FIT_REDUCE, FC_VARIANT_INTRA, 2, 8}));
    assert_false(fc_runtime_function_calibrated(&nodes, (fc_runtime_query){FC_FIT_REDUCE, FC_VARIANT_INTRA, 4, 8}));
    assert_true(fc_runtime_function_calibrated(&nodes, (fc_runtime_query){FC_FIT_REDUCE, FC_VARIANT_ANY, 4, 8}));
}

static void test_comm_interface_datatype__bytes_by_handle_and_by_name(void **state)
{
    (void)state;
    assert_int_equal(fc_datatype_bytes(FC_MPI_DOUBLE_INT), 12);
    assert_int_equal(fc_datatype_bytes(FC_MPI_DATATYPE_NULL), 0);
    assert_int_equal(fc_datatype_bytes(-5), 0);
    assert_int_equal(fc_datatype_bytes(200), 0);
    assert_int_equal(fc_datatype_bytes(FC_MPI_LAST_DATATYPE + 1), 0);
    assert_int_equal(fc_datatype_bytes_of_name("MPI_SHORT"), 2);
    assert_int_equal(fc_datatype_bytes_of_name("MPI_2INT"), 8);
    assert_int_equal(fc_datatype_bytes_of_name("MPI_SUM"), 0);
}

/* Two cores a node, measured on 8 ranks: three doublings more at 64; nothing on one node or as measured. With a
 * network, its own error, or the one of network models. */
static void test_comm_interface_runtime_function__network_error(void **state)
{
    (void)state;
    static fc_coefficients of;
    of = (fc_coefficients){.cores = 2};
    of.communication[FC_VARIANT_ANY][FC_FIT_SINGLE] =
        (fc_runtime_function){.n_segments = 1, .low_ranks = 2, .high_ranks = 2};
    of.communication[FC_VARIANT_ANY][FC_FIT_BCAST] =
        (fc_runtime_function){.n_segments = 1, .low_ranks = 2, .high_ranks = 8};
    double doubling = fc_runtime_function_network_error(&of, 16);
    assert_true(doubling > 0 && fc_runtime_function_network_error(&of, 8) == 0);
    assert_true(fabs(fc_runtime_function_network_error(&of, 64) - 3 * doubling) < 1e-12);
    of.network = (fc_network){.model = FC_TOPOLOGY_FLAT, .n_levels = 1};
    double known = fc_runtime_function_network_error(&of, 64);
    assert_true(known > 0 && known < doubling && fc_runtime_function_network_error(&of, 2) == 0);
    of.network.model_error = 0.5;
    assert_true(fc_runtime_function_network_error(&of, 64) == 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comm_interface_runtime_function__network_error),
        cmocka_unit_test(test_comm_interface_runtime_function__segments_are_chosen_by_bytes),
        cmocka_unit_test(test_comm_interface_runtime_function__all_terms_count),
        cmocka_unit_test(test_comm_interface_runtime_function__error_grows_beyond_the_calibrated_ranks),
        cmocka_unit_test(test_comm_interface_runtime_function__alone_a_collective_is_a_copy_at_most),
        cmocka_unit_test(test_comm_interface_runtime_function__operations_without_fit_are_derived_from_others),
        cmocka_unit_test(test_comm_interface_runtime_function__a_machine_without_transfers_gives_no_number),
        cmocka_unit_test(test_comm_interface_runtime_function__never_below_zero),
        cmocka_unit_test(test_comm_interface_runtime_function__users_functions_replace_ours),
        cmocka_unit_test(test_comm_interface_runtime_function__variants),
        cmocka_unit_test(test_comm_interface_datatype__bytes_by_handle_and_by_name),
        cmocka_unit_test(test_comm_interface_runtime_function__every_fit_has_one_function_and_one_symbol),
    };
    return cmocka_run_group_tests(tests, make_machines, NULL);
}
