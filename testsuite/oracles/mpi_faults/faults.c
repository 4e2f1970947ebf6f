/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of MPI programs: ./faults NUMBER, on two ranks. The line of each is marked with its number. */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

static int rank, size, word[4];
static double vector[100000];

static void both_receive_first(void)
{
    MPI_Recv(word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* 1 */
    MPI_Send(word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
}

static void both_send_first(void)
{
    MPI_Send(vector, 100000, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD); /* 2 */
    MPI_Recv(vector, 100000, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_to_itself(void)
{
    MPI_Ssend(word, 1, MPI_INT, rank, 0, MPI_COMM_WORLD); /* 3 */
    MPI_Recv(word, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void other_tag(void)
{
    if (rank == 0)
        MPI_Send(word, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    else
        MPI_Recv(word, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* 4 */
}

static void other_collective(void)
{
    if (rank == 0)
        MPI_Reduce(vector, vector + 8, 8, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    else
        MPI_Allreduce(vector, vector + 8, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* 5 */
}

static void other_root(void)
{
    MPI_Bcast(word, 1, MPI_INT, rank, MPI_COMM_WORLD); /* 6 */
}

static void other_count(void)
{
    MPI_Bcast(vector, rank == 0 ? 1000 : 2000, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* 7 */
}

static void other_order(void)
{
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Barrier(rank == 0 ? copy : MPI_COMM_WORLD); /* 8 */
    MPI_Barrier(rank == 0 ? MPI_COMM_WORLD : copy);
}

static void never_received(void)
{
    if (rank == 0)
        MPI_Send(word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* 9 */
}

static void other_type(void)
{
    if (rank == 0)
        MPI_Send(word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(word, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* 10 */
}

static void other_record(void)
{
    MPI_Datatype record, kinds[2][2] = {{MPI_INT, MPI_FLOAT}, {MPI_FLOAT, MPI_INT}};
    int lengths[] = {1, 1};
    MPI_Aint places[] = {0, 4};
    MPI_Type_create_struct(2, lengths, places, kinds[rank], &record);
    MPI_Type_commit(&record);
    if (rank == 0)
        MPI_Send(word, 2, record, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(word, 2, record, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* 11 */
    MPI_Type_free(&record);
}

static void too_long(void)
{
    if (rank == 0)
        MPI_Send(word, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(word, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* 12 */
}

static void freed_communicator(void)
{
    MPI_Comm copy, same;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    same = copy;
    MPI_Comm_free(&copy);
    MPI_Barrier(same); /* 13 */
}

static void waited_twice(void)
{
    MPI_Request request, same;
    MPI_Irecv(word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Send(word + 1, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    same = request;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&same, MPI_STATUS_IGNORE); /* 14 */
}

static void too_many(void)
{
    long n = 3000000000;
    MPI_Bcast(vector, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* 15 */
}

static void large_grid(void)
{
    int dims[] = {2, 2}, periods[] = {0, 0};
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid); /* 16 */
    MPI_Barrier(grid);
}

static void no_such_rank(void)
{
    MPI_Send(word, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD); /* 17 */
}

static void negative_tag(void)
{
    MPI_Send(word, 1, MPI_INT, 1 - rank, -7, MPI_COMM_WORLD); /* 18 */
}

static void beyond_window(void)
{
    MPI_Win window;
    MPI_Win_create(word, sizeof word, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(word, 1, MPI_INT, 1 - rank, 4, 1, MPI_INT, window); /* 19 */
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

static void partner_ended(void)
{
    if (rank == 1)
        MPI_Recv(word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* 20 */
}

static void polls_for_ever(void)
{
    MPI_Request request;
    int done = 0;
    if (rank == 0) {
        MPI_Issend(word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE); /* 21 */
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void begun_elsewhere(void)
{
    MPI_Comm copy;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Ibarrier(rank == 0 ? copy : MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* 22 */
}

static void negative_root(void)
{
    MPI_Bcast(word, 1, MPI_INT, -1, MPI_COMM_WORLD); /* 23 */
}

static void send_with_any_tag(void)
{
    if (rank == 0)
        MPI_Send(word, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD); /* 24 */
    else
        MPI_Recv(word, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void split_alone(void)
{
    MPI_Comm part;
    if (rank == 0)
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &part); /* 25 */
}

int main(int argc, char **argv)
{
    int fault = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    /* clang-format off */
    switch (fault) {
    case 1: both_receive_first(); break;
    case 2: both_send_first(); break;
    case 3: send_to_itself(); break;
    case 4: other_tag(); break;
    case 5: other_collective(); break;
    case 6: other_root(); break;
    case 7: other_count(); break;
    case 8: other_order(); break;
    case 9: never_received(); break;
    case 10: other_type(); break;
    case 11: other_record(); break;
    case 12: too_long(); break;
    case 13: freed_communicator(); break;
    case 14: waited_twice(); break;
    case 15: too_many(); break;
    case 16: large_grid(); break;
    case 17: no_such_rank(); break;
    case 18: negative_tag(); break;
    case 19: beyond_window(); break;
    case 20: partner_ended(); break;
    case 21: polls_for_ever(); break;
    case 22: begun_elsewhere(); break;
    case 23: negative_root(); break;
    case 24: send_with_any_tag(); break;
    case 25: split_alone(); break;
    }
    /* clang-format on */
    MPI_Finalize();
    return 0;
}
