/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives as algorithms: every message has a partner, all ranks get their data, closed forms by hand. */
#include "comm_interface/collective_choice.h"
#include "comm_interface/collective_time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 40
};

/* T = 10 + m / 100 (11 if posted), S = 2, P = 1 for a send and 0.5 for a receive, R = 3, X = 12 + m / 100; G = m / 100.
 */
static double seconds(const void *data, fc_fit fit, double bytes)
{
    (void)data;
    switch (fit) {
    case FC_FIT_SINGLE:
        return 10 + bytes / 100;
    case FC_FIT_POSTED:
        return 11 + bytes / 100;
    case FC_FIT_SEND:
        return 2;
    case FC_FIT_POST:
        return 1;
    case FC_FIT_POST_RECEIVE:
        return 0.5;
    case FC_FIT_COMPLETE:
    case FC_FIT_RECEIVE:
        return 3;
    default:
        return 12 + bytes / 100;
    }
}
static double gap(const void *data, double bytes)
{
    (void)data;
    return bytes / 100;
}
static const fc_message_costs costs = {seconds, gap, NULL, INFINITY};

static fc_plan plan_of(fc_fit fit, fc_algorithm algorithm, int p, double m)
{
    fc_plan plan = {0};
    fc_plan_add(&plan, &(fc_collective){fit, p, m / 8, m}, algorithm);
    return plan;
}

/* Blocks of knowledge: have[v][b]: rank v has the block of rank b. A message carries all blocks of its sender. A rank
 * whose partner has not reached the step waits. Ends when no rank can advance; returns whether all finished. */
typedef struct play {
    bool have[MOST][MOST];
    int stage[MOST], step[MOST];
    bool sent[MOST]; /* of this step */
    double bytes[MOST][MOST];
    int in_flight[MOST][MOST];
    bool carried[MOST][MOST][MOST];
} play;

static bool advance(play *s, const fc_plan *plan, int p, int v)
{
    fc_plan_step step;
    while (s->stage[v] < plan->n && !fc_plan_rank_step(&step, &plan->stage[s->stage[v]], p, v, s->step[v])) {
        s->stage[v]++;
        s->step[v] = 0;
    }
    if (s->stage[v] >= plan->n)
        return false;
    if (step.to >= 0 && !s->sent[v]) {
        if (s->in_flight[v][step.to])
            return false; /* one at a time between two ranks */
        assert_in_range(step.to, 0, p - 1);
        assert_int_not_equal(step.to, v);
        s->in_flight[v][step.to] = 1;
        s->bytes[v][step.to] = step.sent;
        memcpy(s->carried[v][step.to], s->have[v], sizeof s->have[v]);
        s->sent[v] = true;
        return true;
    }
    if (step.from >= 0) {
        if (!s->in_flight[step.from][v])
            return false;
        assert_true(s->bytes[step.from][v] == step.received);
        s->in_flight[step.from][v] = 0;
        for (int b = 0; b < p; b++)
            s->have[v][b] = s->have[v][b] || s->carried[step.from][v][b];
    }
    s->step[v]++;
    s->sent[v] = false;
    return true;
}

static play *run_plan(const fc_plan *plan, int p)
{
    play *s = calloc(1, sizeof *s);
    bool moves = true;
    for (int v = 0; v < p; v++)
        s->have[v][v] = true;
    while (moves) {
        moves = false;
        for (int v = 0; v < p; v++)
            while (advance(s, plan, p, v))
                moves = true;
    }
    for (int v = 0; v < p; v++) {
        assert_int_equal(s->stage[v], plan->n);
        for (int u = 0; u < p; u++)
            assert_int_equal(s->in_flight[v][u], 0);
    }
    return s;
}

/* The blocks required at the end: all of all, all of the root, or the root's of all. */
typedef enum need {
    ALL_OF_ALL,
    ALL_OF_ROOT,
    ROOT_OF_ALL
} need;

