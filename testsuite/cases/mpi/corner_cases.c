/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Legal but rare: a grid of no dimensions, which only rank 0 belongs to, and an accumulation that only reads.
 *
 * Rank 0 broadcasts 4 bytes on the grid: 1 message. Each rank: a window made and freed, two fences: 4 messages of 0
 * bytes; one read of an int of the next rank: 1 message of 4 bytes. What is read is checked.
 *
 * expect ranks 2: 11 messages, 12 bytes
 * expect ranks 4: 21 messages, 20 bytes */
#include <mpi.h>

static void on_a_point(int rank)
{
    MPI_Comm point;
    int none[1] = {0}, x = 3;
    MPI_Cart_create(MPI_COMM_WORLD, 0, none, none, 0, &point);
    if ((point == MPI_COMM_NULL) != (rank > 0))
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (point != MPI_COMM_NULL) {
        MPI_Bcast(&x, 1, MPI_INT, 0, point);
        MPI_Comm_free(&point);
    }
}

static void read_next(int rank, int ranks)
{
    int own = 10 + rank, unused = 7, read = 0, next = (rank + 1) % ranks;
    MPI_Win window;
    MPI_Win_create(&own, sizeof own, sizeof own, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Get_accumulate(&unused, 1, MPI_INT, &read, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_NO_OP, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    if (read != 10 + next || own != 10 + rank)
        MPI_Abort(MPI_COMM_WORLD, 2);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    on_a_point(rank);
    read_next(rank, ranks);
    MPI_Finalize();
    return 0;
}
