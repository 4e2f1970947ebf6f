/* SPDX-License-Identifier: Apache-2.0 */
/* Locks of windows: holders and the queue of requests (window.h). */
#include "window.h"

static bool overlap(int a, int b)
{
    return a == b || a < 0 || b < 0;
}

/* No conflicting lock is held. */
static bool is_free(const fc_shared_window *e, const fc_lock_wait *wait)
{
    if (wait->target < 0)
        return e->n_exclusive == 0;
    const fc_window_part *part = &e->part[wait->target];
    return !part->is_exclusive && (!wait->is_exclusive || (part->n_shared == 0 && e->n_all == 0));
}

/* No earlier request for an overlapping lock waits. */
static bool is_first(const fc_shared_window *e, const fc_lock_wait *wait)
{
    const fc_lock_wait *at = e->waiting;
    while (at != wait && (at->given || !overlap(at->target, wait->target)))
        at = at->next;
    return at == wait;
}

/* Grants the requests that can be granted and wakes their ranks; the rank of `own` runs already. */
static void grant_all(fc_shared_window *e, const fc_lock_wait *own)
{
    for (fc_lock_wait *wait = e->waiting; wait; wait = wait->next)
        if (!wait->given && is_free(e, wait) && is_first(e, wait)) {
            fc_window_part *part = wait->target < 0 ? NULL : &e->part[wait->target];
            double free_at = !part ? e->exclusive_until : part->exclusive_until;
            if (wait->is_exclusive)
                free_at = fmax(free_at, fmax(part->shared_until, e->all_until));
            wait->at = fmax(wait->asked, free_at);
            wait->given = true;
            if (!part) {
                e->n_all++;
            } else if (wait->is_exclusive) {
                part->is_exclusive = true;
                e->n_exclusive++;
            } else {
                part->n_shared++;
            }
            if (wait != own)
                fc_process_wake(wait->rank);
        }
}

static void dequeue(fc_shared_window *e, const fc_lock_wait *wait)
{
    fc_lock_wait **at = &e->waiting;
    while (*at != wait)
        at = &(*at)->next;
    *at = wait->next;
}

double fc_window_lock_acquire(fc_rank *r, int site, fc_shared_window *exposure, const fc_held_lock *wanted,
                              double asked)
{
    fc_process *p = r->process;
    fc_lock_wait wait = {.rank = r, .target = wanted->target, .is_exclusive = wanted->is_exclusive, .asked = asked};
    fc_lock_wait **at = &exposure->waiting;
    while (*at && (*at)->asked <= asked)
        at = &(*at)->next;
    wait.next = *at;
    *at = &wait;
    grant_all(exposure, &wait);
    if (!wait.given) {
        p->waits_for_lock = true;
        fc_process_wait(r, fc_rank_site(r, site));
        p->waits_for_lock = false;
    }
    dequeue(exposure, &wait);
    return wait.at;
}

void fc_window_lock_release(fc_shared_window *e, const fc_held_lock *held, double at)
{
    fc_window_part *part = held->target < 0 ? NULL : &e->part[held->target];
    if (!part) {
        e->n_all--;
        e->all_until = fmax(e->all_until, at);
    } else if (held->is_exclusive) {
        part->is_exclusive = false;
        e->n_exclusive--;
        part->exclusive_until = fmax(part->exclusive_until, at);
        e->exclusive_until = fmax(e->exclusive_until, at);
    } else {
        part->n_shared--;
        part->shared_until = fmax(part->shared_until, at);
    }
    grant_all(e, NULL);
}
