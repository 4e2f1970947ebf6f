/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/kept.h"

#include "analyzer/passes/library.h"

#include "analyzer/passes/definitions.h"

#include <stdlib.h>
#include <string.h>

void fc_kept_indent(const fc_kept *kept)
{
    for (int i = 0; i < kept->indent; i++)
        fc_text_add(kept->out, "    ");
}

void fc_kept_string(fc_text *out, const char *bytes, size_t length)
{
    fc_text_add(out, "\"");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\' || c == '?' || c < 32 || c > 126)
            fc_text_add(out, "\\%03o", c);
        else
            fc_text_add(out, "%c", c);
    }
    fc_text_add(out, "\"");
}

/* ---- expressions ---- */

static void print_list(fc_kept *kept, const fc_node *list)
{
    const fc_control *control = kept->analysis->control;
    bool record = list->type && list->type->kind == FC_TYPE_RECORD;
    int n = 0;
    fc_text_add(kept->out, "{");
    for (int i = 0; i < list->n_children; i++) {
        const fc_node *part = list->child[i];
        bool wanted = part && (part->kind == FC_LIST ||
                               (fc_control_executable(control, part) && fc_control_needs_value(control, part)));
        if (record)
            wanted = wanted && i < list->type->n_fields && fc_control_kept_symbol(control, list->type->field[i]);
        if (!wanted)
            continue;
        fc_text_add(kept->out, n++ ? ", " : "");
        if (record)
            fc_text_add(kept->out, ".%s = ", list->type->field[i]->name);
        else
            fc_text_add(kept->out, "[%d] = ", i);
        fc_kept_expression(kept, part);
    }
    fc_text_add(kept->out, n ? "}" : "0}");
}

void fc_kept_nothing(fc_kept *kept, const fc_type *type)
{
    bool aggregate = type->kind == FC_TYPE_RECORD || type->kind == FC_TYPE_ARRAY;
    fc_text_add(kept->out, "(");
    fc_kept_type(kept->out, kept, type, "");
    fc_text_add(kept->out, aggregate ? "){0}" : ")0");
}

static void print_operands(fc_kept *kept, const fc_node *node, const char *operator)
{
    fc_text_add(kept->out, "(");
    fc_kept_expression(kept, node->child[0]);
    fc_text_add(kept->out, " %s ", operator);
    fc_kept_expression(kept, node->child[1]);
    fc_text_add(kept->out, ")");
}

/* A divisor of 0 ends the evaluation with its place instead of a signal. */
static void print_division(fc_kept *kept, const fc_node *node)
{
    const fc_node *divisor = node->child[1];
    bool safe = node->type->kind != FC_TYPE_INTEGER || (divisor->kind == FC_INTEGER && divisor->value != 0);
    if (safe) {
        print_operands(kept, node, fc_operator_text(node->op));
        return;
    }
    fc_place place = fc_program_place(kept->analysis->program, node->span);
    fc_text_add(kept->out, "(");
    fc_kept_expression(kept, node->child[0]);
    fc_text_add(kept->out, " %s (", fc_operator_text(node->op));
    fc_kept_expression(kept, divisor);
    fc_text_add(kept->out, " != 0 ? ");
    fc_kept_expression(kept, divisor);
    fc_text_add(kept->out, " : (fc_bad_count(r, \"divisor\", 0, ");
    fc_kept_string(kept->out, place.file, strlen(place.file));
    fc_text_add(kept->out, ", %d), 1)))", place.line);
}

static void print_integer(fc_kept *kept, const fc_node *node)
{
    const char *suffix = node->type->bits == 64    ? (node->type->is_unsigned ? "UL" : "L")
                         : node->type->is_unsigned ? "U"
                                                   : "";
    if (node->type->kind == FC_TYPE_POINTER)
        fc_text_add(kept->out, "((void *)%ld)", node->value);
    else if (node->value == (-9223372036854775807L - 1))
        fc_text_add(kept->out, "(-9223372036854775807L - 1)");
    else if (node->type->is_unsigned)
        fc_text_add(kept->out, "%lu%s", (unsigned long)node->value, suffix);
    else
        fc_text_add(kept->out, node->value < 0 ? "(%ld%s)" : "%ld%s", node->value, suffix);
}

