/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/context/values.h"
#include "analyzer/context/rounded_reals.h"
#include "analyzer/effects/external.h"
#include "analyzer/loops/trip_count.h"
#include "analyzer/memory/cells.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

static int facts_of(const fc_type *type)
{
    int facts = type && type->kind == FC_TYPE_REAL ? FC_FACT_REAL : 0;
    return type && type->is_unsigned ? facts | FC_FACT_NONNEGATIVE : facts;
}

static int facts_of_place(const fc_view *view, const fc_node *place)
{
    bool named = (place->kind == FC_NAME && place->symbol->kind != FC_SYMBOL_PROCEDURE) || place->kind == FC_MEMBER;
    int least = named ? fc_control_least_value(view->control, place->symbol) : -1;
    return least == 1 ? FC_FACT_POSITIVE : least == 0 ? FC_FACT_NONNEGATIVE : 0;
}

const fc_node *fc_value_argument(const fc_view *view, const fc_symbol *symbol)
{
    if (!view->outer || symbol->kind != FC_SYMBOL_PARAMETER)
        return NULL;
    const fc_symbol *target = fc_call_target(view->call);
    const fc_procedure *callee = target ? target->definition : symbol->owner; /* through a pointer: one of several */
    for (int i = 0; i < callee->n_parameters && i + 1 < view->call->n_children; i++)
        if (callee->parameter[i] == symbol)
            return view->call->child[i + 1];
    return NULL;
}

/* A pointer to a first member that is converted to one to the record around it, whose fields have other names. */
static bool leads_outward(const fc_node *cast)
{
    const fc_type *to = cast->type, *from = cast->child[0]->type;
    bool are_pointers = to && from && to->kind == FC_TYPE_POINTER && from->kind == FC_TYPE_POINTER;
    return are_pointers && fc_type_first_member(to->of, from->of);
}

static const fc_node *without_address(const fc_node *node)
{
    while (node->kind == FC_CAST && !leads_outward(node))
        node = node->child[0];
    return node->kind == FC_UNARY && node->op == FC_OP_ADDRESS ? node->child[0] : NULL;
}

/* What identifies and names a place, parameters replaced by arguments. False: the place is not fixed (a subscript
 * varies). */
typedef struct place_text {
    fc_text key, label, in_c;
} place_text;

static bool add_place(place_text *out, const fc_view *view, const fc_node *node);

static void add_everywhere(place_text *out, const char *text)
{
    fc_text_add(&out->key, "%s", text);
    fc_text_add(&out->label, "%s", text);
    fc_text_add(&out->in_c, "%s", text);
}

/* The object a pointer expression points to: x for &x, (*p) otherwise. */
static bool add_target(place_text *out, const fc_view *view, const fc_node *pointer)
{
    const fc_node *argument = pointer->kind == FC_NAME ? fc_value_argument(view, pointer->symbol) : NULL;
    if (argument)
        return add_target(out, view->outer, argument);
    if (without_address(pointer))
        return add_place(out, view, without_address(pointer));
    add_everywhere(out, "(*");
    bool fixed = add_place(out, view, pointer);
    add_everywhere(out, ")");
    return fixed;
}

static void add_subscript_of(fc_text *out, const fc_sym *index, fc_notation notation)
{
    fc_text_add(out, notation == FC_NOTATION_C ? "[(long)(" : "[");
    fc_sym_print(out, index, notation);
    fc_text_add(out, notation == FC_NOTATION_C ? ")]" : "]");
}

static bool is_invariant(const fc_view *view, const fc_node *place)
{
    for (const fc_view *at = view; at; at = at->outer)
        if (!fc_control_is_invariant(view->control, place, at->root))
            return false;
    return true;
}

/* A symbolic run compares places by their keys, so a known subscript has to be a number. Otherwise an invariant value
 * names the element; `&a[i]` passed in a loop over i is not invariant. */
static bool add_subscript(place_text *out, const fc_view *view, const fc_node *node)
{
    const fc_sym *index = fc_value(view, node);
    double number = 0;
    bool is_number = index && fc_sym_is_constant(index, &number);
    if (is_number) {
        char *text = fc_format("[%ld]", (long)number);
        add_everywhere(out, text);
        free(text);
        return true;
    }
    bool stays = index && !view->state && is_invariant(view, node);
    if (stays) {
        add_subscript_of(&out->key, index, FC_NOTATION_C);
        add_subscript_of(&out->label, index, FC_NOTATION_TEXT);
        add_subscript_of(&out->in_c, index, FC_NOTATION_C);
    }
    return stays;
}

