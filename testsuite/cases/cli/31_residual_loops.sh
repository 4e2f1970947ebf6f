# SPDX-License-Identifier: GPL-3.0-or-later
# Loops of the residual code whose iterations have equal costs: the cost is charged once after the loop, with the same
# sum. By hand, n = 10: in pairs() four of each i, 40 steps of 0.5 s, and 0.001 s times 4 + 8 + ... + 40; in first() 7 *
# 7 ^ 5 = 52 is the first beyond 40, 8 steps; after() for each of the 40 and 7. 20 + 0.22 + 4 + 4.7 s.
cat >kept.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static void step(void)
{
#pragma forecost procedure cost(0.5)
}
static void small(void)
{
#pragma forecost procedure cost(0.001)
}
static void after(void)
{
#pragma forecost procedure cost(0.1)
}
static int pairs(int n)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if ((i ^ j) & 1)
                continue;
            if (j > 7)
                break;
            step();
            found++;
        }
        for (int k = 0; k < found; k++)
            small();
    }
    return found;
}
static int first(int n)
{
    for (int i = 0; i < n; i++) {
        step();
        if (((i * i) ^ 5) > 40)
            return i;
    }
    return n;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), found = pairs(n) + first(n);
    for (int i = 0; i < found; i++)
        after();
    for (int i = 0; argc > 2; i++) {
        step();
        if ((i ^ 5) == 12)
            exit(0);
    }
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "no count needs a profile." analyze kept.c -o kept.fc -- -O2
expect 0 "28.92 s" predict kept.fc -n 1 -- 10
expect 0 "28.92 s" predict kept.fc -n 2 --method ranks -- 10
expect 0 "33.92 s" predict kept.fc -n 1 -- 10 leave # ten steps more: 9 ^ 5 = 12
expect 0 "" emit kept.fc -o kept_cost
check grep -qF "FC_REPEAT(r, fc_times_0)" kept_cost/cost_program.c
# MPI_Initialized is static and may be a condition: by hand, one second in the branch and one after it.
cat >running.c <<'EOF'
#include <mpi.h>
static void step(void)
{
#pragma forecost procedure cost(1)
}
int main(int argc, char **argv)
{
    int before, runs;
    MPI_Initialized(&before);
    MPI_Init(&argc, &argv);
    MPI_Initialized(&runs);
    if (runs != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (!before)
        step();
    step();
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "no count needs a profile." analyze running.c -o running.fc -- -O2
expect 0 "2.000 s" predict running.fc -n 2 -- x
expect 0 "2.000 s" predict running.fc -n 2 --method ranks -- x
# A procedure that only returns what a pointer calls is not taken into its callers. By hand: one second above 9, none
# below.
cat >applied.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static void step(void)
{
#pragma forecost procedure cost(1)
}
static int half(int n)
{
    return n / 2;
}
static int third(int n)
{
    step();
    return n / 3;
}
static int apply(int (*f)(int), int n)
{
    return f(n) + 1;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int m = atoi(argv[1]), found = apply(half, m) + apply(m > 9 ? third : half, m);
    MPI_Finalize();
    return found == 77;
}
EOF
expect 0 "no count needs a profile." analyze applied.c -o applied.fc -- -O2
expect 0 "1.000 s" predict applied.fc -n 1 -- 27
expect 0 "ns" predict applied.fc -n 1 -- 3

# Records set to zero, one and all of an array, of which the slice keeps few fields: n barriers, by hand.
cat >cleared.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
    int n;
    double x[3];
    struct { int a, b; } in[2];
    MPI_Comm comm;
    char **words;
} options;
static options none(void)
{
    options all;
    memset((void *)&all, 0, sizeof(options));
    return all;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    options one = none(), *many = malloc(argc * sizeof *many);
    one.words = argv;
    one.in[1].b = atoi(one.words[1]) + one.in[0].a;
    for (int i = 0; i < argc; i++)
        many[i].in[0].b = many[i].n = 77;
    memset(many, 0, argc * sizeof *many);
    many[1].n = one.in[1].b + many[0].n;
    for (int i = 0; i < many[1].n + many[1].in[0].b + many[0].in[0].b; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
expect 0 "no count needs a profile" analyze cleared.c -o cleared.fc -- -O2
expect 0 '"messages": 23,' predict cleared.fc -n 1 --format json -- 23

# The number of the inner loop's iterations and its working set depend on variables that only the loop around changes:
# its iterations are counted, and charged once after it.
cat >strides.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), prime = 2, index = 0;
    char *marked = calloc(n, 1);
    do {
        for (int i = prime * prime; i < n; i += prime)
            marked[i] = 1;
        while (marked[++index]) {}
        prime = index + 2;
        MPI_Bcast(&prime, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } while (prime * prime <= n);
    MPI_Finalize();
    return 0;
}
END
expect 0 "3 executed" analyze strides.c -o strides.fc -- -O2
expect 0 "the cost program" emit strides.fc -o strides
grep -A1 'fc_step(r, "strides.c", 9);' strides/cost_program.c >inner
check grep -q "fc_times_[0-9]*++;" inner
check grep -q "fc_compute.*prime.* line 9 " strides/cost_program.c

# The working set of row k % 3 depends on the loop's own variable: it is charged in each iteration. By hand, the branch
# is taken for n - 1 of n numbers and 3 rows of n: (n - 1) * 0.5 s.
cat >rows.c <<'END'
#include <mpi.h>
#include <stdlib.h>
static int step(void)
{
#pragma forecost procedure cost(0.5)
    return 1;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), *kept = calloc(3 * n, sizeof(int)), found = 0;
    for (int k = 1; k < n; k++) {
        for (int i = 0; i < n; i++)
            if (kept[(k - 1) % 3 * n + i] == k - 1)
                kept[k % 3 * n + i] = k;
        if (kept[k % 3 * n] == k)
            found += step();
    }
    for (int i = 0; i < found; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
expect 0 "no count needs a profile" analyze rows.c -o rows.fc -- -O2
expect 0 "4.500 s" predict rows.fc -n 1 -- 10

# One wrapper broadcasts a record of the slice, and then data, of which the slice has no memory.
cat >spread.c <<'END'
#include <mpi.h>
#include <stdlib.h>
struct table {
    int n;
    double *values;
};
static void spread(void *buffer, int bytes)
{
    MPI_Bcast(buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}
static void *reserve(size_t bytes)
{
    return malloc(bytes);
}
int main(int argc, char **argv)
{
    int rank;
    struct {
        int n;
        double x;
    } head;
    struct table t;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        head.n = atoi(argv[1]);
    spread(&head, sizeof head);
    t.n = head.n;
    t.values = reserve((t.n + 1) * sizeof(double));
    t.values++;
    for (int i = 0; i < t.n; i++)
        t.values[i] = 1.0 / (i + 1);
    spread(t.values - 1, t.n * (int)sizeof(double));
    for (int i = 0; i < t.n; i++)
        t.values[i] *= 2;
    MPI_Finalize();
    return 0;
}
END
expect 0 "2 closed" analyze spread.c -o spread.fc -- -O2
expect 0 "MPI_Bcast" predict spread.fc -n 1,4 -- 1000
