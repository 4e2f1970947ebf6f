/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An MPI library's answers on derived datatypes: label, size, lower bound, extent, true lower bound, true extent,
 * packed bytes of 3. Its output is mpi_datatypes.txt (Open MPI 4.1.4), which unit/test_runtime_datatype.c compares
 * with the virtual ranks. To renew it: mpicc mpi_datatypes.c -o /tmp/t && /tmp/t > mpi_datatypes.txt */
#include <mpi.h>
#include <stdio.h>

#define CALL(name, ...) MPI_##name(__VA_ARGS__)
#define T(name) MPI_##name
#define DATATYPE MPI_Datatype
#define ADDRESS MPI_Aint

static void show(const char *label, MPI_Datatype type)
{
    int size, packed;
    MPI_Aint low, extent, true_low, true_extent;
    MPI_Type_commit(&type);
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &low, &extent);
    MPI_Type_get_true_extent(type, &true_low, &true_extent);
    MPI_Pack_size(3, type, MPI_COMM_WORLD, &packed);
    printf("%s %d %ld %ld %ld %ld %d\n", label, size, (long)low, (long)extent, (long)true_low, (long)true_extent,
           packed);
}

#include "mpi_datatypes.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    make_all();
    MPI_Finalize();
}
