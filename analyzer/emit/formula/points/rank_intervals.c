/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/rank_intervals.h"

#include <math.h>

double fc_rank_intervals_evaluated(double ranks)
{
    return ranks < FC_RANK_INTERVALS_MOST ? ranks : FC_RANK_INTERVALS_MOST;
}

/* The number of evaluated ranks below `rank`: evaluated rank i is floor(i (ranks - 1) / (n - 1)). */
static double evaluated_below(double rank, double ranks)
{
    if (rank >= ranks)
        return fc_rank_intervals_evaluated(ranks);
    return ranks <= FC_RANK_INTERVALS_MOST ? rank : ceil(rank * (FC_RANK_INTERVALS_MOST - 1) / (ranks - 1));
}

void fc_rank_intervals_start(fc_rank_intervals *of, double ranks)
{
    of->ranks = ranks;
    of->depth = 1;
    of->stack[0] = (fc_rank_range){0, ranks - 1};
}

/* The rank of the first evaluated one in a range. */
static double first_evaluated(fc_rank_range range, double ranks)
{
    double first = evaluated_below(range.low, ranks);
    return ranks <= FC_RANK_INTERVALS_MOST ? first : floor(first * (ranks - 1) / (FC_RANK_INTERVALS_MOST - 1));
}

void fc_rank_intervals_next(fc_rank_intervals *of)
{
    of->members = 0;
    while (of->depth > 0 && of->members == 0) {
        fc_rank_range next = of->stack[--of->depth];
        of->members = evaluated_below(next.high + 1, of->ranks) - evaluated_below(next.low, of->ranks);
        if (of->members == 1)
            next.low = next.high = first_evaluated(next, of->ranks);
        of->range = next;
    }
}

void fc_rank_intervals_split(fc_rank_intervals *of, double at)
{
    of->stack[of->depth++] = (fc_rank_range){at + 1, of->range.high};
    of->stack[of->depth++] = (fc_rank_range){of->range.low, at};
}
