/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/checks/memory_checks.h"

#include "analyzer/checks/overwritten_receive.h"
#include "analyzer/model/node_search.h"
#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_CHECKS = 2000,
    NOWHERE = -1,    /* as in mpi_check.h */
    MOST_COPIED = 4, /* arguments of a call that its check gets */
    DEEPEST = 8,     /* pointers to pointers, and dimensions */
    READS = 1,       /* as in mpi_check.h */
    WRITES = 2,
    FIRST = 4,
    STAYS = 8,
    LATER = 16,
    ROOT = 32,
    BROADCAST = 64,
    OVERWRITTEN = 128
};

/* A place in memory: an object and the terms of its offset, index times bytes. */
typedef struct place {
    const fc_symbol *object; /* NULL: unknown */
    bool is_heap;            /* the memory that this pointer got, not the pointer */
    long bytes;              /* of the element there; 0: unknown */
    long constant;
    struct {
        const fc_node *index;
        long scale;
    } term[DEEPEST];
    int n_terms;
} place;

/* A check to insert before a statement. */
typedef struct check {
    fc_node *before;
    const fc_node *call; /* the MPI call; NULL: an access */
    place at;
    int how;
    bool is_nowhere;                                /* of a window: the memory is NULL */
    const fc_node *set;                             /* of a window: the value of its pointer; NULL: unknown */
    int count, datatype, displacements, comm, root; /* arguments of the call; -1: none */
    enum {
        ACCESS,
        BUFFER,
        BLOCKS,
        WINDOW,
        ROOT_RANK,
        OPERATION, /* count: the argument of the reduction */
        N_KINDS
    } kind;
} check;

typedef struct search {
    fc_program *program;
    const fc_node **value; /* by symbol: the only value of a pointer; NULL: none, or several */
    int *n_values;
    const fc_node **null; /* by symbol: the last null pointer that is its value; NULL: none */
    bool *watched;        /* by object: buffers of pending operations, and windows' memory */
    check *found;
    int n;
    size_t capacity;
} search;

static const fc_mpi_operation *operation_of(const fc_node *node)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target && !target->definition ? fc_mpi_operation_find(target->name) : NULL;
}

/* ---- places ---- */

/* The number of the object. */
static int number_of(const place *at)
{
    return 2 * at->object->id + at->is_heap;
}

static bool is_variable(const fc_node *node)
{
    return node->kind == FC_NAME && node->symbol->kind <= FC_SYMBOL_GLOBAL;
}

static bool allocates(const fc_node *node)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target && !target->definition &&
           (strcmp(target->name, "malloc") == 0 || strcmp(target->name, "calloc") == 0);
}

static place add_index(place at, const fc_node *index, long scale)
{
    const fc_node *plain = fc_node_without_casts(index);
    if (plain->kind == FC_INTEGER)
        at.constant += plain->value * scale;
    else if (at.n_terms < DEEPEST) {
        at.term[at.n_terms].index = index;
        at.term[at.n_terms++].scale = scale;
    } else
        at.object = NULL;
    return at;
}

static place place_of(const search *of, const fc_node *lvalue, int depth);

/* Where a pointer points to. */
static place target_of(const search *of, const fc_node *pointer, int depth)
{
    static const place unknown;
    const fc_node *node = fc_node_without_casts(pointer);
    const fc_type *type = node->type;
    if (depth > DEEPEST)
        return unknown;
    if (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS)
        return place_of(of, fc_node_without_casts(node->child[0]), depth + 1);
    if (type && type->kind == FC_TYPE_ARRAY) {
        place at = place_of(of, node, depth + 1);
        at.bytes = type->of->size;
        return at;
    }
    if (node->kind == FC_BINARY && node->op == FC_OP_ADD && type && type->kind == FC_TYPE_POINTER) {
        place at = target_of(of, node->child[0], depth + 1);
        return at.object && type->of->size > 0 ? add_index(at, node->child[1], type->of->size) : unknown;
    }
    if (!is_variable(node) || !type || type->kind != FC_TYPE_POINTER || of->n_values[node->symbol->id] != 1)
        return unknown;
    const fc_node *value = of->value[node->symbol->id];
    if (!value)
        return unknown;
    value = fc_node_without_casts(value);
    if (allocates(value))
        return (place){.object = node->symbol, .is_heap = true, .bytes = type->of->size};
    place at = target_of(of, value, depth + 1);
    at.bytes = type->of->size;
    return at.n_terms ? unknown : at; /* the index may have changed since */
}

