/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expected types are those of C17 6.3.1.1 (promotions), 6.3.1.8 (usual arithmetic conversions) and 6.5. */
#include "frontend_sources.h"

typedef struct typed {
    const char *expression, *type, *operand; /* operand: type of the first operand after conversion */
} typed;

static const char *const variables = "_Bool b; char c; signed char sc; unsigned char uc; short s; unsigned short us;"
                                     "int i; unsigned u; long l; unsigned long ul; long long ll; float f; double d;"
                                     "long double ld; int *p; double *q; double a[4][5];\n";

static void test_frontend_expressions__gives_binary_operators_their_types(void **state)
{
    (void)state;
    static const typed row[] = {{"i + i", "int", "int"},
                                {"c * sc", "int", "int"},
                                {"us + us", "int", "int"},
                                {"i - u", "unsigned int", "int"}, /* same width: no node */
                                {"i / l", "long", "long"},
                                {"u % l", "long", "long"},
                                {"i + ul", "unsigned long", "unsigned long"},
                                {"f * f", "float", "float"},
                                {"f + d", "double", "double"},
                                {"i * f", "float", "float"},
                                {"l + d", "double", "double"},
                                {"d + ld", "long double", "long double"},
                                {"s << l", "int", "int"},
                                {"l >> i", "long", "long"},
                                {"uc & l", "long", "long"},
                                {"i ^ ul", "unsigned long", "unsigned long"},
                                {"f < d", "int", "double"},
                                {"i == l", "int", "long"},
                                {"d && i", "int", "double"},
                                {"p + i", "int *", "int *"},
                                {"p - p", "long", "int *"},
                                {"b + b", "int", "int"}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        sources all;
        char *text = fc_format("%svoid g(void) { (void)(%s); }\n", variables, row[k].expression);
        const fc_node *node = nth_node(sources_program(&all, text), FC_BINARY, 0);
        assert_type(node->type, row[k].type);
        assert_type(node->child[0]->type, row[k].operand);
        sources_close(&all);
        free(text);
    }
}

static void test_frontend_expressions__gives_compound_assignments_the_type_they_compute_in(void **state)
{
    (void)state;
    static const typed row[] = {{"c += 1", "char", "int"},     {"s *= 2.5", "short", "double"},
                                {"i += l", "int", "long"},     {"f += i", "float", "float"},
                                {"f -= d", "float", "double"}, {"u /= i", "unsigned int", "unsigned int"},
                                {"s <<= l", "short", "int"},   {"l >>= 2", "long", "long"},
                                {"p += 2", "int *", "int *"},  {"d *= f", "double", "double"}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        sources all;
        char *text = fc_format("%svoid g(void) { %s; }\n", variables, row[k].expression);
        const fc_node *node = nth_node(sources_program(&all, text), FC_ASSIGN, 0);
        assert_type(node->type, row[k].type);
        assert_type(node->compute_type, row[k].operand);
        assert_int_not_equal(node->op, FC_OP_NONE);
        sources_close(&all);
        free(text);
    }
}

static void test_frontend_expressions__reads_every_operator(void **state)
{
    (void)state;
    static const struct {
        const char *expression;
        fc_node_kind kind;
        fc_operator op;
    } row[] = {{"i + 2", FC_BINARY, FC_OP_ADD},
               {"i - 2", FC_BINARY, FC_OP_SUBTRACT},
               {"i * 2", FC_BINARY, FC_OP_MULTIPLY},
               {"i / 2", FC_BINARY, FC_OP_DIVIDE},
               {"i % 2", FC_BINARY, FC_OP_REMAINDER},
               {"i << 2", FC_BINARY, FC_OP_SHIFT_LEFT},
               {"i >> 2", FC_BINARY, FC_OP_SHIFT_RIGHT},
               {"i & 2", FC_BINARY, FC_OP_BIT_AND},
               {"i | 2", FC_BINARY, FC_OP_BIT_OR},
               {"i ^ 2", FC_BINARY, FC_OP_BIT_XOR},
               {"i < 2", FC_BINARY, FC_OP_LESS},
               {"i <= 2", FC_BINARY, FC_OP_LESS_EQUAL},
               {"i > 2", FC_BINARY, FC_OP_GREATER},
               {"i >= 2", FC_BINARY, FC_OP_GREATER_EQUAL},
               {"i == 2", FC_BINARY, FC_OP_EQUAL},
               {"i != 2", FC_BINARY, FC_OP_NOT_EQUAL},
               {"i && 2", FC_BINARY, FC_OP_AND},
               {"i || 2", FC_BINARY, FC_OP_OR},
               {"-i", FC_UNARY, FC_OP_NEGATE},
               {"+i", FC_UNARY, FC_OP_PLUS},
               {"!i", FC_UNARY, FC_OP_NOT},
               {"~i", FC_UNARY, FC_OP_COMPLEMENT},
               {"*p", FC_UNARY, FC_OP_DEREFERENCE},
               {"&i", FC_UNARY, FC_OP_ADDRESS},
               {"++i", FC_STEP, FC_OP_PRE_INCREMENT},
               {"--i", FC_STEP, FC_OP_PRE_DECREMENT},
               {"i++", FC_STEP, FC_OP_POST_INCREMENT},
               {"i--", FC_STEP, FC_OP_POST_DECREMENT},
               {"i = 2", FC_ASSIGN, FC_OP_NONE},
               {"i += 2", FC_ASSIGN, FC_OP_ADD},
               {"i -= 2", FC_ASSIGN, FC_OP_SUBTRACT},
               {"i *= 2", FC_ASSIGN, FC_OP_MULTIPLY},
               {"i /= 2", FC_ASSIGN, FC_OP_DIVIDE},
               {"i %= 2", FC_ASSIGN, FC_OP_REMAINDER},
               {"i <<= 2", FC_ASSIGN, FC_OP_SHIFT_LEFT},
               {"i >>= 2", FC_ASSIGN, FC_OP_SHIFT_RIGHT},
               {"i &= 2", FC_ASSIGN, FC_OP_BIT_AND},
               {"i |= 2", FC_ASSIGN, FC_OP_BIT_OR},
               {"i ^= 2", FC_ASSIGN, FC_OP_BIT_XOR},
               {"i ? 2 : l", FC_CONDITIONAL, FC_OP_NONE},
               {"(i, 2)", FC_COMMA, FC_OP_NONE},
               {"p[3]", FC_INDEX, FC_OP_NONE},
               {"g()", FC_CALL, FC_OP_NONE}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        sources all;
        char *text = fc_format("%svoid g(void) { %s; }\n", variables, row[k].expression);
        const fc_program *program = sources_program(&all, text);
        const fc_node *node = nth_node(program, FC_EVALUATE, 0)->child[0];
        assert_int_equal(node->kind, row[k].kind);
        assert_int_equal(node->op, row[k].op);
        sources_close(&all);
        free(text);
    }
}

