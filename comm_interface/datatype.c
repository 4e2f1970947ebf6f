/* SPDX-License-Identifier: Apache-2.0 */
#include "comm_interface/datatype.h"

#include <stddef.h>
#include <string.h>

int fc_datatype_bytes_of_name(const char *name)
{
    static const struct {
        const char *name;
        int bytes;
    } row[] = {
#define DATATYPE_ROW(name, number, bytes) {"MPI_" #name, bytes},
        FC_MPI_DATATYPE_LIST(DATATYPE_ROW)
#undef DATATYPE_ROW
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcmp(row[i].name, name) == 0)
            return row[i].bytes;
    return 0;
}