static const struct {
    fc_fit fit;
    need need;
    fc_algorithm algorithm[8];
    int n;
} known[] = {
    {FC_FIT_BARRIER,
     ALL_OF_ALL,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_DOUBLING, FC_ALGORITHM_BRUCK, FC_ALGORITHM_BINOMIAL},
     4},
    {FC_FIT_BCAST,
     ALL_OF_ROOT,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_CHAIN, FC_ALGORITHM_BINARY, FC_ALGORITHM_SPLIT_BINARY, FC_ALGORITHM_BINOMIAL,
      FC_ALGORITHM_KNOMIAL, FC_ALGORITHM_SCATTER_DOUBLING, FC_ALGORITHM_SCATTER_RING},
     8},
    {FC_FIT_REDUCE,
     ROOT_OF_ALL,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_CHAIN, FC_ALGORITHM_BINARY, FC_ALGORITHM_BINOMIAL, FC_ALGORITHM_KNOMIAL},
     5},
    {FC_FIT_ALLREDUCE, ALL_OF_ALL, {FC_ALGORITHM_DOUBLING, FC_ALGORITHM_RING, FC_ALGORITHM_RABENSEIFNER}, 3},
    {FC_FIT_GATHER, ROOT_OF_ALL, {FC_ALGORITHM_LINEAR, FC_ALGORITHM_BINOMIAL}, 2},
    {FC_FIT_SCATTER, ALL_OF_ROOT, {FC_ALGORITHM_LINEAR, FC_ALGORITHM_BINOMIAL, FC_ALGORITHM_BINOMIAL_NEAREST}, 3},
    {FC_FIT_ALLGATHER,
     ALL_OF_ALL,
     {FC_ALGORITHM_DOUBLING, FC_ALGORITHM_BRUCK, FC_ALGORITHM_RING, FC_ALGORITHM_NEIGHBOR},
     4},
    {FC_FIT_ALLTOALL,
     ALL_OF_ALL,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_LINEAR_BY_FOUR, FC_ALGORITHM_PAIRWISE, FC_ALGORITHM_BRUCK},
     4},
    {FC_FIT_REDUCE_SCATTER,
     ALL_OF_ALL,
     {FC_ALGORITHM_DOUBLING, FC_ALGORITHM_HALVING, FC_ALGORITHM_RING, FC_ALGORITHM_PAIRWISE},
     4},
};

static void check_known(const play *s, need need, int p)
{
    for (int v = 0; v < p; v++)
        for (int b = 0; b < p; b++)
            if (need == ALL_OF_ALL || (need == ALL_OF_ROOT && b == 0) || (need == ROOT_OF_ALL && v == 0))
                assert_true(s->have[v][b]);
}

static void test_plan__everybody_gets_what_he_needs(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (int a = 0; a < known[k].n; a++)
            for (int p = 2; p <= MOST; p++) {
                fc_plan plan = plan_of(known[k].fit, known[k].algorithm[a], p, 4800);
                play *s = run_plan(&plan, p);
                check_known(s, known[k].need, p);
                free(s);
                assert_true(fc_plan_time(&plan, p, &costs) >= 10);
            }
}

/* Rabenseifner's reduce: blocks of folded ranks reach the root through their partners. */
static void test_plan__reduce_by_halves(void **state)
{
    (void)state;
    for (int p = 2; p <= MOST; p++) {
        fc_plan plan = plan_of(FC_FIT_REDUCE, FC_ALGORITHM_RABENSEIFNER, p, 4800);
        free(run_plan(&plan, p));
    }
}

/* The gather of Rabenseifner's reduce retraces the halving: from 4 ranks away with an eighth of the vector to the next
 * rank with half of it. Only then the numbers keep their partners with every root. */
