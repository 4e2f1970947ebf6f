/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/graph.h"

#include <stdlib.h>
#include <string.h>

/* Counting sort of the edges by one end, stable. */
static void index_edges(const fc_graph *graph, fc_graph_direction direction, int *first, int *list)
{
    for (int i = 0; i < graph->n_edges; i++)
        first[(direction == FC_GRAPH_FORWARD ? graph->edge[i].from : graph->edge[i].to) + 1]++;
    for (int v = 0; v < graph->n; v++)
        first[v + 1] += first[v];
    int *next = fc_allocate((size_t)graph->n + 1, sizeof *next);
    memcpy(next, first, ((size_t)graph->n + 1) * sizeof *next);
    for (int i = 0; i < graph->n_edges; i++)
        list[next[direction == FC_GRAPH_FORWARD ? graph->edge[i].from : graph->edge[i].to]++] = i;
    free(next);
}

void fc_graph_create(fc_graph *out, int n, const fc_graph_edge *edge, int n_edges)
{
    *out = (fc_graph){.n = n, .n_edges = n_edges};
    out->edge = fc_allocate((size_t)n_edges, sizeof *out->edge);
    if (n_edges)
        memcpy(out->edge, edge, (size_t)n_edges * sizeof *edge);
    out->out_first = fc_allocate((size_t)n + 1, sizeof *out->out_first);
    out->out = fc_allocate((size_t)n_edges, sizeof *out->out);
    out->in_first = fc_allocate((size_t)n + 1, sizeof *out->in_first);
    out->in = fc_allocate((size_t)n_edges, sizeof *out->in);
    index_edges(out, FC_GRAPH_FORWARD, out->out_first, out->out);
    index_edges(out, FC_GRAPH_BACKWARD, out->in_first, out->in);
}

void fc_graph_free(fc_graph *graph)
{
    free(graph->edge);
    free(graph->out_first);
    free(graph->out);
    free(graph->in_first);
    free(graph->in);
    *graph = (fc_graph){0};
}

bool fc_graph_is_valid(const fc_graph *graph)
{
    for (int i = 0; i < graph->n_edges; i++)
        if (graph->edge[i].from < 0 || graph->edge[i].from >= graph->n || graph->edge[i].to < 0 ||
            graph->edge[i].to >= graph->n)
            return false;
    if (graph->out_first[0] || graph->in_first[0] || graph->out_first[graph->n] != graph->n_edges ||
        graph->in_first[graph->n] != graph->n_edges)
        return false;
    for (int v = 0; v < graph->n; v++) {
        for (int i = graph->out_first[v]; i < graph->out_first[v + 1]; i++)
            if (graph->edge[graph->out[i]].from != v || (i > graph->out_first[v] && graph->out[i] <= graph->out[i - 1]))
                return false;
        for (int i = graph->in_first[v]; i < graph->in_first[v + 1]; i++)
            if (graph->edge[graph->in[i]].to != v || (i > graph->in_first[v] && graph->in[i] <= graph->in[i - 1]))
                return false;
    }
    return true;
}

/* ---- depth-first search ---- */

/* `next` has by node the first of its edges that is not yet followed; `path` is the way from the root. */
typedef struct searching {
    const fc_graph *graph;
    fc_graph_direction direction;
    fc_graph_search *out;
    int *next, *path;
    int depth, n_completed;
} searching;

static void discover(searching *s, int v)
{
    s->out->enter[v] = s->out->n;
    s->out->preorder[s->out->n++] = v;
    s->next[v] = s->direction == FC_GRAPH_FORWARD ? s->graph->out_first[v] : s->graph->in_first[v];
    s->path[s->depth++] = v;
}

static void follow_next_edge(searching *s)
{
    const fc_graph *graph = s->graph;
    bool forward = s->direction == FC_GRAPH_FORWARD;
    int v = s->path[s->depth - 1];
    if (s->next[v] == (forward ? graph->out_first : graph->in_first)[v + 1]) {
        s->out->last[v] = s->out->n - 1;
        s->out->postorder[s->n_completed++] = v;
        s->depth--;
        return;
    }
    int i = s->next[v]++;
    int target = forward ? graph->edge[graph->out[i]].to : graph->edge[graph->in[i]].from;
    if (s->out->enter[target] == FC_GRAPH_NONE)
        discover(s, target);
}

void fc_graph_search_create(fc_graph_search *out, const fc_graph *graph, int root, fc_graph_direction direction)
{
    size_t n = (size_t)graph->n;
    *out = (fc_graph_search){0, fc_allocate(n, sizeof(int)), fc_allocate(n, sizeof(int)), fc_allocate(n, sizeof(int)),
                             fc_allocate(n, sizeof(int))};
    for (size_t v = 0; v < n; v++)
        out->enter[v] = out->last[v] = FC_GRAPH_NONE;
    searching s = {graph, direction, out, fc_allocate(n, sizeof(int)), fc_allocate(n, sizeof(int)), 0, 0};
    discover(&s, root);
    while (s.depth > 0)
        follow_next_edge(&s);
    free(s.next);
    free(s.path);
}

void fc_graph_search_free(fc_graph_search *search)
{
    free(search->preorder);
    free(search->postorder);
    free(search->enter);
    free(search->last);
    *search = (fc_graph_search){0};
}

bool fc_graph_search_is_below(const fc_graph_search *search, int v, int w)
{
    return search->enter[w] != FC_GRAPH_NONE && search->enter[v] >= search->enter[w] &&
           search->enter[v] <= search->last[w];
}
