# SPDX-License-Identifier: GPL-3.0-or-later
# Processes that the program starts are not simulated: calls with them cost, equally by both methods, and wait for none.
given spawn -O2
for arguments in "" again; do
    for method in sum ranks; do
        expect 0 "starts are not simulated" predict spawn.fc -m gigabit-switch -n 1:3 --method $method --format json -- $arguments
        cp out $method.json
    done
    check python3 "$here/same_points.py" sum.json ranks.json
done
# To each process 8,000 bytes and 80 bytes, one exchange of 8,000; a broadcast of 8,000; 8,000 for each of 5 ranks of the
# merged communicator, and a barrier.
expect 0 '"messages": 16, "bytes": 88320' predict spawn.fc -m gigabit-switch -n 1 --format json
expect 0 "No finding in spawn.fc on 1, 3 ranks." verify spawn.fc -n 1,3
expect 0 "T_run" formula spawn.fc -n 2
# Messages share links.
expect 0 "" predict spawn.fc -m gigabit-switch -n 3 --collectives smpi --method ranks
expect 3 "MPI_Win_create: with processes that the program starts, which are not simulated" \
    predict spawn.fc -m gigabit-switch -n 3 --method ranks -- window
expect 0 "" predict spawn.fc -m gigabit-switch -n 3 --method sum -- window
expect 3 "how often this loop runs cannot be determined" predict spawn.fc -m gigabit-switch -n 3 -- value
