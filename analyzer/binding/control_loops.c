/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of procedures, with the assignments that calls and stores through pointers may make. */
#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"

#include <stdlib.h>
#include <string.h>

static bool may_assign(void *data, const fc_node *instruction, const fc_symbol *variable)
{
    const fc_control *control = data;
    const fc_definitions *definitions = &control->definitions;
    const int cell = fc_cells_of_symbol(control->cells, variable);
    return fc_definers_has_within(&definitions->definers, cell, instruction->id, instruction->id) ||
           (instruction->kind == FC_CALL &&
            fc_definitions_calls_definer(definitions, instruction, cell, variable->owner));
}

fc_procedure_loops *fc_control_loops(const fc_control *control, const fc_node *node)
{
    const fc_procedure *procedure = fc_control_owner(control, node);
    if (!procedure)
        return NULL;
    fc_procedure_loops **loops = &control->loops[procedure->id];
    if (!*loops) {
        const fc_ssa_effects effects = {may_assign, (void *)control};
        *loops = fc_allocate(1, sizeof **loops);
        fc_procedure_loops_create(*loops, procedure, &fc_external_calls, &effects);
    }
    return *loops;
}

void fc_control_free_loops(fc_control *control)
{
    for (int i = 0; i < control->program->n_procedures; i++)
        if (control->loops[i]) {
            fc_procedure_loops_free(control->loops[i]);
            free(control->loops[i]);
        }
    free(control->loops);
}
