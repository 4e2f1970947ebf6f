/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/cells.h"

#include "analyzer/effects/external.h"
#include "analyzer/memory/allocation_wrappers.h"
#include "analyzer/memory/scalar_replacement.h"
#include "analyzer/memory/sent_parameters.h"
#include "analyzer/model/properties/same_globals.h"

#include <stdlib.h>
#include <string.h>

/* A symbol's cell has the symbol's id; further cells are added for nodes on demand. place[]: the cell of a node's
 * value. */
struct fc_cells {
    const fc_program *program;
    const fc_indirect_calls *calls;
    int *parent;
    int *pointee;
    int *reals; /* union-find parent of cells that share their reals */
    size_t n, parent_capacity, pointee_capacity, reals_capacity;
    int *place;   /* by node id; -2: not computed yet, -1: none */
    int *element; /* by symbol id: the cell of an array's first element, followed by the others'; -1: all elements share
                     one */
    fc_allocation_wrappers wrappers; /* parameters that do not unify their callers' memory */
    bool *is_sent;                   /* by symbol id: likewise (sent_parameters.h) */
    int (*shared)[2];                /* targets of a parameter and an argument that share only their reals */
    size_t n_shared, shared_capacity;
};

static int find_in(int *parent, int cell)
{
    while (parent[cell] != cell) {
        parent[cell] = parent[parent[cell]];
        cell = parent[cell];
    }
    return cell;
}

static int find(const fc_cells *cells, int cell)
{
    return cell < 0 ? -1 : find_in(cells->parent, cell);
}

static int new_cell(fc_cells *cells)
{
    int cell = (int)cells->n++;
    cells->parent = fc_grow(cells->parent, &cells->parent_capacity, cells->n, sizeof *cells->parent);
    cells->pointee = fc_grow(cells->pointee, &cells->pointee_capacity, cells->n, sizeof *cells->pointee);
    cells->reals = fc_grow(cells->reals, &cells->reals_capacity, cells->n, sizeof *cells->reals);
    cells->parent[cell] = cells->reals[cell] = cell;
    cells->pointee[cell] = -1;
    return cell;
}

static int pointee(fc_cells *cells, int cell)
{
    cell = find(cells, cell);
    if (cell < 0)
        return -1;
    if (cells->pointee[cell] < 0) {
        int fresh = new_cell(cells);
        cells->pointee[cell] = fresh;
    }
    return find(cells, cells->pointee[cell]);
}

static void unify_reals(fc_cells *cells, int a, int b)
{
    cells->reals[find_in(cells->reals, b)] = find_in(cells->reals, a);
}

static void unify(fc_cells *cells, int a, int b)
{
    a = find(cells, a);
    b = find(cells, b);
    while (a >= 0 && b >= 0 && a != b) {
        int pa = cells->pointee[a], pb = cells->pointee[b];
        cells->parent[b] = a;
        unify_reals(cells, a, b);
        if (pa < 0)
            cells->pointee[a] = pb;
        if (pa < 0 || pb < 0)
            return;
        a = find(cells, pa);
        b = find(cells, pb);
    }
}

static bool is_array(const fc_type *type)
{
    return type && type->kind == FC_TYPE_ARRAY;
}

static int place_of(fc_cells *cells, const fc_node *node);

/* Calls visit for each address-valued part that the node's value may be. */
static int place_of_either(fc_cells *cells, const fc_node *first, const fc_node *second)
{
    int a = place_of(cells, first), b = place_of(cells, second);
    if (a < 0 || b < 0)
        return a < 0 ? b : a;
    unify(cells, pointee(cells, a), pointee(cells, b));
    return a;
}

