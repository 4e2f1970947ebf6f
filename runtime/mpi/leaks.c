/* SPDX-License-Identifier: Apache-2.0 */
#include "leaks.h"

#include "call.h"
#include "file.h"
#include "message_race.h"
#include "request.h"
#include "window.h"

#include <stdlib.h>

static void find(fc_rank *r, fc_finding_kind kind, int made_at, const fc_site *end, const char *what)
{
    fc_call_find(r, made_at, (fc_defect){kind, end}, "%s", what);
}

void fc_leaks_note_free(fc_rank *r, int made_at, int site)
{
    size_t n = (size_t)r->setting.program->n_sites;
    if (!r->setting.findings || made_at < 1)
        return;
    if (!r->freed_at)
        r->freed_at = calloc(n, sizeof *r->freed_at);
    if (r->freed_at)
        r->freed_at[made_at - 1] = 1 + site;
}

/* An object that is left. The call that frees other objects of the same origin is named, as it leaves out some. */
static void find_object(fc_rank *r, int made_at, const fc_site *end, const char *object)
{
    int freed_at = r->freed_at ? r->freed_at[made_at - 1] : 0;
    const fc_site *free = freed_at ? fc_rank_site(r, freed_at - 1) : NULL;
    if (free)
        fc_call_find(r, made_at - 1, (fc_defect){FC_FINDING_LEAK, free},
                     "some of its %ss are never freed; others are freed at %s:%d", object, free->file, free->line);
    else
        fc_call_find(r, made_at - 1, (fc_defect){FC_FINDING_LEAK, end}, "the %s is never freed", object);
}

static void find_objects(fc_rank *r, const fc_site *end)
{
    bool knows[FC_OBJECT_OPERATION + 1];
    for (unsigned kind = FC_OBJECT_COMMUNICATOR; kind <= FC_OBJECT_OPERATION; kind *= 2)
        knows[kind] = !(r->freed_unknown & kind);
    for (int i = 0; i < r->n_comms && knows[FC_OBJECT_COMMUNICATOR]; i++)
        if (r->comm[i].alive && r->comm[i].made_at && !r->comm[i].stands_in)
            find_object(r, r->comm[i].made_at, end, "communicator");
    for (int i = 0; i < r->n_members && knows[FC_OBJECT_GROUP]; i++)
        if (r->members[i].alive)
            find_object(r, r->members[i].made_at, end, "group");
    for (int i = 0; i < r->n_bounds && knows[FC_OBJECT_DATATYPE]; i++)
        if (r->bounds[i].made_at)
            find_object(r, r->bounds[i].made_at, end, "datatype");
    for (int i = 0; i < r->n_operations && knows[FC_OBJECT_OPERATION]; i++)
        if (r->operation_made_at[i])
            find_object(r, r->operation_made_at[i], end, "operation");
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
    if (r->process)
        fc_message_race_find_freed(r);
    find_objects(r, end);
}
