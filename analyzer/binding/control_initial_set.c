/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The initial dynamic set: elements of large arrays of reals, so that the slice does not repeat the program's numerical
 * work. Arrays of a few numbers (a box's corners, grid spacings) and single numbers behind a pointer stay static. */
#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/same_globals.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEW_BYTES = 16 * sizeof(double)
};

static bool is_real(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_REAL || type->kind == FC_TYPE_COMPLEX);
}

static void mark(const fc_control *control, bool *cells, int cell)
{
    if (cell >= 0)
        cells[fc_cells_of_reals(control->cells, cell)] = true;
}

/* The elements of a variable or field, or its single number, which a pointer may access. */
static void note_symbol(const fc_control *control, const fc_symbol *symbol, bool *few, bool *many)
{
    const fc_type *type = symbol->type;
    bool is_array = type && type->kind == FC_TYPE_ARRAY && symbol->kind != FC_SYMBOL_PARAMETER;
    int cell = fc_cells_of_symbol(control->cells, symbol);
    if (is_real(type))
        mark(control, few, cell);
    if (is_array) {
        bool is_small = type->size >= 0 && type->size <= FEW_BYTES;
        mark(control, is_small ? few : many, fc_cells_pointee(control->cells, cell));
    }
}

/* An element of an element: each inner array is small, but there are many. */
static bool is_one_of_many(const fc_node *node)
{
    const fc_node *base = node->child[0];
    while (base->kind == FC_INDEX && base->type->kind == FC_TYPE_ARRAY && base->child[0]->type->kind == FC_TYPE_ARRAY)
        base = base->child[0];
    for (; base->n_children > 0 && base->kind != FC_CALL; base = base->child[0])
        if (base->kind == FC_INDEX)
            return true;
    return false;
}

static void note_node(const fc_control *control, const fc_node *node, bool *many)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (node->kind == FC_INDEX && is_real(node->type) && is_one_of_many(node))
        mark(control, many, fc_cells_of_place(control->cells, node));
    if (node->kind != FC_CALL ||
        (target && target->definition && !fc_cells_allocates(control->cells, target->definition)))
        return;
    mark(control, many, fc_cells_of_target(control->cells, node));
    for (int i = 1; i < node->n_children; i++) { /* posix_memalign stores the address through its argument */
        int place = fc_cells_of_target(control->cells, node->child[i]);
        if (place >= 0)
            mark(control, many, fc_cells_pointee(control->cells, place));
    }
}

static void add_elements(fc_control *control)
{
    const fc_program *program = control->program;
    size_t cells = (size_t)fc_cells_count(control->cells);
    bool *few = fc_allocate(cells, sizeof *few), *many = fc_allocate(cells, sizeof *many);
    for (int i = 0; i < program->n_symbols; i++)
        note_symbol(control, program->symbol[i], few, many);
    for (int i = 0; i < program->n_nodes; i++)
        note_node(control, program->node[i], many);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        bool through_pointer = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
        int cell = through_pointer && is_real(node->type) ? fc_cells_of_place(control->cells, node) : -1;
        if (cell >= 0 && (many[cell] || !few[cell]))
            control->dynamic[cell] = true;
        if (node->kind == FC_MEMBER && node->child[0]->type && node->child[0]->type->kind == FC_TYPE_HANDLE &&
            !fc_definitions_is_status_field(node->symbol->name))
            control->dynamic[fc_cells_of_symbol(control->cells, node->symbol)] = true;
    }
    free(few);
    free(many);
}

/* External variables such as environ, but for the standard streams; standard input as well if the program assigns
 * another stream to it. */
static void add_undefined_globals(fc_control *control)
{
    bool *defined = fc_allocate((size_t)fc_cells_count(control->cells), sizeof *defined);
    for (size_t i = 0; i < control->definitions.n; i++)
        defined[control->definitions.definition[i].cell] = true;
    for (int i = 0; i < control->program->n_symbols; i++) {
        const fc_symbol *symbol = control->program->symbol[i];
        int cell = fc_cells_of_symbol(control->cells, symbol);
        bool aggregate = symbol->type && (symbol->type->kind == FC_TYPE_ARRAY || symbol->type->kind == FC_TYPE_RECORD);
        bool is_input = fc_external_is_standard_input(symbol), is_stream = fc_external_is_output(symbol) || is_input;
        bool is_dynamic = is_stream ? is_input && defined[cell] : !defined[cell];
        if (symbol->kind == FC_SYMBOL_GLOBAL && !aggregate && is_dynamic)
            control->dynamic[cell] = true;
    }
    free(defined);
}

