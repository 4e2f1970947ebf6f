/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads: the version of the location that last may have modified the address, and what a store left there. */
#include "analyzer/values/clobber_walk.h"
#include "analyzer/values/value_numbers_state.h"

#include "analyzer/effects/external.h"

#include <stdlib.h>
#include <string.h>

/* ---- addresses that cannot be the same ---- */

typedef enum origin {
    UNKNOWN_ORIGIN,
    OWN_VARIABLE, /* a local variable or parameter of this activation */
    VARIABLE,     /* a global variable */
    FRESH,        /* memory allocated by this activation */
    OLD           /* a pointer that existed when the procedure was entered */
} origin;

static origin origin_of(const fc_value_table *table, int object)
{
    const fc_numbered_value *value = fc_value_of(table, object);
    if (value->kind == FC_VALUE_ADDRESS)
        return value->procedure >= 0 ? OWN_VARIABLE : VARIABLE;
    if (value->kind == FC_VALUE_FRESH)
        return FRESH;
    bool is_pointer = value->kind == FC_VALUE_LOAD || value->kind == FC_VALUE_PARAMETER;
    return is_pointer && value->is_entry ? OLD : UNKNOWN_ORIGIN;
}

/* The use of a pointer hands it to nothing but a load, a store, a comparison or free(). */
static bool keeps_private(const fc_node *use)
{
    const fc_node *part = use;
    while (part->parent && (part->parent->kind == FC_CAST ||
                            (part->parent->kind == FC_BINARY && part->parent->type->kind == FC_TYPE_POINTER)))
        part = part->parent;
    const fc_node *parent = part->parent;
    if (!parent || parent->kind == FC_IF || parent->kind == FC_EVALUATE)
        return true;
    const fc_symbol *target = parent->kind == FC_CALL ? fc_call_target(parent) : NULL;
    bool frees = target && fc_external_frees(target);
    bool compares = parent->kind == FC_BINARY && parent->op >= FC_OP_LESS && parent->op <= FC_OP_OR;
    bool leads = (parent->kind == FC_INDEX && parent->type->kind != FC_TYPE_ARRAY) ||
                 (parent->kind == FC_MEMBER && parent->op == FC_OP_ARROW && parent->type->kind != FC_TYPE_ARRAY) ||
                 (parent->kind == FC_UNARY && parent->op == FC_OP_DEREFERENCE && parent->type->kind != FC_TYPE_ARRAY);
    bool takes_address =
        leads && parent->parent && parent->parent->kind == FC_UNARY && parent->parent->op == FC_OP_ADDRESS;
    bool is_set = parent->kind == FC_ASSIGN && parent->child[0] == part;
    return frees || compares || (leads && !takes_address) || is_set ||
           (parent->kind == FC_UNARY && parent->op == FC_OP_NOT);
}

/* The memory is only reached through one local variable, whose value goes nowhere else. */
static bool is_private(const fc_value_numbers *values, const fc_numbering *in, int object)
{
    const fc_numbered_value *v = fc_value_of(&values->table, object);
    const bool is_returned = v->kind == FC_VALUE_FRESH && v->number[1] == 0;
    const fc_node *node = is_returned ? values->program->node[v->number[0]] : NULL;
    while (node && node->parent && node->parent->kind == FC_CAST)
        node = node->parent;
    const fc_node *set = node ? node->parent : NULL;
    const fc_symbol *symbol = NULL;
    if (set && set->kind == FC_DECLARE)
        symbol = set->symbol;
    else if (set && set->kind == FC_ASSIGN && set->child[1] == node && set->child[0]->kind == FC_NAME &&
             set->parent->kind == FC_EVALUATE)
        symbol = set->child[0]->symbol;
    if (!symbol || symbol->kind != FC_SYMBOL_LOCAL || fc_ssa_value_defined(&in->ir.ssa, set) == FC_GRAPH_NONE)
        return false;
    const fc_definitions *definitions = fc_control_definitions(values->control);
    for (size_t i = 0; i < definitions->n_reads[symbol->id]; i++)
        if (!keeps_private(definitions->read[symbol->id][i]))
            return false;
    return true;
}

