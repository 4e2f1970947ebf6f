/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas against the programs they model: the counts of their terms, line by line, equal those of a native run. */
#include "analyzer/summary/formula.h"
#include "testsuite/unit/counted_program.h"
#include "testsuite/unit/report_text.h"

#define HEAD                                                                                                           \
    "#include <mpi.h>\n#include <stdlib.h>\nstatic double a[1000], s;\nstruct part { int low, high; };\n"              \
    "static int open_table(int n) { double *t = malloc(n * sizeof *t); if (!t) goto failed; free(t); return n; "       \
    "failed: return -1; }  "                                                                                           \
    "static int share(int n, int rank, int ranks) { return n / ranks + (rank < n % ranks ? 1 : 0); }\n"                \
    "static void split(struct part *b, int n, int rank, int ranks)\n{\n    b->low = rank * n / ranks;\n"               \
    "    b->high = (rank + 1) * n / ranks;\n}\n"                                                                       \
    "int main(int argc, char **argv)\n{\n    int rank, ranks, n = atoi(argv[1]), m = atoi(argv[2]);\n"                 \
    "    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"                                         \
    "    MPI_Comm_size(MPI_COMM_WORLD, &ranks);\n    s = 1;\n"
#define TAIL "    MPI_Finalize();\n    return 0;\n}\n"

enum {
    MAX_SUMS = 8
};

/** The run, and the values of the sums around the term at hand. */
typedef struct bindings {
    const counted_run *run;
    double n, m;
    const fc_formula_sum *sum;
    double at[MAX_SUMS];
    int depth;
} bindings;

static bool variable_of(void *data, const char *key, double *value)
{
    const bindings *b = data;
    for (int i = 0; i < b->depth; i++)
        if (strcmp(fc_sym_key(b->sum[i].variable), key) == 0)
            return *value = b->at[i], true;
    if (key[0] == 'c' && key[1] >= '0' && key[1] <= '9')
        return *value = b->run->count[atoi(key + 1)], true;
    *value = strcmp(key, "p") == 0      ? b->run->ranks
             : strcmp(key, "rank") == 0 ? b->run->rank
             : strcmp(key, "n") == 0    ? b->n
             : strcmp(key, "m") == 0    ? b->m
                                        : NAN;
    return !isnan(*value);
}

static double value_of(const bindings *b, const fc_sym *expression)
{
    fc_values values = {.variable = variable_of, .data = (void *)b};
    double value = NAN;
    if (!fc_sym_evaluate(expression, &values, &value)) {
        fc_text text = {0};
        fc_sym_print(&text, expression, FC_NOTATION_TEXT);
        fail_msg("no value for %s", text.bytes);
    }
    return value;
}

static double times(bindings *b, const fc_formula_term *term, const fc_sym *each)
{
    if (b->depth == term->n_sums)
        return value_of(b, term->count) * value_of(b, each);
    int depth = b->depth;
    double low = value_of(b, term->sum[depth].low), high = value_of(b, term->sum[depth].high), sum = 0;
    for (double i = low; i <= high; i++) {
        b->at[depth] = i;
        b->depth = depth + 1;
        sum += times(b, term, each);
        b->depth = depth;
    }
    return sum;
}

static bindings bindings_of(const counted_run *run)
{
    bindings b = {.run = run};
    assert_int_equal(sscanf(run->arguments, "%lf %lf", &b.n, &b.m), 2);
    return b;
}

static void expect_formula_counts(const counted_program *p, const fc_formula *formula, const counted_run *run)
{
    double counted[MAX_LINES] = {0}, native[MAX_LINES] = {0};
    native_counts(native, p, run);
    for (size_t t = 0; t < formula->n_terms; t++) {
        const fc_formula_term *term = &formula->term[t];
        bindings b = bindings_of(run);
        b.sum = term->sum;
        if (term->region)
            counted[term->region->span.line] += times(&b, term, term->iterations);
    }
    for (int i = 1; i < MAX_LINES; i++)
        if (is_marked(p->all.text[0], i) && fabs(counted[i] - native[i]) > 1e-9 * native[i])
            fail_msg("line %d, rank %d of %d, \"%s\": the program ran %g times, its formula says %g", i, run->rank,
                     run->ranks, run->arguments, native[i], counted[i]);
}

