/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/definitions.h"

#include "analyzer/model/params.h"
#include "analyzer/passes/control.h"
#include "analyzer/passes/external.h"
#include "analyzer/passes/library.h"
#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_NUMBERS = 1024 /* that a receive brings to the slice: longer ones are data */
};

/* One side of a message, at a call. */
typedef struct message_side {
    const fc_node *call;
    fc_mpi_side at;
} message_side;

typedef struct message_sides {
    message_side *side;
    size_t n, capacity;
} message_sides;

typedef struct collector {
    fc_definitions *out;
    const fc_program *program;
    const fc_cells *cells;
    const fc_pointer_calls *calls;
    bool *data;            /* by cell: already marked as data */
    bool *told;            /* by cell: a number that a person tells somewhere; each place that sets it is looked at */
    const fc_node **label; /* by symbol id */
    message_sides sends, receives;
} collector;

bool fc_node_is_within(const fc_node *node, const fc_node *ancestor)
{
    while (node && node != ancestor)
        node = node->parent;
    return node != NULL;
}

bool fc_node_is_loop(const fc_node *node)
{
    return node->kind == FC_FOR || node->kind == FC_WHILE || node->kind == FC_DO;
}

static void add(collector *c, fc_definition definition)
{
    fc_definitions *out = c->out;
    if (definition.cell < 0)
        return;
    out->definition = fc_grow(out->definition, &out->capacity, out->n + 1, sizeof *out->definition);
    out->definition[out->n++] = definition;
}

/* What a call leaves where its argument points to, numbers of every type. */
static void add_behind(collector *c, fc_definition definition)
{
    add(c, definition);
    definition.cell = fc_cells_of_reals(c->cells, definition.cell);
    add(c, definition);
}

/* Everything that can be reached from a cell is data from here on. */
static void add_data(collector *c, int cell, const fc_node *call)
{
    while (cell >= 0 && !c->data[cell]) {
        c->data[cell] = !c->told[cell];
        add_behind(c, (fc_definition){.kind = FC_DEFINED_BY_DATA, .cell = cell, .node = call});
        cell = c->told[cell] ? -1 : fc_cells_pointee(c->cells, cell);
    }
}

static void add_record_data(collector *c, const fc_type *type, const fc_node *call)
{
    for (int i = 0; type && type->kind == FC_TYPE_RECORD && i < type->n_fields; i++)
        add_data(c, fc_cells_of_symbol(c->cells, type->field[i]), call);
}

static void argument_becomes_data(collector *c, const fc_node *argument, const fc_node *call)
{
    while (argument->kind == FC_CAST)
        argument = argument->child[0];
    const fc_type *of = argument->type ? argument->type->of : NULL;
    int target = fc_cells_of_target(c->cells, argument);
    bool reals = of && (of->kind == FC_TYPE_REAL || of->kind == FC_TYPE_COMPLEX);
    add_data(c, reals ? fc_cells_of_reals(c->cells, target) : target, call);
    add_record_data(c, of, call);
}

static bool is_array_of_integers(const fc_node *address)
{
    while (address->kind == FC_CAST)
        address = address->child[0];
    const fc_type *of = address->type ? address->type->of : NULL;
    return of && of->kind == FC_TYPE_INTEGER;
}

/* A collective that brings numbers of other ranks which the cost program can compute there: whole numbers, put together
 * by an operation that MPI defines. */
static bool brings_numbers(const fc_node *call, const fc_mpi_operation *operation)
{
    const char *names = " MPI_MAX MPI_MIN MPI_SUM MPI_PROD MPI_LAND MPI_BAND MPI_LOR MPI_BOR ";
    bool well = fc_mpi_carries(operation);
    for (int i = 0; well && operation->arguments[i] && i + 1 < call->n_children; i++) {
        const fc_node *argument = call->child[i + 1];
        char role = operation->arguments[i];
        if (role == FC_ARG_BUFFER || role == FC_ARG_RECEIVED)
            well = is_array_of_integers(argument);
        if (role == FC_ARG_OP)
            well = argument->kind == FC_HANDLE && strstr(names, argument->text);
    }
    return well;
}

/* ---- messages between two ranks ---- */

