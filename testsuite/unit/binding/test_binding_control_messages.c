/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values made static or dynamic by messages of collectives written in the program. Expected from the rules of MPI (3.1,
 * sections 3.3.1 and 6.4.2) and C's (C17 6.5 p7). */
#include "testsuite/unit/analyzed_program.h"

#define SPREAD                                                                                                         \
    "#include <mpi.h>\n#include <stdlib.h>\nstatic void spread(void *buffer, const int n, int whole, MPI_Comm comm)\n" \
    "{\n    int rank, size;\n    MPI_Comm_rank(comm, &rank);\n    MPI_Comm_size(comm, &size);\n"                       \
    "    if (rank > 0)\n        MPI_Recv(buffer, n, whole ? MPI_INT : MPI_DOUBLE, rank - 1, 9, comm,\n"                \
    "                 MPI_STATUS_IGNORE);\n    if (rank + 1 < size)\n"                                                 \
    "        MPI_Send(buffer, n, whole ? MPI_INT : MPI_DOUBLE, rank + 1, 9, comm);\n}\n"
#define MAIN                                                                                                           \
    "int main(int argc, char **argv)\n{\n    int sizes[2] = {argc, 3}, k = 0;\n"                                       \
    "    double *x = malloc(800);\n    MPI_Datatype type;\n    MPI_Comm row;\n"                                        \
    "    MPI_Comm_split(MPI_COMM_WORLD, argc, 0, &row);\n"                                                             \
    "    MPI_Type_vector(4, 1, 8, MPI_DOUBLE, &type);\n    spread(sizes, 2, 1, MPI_COMM_WORLD);\n"                     \
    "    spread((void *)x, 100, 0, row);\n"
#define LOOP "    while (k < sizes[0])\n        k++;\n}\n"

/* A message of reals to a dynamic rank under a dynamic tag brings no integers. */
static void test_binding_control_messages__a_broadcast_of_ones_own_brings_whole_numbers(void **state)
{
    (void)state;
    assert_true(last_loop_is_known(SPREAD MAIN LOOP));
    assert_true(last_loop_is_known(SPREAD MAIN "    MPI_Send(x, 1, type, (int)x[1], argc, row);\n" LOOP));
    assert_true(
        last_loop_is_known(SPREAD MAIN "    MPI_Recv(x, 5, MPI_DOUBLE, 0, argc, row, MPI_STATUS_IGNORE);\n" LOOP));
}

static void test_binding_control_messages__whole_numbers_that_may_arrive_count(void **state)
{
    (void)state;
    const char *send = "    int found = (int)x[1];\n    MPI_Send(&found, 1, MPI_INT, 0, argc, MPI_COMM_WORLD);\n";
    char *text = fc_format("%s%s%s", SPREAD MAIN, send, LOOP);
    assert_false(last_loop_is_known(text));
    free(text);
    /* made of integers; the destination is dynamic */
    assert_false(last_loop_is_known(SPREAD MAIN "    MPI_Type_vector(4, 1, 8, MPI_INT, &type);\n"
                                                "    MPI_Send(x, 1, type, 0, argc, row);\n" LOOP));
    assert_false(last_loop_is_known(SPREAD MAIN "    MPI_Send(&k, 1, MPI_INT, (int)x[1], argc, row);\n" LOOP));
}

/* A column of characters of dynamic length: received as characters, never as an integer. One with an integer in it may
 * be, and so may bytes. */
static void test_binding_control_messages__characters_bring_no_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second;
        bool is_known;
    } row[] = {
        {"MPI_CHAR", "MPI_UNSIGNED_CHAR", true}, {"MPI_CHAR", "MPI_INT", false}, {"MPI_BYTE", "MPI_CHAR", false}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char *text = fc_format(
            "#include <mpi.h>\n#include <stdlib.h>\nstatic char grid[99][99];\nint main(int argc, char **argv)\n{\n"
            "    int sizes[1] = {argc}, length[2] = {1, 3}, k = 0;\n    MPI_Aint at[2] = {0, 8};\n"
            "    MPI_Datatype column, part[2] = {%s, %s};\n    MPI_Type_create_struct(2, length, at, part, &column);\n"
            "    MPI_Send(grid, grid[1][1], column, 1, argc, MPI_COMM_WORLD);\n"
            "    MPI_Send(&argc, 1, MPI_INT, 1, argc, MPI_COMM_WORLD);\n"
            "    MPI_Recv(sizes, 1, MPI_INT, 0, argc, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n%s",
            row[i].first, row[i].second, LOOP);
        assert_int_equal(last_loop_is_known(text), row[i].is_known);
        free(text);
    }
}

