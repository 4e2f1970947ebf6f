/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/loop_nest.h"

#include <stdlib.h>

/* An edge into an irreducible loop, which the loops around its header must still see. */
typedef struct late_edge {
    int from;
    int next; /* of the same target; FC_GRAPH_NONE: last */
} late_edge;

/* By node: `header` of the innermost loop that it is in without being the header; `set` links the union-find sets, each
 * represented by a header; `stamp` is the last header whose loop took it in. */
typedef struct finding {
    const fc_graph *graph;
    fc_graph_search search;
    int *header, *set, *stamp, *late;
    bool *is_header, *is_irreducible;
    late_edge *late_edge;
    size_t n_late, late_capacity;
    int *body; /* of the loop under construction */
    int n_body;
} finding;

static int find(finding *f, int v)
{
    while (f->set[v] != v)
        v = f->set[v] = f->set[f->set[v]];
    return v;
}

static void take_in(finding *f, int v, int header)
{
    if (v == header || f->stamp[v] == header)
        return;
    f->stamp[v] = header;
    f->body[f->n_body++] = v;
}

/* The edge from `from` enters a node of the header's loop, and is not a back edge of an inner loop. */
static void follow_backward(finding *f, int from, int header)
{
    int outer = find(f, from);
    if (fc_graph_search_is_below(&f->search, outer, header)) {
        take_in(f, outer, header);
        return;
    }
    f->is_irreducible[header] = true;
    f->late_edge = fc_grow(f->late_edge, &f->late_capacity, f->n_late + 1, sizeof *f->late_edge);
    f->late_edge[f->n_late] = (late_edge){outer, f->late[header]};
    f->late[header] = (int)f->n_late++;
}

static void follow_all_backward(finding *f, int v, int header)
{
    const fc_graph *graph = f->graph;
    for (int i = graph->in_first[v]; i < graph->in_first[v + 1]; i++) {
        int from = graph->edge[graph->in[i]].from;
        if (f->search.enter[from] != FC_GRAPH_NONE && !fc_graph_search_is_below(&f->search, from, v))
            follow_backward(f, from, header);
    }
    for (int i = f->late[v]; i != FC_GRAPH_NONE; i = f->late_edge[i].next)
        follow_backward(f, f->late_edge[i].from, header);
}

/* The sources of the back edges to the header. */
static void take_in_latches(finding *f, int header)
{
    const fc_graph *graph = f->graph;
    f->n_body = 0;
    for (int i = graph->in_first[header]; i < graph->in_first[header + 1]; i++) {
        int from = graph->edge[graph->in[i]].from;
        if (!fc_graph_search_is_below(&f->search, from, header))
            continue;
        f->is_header[header] = true;
        take_in(f, find(f, from), header);
    }
}

static void find_loops(finding *f, const fc_graph *graph, int root)
{
    size_t n = (size_t)graph->n;
    *f = (finding){.graph = graph,
                   .header = fc_allocate(n, sizeof(int)),
                   .set = fc_allocate(n, sizeof(int)),
                   .stamp = fc_allocate(n, sizeof(int)),
                   .late = fc_allocate(n, sizeof(int)),
                   .is_header = fc_allocate(n, sizeof(bool)),
                   .is_irreducible = fc_allocate(n, sizeof(bool)),
                   .body = fc_allocate(n, sizeof(int))};
    fc_graph_search_create(&f->search, graph, root, FC_GRAPH_FORWARD);
    for (int v = 0; v < graph->n; v++) {
        f->set[v] = v;
        f->header[v] = f->stamp[v] = f->late[v] = FC_GRAPH_NONE;
    }
    for (int i = f->search.n - 1; i >= 0; i--) {
        int header = f->search.preorder[i];
        take_in_latches(f, header);
        for (int k = 0; k < f->n_body; k++)
            follow_all_backward(f, f->body[k], header);
        for (int k = 0; k < f->n_body; k++) {
            f->header[f->body[k]] = header;
            f->set[f->body[k]] = header;
        }
    }
}

