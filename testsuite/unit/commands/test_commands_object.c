/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/link_closure.h"
#include "analyzer/frontend/commands/object.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* Written by hand from ar(5) and binutils' description of thin archives: the member sizes are those of files elsewhere.
 */
static const char THIN[] = "!<thin>\n"
                           "//                                              30        `\n"
                           "a_member_with_a_long_name.o/\n\n"
                           "/0              0           0     0     644     1232      `\n"
                           "short.o/        0           0     0     644     99999     `\n";

static void test_commands_object__names_the_members_of_a_thin_archive(void **state)
{
    (void)state;
    fc_words path = {0};
    fc_bytes archive = {THIN, sizeof THIN - 1};
    assert_true(fc_object_is_thin_archive(archive));
    assert_false(fc_object_is_archive(archive));
    fc_object_thin_members(&path, archive);
    assert_int_equal(path.n, 2);
    assert_string_equal(path.item[0], "a_member_with_a_long_name.o");
    assert_string_equal(path.item[1], "short.o");
    fc_words_free(&path);
}

static bool has(const fc_words *words, const char *name)
{
    for (size_t i = 0; i < words->n; i++)
        if (strcmp(words->item[i], name) == 0)
            return true;
    return false;
}

/* This program itself is an ELF file with a symbol table. */
static fc_bytes own_text(void)
{
    char *text = NULL;
    size_t length = 0;
    assert_int_equal(fc_file_read(&text, &length, "/proc/self/exe", 0, NULL), FC_OK);
    return (fc_bytes){text, length};
}

static void test_commands_object__lists_defined_and_undefined_symbols(void **state)
{
    (void)state;
    fc_bytes own = own_text();
    fc_words defined = {0}, needed = {0};
    assert_true(fc_object_is_elf(own));
    assert_true(fc_object_names(&defined, &needed, own));
    assert_true(has(&defined, "main"));
    assert_true(has(&defined, "fc_object_names"));
    assert_false(has(&defined, "own_text")); /* static */
    assert_false(has(&needed, "main"));
    assert_true(needed.n > 0);
    assert_true(fc_object_is_of_c(own));
    fc_words_free(&defined);
    fc_words_free(&needed);
    free((char *)(uintptr_t)own.at);
}

/* Truncated or with changed headers: any result, but no crash and no hang. */
static void test_commands_object__survives_damage(void **state)
{
    (void)state;
    fc_bytes own = own_text();
    char *bytes = (char *)(uintptr_t)own.at;
    for (size_t length = 0; length < own.length; length += own.length / 61 + 1) {
        char *cut = memcpy(fc_allocate(length, 1), bytes, length);
        fc_words names = {0};
        fc_object_names(&names, &names, (fc_bytes){cut, length});
        fc_object_is_of_c((fc_bytes){cut, length});
        fc_words_free(&names);
        free(cut);
    }
    size_t headers = own.length - 40 * 64; /* the section headers stand last, 64 bytes each */
    for (size_t at = headers; at < own.length; at += 7) {
        char kept = bytes[at];
        fc_words names = {0};
        bytes[at] = (char)~kept;
        fc_object_names(&names, &names, own);
        fc_words_free(&names);
        bytes[at] = kept;
    }
    for (size_t length = 0; length < sizeof THIN; length++) {
        fc_words path = {0};
        fc_object_thin_members(&path, (fc_bytes){THIN, length});
        fc_words_free(&path);
    }
    free(bytes);
}

static void add(fc_words *words, const char *text)
{
    fc_words_free(words);
    fc_words_split(words, text);
}

/* main needs a; part 0 defines a and needs b; parts 1 and 2 both define b; part 3 defines the unused c. */
static void test_commands_object__a_program_takes_what_it_needs(void **state)
{
    (void)state;
    static const char *const part[][2] = {{"a", "b printf"}, {"b", "a"}, {"b d", ""}, {"c", "a"}};
    fc_link_closure closure = {0};
    fc_words defined = {0}, needed = {0};
    size_t next, taken[4], n = 0;
    for (size_t i = 0; i < 4; i++) {
        add(&defined, part[i][0]);
        fc_link_closure_register(&closure, i, &defined);
    }
    add(&defined, "main");
    add(&needed, "a");
    fc_link_closure_take(&closure, &defined, &needed);
    while (fc_link_closure_next(&next, &closure)) {
        assert_true(n < 4);
        taken[n++] = next;
        add(&defined, part[next][0]);
        add(&needed, part[next][1]);
        fc_link_closure_take(&closure, &defined, &needed);
    }
    assert_int_equal(n, 2);
    assert_int_equal(taken[0], 0);
    assert_int_equal(taken[1], 1);
    fc_words_free(&defined);
    fc_words_free(&needed);
    fc_link_closure_free(&closure);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands_object__names_the_members_of_a_thin_archive),
        cmocka_unit_test(test_commands_object__lists_defined_and_undefined_symbols),
        cmocka_unit_test(test_commands_object__survives_damage),
        cmocka_unit_test(test_commands_object__a_program_takes_what_it_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
