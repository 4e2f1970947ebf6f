/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/replay/exchange_time.h"

#include "runtime/host/evaluate.h"
#include "runtime/replay/replay.h"
#include "support/text.h"

#include <stdlib.h>

enum {
    BACK_TO_BACK = 4
};

static fc_ti_event collective_of(const fc_exchange *exchange)
{
    switch (exchange->fit) {
    case FC_FIT_ALLTOALL:
        return (fc_ti_event){.action = FC_TI_ALLTOALL,
                             .type = FC_MPI_BYTE,
                             .type_2 = FC_MPI_BYTE,
                             .n = exchange->bytes,
                             .n_2 = exchange->bytes};
    case FC_FIT_ALLREDUCE:
        return (fc_ti_event){.action = FC_TI_ALLREDUCE, .type = FC_MPI_BYTE, .n = exchange->bytes};
    default:
        return (fc_ti_event){.action = FC_TI_BCAST, .type = FC_MPI_BYTE, .n = exchange->bytes};
    }
}

/* What rank i does in an exchange of messages. */
static fc_ti_event messages_of(const fc_exchange *exchange, int i)
{
    int from = FC_TI_PROC_NULL;
    for (int k = 0; k < exchange->nodes; k++)
        if (k != i && exchange->to[k] == i)
            from = k;
    return (fc_ti_event){.action = FC_TI_SENDRECV,
                         .type = FC_MPI_BYTE,
                         .type_2 = FC_MPI_BYTE,
                         .n = exchange->bytes,
                         .n_2 = exchange->bytes,
                         .peer = exchange->to[i] == i ? FC_TI_PROC_NULL : exchange->to[i],
                         .peer_2 = from};
}

static fc_status replay(double *seconds, const fc_coefficients *machine, const fc_ti_trace *trace, fc_report *report)
{
    fc_replay *made = fc_replay_create(trace, 1, "exchange");
    char name[] = "exchange", *argv[] = {name, NULL};
    const fc_evaluation evaluation = {.program = &made->program,
                                      .replayed = made,
                                      .machine = machine,
                                      .compute = fc_replay_compute,
                                      .method = FC_METHOD_RANKS,
                                      .in_process = true};
    const fc_point point = {.ranks = trace->n_ranks, .argc = 1, .argv = argv};
    fc_prediction *prediction = NULL;
    fc_status status = fc_evaluate_points(&prediction, &evaluation, &point, 1, report);
    if (!status) {
        *seconds = prediction->totals.time_s;
        fc_evaluate_free(prediction, 1);
    }
    fc_replay_free(made);
    return status;
}

fc_status fc_exchange_time_predict(double *seconds, const fc_coefficients *machine, const fc_exchange *exchange,
                                   fc_report *report)
{
    int times = exchange->fit == FC_FIT_ALLTOALL || exchange->fit == FC_FIT_ALLREDUCE ? BACK_TO_BACK : 1;
    size_t ranks = (size_t)exchange->nodes;
    fc_ti_place place = {exchange->fit == FC_FIT_SENDRECV ? FC_TI_SENDRECV : collective_of(exchange).action, "", 1};
    fc_ti_rank *rank = fc_allocate(ranks, sizeof *rank);
    fc_ti_event *event = fc_allocate(ranks * (size_t)times, sizeof *event);
    const fc_ti_trace trace = {.rank = rank, .n_ranks = exchange->nodes, .place = &place, .n_places = 1};
    /* The events of all ranks, `times` each; event and rank have room for them. */
    for (int i = 0; i < exchange->nodes; i++) {
        rank[i] = (fc_ti_rank){event + i * times, (size_t)times, (size_t)times};
        for (int k = 0; k < times; k++)
            rank[i].event[k] = exchange->fit == FC_FIT_SENDRECV ? messages_of(exchange, i) : collective_of(exchange);
    }
    fc_status status = replay(seconds, machine, &trace, report);
    if (!status)
        *seconds /= times;
    free(event);
    free(rank);
    return status;
}
