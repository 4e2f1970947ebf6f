/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/table.h"

#include "support/number.h"
#include "support/quote.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

static void expect_text(fc_text *text, const char *expected)
{
    assert_string_equal(text->bytes, expected);
    fc_text_free(text);
}

static void test_tools_table__seconds_carry_their_unit(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        int digits;
        const char *text;
    } rows[] = {
        {1.7424, 4, "1.742 s"},  {6.3096e-3, 3, "6.31 ms"}, {12.34e-6, 4, "12.34 us"},
        {0.5e-9, 2, "0.50 ns"},  {0.9999996, 4, "1.000 s"}, {99.96, 3, "100 s"},
        {123456, 4, "123456 s"}, {-0.25, 3, "-250 ms"},     {0, 4, "0 s"},
        {INFINITY, 4, "-"},      {999.4e-6, 3, "999 us"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_text text = {0};
        fc_table_seconds(&text, rows[i].seconds, rows[i].digits);
        expect_text(&text, rows[i].text);
    }
}

static void test_tools_table__numbers_read_back_the_same(void **state)
{
    (void)state;
    static const double numbers[] = {0.1, 1.0 / 3, 6.02214076e23, -2.5e-300, 123456789, 4.9e-324};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        fc_text text = {0};
        fc_number_add(&text, numbers[i]);
        assert_true(strtod(text.bytes, NULL) == numbers[i]);
        fc_text_free(&text);
    }
    fc_text text = {0};
    fc_number_add(&text, 0.1);
    expect_text(&text, "0.1");
    fc_number_add(&text, NAN);
    expect_text(&text, "null");
}

/* Two points of a sweep, one of them without a measured value. */
static fc_table sample(void)
{
    fc_table table = {0}, nested = {0};
    size_t ranks = fc_table_column(&table, "ranks", "ranks", FC_UNIT_COUNT, FC_SHOW_ALL);
    size_t n = fc_table_column(&table, "parameters.n", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    size_t m = fc_table_column(&table, "parameters.m", NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
    size_t closed = fc_table_column(&table, "origin.closed", "closed", FC_UNIT_SHARE, FC_SHOW_ALL);
    size_t time = fc_table_column(&table, "time_s", "time", FC_UNIT_SECONDS, FC_SHOW_ALL);
    size_t error = fc_table_column(&table, "error", "error", FC_UNIT_CHANGE, FC_SHOW_ALL);
    size_t note = fc_table_column(&table, "note", "note", FC_UNIT_TEXT, FC_SHOW_ALL);
    size_t by = fc_table_column(&table, "by", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    fc_table_row(&table);
    fc_table_number(&table, ranks, 2);
    fc_table_number(&table, n, 500);
    fc_table_number(&table, m, 0.25);
    fc_table_number(&table, closed, 0.97);
    fc_table_number(&table, time, 0.1174);
    fc_table_number(&table, error, -0.026);
    fc_table_text(&table, note, "a, \"b\"");
    size_t line = fc_table_column(&nested, "line", NULL, FC_UNIT_COUNT, FC_SHOW_JSON);
    fc_table_row(&nested);
    fc_table_number(&nested, line, 42);
    fc_table_nested(&table, by, &nested);
    fc_table_row(&table);
    fc_table_number(&table, ranks, 1024);
    fc_table_number(&table, error, NAN);
    fc_table_text(&table, note, "");
    return table;
}

static void test_tools_table__table_is_aligned(void **state)
{
    (void)state;
    fc_table table = sample();
    fc_text text = {0};
    fc_table_print(&text, &table);
    expect_text(&text, "ranks  closed      time   error  note\n"
                       "    2    97 %  117.4 ms  -2.6 %  a, \"b\"\n"
                       " 1024       -         -       -\n");
    fc_table_free(&table);
}

static void test_tools_table__csv_quotes(void **state)
{
    (void)state;
    fc_table table = sample();
    fc_text text = {0};
    fc_table_csv(&text, &table);
    expect_text(&text, "ranks,parameters.n,parameters.m,origin.closed,time_s,error,note\n"
                       "2,500,0.25,0.97,0.1174,-0.026,\"a, \"\"b\"\"\"\n"
                       "1024,,,,,,\n");
    fc_table_free(&table);
}

static void test_tools_table__json_nests_at_dots(void **state)
{
    (void)state;
    fc_table table = sample();
    fc_text text = {0};
    fc_table_json(&(fc_json_writer){.out = &text}, NULL, &table, 0);
    expect_text(&text,
                "[\n"
                "  {\"ranks\": 2, \"parameters\": {\"n\": 500, \"m\": 0.25}, \"origin\": {\"closed\": 0.97}, "
                "\"time_s\": 0.1174, \"error\": -0.026, \"note\": \"a, \\\"b\\\"\", \"by\": [\n"
                "      {\"line\": 42}\n"
                "    ]},\n"
                "  {\"ranks\": 1024, \"parameters\": {\"n\": null, \"m\": null}, \"origin\": {\"closed\": null}, "
                "\"time_s\": null, \"error\": null, \"note\": \"\", \"by\": null}\n"
                "]\n");
    fc_table_free(&table);
}

static void test_tools_table__json_text_is_valid_utf8(void **state)
{
    (void)state;
    fc_text text = {0};
    fc_quote_json(&text, "a\"\\\n\x01 \xc3\xa9 \xff \xc3 \xe0\x80\x80");
    expect_text(&text, "\"a\\\"\\\\\\u000a\\u0001 \xc3\xa9 \\ufffd \\ufffd \\ufffd\\ufffd\\ufffd\"");
}

static void test_tools_table__an_interval_has_one_unit_unless_an_end_vanishes(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        const char *text;
    } rows[] = {{1.69, 1.8, "1.69 .. 1.80 s"},
                {0, 3.8e-3, "0.00 .. 3.80 ms"},
                {6e-6, 3.8e-3, "0.01 .. 3.80 ms"},
                {6.75e-7, 3.8e-3, "675 ns .. 3.80 ms"},
                {2.5e-3, 81, "2.50 ms .. 81.0 s"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_text text = {0};
        fc_table_seconds_interval(&text, rows[i].low, rows[i].high);
        expect_text(&text, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_table__seconds_carry_their_unit),
        cmocka_unit_test(test_tools_table__an_interval_has_one_unit_unless_an_end_vanishes),
        cmocka_unit_test(test_tools_table__numbers_read_back_the_same),
        cmocka_unit_test(test_tools_table__table_is_aligned),
        cmocka_unit_test(test_tools_table__csv_quotes),
        cmocka_unit_test(test_tools_table__json_nests_at_dots),
        cmocka_unit_test(test_tools_table__json_text_is_valid_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