/* The size of a dynamically selected communicator is static only if all candidates have the same size. */
static void test_binding_control_messages__a_dynamic_communicator(void **state)
{
    (void)state;
    static const struct {
        const char *second;
        bool is_known;
    } row[] = {{"all[1] = MPI_COMM_WORLD", true},
               {"MPI_Comm_dup(MPI_COMM_WORLD, &all[1])", true},
               {"all[1] = MPI_COMM_SELF; MPI_Comm_split(MPI_COMM_WORLD, argc, 0, &row)", false},
               {"MPI_Comm_split(MPI_COMM_WORLD, argc, 0, &all[1])", false},
               {"MPI_Comm_split(MPI_COMM_WORLD, argc, 0, &row); MPI_Comm_dup(row, &all[1])", false}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char *text =
            fc_format("#include <mpi.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n"
                      "    int sizes[1] = {0}, k = 0;\n    MPI_Comm all[2] = {MPI_COMM_WORLD, MPI_COMM_WORLD}, row;\n"
                      "    %s;\n    MPI_Comm_size(all[rand() %% 2], &sizes[0]);\n%s",
                      row[i].second, LOOP);
        assert_int_equal(last_loop_is_known(text), row[i].is_known);
        free(text);
    }
}

/* Communicators of different calls are different. */
static void test_binding_control_messages__other_communicators_bring_nothing(void **state)
{
    (void)state;
    const char *begin =
        "#include <mpi.h>\n#include <stdlib.h>\nstatic double x[99];\nint main(int argc, char **argv)\n{\n"
        "    int sizes[1] = {argc}, found = (int)x[1], k = 0;\n    MPI_Comm row, both;\n"
        "    MPI_Comm_dup(MPI_COMM_WORLD, &row);\n    both = argc > 1 ? row : MPI_COMM_WORLD;\n"
        "    MPI_Ssend(&argc, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);\n";
    const char *end = "    MPI_Recv(sizes, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n" LOOP;
    for (int is_same = 0; is_same < 2; is_same++) {
        char *text =
            fc_format("%s    MPI_Ssend(&found, 1, MPI_INT, 0, 0, %s);\n%s", begin, is_same ? "both" : "row", end);
        assert_int_equal(last_loop_is_known(text), !is_same);
        free(text);
    }
}

/* Ranks may make one communicator at two places (MPI 3.1, section 5.12: collective calls match by their order). */
static void test_binding_control_messages__one_communicator_made_at_two_places(void **state)
{
    (void)state;
    const char *begin =
        "#include <mpi.h>\n#include <stdlib.h>\nstatic double x[99];\nint main(int argc, char **argv)\n{\n"
        "    int sizes[1] = {argc}, found = (int)x[1], k = 0;\n    MPI_Comm a, b;\n";
    const char *end = "    MPI_Ssend(&found, 1, MPI_INT, 0, 0, a);\n    MPI_Ssend(&argc, 1, MPI_INT, 0, 0, b);\n"
                      "    MPI_Recv(sizes, 1, MPI_INT, 0, 0, b, MPI_STATUS_IGNORE);\n" LOOP;
    const char *made[] = {"MPI_Comm_dup(MPI_COMM_WORLD, &a);\n    if (MPI_Comm_dup(MPI_COMM_WORLD, &b)) exit(1);\n",
                          "if (argc > 1) MPI_Comm_dup(MPI_COMM_WORLD, &a); else MPI_Comm_dup(MPI_COMM_WORLD, &b);\n"};
    for (int is_same = 0; is_same < 2; is_same++) {
        char *text = fc_format("%s    %s%s", begin, made[is_same], end);
        assert_int_equal(last_loop_is_known(text), !is_same);
        free(text);
    }
    /* a second path through both() has a first call that matches another rank's last one */
    const char *both = "#include <mpi.h>\n#include <stdlib.h>\nstatic double x[99];\nstatic MPI_Comm a, b;\n"
                       "static void both(int only)\n{\n    MPI_Comm_dup(MPI_COMM_WORLD, &a);\n%s"
                       "    MPI_Comm_dup(MPI_COMM_WORLD, &b);\n}\nint main(int argc, char **argv)\n{\n"
                       "    int sizes[1] = {argc}, found = (int)x[1], k = 0;\n    both(argc);\n%s";
    for (int is_same = 0; is_same < 2; is_same++) {
        char *text = fc_format(both, is_same ? "    if (only > 1)\n        return;\n" : "", end);
        assert_int_equal(last_loop_is_known(text), !is_same);
        free(text);
    }
}

