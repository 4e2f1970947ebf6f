/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cost programs against the programs they model: the oracle are counters of the natively built program. */
#include "testsuite/unit/counted_program.h"

#define HEAD                                                                                                           \
    "#include <mpi.h>\n#include <stdlib.h>\nstatic double a[1000], s;\n"                                               \
    "int main(int argc, char **argv)\n{\n"                                                                             \
    "    int rank, ranks, n = argc > 1 ? atoi(argv[1]) : 10, m = argc > 2 ? atoi(argv[2]) : 3;\n"                      \
    "    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"                                         \
    "    MPI_Comm_size(MPI_COMM_WORLD, &ranks);\n    s = 1;\n"
#define TAIL "    MPI_Finalize();\n    return 0;\n}\n"

static const counted_run closed_runs[] = {{0, 1, "10 3", {0}}, {2, 5, "17 4", {0}}, {1, 2, "1 1", {0}},
                                          {0, 3, "0 2", {0}},  {3, 4, "23 5", {0}}, {4, 5, "6 30", {0}}};

static void expect_same(const char *text)
{
    counted_program p;
    counted_open(&p, text);
    for (size_t i = 0; i < sizeof closed_runs / sizeof *closed_runs; i++)
        assert_same_counts(&p, &closed_runs[i]);
    counted_close(&p);
}

static void test_emit_cost_program__nests_of_every_step_and_direction(void **state)
{
    (void)state;
    expect_same(HEAD "    for (int i = 0; i < n; i++) {\n"
                     "        for (int j = i; j <= n; j += m) { HIT a[j % 7] += 1; }\n"
                     "        for (int j = n; j > i; j -= 2) { HIT a[j % 7] *= 2; }\n"
                     "    }\n"
                     "    for (int i = rank * n / ranks; i < (rank + 1) * n / ranks; ++i) { HIT a[i % 9] = i; }\n"
                     "    for (int i = rank; i < n; i += ranks) { HIT a[i % 9] = i; }\n"
                     "    for (int i = n - 1; i >= 0; i--) { HIT a[i % 9] = i; }\n"
                     "    for (int i = 1; i != n + 1; i = i + 1) { HIT a[i % 9] = i; }\n"
                     "    for (int i = 0; n > i; i = 2 + i) { HIT a[i % 9] = i; }\n" TAIL);
}

static void test_emit_cost_program__loops_that_are_no_counting_loops_run(void **state)
{
    (void)state;
    expect_same(
        HEAD "    int k = n;\n"
             "    while (k > 0) { HIT k = k / 2; s += k; }\n"
             "    for (int i = 1; i < n; i *= 2) { HIT s += a[i % 7]; }\n"
             "    for (int i = 0, j = n; i < j; i++, j--) { HIT s += a[i % 7]; }\n"
             "    double x = 0;\n    int q;\n"
             "    for (q = 0, x = s; q < n * q + m - q * n; q++, x += a[q % 7]) { HIT s += x; }\n"
             "    do { HIT s *= 2; k++; } while (k < m);\n"
             "    for (int i = 0; i < n; i++) { HIT\n        if (i == m)\n            break;\n        s += 1;\n    }\n"
             "    for (unsigned u = (unsigned)n; u-- > 0;) { HIT s += a[u % 7]; }\n" TAIL);
}

static void test_emit_cost_program__branches_on_kept_values(void **state)
{
    (void)state;
    expect_same(HEAD "    for (int i = 0; i < n; i++) {\n"
                     "        if (i % m == 0) {\n            HIT s += 1;\n        } else if (i > 4) {\n"
                     "            HIT s += 2;\n        } else {\n            HIT s += 3;\n        }\n"
                     "        for (int j = 0; j < (i < m ? i : m); j++) { HIT a[j % 7] += s; }\n"
                     "    }\n"
                     "    if (rank > 0 && rank < ranks - 1 || n == 10) {\n        HIT s += 1;\n    }\n"
                     "    if (!(rank % 2)) {\n        for (int i = 0; i < n; i++) { HIT s += 1; }\n    }\n" TAIL);
}

static void test_emit_cost_program__jumps_out_of_branches(void **state)
{
    (void)state;
    expect_same(HEAD "    for (int i = 0; i < n; i++) {\n"
                     "        if (i % 2) {\n            HIT s += 1;\n            continue;\n        }\n"
                     "        for (int j = 0; j < m; j++) { HIT s += 1; }\n"
                     "    }\n"
                     "    for (int i = 0; i < n; i++) {\n"
                     "        s += 2;\n"
                     "        if (i > m) {\n            HIT s += 4;\n"
                     "            if (i % 2)\n                continue;\n            s += 1;\n"
                     "            for (int j = 0; j < 3; j++) { HIT s += 1; }\n        }\n        s += 1;\n"
                     "        for (int j = 0; j < m; j++) { HIT s += 1; }\n"
                     "    }\n" TAIL);
}

