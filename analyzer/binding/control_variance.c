/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether an expression may denote another value or place in the next iteration of a loop. */
#include "analyzer/binding/control_state.h"
#include "analyzer/model/node_search.h"

enum {
    MAX_FOLLOWED = 32
};

typedef struct following {
    const fc_control *control;
    const fc_node *loop;
    const fc_symbol *symbol[MAX_FOLLOWED]; /* followed before */
    int n;
} following;

static bool expression_varies(following *f, const fc_node *expression);

static bool names(const fc_node *node, const void *data)
{
    const fc_symbol *symbol = data;
    return (node->kind == FC_NAME && node->symbol == symbol) || fc_node_any_child(node, names, symbol);
}

static bool is_name_of(const fc_node *node, const fc_symbol *symbol)
{
    node = fc_node_without_casts(node);
    return node->kind == FC_NAME && node->symbol == symbol;
}

/* Each iteration may run the definition: it is in the loop, or in another procedure. */
static bool is_repeated(const following *f, const fc_definition *definition)
{
    const fc_definitions *all = &f->control->definitions;
    int at = definition->node->id, loop = f->loop->id;
    return all->owner[at] != all->owner[loop] || (at >= loop && at <= all->last[loop]);
}

/* The step of an inner `for`, which starts again in each iteration. */
static bool is_inner_step(const following *f, const fc_node *node)
{
    const fc_node *below = node, *up = node->parent;
    while (up && up->kind != FC_FOR) {
        below = up;
        up = up->parent;
    }
    return up && up != f->loop && up->child[2] == below;
}

static bool definition_varies(following *f, const fc_definition *definition, const fc_symbol *symbol)
{
    switch (definition->kind) {
    case FC_DEFINED_BY_VALUE:
        return definition->right && (is_inner_step(f, definition->node)
                                         ? false
                                         : names(definition->right, symbol) || expression_varies(f, definition->right));
    case FC_DEFINED_AS_ARGUMENT: /* f(n - 1) in f(n) varies, f(n) does not */
        return definition->right && !is_name_of(definition->right, symbol) &&
               (names(definition->right, symbol) || expression_varies(f, definition->right));
    case FC_DEFINED_BY_UPDATE:
        return !is_inner_step(f, definition->node);
    default:
        return true;
    }
}

static bool symbol_varies(following *f, const fc_symbol *symbol)
{
    const fc_definitions *all = &f->control->definitions;
    int cell = fc_cells_of_symbol(f->control->cells, symbol);
    for (int i = 0; i < f->n; i++)
        if (f->symbol[i] == symbol)
            return false;
    if (f->n == MAX_FOLLOWED)
        return true;
    f->symbol[f->n++] = symbol;
    for (size_t i = cell < 0 ? 0 : all->first[cell]; cell >= 0 && i < all->first[cell + 1]; i++)
        if (is_repeated(f, &all->definition[i]) && definition_varies(f, &all->definition[i], symbol))
            return true;
    return false;
}

static bool expression_varies(following *f, const fc_node *expression)
{
    bool varies = expression->kind == FC_CALL ||
                  (expression->kind == FC_NAME && expression->symbol && symbol_varies(f, expression->symbol));
    for (int i = 0; i < expression->n_children && !varies; i++)
        varies = expression->child[i] && expression_varies(f, expression->child[i]);
    return varies;
}

bool fc_control_varies(const fc_control *control, const fc_node *expression, const fc_node *loop)
{
    following f = {.control = control, .loop = loop};
    return expression_varies(&f, expression);
}

bool fc_control_is_stepped(const fc_control *control, const fc_symbol *symbol)
{
    const fc_definitions *all = &control->definitions;
    int cell = fc_cells_of_symbol(control->cells, symbol);
    for (size_t i = cell < 0 ? 0 : all->first[cell]; cell >= 0 && i < all->first[cell + 1]; i++) {
        const fc_definition *definition = &all->definition[i];
        if (definition->kind == FC_DEFINED_BY_UPDATE || (definition->right && names(definition->right, symbol)))
            return true;
    }
    return false;
}
