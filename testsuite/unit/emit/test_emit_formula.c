/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hand-made formulas, printed and evaluated; expected texts are written by hand. cases/formula checks that Python and C
 * give the numbers of predict. */
#include "analyzer/emit/formula/formula.h"
#include "analyzer/emit/formula/formula_dims.h"
#include "runtime/core/forecost.h"
#include "sample_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* T(p, n, lambda) = lambda * (n * ceil(n/p) * (madd on the chain, two reads) + T_allgather(p, 8 ceil(n/p)))
 *                   + sum_{k=0}^{n-1} T_bcast(p, 8 k) */
typedef struct made {
    sample program;
    fc_analysis analysis;
    fc_region_model region;
    fc_access_stream stream;
    fc_formula formula;
    fc_formula_term term[3];
    fc_formula_sum sum;
    const char *parameter[2];
    bool is_real[2], is_signed[2];
    const fc_sym *working_set[1], *n, *lambda, *p, *block;
} made;

static const fc_sym *variable(made *m, const char *key, int facts)
{
    return fc_sym_variable(m->analysis.algebra, key, key, key, facts);
}

static const fc_sym *times(made *m, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_multiply(m->analysis.algebra, a, b);
}

static void make_symbols(made *m)
{
    fc_algebra *algebra = m->analysis.algebra = fc_algebra_create();
    const fc_sym *one = fc_sym_integer(algebra, 1);
    m->p = variable(m, "p", FC_FACT_POSITIVE);
    m->n = variable(m, "n", FC_FACT_NONNEGATIVE);
    m->lambda = variable(m, "lambda", FC_FACT_NONNEGATIVE);
    m->block = fc_sym_floor_divide(algebra, fc_sym_add(algebra, m->n, fc_sym_subtract(algebra, m->p, one)), m->p);
}

static void make_region(made *m, const fc_procedure *procedure)
{
    m->stream =
        (fc_access_stream){.access = FC_READ, .pattern = FC_PATTERN_UNIT, .element_bytes = 8, .stride_bytes = 8};
    m->region = (fc_region_model){.id = 4,
                                  .procedure = procedure,
                                  .span = sample_span(44),
                                  .flags = FC_REGION_LOOP | FC_REGION_RECURRENCE,
                                  .stream = &m->stream,
                                  .n_streams = 1};
    m->region.operation[FC_OP_CLASS_MADD][FC_F64] = m->region.chain[FC_OP_CLASS_MADD][FC_F64] = 1;
    m->region.reads[FC_F64] = 2;
}

static int set_up(void **state)
{
    made *m = fc_allocate(1, sizeof *m);
    m->program = sample_create();
    m->analysis.program = m->program.program;
    free(m->program.program->file[0].path);
    m->program.program->file[0].path = fc_copy_string("dir/a.c");
    m->program.step->span = sample_span(51);
    make_symbols(m);
    fc_algebra *algebra = m->analysis.algebra;
    const fc_procedure *procedure = m->program.program->procedure[0];
    make_region(m, procedure);
    const fc_sym *eight = fc_sym_integer(algebra, 8), *k = variable(m, "s9", 0);
    m->sum =
        (fc_formula_sum){k, fc_sym_integer(algebra, 0), fc_sym_subtract(algebra, m->n, fc_sym_integer(algebra, 1))};
    m->working_set[0] = times(m, eight, m->n);
    m->term[0] = (fc_formula_term){.node = m->program.loop,
                                   .procedure = procedure,
                                   .count = m->lambda,
                                   .region = &m->region,
                                   .entries = m->block,
                                   .iterations = times(m, m->n, m->block),
                                   .working_set = m->working_set};
    m->term[1] = (fc_formula_term){.node = m->program.step,
                                   .procedure = procedure,
                                   .count = m->lambda,
                                   .operation = fc_mpi_operation_find("MPI_Allgather"),
                                   .fit = FC_FIT_ALLGATHER,
                                   .ranks = m->p,
                                   .bytes = times(m, eight, m->block)};
    m->term[2] = m->term[1];
    m->term[2].count = fc_sym_integer(algebra, 1);
    m->term[2].operation = fc_mpi_operation_find("MPI_Bcast");
    m->term[2].fit = FC_FIT_BCAST;
    m->term[2].bytes = times(m, eight, k);
    m->term[2].sum = &m->sum;
    m->term[2].n_sums = 1;
    m->parameter[0] = "n";
    m->parameter[1] = "lambda";
    m->formula = (fc_formula){.analysis = &m->analysis,
                              .term = m->term,
                              .n_terms = 3,
                              .parameter = m->parameter,
                              .is_real = m->is_real,
                              .is_signed = m->is_signed,
                              .n_parameters = 2};
    *state = m;
    return 0;
}

