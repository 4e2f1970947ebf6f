/* SPDX-License-Identifier: Apache-2.0 */
/* Post, start, complete, wait on windows (MPI 3.1, section 11.5.2), simulated by empty messages on the window's own
 * communicator. */
#include "communicator.h"
#include "polling.h"
#include "support/hash.h"
#include "sync.h"
#include "window.h"
#include "window_race.h"

enum {
    POSTED_TAG = FC_SYNC_LANES * FC_SYNC_TAGS, /* above those of collectives */
    COMPLETE_TAG
};

static fc_envelope signal(const fc_window *of, int peer, int tag)
{
    return (fc_envelope){.type = FC_MPI_BYTE, .peer = peer, .tag = tag, .comm = of->comm, .purpose = FC_PURPOSE_STEP};
}

static fc_transfer empty_to(const fc_rank *r, const fc_window *of, fc_fit fit, int peer)
{
    return (fc_transfer){fit, 2, 0, FC_MPI_BYTE, fc_call_variant(r, &r->comm[of->comm], peer)};
}

static void signal_all(fc_rank *r, int site, const fc_window *of, const fc_window_group *partners, int tag)
{
    for (int i = 0; i < partners->n; i++)
        if (r->process)
            fc_message_send(r, site, signal(of, partners->rank[i], tag), FC_SEND_BUFFERED);
        else
            fc_call_charge(r, site, empty_to(r, of, FC_FIT_SEND, partners->rank[i]));
}

static void await_all(fc_rank *r, int site, const fc_window *of, const fc_window_group *partners, int tag)
{
    for (int i = 0; i < partners->n; i++)
        if (r->process)
            fc_message_receive(r, site, signal(of, partners->rank[i], tag), NULL);
        else
            fc_call_charge(r, site, empty_to(r, of, FC_FIT_SINGLE, partners->rank[i]));
}

static int place_in_window(fc_rank *r, int site, const fc_window *of, int member)
{
    const fc_communicator *comm = &r->comm[of->comm];
    for (int i = 0; i < comm->size; i++)
        if (fc_communicator_member(comm, i) == member)
            return i;
    fc_call_refuse(r, site, "rank %d of MPI_COMM_WORLD is in the group, but not in the window", member);
}

static void list_partners(fc_rank *r, int site, const fc_window *of, fc_mpi_group group, fc_window_group *out)
{
    const fc_members *members = fc_communicator_members(r, site, group);
    out->n = 0;
    for (int i = 0; i < members->n; i++) {
        out->rank = fc_rank_grow(r, out->rank, &out->capacity, out->n, sizeof *out->rank);
        out->rank[out->n++] = place_in_window(r, site, of, members->rank[i]);
    }
    out->open = true;
}

int fc_MPI_Win_post(fc_rank *r, int site, fc_mpi_group group, int assertion, fc_mpi_window window)
{
    fc_window *of = fc_window_of(r, site, window);
    if (of->posted.open)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL},
                     "the window is already posted: call MPI_Win_wait first");
    list_partners(r, site, of, group, &of->posted);
    if (!(assertion & FC_MPI_MODE_NOCHECK))
        signal_all(r, site, of, &of->posted, POSTED_TAG);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Win_start(fc_rank *r, int site, fc_mpi_group group, int assertion, fc_mpi_window window)
{
    fc_window *of = fc_window_of(r, site, window);
    if (of->started.open || of->n_held > 0 || of->n_fenced > 0)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "another epoch is open: call %s first",
                     of->started.open ? "MPI_Win_complete"
                     : of->n_held > 0 ? "MPI_Win_unlock"
                                      : "MPI_Win_fence");
    list_partners(r, site, of, group, &of->started);
    if (!(assertion & FC_MPI_MODE_NOCHECK))
        await_all(r, site, of, &of->started, POSTED_TAG);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Win_complete(fc_rank *r, int site, fc_mpi_window window)
{
    fc_window *of = fc_window_of(r, site, window);
    if (!of->started.open)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "there is no preceding MPI_Win_start");
    double until = 0;
    for (int i = 0; i < of->n_under_way; i++)
        until = fmax(until, of->under_way[i].local);
    of->n_under_way = 0;
    fc_buffer_race_close(r, window, -1);
    fc_window_race_end(r, of, -1);
    if (r->process)
        fc_call_advance(r, site, until, INFINITY, of->error);
    signal_all(r, site, of, &of->started, COMPLETE_TAG);
    of->started.open = false;
    return FC_MPI_SUCCESS;
}

static fc_window *posted_window(fc_rank *r, int site, fc_mpi_window window)
{
    fc_window *of = fc_window_of(r, site, window);
    if (!of->posted.open)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "there is no preceding MPI_Win_post");
    return of;
}

int fc_MPI_Win_wait(fc_rank *r, int site, fc_mpi_window window)
{
    fc_window *of = posted_window(r, site, window);
    const fc_shared_window *exposure = fc_window_shared(r, of);
    await_all(r, site, of, &of->posted, COMPLETE_TAG);
    if (exposure)
        fc_call_advance(r, site, exposure->part[r->comm[of->comm].rank].last_in, INFINITY, of->error);
    of->posted.open = false;
    return FC_MPI_SUCCESS;
}

/* All ranks of the group have called MPI_Win_complete. */
static bool all_complete(fc_rank *r, int site, const fc_window *of)
{
    for (int i = 0; i < of->posted.n; i++) {
        fc_envelope wanted = signal(of, of->posted.rank[i], COMPLETE_TAG);
        if (!fc_message_iprobe(r, site, &wanted, NULL, NULL))
            return false;
    }
    return true;
}

/* A repeated unsuccessful test waits (polling.h). */
int fc_MPI_Win_test(fc_rank *r, int site, fc_mpi_window window, int *flag)
{
    fc_window *of = posted_window(r, site, window);
    bool done = !r->process || all_complete(r, site, of) ||
                fc_polling_repeats(r, fc_hash_mix((unsigned)site, (unsigned)window));
    fc_call_store(flag, done);
    return done ? fc_MPI_Win_wait(r, site, window) : FC_MPI_SUCCESS;
}
