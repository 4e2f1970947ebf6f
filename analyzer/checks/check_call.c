/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/checks/check_call.h"

#include <string.h>

fc_check_types fc_check_call_types(fc_program *program)
{
    char name[2][8] = {"int", "long"};
    fc_check_types made;
    made.integer =
        fc_program_add_type(program, &(fc_type){.kind = FC_TYPE_INTEGER, .bits = 32, .size = 4, .name = name[0]});
    made.wide =
        fc_program_add_type(program, &(fc_type){.kind = FC_TYPE_INTEGER, .bits = 64, .size = 8, .name = name[1]});
    made.function = fc_program_add_type(program, &(fc_type){.kind = FC_TYPE_FUNCTION, .size = -1, .of = made.integer});
    return made;
}

/* The checks' functions are the last symbols. */
static fc_symbol *function_of(fc_program *program, const fc_check_types *types, const char *name)
{
    for (int i = program->n_symbols - 1; i >= 0 && program->symbol[i]->type == types->function; i--)
        if (strcmp(program->symbol[i]->name, name) == 0)
            return program->symbol[i];
    fc_symbol *made = fc_program_add_symbol(program, FC_SYMBOL_PROCEDURE, name);
    made->type = types->function;
    made->span.file = -1;
    return made;
}

static fc_node *put_call(fc_program *program, const fc_check_types *types, const char *name, fc_node *statement)
{
    fc_node *call = fc_program_insert_below(program, FC_CALL, statement);
    call->type = types->integer;
    fc_node *callee = fc_program_insert_below(program, FC_NAME, call);
    callee->type = types->function;
    callee->symbol = function_of(program, types, name);
    return call;
}

fc_node *fc_check_call_insert(fc_program *program, const fc_check_types *types, const char *name, fc_node *before)
{
    return put_call(program, types, name, fc_program_insert(program, FC_EVALUATE, before));
}

fc_node *fc_check_call_append(fc_program *program, const fc_check_types *types, const char *name, fc_node *parent)
{
    return put_call(program, types, name, fc_program_insert_below(program, FC_EVALUATE, parent));
}

void fc_check_call_put_integer(fc_program *program, fc_node *below, const fc_type *type, long value)
{
    fc_node *node = fc_program_insert_below(program, FC_INTEGER, below);
    node->type = type;
    node->value = value;
}

void fc_check_call_put_copy(fc_program *program, fc_node *below, const fc_node *from)
{
    fc_node *copy = fc_program_insert_below(program, from->kind, below);
    fc_node_copy_content(copy, from);
    for (int i = 0; i < from->n_children; i++)
        if (from->child[i])
            fc_check_call_put_copy(program, copy, from->child[i]);
}
