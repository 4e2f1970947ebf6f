/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of a datatype each, blocking and not; a communicator with an info object.
 *
 * Rank r sends r + 1 chars to even ranks and r + 1 ints to odd ones, and gets from rank s s + 1 elements of its own
 * kind. p = 2: rank 0 sends 1 + 4 bytes and gets 1 + 2; rank 1 sends 2 + 8 bytes and gets 4 + 8: 5 + 12 bytes, 2
 * messages Both forms: 4 messages, 34 bytes. A Barrier on the communicator: 2 messages.
 *
 * expect ranks 2: 6 messages, 34 bytes */
#include <mpi.h>

enum {
    MOST = 16
};

int main(int argc, char **argv)
{
    int rank, ranks, inter, to[MOST], from[MOST], at[MOST], out[MOST * MOST] = {0}, in[MOST * MOST];
    MPI_Datatype kind[MOST], own[MOST];
    MPI_Comm copy;
    MPI_Request q;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &copy);
    MPI_Comm_rank(copy, &rank);
    MPI_Comm_size(copy, &ranks);
    MPI_Comm_test_inter(copy, &inter);
    if (inter || ranks > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < ranks; i++) {
        to[i] = rank + 1;
        from[i] = i + 1;
        at[i] = i * MOST * (int)sizeof(int);
        kind[i] = i % 2 ? MPI_INT : MPI_CHAR;
        own[i] = rank % 2 ? MPI_INT : MPI_CHAR;
    }
    MPI_Alltoallw(out, to, at, kind, in, from, at, own, copy);
    MPI_Ialltoallw(out, to, at, kind, in, from, at, own, copy, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
