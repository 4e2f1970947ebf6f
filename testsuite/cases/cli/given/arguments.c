/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads five arguments, the last one a file name. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int read_size(char **words, int k)
{
    return atoi(words[k]);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    int m = read_size(argv, 2);
    double x = strtod(argv[3], NULL);
    int fast = strcmp(argv[4], "fast") == 0;
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (fast)
        for (int i = 0; i < m * x; i++)
            MPI_Barrier(MPI_COMM_WORLD);
    FILE *in = fopen(argv[5], "r");
    int rows;
    if (!in || fscanf(in, "%d", &rows) != 1) {
        fprintf(stderr, "cannot read the mesh %s\n", argv[5]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < rows; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
