# SPDX-License-Identifier: GPL-3.0-or-later
# The real program against the prediction.
given whole
expect 0 "error" validate whole.fc -n 1,2 --time-limit 0 --runs 2 -- 100000
check grep -qF "note[FC0597]: machine default is bundled" err
expect 0 "" machine edit default --set cores=2 -o here.yaml
expect 0 "error" validate whole.fc -m here.yaml -n 1 --time-limit 0 --runs 1 -- 100000
check test "$(grep -c FC0597 err)" = 0
expect 0 '"measured_s"' validate whole.fc -n 1 --time-limit 0 --runs 2 --format json -- 100000
check python3 "$here/contract.py" validate out
# More ranks than cores are reported; with other launchers the number of cores is unknown.
cores=$(nproc)
expect 0 "note[FC0165]: -n $((cores + 1)) with 1 thread a rank shared $cores core" \
    validate whole.fc -n 1,$((cores + 1)) --time-limit 0 --runs 1 -- 1000
expect 0 "error" validate whole.fc -n $((cores + 1)) --time-limit 0 --runs 1 --launcher "mpirun --oversubscribe -n {ranks}" -- 1000
check test "$(grep -c "rank shared" err)" = 0
printf 'double other(double);\nint main(void)\n{\n    return other(1) > 2;\n}\n' >unlinked.c
expect 0 "" analyze unlinked.c -o unlinked.fc
expect 3 "undefined reference to \`other'" validate unlinked.fc
check grep -qF "Give the missing source, or the library among the flags" err
expect 2 "--runs" validate whole.fc --runs 0 -- 1000
expect 3 "whole.c:" validate whole.fc -n 1 --time-limit 0 --runs 1 -- 0

# The computational block, marked by a pragma or by a label: measured from the mark on; the program's output is
# unchanged.
for mark in "#pragma forecost init_end" "forecost_init_end:"; do
    sed "s/^MARK/$mark/" "$here/given/marked.c" >marked.c
    expect 0 "" analyze marked.c -o marked.fc
    expect 0 "block" predict marked.fc -n 2
    expect 0 "block error" validate marked.fc -n 1 --time-limit 0 --runs 1
    expect 0 '"block_error"' validate marked.fc -n 1,2 --time-limit 0 --runs 1 --format json
    check python3 "$here/contract.py" marked out
done
expect 0 "" predict whole.fc -n 2 --format csv -- 1000
check test -z "$(grep block out)"

# Without MPI: main from its entry to its end, one process. It sleeps 0.6 s in main and 0.1 s after the mark, and ends
# by exit. The two times are from two runs, which other load may lengthen.
cat >alone.c <<'END'
#include <stdlib.h>
#include <unistd.h>
static double a[1000];
int main(void)
{
    usleep(600000);
#pragma forecost init_end
    usleep(100000);
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    exit(a[7] != 7);
}
END
expect 0 "Next: forecost predict alone.fc -- ARGUMENTS" analyze alone.c -o alone.fc
expect 0 "note[FC0532]: alone.fc does not use MPI: every rank does all of its work" predict alone.fc -n 1,2
expect 0 "" predict alone.fc
check test "$(grep -c "nothing of MPI" err)" = 0
expect 0 "block_measured_s" validate alone.fc --time-limit 0 --runs 1 --format csv
check awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR == 2 { exit !($at["measured_s"] >= 0.7 && $at["block_measured_s"] >= 0.1 && $at["block_measured_s"] < $at["measured_s"] - 0.2) }' out
expect 0 "measured" validate alone.fc --time-limit 0 --runs 1 --launcher "env A=1"
expect 2 "so one process is measured" validate alone.fc -n 1,2 --time-limit 0 --runs 1
sed 's/exit(.*/_exit(0);/' alone.c >cut.c
expect 0 "" analyze cut.c -o cut_short.fc
expect 3 "the program ended abnormally" validate cut_short.fc --time-limit 0 --runs 1

