#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100, rounds = 0;
    MPI_Init(&argc, &argv);
    double *a = malloc(sizeof *a * (size_t)n), largest = 1;
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
    while (largest > 1e-3) {
        largest = 0;
        for (int i = 0; i < n; i++) {
            a[i] *= 0.5;
            largest = a[i] > largest ? a[i] : largest;
        }
        rounds++;
        MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (argc > 2)
            abort();
    }
    free(a);
    MPI_Finalize();
    return rounds < 0;
}
