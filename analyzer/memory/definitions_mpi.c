/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions by MPI calls: results of queries, broadcasts, received messages. Other collectives:
 * definitions_collectives.c. */
#include "analyzer/memory/definitions_collector.h"
#include "comm_interface/datatype.h"

#include <string.h>

static void add_side(fc_message_sides *sides, const fc_node *call, fc_mpi_side at)
{
    if (at.buffer + 1 >= call->n_children || at.datatype + 1 >= call->n_children || at.tag + 1 >= call->n_children)
        return;
    sides->side = fc_grow(sides->side, &sides->capacity, sides->n + 1, sizeof *sides->side);
    sides->side[sides->n++] = (fc_message_side){call, at};
}

static const fc_node *argument_of(const fc_message_side *side, int at)
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

static const fc_node *communicator_of(const fc_node *call)
{
    const char *arguments = fc_mpi_operation_find(fc_call_target(call)->name)->arguments;
    const char *at = strchr(arguments, FC_ARG_COMM);
    return at && at - arguments + 1 < call->n_children ? call->child[at - arguments + 1] : NULL;
}

bool fc_definitions_may_meet(const fc_definitions *definitions, const fc_node *call, const fc_node *other)
{
    const fc_mpi_handles *objects = &definitions->objects;
    const fc_node *a = communicator_of(call), *b = communicator_of(other);
    return !a || !b || fc_mpi_handles_may_match(objects, fc_mpi_handles_of(objects, a), fc_mpi_handles_of(objects, b));
}

bool fc_definitions_are_reals(const fc_definitions *definitions, const fc_node *call, int datatype)
{
    return fc_mpi_handles_are_reals(fc_mpi_handles_of(&definitions->objects, call->child[datatype + 1]));
}

const fc_type *fc_definitions_run_of_fields(const fc_node *buffer, const fc_node *count, const fc_node *datatype)
{
    buffer = fc_node_without_casts(buffer);
    const fc_node *member = buffer->kind == FC_UNARY && buffer->op == FC_OP_ADDRESS ? buffer->child[0] : NULL;
    if (!member || member->kind != FC_MEMBER || member->type->kind == FC_TYPE_RECORD ||
        member->type->kind == FC_TYPE_ARRAY)
        return NULL;
    if (is_constant(count, 0, 1) && datatype->kind == FC_HANDLE &&
        fc_datatype_bytes_of_name(datatype->text) <= member->type->size)
        return NULL;
    const fc_type *record = member->child[0]->type;
    return record->kind == FC_TYPE_POINTER ? record->of : record;
}

/* Definitions of further fields of the record at one of whose fields the message begins. Argument i is the buffer,
 * followed by count and datatype. */
static void lose_run(fc_collector *c, const fc_node *call, const char *arguments, int i)
{
    const char *count = strchr(arguments + i, FC_ARG_COUNT), *datatype = strchr(arguments + i, FC_ARG_DATATYPE);
    bool is_static =
        count && datatype && count - arguments + 1 < call->n_children && datatype - arguments + 1 < call->n_children;
    const fc_type *run = NULL;
    if (is_static)
        run = fc_definitions_run_of_fields(call->child[i + 1], call->child[count - arguments + 1],
                                           call->child[datatype - arguments + 1]);
    if (run)
        fc_definitions_lose_fields(c, run, call);
}

/* A predefined datatype of integers or reals, or a conditional expression of such. */
static bool is_of_numbers(const fc_node *datatype)
{
    static const char *const whole[] = {"MPI_INT", "MPI_UNSIGNED", "MPI_LONG", "MPI_UNSIGNED_LONG", "MPI_LONG_LONG"};
    if (datatype->kind == FC_CONDITIONAL)
        return is_of_numbers(datatype->child[1]) && is_of_numbers(datatype->child[2]);
    bool found = datatype->kind == FC_HANDLE && fc_mpi_handles_are_reals(fc_mpi_handles_predefined(datatype->text));
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        found |= datatype->kind == FC_HANDLE && strcmp(datatype->text, whole[i]) == 0;
    return found;
}

