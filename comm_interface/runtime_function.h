/* SPDX-License-Identifier: Apache-2.0 */
/** @file runtime_function.h  Seconds of one MPI operation as a function of the ranks and the bytes ([analyzer], table
 * 1).
 *
 * The predefined functions evaluate the fits of a machine; a user replaces any of them by a C function of the same name
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

/** What a runtime function is asked: t_op(p, b, V) of [analyzer], table 1. */
typedef struct fc_use {
    fc_fit fit;
    fc_variant variant;
    double p, bytes;
} fc_use;

/** One operation to be priced: n elements of a type among `ranks` ranks. */
typedef struct fc_transfer {
    fc_fit fit;
    int ranks;
    double n; /* may be a mean */
    fc_datatype type;
    fc_variant variant;
} fc_transfer;

/** Seconds of a fitted operation of a variant among p >= 1 ranks with m = bytes >= 0 (per rank, as operations.c's notes
 * say): sum_k c[k] * term_k(p, m) of the segment that holds m, never below 0 nor below what fewer bytes take (terms.h).
 * Single transfers (SINGLE, SEND, POST, RECEIVE, SENDRECV) know p = 2 only.
 *
 *  *relative_error: of the fit (one standard deviation). Beyond the calibrated ranks it grows by 0.04 for each doubling
 * of p: right forms fitted at p <= 16 err by 3-8 % at p >= 64 (measured on a simulated cluster).
 *  p = 1, where the fit does not reach it: a copy of m bytes in memory, nothing for barrier and broadcast; of files,
 * what the fewest ranks measured take.
 *  An operation without a fit is told by others: a v-variant by its regular one, Allreduce by Reduce and Bcast, the
 * RECEIVE by SEND (LogGP's o is the same on both sides), the rest by single transfers along the usual algorithm's steps
 * (binomial tree, recursive doubling or halving, pairs in turn), with at least 0.12 of error. NAN if not even SINGLE is
 * calibrated. What the variant lacks ANY tells. Calls of MPI-IO are assumed then, with 0.5 of error: FC_FILE_LATENCY,
 * and bytes at FC_FILE_BANDWIDTH of each rank. */
double fc_runtime_function_time(const fc_coefficients *machine, fc_use use, double *relative_error);

/** [s] a call, [B/s]: a parallel file system of one server a few ranks, as a guess. */
#define FC_FILE_LATENCY 1e-4
#define FC_FILE_BANDWIDTH 5e8
/** A call of MPI-IO that the machine does not tell. */
bool fc_runtime_function_assumed(const fc_coefficients *machine, fc_fit fit);

/** The operation has a fit of its own and neither p nor m lies beyond what it was calibrated with; without a fit only p
 * = 1 of a collective counts as calibrated. */
bool fc_runtime_function_calibrated(const fc_coefficients *machine, fc_use use);

/** The paper's signatures: n elements of a type, p ranks; a single transfer knows its two ranks. Seconds, >= 0. Pure:
 * equal arguments give equal seconds, and are asked once. */
typedef double fc_single_time(const fc_coefficients *machine, double n, fc_datatype type);
typedef double fc_collective_time(const fc_coefficients *machine, double n, fc_datatype type, int p);

/* fit, name behind fc_time_; MPI_Recv is the paper's t_single: every receive and every completion of one uses it.
 * MPI_Recv_arrived: method ranks asks it of a receive whose message is already there. */
#define FC_SINGLE_TIME_LIST(X)                                                                                         \
    X(SINGLE, MPI_Recv) X(SEND, MPI_Send) X(POST, MPI_Isend) X(RECEIVE, MPI_Recv_arrived) X(SENDRECV, MPI_Sendrecv)
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

/** What a user replaced: NULL entries keep the predefined function. Exactly one of the two arrays serves each fit. */
typedef struct fc_comm_model {
    fc_single_time *single[FC_N_FITS];
    fc_collective_time *collective[FC_N_FITS];
} fc_comm_model;

/** The predefined functions, all entries set. */
extern const fc_comm_model fc_comm_model_predefined;
/** "fc_time_MPI_Bcast": the symbol that replaces the function of this fit. */
const char *fc_comm_model_symbol(fc_fit fit);

/** Seconds by the user's function if there is one, for every variant (error 0: not known), else by the fit. */
double fc_comm_model_time(const fc_comm_model *user, const fc_coefficients *machine, const fc_transfer *transfer,
                          double *relative_error);

#endif