static int place_of_call(fc_cells *cells, const fc_node *node)
{
    const fc_node *callee = node->child[0];
    bool is_named = callee->kind == FC_NAME && callee->symbol->kind == FC_SYMBOL_PROCEDURE;
    if (is_named && callee->symbol->definition && cells->wrappers.allocates[callee->symbol->definition->id])
        return new_cell(cells);
    if (is_named && (callee->symbol->definition || fc_external_is_tokenizer(callee->symbol)))
        return callee->symbol->id;
    bool is_first = is_named && node->n_children > 1 && fc_external_returns_first(callee->symbol);
    int first = is_first ? place_of(cells, node->child[1]) : -1;
    return first >= 0 ? first : new_cell(cells); /* realloc(NULL, bytes) */
}

/* The target of an address. An array is represented by its elements and has no cell of its own. */
static int place_of_target(fc_cells *cells, const fc_node *node, const fc_node *address)
{
    return is_array(node->type) ? place_of(cells, address) : pointee(cells, place_of(cells, address));
}

static int place_of_element(fc_cells *cells, const fc_node *index)
{
    const fc_node *base = index->child[fc_type_is_address(index->child[0]->type) ? 0 : 1];
    int first = base->kind == FC_NAME ? cells->element[base->symbol->id] : -1;
    return first >= 0 ? first + (int)index->child[1]->value : place_of_target(cells, index, base);
}

static int compute_place(fc_cells *cells, const fc_node *node)
{
    switch (node->kind) {
    case FC_NAME:
        return node->symbol->id;
    case FC_MEMBER:
        return node->symbol->id;
    case FC_INDEX:
        return place_of_element(cells, node);
    case FC_UNARY:
        if (node->op == FC_OP_DEREFERENCE)
            return place_of_target(cells, node, node->child[0]);
        if (node->op == FC_OP_ADDRESS && is_array(node->child[0]->type))
            return place_of(cells, node->child[0]);
        if (node->op == FC_OP_ADDRESS) {
            int address = new_cell(cells), target = place_of(cells, node->child[0]);
            if (target >= 0)
                cells->pointee[address] = target;
            return address;
        }
        return -1;
    case FC_CAST:
    case FC_STEP:
    case FC_ASSIGN:
        return place_of(cells, node->child[0]);
    case FC_COMMA:
        return place_of(cells, node->child[1]);
    case FC_CONDITIONAL:
        return place_of_either(cells, node->child[1], node->child[2]);
    case FC_BINARY:
        return fc_type_is_address(node->child[0]->type) ? place_of(cells, node->child[0])
                                                        : place_of(cells, node->child[1]);
    case FC_CALL:
        return place_of_call(cells, node);
    case FC_STRING:
        return new_cell(cells);
    default:
        return -1;
    }
}

static int place_of(fc_cells *cells, const fc_node *node)
{
    if (!node)
        return -1;
    if (cells->place[node->id] == -2)
        cells->place[node->id] = compute_place(cells, node);
    return find(cells, cells->place[node->id]);
}

/* An initializer list of an array within an array. */
static bool is_row(const fc_node *value)
{
    return value && value->kind == FC_LIST && is_array(value->type);
}

/* target = value: unifies their targets. */
static void flow(fc_cells *cells, int target, const fc_node *value)
{
    if (!value || target < 0)
        return;
    if (value->kind == FC_LIST) {
        bool record = value->type && value->type->kind == FC_TYPE_RECORD;
        for (int i = 0; i < value->n_children; i++)
            if (!record)
                flow(cells, is_row(value->child[i]) ? target : pointee(cells, target), value->child[i]);
            else if (i < value->type->n_fields)
                flow(cells, value->type->field[i]->id, value->child[i]);
        return;
    }
    if (!fc_type_is_address(value->type))
        return;
    int source = place_of(cells, value);
    if (source >= 0)
        unify(cells, pointee(cells, target), pointee(cells, source));
}

static bool leads_to(const fc_type *type, fc_type_kind kind, fc_type_kind other)
{
    return fc_type_is_address(type) && (type->of->kind == kind || type->of->kind == other);
}

/* A pointer to reals, possibly converted to void *. */
static bool is_of_reals(const fc_node *value)
{
    while (value->kind == FC_CAST && leads_to(value->type, FC_TYPE_VOID, FC_TYPE_VOID))
        value = value->child[0];
    return leads_to(value->type, FC_TYPE_REAL, FC_TYPE_COMPLEX);
}

