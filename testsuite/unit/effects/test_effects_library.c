/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Library calls: costs by hand and by LAPACK Working Note 41; the expressions of cost annotations. */
#include "testsuite/unit/analyzed_program.h"

#include "analyzer/effects/cost_expression.h"
#include "analyzer/effects/library.h"
#include "analyzer/regions/library_cost.h"

static FC_GIVE char *source_of(const char *declared, const char *call)
{
    return fc_format("#include <stdlib.h>\n#include <string.h>\n%s\ndouble a[99], b[99], c[99];\n"
                     "void f(int m, int n, int k)\n{\n    double one = 1;\n    int info, pivot[99];\n    %s;\n}\n",
                     declared, call);
}

/* A call of a library in a procedure with integers m, n, k and arrays a, b, c: its iterations at m = 7, n = 5, k = 3
 * and the bytes it touches; -1: the function is not in the table. */
static double iterations_of(const char *declared, const char *call, int part, double *bytes)
{
    analyzed a;
    char *source = source_of(declared, call);
    analyzed_open(&a, source);
    const fc_node *node = node_at(&a, FC_CALL, 9);
    double iterations = -1;
    *bytes = -1;
    if (fc_library_cost_is_static(a.analysis->control, node)) {
        fc_view view = view_of(&a, node);
        const named_value *list = VALUES({"m", 7}, {"n", 5}, {"k", 3});
        iterations = evaluated(&a, fc_library_cost_trips(&view, node, part), list);
        *bytes = evaluated(&a, fc_library_cost_bytes(&view, node, part), list);
    }
    analyzed_close(&a);
    free(source);
    return iterations;
}

