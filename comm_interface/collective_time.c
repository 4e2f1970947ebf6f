/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_time.h"

static double single(const fc_message_costs *costs, double bytes)
{
    return costs->seconds(costs->data, FC_FIT_SINGLE, bytes);
}

/* What a message costs; a tree's messages are mostly of one size. */
typedef struct message {
    double bytes, single, send, receive, gap;
} message;

typedef struct walk {
    const fc_stage *stage;
    int p;
    const fc_message_costs *costs;
    message last; /* asked for */
} walk;

static const message *message_to(walk *w, int child)
{
    double bytes = w->stage->bytes * (w->stage->grows ? fc_plan_size(w->stage->tree, w->p, child) : 1);
    if (bytes != w->last.bytes)
        w->last =
            (message){bytes, single(w->costs, bytes), w->costs->seconds(w->costs->data, FC_FIT_SEND, bytes),
                      w->costs->seconds(w->costs->data, FC_FIT_RECEIVE, bytes), w->costs->gap(w->costs->data, bytes)};
    return &w->last;
}

/* When the last node below v has its message, v having it at 0. */
static double time_out(walk *w, int v)
{
    double leaves = 0, end = 0;
    for (int k = 0, child; (child = fc_plan_child(w->stage->tree, w->p, v, k)) >= 0; k++) {
        const message m = *message_to(w, child);
        end = fmax(end, fmax(leaves + m.send, leaves + m.single + time_out(w, child)));
        leaves += fmax(m.send, m.gap);
    }
    return end;
}

/* When v has taken in what all below it send, each when it has its own. */
static double time_in(walk *w, int v)
{
    double now = 0, in = 0;
    int n = 0;
    while (fc_plan_child(w->stage->tree, w->p, v, n) >= 0)
        n = w->stage->tree == FC_PLAN_STAR ? w->p - 1 : n + 1;
    for (int k = n - 1; k >= 0; k--) {
        int child = fc_plan_child(w->stage->tree, w->p, v, k);
        double ready = time_in(w, child);
        const message m = *message_to(w, child);
        double there = (m.bytes < w->costs->eager_bytes ? ready : fmax(ready, now)) + m.single;
        in = fmax(there, in + m.gap);
        now = fmax(now + fmin(m.receive, m.single), in);
    }
    return now;
}

static double small_tree(const fc_stage *stage, int p, const fc_message_costs *costs)
{
    walk w = {stage, p, costs, {.bytes = -1}};
    if (stage->tree == FC_PLAN_CHAIN)
        return (p - 1) * message_to(&w, 1)->single;
    return stage->kind == FC_STAGE_OUT ? time_out(&w, 0) : time_in(&w, 0);
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

/* Exchanges are alike on all ranks: rank p - 1 takes part in all of them. */
static double exchanges_time(const fc_stage *stage, int p, const fc_message_costs *costs)
{
    fc_step_of step;
    double sum = 0, last = 0, bytes = -1;
    bool is_uniform = stage->kind == FC_STAGE_RING || stage->kind == FC_STAGE_ROTATE;
    if (is_uniform)
        return (stage->kind == FC_STAGE_RING ? stage->steps : p - 1.) *
               costs->seconds(costs->data, FC_FIT_SENDRECV, stage->bytes);
    for (int i = 0; fc_stage_step(&step, stage, p, p - 1, i); i++) {
        if (step.sent != bytes)
            last = costs->seconds(costs->data, FC_FIT_SENDRECV, step.sent);
        bytes = step.sent;
        sum += last;
    }
    return sum;
}

static double all_time(const fc_stage *stage, int p, const fc_message_costs *costs)
{
    double post = costs->seconds(costs->data, FC_FIT_POST, stage->bytes), gap = costs->gap(costs->data, stage->bytes);
    return fmax(2 * (p - 1.) * post, (p - 1) * post + (p - 2) * fmax(post, gap) + single(costs, stage->bytes));
}

double fc_plan_time(const fc_plan *plan, int p, const fc_message_costs *costs)
{
    double sum = 0;
    for (int i = 0; i < plan->n; i++) {
        const fc_stage *stage = &plan->stage[i];
        int powers = 1 << fc_log2_floor(p);
        if (stage->kind == FC_STAGE_OUT || stage->kind == FC_STAGE_IN)
            sum += tree_time(stage, stage->folded ? powers : p, costs);
        else if (stage->kind == FC_STAGE_FOLD || stage->kind == FC_STAGE_UNFOLD)
            sum += p > powers ? single(costs, stage->bytes) : 0;
        else if (stage->kind == FC_STAGE_ALL)
            sum += all_time(stage, p, costs);
        else
            sum += exchanges_time(stage, p, costs);
    }
    return sum;
}