/* The cell, and all memory reachable from it. */
static void add_from(fc_control *control, int cell)
{
    while (cell >= 0 && !control->dynamic[cell]) {
        control->dynamic[cell] = true;
        int reals = fc_cells_of_reals(control->cells, cell);
        if (reals >= 0)
            control->dynamic[reals] = true;
        cell = fc_cells_pointee(control->cells, cell);
    }
}

/* Writes through one are not seen by the others. What compatible pointers lead to is one memory in cells.h. */
static void add_same_global(void *data, const fc_symbol *a, const fc_symbol *b)
{
    fc_control *control = data;
    const fc_symbol *both[] = {a, b};
    for (int i = 0; i < 2; i++) {
        int cell = fc_cells_of_symbol(control->cells, both[i]);
        if (fc_same_globals_are_compatible(a, b))
            control->dynamic[cell] = true;
        else
            add_from(control, cell);
    }
}

/* Memory accessed as two record types: the fields after their common first fields. */
static void add_recast(fc_control *control)
{
    fc_recast recast;
    for (int i = 0; i < control->program->n_nodes; i++) {
        if (!control->definitions.owner[i] || !fc_cells_recast(&recast, control->program->node[i]))
            continue;
        bool is_extended = recast.n_shared == recast.from->n_fields || recast.n_shared == recast.to->n_fields;
        if (is_extended)
            continue;
        fc_control_add_fields(control, recast.from, recast.n_shared);
        fc_control_add_fields(control, recast.to, recast.n_shared);
    }
}

static bool is_number_of_address(const fc_node *node)
{
    return node->kind == FC_CAST && node->type->kind == FC_TYPE_INTEGER && node->type->size == sizeof(void *) &&
           fc_type_is_address(node->child[0]->type);
}

static bool holds_number_of_address(const fc_node *node, const void *unused)
{
    (void)unused;
    return is_number_of_address(node) || fc_node_any_child(node, holds_number_of_address, NULL);
}

/* Memory whose address is stored as an integer, in a program that casts integers to pointers: its accesses are unknown.
 * A pointer that is only aligned within one expression does not count. */
static void add_numbered(fc_control *control)
{
    bool makes_pointers = false;
    for (int i = 0; i < control->program->n_nodes && !makes_pointers; i++) {
        const fc_node *node = control->program->node[i];
        const fc_node *from = node->kind == FC_CAST && fc_type_is_address(node->type) ? node->child[0] : NULL;
        makes_pointers = from && control->definitions.owner[i] && from->type && from->type->kind == FC_TYPE_INTEGER &&
                         from->kind != FC_INTEGER && !holds_number_of_address(from, NULL);
    }
    for (int i = 0; i < control->program->n_nodes && makes_pointers; i++) {
        const fc_node *node = control->program->node[i];
        if (control->definitions.owner[i] && is_number_of_address(node))
            add_from(control, fc_cells_of_target(control->cells, node->child[0]));
    }
}

typedef struct membership {
    const fc_type *of; /* a union; NULL: none */
    const fc_symbol *member;
} membership;

/* The field, or the fields of an unnamed record, which are accessed as if they were the union's. */
static void note_member(membership *by_symbol, const fc_symbol *field, membership in)
{
    if (!by_symbol[field->id].of)
        by_symbol[field->id] = in;
    for (int i = 0; !*field->name && field->type->kind == FC_TYPE_RECORD && i < field->type->n_fields; i++)
        note_member(by_symbol, field->type->field[i], in);
}

/* By symbol id: the union that a field is in. */
static FC_GIVE membership *find_members(const fc_program *program)
{
    membership *by_symbol = fc_allocate((size_t)program->n_symbols, sizeof *by_symbol);
    for (int i = 0; i < program->n_types; i++) {
        const fc_type *type = program->type[i];
        for (int k = 0; type->kind == FC_TYPE_RECORD && type->is_union && k < type->n_fields; k++)
            note_member(by_symbol, type->field[k], (membership){type, type->field[k]});
    }
    return by_symbol;
}

static bool is_zero(const fc_node *value)
{
    value = fc_node_without_casts(value);
    return (value->kind == FC_INTEGER && value->value == 0) || (value->kind == FC_REAL && value->real == 0);
}

