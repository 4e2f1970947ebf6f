/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops share a measured quantity, within a procedure and over calls. */
#include "testsuite/unit/numbered_program.h"

#define MATRIX                                                                                                         \
    "#include <stdlib.h>\ntypedef struct m { int n; int *i; double *v; } m;\n"                                         \
    "double s; void read_it(m *);\n" /* the body begins on line 4 */

/* The loops on both lines are bounded by one quantity of this name. */
static void expect_shared(const char *body, int line, int other, const char *name)
{
    numbered n;
    char *text = fc_format("%s%s", MATRIX, body);
    numbered_open(&n, text);
    const fc_quantity *quantity = quantity_at(&n, line);
    assert_ptr_equal(quantity, quantity_at(&n, other));
    assert_string_equal(quantity->name, name);
    free(text);
    numbered_close(&n);
}

static void expect_apart(const char *body, int line, int other)
{
    numbered n;
    char *text = fc_format("%s%s", MATRIX, body);
    numbered_open(&n, text);
    assert_ptr_not_equal(quantity_at(&n, line), quantity_at(&n, other));
    free(text);
    numbered_close(&n);
}

static void expect_dynamic(const char *body, int line, fc_trip_failure failure)
{
    numbered n;
    char *text = fc_format("%s%s", MATRIX, body);
    numbered_open(&n, text);
    assert_int_equal(loop_at(&n, line)->failure, failure);
    assert_int_equal(n.quantities.n_dynamic, 1);
    free(text);
    numbered_close(&n);
}

static void test_values_quantities__equal_bounds_share_one(void **state)
{
    (void)state;
    expect_shared("int main(void) {\n m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += a.v[k];\n"
                  " for (int k = a.n - 1; k >= 0; k--) s -= a.v[k]; }\n",
                  6, 7, "a.n");
    expect_shared("int main(void) {\n m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += a.v[k];\n"
                  " int j = 0; while (a.n - j) s -= a.v[j++]; }\n",
                  6, 7, "a.n");
    expect_apart("int main(void) {\n m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += 1;\n read_it(&a);\n"
                 " for (int k = 0; k < a.n; k++) s += 2; }\n",
                 6, 8);
}

static void test_values_quantities__callees_share_their_callers(void **state)
{
    (void)state;
    expect_shared("void scale(double *v, int n) {\n for (int k = 0; k < n; k++) v[k] *= 2; }\n"
                  "int main(void) {\n m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += a.v[k];\n"
                  " scale(a.v, a.n); }\n",
                  5, 8, "a.n");
    expect_shared("double sum(m *p) { double t = 0;\n for (int k = 0; k < p->n; k++) t += p->v[k]; return t; }\n"
                  "void add(m *p) {\n for (int k = 0; k < p->n; k++) p->v[k] += 1; }\n"
                  "int main(void) { m a; read_it(&a); add(&a); s = sum(&a); }\n",
                  5, 7, "p->n");
}

/* Both matrices are passed: the callee's count is neither's, but the sum of both. */
static void test_values_quantities__several_callers_keep_theirs(void **state)
{
    (void)state;
    numbered n;
    numbered_open(&n, MATRIX "void one(m *p) {\n for (int k = 0; k < p->n; k++) s += p->v[k]; }\n"
                             "int main(void) { m a, b; read_it(&a); read_it(&b);\n"
                             " for (int k = 0; k < a.n; k++) s += 1;\n for (int k = 0; k < b.n; k++) s += 2;\n"
                             " one(&a); one(&b); }\n");
    assert_int_equal(loop_at(&n, 5)->n, 2);
    assert_int_equal(n.quantities.n, 2);
    assert_int_equal(n.quantities.n_measured, 3);
    numbered_close(&n);
}

static void test_values_quantities__rows_of_a_compressed_matrix_telescope(void **state)
{
    (void)state;
    expect_shared("int main(void) {\n m a; read_it(&a);\n for (int r = 0; r < 9; r++)\n"
                  "  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += a.v[k];\n"
                  " for (int q = 1; q < 9; q++)\n  for (int k = a.i[q]; k < a.i[q + 1]; k++) s *= a.v[k]; }\n",
                  7, 9, "a.i[r + 1] - a.i[r]");
}