static void add_side(message_sides *sides, const fc_node *call, fc_mpi_side at)
{
    if (at.buffer + 1 >= call->n_children || at.datatype + 1 >= call->n_children || at.tag + 1 >= call->n_children)
        return;
    sides->side = fc_grow(sides->side, &sides->capacity, sides->n + 1, sizeof *sides->side);
    sides->side[sides->n++] = (message_side){call, at};
}

static const fc_node *argument_of(const message_side *side, int at)
{
    return side->call->child[at + 1];
}

static bool is_constant(const fc_node *node, long low, long high)
{
    return node->kind == FC_INTEGER && node->value >= low && node->value <= high;
}

static bool are_different(const fc_node *a, const fc_node *b)
{
    return (a->kind == FC_HANDLE && b->kind == FC_HANDLE && strcmp(a->text, b->text) != 0) ||
           (a->kind == FC_INTEGER && b->kind == FC_INTEGER && a->value != b->value);
}

/* As far as constants tell: another tag, another datatype, no element. */
static bool may_receive(const message_side *receive, const message_side *send)
{
    if (is_constant(argument_of(send, send->at.count), 0, 0))
        return false;
    if (are_different(argument_of(receive, receive->at.datatype), argument_of(send, send->at.datatype)))
        return false;
    return receive->at.tag < 0 ||
           !are_different(argument_of(receive, receive->at.tag), argument_of(send, send->at.tag));
}

/* Whole numbers of a predefined datatype. */
static bool holds_numbers(const message_side *side)
{
    return is_array_of_integers(argument_of(side, side->at.buffer)) &&
           argument_of(side, side->at.datatype)->kind == FC_HANDLE;
}

/* What it brings is what any of the sends hands on that it may receive. Only a few numbers, as many as a constant says,
 * are taken for control values: an array that grows with the problem is data, even if it could be computed. */
static void collect_receive(collector *c, const message_side *receive)
{
    const fc_node *buffer = argument_of(receive, receive->at.buffer);
    bool well = holds_numbers(receive) && is_constant(argument_of(receive, receive->at.count), 0, MOST_NUMBERS);
    size_t n = 0;
    for (size_t i = 0; i < c->sends.n && well; i++) {
        const message_side *send = &c->sends.side[i];
        if (!may_receive(receive, send))
            continue;
        well = holds_numbers(send);
        n++;
    }
    if (!well || n == 0) {
        argument_becomes_data(c, buffer, receive->call);
        return;
    }
    for (size_t i = 0; i < c->sends.n; i++)
        if (may_receive(receive, &c->sends.side[i]))
            add(c, (fc_definition){.kind = FC_DEFINED_BY_MESSAGE,
                                   .cell = fc_cells_of_target(c->cells, buffer),
                                   .right = argument_of(&c->sends.side[i], c->sends.side[i].at.buffer),
                                   .place = buffer,
                                   .node = receive->call});
}

/* The call says who sent how much. */
static void collect_status(collector *c, const fc_node *call, const fc_node *status)
{
    if (status->kind == FC_HANDLE)
        return;
    fc_definition told = {.kind = FC_DEFINED_BY_MPI, .place = status, .node = call};
    told.cell = fc_cells_of_target(c->cells, status);
    add(c, told);
    for (size_t i = 0; i < c->out->n_status_cells; i++) {
        told.cell = c->out->status_cell[i];
        add(c, told);
    }
}

static void find_status_cells(fc_definitions *out, const fc_program *program, const fc_cells *cells)
{
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        if (symbol->kind != FC_SYMBOL_FIELD || !fc_is_status_field(symbol->name))
            continue;
        out->status_cell =
            fc_grow(out->status_cell, &out->status_capacity, out->n_status_cells + 1, sizeof *out->status_cell);
        out->status_cell[out->n_status_cells++] = fc_cells_of_symbol(cells, symbol);
    }
}

bool fc_is_status_field(const char *name)
{
    return strcmp(name, "MPI_SOURCE") == 0 || strcmp(name, "MPI_TAG") == 0 || strcmp(name, "MPI_ERROR") == 0;
}

