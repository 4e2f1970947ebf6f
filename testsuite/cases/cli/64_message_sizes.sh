# SPDX-License-Identifier: GPL-3.0-or-later
# Dynamic message sizes: a profile counts the bytes of datatypes, and the total elements of the blocks.
mkdir -p sizes
cat >sizes/types.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    double *x = calloc(4, sizeof *x), buffer[300];
    MPI_Datatype type[2];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    x[0] = x[3] = atof(argv[1]);
    MPI_Type_contiguous(100, MPI_DOUBLE, &type[0]);
    MPI_Type_vector(3, 50, 100, MPI_DOUBLE, &type[1]);
    MPI_Type_commit(&type[0]);
    MPI_Type_commit(&type[1]);
    for (int i = 0; i < 8; i++)
        if (rank == 0)
            MPI_Send(buffer, 1, type[x[i % 4] > 0], 1, 0, MPI_COMM_WORLD);
        else if (rank == 1)
            MPI_Recv(buffer, 1, type[x[i % 4] > 0], 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
C
cat >sizes/blocks.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    double *x = calloc(4, sizeof *x), in[100] = {0}, out[100];
    int rank, size, sent[8], received[8], blocks[8], from[8] = {0}, to[8] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    x[0] = atof(argv[1]);
    for (int i = 0; i < size; i++) {
        sent[i] = (int)x[0] * (rank + 1) * (i + 2);
        received[i] = (int)x[0] * (i + 1) * (rank + 2);
        blocks[i] = 3 * (int)x[0];
        from[i] = i > 0 ? from[i - 1] + sent[i - 1] : 0;
        to[i] = i > 0 ? to[i - 1] + received[i - 1] : 0;
    }
    MPI_Alltoallv(in, sent, from, MPI_DOUBLE, out, received, to, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Gatherv(in, 3, MPI_DOUBLE, out, blocks, to, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    printf("%d %g\n", rank, out[0]);
    return 0;
}
C
sizes() { # MODEL METHOD [ARGUMENT]: bytes, and a profile's count at each place
    "$FORECOST" predict "sizes/$1.fc" -n 2 --method "$2" --format json -- "${3:-1}" 2>err | python3 -c 'import json, sys
print(json.load(sys.stdin)["points"][0]["bytes"])'
}
for model in types blocks; do
    expect 0 "need a profile" analyze "sizes/$model.c" -o "sizes/$model.fc" -- -O2
    expect 3 "cannot be determined from the source alone" predict "sizes/$model.fc" -n 2 -- 1
    expect 0 "" profile "sizes/$model.fc" -n 2 --no-timers -- 1
    cp out "sizes/$model.counted"
done
# 800 bytes where x is 0, 1200 elsewhere: in 8 of 8 + 8 calls each.
check grep -q "1000 bytes an element (8000 in 8)" sizes/types.counted
check test "$(sizes types sum)" = 8000
check test "$(sizes types ranks)" = 8000
# Rank 0 sends 2 + 3 and gets 2 + 4 elements, rank 1 sends 4 + 6 and gets 3 + 6; the larger is the call's message size.
# The root gets 3 + 3, and each rank has its block, the root its counts.
check grep -q "7.5 elements of all ranks a call (15 in 2)" sizes/blocks.counted
check grep -q "6 elements of all ranks a call (6 in 1)" sizes/blocks.counted
check test "$(sizes blocks ranks)" = $(((6 + 10 + 3 + 3) * 8))

# Queries about a datatype that data selects, and datatypes made of it: only their error codes are in the slice.
cat >sizes/selected.c <<'C'
#include <mpi.h>
#include <stdlib.h>

static void check(int error)
{
    if (error)
        MPI_Abort(MPI_COMM_WORLD, error);
}

int main(int argc, char **argv)
{
    double *x = calloc(4, sizeof *x), memory[100] = {0};
    MPI_Aint low, extent;
    MPI_Datatype pairs;
    MPI_Win window;
    int error;
    MPI_Init(&argc, &argv);
    x[0] = atof(argv[1]);
    MPI_Datatype type = x[0] > 1 ? MPI_DOUBLE : MPI_INT;
    error = MPI_Type_get_extent(type, &low, &extent);
    check(error);
    error = MPI_Type_create_hvector(2, 1, 2 * extent, type, &pairs);
    check(error);
    check(MPI_Type_commit(&pairs));
    MPI_Win_create(memory, sizeof memory, extent, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(memory, 4, pairs, 0, 3, 4, pairs, window);
    MPI_Win_fence(0, window);
    error = MPI_Type_free(&pairs);
    check(error);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
C
expect 0 "need a profile" analyze sizes/selected.c -o sizes/selected.fc -- -O2
expect 0 "" profile sizes/selected.fc -n 2 --no-timers -- 2
# Each rank puts 4 pairs of doubles.
check test "$(sizes selected ranks 2)" = 128
