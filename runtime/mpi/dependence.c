/* SPDX-License-Identifier: Apache-2.0 */
#include "dependence.h"

static void emit(const fc_rank *r, fc_trace_record record)
{
    const fc_trace *trace = r->setting.trace;
    record.rank = r->launch.rank;
    if (trace && trace->dependences && r->phase != FC_PHASE_AFTER && record.rank < trace->ranks)
        trace->take(trace->data, &record);
}

unsigned long fc_dependence_event(fc_rank *r)
{
    unsigned long number = ++r->process->events;
    emit(r, (fc_trace_record){.kind = FC_TRACE_EVENT, .begin = fc_now(r), .item = (int)number});
    return number;
}

void fc_dependence_after(const fc_rank *r, int rank, unsigned long event, double end)
{
    const fc_simulation *w = r->process->world;
    int representative = w->process[fc_process_index(w, rank)].number;
    emit(r, (fc_trace_record){.kind = FC_TRACE_AFTER, .end = end, .peer = representative, .item = (int)event});
}

void fc_dependence_arrival(const fc_rank *r, unsigned collective)
{
    emit(r, (fc_trace_record){.kind = FC_TRACE_ARRIVAL, .begin = fc_now(r), .item = (int)collective});
}

void fc_dependence_sync(const fc_rank *r, unsigned collective, double end, double delay)
{
    emit(r, (fc_trace_record){.kind = FC_TRACE_SYNC, .begin = end - delay, .end = end, .item = (int)collective});
}

void fc_dependence_end(const fc_rank *r)
{
    emit(r, (fc_trace_record){.kind = FC_TRACE_OVER, .begin = fc_now(r)});
}
