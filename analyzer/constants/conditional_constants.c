/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/constants/conditional_constants.h"

#include "analyzer/constants/constant_values.h"

#include <stdlib.h>

enum {
    PASSES = 2 /* the second finds constructors whose checks of arguments the first one decided */
};

/* The arms of a branch, and what is known of it. */
typedef struct branch {
    bool is_visited;      /* it may be executed */
    bool is_any;          /* its condition has no value, as of a variable that is not set: both arms may follow */
    bool is_removable[3]; /* by child: the arm */
} branch;

typedef struct propagation {
    const fc_program *program;
    const fc_definitions *definitions;
    fc_constant_values values;
    const fc_definition **by_node; /* all definitions, by the id of their node */
    size_t *first;                 /* by node id */
    branch *branch;                /* by node id */
    bool *is_reached;              /* by procedure id */
    bool changed;
} propagation;

/* ---- tables ---- */

static void index_by_node(propagation *p)
{
    const size_t nodes = (size_t)p->program->n_nodes, n = p->definitions->n;
    p->first = fc_allocate(nodes + 2, sizeof *p->first);
    p->by_node = fc_allocate(n + 1, sizeof *p->by_node);
    for (size_t i = 0; i < n; i++)
        p->first[p->definitions->definition[i].node->id + 2]++;
    for (size_t i = 2; i < nodes + 2; i++)
        p->first[i] += p->first[i - 1];
    for (size_t i = 0; i < n; i++)
        p->by_node[p->first[p->definitions->definition[i].node->id + 1]++] = &p->definitions->definition[i];
}

static const fc_node *without_labels(const fc_node *statement)
{
    while (statement->kind == FC_CASE || statement->kind == FC_DEFAULT)
        statement = statement->child[statement->kind == FC_CASE];
    return statement;
}

static void find_branches(propagation *p)
{
    p->branch = fc_allocate((size_t)p->program->n_nodes, sizeof *p->branch);
    for (int i = 0; i < p->program->n_nodes; i++) {
        const fc_node *node = p->program->node[i];
        for (int arm = 1; arm < node->n_children && node->kind == FC_IF; arm++)
            p->branch[i].is_removable[arm] = node->child[arm] && fc_node_removal_is_possible(node->child[arm], false);
        const fc_node *body = node->kind == FC_SWITCH ? node->child[1] : NULL;
        bool is_plain = body != NULL;
        for (int k = 0; is_plain && k < body->n_children; k++)
            is_plain = fc_node_removal_is_possible(without_labels(body->child[k]), false);
        p->branch[i].is_removable[1] |= is_plain;
    }
}

/* ---- propagation ---- */

static void define_at(propagation *p, const fc_node *node)
{
    for (size_t i = p->first[node->id]; i < p->first[node->id + 1]; i++)
        p->changed |= fc_constant_values_define(&p->values, p->by_node[i]);
}

static bool may_take(const propagation *p, const fc_node *branch, int arm)
{
    const fc_constant_set condition = fc_constant_values_of(&p->values, branch->child[0]);
    return !p->branch[branch->id].is_removable[arm] || p->branch[branch->id].is_any ||
           (arm == 1 ? fc_constant_sets_may_hold(&condition) : fc_constant_sets_may_fail(&condition));
}

/* ---- switches: each child of the body is live if it may be executed ---- */

/* The labels of the statement and of those it labels hold one of the values. */
static bool is_labeled(const propagation *p, const fc_node *statement, const fc_constant_set *value)
{
    bool is = value->is_any;
    for (; !is && (statement->kind == FC_CASE || statement->kind == FC_DEFAULT);
         statement = statement->child[statement->kind == FC_CASE]) {
        const bool is_one = statement->kind == FC_CASE && !statement->child[2];
        const fc_constant_set label =
            is_one ? fc_constant_values_of(&p->values, statement->child[0]) : fc_constant_sets_any();
        const fc_constant_set equal = fc_constant_sets_binary(FC_OP_EQUAL, value, &label, statement->child[0]->type);
        is = !is_one || fc_constant_sets_may_hold(&equal);
    }
    return is;
}

