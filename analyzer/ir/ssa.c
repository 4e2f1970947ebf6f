/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/ssa.h"

#include "analyzer/ir/ssa_variables.h"

#include <stdlib.h>

/* The blocks that one variable's phi functions and liveness are computed over. Marks hold the number of the variable
 * that set them last, so that no array is cleared. */
typedef struct constructing {
    fc_ssa *out;
    const fc_cfg *cfg;
    const fc_dominance *dominance;
    fc_dominance_frontiers frontiers;
    fc_ssa_variables variables;
    size_t *access_first;                          /* by block */
    int *defining_first, *defining;                /* by variable: the blocks that define it */
    int *exposed_first, *exposed;                  /* by variable: the blocks that read it before they define it */
    int *defines, *is_live, *has_phi, *was_queued; /* by block: marks */
    int *queue;
    size_t value_capacity, operand_capacity;
} constructing;

static int add_value(constructing *c, fc_ssa_value value)
{
    fc_ssa *out = c->out;
    out->value = fc_grow(out->value, &c->value_capacity, (size_t)out->n_values + 1, sizeof *out->value);
    out->value[out->n_values] = value;
    return out->n_values++;
}

/* ---- accesses by block ---- */

/* Visits each (variable, block) pair once: blocks with a definition, or with a read that none precedes. next NULL:
 * counts them in first[variable + 1]; otherwise stores the blocks. */
static void list_blocks(const constructing *c, bool definitions, int *first, int *list, int *next)
{
    int *defined = fc_allocate((size_t)c->variables.n, sizeof *defined); /* by variable: block + 1 of the last one */
    int *listed = fc_allocate((size_t)c->variables.n, sizeof *listed);
    for (size_t i = 0; i < c->variables.n_accesses; i++) {
        const fc_ssa_access *access = &c->variables.access[i];
        int v = access->variable, block = c->cfg->block_of_position[access->position];
        bool counts = definitions ? access->is_definition : !access->is_definition && defined[v] != block + 1;
        if (access->is_definition)
            defined[v] = block + 1;
        if (!counts || listed[v] == block + 1)
            continue;
        listed[v] = block + 1;
        if (next)
            list[next[v]++] = block;
        else
            first[v + 1]++;
    }
    free(defined);
    free(listed);
}

static void index_blocks(const constructing *c, bool definitions, int **first, int **list)
{
    size_t n = (size_t)c->variables.n;
    *first = fc_allocate(n + 1, sizeof **first);
    list_blocks(c, definitions, *first, NULL, NULL);
    int *next = fc_allocate(n + 1, sizeof *next);
    for (size_t v = 0; v < n; v++)
        next[v + 1] = (*first)[v + 1] += (*first)[v];
    *list = fc_allocate((size_t)(*first)[n], sizeof **list);
    list_blocks(c, definitions, *first, *list, next);
    free(next);
}

/* ---- phi functions ---- */

/* Marks the blocks at whose entry the variable is live: a path from there reads it before a definition. */
static void mark_live(constructing *c, int variable)
{
    const fc_graph *graph = &c->cfg->graph;
    int n = 0;
    for (int i = c->exposed_first[variable]; i < c->exposed_first[variable + 1]; i++) {
        c->is_live[c->exposed[i]] = variable;
        c->queue[n++] = c->exposed[i];
    }
    while (n > 0) {
        int block = c->queue[--n];
        for (int i = graph->in_first[block]; i < graph->in_first[block + 1]; i++) {
            int from = graph->edge[graph->in[i]].from;
            if (c->defines[from] == variable || c->is_live[from] == variable)
                continue;
            c->is_live[from] = variable;
            c->queue[n++] = from;
        }
    }
}

static void queue_once(constructing *c, int block, int variable, int *n)
{
    if (c->was_queued[block] == variable)
        return;
    c->was_queued[block] = variable;
    c->queue[(*n)++] = block;
}

/* A phi function where the variable is live on the iterated dominance frontier of its definitions. The value at
 * procedure entry needs none of its own: the entry block dominates all others and nothing enters it. */
