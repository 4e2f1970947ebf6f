/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_messages.h"

#include "message.h"

/* A rank's part in a plan. Ranks are numbered from the root, or as in a stage of a mirrored plan. */
typedef struct part {
    fc_rank *r;
    int site;
    fc_envelope envelope;
    int rank, ranks, root;
    const fc_stage *mirrored; /* NULL: numbered from the root */
} part;

static int rank_of(const part *of, int number)
{
    return of->mirrored ? fc_plan_mirrored(of->mirrored, of->ranks, of->root, number)
                        : (int)(((long)number + of->root) % of->ranks);
}

/* number < 0: of no message. */
static fc_envelope envelope_to(const part *of, int number, double bytes)
{
    fc_envelope e = of->envelope;
    e.peer = number < 0 ? -1 : rank_of(of, number);
    e.n = bytes;
    return e;
}

static void take_step(const part *of, const fc_plan_step *step)
{
    fc_envelope sent = envelope_to(of, step->to, step->sent), received = envelope_to(of, step->from, step->received);
    if (step->to >= 0 && step->from >= 0)
        fc_message_sendrecv(of->r, of->site, &sent, &received, NULL);
    else if (step->to >= 0)
        fc_message_send(of->r, of->site, sent, FC_SEND_STANDARD);
    else if (step->from >= 0)
        fc_message_receive(of->r, of->site, received, NULL);
}

/* Steps first ... end - 1: posts all receives, then all sends, and waits for them. A step may have only one of them. */
static void take_batch(const part *of, const fc_stage *stage, int v, int first, int end)
{
    fc_process *p = of->r->process;
    fc_plan_step step;
    int n = 0, size = end - first;
    for (int i = 0; i < 2 * size; i++) {
        bool receives = i < size;
        fc_plan_rank_step(&step, stage, of->ranks, v, first + i % size);
        if ((receives ? step.from : step.to) < 0)
            continue;
        p->asked = fc_rank_grow(of->r, p->asked, &p->asked_capacity, n, sizeof *p->asked);
        p->asked[n++] =
            receives ? fc_message_post_receive(of->r, of->site, envelope_to(of, step.from, step.received))
                     : fc_message_post_send(of->r, of->site, envelope_to(of, step.to, step.sent), FC_SEND_STANDARD);
    }
    fc_message_await(of->r, of->site, p->asked, n);
    for (int i = 0; i < n; i++)
        if (p->asked[i])
            fc_message_complete(of->r, of->site, p->asked[i], NULL);
}

static int count_steps(const fc_stage *stage, int ranks, int v)
{
    fc_plan_step step;
    int n = 0;
    while (fc_plan_rank_step(&step, stage, ranks, v, n))
        n++;
    return n;
}

bool fc_collective_messages_apply(const fc_rank *r, const fc_arrival *arrival)
{
    return r->process->world->traffic && fc_call_has_algorithm(r, &arrival->transfer);
}

static void run_stage(part *of, const fc_stage *stage, bool is_mirrored)
{
    fc_plan_step step;
    if (is_mirrored && stage->folded && fc_plan_is_left_out(stage, of->ranks, of->root)) {
        /* A root that FOLD left out gets the block of rank 0, whose place it takes. */
        const fc_plan_step to_root = {.to = of->root, .from = -1, .sent = stage->bytes};
        const fc_plan_step from_first = {.to = -1, .from = 0, .received = stage->bytes};
        static const fc_stage unchanged = {.kind = FC_STAGE_FOLD};
        of->mirrored = &unchanged;
        if (of->rank == 0)
            take_step(of, &to_root);
        else if (of->rank == of->root)
            take_step(of, &from_first);
    }
    of->mirrored = is_mirrored ? stage : NULL;
    int rank = of->rank;
    int v = of->mirrored ? fc_plan_mirrored(of->mirrored, of->ranks, of->root, rank)
                         : (rank - of->root + of->ranks) % of->ranks;
    if (stage->kind == FC_STAGE_NONBLOCKING) {
        /* A stage with a message to each other rank, in batches of at most stage->at_once. */
        int most = stage->at_once > 0 && stage->at_once < of->ranks ? stage->at_once : of->ranks;
        for (int far = 0; far < of->ranks; far += most)
            take_batch(of, stage, v, far > 0 ? far - 1 : 0, (far + most < of->ranks ? far + most : of->ranks) - 1);
    } else if (stage->posts) {
        take_batch(of, stage, v, 0, count_steps(stage, of->ranks, v));
    } else {
        for (int i = 0; fc_plan_rank_step(&step, stage, of->ranks, v, i); i++)
            take_step(of, &step);
    }
}

void fc_collective_messages_run(fc_rank *r, int site, const fc_arrival *arrival)
{
    int size = arrival->comm->size,
        root = arrival->rule == FC_SYNC_FROM_ROOT || arrival->rule == FC_SYNC_TO_ROOT ? arrival->root : 0;
    if (root < 0)
        fc_rank_end(r, FC_END_UNKNOWN, "Predict with --collectives fitted, which does not need it.",
                    "the root of %s depends on data", fc_rank_site(r, site)->operation);
    fc_sync_part there = fc_sync_arrive(r, site, arrival);
    part of = {
        r,
        site,
        {.type = FC_MPI_BYTE, .tag = there.tag, .comm = (fc_comm)(arrival->comm - r->comm), .purpose = FC_PURPOSE_STEP},
        arrival->rank,
        size,
        root,
        NULL};
    if (there.plan.relays && root > 0) {
        /* The root's data go to rank 0, which is the root from then on. */
        double bytes = there.plan.relayed;
        const fc_plan_step to_zero = {.to = of.ranks - of.root, .from = -1, .sent = bytes};
        const fc_plan_step from_root = {.to = -1, .from = 0, .received = bytes};
        if (of.rank == of.root)
            take_step(&of, &to_zero);
        else if (of.rank == 0)
            take_step(&of, &from_root);
        of.root = 0;
    }
    for (int s = 0; s < there.plan.n; s++)
        run_stage(&of, &there.plan.stage[s], there.plan.is_mirrored);
    fc_sync_leave(&there);
}