static place place_of(const search *of, const fc_node *lvalue, int depth)
{
    static const place unknown;
    long size = lvalue->type ? lvalue->type->size : 0;
    place at = unknown;
    if (depth > DEEPEST || size <= 0)
        return unknown;
    if (is_variable(lvalue)) {
        if (lvalue->symbol->kind != FC_SYMBOL_PARAMETER)
            at = (place){.object = lvalue->symbol};
    } else if (lvalue->kind == FC_INDEX) {
        at = target_of(of, lvalue->child[0], depth + 1);
        at = at.object ? add_index(at, lvalue->child[1], size) : unknown;
    } else if (lvalue->kind == FC_UNARY && lvalue->op == FC_OP_DEREFERENCE) {
        at = target_of(of, lvalue->child[0], depth + 1);
    } else if (lvalue->kind == FC_MEMBER && lvalue->op == FC_OP_DOT && lvalue->symbol->field_offset >= 0) {
        at = place_of(of, lvalue->child[0], depth + 1);
        at.constant += lvalue->symbol->field_offset;
    }
    at.bytes = size;
    return at;
}

/* ---- values of pointers ---- */

static void note_value(search *of, const fc_symbol *symbol, const fc_node *value)
{
    of->n_values[symbol->id]++;
    of->value[symbol->id] = value;
}

/* A null pointer is no value: nothing uses it. */
static void note_pointer(search *of, const fc_symbol *symbol, const fc_node *value)
{
    if (fc_node_is_null(value))
        of->null[symbol->id] = value;
    else
        note_value(of, symbol, value);
}

/* NULL, or a variable that never gets another value. */
static bool stays_null(const search *of, const fc_node *pointer)
{
    const fc_node *plain = fc_node_without_casts(pointer);
    bool is_own = is_variable(plain) && plain->symbol->kind != FC_SYMBOL_PARAMETER && plain->type &&
                  plain->type->kind == FC_TYPE_POINTER;
    return fc_node_is_null(pointer) || (is_own && of->n_values[plain->symbol->id] == 0);
}

static const fc_node *value_of(const search *of, const fc_node *pointer, bool is_null)
{
    const fc_node *plain = fc_node_without_casts(pointer);
    if (!is_variable(plain))
        return NULL;
    return is_null                                ? of->null[plain->symbol->id]
           : of->n_values[plain->symbol->id] == 1 ? of->value[plain->symbol->id]
                                                  : NULL;
}

static void find_values(search *of)
{
    for (int i = 0; i < of->program->n_nodes; i++) {
        const fc_node *node = of->program->node[i], *first = node->n_children ? node->child[0] : NULL;
        if (node->kind == FC_DECLARE && first)
            note_pointer(of, node->symbol, first);
        else if (node->kind == FC_ASSIGN && is_variable(first) && node->op == FC_OP_NONE)
            note_pointer(of, first->symbol, node->child[1]);
        else if (node->kind == FC_ASSIGN && is_variable(first))
            note_value(of, first->symbol, NULL);
        else if ((node->kind == FC_STEP || (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS)) && is_variable(first))
            note_value(of, first->symbol, NULL);
    }
    for (int i = 0; i < of->program->n_symbols; i++) {
        const fc_symbol *symbol = of->program->symbol[i];
        if (symbol->initializer)
            note_pointer(of, symbol, symbol->initializer);
    }
}

/* ---- where a check may stand ---- */

static bool calls_mpi(const fc_node *node, const void *data)
{
    (void)data;
    return operation_of(node) != NULL;
}

static bool is_loop(const fc_node *node)
{
    return node->kind == FC_FOR || node->kind == FC_WHILE || node->kind == FC_DO;
}