static void collect_mpi_call(collector *c, const fc_node *call, const fc_mpi_operation *operation)
{
    bool brings = brings_numbers(call, operation);
    fc_mpi_side side;
    bool receives = fc_mpi_received(&side, operation);
    if (receives)
        add_side(&c->receives, call, side);
    if (fc_mpi_sent(&side, operation))
        add_side(&c->sends, call, side);
    for (int i = 0; operation->arguments[i] && i + 1 < call->n_children; i++) {
        const fc_node *argument = call->child[i + 1];
        char role = operation->arguments[i];
        bool leaves_value = role == FC_ARG_BUFFER && strcmp(operation->name, "MPI_Bcast") == 0; /* the root's */
        if (fc_argument_is_result(role) || leaves_value)
            add_behind(c, (fc_definition){.kind = FC_DEFINED_BY_MPI,
                                          .cell = fc_cells_of_target(c->cells, argument),
                                          .place = argument,
                                          .node = call});
        else if (role == FC_ARG_RECEIVED && brings)
            add(c, (fc_definition){.kind = FC_DEFINED_BY_MESSAGE,
                                   .cell = fc_cells_of_target(c->cells, argument),
                                   .right = call->child[1], /* the data argument of all that carry */
                                   .place = argument,
                                   .node = call});
        else if (role == FC_ARG_RECEIVED && !receives)
            argument_becomes_data(c, argument, call);
        else if (role == FC_ARG_STATUS)
            collect_status(c, call, argument);
    }
}

static bool leaves_memory_alone(const char *name)
{
    static const char *const harmless[] = {"printf",  "fprintf", "puts",   "fputs",        "putchar", "fputc",
                                           "fflush",  "free",    "fclose", "perror",       "fwrite",  "srand",
                                           "srandom", "memcmp",  "getenv", "__assert_fail"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(name, harmless[i]) == 0)
            return true;
    return fc_control_is_pure_function(name) || fc_control_is_allocation(name) || fc_control_is_stop(name);
}

static void collect_own_call(collector *c, const fc_node *call, const fc_procedure *caller,
                             const fc_procedure *procedure)
{
    if (caller)
        c->out->calls[caller->id * c->out->n_procedures + procedure->id] = 1;
    for (int i = 0; i < procedure->n_parameters && i + 1 < call->n_children; i++)
        add(c, (fc_definition){.kind = FC_DEFINED_AS_ARGUMENT,
                               .cell = fc_cells_of_symbol(c->cells, procedure->parameter[i]),
                               .right = call->child[i + 1],
                               .node = call});
}

/* False: it may also run a function that the program does not define. */
static bool collect_pointer_call(collector *c, const fc_node *call, const fc_procedure *caller)
{
    fc_candidates candidates = fc_pointer_calls_candidates(c->calls, call);
    bool all_known = candidates.n > 0 && candidates.is_complete;
    for (size_t i = 0; i < candidates.n; i++)
        collect_own_call(c, call, caller, candidates.procedure[i]);
    fc_candidates_free(&candidates);
    return all_known;
}

static void collect_call(collector *c, const fc_node *call, const fc_procedure *caller)
{
    const fc_symbol *target = fc_call_target(call);
    if (!target && collect_pointer_call(c, call, caller))
        return;
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    if (operation) {
        collect_mpi_call(c, call, operation);
    } else if (target && target->definition) {
        collect_own_call(c, call, caller, target->definition);
    } else if (target && fc_external_is_repeatable(call)) {
        for (int i = 1; i < call->n_children; i++)
            if (fc_external_role_of(call, i) >= FC_EXTERNAL_WRITES)
                add_behind(c, (fc_definition){.kind = FC_DEFINED_BY_CALL,
                                              .cell = fc_cells_of_target(c->cells, call->child[i]),
                                              .place = call->child[i],
                                              .node = call});
    } else if (!target || !leaves_memory_alone(target->name)) {
        for (int i = 1; i < call->n_children; i++)
            if (fc_library_writes(call, i) && !(target && fc_external_only_reads(target, i)))
                argument_becomes_data(c, call->child[i], call);
    }
}

/* Where the i-th part of a list in `cell` lives. */
static int cell_of_part(const collector *c, int cell, const fc_node *list, int i)
{
    if (list->type && list->type->kind == FC_TYPE_RECORD)
        return fc_cells_of_symbol(c->cells, list->type->field[i]);
    int part = fc_cells_pointee(c->cells, cell);
    bool real = list->child[i]->type && list->child[i]->type->kind == FC_TYPE_REAL;
    return real ? fc_cells_of_reals(c->cells, part) : part;
}