static void print_arguments(fc_kept *kept, const fc_node *call)
{
    for (int i = 1; i < call->n_children; i++) {
        fc_text_add(kept->out, i > 1 ? ", " : "");
        fc_kept_expression(kept, call->child[i]);
    }
}

static void print_own_call(fc_kept *kept, const fc_node *call, const fc_symbol *target)
{
    const fc_control *control = kept->analysis->control;
    fc_control_print_procedure(kept->out, control, target);
    fc_text_add(kept->out, "(r");
    for (int i = 0; i < target->definition->n_parameters; i++) {
        const fc_node *argument = i + 1 < call->n_children ? call->child[i + 1] : NULL;
        fc_text_add(kept->out, ", ");
        if (argument && fc_control_needs_value(control, argument) && fc_control_executable(control, argument))
            fc_kept_expression(kept, argument);
        else
            fc_kept_nothing(kept, target->definition->parameter[i]->type);
    }
    fc_text_add(kept->out, ")");
}

/* What the slice cannot compute: a call that needs a number it does not know ends the evaluation; requests that are not
 * told complete without their number. */
static void print_missing(fc_kept *kept, const fc_node *call, char role)
{
    fc_mpi_kind kind = fc_mpi_operation_find(fc_call_target(call)->name)->kind;
    bool number = (role == FC_ARG_VALUE && kind != FC_MPI_COMPLETION) || role == FC_ARG_COUNT || role == FC_ARG_ADDRESS;
    if (number) {
        fc_text_add(kept->out, "fc_unknown(r, %d)", kept->site[call->id]);
        return;
    }
    fc_text_add(kept->out, "%s",
                role == FC_ARG_PEER                                            ? "FC_MPI_ANY_SOURCE"
                : role == FC_ARG_TAG                                           ? "FC_MPI_ANY_TAG"
                : role == FC_ARG_DATATYPE                                      ? "FC_MPI_DATATYPE_NULL"
                : role == FC_ARG_COMM                                          ? "FC_MPI_COMM_UNKNOWN"
                : fc_argument_is_result(role) || strchr("vIAYR", role) != NULL ? "NULL"
                                                                               : "0");
}

static void print_mpi_arguments(fc_kept *kept, const fc_node *call);

/* "(fc_carry(...), ": where the numbers are that a call carries, before it. */
static void print_carried(fc_kept *kept, const fc_node *call)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    const char *op = strchr(operation->arguments, FC_ARG_OP), *brought = strchr(operation->arguments, FC_ARG_RECEIVED);
    bool is_broadcast = strcmp(operation->name, "MPI_Bcast") == 0;
    fc_text_add(kept->out, is_broadcast ? "(fc_carry_broadcast(r, " : "(fc_carry(r, ");
    fc_kept_expression(kept, call->child[1]);
    if (is_broadcast) {
        print_mpi_arguments(kept, call);
    } else {
        fc_text_add(kept->out, ", ");
        fc_kept_expression(kept, call->child[1 + (brought - operation->arguments)]);
        fc_text_add(kept->out, ", %s%s", op ? "FC_" : "0",
                    op ? call->child[1 + (op - operation->arguments)]->text : "");
    }
    fc_text_add(kept->out, "), ");
}

/* fc_MPI_X(r, site, ...); one that carries control values is told their place first. */
static void print_mpi_call(fc_kept *kept, const fc_node *call)
{
    if (fc_mpi_operation_find(fc_call_target(call)->name)->kind == FC_MPI_DROPPED) {
        fc_text_add(kept->out, "FC_MPI_SUCCESS");
        return;
    }
    bool carries = fc_control_carries(kept->analysis->control, call);
    if (carries)
        print_carried(kept, call);
    fc_text_add(kept->out, "fc_%s(r, %d", fc_call_target(call)->name, kept->site[call->id]);
    print_mpi_arguments(kept, call);
    fc_text_add(kept->out, carries ? "))" : ")");
}

