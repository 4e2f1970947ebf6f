/* SPDX-License-Identifier: Apache-2.0 */
#include "group.h"

#include "communicator.h"
#include "support/hash.h"

#include <stdlib.h>
#include <string.h>

fc_group *fc_group_create(fc_simulation *w, int size, const int *member, int present)
{
    fc_group *group = calloc(1, sizeof *group);
    if (group && member) {
        group->member = malloc((size_t)size * sizeof *member);
        if (!group->member) {
            free(group);
            return NULL;
        }
        memcpy(group->member, member, (size_t)size * sizeof *member);
    }
    if (!group)
        return NULL;
    group->context = w->n_contexts++;
    group->size = size;
    group->variant = fc_mapping_variant(&w->layout, member, size);
    group->present = group->holders = present;
    group->next = w->groups;
    if (w->groups)
        w->groups->before = group;
    w->groups = group;
    return group;
}

fc_group *fc_group_of_name(fc_rank *r, unsigned long name, int size, const int *member, int present)
{
    fc_simulation *w = r->process->world;
    fc_group *group = w->groups;
    while (group && group->name != name)
        group = group->next;
    if (!group)
        group = fc_group_create(w, size, member, present);
    if (!group)
        fc_rank_end(r, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for a group of %d ranks", size);
    group->name = name;
    return group;
}

int fc_communicator_member(const fc_communicator *of, int rank)
{
    if (of->member)
        return of->member[rank];
    return of->group ? fc_group_member(of->group, rank) : rank;
}

int fc_communicator_partner(const fc_communicator *of, int rank)
{
    return of->remote ? of->remote[rank] : fc_communicator_member(of, rank);
}

unsigned long fc_communicator_hash(unsigned long of, unsigned call, int color)
{
    return fc_hash_scramble(of + FC_HASH_GOLDEN * (1 + ((unsigned long)call << 32 | (unsigned)color)));
}