/* Characters are received as characters, never as numbers. */
static bool is_of_characters(const fc_collector *c, const fc_message_side *send)
{
    return fc_mpi_handles_are_characters(fc_mpi_handles_of(&c->out->objects, argument_of(send, send->at.datatype)));
}

/* Constants and communicators allow the messages to match: same tag and datatype, some element. */
static bool may_receive(const fc_collector *c, const fc_message_side *receive, const fc_message_side *send)
{
    if (is_constant(argument_of(send, send->at.count), 0, 0))
        return false;
    const fc_node *datatype = argument_of(receive, receive->at.datatype);
    if (are_different(datatype, argument_of(send, send->at.datatype)) ||
        (is_of_numbers(datatype) && is_of_characters(c, send)))
        return false;
    return fc_definitions_may_meet(c->out, receive->call, send->call) &&
           (receive->at.tag < 0 ||
            !are_different(argument_of(receive, receive->at.tag), argument_of(send, send->at.tag)));
}

static bool are_reals(const fc_collector *c, const fc_message_side *side)
{
    return fc_definitions_are_reals(c->out, side->call, side->at.datatype);
}

/* Integers of a predefined datatype, in memory without other types. */
static bool holds_numbers(const fc_collector *c, const fc_message_side *side)
{
    const fc_node *buffer = argument_of(side, side->at.buffer), *datatype = argument_of(side, side->at.datatype);
    return fc_definitions_is_array_of_integers(buffer) && datatype->kind == FC_HANDLE &&
           !fc_mod_ref_splits_records(&c->out->reach, buffer) &&
           !fc_definitions_run_of_fields(buffer, argument_of(side, side->at.count), datatype);
}

/* A collective of the program's own: its procedure has a void * buffer, a count and a datatype as parameters. */
static bool is_of_any_sort(const fc_collector *c, const fc_message_side *side)
{
    const fc_node *buffer = fc_node_without_casts(argument_of(side, side->at.buffer));
    const fc_node *count = argument_of(side, side->at.count);
    int cell = fc_cells_of_target(c->cells, buffer);
    return buffer->type && buffer->type->kind == FC_TYPE_POINTER && buffer->type->of->kind == FC_TYPE_VOID &&
           count->kind == FC_NAME && count->symbol->kind == FC_SYMBOL_PARAMETER && cell >= 0 &&
           !fc_mod_ref_holds_records(&c->out->reach, cell) && is_of_numbers(argument_of(side, side->at.datatype));
}

static bool goes_to_record(const fc_collector *c, const fc_message_side *receive)
{
    int cell = fc_cells_of_target(c->cells, argument_of(receive, receive->at.buffer));
    return cell >= 0 && fc_mod_ref_holds_records(&c->out->reach, cell);
}

/* The receive may get integers from the send. */
static bool may_bring(const fc_collector *c, const fc_message_side *receive, const fc_message_side *send)
{
    return may_receive(c, receive, send) && !are_reals(c, send);
}

/* A call passes such a constant as this parameter of its procedure. */
static bool is_passed_constant(const fc_collector *c, const fc_symbol *parameter, long most)
{
    const fc_procedure *owner = parameter->owner;
    int at = 0;
    while (at < owner->n_parameters && owner->parameter[at] != parameter)
        at++;
    bool is_passed = false;
    for (int i = 0; i < c->program->n_nodes && !is_passed; i++) {
        const fc_node *call = c->program->node[i];
        const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
        is_passed = target && target->definition == owner && at + 1 < call->n_children &&
                    is_constant(fc_node_without_casts(call->child[at + 1]), 0, most);
    }
    return is_passed;
}

