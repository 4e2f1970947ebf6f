/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Program inputs: statements that depend on the number of arguments, their text or an input file. The numbers that they
 * set are the program's parameters, even where the run has no such argument and a default applies. */
#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"

#include "analyzer/model/node_search.h"
#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_NAMES = 8 /* definitions one after the other that are looked through */
};

/* ---- statements ---- */

static bool is_number_of_arguments(const fc_control *control, const fc_symbol *symbol, int depth)
{
    const fc_procedure *start = fc_program_find(control->program, "main");
    if (start && start->n_parameters > 0 && symbol == start->parameter[0])
        return true;
    int cell = symbol->kind == FC_SYMBOL_PARAMETER ? fc_cells_of_symbol(control->cells, symbol) : -1;
    size_t first = cell < 0 ? 0 : control->definitions.first[cell];
    size_t end = cell < 0 ? 0 : control->definitions.first[cell + 1];
    bool is_it = first < end && depth < MOST_NAMES;
    for (size_t i = first; i < end && is_it; i++) {
        const fc_node *right = control->definitions.definition[i].right;
        is_it = control->definitions.definition[i].kind == FC_DEFINED_AS_ARGUMENT && right && right->kind == FC_NAME &&
                is_number_of_arguments(control, right->symbol, depth + 1);
    }
    return is_it;
}

bool fc_control_asks_arguments(const fc_control *control, const fc_node *node)
{
    if (node->kind == FC_NAME && is_number_of_arguments(control, node->symbol, 0))
        return true;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && fc_control_asks_arguments(control, node->child[i]))
            return true;
    return false;
}

/* A character array that receives text of a file. */
static bool holds_text_of_file(const fc_control *control, const fc_node *node)
{
    bool is_text =
        node->kind == FC_NAME && node->type && node->type->kind == FC_TYPE_ARRAY && node->type->of->size == 1;
    int cell = is_text ? fc_cells_of_target(control->cells, node) : -1;
    bool holds = false;
    for (size_t i = cell < 0 ? 0 : control->definitions.first[cell];
         cell >= 0 && i < control->definitions.first[cell + 1] && !holds; i++) {
        const fc_definition *definition = &control->definitions.definition[i];
        holds = definition->kind == FC_DEFINED_BY_CALL && fc_external_is_input(definition->node);
    }
    return holds;
}

static bool reads_given(const fc_node *node, const void *data)
{
    const fc_control *control = data;
    if (fc_control_is_parameter(control, node) || holds_text_of_file(control, node))
        return true;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (target && (fc_external_is_getopt(target) || fc_external_is_input(node)))
        return true;
    return fc_node_any_child(node, reads_given, control);
}

/* An MPI call other than MPI_Finalize and MPI_Abort. */
static bool passes_messages(const fc_node *node, const void *unused)
{
    (void)unused;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    if (operation && strcmp(operation->name, "MPI_Finalize") != 0 && operation->kind != FC_MPI_ABORT)
        return true;
    return fc_node_any_child(node, passes_messages, NULL);
}

static bool reads_integer_parameter(const fc_node *node, const void *unused)
{
    (void)unused;
    return (node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PARAMETER &&
            node->type->kind == FC_TYPE_INTEGER) ||
           fc_node_any_child(node, reads_integer_parameter, NULL);
}

/* Depends on `key` of a parser of options, parser(int key, char *arg, ...). */
static bool asks_option(const fc_control *control, const fc_node *condition)
{
    const fc_procedure *owner = fc_control_owner(control, condition);
    return owner && reads_integer_parameter(condition, NULL) && fc_control_gets_text(control, owner);
}

static bool asks(const fc_control *control, const fc_node *condition)
{
    return fc_control_asks_arguments(control, condition) || reads_given(condition, control) ||
           asks_option(control, condition);
}

bool fc_control_reads_inputs(const fc_control *control, const fc_node *statement)
{
    bool is_loop = fc_node_is_loop(statement);
    bool is_simple = statement->kind == FC_EVALUATE;
    if (!is_loop && !is_simple && statement->kind != FC_IF && statement->kind != FC_SWITCH)
        return false;
    for (const fc_node *up = statement->parent; up; up = up->parent)
        if (fc_node_is_loop(up) || up->kind == FC_LABEL || up->kind == FC_OPENMP ||
            (up->kind == FC_IF && statement->kind == FC_IF && asks(control, up->child[0])))
            return false;
    return is_loop || is_simple ? reads_given(statement, control) && !passes_messages(statement, NULL)
                                : asks(control, statement->child[0]);
}

