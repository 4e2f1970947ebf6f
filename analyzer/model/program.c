/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/program.h"

#include "support/hash.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The public part, followed by the hash index of its types. */
typedef struct building {
    fc_program program;
    int *bucket; /* type id + 1 by hash, linear probing; 0: free */
    size_t n_buckets;
} building;

FC_GIVE fc_program *fc_program_create(void)
{
    building *made = fc_allocate(1, sizeof *made);
    return &made->program;
}

/* Grows an array of n elements to the next power of two. The capacity follows from n, so no field stores it. */
static void *grow_by_one(FC_TAKE void *array, int n, size_t size)
{
    if (n & (n - 1))
        return array;
    char *bigger = fc_allocate(n ? 2 * (size_t)n : 1, size);
    if (n)
        memcpy(bigger, array, (size_t)n * size);
    free(array);
    return bigger;
}

fc_node *fc_program_add_node(fc_program *program, fc_node_kind kind, fc_span span)
{
    fc_node *node = fc_allocate(1, sizeof *node);
    node->id = program->n_nodes;
    node->kind = kind;
    node->span = span;
    program->node = grow_by_one(program->node, program->n_nodes, sizeof *program->node);
    program->node[program->n_nodes++] = node;
    return node;
}

void fc_program_move_nodes(fc_program *program, int first)
{
    const int n = program->n_nodes;
    if (first == n)
        return;
    int *count = fc_allocate((size_t)first + 1, sizeof *count); /* moved nodes before an old one, after prefix sums */
    fc_node **moved = fc_allocate((size_t)n, sizeof *moved);
    for (int i = first; i < n; i++)
        count[program->node[i]->parent->id + 1]++;
    for (int i = 1; i <= first; i++)
        count[i] += count[i - 1];
    for (int i = 0; i < first; i++)
        moved[i + count[i]] = program->node[i];
    for (int i = first; i < n; i++) {
        int above = program->node[i]->parent->id;
        moved[above + 1 + count[above]++] = program->node[i];
    }
    memcpy(program->node, moved, (size_t)n * sizeof *moved);
    for (int i = 0; i < n; i++)
        program->node[i]->id = i;
    free(moved);
    free(count);
}

/* Inserts a node with that id; the ids from there on grow by one. */
static fc_node *insert_node(fc_program *program, fc_node_kind kind, fc_span span, int id)
{
    fc_node *node = fc_program_add_node(program, kind, span);
    memmove(&program->node[id + 1], &program->node[id], (size_t)(node->id - id) * sizeof(fc_node *));
    program->node[id] = node;
    for (int i = id; i < program->n_nodes; i++)
        program->node[i]->id = i;
    return node;
}

void fc_program_keep_numbers(fc_program *program)
{
    size_t n = (size_t)program->n_nodes;
    program->as_read = fc_allocate(n, sizeof(fc_node *));
    memcpy(program->as_read, program->node, n * sizeof(fc_node *));
    program->n_as_read = program->n_nodes;
}

int fc_program_id_of_number(const fc_program *program, long number)
{
    if (number < 0 || number >= (program->as_read ? program->n_as_read : program->n_nodes))
        return -1;
    return program->as_read ? program->as_read[number]->id : (int)number;
}

/* Puts the statement into a new block in its place. */
static fc_node *wrap(fc_program *program, fc_node *statement)
{
    fc_node *parent = (fc_node *)statement->parent;
    fc_node *block = insert_node(program, FC_BLOCK, statement->span, statement->id);
    int at = 0;
    while (parent->child[at] != statement)
        at++;
    parent->child[at] = block;
    block->parent = parent;
    fc_node_add_child(block, statement);
    return block;
}

fc_node *fc_program_insert(fc_program *program, fc_node_kind kind, fc_node *before)
{
    fc_node *block = (fc_node *)before->parent;
    if (block->kind != FC_BLOCK)
        block = wrap(program, before);
    fc_span span = before->span;
    span.end = span.begin;
    fc_node *node = insert_node(program, kind, span, before->id);
    fc_node_add_child(block, node);
    int at = block->n_children - 1;
    for (; block->child[at - 1] != before; at--)
        block->child[at] = block->child[at - 1];
    block->child[at] = before;
    block->child[at - 1] = node;
    return node;
}

