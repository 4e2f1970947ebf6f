/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived datatypes of a virtual rank against the answers of Open MPI 4.1.4: oracles/mpi_datatypes.{h,txt}. */
#include "runtime/core/rank.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const fc_site sites[] = {{"d.c", 4, "main", "MPI_Call", FC_ORIGIN_CLOSED}};
static fc_coefficients machine = {.name = "test", .cores = 4};
static fc_rank *rank_of_calls;
static FILE *expected;
static int n_shown;

#define CALL(name, ...) fc_MPI_##name(rank_of_calls, 0, __VA_ARGS__)
#define T(name) FC_MPI_##name
#define DATATYPE fc_datatype
#define ADDRESS long

static void show(const char *label, fc_datatype type)
{
    char answer[200], line[200];
    int size, packed;
    long low, extent, true_low, true_extent;
    CALL(Type_size, type, &size);
    CALL(Type_get_extent, type, &low, &extent);
    CALL(Type_get_true_extent, type, &true_low, &true_extent);
    CALL(Pack_size, 3, type, FC_MPI_COMM_WORLD, &packed);
    snprintf(answer, sizeof answer, "%s %d %ld %ld %ld %ld %d\n", label, size, low, extent, true_low, true_extent,
             packed);
    assert_non_null(fgets(line, sizeof line, expected));
    if (strcmp(answer, line) != 0)
        print_error("virtual rank: %sOpen MPI:     %s", answer, line);
    n_shown += strcmp(answer, line) == 0;
}

#include "testsuite/oracles/mpi_datatypes.h"

static double compare_all(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    rank_of_calls = r;
    make_all();
    return 0;
}

static fc_ending run(double (*program_main)(fc_rank *, int, char **))
{
    fc_cost_program program = {
        .version = FC_COST_PROGRAM_VERSION, .name = "test", .site = sites, .n_sites = 1, .main = program_main};
    fc_setting setting = {.program = &program, .machine = &machine};
    fc_launch launch = {1, 4, 0, NULL, NULL};
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    fc_rank_run(r, &launch);
    fc_ending ending = r->ending;
    fc_rank_free(r);
    return ending;
}

static void test_runtime_datatype__bounds_are_those_of_open_mpi(void **state)
{
    char line[200];
    (void)state;
    expected = fopen(FORECOST_SOURCE_DIR "/testsuite/oracles/mpi_datatypes.txt", "r");
    assert_non_null(expected);
    n_shown = 0;
    assert_int_equal(run(compare_all).end, FC_END_DONE);
    assert_null(fgets(line, sizeof line, expected));
    fclose(expected);
    assert_int_equal(n_shown, 28);
}

/* A derived type counts with its bytes wherever a predefined one may occur. */
static double use_all(fc_rank *r, int argc, char **argv)
{
    fc_datatype row, again;
    int position = 3, bytes = 0;
    long long large = 0;
    (void)argc, (void)argv;
    fc_MPI_Type_vector(r, 0, 10, 1, 4, FC_MPI_DOUBLE, &row);
    assert_int_equal(fc_datatype_bytes(row), 80);
    fc_MPI_Pack(r, 0, 2, row, &position, FC_MPI_COMM_WORLD);
    assert_int_equal(position, 163);
    fc_MPI_Unpack(r, 0, &position, 1, row, FC_MPI_COMM_WORLD);
    assert_int_equal(position, 243);
    fc_MPI_Type_free(r, 0, &row);
    assert_int_equal(row, FC_MPI_DATATYPE_NULL);
    fc_MPI_Type_contiguous(r, 0, 2000000000, FC_MPI_DOUBLE, &row);
    fc_MPI_Type_size(r, 0, row, &bytes);
    assert_int_equal(bytes, FC_MPI_UNDEFINED); /* MPI 3.1, section 4.1.5: more than an int holds */
    fc_MPI_Type_size_x(r, 0, row, &large);
    assert_true(large == 16000000000LL);
    for (int i = 0; i < 10000000; i++) {
        fc_MPI_Type_contiguous(r, 0, 3, FC_MPI_INT, &again);
        fc_MPI_Type_free(r, 0, &again);
    }
    return 0;
}

static void test_runtime_datatype__sizes_are_used_and_slots_given_back(void **state)
{
    (void)state;
    assert_int_equal(run(use_all).end, FC_END_DONE);
}

/* Displacements that are addresses leave the size static and the extent dynamic. */
static double ask_extent(fc_rank *r, int argc, char **argv)
{
    const int lengths[2] = {1, 2};
    const fc_datatype types[2] = {FC_MPI_INT, FC_MPI_DOUBLE};
    fc_datatype made;
    int size;
    long extent;
    (void)argc, (void)argv;
    fc_MPI_Type_create_struct(r, 0, 2, lengths, NULL, types, &made);
    fc_MPI_Type_size(r, 0, made, &size);
    assert_int_equal(size, 20);
    fc_MPI_Type_get_extent(r, 0, made, NULL, &extent);
    return 0;
}

static double free_predefined(fc_rank *r, int argc, char **argv)
{
    fc_datatype type = FC_MPI_INT;
    (void)argc, (void)argv;
    fc_MPI_Type_free(r, 0, &type);
    return 0;
}

static double make_of_nothing(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_MPI_Type_contiguous(r, 0, 2, FC_MPI_DATATYPE_NULL, NULL);
    return 0;
}

static double leave_the_array(fc_rank *r, int argc, char **argv)
{
    const int sizes[2] = {4, 4}, part[2] = {2, 2}, from[2] = {1, 3};
    (void)argc, (void)argv;
    fc_MPI_Type_create_subarray(r, 0, 2, sizes, part, from, FC_MPI_ORDER_C, FC_MPI_INT, NULL);
    return 0;
}

static double use_a_foreign_handle(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_MPI_Send(r, 0, 1, fc_datatype_derived(7, 8), 1, 0, FC_MPI_COMM_SELF);
    return 0;
}

static double have_negative_length(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_MPI_Type_vector(r, 0, 2, -1, 4, FC_MPI_INT, NULL);
    return 0;
}

static void test_runtime_datatype__what_cannot_be_is_refused(void **state)
{
    static const struct {
        double (*what)(fc_rank *, int, char **);
        const char *text;
    } rows[] = {
        {ask_extent, "MPI_Call: the extent depends on displacements that are data or addresses"},
        {free_predefined, "MPI_Call: a predefined datatype, or none, cannot be freed"},
        {make_of_nothing, "MPI_Call: the datatype was never made, or was freed"},
        {leave_the_array, "MPI_Call: dimension 1: 2 elements from 3 on exceed its size of 4"},
        {use_a_foreign_handle, "MPI_Call: the datatype was never made, or was freed"},
        {have_negative_length, "MPI_Call: a count or length is -1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_ending ending = run(rows[i].what);
        assert_int_equal(ending.end, FC_END_ARGUMENT);
        assert_string_equal(ending.what, rows[i].text);
        assert_int_equal(ending.line, 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_datatype__bounds_are_those_of_open_mpi),
        cmocka_unit_test(test_runtime_datatype__sizes_are_used_and_slots_given_back),
        cmocka_unit_test(test_runtime_datatype__what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
