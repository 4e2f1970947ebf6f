/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/operations.h"

#include "analyzer/context/values.h"
#include "analyzer/effects/external.h"
#include "analyzer/effects/library.h"
#include "analyzer/effects/library_annotated.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/regions/address.h"
#include "analyzer/regions/complex_operations.h"
#include "analyzer/regions/equal_values.h"
#include "analyzer/regions/invariant.h"
#include "analyzer/regions/streams.h"

#include "comm_interface/operations.h"

#include <string.h>

fc_numeric fc_operations_numeric(const fc_type *type)
{
    if (!type)
        return FC_I32;
    if (type->kind == FC_TYPE_REAL || type->kind == FC_TYPE_COMPLEX)
        return type->bits == 32 ? FC_F32 : FC_F64;
    if (type->kind == FC_TYPE_INTEGER && type->bits <= 32)
        return type->is_unsigned && type->bits == 32 ? FC_U32 : FC_I32;
    if (type->kind == FC_TYPE_INTEGER)
        return type->is_unsigned ? FC_U64 : FC_I64;
    return type->kind == FC_TYPE_POINTER ? FC_U64 : FC_I32;
}

fc_operation fc_operations_class(fc_operator op)
{
    switch (op) {
    case FC_OP_ADD:
    case FC_OP_SUBTRACT:
    case FC_OP_PRE_INCREMENT:
    case FC_OP_PRE_DECREMENT:
    case FC_OP_POST_INCREMENT:
    case FC_OP_POST_DECREMENT:
        return FC_OP_CLASS_ADD;
    case FC_OP_MULTIPLY:
        return FC_OP_CLASS_MULTIPLY;
    case FC_OP_DIVIDE:
        return FC_OP_CLASS_DIVIDE;
    case FC_OP_REMAINDER:
        return FC_OP_CLASS_REMAINDER;
    case FC_OP_SHIFT_LEFT:
    case FC_OP_SHIFT_RIGHT:
        return FC_OP_CLASS_SHIFT;
    case FC_OP_BIT_AND:
    case FC_OP_BIT_OR:
    case FC_OP_BIT_XOR:
    case FC_OP_COMPLEMENT:
        return FC_OP_CLASS_BIT;
    case FC_OP_LESS:
    case FC_OP_LESS_EQUAL:
    case FC_OP_GREATER:
    case FC_OP_GREATER_EQUAL:
    case FC_OP_EQUAL:
    case FC_OP_NOT_EQUAL:
        return FC_OP_CLASS_COMPARE;
    case FC_OP_AND:
    case FC_OP_OR:
    case FC_OP_NOT:
        return FC_OP_CLASS_LOGIC;
    case FC_OP_NEGATE:
        return FC_OP_CLASS_NEGATE;
    default:
        return FC_N_OPERATIONS;
    }
}

enum {
    MAX_INLINED = 8
};

static const fc_node *inlined(const fc_procedure *procedure, int depth);

/* No call below the node needs its own node in the cost tree. */
static bool is_only_operations(const fc_node *node, int depth)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    bool is_by_pointer = node->kind == FC_CALL && !target;
    if (is_by_pointer || (target && target->definition && !inlined(target->definition, depth + 1)))
        return false;
    if (target && !target->definition &&
        (fc_mpi_operation_find(target->name) || strncmp(target->name, "MPI_", 4) == 0 || fc_external_is_stop(target) ||
         fc_external_is_allocation(target->name) || fc_library_find(target->name).form ||
         fc_library_annotated_of(node) || fc_external_is_unknown(node)))
        return false;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && !is_only_operations(node->child[i], depth))
            return false;
    return true;
}

static const fc_node *inlined(const fc_procedure *procedure, int depth)
{
    const fc_node *returned =
        procedure->body->n_children == 1 && depth < MAX_INLINED ? fc_procedure_returned(procedure) : NULL;
    return returned && is_only_operations(returned, depth) ? returned : NULL;
}

