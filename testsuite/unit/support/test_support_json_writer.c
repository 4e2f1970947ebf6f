/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/json_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

static void test_support_json_writer__separates_and_breaks(void **state)
{
    (void)state;
    fc_text text = {0};
    fc_json_writer json = {.out = &text};
    fc_json_writer_object(&json, NULL, 2);
    fc_json_writer_string(&json, "a\"b", "c\nd");
    fc_json_writer_string(&json, "none", NULL);
    fc_json_writer_array(&json, "list", FC_JSON_ONE_LINE);
    fc_json_writer_number(&json, NULL, 2.5);
    fc_json_writer_number(&json, NULL, NAN);
    fc_json_writer_bool(&json, NULL, true);
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_end(&json);
    fc_json_writer_end(&json);
    fc_json_writer_array(&json, "lines", 4);
    for (int i = 7; i < 9; i++) {
        fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_whole(&json, "i", i);
        fc_json_writer_break(&json, 5);
        fc_json_writer_item(&json, "own");
        fc_text_add(&text, "%d", -i);
        fc_json_writer_end(&json);
    }
    fc_json_writer_end(&json);
    fc_json_writer_end(&json);
    assert_string_equal(text.bytes, "{\n"
                                    "  \"a\\\"b\": \"c\\u000ad\",\n"
                                    "  \"none\": null,\n"
                                    "  \"list\": [2.5, null, true, {}],\n"
                                    "  \"lines\": [\n"
                                    "    {\"i\": 7,\n"
                                    "     \"own\": -7},\n"
                                    "    {\"i\": 8,\n"
                                    "     \"own\": -8}\n"
                                    "  ]\n"
                                    "}\n");
    fc_text_free(&text);
}

static void test_support_json_writer__begins_a_document(void **state)
{
    (void)state;
    fc_text text = {0};
    fc_json_writer json = fc_json_writer_document(&text);
    fc_json_writer_array(&json, "rows", FC_JSON_ONE_LINE);
    fc_json_writer_end(&json);
    fc_json_writer_end(&json);
    assert_string_equal(text.bytes, "{\n  \"forecost\": \"" FORECOST_VERSION "\",\n  \"rows\": []\n}\n");
    fc_text_free(&text);
}

static void test_support_json_writer__writes_compactly(void **state)
{
    (void)state;
    fc_text text = {0};
    fc_json_writer json = {.out = &text, .is_compact = true};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "kind", "model");
    fc_json_writer_break(&json, 0);
    fc_json_writer_array(&json, "x", FC_JSON_ONE_LINE);
    fc_json_writer_exact(&json, NULL, 0.1);
    fc_json_writer_whole(&json, NULL, -3);
    fc_json_writer_end(&json);
    fc_json_writer_end(&json);
    assert_string_equal(text.bytes, "{\"kind\":\"model\",\n\"x\":[0.10000000000000001,-3]}\n");
    fc_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support_json_writer__separates_and_breaks),
        cmocka_unit_test(test_support_json_writer__begins_a_document),
        cmocka_unit_test(test_support_json_writer__writes_compactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
