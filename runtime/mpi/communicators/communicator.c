/* SPDX-License-Identifier: Apache-2.0 */
/* Creation of communicators, and the end of their groups. A world synchronizes all ranks of the parent. Method sum and
 * quotient execution take the members from deferred collectives (deferred.h). */
#include "communicator.h"

#include "block_sizes.h"
#include "collective_messages.h"
#include "deferred.h"
#include "fingerprint.h"
#include "intercommunicator.h"
#include "leaks.h"
#include "sync.h"
#include "window.h"

#include <stdlib.h>

fc_comm fc_communicator_add(fc_rank *r, fc_communicator made)
{
    made.variant = made.group ? made.group->variant : fc_mapping_variant(&r->layout, made.member, made.size);
    for (int i = 2; i < r->n_comms; i++)
        if (!r->comm[i].alive) {
            r->comm[i] = made;
            return i;
        }
    r->comm = fc_rank_grow(r, r->comm, &r->comm_capacity, r->n_comms, sizeof *r->comm);
    r->comm[r->n_comms] = made;
    return r->n_comms++;
}

void fc_communicator_charge(fc_rank *r, int site, fc_fit fit, fc_comm comm)
{
    fc_communicator *of = &r->comm[comm];
    fc_arrival arrival = {of, of->rank, {fit, of->size, 0, FC_MPI_BYTE, of->variant}, FC_SYNC_ALL, FC_MPI_ANY_SOURCE};
    if (r->process && !of->is_spawned && fc_collective_messages_apply(r, &arrival))
        fc_collective_messages_run(r, site, &arrival);
    else if (fc_call_is_charged(r, fit))
        fc_call_charge(r, site, arrival.transfer);
}

/* The new communicator has the same ranks as the parent, and each rank knows it without communication. */
static bool is_copy(const fc_communicator *of, const fc_communicator *made)
{
    return made->size == of->size && made->member == of->member;
}

/* The subcommunicator of this rank's color, from a deferred split. */
static const fc_subcomm *split_deferred(fc_rank *r, int site, const fc_communicator *of, fc_communicator *made,
                                        const int color_and_key[2])
{
    const fc_subcomm *part = fc_deferred_split(r, site, of, color_and_key, &made->rank);
    made->size = part ? part->size : 0;
    made->member = part ? part->member : NULL;
    return part;
}

/* Quotient execution: equivalent subcommunicators share a group, and so do duplicates of a group. */
static fc_group *shared_group(fc_rank *r, const fc_communicator *of, const fc_communicator *made,
                              const fc_subcomm *part)
{
    const fc_group *group = of->group;
    if (part)
        return fc_group_of_name(r, part->class_name, part->size, part->member, part->present);
    unsigned long name = fc_communicator_hash(made->kind, group->context, 0);
    return is_copy(of, made) ? fc_group_of_name(r, name, group->size, group->member, group->present) : NULL;
}

/* Collective over `from`: sets group, name and, where not yet known, the members of *made. Rank classes need the
 * members of all subcommunicators (classes.h), so fingerprints and quotient execution always split. */
static void split(fc_rank *r, int site, fc_comm from, fc_communicator *made, const int color_and_key[2])
{
    fc_communicator *of = &r->comm[from];
    if (of->is_spawned) { /* its other ranks are not known */
        *made = *of;
        return;
    }
    bool serves = fc_deferred_applies(r), folded = serves && r->process;
    bool asks = made->size == 0 || ((r->fingerprint || folded) && !is_copy(of, made));
    const fc_subcomm *part = serves && asks ? split_deferred(r, site, of, made, color_and_key) : NULL;
    made->kind = fc_communicator_hash(of->kind, of->exchanges, 0);
    made->context = fc_communicator_hash(of->context, of->exchanges++, color_and_key[0]);
    made->collective_calls = made->exchanges = 0;
    if (folded) {
        fc_sync_split_quotient(r, site, of);
        made->group = made->rank == FC_MPI_NUMBER_UNKNOWN ? NULL : shared_group(r, &r->comm[from], made, part);
    } else if (r->process) {
        made->group = fc_sync_split(r, site, of, color_and_key, &made->rank);
        made->size = made->group ? made->group->size : 0;
    }
}

