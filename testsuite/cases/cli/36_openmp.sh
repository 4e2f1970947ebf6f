# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
# OpenMP programs: with and without MPI, with and without --threads, refused constructs, counts from a profile.

cat >omp.c <<'EOF'
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), sum = 0;
    double *a = malloc(n * sizeof *a);
#pragma omp parallel reduction(+ : sum)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
#pragma omp for schedule(runtime) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++)
                a[j] = a[j] * 0.5 + 1;
        for (int i = me; i < n; i += all)
            sum += i % 7;
        int k = 0;
        while (k < n && a[k] < 1)
            k++;
#pragma omp critical
        sum += k;
    }
    free(a);
    MPI_Finalize();
    return sum < 0;
}
EOF
expect 0 'all supported' analyze omp.c -o omp.fc -- -O2 -fopenmp
# The header alone makes no OpenMP program, as in gcc.
expect 0 "omp.c: OpenMP directives ignored: -fopenmp is not among the flags" analyze omp.c -o none.fc
expect 0 '1 place counted' profile omp.fc -n 1 -- 200
# A machine calibrated without OpenMP, and one with expensive regions.
"$FORECOST" machine show default --format yaml | awk '/^[^ -]/ {skip = /^openmp:/} !skip' >plain.yaml
{
    cat plain.yaml
    printf 'openmp:\n  threads: 2\n  region: {alone_s: 0.25, all_s: 0.5}\n'
    printf '  %s: {alone_s: 0, all_s: 0}\n' barrier chunk critical task
} >dear.yaml
expect 0 'omp.c:9: note[FC0544]: one thread a rank is assumed: --threads N' predict omp.fc -m plain.yaml -- 200
check test "$(grep -c 'calibrated without OpenMP' err)" -eq 1
check grep -qF 'omp.c:12: note[FC0545]: schedule(runtime) is assumed to be dynamic,1: --omp-schedule KIND[,N]' err
expect 0 '' predict omp.fc --threads 2 --omp-schedule static -- 200
check test -z "$(grep assumed err | grep -v 'calibrated without OpenMP')"
expect 0 'compute memory   threads 2' predict omp.fc --threads 2 -- 200
expect 0 '"threads": 2,' predict omp.fc --threads 2 --format json -- 200
expect 0 '' predict omp.fc --threads 2 --format csv -- 4000
# seconds ARGUMENT...: the predicted time of 4000 rows
seconds() { "$FORECOST" predict omp.fc --assume omp.c:19=1 --format csv "$@" -- 4000 2>/dev/null | tail -n 1 | cut -d, -f3; }
# ... on a machine whose cores do not slow each other, without a cost for chunks
sed 's/^busy_cores: .*/busy_cores: 0/; s/^  chunk: .*/  chunk: {alone_s: 0, all_s: 0}/' "$root/machine_properties/machines/default.yaml" | awk '/^[^ -]/ {skip = /^busy:/} !skip' >alike.yaml
one=$(seconds -m alike.yaml) two=$(seconds -m alike.yaml --threads 2) equal=$(seconds -m alike.yaml --threads 2 --omp-schedule static)
check awk -v a="$(seconds -m dear.yaml)" -v b="$(seconds --threads 2 -m dear.yaml)" \
    'BEGIN {exit !(a > 0.25 && a < 0.4 && b > 0.5 && b < 0.65)}'
expect 0 '' predict omp.fc -m dear.yaml --threads 2 --omp-schedule static -- 200
check test -z "$(grep 'calibrated without OpenMP' err)"
expect 0 'region           250 ms     500 ms' machine show dear.yaml
expect 0 'region           125 ms     250 ms' machine edit dear.yaml --set 'openmp.region*=0.5'
# Rows grow: dynamic halves the time, equal shares leave three quarters of it to one thread.
check awk -v a="$one" -v b="$two" 'BEGIN {exit !(b > 0.48 * a && b < 0.56 * a)}'
check awk -v a="$one" -v b="$equal" 'BEGIN {exit !(b > 0.72 * a && b < 0.8 * a)}'
check test "$(seconds -m alike.yaml --threads 2 --method ranks)" = "$two"
expect 0 'ranks' predict omp.fc -n 2 --threads 2 --method ranks -- 200
expect 2 '--threads' predict omp.fc --threads 0 -- 200
expect 2 'two' predict omp.fc --threads two -- 200
# Several numbers of threads: each row equals a prediction with that number alone; speedup refers to the fewest.
expect 0 '' predict omp.fc --threads 1,4,2 -n 1:2 -D n=200,300 --format json -- 200
check python3 -c '
import json, subprocess, sys
points = json.load(open("out"))["points"]
assert [(p["threads"], p["parameters"]["n"], p["ranks"]) for p in points] == \
    [(t, n, r) for t in (1, 4, 2) for n in (200, 300) for r in (1, 2)]
