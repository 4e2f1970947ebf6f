# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles: dynamic counts, the profile of another program, a profiling run that is killed.
given search
expect 0 "search.fc.profile" profile search.fc -n 2 -- 50
check grep -qF "Next: forecost predict search.fc -n 1:1024:x2 -- ARGUMENTS        (--compute-model fitted: by the times taken)" out
check test -s search.fc.profile
expect 0 "profiled" predict search.fc -n 2 -- 50
check test "$(grep -cF "note[FC0443]: counts" err)" = 0
# Other arguments, other ranks, a parameter set by -D: the substitute run is named once, and the interval is wider.
width() { "$FORECOST" predict search.fc --format json "$@" 2>/dev/null | python3 -c 'import json, sys
p = json.load(sys.stdin)["points"][0]; print((p["high_s"] - p["low_s"]) / p["time_s"])'; }
expect 0 "note[FC0443]: counts of a profile with -n 2 -- 50 stand in for -n 2 -- 100;" predict search.fc -n 2 -- 100
check grep -q "To fit the counts to several small runs, profile --planned" err
expect 0 "note[FC0443]: counts of a profile with -n 2 -- 50 stand in for -n 1, 3, 4 .. 8 -- 50;" predict search.fc -n 1:8 -- 50
check test "$(grep -cF "note[FC0443]: counts" err)" = 1
check python3 -c "assert $(width -n 2 -- 50) < $(width -n 4 -- 50) < $(width -n 2 -- 100)"
cp search.fc.profile good.profile
expect 3 "whole" predict whole.fc --profile search.fc.profile -n 2 -- 1000
head -c 100 good.profile >cut.profile
expect 3 "cut.profile" predict search.fc --profile cut.profile -n 2 -- 50
expect 3 "nosuch.profile" predict search.fc --profile nosuch.profile -n 2 -- 50

# With a second argument search aborts in its first round: the earlier profile stays.
cp search.fc.profile kept.profile
expect 3 "" profile search.fc -n 1 -- 50 die
check cmp -s search.fc.profile kept.profile
rm search.fc.profile
expect 3 "" profile search.fc -n 1 -- 50 die
absent search.fc.profile

# Annotated counts need no profile, and the prediction reports them as annotated.
sed 's/^    while (rr > target/#pragma forecost trip(50)\n&/' "$root/examples/cg/cg.c" >trip.c
expect 0 "1 annotated; no count needs a profile." analyze trip.c -o trip.fc -- -O2
expect 0 "% annotated" predict trip.fc -n 4 -- 300 1e-6 10000
sed -i 's/trip(50)/trip(n)/' trip.c
expect 0 "1 count needs a profile" analyze trip.c -o trip.fc -- -O2
expect 3 "trip.c:75:1: error[FC0405]: #pragma forecost trip(n): expected a number >= 0" predict trip.fc -n 4 -- 300 1e-6 10000

# A model works in every folder: its sources are found beside it, or where they were compiled.
mkdir -p elsewhere/src elsewhere/other
sed 's/^#include <mpi.h>/#include "size.h"\n&/' search.c >elsewhere/src/search.c
echo '/* nothing */' >elsewhere/src/size.h
cd elsewhere || exit 1
expect 0 "" analyze src/search.c -o search.fc -- -O2 -Isrc
cd other || exit 1
expect 0 "../src/search.c:" profile ../search.fc --no-timers -n 2 -- 50
expect 0 "profiled" predict ../search.fc -n 2 -- 50
expect 0 "error" validate ../search.fc -n 2 --time-limit 0 --runs 1 -- 50
expect 0 "int main" coverage ../search.fc -n 2 --annotate text -- 50
cd ../src || exit 1
check "$FORECOST" cc -O2 search.c -o search
expect 0 "" analyze search -o ../built.fc
cd ../other || exit 1
expect 0 "  ../src/search.c:" profile ../built.fc --no-timers -n 2 -- 50
cd ../.. || exit 1
expect 0 "elsewhere/src/search.c:" profile elsewhere/built.fc --no-timers -n 2 -- 50
mv elsewhere/src elsewhere/moved
expect 3 "No such file" profile elsewhere/search.fc -n 2 -- 50

# Counters and timers are inserted into one preprocessed text, and a file without either is compiled once.
cat >fixed.c <<'C'
int fixed(void) { return 3; }
C
cat >logged <<C
#!/bin/sh
case "\$*" in *-\#\#\#*) ;; *" -E "*) echo preprocessed >>$PWD/log ;; *cpp-output*) echo "compiled \$*" >>$PWD/log ;; esac
exec mpicc "\$@"
C
chmod +x logged
sed 's/^int main(/int fixed(void);\n&/' search.c >with.c
expect 0 "" analyze with.c fixed.c --cc "$PWD/logged" --no-code -o with.fc -- -O2
rm -f log
XDG_CACHE_HOME=$PWD/empty expect 0 "timed on 2 ranks" profile with.fc -n 2 -- 50
check test "$(grep -c preprocessed log)" = 2
check test "$(grep -c 'compiled.*/1.i$' log)" = 1
check test "$(grep -c 'compiled.*/0.i$' log)" -ge 2

# By hand: 8 .. 14 take one iteration, 15 .. 19 two. Counted and timed are also loops without braces, without a space
# before them (do{), and after a statement expression.
cat >bare.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#define WITHIN(x, most) ({ int v_ = (x); while (v_ > (most)) v_ -= (most); v_; })
static double a[1000];
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, c = 0;
    for (int i = 0; i < n; i++)
        c += WITHIN(i, 7);
    do{
        if (c % 2)
            break;
        c++;
    }while (c < 1);
    for (int k = 0; k < 300; k++)
        for (int i = 0; i < 1000; i++)
            if (i > k)
                a[i] += WITHIN(c, 100);
    printf("%d %g\n", c, a[999]);
    return 0;
}
C
expect 0 "no count needs a profile" analyze bare.c -o bare.fc -- -O2
expect 0 "timed on 1 rank" profile bare.fc -n 1 --every -- 20
check grep -qE "bare.c:9  while .v_ > 7.  0.85 iterations an entry .17 in 20." out

