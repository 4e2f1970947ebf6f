# SPDX-License-Identifier: GPL-3.0-or-later
# Sessions, partitioned messages, large counts and persistent collectives of MPI 4.0, whose declarations the installed header lacks.
cp "$here/given/mpi4.h" "$here/given/mpi4.c" .
expect 0 "1 not supported" analyze mpi4.c -o mpi4.fc -- -O2
for method in ranks sum; do
    # Broadcast: 2 x 8,000 bytes; two messages of 8,000 bytes; 320 bytes back and 320 bytes again; a gather of 8 + 16
    # bytes, of which each rank counts the mean at the root, its own block elsewhere.
    expect 0 '"messages": 8, "bytes": 32668' predict mpi4.fc -m gigabit-switch -n 2 --method $method --format json
done
expect 0 "No finding in mpi4.fc on 2, 3 ranks." verify mpi4.fc -n 2,3
expect 1 "partitions that MPI_Pready has not named" verify mpi4.fc -n 2 -- late
expect 3 "large counts are not modeled" predict mpi4.fc -m gigabit-switch -n 2 -- packed

# A formula follows neither partitions nor persistent collectives: their starts are in T_run.
expect 0 "T_run" formula mpi4.fc -n 2
check grep -q "mpi4.c:41:9: note\[FC0335\]: no closed form: what this MPI_Start starts" err

# Persistent collectives cost what their nonblocking forms cost, and match by the order in which they were made.
cp "$here/given/persistent_collectives.c" started.c
expect 0 "all supported" analyze started.c -o started.fc -- -O2
expect 0 "all supported" analyze started.c -o begun.fc -- -O2 -DNONBLOCKING
for method in ranks sum; do
    for program in started begun; do
        expect 0 time_s predict $program.fc -m gigabit-switch -n 1:5 --method $method --format json
        cp out $program.json
    done
    check python3 "$here/same_points.py" started.json begun.json
    expect 0 "MPI_Waitall" predict started.fc -m gigabit-switch -n 4 --method $method -- apart
done
expect 0 "No finding in started.fc on 2, 3, 5 ranks." verify started.fc -n 2,3,5 -- apart
expect 0 "no closed form: what this MPI_Start starts" formula started.fc -n 2
expect 1 "for rank 1 to call MPI_Bcast_init, begun at started.c:74" verify started.fc -n 2 -- late
expect 1 "collective mismatch: MPI_Barrier_init: rank 1 calls it where rank 0 calls MPI_Bcast_init" \
    verify started.fc -n 2 -- mixed
expect 1 "MPI_Request_free: the request of a collective cannot be freed before it completes" verify started.fc -n 2 -- active
expect 1 "MPI_Barrier_init: the persistent request is never started" verify started.fc -n 2 -- idle
expect 1 "MPI_Allreduce_init: its operation is MPI_OP_NULL" verify started.fc -n 2 -- null
# MPI allows it (MPI 4.0, section 3.9): an inactive request has no operation that could be lost.
expect 0 "No finding in started.fc on 2 ranks." verify started.fc -n 2 -- unstarted

# Two groups of a session, each without a communicator, become an inter-communicator: ranks 0 ... p / 2 - 1, and the rest.
cat >between.c <<'C'
#include "mpi4.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, x = 1, sum = 0;
    MPI_Group world, low, high;
    MPI_Comm between;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int ranges[2][3] = {{0, size / 2 - 1, 1}, {size / 2, size - 1, 1}}, is_low = rank < size / 2;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, &ranges[0], &low);
    MPI_Group_range_incl(world, 1, &ranges[1], &high);
    MPI_Intercomm_create_from_groups(is_low ? low : high, 0, is_low ? high : low, argc - 1, "halves", MPI_INFO_NULL,
                                     MPI_ERRORS_RETURN, &between);
    MPI_Comm_remote_size(between, &size);
    MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, between);
    if (sum != size)
        abort();
    MPI_Comm_free(&between);
    MPI_Group_free(&low);
    MPI_Group_free(&high);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze between.c -o between.fc -- -O2
expect 0 "MPI_Intercomm_create_from_groups" predict between.fc -m gigabit-switch -n 5
expect 0 "No finding in between.fc on 2, 4, 7 ranks." verify between.fc -n 2,4,7
expect 1 "the remote leader 3 is not in a group of 2 ranks" verify between.fc -n 4 -- x y z

# A program that has only names of the profiling interface uses MPI.
cat >profiled.c <<'C'
#include <mpi.h>

int main(int argc, char **argv)
{
    PMPI_Init(&argc, &argv);
    PMPI_Barrier(MPI_COMM_WORLD);
    PMPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze profiled.c -o profiled.fc -- -O2
expect 0 "MPI_Barrier 100 %" predict profiled.fc -m gigabit-switch -n 4
check test "$(grep -c 'does not use MPI' err)" = 0
