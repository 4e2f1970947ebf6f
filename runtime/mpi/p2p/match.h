/* SPDX-License-Identifier: Apache-2.0 */
/** @file match.h  Message matching between the virtual ranks of a world (MPI 3.1, sections 3.5 and 3.8). Costs:
 * message.h. Under quotient execution: quotient_match.h. */
#ifndef FC_MATCH_H
#define FC_MATCH_H

#include "process.h"

enum {
    FC_MATCH_HIDDEN = 1 << 30 /* flag of a context: internal messages, which the program's receives do not match */
};

/** One side of a message: a send, a receive or a probe. A match copies the other side's data, so that each side can
 * complete on its own. */
typedef struct fc_message {
    struct fc_message *next; /* in a queue or the free list */
    fc_rank *owner;
    const fc_site *site; /* the owner's call; that of a persistent request if the run collects findings */
    int partner;         /* rank in MPI_COMM_WORLD; -1: not yet known */
    bool sends, eager;
    bool confirmed;  /* a synchronous send of few bytes: it leaves at once, and ends when the receiver's answer is there
                      */
    bool routed;     /* it crosses links that messages share: traffic.h determines its arrival */
    bool under_way;  /* a send: on these links, not yet arrived */
    bool matched;    /* and, if routed, arrived: its end is known */
    bool awaited;    /* its owner waits for the match */
    bool forgotten;  /* no call completes it: released when matched */
    bool probes;     /* a probe: the message stays in its queue unless `takes` */
    bool takes;      /* a matched probe (MPI_Mprobe): `other` is the message it took */
    bool fills;      /* a receive whose message must have exactly `room` bytes */
    bool probes_all; /* a probe for any message of the program that arrives after `ready` */
    unsigned context;
    unsigned long event, other_event; /* of the owner's call and, once matched, of the partner's (dependence.h) */
    unsigned long number;             /* position in its stream (quotient_match.h) */
    int source, tag; /* of a send: the sender's; of a receive: requested, once matched received. Ranks in `context` */
    struct fc_message *other; /* of a send in transit: its receive; of a probe: the message it took */
    double start;             /* s: when it leaves. A receive has start ... bytes from its match on */
    double time;              /* s: T of the transfer */
    double gap;               /* s: G, time that the injection and ejection ports are busy */
    double overhead;          /* s: R, the receiver's minimum */
    double taking;            /* s: of an eager message, in the receiver's completion */
    double answer;            /* s: time of that answer; 0: none */
    double error;             /* relative, of `time` and `share` */
    double bytes;
    fc_type_signature element, sent; /* of an element on this side; of the whole message on the sender's side */
    const fc_site *sent_at;          /* of a matched receive: the sender's call */
    double ready;                    /* s: when the receive was called; of a send: set by the match */
    double share;                    /* s: what this side's call takes without waiting */
    double room;                     /* capacity of a receive in bytes */
    char *values; /* owned copy of the payload: the send's, from the match on the receive's; NULL: none */
    void *memory; /* payload destination of a receive; NULL: none */
    /* message_race.h; the vector clock is owned */
    unsigned *clock;
    int asked_source, asked_tag;
    unsigned long posted_number; /* of a receive: in the order of posts; of a send: the sender's own clock */
    bool overwritten;            /* a receive: FC_CHECK_OVERWRITTEN */
} fc_message;

/** A routed message arrives at time `at` [s]: a fc_traffic_delivery; data: the world. */
void fc_match_deliver(void *data, fc_message *sent, double at);
/** A new side of this rank; ends the run if out of memory. */
fc_message *fc_match_create(fc_rank *r);
void fc_match_release(fc_simulation *w, fc_message *m);
void fc_match_free_all(fc_simulation *w);
/** Matches a send with the partner's first posted receive that accepts it, or queues it as unexpected. */
void fc_match_send(fc_message *sent);
/** Matches a receive with the first unexpected message that it accepts, or posts it. */
void fc_match_receive(fc_message *receive);

/** Blocking probe (MPI 3.1, section 3.8): completes with the message that a receive would get now, or is posted until
 * there is one. Once matched, source, tag, bytes, sent, sent_at, partner and error are the message's. share is its
 * time, start its arrival. */
void fc_match_probe(fc_message *probe);
/** Non-blocking probe: completes with the message that a receive would get, if it has arrived by `ready`. False: none.
 */
bool fc_match_iprobe(fc_message *probe);
/** Removes an unmatched probe from the posted queue. */
void fc_match_cancel_probe(fc_message *probe);
/** Removes a receive from the posted queue (MPI_Cancel); false: it is matched. */
bool fc_match_cancel_receive(fc_message *receive);
/** Removes a send that its receiver has not matched (MPI_Cancel); false: it is matched, or under way. */
bool fc_match_cancel_send(fc_message *sent);
/** Matches a receive with a message that a probe took (MPI_Mrecv). */
void fc_match_mrecv(fc_message *receive, fc_message *sent);

/** Marks a side as matched: wakes its owner if that waits for no other, and releases a forgotten side. */
void fc_match_complete(fc_simulation *w, fc_message *m);

/** The earliest virtual time at which this rank's undecided receive from any source or choice among requests can be
 * decided; INFINITY: it depends on other ranks. */
double fc_match_next_decision(fc_rank *r);
/** Decides it; to be called when no rank can proceed. */
void fc_match_decide(fc_rank *r);

#endif
