/* SPDX-License-Identifier: Apache-2.0 */
/** @file runtime_function.h  Seconds of one MPI operation as a function of ranks and bytes ([analyzer], table 1).
 *
 * The predefined functions evaluate the fits of a machine. A user replaces any of them by a C function of the same name
 * and signature ([analyzer], section 4), compiled with these headers:
 *
 *    #include "runtime_function.h"
 *    double fc_time_MPI_Bcast(const fc_coefficients *machine, double n, fc_datatype type, int p)
 *    {
 *        return 1e-6 * p + 1e-9 * n * fc_datatype_bytes(type);
 *    } */
#ifndef FC_RUNTIME_FUNCTION_H
#define FC_RUNTIME_FUNCTION_H

#include "coefficients.h"
#include "datatype.h"

/** The arguments of a runtime function: t_op(p, b, V) of [analyzer], table 1. */
typedef struct fc_runtime_query {
    fc_fit fit;
    fc_variant variant;
    double p, bytes;
} fc_runtime_query;

/** One operation to predict: n elements of a type among `ranks` ranks. */
typedef struct fc_transfer {
    fc_fit fit;
    int ranks;
    double n; /* may be a mean */
    fc_datatype type;
    fc_variant variant;
} fc_transfer;

/** Seconds of an operation of a variant among p >= 1 ranks with m = bytes >= 0 per rank (see the notes of
 * operations.c): sum_k c[k] * term_k(p, m) of the segment that holds m, at least 0 and at least the time of fewer
 * bytes (terms.h). Single transfers (SINGLE, SEND, POST, RECEIVE, SENDRECV) have p = 2.
 *
 * relative_error: of the fit, one standard deviation. Beyond the calibrated ranks it grows by 0.04 with each doubling
 * of p: correct forms fitted at p <= 16 err by 3-8 % at p >= 64 (measured on a simulated cluster).
 *
 * p = 1 below the range of the fit: a memory copy of m bytes, or 0 for barrier and broadcast. Files use the fewest
 * ranks measured.
 *
 * An operation without a fit is derived: a v-variant from its regular form, Allreduce from Reduce and Bcast, RECEIVE
 * from SEND (LogGP has the same o on both sides). The rest sums single transfers over the steps of the usual algorithm
 * (binomial tree, recursive doubling or halving, pairwise), with an error of at least 0.12. NAN if SINGLE is not
 * calibrated either. A variant without fits uses ANY. MPI-IO without fits is assumed, with error 0.5, by the
 * constants FILE_CALL_S and FILE_BANDWIDTH. COMM_DUP and COMM_SPLIT without fits take no time. */
double fc_runtime_function_time(const fc_coefficients *machine, fc_runtime_query use, double *relative_error);

/** The fit that fc_runtime_function_time() evaluates; without segments if there is none. */
const fc_runtime_function *fc_runtime_function_fit(const fc_coefficients *machine, const fc_runtime_query *use);

/** The fit of this variant, or of ANY, for any number of ranks: without those for few or other numbers of ranks. */
const fc_runtime_function *fc_runtime_function_general(const fc_coefficients *machine, fc_fit fit, fc_variant variant);

/** The operation is MPI-IO and the machine has no fit for it. */
bool fc_runtime_function_assumed(const fc_coefficients *machine, fc_fit fit);

/** The operation has a fit of its own that covers p and m. Without a fit only a collective with p = 1 counts as
 * calibrated. */
bool fc_runtime_function_calibrated(const fc_coefficients *machine, fc_runtime_query use);

/** Relative standard error of a rank's communication, beside the fits, because of what is not known of the network that
 * p ranks use. On one node 0. With a section `network` its model_error, or the error that network models had on random
 * simulated platforms. Without one, distances and shared links beyond the calibrated ranks are not known: an error for
 * each doubling of their number. */
double fc_runtime_function_network_error(const fc_coefficients *machine, double p);
/** The same, of a machine whose fc_runtime_function_known_ranks() are `known`. */
double fc_runtime_function_network_error_beyond(const fc_coefficients *machine, double known, double p);
/** The largest number of ranks that any operation was measured on, at least those of one node. */
double fc_runtime_function_known_ranks(const fc_coefficients *machine);

