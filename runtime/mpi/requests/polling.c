/* SPDX-License-Identifier: Apache-2.0 */
#include "polling.h"

#include "call.h"
#include "request.h"

/* What a polling rank goes on with; share, error: of the message that causes it. */
typedef struct event {
    double time; /* s, virtual; INFINITY: none is known */
    double share, error;
} event;

static void take_earlier(event *first, double time, const fc_message *cause)
{
    if (time < first->time)
        *first = (event){time, cause ? cause->share : 0, cause ? cause->error : 0};
}

/* The rank's next event: the end of a request that has not ended yet, or the next arrival. */
static event find_next(fc_rank *r, const fc_message *watch)
{
    event first = {INFINITY, 0, 0};
    if (watch->matched)
        take_earlier(&first, watch->start, watch);
    for (int slot = 1; slot < r->n_pending; slot++) {
        double end = r->pending[slot].active ? fc_request_time(r, slot) : INFINITY;
        if (end > fc_now(r))
            take_earlier(&first, end, r->pending[slot].message);
    }
    return first;
}

static double next_time(fc_rank *r, const void *watch)
{
    return find_next(r, watch).time;
}

/* The time of a poll in vain: that of the post of an empty receive, else of an empty message. */
static double idle_time(fc_rank *r)
{
    fc_simulation *w = r->process->world;
    const fc_message_price *price =
        fc_message_price_of(&w->message_prices, &w->setting, 0, FC_MPI_BYTE, FC_VARIANT_ANY);
    double post = price->seconds[FC_FIT_POST_RECEIVE];
    return post > 0 ? post : price->seconds[FC_FIT_SINGLE];
}

static void await_event(fc_rank *r, int site)
{
    fc_process *p = r->process;
    fc_message *watch = fc_message_watch(r, site);
    /* Lists the messages of this rank's requests and its watch, which a report of a deadlock names. */
    int n = 0;
    for (int slot = 1; slot < r->n_pending; slot++) {
        if (!r->pending[slot].active)
            continue;
        p->asked = fc_rank_grow(r, p->asked, &p->asked_capacity, n, sizeof *p->asked);
        p->asked[n++] = r->pending[slot].message;
    }
    p->asked = fc_rank_grow(r, p->asked, &p->asked_capacity, n, sizeof *p->asked);
    p->asked[n++] = watch;
    p->waits = p->asked;
    p->n_waits = n;
    fc_message_choose(r, site, &(fc_choice){next_time, watch, true});
    p->n_waits = 0;
    event next = find_next(r, watch);
    fc_message_unwatch(r, watch);
    if (isinf(next.time)) {
        double seconds = r->weight * idle_time(r);
        next = (event){fc_now(r) + seconds, seconds, 0};
        p->n_idle++;
    }
    fc_call_advance(r, site, next.time, next.share, next.error);
}

bool fc_polling_repeats(fc_rank *r, uint64_t key)
{
    fc_process *p = r->process;
    if (p->polled_at != fc_now(r))
        p->n_polled = 0;
    p->polled_at = fc_now(r);
    for (int i = 0; i < p->n_polled; i++)
        if (p->polled[i] == key)
            return true;
    p->polled = fc_rank_grow(r, p->polled, &p->polled_capacity, p->n_polled, sizeof *p->polled);
    p->polled[p->n_polled++] = key;
    return false;
}

void fc_polling_failed(fc_rank *r, int site, uint64_t key)
{
    fc_process *p = r->process;
    if (p->polled_since != p->progress) {
        p->polled_since = p->progress;
        p->n_vain = p->n_idle = 0;
    }
    bool repeats = fc_polling_repeats(r, key);
    if (repeats || ++p->n_vain > FC_POLLING_MANY)
        await_event(r, site);
}
