/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/constants/constructors.h"

#include "analyzer/effects/external.h"
#include "analyzer/memory/definitions.h"

#include <stdlib.h>

enum {
    DEEPEST_SETTER = 3 /* setters that call each other */
};

/* An allocation of one record, as a statement of a procedure's body. */
typedef struct constructor {
    const fc_procedure *procedure;
    int at; /* the child of the body */
    const fc_symbol *variable;
    const fc_type *record;
    fc_objects objects;
} constructor;

/* A procedure that reads a field, or takes its address. */
typedef struct reader {
    int field;
    const fc_procedure *procedure;
} reader;

typedef struct finder {
    const fc_program *program;
    const fc_control *control;
    constructor *constructor;
    size_t n, capacity;
    reader *reader; /* by field */
    size_t n_readers, reader_capacity;
    const fc_type **record; /* by symbol id of a field: its record, if all its objects are allocated as such */
    int *changes;           /* by symbol id: assignments and addresses of a variable, uses of a field as no member */
} finder;

/* ---- tables ---- */

static bool is_stored(const fc_node *place)
{
    const fc_node *up = place->parent;
    return up && up->kind == FC_ASSIGN && up->op == FC_OP_NONE && up->child[0] == place;
}

static void note_node(finder *f, const fc_node *node)
{
    const fc_procedure *owner = fc_control_owner(f->control, node);
    const fc_node *first = node->n_children > 0 ? node->child[0] : NULL;
    bool is_change =
        node->kind == FC_ASSIGN || node->kind == FC_STEP || (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS);
    if (is_change && first->kind == FC_NAME)
        f->changes[first->symbol->id]++;
    if (node->kind == FC_LIST && node->type && node->type->kind == FC_TYPE_RECORD)
        for (int i = 0; i < node->type->n_fields; i++)
            f->record[node->type->field[i]->id] = NULL;
    if (node->kind != FC_MEMBER || !owner)
        return;
    if (node->op != FC_OP_ARROW ||
        (node->parent && node->parent->kind == FC_UNARY && node->parent->op == FC_OP_ADDRESS))
        f->record[node->symbol->id] = NULL;
    if (!is_stored(node)) {
        f->reader = fc_grow(f->reader, &f->reader_capacity, f->n_readers + 1, sizeof *f->reader);
        f->reader[f->n_readers++] = (reader){node->symbol->id, owner};
    }
}

static int by_field(const void *a, const void *b)
{
    const reader *x = a, *y = b;
    return x->field != y->field ? x->field - y->field : x->procedure->id - y->procedure->id;
}

/* Records within variables, within other records, and results of procedures have no constructor. */
static void exclude_embedded(finder *f, const fc_type *type)
{
    while (type && (type->kind == FC_TYPE_ARRAY || type->kind == FC_TYPE_FUNCTION))
        type = type->of;
    for (int i = 0; type && type->kind == FC_TYPE_RECORD && i < type->n_fields; i++)
        f->record[type->field[i]->id] = NULL;
}

/* The location belongs to the field alone: no pointer accesses it, and no other record shares it. */
static void exclude_shared(finder *f)
{
    const fc_cells *cells = fc_control_cells(f->control);
    int *n = fc_allocate((size_t)fc_cells_count(cells), sizeof *n);
    for (int i = 0; i < f->program->n_symbols; i++)
        if (fc_cells_of_symbol(cells, f->program->symbol[i]) >= 0)
            n[fc_cells_of_symbol(cells, f->program->symbol[i])]++;
    for (int i = 0; i < f->program->n_nodes; i++) {
        const fc_node *node = f->program->node[i];
        bool leads = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
        int cell = leads ? fc_cells_of_place(cells, node) : -1;
        if (cell >= 0)
            n[cell]++;
    }
    for (int i = 0; i < f->program->n_symbols; i++) {
        int cell = fc_cells_of_symbol(cells, f->program->symbol[i]);
        if (cell < 0 || n[cell] != 1)
            f->record[i] = NULL;
    }
    free(n);
}

