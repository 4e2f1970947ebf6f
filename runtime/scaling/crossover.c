/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/crossover.h"

#include "support/messages/report.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>

enum {
    LEAST_NEAR = 4,
    MOST_NEAR = 64,
    MOST_TRIED = 256, /* numbers of ranks in search of a known one */
    UNKNOWN = -1      /* the winner where a time is unknown */
};

int fc_crossover_winner(const double *time, int n)
{
    int winner = 0;
    for (int i = 1; i < n; i++)
        if (time[i] < time[winner])
            winner = i;
    return winner;
}

static bool are_known(const double *time, int n)
{
    bool are = true;
    for (int i = 0; i < n && are; i++)
        are = !isnan(time[i]);
    return are;
}

/* winner[i]: the fastest program on ranks[i], or UNKNOWN. */
static fc_status find_winners(int *winner, const fc_crossover_question *question, const int *ranks, int n,
                              fc_report *report)
{
    int n_programs = question->n_programs;
    double *time = fc_allocate((size_t)n * (size_t)n_programs, sizeof *time);
    fc_status status = question->times(question->data, ranks, n, time, report);
    for (int i = 0; i < n && !status; i++) {
        const double *at = time + (ptrdiff_t)i * n_programs;
        winner[i] = are_known(at, n_programs) ? fc_crossover_winner(at, n_programs) : UNKNOWN;
    }
    free(time);
    return status;
}

/* Replaces *middle, which is unknown, by the nearest known number between the ends, of at most MOST_TRIED. */
static fc_status find_known(int *middle, int *between, const fc_crossover_question *question, const int ends[2],
                            fc_report *report)
{
    int ranks[MOST_TRIED] = {0}, winner[MOST_TRIED], n = 0, center = *middle;
    int step = 1 + (ends[1] - ends[0]) / MOST_TRIED;
    for (int p = ends[0] + 1; p < ends[1] && n < MOST_TRIED; p += step)
        ranks[n++] = p;
    fc_status status = find_winners(winner, question, ranks, n, report);
    for (int i = 0; i < n && !status; i++)
        if (winner[i] != UNKNOWN && (*between == UNKNOWN || abs(ranks[i] - center) < abs(*middle - center))) {
            *middle = ranks[i];
            *between = winner[i];
        }
    return status;
}

/* Bisection with the invariant that `from` wins on low and another program on high. */
static fc_status bisect(fc_crossover *out, const fc_crossover_question *question, fc_report *report)
{
    int ends[] = {question->low, question->high}, winner[2];
    fc_status status = find_winners(winner, question, ends, 2, report);
    if (status)
        return status;
    if (winner[0] == winner[1])
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_SAME_PROGRAM_FASTEST_RANKS, ends[0], ends[1]);
    while (ends[1] - ends[0] > 1) {
        int middle = ends[0] + (ends[1] - ends[0]) / 2, between;
        status = find_winners(&between, question, &middle, 1, report);
        if (!status && between == UNKNOWN)
            status = find_known(&middle, &between, question, ends, report);
        if (status)
            return status;
        if (between == UNKNOWN)
            break;
        ends[between != winner[0]] = middle;
        if (between != winner[0])
            winner[1] = between;
    }
    *out = (fc_crossover){winner[0], winner[1], ends[1], ends[0], ends[1], ends[1], ends[0]};
    return FC_OK;
}

/* Examines the winners near the crossover: where `from` is beaten before it, and where it still wins after it. */
static fc_status look_around(fc_crossover *found, const fc_crossover_question *question, fc_report *report)
{
    int ranks[2 * MOST_NEAR + 1], winner[2 * MOST_NEAR + 1], n = 0, near = found->ranks / 32;
    near = near < LEAST_NEAR ? LEAST_NEAR : near > MOST_NEAR ? MOST_NEAR : near;
    near = question->near > 0 && question->near < near ? question->near : near;
    for (int p = found->ranks - near; p <= found->ranks + near; p++)
        if (p > question->low && p < question->high)
            ranks[n++] = p;
    fc_status status = n ? find_winners(winner, question, ranks, n, report) : FC_OK;
    for (int i = n - 1; i >= 0 && !status; i--)
        if (winner[i] != found->from && winner[i] != UNKNOWN && ranks[i] < found->first)
            found->first = ranks[i];
    for (int i = 0; i < n && !status; i++)
        if (winner[i] == found->from && ranks[i] >= found->last) {
            found->last = ranks[i] + 1;
            found->last_won = ranks[i];
        }
    return status;
}

fc_status fc_crossover_find(fc_crossover *out, const fc_crossover_question *question, fc_report *report)
{
    fc_crossover found;
    fc_status status = bisect(&found, question, report);
    if (!status)
        status = look_around(&found, question, report);
    if (!status)
        *out = found;
    return status;
}
