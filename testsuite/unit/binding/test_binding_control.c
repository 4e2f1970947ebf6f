/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The control slice: which values are static and kept in the cost program, and which are dynamic. Expected from C's
 * semantics. */
#include "testsuite/unit/analyzed_program.h"

#define BEGIN "#include <mpi.h>\n#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\nstatic double a[100];\n"

static void test_binding_control__arguments_and_queries_are_executable(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "int main(int argc, char **argv)\n{\n    int n = atoi(argv[1]), p, k = 0, unused = 4;\n"
                            "    MPI_Comm_size(MPI_COMM_WORLD, &p);\n    long m = strtol(argv[2], NULL, 10) + p;\n"
                            "    while (k < n / p)\n        k++;\n    while (k < m)\n        k += 2;\n"
                            "    a[0] = unused;\n    return argc;\n}\n");
    assert_true(decides(&a, 11) && decides(&a, 13));
    const fc_control *control = a.analysis->control;
    assert_true(fc_control_symbol_in_slice(control, symbol_named(a.program, "n")));
    assert_true(fc_control_symbol_in_slice(control, symbol_named(a.program, "p")));
    assert_false(fc_control_symbol_in_slice(control, symbol_named(a.program, "unused")));
    assert_true(fc_control_is_parameter(control, node_at(&a, FC_DECLARE, 8)->child[0]));
    assert_false(fc_control_rank_dependent(control));
    assert_null(fc_control_dynamic_symbol(control, node_at(&a, FC_WHILE, 11)->child[0]));
    analyzed_close(&a);
}

static void test_binding_control__what_data_touches_escapes_with_its_name(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN
                  "int main(void)\n{\n    int n = (int)a[3], k = 0, got, line;\n"
                  "    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                  "    scanf(\"%d\", &line);\n    while (k < n)\n        k++;\n    while (k < got)\n        k++;\n"
                  "    while (k < line)\n        k++;\n    while (a[5] > 1)\n        k = 2;\n    while (rand() > 7)\n"
                  "        k = 2;\n}\n");
    expect_escape(&a, 11, "k"); /* the last loop, which is dynamic, sets k */
    expect_escape(&a, 17, "a");
    expect_escape(&a, 19, "rand");
    assert_false(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 13)->child[0]->child[1]));
    assert_true(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 15)->child[0]->child[1]));
    analyzed_close(&a);
}

static void test_binding_control__a_broadcast_leaves_its_buffer_executable(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "int main(int argc, char **argv)\n{\n    int n = atoi(argv[argc - 1]), k = 0, sum = 0;\n"
                            "    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);\n    while (k < n)\n        k++;\n"
                            "    MPI_Allreduce(&n, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
                            "    while (k < sum)\n        k++;\n}\n");
    assert_true(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 10)->child[0]->child[1]));
    assert_true(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 13)->child[0]->child[1]));
    analyzed_close(&a);
}

/* The argument is dynamic; it is a real number; the operation is the program's own. */
static void test_binding_control__collectives_bring_what_can_be_computed(void **state)
{
    static const char *const calls[] = {
        "MPI_Allreduce(&d, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD)",
        "MPI_Allreduce(a, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD)",
        "MPI_Allreduce(&n, &sum, 1, MPI_INT, own, MPI_COMM_WORLD)",
    };
    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        analyzed a;
        char text[600];
        snprintf(text, sizeof text,
                 BEGIN "int main(int argc, char **argv)\n{\n    int n = argc, k = 0, sum = 0, d = (int)a[3];\n"
                       "    MPI_Op own = MPI_SUM;\n    %s;\n    while (k < sum)\n        k++;\n}\n",
                 calls[i]);
        analyzed_open(&a, text);
        expect_escape(&a, 11, "sum");
        analyzed_close(&a);
    }
}

static void test_binding_control__aliases_that_receive_data_escape(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "static void fill(int *to)\n{\n    *to = (int)a[1];\n}\n"
                        "int main(void)\n{\n    int one = 3, two = 4, k = 0, *q = &one;\n    fill(q);\n"
                        "    while (k < two)\n        k++;\n    int m = one;\n    while (m > 0)\n        m--;\n}\n");
    assert_true(decides(&a, 14));
    expect_escape(&a, 17, "m");
    analyzed_close(&a);
}

