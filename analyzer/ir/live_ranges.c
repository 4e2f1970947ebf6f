/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/live_ranges.h"

#include "analyzer/ir/cfg.h"

#include <stdlib.h>
#include <string.h>

typedef enum access_kind {
    READS,
    DEFINES, /* =, or a declaration (an undefined value without an initializer) */
    UPDATES  /* reads and defines: op=, ++ */
} access_kind;

typedef struct variable_access {
    fc_node *node; /* the FC_NAME of a local variable or parameter, or its FC_DECLARE */
    access_kind kind;
    int position; /* among the instructions of the control-flow graph */
} variable_access;

/* One variable's accesses in one procedure, in evaluation order. */
typedef struct variable {
    fc_symbol *symbol;
    fc_node *declaration; /* NULL: a parameter */
    const variable_access *access;
    size_t n;
} variable;

/* Webs are union-find sets. Elements 0 .. n - 1 are the accesses, n is the value at procedure entry, and n + 1 and up
 * are the values at block entries. */
typedef struct ranges {
    const fc_cfg *cfg;
    int *parent;
    size_t n_elements, parent_capacity;
    int *at_entry, *at_end; /* by block: its element, or NONE */
    int *touched;           /* blocks that have an element */
    size_t n_touched, touched_capacity;
    int *waiting; /* blocks whose entry is not yet joined with the exits of its predecessors */
    size_t n_waiting, waiting_capacity;
} ranges;

enum {
    NONE = -1
};

static int find(ranges *r, int element)
{
    while (r->parent[element] != element)
        element = r->parent[element] = r->parent[r->parent[element]];
    return element;
}

/* The lower element represents the set. */
static void join(ranges *r, int a, int b)
{
    a = find(r, a);
    b = find(r, b);
    r->parent[a > b ? a : b] = a > b ? b : a;
}

static int new_element(ranges *r)
{
    r->parent = fc_grow(r->parent, &r->parent_capacity, r->n_elements + 1, sizeof *r->parent);
    r->parent[r->n_elements] = (int)r->n_elements;
    return (int)r->n_elements++;
}

static void touch(ranges *r, int block)
{
    r->touched = fc_grow(r->touched, &r->touched_capacity, r->n_touched + 1, sizeof *r->touched);
    r->touched[r->n_touched++] = block;
}

static int entry_of(ranges *r, int block)
{
    if (r->at_entry[block] == NONE) {
        r->at_entry[block] = new_element(r);
        touch(r, block);
        r->waiting = fc_grow(r->waiting, &r->waiting_capacity, r->n_waiting + 1, sizeof *r->waiting);
        r->waiting[r->n_waiting++] = block;
    }
    return r->at_entry[block];
}

static int end_of(ranges *r, int block)
{
    return r->at_end[block] != NONE ? r->at_end[block] : entry_of(r, block);
}

static void find_ranges(ranges *r, const variable *v)
{
    const fc_graph *graph = &r->cfg->graph;
    r->n_elements = r->n_touched = 0;
    for (size_t i = 0; i <= v->n; i++)
        new_element(r);
    for (size_t i = 0; i < v->n; i++) {
        int block = r->cfg->block_of_position[v->access[i].position];
        if (v->access[i].kind != DEFINES)
            join(r, (int)i, end_of(r, block));
        if (v->access[i].kind == READS)
            continue;
        r->at_end[block] = (int)i;
        touch(r, block);
    }
    while (r->n_waiting > 0) {
        int block = r->waiting[--r->n_waiting];
        if (block == 0)
            join(r, r->at_entry[block], (int)v->n);
        for (int i = graph->in_first[block]; i < graph->in_first[block + 1]; i++)
            join(r, r->at_entry[block], end_of(r, graph->edge[graph->in[i]].from));
    }
    for (size_t i = 0; i < r->n_touched; i++)
        r->at_entry[r->touched[i]] = r->at_end[r->touched[i]] = NONE;
}

/* ---- new variables ---- */

static int place_of(const fc_node *parent, const fc_node *child)
{
    int i = 0;
    while (parent->child[i] != child)
        i++;
    return i;
}

/* The web that keeps the original variable: the value at entry of a parameter, or the initial value of a declaration.
 * Without an initializer it is the web of the first access. */
static int first_range(ranges *r, const variable *v)
{
    bool bare = v->declaration && !v->declaration->child[0];
    for (size_t i = 0; v->declaration && i < v->n; i++)
        if ((v->access[i].node == v->declaration) != bare)
            return find(r, (int)i);
    return find(r, (int)v->n);
}

/* fresh[element] is the new variable of the web that the element represents. */
static void split_variable(fc_program *program, fc_procedure *procedure, ranges *r, const variable *v)
{
    find_ranges(r, v);
    fc_symbol **fresh = fc_allocate(r->n_elements, sizeof *fresh);
    fresh[first_range(r, v)] = v->symbol;
    for (size_t i = 0; i < v->n; i++) {
        int range = find(r, (int)i);
        if (v->access[i].node == v->declaration)
            continue;
        if (!fresh[range]) {
            fc_symbol *symbol = fc_program_add_symbol(program, FC_SYMBOL_LOCAL, v->symbol->name);
            symbol->type = v->symbol->type;
            symbol->span = v->symbol->span;
            symbol->owner = procedure;
            fc_node *block = v->declaration ? (fc_node *)v->declaration->parent : procedure->body;
            fc_node *declaration =
                fc_program_add_node(program, FC_DECLARE, v->declaration ? v->declaration->span : block->span);
            declaration->symbol = symbol;
            fc_node_add_child(declaration, NULL);
            int at = v->declaration ? place_of(block, v->declaration) + 1 : 0;
            fc_node_add_child(block, declaration);
            memmove(&block->child[at + 1], &block->child[at],
                    (size_t)(block->n_children - 1 - at) * sizeof *block->child);
            block->child[at] = declaration;
            fresh[range] = symbol;
        }
        v->access[i].node->symbol = fresh[range];
    }
    free(fresh);
}

