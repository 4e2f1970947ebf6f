#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int p, n = argc > 1 ? atoi(argv[1]) : 100;
    if (n < 1) {
        fprintf(stderr, "usage: whole N\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    double *a = malloc(sizeof *a * (size_t)n), sum = 0, total;
    for (int i = 0; i < n; i++)
        a[i] = 0.5 * i;
    for (int i = 0; i < n / p; i++)
        sum += a[i] * a[i];
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(a);
    MPI_Finalize();
    return total < 0;
}
