/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops with equal counts have one pair of counters. */
#include "analyzer/emit/instrument/instrument.h"
#include "testsuite/unit/analyzed_program.h"

static const char text[] = "int n; double s;\n"
                           "int main(void) {\n"
                           "  for (int k = 0; k < n; k++) s += 1;\n"
                           "  for (int k = 0; k < n; k++) s += 2;\n"
                           "  for (int k = 1; k < n; k++) s += 3; }\n";

/* The sites of the three loops; equal: the second one has the first one's counts. */
static fc_instrumented *instrumented(const analyzed *a, bool equal)
{
    const fc_node *loop[] = {node_at(a, FC_FOR, 3), node_at(a, FC_FOR, 4), node_at(a, FC_FOR, 5)};
    const int wanted[] = {loop[0]->id, loop[1]->id, loop[2]->id};
    int *equal_loop = fc_allocate((size_t)a->program->n_nodes, sizeof *equal_loop);
    for (int i = 0; i < a->program->n_nodes; i++)
        equal_loop[i] = -1;
    equal_loop[wanted[0]] = equal_loop[wanted[1]] = wanted[0];
    fc_instrument_unit unit = {a->program, text, sizeof text - 1};
    fc_instrument_request request = {.program = a->program,
                                     .unit = &unit,
                                     .n_units = 1,
                                     .node_id = wanted,
                                     .n_nodes = 3,
                                     .equal_loop = equal ? equal_loop : NULL};
    fc_instrumented *out = NULL;
    fc_report report = {0};
    if (fc_instrument(&out, &request, &report))
        fail_msg("%s", report.text);
    free(equal_loop);
    return out;
}

static void test_emit_equal_loops__share_counters(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, text);
    fc_instrumented *apart = instrumented(&a, false), *together = instrumented(&a, true);
    assert_int_equal(apart->n_sites, 3);
    assert_int_equal(together->n_sites, 3);
    assert_int_equal(together->n_counters, apart->n_counters - 1);
    assert_int_equal(together->site[0].entries, together->site[1].entries);
    assert_int_equal(together->site[0].count, together->site[1].count);
    assert_int_not_equal(together->site[0].count, together->site[2].count);
    fc_instrumented_free(apart);
    fc_instrumented_free(together);
    analyzed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_emit_equal_loops__share_counters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
