# SPDX-License-Identifier: GPL-3.0-or-later
# A rank that goes around the ring picks the counts: it wraps by a remainder. Each call of one() takes 1 ms.
cat >ring.c <<'EOC'
#include <mpi.h>
#include <stdlib.h>
static void one(void)
{
#pragma forecost procedure cost(1e-3)
}
int main(int argc, char **argv)
{
    int p, rank, n = atoi(argv[1]), part = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *count = malloc(p * sizeof *count), owner = rank, step = 5, over = 8;
    for (int i = 0; i < p; i++)
        count[i] = n / p + (i < n % p);
    if (part == 0) /* each owner once */
        for (int hop = 0; hop < p; hop++) {
            for (int i = 0; i < count[owner]; i++)
                one();
            owner = (owner - 1 + p) % p;
        }
    if (part == 1) /* 5, 1, 4, 0, 3, ... */
        for (int t = 0; t < n; t++) {
            for (int i = 0; i < step; i++)
                one();
            step += 3;
            step %= 7;
        }
    if (part == 2) /* 8, 4, 0, 3, 6, ...: begins beyond the remainders */
        for (int t = 0; t < n; t++) {
            for (int i = 0; i < over; i++)
                one();
            over = (over + 3) % 7;
        }
    if (part == 3) /* 5, 1, -3, 0, ...: C's remainder of a negative number is negative */
        for (int t = 0; t < n; t++) {
            for (int i = 0; i < step + 7; i++)
                one();
            step = (step - 4) % 7;
        }
    MPI_Finalize();
    return 0;
}
EOC
expect 0 "no count needs a profile" analyze ring.c -o ring.fc -- -O2
for part in 0 1 2 3; do
    for ranks in 1 5; do
        for n in 40 7; do
            expect 0 "" predict ring.fc -n $ranks --method sum --format json -- $n $part
            mv out predicted.json
            expect 0 "" formula ring.fc -n $ranks --format json -- $n $part
            check python3 - $part $n <<'PY'
import json
import sys
(point,) = json.load(open("predicted.json"))["points"]
formula, part, n = json.load(open("out")), int(sys.argv[1]), int(sys.argv[2])
values = [8 if part == 2 else 5]
for t in range(n - 1):
    last = values[-1]
    values.append((last + 3) % 7 if part < 3 else last - 4 if last >= 4 else -((4 - last) % 7))
calls = n if part == 0 else sum(value + 7 * (part == 3) for value in values)
for time in point["time_s"], formula["time_s"]:
    assert calls * 1e-3 <= time < calls * 1e-3 + 1e-4, (part, n, calls, time)
PY
        done
    done
done
