# SPDX-License-Identifier: GPL-3.0-or-later
# What programs take from beyond plain C and MPI: vectors, <err.h>, standard input beside a file, procedures that MPI calls.
model() { # NAME: the program on standard input, analysed
    cat >"$1.c"
    expect 0 "all supported" analyze "$1.c" -o "$1.fc" -- -O2
}

# How many elements a datatype has, a file tells: a profile counts its bytes.
model blocks <<'C'
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv)
{
    int n = 0;
    MPI_File in;
    MPI_Datatype block;
    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &in);
    MPI_File_read_all(in, &n, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&in);
    MPI_Type_contiguous(n, MPI_DOUBLE, &block);
    MPI_Type_commit(&block);
    MPI_Bcast(x, 2, block, 0, MPI_COMM_WORLD);
    MPI_Type_free(&block);
    MPI_Finalize();
    return 0;
}
C
printf '\045\0\0\0' >blocks.bin # 37 doubles: 296 bytes
expect 0 "block  296 bytes an element" profile blocks.fc -n 2 -- blocks.bin
expect 0 '"points"' predict blocks.fc -n 2 --format json -- blocks.bin
check grep -q '"bytes": 1184,' out # two ranks, two blocks

# Allocations whose size only data tells, or one of their calls: the slice's numbers have room all the same.
model rooms <<'C'
#include <stdlib.h>
static double s;
static int *make(int n)
{
    int *room = malloc((size_t)n * sizeof *room);
    return room;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), *told = make(n), *untold = make(rand() % 5 + n), *grown = malloc(sizeof *grown);
    grown = realloc(grown, (size_t)(rand() % 5 + n) * sizeof *grown);
    for (int i = 0; i < n; i++)
        grown[i] = told[i] = untold[i] = i % 7;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < told[i] + untold[i] + grown[i]; k++)
            s += 1.0 / (k + 1);
    return argc > 3;
}
C
check grep -qF "none needs a profile" out
expect 0 "rooms.c:15" predict rooms.fc -- 1000000