static void test_effects_library__iterations_are_functions_of_the_arguments(void **state)
{
    (void)state;
    static const char trsm[] =
        "void cblas_dtrsm(int, int, int, int, int, int, int, double, double *, int, double *, int);";
    static const char gemm[] =
        "void sgemm_(char *, char *, int *, int *, int *, float *, float *, int *, float *, int *, "
        "float *, float *, int *);";
    static const struct {
        const char *declared, *call;
        int part;
        double iterations, bytes;
    } rows[] = {
        {"", "memcpy(a, b, n * sizeof *a)", 0, 5, 80},
        {"", "memset(a, 0, 16)", 0, 2, 16},
        {"double cblas_ddot(int, double *, int, double *, int);", "cblas_ddot(k, a, 1, b, 1)", 0, 3, 48},
        {"void zaxpy_(int *, double *, double *, int *, double *, int *);", "zaxpy_(&n, &one, a, &n, b, &n)", 0, 5,
         160},
        {"void cblas_dgemv(int, int, int, int, double, double *, int, double *, int, double, double *, int);",
         "cblas_dgemv(101, 111, m, n, 1, a, m, b, 1, 0, c, 1)", 0, 35, 280},
        {gemm, "sgemm_(\"N\", \"N\", &m, &n, &k, 0, 0, &m, 0, &k, 0, 0, &m)", 0, 105, 0},
        {gemm, "sgemm_(\"N\", \"N\", &m, &n, &k, 0, 0, &m, 0, &k, 0, 0, &m)", 1, 106, 424}, /* 21 + 15 + 70 */
        {trsm, "cblas_dtrsm(101, 141, 121, 111, 131, m, n, 1, a, m, b, n)", 0, 122.5, 0},
        {trsm, "cblas_dtrsm(101, 142, 121, 111, 131, m, n, 1, a, m, b, n)", 0, 87.5, 0},
        {trsm, "cblas_dtrsm(101, 142, 121, 111, 131, m, n, 1, a, m, b, n)", 1, 35, 0}, /* the solution's elements */
        {trsm, "cblas_dtrsm(101, 142, 121, 111, 131, m, n, 1, a, m, b, n)", 3, 1, 0},  /* the call */
        {trsm, "cblas_dtrsm(101, 139 + k, 121, 111, 131, m, n, 1, a, m, b, n)", 0, 87.5, 0}, /* 142 at k = 3 */
        {trsm, "cblas_dtrsm(101, (int)a[0], 121, 111, 131, m, n, 1, a, m, b, n)", 0, -1, -1},
        /* LAWN 41: m n^2 - n^3 / 3 operations for m >= n, half of them multiplications */
        {"int LAPACKE_dgetrf(int, int, int, double *, int, int *);", "LAPACKE_dgetrf(101, m, n, a, m, pivot)", 0,
         7 * 25 / 2.0 - 125 / 6.0, 0},
        {"void dpotrf_(char *, int *, double *, int *, int *);", "dpotrf_(\"L\", &n, a, &n, &info)", 0, 125 / 12.0, 0},
        {"int LAPACKE_dsyev(int, char, char, int, double *, int, double *);",
         "LAPACKE_dsyev(102, 'V', 'U', n, a, n, b)", 1, 125, 0},
        {"int LAPACKE_dsyev(int, char, char, int, double *, int, double *);",
         "LAPACKE_dsyev(102, 'N', 'U', n, a, n, b)", 1, 125 / 3.0, 0},
        {"void dsyev_(char *, char *, int *, double *, int *, double *, double *, int *, int *);",
         "dsyev_(\"V\", \"U\", &n, a, &n, b, c, &n, &info)", 2, 375, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double bytes, iterations = iterations_of(rows[i].declared, rows[i].call, rows[i].part, &bytes);
        if (fabs(iterations - rows[i].iterations) > 1e-12 * fabs(iterations) ||
            fabs(bytes - rows[i].bytes) > 1e-12 * fabs(bytes))
            fail_msg("%s: %.17g iterations, %.17g bytes", rows[i].call, iterations, bytes);
    }
}

/* Nanoseconds of a call with integers of 6 digits and reals of 0 to 6, and of the units of library_format.c with the
 * same numbers: EPYC (Zen 5), glibc 2.36, minimum of 9 times 20,000 calls; a file in the page cache. */
static void test_effects_library__formats_determine_the_output_length(void **state)
{
    (void)state;
    static const double unit[2][2] = {{100, 95}, {61.7, 100}}; /* print and scan, of integers and reals */
    static const struct {
        const char *call;
        double measured;
    } rows[] = {
        {"printf(\"%d\\n\", n)", 38.5},
        {"printf(\"%d %d %d %4d\", n, n, n, n)", 95.9},
        {"printf(\"%f\", a[0])", 93.5},
        {"printf(\"%f \" \"%f %f %-8lf\", a[0], a[1], a[2], a[3])", 352},
        {"printf(\"%.20e\", a[0])", 177},
        {"fprintf(stdout, \"%d %d %.12E %.12E %.12E %.12E %d\\n\", n, m, a[0], a[1], a[2], a[3], k)", 573},
        {"scanf(\"%d\", &n)", 61.7},
        {"fscanf(stdin, \"%d %d %d\\n\", &n, &m, &k)", 173},
        {"fscanf(stdin, \"%lf %lf\", &a[0], &a[1])", 190},
        {"fscanf(stdin, \"%99s\", (char *)a)", 37.4},
        {"printf(\"100%%, %*d\", n, n)", 50.3},
        {"printf(n ? \"%d\" : \"%g\", n)", 100}, /* the format is unknown */
        {"scanf((char *)a, &n)", 61.7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        analyzed a;
        char *source = source_of("#include <stdio.h>", rows[i].call);
        analyzed_open(&a, source);
        const fc_node *node = node_at(&a, FC_CALL, 9);
        fc_library_cost cost[FC_LIBRARY_COSTS];
        double time = 0;
        for (int k = fc_library_costs(cost, fc_library_operation_of(node), node) - 1; k >= 0; k--)
            time += cost[k].times * unit[cost[k].operation == FC_OP_CLASS_SCAN][cost[k].numeric == FC_F64];
        if (fabs(time / rows[i].measured - 1) > 0.25)
            fail_msg("%s: %g ns, measured %g", rows[i].call, time, rows[i].measured);
        analyzed_close(&a);
        free(source);
    }
}

static void test_effects_library__names_and_types(void **state)
{
    (void)state;
    static const struct {
        const char *name, *form;
        fc_numeric numeric;
        bool is_complex, is_by_address;
    } rows[] = {{"cblas_sgemm", "gemm", FC_F32, false, false},
                {"zgemm_", "gemm", FC_F64, true, true},
                {"idamax_", "amax", FC_F64, false, true},
                {"LAPACKE_cgetrf", "getrf", FC_F32, true, false},
                {"dgemm", NULL, 0, false, false},
                {"xgemm_", NULL, 0, false, false},
                {"gemm_", NULL, 0, false, false},
                {"d_", NULL, 0, false, false},
                {"_", NULL, 0, false, false},
                {"", NULL, 0, false, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_library_match match = fc_library_find(rows[i].name);
        if (!rows[i].form) {
            assert_null(match.form);
            continue;
        }
        assert_string_equal(match.form->name, rows[i].form);
        assert_int_equal(match.numeric, rows[i].numeric);
        assert_true(match.is_complex == rows[i].is_complex && match.is_by_address == rows[i].is_by_address);
    }
}

/* An iteration of the first part of a call in the setting of iterations_of(). The caller frees region->stream. */
static void describe(fc_region_model *region, const char *declared, const char *call)
{
    analyzed a;
    char *source = source_of(declared, call);
    analyzed_open(&a, source);
    *region = (fc_region_model){0};
    fc_library_cost_describe(region, node_at(&a, FC_CALL, 9), 0);
    analyzed_close(&a);
    free(source);
}

/* A complex multiplication and addition is four real ones. Vectorized parts include their loads and stores. */
static void test_effects_library__contents_of_an_iteration(void **state)
{
    (void)state;
    fc_region_model region;
    describe(&region, "void zgemm_(char *, char *, int *, int *, int *);", "zgemm_(\"N\", \"T\", &m, &n, &k)");
    assert_true(region.operation[FC_OP_CLASS_PRODUCT][FC_F64] == 4 && region.n_streams == 0 && region.flags == 0);
    describe(&region, "void cblas_daxpy(int, double, double *, int, double *, int);", "cblas_daxpy(n, 2, a, 1, b, 1)");
    assert_true(region.operation[FC_OP_CLASS_AXPY][FC_F64] == 1 && region.n_streams == 3);
    assert_true(region.reads[FC_F64] == 0 && region.writes[FC_F64] == 0 && region.flags == 0);
    free(region.stream);
    describe(&region, "", "memcpy(a, b, 8 * n)");
    assert_true(region.reads[FC_U64] == 1 && region.writes[FC_U64] == 1 && region.flags == FC_REGION_LOOP);
    free(region.stream);
}

/* By the Fortran names' letters and cblas.h's numbers; matrices by rows (101) are those by columns, transposed. */
static void test_effects_library__transposed_matrices(void **state)
{
    (void)state;
    static const char gemm[] = "void dgemm_(char *, char *, int *, int *, int *);";
    static const char gemm_c[] = "void cblas_dgemm(int, int, int, int, int, int);";
    static const char gemv[] = "void dgemv_(char *, int *, int *);";
    static const char gemv_c[] = "void cblas_dgemv(int, int, int, int);";
    static const struct {
        const char *declared, *call;
        fc_operation operation;
    } rows[] = {{gemm, "dgemm_(\"N\", \"T\", &m, &n, &k)", FC_OP_CLASS_PRODUCT},
                {gemm, "dgemm_(\"c\", \"N\", &m, &n, &k)", FC_OP_CLASS_PRODUCT_T},
                {gemm, "dgemm_((char *)a, \"N\", &m, &n, &k)", FC_OP_CLASS_PRODUCT},
                {gemm_c, "cblas_dgemm(102, 112, 111, m, n, k)", FC_OP_CLASS_PRODUCT_T},
                {gemm_c, "cblas_dgemm(102, 111, 112, m, n, k)", FC_OP_CLASS_PRODUCT},
                {gemm_c, "cblas_dgemm(101, 111, 112, m, n, k)", FC_OP_CLASS_PRODUCT_T},
                {gemm_c, "cblas_dgemm(101, 112, 111, m, n, k)", FC_OP_CLASS_PRODUCT},
                {gemv, "dgemv_(\"T\", &m, &n)", FC_OP_CLASS_GEMV_T},
                {gemv_c, "cblas_dgemv(102, 113, m, n)", FC_OP_CLASS_GEMV_T},
                {gemv_c, "cblas_dgemv(101, 111, m, n)", FC_OP_CLASS_GEMV_T},
                {gemv_c, "cblas_dgemv(101, 112, m, n)", FC_OP_CLASS_GEMV},
                {gemv_c, "cblas_dgemv(101, k, m, n)", FC_OP_CLASS_GEMV}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_region_model region;
        describe(&region, rows[i].declared, rows[i].call);
        if (region.operation[rows[i].operation][FC_F64] != 1)
            fail_msg("%s", rows[i].call);
        free(region.stream);
    }
}

/* A number passed to dgemm_ by its address stays static; the output of getrf_ does not. */
static void test_effects_library__numbers_are_only_read(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  "void dgemv_(char *, int *, int *, double *, double *, int *, double *, int *, double *, double *,\n"
                  "    int *);\nvoid dgetrf_(int *, int *, double *, int *, int *, int *);\ndouble x[99];\n"
                  "void f(int n)\n{\n    int m = 2 * n, info = 0, pivot[99];\n"
                  "    dgemv_(\"N\", &m, &n, x, x, &m, x, &n, x, x, &n);\n    dgetrf_(&m, &n, x, &m, pivot, &info);\n"
                  "    for (int i = 0; i < m; i++)\n        x[i] = 0;\n"
                  "    for (int i = 0; i < info; i++)\n        x[i] = 0;\n}\n");
    assert_non_null(cost_at(&a, FC_COST_CANONICAL_LOOP, 10));
    assert_non_null(cost_at(&a, FC_COST_COUNTED_LOOP, 12));
    analyzed_close(&a);
}

static const fc_sym *value_of_name(void *data, const char *name, size_t length)
{
    fc_algebra *algebra = data;
    return length == 1 && *name == 'n' ? fc_sym_variable(algebra, "n", "n", NULL, FC_FACT_POSITIVE) : NULL;
}

static bool seven(void *data, const char *key, double *value)
{
    (void)data;
    *value = 7;
    return strcmp(key, "n") == 0;
}

static void test_effects_library__expressions_of_costs(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;     /* at n = 7; NAN: a name has none */
        const char *what; /* of an error, and its position; NULL: none */
        size_t at;
    } rows[] = {
        {"3*n*n - n/2", 143.5, NULL, 0},
        {" ( n + 1 ) * -2.5e-3 ", -0.02, NULL, 0},
        {"ceil(n, 2) + floor(n, 2)", 7, NULL, 0},
        {"max(n, 10) - min(n, 3) + log2(n + 1)", 10, NULL, 0},
        {"1.25", 1.25, NULL, 0},
        {"n*other", NAN, NULL, 0},
        {"1/n", 0, "a divisor must be a positive integer constant; write ceil(a, b) or floor(a, b)", 3},
        {"n/0", 0, "a divisor must be a positive integer constant; write ceil(a, b) or floor(a, b)", 3},
        {"n n", 0, "expected an operator or the end", 2},
        {"", 0, "expected a number, a name or a parenthesis", 0},
        {"sin(n)", 0, "expected one of the functions log2(a), min(a, b), max(a, b), ceil(a, b), floor(a, b)", 0},
        {"max(n)", 0, "expected a comma", 5},
        {"(n", 0, "expected a closing parenthesis", 2},
        {"1e40", 0, "a number must have at most 16 digits and lie between 1e-17 and 1e17", 4},
        {"1234567890123456789012", 0, "a number must have at most 16 digits and lie between 1e-17 and 1e17", 22}};
    fc_algebra *algebra = fc_algebra_create();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const fc_sym *out;
        double value = NAN;
        fc_values values = {.variable = seven};
        fc_cost_fault fault =
            fc_cost_expression_read(&out, algebra, rows[i].text, (fc_cost_names){value_of_name, algebra});
        if (rows[i].what) {
            if (!fault.what || strcmp(fault.what, rows[i].what) != 0 || (i < 13 && fault.at != rows[i].at))
                fail_msg("%s: %s at %zu", rows[i].text, fault.what ? fault.what : "no fault", fault.at);
            continue;
        }
        assert_null(fault.what);
        assert_true(!out == isnan(rows[i].value));
        if (out)
            assert_true(fc_sym_evaluate(out, &values, &value) && fabs(value - rows[i].value) < 1e-12);
    }
    fc_algebra_free(algebra);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_effects_library__iterations_are_functions_of_the_arguments),
        cmocka_unit_test(test_effects_library__formats_determine_the_output_length),
        cmocka_unit_test(test_effects_library__names_and_types),
        cmocka_unit_test(test_effects_library__contents_of_an_iteration),
        cmocka_unit_test(test_effects_library__transposed_matrices),
        cmocka_unit_test(test_effects_library__numbers_are_only_read),
        cmocka_unit_test(test_effects_library__expressions_of_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
