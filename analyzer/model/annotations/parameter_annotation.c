/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/annotations/parameter_annotation.h"

#include "analyzer/model/node_search.h"
#include "support/messages/analysis.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char word[] = "param(";

/* The content of a pragma. */
typedef struct specification {
    char *place;   /* its text */
    long argument; /* > 0: index in argv */
    double value;  /* NAN: none */
} specification;

bool fc_parameter_annotation_is(const fc_node *pragma)
{
    return pragma->kind == FC_PRAGMA && strncmp(pragma->text, word, sizeof word - 1) == 0;
}

bool fc_parameter_annotation_is_call(const fc_node *call)
{
    const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
    return target && strcmp(target->name, FC_PARAMETER_VALUE) == 0;
}

static int place_in_block(const fc_node *statement)
{
    int at = 0;
    while (statement->parent->child[at] != statement)
        at++;
    return at;
}

static bool is_parameter_assignment(const fc_node *statement)
{
    return statement->kind == FC_EVALUATE && statement->child[0]->kind == FC_ASSIGN &&
           fc_parameter_annotation_is_call(statement->child[0]->child[1]);
}

bool fc_parameter_annotation_covers(const fc_node *call, const fc_node *node)
{
    const fc_node *block = call->parent->parent->parent;
    while (node && node->parent != block)
        node = node->parent;
    if (!node)
        return false;
    int at = place_in_block(node), end = place_in_block(call->parent->parent);
    bool is_between = at < end;
    for (; at < end && is_between; at++)
        is_between = block->child[at]->kind != FC_PRAGMA;
    return is_between;
}

/* ---- the text ---- */

static const char *skip_blank(const char *at)
{
    return at + strspn(at, " \t");
}

static fc_status refuse(const fc_program *program, const fc_node *pragma, const char *what, fc_report *report)
{
    return fc_fail(report, FC_E_INPUT, fc_program_place(program, pragma->span),
                   "Write param(n), param(n, argv[2]) or param(n, 1000) directly before the statement that sets n.",
                   FC_MSG_PRAGMA_INVALID, pragma->text, what);
}

/* Parses argv[K] or NUMBER, and the closing parenthesis. */
static bool take_origin(specification *out, const char *at)
{
    char *end = NULL;
    at = skip_blank(at);
    if (strncmp(at, "argv[", 5) == 0) {
        out->argument = strtol(at + 5, &end, 10);
        if (out->argument < 1 || out->argument > INT_MAX || *end++ != ']')
            return false;
    } else {
        out->value = strtod(at, &end);
        if (end == at || !isfinite(out->value))
            return false;
    }
    end = (char *)skip_blank(end);
    return end[0] == ')' && end[1] == '\0';
}

static bool take_text(specification *out, const char *text)
{
    const char *from = skip_blank(text + sizeof word - 1), *to = from;
    while (isalnum((unsigned char)*to) || *to == '_' || *to == '.' || strncmp(to, "->", 2) == 0)
        to += *to == '-' ? 2 : 1;
    const char *after = skip_blank(to);
    *out = (specification){.value = NAN};
    if (to == from || !(*after == ',' || strcmp(after, ")") == 0))
        return false;
    if (*after == ',' && !take_origin(out, after + 1))
        return false;
    out->place = fc_format("%.*s", (int)(to - from), from);
    return true;
}

/* ---- the place ---- */

static bool is_named(const fc_node *node, const void *name)
{
    bool is_variable = node->kind == FC_NAME && node->symbol->kind != FC_SYMBOL_PROCEDURE;
    if (!is_variable && node->kind != FC_MEMBER)
        return false;
    fc_text text = {0};
    fc_node_print(&text, node);
    bool is_same = strcmp(text.bytes, name) == 0;
    fc_text_free(&text);
    return is_same;
}

/* ---- the assignment ---- */

static fc_node *copy_below(fc_program *program, fc_node *parent, const fc_node *from)
{
    fc_node *node = fc_program_insert_below(program, from->kind, parent);
    fc_node_copy_content(node, from);
    for (int i = 0; i < from->n_children; i++)
        copy_below(program, node, from->child[i]);
    return node;
}

static void add_name(fc_program *program, fc_node *parent, fc_symbol *symbol)
{
    fc_node *node = fc_program_insert_below(program, FC_NAME, parent);
    node->symbol = symbol;
    node->type = symbol->type;
}

