/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/baseline_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/forecost_baseline_XXXXXX";

static fc_baseline sample(void)
{
    fc_baseline made = {0};
    fc_baseline_program *program = fc_baseline_add_program(&made, "a \"name\"\nof <two> lines, \xC3\xA9\t\\");
    program->machine = fc_copy_string("tiny");
    program->machine_key = fc_copy_string("0123");
    program->method = fc_copy_string("ranks");
    program->compute_model = fc_copy_string("ops");
    for (int i = 0; i < 2; i++) {
        fc_baseline_point *point = fc_baseline_add_point(program);
        *point = (fc_baseline_point){.ranks = 4 << i,
                                     .parameters = fc_copy_string(i ? "" : "n=1e-300"),
                                     .arguments = fc_copy_string("- ~ : # {'a'}"),
                                     .cost = {{0.1 + 0.2, 1e300 / 3, 5e-324}}};
    }
    fc_baseline_term *term = fc_baseline_add_term(program);
    term->function = fc_copy_string("f");
    term->operation = fc_copy_string("MPI_Send");
    term->file = fc_copy_string("sub folder/a: b.c");
    term->line = 2147483647;
    term->source = fc_copy_string("null");
    term->formula = fc_copy_string("");
    term->cost[1] = (fc_baseline_cost){{1.0 / 3, 0, 2}};
    fc_baseline_add_head(term, "while (x[0] > \"]\"[0])");
    return made;
}

static void write_bytes(const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static char *read_bytes(size_t *length)
{
    char *bytes = NULL;
    assert_int_equal(fc_file_read(&bytes, length, path, 0, NULL), FC_OK);
    return bytes;
}

static void test_tools_baseline_file__comes_back_as_it_was(void **state)
{
    (void)state;
    fc_baseline made = sample(), back;
    fc_report report;
    size_t n[2];
    assert_int_equal(fc_baseline_file_write(&made, path, &report), FC_OK);
    char *first = read_bytes(&n[0]);
    if (fc_baseline_file_read(&back, path, &made, &report))
        fail_msg("%s", report.text);
    const fc_baseline_program *program = &back.program[0];
    assert_string_equal(program->name, made.program[0].name);
    assert_true(program->point[1].cost.of[0] == 0.1 + 0.2 && program->point[1].cost.of[2] == 5e-324);
    assert_string_equal(program->point[0].arguments, "- ~ : # {'a'}");
    assert_string_equal(program->term[0].source, "null");
    assert_string_equal(program->term[0].within[0].text, "while (x[0] > \"]\"[0])");
    assert_true(program->term[0].cost[1].of[0] == 1.0 / 3 && program->term[0].cost[0].of[0] == 0);
    assert_int_equal(fc_baseline_file_write(&back, path, &report), FC_OK);
    char *second = read_bytes(&n[1]);
    assert_true(n[0] == n[1] && memcmp(first, second, n[0]) == 0);
    free(first);
    free(second);
    fc_baseline_free(&made);
    fc_baseline_free(&back);
}

/* Truncated anywhere before its last bracket it is refused at a place of the file, without output. */
static void test_tools_baseline_file__no_part_of_it_is_one(void **state)
{
    (void)state;
    fc_baseline made = sample();
    size_t length;
    assert_int_equal(fc_baseline_file_write(&made, path, NULL), FC_OK);
    char *whole = read_bytes(&length);
    for (size_t n = 0; n + 2 < length; n++) {
        fc_baseline back = {0};
        fc_report report = {0};
        write_bytes(whole, n);
        assert_int_equal(fc_baseline_file_read(&back, path, &made, &report), FC_E_INPUT);
        assert_memory_equal(report.text, path, strlen(path));
        assert_true(report.text[strlen(path)] == ':');
        assert_null(back.program);
    }
    free(whole);
    fc_baseline_free(&made);
}

/* Any changed byte gives a baseline or a report, never anything else. */
static void test_tools_baseline_file__survives_any_byte(void **state)
{
    (void)state;
    static const char bytes[] = {'\0', '\n', ' ', '-', '{', '}', ']', '"', ',', '&', '9', '\x80', '\t', 'e'};
    fc_baseline made = sample();
    size_t length;
    assert_int_equal(fc_baseline_file_write(&made, path, NULL), FC_OK);
    char *whole = read_bytes(&length);
    for (size_t i = 0; i < length; i++) {
        fc_baseline back = {0};
        fc_report report = {0};
        char kept = whole[i];
        whole[i] = bytes[i % sizeof bytes];
        write_bytes(whole, length);
        whole[i] = kept;
        fc_status status = fc_baseline_file_read(&back, path, &made, &report);
        assert_true(status == FC_OK || (status == FC_E_INPUT && report.text[0]));
        fc_baseline_free(&back);
    }
    free(whole);
    fc_baseline_free(&made);
}

static int make_path(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 || close(descriptor);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_baseline_file__comes_back_as_it_was),
        cmocka_unit_test(test_tools_baseline_file__no_part_of_it_is_one),
        cmocka_unit_test(test_tools_baseline_file__survives_any_byte),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
