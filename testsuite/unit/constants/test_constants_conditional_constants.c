/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which code constants exclude. Expected from C's semantics: each program is one whose line "here++" a run executes or
 * not. */
#include "analyzer/constants/conditional_constants.h"
#include "testsuite/unit/frontend_sources.h"

#define BEGIN "#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\nstatic int here;\n"

static bool is_here(const fc_node *node)
{
    return node->kind == FC_STEP && strcmp(node->child[0]->symbol->name, "here") == 0;
}

static bool is_branch(const fc_node *node)
{
    return node->kind == FC_IF;
}

/* A node of that kind is still in the program after the removal. */
static bool is_left(const char *text, bool (*is_sought)(const fc_node *))
{
    sources all;
    char *whole = fc_format("%s%s", BEGIN, text);
    bool is = false;
    sources_open(&all);
    sources_write(&all, "a.c", whole);
    if (sources_read(&all, NULL, 0, strstr(text, "MPI") ? "mpicc" : NULL))
        fail_msg("%s", all.report.text);
    fc_removed_nodes removed = {0};
    fc_conditional_constants_remove(&removed, all.program);
    for (int i = 0; i < all.program->n_nodes; i++)
        is |= is_sought(all.program->node[i]);
    fc_node_removal_restore(&removed);
    if (!fc_program_is_valid(all.program, &all.report))
        fail_msg("%s", all.report.text);
    sources_close(&all);
    free(whole);
    return is;
}

static void expect(const char *const *text, size_t n, bool live)
{
    for (size_t i = 0; i < n; i++)
        if (is_left(text[i], is_here) != live)
            fail_msg("%s code that a run %s: %s", live ? "removes" : "keeps", live ? "executes" : "does not execute",
                     text[i]);
}

#define EXPECT(texts, live) expect(texts, sizeof(texts) / sizeof *(texts), live)

static void test_constants_conditional_constants__constants_decide_branches(void **state)
{
    static const char *const idle[] = {
        "int main(void)\n{\n    int kind = 6;\n    if (kind == 4)\n        here++;\n}\n",
        "static int level;\nint main(void)\n{\n    level = 0;\n    if (level > 0)\n        here++;\n}\n",
        "static void run(int kind)\n{\n    if (kind > 6 && here < 5)\n        here++;\n}\n"
        "int main(void)\n{\n    run(4);\n    run(6);\n}\n",
        "static int kind(void)\n{\n    return 3;\n}\nint main(void)\n{\n    if (kind() != 3)\n        here++;\n}\n",
        /* what is set in code that is never executed does not count */
        "static int on;\nint main(void)\n{\n    if (on)\n        on = 1;\n    if (on == 1)\n        here++;\n}\n",
        "static double tolerance = 0.0;\nint main(void)\n{\n    if (tolerance > 0)\n        here++;\n}\n",
        "static double *table = NULL;\nint main(int argc, char **argv)\n{\n    double t = 0;\n    if (argc > 2)\n"
        "        t = table[argc];\n    if (t > 0)\n        here++;\n}\n",
        "int main(void)\n{\n    int kind = 2;\n    switch (kind) {\n    case 1:\n        here++;\n        break;\n"
        "    case 2:\n        return 1;\n    default:\n        return 0;\n    }\n}\n",
        "int main(int argc, char **argv)\n{\n    int kind = argc > 1 ? 1 : 2;\n    if (kind == 3) {\n"
        "        switch (argc) {\n        case 1:\n            here++;\n        }\n    }\n}\n",
    };
    static const char *const executed[] = {
        "int main(int argc, char **argv)\n{\n    if (argc == 4)\n        here++;\n}\n",
        "int main(int argc, char **argv)\n{\n    int kind = 4;\n    if (argc > 2)\n        kind = 6;\n"
        "    if (kind == 6)\n        here++;\n}\n",
        "int main(void)\n{\n    int kind = 1;\n    switch (kind) {\n    case 1:\n        kind++;\n    case 2:\n"
        "        here++;\n        break;\n    }\n}\n",
        "int main(void)\n{\n    int kind = 7;\n    switch (kind) {\n    case 1:\n        break;\n    default:\n"
        "        here++;\n    }\n}\n",
        "int main(void)\n{\n    for (int i = 0; i < 4; i++)\n        if (i == 3)\n            here++;\n}\n",
        "static int step(void)\n{\n    here++;\n    return 1;\n}\nint main(void)\n{\n    if (!step())\n        return "
        "2;\n}\n",
    };
    (void)state;
    EXPECT(idle, false);
    EXPECT(executed, true);
}

