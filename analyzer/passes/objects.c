/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/objects.h"

#include "analyzer/passes/definitions.h"
#include "comm_interface/operations.h"
#include "comm_interface/type_signature.h"

#include <stdlib.h>
#include <string.h>

enum {
    REALS,     /* a datatype of real numbers */
    OTHER,     /* nobody knows, or something that is never asked for */
    WORLD,     /* MPI_COMM_WORLD */
    SELF,      /* MPI_COMM_SELF */
    FIRST_MADE /* communicators, by the call that made them */
};

static fc_object_set bit(int i)
{
    return 1ULL << i;
}

fc_object_set fc_objects_of_name(const char *name)
{
    if (fc_type_signature_is_real(name))
        return bit(REALS);
    if (strstr(name, "_NULL"))
        return 0;
    return bit(strcmp(name, "MPI_COMM_WORLD") == 0 ? WORLD : strcmp(name, "MPI_COMM_SELF") == 0 ? SELF : OTHER);
}

fc_object_set fc_objects_of(const fc_objects *objects, const fc_node *expression)
{
    const fc_symbol *target = expression->kind == FC_CALL ? fc_call_target(expression) : NULL;
    int cell = target && target->definition ? fc_cells_of_symbol(objects->cells, target)
                                            : fc_cells_of_place(objects->cells, expression);
    switch (expression->kind) {
    case FC_HANDLE:
        return fc_objects_of_name(expression->text);
    case FC_CAST:
        return fc_objects_of(objects, expression->child[0]);
    case FC_CONDITIONAL:
        return fc_objects_of(objects, expression->child[1]) | fc_objects_of(objects, expression->child[2]);
    default:
        return cell >= 0 ? objects->set[cell] : bit(OTHER);
    }
}

/* What the elements of a datatype are that the call makes. */
static fc_object_set of_elements(const fc_objects *objects, const fc_node *call, const char *arguments)
{
    fc_object_set set = 0;
    for (int i = 0; arguments[i] && i + 1 < call->n_children; i++) {
        const fc_node *argument = call->child[i + 1];
        int cell = fc_cells_of_target(objects->cells, argument);
        if (arguments[i] == FC_ARG_DATATYPE)
            set |= fc_objects_of(objects, argument);
        else if (arguments[i] == FC_ARG_DATATYPES)
            set |= cell >= 0 ? objects->set[cell] : bit(OTHER);
        else if (arguments[i] != FC_ARG_NEW_DATATYPE && strchr("TCP", arguments[i]))
            set |= bit(OTHER);
    }
    return set;
}

/* What an MPI call leaves in a handle; a call that frees it leaves none that can be used. */
static fc_object_set of_call(const fc_objects *objects, const fc_definition *definition)
{
    const fc_node *call = definition->node;
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    if (operation->kind == FC_MPI_COSTLESS)
        return 0;
    for (int i = 0; operation->arguments[i] && i + 1 < call->n_children; i++) {
        if (call->child[i + 1] != definition->place)
            continue;
        if (operation->arguments[i] == FC_ARG_NEW_DATATYPE)
            return of_elements(objects, call, operation->arguments);
        if (operation->arguments[i] == FC_ARG_NEW_COMM)
            return bit(FIRST_MADE + call->id % (64 - FIRST_MADE));
    }
    return bit(OTHER);
}

static fc_object_set of_definition(const fc_objects *objects, const fc_definition *definition)
{
    switch (definition->kind) {
    case FC_DEFINED_BY_VALUE:
    case FC_DEFINED_AS_ARGUMENT:
    case FC_DEFINED_AS_RESULT:
        return definition->right->kind == FC_LIST ? 0 : fc_objects_of(objects, definition->right);
    case FC_DEFINED_BY_MPI:
        return of_call(objects, definition);
    default:
        return bit(OTHER);
    }
}

void fc_objects_find(fc_objects *out, const fc_definitions *definitions, const fc_cells *cells)
{
    *out = (fc_objects){cells, fc_allocate((size_t)fc_cells_count(cells), sizeof *out->set)};
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < definitions->n; i++) {
            const fc_definition *definition = &definitions->definition[i];
            fc_object_set *set = &out->set[definition->cell], before = *set;
            *set |= of_definition(out, definition);
            changed |= *set != before;
        }
    }
}

void fc_objects_free(fc_objects *objects)
{
    free(objects->set);
}

bool fc_objects_are_reals(fc_object_set datatype)
{
    return datatype == bit(REALS);
}

bool fc_objects_may_meet(fc_object_set a, fc_object_set b)
{
    return a == 0 || b == 0 || ((a | b) & bit(OTHER)) || (a & b);
}