/* The first id after the node's subtree. Declarations without an initializer are left out: those made by live-range
 * splitting have the highest ids of the program. */
static int id_after(const fc_node *node)
{
    int after = node->id + 1;
    for (int i = 0; i < node->n_children; i++) {
        const fc_node *child = node->child[i];
        int last = child && !(child->kind == FC_DECLARE && !child->child[0]) ? id_after(child) : 0;
        after = last > after ? last : after;
    }
    return after;
}

fc_node *fc_program_insert_after(fc_program *program, fc_node_kind kind, fc_node *after)
{
    fc_node *block = (fc_node *)after->parent;
    fc_span span = after->span;
    span.end = span.begin;
    fc_node *node = insert_node(program, kind, span, id_after(after));
    fc_node_add_child(block, node);
    int at = block->n_children - 1;
    for (; block->child[at - 1] != after; at--)
        block->child[at] = block->child[at - 1];
    block->child[at] = node;
    return node;
}

fc_node *fc_program_insert_below(fc_program *program, fc_node_kind kind, fc_node *parent)
{
    fc_node *node = insert_node(program, kind, parent->span, id_after(parent));
    fc_node_add_child(parent, node);
    return node;
}

fc_symbol *fc_program_add_symbol(fc_program *program, fc_symbol_kind kind, const char *name)
{
    fc_symbol *symbol = fc_allocate(1, sizeof *symbol);
    symbol->id = program->n_symbols;
    symbol->kind = kind;
    symbol->name = fc_copy_string(name);
    symbol->span = (fc_span){.file = -1, .begin = -1, .end = -1};
    program->symbol = grow_by_one(program->symbol, program->n_symbols, sizeof *program->symbol);
    program->symbol[program->n_symbols++] = symbol;
    return symbol;
}

fc_procedure *fc_program_add_procedure(fc_program *program, fc_symbol *symbol)
{
    fc_procedure *procedure = fc_allocate(1, sizeof *procedure);
    procedure->id = program->n_procedures;
    procedure->symbol = symbol;
    symbol->definition = procedure;
    program->procedure = grow_by_one(program->procedure, program->n_procedures, sizeof *program->procedure);
    program->procedure[program->n_procedures++] = procedure;
    return procedure;
}

fc_finite_source *fc_program_add_file(fc_program *program, const char *path)
{
    program->file = grow_by_one(program->file, program->n_files, sizeof *program->file);
    fc_finite_source *file = &program->file[program->n_files++];
    *file = (fc_finite_source){.path = fc_copy_string(path)};
    return file;
}

void fc_program_add_code(fc_program *program, const fc_code_loop *loop)
{
    program->code = grow_by_one(program->code, program->n_code, sizeof *program->code);
    program->code[program->n_code++] = *loop;
}

void fc_node_add_child(fc_node *node, fc_node *child)
{
    node->child = grow_by_one(node->child, node->n_children, sizeof *node->child);
    node->child[node->n_children++] = child;
    if (child)
        child->parent = node;
}

/* A string may hold NUL bytes; its terminating NUL is copied too. */
static FC_GIVE char *copy_text(const fc_node *from)
{
    if (from->kind != FC_STRING)
        return fc_copy_string(from->text);
    char *text = fc_allocate(from->text_length + 1, 1);
    memcpy(text, from->text, from->text_length);
    return text;
}

void fc_node_copy_content(fc_node *to, const fc_node *from)
{
    to->op = from->op;
    to->type = from->type;
    to->compute_type = from->compute_type;
    to->symbol = from->symbol;
    to->value = from->value;
    to->real = from->real;
    to->text = from->text ? copy_text(from) : NULL;
    to->text_length = from->text_length;
}

static size_t hash_of_type(const fc_type *type)
{
    uint64_t hash = fc_hash_mix(FC_HASH_EMPTY, (uint64_t)type->kind);
    hash = fc_hash_mix(hash, (uint64_t)type->bits * 4 + (uint64_t)type->is_unsigned * 2 + (uint64_t)type->is_union);
    hash = fc_hash_mix(hash, (uint64_t)type->size);
    hash = fc_hash_mix(hash, (uint64_t)type->length);
    hash = fc_hash_mix(hash, type->of ? (uint64_t)type->of->id + 1 : 0);
    hash = fc_hash_mix(hash, type->extent ? (uint64_t)type->extent->id + 1 : 0);
    return fc_hash_bytes(hash, type->name, type->name ? strlen(type->name) : 0);
}

