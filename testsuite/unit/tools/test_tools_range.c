/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/range.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const fc_range_limits parameter = {.what = "-D n", .least = -1e15, .greatest = 1e15};

/* Expected values are text, written by hand from the grammar's description. */
static void expect_values(const fc_range *range, const char *expected)
{
    char text[400] = "";
    for (int i = 0; i < range->n; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%.15g", i ? " " : "", range->value[i]);
    }
    assert_string_equal(text, expected);
}

static void test_tools_range__ranks(void **state)
{
    (void)state;
    static const struct {
        const char *text, *values;
    } rows[] = {
        {"4", "4"},
        {"1,2,8", "1 2 8"},
        {"8,2", "8 2"},
        {"1:5", "1 2 3 4 5"},
        {"7:7", "7"},
        {"1:64:8", "1 9 17 25 33 41 49 57"},
        {"2:10:4", "2 6 10"},
        {"1:1024:x2", "1 2 4 8 16 32 64 128 256 512 1024"},
        {"3:100:x3", "3 9 27 81"},
        {"1:1000:x10,5", "1 10 100 1000 5"},
        {"2147483647", "2147483647"},
        {"1e3", "1000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_range range;
        fc_report report;
        assert_int_equal(fc_range_parse_ranks(&range, rows[i].text, &report), FC_OK);
        expect_values(&range, rows[i].values);
        fc_range_free(&range);
    }
}

static void test_tools_range__parameters(void **state)
{
    (void)state;
    static const struct {
        const char *text, *values;
    } rows[] = {
        {"0.5", "0.5"},
        {"-3:3:3", "-3 0 3"},
        {"0:1:0.25", "0 0.25 0.5 0.75 1"},
        {"0:0.3:0.1", "0 0.1 0.2 0.3"},
        {"500:8000:x2", "500 1000 2000 4000 8000"},
        {"1e-6:1e-4:x10", "1e-06 1e-05 0.0001"},
        {"2.5e+2", "250"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_range range;
        fc_report report;
        assert_int_equal(fc_range_parse(&range, rows[i].text, &parameter, &report), FC_OK);
        expect_values(&range, rows[i].values);
        fc_range_free(&range);
    }
}

static void test_tools_range__refused_with_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *column;
    } rows[] = {
        {"", "column 1: expected a number, found the end"},
        {"0", "column 1: 0 is below"},
        {"-4", "column 1: -4 is below"},
        {"2147483648", "column 1: 2147483648 is above"},
        {"1e400", "column 1: the number is too large"},
        {"99999999999999999999", "column 1: 1e+20 is above"},
        {"1,", "column 3: expected a number"},
        {",1", "column 1: expected a number"},
        {"1,,2", "column 3: expected a number"},
        {"1:", "column 3: expected a number"},
        {"16:1", "column 4: the last value, 1, is below the first, 16"},
        {"1:0", "column 3: 0 is below"},
        {"1:8:0", "column 5: the step must be greater than 0"},
        {"1:8:-1", "column 5: the step must be greater than 0"},
        {"1:8:x1", "column 5: the factor must be greater than 1"},
        {"1:8:x", "column 6: expected a number"},
        {"1:8:2:3", "column 6: expected"},
        {"1.5", "column 1: expected a whole number"},
        {"1:8:x1.5", "column 6: expected a whole number"},
        {"4x", "column 2: expected"},
        {" 4", "column 1: expected a number"},
        {"nan", "column 1: expected a number"},
        {"0x10", "column 1: 0 is below"},
        {"1:100001", "column 1: more than 100000 values"},
        {"1,1:100000", "column 3: more than 100000 values"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_range range = {(double *)&range, 7};
        fc_report report;
        assert_int_equal(fc_range_parse_ranks(&range, rows[i].text, &report), FC_E_USAGE);
        if (!strstr(report.text, rows[i].column))
            fail_msg("\"%s\": %s", rows[i].text, report.text);
        assert_int_equal(range.n, 7);
    }
}

static void test_tools_range__bounds_the_number_of_points(void **state)
{
    (void)state;
    fc_range range;
    fc_report report;
    assert_int_equal(fc_range_parse_ranks(&range, "1:100000", &report), FC_OK);
    assert_int_equal(range.n, FC_RANGE_MAX_POINTS);
    fc_range_free(&range);
    /* A step too small to change the value would never end. */
    assert_int_equal(fc_range_parse(&range, "1e14:1e15:1e-9", &parameter, &report), FC_E_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_range__ranks),
        cmocka_unit_test(test_tools_range__parameters),
        cmocka_unit_test(test_tools_range__refused_with_column),
        cmocka_unit_test(test_tools_range__bounds_the_number_of_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
