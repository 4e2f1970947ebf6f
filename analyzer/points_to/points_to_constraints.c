/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constraints of assignments, initializers, results and calls within the program. */
#include "analyzer/points_to/points_to_generate.h"

#include "analyzer/memory/cells.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/same_globals.h"

#include <stdlib.h>

enum {
    NOT_YET = -2
};

/* The record's field may also be accessed through other pointers into the record. */
static void link_field(generator *g, int record, const fc_symbol *field)
{
    const fc_type *type = field->type;
    while (type->kind == FC_TYPE_ARRAY)
        type = type->of;
    if (type->kind != FC_TYPE_POINTER || record == FC_POINTS_TO_NONE)
        return;
    fc_inclusion_add_load(g->out->inclusion, field->id, record);
    fc_points_to_add_store(g, record, field->id);
}

/* ---- expressions ---- */

static int value_of(context *c, const fc_node *node);
static int add_call(context *c, const fc_node *call);

static bool is_array(const fc_node *node)
{
    return node->type && node->type->kind == FC_TYPE_ARRAY;
}

/* The variable that holds the pointer in an lvalue; FC_POINTS_TO_NONE: it is reached through *pointer, or unknown
 * (NULL). */
static int place_of(const context *c, const fc_node *lvalue, const fc_node **pointer)
{
    *pointer = NULL;
    if (lvalue->kind == FC_NAME)
        return fc_points_to_variable_of(c, lvalue->symbol);
    if (lvalue->kind == FC_MEMBER)
        return lvalue->symbol->id;
    const fc_node *base = NULL;
    if (lvalue->kind == FC_INDEX)
        base = lvalue->child[fc_type_is_address(lvalue->child[0]->type) ? 0 : 1];
    else if (lvalue->kind == FC_UNARY && lvalue->op == FC_OP_DEREFERENCE)
        base = lvalue->child[0];
    if (base && is_array(base) && (base->kind == FC_NAME || base->kind == FC_MEMBER || base->kind == FC_INDEX))
        return place_of(c, base, pointer);
    *pointer = base;
    return FC_POINTS_TO_NONE;
}

static int address_of_symbol(generator *g, const fc_symbol *symbol)
{
    if (g->address[symbol->id] == FC_POINTS_TO_NONE)
        g->address[symbol->id] = fc_points_to_new_pointer(g, symbol->id);
    return g->address[symbol->id];
}

bool fc_points_to_is_object(const fc_node *member)
{
    const fc_type *record = member->child[0]->type, *type = member->symbol->type;
    while (record && (record->kind == FC_TYPE_POINTER || record->kind == FC_TYPE_ARRAY))
        record = record->of;
    while (type->kind == FC_TYPE_ARRAY)
        type = type->of;
    return type->kind != FC_TYPE_RECORD && record && !record->is_union;
}

static int either(context *c, int a, int b)
{
    int both = fc_points_to_new_variable(c->g);
    fc_points_to_copy(c->g, both, a);
    fc_points_to_copy(c->g, both, b);
    return both;
}

/* A pointer to the object that the lvalue is part of. */
static int address_of(context *c, const fc_node *node)
{
    switch (node->kind) {
    case FC_NAME:
        return node->symbol->kind == FC_SYMBOL_PROCEDURE ? FC_POINTS_TO_NONE : address_of_symbol(c->g, node->symbol);
    case FC_MEMBER:
        if (fc_points_to_is_object(node))
            return address_of_symbol(c->g, node->symbol);
        return node->op == FC_OP_ARROW ? value_of(c, node->child[0]) : address_of(c, node->child[0]);
    case FC_INDEX: {
        const fc_node *base = node->child[fc_type_is_address(node->child[0]->type) ? 0 : 1];
        return is_array(base) ? address_of(c, base) : value_of(c, base);
    }
    case FC_UNARY:
        return node->op == FC_OP_DEREFERENCE ? value_of(c, node->child[0]) : c->g->unknown;
    case FC_CAST:
    case FC_ASSIGN:
        return address_of(c, node->child[0]);
    case FC_COMMA:
        return address_of(c, node->child[1]);
    case FC_CONDITIONAL:
        return either(c, address_of(c, node->child[1]), address_of(c, node->child[2]));
    case FC_STRING:
        return c->g->string;
    default:
        return c->g->unknown;
    }
}

