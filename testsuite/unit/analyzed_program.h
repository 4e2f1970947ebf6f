/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file analyzed_program.h  A source, its analysis, and queries of the passes' results by line. */
#ifndef ANALYZED_PROGRAM_H
#define ANALYZED_PROGRAM_H

#include "analyzer/context/values.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "runtime/core/forecost.h"
#include "testsuite/unit/frontend_sources.h"

typedef struct analyzed {
    sources all;
    const fc_program *program;
    fc_analysis *analysis;
} analyzed;

/** flag: of the compiler; NULL: none. */
static inline void analyzed_open_compiled(analyzed *a, const char *text, const char *flag)
{
    *a = (analyzed){0};
    sources_open(&a->all);
    sources_write(&a->all, "a.c", text);
    if (sources_read(&a->all, &flag, flag ? 1 : 0, strstr(text, "mpi.h") ? "mpicc" : NULL) ||
        fc_analysis_create(&a->analysis, a->all.program, &a->all.report))
        fail_msg("%s", a->all.report.text);
    a->program = a->all.program;
}

static inline void analyzed_open(analyzed *a, const char *text)
{
    analyzed_open_compiled(a, text, NULL);
}

static inline void analyzed_close(analyzed *a)
{
    fc_analysis_free(a->analysis);
    sources_close(&a->all);
}

/** The first node of a kind that begins on the line. */
static inline const fc_node *node_at(const analyzed *a, fc_node_kind kind, int line)
{
    for (int i = 0; i < a->program->n_nodes; i++)
        if (a->program->node[i]->kind == kind && a->program->node[i]->span.line == line)
            return a->program->node[i];
    fail_msg("no %s on line %d", fc_node_kind_text(kind), line);
    return NULL;
}

/** The trip count of the last while loop in the text equals the slice's. */
static inline bool last_loop_is_known(const char *text)
{
    analyzed a;
    const fc_node *loop = NULL;
    analyzed_open(&a, text);
    for (int i = 0; i < a.program->n_nodes; i++)
        if (a.program->node[i]->kind == FC_WHILE)
            loop = a.program->node[i];
    bool known = fc_control_is_static(a.analysis->control, loop->child[0]);
    analyzed_close(&a);
    return known;
}

typedef struct cost_search {
    fc_cost_node_kind kind;
    int line;
    const fc_cost *found;
} cost_search;

static inline void search_cost(void *data, const fc_cost *cost)
{
    cost_search *search = data;
    if (!search->found && cost->kind == search->kind && cost->node && cost->node->span.line == search->line)
        search->found = cost;
}

/** The first cost of a kind whose source begins on the line, or NULL. */
static inline const fc_cost *cost_at(const analyzed *a, fc_cost_node_kind kind, int line)
{
    cost_search search = {kind, line, NULL};
    for (int i = 0; i < a->program->n_procedures; i++)
        if (a->analysis->tree[i])
            fc_cost_walk(a->analysis->tree[i], search_cost, &search);
    return search.found;
}

/** The region of the innermost loop on the line. */
static inline const fc_region_model *region_at(const analyzed *a, int line)
{
    for (size_t i = 0; i < a->analysis->n_regions; i++)
        if (a->analysis->region[i]->span.line == line && (a->analysis->region[i]->flags & FC_REGION_LOOP))
            return a->analysis->region[i];
    fail_msg("no innermost loop on line %d", line);
    return NULL;
}

/** The evaluation context of the procedure that holds the node. */
static inline fc_view view_of(const analyzed *a, const fc_node *node)
{
    while (node->parent)
        node = node->parent;
    return (fc_view){.control = a->analysis->control, .algebra = a->analysis->algebra, .root = node};
}

/** Values of variables by the name they are printed with. */
typedef struct named_value {
    const char *name;
    double value;
} named_value;

typedef struct named_values {
    const analyzed *a;
    const named_value *list;
} named_values;

static inline bool value_by_name(void *data, const char *key, double *value)
{
    const named_values *values = data;
    for (int i = 0; key[0] == 's' && i < values->a->program->n_symbols; i++) {
        const fc_symbol *symbol = values->a->program->symbol[i];
        char own[32];
        int length = snprintf(own, sizeof own, "s%d", symbol->id);
        if (strcmp(key, own) != 0 && (strncmp(key, own, (size_t)length) != 0 || strcmp(key + length, "+") != 0))
            continue;
        for (const named_value *at = values->list; at->name; at++)
            if (strcmp(at->name, symbol->name) == 0)
                return *value = at->value, true;
    }
    for (const named_value *at = values->list; at->name; at++)
        if (strcmp(at->name, key) == 0)
            return *value = at->value, true;
    return false;
}

/** list: closed by a NULL name. */
static inline double evaluated(const analyzed *a, const fc_sym *expression, const named_value *list)
{
    named_values names = {a, list};
    fc_values values = {.variable = value_by_name, .data = &names};
    double result = -12345;
    assert_non_null(expression);
    if (!fc_sym_evaluate(expression, &values, &result)) {
        fc_text text = {0};
        fc_sym_print(&text, expression, FC_NOTATION_TEXT);
        fail_msg("a value is missing in %s", text.bytes);
    }
    return result;
}

#define VALUES(...) ((const named_value[]){__VA_ARGS__, {NULL, 0}})

/** The condition of the while loop on the line is static. */
static inline bool decides(const analyzed *a, int line)
{
    return fc_control_is_static(a->analysis->control, node_at(a, FC_WHILE, line)->child[0]);
}

/** The condition is dynamic, and the first dynamic variable in it has this name. */
static inline void expect_escape(const analyzed *a, int line, const char *name)
{
    const fc_node *condition = node_at(a, FC_WHILE, line)->child[0];
    assert_false(fc_control_is_static(a->analysis->control, condition));
    assert_non_null(fc_control_dynamic_symbol(a->analysis->control, condition));
    assert_string_equal(fc_control_dynamic_symbol(a->analysis->control, condition)->name, name);
}

#endif
