# SPDX-License-Identifier: GPL-3.0-or-later
# What programs take from beyond plain C and MPI: vectors, <err.h>, standard input beside a file, procedures that MPI calls.
model() { # NAME: the program on standard input, analysed
    cat >"$1.c"
    expect 0 "all supported" analyze "$1.c" -o "$1.fc" -- -O2
}

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
