/* SPDX-License-Identifier: Apache-2.0 */
/* Partitioned communication (MPI 4.0, chapter 4): persistent requests whose message leaves once MPI_Pready has named
 * all partitions, and arrives as a whole. */
#include "call.h"
#include "persistent.h"

static int make(fc_rank *r, int site, int partitions, bool receives, fc_envelope envelope, fc_request *request)
{
    if (partitions < 1)
        fc_call_refuse(r, site, "the number of partitions is %d, not positive", partitions);
    envelope.n *= partitions;
    return fc_persistent_make(r, site,
                              (fc_persistent){.alive = true,
                                              .receives = receives,
                                              .mode = FC_SEND_STANDARD,
                                              .envelope = envelope,
                                              .partitions = receives ? 0 : partitions},
                              request);
}

int fc_MPI_Psend_init(fc_rank *r, int site, int partitions, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request)
{
    return make(r, site, partitions, false, (fc_envelope){n, type, peer, tag, comm, .memory = NULL}, request);
}

int fc_MPI_Precv_init(fc_rank *r, int site, int partitions, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request)
{
    return make(r, site, partitions, true, (fc_envelope){n, type, peer, tag, comm, .memory = NULL}, request);
}

static int make_ready(fc_rank *r, int site, fc_request request, int n)
{
    fc_rank_site(r, site);
    fc_persistent *persistent = fc_request_persistent(r, request);
    if (!persistent || persistent->partitions == 0)
        fc_call_refuse(r, site, "the request is no partitioned send, or depends on data");
    if (!persistent->started || !r->pending[persistent->started].awaits_program)
        fc_call_refuse(r, site, "the request was not started, or all its partitions are ready");
    if (n < 0 || n > persistent->partitions - persistent->n_ready)
        fc_call_refuse(r, site, "%d partitions become ready, of which %d are left", n,
                       persistent->partitions - persistent->n_ready);
    persistent->n_ready += n;
    if (persistent->n_ready == persistent->partitions) {
        /* The request waits for no partition any more: its message leaves. */
        const fc_persistent begins = *fc_request_persistent(r, request);
        fc_pending *waiting = &r->pending[begins.started];
        waiting->active = waiting->awaits_program = false;
        waiting->next_free = r->free_pending;
        r->free_pending = begins.started;
        fc_request slot = fc_request_begin(r, site, begins.envelope, false, begins.mode);
        fc_request_persistent(r, request)->started = slot;
    }
    return FC_MPI_SUCCESS;
}

int fc_MPI_Pready(fc_rank *r, int site, int partition, fc_request request)
{
    (void)partition;
    return make_ready(r, site, request, 1);
}

int fc_MPI_Pready_range(fc_rank *r, int site, int first, int last, fc_request request)
{
    return make_ready(r, site, request, last - first + 1);
}

int fc_MPI_Pready_list(fc_rank *r, int site, int n, const int *partitions, fc_request request)
{
    (void)partitions;
    return make_ready(r, site, request, n);
}

int fc_MPI_Parrived(fc_rank *r, int site, fc_request request, int partition, int *flag)
{
    (void)partition;
    return fc_MPI_Request_get_status(r, site, request, flag);
}