static void test_binding_control__integers_are_separate_from_reals_behind_one_pointer(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "static void send(void *buffer, int n)\n{\n"
                            "    MPI_Bcast(buffer, n, MPI_BYTE, 0, MPI_COMM_WORLD);\n}\n"
                            "int main(int argc, char **argv)\n{\n    int sizes[2] = {argc, 3}, k = 0, m;\n"
                            "    double start = 5, *far = &start;\n    send(sizes, 8);\n    send(a, 8);\n"
                            "    send(&start, 8);\n    m = sizes[0];\n    while (k < m)\n        k++;\n"
                            "    *far = a[3];\n    while (start > 1)\n        start /= 2;\n}\n");
    assert_true(decides(&a, 18));
    expect_escape(&a, 21, "start");
    analyzed_close(&a);
}

static void test_binding_control__a_value_set_under_data_escapes_only_where_it_is_read(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "int main(void)\n{\n    int n = 5, i, inner = 1, m = 1;\n    if (a[1] > 0) {\n        n = 6;\n"
                        "        m = 2;\n        while (m < 9)\n            m++;\n    }\n"
                        "    while (n > 0)\n        n--;\n"
                        "    for (i = 0; i < (int)a[2]; i++)\n        inner++;\n"
                        "    for (i = 0; i < 7; i++)\n        a[i] = 2;\n}\n");
    assert_true(decides(&a, 12)); /* m is read only under the condition that sets it */
    expect_escape(&a, 15, "n");
    assert_true(fc_control_is_static(a.analysis->control, node_at(&a, FC_FOR, 19)->child[1]));
    assert_non_null(cost_at(&a, FC_COST_COUNTED_LOOP, 17));
    assert_non_null(cost_at(&a, FC_COST_CANONICAL_LOOP, 19)); /* i is set again */
    analyzed_close(&a);
}

static void test_binding_control__a_counter_shared_with_data_keeps_its_loops(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "int main(int argc, char **argv)\n{\n    int i, n = atoi(argv[argc - 1]), k = 0;\n"
                            "    i = (int)a[3];\n    while (i > 0)\n        i--;\n"
                            "    for (i = 0; i < n; i++)\n        a[i] = 1;\n"
                            "    while (k < n) {\n        if (a[k] > 0)\n            k++;\n    }\n}\n");
    expect_escape(&a, 10, "i");
    assert_non_null(cost_at(&a, FC_COST_CANONICAL_LOOP, 12));
    expect_escape(&a, 14, "k"); /* whether it moves is dynamic */
    analyzed_close(&a);
}

static void test_binding_control__what_jumps_on_data_leave_out_escapes(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "static int reached;\nstatic void look(void)\n{\n    if (a[9] > 0)\n        return;\n"
                        "    reached = 4;\n}\n"
                        "int main(void)\n{\n    int i, k = 0, m = 2, w = 0, b = 0, inside = 0;\n"
                        "    for (i = 0; i < 9; i++) {\n        if (a[i] > 0)\n            continue;\n        k++;\n"
                        "        inside = i;\n        while (inside > 0)\n            inside--;\n    }\n"
                        "    while (k > 0)\n        k--;\n"
                        "    switch (i) {\n    case 9:\n        if (a[1] > 0)\n            break;\n        m = 3;\n"
                        "    }\n    while (m > 0)\n        m--;\n"
                        "    if (a[2] > 0)\n        goto over;\n    w = 5;\nover:\n    while (w > 0)\n        w--;\n"
                        "    look();\n    while (b < reached)\n        b++;\n}\n");
    assert_true(decides(&a, 21)); /* set and read where both run */
    expect_escape(&a, 24, "k");
    expect_escape(&a, 32, "m");
    expect_escape(&a, 38, "w");
    expect_escape(&a, 41, "reached");
    analyzed_close(&a);
}

static void test_binding_control__a_run_that_ends_well_does_not_take_what_ends_badly(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN
                  "static MPI_Comm own;\nstatic int steps;\nstatic void leave(void)\n{\n"
                  "    MPI_Comm_free(&own);\n}\n"
                  "int main(void)\n{\n    int rank;\n    MPI_Comm_dup(MPI_COMM_WORLD, &own);\n"
                  "    if (a[1] > 0) {\n        leave();\n        return 1;\n    }\n    steps = 3;\n"
                  "    MPI_Comm_rank(own, &rank);\n    while (steps > rank)\n        steps--;\n    return 0;\n}\n");
    assert_true(decides(&a, 22));
    analyzed_close(&a);
}

