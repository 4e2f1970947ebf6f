/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which procedures a pointer holds in a symbolic run: a variable for each, times the indicator of when it is that one.
 * The factor of a procedure's variable is then how often a call through the pointer runs it, 0 or 1. */
#include "analyzer/summary/formula_run.h"

#include <stdlib.h>
#include <string.h>

static const char prefix[] = "procedure";

enum {
    MAX_ELEMENTS = 64 /* of a table whose subscript is a parameter's */
};

bool fc_run_holds_procedures(const fc_type *type)
{
    return type->kind == FC_TYPE_POINTER && type->of && type->of->kind == FC_TYPE_FUNCTION;
}

static const fc_sym *variable_of(const fc_run *run, const fc_symbol *procedure)
{
    char *key = fc_format("%s%d", prefix, procedure->id);
    const fc_sym *variable = fc_sym_variable(run->analysis->algebra, key, procedure->name, NULL, FC_FACT_NONE);
    free(key);
    return variable;
}

static const fc_sym *named(const fc_run *run, const fc_node *node)
{
    bool is_procedure = node->kind == FC_NAME && node->symbol->kind == FC_SYMBOL_PROCEDURE;
    return is_procedure ? variable_of(run, node->symbol) : NULL;
}

static const fc_sym *held_at(const fc_run *run, const char *key)
{
    const fc_sym *held = NULL;
    fc_state_lookup(run->state, key, &held);
    return held;
}

/* The element that a subscript picks which is no number: each, where the subscript is its own. */
static const fc_sym *held_in_table(const fc_run *run, const fc_node *element)
{
    fc_algebra *algebra = run->analysis->algebra;
    const fc_type *table = element->child[0]->type;
    const fc_sym *index = fc_run_value(run, element->child[1]), *sum = fc_sym_integer(algebra, 0);
    char *name = NULL;
    bool is_array = false;
    bool known = index && table->kind == FC_TYPE_ARRAY && table->length >= 0 && table->length <= MAX_ELEMENTS &&
                 fc_run_target(run, &name, &is_array, element->child[0]);
    for (long i = 0; known && i < table->length; i++) {
        char *key = fc_format("%s[%ld]", name, i);
        const fc_sym *held = held_at(run, key);
        const fc_sym *picked = fc_sym_is_zero(algebra, fc_sym_subtract(algebra, index, fc_sym_integer(algebra, i)));
        known = held != NULL;
        sum = held ? fc_sym_add(algebra, sum, fc_sym_multiply(algebra, picked, held)) : NULL;
        free(key);
    }
    free(name);
    return known ? sum : NULL;
}

static const fc_sym *held_by_place(const fc_run *run, const fc_node *place)
{
    fc_view view = fc_run_view(run, place);
    char *key = NULL;
    bool fixed = fc_value_key(&key, &view, place);
    const fc_sym *held = fixed ? held_at(run, key) : place->kind == FC_INDEX ? held_in_table(run, place) : NULL;
    free(key);
    return held;
}

const fc_sym *fc_run_procedures(const fc_run *run, const fc_node *node)
{
    switch (node->kind) {
    case FC_CAST:
        return fc_run_procedures(run, node->child[0]);
    case FC_UNARY:
        return node->op == FC_OP_ADDRESS ? named(run, node->child[0]) : held_by_place(run, node);
    case FC_CONDITIONAL: {
        fc_view view = fc_run_view(run, node);
        const fc_sym *chosen = fc_value_condition(&view, node->child[0]);
        const fc_sym *yes = fc_run_procedures(run, node->child[1]), *no = fc_run_procedures(run, node->child[2]);
        return chosen && yes && no ? fc_sym_choose(run->analysis->algebra, chosen, yes, no) : NULL;
    }
    case FC_INTEGER:
        return node->value == 0 ? fc_sym_integer(run->analysis->algebra, 0) : NULL;
    case FC_NAME:
        return node->symbol->kind == FC_SYMBOL_PROCEDURE ? named(run, node) : held_by_place(run, node);
    case FC_MEMBER:
    case FC_INDEX:
        return held_by_place(run, node);
    default:
        return NULL;
    }
}

typedef struct asked {
    fc_algebra *algebra;
    const fc_sym *procedure, *factor;
} asked;

static void replace_variable(void *data, const fc_sym *variable)
{
    asked *of = data;
    if (strncmp(fc_sym_key(variable), prefix, strlen(prefix)) == 0)
        of->factor = fc_sym_substitute(of->algebra, of->factor, variable,
                                       fc_sym_integer(of->algebra, variable == of->procedure));
}

const fc_sym *fc_run_share_of(const fc_run *run, const fc_sym *held, const fc_procedure *procedure)
{
    asked of = {run->analysis->algebra, variable_of(run, procedure->symbol), held};
    fc_sym_variables(held, replace_variable, &of);
    return of.factor;
}
