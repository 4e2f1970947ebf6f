/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_plan.h"

int fc_log2_floor(int p)
{
    int k = 0;
    while (p >> (k + 1))
        k++;
    return k;
}

int fc_log2_ceil(int p)
{
    int k = fc_log2_floor(p);
    return p > 1 << k ? k + 1 : k;
}

void fc_plan_stage(fc_plan *plan, fc_stage stage)
{
    if (plan->n < FC_MOST_STAGES)
        plan->stage[plan->n++] = stage;
}

static void add_tree(fc_plan *plan, fc_stage_kind kind, fc_plan_tree tree, double bytes)
{
    fc_plan_stage(plan, (fc_stage){.kind = kind, .tree = tree, .bytes = bytes});
}

static void add_blocks(fc_plan *plan, fc_stage_kind kind, double bytes, bool nearest_first)
{
    fc_plan_stage(
        plan,
        (fc_stage){
            .kind = kind, .tree = FC_PLAN_BINOMIAL, .grows = true, .nearest_first = nearest_first, .bytes = bytes});
}

static void add_simple(fc_plan *plan, fc_stage_kind kind, double bytes)
{
    fc_plan_stage(plan, (fc_stage){.kind = kind, .bytes = bytes});
}

static void add_pairs(fc_plan *plan, fc_stage_kind kind, double bytes, double factor)
{
    fc_plan_stage(plan, (fc_stage){.kind = kind, .bytes = bytes, .factor = factor});
}

static void add_ring(fc_plan *plan, int steps, double bytes)
{
    fc_plan_stage(plan, (fc_stage){.kind = FC_STAGE_RING, .steps = steps, .bytes = bytes});
}

static fc_plan_tree tree_of(fc_algorithm algorithm)
{
    switch (algorithm) {
    case FC_ALGORITHM_CHAIN:
        return FC_PLAN_CHAIN;
    case FC_ALGORITHM_BINARY:
        return FC_PLAN_BINARY;
    case FC_ALGORITHM_BINOMIAL:
        return FC_PLAN_BINOMIAL;
    case FC_ALGORITHM_KNOMIAL:
        return FC_PLAN_KNOMIAL;
    default:
        return FC_PLAN_STAR;
    }
}

static void add_folded_pairs(fc_plan *plan, double bytes, double first, double factor, double back)
{
    add_simple(plan, FC_STAGE_FOLD, bytes);
    add_pairs(plan, FC_STAGE_EXCHANGE, first, factor);
    add_simple(plan, FC_STAGE_UNFOLD, back);
}

static void plan_barrier(fc_plan *plan, fc_algorithm algorithm)
{
    if (algorithm == FC_ALGORITHM_DOUBLING) {
        add_folded_pairs(plan, 0, 0, 1, 0);
    } else if (algorithm == FC_ALGORITHM_BRUCK) {
        add_simple(plan, FC_STAGE_DISSEMINATE, 0);
    } else {
        add_tree(plan, FC_STAGE_UP_TREE, tree_of(algorithm), 0);
        add_tree(plan, FC_STAGE_DOWN_TREE, tree_of(algorithm), 0);
    }
}

/* An allgather of blocks of m bytes. Recursive doubling requires a power of two of ranks, neighbor exchange an even
 * number. */
static void plan_allgather(fc_plan *plan, fc_algorithm algorithm, int p, double m)
{
    bool is_power = p == 1 << fc_log2_floor(p);
    if (algorithm == FC_ALGORITHM_DOUBLING && is_power)
        add_pairs(plan, FC_STAGE_EXCHANGE, m, 2);
    else if (algorithm == FC_ALGORITHM_DOUBLING || algorithm == FC_ALGORITHM_BRUCK)
        add_simple(plan, FC_STAGE_BRUCK_GATHER, m);
    else if (algorithm == FC_ALGORITHM_NEIGHBOR && p % 2 == 0)
        add_simple(plan, FC_STAGE_NEIGHBOR, m);
    else
        add_ring(plan, p - 1, m);
}

static void plan_bcast(fc_plan *plan, fc_algorithm algorithm, int p, double m)
{
    switch (algorithm) {
    case FC_ALGORITHM_SCATTER_DOUBLING:
    case FC_ALGORITHM_SCATTER_RING:
        add_blocks(plan, FC_STAGE_DOWN_TREE, m / p, false);
        plan_allgather(plan, algorithm == FC_ALGORITHM_SCATTER_RING ? FC_ALGORITHM_RING : FC_ALGORITHM_DOUBLING, p,
                       m / p);
        return;
    case FC_ALGORITHM_SPLIT_BINARY: /* each half of the vector goes down one subtree of the root; then the two subtrees
                                       exchange halves */
        add_tree(plan, FC_STAGE_DOWN_TREE, FC_PLAN_BINARY, m / 2);
        add_ring(plan, 1, m / 2);
        return;
    default:
        add_tree(plan, FC_STAGE_DOWN_TREE, tree_of(algorithm), m);
    }
}