static void test_binding_control__a_call_through_a_pointer_hands_over_its_arguments(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a,
        BEGIN "struct box { int n, m, w; };\nstatic int met; static void skip(struct box *b, int times) {}\n"
              "static void look(struct box *b, int times)\n{\n    met = times;\n    b->m = 2;\n"
              "    while (times > 0)\n        times--;\n}\n"
              "static void scale(double *x)\n{\n    x[0] *= 2;\n}\n"
              "int main(int argc, char **argv)\n{\n    void (*run)(struct box *, int) = a[0] > 0 ? look : skip;\n"
              "    void (*change)(double *) = scale;\n    struct box b = {argc, 5, 6};\n    run(&b, argc + 1);\n"
              "    change(a);\n    int i = b.n, j = b.m, k = b.w, l = met;\n    while (i > 0)\n        i--;\n"
              "    while (j > 0)\n        j--;\n    while (k > 0)\n        k--;\n    while (l > 0)\n        l--;\n}\n");
    assert_true(decides(&a, 12)); /* each call's arguments are static */
    assert_true(decides(&a, 27));
    expect_escape(&a, 29, "j"); /* which of two callees runs is dynamic: it may change or not */
    assert_true(decides(&a, 31));
    expect_escape(&a, 33, "l");
    analyzed_close(&a);
}

/* Options select a field's procedure; its result is static. A dynamic selection is dynamic, with a reason. */
static void test_binding_control__pointers_that_the_slice_holds_are_followed(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "struct how { void (*run)(int *); void (*other)(int *); };\n"
                        "static void one(int *x)\n{\n    *x = 1;\n}\nstatic void two(int *x)\n{\n    *x = 2;\n}\n"
                        "static void six(int *x)\n{\n    *x = 6;\n}\nstatic void ten(int *x)\n{\n    *x = 10;\n}\n"
                        "int main(int argc, char **argv)\n{\n    struct how how = {one, six};\n    int n = 0, m = 0;\n"
                        "    if (argc > 2)\n        how.run = &two;\n    if (a[0] > 1)\n        how.other = ten;\n"
                        "    (*how.run)(&n);\n    how.other(&m);\n    while (n > 0)\n        n--;\n"
                        "    while (m > 0)\n        m--;\n}\n");
    assert_true(decides(&a, 33));
    assert_non_null(cost_at(&a, FC_COST_POINTER, 31));
    assert_int_equal(cost_at(&a, FC_COST_POINTER, 31)->n_children, 2);
    expect_escape(&a, 35, "m");
    assert_non_null(cost_at(&a, FC_COST_SHARE, 32));
    fc_text reason = {0};
    fc_control_print_reason(&reason, a.analysis->control, node_at(&a, FC_WHILE, 35)->child[0]);
    assert_non_null(strstr(reason.bytes, "a.c:29)")); /* the selection is dynamic */
    fc_text_free(&reason);
    analyzed_close(&a);
}

/* Memory allocated by a call did not exist before: objects of other calls stay as they are, also if the call is
 * dynamic. */
static void test_binding_control__a_dynamic_constructor_call_changes_no_other_object(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "struct v { int n, m[2]; };\nstatic int made;\n"
                        "static struct v *make(int n)\n{\n    struct v *v = malloc(sizeof *v);\n    v->n = n;\n"
                        "    v->m[1] = n;\n    made++;\n    return v;\n}\n"
                        "static void resize(struct v *v, int n)\n{\n    v->m[1] = n;\n}\n"
                        "int main(int argc, char **argv)\n{\n    struct v *p = make(argc), *q = NULL;\n    int i = 0;\n"
                        "    if (a[0] > 1)\n        q = make(2);\n    while (i < p->n)\n        i++;\n"
                        "    while (i < p->m[1])\n        i++;\n    while (q)\n        ;\n    while (made)\n        ;\n"
                        "    if (a[1] > 1)\n        resize(p, 3);\n    return 0;\n}\n");
    assert_true(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 26)->child[0]->child[1]));
    assert_false(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 28)->child[0]->child[1]));
    expect_escape(&a, 30, "q");
    expect_escape(&a, 32, "made");
    analyzed_close(&a);
}

