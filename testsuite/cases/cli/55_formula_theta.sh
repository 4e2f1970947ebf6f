# SPDX-License-Identifier: GPL-3.0-or-later
# Theta is the growth for blocks of at least one element, the same at all points; the leading terms agree with it.
program() { # program NAME STATEMENTS: an MPI program with n, p, rank and an array
    cat >$1.c <<C
#include <mpi.h>
#include <stdlib.h>
static double a[1];
int main(int argc, char **argv)
{
    int rank, p, n = atoi(argv[1]), m = argc > 2 ? atoi(argv[2]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    $2
    MPI_Finalize();
    return 0;
}
C
    expect 0 "" analyze $1.c -o $1.fc -- -O2
}
# theta FORM NAME ARGUMENTS: the formula grows like this
theta() {
    form=$1 name=$2
    shift 2
    expect 0 "Theta($form)" formula $name.fc "$@"
    check grep -qxF "Theta($form)" out
}

# Balanced blocks: their ends cancel but for a rounding, also beside a term of one rank.
program blocks 'int rows = (rank + 1) * n / p - rank * n / p;
    for (int i = 0; i < rows; i++) for (int j = 0; j < n; j++) a[0] += 1;
    if (rank == 0) for (int i = 0; i < n; i++) a[0] += 2;'
theta "n^2/p + n" blocks -n 16 -- 2000
theta "n^2/p + n" blocks
# Both dimensions of a grid.
program grid 'int d[2] = {0, 0};
    MPI_Dims_create(p, 2, d);
    int y = rank / d[1], x = rank % d[1];
    int rows = (y + 1) * n / d[0] - y * n / d[0], columns = (x + 1) * n / d[1] - x * n / d[1];
    for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) a[0] = 1;'
theta "n^2/p" grid -n 16 -- 2000
# Blocks of a ceiling, cut at the end: minima of one argument differ by at most their other arguments.
program cut 'int most = (n + p - 1) / p, low = rank * most, high = low + most;
    low = low > n ? n : low;
    high = high > n ? n : high;
    for (int i = low; i < high; i++) a[0] += i;'
theta "n/p" cut -n 16 -- 2000
# Blocks without the edges: minima within minima.
program inner 'int low = rank * n / p, high = (rank + 1) * n / p;
    if (low == 0) low = 1;
    if (high == n) high = n - 1;
    for (int i = low; i < high; i++) for (int j = 1; j < n - 1; j++) a[0] += 1;
    if (rank > 0) MPI_Send(a, high - low, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD);
    if (rank < p - 1) MPI_Recv(a, n, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);'
expect 0 "Theta(n^2/p" formula inner.fc -n 16 -- 2000
# A triangle in blocks: rank p - 1 has the longest rows. One rank, or no elements, are as any other point.
program triangle 'double all;
    int low = rank * n / p, high = rank == p - 1 ? n : (rank + 1) * n / p;
    for (int i = low; i < high; i++) for (int j = 0; j <= i; j++) a[0] += 1.0 / (1 + i + j);
    MPI_Reduce(a, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);'
for point in "-n 64 -- 2000" "-n 4 -- 2000" "-n 1 -- 2000" "-n 4 -- 1" "-n 1 -- 0" ""; do
    expect 0 "Theta(" formula triangle.fc $point
    check grep -qE "^Theta\((n\^2/p \+ log\(p\)|log\(p\) \+ n\^2/p)\)$" out
done
for p in 2 16 64; do
    expect 0 "ns * n^2/p + ..." formula triangle.fc -n $p -- 2000
    check grep -qE "^T ~ 1\.[0-9]* ns \* n\^2/p" out
done
# Cyclic distributions: no root of p, and p itself is below n. The rank has one coordinate.
program cyclic 'for (int i = rank; i < n; i += p) for (int j = i; j < n; j++) a[0] += j;'
theta "n^2/p + n" cyclic -n 16 -- 2000
program lu 'int rows = n / p + (rank < n % p);
    for (int k = 0; k < n - 1; k++) {
        if (rank == k % p) a[0] = 1;
        for (int i = (k + 1 - rank + p - 1) / p; i < rows; i++) for (int j = k + 1; j < n; j++) a[0] -= 2;
    }'
theta "n^3/p + n^2" lu -n 16 -- 2000
check grep -qF "max over rank = 0 .. p - 1 of" out
# Another grid has ranges of its coordinates.
program rows 'int x = rank / m, y = rank % m;
    for (int i = 0; i < x; i++) a[0] += 1;
    for (int i = y; i < m; i++) a[0] += 2;'
expect 0 "max over ranks m*x + y, x = 0 .. ceil(p/m) - 1, y = 0 .. m - 1 of" formula rows.fc -n 16 -- 2000 4
# A stencil on the cells of a row-major grid: at most three iterations within the bounds.
program cells 'for (int c = 0; c < m * n; c++) {
        int x = c / m, y = c % m;
        for (int i = -1; i <= 1; i++) for (int j = -1; j <= 1; j++)
            if (x + i >= 0 && x + i < m && y + j >= 0 && y + j < n) a[0] += 1;
    }'
theta "n*m" cells -- 100 100
