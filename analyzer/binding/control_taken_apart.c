/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records accessed as single numbers or bytes: the cost program's records differ in bytes, so that such memory is in
 * the initial dynamic set. Points-to sets decide which objects hold records. */
#include "analyzer/binding/control_state.h"
#include "support/map.h"

#include <stdlib.h>

void fc_control_add_fields(fc_control *control, const fc_type *record, int first)
{
    for (int i = first; i < record->n_fields; i++) {
        const fc_type *type = record->field[i]->type;
        int cell = fc_cells_of_symbol(control->cells, record->field[i]);
        control->dynamic[cell] = true;
        cell = type->kind == FC_TYPE_ARRAY ? fc_cells_pointee(control->cells, cell) : -1;
        if (cell >= 0)
            control->dynamic[cell] = control->dynamic[fc_cells_of_reals(control->cells, cell)] = true;
        while (type->kind == FC_TYPE_ARRAY)
            type = type->of;
        if (type->kind == FC_TYPE_RECORD)
            fc_control_add_fields(control, type, 0);
    }
}

/* The program accesses the object by the record type. */
typedef struct use {
    int object;
    const fc_type *type;
} use;

typedef struct uses {
    fc_control *control;
    use *use; /* by object, then type, without duplicates */
    size_t n, capacity;
    bool is_complete; /* false: an unknown pointer leads to records */
    fc_map found;     /* by points-to set whose records were added: whether it has some */
} uses;

static const fc_type *record_in(const fc_type *type)
{
    while (type && type->kind == FC_TYPE_ARRAY)
        type = type->of;
    return type && type->kind == FC_TYPE_RECORD ? type : NULL;
}

static void add_use(uses *u, int object, const fc_type *type)
{
    u->use = fc_grow(u->use, &u->capacity, u->n + 1, sizeof *u->use);
    u->use[u->n++] = (use){object, type};
}

/* The node leads through a pointer or an array to a record. */
static void add_access(uses *u, const fc_node *node)
{
    bool leads = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE) ||
                 (node->kind == FC_MEMBER && node->op == FC_OP_ARROW);
    if (!leads || !u->control->definitions.owner[node->id])
        return;
    const fc_node *pointer = node->child[fc_type_is_address(node->child[0]->type) ? 0 : 1];
    const fc_type *type = record_in(node->kind == FC_MEMBER ? pointer->type->of : node->type);
    if (!type)
        return;
    const fc_objects objects = fc_points_to_of_value(u->control->points, pointer);
    int n;
    const int *object = fc_points_to_list(u->control->points, objects, &n);
    u->is_complete &= objects != FC_OBJECTS_ANY;
    for (int i = 0; i < n; i++)
        add_use(u, object[i], type);
}

static int by_object(const void *a, const void *b)
{
    const use *x = a, *y = b;
    int order = (x->object > y->object) - (x->object < y->object);
    return order ? order : x->type->id - y->type->id;
}

static void find_uses(uses *u)
{
    const fc_program *program = u->control->program;
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        if (symbol->kind != FC_SYMBOL_FIELD && record_in(symbol->type))
            add_use(u, symbol->id, record_in(symbol->type));
    }
    for (int i = 0; i < program->n_nodes; i++)
        add_access(u, program->node[i]);
    size_t n = 0;
    if (u->n)
        qsort(u->use, u->n, sizeof *u->use, by_object);
    for (size_t i = 0; i < u->n; i++)
        if (n == 0 || by_object(&u->use[n - 1], &u->use[i]) != 0)
            u->use[n++] = u->use[i];
    u->n = n;
}

