/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/mpi_handles.h"

#include "analyzer/memory/definitions.h"
#include "comm_interface/operations.h"
#include "comm_interface/type_signature.h"

#include <stdlib.h>
#include <string.h>

enum {
    REALS,      /* a datatype of real numbers */
    CHARACTERS, /* a datatype of characters */
    OTHER,      /* unknown, or never queried */
    WORLD,      /* MPI_COMM_WORLD */
    SELF,       /* MPI_COMM_SELF */
    FIRST_MADE  /* communicators, by the call that makes them */
};

static fc_mpi_object_set bit(int i)
{
    return 1ULL << i;
}

fc_mpi_object_set fc_mpi_handles_predefined(const char *name)
{
    if (fc_type_signature_is_real(name))
        return bit(REALS);
    if (fc_type_signature_is_character(name))
        return bit(CHARACTERS);
    if (strstr(name, "_NULL"))
        return 0;
    return bit(strcmp(name, "MPI_COMM_WORLD") == 0 ? WORLD : strcmp(name, "MPI_COMM_SELF") == 0 ? SELF : OTHER);
}

fc_mpi_object_set fc_mpi_handles_of(const fc_mpi_handles *objects, const fc_node *expression)
{
    const fc_symbol *target = expression->kind == FC_CALL ? fc_call_target(expression) : NULL;
    int cell = target && target->definition ? fc_cells_of_symbol(objects->cells, target)
                                            : fc_cells_of_place(objects->cells, expression);
    switch (expression->kind) {
    case FC_HANDLE:
        return fc_mpi_handles_predefined(expression->text);
    case FC_CAST:
        return fc_mpi_handles_of(objects, expression->child[0]);
    case FC_CONDITIONAL:
        return fc_mpi_handles_of(objects, expression->child[1]) | fc_mpi_handles_of(objects, expression->child[2]);
    default:
        return cell >= 0 ? objects->set[cell] : bit(OTHER);
    }
}

/* The elements of the datatype that the call makes. */
static fc_mpi_object_set of_elements(const fc_mpi_handles *objects, const fc_node *call, const char *arguments)
{
    fc_mpi_object_set set = 0;
    for (int i = 0; arguments[i] && i + 1 < call->n_children; i++) {
        const fc_node *argument = call->child[i + 1];
        int cell = fc_cells_of_target(objects->cells, argument);
        if (arguments[i] == FC_ARG_DATATYPE)
            set |= fc_mpi_handles_of(objects, argument);
        else if (arguments[i] == FC_ARG_DATATYPES)
            set |= cell >= 0 ? objects->set[cell] : bit(OTHER);
        else if (arguments[i] != FC_ARG_NEW_DATATYPE && strchr("TCP", arguments[i]))
            set |= bit(OTHER);
    }
    return set;
}

static fc_mpi_object_set of_made(const fc_mpi_handles *objects, const fc_node *call)
{
    for (int i = 0; i < objects->n_made; i++)
        if (objects->made[i] == call)
            return bit(FIRST_MADE + i);
    return bit(OTHER);
}

/* The object that an MPI call leaves in a handle. A freed handle has no usable object. */
static fc_mpi_object_set of_call(const fc_mpi_handles *objects, const fc_definition *definition)
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
            return of_made(objects, call);
    }
    return bit(OTHER);
}

static fc_mpi_object_set of_definition(const fc_mpi_handles *objects, const fc_definition *definition)
{
    switch (definition->kind) {
    case FC_DEFINED_BY_VALUE:
    case FC_DEFINED_AS_ARGUMENT:
    case FC_DEFINED_AS_RESULT:
        return definition->right->kind == FC_LIST ? 0 : fc_mpi_handles_of(objects, definition->right);
    case FC_DEFINED_BY_MPI:
        return of_call(objects, definition);
    default:
        return bit(OTHER);
    }
}

/* The call's procedure always executes it; an if may test its result. */
static bool is_unconditional(const fc_node *call)
{
    for (const fc_node *below = call, *up = call->parent; up; below = up, up = up->parent) {
        bool is_asked = up->kind == FC_IF && below == up->child[0];
        bool is_plain = up->kind == FC_BLOCK || up->kind == FC_EVALUATE || up->kind == FC_DECLARE ||
                        up->kind == FC_CAST || up->kind == FC_ASSIGN || up->kind == FC_RETURN;
        bool is_compared = up->kind == FC_BINARY && up->op != FC_OP_AND && up->op != FC_OP_OR;
        if (!is_asked && !is_plain && !is_compared)
            return false;
    }
    return true;
}

