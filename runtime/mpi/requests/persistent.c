/* SPDX-License-Identifier: Apache-2.0 */
#include "persistent.h"

#include "buffer_race.h"
#include "call.h"
#include "persistent_collective.h"

void fc_persistent_free(fc_persistent *persistent)
{
    persistent->alive = false;
    fc_persistent_collective_free(persistent->collective);
    persistent->collective = NULL;
}

void fc_persistent_reset(fc_rank *r)
{
    for (int i = 0; i < r->n_persistent; i++)
        fc_persistent_free(&r->persistent[i]);
    r->n_persistent = 0;
}

/* Begins the operation of a persistent request; returns its entry. The call that made a collective's request is named
 * where a run collects findings. */
static fc_request begin(fc_rank *r, int site, const fc_persistent *of)
{
    fc_request slot;
    if (of->collective)
        return fc_persistent_collective_begin(r, r->setting.findings ? of->made_at : site, of->collective);
    if (of->partitions == 0)
        return fc_request_begin(r, site, of->envelope, of->receives, of->mode);
    fc_request_open(r, site, &slot)->awaits_program = true; /* until MPI_Pready of the last partition */
    return slot;
}

int fc_MPI_Start(fc_rank *r, int site, fc_request *request)
{
    fc_rank_site(r, site);
    if (!request) {
        fc_call_assume(r, site, FC_ASSUMED_UNSTARTED);
        return FC_MPI_SUCCESS;
    }
    fc_persistent *persistent = fc_request_persistent(r, *request);
    if (!persistent)
        fc_call_refuse(r, site, "the request is not persistent, or depends on data");
    if (persistent->started)
        fc_call_refuse(r, site, "the request is already active");
    fc_persistent begins = *persistent;
    fc_request slot = begin(r, site, &begins);
    persistent = fc_request_persistent(r, *request);
    persistent->started = slot;
    persistent->n_ready = 0;
    fc_buffer_race_start(r, site, *request - FC_REQUEST_PERSISTENT, slot);
    fc_request_persistent(r, *request)->was_started = true;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Startall(fc_rank *r, int site, int n, fc_request *requests)
{
    if (!requests)
        fc_call_assume(r, site, FC_ASSUMED_UNSTARTED);
    for (int i = 0; i < n && requests; i++)
        fc_MPI_Start(r, site, &requests[i]);
    return FC_MPI_SUCCESS;
}