/* A constant, small number of elements, or a parameter of a wrapper that gets one in some call. */
static bool is_few(const fc_collector *c, const fc_node *count)
{
    count = fc_node_without_casts(count);
    bool is_parameter = count->kind == FC_NAME && count->symbol->kind == FC_SYMBOL_PARAMETER;
    return is_constant(count, 0, FC_MOST_NUMBERS) ||
           (is_parameter && is_passed_constant(c, count->symbol, FC_MOST_NUMBERS));
}

/* The receive gets the buffer of any send that may match. Only a few integers count as control values: larger arrays
 * are dynamic even if they could be computed, except in the program's own collectives. */
static void collect_receive(fc_collector *c, const fc_message_side *receive)
{
    const fc_node *buffer = argument_of(receive, receive->at.buffer);
    bool of_any_sort = is_of_any_sort(c, receive);
    bool well = of_any_sort || (holds_numbers(c, receive) && is_few(c, argument_of(receive, receive->at.count)));
    size_t n = 0;
    for (size_t i = 0; i < c->sends.n && well; i++) {
        const fc_message_side *send = &c->sends.side[i];
        if (!may_bring(c, receive, send))
            continue;
        well = holds_numbers(c, send) || (of_any_sort && is_of_any_sort(c, send));
        n++;
    }
    bool leaves_reals = are_reals(c, receive) && !goes_to_record(c, receive);
    if (leaves_reals || of_any_sort) {
        /* The effect of a message of reals only, other than records: memory of other types is unchanged, unless the
         * program reads integers there. The program's own collectives change it if integers are sent. */
        int cell = fc_cells_of_target(c->cells, argument_of(receive, receive->at.buffer));
        if (of_any_sort)
            fc_definitions_lose_cell(c, fc_cells_of_reals(c->cells, cell), receive->call);
        else
            fc_definitions_lose_reals(c, cell, receive->call);
    }
    if (!leaves_reals && (!well || n == 0))
        fc_definitions_lose(c, buffer, receive->call);
    for (size_t i = 0; i < c->sends.n && well; i++) {
        const fc_node *sent = argument_of(&c->sends.side[i], c->sends.side[i].at.buffer);
        if (may_bring(c, receive, &c->sends.side[i]))
            fc_definitions_add(c, (fc_definition){.kind = FC_DEFINED_BY_MESSAGE,
                                                  .cell = fc_cells_of_target(c->cells, buffer),
                                                  .right = sent,
                                                  .from = fc_definitions_brought_from(c->cells, sent),
                                                  .place = buffer,
                                                  .node = receive->call});
    }
}

void fc_definitions_match(fc_collector *c)
{
    for (size_t i = 0; i < c->receives.n; i++)
        collect_receive(c, &c->receives.side[i]);
    fc_definitions_match_collectives(c);
}

/* The call defines a status: source, tag and count of a message. */
static void collect_status(fc_collector *c, const fc_node *call, const fc_node *status)
{
    if (status->kind == FC_HANDLE)
        return;
    fc_definition set = {.kind = FC_DEFINED_BY_MPI, .place = status, .node = call};
    set.cell = fc_cells_of_target(c->cells, status);
    fc_definitions_add(c, set);
    for (size_t i = 0; i < c->out->n_status_cells; i++) {
        set.cell = c->out->status_cell[i];
        fc_definitions_add(c, set);
    }
}

void fc_definitions_find_status(fc_collector *c)
{
    fc_definitions *out = c->out;
    for (int i = 0; i < c->program->n_symbols; i++) {
        const fc_symbol *symbol = c->program->symbol[i];
        if (symbol->kind != FC_SYMBOL_FIELD || !fc_definitions_is_status_field(symbol->name))
            continue;
        out->status_cell =
            fc_grow(out->status_cell, &out->status_capacity, out->n_status_cells + 1, sizeof *out->status_cell);
        out->status_cell[out->n_status_cells++] = fc_cells_of_symbol(c->cells, symbol);
    }
}

bool fc_definitions_is_status_field(const char *name)
{
    return strcmp(name, "MPI_SOURCE") == 0 || strcmp(name, "MPI_TAG") == 0 || strcmp(name, "MPI_ERROR") == 0;
}