static void test_plan__reduce_gathers_as_it_halved(void **state)
{
    static const fc_plan_step halving[] = {{1, 1, 400, 400}, {2, 2, 200, 200}, {4, 4, 100, 100}},
                              gather[] = {{-1, 4, 0, 100}, {-1, 2, 0, 200}, {-1, 1, 0, 400}};
    fc_plan plan = plan_of(FC_FIT_REDUCE, FC_ALGORITHM_RABENSEIFNER, 8, 800),
            folded = plan_of(FC_FIT_REDUCE, FC_ALGORITHM_RABENSEIFNER, 9, 800);
    fc_plan_step step;
    (void)state;
    assert_true(plan.is_mirrored && folded.is_mirrored);
    /* Of 9 ranks, 1 gives 0 its vector. Rank 6 is number 5 of 8, and with root 4, number 3, the tree's number 6. */
    assert_true(fc_plan_rank_step(&step, &folded.stage[0], 9, 1, 0) && step.to == 0);
    assert_true(fc_plan_mirrored(&folded.stage[1], 9, 4, 6) == 6 && fc_plan_mirrored(&folded.stage[2], 9, 4, 6) == 7);
    assert_true(fc_plan_mirrored(&folded.stage[2], 9, 4, 7) == 6 && fc_plan_mirrored(&folded.stage[2], 9, 4, 4) == 0);
    /* Root 1 was left out: it takes the place of rank 0. */
    assert_true(fc_plan_mirrored(&folded.stage[2], 9, 1, 1) == 0 && fc_plan_mirrored(&folded.stage[2], 9, 1, 0) == 1);
    assert_true(fc_plan_is_left_out(&folded.stage[2], 9, 1) && !fc_plan_is_left_out(&folded.stage[2], 9, 0));
    for (int i = 0; i < 3; i++) {
        assert_true(fc_plan_rank_step(&step, &plan.stage[1], 8, 0, i));
        assert_true(step.to == halving[i].to && step.from == halving[i].from && step.sent == halving[i].sent);
        assert_true(fc_plan_rank_step(&step, &plan.stage[2], 8, 0, i));
        assert_true(step.to == gather[i].to && step.from == gather[i].from && step.received == gather[i].received);
    }
}

/* Lower bound on the messages of a plan: a vector to each of p - 1, and p - 1 blocks in and out of each rank. */
static double bytes_of(const fc_plan *plan, int p)
{
    fc_plan_step step;
    double sum = 0;
    for (int s = 0; s < plan->n; s++)
        for (int v = 0; v < p; v++)
            for (int i = 0; fc_plan_rank_step(&step, &plan->stage[s], p, v, i); i++)
                sum += step.to >= 0 ? step.sent : 0;
    return sum;
}

static void test_plan__moves_the_bytes_it_must(void **state)
{
    (void)state;
    for (int p = 2; p <= MOST; p++) {
        const double m = 4800, blocks = (p - 1) * m;
        struct {
            fc_fit fit;
            fc_algorithm algorithm;
            double bytes;
        } exact[] = {
            {FC_FIT_BCAST, FC_ALGORITHM_KNOMIAL, blocks},         {FC_FIT_BCAST, FC_ALGORITHM_BINARY, blocks},
            {FC_FIT_REDUCE, FC_ALGORITHM_BINOMIAL, blocks},       {FC_FIT_GATHER, FC_ALGORITHM_LINEAR, blocks},
            {FC_FIT_ALLGATHER, FC_ALGORITHM_RING, p * blocks},    {FC_FIT_ALLGATHER, FC_ALGORITHM_BRUCK, p * blocks},
            {FC_FIT_ALLTOALL, FC_ALGORITHM_PAIRWISE, p * blocks}, {FC_FIT_ALLREDUCE, FC_ALGORITHM_RING, 2 * blocks},
        };
        for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
            fc_plan plan = plan_of(exact[i].fit, exact[i].algorithm, p, m);
            assert_true(fabs(bytes_of(&plan, p) - exact[i].bytes) < 1e-9 * exact[i].bytes);
        }
        fc_plan even = plan_of(FC_FIT_ALLGATHER, FC_ALGORITHM_NEIGHBOR, p, m);
        assert_true(fabs(bytes_of(&even, p) - p * blocks) < 1e-9 * p * blocks);
    }
}

static double time_of(fc_fit fit, fc_algorithm algorithm, int p, double m)
{
    fc_plan plan = plan_of(fit, algorithm, p, m);
    return fc_plan_time(&plan, p, &costs);
}