static void place_phis(constructing *c, int variable)
{
    int n = 0;
    for (int i = c->defining_first[variable]; i < c->defining_first[variable + 1]; i++)
        c->defines[c->defining[i]] = variable;
    mark_live(c, variable);
    for (int i = c->defining_first[variable]; i < c->defining_first[variable + 1]; i++)
        queue_once(c, c->defining[i], variable, &n);
    while (n > 0) {
        int block = c->queue[--n];
        for (int i = c->frontiers.first[block]; i < c->frontiers.first[block + 1]; i++) {
            int join = c->frontiers.node[i];
            if (c->has_phi[join] == variable || c->is_live[join] != variable)
                continue;
            c->has_phi[join] = variable;
            add_value(c, (fc_ssa_value){FC_SSA_PHI, variable, join, NULL, 0});
            queue_once(c, join, variable, &n);
        }
    }
}

static void place_all_phis(constructing *c)
{
    fc_ssa *out = c->out;
    const fc_graph *graph = &c->cfg->graph;
    for (int v = 0; v < c->variables.n; v++)
        place_phis(c, v);
    out->phi_first = fc_allocate((size_t)graph->n + 1, sizeof *out->phi_first);
    out->phi = fc_allocate((size_t)out->n_values, sizeof *out->phi);
    int *next = fc_allocate((size_t)graph->n + 1, sizeof *next);
    for (int i = 0; i < out->n_values; i++)
        out->phi_first[out->value[i].block + 1]++;
    for (int b = 0; b < graph->n; b++)
        next[b + 1] = out->phi_first[b + 1] += out->phi_first[b];
    for (int i = 0; i < out->n_values; i++) {
        int block = out->value[i].block;
        out->phi[next[block]++] = i;
        out->value[i].first_operand = out->n_operands;
        out->n_operands += graph->in_first[block + 1] - graph->in_first[block];
    }
    out->operand = fc_allocate((size_t)out->n_operands, sizeof *out->operand);
    free(next);
}

/* ---- renaming ---- */

/* `current` has by variable its value at this point of the walk; `undo` what leaving a subtree of the dominator tree
 * restores. */
typedef struct replaced {
    int variable, value;
    int block; /* of the definition that replaced it */
} replaced;

typedef struct renaming {
    constructing *c;
    int *current; /* FC_GRAPH_NONE: the value at procedure entry, which is not yet needed */
    int *entry;   /* by variable: its value at procedure entry; FC_GRAPH_NONE: not needed so far */
    int *arrival; /* by edge: its index among the edges that enter its target */
    replaced *undo;
    size_t n_undo, undo_capacity;
} renaming;

static void set_current(renaming *r, int variable, int value, int block)
{
    r->undo = fc_grow(r->undo, &r->undo_capacity, r->n_undo + 1, sizeof *r->undo);
    r->undo[r->n_undo++] = (replaced){variable, r->current[variable], block};
    r->current[variable] = value;
}

static int current_value(renaming *r, int variable)
{
    if (r->current[variable] != FC_GRAPH_NONE)
        return r->current[variable];
    if (r->entry[variable] == FC_GRAPH_NONE)
        r->entry[variable] = add_value(r->c, (fc_ssa_value){FC_SSA_ENTRY, variable, 0, NULL, 0});
    return r->entry[variable];
}

/* The operand of one edge, for each phi function of its target. */
static void fill_operands(renaming *r, int edge)
{
    fc_ssa *out = r->c->out;
    const fc_graph *graph = &r->c->cfg->graph;
    int to = graph->edge[edge].to;
    for (int i = out->phi_first[to]; i < out->phi_first[to + 1]; i++) {
        int value = current_value(r, out->value[out->phi[i]].variable);
        out->operand[out->value[out->phi[i]].first_operand + r->arrival[edge]] = value;
    }
}