/* Records with a common initial sequence share it; other records in one location have dynamic fields. */
static void test_binding_control__records_taken_for_others_share_their_beginning(void **state)
{
    static const char *const others[] = {"double *x;", "int n, kind;"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        analyzed a;
        char *text = fc_format(
            BEGIN "struct base { int n, kind; };\nstruct wide { %s %s };\nint main(int argc, char **argv)\n{\n"
                  "    struct wide w;\n    struct base *b = (struct base *)&w;\n    w.n = argc;\n"
                  "    b->kind = argc + 1;\n    while (b->n > 0)\n        b->n--;\n"
                  "    while (w.kind > 0)\n        w.kind--;\n}\n",
            others[1 - i], others[i]);
        analyzed_open(&a, text);
        assert_int_equal(decides(&a, 14), i == 0);
        assert_int_equal(decides(&a, 16), i == 0);
        analyzed_close(&a);
        free(text);
    }
}

/* Numbers packed for a broadcast are separate at constant positions; a loop over them merges them. */
static void test_binding_control__packed_parameters_are_apart(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "int main(int argc, char **argv)\n{\n    int p[3], q[3], n = 0;\n    p[0] = argc;\n"
                            "    p[2] = (int)a[1];\n    q[0] = argc;\n    q[2] = (int)a[1];\n"
                            "    MPI_Bcast(p, 3, MPI_INT, 0, MPI_COMM_WORLD);\n"
                            "    MPI_Bcast(q, 3, MPI_INT, 0, MPI_COMM_WORLD);\n    while (n < p[0])\n        n++;\n"
                            "    while (n < p[2])\n        ;\n    while (n < q[0])\n        ;\n"
                            "    for (n = 0; n < 3; n++)\n        q[n] = 1;\n}\n");
    assert_true(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 15)->child[0]));
    assert_true(fc_control_distributes_values(a.analysis->control, node_at(&a, FC_CALL, 13)));
    expect_escape(&a, 17, "p");
    expect_escape(&a, 19, "q");
    analyzed_close(&a);
}

static void test_binding_control__what_data_runs_again_escapes(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN
                  "static int met;\nstatic void meet(void)\n{\n    int own = 3;\n    met++;\n"
                  "    while (own > 0)\n        own--;\n}\n"
                  "int main(void)\n{\n    int i, k = 0, fresh, b = 0;\n"
                  "    for (i = 0; i < 9; i++) {\n        fresh = 2;\n        if (a[i] > 0) {\n"
                  "            while (k > 3)\n                k -= 3;\n            k++;\n"
                  "            while (fresh > 0)\n                fresh--;\n            meet();\n        }\n    }\n"
                  "    while (b < met)\n        b++;\n}\n");
    assert_true(decides(&a, 11));
    expect_escape(&a, 20, "k"); /* the value of the previous iteration */
    assert_true(decides(&a, 23));
    expect_escape(&a, 28, "met");
    analyzed_close(&a);
}

static void test_binding_control__a_variable_read_after_a_loop_on_data_escapes(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN
                  "int main(void)\n{\n    int i, k;\n    for (i = 0; a[i] > 0; i++)\n        a[i] -= 1;\n"
                  "    k = i;\n    while (k > 0)\n        k--;\n    i = 3;\n    while (i > 0)\n        i--;\n}\n");
    expect_escape(&a, 12, "k");
    analyzed_close(&a);
}

static void test_binding_control__rank_dependence_comes_from_the_rank(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "int main(void)\n{\n    int rank;\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                            "    if (rank == 0)\n        a[0] = 1;\n}\n");
    assert_true(fc_control_rank_dependent(a.analysis->control));
    analyzed_close(&a);
}

static void test_binding_control__invariance_sees_through_calls(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "static int n = 3, m = 4;\nstatic void shrink(void)\n{\n    n--;\n}\nstatic void twice(void)\n"
                        "{\n    shrink();\n}\nint main(void)\n{\n    for (int i = 0; i < 9; i++)\n        twice();\n"
                        "    while (n + m > 0)\n        m--;\n}\n");
    const fc_node *loop = node_at(&a, FC_FOR, 17), *sum = node_at(&a, FC_WHILE, 19)->child[0]->child[0];
    assert_false(fc_control_is_invariant(a.analysis->control, sum->child[0], loop));
    assert_true(fc_control_is_invariant(a.analysis->control, sum->child[1], loop));
    assert_true(fc_control_changes_within(a.analysis->control, symbol_named(a.program, "n"), loop));
    analyzed_close(&a);
}

