/* SPDX-License-Identifier: Apache-2.0 */
/** @file operations.h  The one table of MPI operations: arguments, meaning on virtual ranks, runtime function.
 *
 * The analyzer reads the argument roles, the runtime implements the meaning, and the runtime function names the
 * fit of coefficients.h that predicts the time. No other file repeats these facts. */
#ifndef FC_COMM_INTERFACE_OPERATIONS_H
#define FC_COMM_INTERFACE_OPERATIONS_H

#include "coefficients.h"

/* clang-format off */
/** The role of an argument: name, letter in fc_mpi_operation.arguments (in the order of the C binding), printed word,
 * and whether the cost program passes it to the virtual function. */
#define FC_ARGUMENT_LIST(X)                                                                                            \
    X(BUFFER, 'b', "data", false)             /* memory the call reads: message data */                                \
    X(RECEIVED, 'w', "data out", false)       /* memory the call writes: dynamic from then on */                       \
    X(COUNT, 'n', "count", true)              /* elements */                                                           \
    X(COUNTS, 'v', "counts", true)            /* int[]: elements, one a rank */                                        \
    X(IGNORED_COUNTS, 'd', "displacements", false)                                                                     \
    X(DATATYPE, 't', "datatype", true)                                                                                 \
    X(DATATYPES, 'Y', "datatypes", true)      /* MPI_Datatype[] read */                                                \
    X(NEW_DATATYPE, 'T', "datatype out", true)                                                                         \
    X(PEER, 'r', "rank", true)                /* the partner or root */                                                \
    X(TAG, 'g', "tag", true)                                                                                           \
    X(OP, 'o', "operation", false)            /* of a reduction */                                                     \
    X(OP_READ, 'u', "operation", true)        /* MPI_Op, of a check */                                                     \
    X(NEW_OP, 'N', "operation out", true)                                                                             \
    X(COMM, 'c', "communicator", true)                                                                                 \
    X(NEW_COMM, 'C', "communicator out", true)                                                                         \
    X(GROUP, 'p', "group", true)                                                                                       \
    X(NEW_GROUP, 'P', "group out", true)                                                                               \
    X(RANGES, 'R', "ranges", true)            /* int[][3] read */                                                      \
    X(DISPLACEMENT, 'D', "displacement", true) /* MPI_Aint: offset or size of a window; may be dynamic */              \
    X(EXPOSED, 'W', "window's memory", false) /* memory that a window exposes to other ranks */                        \
    X(NEW_MEMORY, 'B', "address out", true)   /* void **: memory of a window */                                        \
    X(COMPARED, 'm', "compared", false)       /* memory of one element that the call reads */                          \
    X(WINDOW, 'x', "window", true)                                                                                     \
    X(NEW_WINDOW, 'X', "window out", true)                                                                             \
    X(OFFSET, 'E', "offset", true)            /* MPI_Offset; may be dynamic */                                         \
    X(OFFSET_OUT, 'e', "offset out", true)    /* MPI_Offset * written */                                               \
    X(FILE, 'f', "file", true)                                                                                         \
    X(NEW_FILE, 'F', "file out", true)                                                                                 \
    X(FILE_NAME, 'z', "file name", true)     /* const char *; may be dynamic */                                        \
    X(FILE_MODE, 'y', "mode", true)          /* int: access mode of a file; may be dynamic */                          \
    X(REQUEST, 'q', "request", true)          /* MPI_Request * */                                                      \
    X(REQUESTS, 'Q', "requests", true)        /* MPI_Request[] */                                                      \
    X(REQUEST_READ, 'h', "request", true)     /* MPI_Request */                                                        \
    X(MESSAGE, 'M', "message", true)          /* MPI_Message * */                                                      \
    X(MESSAGE_READ, 'k', "message", true)     /* MPI_Message */                                                        \
    X(FORTRAN_HANDLE, 'H', "Fortran handle", true) /* MPI_Fint */                                                        \
    X(STATUS, 's', "status out", false)      /* MPI_Status * or MPI_Status[] written */                                \
    X(STATUS_READ, 'S', "status", true)       /* const MPI_Status * read */                                            \
    X(VALUE, 'i', "int", true)                                                                                         \
    X(VALUES, 'I', "ints", true)              /* int[] read */                                                         \
    X(OUT, 'O', "int out", true)              /* int * or int[] written */                                             \
    X(ADDRESS, 'a', "address", true)          /* MPI_Aint: bytes */                                                    \
    X(ADDRESSES, 'A', "addresses", true)      /* MPI_Aint[] read */                                                    \
    X(ADDRESS_OUT, 'U', "address out", true)  /* MPI_Aint * written */                                                 \
    X(COUNT_OUT, 'K', "count out", true)      /* MPI_Count * written */                                                \
    X(OTHER, '-', "-", false)                 /* argc, argv, names, error codes, callbacks */
