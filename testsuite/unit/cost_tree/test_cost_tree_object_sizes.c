/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers: the bytes of the object, by hand; and the bytes between two uses of a line, by simulation of a cache. */
#include "analyzer/summary/formula.h"
#include "testsuite/unit/analyzed_program.h"

#include <stdlib.h>

#define MAIN "int main(int argc, char **argv)\n{\n    (void)argc;\n    int n = atoi(argv[1]), m = atoi(argv[2]);\n"
#define FILLED                                                                                                         \
    "#include <stdlib.h>\nstatic double *filled(int n)\n{\n    double *a = malloc((size_t)n * sizeof *a);\n"           \
    "    for (int i = 0; i < n; i++)\n        a[i] = 1;\n    return a;\n}\n"

/* The working set of the one gather stream, from the formula of the whole program. */
static double picked(const char *text, double n, double m)
{
    analyzed a;
    analyzed_open(&a, text);
    fc_formula *formula = NULL;
    if (fc_formula_create(&formula, a.analysis, NULL, &a.all.report))
        fail_msg("%s", a.all.report.text);
    double bytes = -1;
    for (size_t i = 0; i < formula->n_terms; i++) {
        const fc_formula_term *term = &formula->term[i];
        for (size_t s = 0; term->region && s < term->region->n_streams; s++)
            if (term->region->stream[s].pattern == FC_PATTERN_RANDOM)
                bytes = evaluated(&a, term->working_set[s], VALUES({"n", n}, {"m", m}));
    }
    fc_formula_free(formula);
    analyzed_close(&a);
    return bytes;
}

#define SPARSE                                                                                                         \
    "static void multiply(int n, double *y, const int *column, const double *a, const double *x)\n{\n"                 \
    "    for (int i = 0; i < n; i++) {\n        double s = 0;\n        for (int k = 0; k < 8; k++)\n"                  \
    "            s += a[8 * i + k] * x[column[8 * i + k]];\n        y[i] = s;\n    }\n}\n"

#define PRODUCT                                                                                                        \
    FILLED SPARSE MAIN "    double *a = filled(8 * n), *x = filled(n), *y = filled(n);\n"                              \
                       "    int *column = malloc(8 * (size_t)n * sizeof *column);\n"                                   \
                       "    for (int r = 0; r < m; r++)\n        multiply(n, y, column, a, x);\n    return 0;\n}\n"

/* A sparse matrix of n rows of 8: x has E = 8 n bytes, n / 8 lines; a round gathers 8 n times beside 8 * 8 n bytes of
 * a, 4 * 8 n of columns and 8 n of y, 104 n: a line is reused after n / 8 gathers, one in 64 of a round, after E and
 * 104 n / 64. */
static void test_cost_tree_object_sizes__made_by_procedures_that_fill_what_they_allocate(void **state)
{
    (void)state;
    assert_true(picked(PRODUCT, 4096, 7) == 8 * 4096 + 104 * 4096 / 64);
}

/* The size is that of the longest candidate; a null pointer is none. A key of 4 bytes is read beside each of n gathers:
 * beside each of the E / 64 gathers between two of a line, and there are n keys in all. */
static void test_cost_tree_object_sizes__followed_through_fields_and_choices(void **state)
{
    (void)state;
    const char *text = "#include <stdlib.h>\nstruct grid { int n; double *of; };\n"
                       "static void open(struct grid *g, int n)\n{\n    g->of = NULL;\n    g->n = n;\n"
                       "    g->of = malloc(3 * (size_t)n * sizeof(double));\n}\n"
                       "static double sum(int n, const int *key, const double *from)\n{\n    double s = 0;\n"
                       "    for (int i = 0; i < n; i++)\n        s += from[key[i]];\n    return s;\n}\n" MAIN
                       "    struct grid g;\n    open(&g, n);\n    double s = 0, *other = malloc(8 * (size_t)m);\n"
                       "    double *at = argc > 3 ? other : g.of;\n"
                       "    int *key = malloc((size_t)n * sizeof *key);\n"
                       "    for (int r = 0; r < m; r++)\n        s += sum(n, key, at);\n    return s > 0;\n}\n";
    assert_true(picked(text, 4096, 10) == 24 * 4096 + 4 * 24 * 4096 / 64);
    assert_true(picked(text, 4096, 40960) == 8 * 40960 + 4 * 4096);
}