static void find_fields(finder *f)
{
    for (int i = 0; i < f->program->n_types; i++) {
        const fc_type *type = f->program->type[i];
        for (int k = 0; k < type->n_fields && type->kind == FC_TYPE_RECORD && !type->is_union; k++)
            f->record[type->field[k]->id] = type;
    }
    for (int i = 0; i < f->program->n_symbols; i++)
        exclude_embedded(f, f->program->symbol[i]->type);
    exclude_shared(f);
    for (int i = 0; i < f->program->n_nodes; i++)
        note_node(f, f->program->node[i]);
    if (f->n_readers)
        qsort(f->reader, f->n_readers, sizeof *f->reader, by_field);
}

/* ---- allocations ---- */

/* All arguments are constants, whose product is the size of one record. */
static bool is_of_one(const fc_node *call, const fc_type *record)
{
    long bytes = 1;
    bool is_known = call->n_children > 1;
    for (int i = 1; i < call->n_children && is_known; i++) {
        const fc_node *argument = fc_node_without_casts(call->child[i]);
        is_known = argument->kind == FC_INTEGER || (argument->kind == FC_SIZEOF && argument->n_children == 0);
        is_known = is_known && argument->value > 0 && argument->value <= record->size;
        bytes *= is_known ? argument->value : 1;
    }
    return is_known && bytes == record->size;
}

/* The variable that the statement gives a value, and the value; false: it is no such statement. */
static bool is_setting(const fc_node *statement, const fc_symbol **variable, const fc_node **value)
{
    const fc_node *set = statement->kind == FC_EVALUATE ? statement->child[0] : statement;
    if (statement->kind == FC_DECLARE && statement->n_children > 0 && statement->child[0]) {
        *variable = statement->symbol;
        *value = statement->child[0];
        return true;
    }
    if (set->kind != FC_ASSIGN || set->op != FC_OP_NONE || set->child[0]->kind != FC_NAME)
        return false;
    *variable = set->child[0]->symbol;
    *value = set->child[1];
    return true;
}

/* The local variable has no value but that of the statement. */
static bool is_only_value(const finder *f, const fc_node *statement, const fc_symbol *variable)
{
    return variable->kind == FC_SYMBOL_LOCAL && f->changes[variable->id] == (statement->kind != FC_DECLARE);
}

static void add_constructor(finder *f, const fc_procedure *procedure, int at)
{
    const fc_node *statement = procedure->body->child[at], *value;
    constructor c = {.procedure = procedure, .at = at};
    if (!is_setting(statement, &c.variable, &value) || !is_only_value(f, statement, c.variable))
        return;
    const fc_type *type = c.variable->type;
    const fc_node *call = fc_node_without_casts(value);
    const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
    c.record = type->kind == FC_TYPE_POINTER && type->of->kind == FC_TYPE_RECORD ? type->of : NULL;
    bool allocates = target && (target->definition ? fc_control_allocates(f->control, target->definition)
                                                   : fc_external_is_allocation(target->name));
    if (!c.record || !allocates || !is_of_one(call, c.record))
        return;
    c.objects = fc_points_to_of_value(fc_control_points(f->control), call);
    if (c.objects == FC_OBJECTS_ANY || c.objects == FC_OBJECTS_NONE)
        return;
    f->constructor = fc_grow(f->constructor, &f->capacity, f->n + 1, sizeof *f->constructor);
    f->constructor[f->n++] = c;
}

/* ---- what happens before the field is set ---- */

static bool may_run(const finder *f, const fc_procedure *callee, int field)
{
    const fc_definitions *definitions = fc_control_definitions(f->control);
    size_t low = 0, high = f->n_readers;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (f->reader[middle].field < field)
            low = middle + 1;
        else
            high = middle;
    }
    bool may = false;
    for (; low < f->n_readers && f->reader[low].field == field && !may; low++)
        may = callee == f->reader[low].procedure || fc_definitions_leads(definitions, callee, f->reader[low].procedure);
    return may;
}

