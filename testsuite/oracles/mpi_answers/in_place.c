/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPI_IN_PLACE in collectives that deliver values, also non-blocking ones. */
#include "answer.h"

enum {
    MOST = 8
};

static int size, rank;

static void fill(int *values)
{
    for (int i = 0; i < MOST; i++)
        values[i] = 10 * rank + i;
}

static void at_root(int root)
{
    int own[MOST], all[MOST];
    fill(own);
    fill(all);
    if (rank == root)
        MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, root, MPI_COMM_WORLD);
    else
        MPI_Gather(own, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    note_all(MOST, all);
    if (rank == root)
        MPI_Scatter(all, 1, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    else
        MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, own, 1, MPI_INT, root, MPI_COMM_WORLD);
    note_all(MOST, own);
    if (rank == root)
        MPI_Reduce(MPI_IN_PLACE, all, 3, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    else
        MPI_Reduce(own, NULL, 3, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    note_all(MOST, all);
}

static void on_all(void)
{
    int all[MOST], counts[MOST], places[MOST];
    fill(all);
    MPI_Allgather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD);
    note_all(MOST, all);
    MPI_Allreduce(MPI_IN_PLACE, all, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    note_all(MOST, all);
    fill(all);
    MPI_Alltoall(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD);
    note_all(MOST, all);
    MPI_Scan(MPI_IN_PLACE, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    note_all(MOST, all);
    for (int i = 0; i < size; i++) {
        counts[i] = 1;
        places[i] = size - 1 - i;
    }
    MPI_Allgatherv(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    note_all(MOST, all);
}

static void begun(void)
{
    int sum, before[2] = {-1, -1}, all[MOST], own = rank + 3;
    MPI_Request requests[3];
    fill(all);
    MPI_Iallreduce(&own, &sum, 1, MPI_INT, MPI_PROD, MPI_COMM_WORLD, &requests[0]);
    MPI_Iexscan(&own, before, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[1]);
    MPI_Iallgather(&own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    note(sum % 1000);
    note(rank > 0 ? before[0] : 0);
    note_all(MOST, all);
    fill(all);
    MPI_Iallgather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    note_all(MOST, all);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    at_root(0);
    at_root(size - 1);
    on_all();
    begun();
    give_answer(argc);
    MPI_Finalize();
    return 0;
}
