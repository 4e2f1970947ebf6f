/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/memory_versions.h"

#include <stdlib.h>

void fc_memory_versions_open(fc_memory_versions *out, const fc_procedure_ir *ir, const fc_modified_memory *modified,
                             int procedure)
{
    *out = (fc_memory_versions){.ir = ir, .modified = modified, .procedure = procedure};
    fc_dominance_frontiers_create(&out->frontiers, &ir->dominance, &ir->cfg.graph);
}

void fc_memory_versions_free(fc_memory_versions *versions)
{
    for (size_t i = 0; i < versions->n; i++) {
        free(versions->location[i]->version);
        free(versions->location[i]->at_start);
        free(versions->location[i]->operand);
        free(versions->location[i]);
    }
    free(versions->location);
    fc_map_free(&versions->by_cell);
    fc_dominance_frontiers_free(&versions->frontiers);
}

static void append(fc_location *location, fc_memory_version version)
{
    location->version =
        fc_grow(location->version, &location->capacity, (size_t)location->n_versions + 1, sizeof *location->version);
    location->version[location->n_versions++] = version;
}

static void add_version(const fc_memory_versions *versions, fc_location *location, const fc_modification *done,
                        const fc_called *called)
{
    const fc_node *node = done ? done->node : called->call;
    const fc_cfg *cfg = &versions->ir->cfg;
    int position = fc_cfg_position(cfg, node);
    if (position != FC_GRAPH_NONE)
        append(location,
               (fc_memory_version){
                   .block = cfg->block_of_position[position], .position = position, .done = done, .called = called});
}

static size_t first_of_cell(const fc_modified_memory *m, int procedure, int cell)
{
    size_t low = m->first[procedure], high = m->first[procedure + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->modification[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int by_position(const void *a, const void *b)
{
    const fc_memory_version *x = a, *y = b;
    int order = (x->position > y->position) - (x->position < y->position);
    return order;
}

static void find_defined(const fc_memory_versions *versions, fc_location *location)
{
    const fc_modified_memory *m = versions->modified;
    const int p = versions->procedure;
    for (size_t i = first_of_cell(m, p, location->cell);
         i < m->first[p + 1] && m->modification[i].cell == location->cell; i++)
        add_version(versions, location, &m->modification[i], NULL);
    for (size_t i = m->first_called[p]; i < m->first_called[p + 1]; i++)
        if (fc_modified_memory_by_call(m, &m->called[i], location->cell))
            add_version(versions, location, NULL, &m->called[i]);
    location->n_defined = location->n_versions - 1;
    qsort(location->version + 1, (size_t)location->n_defined, sizeof *location->version, by_position);
}

/* Joins at the iterated dominance frontier of the blocks with versions. */
static void find_joins(const fc_memory_versions *versions, fc_location *location, int *join)
{
    const fc_dominance_frontiers *frontiers = &versions->frontiers;
    const int blocks = fc_cfg_n_blocks(&versions->ir->cfg);
    int *work = fc_allocate((size_t)(blocks + location->n_versions), sizeof *work), n = 0;
    for (int v = 1; v <= location->n_defined; v++)
        if (v == 1 || location->version[v].block != location->version[v - 1].block)
            work[n++] = location->version[v].block;
    while (n > 0) {
        int block = work[--n];
        for (int i = frontiers->first[block]; i < frontiers->first[block + 1]; i++) {
            int at = frontiers->node[i];
            if (join[at] != FC_GRAPH_NONE)
                continue;
            join[at] = location->n_versions;
            append(location, (fc_memory_version){.block = at, .position = FC_GRAPH_NONE});
            work[n++] = at;
        }
    }
    free(work);
}

/* The last version of each block, in order of the dominator tree. */
static void connect(const fc_memory_versions *versions, fc_location *location, const int *join)
{
    const fc_procedure_ir *ir = versions->ir;
    const int blocks = fc_cfg_n_blocks(&ir->cfg);
    int *last = fc_allocate((size_t)blocks, sizeof *last);
    location->at_start = fc_allocate((size_t)blocks, sizeof *location->at_start);
    for (int i = 0; i < blocks; i++)
        last[i] = FC_GRAPH_NONE;
    for (int v = 1; v <= location->n_defined; v++)
        last[location->version[v].block] = v;
    for (int i = 0; i < ir->dominance.search.n; i++) {
        int block = ir->dominance.search.preorder[i], parent = ir->dominance.parent[block];
        int inherited = parent == FC_GRAPH_NONE ? 0 : last[parent];
        location->at_start[block] = join[block] != FC_GRAPH_NONE ? join[block] : inherited;
        last[block] = last[block] == FC_GRAPH_NONE ? location->at_start[block] : last[block];
    }
    for (int v = 1; v <= location->n_defined; v++) {
        bool is_first = v == 1 || location->version[v - 1].block != location->version[v].block;
        location->version[v].previous = is_first ? location->at_start[location->version[v].block] : v - 1;
    }
    const fc_graph *graph = &ir->cfg.graph;
    size_t n_operands = 0;
    for (int v = location->n_defined + 1; v < location->n_versions; v++)
        n_operands +=
            (size_t)(graph->in_first[location->version[v].block + 1] - graph->in_first[location->version[v].block]);
    location->operand = fc_allocate(n_operands + 1, sizeof *location->operand);
    for (int v = location->n_defined + 1, n = 0; v < location->n_versions; v++) {
        int block = location->version[v].block;
        location->version[v].first_operand = n;
        for (int i = graph->in_first[block]; i < graph->in_first[block + 1]; i++)
            location->operand[n++] = last[graph->edge[graph->in[i]].from];
    }
    free(last);
}

fc_location *fc_memory_versions_of(fc_memory_versions *versions, int cell)
{
    fc_location *location = fc_map_get(&versions->by_cell, &cell, sizeof cell);
    if (location)
        return location;
    const int blocks = fc_cfg_n_blocks(&versions->ir->cfg);
    int *join = fc_allocate((size_t)blocks, sizeof *join);
    for (int i = 0; i < blocks; i++)
        join[i] = FC_GRAPH_NONE;
    location = fc_allocate(1, sizeof *location);
    location->cell = cell;
    append(location, (fc_memory_version){.position = FC_GRAPH_NONE}); /* at entry */
    find_defined(versions, location);
    find_joins(versions, location, join);
    if (location->n_defined > 0)
        connect(versions, location, join);
    free(join);
    versions->location = fc_grow(versions->location, &versions->capacity, versions->n + 1, sizeof *versions->location);
    versions->location[versions->n++] = location;
    fc_map_put(&versions->by_cell, &cell, sizeof cell, location);
    return location;
}

int fc_memory_versions_before(const fc_memory_versions *versions, const fc_location *location, int position)
{
    const int block = versions->ir->cfg.block_of_position[position];
    int low = 1, high = location->n_defined + 1; /* the first version at or after the position */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (location->version[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_here = low > 1 && location->version[low - 1].block == block;
    return is_here ? low - 1 : fc_memory_versions_at_start(location, block);
}
