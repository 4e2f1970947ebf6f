/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workers that wait for data-dependent times: sleeps TASKS */
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size;
    double load[4] = {0.1, 0.2, 0.3, 0.4};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int tasks = atoi(argv[1]);
    for (int i = rank; i < tasks; i += size) {
        load[i % 4] = 3.9 * load[i % 4] * (1 - load[i % 4]);
        usleep((unsigned)(500 + 3000 * load[i % 4]));
    }
    MPI_Finalize();
    return 0;
}