static void print_mpi_arguments(fc_kept *kept, const fc_node *call)
{
    const fc_control *control = kept->analysis->control;
    const fc_mpi_operation *operation = fc_mpi_operation_find(fc_call_target(call)->name);
    for (int i = 0; operation->arguments[i]; i++) {
        char role = operation->arguments[i];
        const fc_node *argument = i + 1 < call->n_children ? call->child[i + 1] : NULL;
        if (!fc_argument_is_told(role))
            continue;
        fc_text_add(kept->out, ", ");
        if (argument && fc_control_executable(control, argument) && fc_control_needs_value(control, argument))
            fc_kept_expression(kept, argument);
        else if (argument && kept->analysis->number_counter[argument->id] >= 0)
            fc_text_add(kept->out, "fc_counted(r, %d)", kept->analysis->number_counter[argument->id]);
        else
            print_missing(kept, call, role);
    }
}

/* The arguments that tell an allocation's size are child[first .. last]. */
static void size_arguments(const fc_node *call, int *first, int *last)
{
    const char *name = fc_call_target(call)->name;
    *first = fc_library_allocated_argument(name);
    *last = *first + (strcmp(name, "calloc") == 0);
    *last = *last < call->n_children ? *last : call->n_children - 1;
}

static bool knows_bytes(const fc_kept *kept, const fc_node *call)
{
    int first, last;
    size_arguments(call, &first, &last);
    for (int i = first; i <= last; i++)
        if (!fc_control_executable(kept->analysis->control, call->child[i]))
            return false;
    return true;
}

static void print_bytes(fc_kept *kept, const fc_node *call)
{
    int first, last;
    size_arguments(call, &first, &last);
    for (int i = first; i <= last; i++) {
        fc_text_add(kept->out, i > first ? " * (double)" : "(double)");
        if (fc_control_executable(kept->analysis->control, call->child[i]))
            fc_kept_expression(kept, call->child[i]);
        else
            fc_text_add(kept->out, "0");
    }
}

/* Room for any record of the program: what an allocation gets whose size is data. */
static double greatest_record(const fc_kept *kept)
{
    const fc_program *program = kept->analysis->program;
    long greatest = 1 << 18;
    for (int i = 0; i < program->n_types; i++)
        if (program->type[i]->kind == FC_TYPE_RECORD && program->type[i]->size > greatest)
            greatest = program->type[i]->size;
    return (double)greatest;
}

/* The slice's own arrays and records get memory; data gets an address that is never read. */
static void print_allocation(fc_kept *kept, const fc_node *call, bool value)
{
    fc_text_add(kept->out, value ? "(fc_memory_allocate(r, %d, " : "fc_memory_allocate(r, %d, ", kept->site[call->id]);
    print_bytes(kept, call);
    fc_text_add(kept->out, ", 1)");
    if (value && fc_control_kept_target(kept->analysis->control, call)) {
        fc_text_add(kept->out, ", fc_memory_keep(r, ");
        if (knows_bytes(kept, call))
            print_bytes(kept, call);
        else
            fc_text_add(kept->out, "%.0f /* of a size that is data */", greatest_record(kept));
        fc_text_add(kept->out, "))");
    } else if (value) {
        fc_text_add(kept->out, ", (void *)r)");
    }
}

static size_t parameter_number(fc_kept *kept, const fc_node *place, const fc_symbol *declared);

/* A number that a pure function reads out of argv is a named parameter: x = fc_parameter(r, 0, x) behind the call. */
static void print_scanned_parameters(fc_kept *kept, const fc_node *call)
{
    int output = fc_call_first_output(call);
    bool parameter = output > 0 && fc_control_is_parameter(kept->analysis->control, call->child[1]);
    for (int i = output; parameter && i < call->n_children; i++) {
        const fc_node *target = call->child[i];
        while (target->kind == FC_CAST)
            target = target->child[0];
        const fc_node *place = target->kind == FC_UNARY && target->op == FC_OP_ADDRESS ? target->child[0] : NULL;
        bool number = place && (place->type->kind == FC_TYPE_REAL ||
                                (place->type->kind == FC_TYPE_INTEGER && place->type->bits >= 16));
        if (!number)
            continue;
        fc_text_add(kept->out, " ");
        fc_kept_expression(kept, place);
        fc_text_add(kept->out, " = fc_parameter%s(r, %zu, ", place->type->kind == FC_TYPE_REAL ? "_real" : "",
                    parameter_number(kept, place, NULL));
        fc_kept_expression(kept, place);
        fc_text_add(kept->out, ");");
    }
}

