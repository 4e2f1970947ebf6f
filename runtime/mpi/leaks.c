/* SPDX-License-Identifier: Apache-2.0 */
#include "leaks.h"

#include "call.h"
#include "file.h"
#include "request.h"
#include "window.h"

static void find(fc_rank *r, fc_finding_kind kind, int made_at, const fc_site *end, const char *what)
{
    fc_call_find(r, made_at, (fc_defect){kind, end}, "%s", what);
}

static void find_requests(fc_rank *r, const fc_site *end)
{
    for (int i = 0; i < r->n_persistent; i++) {
        const fc_persistent *of = &r->persistent[i];
        if (of->alive && !of->was_started)
            find(r, FC_FINDING_REQUEST, of->made_at, end, "the persistent request is never started");
        else if (of->alive && of->started)
            find(r, FC_FINDING_REQUEST, of->made_at, end, "the persistent request is started and never completed");
        else if (of->alive)
            find(r, FC_FINDING_LEAK, of->made_at, end, "the persistent request is never freed");
        if (of->alive && of->started)
            r->pending[of->started].made_at = 0;
    }
    for (int i = 1; i < r->n_pending; i++)
        if (r->pending[i].active && r->pending[i].made_at)
            find(r, FC_FINDING_REQUEST, r->pending[i].made_at - 1, end,
                 "the operation is never completed by a wait or test");
}

static void find_objects(fc_rank *r, const fc_site *end)
{
    for (int i = 0; i < r->n_comms; i++)
        if (r->comm[i].alive && r->comm[i].made_at && !r->comm[i].stands_in)
            find(r, FC_FINDING_LEAK, r->comm[i].made_at - 1, end, "the communicator is never freed");
    for (int i = 0; i < r->n_members; i++)
        if (r->members[i].alive)
            find(r, FC_FINDING_LEAK, r->members[i].made_at - 1, end, "the group is never freed");
    for (int i = 0; i < r->n_bounds; i++)
        if (r->bounds[i].made_at)
            find(r, FC_FINDING_LEAK, r->bounds[i].made_at - 1, end, "the datatype is never freed");
    for (int i = 0; i < r->n_operations; i++)
        if (r->operation_made_at[i])
            find(r, FC_FINDING_LEAK, r->operation_made_at[i] - 1, end, "the operation is never freed");
    for (int i = 0; i < r->n_windows; i++)
        if (r->window[i].alive)
            find(r, FC_FINDING_LEAK, r->window[i].made_at, end, "the window is never freed");
    for (int i = 0; i < r->n_files; i++)
        if (r->file[i].alive)
            find(r, FC_FINDING_LEAK, r->file[i].made_at, end, "the file is never closed");
}

void fc_leaks_find(fc_rank *r, int site)
{
    const fc_site *end = fc_rank_site(r, site);
    find_requests(r, end);
    find_objects(r, end);
}