/* A jump may skip or repeat the node. */
static bool is_skipped(const fc_definitions *definitions, const fc_node *node)
{
    int owner = definitions->owner[node->id]->id;
    bool found = false;
    for (size_t i = definitions->first_skip[owner]; i < definitions->first_skip[owner + 1] && !found; i++)
        found = node->id >= definitions->skip[i].first && node->id <= definitions->skip[i].last;
    return found;
}

/* The calls make different communicators if a single procedure executes all of them unconditionally. Otherwise any two
 * of them may make the same one. */
static void find_made(fc_mpi_handles *out, const fc_definitions *definitions, const fc_program *program)
{
    const fc_procedure *owner[FC_MOST_COMMUNICATORS];
    for (int i = 0; i < program->n_nodes && out->n_made < FC_MOST_COMMUNICATORS; i++) {
        const fc_node *node = program->node[i];
        const fc_symbol *target = node->kind == FC_CALL && definitions->owner[i] ? fc_call_target(node) : NULL;
        const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
        if (!operation || !strchr(operation->arguments, FC_ARG_NEW_COMM))
            continue;
        owner[out->n_made] = is_unconditional(node) && !is_skipped(definitions, node) ? definitions->owner[i] : NULL;
        out->made[out->n_made++] = node;
    }
    bool in_order = out->n_made < FC_MOST_COMMUNICATORS;
    for (int i = 0; i < out->n_made; i++)
        in_order &= owner[i] && owner[i] == owner[0];
    for (int i = 0; i < out->n_made; i++)
        for (int k = 0; k < out->n_made; k++)
            if (i == k || !in_order)
                out->same[i] |= bit(FIRST_MADE + k);
}

void fc_mpi_handles_find(fc_mpi_handles *out, const fc_definitions *definitions, const fc_program *program,
                         const fc_cells *cells)
{
    *out = (fc_mpi_handles){.cells = cells, .set = fc_allocate((size_t)fc_cells_count(cells), sizeof *out->set)};
    find_made(out, definitions, program);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < definitions->n; i++) {
            const fc_definition *definition = &definitions->definition[i];
            fc_mpi_object_set *set = &out->set[definition->cell], before = *set;
            *set |= of_definition(out, definition);
            changed |= *set != before;
        }
    }
}

void fc_mpi_handles_free(fc_mpi_handles *objects)
{
    free(objects->set);
}

/* The communicator is a duplicate. */
static bool is_copy(const fc_node *call)
{
    return strncmp(fc_mpi_operation_find(fc_call_target(call)->name)->name, "MPI_Comm_dup", 12) == 0;
}

bool fc_mpi_handles_span_world(const fc_mpi_handles *objects, fc_mpi_object_set communicator)
{
    bool makes_others = objects->n_made == FC_MOST_COMMUNICATORS;
    fc_mpi_object_set copies = 0;
    for (int i = 0; i < objects->n_made; i++) {
        makes_others |= !is_copy(objects->made[i]);
        bool is_of_world =
            is_copy(objects->made[i]) && fc_mpi_handles_of(objects, objects->made[i]->child[1]) == bit(WORLD);
        copies |= is_of_world ? bit(FIRST_MADE + i) : 0;
    }
    return !makes_others || (communicator && !(communicator & ~(bit(WORLD) | copies)));
}

bool fc_mpi_handles_are_reals(fc_mpi_object_set datatype)
{
    return datatype == bit(REALS);
}

bool fc_mpi_handles_are_characters(fc_mpi_object_set datatype)
{
    return datatype == bit(CHARACTERS);
}

bool fc_mpi_handles_may_match(const fc_mpi_handles *objects, fc_mpi_object_set a, fc_mpi_object_set b)
{
    fc_mpi_object_set met = a;
    for (int i = 0; i < objects->n_made; i++)
        if (a & bit(FIRST_MADE + i))
            met |= objects->same[i];
    return a == 0 || b == 0 || ((a | b) & bit(OTHER)) || (met & b);
}
