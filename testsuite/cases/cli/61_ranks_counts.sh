# SPDX-License-Identifier: GPL-3.0-or-later
# Counts that differ among ranks: side by side, a run of the very point tells each rank's own; elsewhere their spread is
# part of the interval.
cat >uneven.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *x = calloc(8, sizeof *x), most = atof(argv[1]) * (1 + 2 * rank);
    while (x[0] < most)
        x[0] += 1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return x[0] < 0;
}
EOF
expect 0 "" analyze uneven.c -o uneven.fc -- -O2
expect 0 "" profile uneven.fc -n 2 -- 100000
point() { "$FORECOST" predict uneven.fc "$@" --format json -- 100000 2>/dev/null | python3 -c 'import json, sys
p = json.load(sys.stdin)["points"][0]
print(p["compute_s"] + p["wait_s"], (p["high_s"] - p["low_s"]) / p["time_s"])'; }
# 1e5 and 3e5 turns: their mean, 2e5, for one of all; 3e5 where each runs its own.
check python3 - $(point -n 2) $(point -n 2 --method ranks) $(point -n 4) <<'EOF'
import sys
mean, narrow, own, _, _, wide = map(float, sys.argv[1:])
assert abs(own / mean - 1.5) < 0.01, own / mean
assert wide > 2 * 1.645 * 0.5 > narrow, (narrow, wide)  # standard deviation of 1, 3 around 2: 0.5
EOF
