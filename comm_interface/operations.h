/* SPDX-License-Identifier: Apache-2.0 */
/** @file operations.h  The one table of MPI operations: arguments, meaning on virtual ranks, runtime function.
 *
 * The analyzer reads only the argument roles; runtime/evaluate implements the meaning; the runtime function says which
 * fit of coefficients.h gives the time of how many bytes. Everything about an MPI operation that two rooms must agree
 * on stands here. */
#ifndef FC_OPERATIONS_H
#define FC_OPERATIONS_H

#include "machine_properties/coefficients.h"

/** The role of an argument; one letter each in fc_mpi_operation.arguments, in the order of the C binding. */
typedef enum fc_argument {
    FC_ARG_BUFFER = 'b',         /* message data: dropped from the cost program */
    FC_ARG_COUNT = 'n',          /* elements, control */
    FC_ARG_COUNTS = 'v',         /* array of counts, one a rank, control (int *) */
    FC_ARG_IGNORED_COUNTS = 'd', /* displacements: dropped */
    FC_ARG_DATATYPE = 't',       /* control */
    FC_ARG_PEER = 'r',           /* rank of the partner or root, control */
    FC_ARG_TAG = 'g',            /* dropped in this table's users of today */
    FC_ARG_OP = 'o',             /* reduction operation: dropped */
    FC_ARG_COMM = 'c',           /* control */
    FC_ARG_REQUEST = 'q',        /* MPI_Request *, control */
    FC_ARG_REQUESTS = 'Q',       /* MPI_Request[], control */
    FC_ARG_STATUS = 's',         /* dropped */
    FC_ARG_VALUE = 'i',          /* int by value, control */
    FC_ARG_VALUES = 'I',         /* int[] read, control */
    FC_ARG_OUT = 'O',            /* int * or int[] written by the call, control: its target becomes executable */
    FC_ARG_NEW_COMM = 'C',       /* MPI_Comm * written by the call, control */
    FC_ARG_OTHER = '-'           /* dropped (argc, argv, names, error codes) */
} fc_argument;

typedef enum fc_mpi_kind {
    FC_MPI_COSTLESS, /* queries, Init, Finalize */
    FC_MPI_CONTROL,  /* costless and gives control values: Comm_size, Comm_rank, Cart_*, Dims_create */
    FC_MPI_POINT_TO_POINT,
    FC_MPI_COMPLETION,
    FC_MPI_COLLECTIVE,
    FC_MPI_ABORT,
    FC_MPI_UNSUPPORTED /* known, refused with `reason` */
} fc_mpi_kind;

typedef struct fc_mpi_operation {
    const char *name; /* "MPI_Bcast" */
    fc_mpi_kind kind;
    const char *arguments; /* roles, "bntrc" */
    fc_fit fit;            /* its fit, or FC_N_FITS */
    const char *note;      /* how bytes are counted; why it is unsupported */
} fc_mpi_operation;

extern const fc_mpi_operation fc_mpi_operations[];
extern const int fc_mpi_n_operations;
/** NULL if the name is not in the table. */
const fc_mpi_operation *fc_mpi_operation_find(const char *name);

#endif
