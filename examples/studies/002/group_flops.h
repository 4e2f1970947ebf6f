/* SPDX-License-Identifier: Apache-2.0 */
/* The computation of a micro-step of examples/extrapolation as fixed time on a simulated node of 1 Gflop/s: SIZE
 * multiply-adds of 4 ns in a chain and an independent one for each row. Included with -include; SIZE is N. */
#include "timed.h"

#include <smpi/smpi.h>

static int after_rows(const void *send, int block, MPI_Datatype type, void *receive, int n, MPI_Datatype other,
                      MPI_Comm comm)
{
    int rank, rows = block;
    MPI_Comm_rank(comm, &rank);
    if ((rank + 1) * block > SIZE)
        rows = rank * block < SIZE ? SIZE - rank * block : 0;
    smpi_execute_flops(4.0 * rows * SIZE + rows);
    return MPI_Allgather(send, block, type, receive, n, other, comm);
}
#define MPI_Allgather after_rows
