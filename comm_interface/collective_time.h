/* SPDX-License-Identifier: Apache-2.0 */
/** @file collective_time.h  Seconds of a collective's plan by LogGP, all ranks beginning at once. */
#ifndef FC_COLLECTIVE_TIME_H
#define FC_COLLECTIVE_TIME_H

#include "collective_plan.h"

/** What single messages cost: seconds of a fit (SINGLE, SEND, POST, RECEIVE, SENDRECV) and the part of SINGLE that
 * grows with the bytes; from eager_bytes on a message leaves when its receiver is ready. */
typedef struct fc_message_costs {
    double (*seconds)(const void *data, fc_fit fit, double bytes);
    double (*gap)(const void *data, double bytes);
    const void *data;
    double eager_bytes;
} fc_message_costs;

/** The sum over the stages, with T(b) SINGLE, S SEND, R RECEIVE, P POST, X SENDRECV, G the gap, k = log2 p:
 *  down a tree   a child's message leaves max(S, G) after the one before, and is there T later; up a tree a parent
 *                takes them in one after the other, each in R at least and G after the one before
 *  exchanges     the sum of X(b) over the steps; folds T
 *  ALL           2 (p - 1) P, but no less than (p - 1) P + (p - 2) max(P, G) + T; some at a time: their sum
 * so that binomial trees of 2^k ranks take k T, recursive doubling k X, a ring (p - 1) X. Up to 2^20 ranks; trees of
 * more grow by as much with each doubling as from 2^19 on. */
double fc_plan_time(const fc_plan *plan, int p, const fc_message_costs *costs);

#endif