static int read_place(context *c, const fc_node *lvalue)
{
    const fc_node *pointer;
    int place = place_of(c, lvalue, &pointer);
    if (place != FC_POINTS_TO_NONE)
        return place;
    return pointer ? fc_points_to_load(c->g, value_of(c, pointer)) : c->g->unknown;
}

static int value_of_cast(context *c, const fc_node *node)
{
    const fc_node *from = node->child[0];
    if (fc_type_is_address(from->type))
        return value_of(c, from);
    return from->kind == FC_INTEGER || (from->type && from->type->kind == FC_TYPE_HANDLE) ? FC_POINTS_TO_NONE
                                                                                          : c->g->unknown;
}

static int new_value(context *c, const fc_node *node)
{
    if (node->kind == FC_CALL)
        return add_call(c, node);
    if (is_array(node))
        return address_of(c, node);
    switch (node->kind) {
    case FC_NAME:
        return node->symbol->kind == FC_SYMBOL_PROCEDURE ? FC_POINTS_TO_NONE
                                                         : fc_points_to_variable_of(c, node->symbol);
    case FC_MEMBER:
    case FC_INDEX:
        return read_place(c, node);
    case FC_UNARY:
        return node->op == FC_OP_DEREFERENCE ? read_place(c, node)
               : node->op == FC_OP_ADDRESS   ? address_of(c, node->child[0])
                                             : c->g->unknown;
    case FC_CAST:
        return value_of_cast(c, node);
    case FC_STEP:
    case FC_ASSIGN:
        return value_of(c, node->child[0]);
    case FC_COMMA:
        return value_of(c, node->child[1]);
    case FC_CONDITIONAL:
        return either(c, value_of(c, node->child[1]), value_of(c, node->child[2]));
    case FC_BINARY:
        return value_of(c, node->child[fc_type_is_address(node->child[0]->type) ? 0 : 1]);
    case FC_STRING:
        return c->g->string;
    case FC_INTEGER:
    case FC_HANDLE:
        return FC_POINTS_TO_NONE;
    default:
        return c->g->unknown;
    }
}

static int value_of(context *c, const fc_node *node)
{
    if (!node || !fc_type_is_address(node->type))
        return FC_POINTS_TO_NONE;
    int *value = &c->of_value[node->id - c->first_id];
    if (*value == NOT_YET) {
        *value = FC_POINTS_TO_NONE;
        int found = new_value(c, node);
        c->of_value[node->id - c->first_id] = found;
    }
    return c->of_value[node->id - c->first_id];
}

/* ---- statements ---- */

/* into = value; the fields of a list of a record are their own variables. */
static void initialize(context *c, int into, const fc_node *value)
{
    if (!value)
        return;
    if (value->kind != FC_LIST) {
        fc_points_to_copy(c->g, into, value_of(c, value));
        return;
    }
    const fc_type *record = value->type && value->type->kind == FC_TYPE_RECORD ? value->type : NULL;
    for (int i = 0; i < value->n_children; i++)
        if (!record)
            initialize(c, into, value->child[i]);
        else if (i < record->n_fields)
            initialize(c, record->field[i]->id, value->child[i]);
}

static void link_fields(generator *g, int record, const fc_type *type)
{
    for (int i = 0; type->kind == FC_TYPE_RECORD && i < type->n_fields; i++)
        link_field(g, record, type->field[i]);
}

/* Records that begin alike share their first fields. Where one memory is otherwise seen as two types, its pointers may
 * be any of both. */
