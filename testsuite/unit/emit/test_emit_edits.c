/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/edits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect(fc_edits *edits, const char *text, const char *expected)
{
    fc_text out = {0};
    fc_edits_apply(&out, edits, text, strlen(text));
    assert_string_equal(out.bytes, expected);
    fc_text_free(&out);
    fc_edits_free(edits);
}

static void surround(fc_edits *edits, long begin, long end, const char *open, const char *close)
{
    fc_edits_open(edits, begin, fc_copy_string(open));
    fc_edits_close(edits, end, fc_copy_string(close));
}

static void test_emit_edits__pairs_nest_when_added_from_the_outside_inwards(void **state)
{
    (void)state;
    fc_edits edits = {0};
    surround(&edits, 0, 6, "<", ">");   /* a && b of (a && b) && c */
    surround(&edits, 10, 11, "{", "}"); /* c */
    surround(&edits, 0, 1, "(", ")");
    surround(&edits, 5, 6, "[", "]");
    expect(&edits, "a && b && c", "<(a) && [b]> && {c}");
}

static void test_emit_edits__openers_keep_their_order_after_closers(void **state)
{
    (void)state;
    fc_edits edits = {0};
    fc_edits_open(&edits, 2, fc_copy_string("1"));
    fc_edits_open(&edits, 2, fc_copy_string("2"));
    fc_edits_close(&edits, 2, fc_copy_string("b"));
    fc_edits_close(&edits, 2, fc_copy_string("a"));
    fc_edits_open(&edits, 4, fc_copy_string("end"));
    expect(&edits, "wxyz", "wxab12yzend");
}

static void test_emit_edits__without_edits_the_text_stays(void **state)
{
    (void)state;
    fc_edits edits = {0};
    expect(&edits, "int x;\n", "int x;\n");
}

static void test_emit_edits__a_replacement_leaves_out_what_it_replaces(void **state)
{
    (void)state;
    fc_edits edits = {0};
    surround(&edits, 0, 9, "{", "}");
    fc_edits_replace(&edits, 3, 7, fc_copy_string("new"));
    fc_text part = {0};
    fc_edits_apply_part(&part, &edits, "for x = 1; y", 2, 8);
    assert_string_equal(part.bytes, "rnew ");
    fc_text_free(&part);
    expect(&edits, "for x = 1; y", "{fornew 1}; y");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emit_edits__pairs_nest_when_added_from_the_outside_inwards),
        cmocka_unit_test(test_emit_edits__openers_keep_their_order_after_closers),
        cmocka_unit_test(test_emit_edits__without_edits_the_text_stays),
        cmocka_unit_test(test_emit_edits__a_replacement_leaves_out_what_it_replaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