/* parameter = argument. A void * argument to reals shares only its reals: C accesses nothing else there (but see
 * join_shared()). */
static void flow_argument(fc_cells *cells, const fc_symbol *parameter, const fc_node *argument)
{
    bool is_of_any_sort = leads_to(parameter->type, FC_TYPE_VOID, FC_TYPE_VOID);
    int source = is_of_any_sort && is_of_reals(argument) ? place_of(cells, argument) : -1;
    if (source < 0) {
        flow(cells, parameter->id, argument);
        return;
    }
    int there = pointee(cells, parameter->id), here = pointee(cells, source);
    unify_reals(cells, there, here);
    cells->shared = fc_grow(cells->shared, &cells->shared_capacity, cells->n_shared + 1, sizeof *cells->shared);
    cells->shared[cells->n_shared][0] = there;
    cells->shared[cells->n_shared++][1] = here;
}

static void flow_arguments(fc_cells *cells, const fc_procedure *procedure, const fc_node *call)
{
    for (int i = 0; i < procedure->n_parameters && i + 1 < call->n_children; i++) {
        const fc_symbol *parameter = procedure->parameter[i];
        if (!cells->wrappers.is_inert[parameter->id] && !cells->is_sent[parameter->id])
            flow_argument(cells, parameter, call->child[i + 1]);
    }
}

/* Unifies the targets of two places' values; -1: no place. */
static void share_target(fc_cells *cells, int a, int b)
{
    if (a >= 0 && b >= 0)
        unify(cells, pointee(cells, a), pointee(cells, b));
}

static void flow_external(fc_cells *cells, const fc_node *call, const fc_symbol *function)
{
    int first = call->n_children > 1 ? place_of(cells, call->child[1]) : -1;
    const fc_procedure *comparator = fc_external_comparator(call);
    for (int i = 0; comparator && i < comparator->n_parameters; i++)
        flow(cells, comparator->parameter[i]->id, call->child[1]);
    if (strncmp(function->name, "strto", 5) == 0 && strncmp(function->name, "strtok", 6) != 0 &&
        call->n_children > 2) /* strtol(text, &end, 10): end points into text */
        share_target(cells, pointee(cells, place_of(cells, call->child[2])), first);
    else if (fc_external_is_getopt(function) && call->n_children > 2) {
        /* getopt stores an element of argv in optarg. */
        int text = pointee(cells, place_of(cells, call->child[2]));
        for (int i = 0; i < cells->program->n_symbols; i++)
            if (fc_external_is_getopt_global(cells->program->symbol[i]) &&
                fc_type_is_address(cells->program->symbol[i]->type))
                share_target(cells, i, text);
    } else if (fc_external_is_tokenizer(function)) {
        share_target(cells, function->id, first);
        if (call->n_children > 3) /* strtok_r(text, delimiters, &rest) */
            share_target(cells, function->id, pointee(cells, place_of(cells, call->child[3])));
    }
}

static void flow_call(fc_cells *cells, const fc_node *call)
{
    /* The target of an argument of an external function has a cell even if the program does not access it. */
    for (int i = 1; i < call->n_children; i++)
        if (fc_type_is_address(call->child[i]->type) && place_of(cells, call->child[i]) >= 0)
            pointee(cells, place_of(cells, call->child[i]));
    const fc_node *callee = call->child[0];
    if (callee->kind != FC_NAME || callee->symbol->kind != FC_SYMBOL_PROCEDURE) {
        /* Unifies the arguments with the parameters of each possible target, and the value with each result. */
        fc_candidates candidates = fc_indirect_calls_candidates(cells->calls, call);
        for (size_t i = 0; i < candidates.n; i++) {
            const fc_procedure *procedure = candidates.procedure[i];
            flow_arguments(cells, procedure, call);
            if (fc_type_is_address(call->type))
                unify(cells, pointee(cells, place_of(cells, call)), pointee(cells, procedure->symbol->id));
        }
        fc_candidates_free(&candidates);
        return;
    }
    const fc_procedure *procedure = callee->symbol->definition;
    if (procedure) {
        flow_arguments(cells, procedure, call);
    } else {
        flow_external(cells, call, callee->symbol);
    }
}