static void test_emit_cost_program__returns_out_of_nested_branches(void **state)
{
    (void)state;
    expect_same("#include <mpi.h>\n#include <stdlib.h>\nstatic double a[1000], s;\n"
                "static void work(int n, int m)\n{\n    s += 1;\n    if (n > 5) {\n        HIT s += 1;\n"
                "        if (m > 3)\n            return;\n        HIT s += 1;\n    }\n"
                "    for (int i = 0; i < n; i++) { HIT a[i % 7] = s; }\n}\n"
                "int main(int argc, char **argv)\n{\n"
                "    int n = argc > 1 ? atoi(argv[1]) : 10, m = argc > 2 ? atoi(argv[2]) : 3;\n"
                "    MPI_Init(&argc, &argv);\n    for (int k = 0; k < n; k++)\n        work(k, m);\n" TAIL);
}

static void test_emit_cost_program__gotos_forward_to_an_error_exit(void **state)
{
    (void)state;
    expect_same(HEAD
                "    int error = 0;\n"
                "    if (rank == 0) {\n        HIT s += 1;\n        if (n > 16) {\n            error = 1;\n"
                "            goto checked;\n        }\n        HIT s += 2;\n"
                "        for (int i = 0; i < n; i++) { HIT\n            if (i == m) {\n                error = 2;\n"
                "                goto checked;\n            }\n            s += 1;\n        }\n"
                "        HIT s += 3;\n    checked:\n        HIT s += 4;\n    }\n"
                "    for (int i = 0; i < error; i++) { HIT s += 1; }\n" TAIL);
}

/* A second label of a statement is no block that a goto enters; expect_same knows no counters. */
static void test_emit_cost_program__gotos_to_several_labels_of_one_statement(void **state)
{
    (void)state;
    expect_same(HEAD "    if (m > 4)\n        goto third;\n    HIT s += 1;\n    if (n > 9)\n        goto second;\n"
                     "    HIT s += 2;\n    if (m > 2)\n        goto first;\n"
                     "    for (int i = 0; i < n; i++) { HIT a[i % 7] += 1; }\nfirst:\nsecond:\nthird:\n"
                     "    HIT s *= 2;\n    int k = 0;\nagain:\nonce_more:\n    HIT k++;\n    s += k;\n"
                     "    if (k < m)\n        goto once_more;\n    if (k < m + 2)\n        goto again;\n" TAIL);
}

static void test_emit_cost_program__static_backward_gotos(void **state)
{
    (void)state;
    expect_same(HEAD "    int k = n, tries = 0;\nagain:\n    HIT s += 1;\n    k -= 2;\n"
                     "    for (int i = 0; i < k; i++) { HIT\n        if (i == m && tries < 2) {\n"
                     "            tries++;\n            goto again;\n        }\n        s += 1;\n    }\n"
                     "    if (k > m)\n        goto again;\n"
                     "    HIT s += 2;\n    for (int i = 0; i < k; i++) { HIT s += 3; }\n" TAIL);
}

static void test_emit_cost_program__dynamic_backward_gotos_are_counted(void **state)
{
    (void)state;
    counted_program p;
    counted_open(&p, HEAD "    a[999] = 8;\n    int steps = 0;\nhalve:\n    a[999] /= 2;\n    steps++;\n"
                          "    for (int i = 0; i < n; i++) { HIT a[i % 7] += 1; }\n"
                          "    if (a[999] > 1)\n        goto halve;\n    s += 1;\n" TAIL);
    assert_same_counts(&p, &(counted_run){0, 1, "9 1", {3}}); /* three halvings bring 8 to 1 */
    counted_close(&p);
}

static void test_emit_cost_program__a_dynamic_goto_is_reported(void **state)
{
    (void)state;
    counted_program p;
    counted_open(&p, HEAD "    for (int i = 0; i < n; i++) { HIT\n        s += 1;\n        if (a[i % 7] < 0)\n"
                          "            goto end;\n    }\n    if (s < 0)\n        goto end;\n"
                          "    for (int i = 0; i < m; i++) { HIT s += 1; }\nend:\n    HIT s += 2;\n" TAIL);
    assert_same_counts(&p, &(counted_run){0, 1, "9 4", {9}}); /* no a[] is negative, nor is s */
    assert_int_equal(p.analysis->n_warnings, 2);
    assert_contains(p.analysis->warning[0], "this goto is data-dependent");
    counted_close(&p);
}