/* 2^k ranks and m = 1600: T = 26, X = 28, G = 16. */
static void test_plan_time__closed_cases(void **state)
{
    (void)state;
    for (int k = 1; k <= 12; k++) {
        int p = 1 << k;
        double halves = 0, blocks = 0;
        for (int i = 1; i <= k; i++) {
            halves += 12 + 16. / (1 << i);
            blocks += 10 + 16. * (1 << (i - 1));
        }
        assert_true(time_of(FC_FIT_BCAST, FC_ALGORITHM_BINOMIAL, p, 1600) == 26 * k);
        assert_true(time_of(FC_FIT_REDUCE, FC_ALGORITHM_BINOMIAL, p, 1600) == 26 * k);
        assert_true(time_of(FC_FIT_BCAST, FC_ALGORITHM_CHAIN, p, 1600) == 26 * (p - 1));
        assert_true(time_of(FC_FIT_BCAST, FC_ALGORITHM_LINEAR, p, 1600) == 26 + 16 * (p - 2));
        assert_true(time_of(FC_FIT_GATHER, FC_ALGORITHM_LINEAR, p, 1600) == 26 + 16 * (p - 2));
        assert_true(time_of(FC_FIT_GATHER, FC_ALGORITHM_BINOMIAL, p, 1600) == blocks);
        assert_true(time_of(FC_FIT_SCATTER, FC_ALGORITHM_BINOMIAL, p, 1600) == blocks);
        assert_true(time_of(FC_FIT_ALLREDUCE, FC_ALGORITHM_DOUBLING, p, 1600) == 28 * k);
        assert_true(fabs(time_of(FC_FIT_ALLREDUCE, FC_ALGORITHM_RABENSEIFNER, p, 1600) - 2 * halves) < 1e-9);
        assert_true(fabs(time_of(FC_FIT_ALLREDUCE, FC_ALGORITHM_RING, p, 1600) - 2 * (p - 1) * (12 + 16. / p)) < 1e-6);
        assert_true(time_of(FC_FIT_ALLGATHER, FC_ALGORITHM_RING, p, 1600) == 28 * (p - 1));
        assert_true(time_of(FC_FIT_ALLGATHER, FC_ALGORITHM_DOUBLING, p, 1600) == 2 * k + blocks);
        assert_true(time_of(FC_FIT_ALLGATHER, FC_ALGORITHM_BRUCK, p, 1600) == 2 * k + blocks);
        assert_true(time_of(FC_FIT_ALLTOALL, FC_ALGORITHM_PAIRWISE, p, 1600) == 28 * (p - 1));
        assert_true(time_of(FC_FIT_ALLTOALL, FC_ALGORITHM_BRUCK, p, 1600) == k * (12 + 16. * p / 2));
        assert_true(time_of(FC_FIT_ALLTOALL, FC_ALGORITHM_LINEAR, p, 1600) == (p - 1) * 0.5 + 16 * (p - 2) + 27);
        assert_true(time_of(FC_FIT_BARRIER, FC_ALGORITHM_BRUCK, p, 0) == 12 * k);
    }
    /* 5 ranks: the fold, two exchanges, and back; a dissemination of three steps; four blocks in three messages. */
    assert_true(time_of(FC_FIT_ALLREDUCE, FC_ALGORITHM_DOUBLING, 5, 1600) == 26 + 2 * 28 + 26);
    assert_true(time_of(FC_FIT_BARRIER, FC_ALGORITHM_BRUCK, 5, 0) == 36);
    assert_true(time_of(FC_FIT_ALLGATHER, FC_ALGORITHM_BRUCK, 5, 1600) == 28 + 44 + 28);
    /* 4 ranks: a block of 26 to the nearest first, two of 42 leave 16 later, and one is forwarded. */
    assert_true(time_of(FC_FIT_SCATTER, FC_ALGORITHM_BINOMIAL_NEAREST, 4, 1600) == 16 + 42 + 26);
    /* 5 and 8 ranks: with three others, (3 + 2 * 16 + 26), then with one and with four. */
    assert_true(time_of(FC_FIT_ALLTOALL, FC_ALGORITHM_LINEAR_BY_FOUR, 5, 1600) == 60.5 + 27.5);
    assert_true(time_of(FC_FIT_ALLTOALL, FC_ALGORITHM_LINEAR_BY_FOUR, 8, 1600) == 60.5 + 77);
    /* 4 ranks: all but one block of four, all but two. */
    assert_true(time_of(FC_FIT_REDUCE_SCATTER, FC_ALGORITHM_DOUBLING, 4, 1600) == 24 + 20);
    /* 7 ranks of a binary tree, m = 0: at 10 and 12 the second level, the last of the third at 12 + 12. */
    assert_true(time_of(FC_FIT_BCAST, FC_ALGORITHM_BINARY, 7, 0) == 24);
    /* 16 ranks in two levels of four: the last child of the last child, (4 + 10) twice. */
    assert_true(time_of(FC_FIT_BCAST, FC_ALGORITHM_KNOMIAL, 16, 0) == 28);
}

