/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Combines traced accesses with the counts of their blocks to an application signature ([pmac] section 2.2). */
#include "tools/measure/tracing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct composing {
    const fc_tracing *what;
    const fc_accesses *accesses;
    const fc_access_record *record;
    fc_signature *out;
    size_t region_capacity;
    size_t *access_capacity, *operation_capacity; /* by region of the signature */
    int *place;                                   /* by region of the accesses: its index in the signature */
    bool *is_missed;                              /* by region of the signature: executed, but never sampled */
} composing;

static FC_GIVE char *command_text(const fc_tracing *what)
{
    fc_text text = {0};
    fc_text_add(&text, "mpirun -n %d ./%s", what->run.ranks, what->program->name);
    for (int i = 0; i < what->run.n_arguments; i++)
        fc_text_add(&text, " %s", what->run.argument[i]);
    return fc_text_take(&text);
}

static fc_signature_machine machine_of(const fc_cache_shape *shape, const char *name)
{
    unsigned n = (unsigned)shape->n_levels;
    fc_signature_machine machine = {.name = fc_copy_string(name),
                                    .bytes = fc_allocate(n, sizeof *machine.bytes),
                                    .ways = fc_allocate(n, sizeof *machine.ways),
                                    .n_bytes = n,
                                    .n_ways = n,
                                    .line_bytes = shape->level[0].line,
                                    .policy = shape->level[0].policy};
    for (unsigned l = 0; l < n; l++) {
        machine.bytes[l] = (double)shape->level[l].bytes;
        machine.ways[l] = shape->level[l].ways;
    }
    return machine;
}

static FC_GIVE fc_signature *begin(const fc_tracing *what)
{
    fc_signature *out = fc_allocate(1, sizeof *out);
    *out = (fc_signature){.forecost = fc_copy_string(FORECOST_VERSION),
                          .signature = FC_SIGNATURE_FORMAT,
                          .program = fc_copy_string(what->program->name),
                          .key = fc_copy_string(what->program->key),
                          .command = command_text(what),
                          .ranks = what->run.ranks,
                          .n_arguments = (unsigned)what->run.n_arguments,
                          .sample = what->sample,
                          .n_machines = (unsigned)what->n_machines};
    out->arguments = fc_allocate(out->n_arguments, sizeof *out->arguments);
    for (unsigned i = 0; i < out->n_arguments; i++)
        out->arguments[i] = fc_copy_string(what->run.argument[i]);
    out->machines = fc_allocate(out->n_machines, sizeof *out->machines);
    for (unsigned m = 0; m < out->n_machines; m++)
        out->machines[m] = machine_of(&what->machine[m], what->machine_name[m]);
    return out;
}

/* A region in a header occurs once per including file; the signature merges these. */
static int find_region(const fc_signature *out, const fc_access_region *region)
{
    for (unsigned i = 0; i < out->n_regions; i++) {
        const fc_signature_region *known = &out->regions[i];
        if (known->line == region->line && known->loop == region->is_loop && strcmp(known->file, region->file) == 0 &&
            strcmp(known->function, region->procedure->symbol->name) == 0)
            return (int)i;
    }
    return -1;
}

static void add_regions(composing *at)
{
    for (size_t i = 0; i < at->accesses->n_regions; i++) {
        const fc_access_region *region = &at->accesses->region[i];
        int place = find_region(at->out, region);
        if (place < 0) {
            place = (int)at->out->n_regions++;
            at->out->regions =
                fc_grow(at->out->regions, &at->region_capacity, (size_t)place + 1, sizeof *at->out->regions);
            at->out->regions[place] = (fc_signature_region){.file = fc_copy_string(region->file),
                                                            .function = fc_copy_string(region->procedure->symbol->name),
                                                            .line = region->line,
                                                            .end_line = region->end_line,
                                                            .loop = region->is_loop};
        }
        at->place[i] = place;
        at->out->regions[place].iterations += at->record->loop[i][0];
        at->is_missed[place] |= region->is_split && at->record->loop[i][0] > 0 && at->record->loop[i][1] == 0;
    }
}

/* Executions of a block in the whole run. A split loop's blocks are counted only while recorded, and scaled up. */
static double executions(const composing *at, int block)
{
    int region = at->accesses->block[block].region;
    const double *iterations = at->record->loop[region];
    if (!at->accesses->region[region].is_split)
        return at->record->block[block];
    return iterations[1] > 0 ? round(at->record->block[block] * (iterations[0] / iterations[1])) : 0;
}

