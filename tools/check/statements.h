/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file statements.h  Source fingerprints: the statement at a source place, and the loops, branches and calls around
 * it, as text that does not depend on layout and comments. */
#ifndef FC_STATEMENTS_H
#define FC_STATEMENTS_H

#include "analyzer/model/program.h"
#include "runtime/scaling/baseline.h"

typedef struct fc_statements fc_statements;

/** Borrows the program. */
FC_GIVE fc_statements *fc_statements_create(const fc_program *program);
void fc_statements_free(FC_TAKE fc_statements *statements);
/** Fills source and within of a term from its function, file and line; "" and nothing if no statement begins on that
 * line. */
void fc_statements_describe(fc_baseline_term *term, const fc_statements *statements);

#endif
