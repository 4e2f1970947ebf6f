/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrappers of MPI_Send and MPI_Recv that all integers of the program pass, own ones and received ones. Rank r has 3 + r
 * rows and sends this number to rank 0, which adds up where the rows of each rank begin and sends all of it to each.
 * Then each rank sends the next one as many bytes as it has rows, and as many as there are rows, s = 3 p + p (p - 1) /
 * 2: p - 1 messages of 4 bytes, p - 1 of 4 p, p of s in all, p of p s in all.
 *
 * expect ranks 2: 6 messages, 33 bytes
 * expect ranks 4: 14 messages, 150 bytes */
#include <mpi.h>
#include <stdlib.h>

struct part {
    int rows;
    int *begin; /* of each rank's rows, and the end of the last one's */
};

static char data[1000], room[1000];

static void check(int n, int right)
{
    if (n != right)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void send_whole(const int *values, int n, int to)
{
    if (values == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Send((void *)values, n, MPI_INT, to, 3, MPI_COMM_WORLD);
}

static void send_named(const int *values, int n, int to, const char *name)
{
    if (!name)
        MPI_Abort(MPI_COMM_WORLD, 1);
    send_whole(values, n, to);
}

static void receive_whole(int *values, int n, int from)
{
    MPI_Recv((void *)values, n, MPI_INT, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void spread(struct part *part, int rank, int size)
{
    part->begin[0] = 0;
    if (rank > 0) {
        send_named(&part->rows, 1, 0, "rows");
        receive_whole(&part->begin[1], size, 0);
        return;
    }
    part->begin[1] = part->rows;
    for (int r = 1; r < size; r++)
        receive_whole(&part->begin[r + 1], 1, r);
    for (int r = 1; r < size; r++)
        part->begin[r + 1] += part->begin[r];
    for (int r = 1; r < size; r++)
        send_named(&part->begin[1], size, r, "begin");
}

static void pass_on(int n, int rank, int size)
{
    MPI_Sendrecv(data, n, MPI_CHAR, (rank + 1) % size, 9, room, 1000, MPI_CHAR, (rank + size - 1) % size, 9,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct part part = {.rows = 3 + rank};
    part.begin = malloc((size + 1) * sizeof *part.begin);
    spread(&part, rank, size);
    check(part.begin[size], 3 * size + size * (size - 1) / 2);
    check(part.begin[rank + 1] - part.begin[rank], part.rows);
    pass_on(part.rows, rank, size);
    pass_on(part.begin[size], rank, size);
    MPI_Finalize();
    return 0;
}
