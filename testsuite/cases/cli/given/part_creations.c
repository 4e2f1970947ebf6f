/* SPDX-License-Identifier: GPL-3.0-or-later
 * Communicators that only some ranks create, where some of them have dynamic arguments (rand): a group of the even
 * ranks, and the inter-communicator of even and odd ranks. The others know the arguments, so that these ranks take part
 * in what the others create, and no rank knows the communicators. Argument "leader": the number of the leader is
 * dynamic, too; "all": the arguments are dynamic at all ranks. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST = 64
};

static int any(int n)
{
    return rand() % n;
}

int main(int argc, char **argv)
{
    int rank, size, n, list[MOST], drawn[MOST];
    MPI_Comm evens, half, between, drawn_between;
    MPI_Group world, group, drawn_group;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int all = argc > 1 && strcmp(argv[1], "all") == 0, leader = argc > 1 && strcmp(argv[1], "leader") == 0;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    usleep(10000 * rank); /* the last rank arrives last */
    n = (size + 1) / 2;
    for (int i = 0; i < n; i++) {
        list[i] = 2 * i;
        drawn[i] = 2 * i + any(1);
    }
    if (rank % 2 == 0) {
        MPI_Group_incl(world, n, list, &group);
        MPI_Group_incl(world, n, drawn, &drawn_group);
        if (rank == 0 || all) {
            MPI_Comm mine;
            MPI_Comm_create_group(MPI_COMM_WORLD, drawn_group, 7, &mine);
            MPI_Barrier(mine);
            MPI_Comm_free(&mine);
        } else {
            MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &evens);
            MPI_Barrier(evens);
            MPI_Comm_free(&evens);
        }
        MPI_Group_free(&drawn_group);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&world);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    if (all || (leader && rank % 2 == 0)) {
        MPI_Intercomm_create(half, any(1), MPI_COMM_WORLD, 1 - rank % 2 + any(1), 9, &between);
        MPI_Barrier(between);
        MPI_Comm_free(&between);
    } else if (rank == 0) {
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 + any(1), 9 + any(1), &drawn_between);
        MPI_Barrier(drawn_between);
        MPI_Comm_free(&drawn_between);
    } else {
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 9, &between);
        MPI_Barrier(between);
        MPI_Comm_free(&between);
    }
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
