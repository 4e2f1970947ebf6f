/* SPDX-License-Identifier: Apache-2.0 */
/* Two queues per rank: posted receives and unexpected ("arrived") messages, searched linearly. A receive from any
 * source is decided when no rank can proceed, in the order of virtual time. */
#include "match.h"

#include "message.h"

#include <stdlib.h>

/* ---- memory ---- */

enum {
    BLOCK = 256 /* messages allocated at once */
};

typedef struct fc_message_block {
    struct fc_message_block *next;
    fc_message message[BLOCK];
} fc_message_block;

fc_message *fc_match_create(fc_rank *r)
{
    fc_simulation *w = r->process->world;
    if (!w->free_messages) {
        fc_message_block *block = calloc(1, sizeof *block);
        if (!block)
            fc_rank_end(r, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for the messages in transit");
        block->next = w->message_blocks;
        w->message_blocks = block;
        for (int i = 0; i < BLOCK; i++) {
            block->message[i].next = w->free_messages;
            w->free_messages = &block->message[i];
        }
    }
    fc_message *m = w->free_messages;
    w->free_messages = m->next;
    *m = (fc_message){.owner = r, .partner = -1};
    return m;
}

void fc_match_release(fc_simulation *w, fc_message *m)
{
    free(m->values);
    free(m->clock);
    m->values = NULL;
    m->clock = NULL;
    m->next = w->free_messages;
    w->free_messages = m;
}

void fc_match_free_all(fc_simulation *w)
{
    while (w->message_blocks) {
        fc_message_block *block = w->message_blocks;
        w->message_blocks = block->next;
        for (int i = 0; i < BLOCK; i++) {
            free(block->message[i].values);
            free(block->message[i].clock);
        }
        free(block);
    }
}

/* ---- queues ---- */

static void append(fc_messages *queue, fc_message *m)
{
    m->next = NULL;
    *queue->end = m;
    queue->end = &m->next;
    queue->n++;
}

static fc_message *take(fc_messages *queue, fc_message **at)
{
    fc_message *m = *at;
    *at = m->next;
    if (!m->next)
        queue->end = at;
    queue->n--;
    return m;
}

static bool from_any(const fc_message *receive)
{
    return receive->source == FC_MPI_ANY_SOURCE;
}

static double arrival(const fc_message *sent)
{
    return sent->under_way ? INFINITY : sent->start + sent->time;
}

/* A probe sees a rendezvous message by its request to send, `gap` before the last byte arrives. */
static double seen_at(const fc_message *sent)
{
    return sent->eager ? arrival(sent) : sent->start + sent->time - sent->gap;
}

static double there_at(const fc_message *receive, const fc_message *sent)
{
    return receive->probes ? seen_at(sent) : arrival(sent);
}

static bool accepts(const fc_message *receive, const fc_message *sent)
{
    if (receive->probes_all)
        return !(sent->context & FC_MATCH_HIDDEN) && seen_at(sent) > receive->ready;
    return receive->context == sent->context && (receive->source == sent->source || from_any(receive)) &&
           (receive->tag == sent->tag || receive->tag == FC_MPI_ANY_TAG || sent->tag == FC_MPI_ANY_TAG);
}

/* An earlier posted receive from any source (before `end`) accepts this message and may still get it. */
static bool is_claimed(const fc_process *p, const fc_message *sent, const fc_message *end)
{
    if (p->n_posted_any == 0)
        return false;
    for (const fc_message *m = p->posted.first; m && m != end; m = m->next)
        if (from_any(m) && accepts(m, sent))
            return true;
    return false;
}

static void trace_message(const fc_simulation *w, const fc_message *receive, const fc_message *sent)
{
    const fc_trace *trace = w->setting.trace;
    int from = sent->owner->launch.rank, to = receive->owner->launch.rank;
    if (!trace || from >= trace->ranks || to >= trace->ranks)
        return;
    double begin = sent->eager ? sent->start : fmax(sent->start, sent->ready);
    int item = w->setting.program->n_regions + (int)(sent->site - w->setting.program->site);
    trace->take(trace->data,
                &(fc_trace_record){begin, begin + sent->time, sent->bytes, from, to, item, FC_TRACE_MESSAGE, 0});
}

void fc_match_complete(fc_simulation *w, fc_message *m)
{
    m->matched = true;
    if (m->awaited) {
        m->awaited = false;
        if (--m->owner->process->awaited == 0)
            fc_process_wake(m->owner);
    }
    if (m->forgotten)
        fc_match_release(w, m);
}

/* Both sides match and the transfer's end is known: copies the sender's data to the receive. */
static void conclude(fc_simulation *w, fc_message *receive, fc_message *sent)
{
    trace_message(w, receive, sent);
    receive->eager = sent->eager;
    receive->start = sent->start;
    receive->time = receive->share = sent->time;
    receive->gap = sent->gap;
    receive->overhead = sent->overhead;
    receive->taking = sent->taking;
    receive->error = sent->error;
    receive->bytes = sent->bytes;
    receive->sent = sent->sent;
    receive->sent_at = sent->site;
    receive->routed = sent->routed;
    receive->source = sent->source;
    receive->tag = sent->tag;
    receive->values = sent->values;
    sent->values = NULL;
    receive->clock = sent->clock;
    sent->clock = NULL;
    receive->other_event = sent->event;
    sent->other_event = receive->event;
    fc_match_complete(w, receive);
    fc_match_complete(w, sent);
}

/* The transfer begins at `start`; the latency passes before its bytes enter the shared links. */
static void set_off(fc_simulation *w, fc_message *sent, double start)
{
    fc_transmission freight = {sent, fc_mapping_endpoint(&w->layout, sent->owner->launch.rank),
                               fc_mapping_endpoint(&w->layout, sent->partner), start + sent->time - sent->gap,
                               sent->gap};
    sent->under_way = true;
    if (!fc_traffic_begin(w->traffic, &freight))
        fc_rank_end(sent->owner, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for the messages in transit");
}

static void match(fc_simulation *w, fc_message *receive, fc_message *sent)
{
    receive->partner = sent->owner->launch.rank;
    sent->ready = receive->ready;
    if (sent->routed && !sent->eager)
        set_off(w, sent, fmax(sent->start, sent->ready));
    if (sent->under_way)
        sent->other = receive;
    else
        conclude(w, receive, sent);
}

/* ---- probes ---- */

static fc_message **place_of(fc_messages *queue, const fc_message *m)
{
    fc_message **at = &queue->first;
    while (*at != m)
        at = &(*at)->next;
    return at;
}

/* Completes a probe, which is not in the queue, with an available message. */
static void see(fc_message *probe, fc_message *sent)
{
    fc_process *p = probe->owner->process;
    probe->partner = sent->owner->launch.rank;
    probe->source = sent->source;
    probe->tag = sent->tag;
    probe->bytes = sent->bytes;
    probe->sent = sent->sent;
    probe->sent_at = sent->site;
    probe->start = seen_at(sent);
    probe->share = sent->eager ? sent->time : sent->time - sent->gap;
    probe->error = sent->error;
    if (probe->takes)
        probe->other = take(&p->arrived, place_of(&p->arrived, sent));
    fc_match_complete(p->world, probe);
}

/* The first posted receive or probe that accepts the message; NULL: none, or it is from any source and decided later.
 */
static fc_message **first_asking(fc_process *p, const fc_message *sent)
{
    for (fc_message **at = &p->posted.first; *at; at = &(*at)->next)
        if (accepts(*at, sent))
            return from_any(*at) ? NULL : at;
    return NULL;
}

/* An unexpected message has arrived: a waiting probe may see it. */
static void show(fc_process *p, fc_message *sent)
{
    fc_message **asking = first_asking(p, sent);
    if (asking && (*asking)->probes)
        see(take(&p->posted, asking), sent);
}

void fc_match_probe(fc_message *probe)
{
    fc_process *p = probe->owner->process;
    if (!from_any(probe))
        for (fc_message *m = p->arrived.first; m; m = m->next)
            if (accepts(probe, m) && !m->under_way && !is_claimed(p, m, NULL)) {
                see(probe, m);
                return;
            }
    append(&p->posted, probe);
    if (from_any(probe)) {
        p->n_posted_any++;
        fc_process_defer(probe->owner);
    }
}

void fc_match_cancel_probe(fc_message *probe)
{
    fc_process *p = probe->owner->process;
    take(&p->posted, place_of(&p->posted, probe));
    p->n_posted_any -= from_any(probe);
}

bool fc_match_cancel_receive(fc_message *receive)
{
    const fc_message *posted = receive->owner->process->posted.first;
    while (posted && posted != receive)
        posted = posted->next;
    if (posted)
        fc_match_cancel_probe(receive);
    return posted != NULL;
}

bool fc_match_cancel_send(fc_message *sent)
{
    fc_simulation *w = sent->owner->process->world;
    fc_messages *queue = w->fold ? NULL : &w->rank[sent->partner]->process->arrived;
    fc_message **at = queue ? &queue->first : NULL;
    while (at && *at && *at != sent)
        at = &(*at)->next;
    if (!at || !*at || sent->under_way)
        return false;
    take(queue, at);
    return true;
}

void fc_match_mrecv(fc_message *receive, fc_message *sent)
{
    match(receive->owner->process->world, receive, sent);
}

/* ---- arrivals and receives ---- */

void fc_match_deliver(void *data, fc_message *sent, double at)
{
    fc_simulation *w = data;
    double later = at - sent->start - sent->time;
    if (!sent->eager)
        later = at - fmax(sent->start, sent->ready) - sent->time;
    sent->under_way = false;
    sent->time += later;
    sent->share += sent->eager ? 0 : later;
    if (sent->other)
        conclude(w, sent->other, sent);
    else
        show(w->rank[sent->partner]->process, sent);
}

void fc_match_send(fc_message *sent)
{
    fc_simulation *w = sent->owner->process->world;
    fc_process *p = w->rank[sent->partner]->process;
    if (sent->routed && sent->eager)
        set_off(w, sent, sent->start);
    fc_message **asking = first_asking(p, sent);
    if (asking && !(*asking)->probes) {
        match(w, take(&p->posted, asking), sent);
        return;
    }
    append(&p->arrived, sent);
    if (!sent->under_way)
        show(p, sent);
}

void fc_match_receive(fc_message *receive)
{
    fc_process *p = receive->owner->process;
    if (!from_any(receive))
        for (fc_message **at = &p->arrived.first; *at; at = &(*at)->next)
            if (accepts(receive, *at) && !is_claimed(p, *at, NULL)) {
                match(p->world, receive, take(&p->arrived, at));
                return;
            }
    append(&p->posted, receive);
    if (from_any(receive)) {
        p->n_posted_any++;
        fc_process_defer(receive->owner);
    }
}

/* ---- receives from any source ---- */

/* The first message from the source whose message arrives first; NULL: none fits. Messages of one source do not
 * overtake each other. */
static fc_message **find_earliest(fc_process *p, const fc_message *receive)
{
    fc_message **at, **earliest = NULL;
    for (at = &p->arrived.first; *at; at = &(*at)->next)
        if (accepts(receive, *at) && !is_claimed(p, *at, receive) &&
            (!earliest || there_at(receive, *at) < there_at(receive, *earliest) ||
             (there_at(receive, *at) == there_at(receive, *earliest) && (*at)->source < (*earliest)->source)))
            earliest = at;
    for (at = &p->arrived.first; earliest && at != earliest; at = &(*at)->next)
        if ((*at)->source == (*earliest)->source && accepts(receive, *at))
            return at;
    return earliest;
}

bool fc_match_iprobe(fc_message *probe)
{
    fc_message **first = find_earliest(probe->owner->process, probe);
    bool is_there = first && seen_at(*first) <= probe->ready;
    if (is_there)
        see(probe, *first);
    return is_there;
}

/* The first posted receive from any source that has a candidate message; sets *sent to it. NULL: none. */
static fc_message **find_open(fc_process *p, fc_message ***sent)
{
    for (fc_message **at = &p->posted.first; p->n_posted_any > 0 && *at; at = &(*at)->next)
        if (from_any(*at) && (*sent = find_earliest(p, *at)) != NULL)
            return at;
    return NULL;
}

double fc_match_next_decision(fc_rank *r)
{
    fc_message **sent, **receive = find_open(r->process, &sent);
    double time = receive ? fmax((*receive)->ready, there_at(*receive, *sent)) : INFINITY;
    const fc_choice *choice = r->process->choice;
    return choice ? fmin(time, fmax(fc_now(r), choice->time(r, choice->data))) : time;
}

/* After a decision, later posted receives may take the messages that remain. */
static void match_later_receives(fc_process *p)
{
    fc_message **at = &p->posted.first;
    while (*at) {
        fc_message *receive = *at, **sent = &p->arrived.first;
        while (!from_any(receive) && *sent && (!accepts(receive, *sent) || is_claimed(p, *sent, receive)))
            sent = &(*sent)->next;
        if (from_any(receive) || !*sent) {
            at = &receive->next;
            continue;
        }
        if (receive->probes)
            see(take(&p->posted, at), *sent);
        else
            match(p->world, take(&p->posted, at), take(&p->arrived, sent));
    }
}

void fc_match_decide(fc_rank *r)
{
    fc_process *p = r->process;
    fc_message **sent, **receive = find_open(p, &sent);
    if (!receive || fc_match_next_decision(r) < fmax((*receive)->ready, there_at(*receive, *sent))) {
        fc_process_wake(r);
        return;
    }
    fc_message *taker = take(&p->posted, receive);
    p->n_posted_any--;
    if (taker->probes)
        see(taker, *sent);
    else
        match(p->world, taker, take(&p->arrived, sent));
    if (taker->probes_all)
        fc_process_wake(r);
    match_later_receives(p);
}
