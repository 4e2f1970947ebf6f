/* SPDX-License-Identifier: GPL-3.0-or-later
 * Each of 300 reductions of a number that depends on the rank decides the next one: as many rounds of all ranks. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, steps = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int n = rank, all = 0; all < 300; steps++) {
        n++;
        MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return steps < 0;
}