static bool same_type(const fc_type *a, const fc_type *b)
{
    return a->kind == b->kind && a->bits == b->bits && a->is_unsigned == b->is_unsigned && a->is_union == b->is_union &&
           a->size == b->size && a->of == b->of && a->length == b->length && a->extent == b->extent &&
           (a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0));
}

static void put_in_bucket(building *made, int id)
{
    size_t at = hash_of_type(made->program.type[id]) % made->n_buckets;
    while (made->bucket[at])
        at = (at + 1) % made->n_buckets;
    made->bucket[at] = id + 1;
}

static const fc_type *find_type(const building *made, const fc_type *type)
{
    if (made->n_buckets == 0)
        return NULL;
    size_t at = hash_of_type(type) % made->n_buckets;
    for (; made->bucket[at]; at = (at + 1) % made->n_buckets) {
        const fc_type *other = made->program.type[made->bucket[at] - 1];
        if (same_type(other, type))
            return other;
    }
    return NULL;
}

const fc_type *fc_program_add_type(fc_program *program, const fc_type *type)
{
    building *made = (building *)program;
    bool is_record = type->kind == FC_TYPE_RECORD;
    const fc_type *known = is_record ? NULL : find_type(made, type);
    if (known)
        return known;
    /* Keeps at least half of the buckets free. */
    if (2 * (size_t)(made->program.n_types + 1) > made->n_buckets) {
        free(made->bucket);
        made->n_buckets = made->n_buckets ? 2 * made->n_buckets : 64;
        made->bucket = fc_allocate(made->n_buckets, sizeof *made->bucket);
        for (int i = 0; i < made->program.n_types; i++)
            if (made->program.type[i]->kind != FC_TYPE_RECORD)
                put_in_bucket(made, i);
    }
    fc_type *added = fc_allocate(1, sizeof *added);
    *added = *type;
    added->id = program->n_types;
    if (!is_record)
        added->name = type->name ? fc_copy_string(type->name) : NULL;
    program->type = grow_by_one(program->type, program->n_types, sizeof *program->type);
    program->type[program->n_types++] = added;
    if (!is_record)
        put_in_bucket(made, added->id);
    return added;
}

const fc_procedure *fc_program_find(const fc_program *program, const char *name)
{
    const fc_procedure *local = NULL;
    for (int i = 0; i < program->n_procedures; i++) {
        const fc_symbol *symbol = program->procedure[i]->symbol;
        if (strcmp(symbol->name, name) != 0)
            continue;
        if (!symbol->is_static)
            return program->procedure[i];
        local = local ? local : program->procedure[i];
    }
    return local;
}

fc_place fc_program_place(const fc_program *program, fc_span span)
{
    if (span.file < 0 || span.file >= program->n_files)
        return FC_NOWHERE;
    return (fc_place){.file = program->file[span.file].path, .line = span.line, .column = span.column};
}

bool fc_program_is_optimized(const fc_program *program, int file)
{
    const fc_finite_source *source = &program->file[file];
    bool is = false;
    for (int i = 0; i < program->n_files && !source->is_main; i++)
        if (program->file[i].is_main)
            source = &program->file[i];
    for (int i = 0; i < source->n_arguments; i++)
        if (strncmp(source->argument[i], "-O", 2) == 0)
            is = strcmp(source->argument[i], "-O0") != 0;
    return is;
}

static void free_symbols(fc_program *program)
{
    for (int i = 0; i < program->n_symbols; i++) {
        free(program->symbol[i]->name);
        free(program->symbol[i]->cost_line);
        free(program->symbol[i]->parameters);
        free(program->symbol[i]);
    }
    free(program->symbol);
}

static void free_files(fc_program *program)
{
    for (int i = 0; i < program->n_files; i++) {
        fc_finite_source *file = &program->file[i];
        for (int k = 0; k < file->n_arguments; k++)
            free(file->argument[k]);
        free(file->argument);
        free(file->directory);
        free(file->path);
    }
    free(program->file);
}

