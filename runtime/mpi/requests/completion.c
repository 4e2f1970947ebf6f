/* SPDX-License-Identifier: Apache-2.0 */
/* Completion of requests (MPI 3.1, section 3.7). Under method sum every request is complete when queried, and a receive
 * is charged here, once. In a world requests end with their messages (message.h). */
#include "buffer_race.h"
#include "call.h"
#include "delivery.h"
#include "fingerprint.h"
#include "message_race.h"
#include "persistent.h"
#include "polling.h"
#include "request.h"
#include "support/hash.h"
#include "sync.h"

/* The requests of a call; request NULL: dynamic, any pending ones. status NULL: not wanted, otherwise one for each
 * completed request. */
typedef struct request_set {
    int n;
    fc_request *request;
    fc_mpi_status *status;
} request_set;

static uint64_t hash_of(int n, const fc_request *request)
{
    uint64_t all = 0;
    for (int i = 0; i < n && request; i++)
        all = fc_hash_mix(all, (unsigned)request[i]);
    return all;
}

static request_set check_requests(fc_rank *r, int site, int n, fc_request *requests)
{
    fc_mpi_status *status = fc_delivery_take_p2p_buffers(r, site).status;
    fc_delivery_require(r, site, status != NULL);
    if (status && !requests)
        fc_call_lack(r, site, "the completed request depends on data");
    if (n < 0)
        fc_call_refuse(r, site, "the number of requests is %d", n);
    if (r->fingerprint) {
        /* Entries are assigned in the order of calls, so that equivalent ranks have equal handles. */
        uint64_t all = hash_of(n, requests);
        fc_fingerprint_add(r, (const double[]){site, n, (double)(all >> 32), (double)(uint32_t)all}, 4);
    }
    return (request_set){n, requests, status};
}

/* Frees an entry; its content stays valid until the next request begins. */
static const fc_pending *take(fc_rank *r, int slot)
{
    r->pending[slot].active = false;
    fc_buffer_race_end(r, slot);
    r->pending[slot].next_free = r->free_pending;
    r->free_pending = slot;
    return &r->pending[slot];
}

static bool is_pending(const fc_rank *r, int slot)
{
    return slot > 0 && slot < r->n_pending && r->pending[slot].active;
}

/* Frees the entry of a request. The request becomes null; a persistent one becomes inactive. */
static const fc_pending *take_request(fc_rank *r, int site, fc_request *request)
{
    fc_persistent *persistent = fc_request_persistent(r, *request);
    int slot = fc_request_slot(r, *request);
    if (!is_pending(r, slot))
        fc_call_refuse(r, site, "a request was completed before or never posted");
    if (persistent)
        persistent->started = 0;
    else
        *request = FC_MPI_REQUEST_NULL;
    return take(r, slot);
}

static void list_message(fc_rank *r, int i, fc_message *m)
{
    fc_process *p = r->process;
    p->asked = fc_rank_grow(r, p->asked, &p->asked_capacity, i, sizeof(fc_message *));
    p->asked[i] = m;
}

static void pay(fc_rank *r, int site, const fc_pending *taken, fc_mpi_status *status);

/* Charges the requests of a neighborhood collective or an exchange, linked from this entry on. */
static void pay_parts(fc_rank *r, int site, int first, fc_mpi_status *status)
{
    int n = 0;
    for (int slot = first; slot && r->process; slot = r->pending[slot].next_free)
        list_message(r, n++, r->pending[slot].message);
    if (n > 0)
        fc_message_await(r, site, r->process->asked, n);
    for (int slot = first, next; slot; slot = next) {
        next = r->pending[slot].next_free;
        pay(r, site, take(r, slot), r->pending[slot].receives ? status : NULL);
    }
}

