/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/irregular_flow.h"

#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/goto_loops.h"

#include <stdlib.h>
#include <string.h>

/* A jump or case label outside the structured control flow, and the block to be cut because of it. */
typedef struct irregular {
    const fc_node *jump;
    fc_node *block;
} irregular;

typedef struct cutter {
    fc_program *program;
    const fc_node **label; /* by symbol id: its FC_LABEL */
    const fc_procedure *procedure;
    irregular *found; /* those of the procedure */
    size_t n_found, capacity;
    bool fresh; /* the next statement begins a region */
} cutter;

static bool is_within(const fc_node *node, const fc_node *ancestor)
{
    while (node && node != ancestor)
        node = node->parent;
    return node != NULL;
}

static bool is_case(const fc_node *node)
{
    return node->kind == FC_CASE || node->kind == FC_DEFAULT;
}

/* ---- unstructured jumps ---- */

/* The goto enters a block, goes back over a declaration, or enters the body of a goto loop (goto_loops.h). */
static bool is_irregular_goto(const fc_node *jump, const fc_node *label)
{
    if (!label)
        return true;
    if (is_within(jump, label))
        return false;
    return !is_within(jump, label->parent) || label->id < jump->id || fc_goto_loops_is_head(label);
}

/* The label is not a statement of the switch's own block. */
static bool is_irregular_case(const fc_node *node)
{
    const fc_node *up = node->parent;
    while (up && is_case(up))
        up = up->parent;
    return !up || up->kind != FC_BLOCK || !up->parent || up->parent->kind != FC_SWITCH;
}

static const fc_node *switch_of(const fc_node *node)
{
    while (node && node->kind != FC_SWITCH)
        node = node->parent;
    return node;
}

/* The innermost enclosing block of the source that is only entered at its start. */
static fc_node *block_around(const fc_node *node)
{
    for (const fc_node *up = node; up; up = up->parent) {
        bool is_entered_inside = up->parent && (up->parent->kind == FC_SWITCH || up->parent->kind == FC_LABEL);
        if (up->kind == FC_BLOCK && !is_entered_inside &&
            !(up->parent && up->parent->kind == FC_FOR && up->parent->child[0] == up))
            return (fc_node *)up;
    }
    return NULL;
}

static void add_irregular(cutter *c, const fc_node *jump, fc_node *block)
{
    c->found = fc_grow(c->found, &c->capacity, c->n_found + 1, sizeof *c->found);
    c->found[c->n_found++] = (irregular){jump, block};
}

/* The smallest such block that holds both. */
static fc_node *block_around_both(const fc_node *jump, const fc_node *target)
{
    fc_node *block = block_around(jump->parent);
    while (block && !is_within(target, block))
        block = block_around(block->parent);
    return block;
}

static bool takes_address(const fc_node *node, const void *label)
{
    /* The name of a label whose address a call of FC_LABEL_ADDRESS takes. */
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    const char *taken = target && strcmp(target->name, FC_LABEL_ADDRESS) == 0 ? node->child[1]->text : NULL;
    return taken && strcmp(taken, label) == 0;
}

/* Adds the blocks that hold the computed goto and each of its possible targets. */
static void add_computed(cutter *c, const fc_node *jump, const fc_node *node)
{
    if (node->kind == FC_LABEL && fc_node_search_first(c->procedure->body, takes_address, node->symbol->name))
        add_irregular(c, jump, block_around_both(jump, node));
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && node->child[i]->kind < FC_INTEGER)
            add_computed(c, jump, node->child[i]);
}

/* ---- goto loops that memory ends ---- */

/* A variable whose assignments in a goto loop are searched for. */
typedef struct asked_variable {
    const fc_symbol *symbol;
    const fc_node *loop;
    int depth;
} asked_variable;

static bool reads_memory(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_INDEX || node->kind == FC_CALL ||
           (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE) ||
           (node->kind == FC_MEMBER && node->op == FC_OP_ARROW);
}

static bool goes_by_memory(const fc_node *value, const fc_node *loop, int depth);

static bool sets_from_memory(const fc_node *node, const void *data)
{
    const asked_variable *asked = data;
    return node->kind == FC_ASSIGN && node->child[0]->kind == FC_NAME && node->child[0]->symbol == asked->symbol &&
           goes_by_memory(node->child[1], asked->loop, asked->depth + 1);
}

/* The value is read from memory in the loop, or computed from what is. */
static bool goes_by_memory(const fc_node *value, const fc_node *loop, int depth)
{
    enum {
        MOST_DEPTH = 4
    };
    if (reads_memory(value, NULL))
        return true;
    asked_variable asked = {value->kind == FC_NAME ? value->symbol : NULL, loop, depth};
    bool found = asked.symbol && depth < MOST_DEPTH && fc_node_search_first(loop, sets_from_memory, &asked);
    for (int i = 0; i < value->n_children && !found; i++)
        found = value->child[i] && goes_by_memory(value->child[i], loop, depth);
    return found;
}

