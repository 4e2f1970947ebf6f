/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pointers may refer to. Each program sets the pointers p and q, whose targets are known by reading it. */
#include "analyzer/points_to/points_to.h"
#include "testsuite/unit/analyzed_program.h"

/* The pointers, variables of the program, cannot refer to one object. */
static bool are_apart(const char *body)
{
    analyzed a;
    char *text = fc_format("#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n%s", body);
    analyzed_open(&a, text);
    fc_points_to *points = fc_control_points(a.analysis->control);
    const fc_symbol *p = NULL, *q = NULL;
    for (int i = 0; i < a.program->n_symbols; i++) {
        p = strcmp(a.program->symbol[i]->name, "p") == 0 ? a.program->symbol[i] : p;
        q = strcmp(a.program->symbol[i]->name, "q") == 0 ? a.program->symbol[i] : q;
    }
    assert_true(p && q);
    bool apart =
        fc_points_to_are_disjoint(points, fc_points_to_of_symbol(points, p), fc_points_to_of_symbol(points, q));
    free(text);
    analyzed_close(&a);
    return apart;
}

static void test_points_to_points_to__allocations(void **state)
{
    (void)state;
    assert_true(are_apart("int *p, *q; int main(void) { p = malloc(8); q = calloc(2, 4); return *p + *q; }"));
    assert_false(are_apart("int *p, *q; int main(void) { p = malloc(8); q = p + 1; return *p + *q; }"));
    assert_false(are_apart("int *p, *q; int main(int n, char **v) { p = malloc(8); q = n > 1 ? malloc(8) : p; }"));
    assert_false(are_apart("int *p, *q; int main(void) { p = malloc(8); q = realloc(p, 16); return *q; }"));
}

/* Assignments go one way: a parameter may be either argument, and the arguments stay apart. */
static void test_points_to_points_to__arguments(void **state)
{
    (void)state;
    const char *shown = "int *p, *q, *r; int get(int *of) { r = of; return *of; }\n"
                        "int main(void) { p = malloc(4); q = malloc(4); return get(p) + get(q) + *r; }";
    assert_true(are_apart(shown));
    assert_false(are_apart("int *p, *q; int get(int *of) { q = of; return *of; }\n"
                           "int main(void) { p = malloc(4); return get(p) + *q; }"));
    assert_false(are_apart("int *p, *q; void take(int *of) { q = of; }\n"
                           "int main(void) { void (*f)(int *) = take; p = malloc(4); f(p); return *q; }"));
}

#define WRAPPER                                                                                                        \
    "void out(void) { exit(1); }\n"                                                                                    \
    "char *grow(char *old, size_t n) { char *new;\n"                                                                   \
    " if (old == NULL) new = malloc(n); else new = realloc(old, n);\n if (new == NULL) out(); return new; }\n"         \
    "char *make(size_t n) { return n ? grow(NULL, n) : NULL; }\n"

static void test_points_to_points_to__wrappers_have_an_object_for_each_call(void **state)
{
    (void)state;
    assert_true(are_apart(WRAPPER "int *p, *q; int main(void) { p = (int *)make(8); q = (int *)make(8); }"));
    assert_true(are_apart(WRAPPER "int *p, *q; int main(void) { p = (int *)make(8); q = (int *)make(8);\n"
                                  " p = (int *)grow((char *)p, 16); q = (int *)grow((char *)q, 16); }"));
    assert_false(
        are_apart(WRAPPER "int *p, *q; int main(void) { p = (int *)make(8); q = (int *)grow((char *)p, 9); }"));
    assert_false(are_apart("int *p, *q; int *list; int *twice(int n) { if (n) return twice(n - 1); return list; }\n"
                           "int main(void) { list = malloc(4); p = twice(1); q = twice(2); return *p + *q; }"));
}

static void test_points_to_points_to__fields(void **state)
{
    (void)state;
    assert_true(are_apart("struct m { int *i, *j; } s; int *p, *q;\n"
                          "int main(void) { s.i = malloc(4); s.j = malloc(4); p = s.i; q = s.j; }"));
    assert_false(are_apart("struct m { int *i; } s, t; int *p, *q;\n"
                           "int main(void) { s.i = malloc(4); t.i = malloc(4); p = s.i; q = t.i; }"));
    assert_true(are_apart("struct m { int n, k; } s; int *p, *q; int main(void) { p = &s.n; q = &s.k; }"));
    assert_false(are_apart("struct in { int n; }; struct m { struct in a; } s; struct in *p; struct m *q;\n"
                           "int main(void) { p = &s.a; q = (struct m *)p; return q->a.n; }"));
    assert_false(are_apart("union u { int n; float x; } s; int *p; float *q; int main(void) { p = &s.n; q = &s.x; }"));
    assert_false(are_apart("struct m { int *i; } s; int *p, *q, **at;\n"
                           "int main(void) { at = &s.i; *at = malloc(4); p = s.i; q = *at; }"));
}

static void test_points_to_points_to__pointers_in_memory(void **state)
{
    (void)state;
    assert_false(are_apart("int *p, *q; void set(int **at, int *to) { *at = to; }\n"
                           "int main(void) { p = malloc(4); set(&q, p); return *q; }"));
    assert_false(are_apart("int *p, *q; int main(void) { int *a[2], *b[2]; a[0] = p = malloc(4);\n"
                           " memcpy(b, a, sizeof a); q = b[0]; return *q; }"));
    assert_false(are_apart("int *p, *q; int main(void) { int **rows = malloc(16); rows[1] = p = malloc(4);\n"
                           " q = rows[1]; return *q; }"));
}

/* What is not followed may be anything: numbers as addresses, variable arguments, functions of other libraries. */
static void test_points_to_points_to__unknown_pointers(void **state)
{
    (void)state;
    assert_false(are_apart("int *p, *q; int main(int n, char **v) { p = malloc(4); q = (int *)(long)n; return *q; }"));
    assert_false(
        are_apart("int *p, *q; void f(int n, ...) { va_list l; va_start(l, n); q = va_arg(l, int *); va_end(l); }\n"
                  "int main(void) { p = malloc(4); f(1, p); return *q; }"));
    assert_false(are_apart("int *p, *q; void keep(int *); int *kept(void);\n"
                           "int main(void) { p = malloc(4); keep(p); q = kept(); return *q; }"));
    assert_false(
        are_apart("int *p, *q; void f(int n, ...) { va_list l; va_start(l, n); *va_arg(l, int **) = p; va_end(l); }\n"
                  "int main(void) { p = malloc(4); f(1, &q); return *q; }"));
    assert_true(are_apart("int *p, *q; void keep(int *);\n"
                          "int main(void) { p = malloc(4); q = malloc(4); keep(p); return *q; }"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_to_points_to__allocations),
        cmocka_unit_test(test_points_to_points_to__arguments),
        cmocka_unit_test(test_points_to_points_to__wrappers_have_an_object_for_each_call),
        cmocka_unit_test(test_points_to_points_to__fields),
        cmocka_unit_test(test_points_to_points_to__pointers_in_memory),
        cmocka_unit_test(test_points_to_points_to__unknown_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
