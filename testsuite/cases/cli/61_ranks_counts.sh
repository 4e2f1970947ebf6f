# SPDX-License-Identifier: GPL-3.0-or-later
# Counts that differ among ranks: method ranks uses each rank's own counts if a run of that point was profiled;
# otherwise their spread is part of the interval.
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
expect 0 "" profile uneven.fc --no-timers -n 2 -- 100000
point() { "$FORECOST" predict uneven.fc "$@" --format json -- 100000 2>/dev/null | python3 -c 'import json, sys
p = json.load(sys.stdin)["points"][0]
print(p["compute_s"] + p["wait_s"], (p["high_s"] - p["low_s"]) / p["time_s"])'; }
# 1e5 and 3e5 iterations: their mean, 2e5, for all ranks; 3e5 if each rank has its own.
check python3 - $(point -n 2) $(point -n 2 --method ranks) $(point -n 4) <<'EOF'
import sys
mean, narrow, own, _, _, wide = map(float, sys.argv[1:])
assert abs(own / mean - 1.5) < 0.01, own / mean
half = 1.645 * 0.5  # standard deviation of 1, 3 around 2: 0.5; the interval is 1 / (1 + half) .. 1 + half
assert 1.1 * (1 + half - 1 / (1 + half)) > wide > 1 + half - 1 / (1 + half) > narrow, (narrow, wide)
EOF

# Data-dependent messages in a loop: as many as in the run, from each rank, and all are received. The program prints how
# many.
cat >found.c <<'EOF2'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { FOUND = 1, DONE };
int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]), messages = 0, at;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *x = malloc((unsigned long)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = (double)(i * 7 % (29 + 4 * rank));
    if (rank > 0) {
        for (int i = 0; i < n; i++)
            if (x[i] < 1)
                MPI_Send(&i, 1, MPI_INT, 0, FOUND, MPI_COMM_WORLD);
        MPI_Send(&n, 1, MPI_INT, 0, DONE, MPI_COMM_WORLD);
    }
    for (int done = 0; rank == 0 && done < size - 1; messages++) {
        MPI_Status status;
        MPI_Recv(&at, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == DONE)
            done++;
    }
    if (rank == 0)
        printf("%d\n", messages);
    MPI_Finalize();
    return x[n - 1] < 0;
}
EOF2
expect 0 "" analyze found.c -o found.fc -- -O2
mpicc -O2 found.c -o found
for ranks in 2 3; do
    expect 0 "" profile found.fc --no-timers -n $ranks -o found.$ranks -- 1000
    expect 0 "" predict found.fc --profile found.$ranks -n $ranks --method ranks --timeline found.json -- 1000
    check test "$(grep -o '"ph":"f"' found.json | wc -l)" = "$(mpirun --oversubscribe -n $ranks ./found 1000)"
done

# If method sum cannot follow a message and the point is predicted by method ranks, the counts are each rank's own too.
messages() { "$FORECOST" predict found.fc --profile found.3 -n 3 "$@" --format json -- 1000 2>err | python3 -c 'import json, sys
print(json.load(sys.stdin)["points"][0]["messages"])'; }
check test "$(messages --method sum)" = "$(messages --method ranks)"
messages --method sum >out
check grep -q "method ranks was used" err
