/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/turns.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_COMINGS = 4,    /* the first and the last turn stay; two alike are the least to fold */
    MOST_STRETCHES = 512, /* of a turn */
    MOST_PIECES = 32,     /* tried, those that are come to least often first */
    LIKE_COUNTS = 3       /* of the same number of comings */
};

static const double enough = 0.9; /* of the nodes: no other piece is tried */

void fc_turns_free(fc_turns *turns)
{
    free(turns->coming);
    *turns = (fc_turns){0};
}

/* ---- pieces that all strands come to equally often ---- */

typedef struct piece {
    int item;
    uint32_t comings;
} piece;

static int compare_pieces(const void *a, const void *b)
{
    const piece *x = a, *y = b;
    if (x->comings != y->comings)
        return x->comings < y->comings ? -1 : 1;
    return x->item - y->item;
}

/* piece[n_items]; how many there are. */
static int list_pieces(piece *list, const fc_strands *s, const fc_region *region)
{
    const size_t items = (size_t)s->n_items + 1;
    uint32_t *common = fc_allocate(items, sizeof *common), *spans = fc_allocate(items, sizeof *spans);
    uint32_t *comings = fc_allocate(items, sizeof *comings);
    int n = 0;
    for (uint32_t i = 0; i < region->n; i++) {
        const size_t first = s->mark[region->span[i].first], end = s->mark[region->span[i].end];
        for (size_t m = first; m < end; m++)
            comings[s->item[m]]++;
        for (size_t m = first; m < end; m++) {
            const int item = s->item[m];
            if (comings[item] == 0)
                continue;
            if (i == 0)
                common[item] = comings[item];
            spans[item] += comings[item] == common[item];
            comings[item] = 0;
        }
    }
    for (int item = 0; item < s->n_items; item++)
        if (spans[item] == region->n && common[item] >= LEAST_COMINGS)
            list[n++] = (piece){item, common[item]};
    free(common);
    free(spans);
    free(comings);
    qsort(list, (size_t)n, sizeof *list, compare_pieces);
    return n;
}

/* ---- stretches ---- */

/* What a row is looked for in: stretch_of a node is that it lies in, also behind the last coming; -1: before the first,
 * or outside. */
typedef struct search {
    const fc_strands *strands;
    const fc_region *region;
    int *stretch_of;
    fc_turns turns;
    uint32_t n;       /* stretches that end with a coming */
    uint64_t *digest; /* [n] */
    double *nodes;    /* [n + 1] of the stretches before */
} search;

static uint32_t coming(const search *of, uint32_t i, uint32_t k)
{
    return of->turns.coming[(size_t)i * of->turns.n_comings + k];
}

static void list_comings(search *of)
{
    const fc_strands *s = of->strands;
    of->turns.coming = fc_allocate((size_t)of->region->n * of->turns.n_comings + 1, sizeof *of->turns.coming);
    for (uint32_t i = 0; i < of->region->n; i++) {
        uint32_t *at = of->turns.coming + (size_t)i * of->turns.n_comings;
        for (uint32_t node = of->region->span[i].first; node < of->region->span[i].end; node++)
            for (size_t m = s->mark[node]; m < s->mark[node + 1]; m++)
                if (s->item[m] == of->turns.item)
                    *at++ = node;
    }
}

static void number_stretches(search *of)
{
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t k = 0; k < of->turns.n_comings; k++) {
            const bool is_last = k + 1 == of->turns.n_comings;
            const uint32_t end = is_last ? of->region->span[i].end : coming(of, i, k + 1);
            for (uint32_t node = coming(of, i, k); node < end; node++)
                of->stretch_of[node] = (int)k;
        }
}

static void forget_stretches(search *of)
{
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t node = of->region->span[i].first; node < of->region->span[i].end; node++)
            of->stretch_of[node] = -1;
}

/* Nothing waits for a later stretch. */
static bool are_in_order(const search *of)
{
    const fc_strands *s = of->strands;
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t node = of->region->span[i].first; node < of->region->span[i].end; node++)
            for (size_t e = s->in[node]; e < s->in[node + 1]; e++)
                if (of->stretch_of[s->from[e]] > of->stretch_of[node])
                    return false;
    return true;
}

static uint64_t mix(uint64_t digest, uint64_t bits)
{
    uint64_t z = digest + 0x9e3779b97f4a7c15u + bits * 0xd1b54a32d192ed03u; /* then splitmix64's first round */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 27;
}

