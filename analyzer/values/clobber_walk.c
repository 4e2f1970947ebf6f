/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/clobber_walk.h"

#include <stdlib.h>

/* A join that the walk reaches. */
typedef struct join {
    int version;
    int result;     /* the version that it equals; itself if none */
    int first, n;   /* operand[first] .. operand[first + n - 1]: versions after those that are skipped */
    int component;  /* the joins that are searched together */
    int index, low; /* of Tarjan's algorithm; 0: not visited */
    bool is_open;
} join;

typedef struct graph {
    const fc_clobber_walk *walk;
    join *join;
    size_t n, capacity;
    int *operand;
    size_t n_operands, operand_capacity;
    int *stack;
    int n_stack;
    int n_visited, n_components;
    int steps;
} graph;

/* The beginning of an iteration of a loop around the load. */
static bool is_end(const graph *g, int version)
{
    const fc_clobber_walk *walk = g->walk;
    if (walk->within == FC_GRAPH_NONE || !fc_memory_version_is_join(walk->location, version))
        return false;
    const int loop = fc_loop_nest_headed_by(walk->nest, walk->location->version[version].block);
    return loop != FC_GRAPH_NONE && fc_loop_nest_holds(walk->nest, loop, walk->within);
}

static bool is_join(const graph *g, int version)
{
    return version != 0 && fc_memory_version_is_join(g->walk->location, version) && !is_end(g, version);
}

static int skip(graph *g, int version, bool has_crossed)
{
    const fc_location *location = g->walk->location;
    while (version != 0 && !is_join(g, version) && !is_end(g, version)) {
        if (++g->steps > g->walk->farthest || !g->walk->leaves(g->walk->data, &location->version[version], has_crossed))
            return version;
        version = location->version[version].previous;
    }
    return version;
}

/* ---- the graph ---- */

/* The versions of the location hold the numbers of their joins during the walk. */
static int number_of(const graph *g, int version)
{
    return g->walk->location->version[version].result;
}

static void add_join(graph *g, int version)
{
    fc_memory_version *v = &g->walk->location->version[version];
    if (v->query == g->walk->query)
        return;
    v->query = g->walk->query;
    v->result = (int)g->n;
    g->join = fc_grow(g->join, &g->capacity, g->n + 1, sizeof *g->join);
    g->join[g->n++] = (join){.version = version, .result = version};
}

static void add_operands(graph *g, size_t at)
{
    const fc_graph *cfg = &g->walk->cfg->graph;
    const fc_memory_version *v = &g->walk->location->version[g->join[at].version];
    g->join[at].first = (int)g->n_operands;
    for (int i = 0; i < cfg->in_first[v->block + 1] - cfg->in_first[v->block]; i++) {
        int version = skip(g, g->walk->location->operand[v->first_operand + i], true);
        g->operand = fc_grow(g->operand, &g->operand_capacity, g->n_operands + 1, sizeof *g->operand);
        g->operand[g->n_operands++] = version;
        g->join[at].n++;
        if (is_join(g, version))
            add_join(g, version);
    }
}

/* ---- redundant joins ---- */

/* The only operand of the joins outside of them, once known; 0 of *n: none. */
typedef struct outside {
    int version, n; /* n: how many there are, 2 for more than one */
} outside;

static bool is_within(const graph *g, int version, int component)
{
    return is_join(g, version) && g->join[number_of(g, version)].component == component;
}

static void add_outside(const graph *g, outside *out, int at, int component)
{
    const join *j = &g->join[at];
    for (int i = j->first; i < j->first + j->n; i++) {
        if (is_within(g, g->operand[i], component))
            continue;
        int version = is_join(g, g->operand[i]) ? g->join[number_of(g, g->operand[i])].result : g->operand[i];
        if (out->n == 0 || version != out->version)
            out->n++;
        out->version = version;
    }
}

static void search(graph *g, const int *among, int n);

/* Joins that are operands of each other. With several operands outside, those that have one stay, and the others are
 * searched again without them. */
static void settle(graph *g, const int *member, int n, int component)
{
    outside all = {0, 0};
    for (int i = 0; i < n; i++)
        add_outside(g, &all, member[i], component);
    int *inner = fc_allocate((size_t)n, sizeof *inner), n_inner = 0;
    for (int i = 0; i < n; i++) {
        outside own = {0, 0};
        add_outside(g, &own, member[i], component);
        if (all.n == 1)
            g->join[member[i]].result = all.version;
        else if (own.n == 0)
            inner[n_inner++] = member[i];
    }
    if (n_inner > 0)
        search(g, inner, n_inner);
    free(inner);
}

static void visit(graph *g, int at, int searched)
{
    g->join[at].index = g->join[at].low = ++g->n_visited;
    g->join[at].is_open = true;
    g->stack[g->n_stack++] = at;
    for (int i = g->join[at].first; i < g->join[at].first + g->join[at].n; i++) {
        if (!is_within(g, g->operand[i], searched))
            continue;
        int to = number_of(g, g->operand[i]);
        if (!g->join[to].index)
            visit(g, to, searched);
        int low = g->join[to].is_open ? g->join[to].low : g->join[at].low;
        g->join[at].low = low < g->join[at].low ? low : g->join[at].low;
    }
    if (g->join[at].low != g->join[at].index)
        return;
    int first = g->n_stack;
    do
        g->join[g->stack[--first]].is_open = false;
    while (g->stack[first] != at);
    const int n = g->n_stack - first, component = ++g->n_components;
    int *member = fc_allocate((size_t)n, sizeof *member);
    for (int i = 0; i < n; i++) {
        member[i] = g->stack[first + i];
        g->join[member[i]].component = component;
    }
    g->n_stack = first;
    settle(g, member, n, component);
    free(member);
}

/* The strongly connected components of these joins, operands first (Tarjan 1972). */
static void search(graph *g, const int *among, int n)
{
    const int searched = ++g->n_components;
    for (int i = 0; i < n; i++) {
        g->join[among[i]].component = searched;
        g->join[among[i]].index = 0;
    }
    for (int i = 0; i < n; i++)
        if (!g->join[among[i]].index)
            visit(g, among[i], searched);
}

int fc_clobber_walk_from(const fc_clobber_walk *walk, int start)
{
    graph g = {.walk = walk};
    int version = skip(&g, start, false);
    if (!is_join(&g, version))
        return version;
    add_join(&g, version);
    for (size_t i = 0; i < g.n; i++)
        add_operands(&g, i);
    /* A callback may have walked over the same versions. */
    for (size_t i = 0; i < g.n; i++)
        g.walk->location->version[g.join[i].version].result = (int)i;
    int *all = fc_allocate(g.n, sizeof *all);
    g.stack = fc_allocate(g.n, sizeof *g.stack);
    for (size_t i = 0; i < g.n; i++)
        all[i] = (int)i;
    search(&g, all, (int)g.n);
    version = g.join[0].result;
    free(all);
    free(g.stack);
    free(g.join);
    free(g.operand);
    return version;
}