static bool stands_in_reader(const fc_control *control, const fc_node *node)
{
    for (const fc_node *up = node->parent; up; up = up->parent)
        if (fc_control_reads_inputs(control, up))
            return true;
    return false;
}

bool fc_control_chosen_by_inputs(const fc_control *control, const fc_node *node)
{
    const fc_program *program = control->program;
    const fc_procedure *owner = fc_control_owner(control, node);
    bool is_chosen = stands_in_reader(control, node);
    for (int i = 0; i < program->n_nodes && !is_chosen; i++) {
        const fc_symbol *target = program->node[i]->kind == FC_CALL ? fc_call_target(program->node[i]) : NULL;
        is_chosen = target && owner && target->definition == owner && stands_in_reader(control, program->node[i]);
    }
    return is_chosen;
}

/* ---- numbers that they set ---- */

/* A place that the statement sets. */
typedef struct setting {
    const fc_node *place;
    bool is_read;     /* read from the arguments */
    bool is_moved;    /* updated from its previous value */
    bool is_of_ranks; /* depends on a rank or a number of ranks */
} setting;

typedef struct collector {
    const fc_control *control;
    const fc_node *statement;
    setting *list;
    size_t n, capacity;
} collector;

static bool is_of_ranks(const fc_control *control, const fc_node *node, int depth)
{
    bool is_variable = node->kind == FC_NAME && node->symbol->kind != FC_SYMBOL_PROCEDURE;
    if (is_variable && fc_control_least_value(control, node->symbol) >= 0)
        return true;
    const fc_node *made = is_variable ? fc_control_only_definition(control, node->symbol) : NULL;
    if (made && depth < MOST_NAMES && is_of_ranks(control, made, depth + 1))
        return true;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && is_of_ranks(control, node->child[i], depth))
            return true;
    return false;
}

/* The operand that reads the arguments; NULL: none, or several. */
static const fc_node *reading_operand(const fc_control *control, const fc_node *node)
{
    const fc_node *found = NULL;
    for (int i = 0; i < node->n_children; i++) {
        if (!node->child[i] || !fc_control_is_parameter(control, node->child[i]))
            continue;
        if (found)
            return NULL;
        found = node->child[i];
    }
    return found;
}

const fc_node *fc_control_parameter_part(const fc_control *control, const fc_node *right_side)
{
    const fc_node *part = right_side;
    if (!fc_control_is_parameter(control, right_side))
        return NULL;
    while (part && is_of_ranks(control, part, 0))
        part = reading_operand(control, part);
    part = part && part != right_side ? fc_node_without_casts(part) : right_side;
    bool is_number = part->type && (part->type->kind == FC_TYPE_INTEGER || part->type->kind == FC_TYPE_REAL);
    return is_number && (part->kind == FC_CALL || part->kind == FC_CONDITIONAL) ? part : right_side;
}

/* The assignment is control-dependent on ranks. */
static bool is_set_by_ranks(const collector *c, const fc_node *node)
{
    for (; node != c->statement; node = node->parent) {
        const fc_node *condition = fc_control_condition(node->parent);
        if (condition && condition != node && is_of_ranks(c->control, condition, 0))
            return true;
    }
    return false;
}

/* A variable, a field, or a pointer variable's target, without subscripts. */
static bool is_plain_place(const fc_node *place)
{
    bool leads_on = place->kind == FC_MEMBER || (place->kind == FC_UNARY && place->op == FC_OP_DEREFERENCE);
    return leads_on ? is_plain_place(place->child[0]) : place->kind == FC_NAME;
}

static const fc_symbol *base_of(const fc_node *place)
{
    while (place->kind != FC_NAME)
        place = place->child[0];
    return place->symbol;
}

static bool is_declared_within(const fc_node *node, const void *data)
{
    const fc_symbol *symbol = data;
    return (node->kind == FC_DECLARE && node->symbol == symbol) || fc_node_any_child(node, is_declared_within, symbol);
}

static bool mentions(const fc_node *node, const void *data)
{
    const fc_symbol *symbol = data;
    return ((node->kind == FC_NAME || node->kind == FC_MEMBER) && node->symbol == symbol) ||
           fc_node_any_child(node, mentions, symbol);
}

static const fc_symbol *named(const fc_node *place)
{
    while (place->kind != FC_NAME && place->kind != FC_MEMBER)
        place = place->child[0];
    return place->symbol;
}

static bool is_same_place(const fc_node *a, const fc_node *b)
{
    if (a->kind != b->kind || a->op != b->op || a->symbol != b->symbol)
        return false;
    return a->kind == FC_NAME || is_same_place(a->child[0], b->child[0]);
}