/* clang-format on */
typedef enum fc_argument {
#define FC_ARGUMENT_ENUM(name, letter, word, passed) FC_ARG_##name = (letter),
    FC_ARGUMENT_LIST(FC_ARGUMENT_ENUM)
#undef FC_ARGUMENT_ENUM
} fc_argument;

/** The cost program passes the argument to the virtual function; other arguments are dropped. */
bool fc_argument_is_passed(char role);
/** The argument is the address of a result that the program slice may read: a number or a handle. */
bool fc_argument_is_result(char role);
/** The call reads the handle in its argument of this role and sets it to null: MPI_Comm_free, MPI_File_close. */
bool fc_argument_is_ended(const char *operation, char role);
/** The printed word, "datatype"; NULL: no role has this letter. */
const char *fc_argument_word(char role);

/** Kind, printed word. COSTLESS: frames the run or frees a handle. DROPPED: also costless, without a virtual function;
 * the call becomes MPI_SUCCESS. CONTROL: costless, with results that the program slice may read. UNSUPPORTED: refused;
 * the note gives the reason. CHECK: inserted by `forecost verify`. */
#define FC_MPI_KIND_LIST(X)                                                                                            \
    X(COSTLESS, "costless")                                                                                            \
    X(DROPPED, "dropped")                                                                                              \
    X(CONTROL, "control")                                                                                              \
    X(POINT_TO_POINT, "point to point")                                                                                \
    X(COMPLETION, "completion")                                                                                        \
    X(ONE_SIDED, "one-sided")                                                                                          \
    X(FILE, "file")                                                                                                    \
    X(CHECK, "check")                                                                                                  \
    X(COLLECTIVE, "collective")                                                                                        \
    X(ABORT, "end")                                                                                                    \
    X(UNSUPPORTED, "unsupported")
typedef enum fc_mpi_kind {
#define FC_MPI_KIND_ENUM(name, word) FC_MPI_##name,
    FC_MPI_KIND_LIST(FC_MPI_KIND_ENUM)
#undef FC_MPI_KIND_ENUM
} fc_mpi_kind;

typedef struct fc_mpi_operation {
    const char *name; /* "MPI_Bcast" */
    fc_mpi_kind kind;
    const char *arguments; /* roles, "bntrc" */
    fc_fit fit;            /* the fit that predicts its time, or FC_N_FITS */
    const char *note;      /* its meaning; how bytes m are counted; why it is unsupported */
} fc_mpi_operation;

extern const fc_mpi_operation fc_mpi_operations[];
extern const int fc_mpi_n_operations;
/** Also by the name of the profiling interface (PMPI_X) or a deprecated one. NULL: the name is not in the table. */
const fc_mpi_operation *fc_mpi_operation_find(const char *name);
/** A function of large counts of MPI 4: its lists are of 8-byte integers. */
bool fc_mpi_is_large_count(const char *name);
/** Calls of this kind have a runtime function or end the run; each appears in the cost program. */
static inline bool fc_mpi_kind_costs(fc_mpi_kind kind)
{
    return kind >= FC_MPI_POINT_TO_POINT && kind <= FC_MPI_ABORT;
}
/** A collective, or the call that makes the request of a persistent one. */
bool fc_mpi_is_collective(const fc_mpi_operation *operation);
/** The collective transfers the contents of its send buffer into its receive buffer, also between ranks, or combines
 * them. So gathered or summed counts stay static. False for broadcasts, whose single buffer is both. */
bool fc_mpi_transfers_payload(const fc_mpi_operation *operation);
/** The call returns a value that it computes from its arguments only, no error code (MPI_Aint_add, MPI_Comm_f2c). */
bool fc_mpi_returns_value(const fc_mpi_operation *operation);
/** The new communicator joins two groups (MPI 3.1, sections 6.6 and 10.3 to 10.5). */
bool fc_mpi_makes_intercommunicator(const fc_mpi_operation *operation);
/** Argument positions, from 0, of a message to or from one rank. */
typedef struct fc_mpi_side {
    int buffer, count, datatype;
    int peer, tag; /* -1: already determined by a probe (MPI_Mrecv) */
} fc_mpi_side;
/** False: the operation sends (receives) no message. */
bool fc_mpi_send_side(fc_mpi_side *out, const fc_mpi_operation *operation);
bool fc_mpi_receive_side(fc_mpi_side *out, const fc_mpi_operation *operation);
/** The printed word, "point to point". */
const char *fc_mpi_kind_word(fc_mpi_kind kind);

#endif
