# SPDX-License-Identifier: GPL-3.0-or-later
# Communicators, groups, requests and packed sizes that depend on data: a prediction with notes, not an error.
given unknown_handles -O2
expect 0 "" predict unknown_handles.fc -m gigabit-switch -n 1,2,8
check grep -qF "the communicator of MPI_Comm_split_type depends on data; MPI_COMM_WORLD assumed" err
check grep -qF "the requests that MPI_Start starts depend on data; their messages are not charged" err
expect 0 "MPI_Allreduce" predict unknown_handles.fc -m gigabit-switch -n 8 --method sum
# Method sum runs the ranks in rounds where collectives carry values of the slice: as many as needed, if a message to a
# dynamic rank prevents method ranks.
given many_rounds -O2
expect 0 "method sum" predict many_rounds.fc -m gigabit-switch -n 2
# A message to a dynamic rank: the note about method ranks does not advise the method in use.
cat >to_any.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int size, rank, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Request request;
    MPI_Isend(&n, 1, MPI_INT, rand() % size, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze to_any.c -o to_any.fc -- -O2
expect 0 "The time has no waiting of ranks for each other." predict to_any.fc -m gigabit-switch -n 2
check test "$(grep -c -e '--method sum' err)" = 0
# Rank 0 creates communicators from dynamic numbers by calls of its own: all ranks take part in each, and a rank that
# comes late keeps the others waiting.
given apart_creations -O2
expect 0 "MPI_Comm_split" predict apart_creations.fc -m gigabit-switch -n 4 --method ranks --format json
check grep -qF '"op": "MPI_Dist_graph_create"' out
check awk -F'[:,]' '/"time_s"/ { exit !($2 > 0.03) }' <(tr -d '{}' <out | tr ',' '\n' | grep -m 1 '"time_s"')
expect 0 "MPI_Comm_split" predict apart_creations.fc -m gigabit-switch -n 4 --method sum
expect 0 "No finding in apart_creations.fc on 2, 3, 4 ranks." verify apart_creations.fc -n 2:4
# The same for communicators that only some ranks create: a rank with dynamic arguments takes part in what the others
# create. If all have dynamic arguments, those that wait for each other create it, and its ranks are not known.
given part_creations -O2
expect 0 "MPI_Intercomm_create" predict part_creations.fc -m gigabit-switch -n 4 --method ranks
expect 0 "MPI_Intercomm_create" predict part_creations.fc -m gigabit-switch -n 4 --method ranks -- leader
expect 0 "MPI_Comm_create_group 65 %" predict part_creations.fc -m gigabit-switch -n 4 --method ranks -- all
check grep -qF "the communicator of MPI_Barrier depends on data; MPI_COMM_WORLD assumed" err
expect 0 "MPI_Comm_create_group" predict part_creations.fc -m gigabit-switch -n 3 --method sum -- all
for arguments in "" leader all; do
    expect 0 "No finding in part_creations.fc on 2, 3, 4, 7 ranks." verify part_creations.fc -n 2,3,4,7 -- $arguments
done
