/* SPDX-License-Identifier: Apache-2.0 */
/* The table of windows of a rank, and its checks. */
#include "window.h"
#include "communicator.h"
#include "delivery.h"
#include "fingerprint.h"
#include "window_race.h"

#include <stdlib.h>

fc_window *fc_window_of(fc_rank *r, int site, fc_mpi_window window)
{
    if (window == FC_MPI_WIN_UNKNOWN)
        fc_call_lack(r, site, "the window depends on data");
    if (window == FC_MPI_WIN_NULL)
        fc_call_refuse(r, site, "the window is MPI_WIN_NULL");
    if (window < 1 || window > r->n_windows || !r->window[window - 1].alive)
        fc_call_refuse(r, site, "the window was freed or never made");
    return &r->window[window - 1];
}

void fc_window_check_target(fc_rank *r, int site, const fc_window *window, int target)
{
    int size = r->comm[window->comm].size;
    if (target == FC_MPI_RANK_UNKNOWN && r->process)
        fc_rank_end(r, FC_END_UNKNOWN, "Predict with --method sum, which does not need it.",
                    "the target of %s depends on data", fc_rank_site(r, site)->operation);
    if (target != FC_MPI_RANK_UNKNOWN && (target < 0 || target >= size))
        fc_call_refuse(r, site, "target %d is not in a window of %d ranks", target, size);
}

void fc_window_reset(fc_rank *r)
{
    for (int i = 0; i < r->n_windows; i++) {
        free(r->window[i].posted.rank);
        free(r->window[i].started.rank);
        free(r->window[i].held);
        free(r->window[i].under_way);
    }
    r->n_windows = 0;
}

/* Creation, release and queries of windows, collective over a communicator (MPI 3.1, section 11.2). Creation and
 * release are charged as a barrier each. */

static fc_shared_window *create_exposure(fc_rank *r, fc_group *group)
{
    fc_shared_window *made = group->exposure;
    if (!made) {
        made = calloc(1, sizeof *made);
        fc_window_part *part = calloc((size_t)group->size, sizeof *part);
        if (!made || !part) {
            free(made);
            free(part);
            fc_rank_end(r, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for a window of %d ranks", group->size);
        }
        made->size = group->size;
        made->part = part;
        group->exposure = made;
    }
    return made;
}

/* Takes the window's memory as announced: an object that has its bytes. */
static void check_memory(fc_rank *r, int site, double bytes, fc_buffer *memory)
{
    const fc_site *set_at = NULL;
    if (!fc_buffer_race_take_window(r, memory, &set_at) || bytes <= 0 || isinf(bytes))
        return;
    bool is_apart = set_at->line != fc_rank_site(r, site)->line;
    fc_defect defect = {FC_FINDING_ARGUMENT, is_apart ? set_at : NULL};
    if (memory->object == FC_CHECK_NOWHERE)
        fc_call_find(r, site, defect, "its memory of %.17g bytes is NULL or not set", bytes);
    else if (memory->low + bytes > memory->high)
        fc_call_find(r, site, defect, "it has %.17g bytes, but its memory only %.17g", bytes,
                     memory->high - memory->low);
}

static fc_mpi_window add(fc_rank *r, int site, fc_comm comm, double bytes)
{
    int slot = 0;
    while (slot < r->n_windows && r->window[slot].alive)
        slot++;
    r->window = fc_rank_grow(r, r->window, &r->window_capacity, slot, sizeof *r->window);
    if (slot == r->n_windows)
        r->window[r->n_windows++] = (fc_window){0};
    fc_window *window = &r->window[slot];
    window->alive = true;
    window->comm = comm;
    window->made_at = site;
    window->fenced = false;
    window->locked_at = 0;
    fc_buffer memory = {.object = -1};
    check_memory(r, site, bytes, &memory);
    window->object = memory.object;
    window->base = memory.low;
    window->n_fenced = window->n_held = window->n_under_way = 0;
    window->posted.open = window->started.open = false;
    return slot + 1;
}

static int make(fc_rank *r, int site, fc_window_part own, fc_comm comm, fc_mpi_window *made)
{
    fc_call_comm(r, site, comm);
    if (own.unit == FC_MPI_COUNT_UNKNOWN) {
        own.unit = 1;
        own.bytes = INFINITY;
    }
    if (own.bytes < 0)
        fc_call_refuse(r, site, "the size of the window is negative: %.17g bytes", own.bytes);
    if (own.unit <= 0)
        fc_call_refuse(r, site, "the displacement unit is not positive: %d", own.unit);
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, "ranks access each other's windows");
    fc_delivery_require(r, site, own.memory != NULL);
    own.room = own.memory ? fc_memory_room(r, own.memory) : 0;
    fc_comm copy = fc_communicator_duplicate(r, site, comm);
    if (r->process)
        create_exposure(r, r->comm[copy].group)->part[r->comm[copy].rank] = own;
    fc_MPI_Barrier(r, site, copy);
    fc_mpi_window window = add(r, site, copy, own.bytes);
    fc_call_store(made, window);
    return FC_MPI_SUCCESS;
}

