/* SPDX-License-Identifier: Apache-2.0 */
#include "request.h"

#include "buffer_race.h"

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