/* Control does not come past the statement. */
static bool ends(const fc_node *statement)
{
    const fc_node *last = without_labels(statement);
    while (last->kind == FC_BLOCK && last->n_children > 0)
        last = without_labels(last->child[last->n_children - 1]);
    return last->kind == FC_BREAK || last->kind == FC_RETURN || last->kind == FC_CONTINUE || last->kind == FC_GOTO;
}

/* The body of a switch on integers whose labels all stand before its own statements; NULL: another node. */
static const fc_node *cases_of(const propagation *p, const fc_node *node)
{
    const fc_node *body = node->kind == FC_SWITCH && node->child[1]->kind == FC_BLOCK ? node->child[1] : NULL;
    return body && p->branch[node->id].is_removable[1] ? body : NULL;
}

/* By child of the body. */
static FC_GIVE bool *find_live(const propagation *p, const fc_node *node, const fc_node *body)
{
    const fc_constant_set value = fc_constant_values_of(&p->values, node->child[0]);
    bool *live = fc_allocate((size_t)body->n_children + 1, sizeof *live), is_live = false;
    for (int i = 0; i < body->n_children; i++) {
        is_live |= is_labeled(p, body->child[i], &value) || p->branch[node->id].is_any;
        live[i] = is_live;
        is_live &= !ends(body->child[i]);
    }
    return live;
}

/* What the node may execute. A procedure whose name is used is called here or through a pointer. */
static void visit(propagation *p, const fc_node *node);

static void visit_cases(propagation *p, const fc_node *node, const fc_node *body)
{
    bool *live = find_live(p, node, body);
    visit(p, node->child[0]);
    for (int i = 0; i < body->n_children; i++)
        if (live[i])
            visit(p, body->child[i]);
    free(live);
}

static void visit(propagation *p, const fc_node *node)
{
    define_at(p, node);
    const fc_node *cases = cases_of(p, node);
    if (node->kind == FC_IF || cases)
        p->branch[node->id].is_visited = true;
    const fc_procedure *named = node->kind == FC_NAME ? node->symbol->definition : NULL;
    if (named && !p->is_reached[named->id])
        p->is_reached[named->id] = p->changed = true;
    if (cases)
        visit_cases(p, node, cases);
    for (int i = 0; i < node->n_children && !cases; i++)
        if (node->child[i] && (node->kind != FC_IF || i == 0 || may_take(p, node, i)))
            visit(p, node->child[i]);
}

/* What is defined whatever is executed: initializers, and memory that calls make dynamic (each location is listed at
 * one such call only). */
static void visit_always(propagation *p)
{
    for (int i = 0; i < p->program->n_symbols; i++)
        if (p->program->symbol[i]->initializer)
            visit(p, p->program->symbol[i]->initializer);
    for (int i = 0; i < p->program->n_types; i++)
        if (p->program->type[i]->extent)
            visit(p, p->program->type[i]->extent);
    for (size_t i = 0; i < p->definitions->n; i++)
        if (p->definitions->definition[i].kind == FC_DEFINED_BY_DATA)
            fc_constant_values_define(&p->values, &p->definitions->definition[i]);
}

static void propagate(propagation *p)
{
    for (p->changed = true; p->changed;) {
        p->changed = false;
        visit_always(p);
        for (int i = 0; i < p->program->n_procedures; i++)
            if (p->is_reached[i])
                visit(p, p->program->procedure[i]->body);
    }
}

/* A condition without a value reads what is not set. True: there is one. */
static bool give_up(propagation *p)
{
    bool found = false;
    for (int i = 0; i < p->program->n_nodes; i++) {
        branch *b = &p->branch[i];
        if (!b->is_visited || b->is_any)
            continue;
        const fc_constant_set condition = fc_constant_values_of(&p->values, p->program->node[i]->child[0]);
        b->is_any = !fc_constant_sets_may_hold(&condition) && !fc_constant_sets_may_fail(&condition);
        found |= b->is_any;
    }
    return found;
}

