/* SPDX-License-Identifier: Apache-2.0 */
/* Completion of requests under method sum: whatever is asked for has arrived, and a receive pays its transfer here,
 * once. */
#include "communication.h"

static void check_requests(fc_rank *r, int site, int n, const fc_request *requests)
{
    fc_rank_site(r, site);
    if (n < 0)
        fc_communication_refuse(r, site, "the number of requests is %d", n);
    if (n > 0 && !requests)
        fc_communication_refuse(r, site, "the array of requests is a null pointer");
}

/* Gives the request's slot back, and the request becomes null. */
static fc_pending take(fc_rank *r, int site, fc_request *request)
{
    int slot = *request;
    if (slot <= 0 || slot >= r->n_pending || !r->pending[slot].active)
        fc_communication_refuse(r, site, "a request was completed before or never posted");
    fc_pending taken = r->pending[slot];
    r->pending[slot] = (fc_pending){.next_free = r->free_pending};
    r->free_pending = slot;
    *request = FC_MPI_REQUEST_NULL;
    return taken;
}

/* False: the request is null. */
static bool complete(fc_rank *r, int site, fc_request *request)
{
    if (*request == FC_MPI_REQUEST_NULL)
        return false;
    fc_pending taken = take(r, site, request);
    double weight = r->weight;
    r->weight = taken.weight;
    if (taken.receives)
        fc_communication_pay(r, site, (fc_transfer){FC_FIT_SINGLE, 2, taken.n, taken.type});
    r->weight = weight;
    return true;
}

/* The index of the first request completed; FC_MPI_UNDEFINED: all are null. */
static int complete_one(fc_rank *r, int site, int n, fc_request *requests)
{
    check_requests(r, site, n, requests);
    for (int i = 0; i < n; i++)
        if (complete(r, site, &requests[i]))
            return i;
    return FC_MPI_UNDEFINED;
}

int fc_MPI_Wait(fc_rank *r, int site, fc_request *request)
{
    check_requests(r, site, 1, request);
    complete(r, site, request);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitall(fc_rank *r, int site, int n, fc_request *requests)
{
    check_requests(r, site, n, requests);
    for (int i = 0; i < n; i++)
        complete(r, site, &requests[i]);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitany(fc_rank *r, int site, int n, fc_request *requests, int *index)
{
    *index = complete_one(r, site, n, requests);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitsome(fc_rank *r, int site, int n, fc_request *requests, int *n_done, int *indices)
{
    int done = 0;
    check_requests(r, site, n, requests);
    for (int i = 0; i < n; i++)
        if (complete(r, site, &requests[i]))
            indices[done++] = i;
    *n_done = done ? done : FC_MPI_UNDEFINED;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Test(fc_rank *r, int site, fc_request *request, int *flag)
{
    *flag = 1;
    return fc_MPI_Wait(r, site, request);
}

int fc_MPI_Testall(fc_rank *r, int site, int n, fc_request *requests, int *flag)
{
    *flag = 1;
    return fc_MPI_Waitall(r, site, n, requests);
}

int fc_MPI_Testany(fc_rank *r, int site, int n, fc_request *requests, int *index, int *flag)
{
    *flag = 1;
    return fc_MPI_Waitany(r, site, n, requests, index);
}

int fc_MPI_Testsome(fc_rank *r, int site, int n, fc_request *requests, int *n_done, int *indices)
{
    return fc_MPI_Waitsome(r, site, n, requests, n_done, indices);
}

int fc_MPI_Request_free(fc_rank *r, int site, fc_request *request)
{
    check_requests(r, site, 1, request);
    take(r, site, request);
    return FC_MPI_SUCCESS;
}
