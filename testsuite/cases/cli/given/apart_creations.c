/* SPDX-License-Identifier: GPL-3.0-or-later
 * Communicators that rank 0 creates from dynamic numbers (rand) by a call of its own, and the others from static ones
 * by another call: a split, a grid, graphs, a group. Each synchronizes all ranks, and no rank knows the result. */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    MOST = 64
};

static int any(int n)
{
    return rand() % n;
}

static void use(MPI_Comm *made)
{
    MPI_Barrier(*made);
    MPI_Comm_free(made);
}

int main(int argc, char **argv)
{
    int rank, size, zero = 0, one = 1, list[MOST], degrees[MOST], dims[1];
    MPI_Comm made;
    MPI_Group world, group;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    usleep(10000 * rank); /* the last rank arrives last */
    for (int i = 0; i < size && rank == 0; i++) {
        list[i] = any(size);
        degrees[i] = 1;
    }
    if (rank == 0)
        MPI_Comm_split(MPI_COMM_WORLD, any(2), 0, &made);
    else
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made);
    use(&made);
    if (rank == 0)
        MPI_Dist_graph_create(MPI_COMM_WORLD, any(size), list, degrees, list, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
    else
        MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
    use(&made);
    if (rank == 0)
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, list, MPI_UNWEIGHTED, 0, list, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                       0, &made);
    else
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, &zero, MPI_UNWEIGHTED, 0, &zero, MPI_UNWEIGHTED,
                                       MPI_INFO_NULL, 0, &made);
    use(&made);
    dims[0] = rank == 0 ? size + 0 * any(2) : size;
    if (rank == 0)
        MPI_Cart_create(MPI_COMM_WORLD, 1, dims, &one, 0, &made);
    else
        MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &one, 0, &made);
    use(&made);
    for (int i = 0; i < size; i++)
        list[i] = rank == 0 ? any(1) : 0;
    if (rank == 0)
        MPI_Graph_create(MPI_COMM_WORLD, size, list, list, 0, &made);
    else
        MPI_Graph_create(MPI_COMM_WORLD, size, degrees, degrees, 0, &made);
    use(&made);
    for (int i = 0; i < size; i++)
        list[i] = i + any(1);
    if (rank == 0)
        MPI_Group_incl(world, size, list, &group);
    else
        MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (rank == 0)
        MPI_Comm_create(MPI_COMM_WORLD, group, &made);
    else
        MPI_Comm_create(MPI_COMM_WORLD, group, &made);
    use(&made);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