/* Definitions of a broadcast in the fields of its records, including nested ones. */
static void collect_fields(fc_collector *c, const fc_node *call, const fc_type *record)
{
    for (int i = 0; record && record->kind == FC_TYPE_RECORD && i < record->n_fields; i++) {
        const fc_symbol *field = record->field[i];
        fc_definitions_add_target(c, (fc_definition){.kind = FC_DEFINED_BY_MPI,
                                                     .cell = fc_definitions_field_cell(c->cells, field),
                                                     .place = call->child[1],
                                                     .node = call});
        collect_fields(c, call, field->type->kind == FC_TYPE_ARRAY ? field->type->of : field->type);
    }
}

const fc_type *fc_definitions_broadcast_record(const fc_node *call)
{
    const fc_node *memory = fc_node_without_casts(call->child[1]);
    const fc_type *of = memory->type ? memory->type->of : NULL;
    return of && of->kind == FC_TYPE_RECORD ? of : NULL;
}

int fc_definitions_field_cell(const fc_cells *cells, const fc_symbol *field)
{
    int cell = fc_cells_of_symbol(cells, field);
    return field->type->kind == FC_TYPE_ARRAY ? fc_cells_pointee(cells, cell) : cell;
}

/* The size of a type in the usual layout of C; -1: another layout (bit fields, packed records), or another size in the
 * cost program (MPI handles). */
static long plain_bytes(const fc_type *type, long *alignment)
{
    long bytes = 0, most = 1;
    *alignment = type->size > 0 ? type->size : 1;
    if (type->kind == FC_TYPE_ARRAY)
        return plain_bytes(type->of, alignment) < 0 ? -1 : type->size;
    if (type->kind != FC_TYPE_RECORD)
        return type->kind == FC_TYPE_HANDLE ? -1 : type->size;
    for (int i = 0; i < type->n_fields; i++) {
        long of_field, size = plain_bytes(type->field[i]->type, &of_field);
        if (size < 0)
            return -1;
        most = of_field > most ? of_field : most;
        bytes = type->is_union ? (size > bytes ? size : bytes) : (bytes + of_field - 1) / of_field * of_field + size;
    }
    *alignment = most;
    bytes = (bytes + most - 1) / most * most;
    return bytes == type->size ? bytes : -1;
}

/* The slice has all fields of the record, so that its bytes are those of the program. */
static void keep_whole(fc_definitions *out, const fc_type *type)
{
    while (type->kind == FC_TYPE_ARRAY)
        type = type->of;
    if (type->kind != FC_TYPE_RECORD)
        return;
    out->is_whole[type->id] = true;
    for (int i = 0; i < type->n_fields; i++)
        keep_whole(out, type->field[i]->type);
}

/* A broadcast of bytes includes each record in its buffer. */
static void collect_records(fc_collector *c, const fc_node *call)
{
    const fc_mod_ref *reach = &c->out->reach;
    int cell = fc_cells_of_target(c->cells, call->child[1]);
    for (size_t i = reach->first[cell]; i < reach->first[cell + 1]; i++) {
        const fc_type *type = reach->record[i].type;
        long alignment;
        if (plain_bytes(type, &alignment) < 0) {
            fc_definitions_lose_fields(c, type, call);
            continue;
        }
        keep_whole(c->out, type);
        collect_fields(c, call, type);
    }
}

/* The effect of a broadcast: the root's numbers, in cells of their own. */
static void collect_broadcast(fc_collector *c, const fc_node *call)
{
    const fc_node *buffer = call->child[1];
    fc_definition left = {.kind = FC_DEFINED_BY_MPI, .place = buffer, .node = call};
    left.cell = fc_cells_of_target(c->cells, buffer);
    c->broadcast = fc_grow(c->broadcast, &c->broadcast_capacity, c->n_broadcasts + 1, sizeof(fc_node *));
    c->broadcast[c->n_broadcasts++] = call;
    if (fc_mod_ref_splits_records(&c->out->reach, buffer))
        collect_records(c, call);
    collect_fields(c, call, fc_definitions_broadcast_record(call));
    fc_definitions_add_target(c, left);
    for (int k = 0; k < fc_cells_n_elements(c->cells, buffer); k++) {
        left.cell = fc_cells_of_element(c->cells, buffer, k);
        fc_definitions_add(c, left);
    }
}

