/* SPDX-License-Identifier: Apache-2.0 */
/* Synchronization of windows: fences, locks, flushes (MPI 3.1, section 11.5). mpi_window.h and window.h state their
 * costs. */
#include "dependence.h"
#include "message.h"
#include "window.h"
#include "window_race.h"

/* Waits [s, virtual] for accesses or a lock; the time counts as the call's own, not as waiting. */
static void wait_until(fc_rank *r, int site, const fc_window *window, double end)
{
    fc_call_advance(r, site, end, INFINITY, window->error);
}

/* ---- fence ---- */

int fc_MPI_Win_fence(fc_rank *r, int site, int assertion, fc_mpi_window window)
{
    fc_window *of = fc_window_of(r, site, window);
    fc_communicator *comm = &r->comm[of->comm];
    if (of->n_held > 0 || of->started.open || of->posted.open)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "another epoch is open: call %s first",
                     of->n_held > 0     ? "MPI_Win_unlock"
                     : of->started.open ? "MPI_Win_complete"
                                        : "MPI_Win_wait");
    if (of->locked_at)
        fc_call_find(r, of->locked_at - 1, (fc_defect){FC_FINDING_EPOCH, fc_rank_site(r, site)},
                     "it opens an epoch between two fences, the first without MPI_MODE_NOSUCCEED");
    of->locked_at = 0;
    if ((assertion & FC_MPI_MODE_NOPRECEDE) && of->n_fenced > 0)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL},
                     "MPI_MODE_NOPRECEDE is wrong: accesses precede this fence");
    fc_window_race_end(r, of, -1);
    fc_buffer_race_close(r, window, -1);
    if (r->process) {
        fc_sync_part there = fc_sync_barrier(r, site, comm, fc_window_access_complete_all);
        fc_sync_leave(&there);
        wait_until(r, site, of, fc_window_shared(r, of)->part[comm->rank].until);
    }
    of->n_fenced = 0;
    of->fenced = !(assertion & FC_MPI_MODE_NOSUCCEED);
    return fc_MPI_Barrier(r, site, of->comm);
}

/* ---- the end of accesses ---- */

/* Waits for the accesses to the target, -1: all; until they are over, or only until the origin's buffers are free. */
static void end_accesses(fc_rank *r, int site, fc_window *of, int target, bool over)
{
    double until = 0;
    int left = 0;
    for (int i = 0; i < of->n_under_way; i++) {
        fc_pending_access *at = &of->under_way[i];
        bool concerned = target < 0 || at->target == target;
        if (concerned)
            until = fmax(until, over ? at->over : at->local);
        if (!concerned || !over)
            of->under_way[left++] = *at;
    }
    of->n_under_way = left;
    fc_buffer_race_close(r, (int)(of - r->window) + 1, target);
    if (over)
        fc_window_race_end(r, of, target);
    if (r->process)
        wait_until(r, site, of, until);
}

static int flush(fc_rank *r, int site, int target, fc_mpi_window window, bool over)
{
    fc_window *of = fc_window_of(r, site, window);
    if (target >= 0)
        fc_window_check_target(r, site, of, target);
    if (target >= 0 ? !fc_window_held(of, target) && !fc_window_held(of, -1) : of->n_held == 0)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL},
                     "there is no lock: call MPI_Win_lock or MPI_Win_lock_all first");
    end_accesses(r, site, of, target, over);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Win_flush(fc_rank *r, int site, int target, fc_mpi_window window)
{
    return flush(r, site, target, window, true);
}

int fc_MPI_Win_flush_all(fc_rank *r, int site, fc_mpi_window window)
{
    return flush(r, site, -1, window, true);
}

int fc_MPI_Win_flush_local(fc_rank *r, int site, int target, fc_mpi_window window)
{
    return flush(r, site, target, window, false);
}

int fc_MPI_Win_flush_local_all(fc_rank *r, int site, fc_mpi_window window)
{
    return flush(r, site, -1, window, false);
}

int fc_MPI_Win_sync(fc_rank *r, int site, fc_mpi_window window)
{
    fc_window_of(r, site, window);
    return FC_MPI_SUCCESS;
}

/* ---- locks ---- */

/* The variant of messages to the target; -1, all: ANY. */
static fc_variant variant_of(const fc_rank *r, const fc_window *of, int target)
{
    return fc_call_variant(r, &r->comm[of->comm], target);
}

/* Charges an empty message by one fit, under method sum. */
static void pay_empty(fc_rank *r, int site, const fc_window *of, fc_fit fit, int target)
{
    fc_call_charge(r, site, (fc_transfer){fit, 2, 0, FC_MPI_BYTE, variant_of(r, of, target)});
}