/* One of them is a pointer that was read from memory or returned by a call, and so is none to private memory. */
static bool reads_pointer(const fc_value_table *table, int a, int b)
{
    const fc_value_kind x = fc_value_of(table, a)->kind, y = fc_value_of(table, b)->kind;
    return x == FC_VALUE_LOAD || y == FC_VALUE_LOAD;
}

typedef struct search {
    fc_value_numbers *values;
    fc_numbering *in;
    fc_location *location;
    const fc_value_numbers_load *load;
    int block;               /* of the load */
    bool is_within;          /* looks at this iteration of the loops around the load only */
    fc_memory_access access; /* of the load */
} search;

/* The version is of the same iteration of each loop around it and the block. It dominates the block, as no other one
 * reaches it; a path from its earlier execution to the block would pass the loop's header, and so the version again,
 * but in irreducible loops. */
static bool is_this_iteration(const search *s, const fc_memory_version *version, int block)
{
    const fc_loop_nest *nest = &s->in->ir.nest;
    bool is_reducible = true;
    for (int loop = nest->innermost[version->block]; loop != FC_GRAPH_NONE; loop = nest->loop[loop].parent)
        is_reducible &= !nest->loop[loop].is_irreducible;
    return is_reducible && fc_dominance_holds(&s->in->ir.dominance, version->block, block);
}

/* The pointer was in memory before this iteration allocated the other object. */
static bool is_older(const search *s, int pointer, int object)
{
    const fc_numbered_value *load = fc_value_of(&s->values->table, pointer);
    const fc_numbered_value *fresh = fc_value_of(&s->values->table, object);
    if (!s->is_within || load->kind != FC_VALUE_LOAD || fresh->kind != FC_VALUE_FRESH ||
        load->procedure != s->in->procedure->id || fresh->procedure != load->procedure)
        return false;
    const fc_location *location = fc_memory_versions_of(&s->in->memory, (int)load->number[1]);
    const fc_memory_version *version = &location->version[load->number[2]];
    const int position = fc_cfg_position(&s->in->ir.cfg, s->values->program->node[fresh->number[0]]);
    const int block = position == FC_GRAPH_NONE ? FC_GRAPH_NONE : s->in->ir.cfg.block_of_position[position];
    if (load->number[2] == 0 || block == FC_GRAPH_NONE ||
        fc_loop_nest_left(&s->in->ir.nest, version->block, block) != FC_GRAPH_NONE)
        return false;
    return version->block == block ? version->position < position : is_this_iteration(s, version, block);
}

static bool are_apart(const search *s, fc_memory_access a, fc_memory_access b);

/* Each pointer that the object `a` may be leads elsewhere. */
static bool arms_are_apart(const search *s, fc_memory_access a, fc_memory_access b)
{
    fc_memory_access arm;
    bool is_apart = true;
    for (int i = 1; i <= 2 && is_apart; i++)
        is_apart = !fc_value_numbers_arm(&arm, s->values, a, i) || are_apart(s, arm, b);
    return is_apart;
}

/* Objects that cannot be the same, by where the pointers to them come from. */
static bool are_other_origins(const search *s, int a, int b)
{
    const fc_value_table *table = &s->values->table;
    const origin x = origin_of(table, a), y = origin_of(table, b);
    if (x == UNKNOWN_ORIGIN || y == UNKNOWN_ORIGIN)
        return is_older(s, a, b) || is_older(s, b, a) ||
               (reads_pointer(table, a, b) && (is_private(s->values, s->in, a) || is_private(s->values, s->in, b)));
    bool may_meet = (x == OLD && (y == OLD || y == VARIABLE)) || (y == OLD && x == VARIABLE);
    return !may_meet;
}

