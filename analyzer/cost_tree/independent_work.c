/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/independent_work.h"

#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/regions/operations.h"
#include "analyzer/regions/streams.h"
#include "runtime/core/forecost.h"

#include <math.h>
#include <stdlib.h>

enum {
    MAX_CALLS = 8 /* nested calls */
};

/* Instructions of an iteration or a part of it: a lower bound on all of them, an upper bound on those in gather
 * regions. */
typedef struct instructions {
    double all, gathering;
} instructions;

typedef struct counting {
    fc_analysis *analysis;
    instructions *of; /* by procedure id; all < 0: not computed, or in progress */
    double *share;    /* by procedure id: the least share that its callers gave */
    int calls;        /* nested calls */
} counting;

static double instructions_of(const fc_region_model *region)
{
    double n = 2;
    if (fc_operations_is_empty(region))
        return 0;
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        n += region->reads[t] + region->writes[t];
        for (int o = 0; o < FC_N_OPERATIONS; o++)
            n += region->operation[o][t];
    }
    return n;
}

static bool gathers(const fc_analysis *analysis, const fc_region_model *region)
{
    for (size_t i = 0; i < region->n_streams; i++) {
        const fc_access_stream *stream = &region->stream[i];
        if (stream->pattern == FC_PATTERN_RANDOM && stream->waits == 0 &&
            fc_streams_is_gather(stream, analysis->control))
            return true;
    }
    return false;
}

static instructions count(counting *c, const fc_cost *cost);

static instructions count_called(counting *c, const fc_procedure *callee)
{
    const fc_cost *tree = c->analysis->tree[callee->id];
    instructions *of = &c->of[callee->id];
    if (of->all < 0 && tree && c->calls < MAX_CALLS) {
        of->all = 0; /* for a recursive call */
        c->calls++;
        *of = count(c, tree);
        c->calls--;
    }
    return of->all < 0 ? (instructions){0} : *of;
}

static bool is_loop(const fc_cost *cost)
{
    return cost->kind == FC_COST_CANONICAL_LOOP || cost->kind == FC_COST_COUNTED_LOOP ||
           cost->kind == FC_COST_EXECUTED_LOOP;
}

/* The trip count if it is constant, 1 otherwise. */
static double trips_of(const counting *c, const fc_cost *loop)
{
    fc_view view = {
        .control = c->analysis->control, .algebra = c->analysis->algebra, .root = fc_cost_outermost_loop(loop->node)};
    fc_loop_range range;
    double trips;
    bool is_known = loop->kind == FC_COST_CANONICAL_LOOP && fc_loops_range(&range, loop, &view) &&
                    fc_sym_is_constant(range.trips, &trips);
    return is_known ? trips : 1;
}

static instructions count_children(counting *c, const fc_cost *cost)
{
    bool is_choice = cost->kind == FC_COST_BRANCH || cost->kind == FC_COST_SHARE || cost->kind == FC_COST_SWITCH ||
                     cost->kind == FC_COST_POINTER;
    instructions sum = {0}, chosen = {cost->n_children > 0 ? INFINITY : 0, 0};
    for (int i = 0; i < cost->n_children; i++) {
        instructions part = count(c, cost->child[i]);
        sum.all += part.all;
        sum.gathering += part.gathering;
        chosen.all = fmin(chosen.all, part.all);
        chosen.gathering = fmax(chosen.gathering, part.gathering);
    }
    return is_choice ? chosen : sum;
}

static instructions count(counting *c, const fc_cost *cost)
{
    if (cost->kind == FC_COST_REGION) {
        double n = instructions_of(cost->region);
        return (instructions){n, gathers(c->analysis, cost->region) ? n : 0};
    }
    if (cost->kind == FC_COST_CALL)
        return count_called(c, cost->callee);
    instructions of = count_children(c, cost);
    double trips = is_loop(cost) ? trips_of(c, cost) : 1;
    return (instructions){of.all * trips, of.gathering * trips};
}

/* share: instructions of the enclosing iteration per instruction of its gather regions; 0: no enclosing loop. */
static void give(counting *c, const fc_cost *cost, double share)
{
    fc_region_model *region = cost->kind == FC_COST_REGION ? cost->region : NULL;
    if (region && share > 1 && gathers(c->analysis, region)) {
        double around = instructions_of(region) * (share - 1);
        region->around = region->around > 0 ? fmin(region->around, around) : around;
    }
    if (is_loop(cost)) {
        instructions iteration = count_children(c, cost);
        share = iteration.gathering > 0 ? iteration.all / iteration.gathering : 0;
    }
    const fc_cost *callee = cost->kind == FC_COST_CALL ? c->analysis->tree[cost->callee->id] : NULL;
    if (callee && share > 0 && share < c->share[cost->callee->id] && c->calls < MAX_CALLS) {
        c->share[cost->callee->id] = share;
        c->calls++;
        give(c, callee, share);
        c->calls--;
    }
    for (int i = 0; i < cost->n_children; i++)
        give(c, cost->child[i], share);
}

void fc_independent_work_find(fc_analysis *analysis)
{
    size_t n = (size_t)analysis->program->n_procedures;
    counting c = {analysis, fc_allocate(n, sizeof *c.of), fc_allocate(n, sizeof *c.share), 0};
    for (size_t i = 0; i < n; i++) {
        c.of[i].all = -1;
        c.share[i] = INFINITY;
    }
    for (size_t i = 0; i < n; i++)
        if (analysis->tree[i])
            give(&c, analysis->tree[i], 0);
    free(c.of);
    free(c.share);
}
