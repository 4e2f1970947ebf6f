/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/fit_network.h"

#include "machine_properties/calibration/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_DIMENSIONS = 3,
    MOST = FC_NETWORK_FIT_MOST
};
static const double equal_within = 0.03, least_explained = 0.95;

/* ---- links ---- */

/* Steps from x to y along a dimension of n nodes: negative backwards. */
static int steps_along(const fc_network *of, int n, int x, int y)
{
    int ahead = y >= x ? y - x : y - x + n;
    if (of->model == FC_TOPOLOGY_MESH)
        return y - x;
    return 2 * ahead <= n ? ahead : ahead - n;
}

/* Links between two nodes; those of a node to its switch count for trees. */
static int links_between(const fc_network *of, int i, int j)
{
    int links = 0, width = 1;
    if (i == j || of->model == FC_TOPOLOGY_FLAT)
        return i == j ? 0 : 2;
    if (of->model == FC_TOPOLOGY_FAT_TREE)
        return i / of->shape[0] == j / of->shape[0] ? 2 : 4;
    for (int d = 0; d < of->n_levels; d++) {
        links += abs(steps_along(of, of->shape[d], i / width % of->shape[d], j / width % of->shape[d]));
        width *= of->shape[d];
    }
    return links;
}

/* Adds the message's links to the loads of all links, in dimension order. */
static void load_grid(int *load, const fc_network *of, int from, int to)
{
    int at = from, width = 1;
    for (int d = 0; d < of->n_levels; d++) {
        int n = of->shape[d], x = at / width % n, steps = steps_along(of, n, x, to / width % n);
        for (; steps != 0; steps += steps > 0 ? -1 : 1) {
            int next = (x + (steps > 0 ? 1 : n - 1)) % n;
            load[(at * MOST_DIMENSIONS + d) * 2 + (steps > 0)]++;
            at += (next - x) * width;
            x = next;
        }
        width *= n;
    }
}

/* Messages on the busiest link if each node i sends to node i + by. A fat tree's parent is that of the destination
 * (d-mod-k). */
static int busiest(const fc_network *of, int n, int by)
{
    static const int least = 1;
    int load[MOST * MOST_DIMENSIONS * 2] = {0}, most = least;
    for (int i = 0; i < n; i++) {
        int to = (i + by) % n, leaf = of->shape[0];
        if (of->model == FC_TOPOLOGY_TORUS || of->model == FC_TOPOLOGY_MESH)
            load_grid(load, of, i, to);
        else if (of->model == FC_TOPOLOGY_FAT_TREE && i / leaf != to / leaf)
            load[i / leaf * of->up[1] + to % of->up[1]]++;
    }
    for (size_t k = 0; k < sizeof load / sizeof *load; k++)
        most = load[k] > most ? load[k] : most;
    return most;
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

static double largest_deviation(const double line[2], const fc_network *of, const fc_network_samples *s)
{
    double most = 0;
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++) {
            double seconds = s->distance[i * s->n + j];
            most = fmax(most, fabs(line[0] + line[1] * links_between(of, i, j) - seconds) / seconds);
        }
    return most;
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
    best->distance_error = largest_deviation(line, of, s);
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

/* Seconds of a shift: the link that the most messages share moves them one after the other, beside what
 * acknowledgements take of it. */
static double shift_time(const fc_network *of, const fc_network_samples *s, int by)
{
    double moving = s->bytes / of->link[0].bandwidth * (1 + of->acknowledgements);
    return s->alone_s + moving * busiest(of, s->n, by) - s->bytes / of->link[0].bandwidth;
}

static void judge_shifts(fc_network_fit *fit, const fc_network_samples *s)
{
    double error[MOST];
    int n = 0;
    fit->shift_error[1] = 0;
    for (int by = 1; by < s->n; by++) {
        error[n] = fabs(shift_time(&fit->network, s, by) / s->shift[by] - 1);
        fit->shift_error[1] = fmax(fit->shift_error[1], error[n++]);
    }
    fit->shift_error[0] = fc_fit_median(error, n);
}

/* The number of a leaf's parents that explains the shifts best. */
static void fit_parents(fc_network_fit *fit, const fc_network_samples *s)
{
    fc_network_fit best = *fit;
    judge_shifts(&best, s);
    for (int up = fit->network.shape[0] - 1; up >= 1; up--) {
        fc_network_fit other = *fit;
        other.network.up[1] = up;
        judge_shifts(&other, s);
        if (other.shift_error[0] + other.shift_error[1] < best.shift_error[0] + best.shift_error[1])
            best = other;
    }
    *fit = best;
}

void fc_network_fit_samples(fc_network_fit *out, const fc_network_samples *s)
{
    *out = (fc_network_fit){0};
    if (!is_one_switch(out, s)) {
        consider_all(out, s);
        out->is_found = out->explained >= least_explained;
    }
    fc_network *network = &out->network;
    double moving = fmax(s->alone_s - s->distance[1], 1e-12), least = s->shift[1];
    for (int by = 2; by < s->n; by++)
        least = fmin(least, s->shift[by]);
    network->contention = FC_CONTENTION_FAIR;
    network->acknowledgements = fmin(fmax((least - s->alone_s) / moving, 0), 1);
    network->measured[1] = 1;
    for (int level = 0; level < network->n_levels; level++)
        network->link[level].bandwidth = s->bytes / moving;
    judge_shifts(out, s);
    if (network->model == FC_TOPOLOGY_FAT_TREE)
        fit_parents(out, s);
}