/* Points read by hand in coll_tuned_decision_fixed.c of v4.1.8, in the thresholds of MPICH, and in SimGrid's
 * smpi_mpich_selector.cpp. */
static const struct {
    fc_collectives rules;
    fc_fit fit;
    int p;
    double bytes;
    fc_algorithm algorithm;
} chosen[] = {
    {FC_COLLECTIVES_OPENMPI, FC_FIT_BARRIER, 7, 0, FC_ALGORITHM_LINEAR},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_BARRIER, 64, 0, FC_ALGORITHM_BRUCK},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_BCAST, 100, 1e6, FC_ALGORITHM_KNOMIAL},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_BCAST, 300, 16384, FC_ALGORITHM_SPLIT_BINARY},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_BCAST, 300, 16383, FC_ALGORITHM_KNOMIAL},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_BCAST, 31, 1048576, FC_ALGORITHM_SCATTER_DOUBLING},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_REDUCE, 8, 8191, FC_ALGORITHM_BINARY},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_REDUCE, 8, 8192, FC_ALGORITHM_BINOMIAL},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_ALLREDUCE, 16, 4096, FC_ALGORITHM_RABENSEIFNER},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_ALLREDUCE, 16, 32, FC_ALGORITHM_DOUBLING}, /* a ring of 4 elements among 16 */
    {FC_COLLECTIVES_OPENMPI, FC_FIT_ALLREDUCE, 200, 1000, FC_ALGORITHM_TWO_COLLECTIVES},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_ALLREDUCE, 100000, 20000, FC_ALGORITHM_DOUBLING},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_ALLGATHER, 40, 30000, FC_ALGORITHM_NEIGHBOR},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_ALLTOALL, 64, 1000, FC_ALGORITHM_BRUCK},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_ALLTOALL, 64, 300000, FC_ALGORITHM_PAIRWISE},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_GATHER, 100, 1e6, FC_ALGORITHM_BINOMIAL},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_SCATTER, 100, 600, FC_ALGORITHM_LINEAR},
    {FC_COLLECTIVES_OPENMPI, FC_FIT_REDUCE_SCATTER, 20, 300000, FC_ALGORITHM_RING},
    {FC_COLLECTIVES_MPICH, FC_FIT_BCAST, 64, 12287, FC_ALGORITHM_BINOMIAL},
    {FC_COLLECTIVES_MPICH, FC_FIT_BCAST, 64, 12288, FC_ALGORITHM_SCATTER_DOUBLING},
    {FC_COLLECTIVES_MPICH, FC_FIT_BCAST, 65, 12288, FC_ALGORITHM_SCATTER_RING},
    {FC_COLLECTIVES_MPICH, FC_FIT_ALLREDUCE, 16, 2048, FC_ALGORITHM_DOUBLING},
    {FC_COLLECTIVES_MPICH, FC_FIT_ALLREDUCE, 16, 4096, FC_ALGORITHM_RABENSEIFNER},
    {FC_COLLECTIVES_MPICH, FC_FIT_ALLREDUCE, 1024, 4096, FC_ALGORITHM_DOUBLING}, /* fewer elements than ranks */
    {FC_COLLECTIVES_MPICH, FC_FIT_ALLGATHER, 64, 8192, FC_ALGORITHM_RING},
    {FC_COLLECTIVES_MPICH, FC_FIT_ALLTOALL, 16, 256, FC_ALGORITHM_BRUCK},
    {FC_COLLECTIVES_MPICH, FC_FIT_ALLTOALL, 16, 65536, FC_ALGORITHM_PAIRWISE},
    {FC_COLLECTIVES_MPICH4, FC_FIT_BCAST, 64, 12288, FC_ALGORITHM_BINOMIAL},
    {FC_COLLECTIVES_MPICH4, FC_FIT_BCAST, 64, 524288, FC_ALGORITHM_SCATTER_DOUBLING},
    {FC_COLLECTIVES_MPICH4, FC_FIT_ALLREDUCE, 16, 8, FC_ALGORITHM_DOUBLING},
    {FC_COLLECTIVES_MPICH4, FC_FIT_ALLREDUCE, 16, 1024, FC_ALGORITHM_RABENSEIFNER},
    {FC_COLLECTIVES_MPICH4, FC_FIT_ALLREDUCE, 256, 1024, FC_ALGORITHM_DOUBLING}, /* fewer elements than ranks */
    {FC_COLLECTIVES_MPICH4, FC_FIT_ALLTOALL, 16, 256, FC_ALGORITHM_BRUCK},
    {FC_COLLECTIVES_SMPI, FC_FIT_BCAST, 64, 1e6, FC_ALGORITHM_BINOMIAL},
    {FC_COLLECTIVES_SMPI, FC_FIT_REDUCE, 64, 2047, FC_ALGORITHM_BINOMIAL},
    {FC_COLLECTIVES_SMPI, FC_FIT_REDUCE, 64, 2048, FC_ALGORITHM_RABENSEIFNER},
    {FC_COLLECTIVES_SMPI, FC_FIT_ALLREDUCE, 16, 4096, FC_ALGORITHM_DOUBLING},
    {FC_COLLECTIVES_SMPI, FC_FIT_ALLGATHER, 10, 8192, FC_ALGORITHM_BRUCK},
    {FC_COLLECTIVES_SMPI, FC_FIT_ALLGATHER, 10, 8193, FC_ALGORITHM_RING},
    {FC_COLLECTIVES_SMPI, FC_FIT_ALLTOALL, 16, 255, FC_ALGORITHM_BRUCK},
    {FC_COLLECTIVES_SMPI, FC_FIT_ALLTOALL, 16, 256, FC_ALGORITHM_LINEAR_BY_FOUR},
    {FC_COLLECTIVES_SMPI, FC_FIT_ALLTOALL, 16, 32768, FC_ALGORITHM_PAIRWISE},
    {FC_COLLECTIVES_SMPI, FC_FIT_SCATTER, 16, 8, FC_ALGORITHM_BINOMIAL_NEAREST},
};