/* Where a neighbour stands: by strand, stretches between and place within; outside, by its number. */
static uint64_t mix_neighbour(uint64_t digest, const search *of, uint32_t node, uint32_t other)
{
    const int k = of->stretch_of[other];
    if (k < 0)
        return mix(digest, other);
    /* the strand's span: strands of a region are in order */
    uint32_t low = 0, high = of->region->n - 1;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (of->region->span[middle].end <= other)
            low = middle + 1;
        else
            high = middle;
    }
    digest = mix(mix(digest, ~(uint64_t)low), (uint64_t)(of->stretch_of[node] - k));
    return mix(digest, other - coming(of, low, (uint32_t)k));
}

/* What a node is. */
static uint64_t digest_node(const search *of, uint32_t node, bool with_costs)
{
    const fc_strands *s = of->strands;
    uint64_t digest = mix(s->in[node + 1] - s->in[node], s->out[node + 1] - s->out[node]);
    for (size_t m = s->mark[node]; m < s->mark[node + 1]; m++)
        digest = mix(digest, (uint64_t)s->item[m]);
    if (with_costs)
        digest = mix(digest, s->like[node]);
    for (size_t e = s->in[node]; e < s->in[node + 1]; e++) {
        digest = mix_neighbour(digest, of, node, s->from[e]);
        if (with_costs)
            digest = mix(digest, s->delay_like[e]);
    }
    for (size_t e = s->out[node]; e < s->out[node + 1]; e++)
        digest = mix_neighbour(digest, of, node, s->to[e]);
    return digest;
}

static uint64_t digest_span(const search *of, uint32_t i, uint32_t k)
{
    uint64_t digest = coming(of, i, k + 1) - coming(of, i, k);
    for (uint32_t node = coming(of, i, k); node < coming(of, i, k + 1); node++)
        digest = mix(digest, digest_node(of, node, true));
    return digest;
}

static void digest_stretches(search *of)
{
    of->digest = fc_allocate((size_t)of->n + 1, sizeof *of->digest);
    of->nodes = fc_allocate((size_t)of->n + 2, sizeof *of->nodes);
    for (uint32_t k = 0; k < of->n; k++) {
        of->nodes[k + 1] = of->nodes[k];
        for (uint32_t i = 0; i < of->region->n; i++) {
            of->digest[k] = mix(of->digest[k], digest_span(of, i, k));
            of->nodes[k + 1] += coming(of, i, k + 1) - coming(of, i, k);
        }
    }
}

/* ---- rows ---- */

/* Most stretches between a node of the row and a neighbour in a stretch. */
static uint32_t reach(const search *of, const fc_turns *row)
{
    const fc_strands *s = of->strands;
    int most = 0;
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t node = fc_turns_node(row, i, 0); node < fc_turns_node(row, i, row->n); node++) {
            const int k = of->stretch_of[node];
            for (size_t e = s->in[node]; e < s->in[node + 1]; e++)
                if (of->stretch_of[s->from[e]] >= 0 && k - of->stretch_of[s->from[e]] > most)
                    most = k - of->stretch_of[s->from[e]];
            for (size_t e = s->out[node]; e < s->out[node + 1]; e++)
                if (of->stretch_of[s->to[e]] - k > most)
                    most = of->stretch_of[s->to[e]] - k;
        }
    return (uint32_t)most;
}

static double count_folded(const search *of, const fc_turns *row)
{
    return of->nodes[row->begin + row->n * row->stretches] - of->nodes[row->begin + row->stretches];
}

/* Stretches from `begin` on, `length` of them, repeat after `stretches`: keeps the row if it folds more. */
static void offer_row(search *of, uint32_t begin, uint32_t length, uint32_t stretches)
{
    fc_turns row = of->turns;
    row.begin = begin;
    row.stretches = stretches;
    row.n = length / stretches;
    if (row.n >= 2) {
        row.folded = count_folded(of, &row);
        if (row.folded > of->turns.folded)
            of->turns = row;
    }
}

