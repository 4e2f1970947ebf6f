/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/signature/signature_traffic.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/memory/definitions.h"
#include "support/diagnostics.h"
#include "support/messages/signature.h"

#include <math.h>
#include <string.h>

/* The access is on the line of some stream of the region, and not of a library function called there. Streams of
 * library calls have no node. Columns are not compared, since macros shift them. */
static bool is_of(const fc_region_model *region, const fc_signature_access *access)
{
    for (size_t i = 0; i < region->n_streams; i++) {
        const fc_node *node = region->stream[i].node;
        if (access->column > 0 && node && node->span.line == access->line)
            return true;
    }
    return false;
}

/* The signature's region is that of the analysis, or holds it. */
static bool holds(const fc_signature_region *known, const fc_program *program, const fc_region_model *region)
{
    if (strcmp(known->function, region->procedure->symbol->name) != 0 ||
        strcmp(known->file, program->file[region->span.file].path) != 0)
        return false;
    return !fc_node_is_loop(region->node) || (known->loop && known->line == region->node->span.line);
}

static double most_frequent(const fc_signature_region *known, const fc_region_model *region)
{
    double most = 0;
    for (unsigned i = 0; i < known->n_accesses; i++)
        if (is_of(region, &known->accesses[i]))
            most = fmax(most, known->accesses[i].count);
    return most;
}

/* (sum of traffic^r)^(1/r), where r is the machine's stream overlap. */
static double traffic_of(const fc_convolution *at, const fc_signature_region *known, const fc_region_model *region,
                         int active)
{
    double most = most_frequent(known, region), r = fmax(at->machine->memory.stream_overlap, 1), sum = 0;
    for (unsigned i = 0; i < known->n_accesses && most > 0; i++) {
        const fc_signature_access *access = &known->accesses[i];
        if (is_of(region, access))
            sum += pow(access->count / most * fc_convolution_traffic(at, access, active), r);
    }
    return pow(sum, 1 / r);
}

FC_GIVE fc_region_traffic *fc_signature_traffic_find(const struct fc_analysis *analysis,
                                                     const fc_convolution *convolution)
{
    const fc_signature *signature = convolution->signature;
    const fc_memory *memory = &convolution->machine->memory;
    fc_region_traffic *traffic = fc_allocate(analysis->n_regions + 1, sizeof *traffic);
    for (size_t i = 0; i < analysis->n_regions; i++)
        for (unsigned k = 0; k < signature->n_regions && !traffic[i].is_known; k++) {
            const fc_region_model *region = analysis->region[i];
            const fc_signature_region *known = &signature->regions[k];
            if (!holds(known, analysis->program, region) || most_frequent(known, region) == 0)
                continue;
            traffic[i].is_known = true;
            for (int level = 0; level < memory->n_active; level++)
                traffic[i].seconds[level] = traffic_of(convolution, known, region, memory->active[level]);
        }
    return traffic;
}

void fc_signature_traffic_note(const fc_region_traffic *traffic, const struct fc_analysis *analysis,
                               const fc_signature *signature, FILE *out)
{
    int known = 0, all = 0;
    for (size_t i = 0; i < analysis->n_regions; i++) {
        all += analysis->region[i]->n_streams > 0;
        known += traffic[i].is_known;
    }
    fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_MEMORY_TRAFFIC_REGIONS_SIGNATURE_SIZES, known, all,
                signature->command);
}