static void expect_same(const char *text, bool uses_rank)
{
    static const counted_run runs[] = {
        {0, 1, "10 3", {0}}, {2, 5, "17 4", {0}}, {1, 2, "1 1", {0}}, {3, 4, "23 6", {0}}, {4, 5, "6 30", {0}}};
    counted_program p;
    fc_formula *formula = NULL;
    counted_open(&p, text);
    if (fc_formula_create(&formula, p.analysis, NULL, &p.all.report))
        fail_msg("%s", p.all.report.text);
    assert_int_equal(formula->uses_rank, uses_rank);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        expect_formula_counts(&p, formula, &runs[i]);
    fc_formula_free(formula);
    counted_close(&p);
}

static void test_summary_formula__nests_in_the_parameters(void **state)
{
    (void)state;
    expect_same(HEAD "    for (int i = 0; i < n; i++)\n"
                     "        for (int j = i; j <= n; j += 2) { HIT a[j % 7] += 1; }\n"
                     "    for (int i = 0; i < n; i += m) { HIT a[i % 7] += 1; }\n"
                     "    for (int k = 0; k < m; k++) {\n        s += 1;\n        MPI_Barrier(MPI_COMM_WORLD);\n"
                     "        for (int i = k; i < n; i++) { HIT a[i % 7] += 1; }\n    }\n" TAIL,
                false);
}

static void test_summary_formula__shares_of_ranks(void **state)
{
    (void)state;
    expect_same(
        HEAD "    int mine = share(n, rank, ranks);\n    struct part b;\n    split(&b, m, rank, ranks);\n"
             "    for (int i = 0; i < mine; i++)\n        for (int j = b.low; j < b.high; j++) { HIT s += 1; }\n"
             "    if (rank % 2 == 0 && n > 5) {\n        HIT s += 1;\n    } else {\n        HIT s += 2;\n    }\n" TAIL,
        true);
}

static void test_summary_formula__values_that_loops_accumulate(void **state)
{
    (void)state;
    expect_same(HEAD "    int left = n + m;\n    for (int k = 0; k < m; k++) {\n        MPI_Barrier(MPI_COMM_WORLD);\n"
                     "        for (int i = 0; i < n; i++) { HIT s += 1; }\n        left += 2;\n    }\n"
                     "    for (int i = 0; i < left; i++) { HIT s += 1; }\n" TAIL,
                false);
}

/* The label's code is not what the procedure returns. */
static void test_summary_formula__returns_before_labels(void **state)
{
    (void)state;
    expect_same(HEAD "    int length = open_table(n + m);\n    if (length < 0)\n        return 1;\n"
                     "    for (int i = 0; i < length; i++) { HIT s += 1; }\n" TAIL,
                false);
}

static void test_summary_formula__assignments_in_a_row(void **state)
{
    (void)state;
    expect_same(HEAD "    int length[2];\n    struct part b, *in = &b;\n    length[0] = length[1] = m;\n"
                     "    in->low = in->high = n / length[0] + length[1];\n"
                     "    for (int i = 0; i < b.low + b.high; i++) { HIT s += 1; }\n" TAIL,
                false);
}

static void test_summary_formula__records_assigned_from_lists(void **state)
{
    (void)state;
    expect_same(HEAD "    struct part b, c, d, *in = &c, table[2];\n    b = (struct part){n, m};\n"
                     "    *in = (struct part){.high = n + b.high};\n    table[1] = (struct part){b.low, c.low + 2};\n"
                     "    d = table[1];\n    for (int i = 0; i < b.low + c.high; i++) { HIT s += 1; }\n"
                     "    for (int i = 0; i < d.low * d.high + c.low; i++) { HIT s += 1; }\n" TAIL,
                false);
}

