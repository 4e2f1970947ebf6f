# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps: the numbers of predict, the same bytes for every number of processes, streamed in both formats.
given whole
expect 0 "" sweep whole.fc -n 1:64 -D n=1000:1400 -j 1 -- 1000
check test "$(wc -l <out)" = $((1 + 64 * 401))
cp out sweep_1.csv
expect 0 "" sweep whole.fc -n 1:64 -D n=1000:1400 -j 3 -- 1000
check cmp -s out sweep_1.csv
expect 0 "" predict whole.fc -n 7 -D n=1333 --format json -- 1000
check python3 -c '
import csv, json
p = json.load(open("out"))["points"][0]
row = next(r for r in csv.DictReader(open("sweep_1.csv")) if r["ranks"] == "7" and r["parameters.n"] == "1333")
for key in ("time_s", "low_s", "high_s", "compute_s", "communication_s", "messages", "bytes"):
    assert abs(float(row[key]) - p[key]) <= 1e-12 * p[key], key'
expect 0 "" sweep whole.fc -n 1:64 -D n=1000:1400 --columns bytes,time_s -- 1000
check test "$(head -n 1 out)" = "$(head -n 1 sweep_1.csv | cut -d, -f1,2),bytes,time_s"
check cmp -s <(cut -d, -f1-2,4 out) <(cut -d, -f1-3 sweep_1.csv)
expect 2 '"wait" is not a column' sweep whole.fc --columns time_s,wait -- 1000
expect 2 '"time_s" is given twice' sweep whole.fc --columns time_s,time_s -- 1000
expect 2 '"" is not a column' sweep whole.fc --columns "" -- 1000
expect 0 "" sweep whole.fc -n 1:3 -D n=10,20 --format jsonl -- 1000
check python3 -c '
import json
lines = [json.loads(line) for line in open("out")]
assert [(l["ranks"], l["parameters"]["n"]) for l in lines] == [(1, 10), (2, 10), (3, 10), (1, 20), (2, 20), (3, 20)]'
expect 2 "more than 1000000000 points" sweep whole.fc -n 1:99999 -D n=1:99999 -- 1000
expect 2 "-j" sweep whole.fc -j 0 -- 1000
expect 3 "whole.c:" sweep whole.fc -n 1:3 -D n=-1 -- 1000
# Far into a sweep: bad points lack their times, and the message names the place.
expect 0 "whole.c:" sweep whole.fc -n 1:64 -D n=1000:1400,-1 -- 1000
check test "$(wc -l <out)" = $((1 + 64 * 402))
check test "$(grep -c '^[0-9]*,-1,,,,,,,,$' out)" = 64
check cmp -s <(grep -v -- ,-1, out | head -n 20000) <(head -n 20000 sweep_1.csv)
"$FORECOST" sweep whole.fc -n 1:1000 -D n=1:100 -- 1000 2>err >/dev/full
check test $? = 3

# Elements of an array are parameters of their own. By hand: args[0] rounds of two messages a rank.
cat >elements.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int args[2], rank, size;
    args[0] = atoi(argv[1]);
    args[1] = atoi(argv[2]);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *a = calloc(args[1], sizeof *a);
    for (int i = 0; i < args[0]; i++)
        MPI_Sendrecv_replace(a, args[1], MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return a[0] != 0;
}
END
expect 0 "" analyze elements.c -o elements.fc -- -O2
expect 0 "elements  args[0] = 3, args[1] = 10 " predict elements.fc -n 2 -- 3 10
expect 0 '"bytes": 1120,' predict elements.fc -n 2 -D 'args[0]=7' --format json -- 3 10
expect 0 '"bytes": 240,' predict elements.fc -n 2 -D 'args[1]=5' --format json -- 3 10
expect 0 "T(p, args[0], args[1])" formula elements.fc -- 3 10
expect 2 "Its parameters are: args[0], args[1]" predict elements.fc -n 2 -D args=5 -- 3 10
