/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/cost_counts.h"

#include "analyzer/context/loops.h"
#include "analyzer/effects/external.h"
#include "analyzer/effects/library.h"
#include "analyzer/memory/definitions.h"

#include <stdlib.h>
#include <string.h>

fc_counter_wording fc_cost_counts_wording(const fc_site_model *counter)
{
    static const fc_counter_wording list[] = {
        {"loop", "iterations", "mean iterations of the loop"},
        {"call", "calls", "share of the procedure in calls through pointers"},
        {"recursion", "executions", "mean executions of the procedure per call from outside"},
        {"time", "nanoseconds", "mean nanoseconds of the call"},
        {"number", "elements", "mean number of elements"},
        {"datatype", "bytes", "mean bytes of the datatype"},
        {"blocks", "elements", "mean number of elements of all ranks"},
        {"extent", "pages", "mean object size in pages of 4 KiB"}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(counter->operation, list[i].operation) == 0)
            return list[i];
    return (fc_counter_wording){NULL, "taken", "share of the branch"};
}

const fc_sym *fc_cost_counts_counter(const fc_analysis *analysis, int counter)
{
    char *key = fc_format("c%d", counter), *in_c = fc_format("fc_c%d", counter);
    fc_place place = fc_program_place(analysis->program, analysis->counter[counter].node->span);
    char *label =
        fc_format("%s(%s:%d)", fc_cost_counts_wording(&analysis->counter[counter]).word, place.file, place.line);
    const fc_sym *value = fc_sym_variable(analysis->algebra, key, label, in_c, FC_FACT_NONNEGATIVE | FC_FACT_REAL);
    free(key);
    free(in_c);
    free(label);
    return value;
}

const fc_sym *fc_cost_counts_share(const fc_analysis *analysis, const fc_cost *share)
{
    return share->share ? share->share : fc_cost_counts_counter(analysis, share->counter);
}

const fc_sym *fc_cost_counts_bytes(const fc_view *view, const fc_node *call)
{
    const char *name = fc_call_target(call)->name;
    int at = fc_library_allocated_argument(name);
    const fc_sym *bytes = call->n_children > at ? fc_value(view, call->child[at]) : NULL;
    if (!bytes || strcmp(name, "calloc") != 0 || call->n_children < 3)
        return bytes;
    const fc_sym *size = fc_value(view, call->child[2]);
    return size ? fc_sym_multiply(view->algebra, bytes, size) : NULL;
}

const fc_sym *fc_cost_counts_fresh_bytes(const fc_analysis *analysis, const fc_view *view, const fc_node *call)
{
    bool is_fresh = !analysis->reuses[call->id] && !fc_external_keeps_content(call);
    return is_fresh ? fc_cost_counts_bytes(view, call) : fc_sym_integer(view->algebra, 0);
}

/* The value varies in an enclosing loop within the view. */
static bool varies_around(const fc_sym *value, const fc_cost *loop, const fc_view *view)
{
    for (const fc_node *up = loop->node; up != view->root && up->parent;) {
        up = up->parent;
        fc_cost own = {0};
        if (fc_node_is_loop(up) && (!fc_loops_own(&own, view->control, up) ||
                                    fc_loops_depends(view->algebra, value, fc_value_symbol(view, own.variable))))
            return true;
    }
    return false;
}

bool fc_cost_counts_bound(fc_loop_range *range, const fc_analysis *analysis, const fc_cost *loop, const fc_view *view)
{
    return loop->reached >= 0 && analysis->counter[loop->counter].is_reached && fc_loops_range(range, loop, view);
}

const fc_sym *fc_cost_counts_iterations(const fc_analysis *analysis, const fc_cost *loop, const fc_view *view)
{
    const fc_sym *count = fc_cost_counts_counter(analysis, loop->counter);
    fc_loop_range range;
    if (view->shared == loop->node)
        return fc_loops_share(view->algebra, loop->node).count;
    if (view->state)
        return fc_cost_counts_bound(&range, analysis, loop, view) ? range.trips : count;
    if (loop->reached < 0)
        return count;
    if (loop->node->kind != FC_FOR || view->outer || !loop->bound || !fc_loops_range(&range, loop, view) ||
        range.assumed.n > 0 || varies_around(range.trips, loop, view))
        return NULL;
    fc_text bound = {0}, label = {0};
    fc_sym_print(&bound, range.trips, FC_NOTATION_C);
    fc_sym_print(&label, count, FC_NOTATION_TEXT);
    char *in_c = fc_format("fc_min(fc_trip_limit(r, %d, %d), %s)", loop->counter, loop->reached, bound.bytes);
    count = fc_sym_variable(analysis->algebra, in_c, label.bytes, in_c, FC_FACT_NONNEGATIVE | FC_FACT_REAL);
    free(in_c);
    fc_text_free(&label);
    fc_text_free(&bound);
    return count;
}
