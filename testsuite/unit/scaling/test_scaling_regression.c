/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/regression.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* A term by hand: at two points, p = 4 and p = 16. */
typedef struct line {
    const char *function, *operation;
    int line;
    const char *source, *within; /* within "": nothing */
    double time_s[2], messages[2];
} line;

static void add_points(fc_baseline_program *program, int n, const int *ranks)
{
    for (int i = 0; i < n; i++) {
        fc_baseline_point *point = fc_baseline_add_point(program);
        point->ranks = ranks[i];
        point->parameters = fc_copy_string("");
        point->arguments = fc_copy_string("500");
    }
}

static void add_line(fc_baseline_program *program, const line *from)
{
    fc_baseline_term *term = fc_baseline_add_term(program);
    term->function = fc_copy_string(from->function);
    term->operation = fc_copy_string(from->operation);
    term->file = fc_copy_string("a.c");
    term->line = from->line;
    term->source = fc_copy_string(from->source);
    term->formula = fc_copy_string("");
    if (from->within[0]) {
        fc_baseline_head *head = fc_baseline_add_head(term, from->within);
        head->file = fc_copy_string("a.c");
        head->line = from->line - 1;
    }
    for (int i = 0; i < 2; i++) {
        term->cost[i] = (fc_baseline_cost){{from->time_s[i], from->messages[i], 8 * from->messages[i]}};
        for (int m = 0; m < FC_N_MEASURES; m++)
            program->point[i].cost.of[m] += term->cost[i].of[m];
    }
}

static fc_baseline of_lines(const line *lines, int n)
{
    static const int ranks[] = {4, 16};
    fc_baseline made = {0};
    fc_baseline_program *program = fc_baseline_add_program(&made, "app");
    add_points(program, 2, ranks);
    for (int i = 0; i < n; i++)
        add_line(program, &lines[i]);
    return made;
}

static const line before_lines[] = {
    {"solve", "compute", 10, "x[i] = y[i]", "for (i = 0; i < n / p; i++)", {8, 2}, {0, 0}},
    {"solve", "MPI_Allreduce", 20, "MPI_Allreduce(&a)", "while (more)", {0.1, 0.2}, {40, 160}},
    {"main", "MPI_Bcast", 30, "MPI_Bcast(&n)", "", {0.01, 0.02}, {4, 16}},
};
static const fc_regression_tolerance five_percent = {{0.05, 0, 0}};

/* Compares `lines` with before_lines; the caller frees all three. */
typedef struct trial {
    fc_baseline before, after;
    fc_regression_decisions decisions;
} trial;

static trial decide(const line *lines, int n)
{
    trial t = {.before = of_lines(before_lines, 3), .after = of_lines(lines, n)};
    fc_regression_decide(&t.decisions, &t.before, &t.after, &five_percent);
    return t;
}

static void free_trial(trial *t)
{
    fc_regression_decisions_free(&t->decisions);
    fc_baseline_free(&t->before);
    fc_baseline_free(&t->after);
}

static void test_scaling_regression__what_is_moved_and_renamed_is_the_same(void **state)
{
    (void)state;
    line moved[] = {before_lines[2], before_lines[0], before_lines[1]};
    moved[1].function = "relax";
    moved[1].line = 400;
    moved[1].source = "u[k] = v[k]";
    trial t = decide(moved, 3);
    assert_int_equal(t.decisions.n, 2);
    assert_int_equal(t.decisions.count[FC_REGRESSION_SAME], 2);
    assert_false(fc_regression_decisions_fail(&t.decisions));
    free_trial(&t);
}

/* A second Allreduce with the cost of the first one, while everything is renamed: the one with the new statement is
 * new. At p = 4 the time grows by 0.1 / 8.11 = 1.2 %, within the tolerance, but 40 messages are more; at p = 16 by 0.2
 * / 2.22 = 9 %. */
static void test_scaling_regression__an_additional_equal_call_is_recognized(void **state)
{
    (void)state;
    line more[] = {before_lines[0], before_lines[1], before_lines[1], before_lines[2]};
    more[1].line = 19;
    more[1].source = "MPI_Allreduce(&b)";
    for (int i = 0; i < 3; i++)
        more[i].function = "renamed";
    trial t = decide(more, 4);
    const fc_regression_decision *first = &t.decisions.item[0], *second = &t.decisions.item[1];
    assert_int_equal(t.decisions.count[FC_REGRESSION_SLOWER], 2);
    assert_true(fc_regression_decisions_fail(&t.decisions));
    assert_int_equal(first->measure, FC_MEASURE_MESSAGES);
    assert_int_equal(second->measure, FC_MEASURE_TIME);
    assert_true(second->limit == 0.05);
    assert_int_equal(second->n_causes, 1);
    assert_null(second->cause[0].before);
    assert_int_equal(second->cause[0].after->line, 19);
    assert_true(second->cause[0].was == 0 && second->cause[0].is == 0.2);
    assert_true(first->cause[0].is == 40);
    free_trial(&t);
}

