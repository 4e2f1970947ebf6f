/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program without a closed formula, and with text that an unescaped page would execute. */
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n, rank, p, k = 1, steps = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    n = atoi(argv[1]);
    double *a = malloc(n * sizeof *a), sum = 0;
    while (k < n) { /* <b>"</script><script>document.title = 'run'</script>&amp; */
        for (int i = 0; i < k; i++)
            sum += a[i] = i * 0.5;
        k = 3 * k + rank % 2;
        steps++;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(a);
    MPI_Finalize();
    return steps > 0 && sum < 0;
}
