# shellcheck shell=bash
# Loops with a bound and a dynamic early exit: if no profiled run took the exit, the bound gives the trip count at other
# points too.
cat >solver.c <<'END'
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double sweep(double *a, int n)
{
    double most = 0;
    for (int i = 1; i < n - 1; i++) {
        double next = 0.5 * (a[i - 1] + a[i + 1]);
        most = fmax(most, fabs(next - a[i]));
        a[i] = next;
    }
    return most;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), most = atoi(argv[2]), trips = 0, k = 0;
    double *a = calloc(n, sizeof *a), error = 1, all;
    for (int t = 0; t < most; t++) {
        a[0] = t + 1;
        error = sweep(a, n);
        MPI_Allreduce(&error, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (all < 1e-9)
            break;
    }
    a[0] = 2 * most, error = 1;
    do {
        error = sweep(a, n);
        MPI_Barrier(MPI_COMM_WORLD);
        k += 2;
    } while (k <= most && error > 1e-9);
    a[0] = 3 * most, error = 1;
    for (int t = 0; t < most && error > 1e-9; t++)
        error = sweep(a, n);
    a[0] = 4 * most, error = 1;
    while (error > 1e-9 && trips < most) {
        error = sweep(a, n);
        MPI_Bcast(a, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        trips++;
    }
    printf("%d trips, %g each\n", trips, error / trips);
    MPI_Finalize();
    return 0;
}
END
seconds() { "$FORECOST" predict "${turning:-solver.fc}" --format csv "$@" 2>/dev/null | python3 -c 'import csv, sys
print(next(csv.DictReader(sys.stdin))["time_s"])'; }
agree() { check python3 -c "assert abs($1 / $2 - 1) < 1e-9, ($1, $2)"; }
expect 0 "5 counts need a profile" analyze solver.c -o solver.fc -- -O2
expect 0 "t < most  100 % of the loop's ends (2 in 2)" profile solver.fc --no-timers -n 2 -o small.profile -- 400 20
check grep -qF "Next: forecost predict solver.fc --profile small.profile -n 1:1024:x2 -- ARGUMENTS" out
expect 0 "profile" profile solver.fc --no-timers -n 2 -o large.profile -- 400 150
agree "$(seconds -n 2 --profile small.profile -- 400 150)" "$(seconds -n 2 --profile large.profile -- 400 150)"
# Without a profile: at the bounds.
expect 3 "or, with loops at their bounds and branches half the time: --assume bounds" predict solver.fc -n 2 -- 400 150
expect 0 "25 % closed, 75 % assumed" predict solver.fc -n 2 --assume bounds -- 400 150
check grep -qF "note[FC0449]: counts without a profile are assumed: these loops run up to their bound, an upper limit: solver.c:20" err
agree "$(seconds -n 2 --assume bounds -- 400 150)" "$(seconds -n 2 --profile large.profile -- 400 150)"
expect 0 "bound of solver.c:28, which may end earlier" coverage solver.fc -n 2 --assume bounds --assume solver.c:20=7 -- 400 150
check grep -qF "7 iterations of the loop solver.c:20" out
agree "$(seconds -n 2 --method ranks --profile small.profile -- 400 150)" \
    "$(seconds -n 2 --method ranks --profile large.profile -- 400 150)"
# The basis of the points is reported once, by every command.
expect 0 "counts of a profile with -n 2" sweep solver.fc --profile small.profile -n 2 -D n=100,200 -- 400 20
check test "$(grep -c 'stand in for' err)" = 1
# A counter set before the loop: the bound's trip count is closed, and the cost of equal iterations is charged once.
sed 's/^    for (int t = 0; t < most && error > 1e-9; t++)/    int s = 0;\n    for (; s < most \&\& error > 1e-9; s++)/' solver.c >counter.c
expect 0 "5 counts need a profile" analyze counter.c -o counter.fc -- -O2
expect 0 "s < most  100 % of the loop's ends (2 in 2)" profile counter.fc --no-timers -n 2 -o counter.profile -- 400 20
for method in sum ranks; do
    agree "$(turning=counter.fc seconds -n 2 --method $method --profile counter.profile -- 400 150)" \
        "$(seconds -n 2 --method $method --profile large.profile -- 400 150)"
done
expect 0 "" emit counter.fc --profile counter.profile -o counter-cost
check grep -q "fc_min(fc_trip_limit(r, [0-9]*, [0-9]*), fc_max((double)most, 0.0))" counter-cost/cost_program.c
# A bound without a closed count: its iterations are counted first.
sed 's/s < most/s * s * s < most/' counter.c >cubic.c
expect 0 "5 counts need a profile" analyze cubic.c -o cubic.fc -- -O2
expect 0 "s * s * s < most" profile cubic.fc --no-timers -n 2 -o cubic.profile -- 400 20
expect 0 "" emit cubic.fc --profile cubic.profile -o cubic-cost
check grep -q "fc_passed_[0-9]*++" cubic-cost/cost_program.c
expect 0 "bound of solver.c:20; no early exit profiled" coverage solver.fc --profile small.profile -n 2 -- 400 150
# At another point the prediction names the loop; not at the profiled one, nor with annotated trip counts.
bounded="note[FC0435]: all iterations up to the bound are counted for solver.c:20, solver.c:28, solver.c:34 and 1 more"
expect 0 "$bounded" predict solver.fc --profile small.profile -n 2 -- 400 150
expect 0 "$bounded" compare solver.fc solver.fc --profile small.profile -n 2 -- 400 150
expect 0 "counted for solver.c:28, solver.c:34, solver.c:37: no profiled run" predict solver.fc --profile small.profile --assume solver.c:20=3 -n 2 -- 400 150
expect 0 "profiled" predict solver.fc --profile small.profile -n 2 -- 400 20
check test "$(grep -c "up to the bound" err)" = 0
# Profiled early exits: the profile's trip count, but never more than the bound.
expect 0 "t < most  0 % of the loop's ends (0 in 2)" profile solver.fc --no-timers -n 2 -o ended.profile -- 4 1000
expect 0 "profile" profile solver.fc --no-timers -n 2 -o few.profile -- 4 5
agree "$(seconds -n 2 --profile ended.profile -- 4 5)" "$(seconds -n 2 --profile few.profile -- 4 5)"
# A variable that no option sets here is a -D parameter all the same; an array element is not, with a message.
cat >options.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
static int n = 10, m[1] = {10};
static double a[100000];
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int c; (c = getopt(argc, argv, "n:m:")) != -1;)
        if (c == 'n')
            n = atoi(optarg);
        else if (c == 'm')
            m[0] = atoi(optarg);
    for (int i = 0; i < n; i++)
        a[i] += i;
    for (int i = 0; i < m[0]; i++)
        a[i] += i;
    MPI_Ssend(a, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
END
expect 0 "supported" analyze options.c -o options.fc -- -O2
for command in predict formula coverage scaling sweep "compare options.fc" "whatif --set cores=4" "report -o options.html"; do
    read -ra words <<<"$command"
    expect 0 "warning[FC0540]: -D m[0] has no effect: with these arguments options.fc does not set it" "${words[0]}" options.fc "${words[@]:1}" -D "m[0]=100"
done
# An option of ours after the "--" is reported.
expect 0 "note[FC0155]: --method after" predict options.fc -- --method ranks
expect 0 "n = 100" predict options.fc -D n=100 --
check test "$(grep -c 'no effect' err)" = 0
expect 0 "n = 100" predict options.fc -D n=100 -- -n 3
check test "$(grep -c 'no effect' err)" = 0
# Without --method, a deadlock is reported although method sum does not see it.
expect 0 "does not reach its end:" predict options.fc -n 2 -- -n 3
check grep -q "^options.c:18: error.FC0505.: deadlock: rank 0 waits in MPI_Ssend" err
# Annotated trip counts have priority over the bound.
expect 0 "assumed" predict solver.fc --profile small.profile -n 2 --assume solver.c:20=7 -- 400 150
expect 0 "T(p, n, most, iterations(solver.c:20)) =" formula solver.fc --profile small.profile -n 2 --assume solver.c:20=7 -- 400 150
expect 0 "T(p, n, most) =" formula solver.fc --profile small.profile -n 2 -- 400 150
# The loop counter is dynamic only after the loop: inside the bound holds, whatever the name of the counter.
cat >behind.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double a[1000];
static double step(int trip)
{
    double mine = 1.0 / (trip + 1), all;
    for (int i = 0; i < 1000; i++)
        a[i] += mine;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}
static int smooth(int most)
{
    int k = 0;
    double error = 1;
    while (error > 1e-9 && k < most) {
        error = step(k);
        k++;
    }
    return k;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int most = atoi(argv[1]), t;
    for (t = 0; t < most; t++)
        if (step(t) < 1e-9)
            break;
    if (t == most)
        printf("no end after %d trips\n", t);
    int trips = smooth(most);
    for (int i = 0; i < trips; i++)
        a[i % 1000] = 0;
    MPI_Finalize();
    return 0;
}
END
expect 0 "counts need a profile" analyze behind.c -o behind.fc -- -O2
check grep -q "behind.c:33  loop: trips, from all, set by MPI_Allreduce" out
# Assumed trip counts also determine the formula's time: the share of early exits is not needed.
trips=(--assume behind.c:28=0 --assume behind.c:30=0 --assume behind.c:17=5 --assume behind.c:27=5 --assume behind.c:33=5)
expect 0 "\"time_s\"" formula behind.fc --format json -n 2 "${trips[@]}" -- 20
check test "$(grep -c '^  "time_s": [0-9]' out)" = 1
expect 0 "profile" profile behind.fc --no-timers -n 2 -o behind.profile -- 20
expect 0 "bound of behind.c:27; no early exit profiled" coverage behind.fc --profile behind.profile -n 2 -- 50
check grep -q "bound of behind.c:17; no early exit profiled" out
# With two static exits besides a dynamic one, the exit taken elsewhere is unknown.
sed 's/k < most)/k < most \&\& k < 30)/' behind.c >twice.c
expect 0 "counts need a profile" analyze twice.c -o twice.fc -- -O2
expect 0 "profile" profile twice.fc --no-timers -n 2 -o twice.profile -- 20
expect 0 "bound of twice.c:27; no early exit profiled" coverage twice.fc --profile twice.profile -n 2 -- 50
check grep -q "20 iterations of the loop twice.c:17 " out
# A fractional mean trip count has a fractional cost, in residual code or not: 2.5 is halfway from 2 to 3.
turned() { turning=behind.fc seconds -n 2 --profile behind.profile --assume behind.c:17="$1" -- 20; }
agree "$(turned 2.5)" "$(python3 -c "print(($(turned 2) + $(turned 3)) / 2)")"
agree "$(turned 0.25)" "$(python3 -c "print($(turned 0) + ($(turned 1) - $(turned 0)) / 4)")"
# Branches never taken in the profiled run make nothing dynamic: neither a return after a failed check nor a time limit
# set by an option. The steps are then static at any size, as in a profiled run.
cat >steps.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double a[10000], end;
static int steps, by_time, blocks;
static void refine(void)
{
    if (a[1] > 1e30)
        blocks = (int)a[2];
}
static void work(int n)
{
    for (int b = 0; b < blocks; b++)
        for (int i = 1; i < n; i++)
            a[i] = 0.5 * (a[i] + a[i - 1]);
}
static void drive(int n)
{
    double time = 0;
    for (int t = 1, done = 0; !done; t++) {
        double all;
        work(n);
        MPI_Allreduce(a + n - 1, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (!(t % 10))
            if (all < -1)
                return;
        refine();
        time += all + 1e-3;
        if (by_time) {
            if (time > end)
                done = 1, a[0] += 1;
        } else if (t >= steps)
            done = 1;
    }
    steps = 0;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    steps = atoi(argv[2]);
    blocks = atoi(argv[3]);
    by_time = argc > 4;
    end = by_time ? atof(argv[4]) : 0;
    drive(n);
    printf("%d %g\n", steps, a[1]);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "need a profile" analyze steps.c -o steps.fc -- -O2
check grep -q "steps.c:20  loop: done" out
expect 0 "profile" profile steps.fc -n 2 --no-timers -o steps-few.profile -- 5000 20 3
expect 0 "profile" profile steps.fc -n 2 --no-timers -o steps-many.profile -- 5000 90 5
agree "$(turning=steps.fc seconds -n 2 --profile steps-few.profile -- 5000 90 5)" \
    "$(turning=steps.fc seconds -n 2 --profile steps-many.profile -- 5000 90 5)"
expect 0 "branches not taken in the profiled runs are assumed not taken: steps.c:8, steps.c:25, steps.c:30." predict steps.fc --profile steps-few.profile -n 2 -- 5000 90 5
expect 0 "are assumed not taken: steps.c:8, steps.c:25, steps.c:30." emit steps.fc --profile steps-few.profile -n 2 -o steps-cost
expect 0 "" predict steps.fc --profile steps-many.profile -n 2 -- 5000 90 5
check test "$(grep -c "never led to" err)" = 0
# Assumed counts, and a profile with the branch taken, leave nothing out: the loop's trip count is the profile's.
expect 0 "20 iterations of the loop steps.c:20" coverage steps.fc --profile steps-few.profile --assume steps.c:25=0 -n 2 -- 5000 90 5
expect 0 "profile" profile steps.fc -n 2 --no-timers -o steps-timed.profile -- 5000 90 5 0.05
expect 0 "iterations of the loop steps.c:20" coverage steps.fc --profile steps-timed.profile -n 2 -- 5000 100 5 0.05
# A loop whose body never ran is its condition, evaluated once: without the body the loop would not end.
cat >rows.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static double a[10000];
static int seen(void)
{
    int rows = 0;
    for (int i = 0; i < 10000; i++)
        rows += a[i] > 0;
    return rows;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), found = 0, rows = argc > 2 ? 1 : 0;
    while (found != rows)
        found += seen();
#pragma omp parallel for
    for (int i = 1; i < n; i++)
        a[i] = 0.5 * (a[i] + a[i - 1]);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "needs a profile" analyze rows.c -o rows.fc -- -O2 -fopenmp
expect 0 "profile" profile rows.fc -n 1 --no-timers -o rows.profile -- 5000
expect 0 "" predict rows.fc --profile rows.profile -n 1 -- 5000
expect 0 "are assumed not taken: rows.c:15." predict rows.fc --profile rows.profile -n 1 -- 5000 more
# Code that ends the program after a dynamic return out of a loop is never executed in a successful run.
cat >place.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static double slot[10000];
static void put(int n, double value)
{
    for (int i = 0; i < n; i++)
        if (slot[i] < value) {
            slot[i] = value;
            return;
        }
    exit(1);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    for (int i = 0; i < n; i++)
        put(n, 1 + i / 10);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "need a profile" analyze place.c -o place.fc -- -O2
expect 0 "profile" profile place.fc -n 1 --no-timers -o place.profile -- 500
expect 0 "place  n = 500" predict place.fc --profile place.profile -n 1 -- 500
# A flag set by polls is dynamic by way of a dynamic call, and so is the work after it; not if no profiled run made that
# call.
cat >panel.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static double a[4000000], pivot[100];
static int rank, size;
static void hand_on(int root, int n, int *waits)
{
    int is_there = 1;
    if (size > 1 && rank == root)
        MPI_Send(a, n, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
    else if (size > 1) {
        MPI_Iprobe(root, 0, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
        if (is_there)
            MPI_Recv(a, n, MPI_DOUBLE, root, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    *waits = !is_there;
}
static void spread(int root, int n, int *waits)
{
    if (pivot[0] < n)
        return;
    for (int i = 0; i < n; i++)
        if (*waits)
            hand_on(root, n, waits);
}
static void update(int n, int columns)
{
    int waits = 0, done = 0;
    spread(0, n, &waits);
    while (waits) {
        done += 10;
        hand_on(0, n, &waits);
    }
    for (int j = 0; j < columns - done; j++)
        for (int i = 0; i < n; i++)
            a[j * n + i] += a[i];
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), waits;
    for (int k = 0; k < 4; k++) {
        pivot[0] = a[k];
        do
            hand_on(k % size, n, &waits);
        while (waits);
        update(n, n / size);
    }
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "panel.c:33  loop: done" analyze panel.c -o panel.fc -- -O2
expect 0 "profile" profile panel.fc -n 2 --no-timers -o panel-small.profile -- 100
expect 0 "profile" profile panel.fc -n 2 --no-timers -o panel-large.profile -- 1000
for ranks in 1 2; do
    agree "$(turning=panel.fc seconds -n $ranks --method ranks --profile panel-small.profile -- 1000)" \
        "$(turning=panel.fc seconds -n $ranks --method ranks --profile panel-large.profile -- 1000)"
done
# The formula counts such a loop by its bound, or names its count; its iterations may differ. It equals the prediction.
cat >periodic.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), most = atoi(argv[2]), every = atoi(argv[3]);
    double *a = calloc(n, sizeof *a), sum = 1, all = 1;
    for (int t = 0; t < most && all > 1e-9; t++) {
        for (int i = 1; i < n; i++)
            a[i] = 0.5 * (a[i] + 1.0 / (i + 1));
        if (t % every == 0) {
            sum = 0;
            for (int i = 1; i < n; i++)
                sum += (a[i] - 1.0 / (i + 1)) * (a[i] - 1.0 / (i + 1));
            MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        }
    }
    printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
END
expect 0 "1 dynamic" analyze periodic.c -o periodic.fc -- -O2
check grep -qF "(or predict --assume periodic.c:9=VALUE, or --assume bounds)" out
expect 0 "T(p, n, most, every, iterations(periodic.c:9)) =" formula periodic.fc
check test "$(grep -c 'T_run' out)" = 0
as_predicted() {
    local model=$1
    shift
    expect 0 "" formula "$model" --format json "$@"
    python3 -c 'import json; print(json.load(open("out"))["time_s"])' >seconds
    expect 0 "" predict "$model" --format json "$@"
    check python3 "$here/same_time.py" out "$(cat seconds)"
}
expect 0 "100 % of the loop's ends (2 in 2)" profile periodic.fc --no-timers -n 2 -o bounded.profile -- 400 6 2
expect 0 "T(p, n, most, every) =" formula periodic.fc --profile bounded.profile -n 4 -- 4000 25 4
as_predicted periodic.fc --profile bounded.profile -n 4 -- 4000 25 4
expect 0 "0 % of the loop's ends (0 in 2)" profile periodic.fc --no-timers -n 2 -o early.profile -- 400 1000 3
expect 0 "iterations(periodic.c:9): mean iterations of the loop, 16" formula periodic.fc --profile early.profile -n 2 -- 400 1000 3
as_predicted periodic.fc --profile early.profile -n 2 -- 400 1000 3
as_predicted periodic.fc --assume periodic.c:9=37 -n 8 -- 400 1000 5
as_predicted solver.fc --profile small.profile -n 2 -- 400 150
# A mean between two numbers of iterations has no such formula, and no shares.
expect 0 "iterations(periodic.c:9): mean iterations of the loop, 3.5" formula periodic.fc --assume periodic.c:9=3.5 -n 8 -- 400 1000 5
check test "$(grep -c 'shares at' out)" = 0
# Without a loop that has a bound, only branches are assumed.
cat >branch.c <<'END_OF_SOURCE'
#include <stdlib.h>
double x[4096];
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    for (int i = 0; i < n; i++)
        if (x[i] > 0.5)
            x[i] *= 0.3;
    return x[3] > 1;
}
END_OF_SOURCE
expect 0 "1 count needs a profile" analyze branch.c -o branch.fc --no-code -- -O2
expect 0 "" predict branch.fc --assume bounds -- 400
check grep -qF "note[FC0449]: counts without a profile are assumed: branches that leave a loop" err