static int tear_down(void **state)
{
    made *m = *state;
    fc_algebra_free(m->analysis.algebra);
    fc_program_free(m->program.program);
    free(m);
    return 0;
}

/* An operation 1 ns, a load 2 ns, a broadcast p us + m ns, an allgather 3 us. */
static void make_machine(fc_coefficients *machine)
{
    memset(machine, 0, sizeof *machine);
    strcpy(machine->name, "plain");
    machine->cores = 1;
    machine->core.operation[FC_OP_CLASS_MADD][FC_F64] = (fc_operation_cost){1e-9, 1e-9, 1e-9, 0, 0};
    machine->core.scalar_read_s[FC_F64] = 2e-9;
    machine->communication[FC_VARIANT_ANY][FC_FIT_BCAST] =
        (fc_runtime_function){1, {{0, INFINITY, {1e-6, 0, 1e-6, 1e-9, 0, 0}, 0}}, 1, 64, false, false};
    machine->communication[FC_VARIANT_ANY][FC_FIT_ALLGATHER] =
        (fc_runtime_function){1, {{0, INFINITY, {3e-6, 0, 0, 0, 0, 0}, 0}}, 1, 64, false, false};
}

static void check_print(made *m, fc_notation notation, const fc_formula_options *options, const char *expected)
{
    fc_text text = {0};
    fc_report report = {0};
    assert_int_equal(fc_formula_print(&text, &m->formula, notation, options, &report), FC_OK);
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
}

static void test_emit_formula__prints_text_in_source_order_without_a_point(void **state)
{
    made *m = *state;
    check_print(m, FC_NOTATION_TEXT, &(fc_formula_options){.compute_model = "ops", .all = true},
                "T(p, n, lambda) =\n"
                "    lambda * (\n"
                "        n*ceil(n/p) * (t_madd_f64^chain + 2 t_read_f64)               a.c:44\n"
                "      + T_allgather(p, 8*ceil(n/p)) )                                 a.c:51\n"
                "  + sum_{s9=0}^{n - 1} T_bcast(p, 8*s9)                               a.c:51\n"
                "  for integers p >= 1, n >= 1, lambda >= 1\n"
                "  Theta in p: computation 1 (a.c:44); communication unknown (a.c:51)\n"
                "  Theta in n: computation n^2 (a.c:44); communication unknown (a.c:51)\n"
                "  Theta in lambda: computation lambda (a.c:44); communication lambda (a.c:51)\n");
}

static void test_emit_formula__prints_latex(void **state)
{
    made *m = *state;
    check_print(m, FC_NOTATION_LATEX, &(fc_formula_options){.compute_model = "ops"},
                "{\\allowdisplaybreaks\n\\begin{align*}\n"
                "  & T(p, {n}, \\mathit{lambda}) = \\\\\n"
                "  & \\quad \\mathit{lambda} \\Bigl( n \\, \\lceil n / p \\rceil \\cdot "
                "(t_{\\mathrm{madd\\,f64}}^{\\mathrm{chain}} + 2\\,t_{\\mathrm{read\\,f64}}) && \\text{\\footnotesize "
                "a.c:44} \\\\\n"
                "  & \\qquad\\quad {}+ T_{\\mathrm{allgather}}(p, 8 \\, \\lceil n / p \\rceil) \\Bigr) && "
                "\\text{\\footnotesize a.c:51} \\\\\n"
                "  & \\quad {}+ \\sum_{\\mathit{s9}=0}^{n - 1} \\, T_{\\mathrm{bcast}}(p, 8 \\, \\mathit{s9}) && "
                "\\text{\\footnotesize a.c:51}\n"
                "\\end{align*}}\n");
}

