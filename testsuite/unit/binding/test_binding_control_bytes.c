/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory with several views: records as bytes, unions, reals that hold integers, addresses as numbers. Expected from
 * C17 6.2.6.1 (bytes of objects), 6.5 p7 (effective types) and 6.5.2.3 (unions), and from the output of each program.
 */
#include "testsuite/unit/analyzed_program.h"

#define BEGIN                                                                                                          \
    "#include <mpi.h>\n#include <stdlib.h>\n#include <string.h>\nstruct in {\n    int n;\n};\nstruct out {\n    int "  \
    "k;\n"                                                                                                             \
    "    struct in in[2];\n};\nunion sorts {\n    double d;\n    int i[2];\n};\nunion whole {\n    unsigned char "     \
    "c[4];\n"                                                                                                          \
    "    int i;\n    unsigned u;\n};\n"                                                                                \
    "static void copy(void *to, const void *from, unsigned long bytes)\n{\n    memcpy(to, from, bytes);\n}\n"          \
    "static void spread(void *p, int bytes)\n{\n    MPI_Bcast(p, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);\n}\n"            \
    "int main(int argc, char **argv)\n{\n    int n = argc, m = 3, k = 0;\n    struct out a = {0, {{n}, {n}}}, b = "    \
    "{0};\n"                                                                                                           \
    "    double x[4] = {0}, y[4] = {0};\n    union sorts s, t;\n    union whole w;\n"
#define LOOP "    while (k < m)\n        k++;\n}\n"
#define EXCHANGE(from, to, count, type)                                                                                \
    "    MPI_Sendrecv(" from ", " count ", " type ", 0, 0, " to ", " count ", " type                                   \
    ", 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"