static void test_binding_control__clashing_names_get_their_numbers(void **state)
{
    (void)state;
    analyzed a;
    fc_text text = {0};
    analyzed_open(&a, BEGIN "int main(void)\n{\n    int r = 2, only = 3;\n    { int i = 1; a[i] = r; }\n"
                            "    { int i = 2; a[i] = only; }\n}\n");
    const fc_symbol *first = node_at(&a, FC_DECLARE, 9)->symbol, *second = node_at(&a, FC_DECLARE, 10)->symbol;
    fc_control_print_name(&text, a.analysis->control, first);
    assert_string_not_equal(text.bytes, "i");
    fc_text_add(&text, " ");
    fc_control_print_name(&text, a.analysis->control, second);
    char *wanted = fc_format("i_%d i_%d", first->id, second->id);
    assert_string_equal(text.bytes, wanted);
    text.length = 0;
    fc_control_print_name(&text, a.analysis->control, symbol_named(a.program, "only"));
    assert_string_equal(text.bytes, "only");
    text.length = 0;
    fc_control_print_name(&text, a.analysis->control, symbol_named(a.program, "r"));
    assert_string_not_equal(text.bytes, "r"); /* the context's name */
    free(wanted);
    fc_text_free(&text);
    analyzed_close(&a);
}

static void test_binding_control__a_failure_on_data_leaves_what_follows_known(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "#include <mpi.h>\nstatic double a[9];\nstatic MPI_Comm comm;\n"
                      "static void leave(void)\n{\n    MPI_Comm_free(&comm);\n}\n"
                      "static int enter(void)\n{\n    MPI_Comm_dup(MPI_COMM_WORLD, &comm);\n"
                      "    if (a[0] > 1) {\n        leave();\n        return -1;\n    }\n    return 0;\n}\n"
                      "int main(int argc, char **argv)\n{\n    int size, k = 0;\n    MPI_Init(&argc, &argv);\n"
                      "    if (enter() != 0)\n        return 1;\n    MPI_Comm_size(comm, &size);\n"
                      "    while (k < size)\n        k++;\n    MPI_Finalize();\n    return 0;\n}\n");
    assert_true(decides(&a, 24));
    assert_non_null(cost_at(&a, FC_COST_CANONICAL_LOOP, 24));
    analyzed_close(&a);
}

/* A successful run opens the files it writes, also with a dynamic name; a file to read may be missing. */
static void test_binding_control__what_opens_a_file_to_write_is_known(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "int main(void)\n{\n    char name[9];\n    int j = 0, k = 0, n = 4, m = 4;\n"
                            "    sprintf(name, \"%d\", (int)a[2]);\n    FILE *out = fopen(name, \"w\");\n"
                            "    if (!out)\n        n = 0;\n    while (j < n)\n        j++;\n"
                            "    FILE *in = fopen(name, \"r\");\n    if (!in)\n        m = 0;\n"
                            "    while (k < m)\n        k++;\n}\n");
    assert_true(decides(&a, 14));
    expect_escape(&a, 19, "m");
    analyzed_close(&a);
}

/* Virtual ranks must know the destination of messages in order to deliver their payload. */
static void test_binding_control__where_a_message_goes_must_be_known_to_follow_what_any_brings(void **state)
{
    (void)state;
    static const char *const target[] = {"1 - n", "(int)a[0]"};
    for (int is_data = 0; is_data < 2; is_data++) {
        analyzed a;
        char *text = fc_format(BEGIN "int main(int argc, char **argv)\n{\n    int n = atoi(argv[1]), got, bytes;\n"
                                     "    MPI_Status status;\n    MPI_Ssend(&n, 1, MPI_INT, %s, 0, MPI_COMM_WORLD);\n"
                                     "    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);\n"
                                     "    MPI_Get_count(&status, MPI_INT, &bytes);\n    while (n < got)\n        n++;\n"
                                     "    while (n < bytes)\n        n++;\n}\n",
                               target[is_data]);
        analyzed_open(&a, text);
        for (int line = 13; line <= 15; line += 2) {
            const fc_node *bound = node_at(&a, FC_WHILE, line)->child[0]->child[1];
            assert_int_equal(fc_control_is_static(a.analysis->control, bound), !is_data);
        }
        analyzed_close(&a);
        free(text);
    }
}

