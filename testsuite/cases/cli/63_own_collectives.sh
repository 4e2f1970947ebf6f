# SPDX-License-Identifier: GPL-3.0-or-later
# A broadcast and a reduction written in the program, for numbers of any type: sizes read by rank 0 are distributed by
# them, beside reals, and determine all trip counts. Only the loop with a dynamic exit needs a profile.
cat >own.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum sort { WHOLE, REAL };
typedef void (*combine)(int n, const void *in, void *out, enum sort sort);
static void larger(int n, const void *in, void *out, enum sort sort)
{
    if (sort == WHOLE)
        for (int i = 0; i < n; i++)
            ((int *)out)[i] = ((const int *)in)[i] > ((int *)out)[i] ? ((const int *)in)[i] : ((int *)out)[i];
    else
        for (int i = 0; i < n; i++)
            ((double *)out)[i] += ((const double *)in)[i];
}
static void collect(void *buffer, const int n, enum sort sort, combine by, MPI_Comm comm)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    void *other = sort == WHOLE ? malloc(n * sizeof(int)) : malloc(n * sizeof(double));
    for (int from = 1; from < size && rank == 0; from++) {
        MPI_Recv(other, n, sort == WHOLE ? MPI_INT : MPI_DOUBLE, from, 7, comm, MPI_STATUS_IGNORE);
        by(n, other, buffer, sort);
    }
    if (rank > 0)
        MPI_Send(buffer, n, sort == WHOLE ? MPI_INT : MPI_DOUBLE, 0, 7, comm);
    free(other);
}
static void spread(void *buffer, const int n, enum sort sort, MPI_Comm comm)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank > 0)
        MPI_Recv(buffer, n, sort == WHOLE ? MPI_INT : MPI_DOUBLE, rank - 1, 9, comm, MPI_STATUS_IGNORE);
    if (rank + 1 < size)
        MPI_Send(buffer, n, sort == WHOLE ? MPI_INT : MPI_DOUBLE, rank + 1, 9, comm);
}
int main(int argc, char **argv)
{
    int rank, size, head[2] = {0, 0}, *widths, most;
    double sum[1] = {0}, *x;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        FILE *file = fopen("sizes.txt", "r");
        if (fscanf(file, "%d %d", &head[0], &head[1]) != 2)
            return 1;
        fclose(file);
    }
    spread(head, 2, WHOLE, MPI_COMM_WORLD);
    widths = malloc(head[0] * sizeof *widths);
    for (int i = 0; i < head[0]; i++)
        widths[i] = rank == 0 ? head[1] + 100 * i : 0;
    spread(widths, head[0], WHOLE, MPI_COMM_WORLD);
    most = widths[head[0] - 1] * (rank + 1);
    collect(&most, 1, WHOLE, larger, MPI_COMM_WORLD);
    spread(&most, 1, WHOLE, MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, rank % head[0], rank, &half);
    x = malloc(most * sizeof *x);
    for (int i = 0; i < most; i++)
        x[i] = 1.0 / (i + 1);
    for (int i = 0; i < widths[1] - rank; i++)
        sum[0] += x[i];
    collect(sum, 1, REAL, larger, half);
    spread((void *)x, most, REAL, half);
    while (sum[0] > 1)
        sum[0] /= 2;
    MPI_Finalize();
    return 0;
}
EOF
echo "3 500" >sizes.txt
expect 0 "1 count needs a profile" analyze own.c -o own.fc --all -- -O2
check grep -qF "own.c:69  loop: sum" out
expect 0 "" profile own.fc -n 2
echo "4 2000" >sizes.txt
# The last width, 2000 + 3 * 100, times the last rank's number from 1 on.
expect 0 "" predict own.fc -n 3 --compute-model "$root/testsuite/accuracy/programs/iterations.c" --format json
check python3 - out <<'EOF'
import json, sys
point = json.load(open(sys.argv[1]))["points"][0]
iterations = {by["line"]: by["time_s"] for by in point["by"] if by["kind"] == "compute"}
assert abs(iterations[63] - 6900) < 0.5, iterations
EOF
# A dynamic communicator, between copies of the world or among others: assumed, with a message naming the place. Refused
# if control data is sent over it.
cat >pick.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    double mine = 0.25, sum = 0;
    int rank, size, steps = atoi(argv[1]);
    MPI_Comm own, half, pick;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
#ifdef OTHERS
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
#else
    half = MPI_COMM_WORLD;
#endif
    mine += drand48();
    pick = mine > 0.5 ? half : own;
    MPI_Comm_size(pick, &size);
    MPI_Sendrecv(&mine, 1000, MPI_DOUBLE, (rank + 1) % size, 0, &sum, 1000, MPI_DOUBLE, (rank + size - 1) % size, 0, pick,
                 MPI_STATUS_IGNORE);
#ifdef CARRIES
    MPI_Bcast(&steps, 1, MPI_INT, 0, pick);
    for (int i = 0; i < steps; i++)
        MPI_Barrier(MPI_COMM_WORLD);
#endif
#ifdef REDUCES
    int most = 0;
    MPI_Allreduce(&steps, &most, 1, MPI_INT, MPI_MAX, pick);
    for (int i = 0; i < most; i++)
        MPI_Barrier(MPI_COMM_WORLD);
#endif
    MPI_Finalize();
    return sum > 1e9;
}
C
expect 0 "all supported" analyze pick.c -o pick.fc -- -O2
expect 0 "pick.c:18: note[FC0548]: the communicator of MPI_Comm_size depends on data; MPI_COMM_WORLD assumed" \
    predict pick.fc -m default -n 4 -- 5
check grep -qF "% assumed" out
# Its size is dynamic if others are possible.
expect 0 "all supported" analyze pick.c -o pick.fc -- -O2 -DOTHERS
expect 0 "pick.c:19: note[FC0548]: the communicator of MPI_Sendrecv depends on data; MPI_COMM_WORLD assumed" \
    predict pick.fc -m default -n 4 -- 5
check test "$(grep -c MPI_Comm_size err)" = 0
expect 0 "all supported" analyze pick.c -o pick.fc -- -O2 -DOTHERS -DCARRIES
expect 3 "pick.c:22: error[FC0505]: MPI_Bcast: which communicator it uses depends on data (4 ranks)" predict pick.fc -m default -n 4 -- 5
expect 0 "MPI_COMM_WORLD assumed" predict pick.fc -m default -n 1 -- 5
# A reduction over it has a dynamic result, which a profile counts.
expect 0 "pick.c:29  loop: most" analyze pick.c -o pick.fc -- -O2 -DOTHERS -DREDUCES
expect 0 "pick.c:19: note[FC0548]: the communicator of MPI_Sendrecv depends on data; MPI_COMM_WORLD assumed" \
    predict pick.fc -m default -n 4 --assume pick.c:29=5 -- 5
