/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sample_program.h  A small hand-made program model, for tests of code that reads models. */
#ifndef SAMPLE_PROGRAM_H
#define SAMPLE_PROGRAM_H

#include "analyzer/model/program.h"

#include <string.h>

typedef struct sample {
    fc_program *program;
    const fc_type *t_int, *t_double, *t_array, *t_function, *t_record;
    fc_symbol *f, *n, *a, *i, *x;
    fc_node *loop, *assign, *step, *extent;
} sample;

static fc_span sample_span(int line)
{
    return (fc_span){.file = 0, .line = line, .column = 5, .end_line = line, .begin = 10 * line, .end = 10 * line + 5};
}

static fc_node *sample_node(sample *made, fc_node_kind kind, fc_node *parent, const fc_type *type)
{
    fc_node *node = fc_program_add_node(made->program, kind, sample_span(made->program->n_nodes + 1));
    node->type = type;
    if (parent)
        fc_node_add_child(parent, node);
    return node;
}

static fc_node *sample_name(sample *made, fc_node *parent, fc_symbol *symbol)
{
    fc_node *node = sample_node(made, FC_NAME, parent, symbol->type);
    node->symbol = symbol;
    return node;
}

static fc_node *sample_integer(sample *made, fc_node *parent, long value)
{
    fc_node *node = sample_node(made, FC_INTEGER, parent, made->t_int);
    node->value = value;
    return node;
}

static fc_symbol *sample_symbol(sample *made, fc_symbol_kind kind, const char *name, const fc_type *type)
{
    fc_symbol *symbol = fc_program_add_symbol(made->program, kind, name);
    symbol->type = type;
    symbol->span = sample_span(1);
    return symbol;
}

static void sample_types(sample *made)
{
    fc_program *p = made->program;
    made->t_int = fc_program_add_type(
        p, &(fc_type){.kind = FC_TYPE_INTEGER, .bits = 32, .size = 4, .name = (char *)"int", .length = 0});
    made->t_double =
        fc_program_add_type(p, &(fc_type){.kind = FC_TYPE_REAL, .bits = 64, .size = 8, .name = (char *)"double"});
    made->t_function = fc_program_add_type(p, &(fc_type){.kind = FC_TYPE_FUNCTION, .of = made->t_int, .size = -1});
    fc_type record = {.kind = FC_TYPE_RECORD, .size = 8, .name = fc_copy_string("grid"), .n_fields = 1};
    made->x = sample_symbol(made, FC_SYMBOL_FIELD, "x", made->t_double);
    record.field = fc_allocate(1, sizeof *record.field);
    record.field[0] = made->x;
    made->t_record = fc_program_add_type(p, &record);
}

/* int f(int n) { double a[n * 2]; for (int i = 0; i < n; i++) a[i] += 0.5f; } with a string that holds a NUL byte. */
static void sample_body(sample *made, fc_procedure *f)
{
    fc_node *body = f->body = sample_node(made, FC_BLOCK, NULL, NULL);
    made->extent = sample_node(made, FC_BINARY, NULL, made->t_int);
    made->extent->op = FC_OP_MULTIPLY;
    sample_name(made, made->extent, made->n);
    sample_integer(made, made->extent, 2);
    made->t_array = fc_program_add_type(
        made->program,
        &(fc_type){.kind = FC_TYPE_ARRAY, .of = made->t_double, .length = -1, .size = -1, .extent = made->extent});
    made->a = sample_symbol(made, FC_SYMBOL_LOCAL, "a", made->t_array);
    made->i = sample_symbol(made, FC_SYMBOL_LOCAL, "i", made->t_int);
    made->a->owner = made->i->owner = f;
    fc_node *declare = sample_node(made, FC_DECLARE, body, NULL);
    declare->symbol = made->a;
    fc_node_add_child(declare, NULL);
    made->loop = sample_node(made, FC_FOR, body, NULL);
    fc_node *init = sample_node(made, FC_DECLARE, made->loop, NULL);
    init->symbol = made->i;
    sample_integer(made, init, 0);
    fc_node *condition = sample_node(made, FC_BINARY, made->loop, made->t_int);
    condition->op = FC_OP_LESS;
    sample_name(made, condition, made->i);
    sample_name(made, condition, made->n);
    made->step = sample_node(made, FC_STEP, made->loop, made->t_int);
    made->step->op = FC_OP_POST_INCREMENT;
    sample_name(made, made->step, made->i);
    fc_node *statement = sample_node(made, FC_EVALUATE, made->loop, NULL);
    made->assign = sample_node(made, FC_ASSIGN, statement, made->t_double);
    made->assign->op = FC_OP_ADD;
    made->assign->compute_type = made->t_double;
    fc_node *index = sample_node(made, FC_INDEX, made->assign, made->t_double);
    sample_name(made, index, made->a);
    sample_name(made, index, made->i);
    fc_node *half = sample_node(made, FC_REAL, made->assign, made->t_double);
    half->real = 0.1;
    half->text = fc_copy_string("0.1");
    fc_node *evaluate = sample_node(made, FC_EVALUATE, body, NULL);
    fc_node *string = sample_node(made, FC_STRING, evaluate, made->t_array);
    string->text = memcpy(fc_allocate(5, 1), "\xff\0\"b", 4);
    string->text_length = 4;
}

static sample sample_create(void)
{
    sample made = {.program = fc_program_create()};
    fc_program *p = made.program;
    p->name = fc_copy_string("sample");
    p->compiler = fc_copy_string("mpicc");
    fc_content_key(p->key, "sample", 6);
    fc_finite_source *file = fc_program_add_file(p, "dir/\xc3\xa4.c");
    file->is_main = true;
    file->directory = fc_copy_string("/tmp");
    fc_content_key(file->key, "text", 4);
    file->argument = fc_allocate(1, sizeof *file->argument);
    file->argument[0] = fc_copy_string("-DX=\"y\xfe\"");
    file->n_arguments = 1;
    sample_types(&made);
    made.f = sample_symbol(&made, FC_SYMBOL_PROCEDURE, "f", made.t_function);
    fc_procedure *f = fc_program_add_procedure(p, made.f);
    made.n = sample_symbol(&made, FC_SYMBOL_PARAMETER, "n", made.t_int);
    made.n->owner = f;
    f->parameter = fc_allocate(1, sizeof *f->parameter);
    f->parameter[0] = made.n;
    f->n_parameters = 1;
    sample_body(&made, f);
    const fc_code_loop code = {0, 3, 2, 64, 16, 128, 32, 5, 6, 7, 8, 9, 10, 11, 1.25};
    fc_program_add_code(made.program, &code);
    made.program->code_cpu = fc_copy_string("znver4");
    return made;
}

#endif
