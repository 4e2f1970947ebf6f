/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/cost_builder.h"

#include "analyzer/regions/operations.h"
#include "analyzer/regions/recurrence.h"
#include "support/messages/analysis.h"

#include <stdlib.h>
#include <string.h>

fc_cost *fc_cost_builder_node(fc_cost_node_kind kind, const fc_node *node)
{
    fc_cost *cost = fc_allocate(1, sizeof *cost);
    cost->kind = kind;
    cost->node = node;
    cost->site = cost->counter = cost->reached = -1;
    return cost;
}

fc_cost *fc_cost_builder_append(fc_cost *parent, fc_cost *child)
{
    parent->child = realloc(parent->child, (size_t)(parent->n_children + 1) * sizeof *parent->child);
    if (!parent->child)
        abort();
    return parent->child[parent->n_children++] = child;
}

fc_region_model *fc_cost_builder_region(fc_cost_builder *b, const fc_node *node)
{
    fc_analysis *analysis = b->analysis;
    fc_region_model *region = fc_allocate(1, sizeof *region);
    region->id = (int)analysis->n_regions;
    region->procedure = b->procedure;
    region->node = node;
    region->span = node->span;
    region->subscript = analysis->subscript;
    region->control = analysis->control;
    region->loop = b->loop ? b->loop->statement : NULL;
    analysis->region =
        fc_grow(analysis->region, &analysis->region_capacity, analysis->n_regions + 1, sizeof *analysis->region);
    return analysis->region[analysis->n_regions++] = region;
}

fc_region_model *fc_cost_builder_region_of(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    if (sequence->region)
        return sequence->region;
    fc_cost *cost = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_REGION, node));
    cost->region = fc_cost_builder_region(b, node);
    return sequence->region = cost->region;
}

fc_region_model *fc_cost_builder_region_before(fc_cost_builder *b, fc_cost *sequence, const fc_node *node)
{
    bool is_new = !sequence->region;
    fc_region_model *region = fc_cost_builder_region_of(b, sequence, node);
    if (is_new) {
        fc_cost **last = &sequence->child[sequence->n_children - 1], *own = last[0];
        last[0] = last[-1];
        last[-1] = own;
    }
    return region;
}

void fc_cost_builder_warn(fc_cost_builder *b, fc_span span, const char *text)
{
    fc_analysis *analysis = b->analysis;
    fc_place place = fc_program_place(analysis->program, span);
    analysis->warning =
        fc_grow(analysis->warning, &analysis->warning_capacity, analysis->n_warnings + 1, sizeof *analysis->warning);
    analysis->warning[analysis->n_warnings++] = fc_format("%s:%d:%d: %s", place.file, place.line, place.column, text);
}

static int add_site(fc_site_model **list, size_t *n, size_t *capacity, fc_site_model site)
{
    *list = fc_grow(*list, capacity, *n + 1, sizeof **list);
    (*list)[*n] = site;
    return (int)(*n)++;
}

int fc_cost_builder_site(fc_analysis *a, const fc_procedure *procedure, const fc_node *node, const char *operation)
{
    return add_site(&a->site, &a->n_sites, &a->site_capacity,
                    (fc_site_model){.node = node, .procedure = procedure, .operation = operation});
}

int fc_cost_builder_counter(fc_cost_builder *b, const fc_node *node, const char *operation, const fc_node *condition)
{
    fc_analysis *a = b->analysis;
    fc_text why = {0};
    if (condition)
        fc_control_print_reason(&why, a->control, condition);
    else if (strcmp(operation, "call") == 0)
        fc_text_add(&why, "one of several possible targets of calls through pointers");
    fc_site_model site = {node, b->procedure, operation, why.bytes, false};
    return add_site(&a->counter, &a->n_counters, &a->counter_capacity, site);
}

void fc_cost_builder_keep_counters(fc_cost_builder *b, size_t n)
{
    fc_analysis *a = b->analysis;
    while (a->n_counters > n)
        free(a->counter[--a->n_counters].why);
}

void fc_cost_builder_refuse(fc_cost_builder *b, fc_span span, const char *what, const char *why)
{
    if (b->status == FC_OK)
        b->status = fc_fail(b->report, FC_E_INPUT, fc_program_place(b->analysis->program, span),
                            "Exclude it from the predicted part, or use constructs that `forecost analyze` supports.",
                            FC_MSG_PROGRAM_NOT_SUPPORTED, what, why ? ": " : "", why ? why : "");
}