static void rename_block(renaming *r, int block)
{
    fc_ssa *out = r->c->out;
    const fc_graph *graph = &r->c->cfg->graph;
    /* Back to the state at the end of the block's immediate dominator. */
    while (r->n_undo > 0 && !fc_dominance_holds(r->c->dominance, r->undo[r->n_undo - 1].block, block)) {
        const replaced *last = &r->undo[--r->n_undo];
        r->current[last->variable] = last->value;
    }
    for (int i = out->phi_first[block]; i < out->phi_first[block + 1]; i++)
        set_current(r, out->value[out->phi[i]].variable, out->phi[i], block);
    const constructing *c = r->c;
    for (size_t i = c->access_first[block]; i < c->access_first[block + 1]; i++) {
        const fc_ssa_access *access = &c->variables.access[i];
        if (!access->is_definition) {
            c->out->read[access->position] = current_value(r, access->variable);
            continue;
        }
        const fc_node *node = c->cfg->instruction[access->position];
        fc_ssa_kind kind = access->is_unseen ? FC_SSA_UNSEEN : FC_SSA_DEFINITION;
        int value = add_value(r->c, (fc_ssa_value){kind, access->variable, block, node, 0});
        if (kind == FC_SSA_DEFINITION)
            c->out->defined[access->position] = value;
        set_current(r, access->variable, value, block);
    }
    for (int i = graph->out_first[block]; i < graph->out_first[block + 1]; i++)
        fill_operands(r, graph->out[i]);
}

static void rename_all(constructing *c)
{
    const fc_graph *graph = &c->cfg->graph;
    size_t n = (size_t)c->variables.n;
    renaming r = {.c = c,
                  .current = fc_allocate(n, sizeof(int)),
                  .entry = fc_allocate(n, sizeof(int)),
                  .arrival = fc_allocate((size_t)graph->n_edges, sizeof(int))};
    for (size_t v = 0; v < n; v++)
        r.current[v] = r.entry[v] = FC_GRAPH_NONE;
    for (int b = 0; b < graph->n; b++)
        for (int i = graph->in_first[b]; i < graph->in_first[b + 1]; i++)
            r.arrival[graph->in[i]] = i - graph->in_first[b];
    for (int i = 0; i < c->dominance->search.n; i++)
        rename_block(&r, c->dominance->search.preorder[i]);
    free(r.current);
    free(r.entry);
    free(r.arrival);
    free(r.undo);
}

/* ---- uses ---- */

/* next NULL: counts in use_first[value + 1]; otherwise stores. */
static void add_use(fc_ssa *out, int value, fc_ssa_use use, int *next)
{
    if (next)
        out->use[next[value]++] = use;
    else
        out->use_first[value + 1]++;
}

static void visit_uses(fc_ssa *out, int *next)
{
    const fc_graph *graph = &out->cfg->graph;
    for (int i = 0; i < out->cfg->n_instructions; i++)
        if (out->read[i] != FC_GRAPH_NONE)
            add_use(out, out->read[i], (fc_ssa_use){out->cfg->instruction[i], FC_GRAPH_NONE}, next);
    for (int i = 0; i < out->phi_first[graph->n]; i++) {
        const fc_ssa_value *phi = &out->value[out->phi[i]];
        for (int k = 0; k < graph->in_first[phi->block + 1] - graph->in_first[phi->block]; k++)
            add_use(out, out->operand[phi->first_operand + k], (fc_ssa_use){NULL, out->phi[i]}, next);
    }
}

static void index_uses(fc_ssa *out)
{
    size_t n = (size_t)out->n_values;
    out->use_first = fc_allocate(n + 1, sizeof *out->use_first);
    visit_uses(out, NULL);
    int *next = fc_allocate(n + 1, sizeof *next);
    for (size_t v = 0; v < n; v++)
        next[v + 1] = out->use_first[v + 1] += out->use_first[v];
    out->use = fc_allocate((size_t)out->use_first[n], sizeof *out->use);
    visit_uses(out, next);
    free(next);
}

/* ---- the whole ---- */