static const fc_message_price *empty_price(fc_rank *r, const fc_window *of, int target)
{
    fc_simulation *w = r->process->world;
    return fc_message_price_of(&w->message_prices, &w->setting, 0, FC_MPI_BYTE, variant_of(r, of, target));
}

/* Transfer time of an empty message to or from the target [s, weighted]; target -1: the lock of all ranks, without the
 * network's latency. */
static double way(fc_rank *r, int site, const fc_window *of, int target)
{
    fc_simulation *w = r->process->world;
    double seconds = fc_message_cost(r, site, empty_price(r, of, target), FC_FIT_SINGLE), gap = 0;
    if (!w->layout.network || target < 0)
        return seconds;
    fc_path path = fc_mapping_path(&w->layout, r->launch.rank, fc_group_member(r->comm[of->comm].group, target));
    return seconds + r->weight * fc_mapping_extra_time(&w->layout, &path, 0, &gap);
}

static int lock(fc_rank *r, int site, fc_held_lock wanted, fc_mpi_window window)
{
    fc_window *of = fc_window_of(r, site, window);
    bool twice = wanted.target < 0 ? of->n_held > 0 : fc_window_held(of, wanted.target) || fc_window_held(of, -1);
    if (twice)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "this rank already holds the lock");
    if (of->started.open || of->n_fenced > 0)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "another epoch is open: call %s first",
                     of->started.open ? "MPI_Win_complete" : "MPI_Win_fence");
    if (wanted.is_checked && r->process) {
        fc_dependence_event(r);
        double there = way(r, site, of, wanted.target);
        fc_message_yield(r, site);
        double given = fc_window_lock_acquire(r, site, fc_window_shared(r, of), &wanted, fc_now(r) + there);
        fc_call_advance(r, site, given + there, 2 * there, of->error);
        fc_dependence_end(r);
    } else if (wanted.is_checked) {
        pay_empty(r, site, of, FC_FIT_SINGLE, wanted.target);
        pay_empty(r, site, of, FC_FIT_SINGLE, wanted.target);
    }
    fc_window_race_lock(r, of);
    if (of->fenced && !of->locked_at)
        of->locked_at = 1 + site;
    of->held = fc_rank_grow(r, of->held, &of->held_capacity, of->n_held, sizeof *of->held);
    of->held[of->n_held++] = wanted;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Win_lock(fc_rank *r, int site, int type, int target, int assertion, fc_mpi_window window)
{
    if (type != FC_MPI_LOCK_EXCLUSIVE && type != FC_MPI_LOCK_SHARED)
        fc_call_refuse(r, site, "lock type %d is neither MPI_LOCK_EXCLUSIVE nor MPI_LOCK_SHARED", type);
    if (target == FC_MPI_PROC_NULL)
        return FC_MPI_SUCCESS;
    fc_window_check_target(r, site, fc_window_of(r, site, window), target);
    return lock(r, site, (fc_held_lock){target, type == FC_MPI_LOCK_EXCLUSIVE, !(assertion & FC_MPI_MODE_NOCHECK)},
                window);
}

int fc_MPI_Win_lock_all(fc_rank *r, int site, int assertion, fc_mpi_window window)
{
    return lock(r, site, (fc_held_lock){-1, false, !(assertion & FC_MPI_MODE_NOCHECK)}, window);
}

static int unlock(fc_rank *r, int site, int target, fc_mpi_window window)
{
    fc_window *of = fc_window_of(r, site, window);
    fc_held_lock *held = fc_window_held(of, target);
    if (!held && target < 0)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "there is no preceding MPI_Win_lock_all");
    if (!held)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "rank %d is not locked", target);
    fc_held_lock was = *held;
    *held = of->held[--of->n_held];
    end_accesses(r, site, of, target, true);
    if (r->process) {
        if (was.is_checked) {
            fc_message_yield(r, site);
            fc_window_lock_release(fc_window_shared(r, of), &was, fc_now(r) + way(r, site, of, was.target));
        }
        const fc_message_price *price = empty_price(r, of, was.target);
        double seconds = fc_message_cost(r, site, price, FC_FIT_POST);
        fc_call_advance(r, site, fc_now(r) + seconds, seconds, price->error[FC_FIT_POST]);
    } else
        pay_empty(r, site, of, FC_FIT_POST, target);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Win_unlock(fc_rank *r, int site, int target, fc_mpi_window window)
{
    if (target == FC_MPI_PROC_NULL)
        return FC_MPI_SUCCESS;
    fc_window_check_target(r, site, fc_window_of(r, site, window), target);
    return unlock(r, site, target, window);
}

int fc_MPI_Win_unlock_all(fc_rank *r, int site, fc_mpi_window window)
{
    return unlock(r, site, -1, window);
}
