/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks every invariant of program.h in time linear in the program. Lists are checked before their users. */
#include "analyzer/model/openmp.h"
#include "analyzer/model/program.h"
#include "support/messages/analysis.h"
#include "support/quote.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Limit on the depth of the tree: passes traverse it recursively. */
enum {
    MAX_DEPTH = 2000
};

typedef struct checking {
    const fc_program *program;
    fc_report *report;
    int *depth;        /* by node: depth in its tree */
    int *greatest;     /* by node: number of parents; then the greatest type id in its subtree, -1: none */
    signed char *seen; /* by type: 0 unvisited, 1 on the path, 2 done (records by value) */
} checking;

static bool bad(const checking *at, const char *list, int index, const char *what)
{
    fc_fail(at->report, FC_E_BUG, FC_NOWHERE, NULL, FC_MSG_MODEL_LIST_INVALID, list, index, what);
    return false;
}

static bool bad_node(const checking *at, const fc_node *node, const char *what)
{
    fc_place place = fc_program_place(at->program, node->span);
    fc_fail(at->report, FC_E_BUG, place, NULL, FC_MSG_MODEL_NODE_INVALID, node->id, fc_node_kind_text(node->kind),
            what);
    return false;
}

/* ---- references ---- */

static bool owns_type(const fc_program *program, const fc_type *type)
{
    return type && type->id >= 0 && type->id < program->n_types && program->type[type->id] == type;
}

static bool owns_symbol(const fc_program *program, const fc_symbol *symbol)
{
    return symbol && symbol->id >= 0 && symbol->id < program->n_symbols && program->symbol[symbol->id] == symbol;
}

static bool owns_node(const fc_program *program, const fc_node *node)
{
    return node && node->id >= 0 && node->id < program->n_nodes && program->node[node->id] == node;
}

static bool owns_procedure(const fc_program *program, const fc_procedure *procedure)
{
    return procedure && procedure->id >= 0 && procedure->id < program->n_procedures &&
           program->procedure[procedure->id] == procedure;
}

static bool span_is_valid(const fc_program *program, fc_span span)
{
    return span.file >= -1 && span.file < program->n_files && span.line >= 0 && span.column >= 0 &&
           span.end_line >= 0 && span.begin >= -1 && span.end >= -1 && (span.begin < 0) == (span.end < 0) &&
           span.begin <= span.end;
}

static bool is_expression(const fc_node *node)
{
    return node->kind >= FC_INTEGER;
}

/* ---- nodes ---- */

/* Children by kind: s statement, e expression; a capital letter may be NULL; '*' repeats the last one. */
static const char *node_shape(fc_node_kind kind)
{
    static const char *const shape[] = {[FC_BLOCK] = "s*",
                                        [FC_DECLARE] = "E",
                                        [FC_EVALUATE] = "e",
                                        [FC_IF] = "esS",
                                        [FC_FOR] = "SEEs",
                                        [FC_WHILE] = "es",
                                        [FC_DO] = "se",
                                        [FC_SWITCH] = "es",
                                        [FC_CASE] = "esE",
                                        [FC_DEFAULT] = "s",
                                        [FC_BREAK] = "",
                                        [FC_CONTINUE] = "",
                                        [FC_RETURN] = "E",
                                        [FC_GOTO] = "e*",
                                        [FC_LABEL] = "s",
                                        [FC_PRAGMA] = "",
                                        [FC_OPENMP] = "",
                                        [FC_EMPTY] = "",
                                        [FC_IRREGULAR_REGION] = "",
                                        [FC_INTEGER] = "",
                                        [FC_REAL] = "",
                                        [FC_STRING] = "",
                                        [FC_NAME] = "",
                                        [FC_HANDLE] = "",
                                        [FC_UNARY] = "e",
                                        [FC_STEP] = "e",
                                        [FC_BINARY] = "ee",
                                        [FC_ASSIGN] = "ee",
                                        [FC_CONDITIONAL] = "eee",
                                        [FC_COMMA] = "ee",
                                        [FC_INDEX] = "ee",
                                        [FC_MEMBER] = "e",
                                        [FC_CALL] = "ee*",
                                        [FC_CAST] = "e",
                                        [FC_SIZEOF] = "e*",
                                        [FC_LIST] = "E*"};
    return (size_t)kind < sizeof shape / sizeof *shape ? shape[kind] : NULL;
}

static bool child_fits(const fc_node *child, char letter)
{
    if (!child)
        return letter == 'E' || letter == 'S';
    return is_expression(child) == (letter == 'e' || letter == 'E');
}

