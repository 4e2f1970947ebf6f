# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that once had no formula have one, whose time is that of predict at every number of ranks, those beyond the
# 16 parts included.
given branches -O2
for arguments in "50 20" "20 50"; do
    # shellcheck disable=SC2086
    expect 0 "" predict branches.fc -n 1:40 --format json -- $arguments
    mv out predicted.json
    for p in 1 2 3 4 5 8 15 16 17 33 40; do
        # shellcheck disable=SC2086
        expect 0 "" formula branches.fc -n $p --format json -- $arguments
        check python3 - $p <<'PY'
import json, sys
p = int(sys.argv[1])
formula = json.load(open("out"))["time_s"]
predicted = next(at["time_s"] for at in json.load(open("predicted.json"))["points"] if at["ranks"] == p)
assert abs(formula - predicted) <= 1e-9 * predicted, (p, formula, predicted)
PY
    done
done
# No guard that always holds, and the share of each rank is written once or named.
expect 0 "T(p, n, limit) =" formula branches.fc -n 16 -- 50 20
check test "$(grep -c 'p >= 1\]' out)" = 0
check test "$(grep -o 'floor(16/p)' out | wc -l)" -le 4
# A number that is negative by default is no nonnegative parameter, and a working set may rest on a value that the
# formula does not follow (ends[]): that part is T_run. A formula other than predict's time would end with exit code 70.
cat >around.c <<'C'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static double *grid, *sums;
static int ends[16];
static double check(int last)
{
    double sum = 0, all;
    for (int i = 0; i < ends[last]; i++)
        sum += grid[i];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}
int main(int argc, char **argv)
{
    int levels = 2, variables = 40, order = -1;
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--levels"))
            levels = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--variables"))
            variables = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--order"))
            order = atoi(argv[++i]);
    if (order == -1)
        order = levels > 3 ? 7 : 5;
    ends[0] = 20000;
    for (int i = 1; i <= levels; i++)
        ends[i] = (ends[i - 1] * 3) % 50000 + order;
    grid = malloc(50000 * sizeof *grid);
    sums = malloc(variables * sizeof *sums);
    for (int i = 0; i < 50000; i++)
        grid[i] = i;
    for (int var = 0; var < variables; var++)
        sums[var] = check(levels);
    for (int i = 0; i < order; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze around.c -o around.fc -- -O2
for arguments in "--levels 3 --variables 50" "--variables 50 --order 4" "--order -1"; do
    # shellcheck disable=SC2086
    expect 0 "for integers p >= 1, levels >= 1, variables >= 1, any integer order" formula around.fc -n 3 -- $arguments
done
expect 0 "levels >= 0" formula around.fc --notation c
check test "$(grep -c 'order >= 0' out)" = 0
# A run that ends itself after MPI_Finalize is not one that the formula is for. A receive that no call completes costs
# its posting only, as in predict.
cat >ended.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int size, rank, in[1000], out[1000] = {0};
    MPI_Request never, later;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size % 2 != 0) {
        MPI_Finalize();
        exit(0);
    }
    MPI_Irecv(in, 1000, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &never);
    MPI_Isend(out, 1000, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &later);
    MPI_Wait(&later, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze ended.c -o ended.fc -- -O2
for p in 1 2 3 4; do
    expect 0 "for runs that do not stop at ended.c:10" formula ended.fc -n $p
done
# Code after an arm that calls MPI_Finalize and returns counts where the arm is not taken.
cat >returned.c <<'C'
#include <mpi.h>
static void grid(int size)
{
    if (size % 3 != 0) {
        MPI_Finalize();
        return;
    }
    MPI_Barrier(MPI_COMM_WORLD);
}
int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    grid(size);
    for (int i = 0; i < 10000 * size; i++)
        argv[0] += i % 7;
    if (size % 3 == 0) {
        for (int i = 0; i < size; i++)
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
    }
    return argv[0] == 0;
}
C
expect 0 "" analyze returned.c -o returned.fc -- -O2
for p in 2 3 4 9; do
    expect 0 "T(p) =" formula returned.fc -n $p
done
# A branch in a nest of 2 million iterations, by the indices: its sums are closed, and their shares known.
cat >disc.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static double *field;
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), last = n - 1;
    field = malloc((size_t)n * n * sizeof *field);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == 0)
                field[j] = 85;
            if (j == last)
                MPI_Barrier(MPI_COMM_WORLD);
            field[i * n + j] = i + j;
        }
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze disc.c -o disc.fc -- -O2
expect 0 "" predict disc.fc --format json -- 1500
mv out predicted.json
expect 0 "" formula disc.fc --format json -- 1500
check python3 - <<'PY'
import json
formula, predicted = json.load(open("out")), json.load(open("predicted.json"))["points"][0]["time_s"]
assert abs(formula["time_s"] - predicted) <= 1e-9 * predicted
assert not any(term["sums"] for term in formula["terms"])
PY

