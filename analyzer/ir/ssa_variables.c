/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/ssa_variables.h"

#include <stdlib.h>
#include <string.h>

/* One occurrence of a local variable or parameter among the instructions. */
typedef struct occurrence {
    const fc_symbol *symbol;
    int position;   /* of the name, or of the declaration */
    int definition; /* position of the node that assigns it; FC_GRAPH_NONE: it is only read */
    bool is_read;
    bool is_excluded; /* a field of a handle (MPI_Status) is accessed */
    bool is_addressed;
    const fc_node *construct; /* the innermost FC_OPENMP around it; NULL: none */
} occurrence;

typedef struct collecting {
    const fc_cfg *cfg;
    occurrence *found;
    size_t n, capacity;
} collecting;

static bool is_scalar(const fc_type *type)
{
    bool has_kind = type->kind == FC_TYPE_BOOL || type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL ||
                    type->kind == FC_TYPE_COMPLEX || type->kind == FC_TYPE_POINTER || type->kind == FC_TYPE_HANDLE;
    return has_kind && !fc_type_is_vector(type);
}

static bool is_candidate(const fc_symbol *symbol)
{
    return (symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER) && is_scalar(symbol->type);
}

static const fc_node *construct_around(const fc_node *node)
{
    while (node && node->kind != FC_OPENMP)
        node = node->parent;
    return node;
}

static occurrence occurrence_of_name(const fc_cfg *cfg, const fc_node *name, int position)
{
    const fc_node *parent = name->parent;
    occurrence found = {name->symbol, position, FC_GRAPH_NONE, true, false, false, construct_around(name)};
    bool is_target = parent && (parent->kind == FC_ASSIGN || parent->kind == FC_STEP) && parent->child[0] == name;
    found.is_excluded = parent && parent->kind == FC_MEMBER && parent->op == FC_OP_DOT;
    found.is_addressed = parent && parent->kind == FC_UNARY && parent->op == FC_OP_ADDRESS;
    if (is_target) {
        found.definition = fc_cfg_position(cfg, parent);
        found.is_read = parent->kind == FC_STEP || parent->op != FC_OP_NONE;
    }
    return found;
}

static void collect(collecting *c)
{
    for (int i = 0; i < c->cfg->n_instructions; i++) {
        const fc_node *node = c->cfg->instruction[i];
        bool is_here = (node->kind == FC_NAME || node->kind == FC_DECLARE) && is_candidate(node->symbol);
        if (!is_here)
            continue;
        c->found = fc_grow(c->found, &c->capacity, c->n + 1, sizeof *c->found);
        c->found[c->n++] = node->kind == FC_NAME
                               ? occurrence_of_name(c->cfg, node, i)
                               : (occurrence){node->symbol, i, i, false, false, false, construct_around(node)};
    }
}

static int by_symbol(const void *a, const void *b)
{
    const occurrence *x = a, *y = b;
    int order = (x->symbol->id > y->symbol->id) - (x->symbol->id < y->symbol->id);
    return order ? order : (x->position > y->position) - (x->position < y->position);
}

/* The declaration gives the variable no value. */
static bool is_bare(const fc_cfg *cfg, const occurrence *at)
{
    const fc_node *node = cfg->instruction[at->position];
    return node->kind == FC_DECLARE && (node->n_children == 0 || !node->child[0]);
}

static bool is_within(const fc_node *construct, const fc_node *outer)
{
    while (construct && construct != outer)
        construct = construct_around(construct->parent);
    return construct != NULL;
}

/* The innermost construct around all occurrences but bare declarations; NULL: none. */
static const fc_node *common_construct(const fc_cfg *cfg, const occurrence *first, const occurrence *end)
{
    while (first < end - 1 && is_bare(cfg, first))
        first++;
    const fc_node *common = first->construct;
    for (const occurrence *at = first; at < end; at++)
        while (common && !is_bare(cfg, at) && !is_within(at->construct, common))
            common = construct_around(common->parent);
    return common;
}

/* The occurrences are those of one variable. A value that an OpenMP construct assigns to a variable from outside may
 * come from another thread, or not leave the construct (private). A variable that is used in one construct only is
 * private, or shared without a race: then each thread reads what it has assigned itself. */
static bool is_assigned_by_construct(const fc_cfg *cfg, const occurrence *first, const occurrence *end)
{
    const fc_node *home = common_construct(cfg, first, end);
    for (const occurrence *at = first; at < end; at++)
        if (at->definition != FC_GRAPH_NONE && at->construct != home && !is_bare(cfg, at))
            return true;
    return false;
}

static bool is_addressed(const occurrence *first, const occurrence *end)
{
    for (const occurrence *at = first; at < end; at++)
        if (at->is_addressed)
            return true;
    return false;
}

static bool can_be_renamed(const fc_cfg *cfg, const occurrence *first, const occurrence *end, bool has_effects)
{
    for (const occurrence *at = first; at < end; at++)
        if (at->is_excluded)
            return false;
    return has_effects || (!is_addressed(first, end) && !is_assigned_by_construct(cfg, first, end));
}

/* ---- second returns ---- */

