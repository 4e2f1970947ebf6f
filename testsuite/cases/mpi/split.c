/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators by color: sizes and ranks of rows, columns and halves determine the messages.
 *
 * p ranks stand in rows of 3, the last row may be shorter. Columns are ordered backwards by key. In its row each rank
 * sends its rank there + 1 bytes to the next; in its column each rank sends the column's size bytes to the next.
 * The first half of the ranks (p / 2) has a communicator of its own, of which a broadcast takes size bytes; each rank
 * counts it. A split of the rows by odd and even gives groups whose sizes an Allreduce of one int each counts.
 *
 * p = 4: rows {0 1 2} {3}, columns {3 0} {1} {2}
 *   rows: 1 + 2 bytes, 2 messages; columns: 2 bytes, 1 message; half {0 1}: 2 x 2 bytes, 2 messages
 *   Allreduce: 4 messages of 4 bytes                          9 messages, 3 + 2 + 4 + 16 = 25 bytes
 * p = 8: rows {0 1 2} {3 4 5} {6 7}, columns {6 3 0} {7 4 1} {5 2}
 *   rows: 1 + 2 + 1 + 2 + 1 = 7 bytes, 5 messages; columns: 2 x 3 + 2 x 3 + 2 = 14 bytes, 5 messages
 *   half: 4 x 4 bytes, 4 messages; Allreduce: 8 messages, 32 bytes
 *                                                             22 messages, 7 + 14 + 16 + 32 = 69 bytes
 *
 * expect ranks 4: 9 messages, 25 bytes
 * expect ranks 8: 22 messages, 69 bytes */
#include <mpi.h>
#include <stdlib.h>

static void pass_on(MPI_Comm comm, int n)
{
    int rank, size;
    char data[100] = {0};
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (n < 0)
        n = rank + 1;
    if (rank > 0)
        MPI_Recv(data, 100, MPI_CHAR, rank - 1, 0, comm, MPI_STATUS_IGNORE);
    if (rank < size - 1)
        MPI_Send(data, n, MPI_CHAR, rank + 1, 0, comm);
}

int main(int argc, char **argv)
{
    int rank, ranks, n, one = 1, sum, check;
    char data[100] = {0};
    MPI_Comm row, column, half, part, copy;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 3, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &column);
    MPI_Comm_split(MPI_COMM_WORLD, rank < ranks / 2 ? 0 : MPI_UNDEFINED, 0, &half);
    MPI_Comm_dup(column, &copy);
    MPI_Comm_rank(row, &check);
    if (check != rank % 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pass_on(row, -1);
    MPI_Comm_size(column, &n);
    pass_on(copy, n);
    if (half != MPI_COMM_NULL) {
        MPI_Comm_size(half, &n);
        MPI_Bcast(data, n, MPI_CHAR, 0, half);
        MPI_Comm_free(&half);
    }
    MPI_Comm_split(row, check % 2, 0, &part);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, part);
    MPI_Comm_size(part, &n);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&column);
    MPI_Finalize();
    return 0;
}
