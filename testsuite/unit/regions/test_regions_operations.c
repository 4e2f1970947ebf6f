/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations by class and result type, and memory accesses, of one innermost loop; counted by hand. */
#include "testsuite/unit/analyzed_program.h"

#include "analyzer/regions/operations.h"

/* The operations of a region, as "class type n" for each in order of the enums, then " reads type n" and " writes type
 * n". */
static char *text_of(const fc_region_model *region)
{
#define TEXT_OF(name, text) text,
    static const char *const classes[] = {FC_OPERATION_LIST(TEXT_OF)};
#undef TEXT_OF
    static const char *const types[] = {"i32", "u32", "i64", "u64", "f32", "f64"};
    fc_text text = {0};
    for (int c = 0; c < FC_N_OPERATIONS; c++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            if (region->operation[c][t] != 0)
                fc_text_add(&text, "%s %s %g, ", classes[c], types[t], region->operation[c][t]);
        }
    for (int t = 0; t < FC_N_NUMERICS; t++)
        if (region->reads[t] > 0)
            fc_text_add(&text, "reads %s %g, ", types[t], region->reads[t]);
    for (int t = 0; t < FC_N_NUMERICS; t++)
        if (region->writes[t] > 0)
            fc_text_add(&text, "writes %s %g, ", types[t], region->writes[t]);
    if (region->calls > 0)
        fc_text_add(&text, "calls %g, ", region->calls);
    fc_text_add(&text, "%s", "");
    return fc_text_take(&text);
}

static void expect_region(const char *body, const fc_region_model *region, const char *wanted)
{
    char *is = region ? text_of(region) : fc_copy_string("");
    if (strcmp(is, wanted) != 0)
        fail_msg("%s\n  is    \"%s\"\n  wanted \"%s\"", body, is, wanted);
    free(is);
}

/* A loop with this body on line 14. The loop's own i < n and i++ are no operations: an iteration of the loop includes
 * them. */
static char *source_of(const char *body)
{
    return fc_format(
        "#include <math.h>\n#include <stdlib.h>\nstruct p { double x, y[3]; int n; };\n"
        "double A[50][50], b[50], s;\nfloat g[50];\nint k[50];\nunsigned u[50];\nlong w[50];\ndouble _Complex z[50];\n"
        "struct p q[50];\nstatic double half(double v) { return v * 0.5; }\n"
        "void f(int n, int m, double t, double *v)\n{\n    for (int i = 0; i < n; i++) { %s }\n}\n",
        body);
}

static void expect_body(const char *body, const char *wanted)
{
    analyzed a;
    char *source = source_of(body);
    analyzed_open(&a, source);
    expect_region(body, region_at(&a, 14), wanted);
    free(source);
    analyzed_close(&a);
}

/* What optimized code executes in an iteration, and in front of the loop. */
static void expect_moved(const char *flag, const char *body, const char *wanted, const char *in_front)
{
    analyzed a;
    const fc_region_model *front = NULL;
    char *source = source_of(body);
    analyzed_open_compiled(&a, source, flag);
    for (size_t i = 0; i < a.analysis->n_regions; i++)
        if (!(a.analysis->region[i]->flags & FC_REGION_LOOP) && !a.analysis->region[i]->loop)
            front = a.analysis->region[i];
    expect_region(body, region_at(&a, 14), wanted);
    expect_region(body, front, in_front);
    free(source);
    analyzed_close(&a);
}

static void test_regions_operations__classes_and_types(void **state)
{
    (void)state;
    expect_body("b[i] = b[i] + t;", "add f64 1, reads f64 1, writes f64 1, ");
    expect_body("b[i] = b[i] / t - t;", "add f64 1, div f64 1, reads f64 1, writes f64 1, ");
    expect_body("g[i] = g[i] * 2.0f;", "mul f32 1, reads f32 1, writes f32 1, ");
    expect_body("k[i] = k[i] % m;", "rem i32 1, reads i32 1, writes i32 1, ");
    expect_body("u[i] = u[i] >> 3 ^ 5u;", "bit u32 1, shift u32 1, reads u32 1, writes u32 1, ");
    expect_body("w[i] = w[i] * w[i + 1];", "mul i64 1, reads i64 2, writes i64 1, ");
    expect_body("b[i] = -b[i];", "neg f64 1, reads f64 1, writes f64 1, ");
    expect_body("b[i] = k[i];", "conv f64 1, reads i32 1, writes f64 1, ");
    expect_body("k[i] = (int)b[i];", "conv i32 1, reads f64 1, writes i32 1, ");
    expect_body("k[i] = b[i] < t;", "cmp f64 1, reads f64 1, writes i32 1, ");
}

