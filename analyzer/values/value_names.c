/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/value_names.h"

static void print_sum(fc_text *out, const fc_program *program, const fc_value_table *table, const fc_numbered_value *v)
{
    bool is_first = true;
    for (int positive = 1; positive >= 0; positive--)
        for (int i = 0; i < v->n_operands; i++) {
            long coefficient = table->coefficient[v->first_operand + i];
            if ((coefficient > 0) != positive)
                continue;
            long size = coefficient < 0 ? -coefficient : coefficient;
            fc_text_add(out, "%s", coefficient < 0 ? (is_first ? "-" : " - ") : is_first ? "" : " + ");
            if (size != 1)
                fc_text_add(out, "%ld*", size);
            fc_value_names_print(out, program, table, table->operand[v->first_operand + i]);
            is_first = false;
        }
    if (v->number[0] != 0)
        fc_text_add(out, " %c %ld", v->number[0] < 0 ? '-' : '+', v->number[0] < 0 ? -v->number[0] : v->number[0]);
}

void fc_value_names_print(fc_text *out, const fc_program *program, const fc_value_table *table, int value)
{
    const fc_numbered_value *v = fc_value_of(table, value);
    if (v->kind == FC_VALUE_CONSTANT)
        fc_text_add(out, "%ld", v->number[0]);
    else if (v->kind == FC_VALUE_PARAMETER)
        fc_text_add(out, "%s", program->symbol[v->number[0]]->name);
    else if (v->kind == FC_VALUE_OPAQUE && v->number[0] == -1)
        fc_text_add(out, "%s", program->symbol[v->number[1]]->name);
    else if (v->kind == FC_VALUE_SUM)
        print_sum(out, program, table, v);
    else if (v->source)
        fc_node_print(out, v->source);
    else if (v->n_operands > 0)
        fc_value_names_print(out, program, table, fc_value_operand(table, value, 0));
    else
        fc_text_add(out, "value");
}
