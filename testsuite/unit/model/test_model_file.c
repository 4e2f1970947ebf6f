/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static int make_folder(void **state)
{
    char *folder = fc_copy_string("/tmp/fc-model-XXXXXX");
    *state = folder;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char *path = fc_format("%s/m.fc", (char *)*state);
    unlink(path);
    free(path);
    int bad = rmdir(*state);
    free(*state);
    return bad;
}

static char *written(void **state, size_t *length)
{
    char *path = fc_format("%s/m.fc", (char *)*state);
    sample made = sample_create();
    fc_report report = {0};
    assert_true(fc_program_is_valid(made.program, &report));
    assert_int_equal(fc_program_write(made.program, path, &report), FC_OK);
    fc_program_free(made.program);
    char *bytes;
    assert_int_equal(fc_file_read(&bytes, length, path, 0, &report), FC_OK);
    free(path);
    return bytes;
}

/* Reads `bytes` as a model file. */
static fc_status read_bytes(void **state, fc_program **out, const char *bytes, size_t length, fc_report *report)
{
    char *path = fc_format("%s/m.fc", (char *)*state);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
    fc_status status = fc_program_read(out, path, report);
    free(path);
    return status;
}

static void test_model_file__written_and_read_is_the_same(void **state)
{
    size_t length, again_length;
    char *bytes = written(state, &length);
    fc_program *program = NULL;
    fc_report report = {0};
    assert_int_equal(read_bytes(state, &program, bytes, length, &report), FC_OK);
    assert_string_equal(program->file[0].path, "dir/\xc3\xa4.c");
    assert_string_equal(program->file[0].argument[0], "-DX=\"y\xfe\"");
    const fc_procedure *f = fc_program_find(program, "f");
    assert_non_null(f);
    const fc_node *loop = f->body->child[1], *assign = loop->child[3]->child[0];
    assert_int_equal(loop->kind, FC_FOR);
    assert_true(assign->child[1]->real == 0.1);
    assert_ptr_equal(assign->compute_type, assign->type);
    assert_int_equal(program->n_code, 1);
    const fc_code_loop *code = &program->code[0];
    const int row[] = {
        code->file,       code->line,        code->lines,          code->vector_bytes, code->real_operations,
        code->load_bytes, code->store_bytes, code->n_real,         code->n_loads,      code->n_stores,
        code->n_moves,    code->n_jumps,     code->n_instructions, code->n_calls};
    assert_memory_equal(row, ((const int[]){0, 3, 2, 64, 16, 128, 32, 5, 6, 7, 8, 9, 10, 11}), sizeof row);
    assert_true(code->cycles == 1.25);
    assert_string_equal(program->code_cpu, "znver4");
    const fc_node *string = f->body->child[2]->child[0];
    assert_int_equal(string->text_length, 4);
    assert_memory_equal(string->text, "\xff\0\"b", 4);
    char *path = fc_format("%s/m.fc", (char *)*state), *again;
    assert_int_equal(fc_program_write(program, path, &report), FC_OK);
    assert_int_equal(fc_file_read(&again, &again_length, path, 0, &report), FC_OK);
    assert_int_equal(again_length, length);
    assert_memory_equal(again, bytes, length);
    free(again);
    free(path);
    free(bytes);
    fc_program_free(program);
}

static void test_model_file__a_truncated_file_is_refused_with_its_line(void **state)
{
    size_t length;
    char *bytes = written(state, &length);
    for (size_t cut = 0; cut + 2 < length; cut += 7) {
        fc_program *program = NULL;
        fc_report report = {0};
        assert_int_equal(read_bytes(state, &program, bytes, cut, &report), FC_E_INPUT);
        assert_null(program);
        assert_non_null(strstr(report.text, "m.fc:"));
        assert_non_null(strstr(report.text, "forecost analyze"));
    }
    fc_report report = {0};
    fc_program *program = NULL;
    char *second_line = strchr(bytes, '\n') + 1;
    assert_int_equal(read_bytes(state, &program, bytes, (size_t)(second_line - bytes) + 3, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "m.fc:2:"));
    free(bytes);
}

