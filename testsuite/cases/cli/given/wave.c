#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n, blocks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = atoi(argv[1]);
    blocks = atoi(argv[2]);
    double *a = calloc(n, sizeof *a);
    for (int b = 0; b < blocks; b++) {
        if (rank > 0)
            MPI_Recv(a, n, MPI_DOUBLE, rank - 1, b, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 1; i < n; i++)
            a[i] = 0.5 * (a[i] + a[i - 1]);
        if (rank + 1 < size)
            MPI_Send(a, n, MPI_DOUBLE, rank + 1, b, MPI_COMM_WORLD);
    }
    free(a);
    MPI_Finalize();
    return 0;
}
