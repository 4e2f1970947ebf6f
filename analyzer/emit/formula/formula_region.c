/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula_region.h"

#include "analyzer/regions/machine_code.h"

#include <stdlib.h>
#include <string.h>

static int build_counts(fc_count *out, const double count[FC_N_OPERATIONS][FC_N_NUMERICS])
{
    int n = 0;
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            if (count[o][t] > 0)
                out[n++] = (fc_count){(fc_operation)o, (fc_numeric)t, count[o][t]};
    return n;
}

/* All but streams and the loop around it. */
static fc_region region_of(fc_formula_counts *counts, const fc_program *program, const fc_region_model *from)
{
    fc_region region = {.flags = from->flags,
                        .operation = counts->operation,
                        .chain = counts->chain,
                        .calls = from->calls,
                        .seconds = from->seconds,
                        .around = from->around};
    region.n_operations = build_counts(counts->operation, from->operation);
    region.n_chain = build_counts(counts->chain, from->chain);
    memcpy(region.reads, from->reads, sizeof region.reads);
    memcpy(region.writes, from->writes, sizeof region.writes);
    region.code = fc_machine_code_of(program, from);
    return region;
}

void fc_formula_region_build(fc_formula_region *out, const fc_program *program, const fc_region_model *from)
{
    fc_region *region = &out->region;
    *region = region_of(&out->counts, program, from);
    if (from->whole) {
        out->loop = region_of(&out->loop_counts, program, from->whole);
        out->always = region_of(&out->always_counts, program, from->whole->always);
        region->loop = &out->loop;
        region->always = &out->always;
        region->share = from->share;
    }
    out->stream = fc_allocate(from->n_streams, sizeof *out->stream);
    out->working_set = fc_allocate(fc_region_model_n_sizes(from), sizeof *out->working_set);
    for (size_t i = 0; i < from->n_streams; i++) {
        const fc_access_stream *stream = &from->stream[i];
        out->stream[i] = (fc_stream){stream->access,       stream->pattern, stream->element_bytes,
                                     stream->stride_bytes, stream->share,   stream->starts,
                                     stream->waits,        stream->decided, fc_region_model_stride_at(from, i)};
    }
    region->stream = out->stream;
    region->n_streams = (int)from->n_streams;
}

void fc_formula_region_free(fc_formula_region *region)
{
    free(region->stream);
    free(region->working_set);
}