bool fc_cells_recast(fc_recast *out, const fc_node *node)
{
    const fc_type *to = node->kind == FC_CAST ? node->type : NULL, *from = to ? node->child[0]->type : NULL;
    if (!from || to->kind != FC_TYPE_POINTER || from->kind != FC_TYPE_POINTER)
        return false;
    *out = (fc_recast){from->of, to->of, 0};
    bool is_of_records = from->of->kind == FC_TYPE_RECORD && to->of->kind == FC_TYPE_RECORD && from->of != to->of;
    if (!is_of_records || from->of->n_fields == 0 || to->of->n_fields == 0 || fc_type_first_member(from->of, to->of) ||
        fc_type_first_member(to->of, from->of))
        return false;
    for (; out->n_shared < out->from->n_fields && out->n_shared < out->to->n_fields; out->n_shared++) {
        const fc_symbol *a = out->from->field[out->n_shared], *b = out->to->field[out->n_shared];
        if (a->type != b->type || strcmp(a->name, b->name) != 0)
            break;
    }
    return true;
}

/* Unifies the common first fields of both records. */
static void share_fields(fc_cells *cells, const fc_node *node)
{
    fc_recast recast;
    if (!fc_cells_recast(&recast, node))
        return;
    for (int i = 0; i < recast.n_shared; i++)
        unify(cells, recast.from->field[i]->id, recast.to->field[i]->id);
}

bool fc_cells_is_of_whole(const fc_type *type)
{
    bool is_whole = type->kind == FC_TYPE_RECORD && type->is_union && type->n_fields > 0;
    for (int i = 0; is_whole && i < type->n_fields; i++) {
        const fc_type *of = type->field[i]->type;
        while (of->kind == FC_TYPE_ARRAY)
            of = of->of;
        is_whole = of->kind == FC_TYPE_INTEGER;
    }
    return is_whole;
}

/* Unifies the members of such a union. */
static void share_union(fc_cells *cells, const fc_type *type)
{
    int first = -1;
    for (int i = 0; fc_cells_is_of_whole(type) && i < type->n_fields; i++) {
        int cell = type->field[i]->id;
        if (is_array(type->field[i]->type))
            cell = pointee(cells, cell);
        if (first >= 0)
            unify(cells, first, cell);
        first = cell;
    }
}

static void flow_node(fc_cells *cells, const fc_node *node, const fc_procedure *procedure)
{
    place_of(cells, node);
    if (node->kind == FC_ASSIGN && node->op == FC_OP_NONE)
        flow(cells, place_of(cells, node->child[0]), node->child[1]);
    else if (node->kind == FC_DECLARE && node->n_children > 0)
        flow(cells, node->symbol->id, node->child[0]);
    else if (node->kind == FC_RETURN && procedure && node->n_children > 0)
        flow(cells, procedure->symbol->id, node->child[0]);
    else if (node->kind == FC_CALL)
        flow_call(cells, node);
    else if (node->kind == FC_CAST)
        share_fields(cells, node);
}

static void flow_tree(fc_cells *cells, const fc_node *node, const fc_procedure *procedure)
{
    if (!node)
        return;
    flow_node(cells, node, procedure);
    for (int i = 0; i < node->n_children; i++)
        flow_tree(cells, node->child[i], procedure);
}

/* Cells of array elements under scalar replacement. */
static void make_elements(fc_cells *cells)
{
    bool *apart = fc_scalar_replacement_find(cells->program);
    cells->element = fc_allocate((size_t)cells->program->n_symbols, sizeof *cells->element);
    for (int i = 0; i < cells->program->n_symbols; i++) {
        cells->element[i] = apart[i] ? (int)cells->n : -1;
        for (long k = 0; apart[i] && k < cells->program->symbol[i]->type->length; k++)
            new_cell(cells);
    }
    free(apart);
}