static void plan_reduce(fc_plan *plan, fc_algorithm algorithm, int p, double m)
{
    double powers = 1 << fc_log2_floor(p);
    if (algorithm != FC_ALGORITHM_RABENSEIFNER) {
        add_tree(plan, FC_STAGE_UP_TREE, tree_of(algorithm), m);
        return;
    }
    plan->is_mirrored = true;
    fc_plan_stage(plan, (fc_stage){.kind = FC_STAGE_FOLD, .keeps_even = true, .bytes = m});
    fc_plan_stage(plan, (fc_stage){.kind = FC_STAGE_EXCHANGE, .keeps_even = true, .factor = 0.5, .bytes = m / 2});
    fc_plan_stage(plan, (fc_stage){.kind = FC_STAGE_UP_TREE,
                                   .tree = FC_PLAN_BINOMIAL,
                                   .grows = true,
                                   .folded = true,
                                   .keeps_even = true,
                                   .bytes = m / powers});
}

static void plan_allreduce(fc_plan *plan, fc_algorithm algorithm, int p, double m)
{
    double powers = 1 << fc_log2_floor(p);
    if (algorithm == FC_ALGORITHM_RING) {
        add_ring(plan, 2 * (p - 1), m / p);
    } else if (algorithm == FC_ALGORITHM_RABENSEIFNER) {
        add_simple(plan, FC_STAGE_FOLD, m);
        add_pairs(plan, FC_STAGE_EXCHANGE, m / 2, 0.5);
        add_pairs(plan, FC_STAGE_EXCHANGE_REVERSED, m / powers, 2);
        add_simple(plan, FC_STAGE_UNFOLD, m);
    } else {
        add_folded_pairs(plan, m, m, 1, m);
    }
}

static void plan_alltoall(fc_plan *plan, fc_algorithm algorithm, double m)
{
    if (algorithm == FC_ALGORITHM_BRUCK)
        add_simple(plan, FC_STAGE_BRUCK_ALLTOALL, m);
    else if (algorithm == FC_ALGORITHM_LINEAR_BY_FOUR)
        fc_plan_stage(plan, (fc_stage){.kind = FC_STAGE_NONBLOCKING, .at_once = 4, .bytes = m});
    else
        add_simple(plan, algorithm == FC_ALGORITHM_PAIRWISE ? FC_STAGE_ROTATE : FC_STAGE_NONBLOCKING, m);
}

static void plan_reduce_scatter(fc_plan *plan, fc_algorithm algorithm, int p, double m)
{
    if (algorithm == FC_ALGORITHM_RING)
        add_ring(plan, p - 1, m / p);
    else if (algorithm == FC_ALGORITHM_PAIRWISE)
        add_simple(plan, FC_STAGE_ROTATE, m / p);
    else if (algorithm == FC_ALGORITHM_DOUBLING) {
        /* Reduce-scatter by recursive doubling: in each step a rank sends every block except those of the ranks it has
         * already exchanged with. */
        add_simple(plan, FC_STAGE_FOLD, m);
        add_simple(plan, FC_STAGE_EXCHANGE_REMAINING, m);
        add_simple(plan, FC_STAGE_UNFOLD, m / p);
    } else
        add_folded_pairs(plan, m, m / 2, 0.5, m / p);
}

void fc_plan_add(fc_plan *plan, const fc_collective *what, fc_algorithm algorithm)
{
    double m = what->bytes;
    fc_stage_kind way = FC_STAGE_DOWN_TREE;
    switch (what->fit) {
    case FC_FIT_BARRIER:
        plan_barrier(plan, algorithm);
        return;
    case FC_FIT_BCAST:
        plan_bcast(plan, algorithm, what->p, m);
        return;
    case FC_FIT_REDUCE:
        plan_reduce(plan, algorithm, what->p, m);
        return;
    case FC_FIT_ALLREDUCE:
        plan_allreduce(plan, algorithm, what->p, m);
        return;
    case FC_FIT_GATHER:
    case FC_FIT_GATHERV:
        way = FC_STAGE_UP_TREE;
        break;
    case FC_FIT_ALLGATHER:
    case FC_FIT_ALLGATHERV:
        plan_allgather(plan, algorithm, what->p, m);
        return;
    case FC_FIT_ALLTOALL:
    case FC_FIT_ALLTOALLV:
        plan_alltoall(plan, algorithm, m);
        return;
    case FC_FIT_REDUCE_SCATTER:
        plan_reduce_scatter(plan, algorithm, what->p, m);
        return;
    case FC_FIT_SCAN:
        if (algorithm == FC_ALGORITHM_DOUBLING)
            add_simple(plan, FC_STAGE_DISSEMINATE, m);
        else if (algorithm == FC_ALGORITHM_LINEAR) /* bounded by the last rank, which receives from all others */
            add_tree(plan, FC_STAGE_UP_TREE, FC_PLAN_STAR, m);
        else
            add_tree(plan, FC_STAGE_DOWN_TREE, FC_PLAN_CHAIN, m);
        return;
    default:
        break;
    }
    if (algorithm == FC_ALGORITHM_BINOMIAL || algorithm == FC_ALGORITHM_BINOMIAL_NEAREST)
        add_blocks(plan, way, m, algorithm == FC_ALGORITHM_BINOMIAL_NEAREST);
    else
        add_tree(plan, way, FC_PLAN_STAR, m);
}