/** The paper's signatures: n elements of a type, p ranks (a single transfer has two). Seconds, >= 0. The functions must
 * be pure: results for equal arguments are reused. */
typedef double fc_single_time(const fc_coefficients *machine, double n, fc_datatype type);
typedef double fc_collective_time(const fc_coefficients *machine, double n, fc_datatype type, int p);

/* fit, name after fc_time_. MPI_Recv is the paper's t_single: every receive and every completion of a receive uses
 * it. MPI_Recv_arrived: a receive whose message has already arrived, with method ranks. MPI_Wait_arrived: the
 * completion of an Irecv whose message has arrived, likewise. Without MPI_Irecv, an Irecv is posted at the cost of
 * MPI_Isend. MPI_Recv_posted: a transfer whose send was posted, likewise; without it, as MPI_Recv. */
#define FC_SINGLE_TIME_LIST(X)                                                                                         \
    X(SINGLE, MPI_Recv)                                                                                                \
    X(POSTED, MPI_Recv_posted)                                                                                         \
    X(SEND, MPI_Send)                                                                                                  \
    X(POST, MPI_Isend)                                                                                                 \
    X(POST_RECEIVE, MPI_Irecv) X(COMPLETE, MPI_Wait_arrived) X(RECEIVE, MPI_Recv_arrived) X(SENDRECV, MPI_Sendrecv)
/* clang-format off */
#define FC_COLLECTIVE_TIME_LIST(X)                                                                                     \
    X(BARRIER, MPI_Barrier) X(BCAST, MPI_Bcast) X(BCAST_ELSEWHERE, MPI_Bcast_elsewhere) X(REDUCE, MPI_Reduce) X(ALLREDUCE, MPI_Allreduce)                      \
    X(GATHER, MPI_Gather) X(GATHERV, MPI_Gatherv) X(SCATTER, MPI_Scatter) X(SCATTERV, MPI_Scatterv)                    \
    X(ALLGATHER, MPI_Allgather) X(ALLGATHERV, MPI_Allgatherv) X(ALLTOALL, MPI_Alltoall) X(ALLTOALLV, MPI_Alltoallv)    \
    X(REDUCE_SCATTER, MPI_Reduce_scatter) X(SCAN, MPI_Scan) X(COMM_DUP, MPI_Comm_dup) X(COMM_SPLIT, MPI_Comm_split)    \
    X(FILE_OPEN, MPI_File_open) X(FILE_READ, MPI_File_read) X(FILE_WRITE, MPI_File_write)
/* clang-format on */

#define FC_SINGLE_TIME_DECLARE(fit, name) fc_single_time fc_time_##name;
#define FC_COLLECTIVE_TIME_DECLARE(fit, name) fc_collective_time fc_time_##name;
FC_SINGLE_TIME_LIST(FC_SINGLE_TIME_DECLARE)
FC_COLLECTIVE_TIME_LIST(FC_COLLECTIVE_TIME_DECLARE)
#undef FC_SINGLE_TIME_DECLARE
#undef FC_COLLECTIVE_TIME_DECLARE

/** The functions that a user replaced; a NULL entry keeps the predefined function. Each fit uses exactly one of the two
 * arrays. */
typedef struct fc_comm_model {
    fc_single_time *single[FC_N_FITS];
    fc_collective_time *collective[FC_N_FITS];
} fc_comm_model;

/** The predefined functions; all entries are set. */
extern const fc_comm_model fc_comm_model_predefined;
/** The symbol that replaces the function of this fit: "fc_time_MPI_Bcast". */
const char *fc_comm_model_symbol(fc_fit fit);

/** Seconds by the user's function if there is one, for all variants, with error 0 (unknown); otherwise by the fit. */
double fc_comm_model_time(const fc_comm_model *user, const fc_coefficients *machine, const fc_transfer *transfer,
                          double *relative_error);

#endif