const fc_node *fc_operations_inlined(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    return target && target->definition ? inlined(target->definition, 0) : NULL;
}

bool fc_operations_in_callers(const fc_procedure *procedure)
{
    return strcmp(procedure->symbol->name, "main") != 0 && inlined(procedure, 0);
}

static void count(fc_region_model *region, const fc_node *node);

/* The operation is moved in front of the region's loop. Inlined expressions are of another procedure. */
static bool moves_out(const fc_region_model *region, const fc_node *node)
{
    return region->loop && region->inlined == 0 && fc_invariant_is(region->control, node, region->loop);
}

/* Notes an operation that is moved out. */
static bool is_hoisted(fc_region_model *region, const fc_node *node)
{
    if (!moves_out(region, node))
        return false;
    region->hoisted =
        fc_grow(region->hoisted, &region->hoisted_capacity, region->n_hoisted + 1, sizeof *region->hoisted);
    region->hoisted[region->n_hoisted++] = node;
    return true;
}

static bool is_real(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_REAL || type->kind == FC_TYPE_COMPLEX);
}

static const fc_node *bare(const fc_node *node)
{
    while (node->kind == FC_CAST && is_real(node->type) && is_real(node->child[0]->type))
        node = node->child[0];
    return node;
}

/* A product that a sum fuses with. */
static bool is_real_product(const fc_region_model *region, const fc_node *node)
{
    node = bare(node);
    return node->kind == FC_BINARY && node->op == FC_OP_MULTIPLY && is_real(node->type) && !moves_out(region, node);
}

/* Of an operation with these operands; b NULL: one operand. */
static void add_of(fc_region_model *region, fc_operation operation, const fc_type *type,
                   const fc_node *const operand[2])
{
    bool with_real = false;
    for (int i = 0; i < 2 && operand[i]; i++)
        with_real |= fc_complex_is_real(operand[i]);
    if (operation != FC_N_OPERATIONS && fc_complex_is(type)) {
        fc_numeric numeric = fc_operations_numeric(type);
        for (int part = 0; part < FC_N_OPERATIONS; part++)
            region->operation[part][numeric] += fc_complex_parts(operation, (fc_operation)part, with_real);
        region->calls += operation == FC_OP_CLASS_DIVIDE && !with_real;
    } else if (operation != FC_N_OPERATIONS)
        region->operation[operation][fc_operations_numeric(type)] += 1;
}

static void add(fc_region_model *region, fc_operation operation, const fc_type *type)
{
    add_of(region, operation, type, (const fc_node *const[2]){NULL, NULL});
}

/* A memory access rather than a register: an element, or a member of one. */
static bool is_memory(const fc_node *node)
{
    if (fc_address_is_field_element(node))
        return is_memory(node->child[0]);
    if (node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE))
        return true;
    return node->kind == FC_MEMBER && node->op == FC_OP_DOT && is_memory(node->child[0]);
}

static void add_stream(fc_region_model *region, const fc_node *place, fc_access access)
{
    region->stream = fc_grow(region->stream, &region->stream_capacity, region->n_streams + 1, sizeof *region->stream);
    region->stream[region->n_streams++] = (fc_access_stream){
        .node = place, .access = access, .element_bytes = place->type->size > 0 ? (int)place->type->size : 8};
}

void fc_operations_access(fc_region_model *region, const fc_type *type, fc_access access)
{
    fc_numeric numeric = fc_operations_numeric(type);
    double bytes = type->size > 0 ? (double)type->size : 8;
    int parts = fc_complex_is(type) ? 2 : 1;
    region->reads[numeric] += access != FC_WRITE ? parts : 0;
    region->writes[numeric] += access != FC_READ ? parts : 0;
    region->load_bytes += access != FC_WRITE ? bytes : 0;
    region->store_bytes += access != FC_READ ? bytes : 0;
}