static void collect_initialiser(collector *c, int cell, const fc_node *value, const fc_node *node)
{
    if (value->kind != FC_LIST) {
        add(c, (fc_definition){.kind = FC_DEFINED_BY_VALUE, .cell = cell, .right = value, .node = node});
        return;
    }
    bool record = value->type && value->type->kind == FC_TYPE_RECORD;
    add(c, (fc_definition){.kind = FC_DEFINED_BY_VALUE, .cell = cell, .right = value, .node = node});
    for (int i = 0; i < value->n_children; i++) {
        if (!value->child[i] || (record && i >= value->type->n_fields))
            continue;
        collect_initialiser(c, cell_of_part(c, cell, value, i), value->child[i], node);
    }
}

static void collect_read(collector *c, const fc_node *name)
{
    const fc_node *parent = name->parent;
    if (parent && parent->kind == FC_ASSIGN && parent->op == FC_OP_NONE && parent->child[0] == name)
        return;
    fc_definitions *out = c->out;
    int id = name->symbol->id;
    out->read[id] = fc_grow(out->read[id], &out->read_capacity[id], out->n_reads[id] + 1, sizeof **out->read);
    out->read[id][out->n_reads[id]++] = name;
}

static void add_jump(fc_definitions *out, const fc_node *loop, const fc_node *jump)
{
    int id = loop->id;
    out->jump[id] = fc_grow(out->jump[id], &out->jump_capacity[id], out->n_jumps[id] + 1, sizeof **out->jump);
    out->jump[id][out->n_jumps[id]++] = jump;
}

static void add_skip(collector *c, const fc_node *jump, const fc_node *top, int last)
{
    fc_definitions *out = c->out;
    out->skip = fc_grow(out->skip, &out->skip_capacity, out->n_skips + 1, sizeof *out->skip);
    out->skip[out->n_skips++] = (fc_skip){jump, top, jump->id + 1, last};
}

static void collect_goto_skip(collector *c, const fc_node *jump)
{
    const fc_node *label = c->label[jump->symbol->id];
    if (!label)
        return;
    add_skip(c, jump, label->parent, label->id - 1);
    if (label->id < jump->id) {
        c->out->skip[c->out->n_skips - 1].first = label->id;
        c->out->skip[c->out->n_skips - 1].last = jump->id;
    }
}

/* main returns failure there: a run that ends well never does. */
static bool ends_in_failure(const collector *c, const fc_node *jump)
{
    const fc_node *value = jump->kind == FC_RETURN && jump->n_children > 0 ? jump->child[0] : NULL;
    return value && value->kind == FC_INTEGER && value->value != 0 &&
           strcmp(c->out->owner[jump->id]->symbol->name, "main") == 0;
}

static void collect_skip(collector *c, const fc_node *jump)
{
    if (ends_in_failure(c, jump))
        return;
    if (jump->kind == FC_GOTO) {
        collect_goto_skip(c, jump);
        return;
    }
    const fc_node *top = jump->parent, *root = jump->parent;
    while (root->parent)
        root = root->parent;
    while (top && jump->kind != FC_RETURN && !fc_node_is_loop(top) &&
           !(jump->kind == FC_BREAK && top->kind == FC_SWITCH))
        top = top->parent;
    if (jump->kind == FC_RETURN)
        add_skip(c, jump, NULL, c->out->last[root->id]);
    else if (top && (jump->kind == FC_CONTINUE || top->kind == FC_SWITCH))
        add_skip(c, jump, top, c->out->last[top->id]);
}

static void collect_jump(collector *c, const fc_node *jump)
{
    collect_skip(c, jump);
    const fc_node *end =
        jump->kind == FC_GOTO && c->label[jump->symbol->id] ? c->label[jump->symbol->id]->parent : NULL;
    for (const fc_node *up = jump->parent; up && up != end; up = up->parent) {
        if (jump->kind == FC_BREAK && up->kind == FC_SWITCH)
            return;
        if (!fc_node_is_loop(up))
            continue;
        add_jump(c->out, up, jump);
        if (jump->kind == FC_BREAK)
            return;
    }
}

