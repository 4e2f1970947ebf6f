# SPDX-License-Identifier: GPL-3.0-or-later
# Rank classes: the same numbers as with every rank evaluated, and their messages.
given wave -O2
expect 0 "" analyze "$root"/testsuite/bench/halo.c -o halo.fc -- -O2
classes() {
    expect 0 "" predict "$1" --method ranks --format json "${@:2}"
    mv out classes.json
    expect 0 "" predict "$1" --method ranks --every-rank --format json "${@:2}"
    check python3 "$here/same_points.py" classes.json out
}
classes halo.fc -n 64,$([[ $SHORT ]] && echo 144 || echo 1024,4096) -- 6000 10
classes halo.fc -n 60,64 -- 6400 10
classes wave.fc -n 64 -- 1000 4
# Rows and columns of ranks, made by MPI_Comm_split.
cat >parts.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, wide = 1, n = atoi(argv[1]);
    double one = 1, line, all, edge = 0;
    MPI_Comm row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (wide * wide < size)
        wide *= 2;
    int x = rank % wide, y = rank / wide, high = size / wide;
    MPI_Comm_split(MPI_COMM_WORLD, y, x, &row);
    MPI_Comm_split(MPI_COMM_WORLD, x, y, &column);
    for (int k = 0; k < 10; k++) {
        for (int i = 0; i < n / size + (x == 0); i++)
            one = one * 0.5 + edge;
        MPI_Sendrecv(&one, 1, MPI_DOUBLE, x + 1 < wide ? x + 1 : MPI_PROC_NULL, 0, &edge, 1, MPI_DOUBLE,
                     x > 0 ? x - 1 : MPI_PROC_NULL, 0, row, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&one, 1, MPI_DOUBLE, y + 1 < high ? y + 1 : MPI_PROC_NULL, 0, &edge, 1, MPI_DOUBLE,
                     y > 0 ? y - 1 : MPI_PROC_NULL, 0, column, MPI_STATUS_IGNORE);
        MPI_Allreduce(&one, &line, 1, MPI_DOUBLE, MPI_SUM, row);
        MPI_Allreduce(&line, &all, 1, MPI_DOUBLE, MPI_SUM, column);
    }
    for (int i = 0; i < (rank == 0 ? n : 0); i++) /* the last to end, whose shares are printed */
        one = one * 0.5 + edge;
    MPI_Finalize();
    return all == 7;
}
C
expect 0 "" analyze parts.c -o parts.fc -- -O2
classes parts.fc -n 64,256 -- 1000000
expect 0 "Rank equivalence classes: " predict parts.fc -n 1024 --method ranks -- 1000000
expect 0 "Each of 100 ranks was evaluated: " predict wave.fc -n 100 --method ranks -- 1000 4
expect 0 "ranks were evaluated, classified by the first calls of all ranks and all calls of some." predict halo.fc -n 1048576 --method ranks -- 102400 10
# How many classes depends on the machine's times: 62 where these messages are eager.
check grep -Eq "^Rank equivalence classes: [0-9]{1,2} at p = 1048576; [0-9]{1,3} ranks were evaluated" out