static void pay(fc_rank *r, int site, const fc_pending *taken, fc_mpi_status *status)
{
    const double weight = r->weight;
    const int probe = r->open_probe;
    r->weight = taken->weight;
    if (r->process)
        r->process->progress++;
    r->open_probe = taken->probe;
    if (taken->awaits_program)
        fc_call_refuse(r, site,
                       "it waits for a generalized request that MPI_Grequest_complete has not completed, or for "
                       "partitions that MPI_Pready has not named");
    if (taken->is_generalized && status)
        fc_call_lack(r, site, "the status of a generalized request comes from a function of the program");
    fc_delivery_status_empty(status, taken->is_null ? FC_MPI_PROC_NULL : FC_MPI_ANY_SOURCE);
    if (taken->is_cancelled)
        fc_delivery_status_cancelled(status);
    else if (taken->message)
        fc_message_complete(r, site, taken->message, status);
    else if (taken->begun.collective)
        fc_group_release(r->process->world, fc_sync_end(r, site, taken));
    else if (taken->over > 0)
        fc_call_advance(r, site, taken->over, INFINITY, taken->error);
    else if (taken->parts)
        pay_parts(r, site, taken->parts, status);
    else if (taken->receives && !r->fingerprint)
        fc_call_charge(r, site, (fc_transfer){taken->fit, taken->ranks, taken->n, taken->type, taken->variant});
    r->weight = weight;
    r->open_probe = probe;
}

void fc_request_end(fc_rank *r, int site, fc_request slot)
{
    pay(r, site, take(r, slot), NULL);
}

/* Completes the i-th request into the `place`-th status. A null or inactive request gives the empty status. */
static void complete(fc_rank *r, int site, request_set of, int i, int place)
{
    fc_mpi_status *status = of.status ? &of.status[place] : NULL;
    fc_request *request = &of.request[i];
    if (fc_request_slot(r, *request) == FC_MPI_REQUEST_NULL)
        fc_delivery_status_empty(status, FC_MPI_ANY_SOURCE);
    else
        pay(r, site, take_request(r, site, request), status);
}

/* ---- waiting ---- */

/* When a request can end; INFINITY: it is null or inactive, or its end is not known yet. */
static double end_of(fc_rank *r, fc_request request)
{
    int slot = fc_request_slot(r, request);
    if (slot == FC_MPI_REQUEST_NULL)
        return INFINITY;
    return is_pending(r, slot) ? fc_request_time(r, slot) : 0;
}

/* The index of the request that ends first; -1: all are null. */
static int first_of(fc_rank *r, request_set of)
{
    int first = -1;
    for (int i = 0; i < of.n; i++)
        if (fc_request_slot(r, of.request[i]) != FC_MPI_REQUEST_NULL &&
            (first < 0 || end_of(r, of.request[i]) < end_of(r, of.request[first])))
            first = i;
    return first;
}

static bool all_ended(fc_rank *r, request_set of)
{
    for (int i = 0; i < of.n; i++)
        if (fc_request_slot(r, of.request[i]) != FC_MPI_REQUEST_NULL && end_of(r, of.request[i]) > fc_now(r))
            return false;
    return true;
}

static bool one_ended(fc_rank *r, request_set of)
{
    int first = first_of(r, of);
    return first < 0 || end_of(r, of.request[first]) <= fc_now(r);
}

/* Lists the messages of the requests in p->asked. */
static void list_messages(fc_rank *r, request_set of)
{
    for (int i = 0; i < of.n; i++) {
        int slot = fc_request_slot(r, of.request[i]);
        list_message(r, i, is_pending(r, slot) ? r->pending[slot].message : NULL);
    }
}

static const char clocks_choose[] = "which request ends first depends on timing";

static void await_all(fc_rank *r, int site, request_set of)
{
    if (!r->process)
        return;
    list_messages(r, of);
    fc_message_await(r, site, r->process->asked, of.n);
}

static double first_end(fc_rank *r, const void *set)
{
    const request_set *of = set;
    int first = first_of(r, *of);
    return first < 0 ? 0 : end_of(r, of->request[first]);
}

static void await_one(fc_rank *r, int site, request_set of)
{
    if (of.n == 1) {
        await_all(r, site, of);
        return;
    }
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, clocks_choose);
    if (!r->process || one_ended(r, of))
        return;
    list_messages(r, of);
    r->process->waits = r->process->asked;
    r->process->n_waits = of.n;
    fc_message_choose(r, site, &(fc_choice){first_end, &of, false});
    r->process->n_waits = 0;
}