/* A search through both arrays unifies them by types; what is stored into one leaves the other. */
static void test_values_quantities__stores_into_other_arrays_do_not_count(void **state)
{
    (void)state;
    expect_shared("int find(int *in, int n) { int k = 0; for (int i = 0; i < n; i++) k += in[i]; return k; }\n"
                  "int main(void) { m a; int *mark = malloc(90); read_it(&a); a.i = malloc(80); read_it(&a);\n"
                  " find(a.i, 3); find(mark, 3);\n"
                  " for (int r = 0; r < 9; r++)\n  for (int k = a.i[r]; k < a.i[r + 1]; k++) mark[k] = r;\n"
                  " for (int r = 0; r < 9; r++)\n  for (int k = a.i[r]; k < a.i[r + 1]; k++) mark[r] = k; }\n",
                  8, 10, "a.i[r + 1] - a.i[r]");
}

/* The rows of an older matrix are the same before and after a store into an array that the call made. */
static void expect_rows(bool are_shared, const char *make)
{
    char *text =
        fc_format("%s\nvoid fill(m *a) { int *mark; make(a, &mark);\n"
                  " for (int r = 0; r < 9; r++)\n  for (int k = a->i[r]; k < a->i[r + 1]; k++) s += k;\n mark[3] = 1;"
                  " for (int r = 0; r < 9; r++)\n  for (int k = a->i[r]; k < a->i[r + 1]; k++) s += r; }\n"
                  "int main(void) { m a; read_it(&a); make(&a, &a.i); fill(&a); }\n",
                  make);
    if (are_shared)
        expect_shared(text, 7, 9, "a->i[r + 1] - a->i[r]");
    else
        expect_apart(text, 7, 9);
    free(text);
}

/* Memory that a call leaves behind a pointer on some paths only, and a null pointer on the others. */
static void test_values_quantities__conditional_allocations_are_new_memory(void **state)
{
    (void)state;
    expect_rows(true, "void make(m *a, int **out) { if (a->n < 0) { *out = NULL; return; } *out = malloc(a->n); }");
    expect_rows(true, "void make(m *a, int **out) {"
                      " if (a->n < 0) *out = NULL; else if (a->n > 9) *out = NULL; else *out = malloc(a->n); }");
    expect_rows(true,
                "void make(m *a, int **out) {"
                " switch (a->n) { case 1: *out = NULL; break; case 2: *out = malloc(9); break; default: *out = 0; } }");
    expect_rows(false, "void make(m *a, int **out) { if (a->n < 0) { *out = a->i; return; } *out = malloc(a->n); }");
    expect_rows(false, "void make(m *a, int **out) { switch (a->n) { case 1: *out = a->i; break;"
                       " case 2: *out = malloc(9); break; default: *out = 0; } }");
}

/* The number of rows is the same before and after the call of a procedure that calls itself over another one. */
static void expect_kept(bool is_kept, const char *next, const char *call)
{
    char *text = fc_format("typedef struct t { m grid; struct t *coarse; } t;\nvoid down(t *p);\n"
                           "void up(t *p) { p->grid.n = 1; if (s > 1) down(%s); }\n"
                           "void down(t *p) { p->grid.n = 2; if (s > 2) up(p); if (s > 3) down(p); }\n"
                           "void fill(t *a, t *b) { t *p = malloc(99); p->coarse = p; b->coarse = a;\n"
                           " for (int k = 0; k < a->grid.n; k++) s += k;\n %s;\n"
                           " for (int k = 0; k < a->grid.n; k++) s += 2; }\n"
                           "int main(void) { t *q = malloc(99); read_it(&q->grid); up(q); fill(q, q); }\n",
                           next, call);
    if (is_kept)
        expect_shared(text, 9, 11, "a->grid.n");
    else
        expect_apart(text, 9, 11);
    free(text);
}

static void test_values_quantities__recursion_changes_what_its_arguments_lead_to(void **state)
{
    (void)state;
    expect_kept(true, "p", "up(p)");
    expect_kept(true, "p", "down(p)");
    expect_kept(false, "p", "up(a)");
    expect_kept(false, "p->coarse", "down(b)");
}

