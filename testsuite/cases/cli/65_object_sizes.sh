# SPDX-License-Identifier: GPL-3.0-or-later
# The dynamic size of an object that a gather reads through a pointer: a profile counts it, in pages. A pointer into the
# middle of an object is not counted: the size beyond it is unknown.
cat >picks.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
typedef struct field {
    double *data;
    int n;
} field;
static double grid[5000];
static field make(int n)
{
    field made = {calloc((size_t)n, sizeof(double)), n};
    return made;
}
static void gather(field to, field from, const int *column, int each)
{
    double *x = from.data, *y = to.data;
    for (int i = 0; i < to.n; i++)
        for (int k = 0; k < each; k++)
            y[i] += x[column[i * each + k]];
}
static void behind(field to, field from, const int *column)
{
    double *x = from.data + 1;
    for (int i = 0; i < to.n; i++)
        to.data[i] += x[column[i] / 2];
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 5000; i++)
        grid[i] = 20000;
    int n = (int)grid[17], each = atoi(argv[1]);
    field x = make(n), y = make(n), small = make(100);
    int *column = malloc(10 * sizeof *column);
    column = realloc(column, (size_t)n * each * sizeof *column);
    for (int i = 0; i < n * each; i++)
        column[i] = (int)(i * 2654435761u % 100);
    for (int round = 0; round < 5; round++)
        gather(y, x, column, each);
    gather(y, small, column, each);
    behind(y, x, column);
    free(small.data);
    MPI_Finalize();
    return y.data[0] < 0;
}
EOF
expect 0 "" analyze picks.c -o picks.fc -- -O2
# 20,000 doubles are 39.06 pages; 100 doubles are less than one page and do not count: 5 * 40 entered, 5 * 40^2 counted.
expect 0 "x  40 pages of 4 KiB there (8000 in 200)" profile picks.fc -n 1 --no-timers -- 25
expect 0 "picks.c:24  x  not reached" profile picks.fc -n 1 --no-timers -o again.profile -- 25
expect 0 "x  40 pages of 4 KiB there (16000 in 400)" profile picks.fc -n 2 --no-timers -o both.profile -- 25
# 500,000 gathers are 4 MB without a counted size; 160 kB cost less.
python3 - <<'EOF'
import json
with open("picks.fc.profile") as file:
    profile = json.load(file)
for run in profile["runs"]:
    run["counters"] = [counter for counter in run["counters"] if counter["kind"] != "extent"]
with open("without.profile", "w") as file:
    json.dump(profile, file)
EOF
gathered() { "$FORECOST" predict picks.fc -m default --profile "$1" -n 1 --format json -- 25 2>/dev/null | python3 -c 'import json, sys
print(sum(by["time_s"] for by in json.load(sys.stdin)["points"][0]["by"] if by["function"] == "gather"))'; }
check python3 - $(gathered picks.fc.profile) $(gathered without.profile) <<'EOF'
import sys
counted, picked = map(float, sys.argv[1:])
assert 0 < counted < 0.8 * picked, (counted, picked)
EOF