/* The children match the expressions of the directive's text, followed by its structured block if it has one. */
static bool directive_fits(const fc_node *node)
{
    fc_openmp directive;
    fc_openmp_fault fault;
    int n = node->n_children - 1;
    if (!node->text || n < 0 || !fc_openmp_read(&directive, node->text, &fault) || directive.n_expressions != n)
        return false;
    for (int i = 0; i < n; i++)
        if (!child_fits(node->child[i], 'e'))
            return false;
    return child_fits(node->child[n], fc_openmp_has_body(&directive) ? 's' : 'S');
}

static bool children_fit(const fc_node *node, const char *shape)
{
    if (node->kind == FC_OPENMP)
        return directive_fits(node);
    size_t n = strlen(shape);
    bool repeats = n && shape[n - 1] == '*';
    size_t least = repeats ? n - 2 : n;
    if ((size_t)node->n_children < least || (!repeats && (size_t)node->n_children > least))
        return false;
    for (int i = 0; i < node->n_children; i++)
        if (!child_fits(node->child[i], (size_t)i < least ? shape[i] : shape[n - 2]))
            return false;
    return true;
}

static bool children_are_linked(const checking *at, const fc_node *node)
{
    for (int i = 0; i < node->n_children; i++) {
        const fc_node *child = node->child[i];
        if (child && (!owns_node(at->program, child) || child->id <= node->id || child->parent != node ||
                      at->greatest[child->id]++))
            return false;
    }
    return true;
}

static bool op_fits(const fc_node *node)
{
    switch (node->kind) {
    case FC_UNARY:
        return node->op >= FC_OP_NEGATE && node->op <= FC_OP_ADDRESS;
    case FC_STEP:
        return node->op >= FC_OP_PRE_INCREMENT && node->op <= FC_OP_POST_DECREMENT;
    case FC_BINARY:
        return node->op >= FC_OP_ADD && node->op <= FC_OP_OR;
    case FC_ASSIGN:
        return node->op >= FC_OP_NONE && node->op <= FC_OP_BIT_XOR;
    case FC_MEMBER:
        return node->op == FC_OP_DOT || node->op == FC_OP_ARROW;
    case FC_LIST:
    case FC_COMMA:
        return node->op == FC_OP_NONE || node->op == FC_OP_LITERAL;
    case FC_CONDITIONAL:
        return node->op == FC_OP_NONE || node->op == FC_OP_OR;
    default:
        return node->op == FC_OP_NONE;
    }
}

/* Node kinds that require a symbol have one of the right kind; the others have none. */
static bool symbol_fits(const fc_program *program, const fc_node *node)
{
    bool is_computed = node->kind == FC_GOTO && node->n_children == 1;
    bool needed = node->kind == FC_DECLARE || (node->kind == FC_GOTO && !is_computed) || node->kind == FC_LABEL ||
                  node->kind == FC_NAME || node->kind == FC_MEMBER;
    if (!needed)
        return !node->symbol;
    if (!owns_symbol(program, node->symbol))
        return false;
    fc_symbol_kind kind = node->symbol->kind;
    if (node->kind == FC_MEMBER)
        return kind == FC_SYMBOL_FIELD;
    if (node->kind == FC_GOTO || node->kind == FC_LABEL)
        return kind == FC_SYMBOL_LABEL;
    if (node->kind == FC_DECLARE)
        return kind == FC_SYMBOL_LOCAL || kind == FC_SYMBOL_STATIC;
    return kind != FC_SYMBOL_FIELD && kind != FC_SYMBOL_LABEL;
}

/* An identifier that a C compiler accepts (also with "$" and UTF-8), or "". */
static bool is_name(const char *text)
{
    if (isdigit((unsigned char)*text))
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && (unsigned char)*text < 0x80 && !strchr("_$", *text))
            return false;
    return true;
}

static bool text_fits(const fc_node *node)
{
    bool needed = node->kind == FC_STRING || node->kind == FC_REAL || node->kind == FC_PRAGMA ||
                  node->kind == FC_OPENMP || node->kind == FC_HANDLE;
    if (!needed || !node->text)
        return !needed;
    return (node->kind != FC_REAL || fc_quote_is_real_constant(node->text)) &&
           (node->kind != FC_HANDLE || fc_quote_is_identifier(node->text));
}

static bool types_fit(const fc_program *program, const fc_node *node)
{
    bool compound = node->kind == FC_ASSIGN && node->op != FC_OP_NONE;
    if (is_expression(node) ? !owns_type(program, node->type) : node->type != NULL)
        return false;
    return compound ? owns_type(program, node->compute_type) : !node->compute_type;
}

