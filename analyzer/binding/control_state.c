/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of the binding-time analysis, read from its tables. */
#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"

#include <stdlib.h>

enum {
    MOST_WRAPPERS = 8 /* procedures that allocate, one within the other */
};

const fc_definitions *fc_control_definitions(const fc_control *control)
{
    return &control->definitions;
}

fc_points_to *fc_control_points(const fc_control *control)
{
    return control->points;
}

const fc_cells *fc_control_cells(const fc_control *control)
{
    return control->cells;
}

bool fc_control_starts_dynamic(const fc_control *control, int cell)
{
    return control->dynamic[cell] && !control->cause[cell].definition;
}

bool fc_control_in_slice(const fc_control *control, const fc_node *node)
{
    return control->sliced[node->id];
}

bool fc_control_needs_value(const fc_control *control, const fc_node *expression)
{
    return control->visited[expression->id];
}

bool fc_control_symbol_in_slice(const fc_control *control, const fc_symbol *symbol)
{
    return control->sliced_symbol[symbol->id];
}

bool fc_control_result_in_slice(const fc_control *control, const fc_procedure *procedure)
{
    int cell = fc_cells_of_symbol(control->cells, procedure->symbol);
    bool is_void = procedure->symbol->type->of->kind == FC_TYPE_VOID;
    return !is_void && control->needed_cell[cell] && !control->dynamic[cell];
}

bool fc_control_has_value(const fc_control *control, const fc_node *place)
{
    bool named = place->kind == FC_NAME || place->kind == FC_MEMBER;
    if (named && !control->sliced_symbol[place->symbol->id])
        return false;
    int cell = fc_cells_of_place(control->cells, place);
    if (control->dynamic_read[place->id])
        return false;
    bool aggregate = place->type->kind == FC_TYPE_ARRAY || place->type->kind == FC_TYPE_RECORD;
    if (cell >= 0 && !aggregate && (!control->needed_cell[cell] || control->dynamic[cell]))
        return false;
    for (int i = 0; i < place->n_children; i++)
        if (place->child[i]->kind != FC_INTEGER && !fc_control_has_value(control, place->child[i]))
            return false;
    return true;
}

static bool is_kept_memory(const fc_control *control, int cell)
{
    return cell >= 0 && (control->entered_cell[cell] || (control->needed_cell[cell] && !control->dynamic[cell]));
}

bool fc_control_target_in_slice(const fc_control *control, const fc_node *pointer)
{
    int cell = fc_cells_of_target(control->cells, pointer);
    const fc_type *of = pointer->type ? pointer->type->of : NULL;
    bool to_real = of && of->kind == FC_TYPE_REAL;
    return is_kept_memory(control, cell) ||
           (to_real && is_kept_memory(control, fc_cells_of_reals(control->cells, cell)));
}

bool fc_control_target_is_dynamic(const fc_control *control, const fc_node *pointer)
{
    int cell = fc_cells_of_target(control->cells, pointer);
    return cell >= 0 && control->dynamic[cell];
}

bool fc_control_allocates(const fc_control *control, const fc_procedure *procedure)
{
    return fc_cells_allocates(control->cells, procedure);
}

/* Some caller of the allocation wrapper has the memory in its slice. depth: nested wrappers. */
static bool is_kept_by_caller(const fc_control *control, const fc_procedure *procedure, int depth)
{
    bool is_kept = false;
    for (int i = 0; i < control->program->n_nodes && !is_kept && depth < MOST_WRAPPERS; i++) {
        const fc_node *node = control->program->node[i];
        const fc_procedure *owner = control->definitions.owner[i];
        const fc_symbol *target = owner && node->kind == FC_CALL ? fc_call_target(node) : NULL;
        if (target && target->definition == procedure)
            is_kept = fc_control_target_in_slice(control, node) ||
                      (fc_control_allocates(control, owner) && is_kept_by_caller(control, owner, depth + 1));
    }
    return is_kept;
}

bool fc_control_allocation_in_slice(const fc_control *control, const fc_node *call)
{
    const fc_procedure *owner = fc_control_owner(control, call);
    if (fc_control_allocates(control, owner) && is_kept_by_caller(control, owner, 0))
        return true;
    if (!fc_external_allocates_by_argument(call))
        return fc_control_target_in_slice(control, call);
    int pointer = fc_cells_of_target(control->cells, call->child[1]);
    return pointer >= 0 && is_kept_memory(control, fc_cells_pointee(control->cells, pointer));
}

bool fc_control_rank_dependent(const fc_control *control)
{
    return control->rank_dependent;
}

bool fc_control_changes_arguments(const fc_control *control)
{
    enum {
        POINTERS = 2 /* argv, and its elements; where memory of all kinds is one cell, that points to itself */
    };
    const fc_definitions *all = &control->definitions;
    const fc_procedure *main_procedure = fc_program_find(control->program, "main");
    bool changes = false;
    if (!main_procedure || main_procedure->n_parameters < 2)
        return false;
    int cell = fc_cells_pointee(control->cells, fc_cells_of_symbol(control->cells, main_procedure->parameter[1]));
    for (int depth = 0; depth < POINTERS && cell >= 0 && !changes; depth++) {
        for (size_t i = all->first[cell]; i < all->first[cell + 1]; i++)
            changes |= control->sliced[all->definition[i].node->id];
        cell = fc_cells_pointee(control->cells, cell);
    }
    return changes;
}

const fc_procedure *fc_control_owner(const fc_control *control, const fc_node *node)
{
    return control->definitions.owner[node->id];
}

bool fc_control_calls(const fc_control *control, const fc_procedure *caller, const fc_procedure *callee)
{
    return fc_definitions_leads(&control->definitions, caller, callee);
}

/* ---- the loops of procedures, with the assignments that calls and stores through pointers may make ---- */

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