/* ---- removal ---- */

static bool has_side_effects(const fc_node *node)
{
    bool has = node->kind == FC_ASSIGN || node->kind == FC_STEP || node->kind == FC_CALL;
    for (int i = 0; i < node->n_children && !has; i++)
        has = node->child[i] && has_side_effects(node->child[i]);
    return has;
}

/* The arm of the branch is never executed. */
static bool is_idle(const propagation *p, const fc_node *node, int arm)
{
    const branch *b = &p->branch[node->id];
    const fc_constant_set condition = fc_constant_values_of(&p->values, node->child[0]);
    bool may = b->is_any || (arm == 1 ? fc_constant_sets_may_hold(&condition) : fc_constant_sets_may_fail(&condition));
    return b->is_visited && !may && (!node->child[arm] || b->is_removable[arm]);
}

/* True: there was one. */
static bool remove_arms(fc_removed_nodes *removed, const propagation *p, fc_node *node)
{
    const int arm = is_idle(p, node, 1) ? 1 : node->n_children > 2 && is_idle(p, node, 2) ? 2 : 0;
    fc_node *condition = node->child[0];
    if (arm == 0)
        return false;
    const fc_node *other = arm == 2 ? node->child[1] : node->n_children > 2 ? node->child[2] : NULL;
    if (has_side_effects(condition) && (!other || other->kind == FC_EMPTY)) {
        fc_node_removal_evaluate(node, removed);
        return true;
    }
    if (node->child[arm])
        fc_node_removal_empty(node->child[arm], removed);
    if (condition->type->kind == FC_TYPE_INTEGER && !has_side_effects(condition))
        fc_node_removal_decide(condition, arm == 2, removed);
    return true;
}

/* The statements of cases that are never executed, but for the breaks that end them. True: there was one. */
static bool remove_cases(fc_removed_nodes *removed, const propagation *p, const fc_node *node, const fc_node *body)
{
    bool *live = find_live(p, node, body), found = false;
    for (int i = 0; i < body->n_children && p->branch[node->id].is_visited; i++) {
        fc_node *part = body->child[i];
        while (part->kind == FC_CASE || part->kind == FC_DEFAULT)
            part = part->child[part->kind == FC_CASE];
        if (live[i] || part->kind == FC_BREAK)
            continue;
        fc_node_removal_empty(part, removed);
        found = true;
    }
    free(live);
    return found;
}

static bool remove_all(fc_removed_nodes *removed, const propagation *p)
{
    bool found = false;
    for (int i = 0; i < p->program->n_nodes; i++) {
        fc_node *node = p->program->node[i];
        const fc_node *cases = cases_of(p, node);
        if (node->kind == FC_IF)
            found |= remove_arms(removed, p, node);
        if (cases)
            found |= remove_cases(removed, p, node, cases);
    }
    return found;
}

static bool remove_once(fc_removed_nodes *removed, fc_program *program, const fc_procedure *start)
{
    fc_indirect_calls *calls = fc_indirect_calls_find(program);
    fc_control *control = fc_control_create_initial(program, calls);
    propagation p = {.program = program, .definitions = fc_control_definitions(control)};
    fc_constant_values_begin(&p.values, program, control);
    index_by_node(&p);
    find_branches(&p);
    p.is_reached = fc_allocate((size_t)program->n_procedures, sizeof *p.is_reached);
    p.is_reached[start->id] = true;
    do
        propagate(&p);
    while (give_up(&p));
    const bool found = remove_all(removed, &p);
    free(p.first);
    free(p.by_node);
    free(p.branch);
    free(p.is_reached);
    fc_constant_values_free(&p.values);
    fc_control_free(control);
    fc_indirect_calls_free(calls);
    return found;
}

void fc_conditional_constants_remove(fc_removed_nodes *removed, fc_program *program)
{
    const fc_procedure *start = fc_program_find(program, "main");
    bool goes_on = start != NULL;
    for (int i = 0; i < PASSES && goes_on; i++)
        goes_on = remove_once(removed, program, start);
}
