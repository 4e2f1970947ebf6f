/* SPDX-License-Identifier: Apache-2.0 */
#include "network.h"

#include <stddef.h>

/* A walk along a route, which accumulates the path and records the links. */
typedef struct walk {
    const fc_network *network;
    fc_path path;
    int *link; /* NULL: links are not recorded */
} walk;

static void pass_link(walk *w, int link, const fc_link *of)
{
    if (w->link)
        w->link[w->path.links] = link;
    w->path.links++;
    w->path.latency_s += of->latency_s;
    if (of->bandwidth > 0)
        w->path.bandwidth = fmin(w->path.bandwidth, of->bandwidth);
}

static void pass(walk *w, int link, int kind)
{
    pass_link(w, link, &w->network->link[kind]);
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

/* Up and down by the same switches, level by level; the link up is chosen by the destination's digits (d-mod-k). */
static void walk_tree(walk *w, int ends, int from, int to)
{
    const fc_network *network = w->network;
    int top = 0, first = 0, width = 1, digits = 0, switches = ends, up = from, down = to;
    if (network->model == FC_TOPOLOGY_FLAT)
        top = from != to;
    for (int a = from, b = to; a != b && network->model != FC_TOPOLOGY_FLAT; top++) {
        a /= network->shape[top];
        b /= network->shape[top];
    }
    for (int l = 0; l < top; l++) {
        const int n = parents(network, l), digit = to / width % n, size = l + 1 < top ? network->shape[l] : 1;
        pass(w, first + 2 * ((up * width + digits) * n + digit), l);
        pass(w, first + 2 * ((down * width + digits) * n + digit) + 1, l);
        first += 2 * switches * n;
        digits += digit * width;
        width *= n;
        switches = switches / size * n;
        up /= size;
        down /= size;
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
        int ahead = y >= x ? y - x : y - x + n, most = n - (network->routing == FC_ROUTING_SIMGRID && y == 0);
        bool forward = network->model == FC_TOPOLOGY_TORUS ? 2 * ahead <= most : y >= x;
        for (; x != y; x = forward ? (x + 1) % n : (x + n - 1) % n) {
            pass(w, (at * network->n_levels + d) * 2 + !forward, d);
            int next = forward ? (x + 1) % n : (x + n - 1) % n;
            at += (next - x) * width;
        }
        width *= n;
    }
}

/* ---- dragonfly ---- */

/* With 3 levels a group is one chassis. Links are numbered by kind: of nodes, in chassis, between chassis, between
 * groups; within a kind by the router or group they leave. */
typedef struct dragonfly {
    int groups, chassis, blades, nodes; /* chassis in a group, blades in a chassis, nodes at a blade */
    int routers;                        /* in a group; blade b of chassis c has number c * blades + b */
    int end[4];                         /* of the numbers of each kind */
} dragonfly;

static dragonfly dragonfly_of(const fc_network *network)
{
    const int *shape = network->shape, has_chassis = network->n_levels == 4;
    dragonfly d = {.groups = shape[0], .chassis = has_chassis ? shape[1] : 1};
    d.blades = shape[1 + has_chassis];
    d.nodes = shape[2 + has_chassis];
    d.routers = d.chassis * d.blades;
    int all = d.groups * d.routers;
    d.end[0] = 2 * all * d.nodes;
    d.end[1] = d.end[0] + all * d.blades;
    d.end[2] = d.end[1] + (has_chassis ? all * d.chassis : 0);
    d.end[3] = d.end[2] + d.groups * d.groups;
    return d;
}

static int dragonfly_kind(const dragonfly *d, int link)
{
    int kind = 0;
    while (link >= d->end[kind])
        kind++;
    return d->end[2] == d->end[1] && kind == 3 ? 2 : kind;
}

static void pass_dragonfly(walk *w, const dragonfly *d, int link)
{
    pass(w, link, dragonfly_kind(d, link));
}

/* The router of group a with the link to group b. Of a group that is one chassis, global links are distributed
 * cyclically over the routers; of one with several, router b has it. */
static int gateway(const fc_network *network, const dragonfly *d, int a, int b)
{
    return (network->n_levels == 3 && b > a ? b - 1 : b) % d->routers;
}

/* From one router of a group to another: in the chassis to the other's blade, then to its chassis. SimGrid takes the
 * other's blade for that of the first chassis, except on the way to another group. */
static void cross_group(walk *w, const dragonfly *d, int group, const int router[2], bool leaves)
{
    int blade = router[1] % d->blades, chassis = router[1] / d->blades, at = router[0];
    if (at % d->blades != blade) {
        pass_dragonfly(w, d, d->end[0] + (group * d->routers + at) * d->blades + blade);
        at = w->network->routing == FC_ROUTING_SIMGRID && !leaves ? blade : at + blade - at % d->blades;
    }
    if (at / d->blades != chassis)
        pass_dragonfly(w, d, d->end[1] + (group * d->routers + at) * d->chassis + chassis);
}

static void walk_dragonfly(walk *w, int from, int to)
{
    const dragonfly d = dragonfly_of(w->network);
    int per_group = d.routers * d.nodes, a = from / per_group, b = to / per_group;
    int router = from / d.nodes % d.routers, last = to / d.nodes % d.routers;
    if (from == to)
        return;
    pass_dragonfly(w, &d, from);
    if (a != b) {
        cross_group(w, &d, a, (const int[]){router, gateway(w->network, &d, a, b)}, true);
        pass_dragonfly(w, &d, d.end[2] + a * d.groups + b);
        router = gateway(w->network, &d, b, a);
    }
    cross_group(w, &d, b, (const int[]){router, last}, false);
    pass_dragonfly(w, &d, d.end[0] / 2 + to);
}

/* ---- abstract ---- */

/* Links of nodes come first, then those of groups; each has one number outward and one inward. */
static void walk_abstract(walk *w, int from, int to)
{
    const fc_abstract_network *of = &w->network->abstract;
    if (from == to)
        return;
    const fc_link *distance = &of->distance[of->pair[from][to]];
    pass(w, 2 * from, 0);
    for (int g = 0; g < of->n_groups; g++) {
        const bool leaves = of->group[g].nodes >> from & 1, enters = of->group[g].nodes >> to & 1;
        if (leaves != enters)
            pass_link(w, 2 * (of->n_nodes + g) + enters, &(fc_link){0, of->group[g].bandwidth});
    }
    pass(w, 2 * to + 1, 0);
    w->path.latency_s = distance->latency_s;
    if (distance->bandwidth > 0)
        w->path.bandwidth = fmin(w->path.bandwidth, distance->bandwidth);
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
    case FC_TOPOLOGY_ABSTRACT:
        walk_abstract(&w, from, to);
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
    if (network->model == FC_TOPOLOGY_ABSTRACT)
        return network->abstract.n_nodes;
    for (int l = 0; l < network->n_levels; l++)
        ends *= network->shape[l];
    return ends;
}

fc_path fc_network_path(const fc_network *network, int from, int to)
{
    return walk_route(network, from, to, NULL);
}

fc_path fc_network_route(int *link, const fc_network *network, int from, int to)
{
    return walk_route(network, from, to, link);
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
        return dragonfly_of(network).end[3];
    case FC_TOPOLOGY_ABSTRACT:
        return 2 * (network->abstract.n_nodes + network->abstract.n_groups);
    default:
        for (int l = 0; l < network->n_levels; l++)
            links += 2 * links_up(network, (int)all, l);
        return links;
    }
}

static int kind_of(const fc_network *network, int link)
{
    int ends = network->model == FC_TOPOLOGY_FLAT ? 0 : (int)fc_network_terminals(network), level = 0;
    dragonfly d;
    switch (network->model) {
    case FC_TOPOLOGY_FLAT:
    case FC_TOPOLOGY_ABSTRACT:
        return 0;
    case FC_TOPOLOGY_TORUS:
    case FC_TOPOLOGY_MESH:
        return link / 2 % network->n_levels;
    case FC_TOPOLOGY_DRAGONFLY:
        d = dragonfly_of(network);
        return dragonfly_kind(&d, link);
    default:
        while ((link -= 2 * links_up(network, ends, level)) >= 0)
            level++;
        return level;
    }
}

double fc_network_bandwidth(const fc_network *network, int link)
{
    int group = network->model == FC_TOPOLOGY_ABSTRACT ? link / 2 - network->abstract.n_nodes : -1;
    double bandwidth =
        group >= 0 ? network->abstract.group[group].bandwidth : network->link[kind_of(network, link)].bandwidth;
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
        return 2 * network->n_levels - 1;
    case FC_TOPOLOGY_ABSTRACT:
        return 2 + network->abstract.n_groups;
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