static void print_pure_call(fc_kept *kept, const fc_node *call)
{
    bool scans = strcmp(fc_call_target(call)->name, "sscanf") == 0;
    if (scans)
        fc_text_add(kept->out, "({ int fc_scanned = ");
    fc_text_add(kept->out, "%s(", fc_call_target(call)->name);
    print_arguments(kept, call);
    fc_text_add(kept->out, ")");
    if (!scans)
        return;
    fc_text_add(kept->out, ";");
    print_scanned_parameters(kept, call);
    fc_text_add(kept->out, " fc_scanned; })");
}

static void print_value_call(fc_kept *kept, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (target->definition) {
        fc_text_add(kept->out, "(");
        print_own_call(kept, call, target);
        fc_text_add(kept->out, ", G->fc_result_%d)", target->id);
    } else if (fc_mpi_operation_find(target->name)) {
        print_mpi_call(kept, call);
    } else if (fc_control_is_allocation(target->name)) {
        print_allocation(kept, call, true);
    } else {
        print_pure_call(kept, call);
    }
}

void fc_kept_call(fc_kept *kept, const fc_cost *cost)
{
    if (cost->kind == FC_COST_CALL)
        print_own_call(kept, cost->node, cost->callee->symbol);
    else if (cost->kind == FC_COST_MPI)
        print_mpi_call(kept, cost->node);
    else
        print_allocation(kept, cost->node, false);
}

static void print_name(fc_kept *kept, const fc_symbol *symbol)
{
    fc_control_print_name(kept->out, kept->analysis->control, symbol);
}

static void print_prefix(fc_kept *kept, const fc_node *node)
{
    bool postfix = node->op == FC_OP_POST_INCREMENT || node->op == FC_OP_POST_DECREMENT;
    fc_text_add(kept->out, "(%s", postfix ? "" : fc_operator_text(node->op));
    fc_kept_expression(kept, node->child[0]);
    fc_text_add(kept->out, "%s)", postfix ? fc_operator_text(node->op) : "");
}

static size_t parameter_number(fc_kept *kept, const fc_node *place, const fc_symbol *declared)
{
    while (!declared && place->kind != FC_NAME && place->kind != FC_MEMBER)
        place = place->child[0];
    const char *name = declared ? declared->name : place->symbol->name;
    size_t i = 0;
    while (i < kept->n_parameters && strcmp(kept->parameter[i], name) != 0)
        i++;
    if (i == kept->n_parameters) {
        kept->parameter = fc_grow(kept->parameter, &kept->parameter_capacity, i + 1, sizeof *kept->parameter);
        kept->parameter[kept->n_parameters++] = name;
    }
    return i;
}

/* The right side of an assignment; what reads argv becomes a named parameter. */
static void print_right(fc_kept *kept, const fc_node *value, const fc_node *place, const fc_symbol *declared)
{
    const fc_type *type = declared ? declared->type : place->type;
    bool number = type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL;
    if (!number || !fc_control_is_parameter(kept->analysis->control, value)) {
        fc_kept_expression(kept, value);
        return;
    }
    size_t number_of = parameter_number(kept, place, declared);
    fc_text_add(kept->out, "fc_parameter%s(r, %zu, ", type->kind == FC_TYPE_REAL ? "_real" : "", number_of);
    fc_kept_expression(kept, value);
    fc_text_add(kept->out, ")");
}

static void print_assignment(fc_kept *kept, const fc_node *node)
{
    fc_text_add(kept->out, "(");
    fc_kept_expression(kept, node->child[0]);
    fc_text_add(kept->out, " %s= ", node->op == FC_OP_NONE ? "" : fc_operator_text(node->op));
    if (node->op == FC_OP_NONE)
        print_right(kept, node->child[1], node->child[0], NULL);
    else
        fc_kept_expression(kept, node->child[1]);
    fc_text_add(kept->out, ")");
}

