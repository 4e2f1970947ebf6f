/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices cached for equal calls: which calls are equal, and that results do not change. */
#include "runtime/core/cost_cache.h"

#include "runtime/core/rank.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    RANKS = 257,
    ROUNDS = 40
};

static const fc_stream streams[] = {{FC_READ, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0},
                                    {FC_WRITE, FC_PATTERN_UNIT, 8, 8, 1, 0, 0, false, 0}};
static const fc_region regions[] = {
    {.file = "a.c", .line = 1, .function = "f", .stream = streams, .n_streams = 2},
    {.file = "a.c", .line = 2, .function = "f"},
};
static const fc_origin origins[] = {FC_ORIGIN_CLOSED, FC_ORIGIN_CLOSED};
static const fc_site sites[] = {{"a.c", 3, "f", "MPI_Bcast", FC_ORIGIN_CLOSED}};

/* Work that differs by rank and iteration, and repeats: 1 of 7 sizes a rank, halved in each iteration. */
static double irregular_main(fc_rank *r, int argc, char **argv)
{
    int rank;
    (void)argc, (void)argv;
    fc_MPI_Comm_rank(r, 0, FC_MPI_COMM_WORLD, &rank);
    for (int round = 0; round < ROUNDS; round++) {
        double rows = 10 + rank % 7, n = rows * (ROUNDS - round);
        fc_compute(r, 0, rows, n, (double[]){8 * n, 8 * rows});
        fc_compute(r, 1, n, n, NULL);
        fc_MPI_Bcast(r, 0, rank % 3, FC_MPI_DOUBLE, 0, FC_MPI_COMM_WORLD);
    }
    return fc_now(r);
}

static const fc_cost_program program = {.version = FC_COST_PROGRAM_VERSION,
                                        .name = "test",
                                        .region = regions,
                                        .region_origin = origins,
                                        .n_regions = 2,
                                        .site = sites,
                                        .n_sites = 1,
                                        .globals_size = 1,
                                        .main = irregular_main,
                                        .rank_dependent = true};
static fc_coefficients machine = {.name = "test", .cores = 2};
static long asked; /* number of model evaluations */

static double counting_model(const fc_coefficients *on, int active_cores, const fc_region *region, double entries,
                             double iterations, const double *working_set, double *relative_error)
{
    (void)on;
    asked++;
    *relative_error = 0.01 * region->line;
    return (1e-9 * entries + 3e-10 * iterations) * active_cores + (working_set ? 1e-12 * working_set[0] : 0);
}

static fc_cost_key key_of(int item, double a, const double *more, int n_more)
{
    return (fc_cost_key){item, {2, a, 7, n_more}, more, n_more};
}

static bool is_known(fc_cost_cache *prices, fc_cost_key key, double *seconds)
{
    bool known;
    fc_cached_cost *price = fc_cost_cache_find(prices, &key, &known);
    *seconds = price->seconds;
    return known;
}

static void note(fc_cost_cache *prices, fc_cost_key key, double seconds)
{
    bool known;
    fc_cost_cache_find(prices, &key, &known)->seconds = seconds;
}

static void test_runtime_cost_cache__equal_is_every_number_and_the_item(void **state)
{
    (void)state;
    double seconds, sets[] = {64, 128}, others[] = {64, 129};
    fc_cost_cache *prices = fc_cost_cache_create(&program);
    assert_false(is_known(prices, key_of(0, 5, sets, 2), &seconds));
    assert_true(seconds == 0);
    note(prices, key_of(0, 5, sets, 2), 0.25);
    assert_true(is_known(prices, key_of(0, 5, sets, 2), &seconds));
    assert_true(seconds == 0.25);
    assert_false(is_known(prices, key_of(0, 6, sets, 2), &seconds));
    assert_false(is_known(prices, key_of(0, 5, others, 2), &seconds));
    assert_false(is_known(prices, key_of(1, 5, sets, 2), &seconds));
    assert_false(is_known(prices, key_of(0, 5, NULL, 0), &seconds));
    fc_cost_cache_free(prices);
}

/* Far more prices than cache entries: each price is evicted or right. */
static void test_runtime_cost_cache__what_is_displaced_is_forgotten(void **state)
{
    (void)state;
    enum {
        N = 20000
    };
    int kept = 0;
    double seconds;
    fc_cost_cache *prices = fc_cost_cache_create(&program);
    for (int i = 0; i < N; i++)
        note(prices, key_of(1, i, NULL, 0), i + 0.5);
    for (int i = N - 1; i >= 0; i--)
        if (is_known(prices, key_of(1, i, NULL, 0), &seconds)) {
            assert_true(seconds == i + 0.5);
            kept++;
        }
    assert_in_range(kept, 2000, 4096);
    fc_cost_cache_free(prices);
}

static fc_totals totals_of(fc_rank *r, int rank)
{
    fc_totals totals;
    memset(&totals, 0, sizeof totals);
    fc_launch launch = {rank, RANKS, 0, NULL, NULL};
    assert_int_equal(fc_rank_run(r, &launch), FC_END_DONE);
    fc_rank_totals(r, &totals);
    return totals;
}

static void test_runtime_cost_cache__ranks_that_share_them_get_the_same(void **state)
{
    (void)state;
    machine.communication[FC_VARIANT_ANY][FC_FIT_BCAST] =
        (fc_runtime_function){1, {{0, 1e9, {3e-6, 2e-6, 0, 0, 0.25e-9}, 0.04}}, 2, 64, false, false};
    fc_setting setting = {.program = &program, .machine = &machine, .compute = counting_model};
    fc_rank *shared = fc_rank_create(&setting);
    asked = 0;
    for (int rank = 0; rank < RANKS; rank++)
        totals_of(shared, rank);
    assert_int_equal(asked,
                     280 + 206); /* 7 sizes x 40 iterations, and their products that differ; calls: 257 x 40 x 2 */
    for (int rank = 0; rank < RANKS; rank++) {
        fc_rank *alone = fc_rank_create(&setting);
        fc_totals one = totals_of(alone, rank), other = totals_of(shared, rank);
        assert_memory_equal(&one, &other, sizeof one);
        assert_true(one.extrapolated == 1u << FC_FIT_BCAST);
        fc_rank_free(alone);
    }
    fc_rank_free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_cost_cache__equal_is_every_number_and_the_item),
        cmocka_unit_test(test_runtime_cost_cache__what_is_displaced_is_forgotten),
        cmocka_unit_test(test_runtime_cost_cache__ranks_that_share_them_get_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
