/* SPDX-License-Identifier: Apache-2.0 */
/** @file message_price.h  LogGP parameters of a message by its size, from the runtime functions of single transfers. A
 * direct-mapped cache of FC_N_PRICES entries avoids repeated evaluations. */
#ifndef FC_MESSAGE_PRICE_H
#define FC_MESSAGE_PRICE_H

#include "rank.h"

enum {
    FC_N_SINGLES = FC_FIT_SENDRECV + 1, /* SINGLE, POSTED, SEND ... SENDRECV */
    FC_N_PRICES = 256
};

/** Costs of a message of n elements of a type [s]; NAN: the machine has no fit. */
typedef struct fc_message_price {
    double n;
    fc_datatype type; /* 0: the entry is free */
    fc_variant variant;
    double seconds[FC_N_SINGLES];
    double error[FC_N_SINGLES]; /* relative */
    double receive;             /* R: receive of a message that has arrived; RECEIVE, at most SINGLE */
    double gap;                 /* (m - 1) G of LogGP: the part of SINGLE that grows with the bytes */
    double wire;                /* of an eager message: the gap without the processors' costs a byte, S and R */
    bool is_exchange_measured;  /* SENDRECV is a fit or a user's function, not derived from SINGLE */
    unsigned beyond;            /* bit f: fit f is extrapolated */
} fc_message_price;

/** A world's cache: one entry per hash value. */
typedef struct fc_message_prices {
    fc_message_price entry[FC_N_PRICES];
} fc_message_prices;

/** Valid until the next call. */
const fc_message_price *fc_message_price_of(fc_message_prices *prices, const fc_setting *setting, double n,
                                            fc_datatype type, fc_variant variant);

/** (m - 1) G of LogGP: the part of a transfer that grows with its bytes [s]. */
double fc_message_gap(const fc_setting *setting, double n, fc_datatype type, fc_variant variant);

/** Eager limit: the size [B] from which on a standard send is a rendezvous. As measured, else inferred from the fits:
 * the first breakpoint of SEND from which on the sender's share is everywhere at least 3/4 of the transfer, within the
 * fits' errors. INFINITY: there is none, or SEND has no fit. */
double fc_message_eager_bytes(const fc_setting *setting);

#endif