for p in points[2:7]:
    one = subprocess.run([sys.argv[1], "predict", "omp.fc", "--threads", str(p["threads"]), "-n", str(p["ranks"]), "-D",
        "n=%d" % p["parameters"]["n"], "--format", "json", "--", "200"], capture_output=True)
    assert json.loads(one.stdout)["points"][0]["time_s"] == p["time_s"]' "$FORECOST"
expect 0 'speedup' predict omp.fc --threads 1:4:x2 -- 4000
check test "$(awk '$2 == 1 {print $(NF - 2)}' out)" = 1.00
check grep -qF 'Most time at p = 1, threads = 4: ' out
least=$("$FORECOST" predict omp.fc --threads 1:4:x2 --format csv -- 4000 2>/dev/null | tail -n +2 | sort -t, -gk4 | head -n 1 | cut -d, -f2)
check grep -qF "Least time at threads = $least (" out
expect 0 'n = 300: Least time at threads = ' predict omp.fc --threads 4,2 -D n=200,300 -- 4000
check grep -qF 'Speedup and efficiency are over 2 threads.' out
expect 0 '' predict omp.fc --threads 1:4 --plot threads.svg -- 4000
check grep -qF '>threads<' threads.svg
expect 2 '-n, -D and --threads together give more than 100000 points' predict omp.fc -n 1:50000 --threads 1:3 -- 200
# A rank waits for the one before it: method sum warns that it ignores this, for one and for several numbers of threads.
cat >late.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
double a[4000];
int main(int argc, char **argv)
{
    int rank, p;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    double x = 0;
    if (rank > 0)
        MPI_Recv(&x, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int t = 0; t < atoi(argv[1]); t++) {
#pragma omp parallel for
        for (int i = 0; i < 4000; i++)
            a[i] = a[i] * 1.5 + 1;
    }
    if (rank < p - 1)
        MPI_Send(&x, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 'all supported' analyze late.c -o late.fc -- -O2 -fopenmp
expect 0 'at p = 2, threads = 2, ' predict late.fc -n 1:2 --threads 2 -- 100
grep 'side by side' err >note
expect 0 '' predict late.fc -n 1:2 --threads 1,2 -- 100
check test "$(grep 'side by side' err)" = "$(cat note)"
expect 2 '--threads takes one number, and 2 are given' whatif omp.fc --threads 1,2 -- 200
expect 2 '--omp-schedule: expected static' predict omp.fc --omp-schedule wild -- 200
expect 0 'error' validate omp.fc --threads 2 --time-limit 0 --runs 1 -- 200
expect 0 'error' validate omp.fc --threads 1,2 --time-limit 0 --runs 1 -- 200
expect 0 't_omp_chunk' formula omp.fc --assume omp.c:19=1 -- 200
check grep -qF 'one thread a rank is assumed; `forecost predict --threads N` sets the number' err

# A collapsed nest takes the time of the same nest without the directive, divided by the threads.
cat >nest.c <<'EOF'
#include <stdlib.h>
static double a[300][200][7];
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
#pragma omp parallel for collapse(LEVELS) CLAUSES
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < 7; k++)
                a[i][j][k] = a[i][j][k] * 0.5 + 1;
    return 0;
}
EOF
sed 's/{alone_s: [^,]*, all_s: [^}]*}/{alone_s: 0, all_s: 0}/' alike.yaml >free.yaml
nest_seconds() {
    "$FORECOST" predict nest.fc -m free.yaml --format csv "$@" -- 300 200 2>/dev/null |
        awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "time_s") at = i} NR == 2 {print $at}'
}
expect 0 '' analyze nest.c -o nest.fc -- -O2 -DLEVELS=1
plain=$(nest_seconds)
for levels in 2 3; do
    for clauses in '' 'schedule(static, 16)' 'schedule(dynamic, 100)' 'schedule(guided)'; do
        expect 0 '' analyze nest.c -o nest.fc -- -O2 -fopenmp "-DLEVELS=$levels" "-DCLAUSES=$clauses"
        check awk -v a="$plain" -v b="$(nest_seconds)" -v c="$(nest_seconds --threads 2)" \
            'BEGIN {exit !(b > 0.999 * a && b < 1.001 * a && c > 0.49 * a && c < 0.52 * a)}'
    done
