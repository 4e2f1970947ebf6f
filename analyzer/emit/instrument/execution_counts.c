/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/execution_counts.h"
#include "analyzer/binding/control.h"
#include "analyzer/effects/external.h"
#include "analyzer/emit/instrument/countable.h"
#include "analyzer/model/node_search.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNKNOWN = FC_EXECUTION_COUNTS_UNKNOWN
};

struct fc_execution_counts {
    const fc_program *program;
    int *times, *inner; /* by node id */
    bool *may_end;      /* by procedure id: a call may end the program or jump */
    fc_derived_count *derived;
    size_t n_derived, capacity;
};

/* ---- control flow of a statement ---- */

/* True if the call returns exactly once in every successful run. */
static bool returns(const fc_execution_counts *e, const fc_node *call)
{
    static const char *const otherwise[] = {"longjmp", "_longjmp", "siglongjmp", "pthread_exit", "thrd_exit",
                                            "setjmp",  "_setjmp",  "sigsetjmp",  "__sigsetjmp"};
    const fc_symbol *target = fc_call_target(call);
    if (!target || target->definition)
        return target && !e->may_end[target->definition->id];
    for (size_t i = 0; i < sizeof otherwise / sizeof *otherwise; i++)
        if (strcmp(target->name, otherwise[i]) == 0)
            return false;
    bool fails = strcmp(target->name, "abort") == 0 || strcmp(target->name, "__assert_fail") == 0;
    return fails || !fc_external_is_stop(target);
}

/* Enclosing statements within the statement being examined. */
enum {
    WITHIN_LOOP = 1,
    WITHIN_BREAKABLE = 2,
    WITHIN_SWITCH = 4
};

/* True if control that reaches the node always continues after it, and reaches that point in no other way. */
static bool passes(const fc_execution_counts *e, const fc_node *node, int within)
{
    if (!node)
        return true;
    switch (node->kind) {
    case FC_RETURN:
    case FC_GOTO:
    case FC_LABEL:
    case FC_IRREGULAR_REGION:
        return false;
    case FC_BREAK:
        return within & WITHIN_BREAKABLE;
    case FC_CONTINUE:
        return within & WITHIN_LOOP;
    case FC_CASE:
    case FC_DEFAULT:
        if (!(within & WITHIN_SWITCH))
            return false;
        break;
    case FC_CALL:
        if (!returns(e, node))
            return false;
        break;
    case FC_FOR:
    case FC_WHILE:
    case FC_DO:
        within |= WITHIN_LOOP | WITHIN_BREAKABLE;
        break;
    case FC_SWITCH:
        within |= WITHIN_SWITCH | WITHIN_BREAKABLE;
        break;
    default:
        break;
    }
    for (int i = 0; i < node->n_children; i++)
        if (!passes(e, node->child[i], within))
            return false;
    return true;
}

/* True if control that reaches the arm never continues after it. */
static bool jumps_away(const fc_execution_counts *e, const fc_node *arm)
{
    if (!arm)
        return false;
    switch (arm->kind) {
    case FC_RETURN:
    case FC_GOTO:
    case FC_BREAK:
    case FC_CONTINUE:
        return true;
    case FC_EVALUATE:
        return arm->child[0]->kind == FC_CALL && fc_call_target(arm->child[0]) &&
               fc_external_is_stop(fc_call_target(arm->child[0]));
    case FC_IF:
        return passes(e, arm->child[0], 0) && jumps_away(e, arm->child[1]) && jumps_away(e, arm->child[2]);
    case FC_BLOCK:
        for (int i = 0; i < arm->n_children - 1; i++)
            if (!passes(e, arm->child[i], 0))
                return false;
        return arm->n_children > 0 && jumps_away(e, arm->child[arm->n_children - 1]);
    default:
        return false;
    }
}

typedef enum leaving {
    LEAVES_NOT,     /* control always continues after the statement */
    LEAVES_BY_THEN, /* an if statement whose first arm jumps away */
    LEAVES_BY_ELSE,
    LEAVES_SOMEHOW
} leaving;