/* Counts by hand: how often each irregular region with a cost ran, for one entry of the procedure's body. */
static void expect_pieces(const char *text, const char *why, const counted_run *runs, size_t n_runs)
{
    counted_program p;
    counted_open(&p, text);
    assert_true(p.analysis->n_counters > 0);
    for (size_t i = 0; i < p.analysis->n_counters; i++)
        assert_contains(p.analysis->counter[i].why, why);
    for (size_t i = 0; i < n_runs; i++)
        assert_same_counts(&p, &runs[i]);
    counted_close(&p);
}

static void test_emit_cost_program__a_goto_into_a_loop_is_counted_in_pieces(void **state)
{
    (void)state;
    /* s += 1, the code after the label, s *= 2; k reaches 4, where the loop is entered with k = 0 */
    const counted_run runs[] = {{0, 1, "9 3", {3, 4, 1}}, {1, 2, "5 2", {4, 4, 1}}};
    expect_pieces(HEAD "    int k = 0;\n    if (m > 2)\n        goto inside;\n    while (k < 4) {\n        s += 1;\n"
                       "    inside:\n        s += 2;\n        for (int i = 0; i < n; i++) { HIT a[i % 7] += 1; }\n     "
                       "   k++;\n    }\n"
                       "    s *= 2;\n" TAIL,
                  "goto inside enters a block (", runs, 2);
}

static void test_emit_cost_program__cases_inside_a_loop_are_counted_in_pieces(void **state)
{
    (void)state;
    /* m = 3: case 3, and three more iterations; m = 0: four whole iterations */
    const counted_run runs[] = {{0, 1, "6 3", {3, 4}}, {0, 1, "7 0", {4, 4}}};
    expect_pieces(HEAD "    int k = 4;\n    switch (m) {\n    case 0:\n        do {\n            s += 1;\n"
                       "            for (int i = 0; i < n; i++) { HIT a[i % 7] += 1; }\n    case 3:\n"
                       "            s += 1;\n            for (int i = 0; i < 2 * n; i++) { HIT a[i % 7] += 2; }\n"
                       "        } while (--k > 0);\n    }\n    MPI_Finalize();\n    exit(0);\n}\n",
                  "a case label inside another statement (", runs, 2);
}

static void test_emit_cost_program__computed_gotos_are_counted_in_pieces(void **state)
{
    (void)state;
    /* add m times, end once */
    const counted_run runs[] = {{0, 1, "6 3", {3, 1}}, {0, 1, "7 1", {1, 1}}};
    expect_pieces(HEAD "    const void *const to[] = {&&add, &&end};\n    int k = 0;\n    goto *to[k == m];\n"
                       "add:\n    s += 1;\n    for (int i = 0; i < n; i++) { HIT a[i % 7] += 1; }\n    k++;\n"
                       "    goto *to[k == m];\nend:\n    s *= 2;\n" TAIL,
                  "a computed goto (", runs, 2);
}

/* Values set before the first jump stay static; k, which is set among the regions, is 3 and then 9. */
static void test_emit_cost_program__pieces_hide_what_they_set_from_each_other(void **state)
{
    (void)state;
    const counted_run runs[] = {{0, 1, "9 3", {2, 1, 1}}};
    expect_pieces(HEAD
                  "    int before = n / 2;\n    if (m > 4)\n        goto back;\n    int k = 1;\nback:\n    k *= 3;\n"
                  "    s += k;\n    if (k < 9) {\n        s += 1;\n        goto back;\n    }\n    s += 3;\n"
                  "    for (int i = 0; i < before; i++) { HIT a[i % 7] += 1; }\n" TAIL,
                  "enters a block", runs, 1);
}