/* The statement of an expression; NULL: none before which a check is executed with it. */
static fc_node *statement_of(const fc_node *node)
{
    const fc_node *below = node, *up = node->parent;
    for (; up; below = up, up = up->parent) {
        bool conditional = (up->kind == FC_BINARY && (up->op == FC_OP_AND || up->op == FC_OP_OR)) ||
                           up->kind == FC_CONDITIONAL || up->kind == FC_SIZEOF;
        if (conditional && below != up->child[0])
            return NULL;
        if (up->kind == FC_EVALUATE || up->kind == FC_DECLARE || up->kind == FC_RETURN)
            break;
        if (up->kind == FC_IF)
            break;
        if (up->kind < FC_INTEGER)
            return NULL;
    }
    if (!up || !up->parent || (up->kind == FC_IF && below != up->child[0]))
        return NULL;
    const fc_node *parent = up->parent;
    bool in_list = parent->kind == FC_BLOCK;
    bool is_labeled = (parent->kind == FC_CASE && up == parent->child[1]) || parent->kind == FC_DEFAULT;
    bool is_body = (parent->kind == FC_IF && up != parent->child[0]) || is_labeled ||
                   (is_loop(parent) && up == parent->child[parent->kind == FC_FOR  ? 3
                                                           : parent->kind == FC_DO ? 0
                                                                                   : 1]);
    if (in_list && parent->parent && parent->parent->kind == FC_FOR && parent == parent->parent->child[0])
        return NULL;
    for (const fc_node *loop = up; loop; loop = loop->parent)
        if (loop->kind == FC_OPENMP || (is_loop(loop) && !fc_node_search_first(loop, calls_mpi, NULL)))
            return NULL;
    return in_list || is_body ? (fc_node *)up : NULL;
}

/* Copies of the expression change nothing. */
static bool is_effect(const fc_node *node, const void *data)
{
    (void)data;
    return node->kind == FC_ASSIGN || node->kind == FC_STEP || node->kind == FC_CALL || node->kind == FC_COMMA ||
           node->kind == FC_LIST;
}

static bool is_copyable(const place *at)
{
    bool plain = at->object != NULL;
    for (int i = 0; i < at->n_terms; i++)
        plain &= !fc_node_search_first(at->term[i].index, is_effect, NULL);
    return plain;
}

static void add(search *of, check made)
{
    bool fits = made.kind == OPERATION || made.kind == ROOT_RANK || made.is_nowhere || is_copyable(&made.at);
    if (!made.before || !fits || of->n == MOST_CHECKS)
        return;
    of->found = fc_grow(of->found, &of->capacity, (size_t)of->n + 1, sizeof *of->found);
    of->found[of->n++] = made;
}

/* ---- buffers of calls ---- */

static int argument_after(const char *arguments, int from, char role)
{
    for (int i = from + (arguments[from] != 0);
         arguments[i] && arguments[i] != FC_ARG_BUFFER && arguments[i] != FC_ARG_RECEIVED; i++)
        if (arguments[i] == role)
            return i;
    return -1;
}

static int position(const char *arguments, char role)
{
    const char *at = strchr(arguments, role);
    return at ? (int)(at - arguments) : -1;
}

/* ROOT: only the root has this buffer of a rooted collective; BROADCAST: it reads it, and the other ranks write it. */
static int root_of(const fc_mpi_operation *operation, int i)
{
    bool gathers = strstr(operation->name, "ather") || strstr(operation->name, "educe");
    bool rooted = fc_mpi_is_collective(operation) && strchr(operation->arguments, FC_ARG_PEER);
    if (!rooted)
        return 0;
    if (strstr(operation->name, "cast"))
        return BROADCAST;
    return (operation->arguments[i] == FC_ARG_RECEIVED) == gathers ? ROOT : 0;
}

static int how_of(const fc_mpi_operation *operation, int i)
{
    int how = (operation->arguments[i] == FC_ARG_BUFFER ? READS : WRITES) | root_of(operation, i);
    bool begins = strchr(operation->arguments, FC_ARG_REQUEST) || operation->kind == FC_MPI_ONE_SIDED;
    if (strstr(operation->name, "_init"))
        how |= LATER;
    return begins ? how | STAYS : how;
}

/* The arguments that describe the buffer at position i; both buffers of a reduction have the same ones. False: they do
 * not. */
static bool describe(check *c, const char *arguments, int i)
{
    const int from[] = {i, position(arguments, FC_ARG_RECEIVED)};
    for (int k = 0; k < 2 && from[k] >= 0; k++) {
        c->count = argument_after(arguments, from[k], FC_ARG_COUNT);
        c->datatype = argument_after(arguments, from[k], FC_ARG_DATATYPE);
        if (c->count >= 0 && c->datatype >= 0)
            return true;
    }
    c->kind = BLOCKS;
    c->count = argument_after(arguments, i, FC_ARG_COUNTS);
    c->displacements = argument_after(arguments, i, FC_ARG_IGNORED_COUNTS);
    c->datatype = argument_after(arguments, i, FC_ARG_DATATYPE);
    return c->count >= 0 && c->displacements >= 0 && c->datatype >= 0;
}

