/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/timers.h"
#include "testsuite/unit/analyzed_program.h"

#include <stdlib.h>

#include <cmocka.h>

/* add() has one loop, so its body is timed; twice() and half() belong to their callers. */
static const char text[] = "#include <mpi.h>\n"                    /* 1 */
                           "static double twice(double x)\n"       /* 2 */
                           "{\n"                                   /* 3 */
                           "    double y = x;\n"                   /* 4 */
                           "    y += x;\n"                         /* 5 */
                           "    return y;\n"                       /* 6 */
                           "}\n"                                   /* 7 */
                           "static double half(double x)\n"        /* 8 */
                           "{\n"                                   /* 9 */
                           "    double y = x / 2;\n"               /* 10 */
                           "    return y;\n"                       /* 11 */
                           "}\n"                                   /* 12 */
                           "void add(double *a, int n)\n"          /* 13 */
                           "{\n"                                   /* 14 */
                           "    for (int i = 0; i < n; i++)\n"     /* 15 */
                           "        a[i] += half(a[i]);\n"         /* 16 */
                           "}\n"                                   /* 17 */
                           "void share(double *a, int n)\n"        /* 18 */
                           "{\n"                                   /* 19 */
                           "    for (int i = 0; i < n; i++)\n"     /* 20 */
                           "        a[i] = twice(a[i]);\n"         /* 21 */
                           "    MPI_Barrier(MPI_COMM_WORLD);\n"    /* 22 */
                           "    for (int i = 0; i < n; i++)\n"     /* 23 */
                           "    again: a[i] -= 1;\n"               /* 24 */
                           "    for (int i = 0; i < n; i++)\n"     /* 25 */
                           "        for (int k = 0; k < n; k++)\n" /* 26 */
                           "            a[i] *= twice(a[k]);\n"    /* 27 */
                           "}\n"                                   /* 28 */
                           "int main(int c, char **v)\n"           /* 29 */
                           "{\n"                                   /* 30 */
                           "    double a[9] = {0};\n"              /* 31 */
                           "    MPI_Init(&c, &v);\n"               /* 32 */
                           "    for (int k = 0; k < 9; k++) {\n"   /* 33 */
                           "        add(a, 9);\n"                  /* 34 */
                           "        share(a, 9);\n"                /* 35 */
                           "    }\n"                               /* 36 */
                           "    MPI_Finalize();\n"                 /* 37 */
                           "}\n";

static void test_emit_timers__pieces_without_communication_are_timed(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, text);
    fc_timers timers = fc_timers_find(a.analysis);
    const int expected[] = {14, 20, 25}; /* not 23: a goto may lead into it; not 33: it communicates */
    assert_int_equal(timers.n, 3);
    for (int i = 0; i < timers.n; i++)
        assert_int_equal(a.program->node[timers.node[i]]->span.line, expected[i]);
    fc_timers_free(&timers);
    analyzed_close(&a);
}

static void test_emit_timers__what_several_call_joins_them(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, text);
    fc_timers timers = fc_timers_find(a.analysis);
    fc_timed timed = {timers.node, timers.n, NULL};
    int *group = fc_timers_group(a.analysis, &timed);
    const int of_add = group[node_at(&a, FC_FOR, 15)->id], of_share = group[node_at(&a, FC_FOR, 20)->id];
    assert_int_equal(of_add, 0);
    assert_int_equal(of_share, 1);
    assert_int_equal(group[node_at(&a, FC_FOR, 26)->id], of_share); /* both call twice() */
    assert_int_equal(group[node_at(&a, FC_RETURN, 6)->id], of_share);
    assert_int_equal(group[node_at(&a, FC_RETURN, 11)->id], of_add);
    assert_int_equal(group[node_at(&a, FC_FOR, 23)->id], -1);
    free(group);

    /* Without a timer for the second loop there is no joined region, and only add()'s body has a timer. */
    timed.n = 1;
    group = fc_timers_group(a.analysis, &timed);
    assert_int_equal(group[node_at(&a, FC_RETURN, 11)->id], 0);
    assert_int_equal(group[node_at(&a, FC_RETURN, 6)->id], -1);
    assert_int_equal(group[node_at(&a, FC_FOR, 26)->id], -1);
    free(group);
    fc_timers_free(&timers);
    analyzed_close(&a);
}