/* The statement is unchanged, the loop around it changed: the loop is reported. */
static void test_scaling_regression__the_loop_that_changed_is_to_blame(void **state)
{
    (void)state;
    line longer[] = {before_lines[0], before_lines[1], before_lines[2]};
    longer[0].within = "for (i = 0; i < n; i++)";
    longer[0].time_s[0] = longer[0].time_s[1] = 32;
    trial t = decide(longer, 3);
    const fc_regression_cause *cause = t.decisions.item[1].cause;
    assert_int_equal(t.decisions.item[1].n_causes, 1);
    assert_non_null(cause->before);
    assert_non_null(cause->changed);
    assert_int_equal(cause->changed->line, 9);
    assert_true(cause->was == 2 && cause->is == 32);
    free_trial(&t);
}

/* 0.12 s and 144 messages less; the Bcast is too small to report beside the Allreduce. */
static void test_scaling_regression__what_is_gone_makes_it_faster(void **state)
{
    (void)state;
    trial t = decide(before_lines, 1);
    const fc_regression_decision *at = &t.decisions.item[1];
    assert_int_equal(at->outcome, FC_REGRESSION_FASTER);
    assert_int_equal(at->n_causes, 2);
    assert_null(at->cause[0].after);
    assert_string_equal(fc_regression_cause_term(&at->cause[0])->operation, "MPI_Allreduce");
    assert_string_equal(fc_regression_cause_term(&at->cause[1])->operation, "MPI_Bcast");
    assert_false(fc_regression_decisions_fail(&t.decisions));
    free_trial(&t);
}

static void test_scaling_regression__points_and_programs_come_and_go(void **state)
{
    (void)state;
    static const int other[] = {4, 64, 256};
    fc_baseline before = of_lines(before_lines, 3), after = {0};
    fc_baseline_program *program = fc_baseline_add_program(&after, "app");
    add_points(program, 3, other);
    program->point[0].cost = before.program[0].point[0].cost;
    program->point[2].fault = fc_copy_string("the deadlock");
    program = fc_baseline_add_program(&after, "broken");
    program->fault = fc_copy_string("does not compile");
    program = fc_baseline_add_program(&before, "old");
    add_points(program, 2, other);
    fc_regression_tolerance tolerance[] = {five_percent, five_percent};
    fc_regression_decisions made;
    fc_regression_decide(&made, &before, &after, tolerance);
    assert_int_equal(made.n, 7);
    assert_int_equal(made.item[0].outcome, FC_REGRESSION_SAME);
    assert_int_equal(made.item[1].outcome, FC_REGRESSION_NEW);
    assert_int_equal(made.item[2].outcome, FC_REGRESSION_FAILED);
    assert_int_equal(made.item[3].outcome, FC_REGRESSION_GONE);
    assert_int_equal(made.item[3].was->ranks, 16);
    assert_int_equal(made.item[4].outcome, FC_REGRESSION_FAILED);
    assert_int_equal(made.count[FC_REGRESSION_GONE], 3);
    assert_null(made.item[6].after);
    fc_regression_decisions_free(&made);
    fc_baseline_free(&before);
    fc_baseline_free(&after);
}

/* The limit itself is tolerated, in both directions; from 0 any increase is more. */
static void test_scaling_regression__limits(void **state)
{
    (void)state;
    static const struct {
        double was, is, share;
        fc_regression_outcome outcome;
    } rows[] = {{100, 105, 0.05, FC_REGRESSION_SAME},  {100, 105.1, 0.05, FC_REGRESSION_SLOWER},
                {100, 95, 0.05, FC_REGRESSION_SAME},   {100, 94.9, 0.05, FC_REGRESSION_FASTER},
                {100, 100.1, 0, FC_REGRESSION_SLOWER}, {3, 3, 0, FC_REGRESSION_SAME},
                {0, 1e-9, 0.05, FC_REGRESSION_SLOWER}, {0, 0, 0.05, FC_REGRESSION_SAME},
                {200, 800, 3, FC_REGRESSION_SAME},     {200, 801, 3, FC_REGRESSION_SLOWER}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        line one = {"f", "compute", 7, "x", "", {rows[i].was, rows[i].was}, {0, 0}}, other = one;
        other.time_s[0] = other.time_s[1] = rows[i].is;
        trial t = {.before = of_lines(&one, 1), .after = of_lines(&other, 1)};
        fc_regression_tolerance tolerance = {{rows[i].share, 0, 0}};
        fc_regression_decide(&t.decisions, &t.before, &t.after, &tolerance);
        assert_int_equal(t.decisions.item[0].outcome, rows[i].outcome);
        free_trial(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scaling_regression__what_is_moved_and_renamed_is_the_same),
        cmocka_unit_test(test_scaling_regression__an_additional_equal_call_is_recognized),
        cmocka_unit_test(test_scaling_regression__the_loop_that_changed_is_to_blame),
        cmocka_unit_test(test_scaling_regression__what_is_gone_makes_it_faster),
        cmocka_unit_test(test_scaling_regression__points_and_programs_come_and_go),
        cmocka_unit_test(test_scaling_regression__limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