/* glibc's own getopt_long and strtok are the oracle, in the native program. */
static void test_emit_cost_program__options_are_read_as_getopt_does(void **state)
{
    (void)state;
    const counted_run runs[] = {{0, 1, "-n 9 --rows=4 -d 2x3x4 7", {0}},
                                {1, 2, "--si 5 -vm3 --dims 6,1 -v -- 2", {0}},
                                {0, 1, "-vvn8 --verbose -s2.5", {0}},
                                {0, 1, "-d 3xx5x --fast --rows 6 -q", {0}},
                                {2, 3, "", {0}}};
    counted_program p;
    counted_open(&p, "#include <getopt.h>\n#include <string.h>\n#include <unistd.h>\n" HEAD
                     "    static int fast;\n    int rows = 2, verbose = 0, c, wrong = 0, dims[3] = {1, 2, 3};\n"
                     "    double scale = 1;\n    n = 5;\n"
                     "    static const struct option table[] = {{\"size\", required_argument, NULL, 'n'},\n"
                     "        {\"rows\", required_argument, NULL, 'm'}, {\"dims\", required_argument, NULL, 'd'},\n"
                     "        {\"verbose\", no_argument, NULL, 'v'}, {\"fast\", no_argument, &fast, 3},\n"
                     "        {NULL, 0, NULL, 0}};\n"
                     "    opterr = 0;\n"
                     "    while ((c = getopt_long(argc, argv, \"n:m:d:vs:\", table, NULL)) != -1) {\n"
                     "        char *word;\n        int k = 0;\n        switch (c) {\n"
                     "        case 'n': n = atoi(optarg); break;\n        case 'm': rows = atoi(optarg); break;\n"
                     "        case 'v': verbose++; break;\n        case 's': scale = atof(optarg); break;\n"
                     "        case 'd':\n"
                     "            for (word = strtok(optarg, \"x,\"); word && k < 3; word = strtok(NULL, \"x,\"))\n"
                     "                dims[k++] = atoi(word);\n            break;\n"
                     "        case '?': wrong++; break;\n        }\n    }\n"
                     "    m = optind < argc ? atoi(argv[optind]) : 1;\n"
                     "    for (int i = 0; i < n; i++) { HIT s += 1; }\n"
                     "    for (int i = 0; i < rows; i++) { HIT s += 1; }\n"
                     "    for (int i = 0; i < verbose + 1; i++) { HIT s += 1; }\n"
                     "    for (int i = 0; i < n * scale; i++) { HIT s += 1; }\n"
                     "    for (int i = 0; i < dims[0] + 10 * dims[1] + 100 * dims[2]; i++) { HIT s += 1; }\n"
                     "    for (int i = 0; i < m; i++) { HIT s += 1; }\n"
                     "    for (int i = 0; i < fast + 1; i++) { HIT s += 1; }\n"
                     "    for (int i = 0; i < wrong + 1; i++) { HIT s += 1; }\n" TAIL);
    assert_int_equal(p.analysis->n_counters, 0);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        assert_same_counts(&p, &runs[i]);
    counted_close(&p);
}

/* The table of long options lies in dynamic memory, and so do copies of the names, which only getopt_long reads. */
static void test_emit_cost_program__options_are_read_from_a_table_made_at_run_time(void **state)
{
    (void)state;
    const counted_run runs[] = {{0, 1, "--size 6 --rows=2", {0}}, {1, 2, "-n 3 --ro 4", {0}}};
    counted_program p;
    counted_open(
        &p, "#include <getopt.h>\n#include <string.h>\n"
            "static char *copy(const char *text)\n{\n    char *new = calloc(strlen(text) + 1, 1);\n"
            "    strcpy(new, text);\n    return new;\n}\n" HEAD
            "    const char *const name[] = {\"size\", \"rows\"};\n    int c, rows = 1;\n    n = 1;\n"
            "    struct option *table = calloc(3, sizeof *table);\n"
            "    for (int i = 0; i < 2; i++) {\n        table[i].name = copy(name[i]);\n"
            "        table[i].has_arg = 1;\n        table[i].val = i ? 'm' : 'n';\n    }\n"
            "    table[2].name = NULL;\n"
            "    while ((c = getopt_long(argc, argv, \"n:m:\", table, NULL)) != -1) {\n"
            "        if (c == 'n')\n            n = atoi(optarg);\n"
            "        else\n            rows = atoi(optarg);\n    }\n    m = rows;\n"
            "    for (int i = 0; i < n; i++) { HIT s += 1; }\n    for (int i = 0; i < m; i++) { HIT s += 1; }\n" TAIL);
    assert_int_equal(p.analysis->n_counters, 0);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        assert_same_counts(&p, &runs[i]);
    counted_close(&p);
}

/* No code reads optind: the cost program keeps its own position. */
static void test_emit_cost_program__options_without_optind(void **state)
{
    (void)state;
    const counted_run runs[] = {{0, 1, "-n 9 -m3 -vv", {0}}, {1, 2, "-vm 6", {0}}};
    counted_program p;
    counted_open(
        &p, "#include <unistd.h>\n" HEAD "    int c, v = 1;\n    n = m = 4;\n"
            "    while ((c = getopt(argc, argv, \"n:m:v\")) != -1) {\n        if (c == 'v')\n            v++;\n"
            "        else if (c == 'n')\n            n = atoi(optarg);\n        else\n            m = atoi(optarg);\n"
            "    }\n    for (int i = 0; i < n; i++) { HIT s += 1; }\n"
            "    for (int i = 0; i < m * v; i++) { HIT s += 1; }\n" TAIL);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        assert_same_counts(&p, &runs[i]);
    counted_close(&p);
}

