/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options select procedures through pointers: a method in a record, a table, a callback; the first call of a method
 * replaces it. Memory comes from allocation wrappers, for control data and for other data; parameters are packed and
 * broadcast together with other data. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct method {
    void (*run)(struct method *method, int n);
    int width, calls;
    double *field;
};

struct item {
    double weight;
    int key[2], length;
};

static double total;

static void *get(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        printf("no memory\n");
        exit(1);
    }
    memset(memory, 0, bytes);
    return memory;
}

static double *get_reals(int n)
{
    return (double *)get(n * sizeof(double));
}

static void give(void *memory)
{
    if (memory)
        free(memory);
}

static void narrow(struct method *method, int n)
{
    for (int i = 0; i < n; i++)
        method->field[i % 64] += 1;
    method->width = n / 2;
}

static void wide(struct method *method, int n)
{
    for (int i = 0; i < 2 * n; i++)
        method->field[i % 64] += 2;
    method->width = n + 3;
}

static void begin(struct method *method, int n)
{
    for (int i = 0; i < n / 3; i++)
        method->field[i % 64] = 0;
    method->run = wide;
    method->calls++;
}

static void halve(int n)
{
    for (int k = n; k > 0; k /= 2)
        total += 1;
}

static void third(int n)
{
    for (int k = n; k > 0; k /= 3)
        total += 1;
}

static int by_key(const void *a, const void *b)
{
    const struct item *x = a, *y = (const struct item *)b;
    if (x->key[1] != y->key[1])
        return x->key[1] < y->key[1] ? -1 : 1;
    return x->length - y->length;
}

static int down(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static void apply(void (*with)(int), int n)
{
    total *= 2;
    (*with)(n);
}

static struct method *make(const char *name, double *field)
{
    struct method *method = get(sizeof *method);
    method->run = narrow;
    if (strcmp(name, "lazy") == 0)
        method->run = &begin;
    else if (strcmp(name, "wide") == 0)
        method->run = wide;
    method->width = 1;
    method->field = field;
    return method;
}

static void (*const table[])(int) = {third, halve, halve, NULL};

int main(int argc, char **argv)
{
    int rank, packed[4], rounds, n, measured = 5;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        packed[0] = argc > 1 ? atoi(argv[1]) : 20;
        packed[1] = measured;
        packed[3] = argc > 2 ? atoi(argv[2]) : 3;
    }
    MPI_Bcast(packed, 4, MPI_INT, 0, MPI_COMM_WORLD);
    n = packed[0];
    measured = packed[1];
    rounds = packed[3];
    double *field = get_reals(64);
    int *size = get(rounds * sizeof(int)), *noise = get((n + 1) * sizeof(int));
    struct method *method = make(argc > 3 ? argv[3] : "narrow", field);
    for (int i = 0; i < rounds; i++)
        size[i] = n + i;
    for (int round = 0; round < rounds; round++)
        method->run(method, size[round]);
    for (int i = 0; i < method->width + method->calls; i++)
        total += field[i % 64];
    for (int i = 0; i < n; i++)
        noise[i] = (int)field[i % 64];
    for (int i = 0; table[i]; i++)
        table[i](n + i);
    apply(halve, n);
    apply(n % 2 ? third : halve, rounds);
    struct item *item = get(rounds * sizeof *item);
    for (int i = 0; i < rounds; i++) {
        item[i].weight = field[i];
        item[i].key[1] = i * 7 % 3;
        item[i].length = n + i * 5 % 4;
    }
    qsort(item, rounds, sizeof *item, by_key);
    qsort(size, (size_t)rounds, sizeof(int), &down);
    for (int i = 0; i < item[0].length * 3; i++)
        total += item[i % rounds].weight;
    for (int i = 0; i < size[0] + item[rounds / 2].key[1]; i++)
        total *= 0.5;
    measured = (int)field[0] + noise[0] + measured;
    printf("%d\n", measured);
    give(size);
    give(noise);
    give(field);
    MPI_Finalize();
    return 0;
}