/* Accesses to one location that differ in one activation. */
static bool are_apart(const search *s, fc_memory_access a, fc_memory_access b)
{
    const fc_value_table *table = &s->values->table;
    if (a.object != FC_VALUE_NONE && a.object == b.object)
        return false;
    /* By what the pointers may refer to. A pointer to a field accesses the field in any record. */
    fc_points_to *points = s->values->points;
    fc_symbol *const *symbol = s->values->program->symbol;
    bool meet_in_field =
        (a.field != FC_VALUE_NONE && b.field == FC_VALUE_NONE &&
         !fc_points_to_are_disjoint(points, fc_points_to_variable(points, symbol[a.field]), b.objects)) ||
        (b.field != FC_VALUE_NONE && a.field == FC_VALUE_NONE &&
         !fc_points_to_are_disjoint(points, fc_points_to_variable(points, symbol[b.field]), a.objects));
    if (!meet_in_field && fc_points_to_are_disjoint(points, a.objects, b.objects))
        return true;
    if (a.object == FC_VALUE_NONE || b.object == FC_VALUE_NONE)
        return false;
    if (fc_value_is_selection(fc_value_of(table, a.object)))
        return arms_are_apart(s, a, b);
    if (fc_value_is_selection(fc_value_of(table, b.object)))
        return arms_are_apart(s, b, a);
    return are_other_origins(s, a.object, b.object);
}

/* Elements of one array, a constant number of elements apart in the same iteration. */
static bool are_other_elements(fc_value_numbers *values, const fc_numbering *in, int a, int b, long bytes)
{
    fc_value_table *table = &values->table;
    int base[2], index[2], address[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const fc_numbered_value *value = fc_value_of(table, address[i]);
        bool is_element = value->kind == FC_VALUE_ELEMENT;
        if (is_element && value->number[0] != bytes)
            return false;
        base[i] = is_element ? fc_value_operand(table, address[i], 0) : address[i];
        index[i] = is_element ? fc_value_operand(table, address[i], 1) : fc_value_table_constant(table, 0);
    }
    if (base[0] != base[1])
        return false;
    const fc_numbered_value *distance =
        fc_value_of(table, fc_value_numbers_sum(values, in, index[0], index[1], -1, NULL));
    return distance->kind == FC_VALUE_CONSTANT && distance->number[0] != 0;
}

/* ---- looking past versions ---- */

/* The address that the version's statement stores to; FC_VALUE_NONE: unknown. */
static int stored_address(const search *s, const fc_memory_version *version)
{
    const fc_node *node = version->done ? version->done->node : NULL;
    if (version->done && version->done->place)
        return fc_value_numbers_address(s->values, s->in, version->done->place);
    bool is_scalar = node && node->kind == FC_DECLARE && node->symbol->type->kind != FC_TYPE_ARRAY &&
                     node->symbol->type->kind != FC_TYPE_RECORD;
    if (!is_scalar)
        return FC_VALUE_NONE;
    return fc_value_table_add(
        &s->values->table,
        &(fc_value_parts){FC_VALUE_ADDRESS, s->in->procedure->id, {node->symbol->id}, 0, NULL, NULL, NULL});
}

/* has_crossed: the store and the load may belong to different iterations. */
static bool statement_leaves(const search *s, const fc_modification *done, int address, bool has_crossed)
{
    const int modified =
        address == FC_VALUE_NONE && done->memory ? fc_value_numbers_of(s->values, s->in, done->memory) : address;
    if (modified == FC_VALUE_NONE)
        return false;
    if (are_apart(s, fc_value_numbers_access(s->values, modified), s->access))
        return true;
    bool is_same_type =
        address != FC_VALUE_NONE && done->place && done->place->type == s->load->type && done->place->type->size > 0;
    return !has_crossed && is_same_type &&
           are_other_elements(s->values, s->in, address, s->load->address, done->place->type->size);
}

static bool effect_leaves(const search *s, const fc_node *call, const fc_effect *effect)
{
    fc_effect here = *effect;
    here.access.object = FC_VALUE_NONE;
    if (are_apart(s, here.access, s->access))
        return true;
    return fc_call_target(call) && (!fc_value_numbers_effect_at_call(&here, s->values, s->in, call, effect) ||
                                    are_apart(s, here.access, s->access));
}

/* Each object of the callee's effects is another one than that of the load. */
static bool callee_leaves(const search *s, const fc_node *call, const fc_procedure *procedure)
{
    const fc_numbering *callee = s->values->numbering[procedure->id];
    if (!fc_modified_memory_has(&s->values->modified, procedure, s->location->cell))
        return true;
    if (!callee || !callee->effect)
        return false;
    bool leaves = true;
    for (size_t i = fc_value_numbers_first_effect(callee, s->location->cell);
         i < callee->n_effects && callee->effect[i].cell == s->location->cell && leaves; i++)
        leaves = effect_leaves(s, call, &callee->effect[i]);
    return leaves;
}

