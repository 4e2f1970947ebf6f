# SPDX-License-Identifier: GPL-3.0-or-later
# Sessions, partitioned messages and large counts of MPI 4.0, whose declarations the installed header lacks.
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