/* Replaces the first `from` of a written model by `to` (of the same or another length) and reads it. */
static void expect_refusal(void **state, const char *from, const char *to, const char *message)
{
    size_t length;
    char *bytes = written(state, &length);
    char *at = memmem(bytes, length, from, strlen(from));
    assert_non_null(at);
    fc_text changed = {0};
    fc_text_append(&changed, bytes, (size_t)(at - bytes));
    fc_text_append(&changed, to, strlen(to));
    fc_text_append(&changed, at + strlen(from), length - (size_t)(at - bytes) - strlen(from));
    fc_program *program = NULL;
    fc_report report = {0};
    assert_int_equal(read_bytes(state, &program, changed.bytes, changed.length, &report), FC_E_INPUT);
    assert_null(program);
    if (!strstr(report.text, message))
        fail_msg("\"%s\" lacks \"%s\"", report.text, message);
    fc_text_free(&changed);
    free(bytes);
}

/* Without the number of calls, which earlier versions did not write. */
static void test_model_file__a_row_of_code_of_an_earlier_version_is_read(void **state)
{
    size_t length;
    char *bytes = written(state, &length), *at = memmem(bytes, length, ",1.25,11]", 9);
    assert_non_null(at);
    memcpy(at, ",1.25]   ", 9);
    fc_program *program = NULL;
    fc_report report = {0};
    assert_int_equal(read_bytes(state, &program, bytes, length, &report), FC_OK);
    assert_int_equal(program->code[0].n_calls, -1);
    fc_program_free(program);
    free(bytes);
}

static void test_model_file__another_kind_version_or_file_is_reported(void **state)
{
    expect_refusal(state, "\"kind\":\"program\"", "\"kind\":\"profile\"", "of the kind \"profile\"");
    expect_refusal(state, "[0,3,2,64,16,128,32,5,6,7,8,9,10,1.25,11]", "[0,3,0,64,16,128,32,5,6,7,8,9,10,1.25,11]",
                   "code");
    expect_refusal(state, "[0,3,2,64,16,128,32,5,6,7,8,9,10,1.25,11]", "[9,3,2,64,16,128,32,5,6,7,8,9,10,1.25,11]",
                   "code");
    expect_refusal(state, "[0,3,2,64,16,128,32,5,6,7,8,9,10,1.25,11]", "[0,3,2,64,16,128,32,5,6,7,8,9,10,-1,11]",
                   "cycles");
    expect_refusal(state, "\"format\":", "\"format\":9", "in format 911");
    expect_refusal(state, "\"kind\":", "\"kine\":", "not a Forecost file");
    expect_refusal(state, "\"key\":\"", "\"key\":\"0", "key is not 32");
    expect_refusal(state, "\"name\":\"sample\"", "\"name\":null", "text is missing");
    expect_refusal(state, "\"nodes\":[", "\"knots\":[", "list is missing");
}

static void test_model_file__broken_references_are_refused(void **state)
{
    /* the first node is the body, a block with the children 4, 5 and 19; node 1 is an expression */
    expect_refusal(state, "[4,5,19]", "[4,500,19]", "nodes[0]");
    expect_refusal(state, "[4,5,19]", "[0,5,19]", "nodes[0]: a child comes before its parent");
    expect_refusal(state, "[4,5,19]", "[5,5,19]", "nodes[0]: a child comes before its parent or has two");
    expect_refusal(state, "[4,5,19]", "[4,1,19]", "wrong number or kind of children");
    expect_refusal(state, "\"symbols\":[\n[5,\"x\",1", "\"symbols\":[\n[5,\"x\",2000", "symbols[0]");
    /* the record's only field becomes the record itself: it would have no size */
    expect_refusal(state, "\"symbols\":[\n[5,\"x\",1", "\"symbols\":[\n[5,\"x\",3", "a record holds itself");
}

