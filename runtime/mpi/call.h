/* SPDX-License-Identifier: Apache-2.0 */
/** @file call.h  Common part of the virtual MPI calls: argument checks and the cost of a call. */
#ifndef FC_CALL_H
#define FC_CALL_H

#include "collective_plan.h"
#include "rank.h"

/** The transfer is a collective that the machine models as an algorithm over messages. */
bool fc_call_has_algorithm(const fc_rank *r, const fc_transfer *transfer);
/** That algorithm's plan. */
void fc_call_plan(fc_plan *out, const fc_rank *r, const fc_transfer *transfer);
/** The placement of this run's ranks. */
const fc_mapping *fc_call_mapping(const fc_rank *r);
/** The variant (intra- or inter-node) of a message between this rank and a peer; peer < 0 (unknown): ANY. */
fc_variant fc_call_variant(const fc_rank *r, const fc_communicator *of, int peer);
/** False: the operation creates a communicator and the machine has no fit for it; then it is free. */
bool fc_call_is_charged(const fc_rank *r, fc_fit fit);
/** Seconds of the transfer, unweighted, and its relative error. Ends the run if the machine has no fit for it. */
double fc_call_time(fc_rank *r, int site, fc_transfer transfer, double *relative_error);
/** Ends the run unless seconds are finite and >= 0. */
void fc_call_check_time(fc_rank *r, int site, double seconds);
/** Charges the transfer's runtime function to the site. */
void fc_call_charge(fc_rank *r, int site, fc_transfer transfer);
/** Advances the clock of a world's rank to `end` [s, virtual]. Up to `own` weighted seconds of that are charged to the
 * site as communication, the rest as waiting. */
void fc_call_advance(fc_rank *r, int site, double end, double own, double relative_error);
/** Counts a message of `bytes` bytes for the site, times the weight. */
void fc_call_count(fc_rank *r, int site, double bytes);

/** The type signature of one element of a datatype. */
fc_type_signature fc_call_signature(const fc_rank *r, fc_datatype type);
/** The datatype is contiguous: its bytes can be copied as they are. */
bool fc_call_is_contiguous(const fc_rank *r, fc_datatype type);
/** Checked arguments: an argument that MPI does not allow ends the run with an error at the site. */
fc_communicator *fc_call_comm(fc_rank *r, int site, fc_comm comm);
/** Some call in the program, executed or not, creates a communicator other than a duplicate. */
bool fc_call_makes_comms(const fc_cost_program *program);
/** Ends the run of a world if the communicator has processes that the program starts. */
void fc_call_require_simulated(fc_rank *r, const fc_communicator *of, const fc_site *call);
/** The only communicator that `comm` can be: MPI_COMM_WORLD for FC_MPI_COMM_UNKNOWN on 1 rank, or if the program
 * creates no other communicators. Otherwise `comm` itself. */
fc_comm fc_call_only_comm(const fc_rank *r, fc_comm comm);
/** Replaces FC_MPI_COMM_UNKNOWN by MPI_COMM_WORLD and records the assumption. A call that carries slice values
 * (`carries`) gets it only from fc_call_only_comm(); otherwise fc_call_comm() refuses it. */
fc_comm fc_call_comm_or_assumed(fc_rank *r, int site, fc_comm comm, bool carries);
/** Records an assumption that replaces a data-dependent argument: the cost has origin `assumed`. */
void fc_call_assume(fc_rank *r, int site, fc_assumption what);
/** Notes a call whose datatype and that of another rank's call are long and long long. */
void fc_call_note_longs(fc_rank *r, int site, fc_type_signature own, fc_type_signature other);
/** fc_call_comm() of fc_call_comm_or_assumed(); the call carries slice values if r->hand has buffers. */
fc_communicator *fc_call_comm_or_world(fc_rank *r, int site, fc_comm comm);
void fc_call_check_count(fc_rank *r, int site, double n, fc_datatype type);
/** Byte range of n elements of a type, relative to the buffer; false: the type's displacements are unknown. */
bool fc_call_span(fc_rank *r, int site, double n, fc_datatype type, double *low, double *high);
/** Allows 0 ... size - 1, and FC_MPI_RANK_UNKNOWN; on an inter-communicator the ranks of the remote group, FC_MPI_ROOT
 * and FC_MPI_PROC_NULL. */
void fc_call_check_root(fc_rank *r, int site, const fc_communicator *comm, int root);
/** Sum of the n counts. */
double fc_call_sum_counts(fc_rank *r, int site, int n, const int *counts, fc_datatype type);
/** Refuses an array argument that is NULL, which also stands for data-dependent contents. */
void fc_call_check_array(fc_rank *r, int site, const void *array);
/** Writes a result; out NULL: the program does not need it. */
static inline void fc_call_store(int *out, int value)
{
    if (out)
        *out = value;
}
/** A defect of the program: its kind, and the other call that takes part, or NULL. */
typedef struct fc_defect {
    fc_finding_kind kind;
    const fc_site *other;
} fc_defect;
/** Ends the run: the call is invalid. */
_Noreturn void fc_call_fail(fc_rank *r, int site, fc_defect defect, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/** The same for FC_FINDING_ARGUMENT. */
_Noreturn void fc_call_refuse(fc_rank *r, int site, const char *format, ...) __attribute__((format(printf, 3, 4)));
/** Ends the run: the call needs a value that depends on data. */
_Noreturn void fc_call_lack(fc_rank *r, int site, const char *format, ...) __attribute__((format(printf, 3, 4)));
/** The call contradicts the other one; the run may go on after it. Ends the run unless it collects findings. */
void fc_call_contradict(fc_rank *r, int site, fc_defect defect, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/** A defect that has no effect on the run. Does nothing unless the run collects findings. */
void fc_call_find(fc_rank *r, int site, fc_defect defect, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
