/* SPDX-License-Identifier: GPL-3.0-or-later
 * Each of 300 reductions of a number that depends on the rank decides the next one: as many rounds of all ranks. A
 * message to a dynamic rank prevents method ranks. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, steps = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int n = rank, all = 0; all < 300; steps++) {
        n++;
        MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Isend(&steps, 1, MPI_INT, rand() % size, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return steps < 0;
}
