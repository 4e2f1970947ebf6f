/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expected values: gcc 12's manual, "Overall Options" and "Link Options"; POSIX 2.2 for quoting. */
#include "analyzer/frontend/commands/invocation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assert_words(const fc_words *words, const char *wanted)
{
    char *joined = fc_words_join(words);
    assert_string_equal(joined, wanted);
    free(joined);
}

/* Splits `text` into words as a shell does. */
static fc_invocation parsed(const char *text)
{
    fc_words words = {0};
    fc_invocation made;
    fc_invocation_split(&words, text, true);
    fc_invocation_parse(&made, words.item, words.n, "/tmp");
    fc_words_free(&words);
    return made;
}

static void test_commands_invocation__determines_the_output(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        fc_product_kind making;
    } row[] = {
        {"-c a.c", FC_PRODUCT_OBJECTS},
        {"a.c -o app", FC_PRODUCT_PROGRAM},
        {"a.o -lm", FC_PRODUCT_PROGRAM},
        {"-MD -MF x.d -c a.c", FC_PRODUCT_OBJECTS},
        {"-S a.c", FC_PRODUCT_NONE},
        {"-E a.c", FC_PRODUCT_NONE},
        {"-M a.c", FC_PRODUCT_NONE},
        {"-MM a.c", FC_PRODUCT_NONE},
        {"-c -fsyntax-only a.c", FC_PRODUCT_NONE},
        {"--version", FC_PRODUCT_NONE},
        {"-c", FC_PRODUCT_NONE},
        {"-v", FC_PRODUCT_NONE},
        {"-print-file-name=x a.c", FC_PRODUCT_NONE},
        {"-I -E -c a.c", FC_PRODUCT_OBJECTS},
        {"", FC_PRODUCT_NONE},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        fc_invocation made = parsed(row[i].text);
        if (made.making != row[i].making)
            fail_msg("%s", row[i].text);
        fc_invocation_free(&made);
    }
}

static void test_commands_invocation__distinguishes_operands_from_flags(void **state)
{
    (void)state;
    fc_invocation made =
        parsed("-I inc -include pre.h -o out.c a.c b.i -x c odd.txt -x none lib/x.a -l m -l:exact.a c.cpp -");
    static const fc_operand wanted[] = {
        {FC_OPERAND_C, "a.c", 6},           {FC_OPERAND_PREPROCESSED, "b.i", 7}, {FC_OPERAND_C, "odd.txt", 10},
        {FC_OPERAND_LINKED, "lib/x.a", 13}, {FC_OPERAND_LIBRARY, "m", 14},       {FC_OPERAND_LIBRARY, ":exact.a", 16},
        {FC_OPERAND_FOREIGN, "c.cpp", 17},  {FC_OPERAND_FOREIGN, "-", 18},
    };
    assert_int_equal(made.n_operands, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < made.n_operands; i++) {
        assert_string_equal(made.operand[i].path, wanted[i].path);
        assert_int_equal(made.operand[i].kind, wanted[i].kind);
        assert_int_equal(made.operand[i].at, wanted[i].at);
    }
    assert_string_equal(made.output, "out.c");
    fc_invocation_free(&made);
}

static void test_commands_invocation__gives_a_source_its_flags(void **state)
{
    (void)state;
    fc_invocation made =
        parsed("-O2 -MMD -MF a.d -MT a.o -I inc -DX='1 2' -Lfolder -Wl,-z,now -fopenmp -c -o a.o a.c -lm -U Y");
    fc_words flags = {0};
    fc_invocation_flags(&flags, &made);
    assert_words(&flags, "-O2 -I inc -DX=1 2 -fopenmp -U Y");
    assert_int_equal(flags.n, 7);
    fc_words_free(&flags);
    fc_invocation_free(&made);
}

static void test_commands_invocation__names_the_product(void **state)
{
    (void)state;
    static const char *const row[][2] = {{"-c src/a.b.c", "a.b.o"}, {"-c a.c -o x", "x"},  {"-ox -c a.c", "x"},
                                         {"a.c", "a.out"},          {"a.c -o app", "app"}, {"-c .c", ".c.o"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        fc_invocation made = parsed(row[i][0]);
        char *product = fc_invocation_product(&made, &made.operand[0]);
        assert_string_equal(product, row[i][1]);
        free(product);
        fc_invocation_free(&made);
    }
}

static void test_commands_invocation__splits_words(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_shell;
        const char *word[3]; /* by hand */
    } row[] = {
        {" a\tb\n", true, {"a", "b"}}, {"'a b' \"c d\"", true, {"a b", "c d"}},
        {"a\\ b", true, {"a b"}},      {"'a\\b'", true, {"a\\b"}},
        {"'a\\b'", false, {"ab"}},     {"\"a\\b\\\"\"", true, {"a\\b\""}},
        {"\"a\\b\"", false, {"ab"}},   {"-D'X=\"s\"'", true, {"-DX=\"s\""}},
        {"'' x", true, {"", "x"}},     {"'open", true, {"open"}},
        {"a\\", true, {"a\\"}},        {"", true, {NULL}},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        fc_words words = {0};
        fc_invocation_split(&words, row[i].text, row[i].is_shell);
        size_t n = 0;
        for (; n < 3 && row[i].word[n]; n++)
            assert_true(n < words.n && strcmp(words.item[n], row[i].word[n]) == 0);
        assert_int_equal(words.n, n);
        fc_words_free(&words);
    }
}

static void test_commands_invocation__reads_response_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/fc-test-commands-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *inner = fc_format("%s/inner", folder), *outer = fc_format("%s/outer", folder);
    assert_int_equal(fc_file_write(inner, "-DX='a b' b.c @inner", 20, NULL),
                     FC_OK); /* no terminator: stops by itself */
    assert_int_equal(fc_file_write(outer, "-O2\n@inner\n@absent", 18, NULL), FC_OK);
    char *const word[] = {"-c", "@outer", "a.c"};
    fc_invocation made;
    fc_invocation_parse(&made, word, 3, folder);
    assert_string_equal(made.word.item[1], "-O2");
    assert_string_equal(made.word.item[2], "-DX=a b");
    assert_string_equal(made.word.item[3], "b.c");
    assert_string_equal(made.word.item[made.word.n - 2], "@absent");
    assert_string_equal(made.word.item[made.word.n - 1], "a.c");
    fc_invocation_free(&made);
    unlink(inner);
    unlink(outer);
    rmdir(folder);
    free(inner);
    free(outer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands_invocation__determines_the_output),
        cmocka_unit_test(test_commands_invocation__distinguishes_operands_from_flags),
        cmocka_unit_test(test_commands_invocation__gives_a_source_its_flags),
        cmocka_unit_test(test_commands_invocation__names_the_product),
        cmocka_unit_test(test_commands_invocation__splits_words),
        cmocka_unit_test(test_commands_invocation__reads_response_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