/* Data most likely decides whether the goto repeats or leaves the goto loop that is `label`: a condition around it is
 * read from memory there. As a loop of its own it would never end where the slice does not know that condition. */
static bool is_irregular_loop(const cutter *c, const fc_node *jump, const fc_node *label)
{
    const fc_node *target = c->label[jump->symbol->id];
    bool repeats = target == label, leaves = target && !is_within(target, label), found = false;
    for (const fc_node *up = jump->parent; (repeats || leaves) && up != label && !found; up = up->parent)
        found = (up->kind == FC_IF || up->kind == FC_SWITCH) && goes_by_memory(up->child[0], label, 0);
    return found;
}

static void find_irregular(cutter *c, const fc_node *node)
{
    if (node->kind == FC_GOTO && !node->symbol) {
        add_irregular(c, node, block_around(node));
        add_computed(c, node, c->procedure->body);
    } else if (node->kind == FC_GOTO) {
        const fc_node *label = c->label[node->symbol->id];
        if (label && is_irregular_goto(node, label))
            add_irregular(c, node, block_around_both(node, label));
        /* For each goto loop around the jump. */
        for (const fc_node *up = node->parent; up; up = up->parent)
            if (fc_goto_loops_is_head(up) && is_irregular_loop(c, node, up))
                add_irregular(c, node, block_around(up->parent));
    } else if (is_case(node) && is_irregular_case(node) && switch_of(node)) {
        add_irregular(c, node, block_around(switch_of(node)->parent));
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && node->child[i]->kind < FC_INTEGER)
            find_irregular(c, node->child[i]);
}

/* ---- blocks closed under jumps ---- */

/* A successful run never takes this jump: it returns a nonzero constant from main. */
static bool ends_in_failure(const cutter *c, const fc_node *jump)
{
    const fc_node *value = jump->kind == FC_RETURN && jump->n_children > 0 ? jump->child[0] : NULL;
    return value && value->kind == FC_INTEGER && value->value != 0 && strcmp(c->procedure->symbol->name, "main") == 0;
}

/* The loop or switch that a jump ends, or the label of a goto; NULL: it leaves the procedure, or is not known. */
static const fc_node *target_of(const cutter *c, const fc_node *jump)
{
    if (jump->kind == FC_GOTO)
        return jump->symbol ? c->label[jump->symbol->id] : NULL;
    const fc_node *up = jump->kind == FC_RETURN ? NULL : jump->parent;
    while (up && up->kind != FC_FOR && up->kind != FC_WHILE && up->kind != FC_DO &&
           !(jump->kind == FC_BREAK && up->kind == FC_SWITCH))
        up = up->parent;
    return up;
}

static bool is_jump(const fc_node *node)
{
    return node->kind == FC_GOTO || node->kind == FC_BREAK || node->kind == FC_CONTINUE || node->kind == FC_RETURN;
}

/* The first jump at or below the node that leaves `whole`; NULL: none. */
static const fc_node *jump_out(const cutter *c, const fc_node *node, const fc_node *whole)
{
    if (is_jump(node) && !ends_in_failure(c, node)) {
        const fc_node *target = target_of(c, node);
        if (!target || !is_within(target, whole))
            return node;
    }
    const fc_node *found = NULL;
    for (int i = 0; i < node->n_children && !found; i++)
        if (node->child[i] && node->child[i]->kind < FC_INTEGER)
            found = jump_out(c, node->child[i], whole);
    return found;
}

/* No other entry's block contains this one; of equal blocks the first entry counts. */
static bool is_outermost(const cutter *c, size_t i)
{
    for (size_t k = 0; k < c->n_found; k++)
        if (k != i && is_within(c->found[i].block, c->found[k].block) &&
            (c->found[i].block != c->found[k].block || k < i))
            return false;
    return true;
}

/* ---- regions ---- */

static bool is_entrance(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_LABEL || (is_case(node) && is_irregular_case(node));
}

/* No jump enters or leaves the statement. */
static bool is_whole(const cutter *c, const fc_node *node)
{
    return !is_jump(node) && !is_case(node) && !fc_node_search_first(node, is_entrance, NULL) &&
           !jump_out(c, node, node);
}

static void cut(cutter *c, fc_node *node);

/* The part may run less often than the code before it, and the code after it less often than the part. */
static void cut_apart(cutter *c, fc_node *part)
{
    c->fresh = true;
    if (part)
        cut(c, part);
    c->fresh = true;
}