static void collect_node(collector *c, const fc_node *node, const fc_procedure *procedure)
{
    switch (node->kind) {
    case FC_ASSIGN:
        add(c, (fc_definition){.kind = node->op == FC_OP_NONE ? FC_DEFINED_BY_VALUE : FC_DEFINED_BY_UPDATE,
                               .cell = fc_cells_of_place(c->cells, node->child[0]),
                               .right = node->child[1],
                               .place = node->child[0],
                               .node = node});
        break;
    case FC_STEP:
        add(c, (fc_definition){.kind = FC_DEFINED_BY_UPDATE,
                               .cell = fc_cells_of_place(c->cells, node->child[0]),
                               .place = node->child[0],
                               .node = node});
        break;
    case FC_DECLARE:
        if (node->n_children > 0 && node->child[0])
            collect_initialiser(c, fc_cells_of_symbol(c->cells, node->symbol), node->child[0], node);
        break;
    case FC_RETURN:
        if (node->n_children > 0 && node->child[0])
            add(c, (fc_definition){.kind = FC_DEFINED_AS_RESULT,
                                   .cell = fc_cells_of_symbol(c->cells, procedure->symbol),
                                   .right = node->child[0],
                                   .node = node});
        collect_jump(c, node);
        break;
    case FC_BREAK:
    case FC_GOTO:
        collect_jump(c, node);
        break;
    case FC_CONTINUE:
        collect_skip(c, node);
        break;
    case FC_CALL:
        collect_call(c, node, procedure);
        break;
    case FC_NAME:
        collect_read(c, node);
        break;
    default:
        break;
    }
}

static void collect_tree(collector *c, const fc_node *node, const fc_procedure *procedure)
{
    if (!node)
        return;
    c->out->owner[node->id] = procedure;
    collect_node(c, node, procedure);
    for (int i = 0; i < node->n_children; i++)
        collect_tree(c, node->child[i], procedure);
}

static int by_cell(const void *a, const void *b)
{
    const fc_definition *x = a, *y = b;
    return x->cell != y->cell ? (x->cell > y->cell) - (x->cell < y->cell) : x->order - y->order;
}

static void index_by_cell(fc_definitions *out, int n_cells)
{
    for (size_t i = 0; i < out->n; i++)
        out->definition[i].order = (int)i;
    if (out->n)
        qsort(out->definition, out->n, sizeof *out->definition, by_cell);
    out->first = fc_allocate((size_t)n_cells + 1, sizeof *out->first);
    size_t at = 0;
    for (int cell = 0; cell <= n_cells; cell++) {
        while (at < out->n && out->definition[at].cell < cell)
            at++;
        out->first[cell] = at;
    }
}

/* Warshall's closure; programs have few procedures beside their nodes. */
static void close_calls(unsigned char *calls, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; calls[i * n + k] && j < n; j++)
                calls[i * n + j] |= calls[k * n + j];
}

bool fc_definitions_calls(const fc_definitions *definitions, const fc_node *root, const fc_procedure *procedure)
{
    if (!root)
        return false;
    const fc_symbol *target = root->kind == FC_CALL ? fc_call_target(root) : NULL;
    if (target && target->definition &&
        (target->definition == procedure ||
         definitions->calls[target->definition->id * definitions->n_procedures + procedure->id]))
        return true;
    for (int i = 0; i < root->n_children; i++)
        if (fc_definitions_calls(definitions, root->child[i], procedure))
            return true;
    return false;
}

/* The statements that are told of call the procedure. */
static bool told_call(const fc_definitions *out, const fc_node *call, const fc_procedure *procedure)
{
    const fc_node *statement = call->parent->parent, *block = statement->parent;
    for (int i = 0; i < block->n_children && block->child[i] != statement; i++)
        if (fc_params_sets(call, block->child[i]) && fc_definitions_calls(out, block->child[i], procedure))
            return true;
    return false;
}

/* What people tell (params.h) is looked at in place of what the statements do that they tell it of. */
static void take_told(collector *c, const fc_node *call)
{
    fc_definitions *out = c->out;
    int cell = fc_cells_of_place(c->cells, call->parent->child[0]);
    size_t n = 0;
    for (size_t i = 0; i < out->n; i++) {
        const fc_definition *definition = &out->definition[i];
        const fc_procedure *owner = definition->cell == cell ? out->owner[definition->node->id] : NULL;
        bool is_replaced = owner && (fc_params_sets(call, definition->node) || told_call(out, call, owner));
        if (!is_replaced)
            out->definition[n++] = *definition;
    }
    out->n = n;
}

