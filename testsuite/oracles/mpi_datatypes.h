/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived datatypes made twice: by an MPI library (mpi_datatypes.c) and by a virtual rank
 * (unit/test_runtime_datatype.c). The including file defines CALL(name, ...), T(name), DATATYPE, ADDRESS, and
 * show(label, type). */
#ifndef FC_MPI_DATATYPES_H
#define FC_MPI_DATATYPES_H

static void make_plain(void)
{
    DATATYPE made, other;
    CALL(Type_contiguous, 5, T(DOUBLE), &made);
    show("contiguous", made);
    CALL(Type_contiguous, 0, T(DOUBLE), &other);
    show("contiguous_none", other);
    CALL(Type_vector, 3, 2, 7, T(INT), &made);
    show("vector", made);
    CALL(Type_vector, 3, 2, -7, T(INT), &other);
    show("vector_back", other);
    CALL(Type_contiguous, 2, made, &other);
    show("contiguous_of_vector", other);
    CALL(Type_vector, 2, 2, 3, made, &other);
    show("vector_of_vector", other);
    CALL(Type_create_hvector, 4, 1, 10, T(SHORT), &made);
    show("hvector", made);
    CALL(Type_create_hvector, 2, 1, 13, T(DOUBLE), &made);
    show("hvector_odd", made);
    CALL(Type_contiguous, 3, T(DOUBLE_INT), &made);
    show("pairs", made);
    CALL(Type_contiguous, 3, T(SHORT_INT), &made);
    show("short_pairs", made);
    CALL(Type_dup, other, &made);
    show("dup", made);
}

static void make_indexed(void)
{
    const int lengths[3] = {2, 1, 4}, at[3] = {5, 0, 11}, none[3] = {0, 0, 0};
    const ADDRESS bytes[3] = {40, 4, 100}, odd[3] = {1, 27, 50};
    DATATYPE made;
    CALL(Type_indexed, 3, lengths, at, T(DOUBLE), &made);
    show("indexed", made);
    CALL(Type_indexed, 3, none, at, T(DOUBLE), &made);
    show("indexed_none", made);
    CALL(Type_create_hindexed, 3, lengths, bytes, T(INT), &made);
    show("hindexed", made);
    CALL(Type_create_hindexed, 3, lengths, odd, T(INT), &made);
    show("hindexed_odd", made);
    CALL(Type_create_indexed_block, 3, 2, at, T(FLOAT), &made);
    show("indexed_block", made);
    CALL(Type_create_hindexed_block, 3, 2, bytes, T(FLOAT), &made);
    show("hindexed_block", made);
}

static void make_struct(void)
{
    const int lengths[3] = {1, 3, 2}, once[2] = {1, 1};
    const ADDRESS at[3] = {0, 8, 40}, close[2] = {0, 8}, far[2] = {0, 24};
    const DATATYPE types[3] = {T(CHAR), T(DOUBLE), T(INT)}, two[2] = {T(DOUBLE), T(CHAR)};
    DATATYPE made, wide, mixed[2];
    CALL(Type_create_struct, 3, lengths, at, types, &made);
    show("struct", made);
    CALL(Type_create_struct, 2, once, close, two, &made);
    show("struct_padded", made);
    CALL(Type_create_resized, T(DOUBLE), -8, 32, &wide);
    show("resized", wide);
    mixed[0] = wide;
    mixed[1] = T(INT);
    CALL(Type_create_struct, 2, once, far, mixed, &made);
    show("struct_of_resized", made);
    CALL(Type_contiguous, 3, wide, &made);
    show("contiguous_of_resized", made);
    CALL(Type_vector, 2, 1, 2, wide, &made);
    show("vector_of_resized", made);
}

static void make_subarrays(void)
{
    const int sizes[3] = {6, 5, 4}, part[3] = {2, 3, 4}, from[3] = {1, 2, 0}, corner[3] = {0, 0, 0};
    DATATYPE made, column;
    CALL(Type_create_subarray, 3, sizes, part, from, T(ORDER_C), T(DOUBLE), &made);
    show("subarray", made);
    CALL(Type_create_subarray, 3, sizes, part, from, T(ORDER_FORTRAN), T(DOUBLE), &made);
    show("subarray_fortran", made);
    CALL(Type_create_subarray, 2, sizes, part, corner, T(ORDER_C), T(INT), &made);
    show("subarray_corner", made);
    CALL(Type_vector, 6, 1, 5, T(DOUBLE), &column);
    CALL(Type_create_resized, column, 0, 8, &made);
    show("column", made);
    CALL(Type_contiguous, 3, made, &column);
    show("columns", column);
}

static void make_all(void)
{
    make_plain();
    make_indexed();
    make_struct();
    make_subarrays();
}

#endif