static double known(long bytes)
{
    return bytes == FC_MPI_DISPLACEMENT_UNKNOWN ? INFINITY : (double)bytes;
}

int fc_MPI_Win_create(fc_rank *r, int site, long bytes, int unit, fc_comm comm, fc_mpi_window *made)
{
    fc_window_part own = {.memory = fc_delivery_take_p2p_buffers(r, site).out, .bytes = known(bytes), .unit = unit};
    return make(r, site, own, comm, made);
}

int fc_MPI_Win_allocate(fc_rank *r, int site, long bytes, int unit, fc_comm comm, void *base, fc_mpi_window *made)
{
    bool is_read = fc_delivery_take_p2p_buffers(r, site).out != NULL;
    fc_window_part own = {.bytes = known(bytes), .unit = unit};
    if (is_read && isinf(own.bytes))
        fc_call_lack(r, site, "control flow depends on a window whose size depends on data");
    if (is_read)
        own.memory = fc_memory_keep(r, fmax(own.bytes, 1));
    if (base && fc_is_memory(base))
        *(void **)base = is_read ? own.memory : (char *)r; /* a valid pointer to memory that is never read */
    return make(r, site, own, comm, made);
}

int fc_MPI_Win_allocate_shared(fc_rank *r, int site, long bytes, int unit, fc_comm comm, void *base,
                               fc_mpi_window *made)
{
    return fc_MPI_Win_allocate(r, site, bytes, unit, comm, base, made);
}

int fc_MPI_Win_create_dynamic(fc_rank *r, int site, fc_comm comm, fc_mpi_window *made)
{
    return make(r, site, (fc_window_part){.bytes = INFINITY, .unit = 1}, comm, made);
}

/* A collective call: no rank frees the window before all have called it (MPI 3.1, section 11.2.5). */
int fc_MPI_Win_free(fc_rank *r, int site, fc_mpi_window *window)
{
    if (!window)
        return FC_MPI_SUCCESS;
    fc_window *of = fc_window_of(r, site, *window);
    if (of->n_held > 0 || of->started.open || of->posted.open || of->n_fenced > 0)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "the window is freed %s",
                     of->n_held > 0     ? "while it is locked"
                     : of->started.open ? "before MPI_Win_complete"
                     : of->posted.open  ? "before MPI_Win_wait"
                                        : "before MPI_Win_fence has ended its accesses");
    fc_comm comm = of->comm;
    fc_MPI_Barrier(r, site, comm);
    of->alive = false;
    *window = FC_MPI_WIN_NULL;
    return fc_MPI_Comm_free(r, site, &comm);
}

int fc_MPI_Win_get_group(fc_rank *r, int site, fc_mpi_window window, fc_mpi_group *made)
{
    return fc_MPI_Comm_group(r, site, fc_window_of(r, site, window)->comm, made);
}

/* The queried rank; for MPI_PROC_NULL the first with a non-empty window. */
static int queried(fc_rank *r, int site, const fc_window *of, const fc_shared_window *exposure, int rank)
{
    if (rank != FC_MPI_PROC_NULL) {
        fc_window_check_target(r, site, of, rank);
        return rank;
    }
    rank = 0;
    while (rank + 1 < exposure->size && exposure->part[rank].bytes == 0)
        rank++;
    return rank;
}

int fc_MPI_Win_shared_query(fc_rank *r, int site, fc_mpi_window window, int rank, long *bytes, int *unit, void *base)
{
    const fc_window *of = fc_window_of(r, site, window);
    const fc_shared_window *exposure = fc_window_shared(r, of);
    fc_delivery_require(r, site, bytes || unit || fc_delivery_take_p2p_buffers(r, site).out);
    if (base && fc_is_memory(base))
        *(void **)base = (char *)r; /* a valid pointer to memory that is never read */
    if (!exposure)
        return FC_MPI_SUCCESS;
    const fc_window_part *part = &exposure->part[queried(r, site, of, exposure, rank)];
    if (bytes && isinf(part->bytes))
        fc_call_lack(r, site, "the size of the window depends on data");
    if (bytes)
        *bytes = (long)part->bytes;
    fc_call_store(unit, part->unit);
    if (base && (part->memory || part->bytes == 0))
        *(void **)base = part->bytes == 0 ? NULL : part->memory;
    return FC_MPI_SUCCESS;
}
