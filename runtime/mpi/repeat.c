/* SPDX-License-Identifier: Apache-2.0 */
/* FC_REPEAT on the ranks of a world. Bodies with messages run as often as the program runs them. Bodies without
 * messages run twice, the second pass weighted for all remaining ones. Means of fractional repetitions accumulate in
 * an error term, as in Bresenham's line algorithm. */
#include "process.h"
#include "team.h"

static double pass_weight(const fc_repetition *it)
{
    return it->before * it->times / it->passes;
}

double fc_process_repeat_begin(fc_rank *r, double times)
{
    fc_process *p = r->process;
    p->repetition = fc_rank_grow(r, p->repetition, &p->repetition_capacity, p->n_repetitions, sizeof *p->repetition);
    double passes = fmax(1, round(times));
    fc_repetition *it = &p->repetition[p->n_repetitions++];
    *it = (fc_repetition){times, passes, passes, r->weight, p->events + p->progress, p->n_fractions};
    r->weight = pass_weight(it);
    return it->before;
}

/* If the first pass had no messages, one more pass represents all others, unless a fractional count may add messages.
 */
double fc_process_repeat_end(fc_rank *r)
{
    fc_process *p = r->process;
    fc_repetition *it = &p->repetition[p->n_repetitions - 1];
    bool first = it->left == it->passes,
         quiet = it->events == p->events + p->progress && it->n_fractions == p->n_fractions;
    it->left--;
    if (it->left > 0 && !(quiet && !first)) {
        if (quiet)
            r->weight = pass_weight(it) * it->left;
        else {
            /* No simulation ends within its time that makes so many passes with messages. */
            static const double most = 1e9;
            if (it->left > most)
                fc_rank_end(r, FC_END_LIMIT, "Use --method sum, which counts equal iterations once.",
                            "%.0f iterations with messages are too many to be simulated one by one", it->left);
        }
        return it->before;
    }
    r->weight = it->before;
    p->n_repetitions--;
    return -1;
}

/* The 1e-9 absorbs rounding errors of means: of two complementary means exactly one is rounded up at a half. */
static double whole_times(fc_rank *r, int place, double times, double half)
{
    fc_process *p = r->process;
    if (!p || fc_team_is_parallel(r) || isinf(times))
        return times;
    times = fc_rank_check_repetitions(r, "a number of repetitions", times);
    while (p->n_owed <= place) {
        p->owed = fc_rank_grow(r, p->owed, &p->owed_capacity, p->n_owed, sizeof *p->owed);
        p->owed[p->n_owed++] = 0;
    }
    double whole = fmax(0, floor(p->owed[place] + times + half));
    p->owed[place] += times - whole;
    p->n_fractions += whole != times;
    return whole;
}

double fc_mean_times(fc_rank *r, int place, double times)
{
    return whole_times(r, place, times, 0.5 + 1e-9);
}

double fc_mean_rest(fc_rank *r, int place, double times)
{
    return whole_times(r, place, times, 0.5 - 1e-9);
}

int fc_weighs_iterations(const fc_rank *r)
{
    return !r->process || fc_team_is_parallel(r);
}

double fc_repeat_begin(fc_rank *r, double times)
{
    double before = r->weight;
    times = fc_rank_check_repetitions(r, "a number of repetitions", times);
    if (times == 0) {
        fc_counter_charge(r, 0);
        return -1;
    }
    fc_counter_scope_begin(r);
    if (!fc_weighs_iterations(r))
        return fc_process_repeat_begin(r, times);
    r->weight *= times;
    return before;
}

double fc_repeat_end(fc_rank *r, double weight_before)
{
    bool by_passes = !fc_weighs_iterations(r);
    double again = by_passes ? fc_process_repeat_end(r) : -1;
    if (again < 0)
        fc_counter_scope_end(r);
    if (!by_passes)
        r->weight = weight_before;
    return again;
}

double fc_taken_begin(fc_rank *r, double taken, double of)
{
    double around = r->weight;
    taken = fc_rank_check_repetitions(r, "a number of iterations", taken);
    if (taken == 0)
        return -1;
    r->weight = around * taken / of;
    return around;
}

double fc_taken_end(fc_rank *r, double weight_around)
{
    r->weight = weight_around;
    return -1;
}
