/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/indirect_calls.h"

#include "analyzer/model/properties/address_taken.h"
#include "support/map.h"

#include <stdlib.h>
#include <string.h>

/* The procedures that one location may hold: a variable, a parameter, the fields of one name, or a procedure's result.
 */
typedef struct place {
    bool *member; /* by procedure id; NULL: none */
    bool is_lost; /* the analysis cannot follow some value stored here, or the program does not define it */
} place;

/* The procedures in `from` may be in `to`. */
typedef struct edge {
    int from, to;
} edge;

/* Locations are numbered like symbols, all fields of one name as the first of them. Procedure results follow, by
 * procedure id. */
struct fc_indirect_calls {
    const fc_program *program;
    fc_reachable reached;
    fc_address_taken targets;
    int *first_of_name; /* by symbol id: for a field the first field of its name, otherwise itself */
    place *place;
    edge *edge;
    size_t n_edges, capacity;
    int *group; /* by procedure id */
};

enum {
    NOWHERE = -1
};

/* ---- locations ---- */

static bool is_function_pointer(const fc_type *type)
{
    while (type && (type->kind == FC_TYPE_ARRAY || type->kind == FC_TYPE_POINTER))
        type = type->of;
    return type && type->kind == FC_TYPE_FUNCTION;
}

static void name_fields(fc_indirect_calls *c)
{
    fc_map first = {0};
    for (int i = 0; i < c->program->n_symbols; i++) {
        fc_symbol *symbol = c->program->symbol[i];
        c->first_of_name[i] = i;
        if (symbol->kind != FC_SYMBOL_FIELD || !is_function_pointer(symbol->type))
            continue;
        fc_symbol *known = fc_map_get(&first, symbol->name, strlen(symbol->name));
        if (known)
            c->first_of_name[i] = known->id;
        else
            fc_map_put(&first, symbol->name, strlen(symbol->name), symbol);
    }
    fc_map_free(&first);
}

static int place_of_symbol(const fc_indirect_calls *c, const fc_symbol *symbol)
{
    return c->first_of_name[symbol->id];
}

static int place_of_result(const fc_indirect_calls *c, const fc_procedure *procedure)
{
    return c->program->n_symbols + procedure->id;
}

/* An array and its elements, or a pointer and its target, are one location: that of the root variable or field. */
static int place_of(const fc_indirect_calls *c, const fc_node *lvalue)
{
    while (lvalue->kind == FC_CAST || lvalue->kind == FC_INDEX || lvalue->kind == FC_UNARY)
        lvalue = lvalue->child[0];
    bool is_variable = lvalue->kind == FC_NAME && lvalue->symbol->kind != FC_SYMBOL_PROCEDURE;
    return is_variable || lvalue->kind == FC_MEMBER ? place_of_symbol(c, lvalue->symbol) : NOWHERE;
}

/* ---- constraints ---- */

static void add_edge(fc_indirect_calls *c, int from, int to)
{
    c->edge = fc_grow(c->edge, &c->capacity, c->n_edges + 1, sizeof *c->edge);
    c->edge[c->n_edges++] = (edge){from, to};
}

static void store(fc_indirect_calls *c, int to, const fc_symbol *procedure)
{
    place *at = &c->place[to];
    if (!procedure->definition) {
        at->is_lost = true;
        return;
    }
    if (!at->member)
        at->member = fc_allocate((size_t)c->program->n_procedures, sizeof *at->member);
    at->member[procedure->definition->id] = true;
}

static void flow(fc_indirect_calls *c, int to, const fc_node *value);

/* The elements of an initializer list: of a record into its fields, of an array into the array. */
static void flow_list(fc_indirect_calls *c, int to, const fc_node *list)
{
    bool record = list->type && list->type->kind == FC_TYPE_RECORD;
    for (int i = 0; i < list->n_children; i++) {
        const fc_node *part = list->child[i];
        int at = record && i < list->type->n_fields ? place_of_symbol(c, list->type->field[i]) : to;
        if (part && (part->kind == FC_LIST || is_function_pointer(part->type)))
            flow(c, at, part);
    }
}