static void test_emit_cost_program__static_tables_of_records_have_their_values(void **state)
{
    (void)state;
    expect_same("struct row { int a, b; const char *name; };\n"
                "static const struct row rows[] = {{1, 2, \"x\"}, {3, 40, \"y\"}, {5, 6, \"z\"}};\n" HEAD
                "    static const struct row more[2] = {{7, 8, \"u\"}, {.b = 9}};\n"
                "    for (int i = 0; i < rows[m % 3].b; i++) { HIT s += 1; }\n"
                "    for (int i = 0; i < more[m % 2].b; i++) { HIT s += 1; }\n" TAIL);
}

/* The results of strchr and strtok_r point into the text. */
static void test_emit_cost_program__addresses_in_a_text_are_followed(void **state)
{
    (void)state;
    const counted_run runs[] = {{0, 1, "size=7,rows=3", {0}}, {1, 2, "rows=5", {0}}, {0, 1, "none", {0}}};
    counted_program p;
    counted_open(&p,
                 "#include <string.h>\n" HEAD
                 "    int size = 4, rows = 2;\n    char text[100], *rest;\n    strncpy(text, argv[1], 99);\n"
                 "    for (char *word = strtok_r(text, \",\", &rest); word; word = strtok_r(NULL, \",\", &rest)) {\n"
                 "        char *value = strchr(word, '=');\n        if (!value)\n            continue;\n"
                 "        *value++ = 0;\n        if (strcmp(word, \"size\") == 0)\n            size = atoi(value);\n"
                 "        else if (strncmp(word, \"rows\", 5) == 0)\n            rows = strtol(value, NULL, 10);\n"
                 "    }\n"
                 "    for (int i = 0; i < size; i++) { HIT s += 1; }\n"
                 "    for (int i = 0; i < rows; i++) { HIT s += 1; }\n" TAIL);
    assert_int_equal(p.analysis->n_counters, 0);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        assert_same_counts(&p, &runs[i]);
    counted_close(&p);
}

static void test_emit_cost_program__switches_and_where_they_fall_through(void **state)
{
    (void)state;
    expect_same(HEAD "    for (int i = 0; i < n; i++) {\n        switch (i % 5) {\n"
                     "        case 0:\n            HIT s += 1;\n            break;\n"
                     "        case 1:\n        case 2:\n            HIT s += 2;\n"
                     "        case 3: {\n            HIT s += 3;\n            break;\n        }\n"
                     "        default:\n            HIT s += 4;\n"
                     "            if (i > m)\n                break;\n"
                     "            HIT s += 5;\n        }\n    }\n" TAIL);
}

static void test_emit_cost_program__calls_carry_values_and_results(void **state)
{
    (void)state;
    expect_same("#include <mpi.h>\n#include <stdlib.h>\nstatic double a[1000], s;\nstatic int total;\n"
                "struct box { int low, high; double *data; };\n"
                "static int share(int n, int rank, int ranks) { return n / ranks + (rank < n % ranks ? 1 : 0); }\n"
                "static int power(int base, int n)\n{\n    int p = 1;\n    while (n-- > 0)\n        p *= base;\n"
                "    return p;\n}\n"
                "static void set(struct box *b, int n, int m)\n{\n    b->low = m;\n    b->high = n + m;\n}\n"
                "static void count(int *at, int by)\n{\n    *at += by;\n}\n"
                "static void fill(const struct box *b)\n{\n    s += 1;\n"
                "    for (int i = b->low; i < b->high; i++) { HIT a[i % 7] += 1; }\n}\n"
                "static int fall(int n)\n{\n    HIT s += 1;\n    return n > 0 ? 1 + fall(n - 2) : 0;\n}\n"
                "int main(int argc, char **argv)\n{\n    int rank, ranks;\n"
                "    int n = argc > 1 ? atoi(argv[1]) : 10, m = argc > 2 ? atoi(argv[2]) : 3;\n"
                "    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                "    MPI_Comm_size(MPI_COMM_WORLD, &ranks);\n    s = 1;\n"
                "    struct box b;\n    set(&b, n, m);\n    fill(&b);\n"
                "    int mine = share(n, rank, ranks);\n"
                "    for (int i = 0; i < mine; i++) { HIT s += a[i % 7]; }\n"
                "    int q = power(2, m % 6);\n    for (int i = 0; i < q; i++) { HIT s += a[i % 7]; }\n"
                "    for (int k = 0; k < m; k++)\n        count(&total, k);\n"
                "    for (int i = 0; i < total; i++) { HIT s += a[i % 7]; }\n"
                "    int depth = fall(n);\n    for (int i = 0; i < depth; i++) { HIT s += 1; }\n" TAIL);
}

