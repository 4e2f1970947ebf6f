/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value numbering of a program, from its procedures and their effects. */
#include "analyzer/values/value_numbers_state.h"

#include <stdlib.h>

fc_value_numbers *fc_value_numbers_create(const fc_program *program, const fc_control *control,
                                          const fc_indirect_calls *calls)
{
    fc_value_numbers *values = fc_allocate(1, sizeof *values);
    values->program = program;
    values->control = control;
    values->numbering = fc_allocate((size_t)program->n_procedures, sizeof(fc_numbering *));
    values->points = fc_control_points(control);
    fc_modified_memory_find(&values->modified, program, control, calls);
    fc_value_numbers_find_effects(values);
    return values;
}

void fc_value_numbers_free(fc_value_numbers *values)
{
    if (!values)
        return;
    for (int i = 0; i < values->program->n_procedures; i++) {
        fc_numbering *in = values->numbering[i];
        if (!in)
            continue;
        fc_memory_versions_free(&in->memory);
        fc_control_dependence_free(&in->dependence);
        fc_dominance_free(&in->postdominance);
        fc_procedure_ir_free(&in->ir);
        free(in->of_node);
        free(in->of_ssa);
        free(in->effect);
        free(in);
    }
    free(values->numbering);
    fc_modified_memory_free(&values->modified);
    fc_value_table_free(&values->table);
    fc_map_free(&values->joined);
    fc_map_free(&values->at_call);
    free(values);
}

fc_value_table *fc_value_numbers_table(fc_value_numbers *values)
{
    return &values->table;
}

const fc_modified_memory *fc_value_numbers_memory(const fc_value_numbers *values)
{
    return &values->modified;
}
