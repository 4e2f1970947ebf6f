# SPDX-License-Identifier: GPL-3.0-or-later
# The task graph of a program: the times of its longest path, and of its listed schedule on as many processes as ranks,
# equal the prediction of method ranks.
source "$here/given/networks.sh"
given wave -O2
given stuck
given row -O2
given heat -O2
same() { # RANKS MODEL OPTIONS -- ARGUMENTS
    expect 0 "$1 rank" taskgraph export "$2" -n "$1" -o program.json "${@:3}"
    expect 0 "" predict "$2" -n "$1" --method ranks --every-rank --format json "${@:3}"
    mv out prediction.json
    expect 0 "listed" taskgraph run program.json -P "$1" --format json
    check python3 -c '
import json
predicted, graph = (json.load(open(f)) for f in ("prediction.json", "out"))
time = predicted["points"][0]["time_s"]
for found in (graph["longest_path_s"], graph["points"][0]["time_s"]):
    assert time > 0 and abs(found - time) <= 1e-9 * time, (found, time)'
}
# Every kind of call: rendezvous or eager by the size.
cat >calls.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n, rounds;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = atoi(argv[1]);
    rounds = atoi(argv[2]);
    double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
    double *all = calloc((size_t)n * size, sizeof *all);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    for (int k = 0; k < rounds; k++) {
        MPI_Request request[3];
        for (int i = 0; i < n * (rank + 1); i++)
            sum += a[i % n] * 0.5;
        MPI_Irecv(b, n, MPI_DOUBLE, left, k, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(a, n, MPI_DOUBLE, right, k, MPI_COMM_WORLD, &request[1]);
        MPI_Iallreduce(&sum, a, 1, MPI_DOUBLE, MPI_SUM, half, &request[2]);
        for (int i = 0; i < n; i++)
            sum += b[i] * 0.25;
        MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
        MPI_Sendrecv(a, n, MPI_DOUBLE, left, 7, b, n, MPI_DOUBLE, right, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Scan(&sum, a, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        MPI_Bcast(a, n, MPI_DOUBLE, k % size, MPI_COMM_WORLD);
        for (int i = 0; i < n * (size - rank); i++)
            sum += b[i % n] * 0.25;
        MPI_Reduce(a, b, n, MPI_DOUBLE, MPI_SUM, k % size, MPI_COMM_WORLD);
        MPI_Gather(a, n, MPI_DOUBLE, all, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        if (rank == 0)
            for (int i = 1; i < size; i++)
                MPI_Recv(b, n, MPI_DOUBLE, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Ssend(a, n, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD);
        MPI_Barrier(half);
    }
    MPI_Comm_free(&half);
    a[0] = sum;
    free(a);
    free(b);
    free(all);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze calls.c -o calls.fc -- -O2
for ranks in $([[ $SHORT ]] && echo 5 || echo 1 2 5 16); do
    same $ranks row.fc -- 1024 10
    same $ranks heat.fc -- 300 300 10
    same $ranks calls.fc -- 10 3
    same $ranks calls.fc -- 100000 3
done
# Distance; links that messages share; collectives as messages.
same 8 calls.fc -m apart.yaml -- 1000 3
same 8 calls.fc -m shared.yaml -- 100000 3
same 8 calls.fc -m shared.yaml --collectives openmpi -- 1000 3

# By hand: 3 ranks and 4 blocks are 8 messages. An eager one is an edge to its receiver; for a rendezvous both ranks
# wait for each other.
crossings() { python3 -c '
import json
g = json.load(open("program.json"))["graph"]
print(sum(g["process"][e[0]] != g["process"][e[1]] for e in g["edges"]))'; }
same 3 wave.fc -- 10 4
check test "$(crossings)" = 8
same 3 wave.fc -- 1000000 4
check test "$(crossings)" = 16

expect 2 "-o is missing" taskgraph export wave.fc -n 3 -- 10 4
expect 2 "2 are given" taskgraph export wave.fc -n 3,4 -o none.json -- 10 4
expect 2 'unknown option "-P"' taskgraph export wave.fc -n 3 -P 3 -o none.json -- 10 4
expect 2 "taskgraph run needs a task graph, and wave.fc is a program" taskgraph run wave.fc -P 3
expect 2 "taskgraph study needs a task graph, and wave.fc is a program" taskgraph study wave.fc -n 3
expect 2 "taskgraph run takes no arguments" taskgraph run program.json -- 10
expect 3 "nosuchfolder/none.json: error[FC0908]: cannot be written" taskgraph export wave.fc -n 3 -o nosuchfolder/none.json -- 10 4
expect 3 "deadlock" taskgraph export stuck.fc -n 3 -o none.json
absent none.json
echo '{"taskgraph": 1, "name": "g", "graph": {"kind": "list", "cpu_s": [1, 1], "process": [0, -1], "edges": [[0, 1]]}}' >join.json
expect 3 "a join (process -1) must have cpu_s 0" taskgraph run join.json

# Relaxed: the same time, read again from the file; for equal iterations the number of states does not grow with them.
relaxed() { # RANKS MODEL OPTIONS -- ARGUMENTS
    expect 0 "of $1 rank" taskgraph export "$2" -n "$1" --relax -o relaxed.json "${@:3}"
    expect 0 "" predict "$2" -n "$1" --method ranks --format json "${@:3}"
    mv out prediction.json
    expect 0 "states" taskgraph study relaxed.json --format json
    check python3 -c '
import json
predicted, graph = (json.load(open(f)) for f in ("prediction.json", "out"))
time, found = predicted["points"][0]["time_s"], graph["points"][0]["time_s"]
assert time > 0 and abs(found - time) <= 1e-9 * time, (found, time)'
    states=$(python3 -c 'import json; print(json.load(open("out"))["states"])')
}
for ranks in $([[ $SHORT ]] && echo 64 || echo 1 5 1024); do
    relaxed $ranks row.fc -- 1024 12
    few=$states
    relaxed $ranks row.fc -- 1024 60
    check test "$states" = "$few"
done
check test "$few" -le 100 # of the most ranks
relaxed 2 wave.fc -- 1000 30
relaxed 64 wave.fc -- 10 30
relaxed 6 heat.fc -- 300 300 30
relaxed 5 calls.fc -- 10 12
relaxed 8 calls.fc -m shared.yaml --collectives openmpi -- 1000 5
# Every rank differs in each iteration: the longest path remains.
relaxed 100 calls.fc -- 10 20
expect 0 "only the critical path at this point is kept" taskgraph export calls.fc -n 100 --relax -- 10 20
expect 0 "is not folded" taskgraph export calls.fc -n 16 --relax -- 10 20
# Costs that change with the iteration are functions of it: a shrinking triangle, and matrix rows distributed
# cyclically, of which the longest path remains. The number of states does not grow with ranks or iterations.
cat >triangle.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]);
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int k = 0; k < n - 1; k++) {
        for (int i = 0; i < WORK; i++)
            a[i % n] += a[i % n] * 0.5;
        MPI_Allreduce(a + k, b + k, n - k, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(a); free(b);
    MPI_Finalize();
    return 0;
}
C
cat >rows.c <<'C'
/* Gauss elimination without pivoting, rows distributed cyclically. */
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, n;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = atoi(argv[1]);
    int rows = (n - rank + size - 1) / size;
    double *a = malloc((size_t)rows * n * sizeof *a), *row = malloc(n * sizeof *row);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++)
            a[(size_t)i * n + j] = 1.0 / (1 + i + j);
    for (int k = 0; k < n - 1; k++) {
        int owner = k % size;
        if (rank == owner)
            for (int j = k; j < n; j++)
                row[j] = a[(size_t)(k / size) * n + j];
        MPI_Bcast(row + k, n - k, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        for (int i = k / size + (rank <= owner); i < rows; i++) {
            double f = a[(size_t)i * n + k] / row[k];
            for (int j = k + 1; j < n; j++)
                a[(size_t)i * n + j] -= f * row[j];
        }
    }
    free(a);
    free(row);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze triangle.c -o triangle.fc -- -O2 '-DWORK=(n-k)*(n-k)'
expect 0 "" analyze triangle.c -o quartic.fc -- -O2 '-DWORK=k*k*k*k/1000'
expect 0 "" analyze rows.c -o rows.fc -- -O2
for steps in 60 $([[ $SHORT ]] || echo 300); do
    relaxed 5 triangle.fc -m parsytec-gc-powerplus -- $steps
    check test "$states" -le 30
done
check grep -qF 'iteration1^2' relaxed.json
expect 2 "no parameter iterations1" taskgraph study relaxed.json -D iterations1=7 # the last iteration, which stays separate, would change too
for ranks in 64 $([[ $SHORT ]] || echo 300); do # an iteration touches less than the cache of 32 KB; 600 rows on 64 ranks only shrink into it
    relaxed $ranks rows.fc -m parsytec-gc-powerplus -- 400
    check test "$states" -le 10
done
relaxed 5 quartic.fc -m parsytec-gc-powerplus -- 60
expect 0 "quartic.fc: note[FC0724]: rank 0, iteration" taskgraph export quartic.fc -n 5 -m parsytec-gc-powerplus --relax -- 60
check grep -qF "is not folded: its time fits no polynomial over the neighboring iterations" err
# The number of iterations of the loop is a parameter.
expect 0 "1 loop " taskgraph export wave.fc -n 2 --relax -o relaxed.json -- 10 30
expect 0 "" predict wave.fc -n 2 --method ranks --format json -- 10 1030
time=$(python3 -c 'import json; print(json.load(open("out"))["points"][0]["time_s"])')
expect 0 "" taskgraph study relaxed.json -D iterations1=1028 --format json
check python3 -c 'import json, sys
found = json.load(open("out"))["points"][0]["time_s"]
assert abs(found - float(sys.argv[1])) <= 1e-9 * found, (found, sys.argv[1])' "$time"
expect 2 "2 are given" taskgraph export wave.fc -n 3,4 --relax -- 10 4
expect 3 "deadlock" taskgraph export stuck.fc -n 3 --relax -o none.json
absent none.json