static void add_call(fc_program *program, fc_node *parent, const specification *spec)
{
    fc_type whole = {.kind = FC_TYPE_INTEGER, .bits = 32, .size = 4, .length = -1, .name = "int"};
    fc_type real = {.kind = FC_TYPE_REAL, .bits = 64, .size = 8, .length = -1, .name = "double"};
    fc_node *call = fc_program_insert_below(program, FC_CALL, parent);
    call->type = parent->type;
    const fc_type *result = parent->type;
    fc_type function = {.kind = FC_TYPE_FUNCTION, .size = -1, .length = -1, .of = result};
    fc_symbol *symbol = fc_program_add_symbol(program, FC_SYMBOL_PROCEDURE, FC_PARAMETER_VALUE);
    symbol->type = fc_program_add_type(program, &function);
    add_name(program, call, symbol);
    if (spec->argument > 0) {
        fc_node *argument = fc_program_insert_below(program, FC_INTEGER, call);
        argument->value = spec->argument;
        argument->type = fc_program_add_type(program, &whole);
    } else if (!isnan(spec->value)) {
        fc_node *number = fc_program_insert_below(program, FC_REAL, call);
        number->real = spec->value;
        number->text = fc_format("%.17g", spec->value);
        number->type = fc_program_add_type(program, &real);
    }
}

static bool is_number(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL);
}

/* The last of the annotated statements: one statement, or the declarations of one line. */
static fc_node *last_annotated(const fc_node *block, int at)
{
    while (at < block->n_children && block->child[at]->kind == FC_PRAGMA)
        at++;
    if (at == block->n_children)
        return NULL;
    while (block->child[at]->kind == FC_DECLARE && at + 1 < block->n_children &&
           block->child[at + 1]->kind == FC_DECLARE && block->child[at + 1]->span.line == block->child[at]->span.line)
        at++;
    while (at + 1 < block->n_children && is_parameter_assignment(block->child[at + 1]))
        at++;
    return block->child[at];
}

static fc_status put(fc_program *program, const fc_node *pragma, const specification *spec, fc_report *report)
{
    const fc_node *block = pragma->parent, *root = pragma, *place = NULL;
    fc_symbol *symbol = NULL;
    int at = block && block->kind == FC_BLOCK ? place_in_block(pragma) : 0;
    fc_node *last = block && block->kind == FC_BLOCK ? last_annotated(block, at + 1) : NULL;
    if (!last)
        return refuse(program, pragma, "no statement follows it", report);
    for (at++; block->child[at - 1] != last && !symbol && !place; at++) {
        /* The variable of that name, if the statement declares it. */
        const fc_node *statement = block->child[at];
        bool is_meant = statement->kind == FC_DECLARE && strcmp(statement->symbol->name, spec->place) == 0;
        symbol = is_meant ? statement->symbol : NULL;
        place = fc_node_search_first(block->child[at], is_named, spec->place);
    }
    while (root->parent)
        root = root->parent;
    if (!symbol && !place)
        place = fc_node_search_first(root, is_named, spec->place);
    if (!symbol && !place)
        return refuse(program, pragma, "the procedure has no such variable or member", report);
    const fc_type *type = symbol ? symbol->type : place->type;
    if (!is_number(type))
        return refuse(program, pragma, "a parameter must be a number", report);
    fc_node *statement = fc_program_insert_after(program, FC_EVALUATE, last);
    fc_node *assign = fc_program_insert_below(program, FC_ASSIGN, statement);
    assign->type = type;
    if (symbol)
        add_name(program, assign, symbol);
    else
        copy_below(program, assign, place);
    add_call(program, assign, spec);
    return FC_OK;
}

fc_status fc_parameter_annotation_apply(fc_program *program, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < program->n_nodes && !status; i++) {
        const fc_node *pragma = program->node[i];
        if (!fc_parameter_annotation_is(pragma))
            continue;
        specification spec;
        if (!take_text(&spec, pragma->text))
            return refuse(program, pragma,
                          "expected a variable or member, optionally followed by a comma and argv[NUMBER] or a number",
                          report);
        status = put(program, pragma, &spec, report);
        free(spec.place);
    }
    return status;
}
