/* SPDX-License-Identifier: Apache-2.0 */
/* The table of pending operations, and that of persistent requests. */
#include "request.h"

#include "buffer_race.h"
#include "call.h"
#include "sync.h"

fc_pending *fc_request_open(fc_rank *r, int site, fc_request *handle)
{
    int slot = r->free_pending;
    if (slot) {
        r->free_pending = r->pending[slot].next_free;
    } else {
        r->pending = fc_rank_grow(r, r->pending, &r->pending_capacity, r->n_pending, sizeof *r->pending);
        slot = r->n_pending++;
    }
    r->pending[slot] = (fc_pending){.active = true, .probe = r->open_probe, .made_at = 1 + site};
    *handle = slot;
    fc_buffer_race_begin(r, site, slot);
    return &r->pending[slot];
}

fc_persistent *fc_request_persistent(fc_rank *r, fc_request request)
{
    int number = request - FC_REQUEST_PERSISTENT;
    return number >= 0 && number < r->n_persistent && r->persistent[number].alive ? &r->persistent[number] : NULL;
}

double fc_request_time(fc_rank *r, int slot)
{
    const fc_pending *of = &r->pending[slot];
    double latest = of->over;
    if (of->awaits_program)
        return INFINITY;
    if (!r->process)
        return 0;
    if (of->message)
        return fc_message_time(of->message);
    if (of->begun.collective)
        return fc_sync_time(r, of);
    for (int part = of->parts; part; part = r->pending[part].next_free)
        latest = fmax(latest, fc_request_time(r, part));
    return latest;
}

int fc_request_slot(fc_rank *r, fc_request request)
{
    const fc_persistent *persistent = fc_request_persistent(r, request);
    return persistent ? persistent->started : request;
}

int fc_request_keep(fc_rank *r, int site, fc_persistent made, fc_request *request)
{
    int number = 0;
    while (number < r->n_persistent && r->persistent[number].alive)
        number++;
    r->persistent = fc_rank_grow(r, r->persistent, &r->persistent_capacity, number, sizeof *r->persistent);
    r->n_persistent += number == r->n_persistent;
    made.made_at = site;
    r->persistent[number] = made;
    fc_buffer_race_keep(r, site, number);
    fc_call_store(request, FC_REQUEST_PERSISTENT + number);
    return FC_MPI_SUCCESS;
}
