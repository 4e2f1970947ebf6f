/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file source_fingerprints.h  Source fingerprints: the statement at a source place, and the loops, branches and calls
 * around it, as text that does not depend on layout and comments. */
#ifndef FC_SOURCE_FINGERPRINTS_H
#define FC_SOURCE_FINGERPRINTS_H

#include "analyzer/model/program.h"
#include "runtime/scaling/baseline.h"

typedef struct fc_source_fingerprints fc_source_fingerprints;

/** Borrows the program. */
FC_GIVE fc_source_fingerprints *fc_source_fingerprints_create(const fc_program *program);
void fc_source_fingerprints_free(FC_TAKE fc_source_fingerprints *statements);
/** Fills source and within of a term from its function, file and line; "" and nothing if no statement begins on that
 * line. */
void fc_source_fingerprints_describe(fc_baseline_term *term, const fc_source_fingerprints *statements);

#endif
