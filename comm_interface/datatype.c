/* SPDX-License-Identifier: Apache-2.0 */
#include "comm_interface/datatype.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    int type, bytes;
} row[] = {
#define DATATYPE_ROW(name, number, bytes) {"MPI_" #name, FC_MPI_##name, bytes},
    FC_MPI_DATATYPE_LIST(DATATYPE_ROW)
#undef DATATYPE_ROW
};

fc_datatype fc_datatype_basic(fc_datatype type)
{
    switch (type) {
    case FC_MPI_LONG_LONG_INT:
        return FC_MPI_LONG_LONG;
    case FC_MPI_C_FLOAT_COMPLEX:
        return FC_MPI_C_COMPLEX;
    case FC_MPI_2INT:
        return FC_MPI_INT;
    case FC_MPI_2INTEGER:
        return FC_MPI_INTEGER;
    case FC_MPI_2REAL:
        return FC_MPI_REAL;
    case FC_MPI_2DOUBLE_PRECISION:
        return FC_MPI_DOUBLE_PRECISION;
    case FC_MPI_2COMPLEX:
        return FC_MPI_COMPLEX;
    case FC_MPI_2DOUBLE_COMPLEX:
        return FC_MPI_DOUBLE_COMPLEX;
    case FC_MPI_CXX_COMPLEX:
        return FC_MPI_CXX_FLOAT_COMPLEX;
    case FC_MPI_INT8_T:
        return FC_MPI_SIGNED_CHAR;
    case FC_MPI_INT16_T:
        return FC_MPI_SHORT;
    case FC_MPI_INT32_T:
        return FC_MPI_INT;
    case FC_MPI_INT64_T:
    case FC_MPI_AINT:
        return FC_MPI_LONG;
    case FC_MPI_UINT8_T:
        return FC_MPI_UNSIGNED_CHAR;
    case FC_MPI_UINT16_T:
        return FC_MPI_UNSIGNED_SHORT;
    case FC_MPI_UINT32_T:
        return FC_MPI_UNSIGNED;
    case FC_MPI_UINT64_T:
        return FC_MPI_UNSIGNED_LONG;
    case FC_MPI_FLOAT_INT:
    case FC_MPI_DOUBLE_INT:
    case FC_MPI_LONG_INT:
    case FC_MPI_SHORT_INT:
    case FC_MPI_LONG_DOUBLE_INT:
        return 0;
    default:
        return fc_datatype_number(type) < 0 && fc_datatype_bytes(type) > 0 ? type : 0;
    }
}

const char *fc_datatype_name(fc_datatype type)
{
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (row[i].type == type)
            return row[i].name;
    return NULL;
}

int fc_datatype_bytes_of_name(const char *name)
{
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcmp(row[i].name, name) == 0)
            return row[i].bytes;
    return 0;
}
