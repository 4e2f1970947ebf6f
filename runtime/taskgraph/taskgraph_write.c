/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/taskgraph_write.h"

#include <jansson.h>
#include <stdlib.h>

enum {
    A_LINE = 16 /* numbers */
};

static const char *between(size_t i)
{
    return i == 0 ? "" : i % A_LINE == 0 ? ",\n" : ",";
}

static void add_head(fc_text *out, const char *name)
{
    json_t *string = json_string(name);
    char *quoted = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
    fc_text_add(out,
                "{\"taskgraph\": 1, \"name\": %s, \"schedule\": \"listed\",\n"
                "\"graph\": {\"kind\": \"list\", \"name\": \"stretch\",\n\"cpu_s\": [",
                quoted ? quoted : "\"program\"");
    free(quoted);
    json_decref(string);
}

void fc_taskgraph_write_listed(fc_text *out, const fc_taskgraph *graph, const char *name)
{
    add_head(out, name);
    for (size_t i = 0; i < graph->n; i++)
        fc_text_add(out, "%s%.17g", between(i), graph->demand_s[i]);
    fc_text_add(out, "],\n\"process\": [");
    for (size_t i = 0; i < graph->n; i++)
        fc_text_add(out, "%s%d", between(i), graph->process ? graph->process[i] : FC_TASK_NONE);
    fc_text_add(out, "],\n\"edges\": [");
    for (size_t i = 0; i < graph->n_edges; i++) {
        const double delay = graph->edge_delay_s ? graph->edge_delay_s[i] : 0;
        fc_text_add(out, "%s[%u,%u", between(i), graph->edge[i].from, graph->edge[i].to);
        if (delay > 0)
            fc_text_add(out, ",%.17g", delay);
        fc_text_add(out, "]");
    }
    fc_text_add(out, "]}}\n");
}
