/* SPDX-License-Identifier: Apache-2.0 */
#include "buffer_race.h"

#include "call.h"
#include "intercommunicator.h"
#include "window_race.h"

#include <stdio.h>
#include <stdlib.h>

/* A buffer in use: by a request (slot), a persistent request that is not active, or an access to a window. */
typedef struct use {
    fc_buffer buffer;
    int site;
    int slot;           /* 0: none */
    int persistent;     /* -1: none */
    int window, target; /* window -1: none */
} use;

struct fc_buffer_races {
    fc_buffer *announced; /* of the next call */
    int n_announced, announced_capacity;
    bool stay;        /* that call begins an operation */
    int root_role;    /* of this rank in that call: FC_CHECK_READS at the root, FC_CHECK_WRITES elsewhere; 0: unknown */
    bool overwritten; /* FC_CHECK_OVERWRITTEN of that call */
    bool has_window;
    fc_buffer window;
    const fc_site *window_set_at; /* where its pointer got its value */
    use *use;
    int n, capacity;
};

static struct fc_buffer_races *races_of(fc_rank *r)
{
    if (!r->setting.findings)
        return NULL;
    if (!r->buffers)
        r->buffers = calloc(1, sizeof *r->buffers);
    return r->buffers;
}

void fc_buffer_race_reset(fc_rank *r)
{
    if (r->buffers)
        *r->buffers = (struct fc_buffer_races){.use = r->buffers->use,
                                               .capacity = r->buffers->capacity,
                                               .announced = r->buffers->announced,
                                               .announced_capacity = r->buffers->announced_capacity};
}

void fc_buffer_race_free(fc_rank *r)
{
    if (r->buffers) {
        free(r->buffers->announced);
        free(r->buffers->use);
    }
    free(r->buffers);
}

static bool overlap(const fc_buffer *a, const fc_buffer *b)
{
    bool both_read = !a->writes && !b->writes;
    return a->object == b->object && a->low < b->high && b->low < a->high && !both_read;
}

static bool is_active(const use *of)
{
    return of->slot > 0 || of->window >= 0;
}

static void find(fc_rank *r, int site, const fc_site *call, fc_finding_kind kind, const char *what)
{
    const fc_site *here = fc_rank_site(r, site);
    fc_finding made = {.kind = kind,
                       .place = fc_finding_place_of(here->file, here->line, NULL),
                       .rank = r->launch.rank,
                       .ranks = r->launch.ranks};
    if (call)
        made.other = fc_finding_place_of(call->file, call->line, call->operation);
    snprintf(made.what, sizeof made.what, "%s", what);
    fc_finding_add(r->setting.findings, &made);
}

/* The statement or call at `site` uses memory that a pending operation uses. */
static void compare(fc_rank *r, int site, const fc_buffer *b)
{
    const struct fc_buffer_races *of = r->buffers;
    for (int i = 0; i < of->n; i++) {
        const use *u = &of->use[i];
        char what[400];
        if (!is_active(u) || !overlap(&u->buffer, b))
            continue;
        const fc_site *call = fc_rank_site(r, u->site);
        snprintf(what, sizeof what, "memory that %s at %s:%d %s is %s here, before the operation is completed",
                 call->operation, call->file, call->line, u->buffer.writes ? "writes" : "reads",
                 b->writes ? "written" : "read");
        find(r, site, call, FC_FINDING_BUFFER_RACE, what);
    }
}

int fc_MPI_Check_access(fc_rank *r, int site, int object, long offset, long bytes, int how)
{
    if (!races_of(r) || offset == FC_MPI_DISPLACEMENT_UNKNOWN || bytes == FC_MPI_DISPLACEMENT_UNKNOWN)
        return FC_MPI_SUCCESS;
    fc_buffer b = {object, (double)offset, (double)offset + (double)bytes, how & FC_CHECK_READS, how & FC_CHECK_WRITES};
    compare(r, site, &b);
    fc_window_race_local(r, site, &b);
    return FC_MPI_SUCCESS;
}