static void test_regions_operations__products_that_feed_sums_fuse(void **state)
{
    (void)state;
    expect_body("b[i] += t * A[m][i];", "madd f64 1, reads f64 2, writes f64 1, ");
    expect_body("b[i] = t - b[i] * t;", "madd f64 1, reads f64 1, writes f64 1, ");
    expect_body("b[i] = t * t + b[i] * t;", "mul f64 1, madd f64 1, reads f64 1, writes f64 1, ");
    expect_body("k[i] += m * n;", "add i32 1, mul i32 1, reads i32 1, writes i32 1, ");
}

/* (a + bi)(c + di): four products, two sums and the check of annex G; libgcc divides by a call. */
static void test_regions_operations__complex_numbers(void **state)
{
    (void)state;
    expect_body("z[i] = z[i] + z[i + 1];", "add f64 2, reads f64 4, writes f64 2, ");
    expect_body("z[i] *= z[0];", "add f64 2, mul f64 4, cmp f64 1, reads f64 4, writes f64 2, ");
    expect_body("z[i] = z[i] * t;", "mul f64 2, reads f64 2, writes f64 2, ");
    expect_body("z[i] += z[0] * z[1];", "add f64 4, mul f64 4, cmp f64 1, reads f64 6, writes f64 2, ");
    expect_body("z[i] /= t;", "div f64 2, reads f64 2, writes f64 2, ");
    expect_body("z[i] = z[i] / z[0];",
                "add f64 3, mul f64 4, div f64 3, cmp f64 6, reads f64 4, writes f64 2, calls 1, ");
}

static void test_regions_operations__variables_of_subscripts_cost_what_subscripts_cost(void **state)
{
    (void)state;
    expect_body("int at = i * m + 2, next = at + m; b[at] = b[next] + b[at - 1];",
                "add f64 1, reads f64 2, writes f64 1, ");
    expect_body("int at; at = i * m + 2; b[at] = *(b + 2 * at);", "reads f64 1, writes f64 1, ");
    expect_body("int at = k[i] * m + i; b[at] = t;", "reads i32 1, writes f64 1, ");
    expect_body("int at = i * m % n; b[at] = t;", "mul i32 1, rem i32 1, writes f64 1, ");
    /* A variable with another use, and what it is made of, cost their operations. */
    expect_body("int at = i * m + 2; b[at] = at;", "add i32 1, mul i32 1, conv f64 1, writes f64 1, ");
    expect_body("int at = i * m, next = at + 2; b[next] = t; k[at] = next;",
                "add i32 1, mul i32 1, writes i32 1, writes f64 1, ");
}

static void test_regions_operations__what_compilers_leave_out(void **state)
{
    (void)state;
    expect_body("b[i] = 2 * 3.5;", "writes f64 1, ");                          /* a constant */
    expect_body("b[2 * i + 1] = t;", "writes f64 1, ");                        /* strength-reduced */
    expect_body("k[i] = k[i] / 8;", "bit i32 1, reads i32 1, writes i32 1, "); /* a shift */
    expect_body("k[i] = k[i] / 7;", "mul i32 1, reads i32 1, writes i32 1, "); /* a product */
    expect_body("b[k[i]] = t;", "reads i32 1, writes f64 1, ");                /* the subscript is read */
    expect_body("b[i] = sizeof t == sizeof(float) ? sqrtf((float)t) : sqrt(t);", "sqrt f64 1, writes f64 1, ");
    expect_body("b[i] = sizeof t != sizeof(float) ? t * t : t / 3;", "mul f64 1, writes f64 1, ");
    expect_body("b[i] = sizeof t < sizeof(float) ? t * t : t + 3;", "add f64 1, writes f64 1, ");
    expect_body("b[i] = m < 3 ? t * t : t + 3;", "add f64 1, mul f64 1, cmp i32 1, writes f64 1, "); /* either */
    expect_body("b[i] = half(t);", "mul f64 1, writes f64 1, ");                                     /* inlined */
}

/* Equal quotients and remainders of integers are computed once in an iteration. */
static void test_regions_operations__equal_remainders_are_computed_once(void **state)
{
    (void)state;
    expect_body("b[(i + 1) % m] = A[n / m][(i + 1) % m] + A[n / m][i];",
                "add i32 1, add f64 1, div i32 1, rem i32 1, reads f64 2, writes f64 1, ");
    expect_body("int j = i; k[j % m] = j % m; j += n; k[j % m] = j % m;", "add i32 1, rem i32 2, writes i32 2, ");
    expect_body("int r = i % m; k[i % n] = r + i % m;", "add i32 1, rem i32 2, writes i32 1, ");
    expect_body("k[i] = k[i] % m + k[i] % m;", "add i32 1, rem i32 2, reads i32 2, writes i32 1, ");
    expect_body("struct p *o = &q[3]; k[i % o->n] = i % o->n; o->n = i; k[i % o->n] = 1;", "rem i32 3, writes i32 2, ");
}

