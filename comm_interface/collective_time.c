/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_time.h"

static double single(const fc_message_costs *costs, double bytes)
{
    return costs->seconds(costs->data, FC_FIT_SINGLE, bytes);
}

static double posted(const fc_message_costs *costs, double bytes)
{
    return costs->seconds(costs->data, FC_FIT_POSTED, bytes);
}

/* The costs of one message size, cached: most messages of a tree have the same size. */
typedef struct message {
    double bytes, single, send, receive, gap;
} message;

typedef struct walk {
    const fc_stage *stage;
    int p;
    const fc_message_costs *costs;
    message last; /* the last one computed */
} walk;

static const message *message_to(walk *w, int child)
{
    double bytes = w->stage->grows ? w->stage->bytes * fc_plan_subtree_size(w->stage->tree, w->p, child)
                                   : fc_plan_segment_bytes(w->stage, 0);
    bool bytes_differ = bytes != w->last.bytes;
    if (bytes_differ)
        w->last =
            (message){bytes, w->stage->posts ? posted(w->costs, bytes) : single(w->costs, bytes),
                      w->costs->seconds(w->costs->data, w->stage->posts ? FC_FIT_POST : FC_FIT_SEND, bytes),
                      w->costs->seconds(w->costs->data, FC_FIT_RECEIVE, bytes), w->costs->gap(w->costs->data, bytes)};
    if (bytes_differ && w->stage->together) {
        /* n equal messages that are posted together, as one. */
        message *m = &w->last;
        int n = fc_plan_segments(w->stage);
        m->single += (n - 1) * m->gap;
        m->send *= n;
        m->receive *= n;
        m->gap *= n;
    }
    return &w->last;
}

static int n_children(const walk *w, int v)
{
    int n = 0;
    if (w->stage->tree == FC_PLAN_STAR)
        return v == 0 ? w->p - 1 : 0;
    while (fc_plan_child(w->stage->tree, w->p, v, n) >= 0)
        n++;
    return n;
}

/* When the last node below v has received its message, if v has it at time 0. */
static double time_out(walk *w, int v)
{
    double leaves = 0, end = 0;
    int n = n_children(w, v);
    for (int i = 0; i < n; i++) {
        int child = fc_plan_child(w->stage->tree, w->p, v, w->stage->nearest_first ? n - 1 - i : i);
        const message m = *message_to(w, child);
        end = fmax(end, fmax(leaves + m.send, leaves + m.single + time_out(w, child)));
        leaves += fmax(m.send, m.gap);
    }
    return end;
}

/* When v has received the messages of its whole subtree, if every rank starts at time 0. */
static double time_in(walk *w, int v)
{
    double now = 0, in = 0;
    for (int k = n_children(w, v) - 1; k >= 0; k--) {
        int child = fc_plan_child(w->stage->tree, w->p, v, k);
        double ready = time_in(w, child);
        const message m = *message_to(w, child);
        double there = (m.bytes < w->costs->eager_bytes ? ready : fmax(ready, now)) + m.single;
        in = fmax(there, in + m.gap);
        now = fmax(now + fmin(m.receive, m.single), in);
    }
    return now;
}

/* The time between two segments at the busiest node: it takes one in and hands it on, or takes in one of each child.
 */
static double segment_interval(walk *w)
{
    enum {
        NODES = 8 /* the first ones have the most children */
    };
    const message m = *message_to(w, 1);
    double most = m.gap;
    if (w->stage->tree == FC_PLAN_CHAIN && w->p > 2)
        return fmax(most, w->costs->seconds(w->costs->data, FC_FIT_SENDRECV, m.bytes));
    for (int v = 0; v < NODES && v < w->p; v++) {
        int n = n_children(w, v), outgoing = w->stage->kind == FC_STAGE_DOWN_TREE ? n : v > 0,
            incoming = w->stage->kind == FC_STAGE_DOWN_TREE ? v > 0 : n;
        most = fmax(most, fmax(n * m.gap, outgoing * m.send + incoming * fmin(m.receive, m.single)));
    }
    return most;
}

/* The first segment passes the whole tree, the others follow at intervals. If they are posted together, they all arrive
 * once the last one does, and no node hands one on earlier. */
static double small_tree(const fc_stage *stage, int p, const fc_message_costs *costs)
{
    walk w = {stage, p, costs, {.bytes = -1}};
    int segments = fc_plan_segments(stage);
    double following = segments > 1 && !stage->together ? (segments - 1) * segment_interval(&w) : 0;
    if (stage->tree == FC_PLAN_CHAIN)
        return (p - 1) * message_to(&w, 1)->single + following;
    return following + (stage->kind == FC_STAGE_DOWN_TREE ? time_out(&w, 0) : time_in(&w, 0));
}

