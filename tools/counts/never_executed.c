/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/never_executed.h"

#include "analyzer/binding/control.h"
#include "analyzer/model/node_removal.h"
#include "tools/counts/count_annotation.h"

#include <stdlib.h>

/* Sums over all runs: how often a branch or loop was entered, and how often it was taken or iterated. */
typedef struct visits {
    double entries, count;
} visits;

static visits visits_of(const fc_profile *profile, int node)
{
    visits all = {0, 0};
    for (size_t i = 0; i < profile->n_runs; i++) {
        double entries = fc_profile_entries(&profile->run[i], node);
        all.entries += entries;
        all.count += entries * fc_profile_mean(&profile->run[i], node);
    }
    return all;
}

static bool is_counted(const fc_profile *profile, int node)
{
    static const fc_profile_request any = {0};
    return fc_profile_select(profile, node, &any) != NULL;
}

/* The parts of a branch or loop that never ran. */
typedef struct idle {
    fc_node *node;
    bool first, second; /* the arms of an if; the body of a loop is the first */
} idle;

static idle idle_of(const fc_control *control, const fc_profile *profile, fc_node *node)
{
    idle found = {node, false, false};
    bool is_loop = node->kind == FC_FOR || node->kind == FC_WHILE;
    if ((!is_loop && node->kind != FC_IF) || !fc_control_owner(control, node) || !is_counted(profile, node->id) ||
        fc_count_annotation_exists(node))
        return found;
    bool is_dynamic = is_loop ? fc_control_dynamic_loop_decision(control, node) != NULL
                              : !fc_control_is_static(control, node->child[0]);
    visits of = visits_of(profile, node->id);
    found.first = is_dynamic && of.count == 0;
    found.second = is_dynamic && !is_loop && node->child[2] && of.count == of.entries;
    return found;
}

/* Removes an arm, or the body of a loop, if it is removable. A break out of a surrounding loop stays: then the loop's
 * bound gives the trip count (fc_control_bound). True: it was removed. */
static bool remove_part(fc_node *part, bool is_body)
{
    bool removed = part->kind != FC_EMPTY && fc_node_removal_is_possible(part, !is_body);
    if (removed)
        fc_node_removal_empty(part, NULL);
    return removed;
}

static bool remove_parts(const idle *from)
{
    fc_node *node = from->node; /* empty if a surrounding part was removed */
    if (node->kind == FC_EMPTY)
        return false;
    fc_node *first = node->kind == FC_FOR ? node->child[3] : node->child[1];
    bool removed = from->first && remove_part(first, node->kind != FC_IF);
    if (removed && node->kind == FC_WHILE) { /* without its body the loop would not terminate */
        node->kind = FC_EVALUATE;
        node->n_children = 1;
    }
    if (from->second)
        removed |= remove_part(node->child[2], false);
    return removed;
}

void fc_never_executed_remove(fc_never_executed *out, fc_program *program, const fc_profile *profile)
{
    *out = (fc_never_executed){0};
    /* A run that broke off might have reached further branches. */
    bool complete = true;
    for (size_t i = 0; i < profile->n_runs; i++)
        complete &= !profile->run[i].is_partial;
    if (!complete)
        return;
    fc_indirect_calls *calls = fc_indirect_calls_find(program);
    fc_control *control = fc_control_create(program, calls);
    idle *found = fc_allocate((size_t)program->n_nodes, sizeof *found);
    size_t n = 0;
    for (int i = 0; i < program->n_nodes; i++) {
        found[n] = idle_of(control, profile, program->node[i]);
        n += found[n].first || found[n].second;
    }
    fc_control_free(control);
    fc_indirect_calls_free(calls);
    fc_never_executed arms = {0};
    for (size_t i = 0; i < n; i++) {
        if (!remove_parts(&found[i]))
            continue;
        arms.node = fc_grow(arms.node, &arms.capacity, arms.n + 1, sizeof *arms.node);
        arms.node[arms.n++] = found[i].node->id;
    }
    free(found);
    *out = arms;
}

void fc_never_executed_free(fc_never_executed *arms)
{
    free(arms->node);
    *arms = (fc_never_executed){0};
}
