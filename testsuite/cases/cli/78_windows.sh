# SPDX-License-Identifier: GPL-3.0-or-later
# One-sided communication: both methods, the closed formula, and violations of the MPI standard with their place.
cat >window.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]), fault = atoi(argv[2]);
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *halo = malloc(n * sizeof *halo), *own = malloc(n * sizeof *own);
    MPI_Win_create(halo, n * sizeof *halo, sizeof *halo, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (fault != 1)
        MPI_Win_fence(0, window);
    MPI_Put(own, n, MPI_DOUBLE, fault == 2 ? size : (rank + 1) % size, fault == 3, n, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    if (fault == 4)
        MPI_Win_unlock(0, window);
    if (fault == 5)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze window.c -o window.fc -- -O2
expect 0 "T_single(8*n)" formula window.fc -m gigabit-switch -n 4 -- 1000 0
# One access a rank and the barriers: the same by either method.
for method in sum ranks; do
    expect 0 "" predict window.fc -m gigabit-switch -n 2,8 --method $method --format json -- 1000 0
    mv out window.$method.json
done
check python3 -c 'import json
sum_, ranks = ([p["time_s"] for p in json.load(open("window.%s.json" % m))["points"]] for m in ("sum", "ranks"))
assert all(abs(a - b) < 1e-9 * b for a, b in zip(sum_, ranks)), (sum_, ranks)'
expect 3 "window.c:15: error[FC0505]: MPI_Put: no access epoch is open" predict window.fc -n 2 --method ranks -- 1000 1
expect 3 "window.c:15: error[FC0505]: MPI_Put: no access epoch is open" predict window.fc -n 2 --method sum -- 1000 1
expect 3 "window.c:15: error[FC0505]: MPI_Put: target 2 is not in a window of 2 ranks" predict window.fc -n 2 --method ranks -- 1000 2
expect 3 "reaches bytes 8 to 8008 of the window of rank 1, which has 8000" predict window.fc -n 2 --method ranks -- 1000 3
expect 3 "window.c:18: error[FC0505]: MPI_Win_unlock: rank 0 is not locked" predict window.fc -n 2 --method ranks -- 1000 4
expect 3 "window.c:21: error[FC0505]: MPI_Win_free: the window is freed while it is locked" predict window.fc -n 2 --method ranks -- 1000 5
# A counter in a window distributes the work: evaluated by virtual ranks, for every method requested.
cat >deal.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int size, tasks = atoi(argv[1]), one = 1, task, *counter;
    double sum = 0;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof *counter, sizeof *counter, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
    *counter = 0;
    MPI_Win_lock_all(0, window);
    for (;;) {
        MPI_Fetch_and_op(&one, &task, MPI_INT, 0, 0, MPI_SUM, window);
        MPI_Win_flush(0, window);
        if (task >= tasks)
            break;
        for (int i = 0; i < 100000 * (1 + task % 7); i++)
            sum = 0.999 * sum + task;
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return sum < 0;
}
C
expect 0 "2 executed; no count needs a profile" analyze deal.c -o deal.fc -- -O2
expect 0 "method ranks was used" predict deal.fc -m gigabit-switch -n 4 -- 100
expect 0 "" predict deal.fc -m gigabit-switch -n 4 --method ranks --format json -- 100
# 100 tasks and one more query of each rank: 104 accesses; a barrier where the window is made, one where it is freed.
check grep -q '"messages": 112' out

# Other ranks store behind a pointer of MPI_Win_shared_query: what is read there depends on data.
cat >shared.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, unit, wrong = 0, *own, **of;
    MPI_Aint bytes;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(4 * sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &window);
    of = calloc(size, sizeof *of);
    for (int i = 0; i < size; i++)
        MPI_Win_shared_query(window, i, &bytes, &unit, &of[i]);
    of[(rank + 1) % size][0] = rank;
    MPI_Win_fence(0, window);
    if (own[0] != (rank + size - 1) % size || of[0][0] != size - 1)
        wrong = 1;
    if (wrong)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
C
expect 0 "shared.c:20  branch" analyze shared.c -o shared.fc -- -O2
expect 3 "shared.c:20: error[FC0505]: how often this branch is taken cannot be determined" predict shared.fc -n 4
expect 0 "method ranks" predict shared.fc -n 4 --method ranks --assume shared.c:20=0

# Elements of a contiguous datatype are combined one by one; rank 0 gets 4 * 5 + 0 + 1 + 2 + 3.
cat >pairs.c <<'C'
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, own[4] = {0, 0, 5, 5}, window_memory[4] = {0};
    MPI_Datatype pair;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own[3] += rank;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Win_create(window_memory, sizeof window_memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(own, 4, MPI_INT, 0, 0, 2, pair, MPI_SUM, window);
    MPI_Win_fence(0, window);
    if (rank == 0)
        MPI_Send(own, 1, MPI_INT, 1000 + window_memory[3], 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
expect 0 "no count needs a profile" analyze pairs.c -o pairs.fc -- -O2
expect 3 "pairs.c:18: error[FC0505]: MPI_Send: partner 1026 is not" predict pairs.fc -n 4 --method ranks
# Handles that are passed by value to what frees them, and a window's address in memory that the slice does not keep.
cat >freed.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static void end_window(MPI_Win window)
{
    MPI_Win_free(&window);
}
static void end_file(MPI_File file)
{
    MPI_File_close(&file);
}
static void end_communicator(MPI_Comm comm)
{
    MPI_Comm_free(&comm);
}
int main(int argc, char **argv)
{
    MPI_Win window;
    MPI_File file;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    char **base = malloc(sizeof *base);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, comm, base, &window);
    end_window(window);
    MPI_File_open(comm, "freed.out", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    end_file(file);
    end_communicator(comm);
    MPI_Finalize();
    return 0;
}
C
expect 0 "no count needs a profile" analyze freed.c -o freed.fc -- -O2
for method in sum ranks; do
    expect 0 '"op": "MPI_Win_free"' predict freed.fc -n 2 --method $method --format json -- x
done
expect 0 "" verify freed.fc -n 2 -- x
