# SPDX-License-Identifier: GPL-3.0-or-later
# A loop that counts down from a dynamic bound and shifts an array: it has a formula, as its prediction has a time.
cat >shift.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), rest = n - rand() % 8;
    int *x = calloc(n + 1, sizeof(int));
    for (int i = rest; i > 0; i--)
        x[i] = x[i - 1];
    MPI_Reduce(x + rest, x, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    free(x);
    MPI_Finalize();
    return 0;
}
C
expect 0 "1 count" analyze shift.c -o shift.fc -- -O2
expect 0 "shift.c:9" predict shift.fc -m default -n 1 --assume shift.c:9=5000 -- 5000
expect 0 "5000" formula shift.fc -m default --all -n 1 --assume shift.c:9=5000 -- 5000