static void print_cast(fc_kept *kept, const fc_node *node)
{
    fc_text_add(kept->out, "(");
    fc_kept_type(kept->out, kept, node->type, "");
    fc_text_add(kept->out, ")");
    fc_kept_expression(kept, node->child[0]);
}

static void print_member(fc_kept *kept, const fc_node *node)
{
    fc_kept_expression(kept, node->child[0]);
    fc_text_add(kept->out, "%s%s", node->op == FC_OP_ARROW ? "->" : ".", node->symbol->name);
}

void fc_kept_expression(fc_kept *kept, const fc_node *node)
{
    fc_text *out = kept->out;
    switch (node->kind) {
    case FC_INTEGER:
        print_integer(kept, node);
        break;
    case FC_SIZEOF:
        if (node->n_children)
            fc_kept_expression(kept, node->child[0]);
        else
            fc_text_add(out, "%luUL", (unsigned long)node->value);
        break;
    case FC_REAL:
        fc_text_add(out, "%s", node->text);
        break;
    case FC_STRING:
        fc_kept_string(out, node->text, node->text_length);
        break;
    case FC_HANDLE:
        fc_text_add(out, "FC_%s", node->text);
        break;
    case FC_NAME:
        print_name(kept, node->symbol);
        break;
    case FC_UNARY:
    case FC_STEP:
        print_prefix(kept, node);
        break;
    case FC_BINARY:
        if (node->op == FC_OP_DIVIDE || node->op == FC_OP_REMAINDER)
            print_division(kept, node);
        else
            print_operands(kept, node, fc_operator_text(node->op));
        break;
    case FC_COMMA:
        print_operands(kept, node, ",");
        break;
    case FC_ASSIGN:
        print_assignment(kept, node);
        break;
    case FC_CONDITIONAL:
        fc_text_add(out, "(");
        fc_kept_expression(kept, node->child[0]);
        fc_text_add(out, " ? ");
        fc_kept_expression(kept, node->child[1]);
        fc_text_add(out, " : ");
        fc_kept_expression(kept, node->child[2]);
        fc_text_add(out, ")");
        break;
    case FC_INDEX:
        fc_kept_expression(kept, node->child[0]);
        fc_text_add(out, "[");
        fc_kept_expression(kept, node->child[1]);
        fc_text_add(out, "]");
        break;
    case FC_MEMBER:
        print_member(kept, node);
        break;
    case FC_CALL:
        print_value_call(kept, node);
        break;
    case FC_CAST:
        print_cast(kept, node);
        break;
    case FC_LIST:
        if (node->op == FC_OP_LITERAL)
            fc_kept_nothing(kept, node->type), out->length -= 3, out->bytes[out->length] = '\0';
        print_list(kept, node);
        break;
    default:
        fc_text_add(out, "0");
    }
}

/* ---- effects ---- */

/* A kept change of a variable: an assignment, a step, or a pure function that writes through an argument. */
static bool is_effect(const fc_control *control, const fc_node *node)
{
    bool changes = node->kind == FC_ASSIGN || node->kind == FC_STEP ||
                   (node->kind == FC_CALL && fc_call_first_output(node) > 0 && fc_control_executable(control, node));
    return changes && fc_control_kept(control, node);
}

static bool has_effect(const fc_control *control, const fc_node *node)
{
    if (is_effect(control, node))
        return true;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && has_effect(control, node->child[i]))
            return true;
    return false;
}

static void print_effects(fc_kept *kept, const fc_node *node);

static void print_guarded(fc_kept *kept, const fc_node *condition, const fc_node *node, const char * not )
{
    if (!has_effect(kept->analysis->control, node) || !fc_control_executable(kept->analysis->control, condition))
        return;
    fc_kept_indent(kept);
    fc_text_add(kept->out, "if (%s(", not );
    fc_kept_expression(kept, condition);
    fc_text_add(kept->out, ")) {\n");
    kept->indent++;
    print_effects(kept, node);
    kept->indent--;
    fc_kept_indent(kept);
    fc_text_add(kept->out, "}\n");
}