static bool is_valid(const fc_rank *r, double n, fc_datatype type)
{
    long number = fc_datatype_number(type);
    return n > 0 && n <= 2147483647 && (number < 0 ? fc_datatype_bytes(type) > 0 : number < r->n_bounds);
}

int fc_MPI_Check_root(fc_rank *r, int site, int root, fc_comm comm)
{
    struct fc_buffer_races *of = races_of(r);
    (void)site;
    if (!of)
        return FC_MPI_SUCCESS;
    bool is_known = root >= 0 && comm >= 0 && comm < r->n_comms && r->comm[comm].alive && !r->comm[comm].remote;
    of->root_role = !is_known ? 0 : r->comm[comm].rank == root ? FC_CHECK_READS : FC_CHECK_WRITES;
    return FC_MPI_SUCCESS;
}

/* How this rank uses a buffer; 0: it does not, or that is not known. */
static int use_of(const struct fc_buffer_races *of, int how)
{
    if (how & FC_CHECK_BROADCAST)
        return of->root_role;
    bool is_left_out = (how & FC_CHECK_ROOT) && of->root_role != FC_CHECK_READS;
    return is_left_out ? 0 : how & (FC_CHECK_READS | FC_CHECK_WRITES);
}

/* A buffer of the next call: not in use by a pending operation, nor by the call itself. */
static void announce(fc_rank *r, int site, const fc_buffer *b, int how)
{
    struct fc_buffer_races *of = r->buffers;
    for (int i = 0; i < of->n_announced; i++)
        if (overlap(&of->announced[i], b))
            find(r, site, NULL, FC_FINDING_ARGUMENT, "the buffers of this call overlap");
    if (!(how & FC_CHECK_LATER)) {
        compare(r, site, b);
        fc_window_race_local(r, site, b);
    }
    of->stay = how & FC_CHECK_STAYS;
    of->announced = fc_rank_grow(r, of->announced, &of->announced_capacity, of->n_announced, sizeof *of->announced);
    of->announced[of->n_announced++] = *b;
}

int fc_MPI_Check_buffer(fc_rank *r, int site, int object, long offset, double n, fc_datatype type, int how)
{
    struct fc_buffer_races *of = races_of(r);
    double low, high;
    if (!of)
        return FC_MPI_SUCCESS;
    if (how & FC_CHECK_FIRST)
        of->n_announced = 0;
    of->overwritten = how & FC_CHECK_OVERWRITTEN;
    int use = use_of(of, how);
    if (!use || offset == FC_MPI_DISPLACEMENT_UNKNOWN || !is_valid(r, n, type) ||
        !fc_call_span(r, site, n, type, &low, &high))
        return FC_MPI_SUCCESS;
    announce(
        r, site,
        &(fc_buffer){object, (double)offset + low, (double)offset + high, use & FC_CHECK_READS, use & FC_CHECK_WRITES},
        how);
    return FC_MPI_SUCCESS;
}

/* Bytes from one element to the next; 0: not positive, or unknown. */
static double extent_of(fc_rank *r, int site, fc_datatype type)
{
    double low, one, two;
    bool is_known = is_valid(r, 1, type) && fc_call_span(r, site, 1, type, &low, &one);
    return is_known && fc_call_span(r, site, 2, type, &low, &two) ? fmax(two - one, 0) : 0;
}

