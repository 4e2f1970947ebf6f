/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/fit_network.h"

#include "machine_properties/calibration/fit.h"
#include "runtime/models/network.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_DIMENSIONS = 3,
    MOST = FC_NETWORK_FIT_MOST,
    LONGEST = MOST * MOST_DIMENSIONS /* of a route */
};
static const double equal_within = 0.03, least_explained = 0.95;

/* ---- links ---- */

/* Links of the way between two nodes and back, halved: routes of a dragonfly may differ. */
static double links_between(const fc_network *of, int i, int j)
{
    return (fc_network_path(of, i, j).links + fc_network_path(of, j, i).links) / 2.;
}

/* Messages on the busiest link if each node i sends to node to[i], in proportion to its bandwidth: 1 on a link of a
 * node. Every node has one link of its own. */
static double busiest(const fc_network *of, int n, const int *to)
{
    int route[LONGEST], *load = fc_allocate((size_t)fc_network_links(of, n) + 1, sizeof *load);
    double most = 1;
    for (int i = 0; i < n; i++) {
        int links = fc_network_path(of, i, to[i]).links;
        fc_network_route(route, of, i, to[i]);
        for (int k = 0; k < links; k++)
            most = fmax(most, ++load[route[k]] * of->link[0].bandwidth / fc_network_bandwidth(of, route[k]));
    }
    free(load);
    return most;
}

/* Each node i sends to node i + by. */
static void shift(int to[MOST], int n, int by)
{
    for (int i = 0; i < n; i++)
        to[i] = (i + by) % n;
}

/* ---- distances ---- */

/* Least squares of t = a + b h over all pairs; returns the share of the variance that h explains. */
static double fit_line(double line[2], const fc_network *of, const fc_network_samples *s)
{
    double n = 0, h = 0, t = 0, hh = 0, ht = 0, tt = 0;
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++) {
            double x = links_between(of, i, j), y = s->distance[i * s->n + j];
            n++, h += x, t += y, hh += x * x, ht += x * y, tt += y * y;
        }
    double across = hh - h * h / n, along = ht - h * t / n, all = tt - t * t / n;
    line[1] = across > 0 ? fmax(along / across, 0) : 0;
    line[0] = (t - line[1] * h) / n;
    return all > 0 && across > 0 && along > 0 ? along * along / (across * all) : 0;
}

/* Keeps the topology if it explains more than the best one so far; the simpler ones are tried first. */
static void consider(fc_network_fit *best, const fc_network *of, const fc_network_samples *s)
{
    double line[2], explained = fit_line(line, of, s);
    if (explained <= best->explained + 1e-6)
        return;
    best->explained = explained;
    best->network = *of;
    for (int level = 0; level < of->n_levels; level++) /* a fat tree's links of nodes are part of every message */
        best->network.link[level].latency_s = of->model == FC_TOPOLOGY_FAT_TREE && level == 0 ? 0 : line[1];
    double most = 0;
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++) {
            double seconds = s->distance[i * s->n + j];
            most = fmax(most, fabs(line[0] + line[1] * links_between(of, i, j) - seconds) / seconds);
        }
    best->distance_error = most;
}

/* All shapes of `dimensions` factors >= 2 whose product is `rest`. */
static void consider_grids(fc_network_fit *best, fc_network *of, int dimensions, int rest, const fc_network_samples *s)
{
    if (dimensions == 1 && rest >= 2) {
        of->shape[of->n_levels - 1] = rest;
        consider(best, of, s);
        return;
    }
    for (int n = 2; n <= rest / 2; n++)
        if (rest % n == 0) {
            of->shape[of->n_levels - dimensions] = n;
            consider_grids(best, of, dimensions - 1, rest / n, s);
        }
}

static void consider_all(fc_network_fit *best, const fc_network_samples *s)
{
    for (int leaf = 2; leaf <= s->n / 2; leaf++)
        if (s->n % leaf == 0)
            consider(best,
                     &(fc_network){
                         .model = FC_TOPOLOGY_FAT_TREE, .n_levels = 2, .shape = {leaf, s->n / leaf}, .up = {1, leaf}},
                     s);
    for (int dimensions = 1; dimensions <= MOST_DIMENSIONS; dimensions++)
        for (int model = FC_TOPOLOGY_TORUS; model <= FC_TOPOLOGY_MESH; model++) {
            fc_network grid = {.model = (fc_topology)model, .n_levels = dimensions};
            consider_grids(best, &grid, dimensions, s->n, s);
        }
    /* Dragonflies of all shapes, also with groups of several chassis, by the usual routes and by SimGrid's. */
    for (int levels = 3; levels <= 4; levels++)
        for (int routing = 0; routing < (levels == 4 ? FC_N_ROUTINGS : 1); routing++) {
            fc_network of = {.model = FC_TOPOLOGY_DRAGONFLY, .routing = (fc_routing)routing, .n_levels = levels};
            consider_grids(best, &of, levels, s->n, s);
        }
}

