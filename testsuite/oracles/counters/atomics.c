/* SPDX-License-Identifier: GPL-3.0-or-later */
/* <stdatomic.h> and the underlying builtins. Each sum is computed twice, once with plain C: a difference ends it with
 * exit code 1. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct queue {
    _Atomic(int) head, tail;
    _Atomic double filled;
    int n;
};

static atomic_int count;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int differ;

static void equal(long made, long plain)
{
    if (made != plain) {
        printf("%ld, not %ld\n", made, plain);
        differ = 1;
    }
}

static int iterations(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum++;
    return sum;
}

static void counted(int n)
{
    atomic_init(&count, 2);
    for (int i = 0; i < n; i++) {
        atomic_fetch_add(&count, 1);
        atomic_fetch_sub_explicit(&count, i % 2, memory_order_relaxed);
    }
    equal(iterations(atomic_load(&count)), 2 + n - n / 2);
    atomic_fetch_or(&count, 1);
    atomic_fetch_and(&count, 7);
    equal(iterations(atomic_load_explicit(&count, memory_order_acquire)), ((2 + n - n / 2) | 1) & 7);
    count++;
    count += 2;
    count ^= 1;
    equal(iterations(count), ((((2 + n - n / 2) | 1) & 7) + 3) ^ 1);
}

static void handed_out(struct queue *q)
{
    int sum = 0, i;
    q->head = 0;
    atomic_store(&q->tail, q->n);
    while ((i = atomic_fetch_add(&q->head, 2)) < atomic_load(&q->tail))
        sum += i;
    equal(sum, (q->n + 1) / 2 * ((q->n + 1) / 2 - 1));
    for (i = 0; i < q->head; i++)
        q->filled = q->filled + 0.5;
    equal((long)(q->filled * 2), ((q->n + 1) / 2 + 1) * 2);
}

static void compared(struct queue *q)
{
    int expected = -1;
    atomic_store_explicit(&q->head, 5, memory_order_release);
    if (atomic_compare_exchange_strong(&q->head, &expected, 7))
        differ = 1;
    equal(iterations(expected), 5);
    while (!atomic_compare_exchange_weak(&q->head, &expected, expected + 1))
        ;
    equal(iterations(atomic_exchange(&q->head, 9)), 6);
    equal(iterations(q->head), 9);
    while (atomic_flag_test_and_set(&lock))
        ;
    atomic_flag_clear(&lock);
}

static void builtins(int n)
{
    long at = 1, other;
    for (int i = 0; i < n; i++)
        __atomic_add_fetch(&at, 2, __ATOMIC_SEQ_CST);
    equal(iterations((int)__atomic_load_n(&at, __ATOMIC_ACQUIRE)), 1 + 2 * n);
    __atomic_store_n(&at, n, __ATOMIC_RELEASE);
    __atomic_exchange(&at, &(long){3}, &other, __ATOMIC_SEQ_CST);
    equal(iterations((int)other) + iterations((int)at), n + 3);
    __sync_fetch_and_add(&at, 4);
    equal(iterations((int)at), 7);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    struct queue q = {.n = n};
    counted(n);
    handed_out(&q);
    compared(&q);
    builtins(n);
    return differ;
}
