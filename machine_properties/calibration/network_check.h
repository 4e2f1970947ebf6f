/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file network_check.h  A fitted network against exchanges that it was not fitted to: the model error of the network.
 *
 * Collectives are predicted as an MPI library's algorithms over single messages, by each library; that of the least
 * error counts. The model error is the standard error of a normal distribution whose 90 % interval covers 90 % of the
 * errors, on a logarithmic scale. */
#ifndef FC_NETWORK_CHECK_H
#define FC_NETWORK_CHECK_H

#include "machine_properties/machine.h"

/** One exchange among nodes 0 ... nodes - 1, a rank each. */
typedef struct fc_exchange {
    fc_fit fit; /* ALLTOALL, ALLREDUCE, BCAST from node 0; SENDRECV: each node i sends to node to[i], none to itself */
    int nodes;
    const int *to;  /* [nodes] of SENDRECV; borrowed */
    double bytes;   /* of a message; of one rank's block; of the vector */
    double seconds; /* measured, on the slowest rank */
} fc_exchange;

/** Predicts an exchange: *seconds of the slowest rank. */
typedef fc_status fc_exchange_predict(double *seconds, const fc_coefficients *machine, const fc_exchange *exchange,
                                      fc_report *report);

typedef struct fc_network_check {
    fc_collectives library; /* whose algorithms collectives are predicted by */
    int n;                  /* exchanges */
    double median, largest; /* |predicted / measured - 1| */
    double model_error;
} fc_network_check;

enum {
    FC_NETWORK_CHECK_MOST = 32
};

/** Fills in the machine's samples of collectives among all `nodes` nodes, at sizes a factor of 8 apart. Returns how
 * many: at most FC_NETWORK_CHECK_MOST. */
int fc_network_check_collectives(fc_exchange out[FC_NETWORK_CHECK_MOST], const fc_machine *machine, int nodes);

/** 1 <= n <= FC_NETWORK_CHECK_MOST. Errors are those of `predict`. */
fc_status fc_network_check_run(fc_network_check *out, const fc_coefficients *machine, const fc_exchange *exchange,
                               int n, fc_exchange_predict *predict, fc_report *report);

#endif