/* A walk from a call onwards: for a read before an assignment, or for an assignment. */
typedef struct walk {
    const fc_cfg *cfg;
    const occurrence *first, *end; /* of the variable */
    bool for_assignment;
    bool *is_seen; /* by block */
    int *waiting;  /* blocks to visit; room for each */
    int n_waiting;
} walk;

/* 1: found, -1: a read is not found on this way, since an assignment comes first, 0: neither. */
static int find_at(const walk *w, int position)
{
    int found = 0;
    for (const occurrence *at = w->first; at < w->end && found == 0; at++)
        if (!w->for_assignment && at->is_read && at->position == position)
            found = 1;
        else if (at->definition == position)
            found = w->for_assignment ? 1 : -1;
    return found;
}

/* As find_at, for the block's instructions from the given one on. */
static int find_in_block(const walk *w, int block, int from)
{
    const fc_cfg_block *b = &w->cfg->block[block];
    int found = 0;
    for (int i = from; i < b->first + b->n && found == 0; i++)
        found = find_at(w, i);
    return found;
}

static void add_successors(walk *w, int block)
{
    const fc_graph *graph = &w->cfg->graph;
    for (int k = graph->out_first[block]; k < graph->out_first[block + 1]; k++) {
        int to = graph->edge[graph->out[k]].to;
        if (!w->is_seen[to])
            w->waiting[w->n_waiting++] = to;
        w->is_seen[to] = true;
    }
}

static bool finds(walk *w, const fc_node *call, bool for_assignment)
{
    int position = fc_cfg_position(w->cfg, call);
    if (position == FC_GRAPH_NONE)
        return false;
    w->for_assignment = for_assignment;
    w->n_waiting = 0;
    memset(w->is_seen, 0, (size_t)fc_cfg_n_blocks(w->cfg) * sizeof *w->is_seen);
    int block = w->cfg->block_of_position[position];
    int found = find_in_block(w, block, position + 1);
    if (found == 0)
        add_successors(w, block);
    while (found <= 0 && w->n_waiting > 0) {
        block = w->waiting[--w->n_waiting];
        found = find_in_block(w, block, w->cfg->block[block].first);
        if (found == 0)
            add_successors(w, block);
    }
    return found > 0;
}

/* The second return leads to a read, before which the variable may have been assigned since the first return. */
static bool is_stale(const fc_cfg *cfg, const occurrence *first, const occurrence *end)
{
    if (cfg->n_twice == 0)
        return false;
    bool found = is_addressed(first, end);
    size_t n_blocks = (size_t)fc_cfg_n_blocks(cfg);
    walk w = {.cfg = cfg,
              .first = first,
              .end = end,
              .is_seen = fc_allocate(n_blocks, sizeof *w.is_seen),
              .waiting = fc_allocate(n_blocks, sizeof *w.waiting)};
    for (size_t i = 0; i < cfg->n_twice && !found; i++)
        found = finds(&w, cfg->twice[i], false) && finds(&w, cfg->twice[i], true);
    free(w.is_seen);
    free(w.waiting);
    return found;
}

static void add_access(fc_ssa_variables *out, int position, bool is_definition, bool is_unseen)
{
    out->access = fc_grow(out->access, &out->capacity, out->n_accesses + 1, sizeof *out->access);
    out->access[out->n_accesses++] = (fc_ssa_access){position, out->n, is_definition, is_unseen};
}

static int by_position(const void *a, const void *b)
{
    const fc_ssa_access *x = a, *y = b;
    int order = (x->position > y->position) - (x->position < y->position);
    return order ? order : (x->variable > y->variable) - (x->variable < y->variable);
}

void fc_ssa_variables_find(fc_ssa_variables *out, const fc_cfg *cfg, const fc_ssa_effects *effects)
{
    collecting c = {.cfg = cfg};
    collect(&c);
    *out = (fc_ssa_variables){.symbol = fc_allocate(c.n, sizeof *out->symbol)};
    if (c.n)
        qsort(c.found, c.n, sizeof *c.found, by_symbol);
    for (size_t first = 0, end; first < c.n; first = end) {
        for (end = first + 1; end < c.n && c.found[end].symbol == c.found[first].symbol;)
            end++;
        const occurrence *from = &c.found[first], *to = &c.found[end - 1] + 1;
        if (!can_be_renamed(cfg, from, to, effects) || is_stale(cfg, from, to))
            continue;
        if (effects && is_addressed(from, to))
            for (int i = 0; i < cfg->n_instructions; i++) {
                const fc_node *node = cfg->instruction[i];
                bool stores = (node->kind == FC_ASSIGN || node->kind == FC_STEP) && node->child[0]->kind != FC_NAME;
                if ((stores || node->kind == FC_CALL) &&
                    effects->may_assign(effects->data, cfg->instruction[i], from->symbol))
                    add_access(out, i, true, true);
            }
        for (const occurrence *at = from; at < to; at++) {
            if (at->is_read)
                add_access(out, at->position, false, false);
            if (at->definition != FC_GRAPH_NONE)
                add_access(out, at->definition, true, false);
        }
        out->symbol[out->n++] = from->symbol;
    }
    if (out->n_accesses)
        qsort(out->access, out->n_accesses, sizeof *out->access, by_position);
    free(c.found);
}

void fc_ssa_variables_free(fc_ssa_variables *variables)
{
    free(variables->access);
}
