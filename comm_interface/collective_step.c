/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a plan's stages: partners and bytes of one rank, computed directly from the rank's number. */
#include "collective_plan.h"

/* ---- trees ---- */

static int radix_of(fc_plan_tree tree)
{
    return tree == FC_PLAN_KNOMIAL ? 4 : 2;
}

/* The weight of the lowest nonzero digit of v in the tree's radix; for v = 0 the least weight >= p. */
static int lowest_weight(fc_plan_tree tree, int p, int v)
{
    long weight = 1;
    int radix = radix_of(tree);
    while (v > 0 ? v / weight % radix == 0 : weight < p)
        weight *= radix;
    return (int)weight;
}

static int radix_child(fc_plan_tree tree, int p, int v, int k)
{
    int radix = radix_of(tree);
    for (int weight = lowest_weight(tree, p, v) / radix; weight > 0; weight /= radix)
        for (int digit = 1; digit < radix && digit < (p - v + weight - 1) / weight; digit++)
            if (k-- == 0)
                return v + digit * weight;
    return -1;
}

static int binary_child(int p, int v, int k)
{
    int level = fc_log2_floor(v + 1), child = v + (k + 1) * (1 << level);
    return k < 2 && child < p ? child : -1;
}

int fc_plan_child(fc_plan_tree tree, int p, int v, int k)
{
    switch (tree) {
    case FC_PLAN_STAR:
        return v == 0 && k + 1 < p ? k + 1 : -1;
    case FC_PLAN_CHAIN:
        return k == 0 && v + 1 < p ? v + 1 : -1;
    case FC_PLAN_BINARY:
        return binary_child(p, v, k);
    default:
        return radix_child(tree, p, v, k);
    }
}

int fc_plan_subtree_size(fc_plan_tree tree, int p, int v)
{
    if (tree == FC_PLAN_STAR)
        return v == 0 ? p : 1;
    int weight = lowest_weight(tree, p, v);
    return weight < p - v ? weight : p - v;
}

int fc_plan_parent(fc_plan_tree tree, int v)
{
    int radix = radix_of(tree), level;
    long weight = 1;
    if (v == 0)
        return -1;
    switch (tree) {
    case FC_PLAN_STAR:
        return 0;
    case FC_PLAN_CHAIN:
        return v - 1;
    case FC_PLAN_BINARY:
        level = fc_log2_floor(v + 1) - 1;
        return (v + 1 - (2 << level)) % (1 << level) + (1 << level) - 1;
    default:
        while (v / weight % radix == 0)
            weight *= radix;
        return (int)(v / (weight * radix) * (weight * radix));
    }
}

static int n_children(fc_plan_tree tree, int p, int v)
{
    int n = 0;
    if (tree == FC_PLAN_STAR)
        return v == 0 ? p - 1 : 0;
    while (fc_plan_child(tree, p, v, n) >= 0)
        n++;
    return n;
}

static double bytes_to(const fc_stage *stage, int p, int child)
{
    return stage->bytes * (stage->grows ? fc_plan_subtree_size(stage->tree, p, child) : 1);
}

static bool tree_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    int n = n_children(stage->tree, p, v), parent = fc_plan_parent(stage->tree, v);
    bool is_out = stage->kind == FC_STAGE_DOWN_TREE, is_first = is_out && parent >= 0, other;
    int nth = is_out ? i - is_first : i, k = is_out && !stage->nearest_first ? nth : n - 1 - nth;
    other = is_out ? i == 0 && is_first : i == n && parent >= 0;
    if (!other && (k < 0 || k >= n))
        return false;
    int node = other ? parent : fc_plan_child(stage->tree, p, v, k);
    double bytes = bytes_to(stage, p, other ? v : node);
    *out = is_out == other ? (fc_plan_step){-1, node, 0, bytes} : (fc_plan_step){node, -1, bytes, 0};
    return true;
}

/* ---- a power of two of ranks ---- */

/* The number of rank v among the 2^k ranks that remain after folding, or -1; unfolded() is the inverse. */
static int folded_number(const fc_stage *stage, int p, int v)
{
    int rest = p - (1 << fc_log2_floor(p));
    if (v >= 2 * rest)
        return v - rest;
    return (v % 2 == 0) == stage->keeps_even ? v / 2 : -1;
}

static int unfolded(const fc_stage *stage, int p, int number)
{
    int rest = p - (1 << fc_log2_floor(p));
    return number < rest ? 2 * number + !stage->keeps_even : number + rest;
}

bool fc_plan_is_left_out(const fc_stage *stage, int p, int rank)
{
    return folded_number(stage, p, rank) < 0;
}

