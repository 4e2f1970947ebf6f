/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/iterations.h"

#include "support/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_VISITS = 4,     /* two iterations to fold, besides the first and the last */
    MOST_SEGMENTS = 512,  /* segments of an iteration */
    MOST_SITES = 32,      /* sites tried, the least visited first */
    LIKE_COUNTS = 3,      /* sites tried with the same number of visits */
    LEAST_ITERATIONS = 4, /* iterations with changing costs: two determine a line, two more verify it */
    MOST_RUNS = 64        /* runs with changing costs tried a site */
};

static const double enough = 0.9; /* share of the nodes: a run that folds more ends the search */

void fc_iterations_free(fc_iterations *run)
{
    free(run->coming);
    *run = (fc_iterations){0};
}

/* ---- sites that all sequences visit equally often ---- */

typedef struct piece {
    int item;
    uint32_t comings;
} piece;

static int compare_sites(const void *a, const void *b)
{
    const piece *x = a, *y = b;
    if (x->comings != y->comings)
        return x->comings < y->comings ? -1 : 1;
    return x->item - y->item;
}

/* list[n_items]: these sites, the least visited first. Returns their number. */
static int list_sites(piece *list, const fc_task_sequences *s, const fc_region *region)
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
        if (spans[item] == region->n && common[item] >= LEAST_VISITS)
            list[n++] = (piece){item, common[item]};
    free(common);
    free(spans);
    free(comings);
    qsort(list, (size_t)n, sizeof *list, compare_sites);
    return n;
}

/* ---- costs of a run ---- */

void fc_iterations_costs(fc_cost_polynomial *cost, const fc_iterations_place *place)
{
    for (uint32_t t = 0; t < place->run->n; t++)
        cost[t] = place->sequences->cost[fc_iterations_node(place->run, place->i, t) + place->offset];
}

fc_iterations_edge fc_iterations_delays(fc_cost_polynomial *cost, uint32_t *n, const fc_iterations_place *place,
                                        const int *segment_of, size_t e)
{
    const fc_task_sequences *s = place->sequences;
    const fc_iterations *run = place->run;
    const uint32_t second = fc_iterations_node(run, place->i, 1) + place->offset;
    const int64_t distance = (int64_t)segment_of[s->from[s->in[second] + e]] - run->begin;
    if (distance < 0 || distance >= 2 * (int64_t)run->stretches)
        return FC_ITERATIONS_OUTSIDE;
    const uint32_t first = distance < run->stretches;
    *n = run->n - first;
    for (uint32_t t = 0; t < *n; t++)
        cost[t] = s->delay[s->in[fc_iterations_node(run, place->i, t + first) + place->offset] + e];
    return first ? FC_ITERATIONS_AHEAD : FC_ITERATIONS_WITHIN;
}

/* ---- segments ---- */

/* State of a search. segment_of a node: its segment, also after the last visit; -1: before the first visit, or outside
 * the part. */
typedef struct search {
    const fc_task_sequences *sequences;
    const fc_region *region;
    int *segment_of;
    fc_iterations best; /* the best run so far; the site and its visits */
    bool is_even;       /* searches for runs of equal costs */
    int tried;          /* runs of changing costs tried */
    uint32_t unfit;     /* node whose costs limited or prevented the best such run; UINT32_MAX: none */
    uint32_t n;         /* segments that end with a visit */
    uint64_t *digest;   /* [n] */
    double *nodes;      /* [n + 1] nodes of all earlier segments */
} search;

static uint32_t visit(const search *of, uint32_t i, uint32_t k)
{
    return of->best.coming[(size_t)i * of->best.n_visits + k];
}

static void list_visits(search *of)
{
    const fc_task_sequences *s = of->sequences;
    of->best.coming = fc_allocate((size_t)of->region->n * of->best.n_visits + 1, sizeof *of->best.coming);
    for (uint32_t i = 0; i < of->region->n; i++) {
        uint32_t *at = of->best.coming + (size_t)i * of->best.n_visits;
        for (uint32_t node = of->region->span[i].first; node < of->region->span[i].end; node++)
            for (size_t m = s->mark[node]; m < s->mark[node + 1]; m++)
                if (s->item[m] == of->best.item)
                    *at++ = node;
    }
}

/* Whether no node depends on a later segment. */
static bool are_in_order(const search *of)
{
    const fc_task_sequences *s = of->sequences;
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t node = of->region->span[i].first; node < of->region->span[i].end; node++)
            for (size_t e = s->in[node]; e < s->in[node + 1]; e++)
                if (of->segment_of[s->from[e]] > of->segment_of[node])
                    return false;
    return true;
}

/* Mixes in the position of a neighbor: sequence, distance in segments, and offset in its segment; outside the part its
 * node number. */
