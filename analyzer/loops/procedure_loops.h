/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file procedure_loops.h  The loops of a procedure with their recurrences and exits, by statement. */
#ifndef FC_PROCEDURE_LOOPS_H
#define FC_PROCEDURE_LOOPS_H

#include "analyzer/loops/loop_exits.h"
#include "analyzer/loops/recurrences.h"

typedef struct fc_loop_form {
    const fc_node *statement;  /* FC_FOR, FC_WHILE or FC_DO; NULL: another loop */
    fc_recurrence *recurrence; /* of the header's phi functions, in their order */
    int n_recurrences;
    int index; /* the recurrence that counts the iterations: additive, of an integer variable; FC_GRAPH_NONE: none */
    int own;   /* that of the variable that the loop is written for: `index`, else what the head of a for loop starts */
    fc_loop_exits exits;
} fc_loop_form;

typedef struct fc_procedure_loops {
    fc_procedure_ir ir;
    fc_loop_form *form; /* by loop of ir.nest */
    int depth, steps;   /* work space of evolution.c: nesting and remaining steps of the running evaluation */
} fc_procedure_loops;

void fc_procedure_loops_create(FC_GIVE fc_procedure_loops *out, const fc_procedure *procedure,
                               const fc_cfg_calls *calls, const fc_ssa_effects *effects);
void fc_procedure_loops_free(fc_procedure_loops *loops);
/** The loop that the statement is; FC_GRAPH_NONE: it is none, or never entered twice. */
int fc_procedure_loops_of(const fc_procedure_loops *loops, const fc_node *statement);
/** The recurrence of a phi function; NULL: its block is no header, or has no statement. *loop: the header's. */
const fc_recurrence *fc_procedure_loops_recurrence(const fc_procedure_loops *loops, int phi, int *loop);
/** The variable of a recurrence. */
const fc_symbol *fc_procedure_loops_variable(const fc_procedure_loops *loops, const fc_recurrence *recurrence);

#endif
