/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The computation of an iteration of the Jacobi examples as fixed time on the simulated node of 1 Gflop/s:
 * multiply-adds only, 4 ns in a chain (a row times a vector), 1 ns if independent (a vector plus a column times a
 * number). Included with -include before jacobi_row.c with CHAIN, before jacobi_col.c without; SIZE is n. */
#include "timed.h"

#include <smpi/smpi.h>

static void multiply_adds(int block)
{
    int rank, rows = block;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if ((rank + 1) * block > SIZE)
        rows = rank * block < SIZE ? SIZE - rank * block : 0;
    smpi_execute_flops((CHAIN ? 4.0 : 1.0) * rows * SIZE);
}

/* The communication after an iteration's products determines the block: ceil(n/p) rows, or all n of the sum. */
static int after_rows(const void *send, int n, MPI_Datatype type, void *receive, int m, MPI_Datatype other, MPI_Comm comm)
{
    multiply_adds(n);
    return MPI_Allgather(send, n, type, receive, m, other, comm);
}

static int after_columns(const void *send, void *receive, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    int p;
    MPI_Comm_size(comm, &p);
    if (n == SIZE)
        multiply_adds((SIZE + p - 1) / p);
    return MPI_Allreduce(send, receive, n, type, op, comm);
}

#if CHAIN
#define MPI_Allgather after_rows
#else
#define MPI_Allreduce after_columns
#endif
