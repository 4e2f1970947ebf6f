/* SPDX-License-Identifier: Apache-2.0 */
/* Initialization, finalization and environment queries of MPI on a virtual rank (MPI 3.1, chapters 8, 12.4). */
#include "communication.h"
#include "sketch.h"

int fc_MPI_Init(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    if (r->phase != FC_PHASE_BEFORE)
        fc_communication_refuse(r, site, "MPI is already initialized");
    fc_rank_forget(r);
    if (r->sketch)
        fc_sketch_add(r, (const double[]){site}, 1);
    r->phase = FC_PHASE_RUNNING;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Init_thread(fc_rank *r, int site, int required, int *provided)
{
    fc_communication_give(provided, required);
    return fc_MPI_Init(r, site);
}

int fc_MPI_Finalize(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    if (r->sketch)
        fc_sketch_add(r, (const double[]){site}, 1);
    r->phase = FC_PHASE_AFTER;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Initialized(fc_rank *r, int site, int *flag)
{
    fc_rank_site(r, site);
    fc_communication_give(flag, r->phase != FC_PHASE_BEFORE);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Finalized(fc_rank *r, int site, int *flag)
{
    fc_rank_site(r, site);
    fc_communication_give(flag, r->phase == FC_PHASE_AFTER);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Query_thread(fc_rank *r, int site, int *provided)
{
    fc_rank_site(r, site);
    fc_communication_give(provided, FC_MPI_THREAD_MULTIPLE);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Is_thread_main(fc_rank *r, int site, int *flag)
{
    fc_rank_site(r, site);
    fc_communication_give(flag, 1);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Get_version(fc_rank *r, int site, int *version, int *subversion)
{
    fc_rank_site(r, site);
    fc_communication_give(version, 3);
    fc_communication_give(subversion, 1);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Get_processor_name(fc_rank *r, int site, int *length)
{
    fc_rank_site(r, site);
    fc_communication_give(length, 8);
    return FC_MPI_SUCCESS;
}

double fc_MPI_Wtime(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    if (r->sketch)
        fc_sketch_bar(r, site, "the program reads the clock");
    return fc_now(r);
}

double fc_MPI_Wtick(fc_rank *r, int site)
{
    fc_rank_site(r, site);
    return 1e-9;
}

int fc_MPI_Abort(fc_rank *r, int site, fc_comm comm, int code)
{
    const fc_site *call = fc_rank_site(r, site);
    fc_communication_comm(r, site, comm);
    fc_rank_end(r, FC_END_STOPPED, "Check the arguments after -- and the ranks of -n.",
                "the program ends here by %s with code %d", call->operation, code);
}
