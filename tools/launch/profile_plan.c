/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/profile_plan.h"

#include "support/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_LEFT = 8,
    LEAST_LEFT_OF_FEW = 4,
    LEAST_WITH_PAIRS = 3
};

/* Which sizes a run varies, and by which step. */
typedef struct variation {
    enum {
        NONE,
        TWO,
        ALL
    } which;
    int one, other; /* arguments; equal: a single one */
    int step;
} variation;

/* The argument's size, of 1000 or n=1000; 0 if it has none. */
static long size_of(const char *argument)
{
    char *end;
    const char *text = argument + fc_profile_number_at(argument);
    errno = 0;
    long value = strtol(text, &end, 10);
    bool is_size = end != text && *end == '\0' && errno == 0 && value >= FC_PROFILE_PLAN_LEAST;
    return is_size ? value : 0;
}

/* The size at step 0, 1, 2: the divided size, doubled, quadrupled. A half is followed by three quarters and the whole.
 */
static long shrunk(long size, int most, int step)
{
    long by = most, least = size >= 4 * LEAST_LEFT ? LEAST_LEFT : LEAST_LEFT_OF_FEW;
    while (by > 2 && size / by < least)
        by /= 2;
    return by > 2 ? size / by << step : size * (2 + step) / 4;
}

/* The run with every size divided by `most`, and the varied ones at their step. */
static fc_planned_run run_of(const fc_profile_request *wish, int most, int ranks, variation by)
{
    fc_planned_run run = {ranks, fc_allocate((size_t)wish->n_arguments, sizeof *run.argument)};
    for (int i = 0; i < wish->n_arguments; i++) {
        long size = size_of(wish->argument[i]);
        run.argument[i] =
            size ? fc_format(
                       "%.*s%ld", (int)fc_profile_number_at(wish->argument[i]), wish->argument[i],
                       shrunk(size, most,
                              by.which == ALL || (by.which == TWO && (i == by.one || i == by.other)) ? by.step : 0))
                 : fc_words_with_ranks(wish->argument[i], ranks);
    }
    return run;
}

static void add_run(fc_profile_plan *plan, const fc_profile_request *wish, int ranks, variation by)
{
    plan->run[plan->n_runs++] = run_of(wish, plan->most, ranks, by);
}

/* Adds the runs that vary several sizes. */
static void add_joint(fc_profile_plan *plan, const fc_profile_request *wish, int ranks)
{
    int n = 0, *varied = fc_allocate((size_t)wish->n_arguments, sizeof *varied);
    bool is_small = true;
    for (int i = 0; i < wish->n_arguments; i++)
        if (plan->is_moved[i]) {
            long size = size_of(wish->argument[i]);
            varied[n++] = i;
            is_small &= shrunk(size, plan->most, 2) <= size / 2;
        }
    for (int i = 0; n >= LEAST_WITH_PAIRS && i < n; i++)
        add_run(plan, wish, ranks, (variation){TWO, varied[i], varied[(i + 1) % n], 1});
    if (n > 1)
        add_run(plan, wish, ranks, (variation){.which = ALL, .step = 1});
    if (n > 1 && is_small)
        add_run(plan, wish, ranks, (variation){.which = ALL, .step = 2});
    free(varied);
}

fc_profile_plan *fc_profile_plan_create(const fc_profile_request *wish, int most)
{
    fc_profile_plan *plan = fc_allocate(1, sizeof *plan);
    plan->most = most;
    size_t room = 2 + 3 * (size_t)wish->n_arguments + 32;
    plan->run = fc_allocate(room, sizeof *plan->run);
    plan->is_moved = fc_allocate((size_t)wish->n_arguments, sizeof *plan->is_moved);
    plan->n_arguments = wish->n_arguments;
    int base = wish->ranks > 1 ? 2 : 1;
    add_run(plan, wish, base, (variation){.which = NONE});
    /* Adds the runs with other numbers of ranks. */
    variation none = {.which = NONE};
    if (wish->ranks > 1)
        add_run(plan, wish, 1, none);
    for (int ranks = 4; ranks < wish->ranks; ranks *= 2)
        add_run(plan, wish, ranks, none);
    if (wish->ranks > 2)
        add_run(plan, wish, wish->ranks, none);
    for (int i = 0; i < wish->n_arguments; i++)
        plan->is_moved[i] = size_of(wish->argument[i]) > 0;
    for (int step = 1; step <= 2; step++)
        for (int i = 0; i < wish->n_arguments; i++)
            if (plan->is_moved[i])
                add_run(plan, wish, base, (variation){TWO, i, i, step});
    add_joint(plan, wish, base);
    return plan;
}

void fc_profile_plan_free(FC_TAKE fc_profile_plan *plan)
{
    if (!plan)
        return;
    for (int i = 0; i < plan->n_runs; i++)
        fc_profile_plan_run_free(&plan->run[i], plan->n_arguments);
    free(plan->run);
    free(plan->is_moved);
    free(plan);
}

fc_planned_run fc_profile_plan_part(const fc_profile_request *wish, int by)
{
    return run_of(wish, by, wish->ranks, (variation){.which = NONE});
}

void fc_profile_plan_run_free(FC_TAKE fc_planned_run *run, int n_arguments)
{
    for (int k = 0; k < n_arguments; k++)
        free(run->argument[k]);
    free(run->argument);
}

bool fc_profile_plan_is_done(const fc_profile_request *run, const fc_profile *profile)
{
    bool is_done = false;
    for (size_t k = 0; profile && k < profile->n_runs; k++)
        is_done |= profile->run[k].ranks == run->ranks && !profile->run[k].is_partial &&
                   fc_profile_matches(&profile->run[k], run);
    return is_done;
}