static void add(collector *c, const fc_node *node, const fc_node *place, const setting *how)
{
    fc_type_kind kind = place->type->kind;
    bool is_number = kind == FC_TYPE_INTEGER || kind == FC_TYPE_REAL || kind == FC_TYPE_BOOL;
    if (!is_number || !is_plain_place(place) || !fc_control_has_value(c->control, place) ||
        is_declared_within(c->statement, base_of(place)))
        return;
    size_t i = 0;
    while (i < c->n && !is_same_place(c->list[i].place, place))
        i++;
    if (i == c->n) {
        c->list = fc_grow(c->list, &c->capacity, c->n + 1, sizeof *c->list);
        c->list[c->n++] = (setting){.place = place};
    }
    c->list[i].is_read |= how->is_read;
    c->list[i].is_moved |= how->is_moved;
    c->list[i].is_of_ranks |= how->is_of_ranks || is_set_by_ranks(c, node);
}

static void add_assigned(collector *c, const fc_node *node)
{
    const fc_node *place = fc_node_without_casts(node->child[0]),
                  *right = node->kind == FC_ASSIGN ? node->child[1] : NULL;
    setting how = {.is_moved = !right || node->op != FC_OP_NONE};
    if (!is_plain_place(place))
        return;
    if (right) {
        how.is_moved |= mentions(right, named(place));
        how.is_read = node->op == FC_OP_NONE && fc_control_parameter_part(c->control, right) == right;
        how.is_of_ranks = !how.is_read && is_of_ranks(c->control, right, 0);
    }
    add(c, node, place, &how);
}

static void collect(const fc_node *node, void *data)
{
    collector *c = data;
    bool changes = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    if (changes && c->control->sliced[node->id])
        add_assigned(c, node);
    else if (node->kind == FC_CALL && c->control->sliced[node->id] && fc_external_writes(node)) {
        /* &n of sscanf(text, "%d", &n) and similar calls. */
        const setting how = {.is_read = fc_control_is_parameter(c->control, node->child[1])};
        for (int i = 1; i < node->n_children; i++) {
            const fc_node *target = fc_node_without_casts(node->child[i]);
            if (fc_external_role_of(node, i) >= FC_EXTERNAL_WRITES && target->kind == FC_UNARY &&
                target->op == FC_OP_ADDRESS)
                add(c, node, target->child[0], &how);
        }
    }
    fc_node_each_child(node, collect, c);
}

/* A loop around the read sets the variable at its start. */
static bool is_started_anew(const fc_node *read, const fc_symbol *symbol)
{
    bool is_started = false;
    for (const fc_node *below = read, *up = read->parent; up && !is_started; below = up, up = up->parent)
        is_started = up->kind == FC_FOR && below != up->child[0] && fc_control_assigns(up->child[0], symbol);
    return is_started;
}

static bool is_read_after(const collector *c, const fc_node *place)
{
    const fc_definitions *all = &c->control->definitions;
    const fc_symbol *symbol = place->symbol;
    bool is_local = place->kind == FC_NAME && (symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER);
    bool is_read = place->kind != FC_NAME;
    for (size_t i = 0; place->kind == FC_NAME && i < all->n_reads[symbol->id] && !is_read; i++) {
        const fc_node *read = all->read[symbol->id][i];
        bool is_after = is_local ? read->id > all->last[c->statement->id] : !fc_node_is_within(read, c->statement);
        is_read = c->control->visited[read->id] && is_after && !is_started_anew(read, symbol);
    }
    return is_read;
}

size_t fc_control_inputs(fc_control_input **out, const fc_control *control, const fc_node *statement)
{
    collector c = {control, statement, NULL, 0, 0};
    size_t n = 0;
    collect(statement, &c);
    fc_control_input *list = fc_allocate(c.n, sizeof *list);
    for (size_t i = 0; i < c.n; i++) {
        const setting *of = &c.list[i];
        if (of->is_read ? !of->is_moved : !of->is_of_ranks && is_read_after(&c, of->place))
            list[n++] = (fc_control_input){of->place, of->is_read};
    }
    free(c.list);
    *out = list;
    return n;
}

FC_GIVE char *fc_control_parameter_name(const fc_node *place)
{
    if (place->kind == FC_NAME || place->kind == FC_MEMBER)
        return fc_copy_string(place->symbol->name);
    char *name = fc_control_parameter_name(place->child[0]);
    const fc_node *index = place->kind == FC_INDEX ? fc_node_without_casts(place->child[1]) : NULL;
    if (!index || index->kind != FC_INTEGER)
        return name;
    char *element = fc_format("%s[%lld]", name, (long long)index->value);
    free(name);
    return element;
}
