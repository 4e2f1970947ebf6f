// SPDX-License-Identifier: GPL-3.0-or-later
// The C text of an MPI program of 50 procedures: each with two loops over an array and a broadcast.

function procedure(i) {
    return `static double work_${i}(double *a, int n)
{
    double sum = 0;
    for (int k = 0; k < ${i} + 2; k++)
        for (int j = 0; j < n; j++)
            sum += a[j] = a[j] * ${i}.5 + k;
    MPI_Bcast(a, n / ${i + 1}, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return sum;
}
`;
}

export function fiftyProcedures() {
    const numbers = [...Array(49).keys()];
    return `#include <mpi.h>
#include <stdlib.h>

${numbers.map(procedure).join("\n")}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *a = calloc(n, sizeof *a), sum = 0;
${numbers.map((i) => `    sum += work_${i}(a, n);`).join("\n")}
    free(a);
    MPI_Finalize();
    return sum < 0;
}
`;
}