/* ---- candidates ---- */

/* Indexed by symbol id. */
typedef struct facts {
    bool *can_change_unseen; /* through a pointer, or read again through the length of an array type */
    fc_node **declaration;   /* of a local, if a declaration can be inserted after it; NULL otherwise */
} facts;

static bool is_scalar(const fc_type *type)
{
    return type->kind == FC_TYPE_BOOL || type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL ||
           type->kind == FC_TYPE_POINTER || type->kind == FC_TYPE_HANDLE;
}

static bool stands_in_a_block(const fc_node *declaration)
{
    const fc_node *block = declaration->parent;
    bool starts_loop = block && block->parent && block->parent->kind == FC_FOR && block->parent->child[0] == block;
    return block && block->kind == FC_BLOCK && !starts_loop;
}

static bool can_be_split(const facts *known, const variable *v)
{
    bool has_place = v->symbol->kind == FC_SYMBOL_PARAMETER || v->declaration;
    return has_place && is_scalar(v->symbol->type) && !known->can_change_unseen[v->symbol->id] && v->n > 1;
}

static access_kind kind_of(const fc_node *node)
{
    const fc_node *parent = node->parent;
    if (node->kind == FC_DECLARE)
        return DEFINES;
    if (!parent || parent->child[0] != node || (parent->kind != FC_ASSIGN && parent->kind != FC_STEP))
        return READS;
    return parent->kind == FC_ASSIGN && parent->op == FC_OP_NONE ? DEFINES : UPDATES;
}

static int by_symbol(const void *a, const void *b)
{
    const variable_access *x = a, *y = b;
    int order = (x->node->symbol->id > y->node->symbol->id) - (x->node->symbol->id < y->node->symbol->id);
    return order ? order : (x->position > y->position) - (x->position < y->position);
}

/* Sorted by variable. Code that no path reaches has none and keeps the original variables. */
static variable_access *accesses_of(const fc_cfg *cfg, size_t *n)
{
    variable_access *access = fc_allocate((size_t)cfg->n_instructions + 1, sizeof *access);
    *n = 0;
    for (int i = 0; i < cfg->n_instructions; i++) {
        fc_node *node = (fc_node *)cfg->instruction[i];
        if ((node->kind == FC_NAME || node->kind == FC_DECLARE) &&
            (node->symbol->kind == FC_SYMBOL_LOCAL || node->symbol->kind == FC_SYMBOL_PARAMETER))
            access[(*n)++] = (variable_access){node, kind_of(node), i};
    }
    qsort(access, *n, sizeof *access, by_symbol);
    return access;
}

static void split_procedure(fc_program *program, fc_procedure *procedure, const facts *known)
{
    fc_cfg cfg;
    fc_cfg_create(&cfg, procedure, NULL);
    size_t n, n_blocks = (size_t)fc_cfg_n_blocks(&cfg);
    variable_access *access = accesses_of(&cfg, &n);
    ranges r = {.cfg = &cfg};
    r.at_entry = fc_allocate(n_blocks, sizeof *r.at_entry);
    r.at_end = fc_allocate(n_blocks, sizeof *r.at_end);
    for (size_t i = 0; i < n_blocks; i++)
        r.at_entry[i] = r.at_end[i] = NONE;
    for (size_t first = 0, end; first < n; first = end) {
        fc_symbol *symbol = access[first].node->symbol;
        for (end = first + 1; end < n && access[end].node->symbol == symbol;)
            end++;
        variable v = {symbol, known->declaration[symbol->id], &access[first], end - first};
        if (can_be_split(known, &v))
            split_variable(program, procedure, &r, &v);
    }
    free(access);
    free(r.parent);
    free(r.at_entry);
    free(r.at_end);
    free(r.touched);
    free(r.waiting);
    fc_cfg_free(&cfg);
}

/* A second return of setjmp() is not an edge of the flow. */
static bool returns_twice(const fc_program *program)
{
    for (int i = 0; i < program->n_symbols; i++)
        if (program->symbol[i]->kind == FC_SYMBOL_PROCEDURE && strstr(program->symbol[i]->name, "setjmp"))
            return true;
    return false;
}

/* Only the lengths of array types are expressions outside of all statements. */
static bool is_in_length(const fc_node *name)
{
    while (name->parent)
        name = name->parent;
    return name->kind >= FC_INTEGER;
}

void fc_live_ranges_split(fc_program *program)
{
    if (returns_twice(program))
        return;
    const int n_nodes = program->n_nodes;
    size_t n = (size_t)program->n_symbols;
    facts known = {fc_allocate(n, sizeof *known.can_change_unseen), fc_allocate(n, sizeof *known.declaration)};
    for (int i = 0; i < program->n_nodes; i++) {
        fc_node *node = program->node[i];
        if (node->kind == FC_NAME && is_in_length(node))
            known.can_change_unseen[node->symbol->id] = true;
        else if (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS && node->child[0]->kind == FC_NAME)
            known.can_change_unseen[node->child[0]->symbol->id] = true;
        else if (node->kind == FC_DECLARE && stands_in_a_block(node))
            known.declaration[node->symbol->id] = node;
    }
    for (int i = 0; i < program->n_procedures; i++)
        split_procedure(program, program->procedure[i], &known);
    fc_program_move_nodes(program, n_nodes);
    free(known.can_change_unseen);
    free(known.declaration);
}