/* The texts that the cost program prints verbatim. */
static void test_model_file__text_that_is_no_word_of_c_is_refused(void **state)
{
    expect_refusal(state, "\"0.1\"", "\"0.1,abort()\"",
                   "its text is missing, or is neither a number nor a C identifier");
    expect_refusal(state, "\"i\"", "\"i;abort()\"", "its name is not a C identifier");
}

/* The extent n * 2 of the array type uses that very array type: a walk would never end. */
static void test_model_file__a_type_within_its_own_extent_is_refused(void **state)
{
    (void)state;
    sample made = sample_create();
    fc_report report = {0};
    made.extent->child[0]->type = made.t_array;
    assert_false(fc_program_is_valid(made.program, &report));
    assert_non_null(strstr(report.text, "its length"));
    fc_program_free(made.program);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    return *seed ^= *seed << 5;
}

/* Changes one to four bytes: to a digit, a random byte, or a structural character. */
static void mutate(char *bytes, size_t length, uint32_t *seed)
{
    const char *letters = "0123456789-,[]{}\":ne";
    for (uint32_t n = next_random(seed) % 4 + 1; n > 0; n--) {
        size_t at = next_random(seed) % length;
        uint32_t kind = next_random(seed) % 4;
        bytes[at] = kind ? letters[next_random(seed) % strlen(letters)] : (char)next_random(seed);
    }
}

static void test_model_file__mutated_files_give_an_error_or_a_valid_program(void **state)
{
    size_t length;
    char *bytes = written(state, &length), *changed = fc_allocate(length, 1);
    uint32_t seed = 2463534242u;
    int accepted = 0, refused = 0;
    for (int round = 0; round < 4000; round++) {
        memcpy(changed, bytes, length);
        mutate(changed, length, &seed);
        fc_program *program = NULL;
        fc_report report = {0};
        fc_status status = read_bytes(state, &program, changed, length, &report);
        assert_true(status == FC_OK || status == FC_E_INPUT);
        assert_int_equal(status == FC_OK, program != NULL);
        assert_int_equal(status == FC_OK, report.text[0] == '\0');
        if (program)
            assert_true(fc_program_is_valid(program, &report));
        for (int i = 0; program && i < program->n_nodes; i++) {
            fc_text text = {0};
            fc_node_print(&text, program->node[i]);
            fc_text_free(&text);
        }
        accepted += status == FC_OK;
        refused += status != FC_OK;
        fc_program_free(program);
    }
    assert_true(accepted > 100 && refused > 1000);
    free(changed);
    free(bytes);
}

static void test_model_file__a_missing_file_or_folder_is_reported(void **state)
{
    (void)state;
    fc_report report = {0};
    fc_program *program = NULL;
    assert_int_equal(fc_program_read(&program, "/nonexistent/m.fc", &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "/nonexistent/m.fc"));
    sample made = sample_create();
    assert_int_equal(fc_program_write(made.program, "/nonexistent/m.fc", &report), FC_E_INPUT);
    fc_program_free(made.program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model_file__written_and_read_is_the_same),
        cmocka_unit_test(test_model_file__a_truncated_file_is_refused_with_its_line),
        cmocka_unit_test(test_model_file__a_row_of_code_of_an_earlier_version_is_read),
        cmocka_unit_test(test_model_file__another_kind_version_or_file_is_reported),
        cmocka_unit_test(test_model_file__broken_references_are_refused),
        cmocka_unit_test(test_model_file__text_that_is_no_word_of_c_is_refused),
        cmocka_unit_test(test_model_file__a_type_within_its_own_extent_is_refused),
        cmocka_unit_test(test_model_file__mutated_files_give_an_error_or_a_valid_program),
        cmocka_unit_test(test_model_file__a_missing_file_or_folder_is_reported),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
