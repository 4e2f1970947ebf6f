/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrix-vector products in parallel, the paper's kernel: rows in blocks, compressed by rows, the vector
 * gathered before each product. matvec ROWS STEPS. Each row has 9 columns: 3 beside the diagonal, and 6 scattered ones.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    IN_ROW = 9
};

static void fill(int *column, double *value, long rows, long first, long all)
{
    unsigned random = 12345 + (unsigned)first;
    for (long i = 0; i < rows; i++)
        for (int k = 0; k < IN_ROW; k++) {
            random = random * 1664525u + 1013904223u;
            long near = (first + i + k - 1 + all) % all;
            column[i * IN_ROW + k] = k < 3 ? (int)near : (int)((random >> 8) % (unsigned)all);
            value[i * IN_ROW + k] = k == 1 ? 0.5 : 0.05;
        }
}

static void multiply(double *y, const int *column, const double *value, const double *x, long rows)
{
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (long k = i * IN_ROW; k < (i + 1) * IN_ROW; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long rows = atol(argv[1]) / size, all = rows * size;
    int steps = atoi(argv[2]);
    int *column = malloc(sizeof *column * (size_t)(rows * IN_ROW));
    double *value = malloc(sizeof *value * (size_t)(rows * IN_ROW)), *x = malloc(sizeof *x * (size_t)all),
           *y = malloc(sizeof *y * (size_t)rows);
    if (!column || !value || !x || !y)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fill(column, value, rows, rank * rows, all);
    for (long i = 0; i < all; i++)
        x[i] = 1;
    for (int s = 0; s < steps; s++) {
        multiply(y, column, value, x, rows);
        MPI_Allgather(y, (int)rows, MPI_DOUBLE, x, (int)rows, MPI_DOUBLE, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%g\n", x[all / 2]);
    free(column);
    free(value);
    free(x);
    free(y);
    MPI_Finalize();
    return 0;
}
