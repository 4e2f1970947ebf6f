/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept effects of statements on the state of a symbolic run. */
#include "analyzer/effects/external.h"
#include "analyzer/memory/cells.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/summary/formula_arguments.h"
#include "analyzer/summary/formula_filled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Its number; of a new one the place is noted. */
static size_t parameter_at(fc_run *run, const char *name, const char *place, bool is_real)
{
    fc_formula *formula = run->formula;
    size_t i = 0;
    while (i < formula->n_parameters && strcmp(formula->parameter[i], name) != 0)
        i++;
    if (i < formula->n_parameters)
        return i;
    formula->parameter = fc_grow(formula->parameter, &formula->parameter_capacity, i + 1, sizeof *formula->parameter);
    formula->is_real = fc_grow(formula->is_real, &formula->real_capacity, i + 1, sizeof *formula->is_real);
    formula->is_signed = fc_grow(formula->is_signed, &formula->signed_capacity, i + 1, sizeof *formula->is_signed);
    run->place = fc_grow(run->place, &run->place_capacity, i + 1, sizeof *run->place);
    formula->parameter[i] = name;
    formula->is_signed[i] = false;
    formula->is_real[formula->n_parameters++] = is_real;
    run->place[i] = fc_copy_string(place);
    return i;
}

static bool is_ambiguous(const fc_run *run, const char *name)
{
    for (size_t i = 0; i < run->n_ambiguous; i++)
        if (strcmp(run->ambiguous[i], name) == 0)
            return true;
    return false;
}

const fc_sym *fc_run_parameter(fc_run *run, const char *key, const fc_type *type, const char *name)
{
    double constant;
    const fc_sym *before = NULL;
    if (is_ambiguous(run, name))
        return NULL;
    bool is_real = type->kind == FC_TYPE_REAL;
    char *place = fc_state_resolve(run->state, key);
    size_t i = parameter_at(run, name, place, is_real);
    bool is_other = strcmp(run->place[i], place) != 0;
    free(place);
    if (is_other) {
        if (*run->place[i]) {
            /* Two inputs of one name: neither is a parameter, from the run's beginning on. */
            run->ambiguous =
                fc_grow(run->ambiguous, &run->ambiguous_capacity, run->n_ambiguous + 1, sizeof *run->ambiguous);
            run->ambiguous[run->n_ambiguous++] = name;
            run->is_repeated = true;
        } else /* a quantity */
        {
            /* The name is a parameter's, from the run's beginning on, and no quantity's. */
            run->reserved = fc_grow(run->reserved, &run->reserved_capacity, run->n_reserved + 1, sizeof *run->reserved);
            run->reserved[run->n_reserved++] = name;
            run->is_repeated = true;
        }
        return NULL;
    }
    bool *is_signed = &run->formula->is_signed[i];
    *is_signed |= !is_real && fc_state_lookup(run->state, key, &before) && before &&
                  fc_sym_is_constant(before, &constant) && constant < 0;
    const char *in_text = fc_formula_key(name);
    return fc_sym_variable(run->analysis->algebra, in_text, in_text, name,
                           is_real      ? FC_FACT_REAL
                           : *is_signed ? FC_FACT_NONE
                                        : FC_FACT_NONNEGATIVE);
}

/* A pointer whose target the abstract store has. */
static bool points(const fc_type *type)
{
    return type->kind == FC_TYPE_POINTER && !fc_run_holds_procedures(type);
}

const char *fc_run_name_of(fc_run *run, const fc_node *place)
{
    if (place->kind == FC_NAME || place->kind == FC_MEMBER)
        return place->symbol->name;
    char *name = fc_control_parameter_name(place);
    size_t i = fc_words_index(&run->element_names, name);
    free(name);
    return run->element_names.item[i];
}

/* The type of what the address leads to. */
static const fc_type *pointee_of(const fc_node *address)
{
    return address->type->kind == FC_TYPE_POINTER || address->type->kind == FC_TYPE_ARRAY ? address->type->of : NULL;
}

