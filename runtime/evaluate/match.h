/* SPDX-License-Identifier: Apache-2.0 */
/** @file match.h  Messages between the virtual ranks of a world: how their sides find each other (MPI 3.1, section
 * 3.5). What they cost: message.h. */
#ifndef FC_MATCH_H
#define FC_MATCH_H

#include "process.h"

enum {
    FC_MATCH_HIDDEN = 1 << 30 /* of a context: the program's receives do not see these messages */
};

/** One side of a message. When the two sides match, each takes over from the other what it needs to end. */
typedef struct fc_message {
    struct fc_message *next; /* in a queue, or free */
    fc_rank *owner;
    const fc_site *site; /* the owner's call */
    int partner;         /* rank in MPI_COMM_WORLD; -1: not known yet */
    bool sends, eager;
    bool routed;    /* it goes over links that messages share: traffic.h tells when it is there */
    bool under_way; /* a send: on these links, not yet there */
    bool matched;   /* and, if routed, there: its end is known */
    bool awaited;   /* its owner waits for the match */
    bool forgotten; /* nobody asks for its end */
    bool probes;    /* a receive that only looks: the message stays, or, if it takes it, is `other` */
    bool takes;
    bool fills;         /* a receive that takes what fills its room only */
    bool looks_for_all; /* it sees whatever is there after `ready` */
    unsigned context;
    unsigned long event, other_event; /* of the owner's call, and, once matched, of the partner's (dependence.h) */
    unsigned long number;             /* in a fold: of its stream's other side */
    int source, tag; /* of the sender in the communicator; of a receive what it asks for, once matched what it got */
    struct fc_message *other; /* of a send under way: the receive that took it; of a probe: what it took */
    double start;             /* s: when it leaves; a receive knows it, and what follows up to `bytes`, once matched */
    double time;              /* s: the transfer */
    double gap;               /* s: it keeps the ways out and in busy */
    double overhead;          /* s: of the receiver at least */
    double error;             /* relative, of `time` and `share` */
    double bytes;
    fc_type_signature element,
        sent;               /* of an element, as this side says; of the message, as the sender does, once matched */
    const fc_site *sent_at; /* of a matched receive: the sender's call */
    double ready;           /* s: when the receive was called; a send knows it once matched */
    double share;           /* s: what this side's call takes if nobody waits */
    double room;            /* bytes a receive holds */
    char *values;           /* control values, a copy; a send's own, once matched its receive's; NULL: none */
    void *memory;           /* where a receive puts them; NULL: nowhere */
} fc_message;

/** A message is there at a time [s]: a fc_traffic_delivery; data: the world. */
void fc_match_deliver(void *data, fc_message *sent, double at);
/** A new side of this rank; ends the run when memory is short. */
fc_message *fc_match_make(fc_rank *r);
void fc_match_release(fc_world *w, fc_message *m);
void fc_match_free_all(fc_world *w);
/** The partner's receive that was posted first takes the message, or it waits among the arrived ones. */
void fc_match_hand_in(fc_message *sent);
/** The message that arrived first is taken, or the receive is posted. */
void fc_match_ask(fc_message *receive);

/** A receive that probes: sees the message a receive would get now, or is posted until one is there (MPI 3.1, section
 * 3.8). Once seen it is matched: source, tag, bytes, sent, sent_at, partner, error are the message's, share its
 * time, start is when it was there.
 */
void fc_match_look(fc_message *probe);
/** Sees the message that a receive like `probe` would get and that is there by its `ready`; false: there is none. */
bool fc_match_glance(fc_message *probe);
/** Takes a probe that has seen nothing from the posted receives. */
void fc_match_look_away(fc_message *probe);
/** Takes a receive from the posted ones; false: it has got a message. */
bool fc_match_take_back(fc_message *receive);
/** The receive gets the message that a probe took. */
void fc_match_join(fc_message *receive, fc_message *sent);

/** Both sides have what they need: the owner goes on if it waits for no more, and a forgotten side is let go. */
void fc_match_tell(fc_world *w, fc_message *m);

/** The earliest virtual time at which something undecided of this rank (a receive from any source, a choice among
 * requests) can go on; INFINITY: never by itself. */
double fc_match_next_decision(fc_rank *r);
/** Decides that, when no rank can go on otherwise. */
void fc_match_decide(fc_rank *r);

#endif
