/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stages of a fast Fourier transform: partners at distances 1, 2, 4 ... exchange their whole vector and work on it. A
 * rank without a partner only works. argv: elements, transforms. */
#include "work.h"

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), transforms = atoi(argv[2]);
    double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
    for (int t = 0; t < transforms; t++)
        for (int distance = 1; distance < size; distance *= 2) {
            int partner = rank / distance % 2 ? rank - distance : rank + distance;
            if (partner < size)
                MPI_Sendrecv(a, n, MPI_DOUBLE, partner, 0, b, n, MPI_DOUBLE, partner, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
            work(a, n);
        }
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