/* Loops over the rows of one level of a hierarchy, and of the level before. */
static void expect_level(bool is_shared, const char *between)
{
    char *text =
        fc_format("typedef struct t { m *level; } t;\nvoid coarsen(m **out) { *out = malloc(99); (*out)->n = 3; }\n"
                  "void build(t *p) { m *old, *next;\n for (int l = 0; l < 9; l++) {\n  old = p->level;\n"
                  "  for (int k = 0; k < old->n; k++) s += k;\n"
                  "  coarsen(&next);\n  if (s > 7)\n   coarsen(&next);\n  %s;\n"
                  "  for (int k = 0; k < old->n; k++) s += 2;\n  p->level = next; } }\n"
                  "int main(void) { t p; coarsen(&p.level); read_it(p.level); build(&p); }\n",
                  between);
    if (is_shared)
        expect_shared(text, 9, 14, "old->n");
    else
        expect_apart(text, 9, 14);
    free(text);
}

static void test_values_quantities__a_pointer_read_before_is_none_to_new_memory(void **state)
{
    (void)state;
    expect_level(true, "next->n = l");
    expect_level(true, "for (int j = 0; j < 3; j++) { next->n = j; if (s > 8) next->n++; }");
    expect_level(false, "read_it(p->level)");
    expect_level(false, "{ m *same = s > 4 ? next : old; same->n = l; }");
    expect_apart(
        "typedef struct t { m *level; } t;\nvoid build(t *p) {\n for (int k = 0; k < p->level->n; k++) s += k;\n"
        " for (int l = 0; l < 9; l++) {\n  for (int k = 0; k < p->level->n; k++) s += 2;\n"
        "  m *next = malloc(99); next->n = l; if (s > 3) next->n = 2; p->level = next; } }\n"
        "int main(void) { t p; p.level = malloc(99); read_it(p.level); build(&p); }\n",
        6, 8);
}

/* A copy of bytes changes what its first argument points to, whatever that holds. */
static void test_values_quantities__copies_of_bytes_change_their_target_only(void **state)
{
    (void)state;
    expect_shared("void *memcpy(void *, const void *, unsigned long);\n"
                  "int find(int *in, int n) { int k = 0; for (int i = 0; i < n; i++) k += in[i]; return k; }\n"
                  "void pack(void *to, void *from) { memcpy(to, from, 8); }\n"
                  "int main(void) { m a; int *mark = malloc(90); read_it(&a); a.i = malloc(80); read_it(&a);\n"
                  " find(a.i, 3); find(mark, 3);\n"
                  " for (int r = 0; r < 9; r++)\n  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 1;\n"
                  " pack(mark, a.v);\n"
                  " for (int r = 0; r < 9; r++)\n  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 2; }\n",
                  10, 13, "a.i[r + 1] - a.i[r]");
    expect_apart("void *memcpy(void *, const void *, unsigned long);\n"
                 "void pack(void *to, void *from) { memcpy(to, from, 8); }\n"
                 "int main(void) { m a; read_it(&a);\n"
                 " for (int r = 0; r < 9; r++)\n  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 1;\n"
                 " pack(a.i, a.v);\n"
                 " for (int r = 0; r < 9; r++)\n  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 2; }\n",
                 8, 11);
}

/* Values that bound no other loop are measured together, as the count that they determine. */
static void test_values_quantities__a_count_of_private_values_is_one(void **state)
{
    (void)state;
    numbered n;
    numbered_open(&n, MATRIX "int main(void) {\n m a, b; read_it(&a); read_it(&b);\n"
                             " for (int k = 0; k < a.n * b.n; k++) s += 1;\n"
                             " for (int k = a.n * b.n; k > 0; k--) s += 2; }\n");
    assert_int_equal(n.quantities.n, 1);
    assert_ptr_equal(quantity_at(&n, 6), quantity_at(&n, 7));
    assert_int_equal(quantity_at(&n, 6)->n_loops, 2);
    numbered_close(&n);
    numbered_open(&n, MATRIX "int main(void) {\n m a, b; read_it(&a); read_it(&b);\n"
                             " for (int k = 0; k < a.n * b.n; k++) s += 1;\n"
                             " for (int k = 0; k < b.n; k++) s += 2; }\n");
    assert_int_equal(n.quantities.n, 2);
    numbered_close(&n);
}

