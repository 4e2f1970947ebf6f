# SPDX-License-Identifier: GPL-3.0-or-later
# A program slice that takes too long: its parts are measured instead. Loops that only data ends, end.
given buckets -O2
# Too much time (one step a key), and too much memory for the keys.
for n in 10000000 800000000; do
    expect 3 "error[FC0574]" predict buckets.fc -n 2 --budget 1 -- "$n"
    check grep -qF "buckets.c:" err
    check grep -qF "forecost profile buckets.fc --for" err
done
check grep -qF "buckets.c:13: note[FC0573]" err # the allocation of the keys
expect 0 "elements(buckets.c:26)" formula buckets.fc -n 2 --budget 1 -- 800000000 # names, without values
expect 0 "buckets.c:26  most" profile buckets.fc --no-timers -n 2 -- 100000
expect 0 "100 % closed" predict buckets.fc -n 2 -- 800000000
expect 0 "" predict buckets.fc -n 1:1024:x2 --budget 1 -- 300000
# Fitted to small runs, the largest bucket is that of the slice, which executes every key.
for n in 200000 400000; do
    expect 0 "" profile buckets.fc --no-timers -n 2 -- "$n"
done
expect 0 "" predict buckets.fc -n 2 --format json --budget 1 -- 10000000
check grep -qF "note[FC0573]" err
mv out measured.json
expect 0 "" predict buckets.fc -n 2 --format json --budget 0 -- 10000000
check test "$(grep -c FC0573 err)" = 0
check python3 - <<'PY'
import json
measured, executed = (json.load(open(name))["points"][0] for name in ("measured.json", "out"))
assert executed["origin"]["executed"] > 0.1 and measured["origin"]["executed"] < 0.01
measured, executed = ({by["line"]: by for by in point["by"]} for point in (measured, executed))
for line in (26, 27):
    assert abs(measured[line]["time_s"] / executed[line]["time_s"] - 1) < 0.01, line
PY

# The keys are allocated by a wrapper.
sed 's/^int main/static void *get(size_t n, size_t size)\n{\n    void *made = calloc(n, size);\n    if (!made)\n        printf("full\\n");\n    return made;\n}\n\n&/
    s/malloc(n \* sizeof \*key)/get(n, sizeof *key)/' buckets.c >wrapped.c
expect 0 "" analyze wrapped.c -o wrapped.fc -- -O2
expect 3 "error[FC0574]" predict wrapped.fc -n 2 --budget 1 -- 800000000
check grep -qF "wrapped.c:9: note[FC0573]" err
expect 0 "places counted" profile wrapped.fc --no-timers -n 2 -- 100000
expect 0 "" predict wrapped.fc -n 2 --budget 1 -- 800000000

# Keys divided by the ranks: one rank has too little memory for them, eight ranks too little time.
sed 's/^    int \*key/    n \/= p;\n&/' buckets.c >divided.c
expect 0 "" analyze divided.c -o divided.fc -- -O2
expect 0 "places counted" profile divided.fc --no-timers -n 2 -- 100000
expect 0 "" predict divided.fc -n 1,8 --budget 1 -- 800000000
check grep -qF "divided.c:16: note[FC0573]" err

given chains -O2
expect 0 "places counted" profile chains.fc --no-timers -n 1 -- 200
# find() goes from n - 1 down to x + 1; chain() from i down to 0.
check grep -qF "chains.c:13  for (;;)  99.5 iterations an entry (19901 in 200)" out
check grep -qF "chains.c:29  piece  99.5 executions an entry of its block (19900 in 200)" out
expect 0 "Time by origin" predict chains.fc -- 200
check test "$(grep -c FC0573 err)" = 0

# A sweep whose last points exceed the budget keeps the slice for the first ones, and skips the others: counts of a
# profile with another input would be those of that input.
cat >filled.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, p, n, *a;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    FILE *f = fopen(argv[1], "r");
    if (fscanf(f, "%d", &n) != 1)
        return 1;
    fclose(f);
    a = malloc(n * sizeof *a);
    a[0] = 1;
    for (int i = 1; i < n; i++)
        a[i] = (a[i - 1] * 5 + rank) % 1001;
    for (int i = 0; i < a[n - 1] + n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    free(a);
    MPI_Finalize();
    return 0;
}
EOF
echo 1000 >small.txt
echo 3000000 >large.txt
expect 0 "no count needs a profile" analyze filled.c -o filled.fc -- -O2
expect 0 "places counted" profile filled.fc --every --no-timers -n 1 -- small.txt
expect 0 "" predict filled.fc -n 1 --format json --budget 0 -- large.txt
mv out whole.json
expect 0 "" predict filled.fc -n 1,4000 --format json --budget 1 -- large.txt
check grep -qF "warning[FC0560]: p = 4000 is skipped" err
check grep -qF -e "--budget" err
check test "$(grep -c FC0573 err)" = 0
check python3 "$here/same_points.py" whole.json out
