/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probes of a formula (analyzer/summary/formula.h): the time of parts that it does not follow. */
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/emit/cost_program/emitter.h"
#include "analyzer/memory/definitions.h"

int fc_emitter_probe(const fc_emitter *e, const fc_cost *cost)
{
    for (size_t i = 0; e->formula && i < e->formula->n_probes; i++)
        if (e->formula->probe[i].cost == cost)
            return e->formula->probe[i].number;
    return -1;
}

void fc_emitter_numbers(fc_emitter *e, const fc_cost *cost)
{
    for (size_t i = 0; e->formula && i < e->formula->n_targets; i++)
        if (e->formula->target[i].cost == cost && !e->formula->target[i].callee) {
            /* The position of the procedure that the pointer holds. */
            const fc_formula_target *target = &e->formula->target[i];
            fc_residual_indent(&e->residual);
            fc_text_add(e->residual.out, "fc_probe_number(r, %d, ", target->number);
            for (int k = 0; k < target->cost->n_children; k++) {
                fc_text_add(e->residual.out, "(const void *)");
                fc_residual_expression(&e->residual, fc_call_pointer(target->cost->node));
                fc_text_add(e->residual.out, " == (const void *)");
                fc_control_print_procedure(e->residual.out, e->analysis->control,
                                           target->cost->child[k]->callee->symbol);
                fc_text_add(e->residual.out, " ? %d : ", k + 1);
            }
            fc_text_add(e->residual.out, "0);\n");
        }
    for (size_t i = 0; e->formula && i < e->formula->n_quantities; i++) {
        const fc_quantity *quantity = &e->formula->quantity[i];
        if (fc_quantity_is_count(quantity)) {
            /* The count goes on in front of the node, and each execution of the arm counts. */
            if (quantity->cost == cost)
                fc_emitter_line(e, "fc_probe_enter(r, %d);", quantity->number);
            if (quantity->arm == cost)
                fc_emitter_line(e, "fc_probe_count(r, %d);", quantity->number);
        }
        if (quantity->cost != cost || quantity->kind != FC_QUANTITY_VALUE)
            continue;
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "fc_probe_number(r, %d, (double)(", quantity->number);
        fc_residual_expression(&e->residual, quantity->place);
        fc_text_add(e->residual.out, "));\n");
    }
}

void fc_emitter_sizes(fc_emitter *e, const fc_cost *cost)
{
    for (size_t i = 0; e->formula && i < e->formula->n_quantities; i++) {
        const fc_quantity *quantity = &e->formula->quantity[i];
        bool is_made = quantity->kind == FC_QUANTITY_SIZE || quantity->kind == FC_QUANTITY_VARIANT;
        if (quantity->cost != cost || !is_made)
            continue;
        fc_residual_indent(&e->residual);
        fc_text_add(e->residual.out, "fc_probe_%s(r, %d, ",
                    quantity->kind == FC_QUANTITY_SIZE ? "communicator" : "variant", quantity->number);
        fc_residual_expression(&e->residual, quantity->place);
        fc_text_add(e->residual.out, ");\n");
    }
}

void fc_emitter_end_probes(fc_emitter *e, const fc_node *jump)
{
    const fc_node *target = jump->kind == FC_RETURN ? NULL : jump->parent; /* of a break or a continue: its loop */
    while (target && !fc_node_is_loop(target) && !(jump->kind == FC_BREAK && target->kind == FC_SWITCH))
        target = target->parent;
    for (const fc_open_probe *open = e->open_probe; open; open = open->around)
        if (!target || !fc_cost_contains(open->cost, target))
            fc_emitter_line(e, "fc_probe_end(r, %d);", open->probe);
}
