/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file numbered_program.h  A source and its value numbering, and queries by line. */
#ifndef NUMBERED_PROGRAM_H
#define NUMBERED_PROGRAM_H

#include "analyzer/values/quantities.h"
#include "testsuite/unit/analyzed_program.h"

typedef struct numbered {
    analyzed a;
    fc_quantities quantities;
} numbered;

static inline void numbered_open(numbered *n, const char *text)
{
    analyzed_open(&n->a, text);
    fc_quantities_find(&n->quantities, n->a.analysis);
}

static inline void numbered_close(numbered *n)
{
    fc_quantities_free(&n->quantities);
    analyzed_close(&n->a);
}

/** The right side of the last assignment to the variable on the line. */
static inline const fc_node *right_side(const numbered *n, const char *name, int line)
{
    const fc_node *found = NULL;
    for (int i = 0; i < n->a.program->n_nodes; i++) {
        const fc_node *node = n->a.program->node[i];
        bool is_set = node->kind == FC_ASSIGN && node->child[0]->kind == FC_NAME && node->span.line == line;
        if (is_set && strcmp(node->child[0]->symbol->name, name) == 0)
            found = node->child[1];
    }
    if (!found)
        fail_msg("%s is not set on line %d", name, line);
    return found;
}

static inline const fc_procedure *procedure_of(const numbered *n, const fc_node *node)
{
    return fc_control_definitions(n->a.analysis->control)->owner[node->id];
}

/** The value that the variable is set to on the line. */
static inline int value_at(numbered *n, const char *name, int line)
{
    const fc_node *right = right_side(n, name, line);
    return fc_value_numbers_of(n->quantities.values, fc_value_numbers_in(n->quantities.values, procedure_of(n, right)),
                               right);
}

/** Both variables, each on its line, are set to the same value. */
static inline bool same_value(numbered *n, const char *name, int line, const char *other, int other_line)
{
    return value_at(n, name, line) == value_at(n, other, other_line);
}

static inline const fc_quantity_loop *loop_at(const numbered *n, int line)
{
    for (size_t i = 0; i < n->quantities.n_loops; i++)
        if (n->quantities.loop[i].node->span.line == line)
            return &n->quantities.loop[i];
    fail_msg("no dynamic loop on line %d", line);
    return NULL;
}

/** The only quantity of the loop on the line. */
static inline const fc_quantity *quantity_at(const numbered *n, int line)
{
    const fc_quantity_loop *loop = loop_at(n, line);
    if (loop->failure != FC_TRIP_FOUND || loop->n != 1)
        fail_msg("line %d: %s, %d quantities", line, fc_trips_failure_text(loop->failure), loop->n);
    return &n->quantities.quantity[n->quantities.quantity_of_loop[loop->first]];
}

#endif
