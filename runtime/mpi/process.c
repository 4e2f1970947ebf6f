/* SPDX-License-Identifier: Apache-2.0 */
/* How virtual ranks wait for each other and go on. */
#include "process.h"

#include "group.h"

void fc_process_go_on(fc_simulation *w, fc_coroutine *from)
{
    fc_coroutine *to = &w->host;
    if (w->n_queued > 0 && w->ending->end == FC_END_DONE) {
        fc_process *next = w->queue[w->first_queued]->process;
        w->first_queued = w->first_queued + 1 < w->n_run ? w->first_queued + 1 : 0;
        w->n_queued--;
        next->queued = false;
        to = &next->flow;
    }
    if (to != from)
        fc_coroutine_switch(from, to);
}

void fc_process_wake(fc_rank *r)
{
    fc_simulation *w = r->process->world;
    if (r->process->queued)
        return;
    int end = w->first_queued + w->n_queued++;
    w->queue[end < w->n_run ? end : end - w->n_run] = r;
    r->process->queued = true;
}

/* All ranks share one mark of the source position, so that a rank restores its own. */
static void pause_rank(fc_rank *r)
{
    fc_source_mark place = *r->setting.mark;
    fc_process_go_on(r->process->world, &r->process->flow);
    *r->setting.mark = place;
}

void fc_process_wait(fc_rank *r, const fc_site *site)
{
    r->process->site = site;
    pause_rank(r);
    r->process->site = NULL;
}

void fc_process_throttle(fc_rank *r, int partner)
{
    enum {
        FAR = 1024
    };
    fc_simulation *w = r->process->world;
    if (w->fold || w->process[partner].arrived.n < FAR || w->n_queued == 0)
        return;
    fc_process_wake(r);
    pause_rank(r);
}

void fc_process_defer(fc_rank *r)
{
    fc_simulation *w = r->process->world;
    if (r->process->undecided)
        return;
    r->process->undecided = true;
    w->undecided[w->n_undecided++] = r;
}

void fc_process_set_groups(fc_rank *r)
{
    fc_process *p = r->process;
    r->comm[FC_MPI_COMM_WORLD].group = p->world->whole;
    r->comm[FC_MPI_COMM_WORLD].variant = p->world->whole->variant;
    r->comm[FC_MPI_COMM_SELF].group = p->self;
    r->comm[FC_MPI_COMM_SELF].variant = p->self->variant;
}
