/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tiled Cholesky factorisation, as tasks with dependences. */
#include "../cholesky.h"

#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    begin();
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < TILES; k++) {
#pragma omp task depend(inout : A[k][k])
        factor(&A[k][k]);
        for (int i = k + 1; i < TILES; i++) {
#pragma omp task depend(in : A[k][k]) depend(inout : A[i][k])
            solve(&A[i][k], &A[k][k]);
        }
        for (int i = k + 1; i < TILES; i++)
            for (int j = k + 1; j <= i; j++) {
#pragma omp task depend(in : A[i][k], A[j][k]) depend(inout : A[i][j])
                update(&A[i][j], &A[i][k], &A[j][k]);
            }
    }
    MPI_Finalize();
    return !isfinite(A[TILES - 1][TILES - 1][SIZE - 1][SIZE - 1]);
}
