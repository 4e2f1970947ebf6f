# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
# Loops that are split into their recurrences and their costs, and loops that cannot be: the seconds of each call are
# whole numbers, and the compiled program adds up the same ones.
cat >steps.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static long sum;
static int moved, level;
static void one(void)
{
#pragma forecost procedure cost(1)
    sum += 1;
}
static void many(void)
{
#pragma forecost procedure cost(1000)
    sum += 1000;
}
static void most(void)
{
#pragma forecost procedure cost(1000000)
    sum += 1000000;
}
static void up_to(int n)
{
    for (int i = 0; i < n; i++)
        one();
}
static void change(int *x)
{
    *x += 2;
}
static void branches(int n)
{
    for (int i = 0; i < n; i++) {
        one();
        if (i % 5 == 0)
            many();
        else if (i > 7)
            most();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}
static void real_time(int n)
{
    double t = 0, dt = 0.1;
    int k = 0, shots = 0;
    while (t < 0.1 * n) {
        one();
        if (++k == 3) {
            many();
            k = 0;
            shots++;
        }
        MPI_Barrier(MPI_COMM_WORLD);
        t += dt;
    }
    for (int i = 0; i < k + 10 * shots; i++)
        one();
}
static void derived(int n, int every)
{
    for (int i = n; i > 0; i--) {
        int phase = i % 4, odd = phase & 1;
        if (phase) {
            if (odd)
                many();
            else
                one();
        }
        if (every)
            if (i % every == 0)
                most();
        if (i == 1 || i == n)
            one();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}
static void jumps(int n)
{
    for (int i = 0; i < n; i++) {
        one();
        if (i == 9)
            break;
        if (i % 2)
            continue;
        many();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}
static void passed(int n)
{
    int w = 0, *at = &w;
    for (int i = 0; i < n; i++) {
        up_to(i);
        if (i % 3 == 0)
            many();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; w < n; i++) {
        change(at);
        if (i % 3 == 0)
            many();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}
static void global(int n)
{
    for (moved = 0; moved < n; moved++) {
        if (moved % 2 == 0)
            level++;
        up_to(level);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}
static void nested(int n)
{
    for (int i = 0; i < n; i++) {
        if (i % 3 == 1)
            most();
        for (int j = 0, k = 0; j < n; j++) {
            if (k % 4 == 2)
                many();
            k += 3;
            MPI_Barrier(MPI_COMM_WORLD);
        }
        for (int j = i; j < n; j++) {
            if (j % 2)
                one();
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
}
static void changed(int n)
{
    for (int i = 0, k = 0, left = 3; i < n; i++) {
        if (k == 2) {
            many();
            k = 0;
        } else {
            one();
            k++;
        }
        if (--left == 0)
            left = 3;
        else
            most();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}
static void chosen(int n)
{
    for (int i = 0; i < n; i++) {
        int size = 1;
        if (i % 3 == 0)
            size *= n;
        else
            size *= 2;
        up_to(size);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < n; i++) {
        if (i % 4 == 0) {
            int size = n / 2;
            up_to(size);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), every = atoi(argv[2]), part = atoi(argv[3]);
    if (part == 0)
        branches(n);
    if (part == 1)
        real_time(n);
    if (part == 2)
        derived(n, every);
    if (part == 3)
        jumps(n);
    if (part == 4)
        passed(n);
    if (part == 5)
        global(n);
    if (part == 6)
        nested(n);
    if (part == 7)
        changed(n);
    if (part == 8)
        chosen(n);
    printf("%ld\n", sum);
    MPI_Finalize();
    return 0;
}
EOF
check mpicc -w -O1 steps.c -o steps
expect 0 "no count needs a profile." analyze steps.c -o steps.fc -- -O2
for part in 0 1 2 3 4 5 6 7 8; do
    for arguments in "23 4" "24 0"; do
        ./steps $arguments $part >counted
        for method in sum ranks; do
            expect 0 "" predict steps.fc -n 1 --method $method --format json -- $arguments $part
            check python3 - "$(cat counted)" $part <<'PY'
import json
import sys
(point,) = json.load(open("out"))["points"]
# Barriers and conditions take microseconds.
assert 0 <= point["time_s"] - int(sys.argv[1]) < 0.01, (sys.argv[2], point["time_s"], sys.argv[1])
PY
        done
    done
done
# branches, real_time, derived, changed (one loop each), one of nested and one of chosen are split.
expect 0 "" emit steps.fc -o steps_cost
grep -o "const int fc_once_[0-9]*" steps_cost/cost_program.c | sort -u >split
check test "$(wc -l <split)" -ge 6
# Messages whose requests an earlier iteration started are not charged out of their order.
cat >posted.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), r, p;
    double x[100];
    MPI_Request q;
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int i = 0; i < n; i++) {
        if (i > 0)
            MPI_Wait(&q, MPI_STATUS_IGNORE);
        MPI_Irecv(x, 100, MPI_DOUBLE, (r + p - 1) % p, 0, MPI_COMM_WORLD, &q);
        MPI_Send(x, 100, MPI_DOUBLE, (r + 1) % p, 0, MPI_COMM_WORLD);
    }
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "no count needs a profile." analyze posted.c -o posted.fc -- -O2
expect 0 '"messages": 400,' predict posted.fc -n 4 --method sum --format json -- 100
expect 0 "" emit posted.fc -o posted_cost
check test "$(grep -c fc_once_ posted_cost/cost_program.c)" = 0
# A million time steps, on up to 1,024 ranks: within the budget of 1 s a point.
given time_steps -O2
expect 0 "1024" predict time_steps.fc -n 1:1024:x2 --method sum --budget 1 -- 1000 1000000