/* The object is seen as one of another type: as its bytes, or as a record of other fields. */
static bool is_recast(const fc_node *address)
{
    for (; address->kind == FC_CAST; address = address->child[0]) {
        const fc_type *to = pointee_of(address), *from = pointee_of(address->child[0]);
        if (!to || !from || to == from || to->kind == FC_TYPE_VOID)
            continue;
        bool are_bytes = to->kind == FC_TYPE_INTEGER && to->bits == 8, is_void = from->kind == FC_TYPE_VOID;
        bool are_alike = to->kind == from->kind && to->kind != FC_TYPE_RECORD && to->bits == from->bits;
        if (is_void ? are_bytes : !are_alike)
            return true;
    }
    return false;
}

/* The pointer in the place gets the address: of an object, or of an unknown part of one. */
static void aim(fc_run *run, const char *place, const fc_node *address)
{
    char *key = NULL;
    bool is_array = false, is_known = fc_run_target(run, &key, &is_array, address);
    if ((is_known && is_recast(address)) || (!is_known && fc_run_around(run, &key, address)))
        fc_state_point_into(run->state, place, key);
    else
        fc_state_point(run->state, place, key, is_array);
    free(key);
}

static void point(fc_run *run, const char *place, const fc_node *address);

/* The pointer gets the one address or the other. */
static void point_to_either(fc_run *run, const char *place, const fc_node *conditional, const fc_sym *chosen)
{
    fc_state *before = run->state, *arm[2];
    for (int i = 0; i < 2; i++) {
        run->state = arm[i] = fc_state_copy(before);
        point(run, place, conditional->child[1 + i]);
    }
    run->state = before;
    fc_state_choose(before, run->analysis->algebra, chosen, arm[0], arm[1]);
    fc_state_free(arm[0]);
    fc_state_free(arm[1]);
}

static void point(fc_run *run, const char *place, const fc_node *address)
{
    const fc_node *plain = fc_node_without_casts(address);
    fc_view view = fc_run_view(run, plain);
    const fc_sym *chosen = plain->kind == FC_CONDITIONAL ? fc_value_condition(&view, plain->child[0]) : NULL;
    if (chosen) {
        point_to_either(run, place, plain, chosen);
        return;
    }
    const fc_sym *truth = fc_run_value(run, address);
    char *returned = NULL, *made = NULL;
    bool is_array;
    if (!fc_run_target(run, &returned, &is_array, plain) && fc_run_is_allocation(run, plain)) {
        /* The object that an allocation makes, by the calls that lead there and its own, and by the iterations of loops
         * around that are run one by one. */
        fc_text name = {0};
        fc_text_add(&name, "h");
        for (size_t i = 0; i < run->n_stack; i++)
            if (run->stack[i]->kind == FC_COST_CALL)
                fc_text_add(&name, "%d_", run->stack[i]->node->id);
        fc_text_add(&name, "%d_%ld", plain->id, run->copy);
        fc_state_allocate(run->state, name.bytes);
        made = fc_text_take(&name);
    }
    if (made)
        fc_state_point(run->state, place, made, true);
    else
        aim(run, place, address);
    fc_state_bind(run->state, place, truth);
    free(returned);
    free(made);
}

/* Of what the value is copied from: a place, or the result of a call. */
static bool source_of(const fc_run *run, char **key, const fc_node *value)
{
    value = fc_node_without_casts(value);
    if (value->kind == FC_CALL)
        *key = fc_format("call%d", value->id);
    return *key || fc_run_key(run, key, value);
}

/* A copy of a handle: a communicator's ranks and grid, the bytes of a datatype. */
static void bind_handle(fc_run *run, const char *key, const fc_type *type, const fc_node *value)
{
    char *source = NULL;
    const fc_sym *constant = NULL;
    fc_state_forget(run->state, key);
    if (fc_node_without_casts(value)->kind == FC_HANDLE && strcmp(type->name, "MPI_Comm") == 0)
        constant = fc_run_communicator_size(run, value);
    else if (fc_node_without_casts(value)->kind == FC_HANDLE && strcmp(type->name, "MPI_Datatype") == 0)
        constant = fc_run_datatype_bytes(run, value);
    if (constant)
        fc_state_bind(run->state, key, constant);
    else if (source_of(run, &source, value) && strcmp(source, key) != 0)
        fc_state_copy_parts(run->state, key, source);
    free(source);
}