static void test_emit_cost_program__integer_arrays_of_the_slice(void **state)
{
    (void)state;
    expect_same(HEAD "    int *first = malloc((n + 1) * sizeof *first), size[4] = {1, 2, 3};\n"
                     "    first[0] = 0;\n    for (int i = 0; i < n; i++)\n        first[i + 1] = first[i] + i % m;\n"
                     "    for (int i = 0; i < n; i++) {\n"
                     "        for (int k = first[i]; k < first[i + 1]; k++) { HIT s += a[k % 7]; }\n    }\n"
                     "    for (int d = 0; d < 4; d++)\n"
                     "        for (int i = 0; i < size[d]; i++) { HIT s += 1; }\n" TAIL);
}

static void test_emit_cost_program__arrays_of_variable_length_have_their_length(void **state)
{
    (void)state;
    expect_same(HEAD "    int count[ranks], size = n + 1, other[size][2];\n"
                     "    for (int i = 0; i < ranks; i++)\n        count[i] = i + m;\n"
                     "    for (int i = 0; i < size; i++)\n        other[i][1] = count[rank] + i;\n"
                     "    for (int j = 0; j < other[n][1] + count[ranks - 1]; j++) { HIT a[j % 7] += 1; }\n" TAIL);
}

static void test_emit_cost_program__counted_loops_and_shares_weigh_what_they_hold(void **state)
{
    (void)state;
    counted_program p;
    counted_open(&p, HEAD "    a[999] = 8;\n"
                          "    while (a[999] > 1) { HIT\n        s += a[999];\n        a[999] /= 2;\n"
                          "        for (int i = 0; i < n; i++) { HIT a[i % 7] += 1; }\n    }\n"
                          "    for (int i = 0; i < n; i++) {\n        s += 1;\n        if (a[i % 7] > 0) {\n"
                          "            HIT s += a[i % 7];\n            a[i % 9] = s;\n        }\n    }\n" TAIL);
    /* three halvings bring 8 to 1; every a[] is 3 or more by then when n >= 7 */
    assert_same_counts(&p, &(counted_run){0, 1, "9 1", {3, 1}});
    counted_close(&p);
}

static void test_emit_cost_program__counted_loops_that_the_slice_reads_run(void **state)
{
    (void)state;
    counted_program p;
    counted_open(&p, HEAD "    a[999] = 16;\n    int steps = 0;\n"
                          "    for (int i = 0; a[999] > 1; i++) { HIT\n        a[999] /= 2;\n        steps++;\n"
                          "        if (i % 3 == 0) {\n            HIT s += 1;\n        }\n"
                          "        switch (i % 2) {\n        case 0:\n            HIT s += 1;\n            break;\n"
                          "        case 1:\n            HIT s += 2;\n            break;\n        }\n"
                          "        for (int j = 0; j < i; j++) { HIT a[j % 7] += 1; }\n    }\n"
                          "    for (int i = 0; i < n; i++) { HIT s += a[i % 7]; }\n" TAIL);
    assert_same_counts(&p, &(counted_run){0, 1, "9 1", {4}}); /* 16, 8, 4, 2 */
    counted_close(&p);
}

static void test_emit_cost_program__what_iterations_hand_on_is_run(void **state)
{
    (void)state;
    expect_same(
        HEAD "    int k = 1, q = 0;\n    for (int step = 0; step < m; step++) {\n        k += 2;\n        q = k * 2;\n"
             "        MPI_Barrier(MPI_COMM_WORLD);\n        for (int i = 0; i < q; i++) { HIT a[i % 7] += 1; }\n"
             "    }\n" TAIL);
}

