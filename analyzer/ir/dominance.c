/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/dominance.h"

#include <stdlib.h>

/* `number` has by node its index in postorder: a dominator's number is greater. */
typedef struct solving {
    const fc_graph *graph;
    fc_graph_direction direction;
    int *parent, *number;
} solving;

/* The nearest common ancestor in the tree so far. */
static int intersect(const solving *s, int a, int b)
{
    while (a != b) {
        while (s->number[a] < s->number[b])
            a = s->parent[a];
        while (s->number[b] < s->number[a])
            b = s->parent[b];
    }
    return a;
}

/* The common dominator of the predecessors of v that have one so far. */
static int common_parent(const solving *s, int v)
{
    const fc_graph *graph = s->graph;
    bool forward = s->direction == FC_GRAPH_FORWARD;
    const int *first = forward ? graph->in_first : graph->out_first;
    int common = FC_GRAPH_NONE;
    for (int i = first[v]; i < first[v + 1]; i++) {
        int from = forward ? graph->edge[graph->in[i]].from : graph->edge[graph->out[i]].to;
        if (s->parent[from] != FC_GRAPH_NONE)
            common = common == FC_GRAPH_NONE ? from : intersect(s, from, common);
    }
    return common;
}

static void build_tree(fc_dominance *out, const fc_graph_search *search, int n)
{
    fc_graph_edge *edge = fc_allocate((size_t)search->n, sizeof *edge);
    int n_edges = 0;
    for (int i = search->n - 2; i >= 0; i--) {
        int v = search->postorder[i];
        edge[n_edges++] = (fc_graph_edge){out->parent[v], v};
    }
    fc_graph_create(&out->tree, n, edge, n_edges);
    fc_graph_search_create(&out->search, &out->tree, out->root, FC_GRAPH_FORWARD);
    free(edge);
}

void fc_dominance_create(fc_dominance *out, const fc_graph *graph, int root, fc_graph_direction direction)
{
    *out = (fc_dominance){root, direction, fc_allocate((size_t)graph->n, sizeof *out->parent), {0}, {0}};
    fc_graph_search search;
    fc_graph_search_create(&search, graph, root, direction);
    solving s = {graph, direction, out->parent, fc_allocate((size_t)graph->n, sizeof *s.number)};
    for (int v = 0; v < graph->n; v++)
        s.parent[v] = FC_GRAPH_NONE;
    for (int i = 0; i < search.n; i++)
        s.number[search.postorder[i]] = i;
    s.parent[root] = root;
    bool is_changed = true;
    while (is_changed) {
        is_changed = false;
        for (int i = search.n - 2; i >= 0; i--) {
            int v = search.postorder[i], parent = common_parent(&s, v);
            is_changed |= s.parent[v] != parent;
            s.parent[v] = parent;
        }
    }
    s.parent[root] = FC_GRAPH_NONE;
    build_tree(out, &search, graph->n);
    fc_graph_search_free(&search);
    free(s.number);
}

void fc_dominance_free(fc_dominance *dominance)
{
    free(dominance->parent);
    fc_graph_free(&dominance->tree);
    fc_graph_search_free(&dominance->search);
    *dominance = (fc_dominance){0};
}

bool fc_dominance_holds(const fc_dominance *dominance, int a, int b)
{
    return fc_graph_search_is_below(&dominance->search, b, a);
}

bool fc_dominance_is_valid(const fc_dominance *dominance, const fc_graph *graph)
{
    fc_graph_search search;
    fc_graph_search_create(&search, graph, dominance->root, dominance->direction);
    bool good = fc_graph_is_valid(&dominance->tree) && search.n == dominance->search.n;
    for (int v = 0; v < graph->n && good; v++)
        good = (search.enter[v] == FC_GRAPH_NONE) == (dominance->search.enter[v] == FC_GRAPH_NONE);
    for (int i = 0; i < graph->n_edges && good; i++) {
        bool forward = dominance->direction == FC_GRAPH_FORWARD;
        int from = forward ? graph->edge[i].from : graph->edge[i].to;
        int to = forward ? graph->edge[i].to : graph->edge[i].from;
        bool counts = search.enter[from] != FC_GRAPH_NONE && to != dominance->root;
        good = !counts || fc_dominance_holds(dominance, dominance->parent[to], from);
    }
    fc_graph_search_free(&search);
    return good;
}

/* ---- dominance frontiers ---- */

typedef struct membership {
    int node, frontier; /* `frontier` is in DF(node) */
} membership;

typedef struct membership_list {
    membership *item;
    size_t n, capacity;
    int *latest; /* by node: the frontier node that was added to it last */
} membership_list;

void fc_dominance_frontiers_create(fc_dominance_frontiers *out, const fc_dominance *dominance, const fc_graph *graph)
{
    membership_list list = {.latest = fc_allocate((size_t)graph->n, sizeof *list.latest)};
    for (int v = 0; v < graph->n; v++)
        list.latest[v] = FC_GRAPH_NONE;
    for (int join = 0; join < graph->n; join++)
        for (int i = graph->in_first[join]; i < graph->in_first[join + 1]; i++) {
            int from = graph->edge[graph->in[i]].from;
            if (dominance->search.enter[from] != FC_GRAPH_NONE) {
                /* The nodes from v up to, without, `stop` have `join` in their frontier. */
                int v = from;
                int stop = dominance->parent[join];
                for (; v != stop && v != FC_GRAPH_NONE && list.latest[v] != join; v = dominance->parent[v]) {
                    list.item = fc_grow(list.item, &list.capacity, list.n + 1, sizeof *list.item);
                    list.item[list.n++] = (membership){v, join};
                    list.latest[v] = join;
                }
            }
        }
    /* Counting sort by node. */
    int n = graph->n;
    out->first = fc_allocate((size_t)n + 1, sizeof *out->first);
    out->node = fc_allocate(list.n, sizeof *out->node);
    int *next = fc_allocate((size_t)n + 1, sizeof *next);
    for (size_t i = 0; i < list.n; i++)
        out->first[list.item[i].node + 1]++;
    for (int v = 0; v < n; v++)
        next[v + 1] = out->first[v + 1] += out->first[v];
    for (size_t i = 0; i < list.n; i++)
        out->node[next[list.item[i].node]++] = list.item[i].frontier;
    free(next);
    free(list.item);
    free(list.latest);
}

void fc_dominance_frontiers_free(fc_dominance_frontiers *frontiers)
{
    free(frontiers->first);
    free(frontiers->node);
    *frontiers = (fc_dominance_frontiers){0};
}