static bool add_place(place_text *out, const fc_view *view, const fc_node *node)
{
    bool fixed = true;
    switch (node->kind) {
    case FC_NAME: {
        const fc_symbol *symbol = node->symbol;
        const fc_node *argument = fc_value_argument(view, symbol);
        if (argument)
            return add_place(out, view->outer, argument);
        fc_text_add(&out->key, "s%d", symbol->id);
        fc_text_add(&out->label, "%s", symbol->name);
        fc_control_print_name(&out->in_c, view->control, symbol);
        return true;
    }
    case FC_MEMBER:
        fixed = node->op == FC_OP_ARROW ? add_target(out, view, node->child[0]) : add_place(out, view, node->child[0]);
        fc_text_add(&out->key, ".%s", node->symbol->name);
        fc_text_add(&out->label, ".%s", node->symbol->name);
        fc_text_add(&out->in_c, ".");
        fc_control_print_name(&out->in_c, view->control, node->symbol);
        return fixed;
    case FC_INDEX:
        return add_place(out, view, node->child[0]) && add_subscript(out, view, node->child[1]);
    case FC_UNARY:
        return node->op == FC_OP_DEREFERENCE && add_target(out, view, node->child[0]);
    case FC_CAST:
        return !leads_outward(node) && add_place(out, view, node->child[0]);
    default:
        return false;
    }
}

const fc_sym *fc_value_atom(const fc_view *view, const fc_node *place)
{
    place_text text = {0};
    const fc_sym *value = NULL;
    if (add_place(&text, view, place))
        value = fc_sym_variable(view->algebra, text.key.bytes, text.label.bytes, text.in_c.bytes,
                                facts_of(place->type) | facts_of_place(view, place));
    if (value && place->parent)
        fc_sym_attach(view->algebra, value, place);
    fc_text_free(&text.key);
    fc_text_free(&text.label);
    fc_text_free(&text.in_c);
    return value;
}

bool fc_value_key(char **key, const fc_view *view, const fc_node *place)
{
    place_text text = {0};
    bool fixed = add_place(&text, view, place);
    if (fixed)
        *key = fc_text_take(&text.key);
    fc_text_free(&text.key);
    fc_text_free(&text.label);
    fc_text_free(&text.in_c);
    return fixed;
}

const fc_sym *fc_value_symbol(const fc_view *view, const fc_symbol *symbol)
{
    fc_node name = {.kind = FC_NAME, .symbol = (fc_symbol *)symbol, .type = symbol->type};
    return fc_value_atom(view, &name);
}

static bool is_number(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_BOOL || type->kind == FC_TYPE_REAL);
}

/* The element of an array that a loop filled. */
static const fc_sym *value_of_element(const fc_view *view, const fc_node *element)
{
    char *key = NULL;
    const fc_node *base = fc_node_without_casts(element->child[0]);
    const fc_sym *index = fc_value_key(&key, view, base) ? fc_value(view, element->child[1]) : NULL, *value = NULL;
    if (index) {
        char *array = fc_state_array(view->state, key, base->type->kind == FC_TYPE_POINTER);
        value = fc_state_element(view->state, view->algebra, array, index);
        free(array);
    }
    free(key);
    return value;
}

static const fc_sym *value_in_state(const fc_view *view, const fc_node *place)
{
    const fc_sym *value = place->kind == FC_INDEX ? value_of_element(view, place) : NULL;
    char *key = NULL;
    if (value)
        return value;
    if (fc_value_key(&key, view, place))
        value = fc_state_value(view->state, key, place);
    free(key);
    return value;
}

static const fc_sym *value_of_argument(const fc_view *view, const fc_node *argument)
{
    fc_view outer = *view->outer;
    outer.keeps_unknown = view->keeps_unknown;
    return fc_value(&outer, argument);
}

static const fc_sym *value_seen(const void *view, const fc_node *expression)
{
    return fc_value(view, expression);
}

/* ---- values by scalar evolution ---- */

static const fc_sym *evolved_condition(const void *view, const fc_node *condition)
{
    return fc_value_condition(view, condition);
}

static const fc_sym *evolved_atom(const void *view, const fc_symbol *variable)
{
    return fc_value_symbol(view, variable);
}

/* A variable that root changes: its atom stands for the value in an iteration, so that the value at entry has its own.
 */