static void bind_list(fc_run *run, const char *key, const fc_type *type, const fc_node *list);

static void bind(fc_run *run, const char *key, const fc_type *type, const fc_node *value, const char *name)
{
    bool number = type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL || type->kind == FC_TYPE_BOOL;
    char *source = NULL;
    const fc_node *part = number ? fc_control_parameter_part(run->analysis->control, value) : NULL;
    if (part && part != value) {
        /* An operand that is the parameter's value (fc_control_parameter_part). */
        char *call = fc_format("call%d", part->id);
        fc_state_bind(run->state, call, fc_run_parameter(run, key, part->type, name));
        free(call);
    }
    if (part && part == value)
        fc_state_bind(run->state, key, fc_run_parameter(run, key, type, name));
    else if (number)
        fc_state_bind(run->state, key, fc_run_value(run, value));
    else if (fc_run_holds_procedures(type))
        fc_state_bind(run->state, key, fc_run_procedures(run, value));
    else if (type->kind == FC_TYPE_HANDLE)
        bind_handle(run, key, type, value);
    else if (type->kind == FC_TYPE_RECORD && value->kind == FC_LIST)
        bind_list(run, key, type, value);
    else if (type->kind == FC_TYPE_RECORD && source_of(run, &source, value))
        fc_state_copy_parts(run->state, key, source);
    else
        fc_state_forget(run->state, key);
    if (points(type))
        point(run, key, value);
    free(source);
}

static void bind_list(fc_run *run, const char *key, const fc_type *type, const fc_node *list)
{
    bool record = type->kind == FC_TYPE_RECORD;
    long n = record ? type->n_fields : type->length;
    for (long i = 0; i < n && i < 64; i++) {
        const fc_node *value = list && i < list->n_children ? list->child[i] : NULL;
        char *part = record ? fc_format("%s.%s", key, type->field[i]->name) : fc_format("%s[%ld]", key, i);
        const fc_type *inner = record ? type->field[i]->type : type->of;
        if (inner->kind == FC_TYPE_RECORD || inner->kind == FC_TYPE_ARRAY)
            bind_list(run, part, inner, value && value->kind == FC_LIST ? value : NULL);
        else if (value)
            bind(run, part, inner, value, record ? type->field[i]->name : "");
        else
            fc_state_bind(run->state, part, fc_sym_integer(run->analysis->algebra, 0));
        free(part);
    }
}

void fc_run_return(fc_run *run, const fc_node *value)
{
    char *key = fc_format("result%d", run->procedure->id);
    if (value->type->kind == FC_TYPE_HANDLE || value->type->kind == FC_TYPE_RECORD)
        bind(run, key, value->type, value, "");
    else if (points(value->type))
        point(run, key, value);
    else
        fc_state_bind(run->state, key, fc_run_value(run, value));
    free(key);
}

void fc_run_globals(fc_run *run)
{
    for (int i = 0; i < run->analysis->program->n_symbols; i++) {
        const fc_symbol *symbol = run->analysis->program->symbol[i];
        const fc_type *type = symbol->type;
        bool is_table = symbol->initializer && type->kind == FC_TYPE_ARRAY && fc_run_holds_procedures(type->of);
        char *key = fc_format("s%d", symbol->id);
        if (is_table && symbol->initializer->kind == FC_LIST)
            bind_list(run, key, type, symbol->initializer);
        else if (symbol->initializer && fc_run_holds_procedures(type))
            bind(run, key, type, symbol->initializer, symbol->name);
        else if (symbol->initializer && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL)) {
            /* A size of the program's own is a quantity, by name; a flag is decided. */
            const fc_sym *value = fc_run_value(run, symbol->initializer);
            double number;
            bool is_flag = value && fc_sym_is_constant(value, &number) && (number == 0 || number == 1);
            fc_state_bind(run->state, key, is_flag ? value : NULL);
        }
        free(key);
    }
}