static bool check_node(const checking *at, int i)
{
    const fc_node *node = at->program->node[i];
    if (!node || node->id != i)
        return bad(at, "nodes", i, "id is not its index");
    const char *shape = node_shape(node->kind);
    if (!shape)
        return bad(at, "nodes", i, "no such kind");
    if (!span_is_valid(at->program, node->span))
        return bad(at, "nodes", i, "span out of range");
    if (!children_are_linked(at, node))
        return bad_node(at, node, "a child is not linked to it");
    if (!children_fit(node, shape) || (node->kind == FC_SIZEOF && node->n_children > 1))
        return bad_node(at, node, "wrong number or kind of children");
    if (!op_fits(node))
        return bad_node(at, node, "wrong operator");
    if (!symbol_fits(at->program, node))
        return bad_node(at, node, "wrong symbol");
    if (!text_fits(node))
        return bad_node(at, node, "its text is missing, or is neither a number nor a C identifier");
    return types_fit(at->program, node) || bad_node(at, node, "wrong type");
}

/* Parents precede children: one forward pass computes depths, one backward pass the types of subtrees. */
static bool check_trees(const checking *at)
{
    const fc_program *program = at->program;
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        if ((node->parent != NULL) != (at->greatest[i] > 0))
            return bad_node(at, node, "it is missing among its parent's children");
        at->depth[i] = node->parent ? at->depth[node->parent->id] + 1 : 0;
        if (at->depth[i] > MAX_DEPTH)
            return bad_node(at, node, "nested deeper than 2000 levels");
        at->greatest[i] = node->type ? node->type->id : -1;
    }
    for (int i = program->n_nodes - 1; i >= 0; i--) {
        const fc_node *parent = program->node[i]->parent;
        if (parent && at->greatest[parent->id] < at->greatest[i])
            at->greatest[parent->id] = at->greatest[i];
    }
    return true;
}

/* ---- types ---- */

static bool type_parts_fit(const fc_type *type)
{
    switch (type->kind) {
    case FC_TYPE_POINTER:
    case FC_TYPE_ARRAY:
    case FC_TYPE_FUNCTION:
        return type->of && type->length >= -1;
    case FC_TYPE_RECORD:
    case FC_TYPE_HANDLE:
        return type->name && is_name(type->name) && !type->of;
    case FC_TYPE_INTEGER:
    case FC_TYPE_REAL:
        return fc_type_scalar_name(type) && !type->of && type->bits > 0 && type->bits <= 128;
    default:
        return !type->of;
    }
}

static bool lies_in(const fc_symbol *field, const fc_type *record)
{
    long size = field->type && field->type->size > 0 ? field->type->size : 0;
    return field->kind == FC_SYMBOL_FIELD && field->field_offset >= -1 - 64 &&
           (field->field_offset < 0 || (size <= record->size && field->field_offset <= record->size - size));
}

static bool check_type(const checking *at, int i)
{
    const fc_type *type = at->program->type[i];
    if (!type || type->id != i)
        return bad(at, "types", i, "id is not its index");
    if (type->kind > FC_TYPE_HANDLE || !type_parts_fit(type) || type->size < -1)
        return bad(at, "types", i, "wrong parts for its kind");
    if (type->of && (!owns_type(at->program, type->of) || type->of->id >= i))
        return bad(at, "types", i, "refers to a later type");
    if (type->n_fields < 0 || (type->kind != FC_TYPE_RECORD && type->n_fields))
        return bad(at, "types", i, "only a record has fields");
    for (int k = 0; k < type->n_fields; k++)
        if (!owns_symbol(at->program, type->field[k]) || !lies_in(type->field[k], type))
            return bad(at, "types", i, "a field lies outside the record");
    return true;
}

/* A length expression uses earlier types only, so that a type never contains itself. */
static bool check_extent(const checking *at, int i)
{
    const fc_node *extent = at->program->type[i]->extent;
    if (!extent)
        return true;
    bool good = at->program->type[i]->kind == FC_TYPE_ARRAY && owns_node(at->program, extent) &&
                is_expression(extent) && at->greatest[extent->id] < i;
    return good || bad(at, "types", i, "its length is not an expression over earlier types");
}

/* A record that contains itself by value has no size. */
static bool record_is_finite(const checking *at, const fc_type *record, int depth)
{
    if (at->seen[record->id] == 2)
        return true;
    if (at->seen[record->id] == 1 || depth > MAX_DEPTH)
        return bad(at, "types", record->id, "a record holds itself");
    at->seen[record->id] = 1;
    for (int i = 0; i < record->n_fields; i++) {
        const fc_type *type = record->field[i]->type;
        while (type->kind == FC_TYPE_ARRAY)
            type = type->of;
        const fc_type *held = type;
        if (held->kind == FC_TYPE_RECORD && !record_is_finite(at, held, depth + 1))
            return false;
    }
    at->seen[record->id] = 2;
    return true;
}

/* ---- symbols and procedures ---- */