static void recast(context *c, const fc_node *node)
{
    fc_recast cast;
    if (!fc_cells_recast(&cast, node)) {
        bool to_pointers = node->type && node->type->kind == FC_TYPE_POINTER && node->type->of->kind == FC_TYPE_POINTER;
        if (to_pointers && node->child[0]->type && node->child[0]->type->kind == FC_TYPE_POINTER)
            link_fields(c->g, value_of(c, node->child[0]), node->child[0]->type->of);
        return;
    }
    for (int i = 0; i < cast.n_shared; i++) {
        fc_points_to_copy(c->g, cast.from->field[i]->id, cast.to->field[i]->id);
        fc_points_to_copy(c->g, cast.to->field[i]->id, cast.from->field[i]->id);
    }
    if (cast.n_shared == cast.from->n_fields || cast.n_shared == cast.to->n_fields)
        return;
    link_fields(c->g, value_of(c, node->child[0]), cast.from);
    link_fields(c->g, value_of(c, node->child[0]), cast.to);
}

static void walk(const fc_node *node, void *data)
{
    context *c = data;
    if (!node)
        return;
    if (node->kind == FC_CALL && !fc_type_is_address(node->type))
        add_call(c, node);
    value_of(c, node);
    if (node->kind == FC_ASSIGN) {
        if (node->op == FC_OP_NONE && fc_type_is_address(node->type)) {
            const fc_node *pointer;
            int place = place_of(c, node->child[0], &pointer), value = value_of(c, node->child[1]);
            if (place != FC_POINTS_TO_NONE)
                fc_points_to_copy(c->g, place, value);
            else
                fc_points_to_add_store(c->g, pointer ? value_of(c, pointer) : c->g->unknown, value);
        }
    } else if (node->kind == FC_DECLARE && node->n_children > 0 && node->symbol->kind != FC_SYMBOL_STATIC)
        initialize(c, fc_points_to_variable_of(c, node->symbol), node->child[0]);
    else if (node->kind == FC_LIST)
        initialize(c, FC_POINTS_TO_NONE, node);
    else if (node->kind == FC_RETURN && node->n_children > 0)
        fc_points_to_copy(c->g, c->result, value_of(c, node->child[0]));
    else if (node->kind == FC_CAST)
        recast(c, node);
    fc_node_each_child(node, walk, c);
}

/* ---- procedures that are analyzed anew for each call ---- */

enum {
    LARGEST_COPY = 250, /* nodes */
    DEEPEST_COPY = 8
};

static bool fits(generator *g, const fc_node *node, int *n);

static bool is_copied(generator *g, const fc_procedure *procedure)
{
    char *copied = &g->copied[procedure->id];
    const fc_type *result = procedure->symbol->type->of;
    int n = 0;
    if (*copied == 0) {
        *copied = 'n'; /* recursive procedures are not copied */
        bool fit = result && result->kind == FC_TYPE_POINTER && procedure->body && fits(g, procedure->body, &n);
        *copied = fit ? 'y' : 'n';
    }
    return *copied == 'y';
}

static bool is_filled_address(const fc_node *address)
{
    const fc_node *parent = address->parent;
    while (parent && parent->kind == FC_CAST)
        parent = parent->parent;
    return address->child[0]->kind == FC_NAME && parent && parent->kind == FC_CALL &&
           fc_external_allocates_by_argument(parent);
}

/* The body is small and stores no pointers but in its own scalars. */
static bool fits(generator *g, const fc_node *node, int *n)
{
    if (!node)
        return true;
    if (++*n > LARGEST_COPY)
        return false;
    if (node->kind == FC_CALL) {
        const fc_symbol *target = fc_call_target(node);
        bool returns_pointer = fc_type_is_address(node->type);
        if (!target || (target->definition && returns_pointer && !is_copied(g, target->definition)))
            return false;
    }
    bool stores = node->kind == FC_ASSIGN && fc_type_is_address(node->type) && node->child[0]->kind != FC_NAME;
    bool addresses = node->kind == FC_UNARY && node->op == FC_OP_ADDRESS && !is_filled_address(node);
    bool is_array_of_its_own = node->kind == FC_DECLARE && node->symbol->type->kind == FC_TYPE_ARRAY;
    if (stores || addresses || is_array_of_its_own)
        return false;
    for (int i = 0; i < node->n_children; i++)
        if (!fits(g, node->child[i], n))
            return false;
    return true;
}

