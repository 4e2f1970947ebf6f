# SPDX-License-Identifier: GPL-3.0-or-later
# Task graphs of OpenMP programs: threads as processes, chunks and tasks as tasks, with and without MPI. On as many
# processes as threads the schedule `listed`, and at least the longest path, take the time of `predict --threads`.
agrees() { # RANKS THREADS MODEL OPTIONS -- ARGUMENTS
    expect 0 "tasks" taskgraph export "$3" -n "$1" --threads "$2" -o team.json "${@:4}"
    expect 0 "" predict "$3" -n "$1" --threads "$2" --method ranks --format json "${@:4}"
    mv out prediction.json
    expect 0 "listed" taskgraph run team.json -P $(($1 * $2)) --format json
    check python3 -c '
import json
predicted, graph = (json.load(open(f)) for f in ("prediction.json", "out"))
time = predicted["points"][0]["time_s"]
found = graph["points"][0]["time_s"]
assert time > 0 and abs(found - time) <= 1e-9 * time, (found, time)
assert graph["longest_path_s"] <= time * (1 + 1e-9), (graph["longest_path_s"], time)'
}
# seconds SCHEDULE PROCESSES: of the graph
seconds() { "$FORECOST" taskgraph run team.json --schedule "$1" -P "$2" --format csv | tail -n 1 | cut -d, -f3; }

# Every work-sharing directive.
cat >every.c <<'C'
#include <omp.h>
#include <stdlib.h>
static double a[64][4096];
static void work(double *of, int n)
{
    for (int i = 0; i < n; i++)
        of[i % 4096] = of[i % 4096] * 0.5 + 1;
}
static void halves(int n)
{
    if (n < 100) {
        work(a[0], n);
        return;
    }
#pragma omp task
    halves(n / 2);
#pragma omp task
    halves(n / 3);
#pragma omp taskwait
    work(a[1], n / 10);
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), rounds = atoi(argv[2]);
    for (int round = 0; round < rounds; round++) {
#pragma omp parallel
        {
            work(a[2], n / 7);
#pragma omp for schedule(dynamic, 3) nowait
            for (int i = 0; i < 50; i++)
                work(a[i], n * i);
#pragma omp for schedule(static, 4)
            for (int i = 0; i < 50; i++)
                work(a[i], n * i);
#pragma omp for schedule(guided)
            for (int i = 0; i < 50; i++)
                work(a[i], n);
#pragma omp critical
            work(a[3], n);
#pragma omp sections nowait
            {
#pragma omp section
                work(a[4], n);
#pragma omp section
                work(a[5], 2 * n);
#pragma omp section
                work(a[6], 3 * n);
            }
#pragma omp single
            halves(n);
#pragma omp master
            {
#pragma omp taskloop grainsize(5)
                for (int i = 0; i < 33; i++)
                    work(a[i], n);
#pragma omp taskgroup
                {
#pragma omp task depend(out : a[7][0])
                    work(a[7], n);
#pragma omp task depend(in : a[7][0])
                    work(a[8], n);
#pragma omp task depend(in : a[7][0]) if (n > 1000000)
                    work(a[9], 4 * n);
#pragma omp task depend(inout : a[7][0])
                    work(a[7], n);
                }
            }
        }
        work(a[0], n);
    }
    return a[0][0] > 5;
}
C
expect 0 "all supported" analyze every.c -o every.fc -- -O2 -fopenmp
for threads in 1 2 3 8; do
    agrees 1 $threads every.fc -- 1000 1
    agrees 1 $threads every.fc -- 40 3
done
check grep -q 'every.c:35 omp for' team.json

# By hand: 100 rows, row i of i + 1 units, cyclic chunks of ten. Two threads: thread 0 has units 1 .. 10, 21 .. 30, ...
# (55 + 255 + 455 + 655 + 855) = 2275 ones, thread 1 has 2775 of 5050; in one queue, tens to the first idle thread, the
# same; longest first: 955 + 655 + 555 + 255 + 155 = 2575.
cat >rows.c <<'C'
#include <stdlib.h>
int main(int argc, char **argv)
{
    long n = atoi(argv[1]);
    double *a = malloc(1000 * sizeof *a);
#pragma omp parallel for schedule(static, 10)
    for (long i = 0; i < 100; i++)
        for (long j = 0; j < n * (i + 1); j++)
            a[i] = a[i] * 0.5 + 1;
    return a[0] > 5;
}
C
for how in 'static, 10' 'dynamic, 10'; do
    sed "s/static, 10/$how/" rows.c >shared.c
    expect 0 "all supported" analyze shared.c -o rows.fc -- -O2 -fopenmp
    agrees 1 2 rows.fc -- 1000000
    check python3 -c '
import json
graph = json.load(open("team.json"))["graph"]
tens = sorted(c for c, l in zip(graph["cpu_s"], graph["label"]) if l >= 0 and graph["labels"][l].endswith("omp parallel for"))[-10:]
assert len(tens) == 10
unit = tens[0] / 55
for i, ten in enumerate(tens): # rows 10 i + 1 .. 10 i + 10
    assert abs(ten - (100 * i + 55) * unit) < 1e-3 * ten, (i, ten, unit)'
    one=$(seconds dynamic 1)
    check awk -v a="$one" -v b="$(seconds listed 2)" 'BEGIN {b *= 5050 / a; exit !(b > 2770 && b < 2780)}'
    check awk -v a="$one" -v b="$(seconds lpt 2)" 'BEGIN {b *= 5050 / a; exit !(b > 2570 && b < 2580)}'
done

# With MPI: a rank's threads are its queue; messages are edges to the rank's first thread.
cat >hybrid.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long n = atoi(argv[1]);
    double *a = malloc(1000 * sizeof *a), sum;
    for (int round = 0; round < 3; round++) {
        if (rank > 0)
            MPI_Recv(a, 10, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp parallel for schedule(dynamic)
        for (long i = 0; i < 20; i++)
            for (long j = 0; j < n * (i + rank + 1); j++)
                a[i] = a[i] * 0.5 + 1;
        if (rank < size - 1)
            MPI_Send(a, 10, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            a[i % 1000] *= 0.5;
        MPI_Allreduce(a, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze hybrid.c -o hybrid.fc -- -O2 -fopenmp
agrees 1 2 hybrid.fc -- 1000
agrees 3 2 hybrid.fc -- 1000
# In the queue of its rank a chunk goes to any idle thread, as in the source.
check awk -v a="$(seconds listed 6)" -v b="$(seconds queues-fixed 6)" 'BEGIN {exit !(b > 0.99 * a && b < 1.01 * a)}'
expect 0 "hybrid.c:14 omp parallel for[" taskgraph run team.json --dot team.dot --critical
check grep -q '"queues": \["rank 0",' team.json
# A request for a relaxed graph gets the whole graph, with a message.
expect 0 "of 3 ranks" taskgraph export hybrid.fc -n 3 --threads 2 --relax -- 1000
expect 2 'unknown option "--threads"' taskgraph run team.json --threads 2

bad() { # LISTS TEXT
    printf '{"taskgraph": 1, "name": "g", "queues": ["q"], "graph": {"kind": "list", "cpu_s": [1, 1], %s}}' "$1" >bad.json
    expect 3 "$2" taskgraph run bad.json
}
bad '"labels": ["a"], "label": [0]' 'label: expected 2 numbers, one a task'
bad '"labels": ["a"], "label": [0, 1]' 'expected a whole number of -1 .. 0, found 1'
bad '"labels": [3]' 'expected a'
bad '"queue": [0, 1]' 'expected a whole number of -1 .. 0, found 1'