static bool call_leaves(const search *s, const fc_called *called)
{
    bool leaves = !fc_modified_memory_by_mpi(&s->values->modified, called, s->location->cell);
    for (size_t i = 0; i < called->callees.n && leaves; i++)
        leaves = callee_leaves(s, called->call, called->callees.procedure[i]);
    return leaves;
}

static bool leaves_address(void *data, const fc_memory_version *version, bool has_crossed)
{
    const search *s = data;
    return version->called ? call_leaves(s, version->called)
                           : statement_leaves(s, version->done, stored_address(s, version), has_crossed);
}

/* ---- loads ---- */

/* MPI_Comm_size or MPI_Comm_rank with the load's address. */
static bool is_communicator_query(const search *s, const fc_modification *done)
{
    const fc_node *call = done->memory && done->node->kind == FC_CALL ? done->node : NULL;
    const fc_symbol *target = call && call->n_children == 3 ? fc_call_target(call) : NULL;
    bool is_query = target && !target->definition && done->memory == call->child[2] &&
                    s->load->type->kind == FC_TYPE_INTEGER && s->load->type->size == 4 &&
                    (strcmp(target->name, "MPI_Comm_size") == 0 || strcmp(target->name, "MPI_Comm_rank") == 0);
    return is_query && fc_value_numbers_of(s->values, s->in, done->memory) == s->load->address;
}

/* A communicator keeps its group. */
static int queried_value(const search *s, const fc_node *call)
{
    const int communicator = fc_value_numbers_of(s->values, s->in, call->child[1]);
    fc_value_parts parts = {FC_VALUE_OPERATION,
                            -1,
                            {FC_VALUE_NUMBERS_QUERY, s->load->type->id, fc_call_target(call)->id},
                            1,
                            &communicator,
                            NULL,
                            s->load->source};
    return fc_value_numbers_make(s->values, s->in, &parts);
}

/* What the version's store left, as a value at the load: the same iteration of each loop around the store. */
static int stored_value(const search *s, const fc_memory_version *version)
{
    const fc_node *node = version->done ? version->done->node : NULL;
    if (fc_loop_nest_left(&s->in->ir.nest, version->block, s->block) != FC_GRAPH_NONE)
        return FC_VALUE_NONE;
    if (version->called)
        return fc_value_numbers_left_by_call(s->values, s->in, version->called->call, s->load);
    if (is_communicator_query(s, version->done))
        return queried_value(s, node);
    if (stored_address(s, version) != s->load->address)
        return FC_VALUE_NONE;
    if (node->kind == FC_DECLARE)
        return node->child[0]->kind == FC_LIST ? FC_VALUE_NONE : fc_value_numbers_of(s->values, s->in, node->child[0]);
    bool is_value = node->kind == FC_ASSIGN && node->child[0]->type == s->load->type;
    return is_value ? fc_value_numbers_of(s->values, s->in, node) : FC_VALUE_NONE;
}

static bool is_numbered(const fc_value_numbers *values, const fc_value_numbers_load *load)
{
    const fc_type *type = load->type;
    return load->cell >= 0 && type &&
           !fc_control_is_obscure(values->control, load->cell,
                                  fc_value_numbers_access(values, load->address).objects) &&
           (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_BOOL || type->kind == FC_TYPE_POINTER ||
            type->kind == FC_TYPE_HANDLE);
}

/* A parameter whose address is taken has its argument's value at entry. */
static int entry_value(fc_value_numbers *values, const fc_numbering *in, const fc_value_numbers_load *load)
{
    const fc_numbered_value *address = fc_value_of(&values->table, load->address);
    const fc_symbol *symbol = address->kind == FC_VALUE_ADDRESS ? values->program->symbol[address->number[0]] : NULL;
    if (!symbol || symbol->kind != FC_SYMBOL_PARAMETER)
        return FC_VALUE_NONE;
    return fc_value_table_add(
        &values->table,
        &(fc_value_parts){FC_VALUE_PARAMETER, in->procedure->id, {symbol->id}, 0, NULL, NULL, load->source});
}