static const fc_sym *entry_atom(const fc_view *view, const fc_symbol *variable)
{
    fc_text in_c = {0};
    char *key = fc_format("s%d'", variable->id);
    fc_control_print_name(&in_c, view->control, variable);
    const fc_sym *atom = fc_sym_variable(view->algebra, key, variable->name, in_c.bytes, facts_of(variable->type));
    fc_text_free(&in_c);
    free(key);
    return atom;
}

static void find_entry(void *data, const fc_sym *variable)
{
    bool *is_found = data;
    const char *key = fc_sym_key(variable);
    *is_found |= key[strlen(key) - 1] == '\'';
}

bool fc_value_is_of_entry(const fc_sym *value)
{
    bool is_found = false;
    fc_sym_variables(value, find_entry, &is_found);
    return is_found;
}

static const fc_sym *evolved_entry(const void *data, const fc_symbol *variable)
{
    const fc_view *view = data;
    const fc_node name = {.kind = FC_NAME, .symbol = (fc_symbol *)variable, .type = variable->type};
    const fc_node *argument = fc_value_argument(view, variable);
    if (argument)
        return value_of_argument(view, argument);
    if (view->state)
        return value_in_state(view, &name);
    if (!fc_control_changes_within(view->control, variable, view->root))
        return fc_value_atom(view, &name);
    return view->outer ? NULL : entry_atom(view, variable);
}

/* Without assumptions on signs: they would have to hold at the reader. */
static const fc_sym *evolved_trips(const void *data, int loop)
{
    const fc_view *view = data;
    fc_evolution evolution;
    fc_trip_count count;
    const fc_trip_request request = {loop, NULL, view->state != NULL};
    if (!fc_value_evolution(&evolution, view) || !fc_trip_count_find(&count, &evolution, &request) ||
        count.assumed.n > 0)
        return NULL;
    const fc_sym *trips = fc_sym_add(view->algebra, count.last, fc_sym_integer(view->algebra, 1));
    return fc_sym_maximum(view->algebra, trips, fc_sym_integer(view->algebra, 0));
}

static bool evolved_is_nonnegative(const void *data, const fc_sym *value)
{
    const fc_view *view = data;
    return fc_state_proves_nonnegative(view->algebra, value);
}

bool fc_value_evolution(fc_evolution *out, const fc_view *view)
{
    *out = (fc_evolution){view->algebra,
                          fc_control_loops(view->control, view->root),
                          view->root,
                          value_seen,
                          evolved_condition,
                          evolved_entry,
                          evolved_atom,
                          evolved_trips,
                          evolved_is_nonnegative,
                          view};
    return out->loops != NULL;
}

/* False: the node is no name in SSA form within root, nor an assignment or step of one. */
static bool is_evolved(const fc_sym **value, const fc_view *view, const fc_node *node)
{
    fc_evolution evolution;
    return node->parent && fc_node_is_within(node, view->root) && fc_value_evolution(&evolution, view) &&
           fc_evolution_of(value, &evolution, node);
}

static const fc_sym *value_of_assignment(const fc_view *view, const fc_node *node)
{
    const fc_sym *value = NULL;
    bool is_whole = node->type && node->type->kind == FC_TYPE_INTEGER && node->child[0]->kind == FC_NAME;
    if (is_whole && is_evolved(&value, view, node))
        return value;
    return node->kind == FC_ASSIGN && node->op == FC_OP_NONE ? fc_value(view, node->child[1]) : NULL;
}

static const fc_sym *value_of_place(const fc_view *view, const fc_node *place)
{
    const fc_node *argument = place->kind == FC_NAME ? fc_value_argument(view, place->symbol) : NULL;
    const fc_sym *value = NULL;
    bool is_annotated =
        argument && fc_control_needs_value(view->control, place) && fc_control_is_static_by_call(view->control, place);
    bool is_known = is_annotated || fc_control_is_static(view->control, place);
    if (!is_number(place->type) || (!is_known && !view->keeps_unknown))
        return NULL;
    bool changes = place->kind == FC_NAME && fc_control_changes_within(view->control, place->symbol, view->root);
    if (argument && !changes)
        return value_of_argument(view, argument);
    if (!argument && is_invariant(view, place))
        return view->state ? value_in_state(view, place) : fc_value_atom(view, place);
    if (changes && is_evolved(&value, view, place))
        return value;
    if (!changes || argument || place->symbol->kind != FC_SYMBOL_LOCAL)
        return NULL;
    const fc_node *definition = fc_control_only_definition(view->control, place->symbol);
    return definition && fc_node_is_within(definition, view->root) ? fc_value(view, definition) : NULL;
}

