/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mean counts around communication are rounded to whole executions at run time: with a share of 3% in 134 iterations, 4
 * whole messages are sent and received by concurrently simulated ranks. */
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/emit/cost_program/emitter.h"

#include <stdlib.h>

static void find_communication(void *data, const fc_cost *cost)
{
    bool *communicates = data;
    *communicates |= cost->kind == FC_COST_MPI && fc_mpi_kind_costs(cost->operation->kind);
}

void fc_emitter_find_communication(fc_emitter *e)
{
    const fc_program *program = e->analysis->program;
    bool *own = fc_allocate((size_t)program->n_procedures, sizeof *own);
    e->meets = fc_allocate((size_t)program->n_procedures, sizeof *e->meets);
    for (int i = 0; i < program->n_procedures; i++) {
        if (e->analysis->tree[i])
            fc_cost_walk(e->analysis->tree[i], find_communication, &own[i]);
        e->meets[i] = own[i];
    }
    for (int i = 0; i < program->n_procedures; i++)
        for (int k = 0; own[i] && k < program->n_procedures; k++)
            e->meets[k] |= fc_control_calls(e->analysis->control, program->procedure[k], program->procedure[i]);
    free(own);
}

typedef struct search {
    const fc_emitter *e;
    bool communicates;
} search;

static void find_communication_in_calls(void *data, const fc_cost *cost)
{
    search *s = data;
    find_communication(&s->communicates, cost);
    s->communicates |= cost->kind == FC_COST_CALL && s->e->meets[cost->callee->id];
}

FC_GIVE char *fc_emitter_round_mean(fc_emitter *e, const fc_cost *counted, FC_TAKE char *times, bool is_rest)
{
    search s = {e, false};
    if (!fc_control_runs_once(e->analysis->control, counted->node))
        fc_cost_walk(counted, find_communication_in_calls, &s);
    if (!s.communicates)
        return times;
    char *mean = fc_format("fc_mean_%s(r, %d, %s)", is_rest ? "rest" : "times", e->n_means++, times);
    free(times);
    return mean;
}
