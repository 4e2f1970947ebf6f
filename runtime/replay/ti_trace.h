/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ti_trace.h  Reader of time-independent traces, the format of SimGrid SMPI 3.32 (`smpirun -trace-ti`, `smpirun
 * -replay`).
 *
 * A file has the lines of one or several ranks, those of each rank in their order; or it lists such files, one a line:
 *
 *    file   = { line }
 *    line   = [ RANK ACTION { ARGUMENT } ]        blank lines, and lines that begin with #, are left out
 *
 * README.md has the arguments of each action. The trace is untrusted input: the reader limits its size. */
#ifndef FC_TI_TRACE_H
#define FC_TI_TRACE_H

#include "comm_interface/datatype.h"
#include "support/status.h"

#include <stddef.h>

/* clang-format off */
/* name, word in the trace, form of the arguments, operation. Forms: ti_line.h */
#define FC_TI_ACTION_LIST(X)                                                                                           \
    X(INIT, "init", IGNORED, "MPI_Init") X(FINALIZE, "finalize", NONE, "MPI_Finalize")                                    \
    X(COMPUTE, "compute", AMOUNT, NULL) X(SLEEP, "sleep", AMOUNT, NULL)                                                \
    X(SEND, "send", MESSAGE, "MPI_Send") X(ISEND, "isend", MESSAGE, "MPI_Isend")                                       \
    X(SSEND, "Ssend", MESSAGE, "MPI_Ssend") X(ISSEND, "ISsend", MESSAGE, "MPI_Issend")                                 \
    X(BSEND, "bsend", MESSAGE, "MPI_Bsend") X(IBSEND, "ibsend", MESSAGE, "MPI_Ibsend")                                 \
    X(RECV, "recv", MESSAGE, "MPI_Recv") X(IRECV, "irecv", MESSAGE, "MPI_Irecv")                                       \
    X(SENDRECV, "sendRecv", SENDRECV, "MPI_Sendrecv")                                                                  \
    X(WAIT, "wait", REQUEST, "MPI_Wait") X(TEST, "test", REQUEST, "MPI_Test")                                          \
    X(WAITALL, "waitall", IGNORED, "MPI_Waitall")                                                                       \
    X(BARRIER, "barrier", NONE, "MPI_Barrier") X(BCAST, "bcast", BCAST, "MPI_Bcast")                                   \
    X(REDUCE, "reduce", REDUCE, "MPI_Reduce") X(ALLREDUCE, "allreduce", SCAN, "MPI_Allreduce")                         \
    X(SCAN, "scan", SCAN, "MPI_Scan") X(EXSCAN, "exscan", SCAN, "MPI_Exscan")                                          \
    X(GATHER, "gather", GATHER, "MPI_Gather") X(SCATTER, "scatter", GATHER, "MPI_Scatter")                             \
    X(ALLGATHER, "allgather", ALLTOALL, "MPI_Allgather") X(ALLTOALL, "alltoall", ALLTOALL, "MPI_Alltoall")             \
    X(GATHERV, "gatherv", GATHERV, "MPI_Gatherv") X(SCATTERV, "scatterv", SCATTERV, "MPI_Scatterv")                    \
    X(ALLGATHERV, "allgatherv", ALLGATHERV, "MPI_Allgatherv")                                                          \
    X(ALLTOALLV, "alltoallv", ALLTOALLV, "MPI_Alltoallv")                                                              \
    X(REDUCE_SCATTER, "reducescatter", REDUCE_SCATTER, "MPI_Reduce_scatter")
/* clang-format on */
typedef enum fc_ti_action {
#define FC_TI_ACTION_ENUM(name, word, form, operation) FC_TI_##name,
    FC_TI_ACTION_LIST(FC_TI_ACTION_ENUM)
#undef FC_TI_ACTION_ENUM
    FC_TI_N_ACTIONS
} fc_ti_action;

enum {
    FC_TI_MOST_RANKS = 1 << 20,
    FC_TI_MOST_EVENTS = 1 << 24,
    FC_TI_MOST_COUNTS = 1 << 27,
    FC_TI_MOST_PLACES = 1 << 16,
    FC_TI_ANY = -1,      /* a partner or tag: any */
    FC_TI_PROC_NULL = -2 /* a partner: MPI_PROC_NULL */
};

/** One action of a rank. Counts are elements of their types; a derived datatype, whose size the trace lacks, is
 * MPI_BYTE with a count of 0. */
typedef struct fc_ti_event {
    fc_ti_action action;
    int place;                /* index of fc_ti_trace.place */
    fc_datatype type, type_2; /* sent, received */
    int peer, peer_2;         /* target, source; or root. Of WAIT and TEST: source and target of the message */
    int tag;
    double n, n_2; /* elements sent, received; flops of COMPUTE, seconds of SLEEP */
    double flops;  /* of a reduction */
    size_t counts; /* of a collective with counts: index of the first in fc_ti_trace.count */
} fc_ti_event;

/** The events of a rank, in order. */
typedef struct fc_ti_rank {
    fc_ti_event *event;
    size_t n, capacity;
} fc_ti_rank;

/** Where an action was called: in the source, if the trace has places; else its first line in the trace. */
typedef struct fc_ti_place {
    fc_ti_action action;
    const char *file; /* owned by the trace */
    int line;
} fc_ti_place;

typedef struct fc_ti_trace {
    fc_ti_rank *rank;
    int n_ranks;
    fc_ti_place *place;
    size_t n_places;
    int *count;
    size_t n_counts;
    char **name; /* of files */
    size_t n_names;
    double flops;             /* of all ranks */
    double n_derived;         /* lines with derived datatypes, which count as 0 bytes */
    const char *derived_file; /* the first one of these */
    int derived_line;
} fc_ti_trace;

/** Reads a trace, or a list of its files, whose paths start from the current folder or from that of the list.
 * FC_E_INPUT with file, line and column: a syntax error, an action that the format does not record whole, a rank
 * without a line, or a trace beyond the limits. */
fc_status fc_ti_trace_read(FC_GIVE fc_ti_trace **out, const char *path, fc_report *report);
void fc_ti_trace_free(FC_TAKE fc_ti_trace *trace);

/** The operation of an action, "MPI_Send"; NULL: none of MPI. */
const char *fc_ti_trace_operation(fc_ti_action action);
/** A reduction, whose flops follow it. */
bool fc_ti_trace_reduces(fc_ti_action action);

#endif