/* n = 10, p = 4, lambda = 5: ceil(10/4) = 3.
 *   region:    5 * 10 * 3 * (1 ns + 2 * 2 ns)  =  750 ns
 *   allgather: 5 * 3 us                        =   15 us
 *   bcast:     10 * (1 us + 3 us) + 8 ns * 45  = 40.36 us */
static void test_emit_formula__seconds_are_those_by_hand(void **state)
{
    made *m = *state;
    fc_coefficients machine;
    const double parameter[] = {10, 5};
    double seconds[3];
    bool known = false;
    fc_formula_point point = {4, -1, parameter};
    fc_report report = {0};
    make_machine(&machine);
    fc_formula_options options = {.machine = &machine, .compute_model = "ops", .point = &point};
    assert_int_equal(fc_formula_seconds(seconds, &known, &m->formula, &options, &report), FC_OK);
    assert_true(known);
    assert_float_equal(seconds[0] * 1e9, 750, 1e-9);
    assert_float_equal(seconds[1] * 1e9, 15000, 1e-9);
    assert_float_equal(seconds[2] * 1e9, 40360, 1e-9);
}

static void test_emit_formula__sorts_by_share_at_a_point(void **state)
{
    made *m = *state;
    fc_coefficients machine;
    const double parameter[] = {10, 5};
    fc_formula_point point = {4, -1, parameter};
    make_machine(&machine);
    check_print(m, FC_NOTATION_TEXT,
                &(fc_formula_options){.machine = &machine, .compute_model = "ops", .point = &point, .all = true},
                "T(p, n, lambda) =\n"
                "    sum_{s9=0}^{n - 1} T_bcast(p, 8*s9)                               a.c:51                  71.9 %\n"
                "  + lambda * (\n"
                "        T_allgather(p, 8*ceil(n/p))                                   a.c:51                  26.7 %\n"
                "      + n*ceil(n/p) * (t_madd_f64^chain + 2 t_read_f64) )             a.c:44                   1.3 %\n"
                "  for integers p >= 1, n >= 1, lambda >= 1\n"
                "  Theta in p: computation 1 (a.c:44); communication p (a.c:51)\n"
                "  Theta in n: computation n^2 (a.c:44); communication n^2 (a.c:51)\n"
                "  Theta in lambda: computation lambda (a.c:44); communication lambda (a.c:51)\n"
                "  shares at p = 4, n = 10, lambda = 5 on \"plain\", compute model ops: T = 5.611e-05 s\n");
}

static void check_holds(made *m, fc_notation notation, const char *const *part)
{
    fc_coefficients machine;
    fc_text text = {0};
    fc_report report = {0};
    make_machine(&machine);
    fc_formula_options options = {.machine = &machine, .compute_model = "ops"};
    assert_int_equal(fc_formula_print(&text, &m->formula, notation, &options, &report), FC_OK);
    for (; *part; part++)
        if (!strstr(text.bytes, *part))
            fail_msg("no \"%s\"", *part);
    fc_text_free(&text);
}

static void test_emit_formula__python_avoids_its_own_words(void **state)
{
    check_holds(*state, FC_NOTATION_PYTHON,
                (const char *const[]){"def T(p, n, lambda_2):\n", "    return fc_value(fc_T(p, n, lambda_2))\n",
                                      "    \"double T(double p, double n, double lambda_2)\",\n",
                                      "    \"runtime/core/forecost.h\": \"\\n\".join((\n",
                                      "    \"runtime/models/compute_core.c\": \"\\n\".join((\n", NULL});
}

