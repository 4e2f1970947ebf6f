/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Topologies and datatypes of virtual ranks against what Open MPI 4.1.4 answered: oracles/mpi_topology.{c,txt}. */
#include "runtime/core/rank.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const fc_site sites[] = {{"c.c", 6, "main", "MPI_Call", FC_ORIGIN_CLOSED}};
static char answer[400]; /* the virtual rank's answer to the query of the line below */
static const char *line;

static void answer_dims(fc_rank *r)
{
    int ranks, n, dims[4] = {0}, given[4] = {0}, used = 0, step;
    sscanf(line, "dims %d %d%n", &ranks, &n, &used);
    for (int i = 0; i < n; i++, used += step)
        sscanf(line + used, " %d%n", &given[i], &step);
    memcpy(dims, given, sizeof dims);
    fc_MPI_Dims_create(r, 0, ranks, n, dims);
    int length = sprintf(answer, "dims %d %d", ranks, n);
    for (int i = 0; i < 2 * n; i++)
        length += sprintf(answer + length, " %d", i < n ? given[i] : dims[i - n]);
}

static void answer_cart(fc_rank *r)
{
    const int dims[3] = {3, 2, 2}, periods[3] = {1, 0, 1}, remain[3] = {1, 0, 1};
    int coords[3], source, target, number, rank;
    fc_comm grid, plane;
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    fc_MPI_Cart_create(r, 0, FC_MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    fc_MPI_Cart_coords(r, 0, grid, rank, 3, coords);
    int length = sprintf(answer, "cart %d %d %d %d", rank, coords[0], coords[1], coords[2]);
    for (int direction = 0; direction < 3; direction++)
        for (int distance = 1; distance >= -2; distance -= 3) {
            fc_MPI_Cart_shift(r, 0, grid, direction, distance, &source, &target);
            length += sprintf(answer + length, " %d %d", source, target);
        }
    coords[0] -= 4;
    coords[2] += 3;
    fc_MPI_Cart_rank(r, 0, grid, coords, &number);
    length += sprintf(answer + length, " %d", number);
    fc_MPI_Cart_sub(r, 0, grid, remain, &plane);
    fc_MPI_Comm_size(r, 0, plane, &number);
    length += sprintf(answer + length, " %d", number);
    fc_MPI_Comm_rank(r, 0, plane, &number);
    sprintf(answer + length, " %d", number);
}

static void answer_type(fc_rank *r)
{
    static const struct {
        const char *name;
        fc_datatype type;
    } types[] = {
#define TYPE_ROW(name, number, bytes) {#name, FC_MPI_##name},
        FC_MPI_DATATYPE_LIST(TYPE_ROW)};
    char name[40];
    sscanf(line, "type %39s", name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) {
            int bytes;
            fc_MPI_Type_size(r, 0, types[i].type, &bytes);
            sprintf(answer, "type %s %d", name, bytes);
        }
}

static double answer_line(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    if (line[0] == 'd')
        answer_dims(r);
    else if (line[0] == 'c')
        answer_cart(r);
    else
        answer_type(r);
    return 0;
}

static const fc_cost_program program = {.name = "test", .site = sites, .n_sites = 1, .main = answer_line};
static const fc_coefficients machine = {.name = "test", .cores = 1};

static void test_runtime_topology__answers_are_those_of_open_mpi(void **state)
{
    (void)state;
    FILE *file = fopen(FORECOST_SOURCE_DIR "/testsuite/oracles/mpi_topology.txt", "r");
    fc_setting setting = {.program = &program, .machine = &machine};
    fc_rank *r = fc_rank_create(&setting);
    char expected[400];
    int n = 0;
    assert_non_null(file);
    for (; fgets(expected, sizeof expected, file); n++) {
        fc_launch launch = {0, 12, 0, NULL, NULL};
        expected[strcspn(expected, "\n")] = '\0';
        if (expected[0] == 'c')
            launch.rank = atoi(expected + 5);
        line = expected;
        answer[0] = '\0';
        assert_int_equal(fc_rank_run(r, &launch), FC_END_DONE);
        assert_string_equal(answer, expected);
    }
    assert_true(n > 500);
    fc_rank_free(r);
    fclose(file);
}

static double makes_grid(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    const int dims[2] = {2, 3}, periods[2] = {0, 1};
    int out[2], got_periods[2], coords[2], status;
    fc_comm grid, copy;
    fc_MPI_Topo_test(r, 0, FC_MPI_COMM_WORLD, &status);
    assert_int_equal(status, FC_MPI_UNDEFINED);
    fc_MPI_Cart_create(r, 0, FC_MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    if (r->launch.rank >= 6) { /* 12 ranks, a grid of 6 */
        assert_int_equal(grid, FC_MPI_COMM_NULL);
        return 0;
    }
    fc_MPI_Comm_dup(r, 0, grid, &copy);
    fc_MPI_Comm_free(r, 0, &grid);
    assert_int_equal(grid, FC_MPI_COMM_NULL);
    fc_MPI_Topo_test(r, 0, copy, &status);
    assert_int_equal(status, FC_MPI_CART);
    fc_MPI_Cart_get(r, 0, copy, 2, out, got_periods, coords);
    assert_memory_equal(out, dims, sizeof dims);
    assert_memory_equal(got_periods, periods, sizeof periods);
    assert_int_equal(coords[0] * 3 + coords[1], r->launch.rank);
    return 0;
}

static void test_runtime_topology__ranks_outside_the_grid_get_null_and_copies_keep_it(void **state)
{
    (void)state;
    fc_cost_program grid_program = program;
    fc_setting setting = {.program = &grid_program, .machine = &machine};
    grid_program.main = makes_grid;
    fc_rank *r = fc_rank_create(&setting);
    for (int rank = 0; rank < 12; rank++)
        assert_int_equal(fc_rank_run(r, &(fc_launch){rank, 12, 0, NULL, NULL}), FC_END_DONE);
    fc_rank_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_topology__answers_are_those_of_open_mpi),
        cmocka_unit_test(test_runtime_topology__ranks_outside_the_grid_get_null_and_copies_keep_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
