/* SPDX-License-Identifier: Apache-2.0 */
#include "alike.h"

#include "fold.h"

#include <stdlib.h>

enum {
    MOST_CLASSES = 16384,
    WORTH = 4 /* ranks for each that is run, at least */
};

static const char too_few[] = "too few ranks have the same times";

void fc_alike_free(fc_alike *alike)
{
    fc_classes_free(&alike->classes);
}

/* What a world is run with. */
typedef struct attempt {
    fc_rank *sketched;
    fc_seat seat;
    fc_ending *ending;
} attempt;

/* Classes that are told so far: of ranks of equal sketches, by their times. */
typedef struct telling {
    int *of; /* [ranks] */
    int n;
} telling;

/* Number i of the ranks that were run takes the class of the first whose times it has, among those of its class so far
 * and those divided from it; else a new one. first, from [n + n_run]: of each class, the first of its ranks that were
 * run
 * (-1: none yet), and the class it was divided from. Returns how many there are now. */
static int place_by_times(const fc_world *w, int i, int *class, int *first, int *from, int n_before, int n)
{
    int told = class[i], c = told;
    if (first[told] < 0)
        first[told] = i;
    for (; c < n; c = c == told ? n_before : c + 1)
        if (from[c] == told && fc_fold_equal(w, first[c], i))
            break;
    class[i] = c;
    if (c < n)
        return n;
    first[n] = i;
    from[n] = told;
    return n + 1;
}

/* Divides classes whose ranks did not come out with the same times; false: memory is short. */
static bool divide(telling *told, const fc_world *w, const fc_classes *run)
{
    int n = told->n, room = told->n + run->n;
    int *class = malloc((size_t)run->n * sizeof *class);
    int *first = malloc((size_t)room * sizeof *first), *from = malloc((size_t)room * sizeof *from);
    bool well = class && first && from;
    for (int c = 0; well && c < room; c++) {
        first[c] = -1;
        from[c] = c;
    }
    for (int i = 0; well && i < run->n; i++) {
        class[i] = told->of[run->first[i]];
        n = place_by_times(w, i, class, first, from, told->n, n);
    }
    for (int rank = 0; well && n > told->n && rank < run->n_ranks; rank++)
        told->of[rank] = class[run->of[rank]];
    told->n = n;
    free(class);
    free(first);
    free(from);
    return well;
}

/* Runs one rank of each kind. NULL: *why. */
static fc_world *try(fc_alike *out, const fc_classes *sketched, const telling *told, const attempt *of)
{
    out->why = too_few;
    of->ending->end = FC_END_DONE;
    if (!fc_classes_refine(&out->classes, of->sketched, sketched, told->of, MOST_CLASSES))
        return NULL;
    fc_world *w = fc_world_create(&of->sketched->setting, of->seat.ranks, &out->classes);
    out->why = w ? NULL : "memory is short";
    if (w)
        w->sketched = of->sketched;
    if (w && fc_world_run(w, &of->seat, of->ending) == FC_END_UNALIKE) {
        out->why = "too many messages to keep those of each class";
        fc_world_free(w);
        w = NULL;
    }
    return w;
}

/* One round: a world of those told apart by their partners; their times divide *told. A world whose classes all came
 * out whole, or that ended otherwise; NULL: none, *why if that will not change. */
static fc_world *round_of(fc_alike *out, const fc_classes *sketched, telling *told, const attempt *of)
{
    int before = told->n;
    fc_world *w = try(out, sketched, told, of);
    fc_end end = of->ending->end;
    if (w && (end == FC_END_DEADLOCK || end == FC_END_UNHEARD || (end != FC_END_DONE && sketched->sampled)))
        out->why = "those that stand for others wait for each other";
    else if (w && end == FC_END_DONE && !divide(told, w, &out->classes))
        out->why = "memory is short";
    if (w && !out->why && told->n == before)
        return w;
    fc_world_free(w);
    fc_classes_free(&out->classes);
    return NULL;
}

/* A difference between clocks moves on by a partner at each message: each round follows it by one. */
static fc_world *settle(fc_alike *out, const fc_classes *sketched, telling *told, const attempt *of)
{
    fc_world *w = NULL;
    double run = 0;
    while (!w && !out->why) {
        w = round_of(out, sketched, told, of);
        run += told->n;
        if (!w && !out->why && run * WORTH > sketched->n_ranks)
            out->why = too_few;
    }
    return w;
}

fc_world *fc_alike_run(fc_alike *out, fc_rank *r, const fc_seat *seat, fc_ending *ending)
{
    fc_classes sketched = {0};
    fc_world *w = NULL;
    *out = (fc_alike){0};
    *ending = (fc_ending){.end = FC_END_DONE};
    out->why = fc_classes_find(&sketched, r, seat, MOST_CLASSES, &out->site);
    telling told = {malloc((size_t)seat->ranks * sizeof *told.of), sketched.n};
    if (!out->why && told.of) {
        memcpy(told.of, sketched.of, (size_t)seat->ranks * sizeof *told.of);
        w = settle(out, &sketched, &told, &(attempt){r, *seat, ending});
    }
    out->n_told = told.n;
    out->sampled = sketched.sampled;
    if (!w) {
        fc_alike_free(out);
        ending->end = FC_END_DONE;
    }
    free(told.of);
    fc_classes_free(&sketched);
    return w;
}
