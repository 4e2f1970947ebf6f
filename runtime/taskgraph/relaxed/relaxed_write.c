/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/relaxed_write.h"

#include "support/quote.h"

#include <jansson.h>
#include <stdlib.h>

static const char *between(int i)
{
    return i == 0 ? "\n  " : ",\n  ";
}

/* A number, or an expression in quotes. */
static void add_expression(fc_text *out, const fc_relaxed *graph, const fc_expression *e)
{
    const char *quote = fc_expression_is_number(e) ? "" : "\"";
    fc_text_add(out, "%s", quote);
    fc_expression_write(out, e, &graph->names);
    fc_text_add(out, "%s", quote);
}

static void add_names(fc_text *out, const fc_relaxed *graph)
{
    fc_text_add(out, ",\n\"parameters\": {");
    for (int i = 0; i < graph->n_parameters; i++)
        fc_text_add(out, "%s\"%s\": %.17g", i ? ", " : "", graph->names.item[i], graph->parameter[i]);
    fc_text_add(out, "},\n\"definitions\": {");
    for (int i = 0; i < graph->n_definitions; i++) {
        fc_text_add(out, "%s\"%s\": ", between(i), graph->names.item[graph->definition[i].name]);
        add_expression(out, graph, graph->definition[i].value);
    }
    fc_text_add(out, "}");
}

static void add_loops(fc_text *out, const fc_relaxed *graph)
{
    fc_text_add(out, ",\n\"loops\": [");
    for (int i = 0; i < graph->n_loops; i++) {
        const fc_relaxed_loop *of = &graph->loop[i];
        fc_text_add(out, "%s{\"counter\": \"%s\", ", between(i), graph->names.item[of->counter]);
        if (of->around >= 0)
            fc_text_add(out, "\"in\": \"%s\", ", graph->names.item[graph->loop[of->around].counter]);
        fc_text_add(out, "\"limit\": ");
        add_expression(out, graph, of->limit);
        fc_text_add(out, ", \"first\": ");
        fc_quote_json(out, graph->state[of->first].name);
        fc_text_add(out, ", \"last\": ");
        fc_quote_json(out, graph->state[of->last].name);
        fc_text_add(out, ", \"cost_s\": ");
        add_expression(out, graph, of->cost_s);
        fc_text_add(out, "}");
    }
    fc_text_add(out, "]");
}

static void add_states(fc_text *out, const fc_relaxed *graph)
{
    fc_text_add(out, ",\n\"states\": [");
    for (int i = 0; i < graph->n_states; i++) {
        const fc_relaxed_state *of = &graph->state[i];
        fc_text_add(out, "%s%s", between(i), of->loop >= 0 ? "{\"name\": " : "");
        fc_quote_json(out, of->name);
        if (of->loop >= 0)
            fc_text_add(out, ", \"loop\": \"%s\"}", graph->names.item[graph->loop[of->loop].counter]);
    }
    fc_text_add(out, "]");
}

static void add_transitions(fc_text *out, const fc_relaxed *graph)
{
    int written = 0;
    fc_text_add(out, ",\n\"transitions\": [");
    for (int i = 0; i < graph->n_transitions; i++) {
        const fc_relaxed_transition *of = &graph->transition[i];
        if (of->is_dropped)
            continue;
        fc_text_add(out, "%s{\"from\": ", between(written++));
        fc_quote_json(out, graph->state[of->from].name);
        fc_text_add(out, ", \"to\": ");
        fc_quote_json(out, graph->state[of->to].name);
        if (of->ahead)
            fc_text_add(out, ", \"ahead\": %d", of->ahead);
        fc_text_add(out, ", \"cost_s\": ");
        add_expression(out, graph, of->cost_s);
        fc_text_add(out, "}");
    }
    fc_text_add(out, "]");
}

void fc_relaxed_write(fc_text *out, const fc_relaxed *graph)
{
    fc_text_add(out, "{\"relaxed\": 1, \"name\": ");
    fc_quote_json(out, graph->name);
    add_names(out, graph);
    add_loops(out, graph);
    add_states(out, graph);
    add_transitions(out, graph);
    fc_text_add(out, "}\n");
}
