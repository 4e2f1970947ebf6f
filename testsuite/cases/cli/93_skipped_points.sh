# SPDX-License-Identifier: GPL-3.0-or-later
# Points at which the program aborts are skipped with their cause; a point at which it leaves without its work has no
# part in speedups.
given squares -O2
skipped() { # the points that squares.c allows, and the cause of the others
    check grep -qF "warning[FC0560]: p = 2 is skipped:" err
    check grep -qF "squares.c:18: error[FC0505]: the program ends here by MPI_Abort" err
    check grep -qF "warning[FC0561]: other skipped points: p = 5; p = 6; p = 7; p = 8" err
}
expect 0 "Least time at p = 9" predict squares.fc -n 1:9 -- 1000000
skipped
check test "$(grep -cE '^ +[0-9]+  [0-9]' out)" = 3
expect 0 '"skipped": [' predict squares.fc -n 1:9 --format json -- 1000000
check python3 - <<'PY'
import json
data = json.load(open("out"))
assert [point["ranks"] for point in data["points"]] == [1, 4, 9]
assert [point["ranks"] for point in data["skipped"]] == [2, 3, 5, 6, 7, 8]
assert all("squares.c:18" in point["reason"] for point in data["skipped"])
PY
expect 0 "" predict squares.fc -n 1,4,9 --format json -- 1000000
check test "$(grep -c skipped out)" = 0
expect 0 "ranks," predict squares.fc -n 1:9 --format csv -- 1000000
check test "$(wc -l <out)" = 4
expect 0 "Efficiency is 50 % or more up to p = 9" scaling squares.fc -n 1:9 -- 1000000
skipped
# With little work efficiency ends between two squares, and other numbers of ranks cannot be predicted.
expect 0 "Efficiency is 50 % or more up to p = " scaling squares.fc -n 1,4,16,64,256,1024 -- 100000
most=$(sed -n 's/.*or more up to p = \([0-9]*\).*/\1/p' out)
check test "$most" -gt 4 -a "$most" -lt 1024
check python3 -c "import math; assert math.isqrt($most) ** 2 == $most"
expect 0 "" speedup squares.fc -n 1:25 -- 1000000
expect 0 "Next: open squares.html" report squares.fc -n 1:9 -o squares.html -- 1000000
skipped
expect 0 "" compare squares.fc squares.fc -n 1:9 -- 1000000
expect 0 "" predict squares.fc -n 1:9 --plot squares.svg -- 1000000
expect 0 "Largest speedup at p = 9" whatif squares.fc -n 1:9 -- 1000000
skipped
check test "$(grep -cE '^ +[0-9]+  ' out)" = 6 # three points in each of two tables
expect 0 '"skipped": [' whatif squares.fc -n 1:9 --format json -- 1000000
expect 0 "" whatif squares.fc -n 1:9 --plot squares.svg -- 1000000
expect 3 "squares.c:18" whatif squares.fc -n 2,3 -- 1000000
# The run of 2 ranks would abort too. It is not started.
expect 0 "measured" validate squares.fc -n 1,2 --time-limit 0 --runs 1 -- 1000000
check grep -qF "warning[FC0560]: p = 2 is skipped:" err
check test "$(grep -cE '^ +[0-9]+ +[0-9]' out)" = 1
# A run that fails where the prediction does not is skipped too, with its own report.
printf '#!/bin/sh\n[ "$1" = 1 ] || { echo "too few slots" >&2; exit 9; }\nshift\nexec "$@"\n' >one_rank
chmod +x one_rank
expect 0 "p = 4 is skipped" validate squares.fc -n 1,4 --time-limit 0 --runs 1 --launcher "$PWD/one_rank {ranks}" -- 1000000
check grep -qF "too few slots" err
check test "$(grep -cE '^ +[0-9]+ +[0-9]' out)" = 1
expect 3 "squares.c:18" validate squares.fc -n 2,3 --time-limit 0 --runs 1 -- 1000000
# A sweep keeps one line a point.
expect 0 "warning[FC0555]: 6 of 9 points are skipped" sweep squares.fc -n 1:9 -- 1000000
check test "$(wc -l <out)" = 10
check grep -qx "2,,,,,,,,," out
check grep -qE "^4,1000000,0\.0" out
expect 0 '{"ranks": 2, "parameters": {"n": 500}, "time_s": null}' sweep squares.fc -n 1:4 -D n=500,700 --format jsonl --columns time_s -- 1000000
expect 3 "error[FC0556]: no point" sweep squares.fc -n 2,3 -- 1000000
expect 3 "squares.c:18: error[FC0505]: the program ends here by MPI_Abort; it prints \"the number of ranks must be a square, not ...\" (2 ranks)" predict squares.fc -n 2,3 -- 1000000
expect 3 "squares.c:18: error[FC0505]: the program ends here by MPI_Abort; it prints \"the number of ranks must be a square, not ...\" (2 ranks)" scaling squares.fc -n 2,3 -- 1000000
expect 3 "squares.c:18: error[FC0505]: the program ends here by MPI_Abort; it prints \"the number of ranks must be a square, not ...\" (2 ranks)" report squares.fc -n 2,3 -o none.html -- 1000000
absent none.html

