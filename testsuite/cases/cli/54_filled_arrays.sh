# SPDX-License-Identifier: GPL-3.0-or-later
# Arrays that a loop fills, the usual preparation of MPI_Scatterv: the formula knows their elements as functions of the
# index, where the cost program executes the loop. Both agree, also where an array is filled otherwise.
cat >filled.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static int start[4096];
static void one(void)
{
#pragma forecost procedure cost(1e-3)
}
static void shares(int *count, int n, int p)
{
    for (int r = 0; r < p; r++)
        count[r] = n / p + (r < n % p ? 1 : 0);
}
static void work(const int *count, int rank)
{
    for (int i = 0; i < count[rank]; i++)
        one();
}
int main(int argc, char **argv)
{
    int p, rank, n = atoi(argv[1]), part = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *count = malloc(p * sizeof *count), *rest = malloc(p * sizeof *rest), *some = calloc(p + 1, sizeof *some);
    int *again = malloc(p * sizeof *again), *odd = calloc(p, sizeof *odd), edge[p + 1];
    for (int i = 0; i < p; i++)
        again[i] = i;
    if (part == 0) { /* by another procedure, by offset, in a global array and in one of variable length */
        shares(count, n, p);
        for (int i = 0; i < p; i++)
            start[i] = i * (n / p);
        for (int i = 1; i <= p; i++)
            edge[i - 1] = i * n / p;
        work(count, rank);
        for (int i = start[rank]; i < n; i++)
            one();
        for (int i = 0; i < edge[rank] + edge[0] + count[p - 1]; i++)
            one();
    }
    if (part == 1) { /* the last element is another one, and was set before */
        rest[p - 1] = n;
        for (int i = 0; i < p - 1; i++)
            rest[i] = i;
        for (int i = 0; i < rest[rank]; i++)
            one();
    }
    if (part == 2) { /* elements outside of the loop's range are zero */
        for (int i = 1; i < p; i++)
            some[i] = n + i;
        for (int i = 0; i < some[rank]; i++)
            one();
    }
    if (part == 3) /* filled anew, and read before */
        for (int k = 0; k < n % 5 + 17; k++) {
            for (int i = 0; i < again[rank]; i++)
                one();
            for (int i = 0; i < p; i++)
                again[i] = i + k;
        }
    if (part == 4) { /* not each iteration sets its element */
        for (int i = 0; i < p; i++) {
            if (i % 2 == 0)
                continue;
            odd[i] = n;
        }
        for (int i = 0; i < odd[rank]; i++)
            one();
    }
    if (part == 5) /* filled by a procedure, for another n in each iteration */
        for (int k = 0; k < n % 7 + 17; k++) {
            if (k > 0)
                work(count, rank);
            shares(count, n + k, p);
        }
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "no count needs a profile" analyze filled.c -o filled.fc -- -O2
for part in 0 1 2 3 4 5; do
    for ranks in 1 5 64; do
        expect 0 "" predict filled.fc -n $ranks --method sum --format json -- 100 $part
        mv out predicted.json
        expect 0 "" formula filled.fc -n $ranks --format json -- 100 $part
        check python3 - $part <<'PY'
import json
import sys
(point,) = json.load(open("predicted.json"))["points"]
formula = json.load(open("out"))
assert abs(formula["time_s"] - point["time_s"]) <= 1e-9 * point["time_s"], (sys.argv[1], point["ranks"], point["time_s"], formula["time_s"])
PY
    done
done
expect 0 "floor(n/p)*rank" formula filled.fc -n 4 --all -- 100 0

# Elements that an iteration sets by several statements, under conditions, and in inner loops.
cat >steps.c <<'EOC'
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
    int clamped[p], mixed[p], inner[p], few[p], other[p];
    if (part == 0) { /* by local variables that conditions change */
        for (int i = 0; i < p; i++) {
            int low = i * (n / p + 1), high = low + n / p + 1;
            if (low > n)
                low = n;
            if (high > n)
                high = n;
            clamped[i] = high - low;
        }
        for (int i = 0; i < clamped[rank]; i++)
            one();
    }
    if (part == 1) { /* by several statements */
        for (int i = 0; i < p; i++) {
            mixed[i] = i;
            if (i % 3 == 1)
                mixed[i] += n;
            else
                mixed[i] *= 2;
            mixed[i]++;
        }
        for (int i = 0; i < mixed[rank]; i++)
            one();
    }
    if (part == 2) { /* in inner loops, of which one has few iterations */
        for (int i = 0; i < p; i++) {
            inner[i] = n;
            few[i] = n;
            for (int k = 0; k <= i; k++)
                inner[i] += k;
            for (int k = 0; k < 3; k++)
                few[i] += i;
        }
        for (int i = 0; i < inner[rank]; i++)
            one();
        for (int i = 0; i < few[rank]; i++)
            one();
    }
    if (part == 3) { /* an iteration sets another element too */
        for (int i = 0; i < p; i++) {
            other[i] = n;
            other[(i + 1) % p] = i;
        }
        for (int i = 0; i < other[rank]; i++)
            one();
    }
    int next[p + 1], first[p], all[p];
    if (part == 4) { /* the next iteration's element too, which that sets again; the last one stays */
        for (int i = 0; i < p; i++) {
            next[i] = n;
            next[i + 1] = 2 * n;
        }
        for (int i = 0; i < next[rank] + next[rank + 1]; i++)
            one();
    }
    if (part == 5) /* the first element is that of the last iteration */
        for (int i = 0; i < p; i++) {
            first[0] = n + i;
            first[i] = n;
        }
    for (int i = 0; part == 5 && i < first[rank]; i++)
        one();
    if (part == 6) { /* an inner loop sets them all, in each iteration */
        for (int i = 0; i < p; i++) {
            for (int k = 0; k < p; k++)
                all[k] = n + k + i;
            all[i] = n;
        }
        for (int i = 0; i < all[rank]; i++)
            one();
    }
    MPI_Finalize();
    return 0;
}
EOC
expect 0 "no count needs a profile" analyze steps.c -o steps.fc -- -O2
for part in 0 1 2 3 4 5 6; do
    for ranks in 1 5 64; do
        expect 0 "" predict steps.fc -n $ranks --method sum --format json -- 100 $part
        mv out predicted.json
        expect 0 "" formula steps.fc -n $ranks --format json -- 100 $part
        check python3 - $part <<'PY'
