/* SPDX-License-Identifier: Apache-2.0 */
/* Initialization, finalization and environment queries of MPI on a virtual rank (MPI 3.1, chapters 8, 12.4). */
#include "call.h"
#include "fingerprint.h"
#include "leaks.h"

int fc_MPI_Init(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    if (r->phase != FC_PHASE_BEFORE)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_ORDER, NULL}, "MPI is already initialized");
    fc_rank_reset_costs(r);
    if (r->sketch)
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
    if (r->sketch)
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
    if (r->sketch)
        fc_fingerprint_exclude(r, site, "the program reads the clock");
    return fc_now(r);
}

double fc_MPI_Wtick(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    return 1e-9;
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
    fc_rank_end(r, FC_END_STOPPED, "Check the arguments after -- and the ranks of -n.",
                "the program ends here by %s with code %d", call->operation, code);
}
