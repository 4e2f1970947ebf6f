/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coroutines keep their registers and stacks across switches. */
#include "runtime/core/coroutine.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    FLOWS = 50,
    ROUNDS = 100
};

/* A ring of coroutines; the last one to finish returns to the host. */
typedef struct ring {
    fc_coroutine host, flow[FLOWS];
    double sum[FLOWS];
    int left;
} ring;

typedef struct place {
    ring *of;
    int number;
} place;

static void hand_on(const place *at)
{
    if (at->of)
        fc_coroutine_switch(&at->of->flow[at->number], &at->of->flow[(at->number + 1) % FLOWS]);
}

/* Values that live across switches, in floating-point and integer registers and in memory. */
static double work(const place *at)
{
    double x = at->number + 0.5, root = sqrt(x), product = x * root, sum = 0, table[8];
    long count = 7 * at->number;
    char text[64];
    for (int i = 0; i < 8; i++)
        table[i] = x * i + root;
    for (int round = 0; round < ROUNDS; round++) {
        hand_on(at);
        product += table[round % 8] * root + x;
        count += 3;
        snprintf(text, sizeof text, "%.3f %ld", product, count);
        sum += strtod(text, NULL) + (double)count;
    }
    return sum;
}

static void run(void *data)
{
    const place *at = data;
    ring *of = at->of;
    of->sum[at->number] = work(at);
    if (--of->left == 0)
        fc_coroutine_switch(&of->flow[at->number], &of->host);
    for (;;)
        hand_on(at);
}

static void test_runtime_coroutine__switches_keep_everything(void **state)
{
    static ring all = {.left = FLOWS};
    static place at[FLOWS];
    fc_stacks stacks;
    (void)state;
    assert_int_equal(fc_stacks_create(&stacks, FLOWS, 65536), 0);
    for (int i = 0; i < FLOWS; i++) {
        size_t size;
        void *stack = fc_stacks_at(&stacks, i, &size);
        at[i] = (place){&all, i};
        assert_true(size >= 65536);
        fc_coroutine_prepare(&all.flow[i], stack, size, run, &at[i]);
    }
    fc_coroutine_switch(&all.host, &all.flow[0]);
    for (int i = 0; i < FLOWS; i++)
        assert_true(all.sum[i] == work(&(place){NULL, i}));
    fc_stacks_free(&stacks);
}

/* A stack overflow hits the guard page, not the neighboring stack. */
static void test_runtime_coroutine__stacks_end_with_a_guard(void **state)
{
    fc_stacks stacks;
    size_t size;
    int status;
    (void)state;
    assert_int_equal(fc_stacks_create(&stacks, 3, 10000), 0);
    volatile char *lowest = fc_stacks_at(&stacks, 1, &size);
    lowest[0] = lowest[size - 1] = 1;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        lowest[-1] = 1;
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    fc_stacks_free(&stacks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_coroutine__switches_keep_everything),
        cmocka_unit_test(test_runtime_coroutine__stacks_end_with_a_guard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
