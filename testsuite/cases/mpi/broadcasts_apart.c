/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broadcasts of which the root executes another call than the other ranks, with a buffer of its own. What the others
 * receive is the number of bytes that each rank sends to the next. It is checked, so that the real run verifies it.
 *
 * With 10 from the root: 11 by two procedures, 12 behind a return, 13 in two cases of a switch, 14 in two decisions, 15
 * in two blocks. Five broadcasts of 4, 8, 8, 4 and 8 bytes and five messages, of p ranks each: 10 p messages of 97 p
 * bytes.
 *
 * expect ranks 2: 20 messages, 194 bytes
 * expect ranks 4: 40 messages, 388 bytes */
#include <mpi.h>
#include <stdlib.h>

static int rank, size;

static void pass_on(int n, int right)
{
    static char data[100], room[100];
    if (n != right)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Sendrecv(data, n, MPI_CHAR, (rank + 1) % size, 0, room, 100, MPI_CHAR, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void lead(MPI_Comm comm, int rows)
{
    int n = rows + 1;
    MPI_Bcast(&n, 1, MPI_INT, 0, comm);
    pass_on(n, 11);
}

static void follow(MPI_Comm comm)
{
    int count;
    MPI_Bcast(&count, 1, MPI_INT, 0, comm);
    pass_on(count, 11);
}

static void behind_a_return(int rows)
{
    int got[2], sent[2];
    if (rank != 0) {
        MPI_Bcast(got, 2, MPI_INT, 0, MPI_COMM_WORLD);
        pass_on(got[1], 12);
        return;
    }
    sent[0] = 7;
    sent[1] = rows + 2;
    MPI_Bcast(sent, 2, MPI_INT, 0, MPI_COMM_WORLD);
    pass_on(sent[1], 12);
}

static void in_cases(int rows)
{
    long got = 0, sent = rows + 3;
    switch (rank) {
    case 0:
        MPI_Bcast(&sent, 1, MPI_LONG, 0, MPI_COMM_WORLD);
        got = sent;
        break;
    default:
        MPI_Bcast(&got, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    }
    pass_on((int)got, 13);
}

static void in_decisions(int rows)
{
    int got = 0, sent = rows + 4;
    if (rank == 0)
        MPI_Bcast(&sent, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank > 0)
        MPI_Bcast(&got, 1, MPI_INT, 0, MPI_COMM_WORLD);
    pass_on(rank ? got : sent, 14);
}

static void in_blocks(int rows)
{
    int n;
    if (rank == 0) {
        int sent[2] = {rows, 5};
        MPI_Bcast(&sent, 2, MPI_INT, 0, MPI_COMM_WORLD);
        n = rows + 5;
    } else {
        int got[2];
        MPI_Bcast(&got, 2, MPI_INT, 0, MPI_COMM_WORLD);
        n = got[0] + got[1];
    }
    pass_on(n, 15);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rows = rank == 0 ? 10 : 0;
    if (rank == 0)
        lead(MPI_COMM_WORLD, rows);
    else
        follow(MPI_COMM_WORLD);
    behind_a_return(rows);
    in_cases(rows);
    in_decisions(rows);
    in_blocks(rows);
    MPI_Finalize();
    return 0;
}