static void finding_free(finding *f)
{
    fc_graph_search_free(&f->search);
    free(f->header);
    free(f->set);
    free(f->stamp);
    free(f->late);
    free(f->is_header);
    free(f->is_irreducible);
    free(f->late_edge);
    free(f->body);
}

/* ---- the nest ---- */

/* Loops in preorder of the tree that `header` spans. */
static void number_loops(fc_loop_nest *out, const finding *f)
{
    const fc_graph_search *search = &f->search;
    int n = f->graph->n, n_edges = 0;
    fc_graph_edge *edge = fc_allocate((size_t)n, sizeof *edge);
    for (int i = 0; i < search->n; i++) {
        int v = search->preorder[i];
        if (f->is_header[v])
            edge[n_edges++] = (fc_graph_edge){f->header[v] == FC_GRAPH_NONE ? n : f->header[v], v};
    }
    fc_graph tree;
    fc_graph_search order;
    fc_graph_create(&tree, n + 1, edge, n_edges);
    fc_graph_search_create(&order, &tree, n, FC_GRAPH_FORWARD);
    out->n_loops = n_edges;
    out->loop = fc_allocate((size_t)n_edges, sizeof *out->loop);
    for (int i = 1; i < order.n; i++) {
        int header = order.preorder[i], around = f->header[header];
        int parent = around == FC_GRAPH_NONE ? FC_GRAPH_NONE : order.enter[around] - 1;
        int depth = around == FC_GRAPH_NONE ? 1 : out->loop[parent].depth + 1;
        out->innermost[header] = i - 1;
        out->loop[i - 1] = (fc_loop){header, parent, depth, order.last[header] - 1, f->is_irreducible[header], 0, 0};
    }
    fc_graph_search_free(&order);
    fc_graph_free(&tree);
    free(edge);
}

/* The header of each loop comes before its other nodes in preorder of the search, and stays so. */
static void list_nodes(fc_loop_nest *out, const finding *f)
{
    const fc_graph_search *search = &f->search;
    int *next = fc_allocate((size_t)out->n_loops + 1, sizeof *next);
    for (int i = 0; i < search->n; i++) {
        int v = search->preorder[i];
        if (!f->is_header[v] && f->header[v] != FC_GRAPH_NONE)
            out->innermost[v] = out->innermost[f->header[v]];
        if (out->innermost[v] != FC_GRAPH_NONE)
            next[out->innermost[v] + 1]++;
    }
    for (int i = 0; i < out->n_loops; i++)
        next[i + 1] += next[i];
    for (int i = 0; i < out->n_loops; i++) {
        out->loop[i].first = next[i];
        out->loop[i].n_nodes = next[out->loop[i].last + 1] - next[i];
    }
    for (int i = 0; i < search->n; i++)
        if (out->innermost[search->preorder[i]] != FC_GRAPH_NONE)
            out->node[next[out->innermost[search->preorder[i]]]++] = search->preorder[i];
    free(next);
}

void fc_loop_nest_create(fc_loop_nest *out, const fc_graph *graph, int root)
{
    *out = (fc_loop_nest){.innermost = fc_allocate((size_t)graph->n, sizeof *out->innermost),
                          .node = fc_allocate((size_t)graph->n, sizeof *out->node)};
    for (int v = 0; v < graph->n; v++)
        out->innermost[v] = FC_GRAPH_NONE;
    finding f;
    find_loops(&f, graph, root);
    number_loops(out, &f);
    list_nodes(out, &f);
    finding_free(&f);
}

void fc_loop_nest_free(fc_loop_nest *nest)
{
    free(nest->loop);
    free(nest->innermost);
    free(nest->node);
    *nest = (fc_loop_nest){0};
}

bool fc_loop_nest_holds(const fc_loop_nest *nest, int loop, int node)
{
    return nest->innermost[node] >= loop && nest->innermost[node] <= nest->loop[loop].last;
}