static void find_row(search *of)
{
    for (uint32_t stretches = 1; stretches <= MOST_STRETCHES && 2 * stretches <= of->n; stretches++)
        for (uint32_t k = 0; k + stretches < of->n;) {
            const uint32_t begin = k;
            while (k + stretches < of->n && of->digest[k] == of->digest[k + stretches])
                k++;
            if (k > begin)
                offer_row(of, begin, k - begin + stretches, stretches);
            else
                k++;
        }
}

/* A forward edge may lead one turn ahead, so that what comes before the first turn is not before the second. */
static void widen(search *of)
{
    fc_turns *row = &of->turns;
    const uint32_t most = row->n > 0 ? reach(of, row) : 0;
    if (most <= row->stretches)
        return;
    const uint32_t length = row->n * row->stretches, times = (most + row->stretches - 1) / row->stretches;
    row->stretches *= times;
    row->n = length / row->stretches;
    row->n = row->n >= 2 ? row->n : 0;
    row->folded = row->n > 0 ? count_folded(of, row) : 0;
}

/* ---- what is not alike ---- */

/* Stretch k of the first strand that differs from its stretch `other`. */
static bool tell_span(fc_relaxation_unlike *out, const search *of, uint32_t k, uint32_t other)
{
    uint32_t i = 0;
    while (i < of->region->n && digest_span(of, i, k) == digest_span(of, i, other))
        i++;
    if (i == of->region->n)
        return false;
    uint32_t node = coming(of, i, k), twin = coming(of, i, other);
    const uint32_t end = coming(of, i, k + 1) - 1, twin_end = coming(of, i, other + 1) - 1;
    while (node < end && twin < twin_end && digest_node(of, node, true) == digest_node(of, twin, true)) {
        node++;
        twin++;
    }
    const bool by_cost = digest_node(of, node, false) == digest_node(of, twin, false);
    *out = (fc_relaxation_unlike){.is_told = true,
                                  .strand = of->strands->strand[node],
                                  .turn = k + 1,
                                  .item = of->turns.item,
                                  .task = of->strands->task[node],
                                  .by_cost = by_cost};
    return true;
}

static void tell_unlike(fc_relaxation_unlike *out, const search *of)
{
    const fc_turns *row = &of->turns;
    const uint32_t step = row->n > 0 ? row->stretches : 1, begin = row->n > 0 ? row->begin : 1;
    const uint32_t end = row->n > 0 ? row->begin + row->n * row->stretches : 2;
    if (begin > 1 && tell_span(out, of, begin - 1, begin - 1 + step))
        return;
    for (uint32_t k = end; k + 1 < of->n; k++)
        if (of->digest[k] != of->digest[k - step] && tell_span(out, of, k, k - step))
            return;
}

/* ---- search ---- */

static void search_piece(search *of, fc_relaxation_unlike *unlike)
{
    list_comings(of);
    number_stretches(of);
    if (are_in_order(of)) {
        digest_stretches(of);
        find_row(of);
        widen(of);
        tell_unlike(unlike, of);
    }
    forget_stretches(of);
    free(of->digest);
    free(of->nodes);
}

static double count_nodes(const fc_region *region)
{
    double n = 0;
    for (uint32_t i = 0; i < region->n; i++)
        n += region->span[i].end - region->span[i].first;
    return n;
}

void fc_turns_find(fc_turns *out, fc_relaxation_unlike *unlike, const fc_strands *strands, const fc_region *region,
                   int *stretch_of)
{
    piece *list = fc_allocate((size_t)strands->n_items + 1, sizeof *list);
    const int n = list_pieces(list, strands, region);
    const double all = count_nodes(region);
    fc_turns best = {0};
    int tried = 0, alike = 0;
    for (int p = 0; p < n && tried < MOST_PIECES && best.folded < enough * all; p++) {
        alike = p > 0 && list[p].comings == list[p - 1].comings ? alike + 1 : 0;
        if (alike >= LIKE_COUNTS)
            continue;
        search of = {.strands = strands, .region = region, .stretch_of = stretch_of, .n = list[p].comings - 1};
        of.turns = (fc_turns){.item = list[p].item, .n_comings = list[p].comings};
        fc_relaxation_unlike told = {0};
        search_piece(&of, &told);
        tried++;
        if (of.turns.folded > best.folded || !unlike->is_told)
            *unlike = told;
        if (of.turns.folded > best.folded) {
            fc_turns_free(&best);
            best = of.turns;
        } else {
            fc_turns_free(&of.turns);
        }
    }
    free(list);
    *out = best;
}
