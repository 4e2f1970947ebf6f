/* SPDX-License-Identifier: Apache-2.0 */
#include "simulation.h"
#include "announcement.h"
#include "file.h"
#include "match.h"
#include "message_race.h"
#include "polling.h"
#include "quotient_match.h"
#include "sync.h"

#include <stdlib.h>

static const double stacks_bytes = 68719476736.0; /* of address space; memory is used where a stack is touched */

static size_t stack_bytes(int ranks)
{
    return (size_t)fmax(65536, fmin(1048576, floor(stacks_bytes / ranks)));
}

static bool create_ranks(fc_simulation *w)
{
    for (int i = 0; i < w->n_run; i++) {
        fc_process *p = &w->process[i];
        int number = w->alike ? w->alike->first[i] : i;
        w->rank[i] = fc_rank_create(&w->setting);
        p->self = fc_group_create(w, 1, &number, 1);
        if (!w->rank[i] || !p->self)
            return false;
        *p = (fc_process){.world = w, .number = number, .self = p->self, .polled_at = -1};
        p->posted.end = &p->posted.first;
        p->arrived.end = &p->arrived.first;
        w->rank[i]->process = p;
    }
    return true;
}

fc_simulation *fc_simulation_create(const fc_setting *setting, int ranks, const fc_classes *alike)
{
    fc_simulation *w = ranks >= 1 && ranks <= FC_SIMULATION_MAX_RANKS ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return NULL;
    w->setting = *setting;
    if (!w->setting.prices)
        w->setting.prices = w->own_prices = fc_cost_cache_create(setting->program);
    w->n_ranks = ranks;
    w->alike = alike;
    w->n_run = alike ? alike->n : ranks;
    w->setting.stack_limit = stack_bytes(w->n_run) / 4 * 3;
    w->eager_bytes = fc_message_eager_bytes(setting);
    fc_mapping_init(&w->layout, setting->machine, setting->placement, ranks);
    bool shares = w->layout.network && w->layout.network->contention;
    w->traffic = shares ? fc_traffic_create(&w->layout) : NULL;
    w->rank = calloc((size_t)w->n_run, sizeof *w->rank);
    w->process = calloc((size_t)w->n_run, sizeof *w->process);
    w->queue = calloc((size_t)w->n_run, sizeof *w->queue);
    w->undecided = calloc((size_t)w->n_run, sizeof *w->undecided);
    w->whole = fc_group_create(w, ranks, NULL, w->n_run);
    w->fold = alike ? fc_quotient_match_create(alike->n) : NULL;
    if (w->setting.prices && w->rank && w->process && w->queue && w->undecided && w->whole && !shares == !w->traffic &&
        !alike == !w->fold && create_ranks(w) && fc_stacks_create(&w->stacks, w->n_run, stack_bytes(w->n_run)) == 0)
        return w;
    fc_simulation_free(w);
    return NULL;
}

void fc_simulation_free(fc_simulation *w)
{
    if (!w)
        return;
    for (int i = 0; i < w->n_run && w->rank && w->process; i++) {
        fc_rank_free(w->rank[i]);
        free(w->process[i].repetition);
        free(w->process[i].owed);
        free(w->process[i].asked);
        free(w->process[i].polled);
        fc_message_race_free(&w->process[i]);
    }
    fc_group_free_all(w);
    fc_match_free_all(w);
    fc_traffic_free(w->traffic);
    fc_quotient_match_free(w->fold);
    fc_stacks_free(&w->stacks);
    fc_cost_cache_free(w->own_prices);
    free(w->rank);
    free(w->process);
    free(w->queue);
    free(w->undecided);
    fc_file_content_free(&w->content);
    fc_announcement_free_all(w);
    free(w);
}

int fc_simulation_n_run(const fc_simulation *w)
{
    return w->n_run;
}

const fc_rank *fc_simulation_rank(const fc_simulation *w, int i, int *stands_for)
{
    *stands_for = w->alike ? w->alike->size[i] : 1;
    return w->rank[i];
}