/* A call that is printed itself has printed the arguments the slice needs, with their effects. */
static void print_argument_effects(fc_kept *kept, const fc_node *call)
{
    const fc_control *control = kept->analysis->control;
    for (int i = 1; i < call->n_children; i++)
        if (!fc_control_needs_value(control, call->child[i]) || !fc_control_executable(control, call->child[i]))
            print_effects(kept, call->child[i]);
}

/* Only what the slice keeps of an expression, a statement each, in its order of evaluation. */
static void print_effects(fc_kept *kept, const fc_node *node)
{
    const fc_control *control = kept->analysis->control;
    if (is_effect(control, node)) {
        fc_kept_indent(kept);
        fc_kept_expression(kept, node);
        fc_text_add(kept->out, ";\n");
        return;
    }
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (target && (target->definition || fc_control_kept(control, node))) {
        print_argument_effects(kept, node);
        return;
    }
    if (node->kind == FC_CONDITIONAL) {
        print_effects(kept, node->child[0]);
        print_guarded(kept, node->child[0], node->child[1], "");
        print_guarded(kept, node->child[0], node->child[2], "!");
        return;
    }
    if (node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR)) {
        print_effects(kept, node->child[0]);
        print_guarded(kept, node->child[0], node->child[1], node->op == FC_OP_AND ? "" : "!");
        return;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            print_effects(kept, node->child[i]);
}

static void print_declaration(fc_kept *kept, const fc_node *node)
{
    const fc_control *control = kept->analysis->control;
    const fc_type *type = node->symbol->type;
    const fc_node *value = node->n_children > 0 ? node->child[0] : NULL;
    bool aggregate = type->kind == FC_TYPE_ARRAY || type->kind == FC_TYPE_RECORD;
    bool variable_length = type->kind == FC_TYPE_ARRAY && type->length < 0;
    fc_text name = {0};
    fc_control_print_name(&name, control, node->symbol);
    fc_kept_type(kept->out, kept, type, name.bytes);
    fc_text_free(&name);
    bool list = value && value->kind == FC_LIST;
    bool wanted = value && (list || (fc_control_kept(control, node) && fc_control_executable(control, value)));
    if (wanted && !(variable_length && !list)) {
        fc_text_add(kept->out, " = ");
        if (list)
            print_list(kept, value);
        else
            print_right(kept, value, NULL, node->symbol);
    } else if (!variable_length) {
        fc_text_add(kept->out, aggregate ? " = {0}" : " = 0");
    }
}

void fc_kept_statement(fc_kept *kept, const fc_node *statement)
{
    const fc_control *control = kept->analysis->control;
    bool declares = statement->kind == FC_DECLARE && fc_control_kept_symbol(control, statement->symbol) &&
                    statement->symbol->kind == FC_SYMBOL_LOCAL;
    if (!declares) {
        print_effects(kept, statement);
        return;
    }
    fc_kept_indent(kept);
    print_declaration(kept, statement);
    fc_text_add(kept->out, ";\n");
}

static int print_joined(fc_kept *kept, const fc_node *node, int n)
{
    if (is_effect(kept->analysis->control, node)) {
        fc_text_add(kept->out, n ? ", " : "");
        fc_kept_expression(kept, node);
        return n + 1;
    }
    for (int i = 0; i < node->n_children && (node->kind == FC_COMMA || node->kind == FC_CAST); i++)
        n = print_joined(kept, node->child[i], n);
    return n;
}

void fc_kept_effects(fc_kept *kept, const fc_node *expression)
{
    print_joined(kept, expression, 0);
}

void fc_kept_start(fc_kept *kept, const fc_node *init)
{
    if (!init)
        return;
    if (init->kind == FC_BLOCK) {
        if (init->n_children == 1)
            fc_kept_start(kept, init->child[0]);
    } else if (init->kind == FC_DECLARE) {
        print_declaration(kept, init);
    } else if (init->kind == FC_EVALUATE) {
        fc_kept_effects(kept, init->child[0]);
    }
}