static void test_emit_timers__what_does_not_matter_joins_nothing(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, text);
    fc_timers timers = fc_timers_find(a.analysis);
    fc_timed timed = {timers.node, timers.n, NULL};
    double *second = fc_allocate(a.analysis->n_regions, sizeof *second);
    for (size_t i = 0; i < a.analysis->n_regions; i++)
        second[i] = a.analysis->region[i]->span.line;
    double *untimed = fc_timers_untimed(a.analysis, &timed, second);
    int of_twice = fc_program_find(a.program, "twice")->id, of_add = fc_program_find(a.program, "add")->id;
    assert_float_equal(untimed[of_twice], 4, 0); /* its one region begins on line 4 */
    assert_float_equal(untimed[of_add], 10, 0);  /* half()'s, on line 10; its own regions are timed */
    bool *joins = fc_allocate((size_t)a.program->n_procedures, sizeof *joins);
    for (int i = 0; i < a.program->n_procedures; i++)
        joins[i] = i != of_twice;
    timed.joins = joins;
    int *group = fc_timers_group(a.analysis, &timed);
    assert_int_equal(group[node_at(&a, FC_FOR, 20)->id], 1);
    assert_int_equal(group[node_at(&a, FC_FOR, 26)->id], 2);
    assert_int_equal(group[node_at(&a, FC_RETURN, 6)->id], -1);
    assert_int_equal(group[node_at(&a, FC_RETURN, 11)->id], 0);
    free(group);
    free(joins);
    free(untimed);
    free(second);
    fc_timers_free(&timers);
    analyzed_close(&a);
}

/* A longjmp leaves read_file() only: open_file() is unknown and may call one. */
static const char text_of_jumps[] = "#include <math.h>\n"               /* 1 */
                                    "#include <mpi.h>\n"                /* 2 */
                                    "#include <setjmp.h>\n"             /* 3 */
                                    "int open_file(int i);\n"           /* 4 */
                                    "int read_file(int n)\n"            /* 5 */
                                    "{\n"                               /* 6 */
                                    "    jmp_buf back;\n"               /* 7 */
                                    "    if (setjmp(back))\n"           /* 8 */
                                    "        return 0;\n"               /* 9 */
                                    "    for (int i = 0; i < n; i++)\n" /* 10 */
                                    "        open_file(i);\n"           /* 11 */
                                    "    return 1;\n"                   /* 12 */
                                    "}\n"                               /* 13 */
                                    "void scale(double *a, int n)\n"    /* 14 */
                                    "{\n"                               /* 15 */
                                    "    for (int i = 0; i < n; i++)\n" /* 16 */
                                    "        a[i] = sqrt(a[i]);\n"      /* 17 */
                                    "}\n"                               /* 18 */
                                    "int main(int c, char **v)\n"       /* 19 */
                                    "{\n"                               /* 20 */
                                    "    double a[9] = {0};\n"          /* 21 */
                                    "    MPI_Init(&c, &v);\n"           /* 22 */
                                    "    scale(a, read_file(c));\n"     /* 23 */
                                    "    MPI_Finalize();\n"             /* 24 */
                                    "}\n";

static void test_emit_timers__only_regions_that_a_longjmp_may_leave_are_not_timed(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, text_of_jumps);
    fc_timers timers = fc_timers_find(a.analysis);
    assert_int_equal(timers.n, 1);
    assert_int_equal(a.program->node[timers.node[0]]->span.line, 15);
    fc_timers_free(&timers);
    analyzed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emit_timers__pieces_without_communication_are_timed),
        cmocka_unit_test(test_emit_timers__what_several_call_joins_them),
        cmocka_unit_test(test_emit_timers__what_does_not_matter_joins_nothing),
        cmocka_unit_test(test_emit_timers__only_regions_that_a_longjmp_may_leave_are_not_timed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
