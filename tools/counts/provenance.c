/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/provenance.h"

#include "analyzer/memory/definitions.h"
#include "support/messages/analysis.h"
#include "support/path.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct explanation {
    FILE *out;
    const fc_quantities *quantities;
    const fc_program *program;
} explanation;

static void print_place(const explanation *e, const fc_node *node)
{
    fc_place place = fc_program_place(e->program, node->span);
    char file[PATH_MAX];
    fc_path_write(file, sizeof file, place.file);
    fprintf(e->out, "%s:%d", file, place.line);
}

static void print_node(FILE *out, const fc_node *node)
{
    fc_text text = {0};
    fc_node_print(&text, node);
    fprintf(out, "%s", text.bytes ? text.bytes : "");
    fc_text_free(&text);
}

static void print_reason(void *data, const fc_control_reason *reason)
{
    const explanation *e = data;
    fprintf(e->out, "    ");
    print_node(e->out, reason->value);
    if (!reason->place) {
        fprintf(e->out, " is data: the slice does not compute it\n");
        return;
    }
    fprintf(e->out, " is %s, ", reason->text ? reason->text : "computed from a dynamic value");
    print_place(e, reason->place);
    fprintf(e->out, "\n");
}

/* What decides how often the node runs, or the value that it sets. */
static const fc_node *deciding_expression(const explanation *e, const fc_node *node)
{
    if (node->kind == FC_ASSIGN)
        return node->child[1];
    if (node->kind == FC_DECLARE)
        return node->n_children > 0 ? node->child[0] : NULL;
    if (fc_node_is_loop(node)) {
        const fc_node *by = fc_control_dynamic_loop_decision(e->quantities->analysis->control, node);
        return by ? fc_control_condition(by) : fc_control_condition(node);
    }
    return fc_control_condition(node);
}

static void print_trip(const explanation *e, const fc_quantity_loop *loop)
{
    const fc_quantities *q = e->quantities;
    if (loop->failure != FC_TRIP_FOUND) {
        fprintf(e->out, "    its count is no expression of quantities: %s\n", fc_trips_failure_text(loop->failure));
        return;
    }
    if (loop->n == 0)
        fprintf(e->out, "    its count follows from those of the loops around it and from constants\n");
    for (int i = loop->first; i < loop->first + loop->n; i++) {
        const fc_quantity *quantity = &q->quantity[q->quantity_of_loop[i]];
        fprintf(e->out, "    its count depends on %s in %s, which bounds %d %s, first at ", quantity->name,
                quantity->procedure->symbol->name, quantity->n_loops, quantity->n_loops == 1 ? "loop" : "loops");
        print_place(e, quantity->loop);
        fprintf(e->out, "\n");
    }
}

static void explain(const explanation *e, const fc_node *node)
{
    const fc_control *control = e->quantities->analysis->control;
    const fc_node *expression = deciding_expression(e, node);
    const fc_quantity_loop *loop = fc_node_is_loop(node) ? fc_quantities_of_loop(e->quantities, node) : NULL;
    bool is_static = !loop && (!expression || fc_control_is_static(control, expression));
    const char *state = is_static                                ? "static"
                        : loop && loop->failure == FC_TRIP_FOUND ? "closed over measured quantities"
                                                                 : "dynamic";
    print_place(e, node);
    fprintf(e->out, ": %s", fc_node_kind_text(node->kind));
    if (node->kind == FC_ASSIGN || node->kind == FC_DECLARE) {
        fprintf(e->out, " of %s", node->kind == FC_DECLARE ? node->symbol->name : "");
        if (node->kind == FC_ASSIGN)
            print_node(e->out, node->child[0]);
    }
    fprintf(e->out, ": %s\n", state);
    if (loop)
        print_trip(e, loop);
    if (!is_static && expression)
        fc_control_visit_reasons(control, expression, print_reason, (void *)e);
}

static bool is_explained(const fc_node *node)
{
    return fc_node_is_loop(node) || node->kind == FC_IF || node->kind == FC_SWITCH || node->kind == FC_ASSIGN ||
           (node->kind == FC_DECLARE && node->n_children > 0 && node->child[0]) || node->kind == FC_CONDITIONAL;
}

static bool is_at(const explanation *e, const fc_node *node, const char *file, size_t length, long line)
{
    if (node->span.file < 0 || node->span.line != line || !is_explained(node))
        return false;
    const char *path = e->program->file[node->span.file].path;
    const size_t n = strlen(path);
    return n >= length && strncmp(path + n - length, file, length) == 0 && (n == length || path[n - length - 1] == '/');
}

fc_status fc_provenance_print(FILE *out, const fc_quantities *quantities, const char *place, fc_report *report)
{
    explanation e = {out, quantities, quantities->analysis->program};
    const char *colon = strrchr(place, ':');
    char *end = NULL;
    long line = colon ? strtol(colon + 1, &end, 10) : 0;
    if (!colon || colon == place || end == colon + 1 || *end || line < 1 || line > INT_MAX)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Write --why FILE:LINE, for example --why jacobi.c:71.",
                       FC_MSG_WHY_NO_FILE_LINE, place);
    bool any = false;
    for (int i = 0; i < e.program->n_nodes; i++)
        if (is_at(&e, e.program->node[i], place, (size_t)(colon - place), line)) {
            explain(&e, e.program->node[i]);
            any = true;
        }
    if (any)
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                   "Name the line on which a loop, a branch or an assignment of a main file begins.",
                   FC_MSG_WHY_NOTHING_BEGINS, place);
}
