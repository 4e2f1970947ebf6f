/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_window.h  One-sided communication on a virtual rank (MPI 3.1, chapter 11). Continues mpi_virtual.h, whose
 * conventions hold.
 *
 * Method `sum` adds to the origin, T = SINGLE: T(m) a Put or Accumulate of m bytes, T(0) + T(m) a Get, 2 T(m) what
 * fetches and changes; a barrier a fence, and
 * where a window is made or freed; 2 T(0) a lock, POST an unlock; post and complete a SEND(0), start and wait a
 * T(0) for each rank of the group; what ends accesses nothing more. Method `ranks`: window.h.
 *
 * Control values: fc_carry(r, NULL, memory, 0) before a window is made tells that others' values reach the slice
 * through it (of MPI_Win_allocate: any address, the rank gets memory of its own); before an access it tells where its
 * numbers come from and go, and the operation. Only method ranks carries them. */
#ifndef FC_MPI_WINDOW_H
#define FC_MPI_WINDOW_H

enum {
    FC_MPI_WIN_NULL = 0,
    FC_MPI_LOCK_EXCLUSIVE = 1,
    FC_MPI_LOCK_SHARED = 2,
    FC_MPI_MODE_NOCHECK = 1,
    FC_MPI_MODE_NOPRECEDE = 2,
    FC_MPI_MODE_NOPUT = 4,
    FC_MPI_MODE_NOSTORE = 8,
    FC_MPI_MODE_NOSUCCEED = 16
};

/** A displacement, or a window's size, that depends on data: whether an access lies inside is not checked. */
#define FC_MPI_DISPLACEMENT_UNKNOWN (-9223372036854775807L - 1)

/* ---- windows; collective over comm ---- */
int fc_MPI_Win_create(fc_rank *r, int site, long bytes, int unit, fc_comm comm, fc_mpi_window *made);
/** base: where the address of the memory goes, a pointer of any type. */
int fc_MPI_Win_allocate(fc_rank *r, int site, long bytes, int unit, fc_comm comm, void *base, fc_mpi_window *made);
int fc_MPI_Win_allocate_shared(fc_rank *r, int site, long bytes, int unit, fc_comm comm, void *base,
                               fc_mpi_window *made);
/** Displacements are addresses, which depend on data: nothing is checked. */
int fc_MPI_Win_create_dynamic(fc_rank *r, int site, fc_comm comm, fc_mpi_window *made);
int fc_MPI_Win_free(fc_rank *r, int site, fc_mpi_window *window);
int fc_MPI_Win_get_group(fc_rank *r, int site, fc_mpi_window window, fc_mpi_group *made);
int fc_MPI_Win_shared_query(fc_rank *r, int site, fc_mpi_window window, int rank, long *bytes, int *unit, void *base);

/* ---- accesses ---- */
int fc_MPI_Put(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
               fc_datatype type_there, fc_mpi_window window);
int fc_MPI_Get(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
               fc_datatype type_there, fc_mpi_window window);
int fc_MPI_Accumulate(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
                      fc_datatype type_there, fc_mpi_window window);
int fc_MPI_Get_accumulate(fc_rank *r, int site, double n, fc_datatype type, double n_result, fc_datatype type_result,
                          int target, long displacement, double n_there, fc_datatype type_there, fc_mpi_window window);
int fc_MPI_Fetch_and_op(fc_rank *r, int site, fc_datatype type, int target, long displacement, fc_mpi_window window);
/** fc_carry_compared() tells where what is compared with stands. */
int fc_MPI_Compare_and_swap(fc_rank *r, int site, fc_datatype type, int target, long displacement,
                            fc_mpi_window window);
void fc_carry_compared(fc_rank *r, const void *compared);
int fc_MPI_Rput(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
                fc_datatype type_there, fc_mpi_window window, fc_request *request);
int fc_MPI_Rget(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
                fc_datatype type_there, fc_mpi_window window, fc_request *request);
int fc_MPI_Raccumulate(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
                       fc_datatype type_there, fc_mpi_window window, fc_request *request);
int fc_MPI_Rget_accumulate(fc_rank *r, int site, double n, fc_datatype type, double n_result, fc_datatype type_result,
                           int target, long displacement, double n_there, fc_datatype type_there, fc_mpi_window window,
                           fc_request *request);

/* ---- epochs ---- */
int fc_MPI_Win_fence(fc_rank *r, int site, int assertion, fc_mpi_window window);
int fc_MPI_Win_lock(fc_rank *r, int site, int type, int target, int assertion, fc_mpi_window window);
int fc_MPI_Win_lock_all(fc_rank *r, int site, int assertion, fc_mpi_window window);
int fc_MPI_Win_unlock(fc_rank *r, int site, int target, fc_mpi_window window);
int fc_MPI_Win_unlock_all(fc_rank *r, int site, fc_mpi_window window);
int fc_MPI_Win_flush(fc_rank *r, int site, int target, fc_mpi_window window);
int fc_MPI_Win_flush_all(fc_rank *r, int site, fc_mpi_window window);
int fc_MPI_Win_flush_local(fc_rank *r, int site, int target, fc_mpi_window window);
int fc_MPI_Win_flush_local_all(fc_rank *r, int site, fc_mpi_window window);
int fc_MPI_Win_sync(fc_rank *r, int site, fc_mpi_window window);
int fc_MPI_Win_post(fc_rank *r, int site, fc_mpi_group group, int assertion, fc_mpi_window window);
int fc_MPI_Win_start(fc_rank *r, int site, fc_mpi_group group, int assertion, fc_mpi_window window);
int fc_MPI_Win_complete(fc_rank *r, int site, fc_mpi_window window);
int fc_MPI_Win_wait(fc_rank *r, int site, fc_mpi_window window);
int fc_MPI_Win_test(fc_rank *r, int site, fc_mpi_window window, int *flag);

#endif