/* ---- pointers: whether they are null ---- */

static const fc_sym *truth_in_state(const fc_view *view, const fc_node *place)
{
    const fc_sym *value = NULL;
    char *key = NULL;
    bool stays = view->state && fc_control_is_invariant(view->control, place, view->root);
    if (stays && fc_value_key(&key, view, place))
        fc_state_lookup(view->state, key, &value);
    free(key);
    return value;
}

static const fc_sym *truth_of_call(const fc_view *view, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_sym *value = NULL;
    bool is_external = target && !target->definition && fc_external_is_allocation(target->name);
    bool is_own =
        target && target->definition && fc_cells_allocates(fc_control_cells(view->control), target->definition);
    if (is_own || (is_external && strcmp(target->name, "realloc") != 0))
        return fc_sym_integer(view->algebra, 1);
    char *key = fc_format("call%d", call->id);
    if (view->state)
        fc_state_lookup(view->state, key, &value);
    free(key);
    return value;
}

const fc_sym *fc_value_pointer(const fc_view *view, const fc_node *pointer)
{
    const fc_node *node = fc_node_without_casts(pointer);
    if (node->kind == FC_INTEGER)
        return fc_sym_integer(view->algebra, node->value != 0);
    if (node->kind == FC_STRING || (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS) ||
        (node->type && node->type->kind == FC_TYPE_ARRAY))
        return fc_sym_integer(view->algebra, 1);
    if (!fc_type_is_address(node->type))
        return NULL;
    switch (node->kind) {
    case FC_NAME:
    case FC_MEMBER:
        return truth_in_state(view, node);
    case FC_CALL:
        return truth_of_call(view, node);
    case FC_CONDITIONAL: {
        const fc_sym *chosen = fc_value_condition(view, node->child[0]);
        const fc_sym *yes = fc_value_pointer(view, node->child[1]), *no = fc_value_pointer(view, node->child[2]);
        return chosen && yes && no ? fc_sym_choose(view->algebra, chosen, yes, no) : NULL;
    }
    case FC_ASSIGN:
        return node->op == FC_OP_NONE ? fc_value_pointer(view, node->child[1]) : NULL;
    default:
        return NULL;
    }
}

/* ---- conditions and operators ---- */

static const fc_sym *value_of_comparison(const fc_view *view, const fc_node *node)
{
    fc_algebra *algebra = view->algebra;
    if (fc_type_is_address(node->child[0]->type) || fc_type_is_address(node->child[1]->type)) {
        /* The truth of `pointer == NULL` and `pointer != NULL`; NULL: not known, also of two pointers. */
        const fc_node *a = node->child[0], *b = node->child[1];
        bool is_equality = node->op == FC_OP_EQUAL || node->op == FC_OP_NOT_EQUAL;
        const fc_node *pointer = fc_node_is_null(b) ? a : fc_node_is_null(a) ? b : NULL;
        const fc_sym *truth = is_equality && pointer ? fc_value_pointer(view, pointer) : NULL;
        return truth && node->op == FC_OP_EQUAL
                   ? fc_sym_subtract(view->algebra, fc_sym_integer(view->algebra, 1), truth)
                   : truth;
    }
    const fc_sym *a = fc_value(view, node->child[0]), *b = fc_value(view, node->child[1]);
    if (!a || !b || node->child[0]->type->kind == FC_TYPE_REAL || node->child[1]->type->kind == FC_TYPE_REAL)
        return NULL;
    const fc_sym *one = fc_sym_integer(algebra, 1), *difference = fc_sym_subtract(algebra, a, b);
    switch (node->op) {
    case FC_OP_GREATER_EQUAL:
        return fc_sym_is_nonnegative(algebra, difference);
    case FC_OP_GREATER:
        return fc_sym_is_nonnegative(algebra, fc_sym_subtract(algebra, difference, one));
    case FC_OP_LESS_EQUAL:
        return fc_sym_is_nonnegative(algebra, fc_sym_subtract(algebra, b, a));
    case FC_OP_LESS:
        return fc_sym_is_nonnegative(algebra, fc_sym_subtract(algebra, fc_sym_subtract(algebra, b, a), one));
    case FC_OP_EQUAL:
        return fc_sym_is_zero(algebra, difference);
    default:
        return fc_sym_subtract(algebra, one, fc_sym_is_zero(algebra, difference));
    }
}