/* A message changes memory at addresses in its datatype without an address argument. Addresses within arrays and
 * records may only be offsets from the message's begin, unless some message begins at MPI_BOTTOM. */
static void collect_addressed(fc_collector *c, const fc_node *call)
{
    const fc_node *argument = fc_node_without_casts(call->child[1]);
    bool is_inside = argument->kind == FC_UNARY && argument->op == FC_OP_ADDRESS && argument->child[0]->kind != FC_NAME;
    const fc_type *of = argument->type ? argument->type->of : NULL;
    bool is_number = of && (of->kind == FC_TYPE_INTEGER || of->kind == FC_TYPE_REAL);
    /* Some message begins at address 0: its datatype holds addresses, which alone determine the memory it changes. */
    const fc_program *program = c->program;
    bool is_absolute = false;
    for (int i = 0; i < program->n_nodes && !is_absolute; i++)
        is_absolute = program->node[i]->kind == FC_HANDLE && strcmp(program->node[i]->text, "MPI_BOTTOM") == 0;
    if (is_absolute || (is_number && !is_inside && argument->type->kind == FC_TYPE_POINTER))
        fc_definitions_lose(c, argument, call);
    if (is_absolute) {
        /* The record that contains the field, or the element of a field, with this address; NULL: none. */
        const fc_node *place =
            argument->kind == FC_UNARY && argument->op == FC_OP_ADDRESS ? argument->child[0] : argument;
        while (place->kind == FC_INDEX)
            place = place->child[0];
        const fc_type *record = place->kind == FC_MEMBER ? place->child[0]->type : NULL;
        fc_definitions_lose_fields(c, record && record->kind == FC_TYPE_POINTER ? record->of : record, call);
    }
}

void fc_definitions_collect_mpi(fc_collector *c, const fc_node *call, const fc_mpi_operation *operation)
{
    bool brings = fc_definitions_collect_collective(c, call, operation);
    fc_mpi_side side;
    bool receives = fc_mpi_receive_side(&side, operation);
    if (receives)
        add_side(&c->receives, call, side);
    if (fc_mpi_send_side(&side, operation))
        add_side(&c->sends, call, side);
    if (operation->kind == FC_MPI_ONE_SIDED || strchr(operation->arguments, FC_ARG_NEW_MEMORY))
        fc_definitions_collect_window(c, call, operation);
    for (int i = 0; operation->arguments[i] && i + 1 < call->n_children; i++) {
        const fc_node *argument = call->child[i + 1];
        char role = operation->arguments[i];
        fc_definition left = {.kind = FC_DEFINED_BY_MPI, .place = argument, .node = call};
        left.cell = fc_cells_of_target(c->cells, argument);
        if (role == FC_ARG_RECEIVED || (role == FC_ARG_BUFFER && strcmp(operation->name, "MPI_Bcast") == 0))
            lose_run(c, call, operation->arguments, i);
        if (fc_argument_is_result(role))
            fc_definitions_add_target(c, left);
        else if (role == FC_ARG_RECEIVED && !receives && !brings && operation->kind != FC_MPI_ONE_SIDED)
            fc_definitions_lose(c, argument, call);
        else if (role == FC_ARG_STATUS)
            collect_status(c, call, argument);
    }
    if (strcmp(operation->name, "MPI_Bcast") == 0 && call->n_children > 3)
        collect_broadcast(c, call);
    if (strcmp(operation->name, "MPI_Get_address") == 0 && call->n_children > 1)
        collect_addressed(c, call);
}