/* Within a subscript only memory reads and non-affine operations count; sums and products are strength-reduced. */
static void count_subscript(fc_region_model *region, const fc_node *node)
{
    bool free =
        node->kind == FC_BINARY && (node->op == FC_OP_ADD || node->op == FC_OP_SUBTRACT || node->op == FC_OP_MULTIPLY);
    const fc_node *returned = node->kind == FC_CALL ? fc_operations_inlined(node) : NULL;
    if (returned && region->inlined < MAX_INLINED) {
        region->inlined++;
        count_subscript(region, returned);
        region->inlined--;
        return;
    }
    if (!free && node->kind != FC_CAST) {
        count(region, node);
        return;
    }
    for (int i = 0; i < node->n_children; i++)
        count_subscript(region, node->child[i]);
}

static void count_place(fc_region_model *region, const fc_node *place)
{
    if (place->kind == FC_INDEX) {
        if (is_memory(place->child[0]) && place->child[0]->type->kind == FC_TYPE_ARRAY)
            count_place(region, place->child[0]);
        else
            count(region, place->child[0]);
        count_subscript(region, place->child[1]);
    } else if (place->kind == FC_MEMBER && place->op == FC_OP_DOT) {
        count_place(region, place->child[0]);
    } else if (place->kind == FC_UNARY) {
        count_subscript(region, place->child[0]);
    }
}

/* Fields of a record behind a pointer are free, as if in registers. fc_streams_describe adds those of records that are
 * gathered, or that a loop walks. */
static void count_access(fc_region_model *region, const fc_node *place, fc_access access)
{
    bool is_whole = fc_type_is_address(place->type) && place->type->kind == FC_TYPE_ARRAY;
    if (!is_whole && is_memory(place)) {
        fc_operations_access(region, place->type, access);
        add_stream(region, place, access);
    } else if (!is_whole && fc_address_record(place))
        add_stream(region, place, access);
    count_place(region, place);
}

static void count_sum(fc_region_model *region, const fc_node *node)
{
    const fc_node *first = node->child[0], *second = node->child[1];
    const fc_node *product = is_real_product(region, second)  ? bare(second)
                             : is_real_product(region, first) ? bare(first)
                                                              : NULL;
    if (!product || !is_real(node->type)) {
        add_of(region, fc_operations_class(node->op), node->type, (const fc_node *const[2]){first, second});
        count(region, first);
        count(region, second);
        return;
    }
    add_of(region, FC_OP_CLASS_MADD, node->type, (const fc_node *const[2]){product->child[0], product->child[1]});
    count(region, product->child[0]);
    count(region, product->child[1]);
    count(region, product == bare(second) ? first : second);
}

static bool is_number(const fc_node *node)
{
    return node->kind == FC_INTEGER || (node->kind == FC_SIZEOF && node->n_children == 0);
}

static bool is_constant(const fc_node *node)
{
    if (node->kind == FC_INTEGER || node->kind == FC_REAL || node->kind == FC_SIZEOF)
        return true;
    bool operation = node->kind == FC_BINARY || node->kind == FC_CAST ||
                     (node->kind == FC_UNARY && node->op != FC_OP_ADDRESS && node->op != FC_OP_DEREFERENCE);
    for (int i = 0; i < node->n_children; i++)
        operation = operation && is_constant(node->child[i]);
    return operation;
}

fc_operation fc_operations_of_binary(const fc_node *node)
{
    const fc_node *divisor = fc_node_without_casts(node->child[1]);
    bool is_division = node->op == FC_OP_DIVIDE || node->op == FC_OP_REMAINDER;
    if (!is_division || is_real(node->type) || divisor->kind != FC_INTEGER || divisor->value == 0)
        return fc_operations_class(node->op);
    bool power = (divisor->value & (divisor->value - 1)) == 0;
    return power ? FC_OP_CLASS_BIT : FC_OP_CLASS_MULTIPLY;
}

