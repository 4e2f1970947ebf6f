/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number computed from all values that a program's ranks received. With an argument it is printed. Virtual ranks
 * print nothing: without an argument they send to a rank of that number, and the error message contains it. */
#ifndef ANSWER_H
#define ANSWER_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int digest = 1;

static inline void note(int value)
{
    digest = (digest * 131 + value + 7) % 9973;
}

static inline void note_all(int n, const int *values)
{
    note(n);
    for (int i = 0; i < n; i++)
        note(values[i]);
}

static inline void give_answer(int argc)
{
    enum {
        BEYOND = 1000 /* ranks */
    };
    int rank, all;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int own = digest * (rank + 1);
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (argc == 1)
        MPI_Send(&all, 1, MPI_INT, BEYOND + all, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", all);
}

#endif
