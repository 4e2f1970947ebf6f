/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completely unrolled loops as straight code of the loop around them: work, streams and recurrences, by hand. */
#include "analyzer/regions/machine_code.h"
#include "analyzer/regions/operations.h"
#include "analyzer/regions/recurrence.h"
#include "analyzer/regions/streams.h"
#include "analyzer/regions/unrolled_loops.h"
#include "testsuite/unit/analyzed_program.h"

#include <math.h>

static const fc_cost *loop_in(const fc_cost *cost)
{
    const fc_cost *found = NULL;
    for (int i = 0; i < cost->n_children && !found; i++)
        found = fc_cost_is_loop(cost->child[i]) ? cost->child[i] : loop_in(cost->child[i]);
    return found;
}

/* The loop around an inner one of three iterations, as if the compiler had unrolled that. */
static const fc_cost *open_unrolled(analyzed *a, const char *loops)
{
    char *source =
        fc_format("double b[500], c[500];\nvoid f(int n)\n{\n    double s = 0;\n    %s\n    b[0] = s;\n}\n", loops);
    analyzed_open(a, source);
    free(source);
    const fc_cost *around = loop_in(a->analysis->tree[fc_program_find(a->program, "f")->id]), *inner = loop_in(around);
    fc_view view = view_of(a, inner->node);
    inner->region->flags &= ~(unsigned)FC_REGION_LOOP;
    inner->region->unrolled = 3;
    fc_unrolled_loops_join(around, &view);
    fc_streams_describe(around->region, &view, around);
    fc_recurrence_find(around->region, &view, around, false);
    return around;
}

/* A completely unrolled loop is straight code: a sum that begins anew in each iteration around overlaps with the next
 * one, and a sum of all iterations does not. */
static void test_regions_unrolled_loops__carry_what_the_loop_around_does(void **state)
{
    (void)state;
    static const struct {
        const char *loops;
        double additions;
    } list[] = {
        {"for (int i = 0; i < n; i++) { double r = 0; for (int k = 0; k < 3; k++) r += b[3 * i + k]; c[i] = r; }", 0},
        {"for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) c[i] += b[3 * i + k];", 0},
        {"for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) s += b[3 * i + k];", 3}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        analyzed a;
        const fc_region_model *region = open_unrolled(&a, list[k].loops)->region;
        double additions = region->chain[FC_OP_CLASS_ADD][FC_F64];
        bool is_carried = region->flags & FC_REGION_RECURRENCE;
        if (additions != list[k].additions || is_carried != (additions > 0))
            fail_msg("%s: %g", list[k].loops, additions);
        analyzed_close(&a);
    }
}

/* Each iteration of an unrolled loop has an access of its own, which the loop around moves. */
static void test_regions_unrolled_loops__have_an_access_for_each_iteration(void **state)
{
    (void)state;
    analyzed a;
    const fc_cost *around = open_unrolled(
        &a, "for (int i = 0; i < n; i++) { double r = 0; for (int k = 0; k < 3; k++) r += b[i + k]; c[3 * i] = r; }");
    const fc_region_model *region = around->region;
    int n_read = 0, n_leading = 0;
    for (size_t i = 0; i < region->n_streams; i++) {
        const fc_access_stream *stream = &region->stream[i];
        bool is_read = stream->access == FC_READ;
        n_read += is_read;
        n_leading += is_read && !stream->lag;
        assert_true(stream->stride_bytes == (is_read ? 8 : 24) && !stream->opens);
    }
    assert_int_equal(n_read, 3);
    assert_int_equal(n_leading, 1);
    assert_true(region->operation[FC_OP_CLASS_ADD][FC_F64] == 3 && region->load_bytes == 24);
    assert_true(fc_operations_is_empty(loop_in(around)->region) && !loop_in(around)->innermost);
    analyzed_close(&a);
}

/* Products of 3 x 3: an iteration of j has 3 multiply-adds and a product, 7 operations, an iteration of i 21. */
static const char *const small_products = "double a[300], m[9], y[300];\n"
                                          "void f(int n, double x)\n{\n"
                                          "    for (int i = 0; i < n; i++)\n"
                                          "        for (int j = 0; j < 3; j++) {\n"
                                          "            double sum = 0;\n"
                                          "            for (int k = 0; k < 3; k++)\n"
                                          "                sum += m[3 * j + k] * a[3 * i + k];\n"
                                          "            y[3 * i + j] = x * sum;\n"
                                          "        }\n"
                                          "}\n";

/* The region of the loop on a line, with code that does so many real operations. */
static fc_region_model analyzed_with(analyzed *a, int line, int real_operations)
{
    const fc_region_model *found = NULL;
    analyzed_open(a, small_products);
    fc_program_add_code(a->all.program, &(fc_code_loop){.line = 8, .lines = 1, .real_operations = real_operations});
    fc_analysis_free(a->analysis);
    assert_int_equal(fc_analysis_create(&a->analysis, a->all.program, &a->all.report), FC_OK);
    for (size_t i = 0; i < a->analysis->n_regions; i++)
        if (a->analysis->region[i]->span.line == line)
            found = a->analysis->region[i];
    assert_non_null(found);
    return *found;
}

/* The loop in the machine code has all of what the unrolled ones in it do: j's, or i's if j's is unrolled too. */
static void test_regions_unrolled_loops__are_part_of_the_loop_in_the_code(void **state)
{
    (void)state;
    static const struct {
        int real_operations, line;
        double iterations; /* of that loop in an iteration of the code */
    } row[] = {{7, 5, 1}, {14, 5, 2}, {21, 4, 1}, {84, 4, 4}, {22, 4, 22.0 / 21}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        analyzed a;
        fc_region_model inner = analyzed_with(&a, 7, row[i].real_operations);
        assert_true(inner.unrolled == 3 && !(inner.flags & FC_REGION_LOOP) && fc_operations_is_empty(&inner));
        assert_true(fc_machine_code_of(a.program, &inner).iterations == 0);
        analyzed_close(&a);
        fc_region_model loop = analyzed_with(&a, row[i].line, row[i].real_operations);
        const double times = row[i].line == 4 ? 3 : 1;
        assert_true(loop.flags & FC_REGION_LOOP && loop.unrolled == 0);
        assert_true(loop.operation[FC_OP_CLASS_MADD][FC_F64] == 3 * times && loop.reads[FC_F64] == 6 * times);
        assert_true(loop.operation[FC_OP_CLASS_MULTIPLY][FC_F64] == times && loop.writes[FC_F64] == times);
        assert_true(fabs(fc_machine_code_of(a.program, &loop).iterations - row[i].iterations) < 1e-9);
        analyzed_close(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_unrolled_loops__carry_what_the_loop_around_does),
        cmocka_unit_test(test_regions_unrolled_loops__have_an_access_for_each_iteration),
        cmocka_unit_test(test_regions_unrolled_loops__are_part_of_the_loop_in_the_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
