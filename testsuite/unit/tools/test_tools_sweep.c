/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/sweep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static const fc_option options[] = {
    {'n', "ranks", "RANGE", NULL, "1", false, "the ranks"},
    {'D', "define", "NAME=RANGE", NULL, NULL, true, "a parameter"},
};
static const fc_command command = {.name = "predict", .operands = "", .option = options, .n_options = 2};

static fc_status parse(fc_sweep *out, const char *const *argv, fc_report *report)
{
    int argc = 0;
    while (argv[argc])
        argc++;
    fc_arguments arguments;
    assert_int_equal(fc_arguments_parse(&arguments, &command, argc, argv, report), FC_OK);
    fc_status status = fc_sweep_parse(out, &arguments, FC_RANGE_MAX_POINTS, report);
    fc_arguments_free(&arguments);
    return status;
}

static void test_tools_sweep__product_with_ranks_fastest(void **state)
{
    (void)state;
    static const char *const argv[] = {"-n", "2,8", "-D", "n=500:1500:x3", "-D", "grid.nx=7,6", NULL};
    static const double expected[8][3] = {{2, 500, 7},  {8, 500, 7},  {2, 500, 6},  {8, 500, 6},
                                          {2, 1500, 7}, {8, 1500, 7}, {2, 1500, 6}, {8, 1500, 6}};
    fc_sweep sweep;
    assert_int_equal(parse(&sweep, argv, NULL), FC_OK);
    assert_int_equal(sweep.n_points, 8);
    assert_string_equal(sweep.name[1], "grid.nx");
    for (int i = 0; i < 8; i++) {
        double value[2];
        fc_sweep_values(value, &sweep, i);
        assert_true(fc_sweep_ranks(&sweep, i) == expected[i][0]);
        assert_true(value[0] == expected[i][1] && value[1] == expected[i][2]);
    }
    fc_sweep part = fc_sweep_part(&sweep, 3, 4);
    assert_int_equal(part.n_points, 4);
    for (int i = 0; i < 4; i++) {
        double value[2];
        fc_sweep_values(value, &part, i);
        assert_true(fc_sweep_ranks(&part, i) == expected[3 + i][0]);
        assert_true(value[0] == expected[3 + i][1] && value[1] == expected[3 + i][2]);
    }
    fc_sweep_free(&sweep);
}

/* Point i of the product is in one shard only, in the order of the product. */
static void test_tools_sweep__shards_cover_the_product_once(void **state)
{
    (void)state;
    static const char *const argv[] = {"-n", "1:5", "-D", "n=10,20,30,40,50", NULL};
    fc_sweep sweep;
    assert_int_equal(parse(&sweep, argv, NULL), FC_OK);
    for (int n_shards = 1; n_shards <= 30; n_shards++) {
        int seen[25] = {0}, total = 0;
        for (int shard = 0; shard < n_shards; shard++) {
            fc_sweep part = fc_sweep_shard(&sweep, shard, n_shards);
            for (int i = 0, before = -1; i < part.n_points; i++) {
                double n;
                fc_sweep_values(&n, &part, i);
                int at = ((int)n / 10 - 1) * 5 + fc_sweep_ranks(&part, i) - 1;
                assert_true(at > before && at / n_shards == i);
                before = at;
                seen[at]++;
            }
            total += part.n_points;
        }
        assert_int_equal(total, 25);
        for (int i = 0; i < 25; i++)
            assert_int_equal(seen[i], 1);
    }
    fc_sweep_free(&sweep);
}

static void test_tools_sweep__refused(void **state)
{
    (void)state;
    static const struct {
        const char *argv[7];
        const char *text;
    } rows[] = {
        {{"-n", "0"}, "-n: \"0\", column 1"},
        {{"-D", "n"}, "\"n\" is not name=RANGE"},
        {{"-D", "=4"}, "is not name=RANGE"},
        {{"-D", "2n=4"}, "is not name=RANGE"},
        {{"-D", "a.=4"}, "is not name=RANGE"},
        {{"-D", "a[]=4"}, "is not name=RANGE"},
        {{"-D", "a[i]=4"}, "is not name=RANGE"},
        {{"-D", "a[1=4"}, "is not name=RANGE"},
        {{"-D", "n="}, "-D n: \"\", column 1"},
        {{"-D", "n=4:2"}, "-D n: \"4:2\", column 3"},
        {{"-D", "n=4", "-D", "n=5"}, "-D n is given twice"},
        {{"-n", "1:1000", "-D", "n=1:101"}, "more than 100000 points"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_sweep sweep;
        fc_report report;
        assert_int_equal(parse(&sweep, rows[i].argv, &report), FC_E_USAGE);
        if (!strstr(report.text, rows[i].text))
            fail_msg("row %zu: %s", i, report.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_sweep__product_with_ranks_fastest),
        cmocka_unit_test(test_tools_sweep__shards_cover_the_product_once),
        cmocka_unit_test(test_tools_sweep__refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