/* ---- scheduling ---- */

static void run_rank(void *data)
{
    fc_rank *r = data;
    fc_simulation *w = r->process->world;
    fc_launch launch = w->launch;
    launch.rank = r->process->number;
    launch.ranks = w->n_ranks;
    if (fc_rank_run(r, &launch) != FC_END_DONE && w->ending->end == FC_END_DONE)
        *w->ending = r->ending;
    if (w->fold)
        fc_quotient_match_note(r, fc_now(r));
    r->process->ended = true;
    w->n_live--;
    fc_process_go_on(w, &r->process->flow);
}

/* The undecided rank that goes on first in virtual time; *when: at which time. NULL: none. */
static fc_rank *find_earliest(fc_simulation *w, double *when)
{
    fc_rank *earliest = NULL;
    double least = INFINITY;
    int kept = 0;
    for (int i = 0; i < w->n_undecided; i++) {
        fc_rank *r = w->undecided[i];
        if (r->process->n_posted_any == 0 && !r->process->choice) {
            r->process->undecided = false;
            continue;
        }
        w->undecided[kept++] = r;
        double time = fc_match_next_decision(r);
        if (time < least || (time == least && earliest && time < INFINITY && r->launch.rank < earliest->launch.rank)) {
            least = time;
            earliest = r;
        }
    }
    w->n_undecided = kept;
    *when = least;
    return earliest;
}

/* The first rank in virtual time whose poll may go on in vain, since no event can come before it does. NULL: none, or
 * they poll in vain for too long: no event will ever come. */
static fc_rank *find_idle(const fc_simulation *w)
{
    fc_rank *first = NULL;
    for (int i = 0; i < w->n_undecided; i++) {
        fc_rank *r = w->undecided[i];
        const fc_choice *choice = r->process->choice;
        if (choice && choice->idles && r->process->n_idle < FC_POLLING_VAIN && (!first || fc_now(r) < fc_now(first)))
            first = r;
    }
    return first;
}

/* No rank can go on: processes the earliest event, a delivery by the network or an undecided rank. False: none. */
static bool decide(fc_simulation *w)
{
    double when;
    fc_rank *earliest = find_earliest(w, &when);
    if (w->traffic && !isinf(fc_traffic_next(w->traffic)) && fc_traffic_next(w->traffic) <= when)
        fc_traffic_advance(w->traffic, fc_match_deliver, w);
    else if (earliest)
        fc_match_decide(earliest);
    else if ((earliest = find_idle(w)))
        fc_process_wake(earliest);
    else
        return false;
    return true;
}

fc_end fc_simulation_run(fc_simulation *w, const fc_launch *launch, fc_ending *ending)
{
    *ending = (fc_ending){.end = FC_END_DONE};
    w->ending = ending;
    w->launch = *launch;
    w->n_live = w->n_run;
    fc_file_content_free(&w->content);
    fc_announcement_free_all(w);
    for (int i = 0; i < w->n_run; i++) {
        size_t size;
        void *stack = fc_stacks_at(&w->stacks, i, &size);
        fc_coroutine_prepare(&w->process[i].flow, stack, size, run_rank, w->rank[i]);
        fc_process_wake(w->rank[i]);
    }
    while (w->n_live > 0 && ending->end == FC_END_DONE) {
        if (w->n_queued > 0)
            fc_process_go_on(w, &w->host);
        else if (!decide(w))
            fc_deadlock_explain(w, ending);
    }
    return ending->end;
}

fc_unmatched fc_simulation_unmatched(const fc_simulation *w)
{
    fc_unmatched left = {0};
    if (w->fold)
        return fc_quotient_match_unmatched(w);
    for (int i = 0; i < w->n_run; i++)
        for (const fc_message *m = w->process[i].arrived.first; m; m = m->next) {
            if (left.n++ == 0 || m->owner->launch.rank < left.sender)
                left =
                    (fc_unmatched){left.n, m->site->file, m->site->line, m->site->operation, m->owner->launch.rank, i};
        }
    return left;
}
