/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single collectives on a clock shared by all ranks: "<operation> <ranks> <bytes> <seconds>" from the last rank's
 * arrival to the last one's end. argv: the most bytes a rank holds. Bytes as in comm_interface's table; no size is one
 * of the calibration's. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, ranks;
static char *out, *in;
static int *counts;

static void run(int which, int bytes)
{
    switch (which) {
    case 0:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 1:
        MPI_Bcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        break;
    case 2:
        MPI_Reduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        break;
    case 3:
        MPI_Allreduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        break;
    case 4:
        MPI_Gather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        break;
    case 5:
        MPI_Scatter(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        break;
    case 6:
        MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
        break;
    case 7:
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
        break;
    case 8:
        for (int r = 0; r < ranks; r++)
            counts[r] = bytes / 8 / ranks + (r < bytes / 8 % ranks);
        MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        break;
    default:
        MPI_Scan(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static double most(double mine)
{
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

static void point(const char *name, int which, int bytes)
{
    run(which, bytes); /* the first of a kind may initialize something */
    MPI_Barrier(MPI_COMM_WORLD);
    double came = MPI_Wtime();
    run(which, bytes);
    double gone = MPI_Wtime();
    came = most(came), gone = most(gone);
    if (rank == 0)
        printf("%s %d %d %.12g\n", name, ranks, bytes, gone - came);
}

int main(int argc, char **argv)
{
    static const char *const name[] = {"barrier", "bcast",     "reduce",   "allreduce",      "gather",
                                       "scatter", "allgather", "alltoall", "reduce_scatter", "scan"};
    static const int size[] = {40, 1000, 10000, 100000, 1000000};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long room = argc > 1 ? atol(argv[1]) : 1 << 20;
    out = calloc((size_t)room, 1);
    in = calloc((size_t)room, 1);
    counts = calloc((size_t)ranks, sizeof *counts);
    for (int which = 0; which < (ranks > 128 ? 9 : 10); which++) /* SMPI's scan takes quarters of an hour beyond */
        for (int i = 0; i < 5 && (which > 0 || i == 0); i++) {
            int blocks = which >= 4 && which <= 7 ? ranks : 1;
            if ((long)size[i] * blocks <= room)
                point(name[which], which, which ? size[i] : 0);
        }
    free(out);
    free(in);
    free(counts);
    MPI_Finalize();
    return 0;
}
