/* SPDX-License-Identifier: Apache-2.0 */
/* Completion of requests under method sum: whatever is asked for has arrived, and a receive pays its transfer here,
 * once. */
#include "communication.h"

static void check_requests(fc_rank *r, int site, int n)
{
    fc_rank_site(r, site);
    if (n < 0)
        fc_communication_refuse(r, site, "the number of requests is %d", n);
}

/* Gives the slot back. */
static fc_pending take(fc_rank *r, int slot)
{
    fc_pending taken = r->pending[slot];
    r->pending[slot] = (fc_pending){.next_free = r->free_pending};
    r->free_pending = slot;
    return taken;
}

/* Gives the slot of a request back, and the request becomes null. */
static fc_pending take_request(fc_rank *r, int site, fc_request *request)
{
    int slot = *request;
    if (slot <= 0 || slot >= r->n_pending || !r->pending[slot].active)
        fc_communication_refuse(r, site, "a request was completed before or never posted");
    *request = FC_MPI_REQUEST_NULL;
    return take(r, slot);
}

static void pay(fc_rank *r, int site, fc_pending taken)
{
    double weight = r->weight;
    r->weight = taken.weight;
    if (taken.receives)
        fc_communication_pay(r, site, (fc_transfer){FC_FIT_SINGLE, 2, taken.n, taken.type});
    r->weight = weight;
}

/* False: the request is null. */
static bool complete(fc_rank *r, int site, fc_request *request)
{
    if (*request == FC_MPI_REQUEST_NULL)
        return false;
    pay(r, site, take_request(r, site, request));
    return true;
}

/* Requests that are not told: completes up to `limit` of those pending; how many. */
static int complete_unnamed(fc_rank *r, int site, int limit)
{
    int done = 0;
    for (int slot = 1; slot < r->n_pending && done < limit; slot++)
        if (r->pending[slot].active) {
            pay(r, site, take(r, slot));
            done++;
        }
    return done;
}

/* The index of the first request completed; FC_MPI_UNDEFINED: all are null. */
static int complete_one(fc_rank *r, int site, int n, fc_request *requests)
{
    check_requests(r, site, n);
    if (!requests)
        return complete_unnamed(r, site, 1) ? 0 : FC_MPI_UNDEFINED;
    for (int i = 0; i < n; i++)
        if (complete(r, site, &requests[i]))
            return i;
    return FC_MPI_UNDEFINED;
}

/* How many were completed. indices may be NULL. */
static int complete_all(fc_rank *r, int site, int n, fc_request *requests, int *indices)
{
    int done = 0;
    check_requests(r, site, n);
    if (!requests)
        return complete_unnamed(r, site, r->n_pending);
    for (int i = 0; i < n; i++) {
        if (!complete(r, site, &requests[i]))
            continue;
        if (indices)
            indices[done] = i;
        done++;
    }
    return done;
}

int fc_MPI_Wait(fc_rank *r, int site, fc_request *request)
{
    complete_one(r, site, 1, request);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitall(fc_rank *r, int site, int n, fc_request *requests)
{
    complete_all(r, site, n, requests, NULL);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitany(fc_rank *r, int site, int n, fc_request *requests, int *index)
{
    int completed = complete_one(r, site, n, requests);
    fc_communication_give(index, completed);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitsome(fc_rank *r, int site, int n, fc_request *requests, int *n_done, int *indices)
{
    int done = complete_all(r, site, n, requests, indices);
    fc_communication_give(n_done, done ? done : FC_MPI_UNDEFINED);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Test(fc_rank *r, int site, fc_request *request, int *flag)
{
    fc_communication_give(flag, 1);
    return fc_MPI_Wait(r, site, request);
}

int fc_MPI_Testall(fc_rank *r, int site, int n, fc_request *requests, int *flag)
{
    fc_communication_give(flag, 1);
    return fc_MPI_Waitall(r, site, n, requests);
}

int fc_MPI_Testany(fc_rank *r, int site, int n, fc_request *requests, int *index, int *flag)
{
    fc_communication_give(flag, 1);
    return fc_MPI_Waitany(r, site, n, requests, index);
}

int fc_MPI_Testsome(fc_rank *r, int site, int n, fc_request *requests, int *n_done, int *indices)
{
    return fc_MPI_Waitsome(r, site, n, requests, n_done, indices);
}

int fc_MPI_Request_free(fc_rank *r, int site, fc_request *request)
{
    check_requests(r, site, 1);
    if (request)
        take_request(r, site, request);
    return FC_MPI_SUCCESS;
}