static void test_binding_control__arrays_of_a_few_reals_are_computed(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN
                  "struct box { double corner[3]; };\nstatic double of(double v[3])\n{\n    return v[0] * v[1];\n}\n"
                  "static void set(double *to)\n{\n    *to = 2;\n}\n"
                  "int main(int argc, char **argv)\n{\n    struct box b, *all = malloc(9 * sizeof *all);\n"
                  "    double x, *many = malloc(9 * sizeof *many);\n    int k = 0;\n    set(&x);\n"
                  "    b.corner[0] = b.corner[1] = atoi(argv[1]) * x;\n    all[k].corner[2] = many[k] = 3;\n"
                  "    while (k < of(b.corner))\n        k++;\n    while (many[2] > 1)\n        many[2]--;\n"
                  "    return argc;\n}\n");
    assert_true(!decides(&a, 23)); /* corners of many boxes share the field's place */
    expect_escape(&a, 25, "many");
    analyzed_close(&a);
    analyzed_open(&a,
                  BEGIN "static double of(double v[3])\n{\n    return v[0] * v[1];\n}\n"
                        "int main(int argc, char **argv)\n{\n    double b[3] = {1, 2, atoi(argv[1])};\n    int k = 0;\n"
                        "    while (k < of(b))\n        k++;\n    return argc;\n}\n");
    assert_true(decides(&a, 14));
    analyzed_close(&a);
}

static void test_binding_control__stored_allocations_and_the_environment_are_known(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a,
        BEGIN "int main(int argc, char **argv)\n{\n    char *text = getenv(\"SIZE\");\n"
              "    int *n = NULL, k = 0;\n    if (posix_memalign((void **)&n, 64, 4 * sizeof *n))\n        return 1;\n"
              "    n[2] = text ? atoi(text) : 9;\n    while (k < n[2])\n        k++;\n    return argc + (argv != "
              "NULL);\n}\n");
    assert_true(decides(&a, 13));
    analyzed_close(&a);
}

static void test_binding_control__never_executed_branches_have_no_effect(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN
                  "int omp_get_max_threads(void);\nstatic int n;\nvoid unused(void)\n{\n    scanf(\"%d\", &n);\n}\n"
                  "static void used(void)\n{\n    n = 4 * omp_get_max_threads();\n}\n"
                  "static void (*const table[])(void) = {used};\n"
                  "int main(void)\n{\n    int k = 0;\n    table[0]();\n    while (k < n)\n        k++;\n}\n");
    assert_true(decides(&a, 21));
    assert_false(a.analysis->reached[fc_program_find(a.program, "unused")->id]);
    assert_true(a.analysis->reached[fc_program_find(a.program, "used")->id]);
    analyzed_close(&a);
}

static void test_binding_control__numbers_of_input_files_are_known(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "int main(void)\n{\n    char line[80], copy[80];\n    int n, m, k = 0;\n    FILE *in = "
                            "fopen(\"size\", \"r\");\n"
                            "    FILE *out = fopen(\"made\", \"w\");\n    if (!in || !out)\n        return 1;\n"
                            "    fgets(line, sizeof line, in);\n    strcpy(copy, line);\n    n = atoi(copy);\n"
                            "    if (fscanf(in, \"%d\", &m) != 1)\n        return 1;\n    fclose(in);\n"
                            "    while (k < n)\n        k++;\n    while (k < m)\n        k++;\n}\n");
    assert_true(decides(&a, 20) && decides(&a, 22));
    analyzed_close(&a);
}

/* A number and fields from fread. Dynamic are a field that may overlap a union in the file's record, and one after the
 * field that two numbers are read into. */
static void test_binding_control__numbers_of_binary_files_are_known(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a, BEGIN
        "struct head { char *name; int n; };\nstruct other { union { int a; float b; } u; int n; };\n"
        "int main(void)\n{\n    int n, k = 0, j = 0;\n    struct head h;\n    struct other o;\n"
        "    FILE *in = fopen(\"head\", \"rb\"), *more = fopen(\"other\", \"rb\");\n"
        "    fread(&n, sizeof n, 1, in);\n    fread(&h, sizeof h, 1, in);\n"
        "    while (k < n)\n        k++;\n    while (k < h.n)\n        k++;\n"
        "    fread(&o, sizeof o, 1, more);\n    while (j < o.n)\n        j++;\n"
        "    int i = 0; struct { int n, m; } one; struct { int n, m; } two;\n    fread(&one.m, sizeof one.m, 1, in);\n"
        "    fread(&two.n, sizeof two.n, 2, in);\n    while (k < one.m)\n        k++;\n"
        "    while (i < two.m)\n        i++;\n}\n");
    assert_true(decides(&a, 16) && decides(&a, 18) && decides(&a, 26));
    expect_escape(&a, 21, "o");
    expect_escape(&a, 28, "m");
    analyzed_close(&a);
}

