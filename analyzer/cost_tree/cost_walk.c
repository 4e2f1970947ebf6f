/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks of cost trees, their release, and what such a walk finds. */
#include "analyzer/cost_tree/cost_builder.h"
#include "analyzer/regions/operations.h"

#include <stdlib.h>

void fc_cost_free(fc_cost *cost)
{
    for (int i = 0; cost && i < cost->n_children; i++)
        fc_cost_free(cost->child[i]);
    if (cost)
        free(cost->child);
    free(cost);
}

bool fc_cost_contains(const fc_cost *tree, const fc_node *node)
{
    bool found = tree->node == node && tree->kind != FC_COST_SEQUENCE && tree->kind != FC_COST_REGION;
    for (int i = 0; i < tree->n_children && !found; i++)
        found = fc_cost_contains(tree->child[i], node);
    return found;
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

static void find_cost(void *data, const fc_cost *cost)
{
    bool *found = data;
    bool container = cost->kind == FC_COST_SEQUENCE || cost->kind == FC_COST_REGION;
    *found |= container ? cost->region && !fc_operations_is_empty(cost->region) : true;
}

bool fc_cost_is_free(const fc_cost *cost)
{
    bool costs = false;
    fc_cost_walk(cost, find_cost, &costs);
    return !costs;
}

static void find_loop(void *data, const fc_cost *cost)
{
    bool *found = data;
    *found |= cost->kind == FC_COST_CANONICAL_LOOP || cost->kind == FC_COST_COUNTED_LOOP ||
              cost->kind == FC_COST_EXECUTED_LOOP;
    if (cost->kind == FC_COST_CALL && cost->callee->body)
        for (int i = 0; i < cost->callee->body->n_children; i++)
            *found |= fc_node_is_loop(cost->callee->body->child[i]);
}

bool fc_cost_has_loop(const fc_cost *cost)
{
    bool found = false;
    fc_cost_walk(cost, find_loop, &found);
    return found;
}
