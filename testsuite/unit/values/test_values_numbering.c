/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which expressions have the same value: scalars, memory with stores and calls between, joins, loops. */
#include "testsuite/unit/numbered_program.h"

#define RECORD "typedef struct m { int n; int *rows; } m;\nint x, y;\n"

/* The variables x and y are set to the same value on these lines of the body; line 3 is its first. */
static void expect(const char *body, int x_line, int y_line, bool same)
{
    numbered n;
    char *text = fc_format("%s%s", RECORD, body);
    numbered_open(&n, text);
    if (same_value(&n, "x", x_line, "y", y_line) != same)
        fail_msg("expected %s values:\n%s", same ? "equal" : "different", text);
    free(text);
    numbered_close(&n);
}

static void test_values_numbering__sums_have_a_canonical_form(void **state)
{
    (void)state;
    expect("void f(int a, int b) {\n x = a + b - 1;\n y = (b - 2) + a + 1; }\n", 4, 5, true);
    expect("void f(int a, int b) {\n x = 2 * (a + b);\n y = a + a + 2 * b; }\n", 4, 5, true);
    expect("void f(int a, int b) {\n x = a - b;\n y = b - a; }\n", 4, 5, false);
    expect("void f(int a) {\n int c = a;\n c += 2;\n x = c;\n y = a + 2; }\n", 6, 7, true);
}

/* u - 1 wraps to 4294967295 in 32 bits before it is widened. */
static void test_values_numbering__unsigned_sums_wrap_in_their_width(void **state)
{
    (void)state;
    expect("long p, q;\nvoid f(unsigned u) {\n x = (int)((unsigned long)(u - 1u) + 1 == u);\n"
           " y = (int)((unsigned long)u == u); }\n",
           5, 6, false);
}

static void test_values_numbering__a_store_begins_a_version(void **state)
{
    (void)state;
    expect("void f(m *a) {\n x = a->n;\n y = a->n; }\n", 4, 5, true);
    expect("void f(m *a, m *b) {\n x = a->n;\n b->n = 3;\n y = a->n; }\n", 4, 6, false);
    expect("void f(m *a, m *b) {\n x = a->n;\n b->rows = 0;\n y = a->n; }\n", 4, 6, true);
    expect("void f(m *a, int k) {\n a->n = k;\n x = a->n;\n y = k; }\n", 5, 6, true);
}

static void test_values_numbering__elements_at_other_indices_stay(void **state)
{
    (void)state;
    expect("void f(int *r, int i) {\n x = r[i];\n r[i + 1] = 5;\n y = r[i]; }\n", 4, 6, true);
    expect("void f(int *r, int i, int j) {\n x = r[i];\n r[j] = 5;\n y = r[i]; }\n", 4, 6, false);
    expect("void f(int *r, int i) {\n for (int k = 0; k < 9; k++) {\n  x = r[0];\n  r[1] = i;\n  y = r[0]; } }\n", 5, 7,
           true);
}

/* In the second iteration r[i] is what r[i + 1] was set to in the first one. */
static void test_values_numbering__iterations_are_told_apart(void **state)
{
    (void)state;
    expect("void f(int *r, int n) {\n x = r[n];\n for (int i = 0; i < n; i++) {\n  r[i + 1] = i;\n  y = r[i]; } }\n", 4,
           7, false);
    expect("void f(int *r, int n) {\n for (int i = 0; i < n; i++) {\n  x = r[i];\n  r[i + 1] = i;\n"
           "  y = r[i]; } }\n",
           5, 7, true);
    expect("void f(int n) {\n int i;\n for (i = 0; i < n; i++)\n  x = i;\n y = i; }\n", 6, 7, false);
}

static void test_values_numbering__fresh_memory_is_apart(void **state)
{
    (void)state;
    expect("#include <stdlib.h>\nvoid f(int *r) {\n int *s = malloc(40);\n x = r[0];\n for (int i = 0; i < 10; i++)\n"
           "  s[i] = i;\n y = r[0]; free(s); }\n",
           6, 9, true);
    expect("#include <stdlib.h>\nint *g;\nvoid f(void) {\n g = malloc(40);\n int *s = g;\n x = g[0];\n s[0] = x + 1;\n"
           " y = g[0]; }\n",
           8, 10, false);
}