/* Records that procedures return and take by value, one within the other. */
static void test_summary_formula__records_returned_and_passed(void **state)
{
    (void)state;
    expect_same("#include <mpi.h>\n#include <stdlib.h>\nstatic double a[1000];\n"
                "struct part { int low, high; };\nstruct world { int rank, ranks; struct part own; };\n"
                "static struct part share(int n, int rank, int ranks)\n{\n"
                "    struct part b = {rank * n / ranks, (rank + 1) * n / ranks};\n    return b;\n}\n"
                "static struct world start(int n)\n{\n    struct world w;\n"
                "    MPI_Comm_rank(MPI_COMM_WORLD, &w.rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &w.ranks);\n"
                "    w.own = share(n, w.rank, w.ranks);\n    return w;\n}\n"
                "static int length(struct part b) { return b.high - b.low; }\n"
                "int main(int argc, char **argv)\n{\n    int n = atoi(argv[1]), m = atoi(argv[2]);\n"
                "    MPI_Init(&argc, &argv);\n    struct world w = start(n);\n"
                "    for (int i = w.own.low; i < w.own.high; i++) { HIT a[i] += 1; }\n"
                "    for (int i = 0; i < m * length(w.own); i++) { HIT a[i % 7] += 1; }\n" TAIL,
                true);
}

/* Messages whose content the slice does not read change no value: of a program without parts, none becomes one. */
static void test_summary_formula__receptions_of_data_keep_all_values(void **state)
{
    (void)state;
    counted_program p;
    fc_formula *formula = NULL;
    counted_open(&p, HEAD "    static const int halo[3] = {0, 0, 1};\n    double *from = a, *to = a + 500;\n"
                          "    for (int k = 0; k < m; k++) {\n        if (halo[n % 3])\n"
                          "            MPI_Recv(from, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                          "        for (int i = 0; i < n / ranks; i++)\n            to[i] = from[i];\n"
                          "        double *kept = from;\n        from = to;\n        to = kept;\n    }\n" TAIL);
    assert_int_equal(fc_formula_create(&formula, p.analysis, NULL, &p.all.report), FC_OK);
    for (size_t i = 0; i < formula->n_terms; i++)
        assert_false(formula->term[i].executed);
    fc_formula_free(formula);
    counted_close(&p);
}

static void test_summary_formula__counters_stay_named(void **state)
{
    (void)state;
    counted_program p;
    fc_formula *formula = NULL;
    counted_open(&p, HEAD "    a[999] = 32;\n    while (a[999] > 1) { HIT\n        a[999] /= 2;\n"
                          "        for (int i = 0; i < n; i++) { HIT s += 1; }\n    }\n" TAIL);
    assert_int_equal(fc_formula_create(&formula, p.analysis, NULL, &p.all.report), FC_OK);
    expect_formula_counts(&p, formula, &(counted_run){0, 1, "9 1", {5}}); /* 32 halves to 1 in five steps */
    fc_formula_free(formula);
    counted_close(&p);
}

static void test_summary_formula__messages_count_bytes_and_ranks(void **state)
{
    (void)state;
    counted_program p;
    fc_formula *formula = NULL;
    counted_open(&p, HEAD "    for (int k = 0; k < m; k++)\n"
                          "        MPI_Allreduce(a, &s, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);\n" TAIL);
    assert_int_equal(fc_formula_create(&formula, p.analysis, NULL, &p.all.report), FC_OK);
    counted_run run = {1, 6, "12 7", {0}};
    bindings b = bindings_of(&run);
    int found = 0;
    for (size_t t = 0; t < formula->n_terms; t++) {
        const fc_formula_term *term = &formula->term[t];
        if (!term->operation || strcmp(term->operation->name, "MPI_Allreduce") != 0)
            continue;
        found++;
        b.sum = term->sum;
        assert_int_equal(term->fit, FC_FIT_ALLREDUCE);
        assert_true(value_of(&b, term->bytes) == 12 * 8);
        assert_true(value_of(&b, term->ranks) == 6);
        assert_true(times(&b, term, fc_sym_integer(p.analysis->algebra, 1)) == 7);
    }
    assert_int_equal(found, 1);
    assert_int_equal(formula->n_parameters, 2);
    assert_string_equal(formula->parameter[0], "n");
    assert_false(formula->is_real[0]);
    fc_formula_free(formula);
    counted_close(&p);
}

/* Nodes of four cores: 6 ranks are on two of them. Rank 1 sends to its own node, rank 3 to the other one; dealt
 * cyclically over two nodes, each sends to the other one. */