/* Reals that are read as integers after all, and records whose fields have other offsets in the cost program. */
static void test_binding_control_messages__memory_of_other_sorts_is_no_memory_of_reals(void **state)
{
    (void)state;
    assert_false(last_loop_is_known(SPREAD MAIN "    ((int *)x)[3] = (int)x[1];\n" LOOP));
    assert_false(last_loop_is_known(SPREAD "static void note(void *p, double from)\n{\n    *(int *)p = (int)from;\n}\n"
                                           "static int noted(void *p)\n{\n    return *(int *)p;\n}\n" MAIN
                                           "    note(x, x[1]);\n    sizes[0] = noted(x);\n" LOOP));
    assert_false(last_loop_is_known(SPREAD
                                    "struct pair {\n    int a, b;\n};\n" MAIN
                                    "    struct pair pair = {1, 2};\n    spread(&pair, 2, 1, MPI_COMM_WORLD);\n" LOOP));
}

/* A wrapper of MPI_Send that does not write its buffer: what another call sends is not what this one does. The values
 * that a receive may get are those of all calls. */
static void test_binding_control_messages__sent_values_stay_apart(void **state)
{
    (void)state;
    static const struct {
        const char *body, *first, *last;
        bool is_known;
    } row[] = {{"", "&n", "n", true},
               {"", "&data", "n", true},
               {"", "&data", "got", false},
               {"", "&n", "got", true},
               {"values[0]++;", "&data", "n", false},
               {"keep = values;", "&data", "keep[0]", false}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char *text =
            fc_format("#include <mpi.h>\nstatic double x[99];\nstatic int *keep;\n"
                      "static void give(int *values, int count, int to)\n{\n    %s\n"
                      "    MPI_Send(values, count, MPI_INT, to, 1, MPI_COMM_WORLD);\n}\n"
                      "static void get(int *values, int count, int from)\n{\n"
                      "    MPI_Recv(values, count, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n}\n"
                      "int main(int argc, char **argv)\n{\n    int n = argc, got = 0, k = 0, data = (int)x[1];\n"
                      "    give(%s, 1, 1);\n    give(&n, 1, 1);\n    get(&got, 1, 0);\n    while (k < %s)\n"
                      "        k++;\n    return data;\n}\n",
                      row[i].body, row[i].first, row[i].last);
        assert_int_equal(last_loop_is_known(text), row[i].is_known);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binding_control_messages__characters_bring_no_numbers),
        cmocka_unit_test(test_binding_control_messages__a_broadcast_of_ones_own_brings_whole_numbers),
        cmocka_unit_test(test_binding_control_messages__whole_numbers_that_may_arrive_count),
        cmocka_unit_test(test_binding_control_messages__a_dynamic_communicator),
        cmocka_unit_test(test_binding_control_messages__other_communicators_bring_nothing),
        cmocka_unit_test(test_binding_control_messages__one_communicator_made_at_two_places),
        cmocka_unit_test(test_binding_control_messages__sent_values_stay_apart),
        cmocka_unit_test(test_binding_control_messages__memory_of_other_sorts_is_no_memory_of_reals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
