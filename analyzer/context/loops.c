/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/context/loops.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the variable of a loop ---- */

/* The expression that gives the variable its first value; NULL: several, or what was before the procedure. */
static const fc_node *first_value(const fc_procedure_loops *loops, const fc_recurrence *recurrence)
{
    const fc_node *node = recurrence->start == FC_GRAPH_NONE ? NULL : loops->ir.ssa.value[recurrence->start].node;
    if (node && node->kind == FC_DECLARE && node->n_children > 0)
        return node->child[0];
    return node && node->kind == FC_ASSIGN && node->op == FC_OP_NONE ? node->child[1] : NULL;
}

static void describe(fc_cost *out, const fc_procedure_loops *loops, const fc_loop_form *form)
{
    const fc_recurrence *own = &form->recurrence[form->own];
    bool is_single = own->kind == FC_RECURRENCE_ADD && own->n_steps == 1;
    out->variable = fc_procedure_loops_variable(loops, own);
    out->low = first_value(loops, own);
    out->step = is_single ? own->step[0].value : NULL;
    out->step_sign = is_single ? own->step[0].sign : 0;
}

static const fc_loop_form *form_of(const fc_procedure_loops **loops, const fc_control *control, const fc_node *loop)
{
    *loops = fc_control_loops(control, loop);
    int number = *loops ? fc_procedure_loops_of(*loops, loop) : FC_GRAPH_NONE;
    return number == FC_GRAPH_NONE ? NULL : &(*loops)->form[number];
}

bool fc_loops_own(fc_cost *out, const fc_control *control, const fc_node *loop)
{
    const fc_procedure_loops *loops;
    const fc_loop_form *form = form_of(&loops, control, loop);
    if (!form || form->own == FC_GRAPH_NONE)
        return false;
    describe(out, loops, form);
    return true;
}

static bool names(const fc_node *node, const fc_symbol *variable)
{
    node = fc_node_without_casts(node);
    return node->kind == FC_NAME && node->symbol == variable;
}

/* do { ... } while (0), as in macros: no loop of the control-flow graph. */
static bool runs_once(const fc_node *loop)
{
    const fc_node *condition = loop->kind == FC_DO ? fc_node_without_casts(loop->child[1]) : NULL;
    return condition && condition->kind == FC_INTEGER && condition->value == 0;
}

bool fc_loops_recognize(fc_cost *loop, const fc_control *control)
{
    const fc_procedure_loops *loops;
    const fc_loop_form *form = form_of(&loops, control, loop->node);
    if (!form)
        return loops && runs_once(loop->node);
    loop->limit = fc_control_bound(control, loop->node);
    if (form->own != FC_GRAPH_NONE)
        describe(loop, loops, form);
    for (size_t i = 0; loop->variable && i < form->exits.n; i++) {
        const fc_loop_exit *exit = &form->exits.exit[i];
        if (exit->is_head && exit->is_regular && !exit->on_true && (!loop->limit || exit->decision == loop->limit)) {
            /* variable < bound, or bound > variable; on either side the variable alone. */
            const fc_node *condition = exit->decision;
            bool compares =
                condition->kind == FC_BINARY && condition->op >= FC_OP_LESS && condition->op <= FC_OP_GREATER_EQUAL;
            if (!compares && (condition->kind != FC_BINARY || condition->op != FC_OP_NOT_EQUAL))
                continue;
            bool left = names(condition->child[0], loop->variable), right = names(condition->child[1], loop->variable);
            if (left == right)
                continue;
            loop->bound = condition->child[left ? 1 : 0];
            loop->relation = left ? condition->op : fc_operator_mirrored(condition->op);
        }
    }
    return fc_trip_count_may_exist(loops, fc_procedure_loops_of(loops, loop->node));
}

bool fc_loops_only_counts(const fc_cost *loop, const fc_control *control)
{
    const fc_procedure_loops *loops;
    const fc_loop_form *form = form_of(&loops, control, loop->node);
    bool up = loop->relation == FC_OP_LESS || loop->relation == FC_OP_LESS_EQUAL;
    bool fits = loop->relation == FC_OP_NOT_EQUAL || up == (loop->step_sign > 0);
    return form && form->index != FC_GRAPH_NONE && form->exits.n == 1 && loop->node->kind == FC_FOR && loop->bound &&
           loop->step_sign != 0 && fits;
}

