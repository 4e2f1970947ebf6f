/* SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
/** @file mpi_window.h  One-sided communication on a virtual rank (MPI 3.1, chapter 11). Included by forecost.h, with
 * the conventions of mpi_virtual.h.
 *
 * Method `sum` charges the origin, with T = SINGLE:
 *
 *   Put, Accumulate of m bytes                     T(m)
 *   Get                                            T(0) + T(m)
 *   Get_accumulate, Fetch_and_op, Compare_and_swap 2 T(m)
 *   creation, free, fence                          Barrier
 *   lock, unlock                                   2 T(0), POST
 *   post, complete                                 SEND(0) for each rank of the group
 *   start, wait                                    T(0) for each rank of the group
 *   other synchronization                          0
 *
 * Method `ranks`: window.h.
 *
 * Payload, under method `ranks` only. fc_payload_set(r, NULL, memory, 0) before a window's creation declares that the slice
 * reads values that other ranks write to it (MPI_Win_allocate: any address; the rank gets its own memory). fc_payload_set()
 * before an access gives its buffers and operation. */
/* clang-format on */
#ifndef FC_MPI_WINDOW_H
#define FC_MPI_WINDOW_H

enum {
    FC_MPI_WIN_NULL = 0,
    FC_MPI_WIN_UNKNOWN = -1, /* depends on data */
    FC_MPI_LOCK_EXCLUSIVE = 1,
    FC_MPI_LOCK_SHARED = 2,
    FC_MPI_MODE_NOCHECK = 1,
    FC_MPI_MODE_NOPRECEDE = 2,
    FC_MPI_MODE_NOPUT = 4,
    FC_MPI_MODE_NOSTORE = 8,
    FC_MPI_MODE_NOSUCCEED = 16
};

/** A data-dependent displacement or window size: bounds of accesses are not checked. */
#define FC_MPI_DISPLACEMENT_UNKNOWN (-9223372036854775807L - 1)

/* ---- windows; collective over comm ---- */
int fc_MPI_Win_create(fc_rank *r, int site, long bytes, int unit, fc_comm comm, fc_mpi_window *made);
/** base: address of a pointer of any type, which receives the memory's address. */
int fc_MPI_Win_allocate(fc_rank *r, int site, long bytes, int unit, fc_comm comm, void *base, fc_mpi_window *made);
int fc_MPI_Win_allocate_shared(fc_rank *r, int site, long bytes, int unit, fc_comm comm, void *base,
                               fc_mpi_window *made);
/** Displacements are addresses, which depend on data: bounds are not checked. */
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
/** fc_payload_set_compared() precedes it with the address of the compare buffer. */
int fc_MPI_Compare_and_swap(fc_rank *r, int site, fc_datatype type, int target, long displacement,
                            fc_mpi_window window);
void fc_payload_set_compared(fc_rank *r, const void *compared);
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
