/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps that are other loops' variables, counts of shifts, and a communicator in a record that a procedure fills. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plan {
    int n, rows, rank, size;
    MPI_Comm comm;
    double *data;
} plan;

static int create(plan *p, int n, MPI_Comm comm)
{
    memset(p, 0, sizeof *p);
    p->n = n;
    p->comm = comm;
    MPI_Comm_rank(comm, &p->rank);
    MPI_Comm_size(p->comm, &p->size);
    p->rows = n / p->size + 1;
    p->data = calloc((size_t)p->rows * (size_t)n + 1, sizeof *p->data);
    return p->data ? 0 : -1;
}

static int logarithm(int n)
{
    int bits = 0;
    while ((1 << bits) < n)
        bits++;
    return bits;
}

static void butterflies(double *a, int n)
{
    for (int length = 2; length <= n; length <<= 1)
        for (int i = 0; i + length <= n; i += length)
            for (int j = 0; j < length / 2; j++)
                a[i + j] += a[i + j + length / 2];
}

int main(int argc, char **argv)
{
    int n = 20, shifts = 2, low = 0;
    double sum = 0;
    plan p;
    MPI_Init(&argc, &argv);
    if (argc > 1)
        n = atoi(argv[1]);
    if (create(&p, n, MPI_COMM_WORLD) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int step = 1; step <= n; step++)
        for (int i = 0; i < n; i += step)
            p.data[i] += step;
    for (int step = 3; step < 2 * n; step += 4)
        for (int i = p.rank; i < n; i += step)
            p.data[i] -= step;
    for (int i = 0; i < p.rows; i++)
        butterflies(p.data + (size_t)i * (size_t)n, n);
    for (int i = 0; i < 3 * logarithm(n); i++)
        sum += i;
    for (; (n >> shifts) > 0; shifts++)
        sum += shifts;
    while ((3 << low) <= n)
        low++;
    for (int i = 0; i < low + shifts; i++)
        sum += p.data[i % n];
    MPI_Barrier(p.comm);
    for (int i = 0; i < p.size; i++)
        sum += i;
    printf("%g\n", sum);
    free(p.data);
    MPI_Finalize();
    return 0;
}
