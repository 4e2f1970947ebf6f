/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/symbolic/symbolic_tape.h"

#include <stdlib.h>

enum {
    CONSTANT = 1, /* in a class: it does not depend on the pivot, is watched, or follows from constants */
    WATCHED = 2,  /* it depends on the pivot, is wanted, and does not follow from constants */
    FOLLOWED = 4, /* a watched step needs it, or it is one; shared: an operand of such a step */
    NEEDED = 8,   /* in a class: it is wanted, or a step that is derived from it is */
    DERIVED = 16  /* it depends on the pivot, and follows from constants */
};

static void mark_operands(unsigned char *flags, const fc_tape_step *step, unsigned char mark)
{
    if (step->operation == FC_TAPE_VARIABLE || step->operation == FC_TAPE_CONSTANT)
        return;
    flags[step->a] |= mark;
    flags[step->b] |= mark;
    flags[step->c] |= mark;
}

static void mark(unsigned char *flags, const fc_tape *tape, const bool *wanted)
{
    for (int i = 0; i < tape->n_steps; i++) {
        const fc_tape_step *step = &tape->step[i];
        flags[i] = wanted[i] ? NEEDED : 0;
        if (!step->depends)
            flags[i] |= CONSTANT;
        else if (step->operation != FC_TAPE_VARIABLE && (flags[step->a] & flags[step->b] & flags[step->c] & CONSTANT))
            flags[i] |= CONSTANT | DERIVED;
        else if (wanted[i])
            flags[i] |= CONSTANT | WATCHED | FOLLOWED;
    }
    for (int i = tape->n_steps - 1; i >= 0; i--) {
        if ((flags[i] & FOLLOWED) && tape->step[i].depends)
            mark_operands(flags, &tape->step[i], FOLLOWED);
        if ((flags[i] & (NEEDED | DERIVED)) == (NEEDED | DERIVED))
            mark_operands(flags, &tape->step[i], NEEDED);
    }
}

static void add(fc_tape_list *list, const fc_tape *tape, int step)
{
    if (!list->step)
        list->step = fc_allocate((size_t)tape->n_steps, sizeof *list->step);
    list->step[list->n++] = step;
}

void fc_tape_plan_make(fc_tape_plan *out, const fc_tape *tape, const bool *wanted)
{
    unsigned char *flags = fc_allocate((size_t)tape->n_steps, sizeof *flags);
    *out = (fc_tape_plan){0};
    mark(flags, tape, wanted);
    for (int i = 0; i < tape->n_steps; i++) {
        const bool depends = tape->step[i].depends;
        if (tape->step[i].operation == FC_TAPE_CONSTANT)
            continue;
        if (!depends)
            add(&out->shared, tape, i);
        if (depends && (flags[i] & FOLLOWED))
            add(&out->followed, tape, i);
        if (flags[i] & WATCHED)
            add(&out->watched, tape, i);
        if (!depends && (flags[i] & NEEDED))
            add(&out->gathered, tape, i);
        if (!depends && (flags[i] & (NEEDED | FOLLOWED)))
            add(&out->entering, tape, i);
        if ((flags[i] & DERIVED) && (flags[i] & NEEDED))
            add(&out->derived, tape, i);
    }
    free(flags);
}

void fc_tape_plan_free(fc_tape_plan *plan)
{
    free(plan->shared.step);
    free(plan->followed.step);
    free(plan->watched.step);
    free(plan->gathered.step);
    free(plan->entering.step);
    free(plan->derived.step);
}