/* The joins of both loops have each other as operands, and one version outside. */
static void test_values_quantities__versions_pass_nested_loops(void **state)
{
    (void)state;
    expect_shared("int main(int n, char **v) { m a; int *mark = malloc(90); read_it(&a);\n"
                  " for (int r = 0; r < 9; r++)\n  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 1;\n"
                  " for (int r = 0; r < 9; r++) { if (n > 2) mark[r] = 1;\n"
                  "  for (int k = a.i[r]; k < a.i[r + 1]; k++) {\n   for (int l = 0; l < 3; l++) mark[l] = k;\n"
                  "   if (k % 2) mark[k] = 2; } } }\n",
                  6, 8, "a.i[r + 1] - a.i[r]");
}

/* The rows of a thread, the first `rest` threads having one more. */
static void test_values_quantities__ranges_that_one_condition_selects(void **state)
{
    (void)state;
    expect_shared("int main(void) { m a; read_it(&a); int size = a.n / 4, rest = a.n - size * 4;\n"
                  " for (int t = 0; t < 4; t++) { int first, end;\n"
                  "  if (t < rest) { first = t * size + t; end = (t + 1) * size + t + 1; }\n"
                  "  else { first = t * size + rest; end = (t + 1) * size + rest; }\n"
                  "  for (int k = first; k < end; k++) s += a.v[k]; }\n for (int k = 0; k < a.n; k++) s += 2; }\n",
                  8, 9, "a.n");
}

/* A variable of one construct is private, or shared without a race. */
static void test_values_quantities__variables_of_one_construct_are_counted(void **state)
{
    (void)state;
    expect_shared("int main(void) { m a; int k, r; read_it(&a);\n"
                  "#pragma omp parallel for private(k)\n"
                  " for (r = 0; r < 9; r++)\n  for (k = a.i[r]; k < a.i[r + 1]; k++) s += a.v[k];\n"
                  " for (r = 0; r < 9; r++)\n  for (k = a.i[r]; k < a.i[r + 1]; k++) s -= a.v[k]; }\n",
                  7, 9, "a.i[r + 1] - a.i[r]");
}

static void test_values_quantities__other_loops_are_dynamic(void **state)
{
    (void)state;
    expect_dynamic("int main(void) {\n m a; read_it(&a);\n for (int k = 0; k < a.n; k++) if (a.i[k] < 0) break; }\n", 6,
                   FC_TRIP_SEVERAL_EXITS);
    expect_dynamic("int main(void) {\n m a; read_it(&a);\n int k = a.n;\n while (k > 1) k = a.i[k]; }\n", 7,
                   FC_TRIP_NOT_COUNTED);
    expect_dynamic("int main(void) {\n m a; read_it(&a);\n for (int k = 0; k < a.n; k++) if (a.i[k]) a.n--; }\n", 6,
                   FC_TRIP_VARYING_BOUND);
}

static void test_values_quantities__a_condition_that_is_skipped_does_not_count(void **state)
{
    (void)state;
    expect_dynamic("int main(void) {\n m a; read_it(&a);\n int k = 0;\n"
                   " while (1) { if (a.v[k] > 0) { if (k >= a.n) break; } k++; } }\n",
                   7, FC_TRIP_NO_CONDITION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_quantities__equal_bounds_share_one),
        cmocka_unit_test(test_values_quantities__callees_share_their_callers),
        cmocka_unit_test(test_values_quantities__several_callers_keep_theirs),
        cmocka_unit_test(test_values_quantities__rows_of_a_compressed_matrix_telescope),
        cmocka_unit_test(test_values_quantities__stores_into_other_arrays_do_not_count),
        cmocka_unit_test(test_values_quantities__conditional_allocations_are_new_memory),
        cmocka_unit_test(test_values_quantities__recursion_changes_what_its_arguments_lead_to),
        cmocka_unit_test(test_values_quantities__a_pointer_read_before_is_none_to_new_memory),
        cmocka_unit_test(test_values_quantities__copies_of_bytes_change_their_target_only),
        cmocka_unit_test(test_values_quantities__a_count_of_private_values_is_one),
        cmocka_unit_test(test_values_quantities__versions_pass_nested_loops),
        cmocka_unit_test(test_values_quantities__ranges_that_one_condition_selects),
        cmocka_unit_test(test_values_quantities__variables_of_one_construct_are_counted),
        cmocka_unit_test(test_values_quantities__other_loops_are_dynamic),
        cmocka_unit_test(test_values_quantities__a_condition_that_is_skipped_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