/* The region has computed a quotient or remainder of the same value; one that it has not is noted. Of inlined
 * expressions, the same node has another value in each call. */
static bool is_known_quotient(fc_region_model *region, const fc_node *node)
{
    if (!region->control || region->inlined > 0 || is_real(node->type))
        return false;
    for (size_t i = 0; i < region->n_quotients; i++)
        if (fc_equal_values_are(region->control, region->quotient[i], node))
            return true;
    region->quotient =
        fc_grow(region->quotient, &region->quotient_capacity, region->n_quotients + 1, sizeof *region->quotient);
    region->quotient[region->n_quotients++] = node;
    return false;
}

static void count_binary(fc_region_model *region, const fc_node *node)
{
    if (is_constant(node) || (!fc_type_is_address(node->type) && is_hoisted(region, node)))
        return;
    if (node->op == FC_OP_DIVIDE || node->op == FC_OP_REMAINDER) {
        if (is_known_quotient(region, node))
            return;
        add_of(region, fc_operations_of_binary(node), node->type,
               (const fc_node *const[2]){node->child[0], node->child[1]});
        count(region, node->child[0]);
        count(region, node->child[1]);
        return;
    }
    bool comparison = node->op >= FC_OP_LESS && node->op <= FC_OP_NOT_EQUAL;
    if (!comparison && (node->op == FC_OP_ADD || node->op == FC_OP_SUBTRACT) && !fc_type_is_address(node->type)) {
        count_sum(region, node);
        return;
    }
    if (!fc_type_is_address(node->type))
        add_of(region, fc_operations_class(node->op), comparison ? node->child[0]->type : node->type,
               (const fc_node *const[2]){node->child[0], node->child[1]});
    count(region, node->child[0]);
    count(region, node->child[1]);
}

/* What only serves in subscripts costs what subscripts cost. symbol: the variable that the value defines, or NULL. */
static void count_definition(fc_region_model *region, const fc_symbol *symbol, const fc_node *value)
{
    if (symbol && region->subscript && region->subscript[symbol->id])
        count_subscript(region, value);
    else
        count(region, value);
}

static void count_assign(fc_region_model *region, const fc_node *node)
{
    const fc_node *place = node->child[0], *value = node->child[1];
    if (node->op == FC_OP_NONE) {
        count_access(region, place, FC_WRITE);
        count_definition(region, place->kind == FC_NAME ? place->symbol : NULL, value);
        return;
    }
    count_access(region, place, FC_UPDATE);
    const fc_type *type = node->compute_type ? node->compute_type : node->type;
    bool sum = node->op == FC_OP_ADD || node->op == FC_OP_SUBTRACT;
    if (sum && is_real(type) && is_real_product(region, value)) {
        add_of(region, FC_OP_CLASS_MADD, type, (const fc_node *const[2]){bare(value)->child[0], bare(value)->child[1]});
        count(region, bare(value)->child[0]);
        count(region, bare(value)->child[1]);
        return;
    }
    if (!fc_type_is_address(place->type))
        add_of(region, fc_operations_class(node->op), type, (const fc_node *const[2]){value, NULL});
    count(region, value);
}

static void count_call(fc_region_model *region, const fc_node *node)
{
    const fc_symbol *target = fc_call_target(node);
    const fc_library_operation *known = fc_library_operation_of(node);
    for (int i = 1; i < node->n_children; i++)
        count(region, node->child[i]);
    const fc_node *returned = fc_operations_inlined(node);
    if (returned && region->inlined < MAX_INLINED) {
        region->inlined++;
        count(region, returned);
        region->inlined--;
        return;
    }
    if (fc_library_annotated_of(node))
        return; /* has a cost of its own */
    fc_library_cost cost[FC_LIBRARY_COSTS];
    for (int i = known ? fc_library_costs(cost, known, node) - 1 : -1; i >= 0; i--)
        region->operation[cost[i].operation][cost[i].numeric] += cost[i].times;
    if (known)
        return;
    if (!target || (!target->definition && !fc_mpi_operation_find(target->name) && !fc_library_find(target->name).form))
        region->calls += 1;
}

