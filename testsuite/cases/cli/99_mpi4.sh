# SPDX-License-Identifier: GPL-3.0-or-later
# Sessions, partitioned messages and large counts of MPI 4.0, whose declarations the installed header lacks.
cp "$here/given/mpi4.h" "$here/given/mpi4.c" .
expect 0 "1 not supported" analyze mpi4.c -o mpi4.fc -- -O2
for method in ranks sum; do
    # Broadcast: 2 x 8,000 bytes; two messages of 8,000 bytes; 320 bytes back and 320 bytes again.
    expect 0 '"messages": 6, "bytes": 32640' predict mpi4.fc -m gigabit-switch -n 2 --method $method --format json
done
expect 0 "No finding in mpi4.fc on 2, 3 ranks." verify mpi4.fc -n 2,3
expect 1 "partitions that MPI_Pready has not named" verify mpi4.fc -n 2 -- late
expect 3 "lists of large counts are not modeled" predict mpi4.fc -m gigabit-switch -n 2 -- lists
