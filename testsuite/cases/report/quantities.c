/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A value that the formula does not follow (q), and a part without a closed form. */
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n, p, q = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    n = atoi(argv[1]);
    double *a = malloc(n * sizeof *a), sum = 0;
    while (q * q * q < p)
        q++;
    for (int i = 0; i < n; i++)
        a[i] = i * 0.5;
    for (int j = 1; j < n; j += j % 3 + 1)
        sum += j;
    for (int j = 0; j < q; j++)
        MPI_Bcast(a, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(a);
    MPI_Finalize();
    return sum < 0;
}
