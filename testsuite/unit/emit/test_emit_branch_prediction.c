/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branch probabilities: the rules of GCC's predict.def (GCC 12) by hand, and one for a place that the branch moves. */
#include "testsuite/unit/frontend_sources.h"

#include "analyzer/emit/instrument/branch_prediction.h"

static int outcome_of(const char *branch)
{
    sources all;
    sources_open(&all);
    char *text = fc_format("void exit(int);\nvoid g(void);\nint f(int n, int i, double x, double *p, double *q)\n{\n"
                           "    for (; n > 0; n--) {\n        %s\n    }\n    return i;\n}\n",
                           branch);
    sources_write(&all, "a.c", text);
    if (sources_read(&all, NULL, 0, NULL))
        fail_msg("%s", all.report.text);
    const fc_node *node = nth_node(all.program, FC_IF, 0);
    int outcome = fc_branch_prediction_outcome(node->child[0], node->child[1], node->child[2]);
    free(text);
    sources_close(&all);
    return outcome;
}

static void test_emit_branch_prediction__outcomes(void **state)
{
    (void)state;
    static const struct {
        const char *branch;
        int outcome;
    } rows[] = {
        {"if (n < 0) g();", -1},
        {"if (0 <= n) g();", 1},
        {"if (n > -1) g(); else i++;", 1},
        {"if (n == 7) g();", -1},
        {"if (i != n) g();", 1},
        {"if (i == 0) g();", 0}, /* possibly a truth value */
        {"if (i) g();", 0},
        {"if (x == 3.5) g();", 0},
        {"if (x < 0) g();", 0},
        {"if (p) g();", 1},
        {"if (!p) g();", -1},
        {"if (p == q) g();", -1},
        {"if (p != 0) g();", 1},
        {"if (n == 7 && x > 2) g();", -1},
        {"if (p && x > 2) g();", 0},
        {"if (p || x > 2) g();", 1},
        {"if (n == 7 || i == 5) g();", -1},
        {"if (x > 2) return 1;", -1},
        {"if (x > 2) { g(); break; }", -1},
        {"if (x > 2) exit(1);", -1},
        {"if (x > 2) g(); else return 3;", 1},
        {"if (x > 2) continue;", 0},
        {"if (n >= 0) return 1;", 1},                /* the comparison has priority */
        {"if (p[i] > p[0]) p[0] = p[i];", -1},       /* a new maximum */
        {"if (x < p[i]) q[n] = x; else p[i]++;", 1}, /* a moving bound */
        {"if (x < p[i]) p[n] = x;", 0},              /* another element */
        {"if (p[i] < q[n]) i++; else n++;", 0},      /* either branch */
        {"if (x < q[2]) g();", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (outcome_of(rows[i].branch) != rows[i].outcome)
            fail_msg("%s: %d, expected %d", rows[i].branch, outcome_of(rows[i].branch), rows[i].outcome);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emit_branch_prediction__outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
