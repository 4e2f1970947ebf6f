/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/idle_arms.h"

#include "analyzer/passes/control.h"
#include "tools/prediction/annotation.h"

#include <stdlib.h>

/* How often all runs together came to a branch or a loop, and took it or turned. */
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
    static const fc_profile_wish any = {0};
    return fc_profile_choose(profile, node, &any) != NULL;
}

static bool holds_breaks(const fc_node *node)
{
    return node->kind == FC_FOR || node->kind == FC_WHILE || node->kind == FC_DO || node->kind == FC_SWITCH;
}

/* Nothing can come to it but through its branch, nobody tells anything of what is in it, and it does not just end a
 * loop around (is_breaking: its breaks do): that the loop's bound answers for (fc_control_bound). */
static bool may_go(const fc_node *node, bool is_breaking)
{
    switch (node->kind) {
    case FC_BREAK:
        return !is_breaking;
    case FC_LABEL:
    case FC_CASE:
    case FC_DEFAULT:
    case FC_PIECE:
    case FC_PRAGMA:
    case FC_OPENMP:
        return false;
    default:
        break;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && !may_go(node->child[i], is_breaking && !holds_breaks(node)))
            return false;
    return true;
}

/* An empty statement, and so all below it, which no pass finds anything in. */
static void empty(fc_node *node)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            empty(node->child[i]);
    node->kind = FC_EMPTY;
    node->n_children = 0;
}

/* What of the branch or loop never ran. */
typedef struct idle {
    fc_node *node;
    bool first, second; /* of an if: the arm; of a loop: the body is the first */
} idle;

static idle idle_of(const fc_control *control, const fc_profile *profile, fc_node *node)
{
    idle found = {node, false, false};
    bool is_loop = node->kind == FC_FOR || node->kind == FC_WHILE;
    if ((!is_loop && node->kind != FC_IF) || !fc_control_owner(control, node) || !is_counted(profile, node->id) ||
        fc_annotation_tells(node))
        return found;
    bool is_data =
        is_loop ? fc_control_loop_decided_by(control, node) != NULL : !fc_control_executable(control, node->child[0]);
    visits of = visits_of(profile, node->id);
    found.first = is_data && of.count == 0;
    found.second = is_data && !is_loop && node->child[2] && of.count == of.entries;
    return found;
}

/* An arm, or the body of a loop. True: it could be left out. */
static bool leave_out(fc_node *part, bool is_body)
{
    bool goes = part->kind != FC_EMPTY && may_go(part, !is_body);
    if (goes)
        empty(part);
    return goes;
}

static bool leave_out_of(const idle *from)
{
    fc_node *node = from->node; /* itself left out, where an outer one was */
    if (node->kind == FC_EMPTY)
        return false;
    fc_node *first = node->kind == FC_FOR ? node->child[3] : node->child[1];
    bool left = from->first && leave_out(first, node->kind != FC_IF);
    if (left && node->kind == FC_WHILE) { /* without what changed it, the condition would hold forever */
        node->kind = FC_EVALUATE;
        node->n_children = 1;
    }
    if (from->second)
        left |= leave_out(node->child[2], false);
    return left;
}

/* What a run that broke off did not come to, it might have come to. */
static bool ended_well(const fc_profile *profile)
{
    bool well = true;
    for (size_t i = 0; i < profile->n_runs; i++)
        well &= !profile->run[i].is_partial;
    return well;
}

void fc_idle_arms_leave_out(fc_idle_arms *out, fc_program *program, const fc_profile *profile)
{
    *out = (fc_idle_arms){0};
    if (!ended_well(profile))
        return;
    fc_pointer_calls *calls = fc_pointer_calls_find(program);
    fc_control *control = fc_control_create(program, calls);
    idle *found = fc_allocate((size_t)program->n_nodes, sizeof *found);
    size_t n = 0;
    for (int i = 0; i < program->n_nodes; i++) {
        found[n] = idle_of(control, profile, program->node[i]);
        n += found[n].first || found[n].second;
    }
    fc_control_free(control);
    fc_pointer_calls_free(calls);
    fc_idle_arms arms = {0};
    for (size_t i = 0; i < n; i++) {
        if (!leave_out_of(&found[i]))
            continue;
        arms.node = fc_grow(arms.node, &arms.capacity, arms.n + 1, sizeof *arms.node);
        arms.node[arms.n++] = found[i].node->id;
    }
    free(found);
    *out = arms;
}

void fc_idle_arms_free(fc_idle_arms *arms)
{
    free(arms->node);
    *arms = (fc_idle_arms){0};
}