static void test_emit_formula__javascript_adds_term_by_term(void **state)
{
    check_holds(*state, FC_NOTATION_JAVASCRIPT,
                (const char *const[]){"export function fc_predict(p, n, lambda_2) {\n",
                                      "for (let s9 = 0, fc_last_s9 = n - 1; s9 <= fc_last_s9; s9 += 1) {\n",
                                      "fc_model.communication(\"bcast\", p, 8*s9));\n",
                                      "if ((fc_times = lambda_2) != 0)\n", "    regions: {\n    4: {\n", NULL});
}

static void test_emit_formula__c_computes_in_double(void **state)
{
    check_holds(
        *state, FC_NOTATION_C,
        (const char *const[]){"double T(double p, double n, double lambda_2)\n",
                              "for (double s9 = 0.0, fc_last_s9 = (double)n - 1.0; s9 <= fc_last_s9; s9 += 1) {\n",
                              "    [4] =\n", NULL});
}

static void test_emit_formula__a_program_needs_a_machine(void **state)
{
    made *m = *state;
    fc_text text = {0};
    fc_report report = {0};
    fc_formula_options options = {.compute_model = "ops"};
    assert_int_equal(fc_formula_print(&text, &m->formula, FC_NOTATION_PYTHON, &options, &report), FC_E_USAGE);
    assert_null(text.bytes);
    assert_non_null(strstr(report.text, "-m"));
}

static void test_emit_formula__an_unknown_value_is_reported_with_its_place(void **state)
{
    made *m = *state;
    fc_text text = {0};
    fc_report report = {0};
    m->term[1].bytes = variable(m, "residual", 0);
    fc_formula_options options = {.compute_model = "ops"};
    assert_int_equal(fc_formula_print(&text, &m->formula, FC_NOTATION_TEXT, &options, &report), FC_E_INPUT);
    assert_null(text.bytes);
    assert_non_null(strstr(report.text, "a.c:51:5"));
    assert_non_null(strstr(report.text, "residual"));
}

static void test_emit_formula__a_negative_count_has_no_seconds(void **state)
{
    made *m = *state;
    fc_coefficients machine;
    const double parameter[] = {10, -5};
    double seconds[3];
    bool known = false;
    fc_formula_point point = {4, -1, parameter};
    fc_report report = {0};
    make_machine(&machine);
    fc_formula_options options = {.machine = &machine, .compute_model = "ops", .point = &point};
    assert_int_equal(fc_formula_seconds(seconds, &known, &m->formula, &options, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "lambda = -5"));
}

/* The same point without `all`. Leading: sum of p us over n broadcasts, 3 us an allgather. Growth: n p and, by the
 * bytes 8 (0 + ... + n - 1), n^2; lambda n ceil(n/p) grows like n^2/p + n. The region takes 1.3 %, so it is not left
 * out. */
static void test_emit_formula__prints_leading_terms_and_growth(void **state)
{
    made *m = *state;
    fc_coefficients machine;
    const double parameter[] = {10, 5};
    fc_formula_point point = {4, -1, parameter};
    make_machine(&machine);
    check_print(m, FC_NOTATION_TEXT,
                &(fc_formula_options){.machine = &machine, .compute_model = "ops", .point = &point},
                "T ~ 1 us * n*p + 3 us * lambda + ...\n"
                "Theta(n*p + n^2*lambda/p + n*lambda + n^2)\n"
                "T(p, n, lambda) =\n"
                "    sum_{s9=0}^{n - 1} T_bcast(p, 8*s9)                               a.c:51                  71.9 %\n"
                "  + lambda * (\n"
                "        T_allgather(p, 8*ceil(n/p))                                   a.c:51                  26.7 %\n"
                "      + n*ceil(n/p) * (t_madd_f64^chain + 2 t_read_f64) )             a.c:44                   1.3 %\n"
                "  for integers p >= 1, n >= 1, lambda >= 1\n"
                "  shares at p = 4, n = 10, lambda = 5 on \"plain\", compute model ops: T = 5.611e-05 s\n");
}