int fc_loop_nest_headed_by(const fc_loop_nest *nest, int node)
{
    int loop = nest->innermost[node];
    return loop != FC_GRAPH_NONE && nest->loop[loop].header == node ? loop : FC_GRAPH_NONE;
}

/* ---- validity ---- */

/* Of the loops that the edge enters, those entered elsewhere than at the header are irreducible. */
static bool edge_is_valid(const fc_loop_nest *nest, fc_graph_edge edge)
{
    int loop = nest->innermost[edge.to];
    for (; loop != FC_GRAPH_NONE && !fc_loop_nest_holds(nest, loop, edge.from); loop = nest->loop[loop].parent)
        if (nest->loop[loop].header != edge.to && !nest->loop[loop].is_irreducible)
            return false;
    return true;
}

static bool is_back_edge(const fc_loop_nest *nest, fc_graph_edge edge)
{
    int loop = fc_loop_nest_headed_by(nest, edge.to);
    return loop != FC_GRAPH_NONE && fc_loop_nest_holds(nest, loop, edge.from);
}

/* In a search of a graph without cycles, each edge leads to a node that is completed earlier. */
static bool has_no_cycle(const fc_loop_nest *nest, const fc_graph *graph, const fc_graph_search *search)
{
    fc_graph_edge *edge = fc_allocate((size_t)graph->n_edges, sizeof *edge);
    int n_edges = 0;
    for (int i = 0; i < graph->n_edges; i++)
        if (search->enter[graph->edge[i].from] != FC_GRAPH_NONE && !is_back_edge(nest, graph->edge[i]))
            edge[n_edges++] = graph->edge[i];
    fc_graph rest;
    fc_graph_search order;
    fc_graph_create(&rest, graph->n, edge, n_edges);
    fc_graph_search_create(&order, &rest, search->preorder[0], FC_GRAPH_FORWARD);
    int *completed = fc_allocate((size_t)graph->n, sizeof *completed);
    for (int i = 0; i < order.n; i++)
        completed[order.postorder[i]] = i;
    bool good = order.n == search->n;
    for (int i = 0; i < n_edges && good; i++)
        good = completed[edge[i].to] < completed[edge[i].from];
    fc_graph_search_free(&order);
    fc_graph_free(&rest);
    free(completed);
    free(edge);
    return good;
}

bool fc_loop_nest_is_valid(const fc_loop_nest *nest, const fc_graph *graph, int root)
{
    fc_graph_search search;
    fc_graph_search_create(&search, graph, root, FC_GRAPH_FORWARD);
    bool good = true;
    for (int i = 0; i < nest->n_loops && good; i++) {
        const fc_loop *loop = &nest->loop[i];
        const fc_loop *around = loop->parent == FC_GRAPH_NONE ? NULL : &nest->loop[loop->parent];
        good = loop->parent < i && loop->last >= i && loop->depth == (around ? around->depth + 1 : 1) &&
               (!around || loop->last <= around->last) && nest->innermost[loop->header] == i && loop->n_nodes > 0 &&
               nest->node[loop->first] == loop->header;
        for (int k = 0; k < loop->n_nodes && good; k++)
            good = fc_loop_nest_holds(nest, i, nest->node[loop->first + k]);
    }
    for (int i = 0; i < graph->n_edges && good; i++)
        good = search.enter[graph->edge[i].from] == FC_GRAPH_NONE || edge_is_valid(nest, graph->edge[i]);
    good = good && has_no_cycle(nest, graph, &search);
    fc_graph_search_free(&search);
    return good;
}

int fc_loop_nest_left(const fc_loop_nest *nest, int from, int to)
{
    int left = FC_GRAPH_NONE;
    for (int loop = nest->innermost[from]; loop != FC_GRAPH_NONE; loop = nest->loop[loop].parent)
        if (!fc_loop_nest_holds(nest, loop, to))
            left = loop;
    return left;
}

int fc_loop_nest_depth(const fc_loop_nest *nest, int block)
{
    int loop = nest->innermost[block];
    return loop == FC_GRAPH_NONE ? 0 : nest->loop[loop].depth;
}
