/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/efficiency_note.h"

#include "support/diagnostics.h"
#include "support/messages/evaluation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double questionable = 1.25; /* efficiency */

/* Two points of one curve over the ranks. */
typedef struct pair {
    int base, at; /* points of the sweep; base < 0: none */
    double efficiency;
} pair;

static double processor_seconds(const fc_prediction *at)
{
    return at->ranks * at->totals.time_s;
}

static double seconds_of(const fc_prediction *at, int item)
{
    for (int i = 0; i < at->n_by; i++)
        if (at->by[i].item == item)
            return at->ranks * at->by[i].time_s;
    return 0;
}

/* A counter with its values at the two points; counter < 0: none. */
typedef struct falling {
    int counter;
    double before, after;
} falling;

/* The measured trip count that falls by the largest factor. */
static falling find_count(fc_prediction_context *context, const fc_sweep *sweep, const fc_prediction *prediction,
                          const pair *of)
{
    const fc_cost_program *program = context->loaded.program;
    falling found = {-1, 1, 1};
    fc_sweep base = fc_sweep_part(sweep, of->base, 1), at = fc_sweep_part(sweep, of->at, 1);
    double *before = fc_prediction_context_counts(context, &base, prediction[of->base].parameter),
           *after = fc_prediction_context_counts(context, &at, prediction[of->at].parameter);
    for (int i = 0; i < program->n_counters; i++)
        if (strcmp(program->counter[i].operation, "loop") == 0 && before[i] >= 1 && after[i] >= 0 &&
            before[i] * found.after > found.before * fmax(after[i], 1e-9))
            found = (falling){i, before[i], fmax(after[i], 1e-9)};
    free(before);
    free(after);
    return found.before > questionable * found.after ? found : (falling){-1, 0, 0};
}

/* The efficiency if one rank, as a master, has no share of the work; NAN: the base has no other. */
static double efficiency_without_one(const fc_prediction *base, const fc_prediction *at)
{
    if (base->ranks < 2)
        return NAN;
    return (base->ranks - 1) * base->totals.time_s / ((at->ranks - 1) * at->totals.time_s);
}

static void note(fc_prediction_context *context, const fc_sweep *sweep, const fc_prediction *prediction, const pair *of,
                 FILE *errors)
{
    const fc_prediction *base = &prediction[of->base], *at = &prediction[of->at];
    const double percent = 100 * of->efficiency;
    falling count = find_count(context, sweep, prediction, of);
    /* The place whose processor time falls most. */
    const fc_prediction_place *place = NULL;
    double most = 0;
    for (int i = 0; i < base->n_by; i++) {
        double fall = base->ranks * base->by[i].time_s - seconds_of(at, base->by[i].item);
        if (fall > most) {
            most = fall;
            place = &base->by[i];
        }
    }
    const double others = efficiency_without_one(base, at);
    if (count.counter >= 0) {
        const fc_site *site = &context->loaded.program->counter[count.counter];
        fc_diagnose(errors, FC_NOTE, (fc_place){site->file, site->line, 0}, FC_MSG_EFFICIENCY_OF_COUNT, at->ranks,
                    percent, count.before, base->ranks, count.after, at->ranks);
    } else if (others <= questionable) {
        fc_diagnose(errors, FC_NOTE, FC_NOWHERE, FC_MSG_EFFICIENCY_WITHOUT_ONE, at->ranks, percent, base->ranks,
                    100 * others);
    } else if (place) {
        fc_diagnose(errors, FC_NOTE, (fc_place){place->file, place->line, 0}, FC_MSG_EFFICIENCY_OF_PLACE, at->ranks,
                    percent, place->function, base->ranks * place->time_s, base->ranks, seconds_of(at, place->item),
                    at->ranks);
    }
}

void fc_efficiency_note(fc_prediction_context *context, const fc_sweep *sweep, const fc_prediction *prediction,
                        const bool *early, FILE *errors)
{
    pair most = {-1, -1, 0};
    for (int first = 0; first < sweep->n_points; first += sweep->ranks.n) {
        /* The point of the greatest efficiency of the curve that begins with point `first`. */
        pair found = {-1, -1, 0};
        for (int i = first; i < first + sweep->ranks.n; i++)
            if (!prediction[i].failure && !(early && early[i]) &&
                (found.base < 0 || prediction[i].ranks < prediction[found.base].ranks))
                found.base = i;
        for (int i = first; i < first + sweep->ranks.n && found.base >= 0; i++) {
            if (prediction[i].failure || (early && early[i]))
                continue;
            double efficiency = processor_seconds(&prediction[found.base]) / processor_seconds(&prediction[i]);
            if (efficiency > found.efficiency)
                found = (pair){found.base, i, efficiency};
        }
        if (found.efficiency > most.efficiency)
            most = found;
    }
    if (most.base >= 0 && most.efficiency > questionable)
        note(context, sweep, prediction, &most, errors);
}