/* The part may read the field, or leave the body. */
static bool is_in_the_way(const finder *f, const fc_node *node, int field)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    bool is = node->kind == FC_RETURN || node->kind == FC_GOTO || node->kind == FC_LABEL || node->kind == FC_OPENMP ||
              node->kind == FC_IRREGULAR_REGION || (node->kind == FC_CALL && !target) ||
              (node->kind == FC_MEMBER && node->symbol->id == field && !is_stored(node)) ||
              (target && target->definition && may_run(f, target->definition, field));
    for (int i = 0; i < node->n_children && !is; i++)
        is = node->child[i] && is_in_the_way(f, node->child[i], field);
    return is;
}

/* if (!pointer) return ...; such an object does not exist. */
static bool is_null_check(const fc_node *statement, const fc_symbol *pointer)
{
    const fc_node *test = statement->kind == FC_IF && !(statement->n_children > 2 && statement->child[2])
                              ? fc_node_without_casts(statement->child[0])
                              : NULL;
    bool is_equal = test && test->kind == FC_BINARY && test->op == FC_OP_EQUAL && fc_node_is_null(test->child[1]);
    bool is_not = test && test->kind == FC_UNARY && test->op == FC_OP_NOT;
    const fc_node *tested = is_equal || is_not ? fc_node_without_casts(test->child[0]) : NULL;
    return tested && tested->kind == FC_NAME && tested->symbol == pointer;
}

static bool is_store(const fc_node *statement, const fc_symbol *pointer, int field)
{
    const fc_node *set = statement->kind == FC_EVALUATE ? statement->child[0] : statement;
    const fc_node *place = set->kind == FC_ASSIGN && set->op == FC_OP_NONE ? set->child[0] : NULL;
    const fc_node *base = place && place->kind == FC_MEMBER && place->op == FC_OP_ARROW && place->symbol->id == field
                              ? fc_node_without_casts(place->child[0])
                              : NULL;
    return base && base->kind == FC_NAME && base->symbol == pointer;
}

static bool sets(const finder *f, const fc_procedure *setter, const fc_symbol *pointer, int field, int depth);

/* The statement calls a setter with the pointer. */
static bool is_setter_call(const finder *f, const fc_node *statement, const fc_symbol *pointer, int field, int depth)
{
    const fc_node *call = statement->kind == FC_EVALUATE ? statement->child[0] : statement;
    if (call->kind == FC_ASSIGN && call->op == FC_OP_NONE)
        call = fc_node_without_casts(call->child[1]);
    const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
    const fc_procedure *setter = target && depth < DEEPEST_SETTER ? target->definition : NULL;
    bool found = false;
    for (int i = 0; setter && i < setter->n_parameters && i + 1 < call->n_children && !found; i++) {
        const fc_node *argument = fc_node_without_casts(call->child[i + 1]);
        found = argument->kind == FC_NAME && argument->symbol == pointer &&
                sets(f, setter, setter->parameter[i], field, depth + 1);
    }
    return found;
}

static bool jumps(const fc_node *node)
{
    bool is = node->kind == FC_RETURN || node->kind == FC_GOTO || node->kind == FC_LABEL ||
              node->kind == FC_IRREGULAR_REGION || node->kind == FC_OPENMP;
    for (int i = 0; i < node->n_children && !is; i++)
        is = node->child[i] && jumps(node->child[i]);
    return is;
}

/* Each call of the procedure sets the field of the record that the parameter points to. */
static bool sets(const finder *f, const fc_procedure *setter, const fc_symbol *pointer, int field, int depth)
{
    const fc_node *body = setter->body, *value;
    const fc_symbol *local, *alias = pointer;
    if (f->changes[pointer->id] > 0)
        return false;
    for (int i = 0; i < body->n_children; i++) {
        const fc_node *statement = body->child[i];
        if (is_store(statement, alias, field) || is_setter_call(f, statement, alias, field, depth))
            return true;
        const fc_node *from = is_setting(statement, &local, &value) && is_only_value(f, statement, local)
                                  ? fc_node_without_casts(value)
                                  : NULL;
        if (from && from->kind == FC_NAME && from->symbol == alias)
            alias = local;
        else if (!is_null_check(statement, alias) && !is_null_check(statement, pointer) && jumps(statement))
            return false;
    }
    return false;
}

