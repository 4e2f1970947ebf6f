/* SPDX-License-Identifier: Apache-2.0 */
/** @file collective_time.h  Closed-form time of a collective's plan in the LogGP model (Alexandrov et al. 1995), all
 * ranks starting at once. */
#ifndef FC_COLLECTIVE_TIME_H
#define FC_COLLECTIVE_TIME_H

#include "collective_plan.h"

/** Costs of single messages: seconds of a fit (SINGLE, SEND, POST, RECEIVE, SENDRECV), and the part of SINGLE that
 * grows with the bytes. From eager_bytes on, a message leaves only when its receiver is ready (rendezvous). */
typedef struct fc_message_costs {
    double (*seconds)(const void *data, fc_fit fit, double bytes);
    double (*gap)(const void *data, double bytes);
    const void *data;
    double eager_bytes;
} fc_message_costs;

/** The relay T(b), and the sum over the stages, with T(b) SINGLE, S SEND, R RECEIVE, P POST, X SENDRECV, G the gap, k =
 * log2 p: down a tree   the message to a child leaves max(S, G) after the previous one, and arrives T later up a tree
 * a parent receives one child after the other, each taking at least R, and G after the previous one exchanges     the
 * sum of X(b) over the steps; folds T ALL           max(2 (p - 1) P, (p - 1) P + (p - 2) max(P, G) + T); with at_once:
 * the sum of the batches
 *
 * Hence binomial trees of 2^k ranks take k T, recursive doubling k X, a ring (p - 1) X. Trees of more than 2^20 ranks
 * are extrapolated: each doubling adds what the one from 2^19 to 2^20 ranks adds. Cost: O(p) for trees, O(steps)
 * otherwise. */
double fc_plan_time(const fc_plan *plan, int p, const fc_message_costs *costs);

#endif