void fc_program_free(FC_TAKE fc_program *program)
{
    if (!program)
        return;
    for (int i = 0; i < program->n_types; i++) {
        free(program->type[i]->name);
        free(program->type[i]->field);
        free(program->type[i]);
    }
    free(program->type);
    free_symbols(program);
    for (int i = 0; i < program->n_procedures; i++) {
        free(program->procedure[i]->parameter);
        free(program->procedure[i]);
    }
    free(program->procedure);
    for (int i = 0; i < program->n_nodes; i++) {
        free(program->node[i]->text);
        free(program->node[i]->child);
        free(program->node[i]);
    }
    free(program->node);
    free_files(program);
    free(program->name);
    free(program->compiler);
    free(program->folder);
    free(program->code);
    free(program->code_cpu);
    free(program->measured);
    free(program->as_read);
    free(program->mispredicted);
    fc_words_free(&program->link);
    free(((building *)program)->bucket);
    free(program);
}

const char *fc_operator_text(fc_operator op)
{
    static const char *const text[] = {[FC_OP_NONE] = "",
                                       [FC_OP_ADD] = "+",
                                       [FC_OP_SUBTRACT] = "-",
                                       [FC_OP_MULTIPLY] = "*",
                                       [FC_OP_DIVIDE] = "/",
                                       [FC_OP_REMAINDER] = "%",
                                       [FC_OP_SHIFT_LEFT] = "<<",
                                       [FC_OP_SHIFT_RIGHT] = ">>",
                                       [FC_OP_BIT_AND] = "&",
                                       [FC_OP_BIT_OR] = "|",
                                       [FC_OP_BIT_XOR] = "^",
                                       [FC_OP_LESS] = "<",
                                       [FC_OP_LESS_EQUAL] = "<=",
                                       [FC_OP_GREATER] = ">",
                                       [FC_OP_GREATER_EQUAL] = ">=",
                                       [FC_OP_EQUAL] = "==",
                                       [FC_OP_NOT_EQUAL] = "!=",
                                       [FC_OP_AND] = "&&",
                                       [FC_OP_OR] = "||",
                                       [FC_OP_NEGATE] = "-",
                                       [FC_OP_PLUS] = "+",
                                       [FC_OP_NOT] = "!",
                                       [FC_OP_COMPLEMENT] = "~",
                                       [FC_OP_DEREFERENCE] = "*",
                                       [FC_OP_ADDRESS] = "&",
                                       [FC_OP_PRE_INCREMENT] = "++",
                                       [FC_OP_PRE_DECREMENT] = "--",
                                       [FC_OP_POST_INCREMENT] = "++",
                                       [FC_OP_POST_DECREMENT] = "--",
                                       [FC_OP_DOT] = ".",
                                       [FC_OP_ARROW] = "->",
                                       [FC_OP_LITERAL] = ""};
    return (size_t)op < sizeof text / sizeof *text ? text[op] : "";
}

fc_operator fc_operator_mirrored(fc_operator op)
{
    switch (op) {
    case FC_OP_LESS:
        return FC_OP_GREATER;
    case FC_OP_LESS_EQUAL:
        return FC_OP_GREATER_EQUAL;
    case FC_OP_GREATER:
        return FC_OP_LESS;
    case FC_OP_GREATER_EQUAL:
        return FC_OP_LESS_EQUAL;
    default:
        return op;
    }
}

fc_operator fc_operator_negated(fc_operator op)
{
    switch (op) {
    case FC_OP_LESS:
        return FC_OP_GREATER_EQUAL;
    case FC_OP_LESS_EQUAL:
        return FC_OP_GREATER;
    case FC_OP_GREATER:
        return FC_OP_LESS_EQUAL;
    case FC_OP_GREATER_EQUAL:
        return FC_OP_LESS;
    case FC_OP_EQUAL:
        return FC_OP_NOT_EQUAL;
    case FC_OP_NOT_EQUAL:
        return FC_OP_EQUAL;
    default:
        return op;
    }
}