bool fc_loops_runs_once_more(const fc_cost *part, const fc_cost *loop, const fc_control *control)
{
    const fc_procedure_loops *loops;
    const fc_node *condition = fc_control_condition(loop->node);
    if (part->kind != FC_COST_CALL || !condition || !fc_node_is_within(part->node, condition))
        return false;
    const fc_loop_form *form = form_of(&loops, control, loop->node);
    return form && form->exits.n == 1 && form->exits.exit[0].is_head;
}

/* ---- ranges ---- */

static bool find_count(fc_trip_count *out, fc_evolution *evolution, const fc_cost *loop, const fc_view *view)
{
    if (!fc_value_evolution(evolution, view) || (loop->kind == FC_COST_COUNTED_LOOP && !loop->limit))
        return false;
    fc_trip_request request = {fc_procedure_loops_of(evolution->loops, loop->node),
                               loop->kind == FC_COST_COUNTED_LOOP ? loop->limit : NULL, view->state != NULL};
    if (request.loop == FC_GRAPH_NONE && runs_once(loop->node)) {
        *out = (fc_trip_count){.last = fc_sym_integer(view->algebra, 0)};
        return true;
    }
    return request.loop != FC_GRAPH_NONE && fc_trip_count_find(out, evolution, &request);
}

bool fc_loops_is_closed(const fc_cost *loop, const fc_view *view)
{
    fc_trip_count count;
    fc_evolution evolution;
    return find_count(&count, &evolution, loop, view);
}

/* The loop's variable itself runs from low to high. */
static void range_over_index(fc_loop_range *range, const fc_trip_count *count, fc_algebra *algebra)
{
    const fc_loop_index *index = &count->index;
    range->variable = range->value = index->variable;
    range->low = index->sign > 0 ? index->start : fc_sym_subtract(algebra, index->start, count->last);
    range->high = index->sign > 0 ? fc_sym_add(algebra, index->start, count->last) : index->start;
    range->number = index->sign > 0 ? fc_sym_subtract(algebra, range->variable, index->start)
                                    : fc_sym_subtract(algebra, index->start, range->variable);
}

/* t = 0 .. last */
static void range_over_numbers(fc_loop_range *range, const fc_cost *loop, const fc_trip_count *count,
                               fc_algebra *algebra)
{
    const fc_loop_index *index = &count->index;
    range->variable = range->number = fc_evolution_iteration(algebra, loop->node);
    range->low = fc_sym_integer(algebra, 0);
    range->high = count->last;
    if (!index->start)
        return;
    const fc_sym *offset = fc_sym_multiply(algebra, index->step, range->variable);
    range->value =
        index->sign > 0 ? fc_sym_add(algebra, index->start, offset) : fc_sym_subtract(algebra, index->start, offset);
}

fc_loop_share fc_loops_share(fc_algebra *algebra, const fc_node *loop)
{
    static const struct {
        const char *key, *label, *in_c;
        unsigned facts;
    } of[2] = {{"share_first%d", "first", "fc_share_%d.first", FC_FACT_NONNEGATIVE},
               {"share_count%d", "count", "fc_share_%d.count", FC_FACT_POSITIVE}};
    const fc_sym *value[2];
    for (int i = 0; i < 2; i++) {
        char key[40], in_c[40];
        snprintf(key, sizeof key, of[i].key, loop->id);
        snprintf(in_c, sizeof in_c, of[i].in_c, loop->id);
        value[i] = fc_sym_variable(algebra, key, of[i].label, in_c, of[i].facts);
    }
    return (fc_loop_share){value[0], value[1]};
}

/* The value of the loop's variable in iteration `number`, if it does not count the iterations. */
static const fc_sym *own_value(const fc_evolution *evolution, const fc_node *loop, const fc_sym *number)
{
    int at = fc_procedure_loops_of(evolution->loops, loop);
    const fc_loop_form *form = at == FC_GRAPH_NONE ? NULL : &evolution->loops->form[at];
    bool has_own = form && form->own != FC_GRAPH_NONE;
    return has_own ? fc_evolution_at(evolution, at, &form->recurrence[form->own], number) : NULL;
}

