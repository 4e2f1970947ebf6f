/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_local.h  Local MPI objects of a virtual rank: datatypes and groups. Included by forecost.h, with the
 * conventions of mpi_virtual.h. */
#ifndef FC_MPI_LOCAL_H
#define FC_MPI_LOCAL_H

enum {
    FC_MPI_ORDER_C = 0,
    FC_MPI_ORDER_FORTRAN = 1,
    FC_MPI_GROUP_NULL = 0,
    FC_MPI_GROUP_EMPTY = 1,
    FC_MPI_GROUP_UNKNOWN = -2, /* depends on data; so does a communicator made of it */
    FC_MPI_IDENT = 0,
    FC_MPI_CONGRUENT = 1,
    FC_MPI_SIMILAR = 2,
    FC_MPI_UNEQUAL = 3
};

/* ---- derived datatypes (MPI 3.1, section 4.1): size, bounds and extent follow the type map. A NULL array depends on
 * data. A call without lengths, types or sizes is refused. Without displacements only the extent is unknown, and
 * queries of it are refused. ---- */
int fc_MPI_Type_contiguous(fc_rank *r, int site, int n, fc_datatype old, fc_datatype *made);
int fc_MPI_Type_vector(fc_rank *r, int site, int n, int length, int stride, fc_datatype old, fc_datatype *made);
int fc_MPI_Type_create_hvector(fc_rank *r, int site, int n, int length, long stride, fc_datatype old,
                               fc_datatype *made);
int fc_MPI_Type_indexed(fc_rank *r, int site, int n, const int *lengths, const int *displacements, fc_datatype old,
                        fc_datatype *made);
int fc_MPI_Type_create_hindexed(fc_rank *r, int site, int n, const int *lengths, const long *displacements,
                                fc_datatype old, fc_datatype *made);
int fc_MPI_Type_create_indexed_block(fc_rank *r, int site, int n, int length, const int *displacements, fc_datatype old,
                                     fc_datatype *made);
int fc_MPI_Type_create_hindexed_block(fc_rank *r, int site, int n, int length, const long *displacements,
                                      fc_datatype old, fc_datatype *made);
int fc_MPI_Type_create_struct(fc_rank *r, int site, int n, const int *lengths, const long *displacements,
                              const fc_datatype *types, fc_datatype *made);
int fc_MPI_Type_create_subarray(fc_rank *r, int site, int n, const int *sizes, const int *subsizes, const int *starts,
                                int order, fc_datatype old, fc_datatype *made);
int fc_MPI_Type_create_resized(fc_rank *r, int site, fc_datatype old, long low, long extent, fc_datatype *made);
int fc_MPI_Type_match_size(fc_rank *r, int site, int class, int bytes, fc_datatype *type);
int fc_MPI_Type_create_f90_real(fc_rank *r, int site, int digits, int range, fc_datatype *type);
int fc_MPI_Type_create_f90_complex(fc_rank *r, int site, int digits, int range, fc_datatype *type);
int fc_MPI_Type_create_f90_integer(fc_rank *r, int site, int digits, fc_datatype *type);
int fc_MPI_Type_dup(fc_rank *r, int site, fc_datatype old, fc_datatype *made);
int fc_MPI_Type_free(fc_rank *r, int site, fc_datatype *type);
int fc_MPI_Type_size(fc_rank *r, int site, fc_datatype type, int *bytes);
int fc_MPI_Type_size_x(fc_rank *r, int site, fc_datatype type, long long *bytes);
int fc_MPI_Type_get_extent(fc_rank *r, int site, fc_datatype type, long *low, long *extent);
int fc_MPI_Type_get_extent_x(fc_rank *r, int site, fc_datatype type, long long *low, long long *extent);
int fc_MPI_Type_create_darray(fc_rank *r, int site, int ranks, int rank, int n, const int *sizes,
                              const int *distributions, const int *arguments, const int *grid, int order,
                              fc_datatype old, fc_datatype *made);