static bool check_symbol(const checking *at, int i)
{
    const fc_symbol *symbol = at->program->symbol[i];
    if (!symbol || symbol->id != i || !symbol->name)
        return bad(at, "symbols", i, "id is not its index, or no name");
    if (!is_name(symbol->name))
        return bad(at, "symbols", i, "its name is not a C identifier");
    return symbol->kind != FC_SYMBOL_PROCEDURE || *symbol->name || bad(at, "symbols", i, "a procedure without name");
}

static bool check_symbol_links(const checking *at, int i)
{
    const fc_program *program = at->program;
    const fc_symbol *symbol = program->symbol[i];
    bool is_owned = symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER ||
                    symbol->kind == FC_SYMBOL_STATIC || symbol->kind == FC_SYMBOL_LABEL;
    if (symbol->kind > FC_SYMBOL_LABEL || !span_is_valid(program, symbol->span))
        return bad(at, "symbols", i, "kind or span out of range");
    if (symbol->kind == FC_SYMBOL_LABEL ? symbol->type != NULL : !owns_type(program, symbol->type))
        return bad(at, "symbols", i, "wrong type");
    if (is_owned ? !owns_procedure(program, symbol->owner) : symbol->owner != NULL)
        return bad(at, "symbols", i, "wrong owner");
    if (symbol->kind == FC_SYMBOL_PROCEDURE && symbol->type->kind != FC_TYPE_FUNCTION)
        return bad(at, "symbols", i, "a procedure without a function type");
    if (symbol->definition && (!owns_procedure(program, symbol->definition) || symbol->definition->symbol != symbol))
        return bad(at, "symbols", i, "wrong definition");
    if (symbol->initializer && (!owns_node(program, symbol->initializer) || !is_expression(symbol->initializer)))
        return bad(at, "symbols", i, "its initializer is not an expression");
    return true;
}

static bool check_procedure(const checking *at, int i)
{
    const fc_program *program = at->program;
    const fc_procedure *procedure = program->procedure[i];
    if (!procedure || procedure->id != i)
        return bad(at, "procedures", i, "id is not its index");
    if (!owns_symbol(program, procedure->symbol) || procedure->symbol->kind != FC_SYMBOL_PROCEDURE ||
        procedure->symbol->definition != procedure)
        return bad(at, "procedures", i, "wrong symbol");
    for (int k = 0; k < procedure->n_parameters; k++)
        if (!owns_symbol(program, procedure->parameter[k]) || procedure->parameter[k]->owner != procedure ||
            procedure->parameter[k]->kind != FC_SYMBOL_PARAMETER)
            return bad(at, "procedures", i, "wrong parameter");
    const fc_node *body = procedure->body, *end = procedure->init_end;
    if (!owns_node(program, body) || body->kind != FC_BLOCK || body->parent)
        return bad(at, "procedures", i, "its body is not a block");
    if (end && (!owns_node(program, end) || (end->kind != FC_PRAGMA && end->kind != FC_LABEL)))
        return bad(at, "procedures", i, "the end of its initialization block is neither a pragma nor a label");
    return true;
}

/* ---- the program ---- */

static bool every(const checking *at, int n, bool (*check)(const checking *at, int i))
{
    for (int i = 0; i < n; i++)
        if (!check(at, i))
            return false;
    return true;
}

static bool check_file(const checking *at, int i)
{
    const fc_finite_source *file = &at->program->file[i];
    bool good = file->path && *file->path && file->n_arguments >= 0 && (!file->is_main || strlen(file->key) == 32);
    return good || bad(at, "files", i, "no path, or a main file without key");
}

static bool check_record(const checking *at, int i)
{
    return at->program->type[i]->kind != FC_TYPE_RECORD || record_is_finite(at, at->program->type[i], 0);
}

bool fc_program_is_valid(const fc_program *program, fc_report *report)
{
    checking at = {.program = program, .report = report};
    if (!program->name || !*program->name || !program->compiler || strlen(program->key) != 32)
        return bad(&at, "program", 0, "name, compiler or key is missing");
    at.depth = fc_allocate((size_t)program->n_nodes, sizeof *at.depth);
    at.greatest = fc_allocate((size_t)program->n_nodes, sizeof *at.greatest);
    at.seen = fc_allocate((size_t)program->n_types, sizeof *at.seen);
    bool good = every(&at, program->n_files, check_file) && every(&at, program->n_symbols, check_symbol) &&
                every(&at, program->n_types, check_type) && every(&at, program->n_nodes, check_node) &&
                check_trees(&at) && every(&at, program->n_procedures, check_procedure) &&
                every(&at, program->n_symbols, check_symbol_links) && every(&at, program->n_types, check_extent) &&
                every(&at, program->n_types, check_record);
    free(at.depth);
    free(at.greatest);
    free(at.seen);
    return good;
}