static void test_emit_cost_program__calls_in_choices_run_where_they_are_evaluated(void **state)
{
    (void)state;
    expect_same("#include <assert.h>\n#include <mpi.h>\n#include <stdlib.h>\nstatic double a[1000], s;\n"
                "static double one(int n)\n{\n    a[5] += 1;\n    for (int i = 0; i < n; i++) { HIT a[i % 7] += 1; }\n "
                "   return a[0];\n}\n"
                "static double two(int n)\n{\n    a[6] += 1;\n    for (int i = 0; i < n; i++) { HIT a[i % 7] += 2; }\n "
                "   return a[1];\n}\n"
                "int main(int argc, char **argv)\n{\n    int n = atoi(argv[1]), m = atoi(argv[2]);\n"
                "    MPI_Init(&argc, &argv);\n    assert(n >= 0);\n    assert(s < 5);\n"
                "    for (int i = 0; i < n; i++)\n        s = i % m ? one(i) : two(m);\n"
                "    a[3] = n > 7 && one(n) > 0;\n    a[4] = m > 5 || two(m) < 0;\n" TAIL);
}

static void test_emit_cost_program__allocations_of_varying_size_stay_in_their_loop(void **state)
{
    (void)state;
    expect_same(HEAD "    for (int i = 1; i < n; i++) {\n        double *p = malloc(i * sizeof *p);\n"
                     "        for (int j = 0; j < i; j++) { HIT p[j] = s; }\n        s += p[0];\n        free(p);\n"
                     "    }\n" TAIL);
}

/* Each data-dependent branch doubles the summands of an expanded count: eighteen nested ones stay short. */
static void test_emit_cost_program__nested_branches_on_data_stay_short(void **state)
{
    (void)state;
    enum {
        DEPTH = 18
    };
    fc_text source = {0};
    fc_text_add(&source, "%s", HEAD "    for (int i = 0; i < n; i++) {\n");
    for (int k = 0; k < DEPTH; k++)
        fc_text_add(&source, "if (a[i] > %d) { s += %d; } else {\n", k, k);
    fc_text_add(&source, "s *= 2;\n");
    for (int k = 0; k <= DEPTH; k++)
        fc_text_add(&source, "}\n");
    fc_text_add(&source, "%s", TAIL);
    counted_program p;
    counted_open(&p, source.bytes);
    assert_true(p.text.length < 40000);
    counted_close(&p);
    fc_text_free(&source);
}

/* Macros and keywords of the cost program are ordinary names in a program that does not include their headers. */
static void test_emit_cost_program__names_that_headers_define_elsewhere(void **state)
{
    (void)state;
    expect_same("static int false, M_PI;\n" HEAD
                "    int true = n / 2, bool = 3, errno = m;\n    false = true + rank;\n"
                "    M_PI = false % 4;\n    for (int i = 0; i < true + false; i++) { HIT s += i; }\n"
                "    for (int i = 1; i < n * bool; i *= 2) { HIT if (i % 3 < M_PI) { HIT s += 1; } }\n"
                "    while (errno > 0) { HIT errno = errno / 2; s += 1; }\n" TAIL);
}

/* exit(0) is a successful end, another code is not; a computed code is evaluated. */
static void test_emit_cost_program__exit_codes_distinguish_success_from_failure(void **state)
{
    static const char *const code[] = {"0", "7", "m"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        counted_program p;
        char *text = fc_format(HEAD "    if (n == 3)\n        exit(%s);\n" TAIL, code[i]);
        counted_open(&p, text);
        assert_int_equal(strstr(p.text.bytes, "fc_leave(r);") != NULL, i != 1);
        assert_int_equal(strstr(p.text.bytes, "fc_stop(r, \"exit\"") != NULL, i != 0);
        assert_int_equal(strstr(p.text.bytes, "if (!(m))") != NULL, i == 2);
        counted_close(&p);
        free(text);
    }
}

static size_t occurrences(const char *text, const char *of)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, of)); at++)
        n++;
    return n;
}

/* Rows of dynamic length, four arrays, in a loop: each statement reads a counter once, and all four have the same reuse
 * distance. */
static void test_emit_cost_program__what_a_statement_repeats_stands_once(void **state)
{
    (void)state;
    counted_program p;
    counted_open(&p, "static double b[1000], c[1000], d[1000], e[1000];\n" HEAD
                     "    for (int r = 0; r < m; r++)\n        for (int i = 0; i < n; i++) {\n"
                     "            int length = (int)e[i];\n            for (int k = 0; k < length; k++)\n"
                     "                a[k] += b[k] * c[k] + d[k];\n            e[i] += 1;\n        }\n" TAIL);
    const char *begin = strstr(p.text.bytes, "double cost_main(fc_rank *r, int argc, char **argv)\n{");
    assert_non_null(begin);
    const char *set = strstr(begin, "const double fc_set_");
    assert_non_null(set);
    char *line = fc_format("%.*s", (int)strcspn(set, "\n"), set);
    assert_int_equal(occurrences(line, "fc_counted("), 0); /* it is hoisted */
    assert_int_equal(occurrences(line, "const double fc_set_"), 1);
    assert_int_equal(occurrences(line, "fc_set_"), 5);
    assert_int_equal(occurrences(begin, "const double fc_c0 = fc_counted(r, 0); "), occurrences(begin, "fc_counted("));
    free(line);
    counted_close(&p);
}

