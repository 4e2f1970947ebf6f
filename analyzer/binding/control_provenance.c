/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The provenance of dynamic values: the dynamic variable, and the first dynamic definition of its chain. */
#include "analyzer/binding/control_state.h"

#include <string.h>

/* The symbol of a place or call: of an element its array, of a call its function. */
static const fc_symbol *known_by(const fc_node *node)
{
    while (node->kind == FC_INDEX || node->kind == FC_CAST || (node->kind == FC_UNARY && node->op != FC_OP_NEGATE))
        node = node->child[0];
    return node->kind == FC_CALL ? fc_call_target(node) : node->symbol;
}

const fc_node *fc_control_dynamic_part(const fc_control *control, const fc_node *expression)
{
    if (fc_control_is_static(control, expression))
        return NULL;
    for (int i = 0; i < expression->n_children; i++) {
        const fc_node *part = expression->child[i] ? fc_control_dynamic_part(control, expression->child[i]) : NULL;
        if (part)
            return part;
    }
    return expression;
}

const fc_symbol *fc_control_dynamic_symbol(const fc_control *control, const fc_node *expression)
{
    const fc_node *part = fc_control_dynamic_part(control, expression);
    return part ? known_by(part) : NULL;
}

/* Why the value of a dynamic part is dynamic; NULL: it has no cell, or the cell is in the initial dynamic set. */
static const fc_control_cause *cause_of(const fc_control *control, const fc_node *part)
{
    const fc_symbol *target = part->kind == FC_CALL ? fc_call_target(part) : NULL;
    int cell = target ? fc_cells_of_symbol(control->cells, target) : fc_cells_of_place(control->cells, part);
    if (control->dynamic_read[part->id])
        return control->dynamic_read[part->id];
    const fc_control_cause *cause = cell >= 0 && control->dynamic[cell] ? &control->cause[cell] : NULL;
    return cause && (cause->definition || cause->measured) ? cause : NULL;
}

static void print_cause(fc_text *out, const fc_control_cause *cause)
{
    const fc_node *node = cause->definition ? cause->definition->node : cause->measured;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (cause->measured)
        fc_text_add(out, "in a part that the slice leaves to the profile");
    else if (cause->through)
        fc_text_add(out, "dynamic");
    else if (cause->decided_by && cause->decided_by->kind == FC_CALL)
        fc_text_add(out, "set in a procedure called through a pointer");
    else if (cause->decided_by && cause->decided_by->kind == FC_IRREGULAR_REGION)
        fc_text_add(out, "set in irregular control flow");
    else if (cause->decided_by)
        fc_text_add(out, "set under a dynamic condition");
    else if (cause->definition->kind == FC_DEFINED_BY_DATA && target)
        fc_text_add(out, "set by %s", target->name);
    else if (cause->definition->kind == FC_DEFINED_BY_DATA)
        fc_text_add(out, "passed to a call through a pointer");
    else
        fc_text_add(out, "computed from dynamic values");
}

static const fc_node *place_of_cause(const fc_control_cause *cause)
{
    if (cause->measured)
        return cause->measured;
    return cause->decided_by ? cause->decided_by : cause->definition->node;
}

/* Each link became dynamic before the one that reads it, so the chain ends. */
void fc_control_visit_reasons(const fc_control *control, const fc_node *expression, fc_control_visit_reason *visit,
                              void *data)
{
    const fc_node *part = fc_control_dynamic_part(control, expression);
    while (part && known_by(part)) {
        const fc_control_cause *cause = cause_of(control, part);
        fc_control_reason reason = {.value = part, .symbol = known_by(part)};
        fc_text text = {0};
        if (cause && !cause->through)
            print_cause(&text, cause);
        reason.place = cause ? place_of_cause(cause) : NULL;
        reason.text = text.bytes;
        visit(data, &reason);
        fc_text_free(&text);
        part = cause ? cause->through : NULL;
    }
}

/* Each link became dynamic before the one that reads it, so the chain ends. */
void fc_control_print_reason(fc_text *out, const fc_control *control, const fc_node *expression)
{
    const fc_node *part = fc_control_dynamic_part(control, expression);
    const fc_symbol *first = part ? known_by(part) : NULL;
    if (!first)
        return;
    fc_text_add(out, "%s", first->name);
    const fc_control_cause *cause = cause_of(control, part);
    if (!cause)
        return;
    for (const fc_control_cause *next = cause; next; cause = next ? next : cause) {
        part = cause->through ? cause->through : part;
        next = cause->through ? cause_of(control, cause->through) : NULL;
    }
    if (known_by(part) && known_by(part) != first)
        fc_text_add(out, ", from %s", known_by(part)->name);
    fc_text_add(out, ", ");
    print_cause(out, cause);
    fc_place place = fc_program_place(control->program, place_of_cause(cause)->span);
    fc_text_add(out, " (%s:%d)", place.file, place.line);
}
