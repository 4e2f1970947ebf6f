/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that collectives of an inter-communicator bring from one group to the other: between the even and the odd
 * ranks, between parts of them in reverse order, and by nonblocking calls. On one rank there is no second group. */
#include "answer.h"

enum {
    MOST = 64
};

static void reduce(MPI_Comm inter, int number)
{
    int local, remote, sum, most, part[MOST], parts[MOST * MOST], counts[MOST];
    MPI_Request request;
    MPI_Comm_size(inter, &local);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, inter);
    MPI_Iallreduce(&number, &most, 1, MPI_INT, MPI_MAX, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    note(sum);
    note(most);
    for (int i = 0; i < local * remote; i++)
        parts[i] = number * (i + 1);
    MPI_Reduce_scatter_block(parts, part, remote, MPI_INT, MPI_SUM, inter);
    note_all(remote, part);
    for (int i = 0; i < local; i++)
        counts[i] = remote;
    MPI_Reduce_scatter(parts, part, counts, MPI_INT, MPI_MIN, inter);
    note_all(remote, part);
}

static void move(MPI_Comm inter, int number)
{
    int rank, local, remote, one[MOST], all[MOST], counts[MOST], places[MOST];
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &local);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Allgather(&number, 1, MPI_INT, all, 1, MPI_INT, inter);
    note_all(remote, all);
    for (int i = 0; i < remote; i++) {
        counts[i] = 1;
        places[i] = remote - 1 - i;
        one[i] = number * (i + 2);
    }
    MPI_Allgatherv(&number, 1, MPI_INT, all, counts, places, MPI_INT, inter);
    note_all(remote, all);
    MPI_Alltoall(one, 1, MPI_INT, all, 1, MPI_INT, inter);
    note_all(remote, all);
    MPI_Alltoallv(one, counts, places, MPI_INT, all, counts, places, MPI_INT, inter);
    note_all(remote, all);
}

static void ask(int world_rank)
{
    int is_odd = world_rank % 2, rank;
    MPI_Comm local, inter, part;
    MPI_Comm_split(MPI_COMM_WORLD, is_odd, -world_rank, &local);
    int size, sizes[2];
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sizes[0] = (size + 1) / 2;
    sizes[1] = size / 2;
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, is_odd ? 2 * (sizes[0] - 1) : 2 * sizes[1] - 1, 17, &inter);
    reduce(inter, 20 + world_rank);
    move(inter, 30 + world_rank);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_split(inter, rank < 2, -rank, &part);
    if (part != MPI_COMM_NULL) {
        reduce(part, 40 + world_rank);
        move(part, 50 + world_rank);
        MPI_Comm_free(&part);
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1)
        ask(rank);
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