static void flow_call(fc_indirect_calls *c, int to, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    if (target && target->definition)
        add_edge(c, place_of_result(c, target->definition), to);
    else if (!target || is_function_pointer(call->type)) /* the memory that malloc returns holds no pointer yet */
        c->place[to].is_lost = true;
}

/* Adds the constraint `to` = value. */
static void flow(fc_indirect_calls *c, int to, const fc_node *value)
{
    bool is_address = false;
    while (value->kind == FC_CAST || value->kind == FC_UNARY) {
        is_address |= value->op == FC_OP_ADDRESS && value->kind == FC_UNARY;
        value = value->child[0];
    }
    switch (value->kind) {
    case FC_NAME:
    case FC_MEMBER:
    case FC_INDEX:
        if (value->kind == FC_NAME && value->symbol->kind == FC_SYMBOL_PROCEDURE) {
            store(c, to, value->symbol);
        } else if (place_of(c, value) != NOWHERE) {
            add_edge(c, place_of(c, value), to);
            if (is_address) /* a store through the pointer reaches the variable */
                add_edge(c, to, place_of(c, value));
        } else
            c->place[to].is_lost = true;
        break;
    case FC_CONDITIONAL:
        flow(c, to, value->child[1]);
        flow(c, to, value->child[2]);
        break;
    case FC_COMMA:
    case FC_ASSIGN:
        flow(c, to, value->child[1]);
        break;
    case FC_LIST:
        flow_list(c, to, value);
        break;
    case FC_CALL:
        flow_call(c, to, value);
        break;
    case FC_INTEGER: /* the null pointer */
        break;
    default:
        c->place[to].is_lost = true;
    }
}

static bool carries_function(const fc_type *target, const fc_node *value)
{
    const fc_node *plain = fc_node_without_casts(value);
    return is_function_pointer(plain->type) || is_function_pointer(target) || is_function_pointer(value->type) ||
           value->kind == FC_LIST;
}

static void flow_arguments(fc_indirect_calls *c, const fc_node *call, const fc_procedure *procedure)
{
    for (int i = 0; i < procedure->n_parameters && i + 1 < call->n_children; i++)
        if (carries_function(procedure->parameter[i]->type, call->child[i + 1]))
            flow(c, place_of_symbol(c, procedure->parameter[i]), call->child[i + 1]);
}

static void flow_tree(fc_indirect_calls *c, const fc_node *node, const fc_procedure *procedure)
{
    if (!node)
        return;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (node->kind == FC_ASSIGN && carries_function(node->child[0]->type, node->child[1])) {
        if (place_of(c, node->child[0]) != NOWHERE)
            flow(c, place_of(c, node->child[0]), node->child[1]);
    } else if (node->kind == FC_DECLARE && node->n_children > 0 && node->child[0] &&
               carries_function(node->symbol->type, node->child[0])) {
        flow(c, place_of_symbol(c, node->symbol), node->child[0]);
    } else if (node->kind == FC_RETURN && procedure && node->n_children > 0 && node->child[0] &&
               carries_function(procedure->symbol->type->of, node->child[0])) {
        flow(c, place_of_result(c, procedure), node->child[0]);
    } else if (target && target->definition) {
        flow_arguments(c, node, target->definition);
    } else if (target) {
        /* An external function may store anything through a pointer argument. */
        for (int i = 1; i < node->n_children; i++) {
            const fc_node *argument = fc_node_without_casts(node->child[i]);
            bool is_address = argument->kind == FC_UNARY && argument->op == FC_OP_ADDRESS;
            if (is_address && is_function_pointer(argument->type) && place_of(c, argument) != NOWHERE)
                c->place[place_of(c, argument)].is_lost = true;
        }
    }
    for (int i = 0; i < node->n_children; i++)
        flow_tree(c, node->child[i], procedure);
}