static uint64_t mix_neighbor(uint64_t digest, const search *of, uint32_t node, uint32_t other)
{
    const int k = of->segment_of[other];
    if (k < 0)
        return fc_hash_mix(digest, other);
    /* binary search for its span, as the spans of a part are ordered */
    uint32_t low = 0, high = of->region->n - 1;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (of->region->span[middle].end <= other)
            low = middle + 1;
        else
            high = middle;
    }
    digest = fc_hash_mix(fc_hash_mix(digest, ~(uint64_t)low), (uint64_t)(of->segment_of[node] - k));
    return fc_hash_mix(digest, other - visit(of, low, (uint32_t)k));
}

/* A hash of a node: degrees, code sites, neighbors and, if wanted, costs. */
static uint64_t digest_node(const search *of, uint32_t node, bool with_costs)
{
    const fc_task_sequences *s = of->sequences;
    uint64_t digest = fc_hash_mix(s->in[node + 1] - s->in[node], s->out[node + 1] - s->out[node]);
    for (size_t m = s->mark[node]; m < s->mark[node + 1]; m++)
        digest = fc_hash_mix(digest, (uint64_t)s->item[m]);
    if (with_costs)
        digest = fc_hash_mix(digest, s->like[node]);
    for (size_t e = s->in[node]; e < s->in[node + 1]; e++) {
        digest = mix_neighbor(digest, of, node, s->from[e]);
        if (with_costs || of->segment_of[s->from[e]] < 0)
            digest = fc_hash_mix(digest, s->delay_class[e]);
    }
    for (size_t e = s->out[node]; e < s->out[node + 1]; e++)
        digest = mix_neighbor(digest, of, node, s->to[e]);
    return digest;
}

static uint64_t digest_span(const search *of, uint32_t i, uint32_t k)
{
    uint64_t digest = visit(of, i, k + 1) - visit(of, i, k);
    for (uint32_t node = visit(of, i, k); node < visit(of, i, k + 1); node++)
        digest = fc_hash_mix(digest, digest_node(of, node, of->is_even));
    return digest;
}

static void digest_segments(search *of)
{
    free(of->digest);
    free(of->nodes);
    of->digest = fc_allocate((size_t)of->n + 1, sizeof *of->digest);
    of->nodes = fc_allocate((size_t)of->n + 2, sizeof *of->nodes);
    for (uint32_t k = 0; k < of->n; k++) {
        of->nodes[k + 1] = of->nodes[k];
        for (uint32_t i = 0; i < of->region->n; i++) {
            of->digest[k] = fc_hash_mix(of->digest[k], digest_span(of, i, k));
            of->nodes[k + 1] += visit(of, i, k + 1) - visit(of, i, k);
        }
    }
}

/* ---- runs ---- */

/* The greatest distance, in segments, between a node of the run and a neighbor. */
static uint32_t reach(const search *of, const fc_iterations *run)
{
    const fc_task_sequences *s = of->sequences;
    int most = 0;
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t node = fc_iterations_node(run, i, 0); node < fc_iterations_node(run, i, run->n); node++) {
            const int k = of->segment_of[node];
            for (size_t e = s->in[node]; e < s->in[node + 1]; e++)
                if (of->segment_of[s->from[e]] >= 0 && k - of->segment_of[s->from[e]] > most)
                    most = k - of->segment_of[s->from[e]];
            for (size_t e = s->out[node]; e < s->out[node + 1]; e++)
                if (of->segment_of[s->to[e]] - k > most)
                    most = of->segment_of[s->to[e]] - k;
        }
    return (uint32_t)most;
}

static double count_folded(const search *of, const fc_iterations *run)
{
    return of->nodes[run->begin + run->n * run->stretches] - of->nodes[run->begin + run->stretches];
}

/* Merges iterations so that forward edges lead one iteration ahead: then an edge from before the first iteration
 * cannot enter the second. */
static void widen(const search *of, fc_iterations *run)
{
    const uint32_t most = run->n > 0 ? reach(of, run) : 0;
    if (most <= run->stretches)
        return;
    const uint32_t length = run->n * run->stretches, times = (most + run->stretches - 1) / run->stretches;
    run->stretches *= times;
    run->n = length / run->stretches;
    run->n = run->n >= 2 ? run->n : 0;
    run->folded = run->n > 0 ? count_folded(of, run) : 0;
}

/* ---- costs that change ---- */

/* Whether the costs of a node and of its incoming edges are polynomials of the iteration. cost: scratch. */
static bool node_fits(const search *of, const fc_iterations_place *place, fc_cost_polynomial *cost)
{
    const fc_task_sequences *s = of->sequences;
    const uint32_t node = fc_iterations_node(place->run, place->i, 0) + place->offset;
    fc_cost_polynomial_samples costs = {cost, place->run->n, -1, s->rounding_s};
    fc_iterations_costs(cost, place);
    bool fits = fc_cost_polynomial_fits(&s->counted, &costs);
    for (size_t e = 0; e < s->in[node + 1] - s->in[node] && fits; e++)
        if (fc_iterations_delays(cost, &costs.n, place, of->segment_of, e) != FC_ITERATIONS_OUTSIDE)
            fits = fc_cost_polynomial_fits(&s->counted, &costs);
    return fits;
}

