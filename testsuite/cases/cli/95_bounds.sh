# SPDX-License-Identifier: GPL-3.0-or-later
# A store of the program slice past the end of one of its arrays is an error with its place, whatever the array's size.
given beyond -O2
for n in 10 10000 1000000; do
    expect 0 "" predict beyond.fc -n 1,4 -- $n 0
    expect 0 "" predict beyond.fc -n 4 --method ranks -- $n 0
    for method in sum ranks; do
        expect 3 "beyond.c:1" predict beyond.fc -n 4 --method $method -- $n 4
        check grep -qE "the program slice (writes past the end of an array of $((4 * n)) bytes|crashed after this place: memory access)" err
    done
done
expect 3 "beyond.c:10: error[FC0505]: the program slice writes past the end of an array of 40 bytes" predict beyond.fc -- 10 1
# Memory of wrappers in records of records: a communicator stored through it arrives where it belongs.
expect 0 "all supported" analyze "$here/given/wrapped.c" -o wrapped.fc -- -O2
expect 0 "" predict wrapped.fc -n 4 --format json -- 100 5
check test "$(grep -c '"op": "MPI_Comm_dup"' out)" = 1
expect 0 "" predict wrapped.fc -n 4 --method ranks -- 100 5
# The same where no one uses the communicators, and where a wrapper allocates for itself before it does for its caller.
for program in unread_comms nested_wrappers; do
    expect 0 "all supported" analyze "$here/given/$program.c" -o $program.fc -- -O2
    for method in sum ranks; do
        expect 0 '"op": "MPI_Comm_dup"' predict $program.fc -n 1,4 --method $method --format json -- 100 5
    done
done