static void add_operation(composing *at, int place, fc_signature_operation operation)
{
    fc_signature_region *region = &at->out->regions[place];
    for (unsigned i = 0; i < region->n_operations; i++)
        if (region->operations[i].operation == operation.operation && region->operations[i].type == operation.type) {
            region->operations[i].count += operation.count;
            return;
        }
    region->operations = fc_grow(region->operations, &at->operation_capacity[place], region->n_operations + 1u,
                                 sizeof *region->operations);
    region->operations[region->n_operations++] = operation;
}

static void add_operations(composing *at)
{
    for (size_t b = 0; b < at->accesses->n_blocks; b++) {
        const fc_access_block *block = &at->accesses->block[b];
        double n = executions(at, (int)b);
        for (int o = 0; o < FC_N_OPERATIONS; o++)
            for (int t = 0; t < FC_N_NUMERICS; t++)
                if (block->operation[o][t] > 0 && n > 0)
                    add_operation(at, at->place[block->region],
                                  (fc_signature_operation){(fc_operation)o, (fc_numeric)t, n * block->operation[o][t]});
    }
}

/* The access at this source location, created if it is new. */
static fc_signature_access *access_at(composing *at, int place, const fc_access_site *site)
{
    fc_signature_region *region = &at->out->regions[place];
    for (unsigned i = 0; i < region->n_accesses; i++) {
        fc_signature_access *known = &region->accesses[i];
        if (known->line == site->line && known->column == site->column && known->access == site->access &&
            strcmp(known->text, site->text) == 0)
            return known;
    }
    region->accesses =
        fc_grow(region->accesses, &at->access_capacity[place], region->n_accesses + 1u, sizeof *region->accesses);
    fc_signature_access *made = &region->accesses[region->n_accesses++];
    *made = (fc_signature_access){.line = site->line,
                                  .column = site->column,
                                  .text = fc_copy_string(site->text),
                                  .access = site->access,
                                  .bytes = (int)site->bytes,
                                  .n_strides = FC_N_STRIDES,
                                  .n_served = (unsigned)at->what->n_machines * FC_RECORD_LEVELS};
    made->strides = fc_allocate(made->n_strides, sizeof *made->strides);
    made->served = fc_allocate(made->n_served, sizeof *made->served);
    return made;
}

static void add_accesses(composing *at)
{
    for (size_t i = 0; i < at->accesses->n_sites; i++) {
        const fc_access_site *site = &at->accesses->site[i];
        const fc_access_record_site *record = &at->record->site[i];
        double count = executions(at, site->block);
        if (count == 0 && record->recorded == 0)
            continue;
        fc_signature_access *access = access_at(at, at->place[at->accesses->block[site->block].region], site);
        access->count += count;
        access->recorded += record->recorded;
        for (int s = 0; s < FC_N_STRIDES; s++)
            access->strides[s] += record->by_stride[s];
        for (unsigned k = 0; k < access->n_served; k++)
            access->served[k] += record->served[k / FC_RECORD_LEVELS][k % FC_RECORD_LEVELS];
    }
}

/* Removes regions without accesses, except those that were executed but never sampled. */
static void drop_empty(composing *at)
{
    unsigned kept = 0;
    fc_signature *out = at->out;
    for (unsigned i = 0; i < out->n_regions; i++) {
        fc_signature_region *region = &out->regions[i];
        if (region->n_accesses > 0 || at->is_missed[i]) {
            fc_signature_region moved = *region;
            out->regions[kept++] = moved;
            continue;
        }
        free(region->file);
        free(region->function);
        free(region->operations);
        free(region->accesses);
    }
    out->n_regions = kept;
}

FC_GIVE fc_signature *fc_signature_collection_make(const fc_tracing *what, const fc_accesses *accesses,
                                                   const fc_access_record *record)
{
    composing at = {.what = what, .accesses = accesses, .record = record, .out = begin(what)};
    at.place = fc_allocate(accesses->n_regions, sizeof *at.place);
    at.access_capacity = fc_allocate(accesses->n_regions, sizeof *at.access_capacity);
    at.operation_capacity = fc_allocate(accesses->n_regions, sizeof *at.operation_capacity);
    at.is_missed = fc_allocate(accesses->n_regions, sizeof *at.is_missed);
    add_regions(&at);
    add_operations(&at);
    add_accesses(&at);
    drop_empty(&at);
    free(at.place);
    free(at.is_missed);
    free(at.access_capacity);
    free(at.operation_capacity);
    return at.out;
}
