# shellcheck shell=bash
# Loops that data may end before their bound does: where it never did when profiled, the bound tells the turns elsewhere too.
cat >solver.c <<'END'
#include <math.h>
#include <mpi.h>
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
    int n = atoi(argv[1]), most = atoi(argv[2]), turns = 0, k = 0;
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
    while (error > 1e-9 && turns < most) {
        error = sweep(a, n);
        MPI_Bcast(a, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        turns++;
    }
    MPI_Finalize();
    return 0;
}
END
seconds() { "$FORECOST" predict solver.fc --format csv "$@" 2>/dev/null | python3 -c 'import csv, sys
print(next(csv.DictReader(sys.stdin))["time_s"])'; }
agree() { check python3 -c "assert abs($1 / $2 - 1) < 1e-9, ($1, $2)"; }
expect 0 "5 counts need a profile" analyze solver.c -o solver.fc -- -O2
expect 0 "t < most  1 of the loop's ends (2 in 2)" profile solver.fc -n 2 -o small.profile -- 400 20
expect 0 "profile" profile solver.fc -n 2 -o large.profile -- 400 150
agree "$(seconds -n 2 --profile small.profile -- 400 150)" "$(seconds -n 2 --profile large.profile -- 400 150)"
agree "$(seconds -n 2 --method ranks --profile small.profile -- 400 150)" \
    "$(seconds -n 2 --method ranks --profile large.profile -- 400 150)"
expect 0 "all turns of the loop solver.c:19: data never ended it" coverage solver.fc --profile small.profile -n 2 -- 400 150
# Data ended the loops when profiled: its turns, but never more than the bound lets through.
expect 0 "t < most  0 of the loop's ends (0 in 2)" profile solver.fc -n 2 -o ended.profile -- 4 1000
expect 0 "profile" profile solver.fc -n 2 -o few.profile -- 4 5
agree "$(seconds -n 2 --profile ended.profile -- 4 5)" "$(seconds -n 2 --profile few.profile -- 4 5)"
# What a person tells counts, bound or not; a formula has the count by its name.
expect 0 "assumed" predict solver.fc --profile small.profile -n 2 --assume solver.c:19=7 -- 400 150
expect 0 "count(solver.c:36): mean iterations of the loop there, not known" formula solver.fc --profile small.profile -n 2 -- 400 150
