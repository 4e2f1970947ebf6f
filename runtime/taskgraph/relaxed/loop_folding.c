/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/loop_folding.h"

#include <stdlib.h>

enum {
    MOST_DEPTH = 60 /* most nested parts */
};

void fc_loop_folding_free(fc_loop_folding *folding)
{
    free(folding->twin);
    free(folding->loop);
    free(folding->loops);
    free(folding->ahead);
    *folding = (fc_loop_folding){0};
}

uint32_t fc_loop_folding_representative(const fc_loop_folding *folding, uint32_t node)
{
    while (folding->twin[node] != node)
        node = folding->twin[node];
    return node;
}

/* ---- one run of iterations ---- */

/* A run of iterations during folding. */
typedef struct fold {
    fc_loop_folding *into;
    const fc_region *region;
    const fc_iterations *run;
    int *segment_of; /* [sequences->n] segment number of the run's nodes; -1: other nodes */
    int loop;
    fc_cost_polynomial *cost; /* [run->n] costs of the item being folded */
} fold;

static void number_segments(const fold *of, bool forget)
{
    const uint32_t begin = of->run->begin, stretches = of->run->stretches;
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t t = 0; t < of->run->n; t++)
            for (uint32_t node = fc_iterations_node(of->run, i, t); node < fc_iterations_node(of->run, i, t + 1);
                 node++)
                of->segment_of[node] = forget ? -1 : (int)(begin + t * stretches);
}

/* The common cost of the first n of of->cost: their mean if they are equal up to rounding, otherwise their polynomial.
 */
static fc_cost_polynomial common_cost(const fold *of, uint32_t n)
{
    fc_task_sequences *s = of->into->sequences;
    fc_cost_polynomial found = {0};
    for (uint32_t t = 0; t < n; t++)
        found.s += of->cost[t].s / n;
    if (!of->run->is_even)
        fc_cost_polynomial_fit(&found, &s->counted,
                               &(fc_cost_polynomial_samples){of->cost, n, of->loop, s->rounding_s});
    return found;
}

/* Edges from an iteration to the next become forward edges. Edges from outside the run keep their delay. */
static void fold_edges(const fold *of, const fc_iterations_place *place)
{
    fc_loop_folding *into = of->into;
    fc_task_sequences *s = into->sequences;
    const uint32_t node = fc_iterations_node(of->run, place->i, 0) + place->offset;
    const uint32_t second = fc_iterations_node(of->run, place->i, 1) + place->offset;
    for (size_t e = 0; e < s->in[node + 1] - s->in[node]; e++) {
        uint32_t n;
        const fc_iterations_edge kind = fc_iterations_delays(of->cost, &n, place, of->segment_of, e);
        if (kind == FC_ITERATIONS_WITHIN) {
            s->delay[s->in[node] + e] = common_cost(of, n);
        } else if (kind == FC_ITERATIONS_AHEAD) {
            into->ahead = fc_grow(into->ahead, &into->ahead_capacity, into->n_ahead + 1, sizeof *into->ahead);
            into->ahead[into->n_ahead++] =
                (fc_loop_folding_edge){s->from[s->in[second] + e], node, of->loop, common_cost(of, n)};
        }
    }
}

static void fold_run(fc_loop_folding *into, int *segment_of, const fc_region *region, const fc_iterations *run)
{
    const fold of = {into,
                     region,
                     run,
                     segment_of,
                     (int)into->n_loops - 1,
                     fc_allocate((size_t)run->n + 1, sizeof(fc_cost_polynomial))};
    number_segments(&of, false);
    for (uint32_t i = 0; i < region->n; i++)
        for (uint32_t offset = 0; offset < fc_iterations_node(run, i, 1) - fc_iterations_node(run, i, 0); offset++) {
            const fc_iterations_place *place = &(fc_iterations_place){into->sequences, run, i, offset};
            fc_task_sequences *s = of.into->sequences;
            const uint32_t node = fc_iterations_node(of.run, place->i, 0) + place->offset;
            fc_iterations_costs(of.cost, place);
            s->cost[node] = common_cost(&of, of.run->n);
            for (uint32_t t = 0; t < of.run->n; t++)
                of.into->twin[fc_iterations_node(of.run, place->i, t) + place->offset] = node;
            fold_edges(&of, place);
        }
    number_segments(&of, true);
    free(of.cost);
}

/* ---- recursion over parts ---- */

typedef struct part {
    fc_region region;
    int loop, depth;
} part;

typedef struct parts {
    fc_loop_folding *into;
    int *number; /* [sequences->n] scratch, all -1 between uses */
    fc_derivation_mismatch *unlike;
} parts;

static void fold_part(parts *of, const part *what);

/* Folds the part between two nodes of each span. */
static void fold_between(parts *of, const part *what, const uint32_t *first, const uint32_t *end, int loop)
{
    part inner = {{fc_allocate((size_t)what->region.n + 1, sizeof(fc_span)), 0}, loop, what->depth + 1};
    for (uint32_t i = 0; i < what->region.n; i++)
        if (end[i] > first[i])
            inner.region.span[inner.region.n++] = (fc_span){first[i], end[i]};
    if (inner.region.n > 0)
        fold_part(of, &inner);
    free(inner.region.span);
}

