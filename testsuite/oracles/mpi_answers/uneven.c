/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vector collectives deliver values; blocks lie apart, counts of zero among them. */
#include "answer.h"

enum {
    MOST = 8,
    ROOM = 128
};

static int size, rank;

/* Blocks of first + i * step (mod 4) elements, one place between two. */
static void lay(int counts[MOST], int places[MOST], int first, int step)
{
    int at = 1;
    for (int i = 0; i < size; i++) {
        counts[i] = (first + i * step) % 4;
        places[i] = at;
        at += counts[i] + 1;
    }
}

static void fill(int *values, int first)
{
    for (int i = 0; i < ROOM; i++)
        values[i] = first ? first + i : -1;
}

static void gather_and_scatter(int root)
{
    int counts[MOST], places[MOST], own[ROOM], all[ROOM];
    MPI_Request request;
    lay(counts, places, 2, 3);
    fill(own, 100 * rank + 1);
    fill(all, 0);
    MPI_Gatherv(own, counts[rank], MPI_INT, all, counts, places, MPI_INT, root, MPI_COMM_WORLD);
    note_all(ROOM, all);
    fill(all, 0);
    MPI_Igatherv(own, counts[rank], MPI_INT, all, counts, places, MPI_INT, root, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    note_all(ROOM, all);
    MPI_Scatterv(all, counts, places, MPI_INT, own, counts[rank], MPI_INT, root, MPI_COMM_WORLD);
    note_all(ROOM, own);
}

static void all_to_all(void)
{
    int to[MOST], places_to[MOST], from[MOST], places_from[MOST], own[ROOM], all[ROOM];
    MPI_Datatype types[MOST];
    fill(own, 100 * rank + 1);
    fill(all, 0);
    lay(to, places_to, 0, 1);
    MPI_Allgatherv(own, to[rank], MPI_INT, all, to, places_to, MPI_INT, MPI_COMM_WORLD);
    note_all(ROOM, all);
    lay(to, places_to, rank, 1);
    MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
    int at = 0;
    for (int i = 0; i < size; i++) {
        places_from[i] = at;
        at += from[i];
    }
    MPI_Alltoallv(own, to, places_to, MPI_INT, all, from, places_from, MPI_INT, MPI_COMM_WORLD);
    note_all(ROOM, all);
    for (int i = 0; i < size; i++) {
        types[i] = MPI_INT;
        places_to[i] *= 4;
        places_from[i] = 4 * places_from[i] + 4;
    }
    MPI_Alltoallw(own, to, places_to, types, all, from, places_from, types, MPI_COMM_WORLD);
    note_all(ROOM, all);
}

static void reduce_and_scatter(void)
{
    int counts[MOST], places[MOST], own[ROOM], part[ROOM];
    fill(own, 100 * rank + 1);
    fill(part, 0);
    lay(counts, places, 1, 1);
    MPI_Reduce_scatter(own, part, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    note_all(ROOM, part);
    MPI_Reduce_scatter_block(own, part, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    note_all(ROOM, part);
}

static void among_neighbours(void)
{
    int dims[1] = {size}, periods[1] = {0}, to[2], places_to[2] = {3, 0}, from[2], places_from[2] = {0, 5};
    int own[ROOM], all[ROOM];
    MPI_Comm line;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    to[0] = rank % 3;
    to[1] = (rank + 1) % 3;
    fill(own, 100 * rank + 1);
    fill(all, 0);
    from[0] = rank > 0 ? rank % 3 : 0;
    from[1] = rank + 1 < size ? (rank + 1) % 3 : 0;
    MPI_Neighbor_alltoallv(own, to, places_to, MPI_INT, all, from, places_from, MPI_INT, line);
    note_all(ROOM, all);
    from[0] = from[1] = 2;
    MPI_Neighbor_allgatherv(own, 2, MPI_INT, all, from, places_from, MPI_INT, line);
    note_all(ROOM, all);
}

/* Elements of several numbers in sequence, which the receiver may declare as single numbers. */
static void in_rows(void)
{
    int counts[MOST], places[MOST], own[ROOM], all[ROOM];
    MPI_Datatype pair, row;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_contiguous(2, pair, &row);
    MPI_Type_commit(&pair);
    MPI_Type_commit(&row);
    lay(counts, places, 2, 1);
    fill(own, 100 * rank + 1);
    fill(all, 0);
    MPI_Allgather(own, 1, row, all, 1, row, MPI_COMM_WORLD);
    note_all(ROOM, all);
    MPI_Alltoall(all, 2, pair, own, 4, MPI_INT, MPI_COMM_WORLD);
    note_all(ROOM, own);
    fill(all, 0);
    MPI_Gatherv(own, counts[rank], pair, all, counts, places, pair, 0, MPI_COMM_WORLD);
    note_all(ROOM, all);
    MPI_Type_free(&row);
    MPI_Type_free(&pair);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    gather_and_scatter(0);
    gather_and_scatter(size - 1);
    in_rows();
    all_to_all();
    reduce_and_scatter();
    among_neighbours();
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
