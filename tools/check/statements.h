/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file statements.h  What stands at a place of a program, and what around it decides how often it runs, as text that
 *  a change of layout or of comments does not change. */
#ifndef FC_STATEMENTS_H
#define FC_STATEMENTS_H

#include "analyzer/model/program.h"
#include "runtime/scaling/baseline.h"

typedef struct fc_statements fc_statements;

/** Borrows the program. */
FC_GIVE fc_statements *fc_statements_create(const fc_program *program);
void fc_statements_free(FC_TAKE fc_statements *statements);
/** Fills source and within of a term whose function, file and line are known; "" and nothing where no statement begins
 * on that line. */
void fc_statements_describe(fc_baseline_term *term, const fc_statements *statements);

#endif
