/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/taskgraph_dot.h"

#include "support/quote.h"

void fc_taskgraph_dot_write(fc_text *out, const fc_taskgraph *graph, const char *name)
{
    fc_text_add(out, "digraph ");
    fc_quote_dot(out, name);
    fc_text_add(out, " {\n  node [shape=box]\n");
    for (uint32_t i = 0; i < graph->n; i++) {
        fc_text label = {0};
        fc_text_add(out, "  t%u ", i);
        if (graph->slot[i] == FC_TASKGRAPH_JOIN) {
            fc_text_add(out, "[shape=point]\n");
            continue;
        }
        fc_taskgraph_name(&label, graph, i);
        fc_text_add(&label, " %.4g s", graph->demand_s[i]);
        fc_text_add(out, "[label=");
        fc_quote_dot(out, label.bytes);
        fc_text_add(out, "]\n");
        fc_text_free(&label);
    }
    for (uint32_t i = 0; i < graph->n; i++)
        for (size_t e = graph->child_start[i]; e < graph->child_start[i + 1]; e++) {
            fc_text_add(out, "  t%u -> t%u", i, graph->child[e]);
            if (graph->delay_s && graph->delay_s[e] > 0)
                fc_text_add(out, " [label=\"%.4g s\"]", graph->delay_s[e]);
            fc_text_add(out, "\n");
        }
    fc_text_add(out, "}\n");
}
