/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/crossover.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Three programs by hand: 1000/p + 10, 1000/p + p, and 8 + 400/p: the second wins below 10; at p = 10 the first two
 * are equal, and the third (48) beats both from 1000/p + p > 8 + 400/p, p^2 - 8p + 600 > 0, on: always. */
static fc_status by_hand(void *data, const int *ranks, int n_ranks, double *time, fc_report *report)
{
    int n_programs = *(int *)data;
    (void)report;
    for (int i = 0; i < n_ranks; i++) {
        double p = ranks[i], all[] = {1000 / p + p, 1000 / p + 10, 300 + 8 / p};
        for (int k = 0; k < n_programs; k++)
            time[i * n_programs + k] = all[k];
    }
    return FC_OK;
}

/* The second wins above p = 10; with the third, 300 + 8/p, the least up to 3 (308, 304, 302.67 against 343.3 at p = 3;
 * at p = 4: 302 against 254). */
static void test_scaling_crossover__by_hand(void **state)
{
    (void)state;
    int n = 2;
    fc_crossover found;
    assert_int_equal(fc_crossover_find(&found, &(fc_crossover_question){by_hand, &n, 2, 1, 4096, 0}, NULL), FC_OK);
    assert_int_equal(found.from, 0);
    assert_int_equal(found.to, 1);
    assert_int_equal(found.ranks, 11);
    assert_true(found.first == 11 && found.last == 11);
    n = 3;
    assert_int_equal(fc_crossover_find(&found, &(fc_crossover_question){by_hand, &n, 3, 1, 8, 0}, NULL), FC_OK);
    assert_true(found.from == 2 && found.to == 0 && found.ranks == 4);
    n = 2;
    assert_int_equal(fc_crossover_find(&found, &(fc_crossover_question){by_hand, &n, 2, 20, 40, 0}, NULL), FC_E_USAGE);
}

/* ceil(n/p) against a smooth rival: winners alternate; every change near by is within first .. last. */
static fc_status sawtooth(void *data, const int *ranks, int n_ranks, double *time, fc_report *report)
{
    (void)data;
    (void)report;
    for (int i = 0; i < n_ranks; i++) {
        time[2 * i] = ceil(997.0 / ranks[i]);
        time[2 * i + 1] = 940.0 / ranks[i] + 3;
    }
    return FC_OK;
}

static void test_scaling_crossover__agrees_with_brute_force(void **state)
{
    (void)state;
    fc_crossover found;
    int first = 0, last = 0;
    assert_int_equal(fc_crossover_find(&found, &(fc_crossover_question){sawtooth, NULL, 2, 1, 1024, 0}, NULL), FC_OK);
    for (int p = 2; p < 1024; p++) {
        double before[2], after[2];
        sawtooth(NULL, (const int[]){p - 1}, 1, before, NULL);
        sawtooth(NULL, (const int[]){p}, 1, after, NULL);
        int from = fc_crossover_winner(before, 2), to = fc_crossover_winner(after, 2);
        if (from != to && !first)
            first = p;
        if (from != to)
            last = p;
        if (p == found.ranks)
            assert_true(from == found.from && to == found.to);
    }
    assert_true(first < last); /* otherwise the case tests nothing */
    assert_int_equal(found.first, first);
    assert_int_equal(found.last, last);
}

static fc_status fails(void *data, const int *ranks, int n_ranks, double *time, fc_report *report)
{
    (void)data;
    (void)ranks;
    (void)n_ranks;
    (void)time;
    return fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, "no time");
}

static void test_scaling_crossover__hands_errors_up(void **state)
{
    (void)state;
    fc_crossover found;
    assert_int_equal(fc_crossover_find(&found, &(fc_crossover_question){fails, NULL, 2, 1, 2, 0}, NULL), FC_E_INPUT);
}

/* Powers of two only: as the first case, whose second program wins above p = 10. */
static fc_status powers(void *data, const int *ranks, int n_ranks, double *time, fc_report *report)
{
    by_hand(data, ranks, n_ranks, time, report);
    for (int i = 0; i < n_ranks; i++)
        if (ranks[i] & (ranks[i] - 1))
            time[2 * i] = time[2 * i + 1] = NAN;
    return FC_OK;
}

static void test_scaling_crossover__leaves_out_unknown_times(void **state)
{
    (void)state;
    int n = 2;
    fc_crossover found;
    assert_int_equal(fc_crossover_find(&found, &(fc_crossover_question){powers, &n, 2, 1, 4096, 0}, NULL), FC_OK);
    assert_true(found.from == 0 && found.to == 1);
    assert_true(found.before == 8 && found.ranks == 16);
    assert_true(found.first == 16 && found.last == 16 && found.last_won == 8);
    assert_int_equal(fc_crossover_find(&found, &(fc_crossover_question){powers, &n, 2, 8, 16, 0}, NULL), FC_OK);
    assert_true(found.before == 8 && found.ranks == 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scaling_crossover__by_hand),
        cmocka_unit_test(test_scaling_crossover__agrees_with_brute_force),
        cmocka_unit_test(test_scaling_crossover__hands_errors_up),
        cmocka_unit_test(test_scaling_crossover__leaves_out_unknown_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
