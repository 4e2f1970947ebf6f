/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cancelled receives: one without a message, and one whose message has arrived, as each rank's synchronous send has
 * ended before the barrier. The result of MPI_Test_cancelled determines how many bytes each rank sends.
 *
 * A rank: Ssend 4 bytes, Barrier 0, Sendrecv 10 * 1 + 100 * 0 bytes: 3 messages, 14 bytes; all times p.
 *
 * expect ranks 2: 6 messages, 28 bytes
 * expect ranks 4: 12 messages, 56 bytes */
#include <mpi.h>

static char data[200], room[200];

static void check(int n, int right)
{
    if (n != right)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Whether the receive has ended without a message. */
static int take_back(MPI_Request *request)
{
    MPI_Status status;
    int flag;
    MPI_Cancel(request);
    MPI_Wait(request, &status);
    MPI_Test_cancelled(&status, &flag);
    return flag;
}

int main(int argc, char **argv)
{
    int r, p, got, never = -1, n;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    int right = (r + 1) % p, left = (r + p - 1) % p, mine = 3 * r;
    MPI_Irecv(&never, 1, MPI_INT, right, 30, MPI_COMM_WORLD, &request);
    n = 10 * take_back(&request);
    MPI_Irecv(&got, 1, MPI_INT, left, 31, MPI_COMM_WORLD, &request);
    MPI_Ssend(&mine, 1, MPI_INT, right, 31, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    n += 100 * take_back(&request);
    check(got, 3 * left);
    check(never, -1);
    check(n, 10);
    MPI_Sendrecv(data, n, MPI_CHAR, right, 9, room, 200, MPI_CHAR, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