/* Loop-invariant code motion, as gcc 12 -O2 does it: the machine code of each of these loops was read. */
static void test_regions_operations__invariant_operations_move_in_front_of_the_loop(void **state)
{
    (void)state;
    expect_moved("-O0", "b[i] = (1 - t) * b[i];", "add f64 1, mul f64 1, reads f64 1, writes f64 1, ", "");
    expect_moved("-O2", "b[i] = (1 - t) * b[i];", "mul f64 1, reads f64 1, writes f64 1, ", "add f64 1, ");
    expect_moved("-O2", "b[i] = t * t + b[i] * t;", "madd f64 1, reads f64 1, writes f64 1, ", "mul f64 1, ");
    expect_moved("-O2", "b[i] += t * m;", "add f64 1, reads f64 1, writes f64 1, ", "mul f64 1, conv f64 1, ");
    expect_moved("-O2", "double r = 1 / t; b[i] = r * b[i];", "mul f64 1, reads f64 1, writes f64 1, ", "div f64 1, ");
    expect_moved("-O2", "k[i] = n / m;", "writes i32 1, ", "div i32 1, ");
    expect_moved("-O2", "b[i] = A[n / m][i];", "reads f64 1, writes f64 1, ", "div i32 1, ");
    expect_moved("-O2", "g[i] = (float)m * g[i];", "mul f32 1, reads f32 1, writes f32 1, ", "conv f32 1, ");
    expect_moved("-O2", "b[i] = (1 - s) * b[i];", "mul f64 1, reads f64 1, writes f64 1, ", "add f64 1, ");
    expect_moved("-O2", "v[i] = (1 - (float)m) * v[i];", "mul f64 1, reads f64 1, writes f64 1, ",
                 "add f32 1, conv f32 1, ");
    /* Its operands change, or the loop's stores may change them. */
    expect_moved("-O2", "t = t * 0.5; b[i] = (1 - t) * b[i];", "add f64 1, mul f64 2, reads f64 1, writes f64 1, ", "");
    expect_moved("-O2", "v[i] = (1 - s) * v[i];", "add f64 1, mul f64 1, reads f64 1, writes f64 1, ", "");
    expect_moved("-O2", "b[i] = (1 - b[0]) * t;", "add f64 1, mul f64 1, reads f64 1, writes f64 1, ", "");
    /* A real operation may trap: it only moves if each iteration executes it. */
    expect_moved("-O2", "b[i] = k[i] > 0 ? 1 - t : 0;", "add f64 1, cmp i32 1, reads i32 1, writes f64 1, ", "");
    expect_moved("-O2", "k[i] = k[i] > 0 ? n * m : 0;", "cmp i32 1, reads i32 1, writes i32 1, ", "mul i32 1, ");
}

static void test_regions_operations__members_and_functions(void **state)
{
    (void)state;
    expect_body("q[i].x = q[i].y[1];", "reads f64 1, writes f64 1, ");
    expect_body("q[i].n++;", "add i32 1, reads i32 1, writes i32 1, ");
    expect_body("b[i] = sqrt(t) + fabs(t);", "add f64 1, neg f64 1, sqrt f64 1, writes f64 1, ");
    expect_body("b[i] = sin(t) + atan2f(g[i], 2);", "add f64 1, sin f64 1, atan f32 2, reads f32 1, writes f64 1, ");
    expect_body("k[i] = rand();", "rand i32 1, writes i32 1, ");
    expect_body("b[i] = realpath(\"x\", 0) != 0;", "cmp u64 1, conv f64 1, writes f64 1, calls 1, ");
}

static void test_regions_operations__types_map_to_numerics(void **state)
{
    (void)state;
    const fc_type narrow = {.kind = FC_TYPE_INTEGER, .bits = 8, .is_unsigned = true},
                  wide = {.kind = FC_TYPE_INTEGER, .bits = 64, .is_unsigned = true},
                  pointer = {.kind = FC_TYPE_POINTER}, quad = {.kind = FC_TYPE_REAL, .bits = 128};
    assert_int_equal(fc_operations_numeric(&narrow), FC_I32); /* promoted */
    assert_int_equal(fc_operations_numeric(&wide), FC_U64);
    assert_int_equal(fc_operations_numeric(&pointer), FC_U64);
    assert_int_equal(fc_operations_numeric(&quad), FC_F64);
    assert_int_equal(fc_operations_class(FC_OP_PLUS), FC_N_OPERATIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_operations__classes_and_types),
        cmocka_unit_test(test_regions_operations__products_that_feed_sums_fuse),
        cmocka_unit_test(test_regions_operations__complex_numbers),
        cmocka_unit_test(test_regions_operations__variables_of_subscripts_cost_what_subscripts_cost),
        cmocka_unit_test(test_regions_operations__what_compilers_leave_out),
        cmocka_unit_test(test_regions_operations__equal_remainders_are_computed_once),
        cmocka_unit_test(test_regions_operations__invariant_operations_move_in_front_of_the_loop),
        cmocka_unit_test(test_regions_operations__members_and_functions),
        cmocka_unit_test(test_regions_operations__types_map_to_numerics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
