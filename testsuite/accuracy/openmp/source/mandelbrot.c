/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a Mandelbrot set as a shared loop under OMP_SCHEDULE. */
#include <mpi.h>
#include <stdlib.h>

enum {
    ROWS = 400,
    COLUMNS = 600,
    LIMIT = 2000
};

static long row(int i)
{
    long sum = 0;
    for (int j = 0; j < COLUMNS; j++) {
        double x = -2.2 + 3.0 * j / COLUMNS, y = -0.3 + 1.5 * i / ROWS, re = 0, im = 0;
        for (int n = 0; n < LIMIT && re * re + im * im < 4; n++) {
            double next = re * re - im * im + x;
            im = 2 * re * im + y;
            re = next;
            sum++;
        }
    }
    return sum;
}

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