static leaving leaving_of(const fc_execution_counts *e, const fc_node *statement)
{
    if (passes(e, statement, 0))
        return LEAVES_NOT;
    if (statement->kind != FC_IF || !passes(e, statement->child[0], 0))
        return LEAVES_SOMEHOW;
    if (passes(e, statement->child[2], 0) && jumps_away(e, statement->child[1]))
        return LEAVES_BY_THEN;
    bool by_else = passes(e, statement->child[1], 0) && jumps_away(e, statement->child[2]);
    return by_else ? LEAVES_BY_ELSE : LEAVES_SOMEHOW;
}

/* ---- flow equations ---- */

static int derive(fc_execution_counts *e, int first, int second, bool adds)
{
    if (first == UNKNOWN || second == UNKNOWN)
        return UNKNOWN;
    e->derived = fc_grow(e->derived, &e->capacity, e->n_derived + 1, sizeof *e->derived);
    e->derived[e->n_derived] = (fc_derived_count){first, second, adds};
    return ~(int)e->n_derived++;
}

/* How often control continues after a statement, from its own counters; *is_way: from the count before it. */
static int known_after(const fc_execution_counts *e, const fc_node *statement, bool *is_way)
{
    *is_way = false;
    while (fc_countable_is_case(statement) &&
           fc_countable_is_case(statement->child[fc_countable_first_child(statement)]))
        statement = statement->child[fc_countable_first_child(statement)];
    if (fc_countable_is_case(statement))
        return passes(e, statement->child[fc_countable_first_child(statement)], 0) ? e->inner[statement->id] : UNKNOWN;
    if (statement->kind == FC_IRREGULAR_REGION)
        return e->inner[statement->id];
    leaving left = leaving_of(e, statement);
    if (left == LEAVES_BY_ELSE)
        return e->inner[statement->id];
    *is_way = left == LEAVES_NOT || (left == LEAVES_BY_THEN && e->inner[statement->id] != UNKNOWN);
    return left == LEAVES_NOT ? e->times[statement->id] : UNKNOWN;
}

/* Executions of the block's i-th statement: from the last statement before it with a known count, minus the jumps of
 * the statements in between. */
static int in_block(fc_execution_counts *e, const fc_node *block, int i)
{
    int from = i, known = UNKNOWN;
    bool is_way = true;
    while (from > 0 && known == UNKNOWN && is_way) {
        const fc_node *before = block->child[--from];
        if (!before)
            continue;
        known = known_after(e, before, &is_way);
        if (known != UNKNOWN)
            from++;
        else if (is_way && e->times[before->id] != UNKNOWN)
            known = e->times[before->id];
    }
    if (known == UNKNOWN && is_way)
        known = fc_execution_counts_find(e, block);
    for (; known != UNKNOWN && from < i; from++)
        if (block->child[from] && leaving_of(e, block->child[from]) == LEAVES_BY_THEN)
            known = derive(e, known, e->inner[block->child[from]->id], false);
    return known;
}

/* Part of a branch or ?:. Each evaluation of the condition continues with one arm, if the condition completes. */
static int in_branch(fc_execution_counts *e, const fc_node *branch, const fc_node *child)
{
    if (child == branch->child[0])
        return fc_execution_counts_find(e, branch);
    if (child == branch->child[1])
        return e->inner[branch->id];
    return passes(e, branch->child[0], 0) ? derive(e, e->times[branch->id], e->inner[branch->id], false) : UNKNOWN;
}

/* Part of a loop. If nothing jumps out of the loop, the condition is evaluated once per iteration, and in for and while
 * loops once more per entry. */
static int in_loop(fc_execution_counts *e, const fc_node *loop, const fc_node *child)
{
    if (child == loop->child[loop->kind == FC_DO ? 0 : loop->n_children - 1])
        return e->inner[loop->id];
    if (loop->kind == FC_FOR && child == loop->child[0])
        return fc_execution_counts_find(e, loop);
    for (int i = 0; i < loop->n_children; i++)
        if (!passes(e, loop->child[i], WITHIN_LOOP))
            return UNKNOWN;
    bool is_after = loop->kind == FC_DO || (loop->kind == FC_FOR && child == loop->child[2]);
    return is_after ? e->inner[loop->id] : derive(e, e->times[loop->id], e->inner[loop->id], true);
}

