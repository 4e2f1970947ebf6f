/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ssa_variables.h  The variables of a procedure that can be put into SSA form, and their reads and definitions.
 * Linear in the instructions times their nesting depth, but for sorting the variables, and for asking each call
 * about each variable whose address is taken. */
#ifndef FC_SSA_VARIABLES_H
#define FC_SSA_VARIABLES_H

#include "analyzer/ir/ssa.h"

/** A read precedes the definition of an update (x += 1, x++), whose name and operator are two instructions. */
typedef struct fc_ssa_access {
    int position; /* of an FC_NAME that reads, or of the defining node */
    int variable;
    bool is_definition;
    bool is_unseen; /* an instruction that may assign it unseen */
} fc_ssa_access;

typedef struct fc_ssa_variables {
    const fc_symbol **symbol; /* by id */
    int n;
    fc_ssa_access *access; /* by position */
    size_t n_accesses, capacity;
} fc_ssa_variables;

/** effects: as of fc_ssa_create(). */
void fc_ssa_variables_find(FC_GIVE fc_ssa_variables *out, const fc_cfg *cfg, const fc_ssa_effects *effects);
/** `symbol` is not freed. */
void fc_ssa_variables_free(fc_ssa_variables *variables);

#endif
