/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conjugate gradients for a five-point Poisson problem. Rank 0 reads the mesh, the limit and the tolerance from a file.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mesh {
    int nx, ny, max_iter;
    double tol;
};

static void read_input(const char *name, struct mesh *m)
{
    char line[256], key[64], value[64];
    FILE *in = fopen(name, "r");
    if (!in) {
        fprintf(stderr, "cannot open %s\n", name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%63s = %63s", key, value) != 2)
            continue;
        if (strcmp(key, "nx") == 0)
            m->nx = atoi(value);
        else if (strcmp(key, "ny") == 0)
            m->ny = atoi(value);
        else if (strcmp(key, "max_iter") == 0)
            m->max_iter = atoi(value);
        else if (strcmp(key, "tol") == 0)
            m->tol = atof(value);
    }
    fclose(in);
}

static double dot(int n, const double *a, const double *b)
{
    double mine = 0, all;
    for (int i = 0; i < n; i++)
        mine += a[i] * b[i];
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static void apply(int nx, int rows, int up, int down, double *p, double *q)
{
    MPI_Sendrecv(p + nx, nx, MPI_DOUBLE, up, 0, p + (rows + 1) * nx, nx, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(p + rows * nx, nx, MPI_DOUBLE, down, 1, p, nx, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i <= rows; i++)
        for (int j = 0; j < nx; j++) {
            double west = j > 0 ? p[i * nx + j - 1] : 0, east = j < nx - 1 ? p[i * nx + j + 1] : 0;
            q[(i - 1) * nx + j] = 4 * p[i * nx + j] - west - east - p[(i - 1) * nx + j] - p[(i + 1) * nx + j];
        }
}

int main(int argc, char **argv)
{
    struct mesh mesh = {32, 32, 2000, 1e-6};
    int rank, size, iter = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        read_input(argc > 1 ? argv[1] : "cg.in", &mesh);
    MPI_Bcast(&mesh, sizeof mesh, MPI_BYTE, 0, MPI_COMM_WORLD);
    int nx = mesh.nx, rows = mesh.ny / size + (rank < mesh.ny % size), n = rows * nx;
    int up = rank > 0 ? rank - 1 : MPI_PROC_NULL, down = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    double *x = calloc(n, sizeof *x), *r = malloc(n * sizeof *r), *q = malloc(n * sizeof *q);
    double *p = calloc(n + 2 * nx, sizeof *p);
    for (int i = 0; i < n; i++)
        r[i] = p[nx + i] = 1;
    double rr = dot(n, r, r), target = mesh.tol * mesh.tol * rr;
    for (iter = 0; iter < mesh.max_iter && rr > target; iter++) {
        apply(nx, rows, up, down, p, q);
        double alpha = rr / dot(n, p + nx, q);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[nx + i];
            r[i] -= alpha * q[i];
        }
        double next = dot(n, r, r), beta = next / rr;
        for (int i = 0; i < n; i++)
            p[nx + i] = r[i] + beta * p[nx + i];
        rr = next;
    }
    double norm = dot(n, x, x);
    if (rank == 0)
        printf("nx %d: %d iterations, residual %g, |x| %g\n", nx, iter, sqrt(rr), sqrt(norm));
    free(x), free(r), free(q), free(p);
    MPI_Finalize();
    return 0;
}
