/* SPDX-License-Identifier: Apache-2.0 */
#include "quotient.h"

/* Partition refinement to a fixed point, as color refinement of graphs does (Weisfeiler and Lehman 1968). Each round
 * simulates one representative per class and splits classes whose representatives have different times. Rounds: at most
 * the longest chain of messages along which a difference in time spreads. */
#include "classes.h"
#include "quotient_match.h"

#include <stdlib.h>

enum {
    MOST_CLASSES = 16384,
    MIN_RANKS_PER_RUN = 4 /* below, running each rank is as cheap */
};

static const char too_few[] = "too few ranks have equal times";
static const char out_of_memory[] = "out of memory";

void fc_quotient_free(fc_quotient *alike)
{
    fc_classes_free(&alike->classes);
}

/* Inputs of each simulation round. */
typedef struct attempt {
    fc_rank *fingerprinted; /* the context that took the fingerprints and holds the deferred collectives */
    fc_launch launch;
    fc_ending *ending;
} attempt;

/* The current partition: ranks of equal fingerprints and, so far, equal times. */
typedef struct partition {
    int *of; /* [ranks]: the class of a rank */
    int n;
} partition;

/* Assigns representative i to a class with equal times: its current class or one split from it in this round. If none
 * has equal times, it gets a new class. first, from [n + n_run]: the first representative of each class (-1: none yet)
 * and the class it was split from. Returns the new number of classes. */
static int place_by_times(const fc_simulation *w, int i, int *class, int *first, int *from, int n_before, int n)
{
    int current = class[i], c = current;
    if (first[current] < 0)
        first[current] = i;
    for (; c < n; c = c == current ? n_before : c + 1)
        if (from[c] == current && fc_quotient_match_equal(w, first[c], i))
            break;
    class[i] = c;
    if (c < n)
        return n;
    first[n] = i;
    from[n] = current;
    return n + 1;
}

/* Splits the classes whose representatives have different times; false: out of memory. */
static bool split(partition *classes, const fc_simulation *w, const fc_classes *run)
{
    int n = classes->n, room = classes->n + run->n;
    int *class = malloc((size_t)run->n * sizeof *class);
    int *first = malloc((size_t)room * sizeof *first), *from = malloc((size_t)room * sizeof *from);
    bool well = class && first && from;
    for (int c = 0; well && c < room; c++) {
        first[c] = -1;
        from[c] = c;
    }
    for (int i = 0; well && i < run->n; i++) {
        class[i] = classes->of[run->first[i]];
        n = place_by_times(w, i, class, first, from, classes->n, n);
    }
    for (int rank = 0; well && n > classes->n && rank < run->n_ranks; rank++)
        classes->of[rank] = class[run->of[rank]];
    classes->n = n;
    free(class);
    free(first);
    free(from);
    return well;
}

/* Refines the partition by the partners' classes and simulates one representative per class. NULL: out->why is set. */
static fc_simulation *simulate(fc_quotient *out, const fc_classes *initial, const partition *classes, const attempt *of)
{
    out->why = too_few;
    of->ending->end = FC_END_DONE;
    if (!fc_classes_refine(&out->classes, of->fingerprinted, initial, classes->of, MOST_CLASSES))
        return NULL;
    fc_simulation *w = fc_simulation_create(&of->fingerprinted->setting, of->launch.ranks, &out->classes);
    out->why = w ? NULL : out_of_memory;
    if (w)
        w->fingerprinted = of->fingerprinted;
    if (w && fc_simulation_run(w, &of->launch, of->ending) == FC_END_NO_QUOTIENT) {
        out->why = "the representatives have too many messages to record";
        fc_simulation_free(w);
        w = NULL;
    }
    return w;
}

/* One round. Returns the world if no class was split or the program itself ended with an error. NULL: another round is
 * needed, or out->why says why rounds cannot succeed. */
static fc_simulation *run_round(fc_quotient *out, const fc_classes *initial, partition *classes, const attempt *of)
{
    int before = classes->n;
    fc_simulation *w = simulate(out, initial, classes, of);
    fc_end end = of->ending->end;
    if (w && (end == FC_END_DEADLOCK || end == FC_END_DEFERRED || (end != FC_END_DONE && initial->sampled)))
        out->why = "the representatives of the classes wait for each other";
    else if (w && end == FC_END_DONE && !split(classes, w, &out->classes))
        out->why = out_of_memory;
    if (w && !out->why && classes->n == before)
        return w;
    fc_simulation_free(w);
    fc_classes_free(&out->classes);
    return NULL;
}

/* Rounds until the partition is stable, while they are cheaper than running each rank. */
static fc_simulation *refine_to_fixed_point(fc_quotient *out, const fc_classes *initial, partition *classes,
                                            const attempt *of)
{
    fc_simulation *w = NULL;
    double run = 0;
    while (!w && !out->why) {
        w = run_round(out, initial, classes, of);
        run += classes->n;
        if (!w && !out->why && run * MIN_RANKS_PER_RUN > initial->n_ranks)
            out->why = too_few;
    }
    return w;
}

fc_simulation *fc_quotient_run(fc_quotient *out, fc_rank *r, const fc_launch *launch, fc_ending *ending)
{
    fc_classes initial = {0};
    fc_simulation *w = NULL;
    *out = (fc_quotient){0};
    *ending = (fc_ending){.end = FC_END_DONE};
    out->why = fc_classes_find(&initial, r, launch, MOST_CLASSES, &out->site);
    partition classes = {malloc((size_t)launch->ranks * sizeof *classes.of), initial.n};
    if (!out->why && classes.of) {
        memcpy(classes.of, initial.of, (size_t)launch->ranks * sizeof *classes.of);
        w = refine_to_fixed_point(out, &initial, &classes, &(attempt){r, *launch, ending});
    }
    out->n_told = classes.n;
    out->sampled = initial.sampled;
    if (!w) {
        fc_quotient_free(out);
        ending->end = FC_END_DONE;
    }
    free(classes.of);
    fc_classes_free(&initial);
    return w;
}