static int walk_from(search *s, int start, bool is_within)
{
    s->is_within = is_within;
    const fc_clobber_walk walk = {.cfg = &s->in->ir.cfg,
                                  .location = s->location,
                                  .nest = &s->in->ir.nest,
                                  .within = is_within ? s->block : FC_GRAPH_NONE,
                                  .leaves = leaves_address,
                                  .data = s,
                                  .query = ++s->values->query,
                                  .farthest = FC_VALUE_NUMBERS_FARTHEST};
    return fc_clobber_walk_from(&walk, start);
}

/* Within this iteration first, where more is known to be apart. */
static int last_version(search *s, int start)
{
    return walk_from(s, walk_from(s, start, true), false);
}

/* Memory that a call has made holds what the call left there, if the last version was there before. */
static int created_value(search *s, int version)
{
    const fc_numbered_value *object = fc_value_of(&s->values->table, s->access.object);
    const fc_node *call = object->kind == FC_VALUE_FRESH ? s->values->program->node[object->number[0]] : NULL;
    const int position = call && call->kind == FC_CALL ? fc_cfg_position(&s->in->ir.cfg, call) : FC_GRAPH_NONE;
    if (position == FC_GRAPH_NONE ||
        last_version(s, fc_memory_versions_before(&s->in->memory, s->location, position)) != version)
        return FC_VALUE_NONE;
    return fc_value_numbers_left_by_call(s->values, s->in, call, s->load);
}

static int read_from(fc_value_numbers *values, fc_numbering *in, const fc_value_numbers_load *load, int block,
                     int start);

static int unknown_load(fc_value_numbers *values, const fc_numbering *in, const fc_value_numbers_load *load,
                        int version)
{
    return fc_value_numbers_make(values, in,
                                 &(fc_value_parts){FC_VALUE_LOAD,
                                                   in->procedure->id,
                                                   {load->type->id, load->cell, version},
                                                   1,
                                                   &load->address,
                                                   NULL,
                                                   load->source});
}

/* From the load at the end of each block before a join of versions. A selected number would be measured as several
 * quantities instead of one; a selected pointer leads to memory that can be distinguished from other memory. */
static int join_loads(const search *s, int version)
{
    const fc_graph *graph = &s->in->ir.cfg.graph;
    const fc_memory_version v = s->location->version[version];
    fc_joined_values join = {.block = v.block,
                             .type = s->load->type,
                             .itself = unknown_load(s->values, s->in, s->load, version),
                             .may_select = fc_type_is_address(s->load->type)};
    const int first = graph->in_first[v.block], n = graph->in_first[v.block + 1] - first;
    join.value = fc_allocate((size_t)n + 1, sizeof *join.value);
    for (; join.n < n; join.n++) {
        const int from = graph->edge[graph->in[first + join.n]].from;
        const int start = s->location->operand[v.first_operand + join.n];
        join.value[join.n] = fc_value_numbers_after_loops(
            s->values, s->in, read_from(s->values, s->in, s->load, from, start), from, v.block);
    }
    const int value = fc_value_numbers_joined(s->values, s->in, &join);
    free(join.value);
    return value;
}

/* Of a join of versions in the load's iteration. Each is determined once, or the time grows exponentially with the
 * branches. FC_VALUE_NONE: no expression of what is joined. */
static int value_of_join(const search *s, int version)
{
    fc_value_numbers *values = s->values;
    const int block = s->location->version[version].block;
    if (fc_loop_nest_headed_by(&s->in->ir.nest, block) != FC_GRAPH_NONE ||
        fc_loop_nest_left(&s->in->ir.nest, block, s->block) != FC_GRAPH_NONE ||
        values->depth >= FC_VALUE_NUMBERS_DEEPEST)
        return FC_VALUE_NONE;
    const int key[] = {s->in->procedure->id, s->load->cell, version, s->load->address, s->load->type->id};
    const uintptr_t known = (uintptr_t)fc_map_get(&values->joined, key, sizeof key);
    if (known)
        return (int)known - 2;
    fc_map_put(&values->joined, key, sizeof key, (void *)(uintptr_t)(FC_VALUE_NONE + 2));
    values->depth++;
    const int value = join_loads(s, version);
    values->depth--;
    fc_map_put(&values->joined, key, sizeof key, (void *)(uintptr_t)(value + 2));
    return value;
}