/* The zeros of fresh memory are no values of a field that its constructor sets. */
/* `if (!step()) return 2;` decides nothing if step() always returns 1. */
static void test_constants_conditional_constants__conditions_with_effects_are_evaluated(void **state)
{
    (void)state;
#define STEP(result) "static int step(void)\n{\n    here++;\n    return " result ";\n}\nint main(void)\n{\n"
    assert_false(is_left(STEP("1") "    if (!step())\n        return 2;\n}\n", is_branch));
    assert_false(is_left(STEP("1") "    if (step())\n        ;\n    else\n        return 2;\n}\n", is_branch));
    assert_true(is_left(STEP("1") "    if (!step())\n        return 2;\n    else\n        here++;\n}\n", is_branch));
    assert_true(is_left(STEP("here > 3") "    if (!step())\n        return 2;\n}\n", is_branch));
}

static void test_constants_conditional_constants__constructors_set_fields_first(void **state)
{
#define OPTIONS "struct options { int kind, level; };\n"
#define SETTER                                                                                                         \
    "static void set(void *to, int kind)\n{\n    struct options *o = to;\n    if (!o)\n        return;\n"              \
    "    if (kind < 0 || kind > 9)\n        return;\n    o->kind = kind;\n}\n"
#define USE "static void use(struct options *o)\n{\n    if (o->kind == 0)\n        here++;\n}\n"
    static const char *const idle[] = {
        OPTIONS USE
        "int main(void)\n{\n    struct options *o = calloc(1, sizeof *o);\n    o->kind = 6;\n    use(o);\n}\n",
        OPTIONS SETTER USE "static void *create(void)\n{\n    struct options *o;\n    o = calloc(1, sizeof *o);\n"
                           "    o->level = 2;\n    set(o, 6);\n    return o;\n}\n"
                           "int main(void)\n{\n    void *o = create();\n    set(o, 8);\n    use(o);\n}\n",
    };
    static const char *const executed[] = {
        OPTIONS USE
        "int main(void)\n{\n    struct options *o = calloc(1, sizeof *o);\n    use(o);\n    o->kind = 6;\n}\n",
        OPTIONS USE
        "int main(void)\n{\n    struct options *o = calloc(2, sizeof *o);\n    o->kind = 6;\n    use(o + 1);\n}\n",
        OPTIONS USE "int main(int argc, char **argv)\n{\n    struct options *o = calloc(1, sizeof *o);\n"
                    "    if (argc > 2)\n        o->kind = 6;\n    use(o);\n}\n",
        OPTIONS USE "static struct options *create(int n)\n{\n    struct options *o = calloc(1, sizeof *o);\n"
                    "    if (n > 3)\n        return o;\n    o->kind = 6;\n    return o;\n}\n"
                    "int main(int argc, char **argv)\n{\n    use(create(argc));\n}\n",
        OPTIONS USE "int main(void)\n{\n    struct options *o = calloc(1, sizeof *o), *p = calloc(1, sizeof *p);\n"
                    "    o->kind = 6;\n    use(o);\n    use(p);\n}\n",
        OPTIONS USE
        "static struct options other;\nint main(void)\n{\n"
        "    struct options *o = calloc(1, sizeof *o);\n    o->kind = 6;\n    use(o);\n    use(&other);\n}\n",
        OPTIONS SETTER USE "int main(int argc, char **argv)\n{\n    struct options *o = calloc(1, sizeof *o);\n"
                           "    set(o, argc);\n    if (o->kind == 0)\n        here++;\n    o->kind = 4;\n}\n",
    };
    (void)state;
    EXPECT(idle, false);
    EXPECT(executed, true);
}

