/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks of an OpenMP team and their dependences (OpenMP 5.0, section 2.17.11). The latest writer and readers of each
 * array element stand in a hash table; a depend clause costs O(1) expected, a writer O(its readers). */
#include "team.h"

#include "support/hash.h"

#include <stdint.h>
#include <string.h>

int fc_task_begin(fc_rank *r, int site, int deferred)
{
    fc_rank_site(r, site);
    if (!fc_team_is_outermost(r))
        return 1;
    fc_team *team = r->team;
    int sequence = fc_team_add_sequence(r, 1), number = team->tasks.n;
    fc_team_add_event(r, FC_EVENT_TASK, number);
    fc_team_task *task = fc_team_add(r, &team->tasks, sizeof *task);
    *task = (fc_team_task){.site = site,
                           .sequence = sequence,
                           .outer_sequence = team->sequence,
                           .parent = team->task,
                           .first_after = -1,
                           .deferred = deferred};
    team->sequence = sequence;
    team->task = number;
    return 1;
}

int fc_task_end(fc_rank *r)
{
    if (!fc_team_is_outermost(r))
        return 0;
    const fc_team_task *task = fc_team_task_at(r->team, r->team->task);
    r->team->sequence = task->outer_sequence;
    r->team->task = task->parent;
    return 0;
}

static unsigned bucket_of(const fc_depend_element *element)
{
    uint64_t bits;
    memcpy(&bits, &element->index, sizeof bits);
    return (unsigned)(fc_hash_mix(bits, (uint64_t)element->memory << 32 | (unsigned)element->parent) >> 54);
}

static fc_depend_element *find_element(fc_rank *r, const fc_depend_element *wanted)
{
    fc_team *team = r->team;
    int *bucket = &team->bucket[bucket_of(wanted)];
    fc_depend_element *all = team->elements.item;
    for (int i = *bucket; i >= 0; i = all[i].next)
        if (all[i].memory == wanted->memory && all[i].parent == wanted->parent && all[i].index == wanted->index)
            return &all[i];
    fc_depend_element *fresh = fc_team_add(r, &team->elements, sizeof *fresh);
    *fresh = *wanted;
    fresh->next = *bucket;
    *bucket = team->elements.n - 1;
    return fresh;
}

static int add_link(fc_rank *r, int task, int next)
{
    fc_task_link *link = fc_team_add(r, &r->team->links, sizeof *link);
    *link = (fc_task_link){task, next};
    return r->team->links.n - 1;
}

/* The current task starts after `before` has ended. */
static void add_dependence(fc_rank *r, int before)
{
    fc_team *team = r->team;
    if (before < 0 || before == team->task)
        return;
    int after = fc_team_task_at(team, before)->first_after;
    if (after >= 0 && fc_team_link(team, after)->task == team->task)
        return;
    after = add_link(r, team->task, after);
    fc_team_task_at(team, before)->first_after = after;
    fc_team_task_at(team, team->task)->n_before++;
}

void fc_task_depends(fc_rank *r, int memory, double index, int writes)
{
    if (!fc_team_is_outermost(r))
        return;
    fc_team *team = r->team;
    const fc_team_task *task = fc_team_task_at(team, team->task);
    fc_depend_element wanted = {memory, task->parent, index, -1, -1, -1};
    fc_depend_element *element = find_element(r, &wanted);
    add_dependence(r, element->writer);
    if (!writes) {
        element->first_reader = add_link(r, team->task, element->first_reader);
        return;
    }
    for (int i = element->first_reader; i >= 0; i = fc_team_link(team, i)->next)
        add_dependence(r, fc_team_link(team, i)->task);
    element->writer = team->task;
    element->first_reader = -1;
}

void fc_task_wait(fc_rank *r)
{
    if (fc_team_is_outermost(r))
        fc_team_add_event(r, FC_EVENT_TASKWAIT, 0);
}

void fc_task_group_begin(fc_rank *r)
{
    if (fc_team_is_outermost(r))
        fc_team_add_event(r, FC_EVENT_GROUP, 0);
}

void fc_task_group_end(fc_rank *r)
{
    if (fc_team_is_outermost(r))
        fc_team_add_event(r, FC_EVENT_GROUP_END, 0);
}