/* lambda = 1: the region takes 150 ns of 43.5 us, 0.3 %, and is left out. */
static void test_emit_formula__leaves_small_terms_out(void **state)
{
    made *m = *state;
    fc_coefficients machine;
    const double parameter[] = {10, 1};
    fc_formula_point point = {4, -1, parameter};
    make_machine(&machine);
    check_print(m, FC_NOTATION_TEXT,
                &(fc_formula_options){.machine = &machine, .compute_model = "ops", .point = &point},
                "T ~ 1 us * n*p + 3 us * lambda + ...\n"
                "Theta(n*p + n^2 + n^2*lambda/p + n*lambda)\n"
                "T(p, n, lambda) =\n"
                "    sum_{s9=0}^{n - 1} T_bcast(p, 8*s9)                               a.c:51                  92.8 %\n"
                "  + lambda * T_allgather(p, 8*ceil(n/p))                              a.c:51                   6.9 %\n"
                "  + 1 more term; --all prints it                                                               0.3 %\n"
                "  for integers p >= 1, n >= 1, lambda >= 1\n"
                "  shares at p = 4, n = 10, lambda = 1 on \"plain\", compute model ops: T = 4.351e-05 s\n");
}

/* 5 ns an iteration of the region, 1 us * p and 1 ns * m a broadcast, 3 us an allgather. */
static void test_emit_formula__prints_numbers(void **state)
{
    made *m = *state;
    fc_coefficients machine;
    const double parameter[] = {10, 5};
    fc_formula_point point = {4, -1, parameter};
    make_machine(&machine);
    check_print(
        m, FC_NOTATION_TEXT,
        &(fc_formula_options){.machine = &machine, .compute_model = "ops", .point = &point, .numbers = true},
        "T ~ 1 us * n*p + 3 us * lambda + ...\n"
        "Theta(n*p + n^2*lambda/p + n*lambda + n^2)\n"
        "T(p, n, lambda) =\n"
        "    1 us * (p*n - n)                                                                          53.5 %\n"
        "  + 3 us * lambda                                                                             26.7 %\n"
        "  + 1 us * n                                                                                  17.8 %\n"
        "  + 5 ns * lambda*n*ceil(n/p)                                                                  1.3 %\n"
        "  + 1 more term; --all prints it                                                               0.6 %\n"
        "  while working sets stay in their cache levels, and messages in the segments of their runtime functions\n"
        "  for integers p >= 1, n >= 1, lambda >= 1\n"
        "  shares at p = 4, n = 10, lambda = 5 on \"plain\", compute model ops: T = 5.611e-05 s\n");
}

/* An expression that occurs three times gets a name. It grows with the rank, so the last rank is the slowest. */
static void test_emit_formula__names_what_is_repeated(void **state)
{
    made *m = *state;
    fc_algebra *algebra = m->analysis.algebra;
    const fc_sym *rank = variable(m, "rank", FC_FACT_NONNEGATIVE);
    const fc_sym *rows =
        fc_sym_minimum(algebra, m->block, fc_sym_add(algebra, times(m, rank, m->lambda), fc_sym_integer(algebra, 3)));
    m->term[0].iterations = times(m, rows, m->n);
    m->term[1].bytes = times(m, rows, m->lambda);
    m->term[2].bytes = times(m, rows, m->p);
    m->formula.uses_rank = true;
    check_print(m, FC_NOTATION_TEXT, &(fc_formula_options){.compute_model = "ops", .all = true},
                "T(p, n, lambda) = (on rank p - 1, the slowest)\n"
                "    lambda * (\n"
                "        n*a * (t_madd_f64^chain + 2 t_read_f64)                       a.c:44\n"
                "      + T_allgather(p, lambda*a) )                                    a.c:51\n"
                "  + sum_{s9=0}^{n - 1} T_bcast(p, p*a)                                a.c:51\n"
                "  where a = min(ceil(n/p), p*lambda - lambda + 3)\n"
                "  for integers p >= 1, n >= 1, lambda >= 1\n"
                "  Theta in p on rank 0: computation 1 (a.c:44); communication unknown (a.c:51)\n"
                "  Theta in n on rank 0: computation n (a.c:44); communication unknown (a.c:51)\n"
                "  Theta in lambda on rank 0: computation lambda (a.c:44); communication unknown (a.c:51)\n");
}

