/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions of an iteration beside a gather, by hand: two instructions of a region itself, its operations, reads and
 * writes. */
#include "testsuite/unit/analyzed_program.h"

#define DATA "int k[100];\ndouble x[100], y[5], s;\n"
/* An addition to a gathered element, by an index that is read, to a sum that is read and written: 7. */
#define PICK "s += x[k[i]];"
/* 5 iterations of an addition, a read and a write: 25. */
#define WALK "for (int j = 0; j < 5; j++) y[j] += 1.0;"

static void expect_around(const char *text, double around)
{
    analyzed a;
    analyzed_open(&a, text);
    double most = 0;
    for (size_t i = 0; i < a.analysis->n_regions; i++)
        most = fmax(most, a.analysis->region[i]->around);
    if (fabs(most - around) > 1e-9)
        fail_msg("%s: %g", text, most);
    analyzed_close(&a);
}

static void test_cost_tree_independent_work__an_iteration_of_the_nearest_loop(void **state)
{
    (void)state;
    expect_around(DATA "void f(int n)\n{\n    for (int i = 0; i < n; i++) { " PICK WALK " }\n}\n", 25);
    expect_around(DATA "void f(int n)\n{\n    for (int i = 0; i < n; i++) " PICK "\n}\n", 0);
    expect_around(DATA "void f(int i)\n{\n    " PICK WALK "\n}\n", 0); /* there is no surrounding loop */
}

/* The branch with fewer instructions, and a loop of unknown trip count as one iteration. */
static void test_cost_tree_independent_work__at_least(void **state)
{
    (void)state;
    expect_around(DATA "void f(int n)\n{\n    for (int i = 0; i < n; i++) { " PICK " if (i > 3) { " WALK WALK
                       " } else { " WALK " } }\n}\n",
                  25);
    expect_around(DATA "void f(int n)\n{\n    for (int i = 0; i < n; i++) { " PICK
                       " for (int j = 0; j < n; j++) y[0] += x[j]; }\n}\n",
                  6); /* an addition, two reads, a write */
}

/* A loop around a call counts as one; of several the one with fewest instructions. */
static void test_cost_tree_independent_work__in_the_callers_too(void **state)
{
    (void)state;
    expect_around(DATA "void pick(int i)\n{\n    s += x[(i * 2654435761u >> 7) + k[i]];\n}\nvoid f(int n)\n{\n"
                       "    for (int i = 0; i < n; i++) { pick(i); " WALK " }\n"
                       "    for (int i = 0; i < n; i++) { pick(i); " WALK WALK " }\n}\n",
                  25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost_tree_independent_work__an_iteration_of_the_nearest_loop),
        cmocka_unit_test(test_cost_tree_independent_work__at_least),
        cmocka_unit_test(test_cost_tree_independent_work__in_the_callers_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