/* All distances within 3 % of their median. */
static bool is_one_switch(fc_network_fit *out, const fc_network_samples *s)
{
    double value[MOST * (MOST - 1) / 2], most = 0;
    int n = 0;
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++)
            value[n++] = s->distance[i * s->n + j];
    double middle = fc_fit_median(value, n);
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++)
            most = fmax(most, fabs(s->distance[i * s->n + j] / middle - 1));
    if (most > equal_within)
        return false;
    *out = (fc_network_fit){.is_found = true,
                            .network = {.model = FC_TOPOLOGY_FLAT, .n_levels = 1},
                            .explained = 1,
                            .distance_error = most};
    return true;
}

/* ---- bandwidth ---- */

double fc_network_fit_exchange_time(const fc_network *of, const fc_network_samples *s, const int *to)
{
    double moving = s->bytes / of->link[0].bandwidth;
    return s->alone_s + moving * (1 + of->acknowledgements) * busiest(of, s->n, to) - moving;
}

void fc_network_fit_shift_errors(fc_network_fit *fit, const fc_network_samples *s)
{
    double error[MOST];
    int n = 0, to[MOST];
    fit->shift_error[1] = 0;
    for (int by = 1; by < s->n; by++) {
        shift(to, s->n, by);
        error[n] = fabs(fc_network_fit_exchange_time(&fit->network, s, to) / s->shift[by] - 1);
        fit->shift_error[1] = fmax(fit->shift_error[1], error[n++]);
    }
    fit->shift_error[0] = fc_fit_median(error, n);
}

/* The number of a leaf's parents that explains the shifts best. */
static void fit_parents(fc_network_fit *fit, const fc_network_samples *s)
{
    fc_network_fit best = *fit;
    fc_network_fit_shift_errors(&best, s);
    for (int up = fit->network.shape[0] - 1; up >= 1; up--) {
        fc_network_fit other = *fit;
        other.network.up[1] = up;
        fc_network_fit_shift_errors(&other, s);
        if (other.shift_error[0] + other.shift_error[1] < best.shift_error[0] + best.shift_error[1])
            best = other;
    }
    *fit = best;
}

void fc_network_fit_bandwidth(fc_network_fit *fit, const fc_network_samples *s)
{
    fc_network *network = &fit->network;
    double moving = fmax(s->alone_s - s->distance[1], 1e-12);
    network->contention = FC_CONTENTION_FAIR;
    network->measured[1] = 1;
    for (int level = 0; level < network->n_levels; level++)
        network->link[level].bandwidth = s->bytes / moving;
    /* Bytes that return for each byte, from the exchange that they slow down least. moving: seconds of a long message's
     * bytes on a link. */
    double least = 1;
    int to[MOST];
    for (int by = 1; by < s->n; by++) {
        shift(to, s->n, by);
        least = fmin(least, (s->shift[by] - s->alone_s + moving) / (moving * busiest(network, s->n, to)) - 1);
    }
    network->acknowledgements = fmax(least, 0);
    fc_network_fit_shift_errors(fit, s);
}

void fc_network_fit_samples(fc_network_fit *out, const fc_network_samples *s)
{
    *out = (fc_network_fit){0};
    if (!is_one_switch(out, s)) {
        consider_all(out, s);
        out->is_found = out->explained >= least_explained;
    }
    fc_network_fit_bandwidth(out, s);
    if (out->network.model == FC_TOPOLOGY_FAT_TREE)
        fit_parents(out, s);
    if (out->network.model == FC_TOPOLOGY_TORUS) {
        /* Both routings give a torus the same distances; the exchanges decide. */
        fc_network_fit *fit = out;
        fc_network_fit other = *fit;
        other.network.routing = FC_ROUTING_SIMGRID;
        fc_network_fit_shift_errors(&other, s);
        if (other.shift_error[0] + other.shift_error[1] < fit->shift_error[0] + fit->shift_error[1] - 1e-6)
            *fit = other;
    }
}