static size_t first_use(const uses *u, int object)
{
    size_t low = 0, high = u->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (u->use[middle].object < object)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_cell(fc_control *control, int cell)
{
    const int both[] = {cell, fc_cells_of_reals(control->cells, cell)};
    for (int i = 0; i < 2; i++) {
        control->has_apart[both[i]] |= !control->dynamic[both[i]];
        control->dynamic[both[i]] = true;
    }
}

/* The fields of the record are apart from their memory as numbers, too. */
static void add_apart(fc_control *control, const fc_type *record)
{
    for (int i = 0; i < record->n_fields; i++) {
        const fc_symbol *field = record->field[i];
        const int cell = fc_cells_of_symbol(control->cells, field);
        const int elements = field->type->kind == FC_TYPE_ARRAY ? fc_cells_pointee(control->cells, cell) : -1;
        control->is_apart[field->id] = true;
        add_cell(control, cell);
        if (elements >= 0)
            add_cell(control, elements);
        if (record_in(field->type))
            add_apart(control, record_in(field->type));
    }
}

static void add_all_records(const uses *u, int cell)
{
    fc_control *control = u->control;
    const fc_mod_ref *reach = &control->definitions.reach;
    for (size_t k = reach->first[cell]; k < reach->first[cell + 1]; k++)
        fc_control_add_fields(control, reach->record[k].type, 0);
    for (int i = 0; i < fc_points_to_n_objects(control->points); i++)
        control->is_apart[i] = true;
}

/* The fields of the records in these objects become dynamic. False: there are none. */
static bool add_records_of(uses *u, fc_objects objects)
{
    static const bool answer[] = {false, true};
    fc_control *control = u->control;
    const bool *known = fc_map_get(&u->found, &objects, sizeof objects);
    if (known)
        return *known;
    bool found = false;
    int n;
    const int *object = fc_points_to_list(control->points, objects, &n);
    for (int i = 0; i < n; i++)
        for (size_t k = first_use(u, object[i]); k < u->n && u->use[k].object == object[i]; k++) {
            add_apart(control, u->use[k].type);
            control->is_apart[object[i]] = found = true;
        }
    fc_map_put(&u->found, &objects, sizeof objects, (void *)&answer[found]);
    return found;
}

/* Likewise in the pointer's targets, by the cell and by the points-to set. */
static bool add_records(uses *u, const fc_node *pointer, int cell)
{
    fc_control *control = u->control;
    const fc_objects objects = fc_points_to_of_value(control->points, pointer);
    if (!fc_mod_ref_holds_records(&control->definitions.reach, cell))
        return false;
    if (objects == FC_OBJECTS_ANY || !u->is_complete) {
        add_all_records(u, cell);
        return true;
    }
    return add_records_of(u, objects);
}

void fc_control_add_taken_apart(fc_control *control)
{
    uses u = {.control = control, .is_complete = true};
    control->is_apart = fc_allocate((size_t)fc_points_to_n_objects(control->points) + 1, sizeof *control->is_apart);
    control->has_apart = fc_allocate((size_t)fc_cells_count(control->cells), sizeof *control->has_apart);
    find_uses(&u);
    for (int i = 0; i < control->program->n_nodes; i++) {
        const fc_node *node = control->program->node[i];
        bool is_indirect = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
        bool is_number = node->type && (node->type->kind == FC_TYPE_INTEGER || node->type->kind == FC_TYPE_REAL);
        if (!is_indirect || !is_number || !control->definitions.owner[i])
            continue;
        const fc_node *pointer = node->child[fc_type_is_address(node->child[0]->type) ? 0 : 1];
        int cell = fc_cells_of_target(control->cells, pointer);
        if (cell >= 0 && add_records(&u, pointer, cell))
            add_cell(control, cell);
    }
    free(u.use);
    fc_map_free(&u.found);
}

bool fc_control_is_obscure(const fc_control *control, int cell, fc_objects objects)
{
    if (!fc_control_starts_dynamic(control, cell))
        return false;
    bool found = !control->has_apart[cell] || objects <= FC_OBJECTS_NONE;
    int n;
    const int *object = fc_points_to_list(control->points, objects, &n);
    for (int i = 0; i < n && !found; i++)
        found = control->is_apart[object[i]];
    return found;
}