static bool uses_memory(const fc_mpi_operation *operation)
{
    bool is_persistent = operation->kind == FC_MPI_CONTROL && strchr(operation->arguments, FC_ARG_REQUEST);
    return operation->kind == FC_MPI_POINT_TO_POINT || operation->kind == FC_MPI_COLLECTIVE ||
           operation->kind == FC_MPI_ONE_SIDED || is_persistent;
}

static void find_buffers(search *of, const fc_node *call, const fc_mpi_operation *operation)
{
    const char *arguments = operation->arguments;
    bool has_root = false, is_first = true;
    for (int i = 0; uses_memory(operation) && arguments[i] && i + 1 < call->n_children; i++) {
        bool is_window = arguments[i] == FC_ARG_EXPOSED;
        check c = {.before = statement_of(call), .call = call, .kind = is_window ? WINDOW : BUFFER};
        c.comm = position(arguments, FC_ARG_COMM);
        c.root = position(arguments, FC_ARG_PEER);
        bool is_buffer = arguments[i] == FC_ARG_BUFFER || arguments[i] == FC_ARG_RECEIVED;
        if (!is_window && (!is_buffer || !describe(&c, arguments, i)))
            continue;
        if (c.kind == BLOCKS && fc_mpi_is_large_count(fc_call_target(call)->name))
            continue;
        c.at = target_of(of, call->child[i + 1], 0);
        c.is_nowhere = is_window && stays_null(of, call->child[i + 1]);
        c.set = is_window ? value_of(of, call->child[i + 1], c.is_nowhere) : NULL;
        if (!c.at.object && !c.is_nowhere)
            continue;
        c.how = is_window ? 0 : how_of(operation, i) | (is_first ? FIRST : 0);
        if (c.at.object && !c.at.is_heap && arguments[i] == FC_ARG_RECEIVED &&
            operation->kind == FC_MPI_POINT_TO_POINT && fc_overwritten_receive_is(of->program, call, c.at.object))
            c.how |= OVERWRITTEN;
        if (c.at.object)
            of->watched[number_of(&c.at)] |= is_window || (c.how & STAYS);
        if ((c.how & (ROOT | BROADCAST)) && !has_root)
            add(of, (check){.before = c.before, .call = call, .comm = c.comm, .root = c.root, .kind = ROOT_RANK});
        has_root |= c.how & (ROOT | BROADCAST);
        add(of, c);
        is_first &= is_window;
    }
}

/* ---- accesses of statements ---- */

/* The lvalue is only part of an address, or of a larger lvalue. */
static bool is_part(const fc_node *lvalue)
{
    const fc_node *up = lvalue->parent;
    if (lvalue->type && lvalue->type->kind == FC_TYPE_ARRAY)
        return true;
    return !up || (up->kind == FC_UNARY && up->op == FC_OP_ADDRESS) || (up->kind == FC_MEMBER && up->op == FC_OP_DOT) ||
           up->kind == FC_SIZEOF;
}

static int access_of(const fc_node *lvalue)
{
    const fc_node *up = lvalue->parent;
    if (up->kind == FC_ASSIGN && lvalue == up->child[0])
        return up->op == FC_OP_NONE ? WRITES : READS | WRITES;
    return up->kind == FC_STEP ? READS | WRITES : READS;
}