/* `n` iterations of the run from iteration `first` on. */
static fc_iterations part_of(const fc_iterations *run, uint32_t first, uint32_t n)
{
    fc_iterations part = *run;
    part.begin += first * run->stretches;
    part.n = n;
    return part;
}

/* Whether all costs of the run are such polynomials; otherwise *unfit is the first node with other costs. */
static bool run_fits(const search *of, const fc_iterations *run, uint32_t *unfit)
{
    fc_cost_polynomial *cost = fc_allocate((size_t)run->n + 1, sizeof *cost);
    bool fits = true;
    for (uint32_t i = 0; i < of->region->n && fits; i++) {
        const uint32_t n = fc_iterations_node(run, i, 1) - fc_iterations_node(run, i, 0);
        for (uint32_t offset = 0; offset < n && fits; offset++) {
            fits = node_fits(of, &(fc_iterations_place){of->sequences, run, i, offset}, cost);
            *unfit = fits ? *unfit : fc_iterations_node(run, i, run->n - 1) + offset;
        }
    }
    free(cost);
    return fits;
}

/* Extends `part` within the run, after and before, by as many iterations as fit. */
static void grow(const search *of, fc_iterations *part, const fc_iterations *run, uint32_t *unfit)
{
    const uint32_t end = run->begin + run->n * run->stretches;
    for (int before = 0; before < 2; before++)
        for (uint32_t more = run->n; more > 0; more /= 2) {
            const uint32_t room = before ? part->begin - run->begin : end - part->begin - part->n * part->stretches;
            if (more > room / run->stretches)
                continue;
            fc_iterations longer = part_of(part, 0, part->n + more);
            longer.begin -= before ? more * run->stretches : 0;
            if (run_fits(of, &longer, unfit)) {
                *part = longer;
                more *= 2; /* try the same number again */
            }
        }
}

/* Shortens the run to a part in which all costs are polynomials: the first of the longest aligned parts, extended as
 * far as possible. n is 0 if there is none. */
static void shorten(const search *of, fc_iterations *run, uint32_t *unfit)
{
    for (uint32_t n = run->n; n >= LEAST_ITERATIONS; n /= 2)
        for (uint32_t first = 0; first + n <= run->n; first += n) {
            fc_iterations part = part_of(run, first, n);
            if (!run_fits(of, &part, unfit))
                continue;
            grow(of, &part, run, unfit);
            *run = part;
            run->folded = count_folded(of, run);
            return;
        }
    run->n = 0;
    run->folded = 0;
}

/* ---- the best run ---- */

/* Segments from `begin` on, `length` of them, repeat with period `stretches`: keeps the run if it removes more nodes.
 */
static void offer_run(search *of, uint32_t begin, uint32_t length, uint32_t stretches)
{
    fc_iterations run = of->best;
    uint32_t unfit = UINT32_MAX;
    run.begin = begin;
    run.stretches = stretches;
    run.n = length / stretches;
    run.is_even = of->is_even;
    if (run.n < 2 || count_folded(of, &run) <= of->best.folded)
        return;
    run.folded = count_folded(of, &run);
    if (!of->is_even) {
        if (of->tried++ >= MOST_RUNS)
            return;
        widen(of, &run);
        shorten(of, &run, &unfit);
    }
    if (run.n > 0 && run.folded > of->best.folded) {
        of->best = run;
        of->unfit = unfit;
    } else if (of->unfit == UINT32_MAX) {
        of->unfit = unfit;
    }
}

static void find_run(search *of)
{
    for (uint32_t stretches = 1; stretches <= MOST_SEGMENTS && 2 * stretches <= of->n; stretches++)
        for (uint32_t k = 0; k + stretches < of->n;) {
            const uint32_t begin = k;
            while (k + stretches < of->n && of->digest[k] == of->digest[k + stretches])
                k++;
            if (k > begin)
                offer_run(of, begin, k - begin + stretches, stretches);
            else
                k++;
        }
}

/* ---- the first mismatch ---- */