static fc_coefficients machine;

static void test_collective_choose__follows_the_libraries(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        fc_collective what = {chosen[i].fit, chosen[i].p, chosen[i].bytes / 8, chosen[i].bytes};
        machine.collectives = chosen[i].rules;
        if (fc_collective_choose(&machine, &what) != chosen[i].algorithm)
            fail_msg("row %zu", i);
    }
}

/* A specified algorithm holds for every size of its operation; other operations follow the rules. */
static void test_collective_choose__uses_the_specified_algorithm(void **state)
{
    (void)state;
    machine.collectives = FC_COLLECTIVES_MPICH;
    machine.algorithm[FC_FIT_ALLREDUCE] = FC_ALGORITHM_DOUBLING;
    fc_collective reduced = {FC_FIT_ALLREDUCE, 16, 1e6, 8e6}, gathered = {FC_FIT_ALLGATHER, 64, 1024, 8192};
    assert_int_equal(fc_collective_choose(&machine, &reduced), FC_ALGORITHM_DOUBLING);
    assert_int_equal(fc_collective_choose(&machine, &gathered), FC_ALGORITHM_RING);
    machine.algorithm[FC_FIT_ALLREDUCE] = FC_ALGORITHM_CHOSEN;
    assert_int_equal(fc_collective_choose(&machine, &reduced), FC_ALGORITHM_RABENSEIFNER);
}