/* Adjacent blocks are one buffer. */
int fc_MPI_Check_blocks(fc_rank *r, int site, int object, long offset, const int *counts, const int *displacements,
                        fc_datatype type, fc_comm comm, int how)
{
    struct fc_buffer_races *of = races_of(r);
    if (!of)
        return FC_MPI_SUCCESS;
    if (how & FC_CHECK_FIRST)
        of->n_announced = 0;
    int use = use_of(of, how);
    bool has_comm = comm >= 0 && comm < r->n_comms && r->comm[comm].alive;
    double extent = extent_of(r, site, type), low, high;
    if (!use || !has_comm || !counts || !displacements || !extent || offset == FC_MPI_DISPLACEMENT_UNKNOWN)
        return FC_MPI_SUCCESS;
    fc_buffer block = {object, 0, 0, use & FC_CHECK_READS, use & FC_CHECK_WRITES};
    for (int i = 0; i < fc_intercommunicator_peers(&r->comm[comm]); i++) {
        if (!is_valid(r, counts[i], type) || !fc_call_span(r, site, counts[i], type, &low, &high))
            continue;
        double at = (double)offset + displacements[i] * extent;
        if (block.high > block.low && at + low != block.high)
            announce(r, site, &block, how);
        block.low = at + low == block.high && block.high > block.low ? block.low : at + low;
        block.high = at + high;
    }
    if (block.high > block.low)
        announce(r, site, &block, how);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Check_window(fc_rank *r, int site, int object, long offset, long room)
{
    struct fc_buffer_races *of = races_of(r);
    if (of && offset != FC_MPI_DISPLACEMENT_UNKNOWN) {
        of->has_window = true;
        of->window_set_at = fc_rank_site(r, site);
        of->window = (fc_buffer){object, (double)offset, INFINITY, true, true};
        if (room > 0 && room != FC_MPI_DISPLACEMENT_UNKNOWN)
            of->window.high = (double)room;
    }
    return FC_MPI_SUCCESS;
}

bool fc_buffer_race_take_window(fc_rank *r, fc_buffer *memory, const fc_site **set_at)
{
    struct fc_buffer_races *of = r->buffers;
    if (!of || !of->has_window)
        return false;
    *memory = of->window;
    *set_at = of->window_set_at;
    of->has_window = false;
    return true;
}

bool fc_buffer_race_take_overwritten(fc_rank *r)
{
    bool taken = r->buffers && r->buffers->overwritten;
    if (r->buffers)
        r->buffers->overwritten = false;
    return taken;
}

/* ---- uses ---- */

static void add(fc_rank *r, use made)
{
    struct fc_buffer_races *of = r->buffers;
    for (int i = 0; of && of->stay && i < of->n_announced; i++) {
        of->use = fc_rank_grow(r, of->use, &of->capacity, of->n, sizeof *of->use);
        made.buffer = of->announced[i];
        of->use[of->n++] = made;
    }
    if (of)
        of->n_announced = 0;
}

static void drop(struct fc_buffer_races *of, int i)
{
    of->use[i] = of->use[--of->n];
}

void fc_buffer_race_begin(fc_rank *r, int site, int slot)
{
    if (r->buffers)
        add(r, (use){.site = site, .slot = slot, .persistent = -1, .window = -1});
}

void fc_buffer_race_end(fc_rank *r, int slot)
{
    struct fc_buffer_races *of = r->buffers;
    for (int i = of ? of->n - 1 : -1; i >= 0; i--) {
        if (of->use[i].slot != slot)
            continue;
        if (of->use[i].persistent >= 0)
            of->use[i].slot = 0;
        else
            drop(of, i);
    }
}

void fc_buffer_race_keep(fc_rank *r, int site, int persistent)
{
    struct fc_buffer_races *of = r->buffers;
    for (int i = of ? of->n - 1 : -1; i >= 0; i--)
        if (of->use[i].persistent == persistent)
            drop(of, i);
    add(r, (use){.site = site, .persistent = persistent, .window = -1});
}

void fc_buffer_race_start(fc_rank *r, int site, int persistent, int slot)
{
    struct fc_buffer_races *of = r->buffers;
    for (int i = 0; of && i < of->n; i++)
        if (of->use[i].persistent == persistent) {
            fc_buffer b = of->use[i].buffer;
            compare(r, site, &b);
            of->use[i].slot = slot;
        }
}

void fc_buffer_race_access(fc_rank *r, int site, int window, int target)
{
    add(r, (use){.site = site, .persistent = -1, .window = window, .target = target});
}

void fc_buffer_race_forget(fc_rank *r)
{
    if (r->buffers)
        r->buffers->n_announced = 0;
}

void fc_buffer_race_close(fc_rank *r, int window, int target)
{
    struct fc_buffer_races *of = r->buffers;
    for (int i = of ? of->n - 1 : -1; i >= 0; i--)
        if (of->use[i].window == window && (target < 0 || of->use[i].target == target))
            drop(of, i);
}
