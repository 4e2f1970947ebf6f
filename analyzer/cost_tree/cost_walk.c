/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks of cost trees, their release, and what such a walk finds. */
#include "analyzer/cost_tree/cost_builder.h"
#include "analyzer/regions/operations.h"
#include "analyzer/regions/unrolled_loops.h"

#include <stdlib.h>

void fc_cost_free(fc_cost *cost)
{
    for (int i = 0; cost && i < cost->n_children; i++)
        fc_cost_free(cost->child[i]);
    if (cost)
        free(cost->child);
    free(cost);
}

const fc_cost *fc_cost_search_first(const fc_cost *tree, fc_cost_search_test *passes, const void *data)
{
    const fc_cost *found = passes(tree, data) ? tree : NULL;
    for (int i = 0; i < tree->n_children && !found; i++)
        found = fc_cost_search_first(tree->child[i], passes, data);
    return found;
}

static bool is_of(const fc_cost *cost, const void *node)
{
    return cost->node == node && cost->kind != FC_COST_SEQUENCE && cost->kind != FC_COST_REGION;
}

bool fc_cost_contains(const fc_cost *tree, const fc_node *node)
{
    return fc_cost_search_first(tree, is_of, node);
}

void fc_cost_walk(const fc_cost *cost, void (*visit)(void *data, const fc_cost *cost), void *data)
{
    visit(data, cost);
    for (int i = 0; i < cost->n_children; i++)
        fc_cost_walk(cost->child[i], visit, data);
}

/* Visits each called procedure once, on whichever path it is reached first. */
typedef struct called_walk {
    const fc_analysis *analysis;
    fc_cost_visit_called *visit;
    void *data;
    enum {
        UNVISITED,
        WITHIN,
        DONE
    } * visited; /* by procedure id */
    bool is_called, is_recursive;
} called_walk;

static void visit_called(void *data, const fc_cost *cost)
{
    called_walk *walk = data;
    walk->visit(walk->data, cost, walk->is_called);
    const int callee = cost->kind == FC_COST_CALL ? cost->callee->id : -1;
    if (callee < 0 || !walk->analysis->tree[callee])
        return;
    walk->is_recursive |= walk->visited[callee] == WITHIN;
    if (walk->visited[callee] != UNVISITED)
        return;
    const bool was_called = walk->is_called;
    walk->visited[callee] = WITHIN;
    walk->is_called = true;
    fc_cost_walk(walk->analysis->tree[callee], visit_called, walk);
    walk->is_called = was_called;
    walk->visited[callee] = DONE;
}

bool fc_cost_walk_called(const fc_analysis *analysis, const fc_cost *cost, fc_cost_visit_called *visit, void *data)
{
    called_walk walk = {analysis, visit, data, NULL, false, false};
    walk.visited = fc_allocate((size_t)analysis->program->n_procedures, sizeof *walk.visited);
    fc_cost_walk(cost, visit_called, &walk);
    free(walk.visited);
    return !walk.is_recursive;
}

const fc_node *fc_cost_outermost_loop(const fc_node *node)
{
    const fc_node *loop = NULL, *top = node;
    for (const fc_node *up = node; up; up = up->parent) {
        loop = fc_node_is_loop(up) ? up : loop;
        top = up;
    }
    return loop ? loop : top;
}

static bool has_cost(const fc_cost *cost, const void *unused)
{
    (void)unused;
    bool is_container = cost->kind == FC_COST_SEQUENCE || cost->kind == FC_COST_REGION;
    return !is_container || (cost->region && !fc_operations_is_empty(cost->region));
}

bool fc_cost_is_free(const fc_cost *cost)
{
    return !fc_cost_search_first(cost, has_cost, NULL);
}

static bool is_or_calls_loop(const fc_cost *cost, const void *unused)
{
    (void)unused;
    const fc_node *body = cost->kind == FC_COST_CALL ? cost->callee->body : NULL;
    bool found = fc_cost_is_loop(cost) && fc_unrolled_loops_trips(cost) == 0;
    for (int i = 0; body && i < body->n_children && !found; i++)
        found = fc_node_is_loop(body->child[i]);
    return found;
}

bool fc_cost_has_loop(const fc_cost *cost)
{
    return fc_cost_search_first(cost, is_or_calls_loop, NULL);
}