/* Reports segment k of the first sequence that differs from its segment `other`. */
static bool report_span(fc_derivation_mismatch *out, const search *of, uint32_t k, uint32_t other)
{
    uint32_t i = 0;
    while (i < of->region->n && digest_span(of, i, k) == digest_span(of, i, other))
        i++;
    if (i == of->region->n)
        return false;
    uint32_t node = visit(of, i, k), twin = visit(of, i, other);
    const uint32_t end = visit(of, i, k + 1) - 1, twin_end = visit(of, i, other + 1) - 1;
    while (node < end && twin < twin_end && digest_node(of, node, true) == digest_node(of, twin, true)) {
        node++;
        twin++;
    }
    const bool by_cost = digest_node(of, node, false) == digest_node(of, twin, false);
    *out = (fc_derivation_mismatch){.is_found = true,
                                    .sequence = of->sequences->sequence[node],
                                    .iteration = k + 1,
                                    .item = of->best.item,
                                    .task = of->sequences->task[node],
                                    .by_cost = by_cost};
    return true;
}

static void report_mismatch(fc_derivation_mismatch *out, const search *of)
{
    const fc_iterations *run = &of->best;
    const uint32_t step = run->n > 0 ? run->stretches : 1, begin = run->n > 0 ? run->begin : 1;
    const uint32_t end = run->n > 0 ? run->begin + run->n * run->stretches : 2;
    if (of->unfit != UINT32_MAX) {
        *out = (fc_derivation_mismatch){.is_found = true,
                                        .sequence = of->sequences->sequence[of->unfit],
                                        .iteration = (uint32_t)of->segment_of[of->unfit] + 1,
                                        .item = run->item,
                                        .task = of->sequences->task[of->unfit],
                                        .by_cost = true};
        return;
    }
    if (begin > 1 && report_span(out, of, begin - 1, begin - 1 + step))
        return;
    for (uint32_t k = end; k + 1 < of->n; k++)
        if (of->digest[k] != of->digest[k - step] && report_span(out, of, k, k - step))
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

/* An enclosing folded loop gives costs several terms. Then only polynomial costs are searched, since cost classes
 * ignore terms. */
static bool has_terms(const search *of)
{
    const fc_task_sequences *s = of->sequences;
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

/* Searches for runs of polynomial costs; they replace a run of equal costs if they remove more nodes. */
static void search_polynomials(search *of)
{
    search other = *of;
    other.is_even = false;
    other.digest = NULL;
    other.nodes = NULL;
    other.best.n = 0;
    digest_segments(&other);
    find_run(&other);
    if (of->best.n > 0 && other.best.n == 0)
        other.unfit = UINT32_MAX;
    if (other.best.n > 0 || other.unfit != UINT32_MAX) {
        const search before = *of;
        *of = other;
        other = before;
    }
    free(other.digest);
    free(other.nodes);
}

static void search_site(search *of, fc_derivation_mismatch *unlike)
{
    list_visits(of);
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t k = 0; k < of->best.n_visits; k++) {
            const bool is_last = k + 1 == of->best.n_visits;
            const uint32_t end = is_last ? of->region->span[i].end : visit(of, i, k + 1);
            for (uint32_t node = visit(of, i, k); node < end; node++)
                of->segment_of[node] = (int)k;
        }
    if (are_in_order(of)) {
        digest_segments(of);
        if (!has_terms(of)) {
            find_run(of);
            widen(of, &of->best);
        }
        if (of->best.folded < enough * count_nodes(of->region))
            search_polynomials(of);
        report_mismatch(unlike, of);
    }
    for (uint32_t i = 0; i < of->region->n; i++)
        for (uint32_t node = of->region->span[i].first; node < of->region->span[i].end; node++)
            of->segment_of[node] = -1;
    free(of->digest);
    free(of->nodes);
}

void fc_iterations_find(fc_iterations *out, fc_derivation_mismatch *unlike, const fc_task_sequences *sequences,
                        const fc_region *region, int *segment_of)
{
    piece *list = fc_allocate((size_t)sequences->n_items + 1, sizeof *list);
    const int n = list_sites(list, sequences, region);
    const double all = count_nodes(region);
    fc_iterations best = {0};
    int tried = 0, alike = 0;
    for (int p = 0; p < n && tried < MOST_SITES && best.folded < enough * all; p++) {
        alike = p > 0 && list[p].comings == list[p - 1].comings ? alike + 1 : 0;
        if (alike >= LIKE_COUNTS)
            continue;
        search of = {.sequences = sequences,
                     .region = region,
                     .segment_of = segment_of,
                     .is_even = true,
                     .unfit = UINT32_MAX,
                     .n = list[p].comings - 1};
        of.best = (fc_iterations){.item = list[p].item, .n_visits = list[p].comings};
        fc_derivation_mismatch mismatch = {0};
        search_site(&of, &mismatch);
        tried++;
        if (of.best.folded > best.folded || !unlike->is_found)
            *unlike = mismatch;
        if (of.best.folded > best.folded) {
            fc_iterations_free(&best);
            best = of.best;
        } else {
            fc_iterations_free(&of.best);
        }
    }
    free(list);
    *out = best;
}
