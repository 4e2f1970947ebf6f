# SPDX-License-Identifier: GPL-3.0-or-later
# Collectives with a count for each rank: the formula adds up the counts that a loop has filled. Both agree with the cost
# program, which has the counts themselves.
cat >blocks.c <<'EOC'
#include <mpi.h>
#include <stdlib.h>
static void fill(int *count, int n, int p)
{
    int least = n / p, rest = n % p;
    for (int i = 0; i < p; i++) {
        count[i] = least;
        if (i < rest)
            count[i]++;
    }
}
int main(int argc, char **argv)
{
    int p, rank, n = atoi(argv[1]), part = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *count = malloc(p * sizeof *count), *from = malloc(p * sizeof *from), *place = malloc(p * sizeof *place);
    int *up = malloc(p * sizeof *up), *last = malloc(p * sizeof *last);
    double *whole = malloc(n * p * sizeof *whole), *own = malloc(n * p * sizeof *own);
    for (int i = 0; i < p; i++) {
        place[i] = i * n / p;
        from[i] = (i + 1) * n / p - place[i];
    }
    fill(count, n, p);
    for (int i = 0; i < p; i++) {
        int end = (i + 1) * n;
        up[i] = (n + i) / p;
        if (end > 3 * n)
            end = 3 * n;
        last[i] = end - i * n;
        if (last[i] < 0)
            last[i] = 0;
    }
    if (part == 0)
        MPI_Scatterv(whole, count, place, MPI_DOUBLE, own, count[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (part == 1)
        MPI_Gatherv(own, count[rank], MPI_DOUBLE, whole, &count[0], place, MPI_DOUBLE, p - 1, MPI_COMM_WORLD);
    if (part == 2)
        MPI_Allgatherv(own, from[rank], MPI_INT, whole, from, place, MPI_INT, MPI_COMM_WORLD);
    if (part == 3)
        MPI_Alltoallv(whole, count, place, MPI_INT, own, up, place, MPI_DOUBLE, MPI_COMM_WORLD);
    if (part == 4)
        MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_INT, own, last, place, MPI_DOUBLE, MPI_COMM_WORLD);
    if (part == 5)
        MPI_Reduce_scatter(whole, own, up, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (part == 6)
        MPI_Gatherv(own, last[rank] + 1, MPI_DOUBLE, whole, last, place, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
EOC
expect 0 "no count needs a profile" analyze blocks.c -o blocks.fc -- -O2
for part in 0 1 2 3 4 5 6; do
    for ranks in 1 2 3 9 64; do
        for n in 40 7; do
            expect 0 "" predict blocks.fc -n $ranks --method sum --format json -- $n $part
            mv out predicted.json
            expect 0 "" formula blocks.fc -n $ranks --format json -- $n $part
            check python3 - $part <<'PY'
import json
import sys
(point,) = json.load(open("predicted.json"))["points"]
formula = json.load(open("out"))
assert not formula.get("parts"), (sys.argv[1], formula["parts"])
assert abs(formula["time_s"] - point["time_s"]) <= 1e-9 * point["time_s"], (sys.argv[1], point["ranks"], point["time_s"], formula["time_s"])
PY
        done
    done
done
expect 0 "T_scatterv(p, 8*(n/p))" formula blocks.fc -n 4 --all -- 100 0
expect 0 "T_allgatherv(p, 4*(n/p))" formula blocks.fc -n 4 --all -- 100 2
expect 0 "T_reduce_scatter(p, 8*n)" formula blocks.fc -n 4 --all -- 100 5
