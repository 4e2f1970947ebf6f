/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growing text, against snprintf. */
#include "support/text.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Pieces of every length around the lengths at which the text grows, each after all others. */
static void test_support_text__grows_as_it_is_added_to(void **state)
{
    (void)state;
    enum {
        PIECES = 150
    };
    static char expected[PIECES * PIECES];
    size_t length = 0;
    fc_text text = {0};
    fc_text_add(&text, "%s", "");
    for (int i = 0; i < PIECES; i++) {
        length += (size_t)sprintf(expected + length, "%0*d", i, i);
        fc_text_add(&text, "%0*d", i, i);
        assert_int_equal(text.length, length);
        assert_string_equal(text.bytes, expected);
    }
    fc_text_free(&text);
}

static void test_support_text__numbers_are_those_of_printf(void **state)
{
    (void)state;
    const long number[] = {0, -1, 9, 10, -10, 99, 100, 12345678, INT_MIN, LONG_MAX, LONG_MIN};
    char expected[400] = "<";
    fc_text text = {0};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        sprintf(expected + strlen(expected), i ? ",%ld" : "%ld", number[i]);
    fc_text_append(&text, "<", 1);
    fc_text_numbers(&text, number, sizeof number / sizeof *number);
    assert_string_equal(text.bytes, expected);
    assert_int_equal(text.length, strlen(expected));
    fc_text_numbers(&text, number, 0);
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
}

/* A freed block of the same size is used again. */
static void test_support_text__memory_is_zeroed_whatever_its_size(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 24, 1032, 1033, 70000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int round = 0; round < 3; round++) {
            unsigned char *memory = fc_calloc(sizes[k], 1);
            assert_non_null(memory);
            for (size_t i = 0; i < sizes[k]; i++)
                assert_int_equal(memory[i], 0);
            memset(memory, 0xff, sizes[k]);
            free(memory);
        }
}

static void test_support_text__too_much_memory_is_refused(void **state)
{
    (void)state;
    volatile size_t half = SIZE_MAX / 2 + 1; /* twice as much overflows to 0 */
    assert_null(fc_calloc(half, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support_text__memory_is_zeroed_whatever_its_size),
        cmocka_unit_test(test_support_text__too_much_memory_is_refused),
        cmocka_unit_test(test_support_text__grows_as_it_is_added_to),
        cmocka_unit_test(test_support_text__numbers_are_those_of_printf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
