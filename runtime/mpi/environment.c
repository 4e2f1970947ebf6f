/* SPDX-License-Identifier: Apache-2.0 */
/* Initialization, finalization and environment queries of MPI on a virtual rank (MPI 3.1, chapters 8, 12.4). */
#include "call.h"
#include "fingerprint.h"
#include "leaks.h"
#include "process.h"

#include "support/hash.h"

int fc_MPI_Init(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    if (r->phase != FC_PHASE_BEFORE)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_ORDER, NULL}, "MPI is already initialized");
    fc_rank_reset_costs(r);
    if (r->process && r->process->world->traffic) {
        /* Ranks never leave MPI_Init at one instant. */
        const double most_s = 1e-6; /* about the latency of a cluster's network, by which ranks leave a barrier apart */
        double seconds = most_s * (double)(fc_hash_mix(0, (uint64_t)r->launch.rank) >> 11) * 0x1p-53, begin = fc_now(r);
        int item = r->setting.program->n_regions + site;
        r->wait_s += fc_rank_charge(r, item, seconds, 0);
        fc_rank_trace(r, FC_TRACE_WAIT, item, begin, fc_now(r));
    }
    if (r->fingerprint)
        fc_fingerprint_add(r, (const double[]){site}, 1);
    r->phase = FC_PHASE_RUNNING;
    r->begun_at = site;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Init_thread(fc_rank *r, int site, int required, int *provided)
{
    fc_call_store(provided, required);
    return fc_MPI_Init(r, site);
}

int fc_MPI_Finalize(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    if (r->fingerprint)
        fc_fingerprint_add(r, (const double[]){site}, 1);
    if (r->setting.findings)
        fc_leaks_find(r, site);
    r->phase = FC_PHASE_AFTER;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Initialized(fc_rank *r, int site, int *flag)
{
    fc_rank_site(r, site);
    fc_call_store(flag, r->phase != FC_PHASE_BEFORE);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Finalized(fc_rank *r, int site, int *flag)
{
    fc_rank_site(r, site);
    fc_call_store(flag, r->phase == FC_PHASE_AFTER);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Query_thread(fc_rank *r, int site, int *provided)
{
    fc_rank_site(r, site);
    fc_call_store(provided, FC_MPI_THREAD_MULTIPLE);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Is_thread_main(fc_rank *r, int site, int *flag)
{
    fc_rank_site(r, site);
    fc_call_store(flag, 1);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Get_version(fc_rank *r, int site, int *version, int *subversion)
{
    fc_rank_site(r, site);
    fc_call_store(version, 3);
    fc_call_store(subversion, 1);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Get_processor_name(fc_rank *r, int site, int *length)
{
    fc_rank_site(r, site);
    fc_call_store(length, 8);
    return FC_MPI_SUCCESS;
}

double fc_MPI_Wtime(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, "the program reads the clock");
    return fc_now(r);
}

double fc_MPI_Wtick(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    return 1e-9;
}

/* ---- Fortran handles: the number of the virtual handle ---- */

#define FORTRAN_HANDLES(name, type)                                                                                    \
    int fc_MPI_##name##_c2f(fc_rank *r, int site, type handle)                                                         \
    {                                                                                                                  \
        fc_rank_site(r, site);                                                                                         \
        return handle;                                                                                                 \
    }                                                                                                                  \
    type fc_MPI_##name##_f2c(fc_rank *r, int site, int number)                                                         \
    {                                                                                                                  \
        fc_rank_site(r, site);                                                                                         \
        return number;                                                                                                 \
    }

FORTRAN_HANDLES(Comm, fc_comm)
FORTRAN_HANDLES(File, fc_mpi_file)
FORTRAN_HANDLES(Group, fc_mpi_group)
FORTRAN_HANDLES(Message, fc_mpi_message)
FORTRAN_HANDLES(Op, int)
FORTRAN_HANDLES(Request, fc_request)
FORTRAN_HANDLES(Win, fc_mpi_window)

/* A derived datatype has the negative of its number. */
int fc_MPI_Type_c2f(fc_rank *r, int site, fc_datatype type)
{
    long number = fc_datatype_number(type);
    fc_rank_site(r, site);
    return number < 0 ? (int)type : -1 - (int)number;
}

fc_datatype fc_MPI_Type_f2c(fc_rank *r, int site, int number)
{
    fc_rank_site(r, site);
    if (number >= 0)
        return number;
    if (-1 - number >= r->n_bounds)
        fc_call_refuse(r, site, "%d is the number of no datatype", number);
    return fc_datatype_derived(-1 - number, r->bounds[-1 - number].size);
}

long fc_MPI_Aint_add(fc_rank *r, int site, long base, long displacement)
{
    fc_rank_site(r, site);
    return base + displacement;
}

long fc_MPI_Aint_diff(fc_rank *r, int site, long a, long b)
{
    fc_rank_site(r, site);
    return a - b;
}

int fc_MPI_Abort(fc_rank *r, int site, fc_comm comm, int code)
{
    const fc_site *call = fc_rank_site(r, site);
    fc_call_comm(r, site, comm);
    fc_rank_end(r, FC_END_STOPPED, "Check the arguments after --, the input files, and the ranks of -n.",
                "the program ends here by %s with code %d", call->operation, code);
}
