/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A switch in a symbolic run: its value is compared with each constant, and each arm counts where it is chosen. */
#include "analyzer/summary/formula_run.h"

#include <stdlib.h>

typedef struct arms {
    const fc_cost *cost;
    const fc_sym **chosen; /* by case: an indicator; of a case without statements 0, since the next one has them */
    int fallback;          /* the default; -1: none */
} arms;

static bool fails(fc_run *run, const fc_cost *cost)
{
    return fc_run_fail(run, cost->node, "the cost program runs this switch step by step");
}

/* The constant of a case; NULL: a range, or none. */
static const fc_sym *constant_of(const fc_run *run, const fc_node *label)
{
    const fc_sym *value = label->n_children > 2 && label->child[2] ? NULL : fc_run_value(run, label->child[0]);
    return value && fc_sym_is_constant(value, NULL) ? value : NULL;
}

static bool ends_with_jump(const fc_cost *arm)
{
    const fc_cost *last = arm->n_children > 0 ? arm->child[arm->n_children - 1] : NULL;
    if (last && last->kind == FC_COST_BRANCH)
        return ends_with_jump(last->child[0]) && ends_with_jump(last->child[1]);
    return last && (last->kind == FC_COST_JUMP || (last->kind == FC_COST_SEQUENCE && ends_with_jump(last)));
}

/* Cases without statements share the arm of the next one. False: an arm falls through, or a label is no constant. */
static bool find_arms(fc_run *run, arms *of, const fc_sym *value)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_sym *none = fc_sym_integer(algebra, 0), *before = none, *any = none;
    bool is_default = false;
    for (int i = 0; i < of->cost->n_children; i++) {
        const fc_cost *label = of->cost->child[i], *arm = label->child[0];
        const fc_sym *constant = label->node->kind == FC_DEFAULT ? NULL : constant_of(run, label->node);
        bool is_last = i == of->cost->n_children - 1;
        /* Statements of the case run on into those of the next one. */
        if ((label->node->kind != FC_DEFAULT && !constant) || (!is_last && arm->n_children > 0 && !ends_with_jump(arm)))
            return false;
        const fc_sym *own = constant ? fc_sym_is_zero(algebra, fc_sym_subtract(algebra, value, constant)) : none;
        any = fc_sym_add(algebra, any, own);
        before = fc_sym_add(algebra, before, own);
        is_default |= !constant;
        bool joins = arm->n_children == 0 && !is_last;
        of->chosen[i] = joins ? none : before;
        of->fallback = is_default && !joins ? i : of->fallback;
        is_default &= joins;
        before = joins ? before : none;
    }
    if (of->fallback >= 0)
        of->chosen[of->fallback] =
            fc_sym_add(algebra, of->chosen[of->fallback], fc_sym_subtract(algebra, fc_sym_integer(algebra, 1), any));
    return true;
}

static bool run_arms(fc_run *run, const arms *of)
{
    double constant;
    fc_state *after = fc_state_copy(run->state);
    bool done = true;
    for (int i = 0; i < of->cost->n_children && done; i++) {
        const fc_cost *arm = of->cost->child[i]->child[0];
        bool is_never = fc_sym_is_constant(of->chosen[i], &constant) && constant == 0;
        if (!is_never && fc_run_arm_stops(run, arm))
            fc_run_stop_where(run, of->cost->child[i]->node, of->chosen[i]);
        else if (!is_never) {
            /* From the state in front of the switch. The state after it is that of the arm, where it is chosen. */
            const bool finalized = run->finalized;
            const fc_sym *running = run->running;
            fc_state *before = run->state, *otherwise = after;
            run->state = fc_state_copy(before);
            done = fc_run_weighted(run, arm, of->chosen[i]) && run->finalized == finalized && run->running == running;
            after = fc_state_copy(before);
            fc_state_choose(after, run->analysis->algebra, of->chosen[i], run->state, otherwise);
            fc_state_free(otherwise);
            fc_state_free(run->state);
            run->state = before;
            done = done || fails(run, arm);
        }
    }
    fc_state_replace(run->state, after);
    return done;
}

bool fc_run_switch(fc_run *run, const fc_cost *cost)
{
    const fc_node *expression = cost->node->child[0];
    fc_run_effects(run, expression);
    const fc_sym *value = cost->value_kept ? fc_run_value(run, expression) : NULL;
    if (!value && fc_control_reads_inputs(run->analysis->control, cost->node) && fc_run_given(run, cost))
        return true;
    arms of = {cost, fc_allocate((size_t)cost->n_children, sizeof *of.chosen), -1};
    bool done = value && find_arms(run, &of, value) ? run_arms(run, &of) : fails(run, cost);
    free(of.chosen);
    return done;
}
