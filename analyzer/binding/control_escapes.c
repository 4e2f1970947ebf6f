/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a value cannot be computed: the variable that escaped, and where the chain of reasons begins. */
#include "analyzer/binding/control_state.h"

#include <string.h>

/* What a place or call is known by: an element by its array, a call by its function. */
static const fc_symbol *known_by(const fc_node *node)
{
    while (node->kind == FC_INDEX || node->kind == FC_CAST || (node->kind == FC_UNARY && node->op != FC_OP_NEGATE))
        node = node->child[0];
    return node->kind == FC_CALL ? fc_call_target(node) : node->symbol;
}

const fc_node *fc_control_escaped_part(const fc_control *control, const fc_node *expression)
{
    if (fc_control_executable(control, expression))
        return NULL;
    for (int i = 0; i < expression->n_children; i++) {
        const fc_node *part = expression->child[i] ? fc_control_escaped_part(control, expression->child[i]) : NULL;
        if (part)
            return part;
    }
    return expression;
}

const fc_symbol *fc_control_escaped(const fc_control *control, const fc_node *expression)
{
    const fc_node *part = fc_control_escaped_part(control, expression);
    return part ? known_by(part) : NULL;
}

/* Why the value of a part that escaped is data; NULL: it is no cell's, or data by decree. */
static const fc_escape *escape_of(const fc_control *control, const fc_node *part)
{
    const fc_symbol *target = part->kind == FC_CALL ? fc_call_target(part) : NULL;
    int cell = target ? fc_cells_of_symbol(control->cells, target) : fc_cells_of_place(control->cells, part);
    if (control->data_read[part->id])
        return control->data_read[part->id];
    const fc_escape *escape = cell >= 0 && control->data[cell] ? &control->escape[cell] : NULL;
    return escape && escape->definition ? escape : NULL;
}

static void print_escape(fc_text *out, const fc_escape *escape)
{
    const fc_node *node = escape->definition->node;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (escape->through)
        fc_text_add(out, "dynamic");
    else if (escape->decided_by && escape->decided_by->kind == FC_CALL)
        fc_text_add(out, "set in a procedure called through a pointer");
    else if (escape->decided_by && escape->decided_by->kind == FC_IRREGULAR_REGION)
        fc_text_add(out, "set in irregular control flow");
    else if (escape->decided_by)
        fc_text_add(out, "set under a dynamic condition");
    else if (escape->definition->kind == FC_DEFINED_BY_DATA && target)
        fc_text_add(out, "set by %s", target->name);
    else if (escape->definition->kind == FC_DEFINED_BY_DATA)
        fc_text_add(out, "passed to a call through a pointer");
    else
        fc_text_add(out, "computed from dynamic values");
}

static const fc_node *place_of_escape(const fc_escape *escape)
{
    return escape->decided_by ? escape->decided_by : escape->definition->node;
}

/* Each link of the chain escaped before the one that reads it, so that it ends. */
void fc_control_visit_reasons(const fc_control *control, const fc_node *expression, fc_control_visit_reason *visit,
                              void *data)
{
    const fc_node *part = fc_control_escaped_part(control, expression);
    while (part && known_by(part)) {
        const fc_escape *escape = escape_of(control, part);
        fc_control_reason reason = {.value = part, .symbol = known_by(part)};
        fc_text text = {0};
        if (escape && !escape->through)
            print_escape(&text, escape);
        reason.place = escape ? place_of_escape(escape) : NULL;
        reason.text = text.bytes;
        visit(data, &reason);
        fc_text_free(&text);
        part = escape ? escape->through : NULL;
    }
}

/* Each link of the chain escaped before the one that reads it, so that it ends. */
void fc_control_print_reason(fc_text *out, const fc_control *control, const fc_node *expression)
{
    const fc_node *part = fc_control_escaped_part(control, expression);
    const fc_symbol *first = part ? known_by(part) : NULL;
    if (!first)
        return;
    fc_text_add(out, "%s", first->name);
    const fc_escape *escape = escape_of(control, part);
    if (!escape)
        return;
    for (const fc_escape *next = escape; next; escape = next ? next : escape) {
        part = escape->through ? escape->through : part;
        next = escape->through ? escape_of(control, escape->through) : NULL;
    }
    if (known_by(part) && known_by(part) != first)
        fc_text_add(out, ", from %s", known_by(part)->name);
    fc_text_add(out, ", ");
    print_escape(out, escape);
    fc_place place = fc_program_place(control->program, place_of_escape(escape)->span);
    fc_text_add(out, " (%s:%d)", place.file, place.line);
}