static int find(fc_execution_counts *e, const fc_node *node)
{
    const fc_node *up = node->parent;
    switch (up->kind) {
    case FC_BLOCK:
        for (int i = 0;; i++)
            if (up->child[i] == node)
                return in_block(e, up, i);
    case FC_IF:
    case FC_CONDITIONAL:
        return in_branch(e, up, node);
    case FC_FOR:
    case FC_WHILE:
    case FC_DO:
        return in_loop(e, up, node);
    case FC_LABEL:
    case FC_CASE:
    case FC_DEFAULT:
        return e->inner[up->id];
    case FC_SWITCH:
        return node == up->child[0] ? fc_execution_counts_find(e, up) : UNKNOWN;
    case FC_OPENMP:
    case FC_SIZEOF:
        return UNKNOWN;
    default:
        if (!fc_countable_is_logical(up)) {
            /* A part that is evaluated whenever the whole is. */
            for (int i = 0; i < up->n_children; i++)
                if (up->child[i] != node && !passes(e, up->child[i], 0))
                    return UNKNOWN;
            return fc_execution_counts_find(e, up);
        }
        return node == up->child[0] ? fc_execution_counts_find(e, up) : e->inner[up->id];
    }
}

int fc_execution_counts_find(fc_execution_counts *executions, const fc_node *node)
{
    int *times = &executions->times[node->id];
    if (*times == UNKNOWN && node->parent)
        *times = find(executions, node);
    return *times;
}

void fc_execution_counts_register(fc_execution_counts *executions, const fc_node *node, int times, int inner)
{
    if (times != UNKNOWN)
        executions->times[node->id] = times;
    if (inner != UNKNOWN)
        executions->inner[node->id] = inner;
}

bool fc_execution_counts_completes(const fc_execution_counts *executions, const fc_node *expression)
{
    return passes(executions, expression, 0);
}

int fc_execution_counts_subtract(fc_execution_counts *executions, int first, int second)
{
    return derive(executions, first, second, false);
}

static void forget(const fc_node *node, void *data)
{
    fc_execution_counts *e = data;
    e->times[node->id] = e->inner[node->id] = UNKNOWN;
    fc_node_each_child(node, forget, e);
}

void fc_execution_counts_clear(fc_execution_counts *executions, const fc_procedure *procedure)
{
    forget(procedure->body, executions);
}

/* ---- procedures ---- */

static bool has_end(const fc_node *node, const void *data)
{
    const fc_execution_counts *e = data;
    if (node->kind == FC_CALL && !returns(e, node))
        return true;
    return fc_node_any_child(node, has_end, e);
}

fc_execution_counts *fc_execution_counts_create(const fc_program *program)
{
    fc_execution_counts *made = fc_allocate(1, sizeof *made);
    made->program = program;
    made->times = fc_allocate((size_t)program->n_nodes, sizeof *made->times);
    made->inner = fc_allocate((size_t)program->n_nodes, sizeof *made->inner);
    made->may_end = fc_allocate((size_t)program->n_procedures, sizeof *made->may_end);
    /* Propagates may_end to callers, up to a fixed point. */
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < made->program->n_procedures; i++) {
            if (made->may_end[i] || !has_end(made->program->procedure[i]->body, made))
                continue;
            made->may_end[i] = changed = true;
        }
    }
    return made;
}

const bool *fc_execution_counts_may_end(const fc_execution_counts *executions)
{
    return executions->may_end;
}

fc_derived_count *fc_execution_counts_take_derived(fc_execution_counts *executions, size_t *n)
{
    fc_derived_count *taken = executions->derived;
    *n = executions->n_derived;
    executions->derived = NULL;
    executions->n_derived = executions->capacity = 0;
    return taken;
}

void fc_execution_counts_free(FC_TAKE fc_execution_counts *executions)
{
    if (!executions)
        return;
    free(executions->times);
    free(executions->inner);
    free(executions->may_end);
    free(executions->derived);
    free(executions);
}