static void constructing_create(constructing *c, fc_ssa *out, const fc_cfg *cfg, const fc_dominance *dominance,
                                const fc_ssa_effects *effects)
{
    size_t n = (size_t)fc_cfg_n_blocks(cfg);
    *c = (constructing){.out = out,
                        .cfg = cfg,
                        .dominance = dominance,
                        .defines = fc_allocate(n, sizeof(int)),
                        .is_live = fc_allocate(n, sizeof(int)),
                        .has_phi = fc_allocate(n, sizeof(int)),
                        .was_queued = fc_allocate(n, sizeof(int)),
                        .queue = fc_allocate(n, sizeof(int))};
    for (size_t i = 0; i < n; i++)
        c->defines[i] = c->is_live[i] = c->has_phi[i] = c->was_queued[i] = FC_GRAPH_NONE;
    fc_dominance_frontiers_create(&c->frontiers, dominance, &cfg->graph);
    fc_ssa_variables_find(&c->variables, cfg, effects);
    const fc_ssa_variables *variables = &c->variables;
    int n_blocks = fc_cfg_n_blocks(c->cfg);
    size_t at = 0;
    c->access_first = fc_allocate((size_t)n_blocks + 1, sizeof *c->access_first);
    for (int block = 0; block <= n_blocks; block++) {
        while (at < variables->n_accesses && c->cfg->block_of_position[variables->access[at].position] < block)
            at++;
        c->access_first[block] = at;
    }
    index_blocks(c, true, &c->defining_first, &c->defining);
    index_blocks(c, false, &c->exposed_first, &c->exposed);
}

static void constructing_free(constructing *c)
{
    fc_dominance_frontiers_free(&c->frontiers);
    fc_ssa_variables_free(&c->variables);
    free(c->access_first);
    free(c->defining_first);
    free(c->defining);
    free(c->exposed_first);
    free(c->exposed);
    free(c->defines);
    free(c->is_live);
    free(c->has_phi);
    free(c->was_queued);
    free(c->queue);
}

void fc_ssa_create(fc_ssa *out, const fc_cfg *cfg, const fc_dominance *dominance, const fc_ssa_effects *effects)
{
    size_t n = (size_t)cfg->n_instructions;
    *out = (fc_ssa){.cfg = cfg, .read = fc_allocate(n, sizeof(int)), .defined = fc_allocate(n, sizeof(int))};
    for (size_t i = 0; i < n; i++)
        out->read[i] = out->defined[i] = FC_GRAPH_NONE;
    constructing c;
    constructing_create(&c, out, cfg, dominance, effects);
    out->variable = c.variables.symbol;
    out->n_variables = c.variables.n;
    place_all_phis(&c);
    rename_all(&c);
    index_uses(out);
    constructing_free(&c);
}

void fc_ssa_free(fc_ssa *ssa)
{
    free(ssa->variable);
    free(ssa->value);
    free(ssa->operand);
    free(ssa->phi_first);
    free(ssa->phi);
    free(ssa->read);
    free(ssa->defined);
    free(ssa->use_first);
    free(ssa->use);
    *ssa = (fc_ssa){0};
}

int fc_ssa_value_read(const fc_ssa *ssa, const fc_node *name)
{
    int position = fc_cfg_position(ssa->cfg, name);
    return position == FC_GRAPH_NONE ? FC_GRAPH_NONE : ssa->read[position];
}

int fc_ssa_value_defined(const fc_ssa *ssa, const fc_node *node)
{
    int position = fc_cfg_position(ssa->cfg, node);
    return position == FC_GRAPH_NONE ? FC_GRAPH_NONE : ssa->defined[position];
}

static const fc_node *construct_around(const fc_node *node)
{
    while (node && node->kind != FC_OPENMP)
        node = node->parent;
    return node;
}

bool fc_ssa_is_visible(const fc_ssa *ssa, int value, const fc_node *node)
{
    const fc_node *construct = construct_around(ssa->value[value].node);
    while (construct && node && node != construct)
        node = node->parent;
    return !construct || node;
}
