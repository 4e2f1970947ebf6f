# SPDX-License-Identifier: GPL-3.0-or-later
# Communicators, groups, requests and packed sizes that depend on data: a prediction with notes, not an error.
given unknown_handles -O2
expect 0 "" predict unknown_handles.fc -m gigabit-switch -n 1,2,8
check grep -qF "the communicator of MPI_Comm_split_type depends on data; MPI_COMM_WORLD assumed" err
check grep -qF "the requests that MPI_Start starts depend on data; their messages are not charged" err
expect 0 "MPI_Allreduce" predict unknown_handles.fc -m gigabit-switch -n 8 --method sum
# Method sum runs the ranks in rounds where collectives carry values of the slice; few ranks take as many as needed.
given many_rounds -O2
expect 0 "method sum" predict many_rounds.fc -m gigabit-switch -n 2
