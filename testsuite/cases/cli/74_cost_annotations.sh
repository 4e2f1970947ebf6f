# SPDX-License-Identifier: GPL-3.0-or-later
# Cost annotations, in the source and in notes: equal predictions, origin annotated, no counts below them.
cat >costs.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
struct grid { int nx; };
void solve(double *a, int n);
static void smooth(double *a, int n, int k)
{
#pragma forecost procedure cost(2*n*k, madd f64)
    for (int i = 0; i < k; i++)
        while (a[i] > 0)
            a[i] -= n;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), rows = 0;
    struct grid g;
    g.nx = 2 * n;
    double *a = malloc(n * sizeof *a), s = 0;
    for (int k = 0; k < 10; k++) {
#pragma forecost cost(2.5e-6*n + 1e-6*g.nx)
        solve(a, n);
        smooth(a, n, 3);
    }
#pragma forecost ignore
    for (int i = 0; i < n; i++) {
        rows += i % 3;
        if (a[i] > 1)
            break;
        while (a[i] < s)
            a[i] += 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "no count needs a profile." analyze costs.c -o costs.fc -- -O2
check test ! -s err
expect 0 "60*n * t_madd_f64" formula --all costs.fc -n 1 -- 1000
seconds_at() { "$FORECOST" predict "$1" -n 1 --format json -- 1000 | python3 -c 'import json, sys
print(sum(by["time_s"] for by in json.load(sys.stdin)["points"][0]["by"] if by["line"] == int(sys.argv[1])))' "$2"; }
# 10 * (2.5e-6 * 1000 + 1e-6 * 2000) s
check test "$(seconds_at costs.fc 20)" = 0.045
expect 0 "annotated" predict costs.fc -n 1 -- 1000
expect 0 "< 1 %" coverage costs.fc -n 2 -- 1000
for language in python javascript; do
    expect 0 "" formula costs.fc --notation $language -m default -n 1 -- 1000
done
"$FORECOST" formula costs.fc --notation python -n 1 -- 1000 >costs.py
check test "$(python3 -c 'import costs; print(f"{costs.T(1, 1000):.9e}")')" = \
    "$("$FORECOST" predict costs.fc -n 1 --format json -- 1000 | python3 -c 'import json, sys
print("%.9e" % json.load(sys.stdin)["points"][0]["time_s"])')"

# From notes beside the source without its pragmas.
grep -v '#pragma' costs.c >bare.c
cat >notes.txt <<'EOF'
smooth cost(2*n*k, madd f64)
bare.c:19 cost(2.5e-6*n + 1e-6*g.nx)
bare.c:22 ignore
EOF
expect 0 "no count needs a profile." analyze bare.c --notes notes.txt -o bare.fc -- -O2
times_of() { "$FORECOST" predict "$1" -n 1 --format json -- 1000 | python3 -c 'import json, sys
print(json.load(sys.stdin)["points"][0]["time_s"])'; }
check test "$(times_of bare.fc)" = "$(times_of costs.fc)"

# Refused with the place: no expression, an unknown name, a dynamic value, communication, a missing procedure.
told_as() { sed "s/2.5e-6\*n/$1/" costs.c >wrong.c; }
told_as '2.5e-6*n*'
expect 3 "wrong.c:20:1: error[FC0325]: #pragma forecost cost(2.5e-6*n* + 1e-6*g.nx): expected a number, a name or a parenthesis" analyze wrong.c
told_as '2.5e-6*other'
expect 3 "other is unknown here" analyze wrong.c
told_as '1\/n'
expect 3 "a divisor must be a positive integer constant" analyze wrong.c
sed 's/madd f64/madd f65/' costs.c >wrong.c
expect 3 "wrong.c:7:1: error[FC0325]: #pragma forecost procedure cost(2*n*k, madd f65): expected an operation and a type" analyze wrong.c
sed 's/^    MPI_Barrier/#pragma forecost ignore\n&/' costs.c >wrong.c
expect 3 "the annotated code contains MPI calls" analyze wrong.c
sed 's/^    double \*a = .*/&\n    rows = (int)a[0];/; s/+ 1e-6\*g.nx/+ 1e-6*rows/' costs.c >wrong.c
expect 3 "the value of rows is dynamic" analyze wrong.c
# A negative cost is refused with its reason; a cost is given once; a statement that cannot have one is named.
told_as '-9e-6*n'
expect 0 "" analyze wrong.c
expect 3 "wrong.c:20: error[FC0505]: the annotated cost, in seconds, is -0.07" predict wrong.fc -n 1 -- 1000
sed 's/cost(2.5e-6\*n + 1e-6\*g.nx)/cost(2 - 5)/' costs.c >wrong.c
expect 3 "wrong.c:20:1: error[FC0325]: #pragma forecost cost(2 - 5): its value is -3" analyze wrong.c
told_as '(2'
expect 3 "wrong.c:20:1" analyze wrong.c
check test "$(grep -c 'at ""' err)" = 0
printf 'smooth ignore\nsmooth cost(3e-9*n)\n' >notes.txt
expect 3 "notes.txt:2:1: error[FC0316]: cost is already specified, by another annotation or in the source" analyze bare.c --notes notes.txt
printf 'bare.c:19 cost(2e-9*n)\nbare.c:19 ignore\n' >notes.txt
expect 3 "notes.txt:2:1: error[FC0316]: ignore is already specified, by another annotation or in the source" analyze bare.c --notes notes.txt
printf 'bare.c:9 ignore\n' >notes.txt
expect 3 "notes.txt:1:1: error[FC0314]: no statement of a block begins at bare.c:9" analyze bare.c --notes notes.txt
printf 'nosuch ignore\n' >notes.txt
expect 3 "notes.txt:1:1: error[FC0317]: the program has no procedure nosuch" analyze bare.c --notes notes.txt
printf 'smooth trip(3)\n' >notes.txt
expect 3 "notes.txt:1:1: error[FC0348]: expected FILE:LINE or FILE:LINE:COLUMN: only cost and ignore apply to procedures" analyze bare.c --notes notes.txt
printf 'bare.c:19 cost 3\n' >notes.txt
expect 3 "notes.txt:1:16: error[FC0348]: expected an expression in parentheses" analyze bare.c --notes notes.txt

# Functions that are only declared: by a pragma right before the declaration, here and in a header, and by a note.
cat >far.h <<'EOF'
#pragma forecost cost(2*nnz + n, madd f64)
void spmv(const double *a, int n, long nnz, double *y);
EOF
cat >far.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
#include "far.h"
/* in place */
#  pragma forecost cost(5e-3 * \
                        n*log2(n))

void fft_(int *n, double *y);
double norm(int, double *);
#pragma forecost ignore
extern void log_line(const char *text);
#pragma forecost cost(1e-3*k)
static double defined(int k, double *y);
#pragma forecost cost(3)
void nobody(void);
static double residual(int n, double *y) { return norm(n, y); }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), iterations = atoi(argv[2]);
    double *a = malloc(n * sizeof *a), *y = malloc(n * sizeof *y), r = 0;
    for (int i = 0; i < iterations; i++) {
        spmv(a, n, 5l * n, y);
        fft_(&n, y);
        r += residual(n, y);
        log_line("trip");
        defined(30 * n, y);
    }
    MPI_Finalize();
    return r > 0;
}
static double defined(int k, double *y)
{
    while (y[0] > k)
        y[0] /= 2;
    return y[0];
}
EOF
printf 'norm ignore\n' >notes.txt
expect 0 "no count needs a profile" analyze far.c --notes notes.txt -o far.fc -- -O2
check test "$(grep -c warning err)" = 1
check grep -qF "far.c:14:1: warning[FC0245]: #pragma forecost cost(3) has no effect: no declaration of a called function follows it" err
expect 0 "11*n*iterations * t_madd_f64" formula --all far.fc -n 1 -- 1024 10
# 10 (5e-3 1024 10 + 1e-3 30 1024) s and less than a thousandth of it for the remaining code.
expect 0 "" predict far.fc -n 1 --format json -- 1024 10
check python3 -c 'import json
point = json.load(open("out"))["points"][0]
assert 819.2 < point["time_s"] < 819.2 * 1.001 and point["origin"]["annotated"] > 0.999, point'
# The names are the declaration's; a cost is given once.
sed 's/cost(1e-3\*k)/cost(1e-3*m)/; s/^                        n\*log2/                        y*log2/' far.c >wrong.c
expect 3 "y*log2(n)) of fft_: y is not an argument of the function" analyze wrong.c -o unsaid.fc
check grep -q "wrong.c:8:6" err
printf 'norm cost(n)\n' >notes.txt
expect 3 "far.c:9:8: error[FC0336]: cost(n) of norm: n is not an argument of the function" analyze far.c --notes notes.txt -o unsaid.fc
printf 'spmv ignore\n' >notes.txt
expect 3 "notes.txt:1:1: error[FC0316]: ignore is already specified, by another annotation or in the source" analyze far.c --notes notes.txt -o unsaid.fc
printf 'spmv(., ., ., .) ignore\n' >costs.txt
expect 3 "costs.txt:1:1: error[FC0337]: spmv is already specified" analyze far.c --library costs.txt -o unsaid.fc
absent unsaid.fc

# Procedures called only from ignored statements are not counted; procedures with another caller are.
cat >below.c <<'EOF'
#include <mpi.h>
static double a[100];
static int trips;
static void noisy(double x) { while (a[0] < x) a[0] *= 2; }
static void noise(double x) { noisy(x); for (int i = 0; a[i] > x; i++) trips++; }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
#pragma forecost ignore
    noise(argc);
    for (int i = 0; i < 10; i++)
        a[i] += 1;
    MPI_Finalize();
    return trips > 3;
}
EOF
expect 0 "1 procedure, 1 loop, 2 MPI calls" analyze below.c -o below.fc -- -O2
check grep -q "no count needs a profile" out
sed 's/^    MPI_Finalize/    noisy(2);\n&/' below.c >beside.c
expect 0 "1 count needs a profile" analyze beside.c -o beside.fc -- -O2
check grep -q "beside.c:4 " out
