/* SPDX-License-Identifier: Apache-2.0 */
/** @file datatype.h  MPI datatypes on virtual ranks.
 *
 * A handle carries its size, so the size needs no table: predefined handles in the low byte, as in MPICH, derived ones
 * in the low 40 bits, below their number. Sizes are those of MPI_Type_size on 64-bit Linux: the bytes transferred, not
 * the extent (MPI_DOUBLE_INT has 12 bytes). */
#ifndef FC_DATATYPE_H
#define FC_DATATYPE_H

#include <stdbool.h>

typedef long fc_datatype;

/* clang-format off */
/* name without MPI_, number, bytes */
#define FC_MPI_DATATYPE_LIST(X)                                                                                        \
    X(CHAR, 1, 1) X(SIGNED_CHAR, 2, 1) X(UNSIGNED_CHAR, 3, 1) X(BYTE, 4, 1) X(PACKED, 5, 1) X(WCHAR, 6, 4)             \
    X(SHORT, 7, 2) X(UNSIGNED_SHORT, 8, 2) X(INT, 9, 4) X(UNSIGNED, 10, 4) X(LONG, 11, 8) X(UNSIGNED_LONG, 12, 8)      \
    X(LONG_LONG, 13, 8) X(LONG_LONG_INT, 14, 8) X(UNSIGNED_LONG_LONG, 15, 8) X(FLOAT, 16, 4) X(DOUBLE, 17, 8)          \
    X(LONG_DOUBLE, 18, 16) X(INT8_T, 19, 1) X(INT16_T, 20, 2) X(INT32_T, 21, 4) X(INT64_T, 22, 8) X(UINT8_T, 23, 1)    \
    X(UINT16_T, 24, 2) X(UINT32_T, 25, 4) X(UINT64_T, 26, 8) X(AINT, 27, 8) X(OFFSET, 28, 8) X(COUNT, 29, 8)           \
    X(C_BOOL, 30, 1) X(C_COMPLEX, 31, 8) X(C_FLOAT_COMPLEX, 32, 8) X(C_DOUBLE_COMPLEX, 33, 16)                         \
    X(C_LONG_DOUBLE_COMPLEX, 34, 32) X(FLOAT_INT, 35, 8) X(DOUBLE_INT, 36, 12) X(LONG_INT, 37, 12) X(2INT, 38, 8)      \
    X(SHORT_INT, 39, 6) X(LONG_DOUBLE_INT, 40, 20) X(CHARACTER, 41, 1) X(LOGICAL, 42, 4) X(INTEGER, 43, 4)             \
    X(REAL, 44, 4) X(DOUBLE_PRECISION, 45, 8) X(COMPLEX, 46, 8) X(DOUBLE_COMPLEX, 47, 16) X(2INTEGER, 48, 8)           \
    X(2REAL, 49, 8) X(2DOUBLE_PRECISION, 50, 16) X(CXX_BOOL, 51, 1) X(CXX_FLOAT_COMPLEX, 52, 8)                         \
    X(CXX_DOUBLE_COMPLEX, 53, 16) X(CXX_LONG_DOUBLE_COMPLEX, 54, 32) X(INTEGER1, 55, 1) X(INTEGER2, 56, 2)             \
    X(INTEGER4, 57, 4) X(INTEGER8, 58, 8) X(REAL4, 59, 4) X(REAL8, 60, 8) X(REAL16, 61, 16) X(COMPLEX8, 62, 8)         \
    X(COMPLEX16, 63, 16) X(COMPLEX32, 64, 32) X(LB, 65, 0) X(UB, 66, 0) X(INTEGER16, 67, 16)              \
    X(LOGICAL1, 68, 1) X(LOGICAL2, 69, 2) X(LOGICAL4, 70, 4) X(LOGICAL8, 71, 8) X(CXX_COMPLEX, 72, 8)               \
    X(2COMPLEX, 73, 16) X(2DOUBLE_COMPLEX, 74, 32)
/* clang-format on */

enum {
    FC_MPI_DATATYPE_NULL = 0,
    FC_MPI_DATATYPE_UNKNOWN = 1, /* depends on data */
#define FC_MPI_DATATYPE_ENUM(name, number, bytes) FC_MPI_##name = (number) << 8 | (bytes),
    FC_MPI_DATATYPE_LIST(FC_MPI_DATATYPE_ENUM)
#undef FC_MPI_DATATYPE_ENUM
    FC_MPI_LAST_DATATYPE = FC_MPI_2DOUBLE_COMPLEX | 0xff
};

#define FC_DATATYPE_SIZE_BITS 40

/** The handle of derived datatype `number` >= 0 with 0 <= bytes < 2^40. */
static inline fc_datatype fc_datatype_derived(long number, long bytes)
{
    return (number + 1) << FC_DATATYPE_SIZE_BITS | bytes;
}

/** The number of a derived datatype; -1 for other handles. */
static inline long fc_datatype_number(fc_datatype type)
{
    return (type >> FC_DATATYPE_SIZE_BITS) - (type >= 0);
}

/** Bytes of one element; 0 for an invalid handle. */
static inline long fc_datatype_bytes(fc_datatype type)
{
    if (fc_datatype_number(type) >= 0)
        return type & ((1L << FC_DATATYPE_SIZE_BITS) - 1);
    return type > 0xff && type <= FC_MPI_LAST_DATATYPE ? type & 0xff : 0;
}

/** The basic type of all elements of a predefined datatype, under the first name of that C type on 64-bit Linux:
 * MPI_LONG_LONG_INT gives MPI_LONG_LONG, MPI_INT64_T and MPI_AINT give MPI_LONG, MPI_2INT gives MPI_INT. 0: of several
 * types, derived, or invalid. */
fc_datatype fc_datatype_basic(fc_datatype type);
/** "MPI_DOUBLE"; NULL: not a predefined datatype. */
const char *fc_datatype_name(fc_datatype type);

/** Bytes of a predefined datatype by its name in the source ("MPI_DOUBLE"); 0: not one. */
int fc_datatype_bytes_of_name(const char *name);

#endif