/* Propagates along the edge; true if `to` grew. */
static bool follow(fc_indirect_calls *c, const edge *e)
{
    const place *from = &c->place[e->from];
    place *to = &c->place[e->to];
    bool grew = from->is_lost && !to->is_lost;
    to->is_lost |= from->is_lost;
    if (from->member && !to->member)
        to->member = fc_allocate((size_t)c->program->n_procedures, sizeof *to->member);
    for (int i = 0; from->member && i < c->program->n_procedures; i++) {
        grew |= from->member[i] && !to->member[i];
        to->member[i] |= from->member[i];
    }
    return grew;
}

static void spread(fc_indirect_calls *c)
{
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = 0; i < c->n_edges; i++)
            grew |= follow(c, &c->edge[i]);
    }
}

/* ---- calls ---- */

static void add_candidate(fc_candidates *out, const fc_procedure *procedure)
{
    out->procedure = fc_grow(out->procedure, &out->capacity, out->n + 1, sizeof *out->procedure);
    out->procedure[out->n++] = procedure;
}

fc_candidates fc_indirect_calls_candidates(const fc_indirect_calls *calls, const fc_node *call)
{
    fc_candidates out = {0};
    int at = place_of(calls, call->child[0]);
    const place *from = at == NOWHERE ? NULL : &calls->place[at];
    out.is_complete = from && from->member && !from->is_lost;
    for (size_t i = 0; i < calls->targets.n; i++) {
        const fc_procedure *procedure = calls->targets.procedure[i];
        if ((!out.is_complete || from->member[procedure->id]) && fc_address_taken_fits(procedure, call))
            add_candidate(&out, procedure);
    }
    return out;
}

void fc_candidates_free(fc_candidates *candidates)
{
    free(candidates->procedure);
    *candidates = (fc_candidates){0};
}

/* Arguments of an indirect call flow into the parameters of its candidates. False: none of them carries a function. */
static bool flow_pointer_call(fc_indirect_calls *c, const fc_node *call)
{
    fc_candidates candidates = fc_indirect_calls_candidates(c, call);
    size_t before = c->n_edges;
    for (size_t i = 0; i < candidates.n; i++)
        flow_arguments(c, call, candidates.procedure[i]);
    fc_candidates_free(&candidates);
    return c->n_edges > before;
}

/* Candidates and constraints depend on each other, so both are iterated, at most MAX_ROUNDS times. */
static void flow_pointer_calls(fc_indirect_calls *c)
{
    enum {
        MAX_ROUNDS = 4
    };
    size_t own = c->n_edges;
    bool flows = true;
    for (int round = 0; flows && round < MAX_ROUNDS; round++) {
        flows = false;
        c->n_edges = own;
        for (int i = 0; i < c->program->n_nodes; i++)
            if (c->reached.node[i] && c->program->node[i]->kind == FC_CALL && !fc_call_target(c->program->node[i]))
                flows |= flow_pointer_call(c, c->program->node[i]);
        spread(c);
    }
}

/* ---- groups ---- */

static void join(fc_indirect_calls *c, int a, int b)
{
    int least = a < b ? a : b, other = a < b ? b : a;
    for (int i = 0; i < c->program->n_procedures && a != b; i++)
        if (c->group[i] == other)
            c->group[i] = least;
}

static void find_groups(fc_indirect_calls *c)
{
    c->group = fc_allocate((size_t)c->program->n_procedures, sizeof *c->group);
    for (int i = 0; i < c->program->n_procedures; i++)
        c->group[i] = i;
    for (int i = 0; i < c->program->n_nodes; i++) {
        const fc_node *node = c->program->node[i];
        if (!c->reached.node[i] || node->kind != FC_CALL || fc_call_target(node))
            continue;
        fc_candidates candidates = fc_indirect_calls_candidates(c, node);
        for (size_t k = 1; k < candidates.n; k++)
            join(c, c->group[candidates.procedure[0]->id], c->group[candidates.procedure[k]->id]);
        fc_candidates_free(&candidates);
    }
}