static void rename_in(const fc_node *node, void *data)
{
    context *c = data;
    if (!node)
        return;
    bool is_own = (node->kind == FC_NAME || node->kind == FC_DECLARE) &&
                  (node->symbol->kind == FC_SYMBOL_LOCAL || node->symbol->kind == FC_SYMBOL_PARAMETER);
    if (is_own && fc_points_to_variable_of(c, node->symbol) == node->symbol->id) {
        c->renamed = fc_grow(c->renamed, &c->renamed_capacity, (size_t)c->n_renamed + 1, sizeof *c->renamed);
        c->variable = fc_grow(c->variable, &c->variable_capacity, (size_t)c->n_renamed + 1, sizeof *c->variable);
        c->variable[c->n_renamed] = fc_points_to_new_variable(c->g);
        c->renamed[c->n_renamed++] = node->symbol;
    }
    fc_node_each_child(node, rename_in, c);
}

static void find_ids(const fc_node *node, int *first, int *last)
{
    if (!node)
        return;
    *first = node->id < *first ? node->id : *first;
    *last = node->id > *last ? node->id : *last;
    for (int i = 0; i < node->n_children; i++)
        find_ids(node->child[i], first, last);
}

static int call_copy(context *c, const fc_procedure *procedure, const fc_node *call)
{
    int last = -1;
    context copy = {.g = c->g, .result = fc_points_to_new_variable(c->g), .first_id = procedure->body->id};
    copy.depth = c->depth + 1;
    find_ids(procedure->body, &copy.first_id, &last);
    copy.of_value = fc_allocate((size_t)(last - copy.first_id) + 1, sizeof *copy.of_value);
    for (int i = 0; i <= last - copy.first_id; i++)
        copy.of_value[i] = NOT_YET;
    rename_in(procedure->body, &copy);
    for (int i = 0; i < procedure->n_parameters && i + 1 < call->n_children; i++) {
        int parameter = fc_points_to_variable_of(&copy, procedure->parameter[i]);
        if (parameter != procedure->parameter[i]->id)
            fc_points_to_copy(c->g, parameter, value_of(c, call->child[i + 1]));
    }
    walk(procedure->body, &copy);
    /* The values of the copy are also values of the procedure's nodes. */
    generator *g = copy.g;
    for (int id = copy.first_id; id <= last; id++) {
        int value = copy.of_value[id - copy.first_id];
        if (value < 0)
            continue;
        g->copy = fc_grow(g->copy, &g->copy_capacity, g->n_copies + 1, sizeof *g->copy);
        g->copy[g->n_copies++] = (copied_value){id, value};
    }
    free(copy.of_value);
    free(copy.renamed);
    free(copy.variable);
    return copy.result;
}

/* ---- calls ---- */

static void pass_arguments(context *c, const fc_procedure *procedure, const fc_node *call)
{
    for (int i = 0; i < procedure->n_parameters && i + 1 < call->n_children; i++)
        fc_points_to_copy(c->g, procedure->parameter[i]->id, value_of(c, call->child[i + 1]));
}

static int call_external(context *c, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    /* The values of the call's children; that of the procedure is unused. */
    int *argument = fc_allocate((size_t)call->n_children + 4, sizeof *argument);
    for (int i = 0; i < call->n_children + 4; i++)
        argument[i] = i > 0 && i < call->n_children ? value_of(c, call->child[i]) : FC_POINTS_TO_NONE;
    const fc_points_to_outside outside = {c, call, argument};
    int result = target ? fc_points_to_call_external(&outside, target) : fc_points_to_call_unknown(&outside);
    free(argument);
    return result;
}

static int call_through_pointer(context *c, const fc_node *call)
{
    fc_candidates candidates = fc_indirect_calls_candidates(c->g->calls, call);
    bool is_open = !candidates.is_complete || candidates.n == 0;
    int result = is_open ? call_external(c, call) : fc_points_to_new_variable(c->g);
    for (size_t i = 0; i < candidates.n; i++) {
        pass_arguments(c, candidates.procedure[i], call);
        fc_points_to_copy(c->g, result, candidates.procedure[i]->symbol->id);
    }
    fc_candidates_free(&candidates);
    return result;
}

