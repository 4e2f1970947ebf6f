/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quoted text in each language, against what the language's own definition asks for. */
#include "support/quote.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef void quoter(fc_text *out, const char *text);

static void quote_c(fc_text *out, const char *text)
{
    fc_quote_c(out, text, strlen(text));
}

static void quote_html(fc_text *out, const char *text)
{
    fc_quote_html(out, text, strlen(text));
}

static void expect(quoter *quote, const char *text, const char *expected)
{
    fc_text out = {0};
    quote(&out, text);
    assert_string_equal(out.bytes, expected);
    fc_text_free(&out);
}

static void test_support_quote__each_language_reads_back_the_text(void **state)
{
    (void)state;
    expect(quote_c, "a\"b\\c\n\x7f\xc3?", "\"a\\042b\\134c\\012\\177\\303\\077\"");
    expect(quote_html, "<a href='x'>&\"\t\x01z", "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\tz");
    expect(fc_quote_xml, "<&>'\"\n\x02\xff", "&#60;&#38;&#62;&#39;&#34;&#10;&#xFFFD;\xEF\xBF\xBD");
    expect(fc_quote_markdown, "a|b\n*c*", "a&#124;b &#42;c&#42;");
    expect(fc_quote_latex, "a_b\\c{^\x07", "a\\_b\\text{\\textbackslash{}}c\\{\\text{\\textasciicircum{}}?");
    expect(fc_quote_json, "a\"\\\n\xff", "\"a\\\"\\\\\\u000a\\ufffd\"");
    expect(fc_quote_shell, "it's $(x)", "'it'\\''s $(x)'");
    expect(fc_quote_dot, "a\"b\\l\n", "\"a\\\"b\\\\l \"");
    expect(fc_quote_gnuplot, "it's\n", "'it''s '");
}

/* What would end a comment of C, a docstring of Python or a line comment of JavaScript (U+2028) is gone. */
static void test_support_quote__comments_stay_comments(void **state)
{
    (void)state;
    expect(fc_quote_comment, "dir/a.c", "dir/a.c");
    expect(fc_quote_comment, "a*/b/*c", "a*_b/_c");
    expect(fc_quote_comment, "**/", "**_");
    expect(fc_quote_comment, "\"\"\"\\\n</script>?\?/", "______/script>__/");
    expect(fc_quote_comment, "x\xE2\x80\xA8y", "x___y");
}

static void test_support_quote__identifiers(void **state)
{
    (void)state;
    static const char *const good[] = {"n", "_x1", "Rank", "a_b"};
    static const char *const bad[] = {"", "1a", "while", "__asm__", "_Bool", "a b", "a;", "\xC3\xA4", "a$"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(fc_quote_is_identifier(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(fc_quote_is_identifier(bad[i]));
}

static void test_support_quote__real_constants(void **state)
{
    (void)state;
    static const char *const good[] = {"1.", ".5", "1e9", "2.5E-3f", "0x1p-3", "0x.8P+1L", "1.0F16"};
    static const char *const bad[] = {"", ".", "1e", "0xp1", "f", "1.0+x", "1.0;", "system", "1..2"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(fc_quote_is_real_constant(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(fc_quote_is_real_constant(bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support_quote__each_language_reads_back_the_text),
        cmocka_unit_test(test_support_quote__comments_stay_comments),
        cmocka_unit_test(test_support_quote__identifiers),
        cmocka_unit_test(test_support_quote__real_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