static void test_frontend_expressions__reads_literals(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "#define N 0x1F\n#define PASTE(a, b) a##b\n"
                              "long v[] = {42, 017, 0b101, 'x', '\\n', 18446744073709551615ul, N, PASTE(1, 23), -9};\n"
                              "double r[] = {1.5, .25e2, 0x1.8p1, 3.f};\n"
                              "char s[] = \"a\\tb\\0c\\x41\\\"\" \"z\";\n"
                              "long *f(void) { return v; }\n");
    static const long wanted[] = {42, 15, 5, 120, 10, -1, 31, 123, 9};
    for (int i = 0; i < 9; i++)
        assert_int_equal(nth_node(program, FC_INTEGER, i)->value, wanted[i]);
    static const double real[] = {1.5, 25, 3, 3};
    for (int i = 0; i < 4; i++)
        assert_true(nth_node(program, FC_REAL, i)->real == real[i]);
    assert_string_equal(nth_node(program, FC_REAL, 1)->text, ".25e2");
    const fc_node *string = nth_node(program, FC_STRING, 0);
    assert_int_equal(string->text_length, 8);
    assert_memory_equal(string->text, "a\tb\0cA\"z", 8);
    sources_close(&all);
}

static void test_frontend_expressions__computes_sizes(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "typedef unsigned long size_t; void *malloc(size_t);\n"
                              "struct s { char c; double d; };\n"
                              "void f(int n, int m, double a[n][m]) {\n"
                              "  double v[n + 1][m]; typedef double row[m];\n"
                              "  size_t z[] = {sizeof(struct s), sizeof(double[3]), sizeof a[0], sizeof v,\n"
                              "                sizeof(double[n][m]), sizeof(row), sizeof(int)};\n}\n");
    static const char *const wanted[] = {"16", "24", "m * 8", "(n + 1) * (m * 8)", "m * (n * 8)", "m * 8", "4"};
    for (int i = 0; i < 7; i++) {
        const fc_node *node = nth_node(program, FC_SIZEOF, i);
        fc_text text = {0};
        if (node->n_children)
            fc_node_print(&text, node->child[0]);
        else
            fc_text_add(&text, "%ld", node->value);
        assert_string_equal(text.bytes, wanted[i]);
        fc_text_free(&text);
    }
    sources_close(&all);
}

static void test_frontend_expressions__keeps_conversions_that_change_a_number(void **state)
{
    (void)state;
    static const struct {
        const char *statement, *type; /* type NULL: no conversion */
    } row[] = {{"d = i", "double"},        {"i = d", "int"},          {"l = i", "long"},    {"u = i", NULL},
               {"f = d", "float"},         {"b = i", "_Bool"},        {"p = 0", "int *"},   {"l = (long)p", "long"},
               {"q = a[1]", NULL},         {"p = (int *)q", "int *"}, {"i = (int)i", NULL}, {"(void)i", "void"},
               {"d = (double)i", "double"}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        sources all;
        char *text = fc_format("%svoid g(void) { %s; }\n", variables, row[k].statement);
        const fc_program *program = sources_program(&all, text);
        int n = 0;
        for (int i = 0; i < program->n_nodes; i++)
            n += program->node[i]->kind == FC_CAST;
        assert_int_equal(n, row[k].type != NULL);
        if (row[k].type)
            assert_type(nth_node(program, FC_CAST, 0)->type, row[k].type);
        sources_close(&all);
        free(text);
    }
}