static void begin_piece(cutter *c, fc_node *before)
{
    if (c->fresh)
        fc_program_insert(c->program, FC_IRREGULAR_REGION, before);
    c->fresh = false;
}

static void cut_block(cutter *c, fc_node *block)
{
    for (int i = 0; i < block->n_children; i++) {
        fc_node *statement = block->child[i];
        if (statement->kind != FC_IRREGULAR_REGION)
            cut(c, statement);
        while (block->child[i] != statement) /* a region may now begin before it */
            i++;
    }
}

static void cut(cutter *c, fc_node *node)
{
    if (node->kind == FC_PRAGMA)
        return;
    if (is_whole(c, node)) {
        begin_piece(c, node);
        return;
    }
    switch (node->kind) {
    case FC_BLOCK:
        cut_block(c, node);
        break;
    case FC_IF:
        begin_piece(c, node);
        cut_apart(c, node->child[1]);
        cut_apart(c, node->n_children > 2 ? node->child[2] : NULL);
        break;
    case FC_FOR:
    case FC_SWITCH:
        begin_piece(c, node);
        cut_apart(c, node->child[node->n_children - 1]);
        break;
    case FC_WHILE:
        cut_apart(c, node->child[1]);
        break;
    case FC_DO:
        cut_apart(c, node->child[0]);
        break;
    case FC_CASE:
    case FC_DEFAULT:
    case FC_LABEL:
        c->fresh = true;
        cut(c, node->child[node->kind == FC_CASE ? 1 : 0]);
        break;
    default: /* jumps */
        begin_piece(c, node);
        c->fresh = true;
    }
}

/* For example "a computed goto (a.c:12)". */
static FC_GIVE char *reason_text(const cutter *c, const fc_node *jump)
{
    fc_place place = fc_program_place(c->program, jump->span);
    if (is_case(jump))
        return fc_format("a case label inside another statement (%s:%d)", place.file, place.line);
    if (!jump->symbol)
        return fc_format("a computed goto (%s:%d)", place.file, place.line);
    const fc_node *label = c->label[jump->symbol->id];
    if (label && is_irregular_goto(jump, label))
        return fc_format("goto %s enters a block (%s:%d)", jump->symbol->name, place.file, place.line);
    return fc_format("goto %s ends or repeats a loop by values in memory (%s:%d)", jump->symbol->name, place.file,
                     place.line);
}

static void cut_outermost(cutter *c, const irregular *found)
{
    int i = 0;
    while (found->block->child[i]->kind == FC_PRAGMA)
        i++;
    fc_node *first = fc_program_insert(c->program, FC_IRREGULAR_REGION, found->block->child[i]);
    first->text = reason_text(c, found->jump);
    c->fresh = false;
    cut_block(c, found->block);
}

void fc_irregular_flow_cut(fc_program *program)
{
    cutter c = {.program = program, .label = fc_allocate((size_t)program->n_symbols, sizeof *c.label)};
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_LABEL)
            c.label[program->node[i]->symbol->id] = program->node[i];
    for (int i = 0; i < program->n_procedures; i++) {
        c.procedure = program->procedure[i];
        c.n_found = 0;
        find_irregular(&c, c.procedure->body);
        for (size_t k = 0; k < c.n_found; k++) {
            fc_node **block = &c.found[k].block;
            fc_node *body = c.procedure->body;
            for (const fc_node *jump; *block != body && (jump = jump_out(&c, *block, *block)) != NULL;) {
                const fc_node *target = target_of(&c, jump);
                fc_node *larger = target ? block_around_both(*block, target) : NULL;
                *block = larger ? larger : body;
            }
        }
        for (size_t k = 0; k < c.n_found; k++)
            if (is_outermost(&c, k))
                cut_outermost(&c, &c.found[k]);
    }
    free(c.found);
    free(c.label);
}

const fc_node *fc_irregular_flow_first(const fc_node *piece)
{
    for (const fc_node *block = piece->parent; block; block = block->parent)
        for (int i = 0; i < block->n_children; i++)
            if (block->child[i] && block->child[i]->kind == FC_IRREGULAR_REGION && block->child[i]->text)
                return block->child[i];
    return NULL;
}

bool fc_irregular_flow_is_within(const fc_node *node)
{
    bool found = node->kind == FC_IRREGULAR_REGION;
    for (int i = 0; i < node->n_children && !found; i++)
        found = node->child[i] && node->child[i]->kind < FC_INTEGER && fc_irregular_flow_is_within(node->child[i]);
    return found;
}

bool fc_irregular_flow_is_block(const fc_node *block)
{
    for (int i = 0; i < block->n_children; i++)
        if (block->child[i]->kind == FC_IRREGULAR_REGION)
            return block->child[i]->text != NULL;
    return false;
}