static void test_summary_formula__terms_have_the_variants_of_their_ranks(void **state)
{
    static const struct {
        fc_distribution dealing;
        int rank, ranks;
        double sends[FC_N_VARIANTS], reductions[FC_N_VARIANTS];
    } rows[] = {{FC_DISTRIBUTION_BLOCK, 1, 6, {0, 1, 0}, {7, 0, 0}},
                {FC_DISTRIBUTION_BLOCK, 3, 6, {0, 0, 1}, {7, 0, 0}},
                {FC_DISTRIBUTION_CYCLIC, 1, 6, {0, 0, 1}, {7, 0, 0}},
                {FC_DISTRIBUTION_CYCLIC, 2, 4, {0, 1, 0}, {0, 7, 0}}};
    (void)state;
    counted_program p;
    counted_open(&p, HEAD "    for (int k = 0; k < m; k++)\n"
                          "        MPI_Allreduce(a, &s, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);\n"
                          "    if (rank + 1 < ranks)\n"
                          "        MPI_Send(a, n, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);\n" TAIL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_formula *formula = NULL;
        const fc_formula_nodes nodes = {4, rows[i].dealing};
        double sends[FC_N_VARIANTS] = {0}, reductions[FC_N_VARIANTS] = {0};
        assert_int_equal(fc_formula_create(&formula, p.analysis, &nodes, &p.all.report), FC_OK);
        counted_run run = {rows[i].rank, rows[i].ranks, "12 7", {0}};
        bindings b = bindings_of(&run);
        for (size_t t = 0; t < formula->n_terms; t++) {
            const fc_formula_term *term = &formula->term[t];
            b.sum = term->sum;
            if (term->operation)
                (term->fit == FC_FIT_SEND ? sends : reductions)[term->variant] +=
                    times(&b, term, fc_sym_integer(p.analysis->algebra, 1));
        }
        assert_memory_equal(sends, rows[i].sends, sizeof sends);
        assert_memory_equal(reductions, rows[i].reductions, sizeof reductions);
        fc_formula_free(formula);
    }
    counted_close(&p);
}

/* The program has a formula, and a part of it, from that line on, is executed for that reason. */
static void expect_part(const char *body, int line, const char *why)
{
    counted_program p;
    fc_formula *formula = NULL;
    char *text = fc_format("%s%s%s", HEAD, body, TAIL);
    counted_open(&p, text);
    assert_int_equal(fc_formula_create(&formula, p.analysis, NULL, &p.all.report), FC_OK);
    assert_int_equal(formula->n_probes, 1);
    assert_int_equal(formula->probe[0].cost->node->span.line, line);
    assert_string_equal(formula->probe[0].why, why);
    fc_formula_free(formula);
    counted_close(&p);
    free(text);
}

static void test_summary_formula__what_is_not_closed_is_a_part(void **state)
{
    (void)state;
    expect_part("    int k = n;\n    while (k > 1) {\n        k = k * k % 7;\n"
                "        for (int i = 0; i < k; i++)\n            a[i] = 1;\n    }\n",
                21, "the bounds of this loop are not closed in the parameters");
    expect_part(
        "    for (int i = 0; i < n; i++) {\n        if (i > m) {\n            if (i % 2)\n                continue;\n"
        "            a[i] = 1;\n        }\n        a[i] += 1;\n    }\n",
        18, "this jump out of nested branches is not closed in the parameters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_summary_formula__nests_in_the_parameters),
        cmocka_unit_test(test_summary_formula__shares_of_ranks),
        cmocka_unit_test(test_summary_formula__values_that_loops_accumulate),
        cmocka_unit_test(test_summary_formula__returns_before_labels),
        cmocka_unit_test(test_summary_formula__assignments_in_a_row),
        cmocka_unit_test(test_summary_formula__records_assigned_from_lists),
        cmocka_unit_test(test_summary_formula__records_returned_and_passed),
        cmocka_unit_test(test_summary_formula__receptions_of_data_keep_all_values),
        cmocka_unit_test(test_summary_formula__counters_stay_named),
        cmocka_unit_test(test_summary_formula__messages_count_bytes_and_ranks),
        cmocka_unit_test(test_summary_formula__terms_have_the_variants_of_their_ranks),
        cmocka_unit_test(test_summary_formula__what_is_not_closed_is_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
