# SPDX-License-Identifier: GPL-3.0-or-later
# A data-dependent branch whose arms move a variable by the same steps, as in merging two sorted arrays, does not make
# the variable data-dependent. Counts by hand and by gcov, for n = 1000: 1000 iterations of the first loop; work() is
# called for 50, 100, ... 1000, which is 10500 iterations; the second loop has 500 iterations, and 250500 inner ones; the
# third has 10, of which 5 communicate.
cat >steps.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double work(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), i = 0, j = 0, c = 0, q = 0;
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *t = malloc(n * sizeof *t);
    double *x = calloc(n, sizeof *x), s = 0;
    for (int k = 0; k < n; k++) {
        a[k] = rand();
        b[k] = rand();
    }
    while (c < n) {
        if (a[i] <= b[j])
            t[c++] = a[i++];
        else
            t[c++] = b[j++];
        if (c % 50 == 0)
            s += work(x, c);
    }
    for (c = 0; c < n;) {
        if (a[c] < b[c]) {
            s += 1;
            c += 2;
        } else {
            s -= 1;
            c += 2;
        }
        for (int k = 0; k < c; k++)
            s += x[k];
    }
    for (c = n; c > 0; q++) {
        if (a[c - 1] > b[c - 1])
            c /= 2;
        else {
            s += 2;
            c /= 2;
        }
        if (q & 1)
            MPI_Bcast(x, c + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
C
expect 0 "3 counts need a profile" analyze steps.c -o steps.fc -- -O2
check grep -qF "Loops: 6 closed" out
for share in 0 0.25 1; do # either arm may never run
    arms=(--assume steps.c:24="$share" --assume steps.c:32="$share" --assume steps.c:43="$share")
    expect 0 "25*floor(n/50)*(floor(n/50) + 1)" formula steps.fc --all -n 2 "${arms[@]}" -- 1000
    check grep -qF "ceil(n/2)*(ceil(n/2) + 1)" out
    for method in sum ranks; do # 2 ranks, c + 1 = 251, 63, 16, 4, 1 numbers: 335
        expect 0 "" predict steps.fc --method $method --format json -n 2 "${arms[@]}" -- 1000
        check grep -qF '"messages": 10, "bytes": 5360,' out
    done
done

# Arms that differ, and arms that leave the iteration, keep the variable dynamic.
cat >differ.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), c = 0, d = 0;
    int *a = malloc(n * sizeof *a);
    for (int k = 0; k < n; k++)
        a[k] = rand();
    while (c < n) {
        if (a[c] > 7)
            c += 2;
        else
            c++;
    }
    while (d < n) {
        if (a[d] > 7) {
            d++;
            continue;
        }
        d++;
        a[0] += d;
    }
    MPI_Finalize();
    return a[0] == 0;
}
C
expect 0 "2 dynamic" analyze differ.c -o differ.fc -- -O2