fc_comm fc_communicator_split(fc_rank *r, int site, fc_comm from, fc_communicator made, const int color_and_key[2])
{
    split(r, site, from, &made, color_and_key);
    made.made_at = 1 + site;
    if (made.rank == FC_MPI_NUMBER_UNKNOWN) {
        if (r->fingerprint)
            fc_fingerprint_add(r, (const double[]){site, FC_MPI_NUMBER_UNKNOWN}, 2);
        fc_communicator_charge(r, site, FC_FIT_COMM_DUP, from);
        return FC_MPI_COMM_UNKNOWN;
    }
    if (made.group)
        made.group->made_by = fc_rank_site(r, site);
    fc_comm added = color_and_key[0] == FC_MPI_UNDEFINED ? FC_MPI_COMM_NULL : fc_communicator_add(r, made);
    if (r->fingerprint && added == FC_MPI_COMM_NULL)
        fc_fingerprint_add(r, (const double[]){site}, 1);
    else if (r->fingerprint)
        fc_fingerprint_add(r, (const double[]){site, made.size, (double)r->comm[added].variant}, 3);
    if (added != FC_MPI_COMM_NULL)
        fc_communicator_charge(r, site, FC_FIT_COMM_DUP, added);
    return added;
}

fc_comm fc_communicator_duplicate(fc_rank *r, int site, fc_comm from)
{
    fc_communicator copy = r->comm[from];
    fc_call_require_simulated(r, &copy, fc_rank_site(r, site));
    split(r, site, from, &copy, (const int[2]){0, copy.rank});
    copy.made_at = 0;
    return fc_communicator_add(r, copy);
}

/* Other ranks whose numbers are static may know the size of theirs without asking: this rank then asks none either. */
fc_comm fc_communicator_split_unknown(fc_rank *r, int site, fc_comm from, bool asks)
{
    fc_communicator made = {.alive = true, .n_dims = -1};
    if (!asks)
        made = r->comm[from];
    made.rank = FC_MPI_NUMBER_UNKNOWN;
    return fc_communicator_split(r, site, from, made, (const int[2]){FC_MPI_NUMBER_UNKNOWN, FC_MPI_NUMBER_UNKNOWN});
}

int fc_MPI_Comm_free(fc_rank *r, int site, fc_comm *comm)
{
    if (!comm || *comm == FC_MPI_COMM_UNKNOWN) {
        fc_leaks_note_unknown(r, FC_OBJECT_COMMUNICATOR);
        return FC_MPI_SUCCESS;
    }
    fc_call_comm(r, site, *comm);
    if (*comm == FC_MPI_COMM_WORLD || *comm == FC_MPI_COMM_SELF)
        fc_call_refuse(r, site, "a predefined communicator cannot be freed");
    r->comm[*comm].alive = false;
    fc_leaks_note_free(r, r->comm[*comm].made_at, site);
    if (fc_intercommunicator_is(&r->comm[*comm])) /* both have the same group */
        r->comm[r->comm[*comm].whole].alive = false;
    if (r->process && !r->comm[*comm].is_spawned)
        fc_group_release(r->process->world, r->comm[*comm].group);
    *comm = FC_MPI_COMM_NULL;
    return FC_MPI_SUCCESS;
}

/* ---- the end of a group, with what it owns: its collectives, sizes of blocks and window ---- */

static void free_group(fc_group *group)
{
    fc_sync_free_all(group);
    fc_block_sizes_free(group->block_sizes);
    fc_shared_window_free(group->exposure);
    free(group->member);
    free(group);
}

void fc_group_release(fc_simulation *w, fc_group *group)
{
    if (--group->holders > 0)
        return;
    if (group->before)
        group->before->next = group->next;
    else
        w->groups = group->next;
    if (group->next)
        group->next->before = group->before;
    free_group(group);
}

void fc_group_free_all(fc_simulation *w)
{
    while (w->groups) {
        fc_group *group = w->groups;
        w->groups = group->next;
        free_group(group);
    }
}
