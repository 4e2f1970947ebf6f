/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix product's step on a square of ranks: broadcasts along rows, sums along columns. argv: elements of a block,
 * steps. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size, side = 1, here, there;
    MPI_Comm row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while ((side + 1) * (side + 1) <= size)
        side++;
    MPI_Comm_split(MPI_COMM_WORLD, rank / side, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % side, rank, &column);
    MPI_Comm_size(row, &here);
    MPI_Comm_size(column, &there);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
    for (int step = 0; step < steps; step++) {
        MPI_Bcast(a, n, MPI_DOUBLE, step % here, row);
        work(a, n);
        MPI_Reduce(a, b, n, MPI_DOUBLE, MPI_SUM, step % there, column);
    }
    free(a);
    free(b);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Finalize();
    return 0;
}