const fc_sym *fc_value_truth(fc_algebra *algebra, const fc_sym *x)
{
    return fc_sym_subtract(algebra, fc_sym_integer(algebra, 1), fc_sym_is_zero(algebra, x));
}

const fc_sym *fc_value_condition(const fc_view *view, const fc_node *node)
{
    fc_algebra *algebra = view->algebra;
    if (node->kind == FC_BINARY && (node->op == FC_OP_AND || node->op == FC_OP_OR)) {
        const fc_sym *a = fc_value_condition(view, node->child[0]), *b = fc_value_condition(view, node->child[1]);
        if (!a || !b)
            return NULL;
        const fc_sym *both = fc_sym_multiply(algebra, a, b);
        return node->op == FC_OP_AND ? both : fc_sym_subtract(algebra, fc_sym_add(algebra, a, b), both);
    }
    if (node->kind == FC_UNARY && node->op == FC_OP_NOT) {
        const fc_sym *a = fc_value_condition(view, node->child[0]);
        return a ? fc_sym_subtract(algebra, fc_sym_integer(algebra, 1), a) : NULL;
    }
    if (node->kind == FC_BINARY && node->op >= FC_OP_LESS && node->op <= FC_OP_NOT_EQUAL)
        return value_of_comparison(view, node);
    if (fc_type_is_address(node->type))
        return fc_value_pointer(view, node);
    const fc_sym *value = fc_value(view, node);
    return value ? fc_value_truth(algebra, value) : NULL;
}

static bool is_one(const fc_node *node)
{
    node = fc_node_without_casts(node);
    return node->kind == FC_INTEGER && node->value == 1;
}

/* The lowest bit of an integer. That of a ^ b is the sum of both modulo 2, as in the parity of red-black orderings. */
static const fc_sym *value_of_lowest_bit(const fc_view *view, const fc_node *node)
{
    fc_algebra *algebra = view->algebra;
    const fc_sym *two = fc_sym_integer(algebra, 2);
    while (node->kind == FC_CAST && node->type->kind == FC_TYPE_INTEGER &&
           node->child[0]->type->kind == FC_TYPE_INTEGER)
        node = node->child[0];
    if (node->kind != FC_BINARY || (node->op != FC_OP_BIT_XOR && node->op != FC_OP_BIT_AND)) {
        const fc_sym *value = fc_value(view, node);
        return value ? fc_sym_modulo(algebra, value, two) : NULL;
    }
    const fc_sym *a = value_of_lowest_bit(view, node->child[0]), *b = value_of_lowest_bit(view, node->child[1]);
    if (!a || !b)
        return NULL;
    return node->op == FC_OP_BIT_AND ? fc_sym_multiply(algebra, a, b)
                                     : fc_sym_modulo(algebra, fc_sym_add(algebra, a, b), two);
}

/* -a, +a, or ~a of a signed type, which is -a - 1. */
static const fc_sym *value_of_sign(const fc_view *view, const fc_node *node)
{
    const bool is_complement = node->op == FC_OP_COMPLEMENT && !node->type->is_unsigned;
    const bool is_known = is_complement || node->op == FC_OP_NEGATE || node->op == FC_OP_PLUS;
    const fc_sym *a = is_known ? fc_value(view, node->child[0]) : NULL;
    if (!a || node->op == FC_OP_PLUS)
        return a;
    return fc_sym_subtract(view->algebra, fc_sym_integer(view->algebra, is_complement ? -1 : 0), a);
}

static const fc_sym *value_of_binary(const fc_view *view, const fc_node *node)
{
    if (node->op >= FC_OP_LESS && node->op <= FC_OP_OR)
        return fc_value_condition(view, node);
    if (node->op == FC_OP_BIT_AND && (is_one(node->child[0]) || is_one(node->child[1])))
        return value_of_lowest_bit(view, node->child[is_one(node->child[0])]);
    const fc_sym *a = fc_value(view, node->child[0]), *b = fc_value(view, node->child[1]);
    return node->type->kind == FC_TYPE_REAL ? NULL : fc_evolution_operation(view->algebra, node->op, a, b);
}

/* What a symbolic run of the callee returned, or a parameter whose value the node is. */
static const fc_sym *value_of_run_node(const fc_view *view, const fc_node *call)
{
    const fc_sym *value = NULL;
    char *key = fc_format("call%d", call->id);
    fc_state_lookup(view->state, key, &value);
    free(key);
    return value;
}