static void test_emit_cost_program__same_model_gives_the_same_bytes(void **state)
{
    (void)state;
    counted_program p;
    counted_open(&p, HEAD "    for (int i = 0; i < n; i++) { HIT a[i % 7] = s; }\n" TAIL);
    fc_text again = {0};
    assert_int_equal(fc_cost_program_write(&again, p.analysis, NULL), FC_OK);
    assert_string_equal(again.bytes, p.text.bytes);
    fc_text_free(&again);
    counted_close(&p);
}

static void test_emit_cost_program__a_program_needs_main(void **state)
{
    (void)state;
    sources all;
    fc_analysis *analysis = NULL;
    fc_text text = {0};
    sources_program(&all, "double f(double x) { return x + 1; }\n");
    assert_int_equal(fc_analysis_create(&analysis, all.program, &all.report), FC_OK);
    assert_int_equal(fc_cost_program_write(&text, analysis, &all.report), FC_E_INPUT);
    assert_contains(all.report.text, "no procedure main");
    assert_null(text.bytes);
    fc_analysis_free(analysis);
    sources_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emit_cost_program__nests_of_every_step_and_direction),
        cmocka_unit_test(test_emit_cost_program__loops_that_are_no_counting_loops_run),
        cmocka_unit_test(test_emit_cost_program__branches_on_kept_values),
        cmocka_unit_test(test_emit_cost_program__jumps_out_of_branches),
        cmocka_unit_test(test_emit_cost_program__returns_out_of_nested_branches),
        cmocka_unit_test(test_emit_cost_program__gotos_forward_to_an_error_exit),
        cmocka_unit_test(test_emit_cost_program__gotos_to_several_labels_of_one_statement),
        cmocka_unit_test(test_emit_cost_program__static_backward_gotos),
        cmocka_unit_test(test_emit_cost_program__dynamic_backward_gotos_are_counted),
        cmocka_unit_test(test_emit_cost_program__a_dynamic_goto_is_reported),
        cmocka_unit_test(test_emit_cost_program__options_are_read_as_getopt_does),
        cmocka_unit_test(test_emit_cost_program__options_are_read_from_a_table_made_at_run_time),
        cmocka_unit_test(test_emit_cost_program__options_without_optind),
        cmocka_unit_test(test_emit_cost_program__static_tables_of_records_have_their_values),
        cmocka_unit_test(test_emit_cost_program__addresses_in_a_text_are_followed),
        cmocka_unit_test(test_emit_cost_program__a_goto_into_a_loop_is_counted_in_pieces),
        cmocka_unit_test(test_emit_cost_program__cases_inside_a_loop_are_counted_in_pieces),
        cmocka_unit_test(test_emit_cost_program__computed_gotos_are_counted_in_pieces),
        cmocka_unit_test(test_emit_cost_program__pieces_hide_what_they_set_from_each_other),
        cmocka_unit_test(test_emit_cost_program__switches_and_where_they_fall_through),
        cmocka_unit_test(test_emit_cost_program__calls_carry_values_and_results),
        cmocka_unit_test(test_emit_cost_program__integer_arrays_of_the_slice),
        cmocka_unit_test(test_emit_cost_program__arrays_of_variable_length_have_their_length),
        cmocka_unit_test(test_emit_cost_program__counted_loops_and_shares_weigh_what_they_hold),
        cmocka_unit_test(test_emit_cost_program__counted_loops_that_the_slice_reads_run),
        cmocka_unit_test(test_emit_cost_program__what_iterations_hand_on_is_run),
        cmocka_unit_test(test_emit_cost_program__calls_in_choices_run_where_they_are_evaluated),
        cmocka_unit_test(test_emit_cost_program__allocations_of_varying_size_stay_in_their_loop),
        cmocka_unit_test(test_emit_cost_program__nested_branches_on_data_stay_short),
        cmocka_unit_test(test_emit_cost_program__names_that_headers_define_elsewhere),
        cmocka_unit_test(test_emit_cost_program__exit_codes_distinguish_success_from_failure),
        cmocka_unit_test(test_emit_cost_program__what_a_statement_repeats_stands_once),
        cmocka_unit_test(test_emit_cost_program__same_model_gives_the_same_bytes),
        cmocka_unit_test(test_emit_cost_program__a_program_needs_main),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