/* The result of a test. Under method sum all requests have ended. */
static bool test(fc_rank *r, int site, request_set of, bool all)
{
    bool (*ended)(fc_rank *, request_set) = all ? all_ended : one_ended;
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, clocks_choose);
    if (!of.request)
        return true;
    if (!r->process)
        return ended(r, of);
    if (!ended(r, of))
        fc_message_yield(r, site);
    if (!ended(r, of))
        fc_polling_failed(r, site, fc_hash_mix(hash_of(of.n, of.request), (unsigned)site));
    return ended(r, of);
}

/* ---- completing ---- */

/* The requests are dynamic: completes up to `limit` of the pending ones; returns how many. */
static int complete_dynamic(fc_rank *r, int site, int limit)
{
    int listed = 0, done = 0;
    for (int slot = 1; slot < r->n_pending && listed < limit && r->process; slot++)
        if (r->pending[slot].active)
            list_message(r, listed++, r->pending[slot].message);
    if (listed > 0)
        fc_message_await(r, site, r->process->asked, listed);
    for (int slot = 1; slot < r->n_pending && done < limit; slot++)
        if (r->pending[slot].active) {
            pay(r, site, take(r, slot), NULL);
            done++;
        }
    return done;
}

/* Completes the request that ends first; returns its index. FC_MPI_UNDEFINED: all are null. */
static int complete_one(fc_rank *r, int site, request_set of)
{
    if (!of.request)
        return complete_dynamic(r, site, 1) ? 0 : FC_MPI_UNDEFINED;
    await_one(r, site, of);
    int first = first_of(r, of);
    if (first < 0) {
        fc_delivery_status_empty(of.status, FC_MPI_ANY_SOURCE);
        return FC_MPI_UNDEFINED;
    }
    complete(r, site, of, first, 0);
    return first;
}

static void complete_all(fc_rank *r, int site, request_set of)
{
    if (!of.request) {
        complete_dynamic(r, site, r->n_pending);
        return;
    }
    await_all(r, site, of);
    for (int i = 0; i < of.n; i++)
        complete(r, site, of, i, i);
}

/* Completes the first request to end and all that have ended by then; returns how many. indices may be NULL. */
static int complete_some(fc_rank *r, int site, request_set of, int *indices)
{
    int done = 0;
    if (!of.request)
        return complete_dynamic(r, site, r->n_pending);
    await_one(r, site, of);
    int first = first_of(r, of);
    double until = first < 0 ? 0 : fmax(fc_now(r), end_of(r, of.request[first]));
    for (int i = 0; i < of.n; i++) {
        if (end_of(r, of.request[i]) > until)
            continue;
        complete(r, site, of, i, done);
        if (indices)
            indices[done] = i;
        done++;
    }
    return done;
}