static int add_call(context *c, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (!target)
        return call_through_pointer(c, call);
    if (!target->definition)
        return call_external(c, call);
    pass_arguments(c, target->definition, call);
    bool is_copy = c->depth < DEEPEST_COPY && is_copied(c->g, target->definition);
    return is_copy ? call_copy(c, target->definition, call) : target->id;
}

/* ---- the program ---- */

static void add_same_global(void *data, const fc_symbol *a, const fc_symbol *b)
{
    fc_points_to_copy(data, a->id, b->id);
    fc_points_to_copy(data, b->id, a->id);
}

static void add_bodies(generator *g)
{
    const fc_program *program = g->program;
    context c = {.g = g, .of_value = g->out->of_value};
    for (int i = 0; i < program->n_symbols; i++)
        initialize(&c, i, program->symbol[i]->initializer);
    for (int i = 0; i < program->n_procedures; i++) {
        c.result = program->procedure[i]->symbol->id;
        if (fc_indirect_calls_reachable(g->calls)->procedure[i])
            walk(program->procedure[i]->body, &c);
    }
}

static void open_generator(generator *g)
{
    fc_points_to_system *out = g->out;
    const fc_program *program = g->program;
    for (int i = 0; i < program->n_symbols; i++)
        fc_inclusion_add_object(out->inclusion, fc_points_to_new_variable(g));
    out->of_value = fc_allocate((size_t)program->n_nodes, sizeof *out->of_value);
    for (int i = 0; i < program->n_nodes; i++)
        out->of_value[i] = NOT_YET;
    g->address = fc_allocate((size_t)program->n_symbols, sizeof *g->address);
    for (int i = 0; i < program->n_symbols; i++)
        g->address[i] = FC_POINTS_TO_NONE;
    g->copied = fc_allocate((size_t)program->n_procedures + 1, sizeof *g->copied);
    g->kept = fc_points_to_new_variable(g);
    g->external = fc_points_to_new_pointer(g, fc_inclusion_add_object(out->inclusion, g->kept));
    fc_points_to_copy(g, g->kept, g->external);
    g->string = fc_points_to_fresh(g);
    g->tokens = fc_points_to_new_variable(g);
    const int unknown_content = fc_points_to_new_variable(g);
    out->unknown = fc_inclusion_add_object(out->inclusion, unknown_content);
    g->unknown = fc_points_to_new_pointer(g, out->unknown);
    fc_points_to_copy(g, unknown_content, g->unknown);
}

static void close_generator(generator *g)
{
    fc_points_to_system *out = g->out;
    for (int i = 0; i < g->program->n_nodes; i++)
        if (out->of_value[i] < 0)
            out->of_value[i] = FC_POINTS_TO_NONE;
    for (size_t i = 0; i < g->n_copies; i++)
        fc_points_to_copy(g, out->of_value[g->copy[i].node], g->copy[i].value);
    free(g->address);
    free(g->copied);
    free(g->copy);
}

void fc_points_to_constrain(fc_points_to_system *out, const fc_program *program, const fc_indirect_calls *calls)
{
    *out = (fc_points_to_system){.inclusion = fc_inclusion_create()};
    generator g = {.program = program, .calls = calls, .out = out};
    open_generator(&g);
    /* The arguments of main. */
    const fc_procedure *main_procedure = fc_program_find(g.program, "main");
    for (int i = 0; main_procedure && i < main_procedure->n_parameters; i++)
        if (fc_type_is_address(main_procedure->parameter[i]->type))
            fc_points_to_copy(&g, main_procedure->parameter[i]->id, g.external);
    for (int t = 0; t < g.program->n_types; t++) {
        const fc_type *type = g.program->type[t];
        for (int i = 1; type->is_union && i < type->n_fields; i++) {
            fc_points_to_copy(&g, type->field[0]->id, type->field[i]->id);
            fc_points_to_copy(&g, type->field[i]->id, type->field[0]->id);
        }
    }
    fc_same_globals_visit(program, add_same_global, &g);
    add_bodies(&g);
    close_generator(&g);
}
