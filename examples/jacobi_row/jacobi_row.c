/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobi iteration for A x = b, rows of A distributed in blocks of ceil(n/p). Each rank computes the scalar products of
 * its rows with the whole iterate; an allgather gives every rank the next one. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct system {
    int n;
    int block;   /* capacity in rows: ceil(n / p) */
    int first;   /* global number of the first local row */
    int rows;    /* local rows, 0 .. block */
    double *a;   /* rows x n */
    double *b;   /* rows */
    double *x;   /* the whole iterate, block * p long */
    double *new; /* this rank's part of the next one, block long */
} system_t;

static void *allocate(size_t count)
{
    double *memory = calloc(count ? count : 1, sizeof *memory);
    if (!memory) {
        fprintf(stderr, "jacobi_row: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return memory;
}

/* A diagonally dominant matrix, and the right-hand side for which every x[i] is 1. */
static void set_up(system_t *s, int n, int rank, int size)
{
    s->n = n;
    s->block = (n + size - 1) / size;
    s->first = rank * s->block;
    s->rows = s->first >= n ? 0 : n - s->first < s->block ? n - s->first : s->block;
    s->a = allocate((size_t)s->rows * n);
    s->b = allocate(s->rows);
    s->x = allocate((size_t)s->block * size);
    s->new = allocate(s->block);
    for (int i = 0; i < s->rows; i++) {
        int g = s->first + i;
        double sum = 0.0;
        for (int j = 0; j < n; j++) {
            double value = j == g ? 2.0 * n : (g + j) % 2 ? 0.5 : -0.25;
            s->a[(size_t)i * n + j] = value;
            sum += value;
        }
        s->b[i] = sum;
    }
}

static void jacobi(system_t *s, int iterations)
{
    for (int k = 0; k < iterations; k++) {
        for (int i = 0; i < s->rows; i++) {
            const double *row = s->a + (size_t)i * s->n;
            double product = 0.0;
            for (int j = 0; j < s->n; j++)
                product += row[j] * s->x[j];
            int g = s->first + i;
            s->new[i] = s->x[g] + (s->b[i] - product) / row[g];
        }
        MPI_Allgather(s->new, s->block, MPI_DOUBLE, s->x, s->block, MPI_DOUBLE, MPI_COMM_WORLD);
    }
}

static void report(const system_t *s, int iterations, int size, double seconds)
{
    double sum = 0.0, worst = 0.0;
    for (int i = 0; i < s->n; i++) {
        double error = s->x[i] > 1.0 ? s->x[i] - 1.0 : 1.0 - s->x[i];
        sum += s->x[i];
        if (error > worst)
            worst = error;
    }
    printf("jacobi_row: n %d, iterations %d, ranks %d\n", s->n, iterations, size);
    printf("checksum %.8f, error %.2e\n", sum, worst);
    printf("time %.6f s\n", seconds);
}

static int read_number(const char *text, long low, long high)
{
    char *end;
    long value = strtol(text, &end, 10);
    return end == text || *end != '\0' || value < low || value > high ? -1 : (int)value;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int n = argc == 3 ? read_number(argv[1], 1, 100000) : -1;
    int iterations = argc == 3 ? read_number(argv[2], 0, 100000000) : -1;
    if (n < 0 || iterations < 0) {
        if (rank == 0)
            fprintf(stderr, "usage: jacobi_row N ITERATIONS\n");
        MPI_Finalize();
        return EXIT_FAILURE;
    }

    system_t s;
    set_up(&s, n, rank, size);

#pragma forecost init_end
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    jacobi(&s, iterations);
    double seconds = MPI_Wtime() - start, slowest;
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);

    if (rank == 0)
        report(&s, iterations, size, slowest);
    free(s.a);
    free(s.b);
    free(s.x);
    free(s.new);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