int fc_MPI_Wait(fc_rank *r, int site, fc_request *request)
{
    complete_one(r, site, check_requests(r, site, 1, request));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitall(fc_rank *r, int site, int n, fc_request *requests)
{
    complete_all(r, site, check_requests(r, site, n, requests));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitany(fc_rank *r, int site, int n, fc_request *requests, int *index)
{
    int completed = complete_one(r, site, check_requests(r, site, n, requests));
    fc_call_store(index, completed);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Waitsome(fc_rank *r, int site, int n, fc_request *requests, int *n_done, int *indices)
{
    int done = complete_some(r, site, check_requests(r, site, n, requests), indices);
    fc_call_store(n_done, done ? done : FC_MPI_UNDEFINED);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Test(fc_rank *r, int site, fc_request *request, int *flag)
{
    request_set of = check_requests(r, site, 1, request);
    bool done = test(r, site, of, false);
    fc_call_store(flag, done);
    if (done)
        complete_one(r, site, of);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Testall(fc_rank *r, int site, int n, fc_request *requests, int *flag)
{
    request_set of = check_requests(r, site, n, requests);
    bool done = test(r, site, of, true);
    fc_call_store(flag, done);
    if (done)
        complete_all(r, site, of);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Testany(fc_rank *r, int site, int n, fc_request *requests, int *index, int *flag)
{
    request_set of = check_requests(r, site, n, requests);
    bool done = test(r, site, of, false);
    fc_call_store(flag, done);
    fc_call_store(index, FC_MPI_UNDEFINED);
    if (done)
        fc_call_store(index, complete_one(r, site, of));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Testsome(fc_rank *r, int site, int n, fc_request *requests, int *n_done, int *indices)
{
    request_set of = check_requests(r, site, n, requests);
    bool done = test(r, site, of, false);
    int completed = done ? complete_some(r, site, of, indices) : 0;
    fc_call_store(n_done, done && !completed ? FC_MPI_UNDEFINED : completed);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Grequest_start(fc_rank *r, int site, fc_request *request)
{
    fc_request made;
    fc_pending *of = fc_request_open(r, site, &made);
    of->weight = r->weight;
    of->fit = FC_FIT_SINGLE;
    of->is_generalized = of->awaits_program = true;
    fc_call_store(request, made);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Grequest_complete(fc_rank *r, int site, fc_request request)
{
    fc_rank_site(r, site);
    if (!is_pending(r, request) || !r->pending[request].awaits_program)
        fc_call_refuse(r, site, "the request is not generalized, or is completed already");
    r->pending[request].awaits_program = false;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Request_get_status(fc_rank *r, int site, fc_request request, int *flag)
{
    request_set of = check_requests(r, site, 1, &request);
    bool is_null = fc_request_slot(r, request) == FC_MPI_REQUEST_NULL, done = is_null || test(r, site, of, false);
    const fc_message *m = done && !is_null ? r->pending[fc_request_slot(r, request)].message : NULL;
    fc_delivery_status_empty(of.status, FC_MPI_ANY_SOURCE);
    if (of.status && m && !m->sends)
        *of.status = (fc_mpi_status){m->source, m->tag, FC_MPI_SUCCESS, m->bytes};
    fc_call_store(flag, done);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Request_free(fc_rank *r, int site, fc_request *request)
{
    check_requests(r, site, 1, request);
    if (!request)
        return FC_MPI_SUCCESS;
    fc_persistent *persistent = fc_request_persistent(r, *request);
    if (persistent && !persistent->started) {
        fc_persistent_free(persistent);
        *request = FC_MPI_REQUEST_NULL;
        return FC_MPI_SUCCESS;
    }
    int slot = fc_request_slot(r, *request);
    if (is_pending(r, slot) && (r->pending[slot].fit != FC_FIT_SINGLE || r->pending[slot].parts))
        fc_call_refuse(r, site, "the request of a collective cannot be freed before it completes");
    if (persistent)
        fc_persistent_free(persistent);
    if (!is_pending(r, slot))
        fc_call_refuse(r, site, "a request was completed before or never posted");
    *request = FC_MPI_REQUEST_NULL;
    const fc_pending *taken = take(r, slot);
    if (!taken->message)
        return FC_MPI_SUCCESS;
    /* The request of an active operation is freed: that of a receive never shows when its data is there (MPI 3.1,
     * section 3.7.3). */
    const fc_message *m = taken->message;
    if (m->sends)
        fc_message_race_free_send(r, site, m);
    else
        fc_call_find(r, (int)(m->site - r->setting.program->site),
                     (fc_defect){FC_FINDING_REQUEST, fc_rank_site(r, site)},
                     "its request is freed before the receive is completed: nothing shows when the data is there");
    fc_message_forget(r, taken->message);
    return FC_MPI_SUCCESS;
}

/* Removes the operation's message where its partner has not matched it. */
static bool cancel_message(fc_message *message)
{
    return message->sends ? fc_match_cancel_send(message) : fc_match_cancel_receive(message);
}

/* An eager send has completed. Under method sum a receive always can be cancelled. A dynamic request was not started.
 */
int fc_MPI_Cancel(fc_rank *r, int site, fc_request *request)
{
    check_requests(r, site, 1, request);
    if (!request)
        return FC_MPI_SUCCESS;
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, "which operation is cancelled depends on timing");
    int slot = fc_request_slot(r, *request);
    if (!is_pending(r, slot) || r->pending[slot].fit != FC_FIT_SINGLE || r->pending[slot].parts)
        fc_call_refuse(r, site, "the request is inactive, belongs to a collective, or depends on data");
    if (r->process)
        fc_message_yield(r, site);
    fc_pending *cancelled = &r->pending[slot];
    fc_message *message = cancelled->message;
    bool waits = r->process ? message && cancel_message(message) : cancelled->receives;
    if (waits && message)
        fc_match_release(r->process->world, message);
    if (waits)
        cancelled->message = NULL;
    cancelled->is_cancelled = waits;
    return FC_MPI_SUCCESS;
}
