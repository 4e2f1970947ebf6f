/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_check.h  Calls that `forecost verify` inserts into the program (analyzer/checks/memory_checks.h): which
 * memory an MPI call and a statement use. They cost nothing. Included by forecost.h.
 *
 * An object is a variable or the memory that a pointer got from malloc(), by its number in the program. */
#ifndef FC_MPI_CHECK_H
#define FC_MPI_CHECK_H

enum {
    FC_CHECK_NOWHERE = -1, /* object of a window: NULL */
    FC_CHECK_READS = 1,
    FC_CHECK_WRITES = 2,
    FC_CHECK_FIRST = 4,        /* of the buffers of a call */
    FC_CHECK_STAYS = 8,        /* the next call begins an operation that uses the buffer until it is completed */
    FC_CHECK_LATER = 16,       /* the next call makes a persistent request: its starts use the buffer */
    FC_CHECK_ROOT = 32,        /* only the root uses the buffer */
    FC_CHECK_BROADCAST = 64,   /* the root reads the buffer, the other ranks write it */
    FC_CHECK_OVERWRITTEN = 128 /* a receive in a loop, whose data only statements after the loop read */
};

/** A statement reads or writes bytes of an object; offset FC_MPI_DISPLACEMENT_UNKNOWN: not known which. */
int fc_MPI_Check_access(fc_rank *r, int site, int object, long offset, long bytes, int how);
/** The next MPI call uses n elements of a type from this offset of an object on. */
int fc_MPI_Check_buffer(fc_rank *r, int site, int object, long offset, double n, fc_datatype type, int how);
/** The same of a block for each rank of the communicator, counts[i] elements at displacement[i]; NULL: not known. */
int fc_MPI_Check_blocks(fc_rank *r, int site, int object, long offset, const int *counts, const int *displacements,
                        fc_datatype type, fc_comm comm, int how);
/** The root of the next MPI call; precedes the checks of its buffers. */
int fc_MPI_Check_root(fc_rank *r, int site, int root, fc_comm comm);
/** The next call creates a window of an object's memory from this offset on. The object has `room` bytes (0: unknown);
 * `site` is where the pointer got its value. */
int fc_MPI_Check_window(fc_rank *r, int site, int object, long offset, long room);
/** A condition at `site` leaves out a call of fc_mpi_operations[operation] at this line of the same file. */
int fc_MPI_Check_skipped(fc_rank *r, int site, int operation, int line);
/** The next call reduces by this operation. */
int fc_MPI_Check_operator(fc_rank *r, int site, int operation);

#endif