import json
import sys
(point,) = json.load(open("predicted.json"))["points"]
formula = json.load(open("out"))
assert abs(formula["time_s"] - point["time_s"]) <= 1e-9 * point["time_s"], (sys.argv[1], point["ranks"], point["time_s"], formula["time_s"])
PY
    done
done
expect 0 "[part == 0] * (" formula steps.fc -n 4 --all -- 100 0
expect 0 "[part == 1] * (" formula steps.fc -n 4 --all -- 100 1

# An array whose size has no closed form, since a procedure fills what it is computed from: a loop that goes through it
# has none either. The formula took the array for one that does not exist.
cat >sized.c <<'EOC'
#include <mpi.h>
#include <stdlib.h>
static void share(int *count, int each, int rest, int p)
{
    for (int i = 0; i < p; i++)
        count[(i + 1) % p] = each + ((i + 1) % p < rest);
}
static void fill(double *a, int rows, int columns, int rank, int rest)
{
    double offset;
    if (rank < rest)
        offset = 0;
    else
        offset = rest;
    for (int i = 0; i < rows; i++) {
        int j = i + rows * rank + offset;
        a[j + i * columns] = 1;
    }
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), p, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *count = malloc(p * sizeof *count);
    share(count, n / p, n % p, p);
    double *a = malloc(count[rank] * n * sizeof *a);
    fill(a, count[rank], n, rank, n % p);
    MPI_Finalize();
    return 0;
}
EOC
expect 0 "no count needs a profile" analyze sized.c -o sized.fc -- -O2
for ranks in 1 2 7; do
    expect 0 "T_run" formula sized.fc -n $ranks -- 800
done
expect 0 "" formula sized.fc -n 2 --notation python -o sized.py -- 800
check grep -q "^T_run, parts without closed form: sized.c:[0-9]*, sized.c:[0-9]*. Their time is that at p = 2;" sized.py
check test "$(python3 sized.py 2>&1)" = "usage: sized.py P N"