/* rank + 1 and -rank: no rank has the largest of both. */
static void test_emit_formula__keeps_the_maximum_over_ranks_where_none_dominates(void **state)
{
    made *m = *state;
    fc_algebra *algebra = m->analysis.algebra;
    const fc_sym *rank = variable(m, "rank", FC_FACT_NONNEGATIVE), *one = fc_sym_integer(algebra, 1);
    m->term[0].iterations = fc_sym_add(algebra, rank, one);
    m->term[1].bytes = fc_sym_subtract(algebra, m->p, rank);
    m->formula.uses_rank = true;
    fc_text text = {0};
    fc_report report = {0};
    fc_formula_options options = {.compute_model = "ops"};
    assert_int_equal(fc_formula_print(&text, &m->formula, FC_NOTATION_TEXT, &options, &report), FC_OK);
    assert_non_null(strstr(text.bytes, "T(p, n, lambda) = max over rank = 0 .. p - 1 of\n"));
    assert_non_null(strstr(text.bytes, "T_allgather(p, p - rank)"));
    fc_text_free(&text);
}

/* rank = n x + y: floor(rank / n) and rank mod n are its coordinates. */
static void test_emit_formula__writes_ranks_by_their_coordinates(void **state)
{
    made *m = *state;
    fc_algebra *algebra = m->analysis.algebra;
    const fc_sym *rank = variable(m, "rank", FC_FACT_NONNEGATIVE), *y = fc_sym_modulo(algebra, rank, m->n);
    m->term[0].iterations = fc_sym_floor_divide(algebra, rank, m->n);
    m->term[1].bytes = fc_sym_subtract(algebra, m->n, y);
    m->formula.uses_rank = true;
    fc_text text = {0};
    fc_report report = {0};
    fc_formula_options options = {.compute_model = "ops"};
    assert_int_equal(fc_formula_print(&text, &m->formula, FC_NOTATION_TEXT, &options, &report), FC_OK);
    assert_non_null(
        strstr(text.bytes, "T(p, n, lambda) = max over ranks n*x + y, x = 0 .. ceil(p/n) - 1, y = 0 .. n - 1 of\n"));
    assert_non_null(strstr(text.bytes, " x * (t_madd_f64^chain + 2 t_read_f64)"));
    assert_non_null(strstr(text.bytes, "T_allgather(p, n - y)"));
    fc_text_free(&text);
}

/* MPI 3.1, section 7.5.2, example 7.1: 6 ranks in 2 dimensions are 3 x 2; 7 are 7 x 1; 30 by factors 5, 3, 2: 6 x 5. */
static void test_emit_formula__dims_create_is_balanced(void **state)
{
    static const double expected[][5] = {{6, 2, 3, 2, 1},  {7, 2, 7, 1, 1},  {30, 2, 6, 5, 1},
                                         {64, 3, 4, 4, 4}, {12, 2, 4, 3, 1}, {1, 3, 1, 1, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (int d = 0; d < (int)expected[i][1]; d++)
            assert_true(dims_create(expected[i][0], expected[i][1], d) == expected[i][2 + d]);
}

#define CASE(name) cmocka_unit_test_setup_teardown(test_emit_formula__##name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {CASE(prints_text_in_source_order_without_a_point),
                                       CASE(prints_latex),
                                       CASE(seconds_are_those_by_hand),
                                       CASE(sorts_by_share_at_a_point),
                                       CASE(prints_leading_terms_and_growth),
                                       CASE(leaves_small_terms_out),
                                       CASE(prints_numbers),
                                       CASE(keeps_the_maximum_over_ranks_where_none_dominates),
                                       CASE(writes_ranks_by_their_coordinates),
                                       CASE(python_avoids_its_own_words),
                                       CASE(javascript_adds_term_by_term),
                                       CASE(c_computes_in_double),
                                       CASE(a_program_needs_a_machine),
                                       CASE(an_unknown_value_is_reported_with_its_place),
                                       CASE(a_negative_count_has_no_seconds),
                                       CASE(names_what_is_repeated),
                                       CASE(dims_create_is_balanced)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
