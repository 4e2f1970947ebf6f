/* SPDX-License-Identifier: Apache-2.0 */
/** @file message_price.h  What a message of a size costs: the runtime functions of single transfers, evaluated once a
 * size. */
#ifndef FC_MESSAGE_PRICE_H
#define FC_MESSAGE_PRICE_H

#include "rank.h"

enum {
    FC_N_SINGLES = FC_FIT_SENDRECV + 1, /* SINGLE, SEND, POST, RECEIVE, SENDRECV */
    FC_N_PRICES = 256
};

/** Seconds of a message of n elements of a type; NAN: the machine does not tell. */
typedef struct fc_message_price {
    double n;
    fc_datatype type; /* 0: the entry is free */
    fc_variant variant;
    double seconds[FC_N_SINGLES];
    double error[FC_N_SINGLES]; /* relative */
    double receive;             /* of a message that is already there: RECEIVE, no more than SINGLE */
    double gap;                 /* (m - 1) G of LogGP: the part of SINGLE that grows with the bytes */
    unsigned beyond;            /* bit f: fit f beyond its calibrated range */
} fc_message_price;

/** The table of a world: one entry a hash, the last size asked for. */
typedef struct fc_message_prices {
    fc_message_price entry[FC_N_PRICES];
} fc_message_prices;

/** Valid until the next call. */
const fc_message_price *fc_message_price_of(fc_message_prices *prices, const fc_setting *setting, double n,
                                            fc_datatype type, fc_variant variant);

/** (m - 1) G of LogGP: the part of a transfer that grows with its bytes [s]. */
double fc_message_gap(const fc_setting *setting, double n, fc_datatype type, fc_variant variant);

/** Bytes from which on a standard send waits for its receive (rendezvous); below, it is buffered (eager). Told by the
 * runtime functions: the first breakpoint of SEND from which on the sender's share is everywhere no less than the whole
 * transfer, within the fits' errors; INFINITY if there is none or SEND has no fit of its own. */
double fc_message_eager_bytes(const fc_setting *setting);

#endif