done

# The formula has the work and the overheads of one thread, in each notation; a larger team is a part of the cost program.
expect 0 't_omp_region' formula nest.fc --all -- 300 200
check test -z "$(grep T_run out)"
want=$("$FORECOST" formula nest.fc --format json -- 300 200 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["time_s"])')
"$FORECOST" formula nest.fc --notation python -- 300 200 >nest_formula.py 2>err
check python3 -c 'import sys, nest_formula; t = nest_formula.T(1, 300, 200); assert abs(t - float(sys.argv[1])) <= 1e-9 * t, t' "$want"
"$FORECOST" formula nest.fc --notation javascript -- 300 200 >nest_formula.mjs 2>err
check node --input-type=module -e "import { T } from './nest_formula.mjs'; const t = T(1, 300, 200); if (!(Math.abs(t - $want) <= 1e-9 * t)) throw t;"
# A stride that is no constant is a number of the loop, too.
sed 's/a\[i\]\[j\]\[k\]/a[0][0][k * m]/g' nest.c >strided.c
expect 0 '' analyze strided.c -o strided.fc -- -O2 -fopenmp -DLEVELS=1
for notation in text c; do
    expect 0 '' formula strided.fc --notation $notation -- 300 200
done
sed 's/CLAUSES/num_threads(2)/' nest.c >two.c
expect 0 '' analyze two.c -o two.fc -- -O2 -fopenmp -DLEVELS=1
expect 0 'the cost program simulates a team of several threads' formula two.fc -- 300 200

cat >tasks.c <<'EOF'
static double a[12][12][96][96];
static void factor(double (*of)[96])
{
    for (int k = 0; k < 96; k++) {
        for (int i = k + 1; i < 96; i++)
            of[i][k] /= of[k][k];
        for (int i = k + 1; i < 96; i++)
            for (int j = k + 1; j <= i; j++)
                of[i][j] -= of[i][k] * of[j][k];
    }
}
int main(void)
{
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < 12; k++) {
#pragma omp task depend(inout : a[k][k])
        factor(a[k][k]);
#pragma omp task depend(in : a[k][k]) depend(inout : a[CHAINED * k][0])
        factor(a[k][0]);
    }
    return a[11][11][0][0] > 0;
}
EOF
# Twelve and twelve tasks of the same length: two threads halve the time. If the second twelve depend on each other, two
# threads take the first twelve in the order they were made (6 of 24 lengths), then one the others (12).
seconds() { "$FORECOST" predict tasks.fc --format csv --threads "$1" 2>/dev/null | tail -n 1 | cut -d, -f3; }
expect 0 'Next: forecost predict tasks.fc --threads N -- ARGUMENTS' analyze tasks.c -o tasks.fc -- -O2 -fopenmp -DCHAINED=0
check awk -v a="$(seconds 1)" -v b="$(seconds 2)" 'BEGIN {exit !(b > 0.68 * a && b < 0.82 * a)}'
# The loop that makes the tasks is no measured part: their dependences need its index.
expect 0 "" profile tasks.fc -n 1 -o tasks.profile
expect 0 'all supported' analyze tasks.c -o tasks.fc -- -O2 -fopenmp -DCHAINED=1
check awk -v a="$(seconds 1)" -v b="$(seconds 2)" 'BEGIN {exit !(b > 0.45 * a && b < 0.56 * a)}'

cat >serial.c <<'EOF'
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    static double a[1000];
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; i++)
        a[i % 1000] = i;
    return a[0] < 0;
}
EOF
expect 0 'all supported' analyze serial.c -o serial.fc -- -fopenmp
expect 0 'ranks' predict serial.fc -- 100000
expect 0 'wins' compare omp.fc serial.fc -m plain.yaml -- 200
check test "$(grep -c 'calibrated without OpenMP' err)" -eq 1
expect 0 'OpenMP directives ignored' analyze serial.c -o serial2.fc

