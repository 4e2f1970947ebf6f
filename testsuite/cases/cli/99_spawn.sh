# SPDX-License-Identifier: GPL-3.0-or-later
# Processes that the program starts are not simulated: calls with them cost, equally by both methods, and wait for none.
given spawn -O2
for arguments in "" again; do
    for method in sum ranks; do
        expect 0 "starts or connects to are not simulated" predict spawn.fc -m gigabit-switch -n 1:3 --method $method --format json -- $arguments
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

# Another program that the program connects to has as many processes: each of 3 ranks sends 8,000 bytes to each of them,
# and a sum of 8,000 over both programs.
given connect -O2
for arguments in "" client; do
    for method in sum ranks; do
        expect 0 "connects to are not simulated" predict connect.fc -m gigabit-switch -n 3 --method $method --format json -- $arguments
        check grep -q '"messages": 12, "bytes": 96000' out
        cp out $method.json
    done
    check python3 "$here/same_points.py" sum.json ranks.json
done
expect 0 '"messages": 6, "bytes": 48000' predict connect.fc -m gigabit-switch -n 3 --format json -- join
expect 0 "No finding in connect.fc on 1, 3 ranks." verify connect.fc -n 1,3
expect 0 "size(both)" formula connect.fc -n 3