given workers -O2
early="warning[FC0562]: the program computes here with 2 ranks, and leaves without it at p = 1"
expect 0 "workers.c:9: $early" predict workers.fc -n 1:4 -- 1000000
check grep -qF "Speedup and efficiency are over 2 ranks." out
check grep -qF "Least time at p = 4" out
check grep -qE '^ +1 .* - +-$' out
expect 0 "Speedup and efficiency are over 2 ranks." scaling workers.fc -n 1:4 -- 1000000
check grep -qF "Least time at p = 4" out
expect 0 "$early" report workers.fc -n 1:4 -o workers.html -- 1000000
# A program whose serial version differs works all the same: p = 1 stays the base.
sed -e 's/printf("at least 2 ranks\\n");/double s = 0; for (int i = 0; i < n; i++) s += i * 0.25; printf("%g\\n", s);/' workers.c >serial.c
expect 0 "all supported" analyze serial.c -o serial.fc -- -O2
expect 0 "Least time" predict serial.fc -n 1:4 -- 1000000
check test "$(grep -c FC0562 err)" = 0
check test "$(grep -c 'over 2 ranks' out)" = 0
# What stands before a branch that stops without a word is not its message.
sed 's/^        MPI_Abort(MPI_COMM_WORLD, 2);/&\n    }\n    if (n < 0)\n        exit(4);\n    if (n > 0) {\n        side = 1;/' squares.c >silent.c
expect 0 "all supported" analyze silent.c -o silent.fc -- -O2
expect 3 "silent.c:21: error[FC0505]: the program ends here by exit (4 ranks)" predict silent.fc -n 4 -- -1
# Work that grows with the ranks is no sign that one rank leaves early: a merge after each exchange sorts again.
cat >merges.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static int *a, n, rank;
static int compare(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}
static void merge(int j)
{
    int theirs;
    MPI_Sendrecv(&a[0], 1, MPI_INT, rank ^ j, 0, &theirs, 1, MPI_INT, rank ^ j, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    qsort(a, n, sizeof *a, compare);
}
int main(int argc, char **argv)
{
    int p;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    n = atoi(argv[1]) / p;
    a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = rand();
    qsort(a, n, sizeof *a, compare);
    for (int i = 1; i < p; i *= 2)
        for (int j = i; j >= 1; j /= 2)
            merge(j);
    if (rank == 0)
        printf("%d\n", a[0]);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "" analyze merges.c -o merges.fc -- -O2
expect 0 "speedup" predict merges.fc -n 1:64:x2 -- 1000000
check test "$(grep -c FC0562 err)" = 0
check grep -qE "^ +1 .* 1.00 " out
