/* SPDX-License-Identifier: Apache-2.0 */
/* FC_REPEAT on the ranks of a world: messages are to be sent as often as they are, computation is not. */
#include "process.h"

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
    *it = (fc_repetition){times, passes, passes, r->weight, p->events};
    r->weight = pass_weight(it);
    return it->before;
}

/* After a first pass without messages one more does for all others. */
double fc_process_repeat_end(fc_rank *r)
{
    fc_process *p = r->process;
    fc_repetition *it = &p->repetition[p->n_repetitions - 1];
    bool first = it->left == it->passes, quiet = it->events == p->events;
    it->left--;
    if (it->left > 0 && !(quiet && !first)) {
        if (quiet)
            r->weight = pass_weight(it) * it->left;
        return it->before;
    }
    r->weight = it->before;
    p->n_repetitions--;
    return -1;
}
