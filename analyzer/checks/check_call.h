/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file check_call.h  Insertion of the calls of mpi_check.h into the program model. */
#ifndef FC_CHECK_CALL_H
#define FC_CHECK_CALL_H

#include "analyzer/model/program.h"

/** Types of the inserted calls and their arguments: int, long, and a function that returns int. */
typedef struct fc_check_types {
    const fc_type *integer, *wide, *function;
} fc_check_types;

fc_check_types fc_check_call_types(fc_program *program);
/** Inserts a call of the function `name` as a statement before `before`; returns the call, still without arguments. */
fc_node *fc_check_call_insert(fc_program *program, const fc_check_types *types, const char *name, fc_node *before);
/** The same as the last child of `parent`. */
fc_node *fc_check_call_append(fc_program *program, const fc_check_types *types, const char *name, fc_node *parent);
/** Appends an argument: a number, or a copy of an expression. */
void fc_check_call_put_integer(fc_program *program, fc_node *below, const fc_type *type, long value);
void fc_check_call_put_copy(fc_program *program, fc_node *below, const fc_node *from);

#endif