/* Folds the parts before, inside and after the run. */
static void fold_around(parts *of, const part *what, const fc_iterations *run)
{
    const size_t n = what->region.n;
    uint32_t *bound[5];
    for (int b = 0; b < 5; b++)
        bound[b] = fc_allocate(n + 1, sizeof *bound[b]);
    for (uint32_t i = 0; i < n; i++) {
        bound[0][i] = what->region.span[i].first;
        bound[1][i] = fc_iterations_node(run, i, 0);
        bound[2][i] = fc_iterations_node(run, i, 1);
        bound[3][i] = fc_iterations_node(run, i, run->n);
        bound[4][i] = what->region.span[i].end;
    }
    const int loop = (int)of->into->n_loops - 1;
    fold_between(of, what, bound[0], bound[1], what->loop);
    fold_between(of, what, bound[1], bound[2], loop);
    fold_between(of, what, bound[3], bound[4], what->loop);
    for (int b = 0; b < 5; b++)
        free(bound[b]);
}

static uint32_t find_group(uint32_t *group, uint32_t i)
{
    while (group[i] != i)
        i = group[i] = group[group[i]];
    return i;
}

/* group[spans]: connected components of the spans by edges (union-find). Returns the number of components. */
static uint32_t group_spans(uint32_t *group, parts *of, const fc_region *region)
{
    const fc_task_sequences *s = of->into->sequences;
    uint32_t groups = region->n;
    for (uint32_t i = 0; i < region->n; i++) {
        group[i] = i;
        for (uint32_t node = region->span[i].first; node < region->span[i].end; node++)
            of->number[node] = (int)i;
    }
    for (uint32_t i = 0; i < region->n; i++)
        for (size_t e = s->in [region->span[i].first]; e < s->in[region->span[i].end]; e++) {
            const int other = of->number[s->from[e]];
            if (other < 0 || find_group(group, (uint32_t)other) == find_group(group, i))
                continue;
            group[find_group(group, (uint32_t)other)] = find_group(group, i);
            groups--;
        }
    for (uint32_t i = 0; i < region->n; i++)
        for (uint32_t node = region->span[i].first; node < region->span[i].end; node++)
            of->number[node] = -1;
    return groups;
}

/* Processes without edges between them are folded separately, with loops of their own. */
static void fold_groups(parts *of, const part *what)
{
    const fc_region *region = &what->region;
    const size_t n = (size_t)region->n + 1;
    uint32_t *group = fc_allocate(n, sizeof *group), *first = fc_allocate(n, sizeof *first);
    uint32_t *next = fc_allocate(n, sizeof *next); /* linked lists of a group's spans in order, ended by region->n */
    part one = {{fc_allocate(n, sizeof(fc_span)), 0}, what->loop, what->depth + 1};
    const uint32_t groups = group_spans(group, of, region);
    for (uint32_t i = 0; i < region->n; i++)
        first[i] = region->n;
    for (uint32_t i = region->n; i-- > 0;) {
        next[i] = first[find_group(group, i)];
        first[find_group(group, i)] = i;
    }
    for (uint32_t root = 0; root < region->n && groups > 1; root++) {
        one.region.n = 0;
        for (uint32_t i = first[root]; i < region->n; i = next[i])
            one.region.span[one.region.n++] = region->span[i];
        if (one.region.n > 0)
            fold_part(of, &one);
    }
    free(group);
    free(first);
    free(next);
    free(one.region.span);
}

static void fold_part(parts *of, const part *what)
{
    fc_loop_folding *into = of->into;
    fc_derivation_mismatch inner = {0};
    fc_iterations run = {0};
    for (uint32_t i = 0; i < what->region.n; i++)
        for (uint32_t node = what->region.span[i].first; node < what->region.span[i].end; node++)
            into->loop[node] = what->loop;
    if (what->depth >= MOST_DEPTH)
        return;
    fc_iterations_find(&run, what->depth == 0 ? of->unlike : &inner, into->sequences, &what->region, of->number);
    if (run.n > 0) {
        into->loops = fc_grow(into->loops, &into->loop_capacity, into->n_loops + 1, sizeof *into->loops);
        into->loops[into->n_loops++] = (fc_loop_folding_loop){what->loop, run.n, run.item, run.is_even};
        fold_run(into, of->number, &what->region, &run);
        fold_around(of, what, &run);
    } else if (what->region.n > 1) {
        fold_groups(of, what);
    }
    fc_iterations_free(&run);
}

void fc_loop_folding_make(fc_loop_folding *out, fc_derivation_mismatch *unlike, fc_task_sequences *sequences)
{
    fc_loop_folding folding = {.sequences = sequences};
    const size_t n = (size_t)sequences->n + 1;
    parts of = {&folding, fc_allocate(n, sizeof(int)), unlike};
    part whole = {{fc_allocate((size_t)sequences->n_sequences + 1, sizeof(fc_span)), sequences->n_sequences}, -1, 0};
    folding.twin = fc_allocate(n, sizeof *folding.twin);
    folding.loop = fc_allocate(n, sizeof *folding.loop);
    for (uint32_t i = 0; i < sequences->n; i++) {
        folding.twin[i] = i;
        of.number[i] = folding.loop[i] = -1;
    }
    for (uint32_t i = 0; i < sequences->n_sequences; i++)
        whole.region.span[i] = (fc_span){sequences->first[i], sequences->first[i + 1]};
    fold_part(&of, &whole);
    free(whole.region.span);
    free(of.number);
    *out = folding;
}