/* Memory that is set in other ways than by assignments, or that two names share. */
static void test_constants_conditional_constants__what_may_change_is_no_constant(void **state)
{
    static const char *const executed[] = {
        "int main(void)\n{\n    int n = 0;\n    scanf(\"%d\", &n);\n    if (n)\n        here++;\n}\n",
        "int main(int argc, char **argv)\n{\n    int n = 0, *p = &n;\n    *p = 3;\n    if (n == 3)\n        "
        "here++;\n}\n",
        "int main(void)\n{\n    int n = 0;\n    *(char *)&n = 1;\n    if (n)\n        here++;\n}\n",
        "int main(void)\n{\n    int n = 0;\n    memset(&n, 1, sizeof n);\n    if (n)\n        here++;\n}\n",
        "static int order(const void *a, const void *b)\n{\n    if (*(const int *)a > 0)\n        here++;\n    return "
        "0;\n}\n"
        "int main(void)\n{\n    int v[2] = {1, 2};\n    qsort(v, 2, sizeof *v, order);\n}\n",
        "static void set(int to)\n{\n    if (to)\n        here++;\n}\nint main(void)\n{\n    void (*f)(int) = set;\n"
        "    f(1);\n}\n",
        "int main(int argc, char **argv)\n{\n    char *end = NULL;\n    long n = strtol(argv[1], &end, 10);\n"
        "    if (n > 0 && *end == 0)\n        here++;\n}\n",
        "#include <errno.h>\nint main(int argc, char **argv)\n{\n    errno = 0;\n    double d = strtod(argv[1], "
        "NULL);\n"
        "    if (errno == ERANGE && d > 0)\n        here++;\n}\n",
        "#include <time.h>\nint main(void)\n{\n    time_t now = time(NULL);\n    struct tm *t = localtime(&now);\n"
        "    if (t->tm_hour == 3)\n        here++;\n    t->tm_hour = 0;\n}\n",
        "#include <stdarg.h>\nstatic void set(int n, ...)\n{\n    va_list to;\n    va_start(to, n);\n"
        "    *va_arg(to, int *) = 7;\n    va_end(to);\n}\nint main(void)\n{\n    int n = 0;\n    set(1, &n);\n"
        "    if (n)\n        here++;\n}\n",
        "static int fill(int *of)\n{\n    return of[2];\n}\nint main(void)\n{\n    int v[3] = {1, 2, 5};\n"
        "    if (fill(v) == 5)\n        here++;\n}\n",
        "struct flags { unsigned a : 2; };\nint main(void)\n{\n    struct flags f;\n    f.a = 4;\n    if (f.a == 0)\n"
        "        here++;\n}\n",
        "struct s { int a, b; };\nint main(void)\n{\n    struct s *p = calloc(1, sizeof *p);\n    int first = p->a;\n"
        "    p->a = 2;\n    if (first == 0)\n        here++;\n}\n",
        "int main(int argc, char **argv)\n{\n    int kind;\n    if (argc > 9)\n        kind = 1;\n    if (kind)\n"
        "        here++;\n}\n",
        "int main(void)\n{\n    unsigned char c = (unsigned char)256;\n    if (c == 0)\n        here++;\n}\n",
        "struct o { int kind; };\nstatic struct o table[3] = {{0}, {3}, {1}};\nint main(int argc, char **argv)\n{\n"
        "    struct o o = {0};\n    o = table[argc];\n    if (o.kind == 3)\n        here++;\n}\n",
        "struct o { int kind; };\nstatic struct o make(int kind)\n{\n    struct o o = {0};\n    o.kind = kind;\n"
        "    return o;\n}\nint main(void)\n{\n    struct o o = {0};\n    o = make(3);\n    if (o.kind == 3)\n"
        "        here++;\n}\n",
        "static int none(void)\n{\n    return 0;\n}\nstatic int three(void)\n{\n    return 3;\n}\n"
        "static int (*table[2])(void) = {none, three};\nint main(int argc, char **argv)\n{\n"
        "    int n = table[argc - 1]();\n    if (n == 3)\n        here++;\n}\n",
        "int main(int argc, char **argv)\n{\n    int a[2] = {0, 3}, *h = calloc(1, sizeof *h);\n"
        "    h = realloc(h, 3 * sizeof *h);\n    memmove(h + 1, a, sizeof a);\n    if (h[2] == 3)\n        here++;\n"
        "}\n",
        "int main(void)\n{\n    union { float f; int i; } u = {0};\n    u.f = 1;\n    if (u.i)\n        here++;\n}\n",
        "#include <mpi.h>\nint main(void)\n{\n    int s = 3, n = 0;\n    MPI_Sendrecv(&s, 1, MPI_INT, 0, 0, &n, 1, "
        "MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n    if (n == 3)\n        here++;\n}\n",
        "int main(void)\n{\n    int n = 0;\n    goto in;\n    if (n) {\nin:\n        here++;\n    }\n}\n",
        "#include <mpi.h>\nstatic void merge(void *in, void *out, int *n, MPI_Datatype *type)\n{\n"
        "    int *a = in;\n    if (a[0])\n        here++;\n}\n"
        "int main(void)\n{\n    int a[4] = {0}, b[4] = {0};\n    MPI_Op op;\n    a[0] = 1;\n"
        "    MPI_Op_create(merge, 1, &op);\n    MPI_Allreduce(a, b, 4, MPI_INT, op, MPI_COMM_WORLD);\n}\n",
        "#include <mpi.h>\nint main(void)\n{\n    int rank = 0;\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    if (rank)\n        here++;\n}\n",
    };
    (void)state;
    EXPECT(executed, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants_conditional_constants__constants_decide_branches),
        cmocka_unit_test(test_constants_conditional_constants__conditions_with_effects_are_evaluated),
        cmocka_unit_test(test_constants_conditional_constants__constructors_set_fields_first),
        cmocka_unit_test(test_constants_conditional_constants__what_may_change_is_no_constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
