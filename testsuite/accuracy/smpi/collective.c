/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One collective some times: OPERATION BYTES TIMES; 0 barrier, 1 broadcast, 2 reduce, 3 allreduce, 4 gather, 5 scatter,
 * 6 allgather, 7 alltoall, 8 reduce-scatter. BYTES: a vector, or a block to or from each rank (a whole vector: 8). */
#include <mpi.h>
#include <stdlib.h>

static double *out, *in;

static void call(int operation, int n, int ranks)
{
    MPI_Comm w = MPI_COMM_WORLD;
    if (operation == 0)
        MPI_Barrier(w);
    if (operation == 1)
        MPI_Bcast(out, n, MPI_DOUBLE, 0, w);
    if (operation == 2)
        MPI_Reduce(out, in, n, MPI_DOUBLE, MPI_SUM, 0, w);
    if (operation == 3)
        MPI_Allreduce(out, in, n, MPI_DOUBLE, MPI_SUM, w);
    if (operation == 4)
        MPI_Gather(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, 0, w);
    if (operation == 5)
        MPI_Scatter(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, 0, w);
    if (operation == 6)
        MPI_Allgather(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, w);
    if (operation == 7)
        MPI_Alltoall(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, w);
    if (operation == 8)
        MPI_Reduce_scatter_block(out, in, n / ranks, MPI_DOUBLE, MPI_SUM, w);
}

int main(int argc, char **argv)
{
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int operation = atoi(argv[1]), n = atoi(argv[2]) / 8, times = atoi(argv[3]);
    out = malloc(sizeof *out * n * ranks);
    in = malloc(sizeof *in * n * ranks);
    for (int i = 0; i < times; i++)
        call(operation, n, ranks);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