/* The union member that the node accesses. An initializer list accesses a member unless it sets only zeros, which are
 * zeros in each member. */
static membership member_named(const membership *by_symbol, const fc_node *node)
{
    if (node->kind == FC_MEMBER)
        return by_symbol[node->symbol->id];
    bool is_list = node->kind == FC_LIST && node->type && node->type->kind == FC_TYPE_RECORD && node->type->is_union;
    for (int i = 0; is_list && i < node->n_children && i < node->type->n_fields; i++)
        if (node->child[i] && !is_zero(node->child[i]))
            return by_symbol[node->type->field[i]->id];
    return (membership){0};
}

/* Members of unions that reinterpret bytes, except unions of integers (which share one cell, cells.h) and unions with
 * a single accessed member. */
static void add_unions(fc_control *control)
{
    const fc_program *program = control->program;
    membership *by_symbol = find_members(program);
    const fc_symbol **first = fc_allocate((size_t)program->n_types, sizeof(fc_symbol *));
    for (int i = 0; i < program->n_nodes; i++) {
        membership named = member_named(by_symbol, program->node[i]);
        bool is_reached = program->node[i]->kind == FC_LIST || control->definitions.owner[i]; /* a global's has none */
        if (!named.of || !is_reached || fc_cells_is_of_whole(named.of))
            continue;
        if (first[named.of->id] && first[named.of->id] != named.member)
            fc_control_add_fields(control, named.of, 0);
        first[named.of->id] = named.member;
    }
    free(first);
    free(by_symbol);
}

const fc_node *fc_control_annotated_dynamic(const fc_node *pragma)
{
    const fc_node *block = pragma->parent;
    int at = 0;
    if (pragma->kind != FC_PRAGMA || strcmp(pragma->text, "data") != 0)
        return NULL;
    while (block->child[at] != pragma)
        at++;
    while (at < block->n_children && block->child[at]->kind == FC_PRAGMA)
        at++;
    const fc_node *statement = at < block->n_children ? block->child[at] : NULL;
    if (statement && statement->kind == FC_EVALUATE && statement->child[0]->kind == FC_ASSIGN)
        return statement->child[0]->child[0];
    return statement && statement->kind == FC_DECLARE ? statement : NULL;
}

/* #pragma forecost data: the target of the pointer or array that the statement sets; a number itself. */
static void add_told(fc_control *control)
{
    for (int i = 0; i < control->program->n_nodes; i++) {
        const fc_node *set = fc_control_annotated_dynamic(control->program->node[i]);
        if (!set)
            continue;
        bool is_declared = set->kind == FC_DECLARE;
        const fc_type *type = is_declared ? set->symbol->type : set->type;
        int cell =
            is_declared ? fc_cells_of_symbol(control->cells, set->symbol) : fc_cells_of_place(control->cells, set);
        if (fc_type_is_address(type))
            cell = fc_cells_pointee(control->cells, cell);
        add_from(control, cell);
    }
}

/* What a measured allocation brings; one in an allocation wrapper brings what each call of the wrapper does. */
static void add_allocated(fc_control *control, const fc_node *allocation)
{
    const fc_procedure *owner = fc_control_owner(control, allocation);
    add_from(control, fc_cells_of_target(control->cells, allocation));
    if (!owner || !fc_cells_allocates(control->cells, owner))
        return;
    for (int i = 0; i < control->program->n_nodes; i++) {
        const fc_node *call = control->program->node[i];
        const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
        if (target && target->definition == owner && fc_control_owner(control, call) != owner)
            add_allocated(control, call);
    }
}

void fc_control_find_initial_set(fc_control *control)
{
    add_recast(control);
    add_unions(control);
    add_numbered(control);
    add_elements(control);
    add_undefined_globals(control);
    fc_same_globals_visit(control->program, add_same_global, control);
    add_told(control);
    /* Measured allocations (fc_program.measured): what they bring, and so the elements of arrays too large for the
     * slice.
     */
    for (int i = 0; i < control->program->n_measured; i++) {
        const fc_node *node = control->program->node[control->program->measured[i]];
        if (node->kind == FC_CALL)
            add_allocated(control, node);
    }
    fc_control_add_taken_apart(control); /* last: it notes which cells are dynamic for this reason alone */
}
