/* SPDX-License-Identifier: Apache-2.0 */
#include "finding.h"

#include <stdio.h>
#include <string.h>

fc_finding_place fc_finding_place_of(const char *file, int line, const char *operation)
{
    fc_finding_place place = {.line = line};
    snprintf(place.file, sizeof place.file, "%s", file ? file : "");
    snprintf(place.operation, sizeof place.operation, "%s", operation ? operation : "");
    return place;
}

static bool same_place(const fc_finding_place *a, const fc_finding_place *b)
{
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* Two calls that contradict each other are one finding, whichever of them notices. */
static bool is_same(const fc_finding *a, const fc_finding *b)
{
    if (a->kind != b->kind)
        return false;
    return (same_place(&a->place, &b->place) && same_place(&a->other, &b->other)) ||
           (same_place(&a->place, &b->other) && same_place(&a->other, &b->place));
}

static void mark_rank(fc_finding *of, int rank)
{
    if (rank >= 0 && rank < FC_FINDING_RANKS)
        of->found_on[rank / 64] |= 1ULL << rank % 64;
}

void fc_finding_add(fc_findings *all, const fc_finding *made)
{
    for (int i = 0; i < all->n; i++) {
        fc_finding *known = &all->finding[i];
        if (!is_same(known, made))
            continue;
        if (made->ranks == known->ranks)
            mark_rank(known, made->rank);
        known->n_runs += made->ranks > known->most_ranks;
        known->most_ranks = made->ranks > known->most_ranks ? made->ranks : known->most_ranks;
        return;
    }
    if (all->n == FC_FINDINGS_MAX) {
        all->n_lost++;
        return;
    }
    fc_finding *added = &all->finding[all->n++];
    *added = *made;
    added->most_ranks = made->ranks;
    added->n_runs = 1;
    mark_rank(added, made->rank);
}

void fc_finding_add_gap(fc_findings *all, fc_finding_place place)
{
    for (int i = 0; i < all->n_gaps; i++)
        if (same_place(&all->gap[i], &place))
            return;
    if (all->n_gaps < FC_FINDING_GAPS)
        all->gap[all->n_gaps++] = place;
}

int fc_finding_n_ranks(const fc_finding *of)
{
    int n = 0;
    for (int i = 0; i < FC_FINDING_RANKS / 64; i++)
        n += __builtin_popcountll(of->found_on[i]);
    return n;
}

const char *fc_finding_word(fc_finding_kind kind)
{
    static const char *const words[] = {
#define FC_FINDING_WORD(name, word) word,
        FC_FINDING_LIST(FC_FINDING_WORD)
#undef FC_FINDING_WORD
    };
    return words[kind];
}

static int between(int low, int value, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void check_place(fc_finding_place *place)
{
    place->file[sizeof place->file - 1] = '\0';
    place->operation[sizeof place->operation - 1] = '\0';
}

void fc_finding_check(fc_findings *all)
{
    all->n = between(0, all->n, FC_FINDINGS_MAX);
    all->n_gaps = between(0, all->n_gaps, FC_FINDING_GAPS);
    for (int i = 0; i < all->n; i++) {
        fc_finding *of = &all->finding[i];
        of->kind = (fc_finding_kind)between(FC_FINDING_DEADLOCK, (int)of->kind, FC_N_FINDING_KINDS - 1);
        of->what[sizeof of->what - 1] = '\0';
        check_place(&of->place);
        check_place(&of->other);
    }
    for (int i = 0; i < all->n_gaps; i++)
        check_place(&all->gap[i]);
}