/* The address with another pointer as its base; FC_VALUE_NONE: it is no field or element of what the base refers to. */
static int rebased(fc_value_numbers *values, const fc_numbering *in, int address, int base, int other)
{
    const fc_numbered_value v = *fc_value_of(&values->table, address);
    if (address == base)
        return other;
    if (v.kind != FC_VALUE_FIELD && v.kind != FC_VALUE_ELEMENT)
        return FC_VALUE_NONE;
    int operand[2] = {rebased(values, in, fc_value_operand(&values->table, address, 0), base, other)};
    if (operand[0] == FC_VALUE_NONE)
        return FC_VALUE_NONE;
    if (v.kind == FC_VALUE_ELEMENT)
        return fc_value_numbers_element(values, in, operand[0], fc_value_operand(&values->table, address, 1),
                                        v.number[0]);
    return fc_value_numbers_make(values, in,
                                 &(fc_value_parts){FC_VALUE_FIELD, -1, {v.number[0]}, 1, operand, NULL, v.source});
}

/* A pointer that is read through a selected pointer is selected by the same condition. An arm that leads nowhere is not
 * read. FC_VALUE_NONE: the load is another one. */
static int read_through_selection(fc_value_numbers *values, fc_numbering *in, const fc_value_numbers_load *load,
                                  int block, int start)
{
    const int base = fc_value_numbers_access(values, load->address).object;
    if (!fc_type_is_address(load->type) || !fc_value_is_selection(fc_value_of(&values->table, base)))
        return FC_VALUE_NONE;
    int operand[3] = {fc_value_operand(&values->table, base, 0), FC_VALUE_NONE, FC_VALUE_NONE};
    for (int i = 1; i < 3; i++) {
        const int arm = fc_value_operand(&values->table, base, i);
        fc_value_numbers_load through = *load;
        through.address = rebased(values, in, load->address, base, arm);
        if (through.address == FC_VALUE_NONE)
            return FC_VALUE_NONE;
        operand[i] = fc_value_numbers_leads_nowhere(values, arm) ? fc_value_table_constant(&values->table, 0)
                                                                 : read_from(values, in, &through, block, start);
    }
    return fc_value_numbers_selection(values, in, operand, load->type);
}

/* The load in a block, from a version of its location on. */
static int read_from(fc_value_numbers *values, fc_numbering *in, const fc_value_numbers_load *load, int block,
                     int start)
{
    const int selected = read_through_selection(values, in, load, block, start);
    if (selected != FC_VALUE_NONE)
        return selected;
    fc_location *location = fc_memory_versions_of(&in->memory, load->cell);
    search s = {.values = values,
                .in = in,
                .location = location,
                .load = load,
                .block = block,
                .access = fc_value_numbers_access(values, load->address)};
    const int version = last_version(&s, start);
    int value = created_value(&s, version);
    if (value == FC_VALUE_NONE && version == 0)
        value = entry_value(values, in, load);
    else if (value == FC_VALUE_NONE && is_this_iteration(&s, &location->version[version], block))
        value = fc_memory_version_is_join(location, version) ? value_of_join(&s, version)
                                                             : stored_value(&s, &location->version[version]);
    return value != FC_VALUE_NONE ? value : unknown_load(values, in, load, version);
}

int fc_value_numbers_read(fc_value_numbers *values, fc_numbering *in, const fc_value_numbers_load *load)
{
    if (!is_numbered(values, load))
        return fc_value_numbers_opaque(values, in, load->source);
    const fc_location *location = fc_memory_versions_of(&in->memory, load->cell);
    const int start = fc_memory_versions_before(&in->memory, location, load->position);
    return read_from(values, in, load, in->ir.cfg.block_of_position[load->position], start);
}

int fc_value_numbers_read_at_exit(fc_value_numbers *values, fc_numbering *in, const fc_value_numbers_load *load)
{
    const int exit = fc_cfg_n_blocks(&in->ir.cfg) - 1;
    const fc_location *location = fc_memory_versions_of(&in->memory, load->cell);
    return read_from(values, in, load, exit, fc_memory_versions_at_start(location, exit));
}
