/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/replay/ti_receives.h"

#include "support/text.h"

#include <stdlib.h>

/* The messages to a rank with a tag that receives from named sources leave: +1 a send, -1 such a receive. */
typedef struct balance {
    int target, tag;
    long sends;
} balance;

static bool receives(const fc_ti_event *event)
{
    return event->action == FC_TI_RECV || event->action == FC_TI_IRECV;
}

static bool sends(const fc_ti_event *event)
{
    return (event->action >= FC_TI_SEND && event->action <= FC_TI_IBSEND) && event->peer >= 0;
}

static int by_target(const void *a, const void *b)
{
    const balance *x = a, *y = b;
    return x->target != y->target ? (x->target > y->target) - (x->target < y->target)
                                  : (x->tag > y->tag) - (x->tag < y->tag);
}

/* One row for each target and tag, sorted. */
static FC_GIVE balance *balances(size_t *n, const fc_ti_trace *trace)
{
    balance *all = NULL;
    size_t capacity = 0, kept = 0;
    *n = 0;
    for (int r = 0; r < trace->n_ranks; r++)
        for (size_t i = 0; i < trace->rank[r].n; i++) {
            const fc_ti_event *event = &trace->rank[r].event[i];
            bool is_named = receives(event) && event->peer >= 0 && event->tag >= 0;
            if (!is_named && !sends(event))
                continue;
            all = fc_grow(all, &capacity, *n + 1, sizeof *all);
            all[(*n)++] = is_named ? (balance){r, event->tag, -1} : (balance){event->peer, event->tag, 1};
        }
    if (*n > 0)
        qsort(all, *n, sizeof *all, by_target);
    for (size_t i = 0; i < *n; i++) {
        if (kept > 0 && by_target(&all[kept - 1], &all[i]) == 0)
            all[kept - 1].sends += all[i].sends;
        else
            all[kept++] = all[i];
    }
    *n = kept;
    return all;
}

static bool takes_any_tag(const fc_ti_rank *rank)
{
    for (size_t i = 0; i < rank->n; i++)
        if (receives(&rank->event[i]) && rank->event[i].tag < 0)
            return true;
    return false;
}

void fc_ti_receives_resolve(fc_ti_trace *trace)
{
    size_t n;
    balance *all = balances(&n, trace);
    for (int r = 0; r < trace->n_ranks; r++) {
        fc_ti_rank *rank = &trace->rank[r];
        if (takes_any_tag(rank))
            continue;
        for (size_t i = 0; i < rank->n; i++) {
            const balance key = {r, rank->event[i].tag, 0};
            if (!receives(&rank->event[i]) || rank->event[i].peer >= 0)
                continue;
            const balance *left = n > 0 ? bsearch(&key, all, n, sizeof *all, by_target) : NULL;
            if (!left || left->sends <= 0)
                rank->event[i].peer = FC_TI_PROC_NULL;
        }
    }
    free(all);
}
