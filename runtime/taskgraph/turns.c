/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/turns.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_COMINGS = 4,    /* the first and the last turn stay; two alike are the least to fold */
    MOST_STRETCHES = 512, /* of a turn */
    MOST_PIECES = 32,     /* tried, those that are come to least often first */
    LIKE_COUNTS = 3,      /* of the same number of comings */
    LEAST_TURNS = 4,      /* with costs that change: two tell a line, two more that it is one */
    MOST_ROWS = 64        /* of such costs, tried a piece */
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

/* ---- costs of a row ---- */

void fc_turns_costs(fc_counted_cost *cost, const fc_turns_place *place)
{
    for (uint32_t t = 0; t < place->turns->n; t++)
        cost[t] = place->strands->cost[fc_turns_node(place->turns, place->i, t) + place->offset];
}

fc_turns_edge fc_turns_delays(fc_counted_cost *cost, uint32_t *n, const fc_turns_place *place, const int *stretch_of,
                              size_t e)
{
    const fc_strands *s = place->strands;
    const fc_turns *turns = place->turns;
    const uint32_t second = fc_turns_node(turns, place->i, 1) + place->offset;
    const int64_t behind = (int64_t)stretch_of[s->from[s->in[second] + e]] - turns->begin;
    if (behind < 0 || behind >= 2 * (int64_t)turns->stretches)
        return FC_TURNS_OUTSIDE;
    const uint32_t first = behind < turns->stretches;
    *n = turns->n - first;
    for (uint32_t t = 0; t < *n; t++)
        cost[t] = s->delay[s->in[fc_turns_node(turns, place->i, t + first) + place->offset] + e];
    return first ? FC_TURNS_AHEAD : FC_TURNS_WITHIN;
}

/* ---- stretches ---- */

/* What a row is looked for in: stretch_of a node is that it lies in, also behind the last coming; -1: before the first,
 * or outside. */
typedef struct search {
    const fc_strands *strands;
    const fc_region *region;
    int *stretch_of;
    fc_turns turns;
    bool is_even;     /* rows are of turns with costs alike */
    int tried;        /* rows of other costs */
    uint32_t unfit;   /* node whose costs ended, or prevented, the best row of those; UINT32_MAX: none */
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
        if (with_costs || of->stretch_of[s->from[e]] < 0)
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
        digest = mix(digest, digest_node(of, node, of->is_even));
    return digest;
}