static void note_other(fc_cells *cells, bool *other, int cell, const fc_type *type)
{
    bool is_other = type && type->kind != FC_TYPE_REAL && type->kind != FC_TYPE_COMPLEX && type->kind != FC_TYPE_VOID;
    if (cell >= 0 && is_other)
        other[find(cells, cell)] = true;
}

/* The targets of arguments of external functions, which may read and write them but store no pointers there. */
static void note_handed_out(fc_cells *cells, bool *other, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    for (int i = 1; i < call->n_children && target && !target->definition; i++) {
        int place = place_of(cells, call->child[i]);
        for (const fc_node *at = call->child[i]; at; at = at->kind == FC_CAST ? at->child[0] : NULL)
            if (place >= 0 && fc_type_is_address(at->type) && !leads_to(at->type, FC_TYPE_POINTER, FC_TYPE_FUNCTION))
                note_other(cells, other, cells->pointee[place], at->type->of);
    }
}

/* By cell: the program accesses other types than reals there, or passes its address to an external function. */
static FC_GIVE bool *find_other(fc_cells *cells)
{
    const fc_program *program = cells->program;
    bool *other = fc_allocate(cells->n, sizeof *other);
    for (int i = 0; i < program->n_symbols; i++)
        note_other(cells, other, i, program->symbol[i]->type);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        bool names = node->kind == FC_INDEX || node->kind == FC_MEMBER || node->kind == FC_NAME ||
                     (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
        if (names)
            note_other(cells, other, find(cells, cells->place[i]), node->type);
        if (node->kind == FC_CALL && cells->place[i] != -2)
            note_handed_out(cells, other, node);
    }
    return other;
}

/* Memory that holds other types than reals after all is unified with the targets of the parameters that it was passed
 * to. Two such parameters, which may exchange values there, are unified too. */
static bool join_shared(fc_cells *cells)
{
    bool *other = find_other(cells), joins = false;
    int *first = fc_allocate(
        cells->n, sizeof *first); /* by cell: the number, from 1, of the first parameter that it was passed to */
    for (size_t i = 0; i < cells->n_shared; i++) {
        int there = cells->shared[i][0], here = find(cells, cells->shared[i][1]);
        int with = other[here] ? here : first[here] ? cells->shared[first[here] - 1][0] : there;
        joins |= find(cells, there) != find(cells, with);
        first[here] = first[here] ? first[here] : (int)i + 1;
        unify(cells, there, with);
    }
    free(first);
    free(other);
    return joins;
}

static void share_global(void *data, const fc_symbol *a, const fc_symbol *b)
{
    if (fc_same_globals_are_compatible(a, b))
        unify(data, a->id, b->id);
}

fc_cells *fc_cells_create(const fc_program *program, const fc_indirect_calls *calls)
{
    fc_cells *cells = fc_allocate(1, sizeof *cells);
    cells->program = program;
    cells->calls = calls;
    for (int i = 0; i < program->n_symbols; i++)
        new_cell(cells);
    make_elements(cells);
    fc_allocation_wrappers_find(&cells->wrappers, program);
    cells->is_sent = fc_sent_parameters_find(program);
    cells->place = fc_allocate((size_t)program->n_nodes, sizeof *cells->place);
    for (int i = 0; i < program->n_nodes; i++)
        cells->place[i] = -2;
    for (int i = 0; i < program->n_symbols; i++)
        flow(cells, i, program->symbol[i]->initializer);
    for (int i = 0; i < program->n_procedures; i++)
        if (fc_indirect_calls_reachable(calls)->procedure[i])
            flow_tree(cells, program->procedure[i]->body, program->procedure[i]);
    fc_same_globals_visit(program, share_global, cells);
    for (int i = 0; i < program->n_types; i++)
        share_union(cells, program->type[i]);
    for (int i = 0; i < program->n_types; i++)
        if (program->type[i]->extent)
            flow_tree(cells, program->type[i]->extent, NULL);
    while (join_shared(cells))
        ;
    cells->calls = NULL;
    return cells;
}