int fc_MPI_Type_extent(fc_rank *r, int site, fc_datatype type, long *extent);
int fc_MPI_Type_lb(fc_rank *r, int site, fc_datatype type, long *low);
int fc_MPI_Type_ub(fc_rank *r, int site, fc_datatype type, long *high);
int fc_MPI_Type_get_true_extent(fc_rank *r, int site, fc_datatype type, long *low, long *extent);
int fc_MPI_Type_get_true_extent_x(fc_rank *r, int site, fc_datatype type, long long *low, long long *extent);

/* ---- packing: n elements take as many bytes as a message of them ---- */
int fc_MPI_Pack_size(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, int *bytes);
int fc_MPI_Pack(fc_rank *r, int site, double n, fc_datatype type, int *position, fc_comm comm);
int fc_MPI_Unpack(fc_rank *r, int site, int *position, double n, fc_datatype type, fc_comm comm);
int fc_MPI_Pack_external_size(fc_rank *r, int site, double n, fc_datatype type, long *bytes);
int fc_MPI_Pack_external(fc_rank *r, int site, double n, fc_datatype type, long *position);
int fc_MPI_Unpack_external(fc_rank *r, int site, long *position, double n, fc_datatype type);

/* ---- groups (MPI 3.1, section 6.3) ---- */
int fc_MPI_Comm_group(fc_rank *r, int site, fc_comm comm, fc_mpi_group *made);
int fc_MPI_Comm_remote_group(fc_rank *r, int site, fc_comm comm, fc_mpi_group *made);
int fc_MPI_Group_size(fc_rank *r, int site, fc_mpi_group group, int *size);
int fc_MPI_Group_rank(fc_rank *r, int site, fc_mpi_group group, int *rank);
int fc_MPI_Group_incl(fc_rank *r, int site, fc_mpi_group group, int n, const int *ranks, fc_mpi_group *made);
int fc_MPI_Group_excl(fc_rank *r, int site, fc_mpi_group group, int n, const int *ranks, fc_mpi_group *made);
int fc_MPI_Group_range_incl(fc_rank *r, int site, fc_mpi_group group, int n, int ranges[][3], fc_mpi_group *made);
int fc_MPI_Group_range_excl(fc_rank *r, int site, fc_mpi_group group, int n, int ranges[][3], fc_mpi_group *made);
int fc_MPI_Group_union(fc_rank *r, int site, fc_mpi_group a, fc_mpi_group b, fc_mpi_group *made);
int fc_MPI_Group_intersection(fc_rank *r, int site, fc_mpi_group a, fc_mpi_group b, fc_mpi_group *made);
int fc_MPI_Group_difference(fc_rank *r, int site, fc_mpi_group a, fc_mpi_group b, fc_mpi_group *made);
int fc_MPI_Group_translate_ranks(fc_rank *r, int site, fc_mpi_group group, int n, const int *ranks, fc_mpi_group other,
                                 int *out);
int fc_MPI_Group_compare(fc_rank *r, int site, fc_mpi_group a, fc_mpi_group b, int *result);
int fc_MPI_Group_free(fc_rank *r, int site, fc_mpi_group *group);
/** Collective over comm; ranks outside the group get MPI_COMM_NULL. */
int fc_MPI_Comm_create(fc_rank *r, int site, fc_comm comm, fc_mpi_group group, fc_comm *made);
int fc_MPI_Comm_create_group(fc_rank *r, int site, fc_comm comm, fc_mpi_group group, fc_comm *made);
/** Sessions (MPI 4.0, section 11.3). */
int fc_MPI_Session_get_num_psets(fc_rank *r, int site, int *n);
int fc_MPI_Session_get_nth_pset(fc_rank *r, int site, int number, int *length);
int fc_MPI_Group_from_session_pset(fc_rank *r, int site, const char *name, fc_mpi_group *made);
int fc_MPI_Comm_create_from_group(fc_rank *r, int site, fc_mpi_group group, fc_comm *made);
int fc_MPI_Comm_compare(fc_rank *r, int site, fc_comm a, fc_comm b, int *result);

/* ---- operations of reductions ---- */
int fc_MPI_Op_create(fc_rank *r, int site, int *operation);
int fc_MPI_Op_free(fc_rank *r, int site, int *operation);

#endif