static void find_access(search *of, const fc_node *node)
{
    bool is_lvalue = is_variable(node) || node->kind == FC_INDEX || node->kind == FC_MEMBER ||
                     (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
    if (!is_lvalue || !node->type || is_part(node))
        return;
    place at = place_of(of, node, 0);
    if (!at.object || !of->watched[number_of(&at)] || at.bytes <= 0)
        return;
    add(of, (check){.before = statement_of(node), .at = at, .how = access_of(node), .kind = ACCESS});
}

/* ---- insertion ---- */

static const char *const name_of[N_KINDS] = {
    [ACCESS] = "MPI_Check_access",  [BUFFER] = "MPI_Check_buffer", [BLOCKS] = "MPI_Check_blocks",
    [ROOT_RANK] = "MPI_Check_root", [WINDOW] = "MPI_Check_window", [OPERATION] = "MPI_Check_operator"};

/* The offset in bytes: constant + index * scale + ... */
static void put_offset(fc_program *program, fc_node *below, const fc_type *type, const place *at)
{
    fc_node *into = below;
    for (int i = at->n_terms - 1; i >= 0; i--) {
        fc_node *sum = fc_program_insert_below(program, FC_BINARY, into);
        sum->op = FC_OP_ADD;
        sum->type = type;
        fc_node *product = fc_program_insert_below(program, FC_BINARY, sum);
        product->op = FC_OP_MULTIPLY;
        product->type = type;
        fc_node *widened = fc_program_insert_below(program, FC_CAST, product);
        widened->type = type;
        fc_check_call_put_copy(program, widened, at->term[i].index);
        fc_check_call_put_integer(program, product, type, at->term[i].scale);
        into = sum;
    }
    fc_check_call_put_integer(program, into, type, at->constant);
}

/* The arguments of the call that the check gets, in their order; returns how many. */
static int list_copied(const check *c, int list[MOST_COPIED])
{
    int n = 0;
    if (c->kind == ROOT_RANK)
        list[n++] = c->root;
    if (c->kind == OPERATION || c->kind == BUFFER || c->kind == BLOCKS)
        list[n++] = c->count;
    if (c->kind == BLOCKS)
        list[n++] = c->displacements;
    if (c->kind == BUFFER || c->kind == BLOCKS)
        list[n++] = c->datatype;
    if (c->kind == BLOCKS || c->kind == ROOT_RANK)
        list[n++] = c->comm;
    return n;
}

static void put_arguments(fc_program *program, fc_node *call, const check *c)
{
    int list[MOST_COPIED], n = list_copied(c, list);
    for (int i = 0; i < n; i++)
        fc_check_call_put_copy(program, call, c->call->child[list[i] + 1]);
}

static bool is_name(const fc_node *node, const void *data)
{
    (void)data;
    return node->kind == FC_NAME && node->symbol->kind <= FC_SYMBOL_GLOBAL;
}

static void insert(fc_program *program, const fc_check_types *types, const check *c)
{
    fc_node *call = fc_check_call_insert(program, types, name_of[c->kind], c->before);
    if (c->kind == OPERATION || c->kind == ROOT_RANK) {
        put_arguments(program, call, c);
        return;
    }
    fc_check_call_put_integer(program, call, types->integer, c->is_nowhere ? NOWHERE : number_of(&c->at));
    put_offset(program, call, types->wide, &c->at);
    if (c->kind == ACCESS)
        fc_check_call_put_integer(program, call, types->wide, c->at.bytes);
    put_arguments(program, call, c);
    if (c->kind == WINDOW) {
        /* The bytes of the window's object, as far as constants give them. The call stands where the pointer gets its
         * value. */
        const fc_node *set = c->set ? fc_node_without_casts(c->set) : NULL;
        const fc_node *bytes = set && allocates(set) && set->n_children == 2 ? set->child[1] : NULL;
        if (c->set)
            call->span = c->set->span;
        if (bytes && !fc_node_search_first(bytes, is_name, NULL))
            fc_check_call_put_copy(program, call, bytes);
        else
            fc_check_call_put_integer(program, call, types->wide,
                                      !c->is_nowhere && !c->at.is_heap ? c->at.object->type->size : 0);
    } else
        fc_check_call_put_integer(program, call, types->integer, c->how);
}

static bool has_effects(const check *c)
{
    int list[MOST_COPIED];
    bool has = false;
    for (int i = list_copied(c, list); i > 0; i--)
        has |= fc_node_search_first(c->call->child[list[i - 1] + 1], is_effect, NULL) != NULL;
    return has;
}

void fc_memory_checks_insert(fc_program *program, const fc_check_types *types)
{
    size_t n = (size_t)program->n_symbols;
    search of = {.program = program,
                 .value = fc_allocate(n, sizeof *of.value),
                 .n_values = fc_allocate(n, sizeof *of.n_values),
                 .null = fc_allocate(n, sizeof *of.null),
                 .watched = fc_allocate(2 * n, sizeof *of.watched)};
    find_values(&of);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_mpi_operation *operation = operation_of(program->node[i]);
        if (operation) {
            find_buffers(&of, program->node[i], operation);
            const fc_node *call = program->node[i];
            int k = position(operation->arguments, FC_ARG_OP);
            if (k >= 0 && fc_mpi_is_collective(operation) && k + 1 < call->n_children)
                add(&of, (check){.before = statement_of(call), .call = call, .count = k, .kind = OPERATION});
        }
    }
    for (int i = 0; i < program->n_nodes; i++)
        find_access(&of, program->node[i]);
    for (int i = 0; i < of.n; i++)
        if (!has_effects(&of.found[i]))
            insert(program, types, &of.found[i]);
    free(of.value);
    free(of.n_values);
    free(of.null);
    free(of.watched);
    free(of.found);
}