static bool sets_first(const finder *f, const constructor *c, int field)
{
    const fc_node *body = c->procedure->body;
    for (int i = c->at + 1; i < body->n_children; i++) {
        const fc_node *statement = body->child[i];
        bool is_set = is_store(statement, c->variable, field) || is_setter_call(f, statement, c->variable, field, 0);
        if (!is_null_check(statement, c->variable) && is_in_the_way(f, statement, field))
            return false;
        if (is_set)
            return true;
    }
    return false;
}

/* ---- all fields ---- */

/* The objects whose constructors set the field. */
static void mark_objects(const finder *f, const fc_symbol *field, bool *is_constructed)
{
    const fc_points_to *points = fc_control_points(f->control);
    for (size_t i = 0; i < f->n; i++) {
        int n = 0;
        const int *list = fc_points_to_list(points, f->constructor[i].objects, &n);
        bool is_first =
            f->constructor[i].record == f->record[field->id] && sets_first(f, &f->constructor[i], field->id);
        for (int k = 0; k < n && is_first; k++)
            is_constructed[list[k]] = true;
    }
}

/* The pointer refers to such objects only. */
static bool leads_to_constructed(const fc_points_to *points, const fc_node *pointer, const bool *is_constructed)
{
    int n = 0;
    const fc_objects objects = fc_points_to_of_value(points, pointer);
    const int *list = objects == FC_OBJECTS_ANY ? NULL : fc_points_to_list(points, objects, &n);
    bool all = n > 0;
    for (int i = 0; i < n && all; i++)
        all = is_constructed[list[i]];
    return all;
}

/* Each access of a field is to such an object, or the field is none of is_first. */
static void check_accesses(const finder *f, bool *is_first)
{
    const fc_points_to *points = fc_control_points(f->control);
    bool **is_constructed = fc_allocate((size_t)f->program->n_symbols, sizeof *is_constructed);
    for (int i = 0; i < f->program->n_nodes; i++) {
        const fc_node *node = f->program->node[i];
        if (node->kind != FC_MEMBER || !fc_control_owner(f->control, node) || !is_first[node->symbol->id])
            continue;
        bool **objects = &is_constructed[node->symbol->id];
        if (!*objects) {
            *objects = fc_allocate((size_t)fc_points_to_n_objects(points) + 1, sizeof **objects);
            mark_objects(f, node->symbol, *objects);
        }
        is_first[node->symbol->id] = leads_to_constructed(points, node->child[0], *objects);
    }
    for (int i = 0; i < f->program->n_symbols; i++)
        free(is_constructed[i]);
    free(is_constructed);
}

FC_GIVE bool *fc_constructors_find(const fc_program *program, const fc_control *control)
{
    finder f = {.program = program, .control = control};
    f.record = fc_allocate((size_t)program->n_symbols, sizeof(fc_type *));
    f.changes = fc_allocate((size_t)program->n_symbols, sizeof *f.changes);
    find_fields(&f);
    for (int p = 0; p < program->n_procedures; p++) {
        const fc_node *body = program->procedure[p]->body;
        for (int i = 0; i < body->n_children && fc_control_owner(control, body); i++)
            add_constructor(&f, program->procedure[p], i);
    }
    bool *is_first = fc_allocate((size_t)program->n_symbols, sizeof *is_first);
    for (int i = 0; i < program->n_symbols; i++)
        is_first[i] = f.record[i] != NULL;
    check_accesses(&f, is_first);
    free(f.record);
    free(f.changes);
    free(f.constructor);
    free(f.reader);
    return is_first;
}