static void test_binding_control__who_only_reads_leaves_text_alone(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a, BEGIN
        "#include <sys/stat.h>\nint main(int argc, char **argv)\n{\n    struct stat s;\n    char name[9];\n"
        "    int k = stat(argv[1], &s), n = 0;\n    sprintf(name, \"%s\", argv[1]);\n"
        "    while (n < atoi(argv[1]))\n        n++;\n    while (k < s.st_size)\n        ;\n    return argc;\n}\n");
    assert_true(decides(&a, 13));
    assert_false(decides(&a, 15));
    analyzed_close(&a);
}

static void test_binding_control__unrepeatable_results_are_dynamic(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a, BEGIN
        "#include <unistd.h>\nint main(int argc, char **argv)\n{\n    char line[80], other[80];\n"
        "    int n, m, k = 0;\n    read(0, line, 9);\n    n = atoi(line);\n    fgets(other, 80, stdin);\n"
        "    sscanf(other, \"%d\", &m);\n    while (k < n)\n        k++;\n    k = 0;\n"
        "    while (argc < m)\n        argc++;\n    sscanf(argv[1], argv[2], &k);\n    while (4 < k)\n        ;\n}\n");
    expect_escape(&a, 15, "k");
    assert_true(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 18)->child[0]));
    expect_escape(&a, 21, "k");
    analyzed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binding_control__arguments_and_queries_are_executable),
        cmocka_unit_test(test_binding_control__what_data_touches_escapes_with_its_name),
        cmocka_unit_test(test_binding_control__a_broadcast_leaves_its_buffer_executable),
        cmocka_unit_test(test_binding_control__collectives_bring_what_can_be_computed),
        cmocka_unit_test(test_binding_control__aliases_that_receive_data_escape),
        cmocka_unit_test(test_binding_control__integers_are_separate_from_reals_behind_one_pointer),
        cmocka_unit_test(test_binding_control__a_value_set_under_data_escapes_only_where_it_is_read),
        cmocka_unit_test(test_binding_control__a_counter_shared_with_data_keeps_its_loops),
        cmocka_unit_test(test_binding_control__what_jumps_on_data_leave_out_escapes),
        cmocka_unit_test(test_binding_control__a_run_that_ends_well_does_not_take_what_ends_badly),
        cmocka_unit_test(test_binding_control__a_call_through_a_pointer_hands_over_its_arguments),
        cmocka_unit_test(test_binding_control__pointers_that_the_slice_holds_are_followed),
        cmocka_unit_test(test_binding_control__records_taken_for_others_share_their_beginning),
        cmocka_unit_test(test_binding_control__packed_parameters_are_apart),
        cmocka_unit_test(test_binding_control__a_dynamic_constructor_call_changes_no_other_object),
        cmocka_unit_test(test_binding_control__what_data_runs_again_escapes),
        cmocka_unit_test(test_binding_control__a_variable_read_after_a_loop_on_data_escapes),
        cmocka_unit_test(test_binding_control__rank_dependence_comes_from_the_rank),
        cmocka_unit_test(test_binding_control__invariance_sees_through_calls),
        cmocka_unit_test(test_binding_control__clashing_names_get_their_numbers),
        cmocka_unit_test(test_binding_control__never_executed_branches_have_no_effect),
        cmocka_unit_test(test_binding_control__numbers_of_input_files_are_known),
        cmocka_unit_test(test_binding_control__numbers_of_binary_files_are_known),
        cmocka_unit_test(test_binding_control__who_only_reads_leaves_text_alone),
        cmocka_unit_test(test_binding_control__unrepeatable_results_are_dynamic),
        cmocka_unit_test(test_binding_control__what_opens_a_file_to_write_is_known),
        cmocka_unit_test(test_binding_control__where_a_message_goes_must_be_known_to_follow_what_any_brings),
        cmocka_unit_test(test_binding_control__arrays_of_a_few_reals_are_computed),
        cmocka_unit_test(test_binding_control__stored_allocations_and_the_environment_are_known),
        cmocka_unit_test(test_binding_control__a_failure_on_data_leaves_what_follows_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