static void test_values_numbering__a_call_changes_what_its_arguments_lead_to(void **state)
{
    (void)state;
    expect("void set(m *p) { p->n = 4; }\nvoid f(m *a, m *b) {\n x = a->n;\n set(b);\n y = a->n; }\n", 5, 7, false);
    expect("void set(m *p) { p->n = 4; }\nvoid f(m *a) {\n m own;\n x = a->n;\n set(&own);\n y = a->n; }\n", 6, 8,
           true);
    expect("void set(m *p, int k) { if (k) set(p, k - 1); p->n = 4; }\nvoid f(m *a) {\n m own;\n x = a->n;\n"
           " set(&own, 3);\n y = a->n; }\n",
           6, 8, true);
    expect("#include <stdlib.h>\nm *make(int k) { m *p = malloc(sizeof *p); p->n = k; return p; }\nvoid f(m *a) {\n"
           " x = a->n;\n m *b = make(3);\n y = a->n; b->n = y; }\n",
           6, 8, true);
    expect("void other(m *);\nvoid f(m *a) {\n x = a->n;\n other(a);\n y = a->n; }\n", 5, 7, false);
}

static void test_values_numbering__results_of_getters_are_loads(void **state)
{
    (void)state;
    expect("int count(m *p) { return p->n; }\nvoid f(m *a) {\n x = count(a);\n y = a->n; }\n", 5, 6, true);
    expect("int count(m *p) { return p->n; }\nvoid f(m *a, m *b) {\n x = count(a);\n y = count(b); }\n", 5, 6, false);
}

static void test_values_numbering__branches_select_values(void **state)
{
    (void)state;
    expect("void f(int a, int c) {\n int p, q;\n if (c) p = a; else p = 1;\n if (c) q = a; else q = 1;\n x = p;\n"
           " y = q; }\n",
           7, 8, true);
    expect(
        "void f(int a, int c, int d) {\n int p, q;\n if (c) p = a; else p = 1;\n if (d) q = a; else q = 1;\n x = p;\n"
        " y = q; }\n",
        7, 8, false);
    expect("void f(int a, int c) {\n int p = a;\n if (c) p = a + 0;\n x = p;\n y = a; }\n", 6, 7, true);
}

/* A receive writes its buffer when it is posted. */
static void test_values_numbering__receives_change_their_buffer(void **state)
{
    (void)state;
    expect("#include <mpi.h>\nvoid f(void) {\n int k = 0; MPI_Request q; m own; own.n = 0;\n x = k;\n"
           " MPI_Irecv(&k, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &q);\n MPI_Wait(&q, MPI_STATUS_IGNORE);\n y = k; }\n",
           6, 9, false);
    expect("#include <mpi.h>\nvoid f(int *r) {\n int k = 0;\n x = r[0];\n"
           " MPI_Recv(&k, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n y = r[0]; }\n",
           6, 8, true);
    expect("#include <mpi.h>\nvoid f(int *r) {\n x = r[0];\n MPI_Send(r, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);\n"
           " y = r[0]; }\n",
           5, 7, true);
}

/* A call leaves what its callee stored last, as a value of the caller. */
static void test_values_numbering__calls_leave_values_in_memory(void **state)
{
    (void)state;
    expect("void half(int n, int *h) { *h = n / 2; }\nvoid f(int n) { int h; half(n, &h);\n x = h;\n y = n / 2; }\n", 5,
           6, true);
    expect("void half(int n, int *h) { if (n > 3) *h = n / 2; }\nvoid f(int n) { int h = 0; half(n, &h);\n x = h;\n"
           " y = n / 2; }\n",
           5, 6, false);
    expect("void two(int *a, int *b) { *a = 1; *b = 2; }\nvoid f(void) { int h; two(&h, &h);\n x = h;\n y = 1; }\n", 5,
           6, false);
    expect("void set(m *a, int n) { a->n = n; }\nvoid f(m *a, int n) { set(a, n + 1);\n x = a->n;\n y = n + 1; }\n", 5,
           6, true);
    expect("void set(m *a, int n) { for (int k = 0; k < n; k++) a->n = k; }\n"
           "void f(m *a, int n) { set(a, n);\n x = a->n;\n y = n; }\n",
           5, 6, false);
}

#define MAKE "#include <stdlib.h>\nm *make(int n) { m *p = malloc(16); p->rows = malloc(4 * n); p->n = n; return p; }\n"