/* Any collective of any size has a plan that ends; also reduce and broadcast alternately. */
static void test_collective_plan__all_sizes(void **state)
{
    (void)state;
    for (int rules = FC_COLLECTIVES_OPENMPI; rules < FC_N_COLLECTIVES; rules++)
        for (int fit = FC_FIT_BARRIER; fit < FC_N_FITS; fit++)
            for (int p = 2; p <= MOST; p += 3)
                for (double m = 1; m < 1e7; m *= 7) {
                    fc_collective what = {(fc_fit)fit, p, m / 8, m};
                    fc_plan plan;
                    machine.collectives = (fc_collectives)rules;
                    fc_collective_plan(&plan, &machine, &what);
                    assert_in_range(plan.n, 1, FC_MOST_STAGES);
                    free(run_plan(&plan, p));
                    assert_true(fc_plan_time(&plan, p, &costs) >= 10);
                }
}

/* The plans of SMPI's selector ompi: segments, and rests of their own. */
static void test_collective_plan__segments_reach_everybody(void **state)
{
    static const struct {
        fc_fit fit;
        need need;
    } wanted[] = {{FC_FIT_BCAST, ALL_OF_ROOT},   {FC_FIT_REDUCE, ROOT_OF_ALL},       {FC_FIT_ALLREDUCE, ALL_OF_ALL},
                  {FC_FIT_GATHER, ROOT_OF_ALL},  {FC_FIT_SCATTER, ALL_OF_ROOT},      {FC_FIT_ALLGATHER, ALL_OF_ALL},
                  {FC_FIT_ALLTOALL, ALL_OF_ALL}, {FC_FIT_REDUCE_SCATTER, ALL_OF_ALL}};
    (void)state;
    machine.collectives = FC_COLLECTIVES_SMPI_OMPI;
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
        for (int p = 2; p <= MOST; p++)
            for (double m = 40; m < 1e7; m *= 5) {
                fc_collective what = {wanted[k].fit, p, m / 8, m};
                fc_plan plan;
                fc_collective_plan(&plan, &machine, &what);
                play *s = run_plan(&plan, p);
                check_known(s, wanted[k].need, p);
                free(s);
            }
}

static double time_of_bytes(fc_fit fit, int p, double m)
{
    fc_collective what = {fit, p, m / 8, m};
    fc_plan plan;
    machine.collectives = FC_COLLECTIVES_SMPI_OMPI;
    fc_collective_plan(&plan, &machine, &what);
    return fc_plan_time(&plan, p, &costs);
}

static void test_collective_plan__segments_cost_what_they_take(void **state)
{
    (void)state;
    /* 5 segments of 8 KiB and a rest of 1,000 bytes, which has a broadcast of its own: along a chain of 5, where all
     * segments arrive together; down a binary tree of 2 levels, to two children each. */
    const double T = 10 + 8192 / 100., G = 8192 / 100.;
    assert_true(fabs(time_of_bytes(FC_FIT_BCAST, 5, 40960) - 4 * (T + 4 * G)) < 1e-9);
    assert_true(fabs(time_of_bytes(FC_FIT_BCAST, 5, 41960) - 4 * (T + 4 * G) - time_of_bytes(FC_FIT_BCAST, 5, 1000)) <
                1e-9);
    /* A pipeline of 16 segments of 128 KiB among 5 ranks: 4 transfers, then 15 exchanges. */
    assert_true(fabs(time_of_bytes(FC_FIT_BCAST, 5, 2097152) - 4 * (10 + 1310.72) - 15 * (12 + 1310.72)) < 1e-6);
    /* Recursive doubling of 8 bytes among 6 ranks: exchanges of 1, 2 and 4 blocks, and 2 blocks to those that have no
     * partner in the last. */
    assert_true(fabs(time_of_bytes(FC_FIT_ALLGATHER, 6, 8) - (3 * 12 + 0.08 * (1 + 2 + 4)) - (10 + 0.16)) < 1e-9);
}