# A product that stays subnormal: the note names it, and --flush-subnormals measures the time without. Both sums are 0
# there, so the program's exit code says that the mode was set.
cat >subnormal.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    volatile double tiny = atof(argv[1]);
    double sum = 0;
    for (int i = 0; i < 1000000; i++)
        sum += tiny * 0.5;
    MPI_Finalize();
    return sum > 0 ? 0 : 7;
}
END_OF_SOURCE
expect 0 "" analyze subnormal.c -o subnormal.fc -- -O2
expect 0 "note[FC0181]: the runs with -n 1 had subnormal operands" validate subnormal.fc -n 1,2 --time-limit 0 --runs 1 -- 4e-310
expect 0 "" validate subnormal.fc -n 1 --time-limit 0 --runs 1 -- 4e-300
check test "$(grep -c subnormal err)" = 0
expect 3 "exit code 7" validate subnormal.fc -n 1 --time-limit 0 --runs 1 --flush-subnormals -- 4e-310
expect 0 '"flushed_s"' validate subnormal.fc -n 1 --time-limit 0 --runs 1 --flush-subnormals --format json -- 4e-300

# By place: calls in conditions and macros, and beside loops. The measured places and the rest are the undisturbed
# time; the predicted ones are the predicted time.
cat >placed.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call) do { if ((call) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1); } while (0)
static double a[20000], b[20000];
static double sum(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] *= 0.5;
    return s;
}
int main(int argc, char **argv)
{
    int n = 20000, rank, ranks;
    double own = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int step = 0; step < atoi(argv[1]); step++) {
        own += sum(n);
        CHECK(MPI_Allreduce(a, b, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
        if (MPI_Barrier(MPI_COMM_WORLD) != MPI_SUCCESS)
            return 1;
    }
    if (rank == 0)
        printf("%g %g\n", own, b[0]);
    MPI_Finalize();
    return 0;
}
END_OF_SOURCE
expect 0 "" analyze placed.c -o placed.fc -- -O2
expect 0 "undisturbed" validate placed.fc -n 1,2 --time-limit 0 --runs 2 -- 300
expect 0 "By place at p = 2" validate placed.fc -n 1,2 --time-limit 0 --runs 1 --by place -- 300
check grep -q "placed.c:7  sum" out
check grep -q "placed.c:22  MPI_Allreduce" out
expect 0 '"places"' validate placed.fc -n 1,2 --time-limit 0 --runs 1 --by place --format json -- 300
check python3 "$here/contract.py" placed out
expect 0 "ranks,file,line,function,kind,op,predicted_s,measured_s,share,reason" \
    validate placed.fc -n 2 --time-limit 0 --runs 1 --by place --format csv -- 300
expect 0 '"measured_s"' validate placed.fc -n 1 --time-limit 0 --runs 1 --by none --format json -- 300
check test "$(grep -c undisturbed out)" = 0

# A branch that the profiled run does not take is left out of the prediction, with the loop in it; the timed build has
# both.
cat >idle.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *a = calloc((size_t)n, sizeof *a), sum = 0;
    if (a[n / 2] > 0)
        for (int i = 0; i < n; i++)
            sum += a[i] * 2;
    for (int k = 0; k < 100; k++)
        for (int i = 0; i < n; i++)
            sum += a[i];
    MPI_Finalize();
    return sum > 1;
}
END_OF_SOURCE
expect 0 "" analyze idle.c -o idle.fc -- -O2
expect 0 "0 % of the time" profile idle.fc -n 1 -- 100000
expect 0 '"undisturbed_s"' validate idle.fc -n 1 --time-limit 0 --runs 1 --by place --format json -- 200000
check grep -qF "note[FC0437]" err
check test "$(grep -c FC0445 err)" = 0
# The build with timers takes another time, here of a program that has less to do from its fourth run on: a note. With
# other load in these runs, the undisturbed time is unknown, and so is the cause of the difference.
cat >less.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double sum = 0;
    FILE *runs = fopen("runs", "a");
    fputc('x', runs);
    long n = ftell(runs) <= 3 ? 40000000 : 4000000;
    fclose(runs);
    for (long i = 1; i < n; i++)
        sum += 1.0 / (double)i;
    MPI_Finalize();
    return sum < 0;
}
END_OF_SOURCE
expect 0 "" analyze less.c -o less.fc -- -O2
rm -f runs
expect 0 "with -n 1" validate less.fc -n 1 --time-limit 0 --runs 3
check grep -qE "note\[FC0(595|579)\]" err
# Executions that take one or three times as long, at random, as if other load disturbed them; the run without timers,
# the first of six, always takes three times as long. So the undisturbed time is unknown, and further runs are made.
cat >disturbed.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double sum(long n)
{
    double s = 0;
    for (long i = 1; i < n; i++)
        s += 1.0 / (double)i;
    return s;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double s = 0;
    FILE *runs = fopen("disturbed_runs", "a");
    fputc('x', runs);
    long run = ftell(runs);
    fclose(runs);
    srand((unsigned)run);
    for (int k = 0; k < 64; k++)
        s += sum(200000 * (run % 6 == 1 || rand() % 2 ? 3 : 1));
    MPI_Finalize();
    return s < 0;
}
END_OF_SOURCE
expect 0 "" analyze disturbed.c -o disturbed.fc -- -O2
rm -f disturbed_runs
assume=--assume=disturbed.c:7=400000
expect 0 " .. +" validate disturbed.fc -n 1 $assume --runs 1 --time-limit 4
check grep -qF "note[FC0579]: the undisturbed time with -n 1 lies between" err
expect 0 '"undisturbed_error": null' validate disturbed.fc -n 1 $assume --runs 1 --time-limit 4 --by place --format json
check python3 "$here/contract.py" placed out
check test "$(wc -c <disturbed_runs)" -ge 24
check test "$(grep -c '"further_runs": 0' out)" = 0
# A procedure that two others inline: the row has the name of the one that runs.
cat >inlined.c <<'EOF'
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double *x;
static int n;
static double distance(double a, double b)
{
    return sqrt((a - b) * (a - b));
}
static double path(void)
{
    double sum = 0;
    for (int i = 0; i < n - 1; i++)
        sum += distance(x[i], x[i + 1]);
    return sum;
}
static double spread(int k)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += distance(x[i], x[k]);
    return sum;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    n = atoi(argv[1]);
    x = calloc(n, sizeof *x);
    double sum = 0;
    if (atoi(argv[2]))
        sum = path();
    else
        for (int k = 0; k < n; k++)
            sum += spread(k);
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "" analyze inlined.c -o inlined.fc -- -O2
expect 0 "spread" validate inlined.fc -n 1 --time-limit 0 --runs 1 --by place -- 4000 0
check test "$(grep -c path out)" = 0
# A library call outside of all timed regions has a row of its own.
cat >sorted.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), *key = malloc(n * sizeof *key);
    for (int i = 0; i < n; i++)
        key[i] = rand();
    qsort(key, n, sizeof *key, compare);
    MPI_Finalize();
    return key[0] > key[n - 1];
}
EOF
expect 0 "" analyze sorted.c -o sorted.fc -- -O2
expect 0 "places" validate sorted.fc -n 1 --time-limit 0 --runs 1 --by place --format json -- 100000
check python3 - out <<'EOF'
import json, sys
places = json.load(open(sys.argv[1]))["points"][0]["places"]
sort = [p for p in places if p.get("op") == "qsort"]
assert len(sort) == 1 and sort[0]["line"] == 14 and sort[0]["kind"] == "compute", places
assert sort[0]["predicted_s"] > 0 and sort[0]["measured_s"] > 0, sort
EOF
# First touches are predicted where memory is allocated, and measured in the loop that touches it: both are in the rest.
cat >touched.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = i;
    MPI_Finalize();
    return x[n - 1] < 0;
}
EOF
expect 0 "" analyze touched.c -o touched.fc -- -O2
expect 0 "places" validate touched.fc -n 1 --time-limit 0 --runs 1 --by place --format json -- 4000000
check python3 - out <<'EOF'
import json, sys
(touches,) = [p for p in json.load(open(sys.argv[1]))["points"][0]["places"] if p.get("op") == "first touch"]
assert touches["line"] == 7 and touches["measured_s"] > 0.1 * touches["predicted_s"] > 0, touches
EOF