static void digest_stretches(search *of)
{
    free(of->digest);
    free(of->nodes);
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

/* A forward edge may lead one turn ahead, so that what comes before the first turn is not before the second. */
static void widen(const search *of, fc_turns *row)
{
    const uint32_t most = row->n > 0 ? reach(of, row) : 0;
    if (most <= row->stretches)
        return;
    const uint32_t length = row->n * row->stretches, times = (most + row->stretches - 1) / row->stretches;
    row->stretches *= times;
    row->n = length / row->stretches;
    row->n = row->n >= 2 ? row->n : 0;
    row->folded = row->n > 0 ? count_folded(of, row) : 0;
}

/* ---- costs that change ---- */

/* The costs of a node and of the edges into it are functions of the turn; cost: room for the row's turns. */
static bool node_fits(const search *of, const fc_turns_place *place, fc_counted_cost *cost)
{
    const fc_strands *s = of->strands;
    const uint32_t node = fc_turns_node(place->turns, place->i, 0) + place->offset;
    fc_counted_turns turns = {cost, place->turns->n, -1, s->rounding_s};
    fc_turns_costs(cost, place);
    bool fits = fc_counted_fits(&s->counted, &turns);
    for (size_t e = 0; e < s->in[node + 1] - s->in[node] && fits; e++)
        if (fc_turns_delays(cost, &turns.n, place, of->stretch_of, e) != FC_TURNS_OUTSIDE)
            fits = fc_counted_fits(&s->counted, &turns);
    return fits;
}

/* `n` turns of the row from turn `first` on. */
static fc_turns part_of(const fc_turns *row, uint32_t first, uint32_t n)
{
    fc_turns part = *row;
    part.begin += first * row->stretches;
    part.n = n;
    return part;
}

/* Whether such costs are functions in all these turns; else *unfit is the first node whose are not. */
static bool row_fits(const search *of, const fc_turns *row, uint32_t *unfit)
{
    fc_counted_cost *cost = fc_allocate((size_t)row->n + 1, sizeof *cost);
    bool fits = true;
    for (uint32_t i = 0; i < of->region->n && fits; i++) {
        const uint32_t n = fc_turns_node(row, i, 1) - fc_turns_node(row, i, 0);
        for (uint32_t offset = 0; offset < n && fits; offset++) {
            fits = node_fits(of, &(fc_turns_place){of->strands, row, i, offset}, cost);
            *unfit = fits ? *unfit : fc_turns_node(row, i, row->n - 1) + offset;
        }
    }
    free(cost);
    return fits;
}

/* As many turns more as fit, behind and before those of `part`, of the row's. */
static void grow(const search *of, fc_turns *part, const fc_turns *row, uint32_t *unfit)
{
    const uint32_t end = row->begin + row->n * row->stretches;
    for (int before = 0; before < 2; before++)
        for (uint32_t more = row->n; more > 0; more /= 2) {
            const uint32_t room = before ? part->begin - row->begin : end - part->begin - part->n * part->stretches;
            if (more > room / row->stretches)
                continue;
            fc_turns longer = part_of(part, 0, part->n + more);
            longer.begin -= before ? more * row->stretches : 0;
            if (row_fits(of, &longer, unfit)) {
                *part = longer;
                more *= 2; /* the same once more */
            }
        }
}

/* The row becomes its part in which all costs are functions of the turn: the first of the longest aligned ones, and
 * what it can be grown to. n is 0 where there is none. */
static void shorten(const search *of, fc_turns *row, uint32_t *unfit)
{
    for (uint32_t n = row->n; n >= LEAST_TURNS; n /= 2)
        for (uint32_t first = 0; first + n <= row->n; first += n) {
            fc_turns part = part_of(row, first, n);
            if (!row_fits(of, &part, unfit))
                continue;
            grow(of, &part, row, unfit);
            *row = part;
            row->folded = count_folded(of, row);
            return;
        }
    row->n = 0;
    row->folded = 0;
}

/* ---- the best row ---- */

/* Stretches from `begin` on, `length` of them, repeat after `stretches`: keeps the row if it folds more. */
static void offer_row(search *of, uint32_t begin, uint32_t length, uint32_t stretches)
{
    fc_turns row = of->turns;
    uint32_t unfit = UINT32_MAX;
    row.begin = begin;
    row.stretches = stretches;
    row.n = length / stretches;
    row.is_even = of->is_even;
    if (row.n < 2 || count_folded(of, &row) <= of->turns.folded)
        return;
    row.folded = count_folded(of, &row);
    if (!of->is_even) {
        if (of->tried++ >= MOST_ROWS)
            return;
        widen(of, &row);
        shorten(of, &row, &unfit);
    }
    if (row.n > 0 && row.folded > of->turns.folded) {
        of->turns = row;
        of->unfit = unfit;
    } else if (of->unfit == UINT32_MAX) {
        of->unfit = unfit;
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

static void tell_unfit(fc_relaxation_unlike *out, const search *of)
{
    *out = (fc_relaxation_unlike){.is_told = true,
                                  .strand = of->strands->strand[of->unfit],
                                  .turn = (uint32_t)of->stretch_of[of->unfit] + 1,
                                  .item = of->turns.item,
                                  .task = of->strands->task[of->unfit],
                                  .by_cost = true};
}

static void tell_unlike(fc_relaxation_unlike *out, const search *of)
{
    const fc_turns *row = &of->turns;
    const uint32_t step = row->n > 0 ? row->stretches : 1, begin = row->n > 0 ? row->begin : 1;
    const uint32_t end = row->n > 0 ? row->begin + row->n * row->stretches : 2;
    if (of->unfit != UINT32_MAX) {
        tell_unfit(out, of);
        return;
    }
    if (begin > 1 && tell_span(out, of, begin - 1, begin - 1 + step))
        return;
    for (uint32_t k = end; k + 1 < of->n; k++)
        if (of->digest[k] != of->digest[k - step] && tell_span(out, of, k, k - step))
            return;
}

/* ---- search ---- */

static double count_nodes(const fc_region *region)
{
    double n = 0;
    for (uint32_t i = 0; i < region->n; i++)
        n += region->span[i].end - region->span[i].first;
    return n;
}

/* Terms stand in a loop that was folded around: costs are told apart by them too, and only functions are looked for. */
static bool has_terms(const search *of)
{
    const fc_strands *s = of->strands;
    for (uint32_t i = 0; i < of->region->n; i++) {
        for (uint32_t node = of->region->span[i].first; node < of->region->span[i].end; node++)
            if (s->cost[node].term > 0)
                return true;
        for (size_t e = s->in [of->region->span[i].first]; e < s->in[of->region->span[i].end]; e++)
            if (s->delay[e].term > 0)
                return true;
    }
    return false;
}

/* Turns of costs that are functions of the turn, if they fold more than those of costs alike. */
static void search_functions(search *of)
{
    search other = *of;
    other.is_even = false;
    other.digest = NULL;
    other.nodes = NULL;
    other.turns.n = 0;
    digest_stretches(&other);
    find_row(&other);
    if (of->turns.n > 0 && other.turns.n == 0)
        other.unfit = UINT32_MAX;
    if (other.turns.n > 0 || other.unfit != UINT32_MAX) {
        const search before = *of;
        *of = other;
        other = before;
    }
    free(other.digest);
    free(other.nodes);
}

static void search_piece(search *of, fc_relaxation_unlike *unlike)
{
    list_comings(of);
    number_stretches(of);
    if (are_in_order(of)) {
        digest_stretches(of);
        if (!has_terms(of)) {
            find_row(of);
            widen(of, &of->turns);
        }
        if (of->turns.folded < enough * count_nodes(of->region))
            search_functions(of);
        tell_unlike(unlike, of);
    }
    forget_stretches(of);
    free(of->digest);
    free(of->nodes);
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
        search of = {.strands = strands,
                     .region = region,
                     .stretch_of = stretch_of,
                     .is_even = true,
                     .unfit = UINT32_MAX,
                     .n = list[p].comings - 1};
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