const fc_reachable *fc_indirect_calls_reachable(const fc_indirect_calls *calls)
{
    return &calls->reached;
}

int fc_indirect_calls_group(const fc_indirect_calls *calls, const fc_procedure *procedure)
{
    return calls->group[procedure->id];
}

bool fc_indirect_calls_may_target(const fc_indirect_calls *calls, const fc_procedure *procedure)
{
    for (size_t i = 0; i < calls->targets.n; i++)
        if (calls->targets.procedure[i] == procedure)
            return true;
    return false;
}

fc_candidates fc_indirect_calls_group_candidates(const fc_indirect_calls *calls, const fc_node *call)
{
    fc_candidates own = fc_indirect_calls_candidates(calls, call), out = {.is_complete = own.is_complete};
    int group = own.n > 0 ? calls->group[own.procedure[0]->id] : -1;
    for (size_t i = 0; i < calls->targets.n; i++) {
        const fc_procedure *procedure = calls->targets.procedure[i];
        if (calls->group[procedure->id] == group && fc_address_taken_fits(procedure, call))
            add_candidate(&out, procedure);
    }
    fc_candidates_free(&own);
    return out;
}

/* ---- the analysis ---- */

fc_indirect_calls *fc_indirect_calls_find(const fc_program *program)
{
    fc_indirect_calls *c = fc_allocate(1, sizeof *c);
    size_t n = (size_t)program->n_symbols;
    *c = (fc_indirect_calls){.program = program,
                             .first_of_name = fc_allocate(n, sizeof *c->first_of_name),
                             .place = fc_allocate(n + (size_t)program->n_procedures, sizeof *c->place)};
    fc_reachable_find(&c->reached, program, NULL);
    fc_address_taken_find(&c->targets, program, &c->reached);
    name_fields(c);
    for (int i = 0; i < program->n_symbols; i++)
        if (program->symbol[i]->initializer &&
            carries_function(program->symbol[i]->type, program->symbol[i]->initializer))
            flow(c, place_of_symbol(c, program->symbol[i]), program->symbol[i]->initializer);
    for (int i = 0; i < program->n_procedures; i++)
        if (c->reached.procedure[i])
            flow_tree(c, program->procedure[i]->body, program->procedure[i]);
    spread(c);
    flow_pointer_calls(c);
    find_groups(c);
    return c;
}

void fc_indirect_calls_free(FC_TAKE fc_indirect_calls *calls)
{
    if (!calls)
        return;
    for (int i = 0; i < calls->program->n_symbols + calls->program->n_procedures; i++)
        free(calls->place[i].member);
    free(calls->place);
    free(calls->edge);
    free(calls->first_of_name);
    free(calls->group);
    fc_address_taken_free(&calls->targets);
    fc_reachable_free(&calls->reached);
    free(calls);
}

/* ---- devirtualization, the last step of linking ---- */

/* The pointer expression becomes the procedure's name. Its former children remain as detached nodes. */
static void name_target(fc_node *callee, const fc_procedure *target)
{
    for (int i = 0; i < callee->n_children; i++)
        if (callee->child[i])
            callee->child[i]->parent = NULL;
    callee->n_children = 0;
    callee->kind = FC_NAME;
    callee->op = FC_OP_NONE;
    callee->symbol = target->symbol;
    callee->type = target->symbol->type;
}

int fc_indirect_calls_resolve(fc_program *program)
{
    fc_indirect_calls *calls = fc_indirect_calls_find(program);
    int n_resolved = 0;
    for (int i = 0; i < program->n_nodes; i++) {
        fc_node *node = program->node[i];
        if (node->kind != FC_CALL || fc_call_target(node))
            continue;
        fc_candidates candidates = fc_indirect_calls_candidates(calls, node);
        if (candidates.n == 1 && candidates.is_complete) {
            name_target(node->child[0], candidates.procedure[0]);
            n_resolved++;
        }
        fc_candidates_free(&candidates);
    }
    fc_indirect_calls_free(calls);
    return n_resolved;
}
