/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/control_dependence.h"

#include <stdlib.h>

/* Calls for each node that depends on the edge: from its target up to, without, the immediate postdominator of its
 * source. `next` NULL: counts them in first[node + 1]; otherwise stores the edge. */
static void visit_dependents(fc_control_dependence *out, const fc_graph *graph, const fc_dominance *postdominance,
                             int edge, int *next)
{
    int stop = postdominance->parent[graph->edge[edge].from];
    for (int v = graph->edge[edge].to; v != stop && v != FC_GRAPH_NONE; v = postdominance->parent[v]) {
        if (next)
            out->edge[next[v]++] = edge;
        else
            out->first[v + 1]++;
    }
}

void fc_control_dependence_create(fc_control_dependence *out, const fc_graph *graph, const fc_dominance *postdominance)
{
    *out = (fc_control_dependence){fc_allocate((size_t)graph->n + 1, sizeof *out->first), NULL};
    for (int i = 0; i < graph->n_edges; i++)
        visit_dependents(out, graph, postdominance, i, NULL);
    int *next = fc_allocate((size_t)graph->n + 1, sizeof *next);
    for (int v = 0; v < graph->n; v++)
        next[v + 1] = out->first[v + 1] += out->first[v];
    out->edge = fc_allocate((size_t)out->first[graph->n], sizeof *out->edge);
    for (int i = 0; i < graph->n_edges; i++)
        visit_dependents(out, graph, postdominance, i, next);
    free(next);
}

void fc_control_dependence_free(fc_control_dependence *dependence)
{
    free(dependence->first);
    free(dependence->edge);
    *dependence = (fc_control_dependence){0};
}

bool fc_control_dependence_is_valid(const fc_control_dependence *dependence, const fc_graph *graph,
                                    const fc_dominance *postdominance)
{
    for (int v = 0; v < graph->n; v++)
        for (int i = dependence->first[v]; i < dependence->first[v + 1]; i++) {
            fc_graph_edge edge = graph->edge[dependence->edge[i]];
            bool is_strict = v != edge.from && fc_dominance_holds(postdominance, v, edge.from);
            if (is_strict || !fc_dominance_holds(postdominance, v, edge.to) ||
                (i > dependence->first[v] && dependence->edge[i] <= dependence->edge[i - 1]))
                return false;
        }
    return true;
}
