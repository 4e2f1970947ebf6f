# SPDX-License-Identifier: GPL-3.0-or-later
# Costs that a person tells, in the source and from notes: predicted alike, annotated, nothing below counted.
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
expect 0 "none needs a profile." analyze costs.c -o costs.fc -- -O2
check test ! -s err
expect 0 "60*n * t_madd_f64" formula costs.fc -n 1 -- 1000
seconds_at() { "$FORECOST" predict "$1" -n 1 --format json -- 1000 | python3 -c 'import json, sys
print(sum(by["time_s"] for by in json.load(sys.stdin)["points"][0]["by"] if by["line"] == int(sys.argv[1])))' "$2"; }
# 10 * (2.5e-6 * 1000 + 1e-6 * 2000) s
check test "$(seconds_at costs.fc 20)" = 0.045
expect 0 "annotated" predict costs.fc -n 1 -- 1000
expect 0 "< 1 %" coverage costs.fc -n 2 -- 1000
for language in python javascript; do
    expect 0 "" formula costs.fc --format $language -m default -n 1 -- 1000
done
"$FORECOST" formula costs.fc --format python -n 1 -- 1000 >costs.py
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
expect 0 "none needs a profile." analyze bare.c --notes notes.txt -o bare.fc -- -O2
times_of() { "$FORECOST" predict "$1" -n 1 --format json -- 1000 | python3 -c 'import json, sys
print(json.load(sys.stdin)["points"][0]["time_s"])'; }
check test "$(times_of bare.fc)" = "$(times_of costs.fc)"

# Refused with the place: no expression, an unknown name, data, communication, a procedure that is not there.
told_as() { sed "s/2.5e-6\*n/$1/" costs.c >wrong.c; }
told_as '2.5e-6*n*'
expect 3 "wrong.c:20:1: #pragma forecost cost(2.5e-6*n* + 1e-6*g.nx): expected a number, a name or a parenthesis" analyze wrong.c
told_as '2.5e-6*other'
expect 3 "other is not known there" analyze wrong.c
told_as '1\/n'
expect 3 "only a whole number divides" analyze wrong.c
sed 's/madd f64/madd f65/' costs.c >wrong.c
expect 3 "wrong.c:7:1: #pragma forecost procedure cost(2*n*k, madd f65): behind the comma" analyze wrong.c
sed 's/^    MPI_Barrier/#pragma forecost ignore\n&/' costs.c >wrong.c
expect 3 "the statement communicates" analyze wrong.c
sed 's/^    double \*a = .*/&\n    rows = (int)a[0];/; s/+ 1e-6\*g.nx/+ 1e-6*rows/' costs.c >wrong.c
expect 3 "what rows is, data decides" analyze wrong.c
# A cost below 0 is refused for what it is; costs are told once, and what nobody can tell costs of is named.
told_as '-9e-6*n'
expect 0 "" analyze wrong.c
expect 3 "wrong.c:20: the cost told of this, in seconds, is -0.07" predict wrong.fc -n 1 -- 1000
told_as '(2'
expect 3 "wrong.c:20:1" analyze wrong.c
check test "$(grep -c 'at ""' err)" = 0
printf 'smooth ignore\nsmooth cost(3e-9*n)\n' >notes.txt
expect 3 "notes.txt:2:1: cost is told already, by another note or in the source" analyze bare.c --notes notes.txt
printf 'bare.c:19 cost(2e-9*n)\nbare.c:19 ignore\n' >notes.txt
expect 3 "notes.txt:2:1: ignore is told already, by another note or in the source" analyze bare.c --notes notes.txt
printf 'bare.c:9 ignore\n' >notes.txt
expect 3 "notes.txt:1:1: no statement of a block begins at bare.c:9" analyze bare.c --notes notes.txt
printf 'nosuch ignore\n' >notes.txt
expect 3 "notes.txt:1:1: the program defines no procedure nosuch" analyze bare.c --notes notes.txt
printf 'smooth trip(3)\n' >notes.txt
expect 3 "notes.txt:1:1: this is no place in a source" analyze bare.c --notes notes.txt
printf 'bare.c:19 cost 3\n' >notes.txt
expect 3 "notes.txt:1:16: expected an expression in parentheses" analyze bare.c --notes notes.txt