const char *fc_node_kind_text(fc_node_kind kind)
{
    static const char *const text[] = {[FC_BLOCK] = "block",
                                       [FC_DECLARE] = "declaration",
                                       [FC_EVALUATE] = "expression statement",
                                       [FC_IF] = "if statement",
                                       [FC_FOR] = "for loop",
                                       [FC_WHILE] = "while loop",
                                       [FC_DO] = "do loop",
                                       [FC_SWITCH] = "switch",
                                       [FC_CASE] = "case",
                                       [FC_DEFAULT] = "default",
                                       [FC_BREAK] = "break",
                                       [FC_CONTINUE] = "continue",
                                       [FC_RETURN] = "return",
                                       [FC_GOTO] = "goto",
                                       [FC_LABEL] = "label",
                                       [FC_PRAGMA] = "pragma",
                                       [FC_OPENMP] = "OpenMP directive",
                                       [FC_EMPTY] = "empty statement",
                                       [FC_IRREGULAR_REGION] = "piece",
                                       [FC_INTEGER] = "integer",
                                       [FC_REAL] = "real number",
                                       [FC_STRING] = "string",
                                       [FC_NAME] = "name",
                                       [FC_HANDLE] = "MPI handle",
                                       [FC_UNARY] = "unary operator",
                                       [FC_STEP] = "increment or decrement",
                                       [FC_BINARY] = "binary operator",
                                       [FC_ASSIGN] = "assignment",
                                       [FC_CONDITIONAL] = "conditional expression",
                                       [FC_COMMA] = "comma expression",
                                       [FC_INDEX] = "array access",
                                       [FC_MEMBER] = "member access",
                                       [FC_CALL] = "call",
                                       [FC_CAST] = "conversion",
                                       [FC_SIZEOF] = "sizeof",
                                       [FC_LIST] = "initializer list"};
    return (size_t)kind < sizeof text / sizeof *text ? text[kind] : "node";
}

const char *fc_type_scalar_name(const fc_type *type)
{
    static const char *const known[] = {"_Bool",       "char",
                                        "signed char", "unsigned char",
                                        "short",       "unsigned short",
                                        "int",         "unsigned int",
                                        "long",        "unsigned long",
                                        "long long",   "unsigned long long",
                                        "__int128",    "unsigned __int128",
                                        "_Float16",    "float",
                                        "double",      "long double",
                                        "__float128"};
    const char *name = type->name, *end = name && *name == '_' ? strstr(name, ")) ") : NULL;
    name = end ? end + 3 : name;
    for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i]) == 0)
            return known[i];
    return NULL;
}

bool fc_type_is_vector(const fc_type *type)
{
    bool has_width = type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL;
    return has_width && type->size * 8 != type->bits;
}

const fc_symbol *fc_type_first_member(const fc_type *record, const fc_type *member)
{
    const fc_symbol *first =
        record->kind == FC_TYPE_RECORD && !record->is_union && record->n_fields > 0 ? record->field[0] : NULL;
    return first && (first->type == member || fc_type_first_member(first->type, member)) ? first : NULL;
}

bool fc_type_is_address(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_POINTER || type->kind == FC_TYPE_ARRAY);
}

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

const fc_node *fc_node_without_casts(const fc_node *node)
{
    while (node && node->kind == FC_CAST)
        node = node->child[0];
    return node;
}

bool fc_node_is_output_check(const fc_node *node)
{
    return node->kind == FC_COMMA && node->op == FC_OP_LITERAL;
}

bool fc_node_is_null(const fc_node *node)
{
    const fc_node *plain = fc_node_without_casts(node);
    return plain->kind == FC_INTEGER && plain->value == 0;
}

const fc_node *fc_call_pointer(const fc_node *call)
{
    const fc_node *callee = call->child[0];
    while (callee->kind == FC_CAST || (callee->kind == FC_UNARY && callee->op == FC_OP_DEREFERENCE))
        callee = callee->child[0];
    return callee;
}

const fc_symbol *fc_call_target(const fc_node *call)
{
    const fc_node *callee = fc_call_pointer(call);
    return callee->kind == FC_NAME && callee->symbol->kind == FC_SYMBOL_PROCEDURE ? callee->symbol : NULL;
}
