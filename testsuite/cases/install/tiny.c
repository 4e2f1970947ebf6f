/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <forecost.h>

#include <stdio.h>

/* Declared by hand: the table is part of the archive, its header is not of the installed ones. */
struct operation {
    const char *name;
};
const struct operation *fc_mpi_operation_find(const char *name);

int main(void)
{
    printf("%.0f %.0f %.0f %s\n", fc_floor_div(7, 2), fc_floor_div(-7, 2), fc_floor_div(6, 3),
           fc_mpi_operation_find("MPI_Bcast")->name);
    return 0;
}
