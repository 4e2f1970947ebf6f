/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a Mandelbrot set as a shared loop under OMP_SCHEDULE. */
#include "../mandelbrot.h"

#include <mpi.h>

int main(int argc, char **argv)
{
    long sum = 0;
    MPI_Init(&argc, &argv);
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
    for (int i = 0; i < ROWS; i++)
        sum += row(i);
    MPI_Finalize();
    return sum == 0;
}