static void test_frontend_expressions__types_arrays_and_parameters(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(
        &all, "typedef double (*fun)(double);\n"
              "double g(fun f, int n, double a[][n], const double x[static 3], struct t { int k; } *r) {\n"
              "  double v[n][7]; double (*w)[n] = a; return f(x[1]) + a[1][2] + v[2][3] + w[0][1] + r->k;\n}\n");
    const fc_procedure *g = fc_program_find(program, "g");
    static const char *const wanted[] = {"double (*)()", "int", "double (*)[n]", "double *", "struct t *"};
    for (int i = 0; i < 5; i++)
        assert_type(g->parameter[i]->type, wanted[i]);
    const fc_type *v = symbol_named(program, "v")->type;
    assert_int_equal(v->length, -1);
    assert_non_null(v->extent);
    assert_int_equal(v->of->length, 7);
    assert_ptr_equal(symbol_named(program, "w")->type->of->extent->symbol, g->parameter[1]);
    const fc_node *member = nth_node(program, FC_MEMBER, 0);
    assert_int_equal(member->op, FC_OP_ARROW);
    assert_string_equal(member->symbol->name, "k");
    sources_close(&all);
}

static void test_frontend_expressions__reads_asserts(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "#include <assert.h>\nvoid f(int n) { assert(n > 3); }\n");
    const fc_node *node = nth_node(program, FC_CONDITIONAL, 0);
    assert_int_equal(node->child[0]->op, FC_OP_GREATER);
    assert_int_equal(node->child[2]->kind, FC_CALL);
    sources_close(&all);
}

/* The statements of f in order, with the semantics of C17 7.17.7 and gcc's manual (vector extensions). */
static void expect_statements(const char *text, const char *const *wanted)
{
    sources all;
    const fc_node *body = fc_program_find(sources_program(&all, text), "f")->body;
    int first = 0;
    while (body->child[first]->kind == FC_DECLARE) /* of live ranges */
        first++;
    for (int i = 0; wanted[i]; i++) {
        fc_text printed = {0};
        fc_node_print(&printed, body->child[first + i]->child[0]);
        assert_string_equal(printed.bytes, wanted[i]);
        fc_text_free(&printed);
    }
    sources_close(&all);
}

static void test_frontend_expressions__reads_atomic_operations(void **state)
{
    (void)state;
    static const char *const wanted[] = {"c = 3",
                                         "c += n",
                                         "n = (c -= 2) + 2",
                                         "n = c",
                                         "*p = n",
                                         "n = *&c |= 1",
                                         "c ^= 1",
                                         "n = __builtin_atomic(&c, 5, n)",
                                         "n = __builtin_atomic(&c, 5, n)",
                                         NULL};
    expect_statements("#include <stdatomic.h>\nstatic atomic_int c;\nvoid f(_Atomic int *p, int n) {\n"
                      "  atomic_init(&c, 3);\n  atomic_fetch_add(&c, n);\n  n = atomic_fetch_sub(&c, 2);\n"
                      "  n = atomic_load_explicit(&c, memory_order_acquire);\n  atomic_store(p, n);\n"
                      "  n = __atomic_or_fetch((int *)&c, 1, 5);\n  c ^= 1;\n  n = atomic_exchange(&c, n);\n"
                      "  n = atomic_fetch_add(&c, n);\n}\n",
                      wanted);
}

static void test_frontend_expressions__reads_vectors(void **state)
{
    (void)state;
    static const char *const wanted[] = {"v = w * w", "(&v)[n] = 1.0", "v = *p", "*p = w", "v = (1, n)", NULL};
    expect_statements("#include <emmintrin.h>\n"
                      "void f(__m128d v, __m128d w, double *p, int n) {\n  v = w * w;\n  v[n] = 1.0;\n"
                      "  v = _mm_loadu_pd(p);\n  _mm_store_pd(p, w);\n  v = (__m128d){1, n};\n}\n",
                      wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frontend_expressions__gives_binary_operators_their_types),
        cmocka_unit_test(test_frontend_expressions__gives_compound_assignments_the_type_they_compute_in),
        cmocka_unit_test(test_frontend_expressions__reads_every_operator),
        cmocka_unit_test(test_frontend_expressions__reads_literals),
        cmocka_unit_test(test_frontend_expressions__computes_sizes),
        cmocka_unit_test(test_frontend_expressions__keeps_conversions_that_change_a_number),
        cmocka_unit_test(test_frontend_expressions__types_arrays_and_parameters),
        cmocka_unit_test(test_frontend_expressions__reads_asserts),
        cmocka_unit_test(test_frontend_expressions__reads_atomic_operations),
        cmocka_unit_test(test_frontend_expressions__reads_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