static double tree_time(const fc_stage *stage, int p, const fc_message_costs *costs)
{
    enum {
        MOST = 1 << 20
    };
    if (p <= MOST || stage->tree == FC_PLAN_CHAIN)
        return small_tree(stage, p, costs);
    double all = small_tree(stage, MOST, costs), half = small_tree(stage, MOST / 2, costs);
    if (stage->grows || stage->tree == FC_PLAN_STAR)
        return all + (all - half) * (p - MOST) / (MOST / 2.);
    return all + (all - half) * log2((double)p / MOST);
}

/* In each step, the longest transfer of any rank. */
static double exchange_all_time(const fc_stage *stage, int p, const fc_message_costs *costs)
{
    double sum = 0;
    fc_plan_step step;
    for (int i = 0; fc_plan_rank_step(&step, stage, p, 0, i); i++) {
        double bytes = -1;
        bool is_exchange = false;
        for (int v = 0; v < p; v++) {
            fc_plan_rank_step(&step, stage, p, v, i);
            if (step.to >= 0)
                bytes = fmax(bytes, step.sent);
            is_exchange |= step.to >= 0 && step.to == step.from;
        }
        if (bytes >= 0)
            sum += costs->seconds(costs->data, is_exchange ? FC_FIT_SENDRECV : FC_FIT_SINGLE, bytes);
    }
    return sum;
}

/* All ranks take the same time in these stages; rank p - 1 takes part in every exchange. */
static double exchanges_time(const fc_stage *stage, int p, const fc_message_costs *costs)
{
    fc_plan_step step;
    double sum = 0, last = 0, bytes = -1;
    bool is_uniform = stage->kind == FC_STAGE_RING || stage->kind == FC_STAGE_ROTATE;
    if (is_uniform)
        return (stage->kind == FC_STAGE_RING ? stage->steps : p - 1.) *
               costs->seconds(costs->data, FC_FIT_SENDRECV, stage->bytes);
    for (int i = 0; fc_plan_rank_step(&step, stage, p, p - 1, i); i++) {
        if (step.sent != bytes)
            last = costs->seconds(costs->data, FC_FIT_SENDRECV, step.sent);
        bytes = step.sent;
        sum += last;
    }
    return sum;
}

/* n messages posted in each direction, until all have arrived. */
static double posted_time(double n, const fc_stage *stage, const fc_message_costs *costs)
{
    double sends = costs->seconds(costs->data, FC_FIT_POST, stage->bytes),
           receives = costs->seconds(costs->data, FC_FIT_POST_RECEIVE, stage->bytes),
           takes = costs->seconds(costs->data, FC_FIT_COMPLETE, stage->bytes),
           gap = costs->gap(costs->data, stage->bytes);
    double busy = n * (receives + sends + takes);
    return n < 1 ? 0 : fmax(busy, n * receives + (n - 1) * fmax(sends, gap) + posted(costs, stage->bytes));
}

static double all_time(const fc_stage *stage, int p, const fc_message_costs *costs)
{
    int most = stage->at_once > 0 && stage->at_once < p ? stage->at_once : p, rest = p % most;
    double whole = posted_time(most, stage, costs) * (p / most - 1) + posted_time(most - 1, stage, costs);
    return whole + posted_time(rest, stage, costs);
}

double fc_plan_time(const fc_plan *plan, int p, const fc_message_costs *costs)
{
    double sum = plan->relays ? single(costs, plan->relayed) : 0;
    for (int i = 0; i < plan->n; i++) {
        const fc_stage *stage = &plan->stage[i];
        int powers = 1 << fc_log2_floor(p);
        if (stage->kind == FC_STAGE_DOWN_TREE || stage->kind == FC_STAGE_UP_TREE)
            sum += tree_time(stage, stage->folded ? powers : p, costs);
        else if (stage->kind == FC_STAGE_FOLD || stage->kind == FC_STAGE_UNFOLD)
            sum += p > powers ? single(costs, stage->bytes) : 0;
        else if (stage->kind == FC_STAGE_EXCHANGE_ALL)
            sum += exchange_all_time(stage, p, costs);
        else if (stage->kind == FC_STAGE_NONBLOCKING)
            sum += all_time(stage, p, costs);
        else
            sum += exchanges_time(stage, p, costs);
    }
    return sum;
}