static const fc_sym *value_of_conditional(const fc_view *view, const fc_node *node)
{
    const fc_sym *known = view->state ? value_of_run_node(view, node) : NULL;
    if (known)
        return known;
    const fc_sym *a = fc_value(view, node->child[1]), *b = fc_value(view, node->child[2]);
    const fc_sym *chosen = a && b ? fc_value_condition(view, node->child[0]) : NULL;
    return chosen ? fc_sym_choose(view->algebra, chosen, a, b) : NULL;
}

/* Conversions between integers keep a size as it is; only narrow ones (char, short) could change it. */
static const fc_sym *value_of_cast(const fc_view *view, const fc_node *node)
{
    const fc_type *to = node->type, *from = node->child[0]->type;
    const fc_rounded_context context = {view->algebra, value_seen, view};
    if (!is_number(to) || !is_number(from) || to->kind == FC_TYPE_REAL)
        return NULL;
    if (to->kind == FC_TYPE_BOOL)
        return from->kind == FC_TYPE_REAL ? NULL : fc_value_condition(view, node->child[0]);
    const fc_sym *value =
        from->kind == FC_TYPE_REAL ? fc_rounded_conversion(&context, node->child[0]) : fc_value(view, node->child[0]);
    return value && (to->bits >= 32 || fc_sym_is_constant(value, NULL)) ? value : NULL;
}

/* Integer constants of MPI have the values that virtual ranks give them. */
static const fc_sym *value_of_handle(const fc_view *view, const fc_node *node)
{
    static const struct {
        const char *name;
        long value;
    } table[] = {{"MPI_PROC_NULL", FC_MPI_PROC_NULL},
                 {"MPI_ANY_SOURCE", FC_MPI_ANY_SOURCE},
                 {"MPI_UNDEFINED", FC_MPI_UNDEFINED},
                 {"MPI_SUCCESS", FC_MPI_SUCCESS}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(node->text, table[i].name) == 0)
            return fc_sym_integer(view->algebra, table[i].value);
    return NULL;
}

/* The value of what the procedure returns for these arguments, else what a symbolic run of it has returned. */
static const fc_sym *value_of_call(const fc_view *view, const fc_node *call)
{
    int depth = 0;
    for (const fc_view *up = view; up; up = up->outer)
        depth++;
    const fc_symbol *target = fc_call_target(call);
    if (target && !target->definition && strcmp(target->name, "fclose") == 0)
        return fc_sym_integer(view->algebra, 0); /* as in a run that ends well */
    const fc_rounded_context context = {view->algebra, value_seen, view};
    const fc_sym *rounded = target && !target->definition ? fc_rounded_call(&context, call) : NULL;
    if (rounded)
        return rounded;
    const fc_node *returned =
        target && target->definition && depth < 16 ? fc_procedure_returned_at_end(target->definition) : NULL;
    if (!returned)
        return view->state ? value_of_run_node(view, call) : NULL;
    fc_view inside = {.control = view->control,
                      .algebra = view->algebra,
                      .root = target->definition->body,
                      .outer = view,
                      .call = call,
                      .state = view->state};
    const fc_sym *value = fc_value(&inside, returned);
    return value || !view->state ? value : value_of_run_node(view, call);
}

const fc_sym *fc_value(const fc_view *view, const fc_node *node)
{
    switch (node->kind) {
    case FC_INTEGER:
        return fc_sym_integer(view->algebra, node->value);
    case FC_HANDLE:
        return value_of_handle(view, node);
    case FC_SIZEOF:
        return node->n_children == 0 ? fc_sym_integer(view->algebra, node->value) : NULL;
    case FC_NAME:
    case FC_MEMBER:
    case FC_INDEX:
        return value_of_place(view, node);
    case FC_UNARY:
        if (node->op == FC_OP_DEREFERENCE)
            return value_of_place(view, node);
        if (node->op == FC_OP_NOT)
            return fc_value_condition(view, node);
        return value_of_sign(view, node);
    case FC_BINARY:
        return value_of_binary(view, node);
    case FC_STEP:
    case FC_ASSIGN:
        return value_of_assignment(view, node);
    case FC_CONDITIONAL:
        return value_of_conditional(view, node);
    case FC_COMMA:
        return fc_node_is_output_check(node) ? fc_value(view, node->child[1]) : NULL;
    case FC_CAST:
        return value_of_cast(view, node);
    case FC_CALL:
        return value_of_call(view, node);
    default:
        return NULL;
    }
}
