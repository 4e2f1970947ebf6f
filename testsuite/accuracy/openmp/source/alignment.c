/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two gene sequences aligned by dynamic programming: blocks of the table are tasks that wait for those above and
 * beside. */
#include "../alignment.h"

#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    begin();
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < BLOCKS; i++)
        for (int j = 0; j < BLOCKS; j++) {
#pragma omp task depend(in : done[i][j + 1], done[i + 1][j]) depend(out : done[i + 1][j + 1])
            block(i, j);
        }
    MPI_Finalize();
    return corner[BLOCKS][BLOCKS] == 0;
}
