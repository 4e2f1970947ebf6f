/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const fc_type *wrap(sample *made, fc_type_kind kind, const fc_type *of, long length)
{
    return fc_program_add_type(made->program, &(fc_type){.kind = kind, .of = of, .length = length, .size = 8});
}

static void expect_type(const fc_type *type, const char *declarator, const char *expected)
{
    fc_text text = {0};
    fc_type_print(&text, type, declarator);
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
}

static void expect_node(const fc_node *node, const char *expected)
{
    fc_text text = {0};
    fc_node_print(&text, node);
    assert_string_equal(text.bytes ? text.bytes : "", expected);
    fc_text_free(&text);
}

/* Expected texts: C17, 6.7.6 (declarators bind [] and () before *). */
static void test_model_print__declarators_nest_as_in_c(void **state)
{
    (void)state;
    sample made = sample_create();
    const fc_type *pointer = wrap(&made, FC_TYPE_POINTER, made.t_double, 0);
    const fc_type *row = wrap(&made, FC_TYPE_ARRAY, made.t_double, 3);
    const fc_type *matrix = wrap(&made, FC_TYPE_ARRAY, row, 2);
    const fc_type *to_row = wrap(&made, FC_TYPE_POINTER, row, 0);
    const fc_type *to_function = wrap(&made, FC_TYPE_POINTER, made.t_function, 0);
    const fc_type *pointers = wrap(&made, FC_TYPE_ARRAY, pointer, 4);
    const fc_type *functions = wrap(&made, FC_TYPE_ARRAY, to_function, 5);
    const fc_type *gives_row = wrap(&made, FC_TYPE_FUNCTION, to_row, 0);
    expect_type(made.t_double, "a", "double a");
    expect_type(made.t_double, "", "double");
    expect_type(pointer, "a", "double *a");
    expect_type(pointer, "", "double *");
    expect_type(matrix, "a", "double a[2][3]");
    expect_type(to_row, "a", "double (*a)[3]");
    expect_type(to_row, "", "double (*)[3]");
    expect_type(pointers, "a", "double *a[4]");
    expect_type(to_function, "f", "int (*f)()");
    expect_type(functions, "f", "int (*f[5])()");
    expect_type(gives_row, "f", "double (*f())[3]");
    expect_type(made.t_record, "g", "struct grid g");
    expect_type(made.t_array, "a", "double a[n * 2]");
    fc_program_free(made.program);
}

static void test_model_print__statements_print_on_one_line(void **state)
{
    (void)state;
    sample made = sample_create();
    expect_node(made.loop, "for (int i = 0; i < n; i++)");
    expect_node(made.loop->child[3], "a[i] += 0.1");
    expect_node(made.f->definition->body, "{ ... }");
    expect_node(made.f->definition->body->child[0], "double a[n * 2]");
    expect_node(made.f->definition->body->child[2], "\"\\377\\000\\\"b\"");
    fc_program_free(made.program);
}

static fc_node *binary(sample *made, fc_node *parent, fc_operator op)
{
    fc_node *node = sample_node(made, FC_BINARY, parent, made->t_int);
    node->op = op;
    return node;
}

static fc_node *negate(sample *made, fc_node *parent)
{
    fc_node *node = sample_node(made, FC_UNARY, parent, made->t_int);
    node->op = FC_OP_NEGATE;
    return node;
}

/* a - (b - c), (a + b) * c, a * b + c, -(-a), with the operands n and i. */
static void test_model_print__parentheses_stand_only_where_c_needs_them(void **state)
{
    (void)state;
    sample made = sample_create();
    fc_node *right = binary(&made, NULL, FC_OP_SUBTRACT);
    sample_name(&made, right, made.n);
    fc_node *inner = binary(&made, right, FC_OP_SUBTRACT);
    sample_name(&made, inner, made.i);
    sample_integer(&made, inner, 2);
    expect_node(right, "n - (i - 2)");
    fc_node *product = binary(&made, NULL, FC_OP_MULTIPLY);
    fc_node *sum = binary(&made, product, FC_OP_ADD);
    sample_name(&made, sum, made.n);
    sample_integer(&made, sum, -3);
    sample_name(&made, product, made.i);
    expect_node(product, "(n + -3) * i");
    fc_node *plain = binary(&made, NULL, FC_OP_ADD);
    fc_node *first = binary(&made, plain, FC_OP_MULTIPLY);
    sample_name(&made, first, made.n);
    sample_name(&made, first, made.i);
    sample_integer(&made, plain, 7);
    expect_node(plain, "n * i + 7");
    fc_node *minus = negate(&made, NULL);
    sample_name(&made, negate(&made, minus), made.n);
    expect_node(minus, "- -n");
    fc_program_free(made.program);
}

static void test_model_print__conversions_show_where_they_change_the_value(void **state)
{
    (void)state;
    sample made = sample_create();
    fc_node *quotient = sample_node(&made, FC_BINARY, NULL, made.t_double);
    quotient->op = FC_OP_DIVIDE;
    sample_name(&made, sample_node(&made, FC_CAST, quotient, made.t_double), made.n);
    fc_node *real = sample_node(&made, FC_REAL, quotient, made.t_double);
    real->text = fc_copy_string("3.5");
    expect_node(quotient, "(double)n / 3.5");
    fc_node *sum = sample_node(&made, FC_BINARY, NULL, made.t_double);
    sum->op = FC_OP_ADD;
    sample_name(&made, sample_node(&made, FC_CAST, sum, made.t_double), made.n);
    fc_node *other = sample_node(&made, FC_CAST, sum, made.t_int);
    real = sample_node(&made, FC_REAL, other, made.t_double);
    real->text = fc_copy_string("2.5");
    expect_node(sum, "n + (int)2.5");
    fc_program_free(made.program);
}

static void test_model_print__deep_trees_are_cut(void **state)
{
    (void)state;
    sample made = sample_create();
    fc_node *top = negate(&made, NULL), *node = top;
    for (int i = 0; i < 5000; i++)
        node = negate(&made, node);
    sample_name(&made, node, made.n);
    fc_text text = {0};
    fc_node_print(&text, top);
    assert_true(text.length < 1000);
    assert_non_null(strstr(text.bytes, "..."));
    fc_text_free(&text);
    fc_report report = {0};
    assert_false(fc_program_is_valid(made.program, &report));
    assert_non_null(strstr(report.text, "2000 levels"));
    fc_program_free(made.program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model_print__declarators_nest_as_in_c),
        cmocka_unit_test(test_model_print__statements_print_on_one_line),
        cmocka_unit_test(test_model_print__parentheses_stand_only_where_c_needs_them),
        cmocka_unit_test(test_model_print__conversions_show_where_they_change_the_value),
        cmocka_unit_test(test_model_print__deep_trees_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
