/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/loops/procedure_loops.h"

#include <stdlib.h>

static bool is_structured(const fc_node *statement)
{
    return statement && (statement->kind == FC_FOR || statement->kind == FC_WHILE || statement->kind == FC_DO);
}

/* ---- the variable that counts ---- */

/* The variable that a side of a comparison reads or steps; NULL: it is another expression. */
static const fc_symbol *compared(const fc_node *side)
{
    side = fc_node_without_casts(side);
    if (side->kind == FC_STEP || (side->kind == FC_ASSIGN && side->op != FC_OP_NONE))
        side = side->child[0];
    return side->kind == FC_NAME ? side->symbol : NULL;
}

static bool is_compared_in(const fc_node *decision, const fc_symbol *variable)
{
    bool compares = decision->kind == FC_BINARY && decision->op >= FC_OP_LESS && decision->op <= FC_OP_NOT_EQUAL;
    if (!compares)
        return compared(decision) == variable;
    return (compared(decision->child[0]) == variable) != (compared(decision->child[1]) == variable);
}

static bool is_compared(const fc_loop_form *form, const fc_symbol *variable)
{
    for (size_t i = 0; i < form->exits.n; i++)
        if (form->exits.exit[i].decision && is_compared_in(form->exits.exit[i].decision, variable))
            return true;
    return false;
}

/* Order of the definition in the head of a for loop that starts the variable, from 1; 0: the head does not. */
static int started_by_head(const fc_procedure_loops *loops, const fc_loop_form *form, const fc_recurrence *recurrence)
{
    const fc_node *node = recurrence->start == FC_GRAPH_NONE ? NULL : loops->ir.ssa.value[recurrence->start].node, *up;
    for (up = node; up && up->parent != form->statement;)
        up = up->parent;
    bool is_head = up && form->statement->kind == FC_FOR && up == form->statement->child[0];
    return is_head ? node->id - up->id + 1 : 0;
}

/* How well a variable represents its loop. */
enum {
    NOT_OWN,
    STARTED,  /* by the head of a for loop, but it does not count iterations */
    ADDITIVE, /* and an integer: it counts iterations */
    STARTED_ADDITIVE,
    COMPARED_ADDITIVE /* by an exit */
};

static int preference(const fc_procedure_loops *loops, const fc_loop_form *form, const fc_recurrence *recurrence)
{
    const fc_symbol *variable = fc_procedure_loops_variable(loops, recurrence);
    bool counts = recurrence->kind == FC_RECURRENCE_ADD && variable->type->kind == FC_TYPE_INTEGER;
    int started = started_by_head(loops, form, recurrence);
    if (counts)
        return is_compared(form, variable) ? COMPARED_ADDITIVE : started ? STARTED_ADDITIVE : ADDITIVE;
    return started ? STARTED : NOT_OWN;
}

static void choose(const fc_procedure_loops *loops, fc_loop_form *form)
{
    int best = NOT_OWN, order = 0;
    form->index = form->own = FC_GRAPH_NONE;
    for (int i = 0; i < form->n_recurrences; i++) {
        int rank = preference(loops, form, &form->recurrence[i]);
        int started = started_by_head(loops, form, &form->recurrence[i]);
        if (rank < best || rank == NOT_OWN || (rank == best && (!started || (order && started > order))))
            continue;
        best = rank;
        order = started;
        form->own = i;
        form->index = rank >= ADDITIVE ? i : FC_GRAPH_NONE;
    }
}

/* ---- the table ---- */

static void find_form(fc_procedure_loops *loops, int loop)
{
    const fc_procedure_ir *ir = &loops->ir;
    fc_loop_form *form = &loops->form[loop];
    int header = ir->nest.loop[loop].header, first = ir->ssa.phi_first[header];
    const fc_node *statement = ir->cfg.block[header].statement;
    form->statement = is_structured(statement) && !ir->nest.loop[loop].is_irreducible ? statement : NULL;
    form->index = form->own = FC_GRAPH_NONE;
    if (!form->statement)
        return;
    form->n_recurrences = ir->ssa.phi_first[header + 1] - first;
    form->recurrence = fc_allocate((size_t)form->n_recurrences, sizeof *form->recurrence);
    for (int i = 0; i < form->n_recurrences; i++)
        fc_recurrences_find(&form->recurrence[i], ir, loop, ir->ssa.phi[first + i]);
    fc_loop_exits_find(&form->exits, ir, loop);
    choose(loops, form);
}

void fc_procedure_loops_create(fc_procedure_loops *out, const fc_procedure *procedure, const fc_cfg_calls *calls,
                               const fc_ssa_effects *effects)
{
    *out = (fc_procedure_loops){0};
    fc_procedure_ir_create(&out->ir, procedure, calls, effects);
    out->form = fc_allocate((size_t)out->ir.nest.n_loops, sizeof *out->form);
    for (int i = 0; i < out->ir.nest.n_loops; i++)
        find_form(out, i);
}

void fc_procedure_loops_free(fc_procedure_loops *loops)
{
    for (int i = 0; i < loops->ir.nest.n_loops; i++) {
        free(loops->form[i].recurrence);
        fc_loop_exits_free(&loops->form[i].exits);
    }
    free(loops->form);
    fc_procedure_ir_free(&loops->ir);
}

int fc_procedure_loops_of(const fc_procedure_loops *loops, const fc_node *statement)
{
    for (int i = 0; i < loops->ir.nest.n_loops; i++)
        if (loops->form[i].statement == statement)
            return i;
    return FC_GRAPH_NONE;
}

const fc_recurrence *fc_procedure_loops_recurrence(const fc_procedure_loops *loops, int phi, int *loop)
{
    const fc_ssa_value *value = &loops->ir.ssa.value[phi];
    *loop = fc_loop_nest_headed_by(&loops->ir.nest, value->block);
    const fc_loop_form *form = *loop == FC_GRAPH_NONE ? NULL : &loops->form[*loop];
    for (int i = 0; form && i < form->n_recurrences; i++)
        if (form->recurrence[i].phi == phi)
            return &form->recurrence[i];
    return NULL;
}

const fc_symbol *fc_procedure_loops_variable(const fc_procedure_loops *loops, const fc_recurrence *recurrence)
{
    return loops->ir.ssa.variable[loops->ir.ssa.value[recurrence->phi].variable];
}