static void test_values_numbering__memory_that_a_call_makes_has_values(void **state)
{
    (void)state;
    expect(MAKE "void f(int n) { m *a = make(n);\n x = a->n;\n y = n; }\n", 6, 7, true);
    expect(MAKE
           "void f(int n) { m *a = make(n), *b = make(n);\n x = a->rows[0];\n b->rows[0] = 3;\n y = a->rows[0]; }\n",
           6, 8, true);
    expect(MAKE "void f(int n) { m *a = make(n), *b = make(n); b->rows = a->rows;\n x = a->rows[0];\n b->rows[0] = 3;\n"
                " y = a->rows[0]; }\n",
           6, 8, false);
    expect(MAKE "void f(int n, int c) { m *a = make(n); if (c) a->n = 4;\n x = a->n;\n y = n; }\n", 6, 7, false);
}

/* A version that dominates the load is of its iteration, whatever branches and inner loops stand between. */
static void test_values_numbering__a_store_reaches_over_joins(void **state)
{
    (void)state;
    expect("void f(m *a, int k, double *d) {\n a->n = k;\n if (k > 2) *d = 1;\n x = a->n;\n y = k; }\n", 6, 7, true);
    expect("void f(m *a, int n) {\n for (int k = 0; k < n; k++) {\n  a->n = k;\n  for (int j = 0; j < 3; j++) {\n"
           "   x = a->n;\n   y = k; } } }\n",
           7, 8, true);
    expect("void f(m *a, int n) {\n for (int k = 0; k < n; k++) {\n  x = a->n;\n  a->n = k;\n  y = k; } }\n", 5, 7,
           false);
    expect("void f(m *a, int n) {\n for (int k = 0; k < n; k++) {\n  y = k;\n  a->n = k; }\n x = a->n; }\n", 7, 5,
           false);
}

/* Where a pointer is followed, it is neither null nor undefined. */
static void test_values_numbering__a_pointer_that_is_followed_is_not_null(void **state)
{
    (void)state;
    expect("void f(m *a, int c) {\n m *p = (void *)0;\n if (c) p = a;\n x = p->n;\n y = a->n; }\n", 6, 7, true);
    expect("void f(m *a, int c) {\n m *p;\n if (c) p = a;\n x = p->n;\n y = a->n; }\n", 6, 7, true);
    expect("void f(m *a, m *b, int c) {\n m *p = b;\n if (c) p = a;\n x = p->n;\n y = a->n; }\n", 6, 7, false);
}

static void test_values_numbering__a_communicator_keeps_its_size(void **state)
{
    (void)state;
    expect("#include <mpi.h>\nvoid size(MPI_Comm c, int *n) { MPI_Comm_size(c, n); }\nvoid f(MPI_Comm c) { int p, q;\n"
           " size(c, &p); MPI_Comm_size(c, &q);\n x = p;\n y = q; }\n",
           7, 8, true);
    expect("#include <mpi.h>\nvoid f(MPI_Comm c, MPI_Comm d) { int p, q;\n"
           " MPI_Comm_size(c, &p); MPI_Comm_size(d, &q);\n x = p;\n y = q; }\n",
           6, 7, false);
    expect("#include <mpi.h>\nvoid f(MPI_Comm c) { int p, q;\n"
           " MPI_Comm_size(c, &p); MPI_Comm_rank(c, &q);\n x = p;\n y = q; }\n",
           6, 7, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_numbering__sums_have_a_canonical_form),
        cmocka_unit_test(test_values_numbering__unsigned_sums_wrap_in_their_width),
        cmocka_unit_test(test_values_numbering__a_store_begins_a_version),
        cmocka_unit_test(test_values_numbering__elements_at_other_indices_stay),
        cmocka_unit_test(test_values_numbering__iterations_are_told_apart),
        cmocka_unit_test(test_values_numbering__fresh_memory_is_apart),
        cmocka_unit_test(test_values_numbering__a_call_changes_what_its_arguments_lead_to),
        cmocka_unit_test(test_values_numbering__results_of_getters_are_loads),
        cmocka_unit_test(test_values_numbering__branches_select_values),
        cmocka_unit_test(test_values_numbering__receives_change_their_buffer),
        cmocka_unit_test(test_values_numbering__calls_leave_values_in_memory),
        cmocka_unit_test(test_values_numbering__memory_that_a_call_makes_has_values),
        cmocka_unit_test(test_values_numbering__a_store_reaches_over_joins),
        cmocka_unit_test(test_values_numbering__a_pointer_that_is_followed_is_not_null),
        cmocka_unit_test(test_values_numbering__a_communicator_keeps_its_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