int fc_plan_mirrored(const fc_stage *stage, int p, int root, int rank)
{
    int number = folded_number(stage, p, rank), first = folded_number(stage, p, root);
    if (!stage->folded)
        return rank;
    if (first < 0)
        return rank == root ? 0 : rank == 0 ? root : rank;
    return number < 0 ? rank : unfolded(stage, p, number ^ first);
}

/* The number with the bits of 0 ... 2^bits - 1 in reverse order. */
static int reversed(int number, int bits)
{
    int result = 0;
    for (int i = 0; i < bits; i++)
        result |= (number >> i & 1) << (bits - 1 - i);
    return result;
}

/* A step of a tree among the ranks that remain after folding. */
static bool folded_tree_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    int bits = fc_log2_floor(p), number = folded_number(stage, p, v);
    if (number < 0 || !tree_step(out, stage, 1 << bits, reversed(number, bits), i))
        return false;
    out->to = out->to < 0 ? -1 : unfolded(stage, p, reversed(out->to, bits));
    out->from = out->from < 0 ? -1 : unfolded(stage, p, reversed(out->from, bits));
    return true;
}

static bool fold_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    int rest = p - (1 << fc_log2_floor(p));
    if (i > 0 || v >= 2 * rest)
        return false;
    bool sends = fc_plan_is_left_out(stage, p, v) == (stage->kind == FC_STAGE_FOLD);
    *out = sends ? (fc_plan_step){v ^ 1, -1, stage->bytes, 0} : (fc_plan_step){-1, v ^ 1, 0, stage->bytes};
    return true;
}

static bool pairs_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    int steps = fc_log2_floor(p), number = folded_number(stage, p, v);
    if (i >= steps || number < 0)
        return false;
    int far = stage->kind == FC_STAGE_EXCHANGE_REVERSED ? steps - 1 - i : i,
        partner = unfolded(stage, p, number ^ 1 << far);
    double share = stage->kind == FC_STAGE_EXCHANGE_REMAINING ? 1 - exp2(i - steps) : pow(stage->factor, i);
    double bytes = stage->bytes * share;
    *out = (fc_plan_step){partner, partner, bytes, bytes};
    return true;
}

/* ---- rounds among all ---- */

/* How many of the numbers 1 ... p - 1 have bit i set. */
static double with_bit(int p, int i)
{
    long period = 2L << i, rest = p % period - (1L << i);
    return (double)(p / period * (1L << i) + (rest > 0 ? rest : 0));
}

static bool shift_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    if (i >= fc_log2_ceil(p))
        return false;
    int far = 1 << i, ahead = (int)(((long)v + far) % p), behind = (int)(((long)v + p - far) % p);
    double blocks = 1;
    if (stage->kind == FC_STAGE_BRUCK_GATHER)
        blocks = fmin(far, p - far);
    if (stage->kind == FC_STAGE_BRUCK_ALLTOALL)
        blocks = with_bit(p, i);
    double bytes = stage->bytes * blocks;
    *out = stage->kind == FC_STAGE_BRUCK_GATHER ? (fc_plan_step){behind, ahead, bytes, bytes}
                                                : (fc_plan_step){ahead, behind, bytes, bytes};
    return true;
}

static bool round_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    bool is_ring = stage->kind == FC_STAGE_RING;
    if (i >= (is_ring ? stage->steps : p - 1))
        return false;
    int far = is_ring ? 1 : i + 1;
    *out = (fc_plan_step){(int)(((long)v + far) % p), (int)(((long)v + p - far) % p), stage->bytes, stage->bytes};
    return true;
}

static bool neighbor_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    if (i >= p / 2)
        return false;
    bool ahead = (v % 2 == 0) == (i % 2 == 0);
    int partner = ahead ? (v + 1) % p : (v + p - 1) % p;
    double bytes = stage->bytes * (i == 0 ? 1 : 2);
    *out = (fc_plan_step){partner, partner, bytes, bytes};
    return true;
}

bool fc_plan_rank_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    switch (stage->kind) {
    case FC_STAGE_DOWN_TREE:
    case FC_STAGE_UP_TREE:
        return stage->folded ? folded_tree_step(out, stage, p, v, i) : tree_step(out, stage, p, v, i);
    case FC_STAGE_FOLD:
    case FC_STAGE_UNFOLD:
        return fold_step(out, stage, p, v, i);
    case FC_STAGE_EXCHANGE:
    case FC_STAGE_EXCHANGE_REVERSED:
    case FC_STAGE_EXCHANGE_REMAINING:
        return pairs_step(out, stage, p, v, i);
    case FC_STAGE_DISSEMINATE:
    case FC_STAGE_BRUCK_GATHER:
    case FC_STAGE_BRUCK_ALLTOALL:
        return shift_step(out, stage, p, v, i);
    case FC_STAGE_NEIGHBOR:
        return neighbor_step(out, stage, p, v, i);
    default:
        return round_step(out, stage, p, v, i);
    }
}
