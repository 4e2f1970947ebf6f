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

/* A tree whose nodes are numbered level by level. */
typedef struct level {
    int width; /* nodes of the level */
    int first; /* its first node */
} level;

static level level_of(int radix, int v)
{
    level of = {1, 0};
    while (v >= of.first + of.width) {
        of.first += of.width;
        of.width *= radix;
    }
    return of;
}

static int level_child(int radix, int p, int v, int k)
{
    long child = v + (k + 1L) * level_of(radix, v).width;
    return k < radix && child < p ? (int)child : -1;
}

static int level_parent(int radix, int v)
{
    const level of = level_of(radix, v);
    int width = of.width / radix;
    return of.first - width + (v - of.first) % width;
}

int fc_plan_child(fc_plan_tree tree, int p, int v, int k)
{
    switch (tree) {
    case FC_PLAN_STAR:
        return v == 0 && k + 1 < p ? k + 1 : -1;
    case FC_PLAN_CHAIN:
        return k == 0 && v + 1 < p ? v + 1 : -1;
    case FC_PLAN_BINARY:
        return level_child(2, p, v, k);
    case FC_PLAN_TERNARY:
        return level_child(3, p, v, k);
    case FC_PLAN_HEAP:
        return k < 2 && 2L * v + 1 + k < p ? 2 * v + 1 + k : -1;
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
    int radix = radix_of(tree);
    long weight = 1;
    if (v == 0)
        return -1;
    switch (tree) {
    case FC_PLAN_STAR:
        return 0;
    case FC_PLAN_CHAIN:
        return v - 1;
    case FC_PLAN_BINARY:
        return level_parent(2, v);
    case FC_PLAN_TERNARY:
        return level_parent(3, v);
    case FC_PLAN_HEAP:
        return (v - 1) / 2;
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

int fc_plan_segments(const fc_stage *stage)
{
    return stage->segment > 0 && stage->bytes > stage->segment ? (int)ceil(stage->bytes / stage->segment) : 1;
}

double fc_plan_segment_bytes(const fc_stage *stage, int i)
{
    int n = fc_plan_segments(stage);
    if (n == 1)
        return stage->bytes;
    return i < n - 1 ? stage->segment : stage->bytes - (n - 1) * stage->segment;
}

static double bytes_to(const fc_stage *stage, int p, int child, int segment)
{
    if (stage->grows)
        return stage->bytes * fc_plan_subtree_size(stage->tree, p, child);
    return fc_plan_segment_bytes(stage, segment);
}

/* Step i of a chain: segment i comes in, the one before goes out. */
static bool chain_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    bool is_out = stage->kind == FC_STAGE_DOWN_TREE;
    int before = v > 0 ? v - 1 : -1, after = v + 1 < p ? v + 1 : -1;
    int from = is_out ? before : after, to = is_out ? after : before;
    int n = fc_plan_segments(stage), received = from < 0 ? n : i, sent = from < 0 ? i : i - 1;
    *out = (fc_plan_step){-1, -1, 0, 0};
    if (received < n)
        *out = (fc_plan_step){-1, from, 0, fc_plan_segment_bytes(stage, received)};
    if (to >= 0 && sent >= 0 && sent < n) {
        out->to = to;
        out->sent = fc_plan_segment_bytes(stage, sent);
    }
    return out->to >= 0 || out->from >= 0;
}

/* Each segment: from the parent to the children, or from these to the parent. */
static bool tree_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    int n = n_children(stage->tree, p, v), parent = fc_plan_parent(stage->tree, v);
    int each = n + (parent >= 0), segment = i / each;
    if (stage->tree == FC_PLAN_CHAIN && stage->segment > 0 && !stage->together)
        return chain_step(out, stage, p, v, i);
    i %= each;
    if (segment >= fc_plan_segments(stage))
        return false;
    bool is_out = stage->kind == FC_STAGE_DOWN_TREE, is_first = is_out && parent >= 0, other;
    int nth = is_out ? i - is_first : i, k = is_out && !stage->nearest_first ? nth : n - 1 - nth;
    other = is_out ? i == 0 && is_first : i == n && parent >= 0;
    int node = other ? parent : fc_plan_child(stage->tree, p, v, k);
    double bytes = bytes_to(stage, p, other ? v : node, segment);
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

/* ---- recursive doubling among any number of ranks (allgather-rdb.cpp of SimGrid) ---- */

/* Where the partners' subtree has only n < width ranks: those that have its blocks send them to ranks of their own
 * subtree that do not, at this distance. */
static fc_plan_step completing_step(const fc_stage *stage, int p, int v, int width, int far)
{
    int root = v & ~(width - 1), n = p - root - width, partner = v ^ far, end = (v & ~(2 * far - 1)) + n;
    double bytes = stage->bytes * n;
    if ((root ^ width) + width <= p || n <= 0)
        return (fc_plan_step){-1, -1, 0, 0};
    if (v < end && partner >= end)
        return (fc_plan_step){partner, -1, bytes, 0};
    return v >= end && partner < end ? (fc_plan_step){-1, partner, 0, bytes} : (fc_plan_step){-1, -1, 0, 0};
}

/* Each distance 2^k has one exchange and k completing steps. */
static bool exchange_all_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    int k = 0;
    for (; i > k; k++)
        i -= k + 1;
    int width = 1 << k, partner = v ^ width, root = v & ~(width - 1);
    if (k >= fc_log2_ceil(p))
        return false;
    if (i > 0) {
        *out = completing_step(stage, p, v, width, width >> i);
        return true;
    }
    *out = (fc_plan_step){-1, -1, 0, 0};
    if (partner < p)
        *out = (fc_plan_step){partner, partner, stage->bytes * fmin(width, p - root),
                              stage->bytes * fmin(width, p - (root ^ width))};
    return true;
}

/* ---- rounds among all ---- */

static bool shift_step(fc_plan_step *out, const fc_stage *stage, int p, int v, int i)
{
    if (i >= fc_log2_ceil(p))
        return false;
    int far = 1 << i, next = (int)(((long)v + far) % p), previous = (int)(((long)v + p - far) % p);
    double blocks = 1;
    if (stage->kind == FC_STAGE_BRUCK_GATHER)
        blocks = fmin(far, p - far);
    if (stage->kind == FC_STAGE_BRUCK_ALLTOALL) {
        /* How many of the numbers 1 ... p - 1 have bit i set. */
        long period = 2L << i, rest = p % period - (1L << i);
        blocks = (double)(p / period * (1L << i) + (rest > 0 ? rest : 0));
    }
    double bytes = stage->bytes * blocks;
    *out = stage->kind == FC_STAGE_BRUCK_GATHER ? (fc_plan_step){previous, next, bytes, bytes}
                                                : (fc_plan_step){next, previous, bytes, bytes};
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
    case FC_STAGE_EXCHANGE_ALL:
        return exchange_all_step(out, stage, p, v, i);
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