/* n rows of m, each allocated separately: n m elements, from the table of rows. */
static void test_cost_tree_object_sizes__rows_are_as_many_as_their_table_holds(void **state)
{
    (void)state;
    const char *text = "#include <stdlib.h>\n" MAIN "    double **row = malloc((size_t)n * sizeof *row), s = 0;\n"
                       "    for (int i = 0; i < n; i++)\n        row[i] = malloc((size_t)m * sizeof **row);\n"
                       "    int *at = malloc((size_t)n * sizeof *at);\n"
                       "    for (int r = 0; r < 9; r++)\n        for (int i = 0; i < n; i++)\n"
                       "            s += row[i][at[i]];\n    return s > 0;\n}\n";
    double bytes = picked(text, 1000, 64);
    assert_true(bytes >= 1000 * 64 * 8 && bytes <= 1000 * (64 * 8 + 8 + 4));
}

/* As two cases before, with an array of variable length: E = 8 n, and a key of 4 bytes beside each gather. */
static void test_cost_tree_object_sizes__arrays_of_variable_length(void **state)
{
    (void)state;
    const char *text = "#include <stdlib.h>\n" MAIN "    double x[n], s = 0;\n    x[0] = 1;\n"
                       "    int *key = malloc((size_t)n * sizeof *key);\n    for (int r = 0; r < m; r++)\n"
                       "        for (int i = 0; i < n; i++)\n            s += x[key[i]];\n    return s > 0;\n}\n";
    assert_true(picked(text, 4096, 7) == 8 * 4096 + 4 * 8 * 4096 / 64);
}

/* n records of 16 bytes, behind a pointer of a record that a file may hold too: E = 16 n, n / 4 lines, and a key of 4
 * bytes beside each of n gathers: a line is reused after n / 4 gathers, after E and 4 n / 4. Not 48 n: both fields are
 * one gather, and `next` selects in the same object. */
static void test_cost_tree_object_sizes__records_behind_pointers(void **state)
{
    (void)state;
    const char *text = "#include <stdio.h>\n#include <stdlib.h>\nstruct point { double x, y; };\n"
                       "struct grid { struct point *all; };\n"
                       "static double sum(int n, const int *key, struct point *all)\n{\n    double s = 0;\n"
                       "    for (int i = 0; i < n; i++) {\n        struct point *at = &all[key[i]], *next = at + 1;\n"
                       "        s += at->x * at->y + next->x;\n    }\n    return s;\n}\n" MAIN
                       "    struct grid g;\n    double s = 0;\n    if (fread(&g, sizeof g, 1, stdin) != 1)\n"
                       "        return 1;\n    g.all = malloc((size_t)n * sizeof *g.all);\n"
                       "    int *key = malloc((size_t)n * sizeof *key);\n"
                       "    for (int r = 0; r < m; r++)\n        s += sum(n, key, g.all);\n    return s > 0;\n}\n";
    assert_true(picked(text, 4096, 7) == 16 * 4096 + 4096);
}

/* The length of the array is dynamic: its bytes are never known. Of two candidate arrays, the one with a known size
 * counts. */
static void test_cost_tree_object_sizes__what_data_makes_is_no_object(void **state)
{
    (void)state;
#define PICKS                                                                                                          \
    "    double *x = k > 9 ? malloc(8 * (size_t)k) : other, s = 0;\n"                                                  \
    "    int *key = malloc((size_t)n * sizeof *key);\n    for (int r = 0; r < m; r++)\n"                               \
    "        for (int i = 0; i < n; i++)\n            s += x[key[i]];\n    return s > 0;\n}\n"
#define DATA                                                                                                           \
    "#include <stdlib.h>\nstatic double read[999];\n" MAIN                                                             \
    "    for (int i = 0; i < m; i++)\n        read[i % 999] += n;\n    int k = (int)read[n % 999];\n"
    analyzed a;
    analyzed_open(&a, DATA "    double *other = NULL;\n" PICKS);
    assert_int_equal(a.analysis->n_objects, 0);
    analyzed_close(&a);
    analyzed_open(&a, DATA "    double *other = malloc(8 * (size_t)m);\n" PICKS);
    assert_int_equal(a.analysis->n_objects, 1);
    analyzed_close(&a);
}

