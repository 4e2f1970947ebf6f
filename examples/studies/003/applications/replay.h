/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included before an application with -include, compiled by smpicc: each call that bursts.c knows first takes the
 * computation of the next line of the file bursts.RANK, "NAME FLOPS". The application's own computation takes no time.
 */
#include "timed.h"

#include <stdlib.h>
#include <string.h>

__attribute__((weak)) FILE *bursts; /* one for all sources of the application */

static void burst(const char *call)
{
    char path[64], name[64];
    double flops;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(path, sizeof path, "bursts.%d", rank);
    if (!bursts)
        bursts = fopen(path, "r");
    if (!bursts || fscanf(bursts, "%63s %lf", name, &flops) != 2 || strcmp(name, call)) {
        fprintf(stderr, "rank %d: %s is not the next call\n", rank, call);
        exit(1);
    }
    smpi_execute_flops(flops);
}

#undef MPI_Finalize
#define MPI_Finalize() (burst("Finalize"), finalize_timed())
#define MPI_Barrier(...) (burst("Barrier"), MPI_Barrier(__VA_ARGS__))
#define MPI_Bcast(...) (burst("Bcast"), MPI_Bcast(__VA_ARGS__))
#define MPI_Reduce(...) (burst("Reduce"), MPI_Reduce(__VA_ARGS__))
#define MPI_Allreduce(...) (burst("Allreduce"), MPI_Allreduce(__VA_ARGS__))
#define MPI_Allgather(...) (burst("Allgather"), MPI_Allgather(__VA_ARGS__))
#define MPI_Alltoall(...) (burst("Alltoall"), MPI_Alltoall(__VA_ARGS__))
#define MPI_Irecv(...) (burst("Irecv"), MPI_Irecv(__VA_ARGS__))
#define MPI_Isend(...) (burst("Isend"), MPI_Isend(__VA_ARGS__))
#define MPI_Waitall(...) (burst("Waitall"), MPI_Waitall(__VA_ARGS__))
#define MPI_Sendrecv(...) (burst("Sendrecv"), MPI_Sendrecv(__VA_ARGS__))
#define MPI_Dims_create(...) (burst("Dims_create"), MPI_Dims_create(__VA_ARGS__))
#define MPI_Cart_create(...) (burst("Cart_create"), MPI_Cart_create(__VA_ARGS__))
#define MPI_Cart_coords(...) (burst("Cart_coords"), MPI_Cart_coords(__VA_ARGS__))
#define MPI_Cart_shift(...) (burst("Cart_shift"), MPI_Cart_shift(__VA_ARGS__))
#define MPI_Comm_split(...) (burst("Comm_split"), MPI_Comm_split(__VA_ARGS__))
#define MPI_Comm_free(...) (burst("Comm_free"), MPI_Comm_free(__VA_ARGS__))
