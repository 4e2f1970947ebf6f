/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/rank_intervals.h"

#include <math.h>

/* The number of evaluated ranks below `rank`: evaluated rank i is floor(i (ranks - 1) / (n - 1)). */
static double evaluated_below(double rank, int n, double ranks)
{
    return n == ranks ? rank : ceil(rank * (n - 1) / (ranks - 1));
}

void fc_rank_intervals_start(fc_rank_intervals *of, double ranks)
{
    of->ranks = ranks;
    of->n = ranks < FC_RANK_INTERVALS_MOST ? (int)ranks : FC_RANK_INTERVALS_MOST;
    of->depth = 1;
    of->stack[0] = (fc_rank_range){0, ranks - 1};
}

void fc_rank_intervals_next(fc_rank_intervals *of)
{
    of->members = 0;
    while (of->depth > 0 && of->members == 0) {
        fc_rank_range next = of->stack[--of->depth];
        double first = evaluated_below(next.low, of->n, of->ranks);
        of->members = evaluated_below(next.high + 1, of->n, of->ranks) - first;
        if (of->members == 1)
            next.low = next.high = of->n == of->ranks ? first : floor(first * (of->ranks - 1) / (of->n - 1));
        of->range = next;
    }
}

void fc_rank_intervals_split(fc_rank_intervals *of, double at)
{
    of->stack[of->depth++] = (fc_rank_range){at + 1, of->range.high};
    of->stack[of->depth++] = (fc_rank_range){of->range.low, at};
}
