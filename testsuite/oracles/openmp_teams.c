/* Directives of OpenMP whose time is closed in a team of one thread. Arguments: elements, steps, size of a chunk. */
#include <mpi.h>
#include <stdlib.h>
static double work(double *a, int n, int i)
{
    double s = 0;
    for (int j = 0; j < n; j++)
        s += a[j] * i;
    return s;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), steps = atoi(argv[2]), c = atoi(argv[3]), p, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), s = 0;
    int m = n / p;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 0; i < m; i++)
            a[i] = 0.5 * b[i] + 1;
#pragma omp parallel for schedule(static, 5)
        for (int i = 0; i < m; i++)
            b[i] = 0.5 * a[i] + 1;
#pragma omp parallel for schedule(dynamic) reduction(+ : s)
        for (int i = 0; i < m; i++)
            s += b[i] / 3;
#pragma omp parallel for schedule(dynamic, c) reduction(+ : s)
        for (int i = 0; i < m; i++)
            s += b[i] / 3;
#pragma omp parallel for
        for (int i = 0; i < m; i++)
            a[i * c] = 0.5 * a[i * c] + 1;
#pragma omp parallel for schedule(guided) collapse(2)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] += b[j];
#pragma omp parallel
        {
#pragma omp for nowait
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++)
                    a[i * n + j] += b[i * n + j];
#pragma omp for schedule(dynamic)
            for (int i = 0; i < m; i++)
                a[i] += work(b, n, i);
#pragma omp single
            s += 1;
#pragma omp master
            MPI_Allreduce(MPI_IN_PLACE, &s, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#pragma omp barrier
#pragma omp critical
            s *= 2;
#pragma omp sections
            {
#pragma omp section
                for (int i = 0; i < n; i++)
                    a[i] += 1;
#pragma omp section
                for (int i = 0; i < n; i++)
                    b[i] += 1;
            }
        }
#pragma omp parallel for
        for (int i = 0; i < m; i++)
            for (int j = 0; j <= i; j++)
                a[j] += b[i];
    }
    MPI_Finalize();
}