static const fc_sym *combined(const fc_run *run, const fc_node *node)
{
    fc_algebra *algebra = run->analysis->algebra;
    if (fc_type_is_address(node->child[0]->type))
        return fc_run_value(run, node->child[0]);
    const fc_sym *a = fc_run_value(run, node->child[0]);
    const fc_sym *b = node->kind == FC_STEP ? fc_sym_integer(algebra, 1) : fc_run_value(run, node->child[1]);
    if (!a || !b)
        return NULL;
    switch (node->op) {
    case FC_OP_ADD:
    case FC_OP_PRE_INCREMENT:
    case FC_OP_POST_INCREMENT:
        return fc_sym_add(algebra, a, b);
    case FC_OP_SUBTRACT:
    case FC_OP_PRE_DECREMENT:
    case FC_OP_POST_DECREMENT:
        return fc_sym_subtract(algebra, a, b);
    case FC_OP_MULTIPLY:
        return fc_sym_multiply(algebra, a, b);
    case FC_OP_DIVIDE:
        return fc_sym_is_constant(b, NULL) && b == fc_sym_integer(algebra, 0) ? NULL : fc_sym_c_divide(algebra, a, b);
    default:
        return NULL;
    }
}

/* An element whose subscript varies may be any: all of them become unknown. */
static void forget_array(fc_run *run, const fc_node *place)
{
    char *key = NULL;
    if (fc_run_around(run, &key, place))
        fc_state_forget(run->state, key);
    free(key);
}

/* The members of a union share their memory: what one of them is set to, the others are not known to be. */
static void forget_union(fc_run *run, const fc_node *place)
{
    for (; place->kind == FC_MEMBER || place->kind == FC_INDEX || place->kind == FC_CAST; place = place->child[0]) {
        char *key = NULL;
        bool is_shared = place->kind == FC_MEMBER && place->child[0]->type->is_union;
        if (is_shared && fc_run_key(run, &key, place->child[0]))
            fc_state_forget(run->state, key);
        free(key);
    }
}

/* What a bit field keeps of a value: unsigned ones the lowest bits, others what they can hold. */
static const fc_sym *in_bit_field(const fc_run *run, const fc_symbol *field, const fc_sym *value)
{
    fc_algebra *algebra = run->analysis->algebra;
    const int bits = fc_field_bits(field);
    double number;
    if (!value || bits >= 32)
        return value;
    if (field->type->is_unsigned)
        return fc_sym_modulo(algebra, value, fc_sym_integer(algebra, 1L << bits));
    bool fits = fc_sym_is_constant(value, &number) && fabs(number + 0.5) < (double)(1L << (bits - 1));
    return fits ? value : NULL;
}

static void assign(fc_run *run, const fc_node *node)
{
    const fc_node *place = node->child[0];
    char *key = NULL;
    bool is_update = node->kind == FC_STEP || node->op != FC_OP_NONE;
    bool sets_own = place->kind == FC_INDEX && run->filling &&
                    fc_filling_assign(run, node, is_update ? combined(run, node) : fc_run_value(run, node->child[1]));
    if (sets_own)
        return;
    if (!fc_run_key(run, &key, place)) {
        forget_array(run, place);
        return;
    }
    forget_union(run, place);
    fc_run_forget_aliases(run, key, fc_cells_of_place(fc_control_cells(run->analysis->control), place));
    const fc_sym *value = NULL;
    if (is_update)
        fc_state_bind(run->state, key, combined(run, node));
    else
        bind(run, key, place->type, node->child[1], fc_run_name_of(run, place));
    if (place->kind == FC_MEMBER && fc_field_bits(place->symbol) > 0 && fc_state_lookup(run->state, key, &value))
        fc_state_bind(run->state, key, in_bit_field(run, place->symbol, value));
    free(key);
}