enum {
    WAYS = 16,
    SETS = 64
};

/* Least recently used last. Returns whether the line was there. */
static bool touch(unsigned long set[SETS][WAYS], unsigned long address)
{
    unsigned long line = address / 64 + 1, *at = set[line % SETS];
    int i = 0;
    while (i < WAYS - 1 && at[i] != line)
        i++;
    bool found = at[i] == line;
    memmove(at + 1, at, (size_t)i * sizeof *at);
    at[0] = line;
    return found;
}

/* An index passed as an argument from an array element is dynamic. The array of 24 n bytes is reused line by line after
 * 24 n / 64 gathers, each beside 4 bytes of n keys. */
static void test_cost_tree_object_sizes__gathered_by_an_argument(void **state)
{
    (void)state;
    const char *text = FILLED "static double one(const double *all, int at, int part)\n{\n"
                              "    double v = all[(at * 2654435761u >> 7) + part];\n    return v * v;\n}\n" MAIN
                              "    double *x = filled(3 * n), s = 0;\n"
                              "    int *key = malloc((size_t)n * sizeof *key);\n    for (int i = 0; i < n; i++)\n"
                              "        s += one(x, m, key[i]);\n    return s > 1;\n}\n";
    assert_true(picked(text, 4096, 7) == 24 * 4096 + 4 * 24 * 4096 / 64);
}

/* The product above, with random columns, in a cache of C bytes: the share h of gathers that hit is C / W, the share of
 * random reads from W bytes, as if all other bytes passed in the mean time between two gathers of a line. Lines that
 * stay long see more bytes: of C = h E - ln(1 - h) V (V: bytes beside L gathers of L lines), C / W is the first term of
 * the logarithm. Here that is 5 % more than h. */
static void test_cost_tree_object_sizes__a_cache_hits_as_for_random_reads(void **state)
{
    (void)state;
    static unsigned long set[SETS][WAYS];
    const unsigned long n = 16384, a = 1ul << 30, column = 2ul << 30, y = 3ul << 30;
    unsigned long random = 12345, hits = 0;
    for (int round = 0; round < 3; round++)
        for (unsigned long i = 0; i < n; i++) {
            for (unsigned long k = 8 * i; k < 8 * i + 8; k++) {
                random = random * 6364136223846793005ul + 1442695040888963407ul;
                touch(set, a + 8 * k);
                touch(set, column + 4 * k);
                hits += touch(set, (random >> 33) % n * 8) && round > 0;
            }
            touch(set, y + 8 * i);
        }
    const double cache = 64.0 * SETS * WAYS, extent = 8.0 * n, served = (double)hits / (2.0 * 8 * n);
    double working_set = picked(PRODUCT, n, 3), others = working_set - extent;
    assert_true(fabs(served * extent - log(1 - served) * others - cache) < 0.01 * cache);
    assert_true(cache / working_set > served && cache / working_set < 1.06 * served);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost_tree_object_sizes__made_by_procedures_that_fill_what_they_allocate),
        cmocka_unit_test(test_cost_tree_object_sizes__followed_through_fields_and_choices),
        cmocka_unit_test(test_cost_tree_object_sizes__rows_are_as_many_as_their_table_holds),
        cmocka_unit_test(test_cost_tree_object_sizes__arrays_of_variable_length),
        cmocka_unit_test(test_cost_tree_object_sizes__records_behind_pointers),
        cmocka_unit_test(test_cost_tree_object_sizes__what_data_makes_is_no_object),
        cmocka_unit_test(test_cost_tree_object_sizes__gathered_by_an_argument),
        cmocka_unit_test(test_cost_tree_object_sizes__a_cache_hits_as_for_random_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
