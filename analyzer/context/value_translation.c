/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values over atoms as seen from another view, or with a typical value of each atom. */
#include "analyzer/context/values.h"

#include <stdio.h>

typedef struct translation {
    const fc_view *view;
    const fc_sym *value;
} translation;

/* What stands for a variable's place in this view: its value there, or what a local that is not kept was made of. */
static const fc_sym *translated_place(const fc_view *view, const fc_node *place)
{
    if (fc_control_has_value(view->control, place))
        return fc_value(view, place);
    bool local = place->kind == FC_NAME && place->symbol->kind == FC_SYMBOL_LOCAL;
    const fc_node *definition = local ? fc_control_only_definition(view->control, place->symbol) : NULL;
    const fc_sym *value = definition ? fc_value(view, definition) : NULL;
    return value ? fc_value_translate(view, value) : NULL;
}

static void translate_variable(void *data, const fc_sym *variable)
{
    translation *t = data;
    const fc_node *place = fc_sym_origin(variable);
    const fc_sym *seen = place && t->value ? translated_place(t->view, place) : NULL;
    if (place && t->value)
        t->value = seen ? fc_sym_substitute(t->view->algebra, t->value, variable, seen) : NULL;
}

const fc_sym *fc_value_translate(const fc_view *view, const fc_sym *value)
{
    translation t = {view, value};
    fc_sym_variables(value, translate_variable, &t);
    return t.value;
}

const fc_symbol *fc_value_variable(const fc_program *program, const fc_sym *atom)
{
    int id, length = 0;
    const char *key = fc_sym_key(atom);
    bool is_variable = sscanf(key, "s%d%n", &id, &length) == 1 && id >= 0 && id < program->n_symbols;
    return is_variable && !key[length + (key[length] == '\'' || key[length] == '+')] ? program->symbol[id] : NULL;
}

const fc_symbol *fc_value_local(const fc_program *program, const fc_sym *atom)
{
    const fc_symbol *symbol = fc_value_variable(program, atom);
    return symbol && symbol->kind == FC_SYMBOL_LOCAL ? symbol : NULL;
}

typedef struct residence {
    const fc_control *control;
    const fc_program *program;
    bool holds;
} residence;

static void check_in_slice(void *data, const fc_sym *atom)
{
    residence *check = data;
    const fc_symbol *local = fc_value_local(check->program, atom);
    check->holds &= !local || fc_control_symbol_in_slice(check->control, local);
}

bool fc_value_is_in_slice(const fc_control *control, const fc_program *program, const fc_sym *value)
{
    residence check = {control, program, true};
    fc_sym_variables(value, check_in_slice, &check);
    return check.holds;
}

static bool typical_size(void *data, const char *key, double *value)
{
    (void)data;
    (void)key;
    *value = FC_TYPICAL_SIZE;
    return true;
}

bool fc_value_typical(const fc_sym *value, double *typical)
{
    fc_values values = {.variable = typical_size};
    return fc_sym_evaluate(value, &values, typical);
}
