/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conjugate gradients for the Poisson equation on an n x n grid (five-point stencil, no matrix stored), lines of the
 * grid distributed over the ranks, until the residual has fallen by the factor tol. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n;            /* points in a line */
    int rows;         /* local lines */
    int above, below; /* ranks of the neighbours, or MPI_PROC_NULL */
} domain;

static double dot(const domain *d, const double *u, const double *v)
{
    double local = 0.0, global;
    for (size_t i = 0; i < (size_t)d->rows * d->n; i++)
        local += u[i] * v[i];
    MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return global;
}

/* y += a x */
static void axpy(const domain *d, double a, const double *x, double *y)
{
    const size_t length = (size_t)d->rows * d->n;
    for (size_t i = 0; i < length; i++)
        y[i] += a * x[i];
}

/* p has a halo line on either side: p[-n ..] and p[rows * n ..]. */
static void exchange(const domain *d, double *p)
{
    const int n = d->n;
    double *last = p + (size_t)(d->rows - 1) * n;
    MPI_Sendrecv(p, n, MPI_DOUBLE, d->above, 0, last + n, n, MPI_DOUBLE, d->below, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(last, n, MPI_DOUBLE, d->below, 1, p - n, n, MPI_DOUBLE, d->above, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* q = A p */
static void apply(const domain *d, double *p, double *q)
{
    const int n = d->n;
    if (d->rows > 0)
        exchange(d, p);
    for (int i = 0; i < d->rows; i++) {
        const double *line = p + (size_t)i * n;
        double *out = q + (size_t)i * n;
        for (int j = 0; j < n; j++) {
            double west = j > 0 ? line[j - 1] : 0.0;
            double east = j < n - 1 ? line[j + 1] : 0.0;
            out[j] = 4.0 * line[j] - west - east - line[j - n] - line[j + n];
        }
    }
}

/* Solves A x = b from x = 0; b is overwritten. Returns the iterations; *reduction is ||r|| / ||b||. */
static int solve(const domain *d, double *x, double *b, double tol, int limit, double *reduction)
{
    const size_t length = (size_t)d->rows * d->n;
    double *storage = calloc(length + 2 * (size_t)d->n, sizeof(double));
    double *q = calloc(length + 1, sizeof(double));
    if (!storage || !q)
        MPI_Abort(MPI_COMM_WORLD, 1);
    double *r = b, *p = storage + d->n;

    memcpy(p, r, length * sizeof(double));
    double rr = dot(d, r, r);
    const double target = tol * tol * rr, initial = rr;
    int iterations = 0;
    while (rr > target && iterations < limit) {
        apply(d, p, q);
        double alpha = rr / dot(d, p, q);
        axpy(d, alpha, p, x);
        axpy(d, -alpha, q, r);
        double rr_next = dot(d, r, r);
        double beta = rr_next / rr;
        for (size_t i = 0; i < length; i++)
            p[i] = r[i] + beta * p[i];
        rr = rr_next;
        iterations++;
    }
    free(storage);
    free(q);
    *reduction = initial > 0.0 ? sqrt(rr / initial) : 0.0;
    return iterations;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int n = argc > 1 ? atoi(argv[1]) : 0;
    double tol = argc > 2 ? atof(argv[2]) : 1e-6;
    int limit = argc > 3 ? atoi(argv[3]) : 10000;
    if (n < 1 || n > 30000 || !(tol > 0.0 && tol < 1.0) || limit < 0 || argc > 4) {
        if (rank == 0)
            fprintf(stderr, "usage: cg N [TOLERANCE [MAX_ITERATIONS]]   (0 < TOLERANCE < 1)\n");
        MPI_Finalize();
        return 2;
    }

    domain d = {.n = n};
    d.rows = n / size + (rank < n % size);
    int first = rank * (n / size) + (rank < n % size ? rank : n % size);
    d.above = d.rows > 0 && rank > 0 ? rank - 1 : MPI_PROC_NULL;
    d.below = d.rows > 0 && first + d.rows < n ? rank + 1 : MPI_PROC_NULL;

    double *x = calloc((size_t)d.rows * n + 1, sizeof(double));
    double *b = malloc(((size_t)d.rows * n + 1) * sizeof(double));
    if (!x || !b)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < d.rows; i++)
        for (int j = 0; j < n; j++)
            b[(size_t)i * n + j] = 1.0 + ((first + i) % 3) * 0.5 - (j % 5) * 0.25;

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime(), reduction;
    int iterations = solve(&d, x, b, tol, limit, &reduction);
    double mine = MPI_Wtime() - start, slowest;
    MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);

    double norm = sqrt(dot(&d, x, x));
    if (rank == 0) {
        printf("cg: n %d, tolerance %g, ranks %d\n", n, tol, size);
        printf("iterations %d, residual %.2e, norm of x %.6e\n", iterations, reduction, norm);
        printf("time %.6f s\n", slowest);
    }
    free(x);
    free(b);
    MPI_Finalize();
    return 0;
}
