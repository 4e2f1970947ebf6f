/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multiply-adds of examples/lu as fixed time on a simulated node of 1 Gflop/s, 1 ns each, as
 * testsuite/accuracy/smpi/multiply_adds_model.c counts them. Included with -include; SIZE is n, BLOCK the columns of a
 * block. A pivot's broadcast begins a block: its owner has factored the panel. Behind the panel's broadcast every rank
 * updates its columns to the right and b. Broadcasts without pivots belong to the solution, from the last block on. */
#include "timed.h"

static int lu_block = -1, lu_solved, lu_has_pivots;
static double lu_update; /* of the block before, not yet executed */

static int lu_width(int block)
{
    int left = SIZE - block * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

static void lu_panel(int rows, int width)
{
    double sum = 0;
    for (int j = 0; j < width; j++)
        sum += (double)(rows - j - 1) * (width - j - 1);
    smpi_execute_flops(sum);
}

static double lu_columns_behind(int block, int rank, int ranks)
{
    double columns = 0;
    for (int k = block + 1; k * BLOCK < SIZE; k++)
        columns += k % ranks == rank ? lu_width(k) : 0;
    return columns;
}

static int lu_broadcast(void *data, int n, MPI_Datatype type, int owner, MPI_Comm comm)
{
    int rank, ranks, has_pivots = lu_has_pivots;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    if (lu_update > 0)
        smpi_execute_flops(lu_update);
    lu_update = 0;
    lu_has_pivots = type == MPI_INT;
    lu_block += lu_has_pivots;
    int width = lu_width(lu_block), rows = SIZE - lu_block * BLOCK;
    if (lu_has_pivots && rank == owner)
        lu_panel(rows, width);
    if (!lu_has_pivots && !has_pivots) {
        int block = lu_block - lu_solved++;
        width = lu_width(block);
        if (rank == owner)
            smpi_execute_flops((double)width * block * BLOCK + width * (width - 1) / 2.0);
    }
    if (!lu_has_pivots && has_pivots)
        lu_update = (lu_columns_behind(lu_block, rank, ranks) + 1) * width * ((width - 1) / 2.0 + rows - width);
    return MPI_Bcast(data, n, type, owner, comm);
}
#define MPI_Bcast lu_broadcast