# Standard input of a run determines its counts: 7 iterations and 5; a run without it is reported, and so is another
# input.
cat >asks.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 0, rank;
    double s = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        scanf("%d", &n);
    double *a = calloc(2, sizeof *a);
    while (a[rank % 2] < n)
        a[rank % 2] += 1;
    MPI_Finalize();
    return s > 1e9;
}
C
echo 7 >seven.txt
echo 5 >five.txt
expect 0 "1 count needs a profile" analyze asks.c -o asks.fc -- -O2
expect 0 "7 iterations an entry (7 in 1)" profile asks.fc --no-timers -n 1 -o asks.profile <seven.txt
check test "$(grep -c 'standard input' err)" = 0
expect 0 "" predict asks.fc --profile asks.profile -n 1 <seven.txt
check test "$(grep -c 'note:' err)" = 0
expect 0 "note[FC0534]: /dev/stdin has changed since asks.profile was recorded" predict asks.fc --profile asks.profile -n 1 <five.txt
expect 0 "2.5 iterations an entry" profile asks.fc --no-timers -n 2 -o both.profile <five.txt
expect 0 "asks.c:11: note[FC0160]: the program may read standard input here, which was empty" profile asks.fc --no-timers -n 1 -o none.profile </dev/null
# One that repeats the question without end.
sed 's/scanf("%d", &n);/while (scanf("%d", \&n) != 1);/' asks.c >waits.c
expect 0 "" analyze waits.c -o waits.fc -- -O2
expect 3 "waits.c:11: note[FC0160]: the program may read standard input here" profile waits.fc --no-timers -n 1 --timeout 2 </dev/null
expect 0 "7 iterations an entry (7 in 1)" profile waits.fc --no-timers -n 1 --timeout 20 <seven.txt
# Counts of one small run, multiplied with each other, leave an interval of many powers of ten: no conclusion is drawn.
cat >searched.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static int steps(double *x, int n)
{
    int k = 0;
    while (x[k % n] < 5)
        x[k++ % n] += 1;
    return k;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), p;
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y), *z = calloc(n, sizeof *z);
    for (int i = 0, a = steps(x, n); i < a; i++)
        for (int j = 0, b = steps(y, n); j < b + 7; j++)
            for (int k = 0, c = steps(z, n); k < c + 9; k++)
                y[(i + j + k) % n] += 0.001;
    MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "" analyze searched.c -o searched.fc -- -O2
expect 0 "" profile searched.fc --no-timers -n 1 -- 4
expect 0 "No conclusion on the least time: the interval at p = " predict searched.fc -n 1,4,16 -- 400000
check test "$(grep -c 'Least time' out)" = 0
expect 0 "Least time" predict searched.fc -n 1,4 -- 4
