/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Twelve parameters, most of them flags. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int trace = atoi(argv[1]), check = atoi(argv[2]), nx = atoi(argv[3]), ny = atoi(argv[4]), steps = atoi(argv[5]);
    int a = atoi(argv[6]), b = atoi(argv[7]), c = atoi(argv[8]), d = atoi(argv[9]), e = atoi(argv[10]);
    int f = atoi(argv[11]), nz = atoi(argv[12]);
    double s = 0;
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < nx * ny * nz; i++)
            s += i * 0.5;
    if (trace + check + a + b + c + d + e + f > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return s < 0;
}
