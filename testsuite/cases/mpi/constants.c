/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predefined constants as values, names of the profiling interface, and local calls whose results decide messages.
 *
 * Each rank: a broadcast of 4 bytes that MPI_KEYVAL_INVALID decides, one of 4 bytes that other constants decide, and a
 * broadcast of one part of a distributed array of 7 ints, in blocks of 2 over 2 ranks: 4 ints to the first, so 16
 * bytes. Rank 0 sends 4 bytes to the last rank by PMPI_Send. MPI_Comm_dup and MPI_Comm_split have no messages of their
 * own.
 *
 * expect ranks 2: 7 messages, 52 bytes
 * expect ranks 4: 13 messages, 100 bytes */
#include <mpi.h>

static int key = MPI_KEYVAL_INVALID;

static void decide(void)
{
    int x = 1;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Datatype truth = MPI_CXX_BOOL;
    MPI_Op sum = MPI_OP_NULL;
    MPI_Offset place = MPI_DISPLACEMENT_CURRENT;
    if (key != MPI_KEYVAL_INVALID)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    if (key != MPI_KEYVAL_INVALID)
        MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Comm_free_keyval(&key);
    if (key != MPI_KEYVAL_INVALID)
        MPI_Barrier(MPI_COMM_WORLD);
    if (info == MPI_INFO_NULL && handler == MPI_ERRHANDLER_NULL && truth != MPI_DATATYPE_NULL &&
        MPI_WIN_UNIFIED != MPI_WIN_SEPARATE && MPI_COMBINER_STRUCT != MPI_COMBINER_NAMED && sum == MPI_OP_NULL &&
        place == MPI_DISPLACEMENT_CURRENT && MPI_DISTRIBUTE_BLOCK != MPI_DISTRIBUTE_CYCLIC)
        MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void send_part(void)
{
    int sizes[] = {7}, distributions[] = {MPI_DISTRIBUTE_CYCLIC}, blocks[] = {2}, grid[] = {2}, array[7] = {0};
    MPI_Datatype part;
    MPI_Type_create_darray(2, 0, 1, sizes, distributions, blocks, grid, MPI_ORDER_C, MPI_INT, &part);
    MPI_Type_commit(&part);
    MPI_Bcast(array, 1, part, 0, MPI_COMM_WORLD);
    MPI_Type_free(&part);
}

int main(int argc, char **argv)
{
    int rank, ranks, x = 3;
    MPI_Comm copy, parts, parent;
    MPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &parts);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        MPI_Barrier(parent);
    decide();
    send_part();
    if (rank == 0)
        PMPI_Send(&x, 1, MPI_INT, ranks - 1, 0, MPI_COMM_WORLD);
    if (rank == ranks - 1)
        PMPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&copy);
    MPI_Comm_free(&parts);
    MPI_Finalize();
    return 0;
}