# A parameter that only chooses between cases has the point's value in the text; every case with --all and in JSON.
cat >modes.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static double a[1000];
int main(int argc, char **argv)
{
    int mode = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
    MPI_Init(&argc, &argv);
    int count = mode == 2 ? n * n : m;
    for (int i = 0; i < count; i++)
        a[i % 1000] += i;
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze modes.c -o modes.fc -- -O2
expect 0 "T(p, n) =" formula modes.fc -- 2 400 7
check grep -q "^    n^2 \* (" out
check grep -qF "; for mode = 2 (--all prints every case)" out
check grep -qF "shares at p = 1, mode = 2, n = 400 on" out
expect 0 "T(p, m) =" formula modes.fc -- 1 400 7
check grep -qF "for mode = 1" out
expect 0 "T(p, mode, n, m) =" formula modes.fc --all -- 2 400 7
check grep -qF "[mode == 2]" out
expect 0 "[mode == 2]" formula modes.fc --format json -- 2 400 7
expect 0 "T(p, mode, n, m) =" formula modes.fc

# An option parser that ends the run by a return of main, and tests of allocations that lead to labels, no return.
cat >wave.c <<'C'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
typedef struct field {
    double *cell, *next;
} field;
static double *new_row(int n)
{
    double *row = malloc(n * sizeof *row);
    return row;
}
static void step(field *f, const double *weight, int n)
{
    for (int i = 1; i < n - 1; i++)
        f->next[i] = weight ? weight[i] * f->cell[i] : f->cell[i - 1];
    double *old = f->cell;
    f->cell = f->next, f->next = old;
}
int main(int argc, char **argv)
{
    int n = 1000, steps = 100, weighted = 0, status = 1;
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-n"))
            n = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-s"))
            steps = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-w"))
            weighted = 1;
        else {
            MPI_Finalize();
            return 0;
        }
    }
    field f = {NULL, NULL};
    double *weight = NULL;
    if ((f.cell = malloc(n * sizeof *f.cell)) == NULL)
        goto no_cell;
    f.next = new_row(n);
    if (!f.next)
        goto no_next;
    if (weighted) {
        weight = new_row(n);
        if (weight == NULL)
            goto no_weight;
    }
    for (int s = 0; s < steps; s++) {
        step(&f, weight, n);
        if (weight)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    status = 0;
no_weight:
    free(weight);
    free(f.next);
no_next:
    free(f.cell);
no_cell:
    MPI_Finalize();
    return status;
}
C
expect 0 "" analyze wave.c -o wave.fc -- -O2
for arguments in "-n 2000 -s 50" "-s 50 -w -n 2000"; do
  expect 0 "" predict wave.fc -n 2 --format json -- $arguments
  mv out predicted.json
  expect 0 "" formula wave.fc -n 2 --format json -- $arguments
  check python3 - <<'PY'
import json
formula, predicted = json.load(open("out")), json.load(open("predicted.json"))["points"][0]["time_s"]
assert abs(formula["time_s"] - predicted) <= 1e-9 * predicted, (formula["time_s"], predicted)
PY
  expect 0 "steps" formula wave.fc -n 2 -- $arguments
  check test "$(grep -c T_run out)" = 0
done

# A number that is read and divided by the ranks at once: the parameter is what is read.
cat >shared.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static double x[1000000];
int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = (argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1000) / size;
    for (int i = 0; i < n; i++)
        x[i] += i;
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze shared.c -o shared.fc -- -O2
expect 0 "shared  n = 4000 " predict shared.fc -n 4 -- 4000
expect 0 "shared  n = 8000 " predict shared.fc -n 4 -D n=8000 -- 4000
expect 0 "floor(n/p) * (" formula shared.fc -n 4 -- 4000

# A periodic neighbor is ahead of its leader in one iteration and behind it in all others: its distance has no sign.
cat >periodic.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), m = atoi(argv[2]);
    double *a = calloc(n * m, sizeof *a);
    for (int x = 0; x < n; x++)
        for (int y = 0; y < m; y++)
            a[x * m + y] = a[((x + 1) % n) * m + y];
    MPI_Finalize();
    return 0;
}
C
expect 0 "no count needs a profile" analyze periodic.c -o periodic.fc -- -O2
for n in 100 101 2000; do
  expect 0 "" predict periodic.fc --format json -- $n 100
  mv out predicted.json
  expect 0 "" formula periodic.fc -n 1 --format json -- $n 100
  check python3 -c 'import json; a, b = json.load(open("out"))["time_s"], json.load(open("predicted.json"))["points"][0]["time_s"]; assert abs(a - b) <= 1e-9 * b, (a, b)'
