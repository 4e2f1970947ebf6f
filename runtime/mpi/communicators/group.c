/* SPDX-License-Identifier: Apache-2.0 */
#include "group.h"

#include "block_sizes.h"
#include "sync.h"
#include "window.h"

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
