/* SPDX-License-Identifier: Apache-2.0 */
#include "network.h"

#include <stddef.h>

/* A walk along a route, which accumulates the path and records the links. */
typedef struct walk {
    const fc_network *network;
    fc_path path;
    int *link; /* NULL: links are not recorded */
} walk;

static void pass(walk *w, int link, int kind)
{
    const fc_link *of = &w->network->link[kind];
    if (w->link)
        w->link[w->path.links] = link;
    w->path.links++;
    w->path.latency_s += of->latency_s;
    if (of->bandwidth > 0)
        w->path.bandwidth = fmin(w->path.bandwidth, of->bandwidth);
}

/* ---- trees: flat, hierarchical, fat tree ---- */

static int parents(const fc_network *network, int level)
{
    return network->model == FC_TOPOLOGY_FAT_TREE ? network->up[level] : 1;
}

/* Links that lead up from a level: the switches of the level times their parents. */
static int links_up(const fc_network *network, int ends, int level)
{
    int links = ends;
    for (int l = 0; l < level; l++)
        links = links / network->shape[l] * parents(network, l);
    return links * parents(network, level);
}

/* The link from an end's switch at a level up to the next one, chosen by the destination's digits (d-mod-k). */
static int link_of(const fc_network *network, int end, int to, int level)
{
    int digits = 0, width = 1;
    for (int l = 0; l < level; l++) {
        digits += to / width % parents(network, l) * width;
        end /= network->shape[l];
        width *= parents(network, l);
    }
    return (end * width + digits) * parents(network, level) + to / width % parents(network, level);
}

static void walk_tree(walk *w, int ends, int from, int to)
{
    const fc_network *network = w->network;
    int top = 0, first = 0;
    if (network->model == FC_TOPOLOGY_FLAT)
        top = from != to;
    for (int a = from, b = to; a != b && network->model != FC_TOPOLOGY_FLAT; top++) {
        a /= network->shape[top];
        b /= network->shape[top];
    }
    for (int l = 0; l < top; l++) {
        pass(w, first + 2 * link_of(network, from, to, l), l);
        pass(w, first + 2 * link_of(network, to, to, l) + 1, l);
        first += 2 * links_up(network, ends, l);
    }
    if (network->model == FC_TOPOLOGY_HIERARCHICAL && top > 0)
        w->path.latency_s = network->link[top - 1].latency_s;
}

/* ---- torus and mesh ---- */

static void walk_grid(walk *w, int from, int to)
{
    const fc_network *network = w->network;
    int at = from, width = 1;
    for (int d = 0; d < network->n_levels; d++) {
        int n = network->shape[d], x = from / width % n, y = to / width % n;
        int ahead = y >= x ? y - x : y - x + n;
        bool forward = network->model == FC_TOPOLOGY_TORUS ? 2 * ahead <= n : y >= x;
        for (; x != y; x = forward ? (x + 1) % n : (x + n - 1) % n) {
            pass(w, (at * network->n_levels + d) * 2 + !forward, d);
            int next = forward ? (x + 1) % n : (x + n - 1) % n;
            at += (next - x) * width;
        }
        width *= n;
    }
}

/* ---- dragonfly ---- */

enum {
    TO_ROUTER,
    IN_GROUP,
    BETWEEN_GROUPS
};

/* The router of group a with the link to group b: global links are distributed cyclically over the routers. */
static int gateway(const fc_network *network, int a, int b)
{
    return (b > a ? b - 1 : b) % network->shape[1];
}

static void walk_dragonfly(walk *w, int from, int to)
{
    const int *shape = w->network->shape;
    int nodes = (int)fc_network_terminals(w->network), routers = shape[1], per_group = routers * shape[2];
    int a = from / per_group, b = to / per_group, r = from / shape[2] % routers, last = to / shape[2] % routers;
    int local = 2 * nodes, global = local + shape[0] * routers * routers;
    if (from == to)
        return;
    pass(w, from, TO_ROUTER);
    if (a != b) {
        int out = gateway(w->network, a, b);
        if (r != out)
            pass(w, local + (a * routers + r) * routers + out, IN_GROUP);
        pass(w, global + a * shape[0] + b, BETWEEN_GROUPS);
        r = gateway(w->network, b, a);
    }
    if (r != last)
        pass(w, local + (b * routers + r) * routers + last, IN_GROUP);
    pass(w, nodes + to, TO_ROUTER);
}