/* Variables that came with live ranges have their bare declarations behind all of the walk. */
static void find_last(fc_definitions *out, const fc_program *program)
{
    for (int i = program->n_nodes - 1; i >= 0; i--) {
        const fc_node *node = program->node[i];
        out->last[i] = i;
        for (int k = 0; k < node->n_children; k++) {
            const fc_node *child = node->child[k];
            bool in_order = child && !(child->kind == FC_DECLARE && !child->child[0]);
            if (in_order && out->last[child->id] > out->last[i])
                out->last[i] = out->last[child->id];
        }
    }
}

static FC_GIVE bool *find_told(const fc_program *program, const fc_cells *cells)
{
    bool *told = fc_allocate((size_t)fc_cells_count(cells), sizeof *told);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        int cell = fc_params_is_told(node) ? fc_cells_of_place(cells, node->parent->child[0]) : -1;
        if (cell >= 0)
            told[cell] = true;
    }
    return told;
}

void fc_definitions_collect(fc_definitions *out, const fc_program *program, const fc_cells *cells,
                            const fc_pointer_calls *calls)
{
    *out = (fc_definitions){0};
    size_t nodes = (size_t)program->n_nodes, symbols = (size_t)program->n_symbols;
    out->owner = fc_allocate(nodes, sizeof *out->owner);
    out->jump = fc_allocate(nodes, sizeof *out->jump);
    out->n_jumps = fc_allocate(nodes, sizeof *out->n_jumps);
    out->jump_capacity = fc_allocate(nodes, sizeof *out->jump_capacity);
    out->read = fc_allocate(symbols, sizeof *out->read);
    out->n_reads = fc_allocate(symbols, sizeof *out->n_reads);
    out->read_capacity = fc_allocate(symbols, sizeof *out->read_capacity);
    out->n_procedures = program->n_procedures;
    out->calls = fc_allocate((size_t)program->n_procedures * (size_t)program->n_procedures, 1);
    collector c = {out,
                   program,
                   cells,
                   calls,
                   fc_allocate((size_t)fc_cells_count(cells), sizeof(bool)),
                   find_told(program, cells),
                   fc_allocate(symbols, sizeof *c.label),
                   {0},
                   {0}};
    find_status_cells(out, program, cells);
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_LABEL)
            c.label[program->node[i]->symbol->id] = program->node[i];
    for (int i = 0; i < program->n_symbols; i++)
        if (program->symbol[i]->initialiser)
            collect_initialiser(&c, fc_cells_of_symbol(cells, program->symbol[i]), program->symbol[i]->initialiser,
                                program->symbol[i]->initialiser);
    out->last = fc_allocate(nodes, sizeof *out->last);
    find_last(out, program);
    out->first_skip = fc_allocate((size_t)program->n_procedures + 1, sizeof *out->first_skip);
    for (int i = 0; i < program->n_procedures; i++) {
        if (fc_pointer_calls_reached(calls)->procedure[i])
            collect_tree(&c, program->procedure[i]->body, program->procedure[i]);
        out->first_skip[i + 1] = out->n_skips;
    }
    for (int i = 0; i < program->n_types; i++)
        if (program->type[i]->extent)
            collect_tree(&c, program->type[i]->extent, NULL);
    for (size_t i = 0; i < c.receives.n; i++)
        collect_receive(&c, &c.receives.side[i]);
    close_calls(out->calls, out->n_procedures);
    for (int i = 0; i < program->n_nodes; i++)
        if (fc_params_is_told(program->node[i]) && out->owner[i])
            take_told(&c, program->node[i]);
    index_by_cell(out, fc_cells_count(cells));
    free(c.sends.side);
    free(c.receives.side);
    free(c.data);
    free(c.told);
    out->label = c.label;
}

void fc_definitions_free(fc_definitions *definitions, const fc_program *program)
{
    for (int i = 0; i < program->n_nodes; i++)
        free(definitions->jump[i]);
    for (int i = 0; i < program->n_symbols; i++)
        free(definitions->read[i]);
    free(definitions->definition);
    free(definitions->first);
    free(definitions->owner);
    free(definitions->jump);
    free(definitions->n_jumps);
    free(definitions->jump_capacity);
    free(definitions->read);
    free(definitions->n_reads);
    free(definitions->read_capacity);
    free(definitions->skip);
    free(definitions->first_skip);
    free(definitions->last);
    free(definitions->status_cell);
    free(definitions->calls);
    free(definitions->label);
}