done
# What only the slice counts are quantities: where each execution costs the same, whichever loop or call leads to it.
cat >counted.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static int width = 24;
static void scale(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] *= 0.5;
}
static void orbit(long x, double *a, int n)
{
    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        scale(a, n);
    }
}
int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 9;
    double *a = malloc((m + width) * sizeof *a);
    for (int i = 0; i < m + width; i++)
        a[i] = i;
    MPI_Init(&argc, &argv);
    for (int i = 1; i <= m; i++)
        orbit(i, a, width);
    orbit(97, a, width);
    for (int i = 0; i < m; i++)
        if ((i * 2654435761u >> 30) > (i & 1u))
            MPI_Barrier(MPI_COMM_WORLD);
        else
            scale(a, m);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze counted.c -o counted.fc -- -O2
# 9 starts take 7 + 0 + 1 + ... + 19 = 61 iterations, and 97 takes 118: 179 / 10.
expect 0 "    iterations(counted.c:11)*m * (" formula counted.fc --compute-model ops -n 2 --all
check grep -q "means at this point: iterations(counted.c:11) = 17.9," out
check grep -q "taken(counted.c:27) = 0.555556, not_taken(counted.c:27) = 0.444444" out
check test "$(grep -c T_run out)" = 0
check test "$(grep -c 'Theta in taken' out)" = 0
expect 0 "" formula counted.fc -n 2 --format json
check python3 - <<'PY'
import json
count = {q["name"]: q for q in json.load(open("out"))["quantities"] if "meaning" in q}
assert count["iterations(counted.c:11)"]["value"] == 17.9 and count["iterations(counted.c:11)"]["how"] == "computed"
assert count["iterations(counted.c:11)"]["line"] == 11 and "mean number of iterations" in count["iterations(counted.c:11)"]["meaning"]
assert abs(count["taken(counted.c:27)"]["value"] + count["not_taken(counted.c:27)"]["value"] - 1) < 1e-12
PY
# Calls with other work each: the count of both is none of either.
sed 's/orbit(97, a, width)/orbit(97, a, m)/' counted.c >other.c
expect 0 "" analyze other.c -o other.fc -- -O2
expect 0 "T_run" formula other.fc -n 2 --all
check grep -q "other.c:11:5: note\[FC0335\]: no closed form: its cost differs from call to call" err
# A switch on an argument is decided by it; an arm that ends the program is not in the formula.
cat >switch.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), kind = atoi(argv[2]);
    double *a = malloc(n * sizeof *a), all;
    for (int i = 0; i < n; i++)
        a[i] = i;
    MPI_Init(&argc, &argv);
    switch (kind) {
    case 1:
    case 3:
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[j] += a[i];
        break;
    case 4:
        exit(1);
    default:
        MPI_Allreduce(a, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze switch.c -o switch.fc -- -O2
for kind in 1 3; do
    expect 0 "Theta(n^2)" formula switch.fc -n 4 -- 300 $kind
    check grep -q "for kind = $kind (--all prints every case)" out
done
expect 0 "([kind == 1] + [kind == 3]) * n^2" formula switch.fc -n 4 --all -- 300 1
check grep -q "for runs that do not stop at switch.c:17" out
expect 0 "    T_allreduce(p, 8)" formula switch.fc -n 4 -- 300 2

# A program without arguments: -n and the counts are the whole point. The branch that ends the loop needs no count.
cat >fixed.c <<'C'
#include <mpi.h>
#include <stdlib.h>
#define N 2500
int main(int argc, char **argv)
{
    int p, done, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    float *u = calloc(N / p * N, sizeof *u);
    for (int s = 0; s < 100000; s++) {
        for (int i = 1; i < N / p * N - 1; i++)
            u[i] = 0.5f * u[i] + 0.2f * u[i - 1] + 1;
        done = u[7] > 1e6f;
        MPI_Allreduce(&done, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
        if (all)
            break;
    }
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze fixed.c -o fixed.fc -- -O2
expect 0 "T ~ " formula fixed.fc -n 4 --assume fixed.c:10=20
check grep -q "shares at p = 4" out

# An array that grows was touched before: realloc costs no first touch, or a loop of n calls costs n^2.
cat >grows.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    int **row = malloc(sizeof *row);
    for (int i = 1; i < n; i++) {
        row = realloc(row, i * sizeof *row);
        row[i - 1] = malloc(10 * sizeof(int));
    }
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze grows.c -o grows.fc -- -O2
expect 0 "Theta(n)" formula grows.fc -- 20000

# Alternatives by the number of arguments: the formula is for runs that are given most of them, and holds for others.
cat >alternatives.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 10, m = 1, steps = 1;
    MPI_Init(&argc, &argv);
    if (argc == 2) {
        n = atoi(argv[1]);
    } else if (argc == 4) {
        n = atoi(argv[1]);
        m = atoi(argv[2]);
        steps = atoi(argv[3]);
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m * steps; k++)
            s += 1.0 / (i + k + 1);
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze alternatives.c -o alternatives.fc -- -O2
for arguments in "" 5 "5 2 3"; do
    # shellcheck disable=SC2086
    expect 0 "n*m*steps * (" formula alternatives.fc --all -- $arguments
done

# Loops of few iterations within others, through calls: 4^8 messages of different sizes are not written one by one, and
# 4^2 of them are.
cat >deep.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static char x[100000];
#define EACH4(CALL)                                                                                                    \
    for (int i = 0; i < 4; i++)                                                                                        \
        for (int j = 0; j < 4; j++)                                                                                    \
    CALL
static void first(int k)
{
    EACH4(MPI_Bcast(x, 4 * i + j + k, MPI_CHAR, 0, MPI_COMM_WORLD);)
}
static void second(int k)
{
    EACH4(first(4 * i + j + k);)
}
static void third(int k)
{
    EACH4(second(4 * i + j + k);)
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
#ifdef ALL
    EACH4(third(4 * i + j + n);)
#else
    first(n);
#endif
    MPI_Finalize();
    return 0;
}
C
for name in ALL FEW; do
    expect 0 "" analyze deep.c -o deep.fc -- -O2 -D$name
    expect 0 '"terms"' formula deep.fc -n 2 --format json -- 100
    mv out $name.json
done
check python3 - <<'PY'
import json
few, every = (json.load(open(name + ".json")) for name in ("FEW", "ALL"))
messages = [sum(term["op"] == "MPI_Bcast" for term in of["terms"]) for of in (few, every)]
assert messages[0] == 16 and messages[1] < 1000, messages
PY