static double time_by(fc_collectives rules, fc_fit fit, int p)
{
    fc_collective what = {fit, p, 0, 0};
    fc_plan plan;
    machine.collectives = rules;
    fc_collective_plan(&plan, &machine, &what);
    return fc_plan_time(&plan, p, &costs);
}

/* Of 16 ranks: an exchange takes 12 + m / 100, a message T = 10 + m / 100. */
static void test_collective_plan__makes_communicators(void **state)
{
    (void)state;
    /* 260 bytes reduced in four exchanges; blocks of 8, 16, 32, 64 gathered */
    assert_true(fabs(time_by(FC_COLLECTIVES_MPICH, FC_FIT_COMM_DUP, 16) - 4 * 14.6) < 1e-9);
    assert_true(fabs(time_by(FC_COLLECTIVES_MPICH, FC_FIT_COMM_SPLIT, 16) - (4 * 12 + 1.2)) < 1e-9);
    /* 15 messages of 8 bytes in, T and 14 R, and out, 14 P and T */
    assert_true(fabs(time_by(FC_COLLECTIVES_SMPI, FC_FIT_COMM_SPLIT, 16) - (11.08 + 14 * 3 + 14 * 1 + 11.08)) < 1e-9);
    /* three reductions of a word */
    assert_true(fabs(time_by(FC_COLLECTIVES_OPENMPI, FC_FIT_COMM_DUP, 8) - 3 * 3 * 12.04) < 1e-9);
}

/* Of 16 ranks: four levels, and in SMPI one message from the root to rank 0 before them. */
static void test_collective_plan__broadcasts_from_another_root(void **state)
{
    (void)state;
    assert_true(time_by(FC_COLLECTIVES_SMPI, FC_FIT_BCAST, 16) == 4 * 10);
    assert_true(time_by(FC_COLLECTIVES_SMPI, FC_FIT_BCAST_ELSEWHERE, 16) == 5 * 10);
    assert_true(time_by(FC_COLLECTIVES_MPICH, FC_FIT_BCAST_ELSEWHERE, 16) == 4 * 10);
}

/* Of 16 ranks and words of 4 bytes: a broadcast over four levels. With SMPI's selector also two exchanges with each of
 * 15 others, 15 messages in, T and 14 R, and one more broadcast before it (smpi_comm.cpp, Comm::init_smp). */
static void test_collective_plan__finds_who_shares_nodes(void **state)
{
    (void)state;
    double chosen = time_by(FC_COLLECTIVES_SMPI, FC_FIT_COMM_DUP, 16);
    machine.algorithm[FC_FIT_BCAST] = FC_ALGORITHM_BINOMIAL;
    double duplicate = time_by(FC_COLLECTIVES_SMPI, FC_FIT_COMM_DUP, 16);
    machine.algorithm[FC_FIT_BCAST] = FC_ALGORITHM_CHOSEN;
    assert_true(fabs(duplicate - 4 * 10.04) < 1e-9);
    assert_true(fabs(chosen - (2 * 15 * 12.04 + 10.04 + 14 * 3 + 2 * 4 * 10.04)) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collective_plan__makes_communicators),
        cmocka_unit_test(test_collective_plan__broadcasts_from_another_root),
        cmocka_unit_test(test_collective_plan__finds_who_shares_nodes),
        cmocka_unit_test(test_plan__everybody_gets_what_he_needs),
        cmocka_unit_test(test_plan__reduce_by_halves),
        cmocka_unit_test(test_plan__reduce_gathers_as_it_halved),
        cmocka_unit_test(test_plan__moves_the_bytes_it_must),
        cmocka_unit_test(test_plan_time__closed_cases),
        cmocka_unit_test(test_collective_choose__follows_the_libraries),
        cmocka_unit_test(test_collective_choose__uses_the_specified_algorithm),
        cmocka_unit_test(test_collective_plan__all_sizes),
        cmocka_unit_test(test_collective_plan__segments_reach_everybody),
        cmocka_unit_test(test_collective_plan__segments_cost_what_they_take),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
