#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *a = calloc(n, sizeof *a);
    if (rank < size / 2)
        MPI_Send(a, n, MPI_DOUBLE, rank + size / 2, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(a, n, MPI_DOUBLE, rank - size / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(a);
    MPI_Finalize();
    return 0;
}
