/* SPDX-License-Identifier: Apache-2.0 */
/** @file communication.h  What the virtual MPI calls share: checked arguments and the price of a call. */
#ifndef FC_COMMUNICATION_H
#define FC_COMMUNICATION_H

#include "collective_plan.h"
#include "rank.h"

/** The transfer is a collective that the machine takes as an algorithm over messages; and its plan. */
bool fc_communication_plans(const fc_rank *r, const fc_transfer *transfer);
void fc_communication_plan(fc_plan *out, const fc_rank *r, const fc_transfer *transfer);
/** Where the ranks live that are run with this one. */
const fc_layout *fc_communication_layout(const fc_rank *r);
/** The variant of a message between this rank and one of a communicator; peer < 0: not known, ANY. */
fc_variant fc_communication_variant(const fc_rank *r, const fc_communicator *of, int peer);
/** False: it makes communicators, on a machine where that was not measured; then it costs nothing. */
bool fc_communication_costs(const fc_rank *r, fc_fit fit);
/** Seconds of the transfer, unweighted; its relative error. Ends the run where the machine does not tell. */
double fc_communication_time(fc_rank *r, int site, fc_transfer transfer, double *relative_error);
/** Ends the run if this is no time. */
void fc_communication_check_time(fc_rank *r, int site, double seconds);
/** Adds the transfer's runtime function to the site. */
void fc_communication_pay(fc_rank *r, int site, fc_transfer transfer);
/** A call of a world's rank ends at `end` [s, virtual]. Of the time until then up to `own` seconds (weighted) are its
 * runtime function, the rest is waiting; both are the site's. */
void fc_communication_reach(fc_rank *r, int site, double end, double own, double relative_error);
/** Counts a message of so many bytes, with the weight, for the site. */
void fc_communication_count(fc_rank *r, int site, double bytes);

/** Of one element of a datatype. */
fc_type_signature fc_communication_signature(const fc_rank *r, fc_datatype type);
/** Its elements are their bytes one behind the other: what one rank sends as such, another may receive as such. */
bool fc_communication_is_dense(const fc_rank *r, fc_datatype type);
/** Checked arguments; what MPI does not allow ends the run with a report at the site. */
fc_communicator *fc_communication_comm(fc_rank *r, int site, fc_comm comm);
/** Some call of the program, run or not, makes a communicator that need not be a copy of another. */
bool fc_communication_makes_others(const fc_cost_program *program);
/** What control values go by where data may pick the communicator: `comm`; of FC_MPI_COMM_UNKNOWN MPI_COMM_WORLD on 1
 * rank, and where the program makes no communicator of other ranks. */
fc_comm fc_communication_likely(const fc_rank *r, fc_comm comm);
/** What a call goes on with: of FC_MPI_COMM_UNKNOWN MPI_COMM_WORLD, which is noted as assumed; where it carries control
 * values, only if fc_communication_likely() says so: else `comm`, which fc_communication_comm() refuses. */
fc_comm fc_communication_told(fc_rank *r, int site, fc_comm comm, bool carries);
/** Notes what is assumed of a call in place of what data decides: its cost has origin `assumed`. */
void fc_communication_assume(fc_rank *r, int site, fc_assumption what);
/** Both: what fc_communication_told() gives, checked. It carries what the rank has in hand. */
fc_communicator *fc_communication_comm_or_world(fc_rank *r, int site, fc_comm comm);
void fc_communication_check_count(fc_rank *r, int site, double n, fc_datatype type);
/** Bytes that n elements of a type reach over, from where they begin; false: displacements of the type are not known.
 */
bool fc_communication_span(fc_rank *r, int site, double n, fc_datatype type, double *low, double *high);
/** 0 ... size - 1, or FC_MPI_ANY_SOURCE where the program does not need to know. */
void fc_communication_check_root(fc_rank *r, int site, const fc_communicator *comm, int root);
/** Elements of all ranks' counts; `counts` of comm->size entries. */
double fc_communication_sum_counts(fc_rank *r, int site, const fc_communicator *comm, const int *counts,
                                   fc_datatype type);
/** An array the call reads, which must be known. */
void fc_communication_check_array(fc_rank *r, int site, const void *array);
/** Writes a result the program asks for; NULL: it does not need it. */
static inline void fc_communication_give(int *out, int value)
{
    if (out)
        *out = value;
}
_Noreturn void fc_communication_refuse(fc_rank *r, int site, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