/* Data that arrives in a record arrives in its inner records too, for any type of pointer. */
static void test_binding_control_bytes__records_that_are_received_as_bytes(void **state)
{
    (void)state;
    assert_true(last_loop_is_known(BEGIN "    b = a;\n    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN EXCHANGE("&a", "&b", "sizeof a", "MPI_BYTE") "    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(
        BEGIN "    char *p = (char *)&b;\n" EXCHANGE("&a", "p", "sizeof a", "MPI_BYTE") "    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    int *p = (int *)&a, *q = (int *)&b;\n" EXCHANGE(
        "p", "q", "3", "MPI_INT") "    m = b.in[1].n;\n" LOOP));
    /* several numbers after the address of one field */
    assert_true(last_loop_is_known(BEGIN EXCHANGE("&a.k", "&b.k", "1", "MPI_INT") "    m = b.in[0].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN EXCHANGE("&a.k", "&b.k", "2", "MPI_INT") "    m = b.in[0].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN EXCHANGE("&a.k", "&b.k", "1", "MPI_2INT") "    m = b.in[0].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    MPI_Allreduce(&a.k, &b.k, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);\n"
                                          "    m = b.in[0].n;\n" LOOP));
}

static void test_binding_control_bytes__records_that_are_copied_as_bytes(void **state)
{
    (void)state;
    assert_false(last_loop_is_known(BEGIN "    memcpy(&b, &a, sizeof a);\n    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    copy(&b, &a, sizeof a);\n    m = b.in[1].n;\n" LOOP));
    assert_true(last_loop_is_known(BEGIN "    memcpy(&b.k, &a.k, sizeof a.k);\n    m = b.in[0].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    memcpy(&b.k, &a.k, 8);\n    m = b.in[0].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    memset(&b.k, 0, 8);\n    m = b.in[0].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    char *p = (char *)&b;\n    p[4] = 7;\n    m = b.in[0].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    int *p = (int *)&b;\n    *p = n;\n    m = b.k;\n" LOOP));
}

/* Zeros for whole records are zeros for each field. */
static void test_binding_control_bytes__records_that_are_cleared(void **state)
{
    (void)state;
    assert_true(last_loop_is_known(BEGIN "    memset((void *)&b, 0, sizeof b);\n    m = b.in[1].n;\n" LOOP));
    assert_true(last_loop_is_known(BEGIN "    memset(b.in, 0, 2 * sizeof *b.in);\n    m = b.k;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    memset(&b, 0, sizeof b - 1);\n    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    memset(&b, 1, sizeof b);\n    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    memset(&b.in, 0, sizeof b);\n    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    memset(&s, 0, sizeof s);\n    m = s.i[1];\n" LOOP));
}

/* A broadcast brings the root's bytes, field by field; for a run of fields from one on the length is unknown. */
static void test_binding_control_bytes__records_that_are_broadcast(void **state)
{
    (void)state;
    assert_true(last_loop_is_known(BEGIN "    spread(&b, (int)sizeof b);\n    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    b.in[1].n = (int)argv[0][0] + rand();\n    spread(&b, (int)sizeof b);\n"
                                          "    m = b.in[1].n;\n" LOOP));
    assert_true(
        last_loop_is_known(BEGIN "    MPI_Bcast(&b.k, 1, MPI_INT, 0, MPI_COMM_WORLD);\n    m = b.in[0].n;\n" LOOP));
    assert_false(
        last_loop_is_known(BEGIN "    MPI_Bcast(&b.k, 2, MPI_INT, 0, MPI_COMM_WORLD);\n    m = b.in[0].n;\n" LOOP));
}

static void test_binding_control_bytes__variables_whose_addresses_a_datatype_holds(void **state)
{
    (void)state;
    assert_false(last_loop_is_known(BEGIN "    MPI_Aint at;\n    MPI_Get_address(&m, &at);\n" LOOP));
    assert_true(last_loop_is_known(BEGIN "    MPI_Aint at;\n    MPI_Get_address(&b.k, &at);\n    m = b.k;\n" LOOP));
    /* a message from MPI_BOTTOM uses absolute addresses; its parts may be longer than the object at the address */
#define BOTTOM(place)                                                                                                  \
    "    MPI_Aint at;\n    MPI_Get_address(" place ", &at);\n    MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);\n"
    assert_false(last_loop_is_known(BEGIN "    MPI_Datatype type;\n" BOTTOM("&b.k") "    m = b.k;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    MPI_Datatype type;\n" BOTTOM("&b.k") "    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    MPI_Datatype type;\n" BOTTOM("&b") "    m = b.in[1].n;\n" LOOP));
    assert_false(last_loop_is_known(
        BEGIN "    MPI_Datatype type;\n    int c[4] = {n};\n" BOTTOM("&c[1]") "    m = c[1];\n" LOOP));
    assert_true(last_loop_is_known(BEGIN "    MPI_Datatype type;\n" BOTTOM("x") "    m = b.k;\n" LOOP));
}

/* Members of unions are one location: static where all are integers, and the cost program's union has the same bytes.
 */
static void test_binding_control_bytes__unions(void **state)
{
    (void)state;
    assert_true(last_loop_is_known(BEGIN "    w.i = 0;\n    w.c[0] = (unsigned char)n;\n    m = (int)w.u;\n" LOOP));
    assert_false(
        last_loop_is_known(BEGIN "    w.i = 0;\n    w.c[0] = (unsigned char)rand();\n    m = (int)w.u;\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    s.i[0] = n;\n    t.d = s.d;\n    m = t.i[0];\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    union sorts v = {.d = 2e-323};\n    m = v.i[0];\n" LOOP));
    assert_false(last_loop_is_known(
        BEGIN "    struct {\n        int k;\n        union {\n            double d;\n            int i;\n"
              "        };\n    } v = {0};\n    v.d = 2e-323;\n    m = v.i;\n" LOOP));
    assert_true(last_loop_is_known(BEGIN "    union sorts v = {0};\n    v.i[0] = n;\n    m = v.i[0];\n" LOOP));
}

/* Messages of reals bring no integers, unless some code reads integers from their bytes. */
static void test_binding_control_bytes__whole_numbers_in_reals(void **state)
{
    (void)state;
    assert_true(last_loop_is_known(BEGIN "    float f = (float)n;\n    memcpy(&m, &f, sizeof m);\n" LOOP));
    assert_true(last_loop_is_known(BEGIN "    memcpy(x, &n, sizeof n);\n    memcpy(&m, x, sizeof m);\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    memcpy(x, &n, sizeof n);\n" EXCHANGE(
        "x", "y", "4", "MPI_DOUBLE") "    memcpy(&m, y, sizeof m);\n" LOOP));
    assert_false(
        last_loop_is_known(BEGIN "    double *p = calloc(4, 8), *q = calloc(4, 8);\n    ((int *)p)[0] = n;\n" EXCHANGE(
            "p", "q", "4", "MPI_DOUBLE") "    m = ((int *)q)[0];\n" LOOP));
}

static void test_binding_control_bytes__addresses_that_are_kept_as_numbers(void **state)
{
    (void)state;
    assert_false(last_loop_is_known(BEGIN "    long at = (long)&m;\n    *(int *)at = n;\n" LOOP));
    assert_true(
        last_loop_is_known(BEGIN "    char *p = malloc(99);\n    p = (char *)(((size_t)p + 63) / 64 * 64);\n" LOOP));
}

/* realloc keeps the contents. */
static void test_binding_control_bytes__memory_that_grows(void **state)
{
    (void)state;
    assert_true(last_loop_is_known(
        BEGIN "    int *p = malloc(8), *q;\n    p[0] = n;\n    q = realloc(p, 80);\n    m = q[0];\n" LOOP));
    assert_false(last_loop_is_known(BEGIN "    int *p = malloc(8), *q;\n    p[0] = rand();\n    q = realloc(p, 80);\n"
                                          "    m = q[0];\n" LOOP));
}

/* C17 7.22.3.5 p3: realloc of NULL is malloc, also for reals. */
static void test_binding_control_bytes__memory_that_grows_from_nothing(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "    int *p = realloc(NULL, 8);\n    p[0] = n;\n    m = p[0];\n" LOOP);
    const fc_node *call = NULL;
    for (int i = 0; i < a.program->n_nodes; i++) {
        const fc_node *node = a.program->node[i];
        const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
        call = target && strcmp(target->name, "realloc") == 0 ? node : call;
    }
    assert_true(fc_control_allocation_in_slice(a.analysis->control, call));
    analyzed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binding_control_bytes__records_that_are_received_as_bytes),
        cmocka_unit_test(test_binding_control_bytes__records_that_are_copied_as_bytes),
        cmocka_unit_test(test_binding_control_bytes__records_that_are_cleared),
        cmocka_unit_test(test_binding_control_bytes__records_that_are_broadcast),
        cmocka_unit_test(test_binding_control_bytes__variables_whose_addresses_a_datatype_holds),
        cmocka_unit_test(test_binding_control_bytes__unions),
        cmocka_unit_test(test_binding_control_bytes__whole_numbers_in_reals),
        cmocka_unit_test(test_binding_control_bytes__addresses_that_are_kept_as_numbers),
        cmocka_unit_test(test_binding_control_bytes__memory_that_grows),
        cmocka_unit_test(test_binding_control_bytes__memory_that_grows_from_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
