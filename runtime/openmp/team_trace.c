/* SPDX-License-Identifier: Apache-2.0 */
#include "team_trace.h"

#include "process.h"

#include <stdlib.h>

static void emit(const fc_rank *r, fc_trace_record record)
{
    const fc_trace *trace = r->setting.trace;
    record.rank = r->launch.rank;
    trace->take(trace->data, &record);
}

void fc_team_trace_open(fc_team_trace *out, const fc_rank *r)
{
    *out = (fc_team_trace){.rank = fc_team_is_traced(r) ? r : NULL};
}

void fc_team_trace_close(fc_team_trace *of)
{
    free(of->precedes);
    *of = (fc_team_trace){0};
}

int fc_team_trace_new_part(fc_team_trace *of)
{
    int number = of->n_parts + 1;
    if (number >= of->capacity) {
        int grown = of->capacity ? 2 * of->capacity : 256;
        bool *bigger = realloc(of->precedes, (size_t)grown * sizeof *bigger);
        if (!bigger) {
            of->short_of_memory = true;
            return of->n_parts;
        }
        if (!of->precedes)
            bigger[0] = false;
        of->precedes = bigger;
        of->capacity = grown;
    }
    of->precedes[number] = true; /* no part follows it before it is over */
    return of->n_parts = number;
}

void fc_team_trace_dependence(fc_team_trace *of, int part, int before)
{
    double delay = before == of->phase ? of->delay_s * of->rank->team->outer_weight : 0;
    if (of->short_of_memory)
        return;
    of->precedes[before] = true;
    emit(of->rank, (fc_trace_record){.kind = FC_TRACE_PART_AFTER, .part = part, .peer = before, .end = delay});
}

void fc_team_trace_part(fc_team_trace *of, int part, int thread, int site, const double span[2])
{
    double weight = of->rank->team->outer_weight;
    of->precedes[part] = false;
    emit(of->rank, (fc_trace_record){.kind = FC_TRACE_PART,
                                     .part = part,
                                     .peer = thread,
                                     .item = of->rank->setting.program->n_regions + site,
                                     .begin = weight * span[0],
                                     .end = weight * span[1]});
}

void fc_team_trace_barrier(fc_team_trace *of, double at, double delay)
{
    int join = fc_team_trace_new_part(of);
    for (int part = of->phase; part < join && !of->short_of_memory; part++)
        if (!of->precedes[part])
            fc_team_trace_dependence(of, join, part);
    fc_team_trace_part(of, join, -1, of->rank->team->site, (const double[]){at, at});
    of->phase = join;
    of->delay_s = delay;
}

/* The event makes an enclosing repetition run all its passes, as one with messages does. */
void fc_team_trace_begin(const fc_rank *r)
{
    if (!fc_team_is_traced(r))
        return;
    r->process->events++;
    emit(r, (fc_trace_record){.kind = FC_TRACE_TEAM, .begin = fc_now(r), .peer = r->team->n_threads});
}

void fc_team_trace_end(const fc_rank *r, double delay)
{
    if (fc_team_is_traced(r))
        emit(r, (fc_trace_record){.kind = FC_TRACE_TEAM_END, .begin = fc_now(r), .end = delay});
}