static void count_cast(fc_region_model *region, const fc_node *node)
{
    if (is_real(node->type) != is_real(node->child[0]->type) && !is_constant(node->child[0]) &&
        node->type->kind != FC_TYPE_VOID && !fc_type_is_address(node->type)) {
        if (is_hoisted(region, node))
            return;
        add(region, FC_OP_CLASS_CONVERT, node->type);
    }
    count(region, node->child[0]);
}

/* The constant value of an integer comparison. False: another expression. */
static bool is_decided(const fc_node *node, bool *holds)
{
    const fc_node *side[2];
    for (int i = 0; i < 2 && node->kind == FC_BINARY; i++)
        for (side[i] = node->child[i]; side[i]->kind == FC_CAST;)
            side[i] = side[i]->child[0];
    if (node->kind != FC_BINARY || !is_number(side[0]) || !is_number(side[1]))
        return false;
    long a = side[0]->value, b = side[1]->value;
    *holds = node->op == FC_OP_EQUAL ? a == b : node->op == FC_OP_NOT_EQUAL ? a != b : node->op == FC_OP_LESS && a < b;
    return node->op == FC_OP_EQUAL || node->op == FC_OP_NOT_EQUAL || node->op == FC_OP_LESS;
}

/* Counts both branches, since compilers evaluate both if that is cheap. A type macro (sizeof(x) == sizeof(float) ? f(x)
 * : g(x), <tgmath.h>) counts only its chosen one. */
static void count_choice(fc_region_model *region, const fc_node *node)
{
    bool holds;
    if (is_decided(node->child[0], &holds)) {
        count(region, node->child[holds ? 1 : 2]);
        return;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            count(region, node->child[i]);
}

static void count(fc_region_model *region, const fc_node *node)
{
    switch (node->kind) {
    case FC_INDEX:
    case FC_MEMBER:
        count_access(region, node, FC_READ);
        return;
    case FC_UNARY:
        if (node->op == FC_OP_DEREFERENCE) {
            count_access(region, node, FC_READ);
        } else if (node->op == FC_OP_ADDRESS) {
            count_place(region, node->child[0]);
        } else if (!is_constant(node) && !is_hoisted(region, node)) {
            add(region, fc_operations_class(node->op), node->type);
            count(region, node->child[0]);
        }
        return;
    case FC_STEP:
        count_access(region, node->child[0], FC_UPDATE);
        if (!fc_type_is_address(node->type))
            add(region, FC_OP_CLASS_ADD, node->type);
        return;
    case FC_BINARY:
        count_binary(region, node);
        return;
    case FC_ASSIGN:
        count_assign(region, node);
        return;
    case FC_CALL:
        count_call(region, node);
        return;
    case FC_CAST:
        count_cast(region, node);
        return;
    case FC_CONDITIONAL:
        count_choice(region, node);
        return;
    case FC_COMMA:
    case FC_LIST:
        for (int i = 0; i < node->n_children; i++)
            if (node->child[i])
                count(region, node->child[i]);
        return;
    default:
        return;
    }
}

void fc_operations_count(fc_region_model *region, const fc_node *expression)
{
    const fc_node *up = expression->parent;
    count_definition(region, up && up->kind == FC_DECLARE ? up->symbol : NULL, expression);
}

bool fc_operations_is_empty(const fc_region_model *region)
{
    double sum = region->calls + region->seconds + (double)region->n_streams;
    for (int i = 0; i < FC_N_NUMERICS; i++) {
        sum += region->reads[i] + region->writes[i];
        for (int j = 0; j < FC_N_OPERATIONS; j++)
            sum += region->operation[j][i];
    }
    return sum == 0;
}