sed 's/num_threads(4)/num_threads(4) device(3)/' serial.c >device.c
expect 3 'device.c:6:41: this clause is not covered: device' analyze device.c -- -fopenmp
sed 's/^#pragma.*/#pragma omp parallel/; s/a\[i % 1000\] = i;/MPI_Barrier(MPI_COMM_WORLD);/; 1i #include <mpi.h>' serial.c >inside.c
expect 0 '' analyze inside.c -o inside.fc -- -fopenmp
expect 3 'inside.c:9: error[FC0505]: MPI_Barrier inside a parallel region is not supported' predict inside.fc --threads 2 -- 3
expect 0 'MPI_Barrier' predict inside.fc -n 2 --threads 1 -- 3 # the only thread is the one that may

# Ignored directives are reported with their place: in headers, in _Pragma (also in a macro), threadprivate.
mkdir -p omp_include
cat >omp_include/rows.h <<'EOF'
/* in a header */
static inline void rows(double *a, int n)
{
#ifdef PARALLEL
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        a[i] = i;
}
EOF
cat >header.c <<'EOF'
#include "rows.h"
int main(void)
{
    static double a[100];
#ifdef MACRO
#define TEXT(x) _Pragma(#x)
    TEXT(omp parallel for)
#endif
    rows(a, 100);
    return a[0] < 0;
}
EOF
expect 0 'all supported' analyze header.c -o header.fc -- -fopenmp -Iomp_include
unread='warning[FC0243]: OpenMP directives in headers and in _Pragma are ignored'
expect 0 "rows.h:5:9: $unread" analyze header.c -o header.fc -- -fopenmp -w -Iomp_include -DPARALLEL
expect 0 "header.c:7:5: $unread" analyze header.c -o header.fc -- -fopenmp -Iomp_include -DMACRO
expect 0 'all supported' analyze header.c -o header.fc -- -Iomp_include -DPARALLEL -DMACRO
sed '1i static int own;\n#pragma omp threadprivate(own)' serial.c >private.c
expect 0 'private.c:2:1: warning[FC0247]: threadprivate(own): modeled as one copy shared by all threads' \
    analyze private.c -o private.fc -- -fopenmp
# A macro in place of a clause is not expanded; a warning reports it.
sed '1i #define HOW schedule(static)\n' serial.c | sed 's/num_threads(4)/num_threads(4) HOW/' >how.c
expect 0 'how.c:8:1: warning[FC0248]: the macro HOW in an OpenMP directive is ignored' analyze how.c -o how.fc -- -fopenmp
sed '1i #define HOW(kind) schedule(kind)\n' serial.c | sed 's/num_threads(4)/num_threads(4) HOW(static)/' >how.c
expect 0 'how.c:8:1: warning[FC0248]: the macro HOW in an OpenMP directive is ignored' analyze how.c -o how.fc -- -fopenmp
check test "$("$FORECOST" predict how.fc --format csv -- 100000 2>/dev/null | tail -n 1 | cut -d, -f3-)" = \
    "$("$FORECOST" predict serial.fc --format csv -- 100000 2>/dev/null | tail -n 1 | cut -d, -f3-)"

# A busy wait for another thread never ends under sequential evaluation: refused with its place.
cat >spin.c <<'EOS'
#include <omp.h>
#include <stdlib.h>
static volatile int flag, flags[2];
static void take(int *left)
{
    *left -= 1;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]), left = n, done = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            while (CONDITION) {
                STEP;
            }
        else
            flag = flags[1] = n;
    }
    return left + done;
}
EOS
for spin in '!flag|' '!flags[1]|sched_yield()' '!done|done = flag' '*(\&flag) == 0|'; do
    sed "s/CONDITION/${spin%|*}/; s/STEP/${spin#*|}/" spin.c >spins.c
    expect 3 'spins.c:14:13: error[FC0334]: a busy wait for another thread' analyze spins.c -- -fopenmp -w
done
for ends in 'left > 0|take(\&left)' 'left > 0|left--' '!flag|if (left-- < 0) break' '!flags[1]|flags[left] = 1'; do
    sed "s/CONDITION/${ends%|*}/; s/STEP/${ends#*|}/" spin.c >ends.c
    expect 0 'all supported' analyze ends.c -o ends.fc -- -fopenmp -w
