# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as they are usually written, whose whole time has a closed form: rows behind an array of pointers, partners by
# bits, checks of error codes. No part of the formula is left to the cost program, and both agree.
closed() { # NAME THETA ARGUMENT...
    local name=$1 theta=$2 p
    shift 2
    expect 0 "all supported" analyze "$name.c" -o "$name.fc" -- -O2
    expect 0 "Theta($theta)" formula "$name.fc" -n 4 -- "$@"
    for p in 1 2 4 16 64; do
        expect 0 "T(p, n" formula "$name.fc" -n $p --all -- "$@"
        check test -z "$(grep -e T_run -e 'iterations(' out err)"
        expect 0 "" predict "$name.fc" -n $p --method sum --format json -- "$@"
        mv out predicted.json
        expect 0 "" formula "$name.fc" -n $p --format json -- "$@"
        check python3 "$here/same_time.py" predicted.json "$(python3 -c 'import json; print(json.load(open("out"))["time_s"])')"
    done
}

# A matrix product with a matrix of pointers, read along columns: the stride is the length of a row.
cat >rows.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double **a = malloc(n * sizeof *a), **b = malloc(n * sizeof *b), **c = malloc(n * sizeof *c);
    for (int i = 0; i < n; i++) {
        a[i] = malloc(n * sizeof **a);
        b[i] = malloc(n * sizeof **b);
        c[i] = malloc(n * sizeof **c);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = a[i][i];
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
    MPI_Finalize();
    return 0;
}
C
closed rows "n^3" 500

# A hypercube by masks in both directions, and a tree whose sends go to the rank without its lowest bit.
cat >bits.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, n, steps = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = atoi(argv[1]);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int mask = 1; mask < size; mask <<= 1) {
        MPI_Sendrecv(x, n, MPI_DOUBLE, rank ^ mask, 1, y, n, MPI_DOUBLE, rank ^ mask, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        steps++;
    }
    for (int bit = steps - 1; bit >= 0; bit--) {
        int partner = rank ^ (1 << bit);
        if (rank & (1 << bit))
            MPI_Send(x, n, MPI_DOUBLE, partner, 2, MPI_COMM_WORLD);
        else
            MPI_Recv(y, n, MPI_DOUBLE, partner, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int mask = size / 2; mask > 0; mask /= 2)
        MPI_Sendrecv(x, 1, MPI_DOUBLE, rank ^ mask, 3, y, 1, MPI_DOUBLE, (rank | mask) + (rank & ~mask) - rank, 3,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
C
closed bits "n*log(p)" 1000

# Error codes: of each call, through a variable, a procedure and its argument. The loop has no exit in a successful run.
cat >checks.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static int report(int code)
{
    if (code != MPI_SUCCESS)
        fprintf(stderr, "error %d\n", code);
    return code;
}
static int step(double *x, int n)
{
    double sum = 0, all;
    for (int i = 0; i < n; i++)
        sum += x[i];
    int code = MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (code)
        goto out;
    x[0] = all;
    code = 0;
out:
    return report(code);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), steps = atoi(argv[2]), code;
    double *x = calloc(n, sizeof *x);
    for (int t = 0; t < steps; t++) {
        if ((code = step(x, n)) != 0)
            break;
        if (MPI_Barrier(MPI_COMM_WORLD) != MPI_SUCCESS)
            return 1;
    }
    MPI_Finalize();
    return 0;
}
C
closed checks "n*steps + steps*log(p)" 1000 50
expect 0 "Loops: 2 closed; no count needs a profile." analyze checks.c -o checks.fc -- -O2

# A variable that is not 0 in each run decides: the loop may end early, and the cost program says where.
sed 's/code = 0;/code = n > 500 ? 7 : 0;/' checks.c >fails.c
expect 0 "1 executed" analyze fails.c -o fails.fc -- -O2
expect 0 "" predict fails.fc -n 4 --format json -- 1000 50
python3 -c 'import json; print(json.load(open("out"))["points"][0]["time_s"])' >once
expect 0 "" predict fails.fc -n 4 --format json -- 1000 5
check python3 -c 'import json; assert json.load(open("out"))["points"][0]["time_s"] == float(open("once").read())'

# Work after a recursive call is that of the caller's own arguments.
cat >recursion.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static void cycle(double *x, int m, int level)
{
    int half = m / 2;
    if (level == 0)
        return;
    cycle(x + 1, half, level - 1);
    for (int i = 1; i < m; i++)
        x[i] += 1;
    for (int i = 0; i < half; i++)
        x[i] *= 2;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *x = calloc(n + 5, sizeof *x);
    cycle(x, n, 5);
    MPI_Finalize();
    return 0;
}
C
closed recursion "n" 2000

# Partners by a remainder: the divisor p - 1 is not 0 where there is a remainder, so that each worker exists.
cat >workers.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int p, rank, n = atoi(argv[1]);
    double x[8] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (p > 1 && rank == 0)
        for (int i = 0; i < n; i++)
            MPI_Send(x, 8, MPI_DOUBLE, 1 + i % (p - 1), 0, MPI_COMM_WORLD);
    else if (rank > 0)
        for (int i = rank - 1; i < n; i += p - 1)
            MPI_Recv(x, 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze workers.c -o workers.fc -- -O2
expect 0 "[p >= 2]*n*[rank == 0] * (" formula workers.fc -n 4 --all -- 1000

# A share of executions is at most 1, and no part of the growth.
cat >share.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), hits = 0, all;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < n; i++) {
        double x = rand(), y = rand();
        if (x * x + y * y < (double)RAND_MAX * RAND_MAX)
            hits++;
    }
    MPI_Reduce(&hits, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%d\n", all);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze share.c -o share.fc -- -O2
expect 0 "Theta(n + log(p))" formula share.fc -n 4 -- 1000
expect 0 "78." profile share.fc -n 1 -- 1000
expect 0 "Theta(n + log(p))" formula share.fc -n 4 -- 1000
