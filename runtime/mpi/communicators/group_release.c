/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a group, with what it owns: its collectives, sizes of blocks and window. */
#include "group.h"

#include "block_sizes.h"
#include "sync.h"
#include "window.h"

#include <stdlib.h>

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
