#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
    MPI_Allreduce(a, b, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(a, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
