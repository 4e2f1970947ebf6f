# SPDX-License-Identifier: GPL-3.0-or-later
# First touches of memory that no call allocates anew: static and automatic arrays, arrays in records and behind
# swapped pointers, memory that a loop allocates and frees. The pages are those that the kernel counts in a run.
cat >touches.c <<'EOC'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
enum { MOST = 2000 };
static double grid[MOST][MOST];
static float first[1 << 20], second[1 << 20], *from = first, *to = second;
static struct {
    int n;
    double value[1 << 18];
} record;
static double average(int n)
{
    double all = 0, *copy = malloc(n * sizeof *copy);
    for (int i = 0; i < n; i++)
        copy[i] = i;
    for (int i = 0; i < n; i++)
        all += copy[i];
    free(copy);
    return all / n;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    double local[1 << 16], sum = 0;
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i][j] = i + j;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < 100 * n; i++)
            to[i] = from[i] + 1;
        float *other = to;
        to = from;
        from = other;
        sum += average(n);
    }
    for (int i = n; i < 50 * n; i += 4)
        record.value[i] = i;
    memset(local, 0, sizeof local);
    local[steps] = sum; /* otherwise the compiler leaves it out */
    getrusage(RUSAGE_SELF, &after);
    fprintf(stderr, "%ld\n", after.ru_minflt - before.ru_minflt);
    printf("%g\n", sum + grid[n - 1][0] + record.value[2 * n] + local[n]);
    return 0;
}
EOC
expect 0 "no count needs a profile" analyze touches.c -o touches.fc -- -O2
check gcc -O1 touches.c -o touches
for seconds in 0 1e-6; do
    expect 0 "" machine edit default --set "memory.first_touch_s=$seconds" -o "$seconds.machine"
done
for arguments in "500 8" "900 20" "2000 3"; do
    # shellcheck disable=SC2086 # arguments are words
    check ./touches $arguments >/dev/null 2>faults
    for seconds in 0 1e-6; do
        # shellcheck disable=SC2086
        expect 0 "" predict touches.fc -m "$seconds.machine" --format json -- $arguments
        cp out "$seconds.json"
    done
    check python3 - 0.json 1e-6.json faults <<'EOP'
import json
import sys
without, every = (json.load(open(name))["points"][0]["time_s"] for name in sys.argv[1:3])
pages, counted = (every - without) / 1e-6 / 4096, float(open(sys.argv[3]).read())
assert abs(pages / counted - 1) < 0.1, f"{pages:.0f} pages predicted, {counted:.0f} counted"
EOP
    # shellcheck disable=SC2086
    expect 0 "" formula touches.fc -m 1e-6.machine --format json -- $arguments
    check python3 -c '
import json
import sys
time, formula = json.load(open("1e-6.json"))["points"][0]["time_s"], json.load(open("out"))["time_s"]
assert abs(time - formula) <= 1e-9 * time, (time, formula)'
done
expect 0 "first touch" predict touches.fc -m 1e-6.machine -- 500 8

# Loops without iterations touch at most what the other loops around them move.
cat >empty.c <<'EOC'
#include <stdlib.h>
static double a[3000][3000];
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            a[i][3 * j] = 1;
    return a[n][m] > 0;
}
EOC
expect 0 "all supported" analyze empty.c -o empty.fc -- -O2
for arguments in "0 5" "1 7" "2 0" "1000 0" "500 800"; do
    # shellcheck disable=SC2086
    expect 0 "closed" predict empty.fc -- $arguments
done

# Bytes over a variable that the slice does not have (half) cannot be computed: those of the other access to the array
# count, 100 / p rows of 100 numbers.
cat >halves.c <<'EOC'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    double x[100000], y = 0;
    int parts, rows, half, start;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &parts);
    rows = 100 / parts;
    half = 10000 / parts;
    for (int i = 0; i < 100 * rows; i++)
        x[i] = 1;
    for (int color = 0; color < 2; color++) {
        start = color * half;
        MPI_Barrier(MPI_COMM_WORLD);
        for (int j = 1; j < rows - 1; j++)
            for (int i = 0; i < 100; i++)
                y += x[start + 100 * j + i];
    }
    printf("%g\n", y);
    MPI_Finalize();
    return 0;
}
EOC
expect 0 "all supported" analyze halves.c -o halves.fc -- -O2
expect 0 "8*max(100*floor(100/p), 1) t_touch" formula halves.fc -n 1
expect 0 "p = 2" predict halves.fc -n 1,2