done
sed -e 's/CONDITION/!flag/; s/STEP//; /#pragma/d; /omp.h/d; s|omp_get_thread_num()|argc|' spin.c >alone.c # no thread there: allowed
expect 0 'all supported' analyze alone.c -o alone.fc -- -w
# A loop with a dynamic trip count is evaluated iteration by iteration, and entered once: an entry of 1 ms in each
# iteration would make 100 s.
cat >orbit.c <<'C'
int main(int argc, char **argv)
{
    double x = 0.5 + 1e-9 * argc;
    int n = 0;
    for (; n < 100000 && x < 1e9; n++)
        x = 3.5 * x * (1 - x);
    return argv[0][0] == 1 ? (int)x + n : 0;
}
C
expect 0 "" analyze orbit.c -o orbit.fc -- -O2
expect 0 "" machine edit default --set core.loop_entry_s=0.001 -o entry.yaml
expect 0 "" predict orbit.fc -m entry.yaml --format csv
check awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "time_s") at = i} END {exit !($at < 0.01)}' out

# The instrumented program ignores directives: it has one thread, which does all of the work.
cat >shared.c <<'END'
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), threads = omp_get_max_threads(), done = 0;
    #pragma omp parallel reduction(+ : done)
    for (int i = omp_get_thread_num(); i < n; i += threads)
        done++;
    if (done != n)
        abort();
    MPI_Finalize();
    return 0;
}
END
expect 0 "" analyze shared.c -o shared.fc -- -O2 -fopenmp
OMP_NUM_THREADS=3 expect 0 "60 iterations an entry" profile shared.fc -n 1 --every --no-timers -- 60

# A number of threads that depends on data: the team has the default number.
cat >decided.c <<'END'
#include <mpi.h>
#include <omp.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double s = 0;
    int threads = 2 + (int)(MPI_Wtime() * 1e6) % 2;
    #pragma omp parallel for num_threads(threads) reduction(+ : s)
    for (int i = 0; i < 1000000; i++)
        s += 1 / (i + 1.0);
    MPI_Finalize();
    return s < 0;
}
END
expect 0 "no count needs a profile" analyze decided.c -o decided.fc -- -O2 -fopenmp
check grep -qF "decided.c:8:42: num_threads depends on data; the number of --threads is used" err
expect 0 "" predict decided.fc -n 1 --threads 1,2 --format csv
check awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "time_s") at = i} NR > 1 {t[NR] = $at}
    END {exit !(t[2] > 1.5 * t[3])}' out

# collapse(2): each iteration of the share is one of the inner loop, whose body is closed, or counted.
for clause in '' 'collapse(2)'; do
    cat >nest.c <<EOF
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), odd = 0;
    double *a = calloc(n * n, sizeof *a);
    for (int t = 0; t < 100; t++)
#pragma omp parallel for $clause
        for (int i = 2; i < n - 2; i++)
            for (int j = 2; j < n - 2; j++)
                a[i * n + j] = a[i * n + j] * 0.5 + 1;
#pragma omp parallel for $clause reduction(+ : odd)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (a[i * n + j] > 1)
                odd++;
    return odd < 0;
}
EOF
    expect 0 'all supported' analyze nest.c -o "nest${clause:+2}.fc" --no-code -- -O2 -fopenmp
    expect 0 '' predict "nest${clause:+2}.fc" --threads 1 --assume nest.c:14=0.5 --format json -- 400
    cp out "nest${clause:+2}.json"
done
check python3 -c '
import json
plain, collapsed = (json.load(open(name))["points"][0]["time_s"] for name in ("nest.json", "nest2.json"))
assert abs(collapsed - plain) < 0.1 * plain, (plain, collapsed)'
# The overheads of the formula have names.
expect 0 '"overhead": "region"' formula nest2.fc --assume nest.c:14=0.5 --format json -- 400
# collapse joins loops of known ranges only.
cat >joined.c <<'END_OF_SOURCE'
#include <stdlib.h>
double x[4096];
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++) {
        int k = 1;
        while (k < n)
            k *= 2;
        x[i] += k;
    }
    return x[3] > 1;
}
END_OF_SOURCE
expect 3 "joined.c:6:1: error[FC0334]: a worksharing loop that is not of the form" analyze joined.c -o joined.fc --no-code -- -O2 -fopenmp
check test ! -e joined.fc
