/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/effects/cost_pragma.h"

#include "analyzer/model/node_search.h"

#include <string.h>

/* ---- the annotation ---- */

bool fc_cost_pragma_is_about_procedure(const fc_node *pragma)
{
    const char *plain = fc_cost_annotation_plain(pragma->text);
    return plain > pragma->text && fc_cost_annotation_is(plain);
}

bool fc_cost_pragma_is(const fc_node *pragma)
{
    return pragma->kind == FC_PRAGMA && fc_cost_annotation_is(fc_cost_annotation_plain(pragma->text));
}

FC_GIVE fc_cost_annotation fc_cost_pragma_text(const fc_node *pragma)
{
    return fc_cost_annotation_read(fc_cost_annotation_plain(pragma->text));
}

/* ---- the annotated code ---- */

const fc_node *fc_cost_pragma_of_statement(const fc_node *statement)
{
    const fc_node *block = statement->parent;
    if (!block || block->kind != FC_BLOCK || statement->kind == FC_PRAGMA)
        return NULL;
    int at = 0;
    while (block->child[at] != statement)
        at++;
    for (at--; at >= 0 && block->child[at]->kind == FC_PRAGMA; at--)
        if (fc_cost_annotation_is(block->child[at]->text))
            return block->child[at];
    return NULL;
}

const fc_node *fc_cost_pragma_of_procedure(const fc_procedure *procedure)
{
    const fc_node *body = procedure->body;
    for (int i = 0; body && i < body->n_children; i++)
        if (body->child[i]->kind == FC_PRAGMA && fc_cost_pragma_is_about_procedure(body->child[i]))
            return body->child[i];
    return NULL;
}

const fc_node *fc_cost_pragma_annotated(const fc_node *pragma)
{
    const fc_node *block = pragma->parent;
    int at = 0;
    if (fc_cost_pragma_is_about_procedure(pragma) || !block)
        return block;
    while (at < block->n_children && block->child[at] != pragma)
        at++;
    while (at < block->n_children && block->child[at]->kind == FC_PRAGMA)
        at++;
    return at < block->n_children ? block->child[at] : NULL;
}

/* ---- names ---- */

typedef struct word {
    const char *text;
    size_t length;
} word;

static bool is_named(const fc_node *node, const void *data)
{
    const word *name = data;
    fc_text text = {0};
    bool is_variable = node->kind == FC_NAME && node->symbol->kind != FC_SYMBOL_PROCEDURE;
    if (!is_variable && node->kind != FC_MEMBER)
        return false;
    fc_node_print(&text, node);
    bool is_same = text.length == name->length && memcmp(text.bytes, name->text, name->length) == 0;
    fc_text_free(&text);
    return is_same;
}

/* The last place of that name whose subtree precedes the node id `end`. */
static const fc_node *last_before(const fc_node *node, int end, const word *name)
{
    if (node->id >= end)
        return NULL;
    for (int i = node->n_children - 1; i >= 0; i--) {
        const fc_node *found = node->child[i] ? last_before(node->child[i], end, name) : NULL;
        if (found)
            return found;
    }
    return is_named(node, name) ? node : NULL;
}

/* The place that a name refers to. `made` provides a node for a parameter that no code mentions. NULL: none. */
static const fc_node *find_place(fc_node *made, const fc_cost_pragma_names *names, const word *name)
{
    const fc_node *pragma = names->pragma, *annotated = fc_cost_pragma_annotated(pragma), *root = pragma;
    const fc_node *found = fc_node_search_first(annotated, is_named, name);
    while (root->parent)
        root = root->parent;
    if (!found)
        found = last_before(root, pragma->id, name);
    const fc_procedure *procedure = names->procedure;
    for (int i = 0; procedure && !found && i < procedure->n_parameters; i++) {
        fc_symbol *parameter = procedure->parameter[i];
        if (strlen(parameter->name) == name->length && memcmp(parameter->name, name->text, name->length) == 0) {
            *made = (fc_node){.id = pragma->id, .kind = FC_NAME, .symbol = parameter, .type = parameter->type};
            found = made;
        }
    }
    return found;
}

static const fc_sym *take_name(void *data, const char *name, size_t length)
{
    const fc_cost_pragma_names *names = data;
    fc_node made;
    return names->value(names->data, find_place(&made, names, &(word){name, length}), name, length);
}

fc_cost_fault fc_cost_pragma_evaluate(const fc_sym **out, fc_algebra *algebra, const char *expression,
                                      const fc_cost_pragma_names *names)
{
    return fc_cost_expression_read(out, algebra, expression, (fc_cost_names){take_name, (void *)names});
}