/* ---- all topologies ---- */

static fc_path walk_route(const fc_network *network, int from, int to, int *link)
{
    walk w = {network, {0, INFINITY, 0}, link};
    double ends = fc_network_terminals(network);
    switch (network->model) {
    case FC_TOPOLOGY_TORUS:
    case FC_TOPOLOGY_MESH:
        walk_grid(&w, from, to);
        break;
    case FC_TOPOLOGY_DRAGONFLY:
        walk_dragonfly(&w, from, to);
        break;
    default:
        walk_tree(&w, isinf(ends) ? 0 : (int)ends, from, to);
    }
    return w.path;
}

double fc_network_terminals(const fc_network *network)
{
    double ends = 1;
    if (network->model == FC_TOPOLOGY_FLAT)
        return INFINITY;
    for (int l = 0; l < network->n_levels; l++)
        ends *= network->shape[l];
    return ends;
}

fc_path fc_network_path(const fc_network *network, int from, int to)
{
    return walk_route(network, from, to, NULL);
}

void fc_network_route(int *link, const fc_network *network, int from, int to)
{
    walk_route(network, from, to, link);
}

int fc_network_links(const fc_network *network, int ends)
{
    double all = fc_network_terminals(network);
    int links = 0;
    switch (network->model) {
    case FC_TOPOLOGY_FLAT:
        return 2 * ends;
    case FC_TOPOLOGY_TORUS:
    case FC_TOPOLOGY_MESH:
        return (int)all * network->n_levels * 2;
    case FC_TOPOLOGY_DRAGONFLY:
        return 2 * (int)all + network->shape[0] * (network->shape[1] * network->shape[1] + network->shape[0]);
    default:
        for (int l = 0; l < network->n_levels; l++)
            links += 2 * links_up(network, (int)all, l);
        return links;
    }
}

static int kind_of(const fc_network *network, int link)
{
    int ends = network->model == FC_TOPOLOGY_FLAT ? 0 : (int)fc_network_terminals(network), level = 0;
    switch (network->model) {
    case FC_TOPOLOGY_FLAT:
        return 0;
    case FC_TOPOLOGY_TORUS:
    case FC_TOPOLOGY_MESH:
        return link / 2 % network->n_levels;
    case FC_TOPOLOGY_DRAGONFLY:
        if (link < 2 * ends)
            return TO_ROUTER;
        return link - 2 * ends < network->shape[0] * network->shape[1] * network->shape[1] ? IN_GROUP : BETWEEN_GROUPS;
    default:
        while ((link -= 2 * links_up(network, ends, level)) >= 0)
            level++;
        return level;
    }
}

double fc_network_bandwidth(const fc_network *network, int link)
{
    double bandwidth = network->link[kind_of(network, link)].bandwidth;
    return bandwidth > 0 ? bandwidth : INFINITY;
}

int fc_network_diameter(const fc_network *network)
{
    int longest = 0;
    switch (network->model) {
    case FC_TOPOLOGY_TORUS:
    case FC_TOPOLOGY_MESH:
        for (int d = 0; d < network->n_levels; d++)
            longest += network->model == FC_TOPOLOGY_TORUS ? network->shape[d] / 2 : network->shape[d] - 1;
        return longest;
    case FC_TOPOLOGY_DRAGONFLY:
        return 5;
    default:
        return 2 * network->n_levels;
    }
}

double fc_network_latency_factor(const fc_network *network, double bytes)
{
    double factor = 1;
    for (int i = 0; i < network->n_factors && bytes >= network->factor_from[i]; i++)
        factor = network->factor[i];
    return factor;
}
