/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Received control data: numbers, their source, tag and count. Each is checked by its formula, so that the real run
 * verifies the formulas.
 *
 * A farm of 12 jobs: rank 0 sends numbers, the others answer with that many chars, 0 + ... + 11 = 66, and get the next
 * number, or a stop. 12 jobs of 4 bytes, 12 answers, p - 1 stops: 23 + p messages, 114 bytes.
 * Then each rank sends to the next, of p ranks, s = p (p - 1) / 2:
 *   Sendrecv  the number 4 r + 1, then so many bytes: p messages of 4 bytes, p of 4 s + p in all
 *   Irecv     the number r + 2, then so many bytes: p of 4 bytes, p of s + 2 p in all
 *   Recv_init r, then 2 r, then so many bytes: 2 p of 4 bytes, p of 2 s in all
 *   Probe     r + 3 bytes: p messages, s + 3 p bytes        Mprobe  2 r + 1 bytes: p messages, 2 s + p bytes
 *   Iprobe    r bytes: p messages, s bytes
 * Together 10 p messages of 23 p + 11 s bytes.
 *
 * expect ranks 2: 45 messages, 171 bytes
 * expect ranks 4: 67 messages, 272 bytes */
#include <mpi.h>
#include <stdlib.h>

enum {
    JOBS = 12,
    MOST = 1000,
    WORK = 1,
    STOP = 2
};

static char data[MOST], room[MOST];

static void check(int n, int right)
{
    if (n != right)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void hand_out(int size)
{
    int next = 0, n, answered = 0;
    MPI_Status status;
    for (int w = 1; w < size; w++, next++)
        MPI_Send(&next, 1, MPI_INT, w, WORK, MPI_COMM_WORLD);
    while (answered < JOBS) {
        MPI_Recv(room, MOST, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_CHAR, &n);
        check(n, status.MPI_TAG);
        answered++;
        if (next < JOBS)
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, WORK, MPI_COMM_WORLD);
        else
            MPI_Send(NULL, 0, MPI_INT, status.MPI_SOURCE, STOP, MPI_COMM_WORLD);
        next++;
    }
}

static void work(void)
{
    MPI_Status status;
    for (;;) {
        int job;
        MPI_Recv(&job, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            return;
        MPI_Send(data, job, MPI_CHAR, 0, job, MPI_COMM_WORLD);
    }
}

static void pass_on(int n, int right, int left)
{
    MPI_Sendrecv(data, n, MPI_CHAR, right, 9, room, MOST, MPI_CHAR, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void tell_sizes(int r, int right, int left)
{
    int own = 4 * r + 1, other;
    MPI_Request request[2], again;
    MPI_Status status[2];
    MPI_Sendrecv(&own, 1, MPI_INT, right, 10, &other, 1, MPI_INT, left, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check(other, 4 * left + 1);
    pass_on(other, right, left);

    int mine = r + 2, theirs;
    MPI_Irecv(&theirs, 1, MPI_INT, left, 11, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(&mine, 1, MPI_INT, right, 11, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, status);
    check(status[0].MPI_SOURCE, left);
    pass_on(theirs, right, left);

    int round, last;
    MPI_Recv_init(&last, 1, MPI_INT, left, 12, MPI_COMM_WORLD, &again);
    for (round = 1; round <= 2; round++) {
        int value = round * r;
        MPI_Start(&again);
        MPI_Send(&value, 1, MPI_INT, right, 12, MPI_COMM_WORLD);
        MPI_Wait(&again, &status[0]);
        check(last, round * left);
    }
    pass_on(last, right, left);
    MPI_Request_free(&again);
}

static void look_first(int r, int right, int left)
{
    int n, flag = 0;
    MPI_Status status;
    MPI_Message message;
    MPI_Request request;
    MPI_Isend(data, r + 3, MPI_CHAR, right, 20, MPI_COMM_WORLD, &request);
    MPI_Probe(MPI_ANY_SOURCE, 20, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &n);
    check(n, left + 3);
    MPI_Recv(room, n, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Isend(data, 2 * r + 1, MPI_CHAR, right, 21, MPI_COMM_WORLD, &request);
    MPI_Mprobe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
    check(status.MPI_TAG, 21);
    MPI_Get_count(&status, MPI_CHAR, &n);
    MPI_Mrecv(room, n, MPI_CHAR, &message, &status);
    MPI_Get_count(&status, MPI_CHAR, &n);
    check(n, 2 * left + 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Isend(data, r, MPI_CHAR, right, 22, MPI_COMM_WORLD, &request);
    while (!flag)
        MPI_Iprobe(left, 22, MPI_COMM_WORLD, &flag, &status);
    MPI_Get_count(&status, MPI_CHAR, &n);
    check(n, left);
    MPI_Recv(room, n, MPI_CHAR, left, 22, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int r, p;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    if (r == 0)
        hand_out(p);
    else
        work();
    tell_sizes(r, (r + 1) % p, (r + p - 1) % p);
    look_first(r, (r + 1) % p, (r + p - 1) % p);
    MPI_Finalize();
    return 0;
}