void fc_run_bind_arguments(fc_run *run, const fc_procedure *callee, const fc_node *call)
{
    const fc_control *control = run->analysis->control;
    for (int i = 0; i < callee->n_parameters; i++) {
        const fc_symbol *parameter = callee->parameter[i];
        const fc_node *argument = i + 1 < call->n_children ? call->child[i + 1] : NULL;
        bool wanted = argument && fc_control_symbol_in_slice(control, parameter);
        char *key = fc_format("s%d", parameter->id);
        bool address = parameter->type->kind == FC_TYPE_POINTER;
        const fc_sym *value = wanted ? fc_run_value(run, argument) : NULL;
        bool holds_procedures = fc_run_holds_procedures(parameter->type);
        if (holds_procedures && wanted)
            value = fc_run_procedures(run, argument);
        if (!holds_procedures && address && wanted)
            aim(run, key, argument);
        else if (!holds_procedures && address)
            fc_state_point(run->state, key, NULL, false);
        if (wanted && parameter->type->kind == FC_TYPE_HANDLE) {
            bind_handle(run, key, parameter->type, argument);
        } else if (wanted && parameter->type->kind == FC_TYPE_RECORD) {
            fc_state_forget(run->state, key);
            bind(run, key, parameter->type, argument, "");
        } else {
            fc_state_bind(run->state, key, value);
        }
        free(key);
    }
}

/* The memory behind an address, such as a + 1, becomes unknown. */
static void forget_memory(fc_run *run, const fc_node *address)
{
    char *key = NULL;
    bool is_array;
    while (address->kind == FC_CAST || address->kind == FC_BINARY)
        address = address->child[0];
    if (fc_run_target(run, &key, &is_array, address))
        fc_state_forget(run->state, key);
    free(key);
}

/* What sscanf and its variants write out of argv are parameters. */
static void scan(fc_run *run, const fc_node *call)
{
    bool parameter = fc_control_is_parameter(run->analysis->control, call->child[1]);
    for (int i = 1; i < call->n_children; i++) {
        const fc_node *target = fc_node_without_casts(call->child[i]);
        if (fc_external_role_of(call, i) < FC_EXTERNAL_WRITES)
            continue;
        const fc_node *place = target->kind == FC_UNARY && target->op == FC_OP_ADDRESS ? target->child[0] : NULL;
        char *key = NULL;
        if (!place)
            forget_memory(run, target);
        if (place && fc_run_key(run, &key, place)) {
            bool number =
                place->type->kind == FC_TYPE_REAL || (place->type->kind == FC_TYPE_INTEGER && place->type->bits >= 16);
            fc_state_bind(run->state, key,
                          parameter && number ? fc_run_parameter(run, key, place->type, fc_run_name_of(run, place))
                                              : NULL);
        }
        free(key);
    }
}

void fc_run_effects(fc_run *run, const fc_node *node)
{
    const fc_control *control = run->analysis->control;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            fc_run_effects(run, node->child[i]);
    bool changes = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    if (node->kind == FC_DECLARE && fc_control_symbol_in_slice(control, node->symbol)) {
        const fc_node *value = node->n_children > 0 ? node->child[0] : NULL;
        char *key = fc_format("s%d", node->symbol->id);
        if (node->symbol->kind != FC_SYMBOL_LOCAL || !value) {
            if (node->symbol->kind == FC_SYMBOL_LOCAL)
                fc_state_forget(run->state, key);
        } else if (value->kind == FC_LIST) {
            bind_list(run, key, node->symbol->type, value);
        } else {
            bind(run, key, node->symbol->type, value, node->symbol->name);
        }
        free(key);
    } else if (changes && fc_control_in_slice(control, node))
        assign(run, node);
    else if (node->kind == FC_CALL && fc_external_writes(node) && fc_control_in_slice(control, node))
        scan(run, node);
}