void fc_cells_free(fc_cells *cells)
{
    if (!cells)
        return;
    free(cells->parent);
    free(cells->pointee);
    free(cells->reals);
    free(cells->shared);
    free(cells->place);
    free(cells->element);
    fc_allocation_wrappers_free(&cells->wrappers);
    free(cells->is_sent);
    free(cells);
}

/* Cells of reals follow all others. */
int fc_cells_count(const fc_cells *cells)
{
    return 2 * (int)cells->n;
}

int fc_cells_of_reals(const fc_cells *cells, int cell)
{
    return cell >= 0 && cell < (int)cells->n ? find_in(cells->reals, cell) + (int)cells->n : cell;
}

static int cell_of_type(const fc_cells *cells, int cell, const fc_type *type)
{
    bool real = type && (type->kind == FC_TYPE_REAL || type->kind == FC_TYPE_COMPLEX);
    return real ? fc_cells_of_reals(cells, cell) : cell;
}

int fc_cells_of_symbol(const fc_cells *cells, const fc_symbol *symbol)
{
    return cell_of_type(cells, find(cells, symbol->id), symbol->type);
}

int fc_cells_of_place(const fc_cells *cells, const fc_node *lvalue)
{
    bool is_place = lvalue->kind == FC_NAME || lvalue->kind == FC_INDEX || lvalue->kind == FC_MEMBER ||
                    (lvalue->kind == FC_UNARY && lvalue->op == FC_OP_DEREFERENCE);
    int cell = is_place && cells->place[lvalue->id] >= 0 ? find(cells, cells->place[lvalue->id]) : -1;
    return cell_of_type(cells, cell, lvalue->type);
}

int fc_cells_pointee(const fc_cells *cells, int cell)
{
    cell = cell < (int)cells->n ? find(cells, cell) : -1; /* reals have no targets */
    return cell < 0 ? -1 : find(cells, cells->pointee[cell]);
}

int fc_cells_of_target(const fc_cells *cells, const fc_node *expression)
{
    int place = cells->place[expression->id];
    return place < 0 ? -1 : fc_cells_pointee(cells, place);
}

int fc_cells_n_elements(const fc_cells *cells, const fc_node *array)
{
    array = fc_node_without_casts(array);
    bool is_apart = array->kind == FC_NAME && cells->element[array->symbol->id] >= 0;
    return is_apart ? (int)array->symbol->type->length : 0;
}

int fc_cells_of_element(const fc_cells *cells, const fc_node *array, int at)
{
    array = fc_node_without_casts(array);
    return find(cells, cells->element[array->symbol->id] + at);
}

bool fc_cells_is_sent(const fc_cells *cells, const fc_symbol *parameter)
{
    return cells->is_sent[parameter->id];
}

bool fc_cells_allocates(const fc_cells *cells, const fc_procedure *procedure)
{
    return cells->wrappers.allocates[procedure->id];
}

bool fc_cells_is_own(const fc_cells *cells, const fc_node *place)
{
    bool is_inside = true; /* of one pointer's targets */
    while (is_inside && place->kind != FC_NAME) {
        is_inside = (place->kind == FC_MEMBER && place->op == FC_OP_DOT) || place->kind == FC_CAST ||
                    (place->kind == FC_INDEX && place->child[0]->type->kind == FC_TYPE_ARRAY);
        bool leads = (place->kind == FC_MEMBER && place->op == FC_OP_ARROW) || place->kind == FC_INDEX ||
                     (place->kind == FC_UNARY && place->op == FC_OP_DEREFERENCE);
        if (!is_inside && !leads)
            return false;
        place = place->child[0];
    }
    place = fc_node_without_casts(place);
    return !is_inside && place->kind == FC_NAME && cells->wrappers.is_own[place->symbol->id];
}