bool fc_loops_range(fc_loop_range *range, const fc_cost *loop, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    fc_trip_count count;
    fc_evolution evolution;
    if (!find_count(&count, &evolution, loop, view))
        return false;
    const fc_sym *zero = fc_sym_integer(algebra, 0), *one = fc_sym_integer(algebra, 1);
    *range = (fc_loop_range){.assumed = count.assumed};
    range->index = count.index.variable;
    if (!range->index && loop->variable)
        range->index = fc_value_symbol(view, loop->variable);
    if (count.index.start && count.index.step == one && view->shared != loop->node)
        range_over_index(range, &count, algebra);
    else
        range_over_numbers(range, loop, &count, algebra);
    if (!count.index.variable && range->index)
        range->value = own_value(&evolution, loop->node, range->number);
    const fc_sym *length = fc_sym_add(algebra, count.last, one);
    range->trips = fc_sym_proves_nonnegative(algebra, length) ? length : fc_sym_maximum(algebra, length, zero);
    if (view->shared == loop->node) {
        /* t = first .. first + count - 1 */
        fc_loop_share share = fc_loops_share(algebra, loop->node);
        range->low = share.first;
        range->high =
            fc_sym_add(algebra, share.first, fc_sym_subtract(algebra, share.count, fc_sym_integer(algebra, 1)));
        range->trips = share.count;
    }
    return true;
}

/* The loop's variable is positive in each iteration: at both ends, as it is a linear function of the number. */
static bool stays_positive(fc_algebra *algebra, const fc_loop_range *range)
{
    const fc_sym *at[] = {range->low, range->high};
    const fc_sym *each =
        range->value
            ? fc_sym_subtract(algebra,
                              fc_sym_substitute(algebra, range->value, range->variable,
                                                fc_sym_add(algebra, range->variable, fc_sym_integer(algebra, 1))),
                              range->value)
            : NULL;
    bool is_rising = each && fc_sym_proves_nonnegative(algebra, each), is_positive = each != NULL;
    for (int i = 0; i < 2 - is_rising && is_positive; i++)
        is_positive = fc_sym_proves_positive(algebra, fc_sym_substitute(algebra, range->value, range->variable, at[i]));
    return is_positive;
}

const fc_sym *fc_loops_counter(const fc_cost *loop, const fc_view *view)
{
    bool is_counted = loop->variable && loop->variable->type->kind == FC_TYPE_INTEGER;
    return is_counted   ? fc_value_symbol(view, loop->variable)
           : loop->node ? fc_evolution_iteration(view->algebra, loop->node)
                        : NULL;
}

bool fc_loops_depends(fc_algebra *algebra, const fc_sym *value, const fc_sym *index)
{
    return value && index &&
           (fc_sym_depends(value, index) || fc_sym_depends(value, fc_sym_at_least_one(algebra, index)));
}

/* The value without the positive form of the loop's variable, which is itself where it is at least 1; NULL: it may be
 * less. */
static const fc_sym *without_positive(fc_algebra *algebra, const fc_loop_range *range, const fc_sym *value)
{
    const fc_sym *positive = range->index ? fc_sym_at_least_one(algebra, range->index) : NULL;
    if (!positive || !value || !fc_sym_depends(value, positive))
        return value;
    return stays_positive(algebra, range) ? fc_sym_substitute(algebra, value, positive, range->index) : NULL;
}

const fc_sym *fc_loops_in_iteration(fc_algebra *algebra, const fc_loop_range *range, const fc_sym *value)
{
    value = without_positive(algebra, range, value);
    bool depends = range->index && value && fc_sym_depends(value, range->index);
    if (depends && !range->value)
        return NULL;
    if (depends && range->value != range->index)
        value = fc_sym_substitute(algebra, value, range->index, range->value);
    return fc_trip_count_assume(algebra, &range->assumed, value);
}

const fc_sym *fc_loops_sum(fc_algebra *algebra, const fc_loop_range *range, const fc_sym *count)
{
    count = fc_loops_in_iteration(algebra, range, count);
    return count ? fc_sym_sum(algebra, range->variable, range->low, range->high, count) : NULL;
}
